import { overLimit } from '../core/errors.js';
import { CLASS_LIMITS, type ToolClass } from '../core/limits.js';
import { refusing } from '../core/refusing.js';
import { JSON_MIME, jsonText, type ToolResult } from '../core/results.js';
import { DELIMITER_CHARACTERS } from '../core/shared-options.js';
import { type CsvCells, readCsvCells } from '../lib/csv/cells.js';
import { sniffDelimiter } from '../lib/csv/sniff.js';
import { type DocumentKind, documentResult, type TextSource } from './text-source.js';

/** A choice of the shared option `delimiter`. */
export type DelimiterChoice = 'auto' | keyof typeof DELIMITER_CHARACTERS;

export interface CsvText extends CsvCells {
  /** The character that divides the columns. */
  readonly delimiter: string;
}

/**
 * Reads a caller's CSV. With `auto` the delimiter is found out, and in a text whose first record is one cell, the commas of the
 * others belong to their text. `label` as in `TextSource`. Throws INVALID_INPUT where a quote is not closed, LIMIT_EXCEEDED beyond
 * 16,384 columns.
 */
export function readCsvText({ text, label }: Pick<TextSource, 'text' | 'label'>, choice: DelimiterChoice): CsvText {
  const delimiter = choice === 'auto' ? sniffDelimiter(text) : DELIMITER_CHARACTERS[choice];
  const read = refusing(`Cannot read ${label} as CSV`, () => readCsvCells(text, delimiter));
  const isSingle = choice === 'auto' && read.records[0]?.length === 1 && !text.includes('"');
  if (!isSingle) return { ...read, delimiter };
  return { ...read, records: read.records.map((cells) => [cells.join(delimiter)]), delimiter };
}

/** `documentResult`, refused with LIMIT_EXCEEDED where a tool of this class may not return so much. */
export function boundedDocument<Data>(
  source: TextSource,
  content: string,
  kind: DocumentKind,
  toolClass: ToolClass,
): ToolResult<Data> {
  checkDocumentSize(content, source.file !== undefined, kind.mime === JSON_MIME, toolClass);
  return documentResult(source, content, kind);
}

/** Room for what stands around the text of an answer. */
const ENVELOPE_BYTES = 1024;

/** Throws LIMIT_EXCEEDED where a text is too long to be returned, as a file or as the text of an answer. */
export function checkDocumentSize(content: string, isFile: boolean, isJson: boolean, toolClass: ToolClass): void {
  const { outputFileBytes, resultBytes } = CLASS_LIMITS[toolClass];
  // Fast for ordinary answers: a UTF-16 unit is at most 6 bytes in JSON, and JSON text stands there twice.
  if (!isFile && content.length * 9 < resultBytes - ENVELOPE_BYTES) return;
  const bytes = Buffer.byteLength(content);
  if (isFile) {
    if (bytes > outputFileBytes) throw tooLong(bytes, outputFileBytes);
    return;
  }
  // Where no character takes more than two bytes for one, the exact count is not needed.
  if ((isJson ? 3 : 2) * bytes < resultBytes - ENVELOPE_BYTES && !LONG_ESCAPES.test(content)) return;
  const inAnswer = Buffer.byteLength(JSON.stringify(content)) + (isJson ? bytes : 0) + ENVELOPE_BYTES;
  if (inAnswer > resultBytes) throw tooLong(inAnswer, resultBytes);
}

/** What JSON may write as `\u0000`. */
const LONG_ESCAPES = /[\u0000-\u0008\u000b\u000e-\u001f\ud800-\udfff]/;

/** `jsonText`, refused with LIMIT_EXCEEDED where a tool of this class may not return so much. */
export function boundedJson<Data>(content: string, toolClass: ToolClass): ToolResult<Data> {
  checkDocumentSize(content, false, true, toolClass);
  return jsonText(content);
}

const tooLong = (bytes: number, limit: number): Error =>
  overLimit(`The result must have at most ${limit} bytes in the answer, got ${bytes}`);
