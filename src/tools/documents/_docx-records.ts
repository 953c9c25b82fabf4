import { extensionOf } from '../../core/files.js';
import { type InputFile, invalid, overLimit } from '../../core/index.js';
import { csvLabel, openCsv, pastedCsv } from '../../formats/csv-file.js';
import { readJson } from '../../formats/json-document.js';
import { readTextFile } from '../../formats/text-source.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';

/** Chosen: a hundred letters of 100 KB are what a response may hold. */
export const MAX_DOCUMENTS = 100;

/** The data of each document. */
export async function recordsOf(input: string, file: InputFile | undefined): Promise<readonly JsonValue[]> {
  if (file !== undefined && input !== '')
    throw invalid('Property "input" must be empty where a file with data is given');
  if (file === undefined && input === '')
    throw invalid('Property "input" must not be empty where no file with data is given');
  const csv = file === undefined ? pastedCsv(input) : extensionOf(file.name) === '.csv' ? file : undefined;
  if (csv !== undefined) {
    const { header, rows } = await openCsv(csv, MAX_DOCUMENTS);
    if (rows.length === 0)
      throw invalid(`Cannot read ${csvLabel(csv)}: it must have at least one row below its header`);
    return rows.map(({ cells }) => new Map(header.cells.map((name, i) => [name.trim(), cells[i] ?? ''])));
  }
  const { text, label } = file === undefined ? { text: input, label: 'property "input"' } : await readTextFile(file);
  const data = readJson(text, label);
  const records = isJsonArray(data) ? data : [data];
  if (records.length === 0 || !records.every(isJsonObject))
    throw invalid('Input must be a JSON object, or a list of objects with a document for each');
  if (records.length > MAX_DOCUMENTS)
    throw overLimit(`Data must be for at most ${MAX_DOCUMENTS} documents, got ${records.length}`);
  return records;
}
