import { type CellValue, SheetError } from '../../workbook/model.js';
import { first, guarded } from '../evaluate.js';
import {
  ArrayMatrix,
  compareValues,
  type FormulaValue,
  isMatrix,
  NA,
  RangeMatrix,
  toBoolean,
  toNumber,
  VALUE,
} from '../values.js';
import { type Arguments, lazy, MANY, single, whole } from './define.js';
import type { Call, FunctionTable } from './registry.js';

const argumentOf = ({ engine, nodes, scope }: Call, index: number): FormulaValue => {
  const node = nodes[index];
  return node === undefined ? null : engine.value(node, scope);
};

/** IF and its kin on a range: one result for each cell; of a single condition only the branch that counts is calculated. */
function branch(call: Call, condition: FormulaValue, yes: () => FormulaValue, no: () => FormulaValue): FormulaValue {
  if (isMatrix(condition) && condition.rows * condition.columns > 1)
    return call.engine.mapped([condition, yes(), no()], ([is = null, a = null, b = null]) => (toBoolean(is) ? a : b));
  const cell = first(condition);
  if (cell instanceof SheetError) throw cell;
  return toBoolean(cell) ? yes() : no();
}

function ifs(call: Call): FormulaValue {
  for (let i = 0; i + 1 < call.nodes.length; i += 2) {
    const cell = first(argumentOf(call, i));
    if (cell instanceof SheetError) throw cell;
    if (toBoolean(cell)) return argumentOf(call, i + 1);
  }
  throw NA;
}

function switched(call: Call): FormulaValue {
  const wanted = first(argumentOf(call, 0));
  if (wanted instanceof SheetError) throw wanted;
  let i = 1;
  for (; i + 1 < call.nodes.length; i += 2)
    if (compareValues(wanted, first(argumentOf(call, i))) === 0) return argumentOf(call, i + 1);
  if (i < call.nodes.length) return argumentOf(call, i);
  throw NA;
}

const ifFault = (isFault: (error: SheetError) => boolean) =>
  lazy(2, 2, (call) => {
    const value = guarded(() => argumentOf(call, 0));
    if (isMatrix(value)) {
      const instead = argumentOf(call, 1);
      const rows = call.engine.copied(value).cells;
      return new ArrayMatrix(
        rows.map((row, y) =>
          row.map((cell, x) => {
            if (!(cell instanceof SheetError) || !isFault(cell)) return cell;
            return isMatrix(instead) ? instead.at(y, x) : instead;
          }),
        ),
      );
    }
    return value instanceof SheetError && isFault(value) ? argumentOf(call, 1) : value;
  });

/** Booleans of all arguments, as AND takes them. */
function conditions(a: Arguments): boolean[] {
  const found: boolean[] = [];
  for (let i = 0; i < a.count; i++) {
    if (!isMatrix(a.value(i))) found.push(toBoolean(a.cell(i)));
    else
      for (const cell of a.cells(i)) {
        if (cell instanceof SheetError) throw cell;
        if (typeof cell === 'boolean' || typeof cell === 'number') found.push(toBoolean(cell));
      }
  }
  if (found.length === 0) throw VALUE;
  return found;
}

/** Tells the kind of a value, errors too. */
const kind = (tells: (value: CellValue) => boolean) =>
  lazy(1, 1, (call) => {
    const value = guarded(() => argumentOf(call, 0));
    if (!isMatrix(value) || value.rows * value.columns === 1) return tells(first(value));
    return new ArrayMatrix(call.engine.copied(value).cells.map((row) => row.map(tells)));
  });

/** LET(name, value, …, result). */
function letNames(call: Call): FormulaValue {
  const { engine, nodes, scope } = call;
  if (nodes.length % 2 === 0) throw VALUE;
  let names = scope.names;
  for (let i = 0; i + 1 < nodes.length; i += 2) {
    const [name, node] = [nodes[i], nodes[i + 1]];
    if (name?.kind !== 'name' || node === undefined) throw new SheetError('#NAME?');
    const value = guarded(() => engine.value(node, { ...scope, names }));
    names = new Map([...names, [name.name.toUpperCase(), value]]);
  }
  const last = nodes.at(-1);
  return last === undefined ? null : engine.value(last, { ...scope, names });
}

const ERROR_NUMBERS = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];

export const LOGIC_FUNCTIONS: FunctionTable = {
  IF: lazy(1, 3, (call) =>
    branch(
      call,
      argumentOf(call, 0),
      () => (call.nodes.length < 2 ? true : (argumentOf(call, 1) ?? 0)),
      () => (call.nodes.length < 3 ? false : (argumentOf(call, 2) ?? 0)),
    ),
  ),
  IFS: lazy(2, MANY, ifs),
  SWITCH: lazy(3, MANY, switched),
  IFERROR: ifFault(() => true),
  IFNA: ifFault(({ code }) => code === '#N/A'),
  CHOOSE: lazy(2, MANY, (call) => {
    const index = Math.trunc(toNumber(first(argumentOf(call, 0))));
    if (index < 1 || index >= call.nodes.length) throw VALUE;
    return argumentOf(call, index);
  }),
  AND: whole(1, MANY, (a) => conditions(a).every(Boolean)),
  OR: whole(1, MANY, (a) => conditions(a).some(Boolean)),
  XOR: whole(1, MANY, (a) => conditions(a).filter(Boolean).length % 2 === 1),
  NOT: single(1, 1, (a) => !a.boolean(0)),
  TRUE: single(0, 0, () => true),
  FALSE: single(0, 0, () => false),
  LET: lazy(3, MANY, letNames),
  ISBLANK: kind((value) => value === null),
  ISERROR: kind((value) => value instanceof SheetError),
  ISERR: kind((value) => value instanceof SheetError && value.code !== '#N/A'),
  ISNA: kind((value) => value instanceof SheetError && value.code === '#N/A'),
  ISNUMBER: kind((value) => typeof value === 'number'),
  ISTEXT: kind((value) => typeof value === 'string'),
  ISNONTEXT: kind((value) => typeof value !== 'string'),
  ISLOGICAL: kind((value) => typeof value === 'boolean'),
  ISEVEN: single(1, 1, (a) => a.whole(0) % 2 === 0),
  ISODD: single(1, 1, (a) => a.whole(0) % 2 !== 0),
  ISREF: lazy(1, 1, (call) => guarded(() => argumentOf(call, 0)) instanceof RangeMatrix),
  ISFORMULA: lazy(1, 1, (call) => {
    const value = argumentOf(call, 0);
    if (!(value instanceof RangeMatrix)) throw VALUE;
    return value.sheets.formulaAt(value.sheet, value.range.top, value.range.left) !== undefined;
  }),
  'ERROR.TYPE': lazy(1, 1, (call) => {
    const value = first(guarded(() => argumentOf(call, 0)));
    const at = value instanceof SheetError ? ERROR_NUMBERS.indexOf(value.code) : -1;
    if (at < 0) throw NA;
    return at + 1;
  }),
  TYPE: lazy(1, 1, (call) => {
    const value = guarded(() => argumentOf(call, 0));
    if (isMatrix(value) && value.rows * value.columns > 1) return 64;
    const cell = first(value);
    if (cell instanceof SheetError) return 16;
    if (typeof cell === 'boolean') return 4;
    return typeof cell === 'string' ? 2 : 1;
  }),
  N: single(1, 1, (a) => {
    const cell = a.cell(0);
    return typeof cell === 'number' || typeof cell === 'boolean' ? toNumber(cell) : 0;
  }),
  NA: single(0, 0, () => {
    throw NA;
  }),
};
