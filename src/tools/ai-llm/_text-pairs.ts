import { extensionOf } from '../../core/files.js';
import { invalid, overLimit, quote } from '../../core/index.js';
import type { InputFile } from '../../core/tool.js';
import { readJsonOrLines } from '../../formats/json-document.js';
import { listColumns, readCsvText } from '../../formats/table-text.js';
import { readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { splitLines } from '../../lib/text/lines.js';

export interface TextPair {
  readonly hypothesis: string;
  readonly references: readonly string[];
}

export interface PairOptions {
  readonly reference: string;
  readonly perLine: boolean;
  readonly hypothesisColumn: string;
  readonly referenceColumn: string;
}

const MAX_PAIRS = 50_000;

/** What is compared: two texts, line by line where asked for, or the rows of a table. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export async function readPairs(
  run: { readonly input: string; readonly files: readonly InputFile[] },
  options: PairOptions,
): Promise<TextPair[]> {
  const { reference, perLine } = options;
  const [first, second] = run.files;
  if (first !== undefined && second !== undefined) {
    if (run.input !== '' || reference !== '')
      throw invalid('Property "input" and option "reference" must be empty where two files are given');
    return pairsOf(await readTextFile(first), await readTextFile(second), perLine);
  }
  const source = await readTextSource(run);
  if (reference !== '') return pairsOf(source, { text: reference, label: 'option "reference"' }, perLine);
  const pairs =
    /^\.(jsonl?|ndjson)$/.test(extensionOf(source.file?.name ?? '')) || /^\s*[[{]/.test(source.text)
      ? jsonPairs(source, options)
      : csvPairs(source, options);
  return checked(pairs);
}

function checked(pairs: TextPair[]): TextPair[] {
  if (pairs.length > MAX_PAIRS) throw overLimit(`At most ${MAX_PAIRS} pairs can be compared, got ${pairs.length}`);
  return pairs;
}

type Named = Pick<TextSource, 'text' | 'label'>;

function pairsOf(hypothesis: Named, reference: Named, perLine: boolean): TextPair[] {
  if (!perLine) return [{ hypothesis: hypothesis.text, references: [reference.text] }];
  const [ours, theirs] = [linesOf(hypothesis.text), linesOf(reference.text)];
  if (ours.length !== theirs.length)
    throw invalid(
      `With "perLine", both texts must have as many lines: ${hypothesis.label} has ${ours.length}, ${reference.label} has ${theirs.length}`,
    );
  return checked(ours.map((line, index) => ({ hypothesis: line, references: [theirs[index] ?? ''] })));
}

const linesOf = (text: string): readonly string[] => splitLines(text.replace(/\r?\n$/, '')).lines;

function csvPairs(source: TextSource, { hypothesisColumn, referenceColumn }: PairOptions): TextPair[] {
  const { records } = readCsvText(source, 'auto');
  const [header = [], ...rows] = records;
  const columnOf = (name: string): number => {
    const index = header.map((cell) => cell.trim()).indexOf(name);
    if (index >= 0) return index;
    throw invalid(
      `Cannot find column ${quote(name)} in ${source.label}, which has ${listColumns(header)}; or give the text to compare with as option "reference"`,
    );
  };
  const [ours, theirs] = [columnOf(hypothesisColumn), columnOf(referenceColumn)];
  return rows.map((row) => ({ hypothesis: row[ours] ?? '', references: [row[theirs] ?? ''] }));
}

function jsonPairs(source: TextSource, { hypothesisColumn, referenceColumn }: PairOptions): TextPair[] {
  const read = readJsonOrLines(source);
  const rows = 'lines' in read ? read.lines : isJsonArray(read.document) ? read.document : [read.document];
  return rows.map((row, index) => {
    const textsAt = (key: string): string[] => {
      const value = isJsonObject(row) ? row.get(key) : undefined;
      const list = value === undefined ? [] : (isJsonArray(value) ? value : [value]).map(textOf);
      if (list.length > 0 && list.every((item) => item !== undefined)) return list;
      throw invalid(`Cannot read ${source.label}: item ${index + 1} must have ${quote(key)} with a text`);
    };
    return { hypothesis: textsAt(hypothesisColumn)[0] ?? '', references: textsAt(referenceColumn) };
  });
}

function textOf(value: JsonValue): string | undefined {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' ? value : undefined;
}
