/** Linear and integer programs by HiGHS, in WebAssembly. */

import { ContentFault, LimitFault } from '../lib/faults.js';

export interface SolvedProgram {
  readonly status: 'optimal' | 'infeasible' | 'unbounded' | 'unclear' | 'time limit';
  readonly objective: number;
  /** By the names that were written. Value, and how much the objective changes per unit; `undefined` of an integer program. */
  readonly columns: ReadonlyMap<string, { readonly value: number; readonly reducedCost: number | undefined }>;
  readonly rows: ReadonlyMap<string, { readonly value: number; readonly shadowPrice: number | undefined }>;
}

const STATUSES: Readonly<Record<string, SolvedProgram['status']>> = {
  Optimal: 'optimal',
  Infeasible: 'infeasible',
  Unbounded: 'unbounded',
  'Time limit reached': 'time limit',
};

const told = (row: object, key: string): number | undefined => {
  const value: unknown = Reflect.get(row, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/**
 * Synchronous once it is open: an instance of its own for each run. `text` is CPLEX LP format of our own writing. Throws `ContentFault`,
 * `LimitFault`.
 */
export async function openLinearPrograms() {
  const loaded = await import('highs');
  const load = loaded.default as unknown as typeof loaded.default.default;
  const engine = await load();
  return (text: string, seconds: number, isPresolved: boolean): SolvedProgram => {
    const result = (() => {
      try {
        return engine.solve(text, {
          time_limit: seconds,
          output_flag: false,
          presolve: isPresolved ? 'choose' : 'off',
        });
      } catch (error) {
        if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
          throw new LimitFault('the program is too large to be solved', undefined, { cause: error });
        throw new ContentFault('the solver refuses its numbers', undefined, undefined, { cause: error });
      }
    })();
    return {
      status: STATUSES[result.Status] ?? 'unclear',
      objective: told(result, 'ObjectiveValue') ?? 0,
      columns: new Map(
        Object.entries(result.Columns).map(([name, column]) => [
          name,
          { value: told(column, 'Primal') ?? 0, reducedCost: told(column, 'Dual') },
        ]),
      ),
      rows: new Map(
        result.Rows.map((row) => [
          `r${row.Index}`,
          { value: told(row, 'Primal') ?? 0, shadowPrice: told(row, 'Dual') },
        ]),
      ),
    };
  };
}
