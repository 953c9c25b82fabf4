import { z } from 'zod';
import { defineTool } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { nameOf } from '../../engines/text/unicode-names.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { editedResult } from '../../formats/text-source.js';
import {
  type InvisibleKind,
  invisibleKind,
  reordersText,
  shapesEmoji,
  shapesLetters,
} from '../../lib/unicode/invisible-characters.js';
import { codePointLabel } from '../../lib/unicode/unicode-properties.js';

interface Found {
  readonly line: number;
  readonly column: number;
  readonly index: number;
  readonly codePoint: number;
  readonly kind: InvisibleKind;
}

interface Kept {
  readonly keepNewlines: boolean;
  readonly keepEmojiJoiners: boolean;
  readonly keepScriptJoiners: boolean;
}

/** The invisible characters of a text in order, without those that are kept. */
function* findInvisible(points: readonly number[], kept: Kept): Generator<Found, void> {
  let line = 1;
  let start = 0;
  for (let index = 0; index < points.length; index++) {
    const codePoint = points[index] ?? 0;
    const kind = invisibleKind(codePoint);
    if (kind !== undefined && !isKept(points, index, kind, kept)) {
      yield { line, column: index - start + 1, index, codePoint, kind };
    }
    const endsLine = codePoint === 0x0a || (codePoint === 0x0d && points[index + 1] !== 0x0a);
    if (!endsLine) continue;
    line++;
    start = index + 1;
  }
}

function isKept(points: readonly number[], index: number, kind: InvisibleKind, kept: Kept): boolean {
  if (kind === 'line-break' || kind === 'tab') return kept.keepNewlines;
  if (kept.keepEmojiJoiners && shapesEmoji(points, index)) return true;
  return kept.keepScriptJoiners && shapesLetters(points, index);
}

// `String.fromCodePoint(...points)` is limited by the stack.
const SLICE = 10_000;

function textOf(points: readonly number[], from: number, to: number): string {
  let text = '';
  for (let start = from; start < to; start += SLICE) {
    text += String.fromCodePoint(...points.slice(start, Math.min(to, start + SLICE)));
  }
  return text;
}

const describe = (replacement: string, codePoint: number): string =>
  replacement.replace(/\{(code|name)\}/g, (_, field) =>
    field === 'code' ? codePointLabel(codePoint) : nameOf(codePoint),
  );

function report(points: readonly number[], kept: Kept, limit: number) {
  const kinds = new Map<InvisibleKind, number>();
  const items: (Omit<Found, 'codePoint'> & { readonly codePoint: string; readonly name: string })[] = [];
  let found = 0;
  let reordering = false;
  for (const { codePoint, kind, ...place } of findInvisible(points, kept)) {
    found++;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    reordering ||= reordersText(codePoint);
    if (items.length < limit)
      items.push({ ...place, codePoint: codePointLabel(codePoint), name: nameOf(codePoint), kind });
  }
  return { found, reordering, kinds: Object.fromEntries(kinds), items };
}

const REPORT = {
  found: count('Number of invisible characters.'),
  reordering: z.boolean().describe('Whether any changes the order in which text is shown.'),
  kinds: z.record(z.string(), z.int()).describe('Counts by kind.'),
  items: z
    .array(
      z.object({
        line: place('Line of the character.'),
        column: place('Column of the character.'),
        index: count('Offset in code points.'),
        codePoint: z.string().describe('Code point, such as U+200B.'),
        name: z.string().describe('Unicode name.'),
        kind: z.string().describe('Kind of character.'),
      }),
    )
    .describe('The first of them.'),
};

export default defineTool({
  id: 'remove-invisible-characters',
  title: 'Remove Invisible Characters',
  summary: 'Finds and removes zero-width, bidirectional, tag, filler and control characters that hide in a text.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    action: z
      .enum(['remove', 'replace', 'report'])
      .default('remove')
      .describe('Removes them, replaces each with "replacement", or lists them.'),
    replacement: z
      .string()
      .max(100)
      .default('[{code}]')
      .describe('Written by action "replace"; {code} is U+200B, {name} its Unicode name.'),
    keepNewlines: z.boolean().default(true).describe('Keeps line breaks and tabs.'),
    keepEmojiJoiners: z
      .boolean()
      .default(true)
      .describe('Keeps joiners, selectors and tags where they make an emoji what it is.'),
    keepScriptJoiners: z
      .boolean()
      .default(true)
      .describe(
        'Keeps joiners and selectors that shape letters of Arabic, Indic, Mongolian, Chinese and Korean scripts.',
      ),
    limit: z
      .number()
      .min(1)
      .max(5000)
      .multipleOf(1)
      .default(1000)
      .describe('Number of places that action "report" lists at most.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'Invisible are control characters, line breaks, what Unicode calls Default_Ignorable_Code_Point (Unicode 17: zero-width characters, joiners, bidirectional controls, soft hyphen, variation selectors, tags, fillers), interlinear annotation marks and the empty Braille pattern. Spaces of any width are not among them.',
    'A form feed and a vertical tab are controls, U+0085, U+2028 and U+2029 line breaks.',
    'A file keeps its encoding and its byte order mark, which a report does not list.',
    'The report tells "reordering" where controls change the direction of text, as in source code that reads otherwise than it runs (Trojan Source). "found" and "kinds" count all, "items" lists the first ones. Columns and "index" count code points from 1 and from 0.',
    'Joiners of Persian, Hindi and other shaped scripts stay only between letters of that script; a variation selector stays only behind what it can select.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'zero width space',
    'remove zero-width characters',
    'strip control characters',
    'hidden characters',
    'invisible unicode',
    'soft hyphen',
    'trojan source',
    'bidi override',
    'remove bom',
    'chatgpt watermark characters',
  ],
  verified: [
    'Unicode 15 DerivedCoreProperties: every Default_Ignorable_Code_Point is removed and nothing else but the controls named in the notes',
    'Unicode 15 emoji-test: all sequences that are fully qualified come out unchanged',
  ],
  examples: [
    {
      title: 'A zero-width space and a soft hyphen',
      input: 'pass\u200bword co\u00adop',
      output: { text: 'password coop' },
    },
    {
      title: 'Emoji and Persian keep their joiners, stray ones go',
      input: '👨‍👩‍👧 می‌خواهم a\u200db',
      output: { text: '👨‍👩‍👧 می‌خواهم ab' },
    },
    {
      title: 'Made visible',
      input: 'if (admin\u202e) {',
      options: { action: 'replace', replacement: '<{code} {name}>' },
      output: { text: 'if (admin<U+202E RIGHT-TO-LEFT OVERRIDE>) {' },
    },
    {
      title: 'Where they stand',
      input: 'a\n\ufeffb\u2066',
      options: { action: 'report' },
      output: {
        data: {
          found: 2,
          reordering: true,
          kinds: { 'byte-order-mark': 1, bidi: 1 },
          items: [
            {
              line: 2,
              column: 1,
              index: 2,
              codePoint: 'U+FEFF',
              name: 'ZERO WIDTH NO-BREAK SPACE',
              kind: 'byte-order-mark',
            },
            { line: 2, column: 3, index: 4, codePoint: 'U+2066', name: 'LEFT-TO-RIGHT ISOLATE', kind: 'bidi' },
          ],
        },
      },
    },
    {
      title: 'A text without any',
      input: 'Grüße 你好\r\n',
      output: { text: 'Grüße 你好\r\n' },
    },
    {
      title: 'Neither text nor file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    const pointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
    if (options.action === 'report') {
      return eachTextReport(
        { input, files, signal },
        (source) => ({ report: report(pointsOf(source.text), options, options.limit) }),
        options.inputCharset,
      );
    }
    return eachText(
      { input, files, signal },
      (source) => editedResult(source, clean(source.text)),
      options.inputCharset,
    );

    function clean(content: string): string {
      const points = pointsOf(content);
      const kept: string[] = [];
      let from = 0;
      for (const { index, codePoint } of findInvisible(points, options)) {
        kept.push(textOf(points, from, index));
        if (options.action === 'replace') kept.push(describe(options.replacement, codePoint));
        from = index + 1;
      }
      kept.push(textOf(points, from, points.length));
      return kept.join('');
    }
  },
});
