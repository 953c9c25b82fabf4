import { extensionOf } from '../../core/files.js';
import { type InputFile, invalid, overLimit, quote } from '../../core/index.js';
import { type CsvSource, csvLabel, openCsv, pastedCsv } from '../../formats/csv-file.js';
import { readJson } from '../../formats/json-document.js';
import type { FieldValue } from '../../formats/pdf/forms/fill-form.js';
import type { FormField } from '../../formats/pdf/forms/form-fields.js';
import { readTextFile } from '../../formats/text-source.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { levenshtein, numberTexts } from '../../lib/text/edit-distance.js';

/** Most forms of one run. Chosen: a hundred of 300 KiB are what a response may hold. */
const MAX_FORMS = 100;

/** Values by full field name, a map for each form to fill in. */
export type FormValues = ReadonlyMap<string, FieldValue>;

/**
 * The values to fill in: a JSON object in `input` or a file, an array of them for several forms, or CSV with a form a
 * row and field names at the top, whose empty cells fill in nothing. Throws INVALID_INPUT, LIMIT_EXCEEDED.
 */
export async function readFormValues(input: string, file: InputFile | undefined): Promise<FormValues[]> {
  if (file !== undefined && input !== '')
    throw invalid('Property "input" must be empty if a file with values is uploaded');
  if (file === undefined && input === '')
    throw invalid('Property "input" must contain the values if no file with values is uploaded');
  const rows = file === undefined ? pastedCsv(input) : extensionOf(file.name) === '.csv' ? file : undefined;
  if (rows !== undefined) return await readRows(rows);
  const { text, label } = file === undefined ? { text: input, label: 'property "input"' } : await readTextFile(file);
  const json = readJson(text, label);
  const list = isJsonArray(json) ? json : [json];
  if (list.length === 0) throw invalid(`Cannot fill in a form: ${label} is an empty array`);
  if (list.length > MAX_FORMS) throw tooMany(list.length);
  return list.map((values) => valuesOf(values, label));
}

const tooMany = (count: number) => overLimit(`Values must be for at most ${MAX_FORMS} forms, got ${count}`);

function valuesOf(json: JsonValue, label: string): FormValues {
  if (!isJsonObject(json))
    throw invalid(`Cannot fill in a form: ${label} must be a JSON object of field names and values`);
  const values = new Map<string, FieldValue>();
  for (const [name, value] of json) values.set(name, fieldValue(name, value));
  return values;
}

function fieldValue(name: string, value: JsonValue): FieldValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // As it was written: 1.10 stays 1.10.
  if (value instanceof JsonNumber) return value.source;
  if (isJsonArray(value) && value.every((part) => typeof part === 'string')) return value as readonly string[];
  throw invalid(`Field ${quote(name)} must be a text, a number, true, false, null or an array of texts`);
}

async function readRows(file: CsvSource): Promise<FormValues[]> {
  const { header, rows } = await openCsv(file, MAX_FORMS);
  if (rows.length === 0) throw invalid(`Cannot read ${csvLabel(file)}: it must have at least one row below its header`);
  return rows.map(({ cells }) => {
    const values = new Map<string, FieldValue>();
    for (const [i, name] of header.cells.entries()) {
      const cell = cells[i] ?? '';
      if (cell !== '') values.set(name.trim(), cell);
    }
    return values;
  });
}

/** Throws INVALID_INPUT naming a field that the form has not, and the nearest that it has. */
export function checkNames(values: readonly FormValues[], fields: readonly FormField[], pdfName: string): void {
  const known = new Set(fields.map(({ name }) => name));
  for (const form of values) {
    for (const name of form.keys()) {
      if (known.has(name)) continue;
      const nearest = nearestOf(name, [...known]);
      const hint = nearest === undefined ? '' : `, the nearest is ${quote(nearest)}`;
      throw invalid(`PDF ${quote(pdfName)} has no field ${quote(name)}${hint}`);
    }
  }
}

/** Names longer than this are not compared. */
const COMPARED_CHARACTERS = 200;

function nearestOf(name: string, names: readonly string[]): string | undefined {
  const text = name.slice(0, COMPARED_CHARACTERS).toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of names.slice(0, 5000)) {
    const distance = levenshtein(numberTexts(text, other.slice(0, COMPARED_CHARACTERS).toLowerCase()));
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}
