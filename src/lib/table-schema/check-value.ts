/** Whether a cell is of the type of its field, and within its bounds. */

import { ContentFault, unlessFaulty } from '../faults.js';
import { parseJson } from '../json/parse.js';
import { isJsonArray, isJsonObject } from '../json/values.js';
import { compare } from '../numbers/rational.js';
import { numberReader } from '../numbers/typed-number.js';
import type { FieldRules } from './schema.js';

export interface ValueFault {
  readonly rule: 'type' | 'enum' | 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'pattern';
  readonly message: string;
}

export type PatternTest = (text: string) => boolean;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const SPECIAL = /^(?:NaN|-?INF)$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/;
const DURATION = /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const URI = /^[A-Za-z][A-Za-z\d+.-]*:\S+$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;

const exact = numberReader();
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  if (year === '') return false;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = Number(month) === 2 && isLeap ? 29 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= days;
}

function isTime(text: string): boolean {
  const [, hours = '', minutes = '', seconds = ''] = TIME.exec(text) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}

const isDatetime = (text: string): boolean => {
  const at = text.indexOf('T');
  return at > 0 && isDate(text.slice(0, at)) && isTime(text.slice(at + 1));
};

/** The number of a cell without what the field says to leave out; `undefined` where it is not one. */
function numberOf(text: string, { decimalChar, groupChar, bareNumber, type }: FieldRules): string | undefined {
  let number = groupChar === '' ? text : text.replaceAll(groupChar, '');
  if (decimalChar !== '.') number = number.replaceAll('.', '?').replace(decimalChar, '.');
  if (!bareNumber) number = number.replace(/^[^\d.+-]+|[^\d.]+$/g, '');
  if (type === 'integer') return /^[+-]?\d+$/.test(number) ? number : undefined;
  return NUMBER.test(number) || SPECIAL.test(number) ? number : undefined;
}

const jsonIs = (text: string, is: (value: ReturnType<typeof parseJson>) => boolean): boolean => {
  const value = unlessFaulty(() => parseJson(text));
  return value !== undefined && is(value);
};

const isCoordinate = (text: string, limit: number): boolean =>
  NUMBER.test(text.trim()) && Math.abs(Number(text)) <= limit;

function isOfType(text: string, field: FieldRules): boolean {
  switch (field.type) {
    case 'integer':
    case 'number':
      return numberOf(text, field) !== undefined;
    case 'boolean':
      return field.trueValues.includes(text) || field.falseValues.includes(text);
    case 'date':
      return isDate(text);
    case 'time':
      return isTime(text);
    case 'datetime':
      return isDatetime(text);
    case 'year':
      return /^-?\d{4,5}$/.test(text);
    case 'yearmonth':
      return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
    case 'duration':
      return DURATION.test(text) && !text.endsWith('T');
    case 'object':
    case 'geojson':
      return jsonIs(text, isJsonObject);
    case 'array':
      return jsonIs(text, isJsonArray);
    case 'geopoint': {
      const [longitude = '', latitude = '', more] = text.split(',');
      return more === undefined && isCoordinate(longitude, 180) && isCoordinate(latitude, 90);
    }
    case 'string':
      return isOfFormat(text, field.format);
    default:
      return true;
  }
}

const FORMATS: Readonly<Record<string, RegExp>> = { email: EMAIL, uri: URI, uuid: UUID, binary: BASE64 };

const isOfFormat = (text: string, format: string): boolean =>
  text.length > 10_000 || (Object.hasOwn(FORMATS, format) ? (FORMATS[format]?.test(text) ?? true) : true);

/** Of two values of one type: negative where the first is less. Dates and times of one form are in the order of their letters. */
function compared(a: string, b: string, field: FieldRules): number {
  if (field.type !== 'integer' && field.type !== 'number' && field.type !== 'year') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [numberOf(a, field) ?? a, b];
  if (left.length < 15 && right.length < 15) return Number(left) - Number(right);
  const [one, two] = [exact.read(left), exact.read(right)];
  return one === undefined || two === undefined ? 0 : compare(one, two);
}

/** Types whose minimum and maximum have a meaning here. */
const ORDERED = new Set(['integer', 'number', 'date', 'time', 'datetime', 'year', 'yearmonth']);

/** Throws `ContentFault` for rules that cannot be checked. */
export function checkRules(field: FieldRules): void {
  const isBounded = field.minimum !== undefined || field.maximum !== undefined;
  const name = JSON.stringify(field.name.slice(0, 60));
  if (isBounded && !ORDERED.has(field.type))
    throw new ContentFault(`field ${name} is of type ${field.type}, which has no minimum and maximum`);
  for (const bound of [field.minimum, field.maximum])
    if (bound !== undefined && !isOfType(bound, { ...field, decimalChar: '.', groupChar: '', bareNumber: true }))
      throw new ContentFault(
        `field ${name} has a minimum or maximum that is not of its type: ${JSON.stringify(bound.slice(0, 60))}`,
      );
  const isPatterned = ['date', 'time', 'datetime'].includes(field.type) && field.format !== 'default';
  if (isPatterned)
    throw new ContentFault(
      `field ${name} has the format ${JSON.stringify(field.format.slice(0, 60))}; dates and times must be in ISO 8601`,
    );
}

/** Faults of a cell that has a value. */
export function valueFaults(text: string, field: FieldRules, matches: PatternTest | undefined): ValueFault[] {
  if (!isOfType(text, field)) {
    const format = field.type === 'string' && field.format !== 'default' ? ` of format ${field.format}` : '';
    return [{ rule: 'type', message: `not of type ${field.type}${format}` }];
  }
  const faults: ValueFault[] = [];
  const { minimum, maximum, minLength, maxLength } = field;
  if (field.enum !== undefined && !field.enum.includes(text))
    faults.push({ rule: 'enum', message: 'not one of the allowed values' });
  if (minimum !== undefined && compared(text, minimum, field) < 0)
    faults.push({ rule: 'minimum', message: `less than ${minimum}` });
  if (maximum !== undefined && compared(text, maximum, field) > 0)
    faults.push({ rule: 'maximum', message: `greater than ${maximum}` });
  const length = minLength === undefined && maxLength === undefined ? 0 : [...text].length;
  if (minLength !== undefined && length < minLength)
    faults.push({ rule: 'minLength', message: `shorter than ${minLength} characters` });
  if (maxLength !== undefined && length > maxLength)
    faults.push({ rule: 'maxLength', message: `longer than ${maxLength} characters` });
  if (matches !== undefined && !matches(text))
    faults.push({ rule: 'pattern', message: `does not match ${field.pattern}` });
  return faults;
}
