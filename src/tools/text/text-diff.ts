import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import type { ToolResult } from '../../core/results.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { KINDS, readTextPair } from '../../formats/text-source.js';
import { groupEdits, writeUnified } from '../../lib/diff/hunks.js';
import { diffSequences, internPieces } from '../../lib/diff/sequence-diff.js';
import { cutCharacters, cutLines, cutWords } from '../../lib/diff/text-pieces.js';
import { foldCase } from '../../lib/unicode/letter-case.js';

import {
  type Comparison,
  changeData,
  hunkData,
  type Inside,
  listChanges,
  listHunks,
  writeLinePage,
  writeMerged,
  writeMergedPage,
  writeSideBySide,
} from './_diff-outputs.js';

const CUTS = { line: cutLines, word: cutWords, char: cutCharacters };

interface Likeness {
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
}

/** What two pieces must share to count as equal. */
function keyFunction({ caseSensitive, ignoreWhitespace }: Likeness): ((piece: string) => string) | undefined {
  if (caseSensitive && !ignoreWhitespace) return undefined;
  const spaced = ignoreWhitespace ? (piece: string) => piece.trim().replace(/\s+/g, ' ') : (piece: string) => piece;
  return caseSensitive ? spaced : (piece) => foldCase(spaced(piece));
}

const countPieces = ({ edits }: Comparison): { readonly removed: number; readonly added: number } => {
  let removed = 0;
  let added = 0;
  for (const edit of edits) {
    removed += edit.oldEnd - edit.oldStart;
    added += edit.newEnd - edit.newStart;
  }
  return { removed, added };
};

function compareLines(old: string, changed: string, keyOf?: (line: string) => string): Comparison {
  const [before, after] = [cutLines(old), cutLines(changed)];
  return { before, after, edits: diffSequences(...internPieces(before, after, keyOf)).edits };
}

const patchResult = (patch: string): ToolResult<never> =>
  text(patch, { name: `result${KINDS.diff.extension}`, mime: KINDS.diff.mime });

export default defineTool({
  id: 'text-diff',
  title: 'Text Diff',
  summary:
    'Compares two texts by line, word or character and writes a patch, marked text, two columns, a page or JSON.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    other: shared.other().describe('The new text, which the input is compared with.'),
    by: z.enum(['line', 'word', 'char']).default('line').describe('What is compared: lines, words or characters.'),
    format: z
      .enum(['unified', 'side-by-side', 'html', 'json'])
      .default('unified')
      .describe(
        'By line, "unified" is a patch for patch and git apply; by word or character it marks [-removed-] and {+added+} text, as git diff --word-diff.',
      ),
    context: z.number().multipleOf(1).min(0).max(100).default(3).describe('Unchanged lines shown around a change.'),
    ignoreWhitespace: shared.ignoreWhitespace(),
    caseSensitive: shared.caseSensitive(),
    columnWidth: z
      .number()
      .multipleOf(1)
      .min(10)
      .max(500)
      .default(60)
      .describe('Characters in each of the two columns of "side-by-side"; CJK and emoji count as two.'),
  },
  result: 'mixed',
  data: z.object({
    by: z.enum(['line', 'word', 'char']).describe('What was compared.'),
    identical: z.boolean().describe('Whether there is no difference.'),
    minimal: z.boolean().describe('Whether no shorter list of differences exists.'),
    removed: count('Pieces that were removed.'),
    added: count('Pieces that were added.'),
    changes: z.array(changeData).optional().describe('Differences by word or character.'),
    hunks: z.array(hunkData).optional().describe('Differences by line, with lines around them.'),
  }),
  notes: [
    'The old text is the input or the first file, the new one the option "other" or the second file; one file beside one of the texts is fine too.',
    'The difference is the smallest there is, in lines, words or characters. Where two texts of many thousand pieces have next to nothing in common, the search is cut off and the result may be larger than needed; "minimal" in the JSON says so.',
    'Lines end with LF, as for patch and git; a carriage return before it is part of the line, so CRLF and LF differ unless "ignoreWhitespace" is on. A missing final line break is marked as GNU diff marks it.',
    'With "ignoreWhitespace" or without "caseSensitive" pieces that count as equal are shown as the old text has them, and by line the patch fits the old text.',
    'By word, runs of letters, digits and underscores are words, runs of blanks and single other characters stand for themselves; Chinese, Japanese kana, Thai, Lao, Khmer and Burmese are compared letter by letter. Characters are extended grapheme clusters: an emoji with its joiners is one.',
    'In "side-by-side", | marks changed lines, < removed and > added ones; long lines go on in the next row, and by word or character the changes inside are marked. The page of "html" holds its style and no script.',
    'A patch without context needs git apply --unidiff-zero. Equal texts give an empty text.',
  ],
  aliases: [
    'compare text',
    'diff checker',
    'find differences between two texts',
    'unified diff',
    'create patch',
    'side by side diff',
    'word diff',
    'compare two files',
    'git diff',
  ],
  verified: [
    'GNU diff 3.8 -u --minimal: as few changed lines, for 120 random pairs of texts; GNU patch 2.7.6 and git apply 2.39 make the new text of each patch, byte for byte',
    'Longest common subsequence by dynamic programming: the same number of changes for 6,000 random pairs',
    'git diff --word-diff: the same marked text on 4 pairs',
  ],
  examples: [
    {
      title: 'A patch',
      input: 'apple\nbanana\ncherry\n',
      options: { other: 'apple\nblueberry\ncherry\n' },
      output: {
        text: '--- a/text.txt\n+++ b/text.txt\n@@ -1,3 +1,3 @@\n apple\n-banana\n+blueberry\n cherry\n',
      },
    },
    {
      title: 'Words marked inside the text',
      input: 'The quick brown fox\n',
      options: { other: 'The quick red fox jumps\n', by: 'word' },
      output: {
        text: '--- a/text.txt\n+++ b/text.txt\n@@ -1 +1 @@\nThe quick [-brown-]{+red+} fox{+ jumps+}\n',
      },
    },
    {
      title: 'Characters as people see them, as JSON',
      input: 'cafe\u0301 👩‍💻',
      options: { other: 'cafe 👩‍🚀', by: 'char', format: 'json' },
      output: {
        data: {
          by: 'char',
          identical: false,
          minimal: true,
          removed: 2,
          added: 2,
          changes: [
            { oldLine: 1, oldColumn: 4, removed: 'e\u0301', newLine: 1, newColumn: 4, added: 'e' },
            { oldLine: 1, oldColumn: 7, removed: '👩‍💻', newLine: 1, newColumn: 6, added: '👩‍🚀' },
          ],
        },
      },
    },
    {
      title: 'Two columns',
      input: '第一行\nsame\nold',
      options: { other: '第二行\nsame\nold\nnew', format: 'side-by-side', columnWidth: 10 },
      output: {
        text: '@@ -1,3 +1,4 @@\n1 第一行     | 1 第二行\n2 same         2 same\n3 old        | 3 old\n             > 4 new\n',
      },
    },
    {
      title: 'White space and case left out of account',
      input: 'if (a)  {\r\n\treturn;\r\n}\r\n',
      options: { other: 'IF (a) {\n  return;\n}\n', ignoreWhitespace: true, caseSensitive: false },
      output: { text: '' },
    },
    {
      title: 'Two files',
      files: [
        { name: 'old.ini', text: 'port=80\nhost=a\n' },
        { name: 'new.ini', text: 'port=8080\nhost=a' },
      ],
      output: {
        text: '--- a/old.ini\n+++ b/new.ini\n@@ -1,2 +1,2 @@\n-port=80\n-host=a\n+port=8080\n+host=a\n\\ No newline at end of file\n',
      },
    },
    {
      title: 'Too many texts',
      input: 'a',
      files: [
        { name: 'old.ini', text: 'port=80\n' },
        { name: 'new.ini', text: 'port=8080\n' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" and option "other" must be empty where two files are given',
      },
    },
  ],
  async run({ input, options, files }) {
    const { by, context } = options;
    const [old, changed] = await readTextPair({ input, files }, options.other);
    const [before, after] = [CUTS[by](old.text), CUTS[by](changed.text)];
    const keyOf = keyFunction(options);
    const { edits: all, isMinimal } = diffSequences(...internPieces(before, after, keyOf));
    const isBlank = (pieces: readonly string[]): boolean => pieces.every((piece) => piece.trim() === '');
    const edits =
      options.ignoreWhitespace && by !== 'line'
        ? all.filter(
            (edit) =>
              !isBlank(before.slice(edit.oldStart, edit.oldEnd)) || !isBlank(after.slice(edit.newStart, edit.newEnd)),
          )
        : all;
    const comparison = { before, after, edits };
    const fileName = old.file?.name ?? changed.file?.name ?? 'text.txt';
    const names = [`a/${old.file?.name ?? fileName}`, `b/${changed.file?.name ?? fileName}`] as const;

    if (options.format === 'json') {
      const identical = edits.length === 0;
      const summary = { by, identical, minimal: isMinimal, ...countPieces(comparison) };
      if (by !== 'line') return json({ ...summary, changes: listChanges(comparison) });
      return json({ ...summary, hunks: listHunks(comparison, groupEdits(edits, context, before.length)) });
    }
    if (options.format === 'side-by-side') {
      const inside: Inside | undefined = by === 'line' ? undefined : { cut: CUTS[by], keyOf };
      const lines = by === 'line' ? comparison : compareLines(old.text, changed.text, keyOf);
      const hunks = groupEdits(lines.edits, context, lines.before.length);
      return text(writeSideBySide(lines, hunks, options.columnWidth, inside));
    }
    const hunks = groupEdits(edits, context, before.length);
    if (options.format === 'html') {
      const page =
        by === 'line' ? writeLinePage(comparison, hunks, names) : writeMergedPage(comparison, context, names);
      return text(page, { name: 'result.html', mime: KINDS.html.mime });
    }
    return patchResult(
      by === 'line' ? writeUnified(before, after, hunks, names) : writeMerged(comparison, context, names),
    );
  },
});
