import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { refusing } from '../../core/refusing.js';
import { json, type ToolResult } from '../../core/results.js';
import { place } from '../../core/shared-data.js';
import type { FileRule, InputFile } from '../../core/tool.js';
import { ContentFault, inLine } from '../../lib/faults.js';
import { checkLineCount, readTextFile, readTextSource, type TextSource } from '../text-source.js';

const MAX_SHOWN = 200;

export const LINE_FILES = { min: 0, max: 20, formats: ['.txt', '.csv', '.log', '.conf'] } as const satisfies FileRule;

export const linesNote = (most: number) =>
  `One per line, up to ${most} lines; empty lines and lines that begin with # are skipped. Instead of "input" up to 20 text files. A line that cannot be read has its "error", unless no line can be read: then the run is refused.`;

/** `data` of a tool that works on each line: `row` says what it tells of one that can be read. */
export function lineData<Row extends z.ZodRawShape>(row: Row) {
  const results = z
    .array(
      z.object({
        line: place('Line it was read from.'),
        input: z.string().describe('The line as it was given, up to 200 characters.'),
        error: z.string().optional().describe('Why the line cannot be read; it has no other keys then.'),
        ...z.object(row).partial().shape,
      }),
    )
    .describe('One per line or value, in their order.');
  return z.union([
    z.object({ results }),
    z.object({
      files: z
        .array(
          z.object({
            name: z.string().describe('Name of the upload.'),
            error: z.string().optional().describe('Why this file failed, where others succeeded.'),
            results: results.optional(),
          }),
        )
        .describe('Where several files were sent: one per upload, in their order.'),
    }),
  ]);
}

interface Lines {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

interface Row {
  readonly line: number;
  readonly input: string;
  readonly error?: string;
}

type Split = (line: string) => readonly string[];

function rowsOf(source: TextSource, most: number, tell: (line: string) => object, split?: Split): Row[] {
  const lines = source.text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
    .flatMap(({ line, text }) => (split?.(text) ?? [text]).map((value) => ({ line, text: value })));
  checkLineCount(lines.length, most, source.label);
  const rows: Row[] = [];
  let fault: { readonly line: number; readonly error: ContentFault } | undefined;
  let good = 0;
  for (const { line, text } of lines) {
    const row = { line, input: text.slice(0, MAX_SHOWN) };
    try {
      rows.push({ ...row, ...tell(text) });
      good += 1;
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
      fault ??= { line, error };
      rows.push({ ...row, error: error.message });
    }
  }
  const first = fault;
  const sentence = `Cannot read ${source.label}`;
  if (lines.length === 0)
    refusing(sentence, () => {
      throw new ContentFault('it has no line to work on');
    });
  if (good === 0 && first !== undefined)
    refusing(sentence, () =>
      inLine(first.line, () => {
        throw first.error;
      }),
    );
  return rows;
}

/** Works on each line of `input`, of a file, or of several files, or on each value that `split` gives of a line. LIMIT_EXCEEDED beyond `most`. */
export async function eachLine<Data>(
  run: Lines,
  most: number,
  tell: (line: string) => object,
  split?: Split,
): Promise<ToolResult<Data>> {
  if (run.files.length < 2 || run.input !== '')
    return json({ results: rowsOf(await readTextSource(run), most, tell, split) }) as ToolResult<Data>;
  const result = await eachFile(run, async (file) => ({
    report: { results: rowsOf(await readTextFile(file), most, tell, split) },
    outputs: [],
  }));
  // The rows are those of the tool's own schema, which tests compare.
  return result as ToolResult<Data>;
}
