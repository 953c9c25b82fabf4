import { z } from 'zod';

import { defineTool, json, text } from '../../core/index.js';
import type { ToolResult } from '../../core/results.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { KINDS, readTextPair } from '../../formats/text-source.js';
import { groupEdits, type Hunk, writeUnified } from '../../lib/diff/hunks.js';
import { countedEdits, countedHunks, keyFunction } from '../../lib/diff/likeness.js';
import { diffSequences, internPieces } from '../../lib/diff/sequence-diff.js';
import { cutCharacters, cutLines, cutWords } from '../../lib/diff/text-pieces.js';

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

const countPieces = (edits: Comparison['edits']): { readonly removed: number; readonly added: number } => {
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
    'Compares two texts by line, word or character and writes a patch, marked text, two columns, an HTML page or JSON.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    other: shared.other().describe('The new text to compare the input with.'),
    by: z.enum(['line', 'word', 'char']).default('line').describe('What is compared: lines, words or characters.'),
    format: z
      .enum(['unified', 'side-by-side', 'html', 'json'])
      .default('unified')
      .describe(
        'By line, "unified" is a patch for patch and git apply; by word or character it marks [-removed-] and {+added+} text, like git diff --word-diff.',
      ),
    context: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(3)
      .describe('Unchanged lines to show around each change.'),
    ignoreWhitespace: shared.ignoreWhitespace(),
    ignoreLineEndings: z.boolean().default(false).describe('Treats CRLF, LF and CR as the same.'),
    ignoreBlankLines: z.boolean().default(false).describe('Ignores added and removed blank lines.'),
    caseSensitive: shared.caseSensitive(),
    columnWidth: z
      .number()
      .multipleOf(1)
      .min(10)
      .max(500)
      .default(60)
      .describe('Width of each column of "side-by-side" in characters; CJK and emoji count as two.'),
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
    'The old text is the input or the first file, the new one the option "other" or the second file; one file together with one of the texts works too.',
    'The difference is the smallest possible, in lines, words or characters. Where two texts of many thousand pieces have next to nothing in common, the search is cut off and the result may be larger than needed; "minimal" in the JSON says so.',
    'Lines end with LF, as for patch and git; a carriage return before it is part of the line, so CRLF and LF differ unless "ignoreLineEndings" or "ignoreWhitespace" is on. A missing final line break is marked as in GNU diff.',
    'Pieces that count as equal although they differ are shown as in the old text, and a patch by line applies to the old text. With "ignoreBlankLines", blank lines next to another change are still shown, as with diff -B.',
    'By word, runs of letters, digits and underscores are words, runs of blanks and single other characters stand for themselves; Chinese, Japanese kana, Thai, Lao, Khmer and Burmese are compared letter by letter. Characters are extended grapheme clusters: an emoji with its joiners is one.',
    'In "side-by-side", | marks changed lines, < removed and > added ones; long lines continue in the next row, and by word or character the changes inside are marked. The HTML page contains its styles and no script.',
    'A patch without context needs git apply --unidiff-zero. Equal texts give an empty result.',
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
    'differences between two texts',
    'what changed between two versions',
  ],
  verified: [
    'GNU diff 3.8 -u --minimal: as few changed lines, for 120 random pairs of texts; GNU patch 2.7.6 and git apply 2.39 make the new text of each patch, byte for byte',
    'Longest common subsequence by dynamic programming: the same number of changes for 6,000 random pairs',
    'GNU diff --strip-trailing-cr and -B, alone and together: the same verdict for 150 random pairs',
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
      title: 'Whitespace and case ignored',
      input: 'if (a)  {\r\n\treturn;\r\n}\r\n',
      options: { other: 'IF (a) {\n  return;\n}\n', ignoreWhitespace: true, caseSensitive: false },
      output: { text: '' },
    },
    {
      title: 'Line endings and blank lines ignored',
      input: 'a\r\n\r\nb\r\n',
      options: { other: 'a\nb\n', ignoreLineEndings: true, ignoreBlankLines: true },
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
    const edits = by === 'line' ? all : countedEdits({ before, after }, all, options);
    const comparison = { before, after, edits };
    const hunksOf = (lines: Comparison): readonly Hunk[] =>
      countedHunks(lines, groupEdits(lines.edits, context, lines.before.length), options);
    const fileName = old.file?.name ?? changed.file?.name ?? 'text.txt';
    const names = [`a/${old.file?.name ?? fileName}`, `b/${changed.file?.name ?? fileName}`] as const;

    const hunks = by === 'line' ? hunksOf(comparison) : [];
    if (options.format === 'json') {
      const counted = by === 'line' ? hunks.flatMap((hunk) => hunk.edits) : edits;
      const summary = { by, identical: counted.length === 0, minimal: isMinimal, ...countPieces(counted) };
      if (by !== 'line') return json({ ...summary, changes: listChanges(comparison) });
      return json({ ...summary, hunks: listHunks(comparison, hunks) });
    }
    if (options.format === 'side-by-side') {
      const inside: Inside | undefined = by === 'line' ? undefined : { cut: CUTS[by], keyOf };
      const lines = by === 'line' ? comparison : compareLines(old.text, changed.text, keyOf);
      return text(writeSideBySide(lines, hunksOf(lines), options.columnWidth, inside));
    }
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
