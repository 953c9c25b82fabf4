import { MAX_REPAIRED_CHARACTERS, repairedJson } from '../../engines/json/json-repair.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';
import { isJsonObject, type JsonValue } from '../../lib/json/values.js';
import {
  bracketParts,
  codeBlocks,
  isReference,
  looksLikeJson,
  type OutputPart,
  tagParts,
  withoutBlocks,
} from '../../lib/llm/model-output.js';
import { isDelimiterRow, readMarkdownTable } from '../../lib/table/read-table.js';

/** One thing that was found, and what tells it apart. */
export interface Extract extends OutputPart {
  readonly value: JsonValue;
  readonly repaired?: boolean;
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface Extracts {
  readonly found: readonly Extract[];
  readonly warnings: readonly string[];
}

/** Rows as objects by the names of the columns; a name that comes again, or none, gets its number. */
function tableValue(source: string): JsonValue {
  const { rows, hasHeader } = readMarkdownTable(source);
  const [header = [], ...body] = hasHeader ? rows : [[], ...rows];
  const width = rows[0]?.length ?? 0;
  const names: string[] = [];
  for (let column = 0; column < width; column++) {
    const name = header[column] ?? '';
    names.push(name === '' || names.includes(name) ? `${name}${name === '' ? 'column' : ''}${column + 1}` : name);
  }
  return body.map((row) => new Map(names.map((name, column) => [name, row[column] ?? ''])));
}

/** Pipe tables outside of code blocks. */
export function findTables(text: string): Extracts {
  const found: Extract[] = [];
  const lines: { readonly start: number; readonly line: string }[] = [];
  for (const { 0: line, index } of withoutBlocks(text, codeBlocks(text)).matchAll(/[^\n]+/g))
    lines.push({ start: index, line });
  for (let at = 1; at < lines.length; at++) {
    const header = lines[at - 1];
    if (header === undefined || !isDelimiterRow(lines[at]?.line ?? '') || !header.line.includes('|')) continue;
    let last = at;
    while (lines[last + 1]?.line.includes('|') && (lines[last + 1]?.start ?? 0) === endOf(lines[last]) + 1) last++;
    const end = endOf(lines[last]);
    const value = unlessFaulty(() => tableValue(text.slice(header.start, end)));
    if (value !== undefined) found.push({ start: header.start, end, place: 'text', isCutOff: false, value });
    at = last + 1;
  }
  return { found, warnings: [] };
}

const endOf = (line: { readonly start: number; readonly line: string } | undefined): number =>
  line === undefined ? 0 : line.start + line.line.length;

export const findCode = (text: string): Extracts => ({
  found: codeBlocks(text).map((block) => ({
    ...block,
    value: text.slice(block.start, block.end),
    more: { language: block.language },
  })),
  warnings: [],
});

export const findTags = (text: string): Extracts => ({
  found: tagParts(withoutBlocks(text, codeBlocks(text))).map((part) => ({
    ...part,
    value: text.slice(part.start, part.end).trim(),
    more: { tag: part.tag, attributes: Object.fromEntries(part.attributes) },
  })),
  warnings: [],
});

/** JSON in code blocks and in the words between them, in order. `repair` also takes what is broken. */
export function findJson(text: string, repair: boolean): Extracts {
  const blocks = codeBlocks(text);
  const inBlocks = blocks.filter(
    ({ start, end, language }) => /^json/i.test(language) || looksLikeJson(text.slice(start, end)),
  );
  const words = withoutBlocks(text, blocks);
  const inWords = bracketParts(words).filter((part) => !isReference(words, part));
  const found: Extract[] = [];
  const warnings: string[] = [];
  let left = MAX_REPAIRED_CHARACTERS;
  for (const part of [...inBlocks, ...inWords].sort((a, b) => a.start - b.start)) {
    const source = text.slice(part.start, part.end);
    const value = unlessFaulty(() => parseJson(source.trim()));
    if (value !== undefined) found.push({ ...part, value, repaired: false });
    else if (repair && looksLikeJson(source)) {
      left -= source.length;
      const repaired = left < 0 ? undefined : repairedJson(source);
      const read = repaired === undefined ? undefined : unlessFaulty(() => parseJson(repaired));
      if (read !== undefined && typeof read === 'object') found.push({ ...part, value: read, repaired: true });
      else if (left < 0)
        warnings.push(
          `JSON at character ${part.start + 1} is broken and was not repaired: only ${MAX_REPAIRED_CHARACTERS} characters are per run`,
        );
      else warnings.push(`JSON at character ${part.start + 1} is beyond repair`);
    }
  }
  return { found: withoutEmpty(found), warnings };
}

/** Braces of a template or a set in a sentence are empty JSON too: they count only where there is nothing else. */
function withoutEmpty(found: readonly Extract[]): readonly Extract[] {
  const full = found.filter(({ value }) => !(isJsonObject(value) && value.size === 0));
  return full.length === 0 ? found : full;
}

/** Most that are listed; the count goes on. */
export const MAX_ITEMS = 1_000;

export interface Judged extends Extract {
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

type Pick = 'first' | 'last' | 'largest' | 'all';

/** Those that are picked; of those that match the schema where there are any. */
export function picked(items: readonly Judged[], pick: Pick): readonly Judged[] {
  if (pick === 'all') return items.slice(0, MAX_ITEMS);
  const valid = items.filter(({ errors }) => errors === undefined || errors.length === 0);
  const from = valid.length === 0 ? items : valid;
  const sized = pick === 'largest' ? [...from].sort((a, b) => b.end - b.start - (a.end - a.start)) : from;
  return pick === 'last' ? sized.slice(-1) : sized.slice(0, 1);
}
