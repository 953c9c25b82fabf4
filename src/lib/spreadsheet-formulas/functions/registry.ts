import type { FormulaEngine, Scope } from '../evaluate.js';
import type { FormulaNode } from '../parse.js';
import type { FormulaValue } from '../values.js';
import { DATE_FUNCTIONS } from './dates.js';
import { FINANCE_FUNCTIONS } from './finance.js';
import { LOGIC_FUNCTIONS } from './logic.js';
import { LOOKUP_FUNCTIONS } from './lookup.js';
import { MATH_FUNCTIONS } from './math.js';
import { STATISTICS_FUNCTIONS } from './statistics.js';
import { SUM_FUNCTIONS } from './sums.js';
import { TEXT_FUNCTIONS } from './text.js';

/** What a function is called with. */
export interface Call {
  readonly engine: FormulaEngine;
  /** Empty where the function asks for its arguments itself. */
  readonly values: readonly FormulaValue[];
  readonly nodes: readonly FormulaNode[];
  readonly scope: Scope;
}

export interface FormulaFunction {
  readonly least: number;
  readonly most: number;
  /** `single`: takes one value where `pattern` has `s`, a range where it has `w`, the last letter for all that follow. */
  readonly form: 'single' | 'whole' | 'lazy';
  readonly pattern: string;
  readonly run: (call: Call) => FormulaValue;
}

export type FunctionTable = Readonly<Record<string, FormulaFunction>>;

let table: ReadonlyMap<string, FormulaFunction> | undefined;

export function findFunction(name: string): FormulaFunction | undefined {
  table ??= allFunctions();
  return table.get(name);
}

const allFunctions = (): Map<string, FormulaFunction> =>
  new Map(
    [
      MATH_FUNCTIONS,
      SUM_FUNCTIONS,
      STATISTICS_FUNCTIONS,
      TEXT_FUNCTIONS,
      LOGIC_FUNCTIONS,
      LOOKUP_FUNCTIONS,
      DATE_FUNCTIONS,
      FINANCE_FUNCTIONS,
    ].flatMap((functions) => Object.entries(functions)),
  );

/** The names of all functions, sorted. */
export const functionNames = (): string[] => [...allFunctions().keys()].sort();
