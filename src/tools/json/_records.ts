import { z } from 'zod';

import { invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { readJsonOrLines } from '../../formats/json-document.js';
import type { TextSource } from '../../formats/text-source.js';
import { readCsvRecords } from '../../lib/csv/records.js';
import { findRecords, unwindRecords, valueAt } from '../../lib/json/records.js';
import { isJsonArray, type JsonValue } from '../../lib/json/values.js';

/** Where the records of a document are. */
export const recordsPathOption = () =>
  z
    .string()
    .max(1000)
    .default('')
    .describe(
      'Place of the records, such as results or data.items; empty for the document or the only list of objects in it, "." for the document itself.',
    );

/** Which columns are written. */
export const columnsOption = () =>
  z
    .string()
    .max(10_000)
    .default('')
    .describe('Columns to write, in order, separated by commas (quoted as in CSV); empty for all.');

/** Rows of an array, or of lines. Throws INVALID_INPUT with the place of what is neither. */
export function readItems(source: TextSource, path: string, unwind: string, target: string): readonly JsonValue[] {
  const read = readJsonOrLines(source);
  const document = 'lines' in read ? read.lines : read.document;
  const chosen = refusing(`Cannot read option "path" in ${source.label}`, () =>
    path === '' ? findRecords(document) : valueAt(document, path),
  );
  const items = isJsonArray(chosen) ? chosen : [chosen];
  return unwind === ''
    ? items
    : refusing(`Cannot write ${source.label} as ${target}`, () => unwindRecords(items, unwind));
}

/** The names in option `columns`. Throws INVALID_INPUT where a quote has no end. */
export function readColumns(option: string): readonly string[] {
  const [first] = refusing('Option "columns" must be names divided by commas', () => [
    ...readCsvRecords(option.replaceAll(/[\n\r]/g, ','), ','),
  ]);
  return (first?.cells ?? []).map((name) => name.trim()).filter((name) => name !== '');
}

/** Throws INVALID_INPUT where a table has columns, and none of them is chosen; single ones that are missing are empty columns. */
export function checkChosen(chosen: readonly string[], columns: readonly string[]): void {
  if (chosen.length === 0 || columns.length === 0) return;
  const known = new Set(columns);
  if (chosen.some((name) => known.has(name))) return;
  const told = columns
    .slice(0, 10)
    .map((name) => quote(name))
    .join(', ');
  throw invalid(`Option "columns" names none of the columns, which are ${told}${columns.length > 10 ? ', …' : ''}`);
}
