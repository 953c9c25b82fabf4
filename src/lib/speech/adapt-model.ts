import { type AcousticModel, MIXTURE_STEP } from './acoustic-model.js';
import type { Frames } from './features.js';
import { GaussianKernel } from './gaussian-kernel.js';
import { BEST, type Densities } from './senone-scores.js';

/** Frames that the identity counts as, so that few seconds of speech move the model little. */
const PRIOR_FRAMES = +(process.env.PRIOR ?? 200);

/**
 * A model moved towards a voice and a recording: maximum likelihood linear regression of its means (Leggetter and
 * Woodland 1995), one transform for speech and one for silence and noise, from a first alignment of the same audio.
 * `senones` names the senone of each frame, or -1.
 */
export function adaptModel(
  model: AcousticModel,
  frames: Frames,
  densities: Densities,
  senones: Int32Array,
): AcousticModel {
  const { streams, densities: size, width, count: books, gaussians } = model.codebooks;
  const means = gaussians.means.slice();
  for (const isFiller of (process.env.CLS ?? '01').split('').map((x) => x === '1')) {
    for (let stream = 0; stream < streams; stream++) {
      const equations = accumulate(model, frames, densities, senones, { stream, isFiller });
      if (equations.frames === 0) continue;
      const transform = solveRows(equations, width);
      for (let book = 0; book < books; book++) {
        if (model.isFiller[book] !== isFiller) continue;
        for (let density = 0; density < size; density++) {
          const at = ((book * streams + stream) * size + density) * width;
          for (const [i, row] of transform.entries()) {
            let value = row[width] ?? 0;
            for (let k = 0; k < width; k++) value += (row[k] ?? 0) * (gaussians.means[at + k] ?? 0);
            means[at + i] = value;
          }
        }
      }
    }
  }
  const moved = { ...gaussians, means };
  const kernel = new GaussianKernel({ groups: books * streams, densities: size, width }, moved);
  return { ...model, codebooks: { ...model.codebooks, gaussians: moved, kernel } };
}

interface Equations {
  frames: number;
  /** For each row of the transform its normal equations: (width + 1)² and width + 1 values. */
  readonly squares: readonly Float64Array[];
  readonly products: readonly Float64Array[];
}

function accumulate(
  model: AcousticModel,
  frames: Frames,
  densities: Densities,
  senones: Int32Array,
  { stream, isFiller }: { readonly stream: number; readonly isFiller: boolean },
): Equations {
  const { streams, densities: size, width, count: books, gaussians } = model.codebooks;
  const order = width + 1;
  const equations: Equations = {
    frames: 0,
    squares: Array.from({ length: width }, () => new Float64Array(order * order)),
    products: Array.from({ length: width }, () => new Float64Array(order)),
  };
  const extended = new Float64Array(order);
  const shares = new Float64Array(BEST);
  for (const [t, senone] of senones.entries()) {
    const book = model.codebookOf[senone] ?? 0;
    if (senone < 0 || model.isFiller[book] !== isFiller) continue;
    equations.frames++;
    const cell = ((t * books + book) * streams + stream) * BEST;
    let total = 0;
    for (let rank = 0; rank < BEST; rank++) {
      const density = densities.indices[cell + rank] ?? 0;
      const step = model.mixtureWeights[(stream * size + density) * model.senones + senone] ?? 0;
      shares[rank] = (densities.shares[cell + rank] ?? 0) * Math.exp(-step * MIXTURE_STEP);
      total += shares[rank] ?? 0;
    }
    for (let rank = 0; rank < BEST; rank++) {
      const share = (shares[rank] ?? 0) / total;
      const at = ((book * streams + stream) * size + (densities.indices[cell + rank] ?? 0)) * width;
      for (let k = 0; k < width; k++) extended[k] = gaussians.means[at + k] ?? 0;
      extended[width] = 1;
      for (let i = 0; i < width; i++) {
        const precision = -2 * share * (gaussians.weights[at + i] ?? 0);
        const value = frames.data[t * frames.width + stream * width + i] ?? 0;
        addObservation(equations.squares[i], equations.products[i], extended, precision, value);
      }
    }
  }
  return equations;
}

function addObservation(
  square: Float64Array | undefined,
  product: Float64Array | undefined,
  extended: Float64Array,
  precision: number,
  value: number,
): void {
  if (square === undefined || product === undefined) return;
  const order = extended.length;
  for (let a = 0; a < order; a++) {
    const scaled = precision * (extended[a] ?? 0);
    product[a] = (product[a] ?? 0) + scaled * value;
    for (let b = 0; b <= a; b++) square[a * order + b] = (square[a * order + b] ?? 0) + scaled * (extended[b] ?? 0);
  }
}

/** Rows of the transform, each with its offset last, drawn towards the identity. */
function solveRows(equations: Equations, width: number): Float64Array[] {
  const order = width + 1;
  return equations.squares.map((square, i) => {
    const product = equations.products[i] ?? new Float64Array(order);
    for (let a = 0; a < order; a++) {
      const pull = ((square[a * order + a] ?? 0) * PRIOR_FRAMES) / equations.frames + 1e-6;
      square[a * order + a] = (square[a * order + a] ?? 0) + pull;
      if (a === i) product[a] = (product[a] ?? 0) + pull;
    }
    return solve(square, product);
  });
}

/** Solves a symmetric positive definite system, given by its lower triangle, by Cholesky's method, in place. */
function solve(matrix: Float64Array, solution: Float64Array): Float64Array {
  const order = solution.length;
  const at = (row: number, column: number): number => matrix[row * order + column] ?? 0;
  for (let j = 0; j < order; j++) {
    for (let i = j; i < order; i++) {
      let sum = at(i, j);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      matrix[i * order + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(j, j);
    }
  }
  for (let i = 0; i < order; i++) {
    for (let k = 0; k < i; k++) solution[i] = (solution[i] ?? 0) - at(i, k) * (solution[k] ?? 0);
    solution[i] = (solution[i] ?? 0) / at(i, i);
  }
  for (let i = order - 1; i >= 0; i--) {
    for (let k = i + 1; k < order; k++) solution[i] = (solution[i] ?? 0) - at(k, i) * (solution[k] ?? 0);
    solution[i] = (solution[i] ?? 0) / at(i, i);
  }
  return solution;
}
