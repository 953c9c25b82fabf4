/** Table Schema (Data Package standard): what the columns of a table must hold. */

import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';

const FIELD_TYPES = [
  ...['string', 'integer', 'number', 'boolean', 'date', 'time', 'datetime', 'year', 'yearmonth', 'duration'],
  ...['object', 'array', 'list', 'geopoint', 'geojson', 'any'],
] as const;

export interface FieldRules {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly enum: readonly string[] | undefined;
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
  readonly decimalChar: string;
  readonly groupChar: string;
  readonly bareNumber: boolean;
  readonly trueValues: readonly string[];
  readonly falseValues: readonly string[];
}

export interface TableSchema {
  readonly fields: readonly FieldRules[];
  readonly missingValues: readonly string[];
  readonly primaryKey: readonly string[];
}

const MAX_FIELDS = 16_384;

/** Throws `ContentFault` naming the field and what is wrong with it. */
export function readTableSchema(value: JsonValue): TableSchema {
  if (!isJsonObject(value)) throw new ContentFault('a Table Schema is an object with "fields"');
  const fields = value.get('fields');
  if (fields === undefined || !isJsonArray(fields)) throw new ContentFault('a Table Schema has a list called "fields"');
  if (fields.length > MAX_FIELDS) throw new ContentFault(`a Table Schema has at most ${MAX_FIELDS} fields`);
  const read = fields.map((field, i) => {
    if (!isJsonObject(field)) throw new ContentFault(`field ${i + 1} must be an object`);
    return readField(field, `field ${i + 1}`);
  });
  const names = new Set(read.map(({ name }) => name));
  const primaryKey = textsOf(value.get('primaryKey') ?? [], '"primaryKey"');
  const unknown = primaryKey.find((name) => !names.has(name));
  if (unknown !== undefined)
    throw new ContentFault(`"primaryKey" names ${JSON.stringify(unknown)}, which is not a field`);
  return { fields: read, missingValues: textsOf(value.get('missingValues') ?? [''], '"missingValues"'), primaryKey };
}

function readField(field: JsonObject, place: string): FieldRules {
  const name = field.get('name');
  if (typeof name !== 'string') throw new ContentFault(`${place} must have a "name"`);
  const type = field.get('type') ?? 'string';
  if (typeof type !== 'string' || !(FIELD_TYPES as readonly string[]).includes(type))
    throw new ContentFault(`${place} has a type that is not known: ${shown(type)}`);
  const constraints = field.get('constraints') ?? new Map<string, JsonValue>();
  if (!isJsonObject(constraints)) throw new ContentFault(`${place} must have an object as "constraints"`);
  const text = (source: JsonObject, key: string, usual: string): string => {
    const found = source.get(key) ?? usual;
    if (typeof found !== 'string') throw new ContentFault(`${place} must have a text as "${key}"`);
    return found;
  };
  const flag = (source: JsonObject, key: string, usual: boolean): boolean => {
    const found = source.get(key) ?? usual;
    if (typeof found !== 'boolean') throw new ContentFault(`${place} must have true or false as "${key}"`);
    return found;
  };
  const bound = (key: string): string | undefined => {
    const found = constraints.get(key);
    if (found === undefined) return undefined;
    if (found instanceof JsonNumber) return found.source;
    if (typeof found === 'string') return found;
    throw new ContentFault(`${place} must have a number or a text as "${key}"`);
  };
  const length = (key: string): number | undefined => {
    const found = constraints.get(key);
    if (found === undefined) return undefined;
    const count = found instanceof JsonNumber ? found.toNumber() : Number.NaN;
    if (!Number.isInteger(count) || count < 0) throw new ContentFault(`${place} must have a whole number as "${key}"`);
    return count;
  };
  const choices = constraints.get('enum');
  const pattern = constraints.get('pattern');
  if (pattern !== undefined && typeof pattern !== 'string')
    throw new ContentFault(`${place} must have a text as "pattern"`);
  return {
    name,
    type,
    format: text(field, 'format', 'default'),
    required: flag(constraints, 'required', false),
    unique: flag(constraints, 'unique', false),
    enum: choices === undefined ? undefined : choicesOf(choices, place),
    minimum: bound('minimum'),
    maximum: bound('maximum'),
    minLength: length('minLength'),
    maxLength: length('maxLength'),
    pattern,
    decimalChar: text(field, 'decimalChar', '.'),
    groupChar: text(field, 'groupChar', ''),
    bareNumber: flag(field, 'bareNumber', true),
    trueValues: textsOf(field.get('trueValues') ?? ['true', 'True', 'TRUE', '1'], `"trueValues" of ${place}`),
    falseValues: textsOf(field.get('falseValues') ?? ['false', 'False', 'FALSE', '0'], `"falseValues" of ${place}`),
  };
}

const choicesOf = (value: JsonValue, place: string): readonly string[] => {
  if (!isJsonArray(value)) throw new ContentFault(`${place} must have a list as "enum"`);
  return value.map((item) => (item instanceof JsonNumber ? item.source : String(item)));
};

function textsOf(value: JsonValue, label: string): readonly string[] {
  const list = typeof value === 'string' ? [value] : value;
  if (!isJsonArray(list) || list.some((item) => typeof item !== 'string'))
    throw new ContentFault(`${label} must be a list of texts`);
  return list as readonly string[];
}

const shown = (value: JsonValue): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : typeof value;
