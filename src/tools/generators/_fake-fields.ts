import { invalid, quote } from '../../core/errors.js';
import { type FakeRows, ROW_KINDS, type RowKind } from '../../engines/fake-data.js';
import { JsonNumber, type JsonValue } from '../../lib/json/values.js';

const MAX_FIELDS = 50;
const MAX_NUMBER = 1e12;

export interface FakeField {
  readonly name: string;
  readonly make: (rows: FakeRows, index: number) => JsonValue;
}

/** Parts between commas and line breaks that are outside of brackets. */
const partsOf = (fields: string): string[] =>
  fields
    .split(/[,\n](?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const cell = (value: string | number | boolean): JsonValue =>
  typeof value === 'number' ? new JsonNumber(String(value)) : value;

function maker(kind: string, inside: string | undefined, part: string): FakeField['make'] {
  if (kind === 'id') return (_, index) => new JsonNumber(String(index + 1));
  if (kind === 'enum') {
    const choices = (inside ?? '').split('|').map((choice) => choice.trim());
    if (choices.length < 2)
      throw invalid(`Option "fields" has an enum without choices such as (a|b), got ${quote(part)}`);
    return (rows) => choices[rows.below(choices.length)] ?? '';
  }
  const found = ROW_KINDS.find((one) => one === kind);
  if (found === undefined)
    throw invalid(`Option "fields" has the unknown kind ${quote(kind)}; known are id, enum, ${ROW_KINDS.join(', ')}`);
  const [low, high] = boundsOf(found, inside, part);
  return (rows) => cell(rows.value(found, low, high));
}

/** `(18..90)` of numbers. */
function boundsOf(kind: RowKind, inside: string | undefined, part: string): readonly [number, number] {
  if (inside === undefined) return [0, 1000];
  const [, low, high] = /^\s*(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)\s*$/.exec(inside) ?? [];
  const [least, most] = [Number(low), Number(high)];
  const isNumber = kind === 'integer' || kind === 'decimal';
  // A whole number must be between them.
  const isRange = kind === 'integer' ? Math.ceil(least) <= Math.floor(most) : least <= most;
  if (!isNumber || !isRange || Math.abs(least) > MAX_NUMBER || Math.abs(most) > MAX_NUMBER)
    throw invalid(
      `Option "fields" has brackets that do not fit, got ${quote(part)}; write integer(18..90) or enum(a|b)`,
    );
  return [least, most];
}

/** `id:uuid, name:fullName, age:integer(18..90), status:enum(new|paid)`; a kind alone is its own name. Throws INVALID_INPUT. */
export function readFakeFields(fields: string): FakeField[] {
  const parts = partsOf(fields);
  if (parts.length === 0) throw invalid('Option "fields" names no field');
  if (parts.length > MAX_FIELDS)
    throw invalid(`Option "fields" names ${parts.length} fields; ${MAX_FIELDS} are possible`);
  const names = new Set<string>();
  return parts.map((part) => {
    const [, name, kind = '', inside] = /^(?:([^:()]{1,60}):)?\s*([A-Za-z0-9]+)\s*(?:\(([^()]*)\))?$/.exec(part) ?? [];
    if (kind === '')
      throw invalid(`Option "fields" is not a list such as id:uuid, age:integer(18..90), got ${quote(part)}`);
    const shown = (name ?? kind).trim();
    if (shown === '' || names.has(shown))
      throw invalid(`Option "fields" names the field ${quote(shown)} twice or not at all`);
    names.add(shown);
    return { name: shown, make: maker(kind, inside, part) };
  });
}
