import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { editedResult } from '../../formats/text-source.js';
import { splitLines } from '../../lib/text/lines.js';

// Scripts that write no spaces between words, and the punctuation that goes with them.
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u3000-\\u303f\\uff01-\\uff5e]';
const UNSPACED_END = new RegExp(`${UNSPACED}\\p{M}*$`, 'u');
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u');
const LIST_ITEM = /^(?:[-*+•‣◦–]|\(?(?:\d{1,3}|\p{L})[.)])\s/u;
// Both begin where a word does: tried at each of its letters, a word of a million would take their square.
const HYPHEN_END = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)[-\u2010]$/u;
const HYPHENATED = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)+/gu;
const SOFT_HYPHEN_END = /\u00ad$/;

interface Joining {
  readonly dehyphenate: boolean;
  readonly joiner: string;
  /** Words that the text writes with a hyphen inside a line: such a word broken at its hyphen keeps it. */
  readonly hyphenated: ReadonlySet<string>;
}

/** What stands between a line and the next, and how much of the line goes with its hyphen. */
function seam(
  line: string,
  next: string,
  { dehyphenate, joiner, hyphenated }: Joining,
): { readonly cut: number; readonly between: string } {
  if (!dehyphenate) return { cut: 0, between: isUnspaced(line, next) ? '' : joiner };
  if (SOFT_HYPHEN_END.test(line)) return { cut: 1, between: '' };
  // A word is not longer than this; the rest of a long line need not be looked at.
  const head = HYPHEN_END.exec(line.slice(-100))?.[1];
  if (head !== undefined) {
    const tail = /^[\p{L}\p{M}]+/u.exec(next.slice(0, 100))?.[0] ?? '';
    const isCompound = !/^\p{Ll}/u.test(next) || hyphenated.has(`${head}-${tail}`.toLowerCase());
    return { cut: isCompound ? 0 : 1, between: '' };
  }
  if (/\p{N}[-\u2010\u2013]$/u.test(line.slice(-3)) && /^\p{N}/u.test(next)) return { cut: 0, between: '' };
  return { cut: 0, between: isUnspaced(line, next) ? '' : joiner };
}

const isUnspaced = (line: string, next: string): boolean =>
  UNSPACED_END.test(line.slice(-4)) && UNSPACED_START.test(next.slice(0, 2));

/** Lines of one paragraph as one line. */
function joinParagraph(lines: readonly string[], joining: Joining): string {
  const pieces: string[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined) {
      pieces.push(line);
      break;
    }
    const { cut, between } = seam(line, next, joining);
    pieces.push(line.slice(0, line.length - cut), between);
  }
  return pieces.join('');
}

interface Paragraph {
  readonly lines: string[];
  /** An empty line stands before it. */
  readonly isApart: boolean;
}

/** Lines in groups that become one line each. */
/** A bullet by its sign, or a number or letter: what items of one list have in common. */
const kindOf = (line: string): string | undefined => {
  const mark = LIST_ITEM.exec(line)?.[0];
  if (mark === undefined) return undefined;
  return /\d/.test(mark) ? 'number' : /\p{L}/u.test(mark) ? 'letter' : mark.trim();
};

/** Which lines are items: two of a kind in a paragraph, or one behind a colon. A dash that wrapping put at the start of a line is none. */
function itemsOf(lines: readonly string[]): ReadonlySet<number> {
  const items = new Set<number>();
  let kinds = new Map<string, number[]>();
  for (const [index, line] of [...lines, ''].entries()) {
    const kind = kindOf(line);
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []).slice(-1), index]);
    for (const found of kinds.values())
      if (found.length > 1 || /[:：]$/.test(lines[(found[0] ?? 0) - 1] ?? '')) for (const at of found) items.add(at);
    if (line === '') kinds = new Map();
  }
  return items;
}

function paragraphs(lines: readonly string[], keepParagraphs: boolean, keepLists: boolean): Paragraph[] {
  const groups: Paragraph[] = [];
  const items = keepLists ? itemsOf(lines) : undefined;
  let isApart = false;
  for (const [index, line] of lines.entries()) {
    if (line === '') {
      isApart = keepParagraphs;
      continue;
    }
    const group = groups.at(-1);
    if (group === undefined || isApart || items?.has(index)) groups.push({ lines: [line], isApart });
    else group.lines.push(line);
    isApart = false;
  }
  return groups;
}

export default defineTool({
  id: 'remove-line-breaks',
  title: 'Remove Line Breaks',
  summary: 'Joins wrapped lines, such as text copied from a PDF or an email, keeps paragraphs and undoes hyphenation.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    keepParagraphs: z
      .boolean()
      .default(true)
      .describe('Keeps paragraphs, separated by one empty line; otherwise everything becomes one line.'),
    keepLists: z
      .boolean()
      .default(true)
      .describe(
        'Starts a new line at items of lists: lines that begin with a bullet, or a number or letter with a full stop or bracket, where a paragraph has two of a kind, or behind a colon.',
      ),
    dehyphenate: z.boolean().default(true).describe('Rejoins words that were hyphenated at the end of a line.'),
    joiner: z.enum(['space', 'none']).default('space').describe('What replaces a line break.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'A hyphen at the end of a line is removed before a lowercase letter: exam- and ple give example. It stays, without a space, before an uppercase letter or digit (Jean-Paul, 2024-2025), and in words that the text writes with a hyphen elsewhere (well-known). Other compounds divided at their hyphen lose it: no dictionary is asked.',
    'Between Chinese and Japanese characters, and in Thai, Lao, Khmer and Burmese, no space is put.',
    'Blanks at the ends of lines are taken off. The result ends with a line break where the text did.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'join wrapped lines',
    'unwrap text',
    'remove newlines',
    'pdf copy paste fix',
    'remove hard returns',
    'unwrap paragraphs',
    'delete carriage returns',
    'remove hyphenation',
    'text copied from a pdf has line breaks',
  ],
  verified: [
    'fmt 9.1 (GNU coreutils): 30 paragraphs wrapped by it at random widths are the same text again',
    'Hand-made corpus: hyphens in English, German and French, Japanese and Korean, mail and PDF layouts (20 cases)',
  ],
  examples: [
    {
      title: 'Copied from a PDF',
      input: 'This is an exam-\nple of wrapped \ntext by Jean-\nPaul.\n\n\nThe second para-\ngraph.\n',
      output: { text: 'This is an example of wrapped text by Jean-Paul.\n\nThe second paragraph.\n' },
    },
    {
      title: 'Everything on one line',
      input: 'one\r\ntwo\r\n\r\nthree',
      options: { keepParagraphs: false },
      output: { text: 'one two three' },
    },
    {
      title: 'Chinese takes no spaces',
      input: '天地玄黃，\n宇宙洪荒。\nabc\n日本',
      output: { text: '天地玄黃，宇宙洪荒。 abc 日本' },
    },
    {
      title: 'A list',
      input: 'To do:\n1. buy milk and\n   bread\n2. sleep\n- a\n- b',
      output: { text: 'To do:\n1. buy milk and bread\n2. sleep\n- a\n- b' },
    },
    {
      title: 'No text',
      input: '',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    return eachText({ input, files, signal }, (source) => {
      const { lines, lineBreak, hasFinalBreak } = splitLines(source.text);
      const trimmed = lines.map((line) => line.trim());
      const hyphenated = new Set<string>();
      if (options.dehyphenate) {
        for (const line of trimmed)
          for (const [word] of line.matchAll(HYPHENATED)) {
            const parts = word.toLowerCase().split('-');
            for (let index = 1; index < parts.length; index++) hyphenated.add(`${parts[index - 1]}-${parts[index]}`);
          }
      }
      const joining = { dehyphenate: options.dehyphenate, joiner: options.joiner === 'space' ? ' ' : '', hyphenated };
      const groups = paragraphs(trimmed, options.keepParagraphs, options.keepLists);
      const pieces = groups.map(({ lines: wrapped, isApart }, index) => {
        const before = index === 0 ? '' : isApart ? lineBreak + lineBreak : lineBreak;
        return before + joinParagraph(wrapped, joining);
      });
      return editedResult(source, pieces.join('') + (hasFinalBreak && pieces.length > 0 ? lineBreak : ''));
    });
  },
});
