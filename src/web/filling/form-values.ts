import { parseJson } from '../../lib/json/parse.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import type { PlacedBox } from '../pdf/pdf-messages.js';

/** A field of a PDF's form, as `pdf-form-fields` describes it. */
export interface FormField {
  readonly name: string;
  readonly type: 'text' | 'checkbox' | 'radio' | 'dropdown' | 'list' | 'button' | 'signature' | 'unknown';
  readonly label?: string;
  readonly value: string | readonly string[] | null;
  readonly options?: readonly FieldOption[];
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiline?: boolean;
  readonly password?: boolean;
  readonly maxLength?: number;
  readonly multiple?: boolean;
  readonly editable?: boolean;
  readonly places: readonly FieldPlace[];
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

export interface FieldPlace {
  readonly page: number | null;
  readonly rectangle: readonly number[];
  /** The choice that this place stands for. */
  readonly option?: string;
}

/** Values by the full name of their field, as the tool takes them. */
export type FormValues = ReadonlyMap<string, JsonValue>;

/** The values of one form; `undefined` where a text holds something else. */
export function readValues(text: string): FormValues | undefined {
  if (text.trim() === '') return new Map();
  try {
    const values = parseJson(text);
    return isJsonObject(values) ? values : undefined;
  } catch {
    // Not JSON, or not yet.
    return undefined;
  }
}

/** The text with another value of a field; what the field holds in the file anyway is left out. */
export function withValue(values: FormValues, field: FormField, value: JsonValue): string {
  const next = new Map(values);
  if (isSame(value, field)) next.delete(field.name);
  else next.set(field.name, value === '' || isEmptyList(value) ? null : value);
  return next.size === 0 ? '' : writeJson(next, { indent: '  ' });
}

const isEmptyList = (value: JsonValue): boolean => isJsonArray(value) && value.length === 0;

function isSame(value: JsonValue, field: FormField): boolean {
  if (field.type === 'checkbox' || field.type === 'radio')
    return stateOf(field, value) === stateOf(field, field.value as JsonValue);
  return linesOf(value) === linesOf(field.value as JsonValue);
}

/** A text as fields on pages have it: lines end with LF. */
const linesOf = (value: JsonValue): string => chosen(value).join('\n').replace(/\r\n?/g, '\n');

/** What a field holds: the value that is filled in, else that of the file. */
export const heldValue = (values: FormValues, field: FormField): JsonValue =>
  values.get(field.name) ?? (values.has(field.name) ? null : (field.value as JsonValue));

/** A value as texts: none, one, or several of a list. */
export function chosen(value: JsonValue): readonly string[] {
  if (value === null || value === '') return [];
  if (isJsonArray(value)) return value.flatMap(chosen);
  return [value instanceof JsonNumber ? value.source : String(value)];
}

/** The option of a check box or of radio buttons that a value stands for, by the tool's rules; `undefined` for none. */
export function stateOf({ type, options = [] }: FormField, value: JsonValue): string | undefined {
  const [text] = chosen(value);
  if (text === undefined || value === false || text === 'Off') return undefined;
  const first = options[0]?.value ?? 'Yes';
  if (value === true && type === 'checkbox') return first;
  const option = options.find((each) => each.value === text) ?? options.find(({ label }) => label === text);
  if (option !== undefined) return option.value;
  return type === 'checkbox' && options.length <= 1 && /^(?:true|yes|on|x|1)$/i.test(text) ? first : undefined;
}

/** The same of choices: values of options, whether they were given by value or by label. */
export const optionsOf = ({ options = [] }: FormField, value: JsonValue): readonly string[] =>
  chosen(value).map(
    (text) => (options.find((each) => each.value === text || each.label === text) ?? { value: text }).value,
  );

/** Line by line, each from the left: the order in which a page is read, and filled in. */
export function inReadingOrder<T extends { readonly box: PlacedBox }>(items: readonly T[]): T[] {
  const waiting = [...items].sort((a, b) => a.box.top - b.box.top);
  const ordered: T[] = [];
  let line: T[] = [];
  let middle = 0;
  for (const item of waiting) {
    if (line.length > 0 && item.box.top > middle) {
      ordered.push(...line.sort((a, b) => a.box.left - b.box.left));
      line = [];
    }
    if (line.length === 0) middle = item.box.top + item.box.height / 2;
    line.push(item);
  }
  return [...ordered, ...line.sort((a, b) => a.box.left - b.box.left)];
}
