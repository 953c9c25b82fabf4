/** Decompositions of matrices of doubles, by ml-matrix. Exact arithmetic is in lib/numbers. */

export interface Complex {
  readonly real: number;
  readonly imaginary: number;
}

type Rows = readonly (readonly number[])[];

/** Synchronous once it is open, so that its work can be bounded. */
export async function openMatrices() {
  const { EigenvalueDecomposition, SingularValueDecomposition } = await import('ml-matrix');
  return {
    /** Of a square matrix, the largest first. */
    eigenvaluesOf(rows: Rows): readonly Complex[] {
      const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(copy(rows));
      return realEigenvalues
        .map((real, index) => ({ real, imaginary: imaginaryEigenvalues[index] ?? 0 }))
        .sort((a, b) => b.real - a.real || b.imaginary - a.imaginary);
    },
    /** A = left · diag(values) · right^T, the largest value first. */
    singularValuesOf(rows: Rows) {
      const found = new SingularValueDecomposition(copy(rows), { autoTranspose: true });
      return {
        left: found.leftSingularVectors.to2DArray(),
        values: found.diagonal,
        right: found.rightSingularVectors.to2DArray(),
      };
    },
  };
}

const copy = (rows: Rows): number[][] => rows.map((row) => [...row]);
