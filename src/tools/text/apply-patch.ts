import { z } from 'zod';

import { defineTool, invalid, json, quote, text, withFiles } from '../../core/index.js';
import { readTextFile, type TextSource } from '../../formats/text-source.js';

import {
  applyTo,
  checkOutcomes,
  patchedFiles,
  patchedText,
  patchFiles,
  readPatch,
  reportHunks,
  sortUploads,
  writeRejects,
} from './_patch-files.js';

export default defineTool({
  id: 'apply-patch',
  title: 'Apply Patch',
  summary: 'Applies a unified diff to a text or to files and reports where each part of it was applied.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    patch: z
      .string()
      .max(1_000_000)
      .default('')
      .describe(
        'The unified diff, as diff -u or git diff write it; may be empty where a .patch or .diff file is uploaded.',
      ),
    fuzz: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(3)
      .default(0)
      .describe('Lines of context at either end of a hunk that may differ; patch itself allows 2.'),
    reverse: z.boolean().default(false).describe('Undoes the patch instead.'),
    partial: z
      .boolean()
      .default(false)
      .describe('Applies the hunks that fit and returns the others as a .rej file, instead of refusing the patch.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe(
        'For a text: the patched text, or JSON with the text and where each hunk went. Files always come with the JSON.',
      ),
  },
  result: 'mixed',
  data: z.union([patchedText, patchedFiles]),
  notes: [
    'A text is patched with the diff of one file; files are matched with the parts of the patch by their names without folders. Folders in a patch are never used, so nothing can be written elsewhere.',
    'A hunk is applied where its lines stand nearest to where they should, as patch does it. Nothing is changed where one hunk does not fit, unless "partial" is on.',
    'A text with CRLF takes a patch with LF and keeps its line breaks; a patch that was itself saved with CRLF is read as LF. The final line break is not compared: where the text lacks it and the patch has it, it stays away.',
    'New, deleted, renamed and copied files of git patches are dealt with; binary patches, and context or normal diffs, are refused. File modes are passed over.',
    'Files come back in the encoding and with the byte order mark they had; new ones in UTF-8.',
  ],
  aliases: [
    'patch',
    'git apply',
    'apply diff',
    'apply unified diff',
    'merge patch file',
    'undo patch',
    'reverse patch',
    'reject file',
    'apply a diff',
  ],
  verified: [
    'GNU patch 2.7.6: the same text, or the same hunks refused, for 120 random texts, patches, fuzz and changed surroundings',
    'git 2.39: patches with new, deleted, renamed and quoted names from git diff give the same files',
  ],
  examples: [
    {
      title: 'A text',
      input: 'apple\nbanana\ncherry\n',
      options: { patch: '--- a/fruit.txt\n+++ b/fruit.txt\n@@ -1,3 +1,3 @@\n apple\n-banana\n+blueberry\n cherry\n' },
      output: { text: 'apple\nblueberry\ncherry\n' },
    },
    {
      title: 'Undone, with a report; two lines have come before since',
      input: 'pear\nplum\napple\nblueberry\ncherry\n',
      options: { patch: '@@ -1,3 +1,3 @@\n apple\n-banana\n+blueberry\n cherry\n', reverse: true, format: 'json' },
      output: {
        data: {
          text: 'pear\nplum\napple\nbanana\ncherry\n',
          applied: 1,
          rejected: 0,
          hunks: [{ hunk: 1, header: '@@ -1,3 +1,3 @@', applied: true, line: 3, offset: 2, fuzz: 0 }],
        },
      },
    },
    {
      title: 'Two files, one of them new',
      options: {
        patch:
          'diff --git a/src/main.py b/src/main.py\n--- a/src/main.py\n+++ b/src/main.py\n@@ -1 +1,2 @@\n print(1)\n+print(2)\ndiff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+hello\n',
      },
      files: [{ name: 'main.py', text: 'print(1)\n' }],
      output: {
        data: {
          applied: 2,
          rejected: 0,
          files: [
            {
              name: 'main.py',
              status: 'patched',
              hunks: [{ hunk: 1, header: '@@ -1 +1,2 @@', applied: true, line: 1, offset: 0, fuzz: 0 }],
            },
            {
              name: 'new.txt',
              status: 'created',
              hunks: [{ hunk: 1, header: '@@ -0,0 +1 @@', applied: true, line: 1, offset: 0, fuzz: 0 }],
            },
          ],
        },
        files: [
          { name: 'main.py', mime: 'text/x-python;charset=utf-8', text: 'print(1)\nprint(2)\n' },
          { name: 'new.txt', mime: 'text/plain;charset=utf-8', text: 'hello\n' },
        ],
      },
    },
    {
      title: 'Only what fits',
      input: 'one\ntwo\nthree\n',
      options: { patch: '@@ -1 +1 @@\n-one\n+1\n@@ -3 +3 @@\n-drei\n+3\n', partial: true },
      output: {
        text: '1\ntwo\nthree\n',
        files: [
          {
            name: 'text.txt.rej',
            mime: 'text/x-diff;charset=utf-8',
            text: '--- text.txt\n+++ text.txt\n@@ -3 +3 @@\n-drei\n+3\n',
          },
        ],
      },
    },
    {
      title: 'A hunk that does not fit',
      input: 'one\ntwo\n',
      options: { patch: '@@ -1,2 +1,2 @@\n one\n-zwei\n+2\n' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot apply the patch to property "input": hunk 1 of 1 (@@ -1,2 +1,2 @@) fits nowhere, line 2 must be "zwei", got "two"',
      },
    },
    {
      title: 'No patch',
      input: 'one\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "patch" must not be empty where there is not one file ending in .patch or .diff, got 0',
      },
    },
    {
      title: 'A patch cut short',
      input: 'one\n',
      options: { patch: '@@ -1,2 +1,2 @@\n one\n' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read the patch of option "patch": line 1, column 1: the hunk must have 2 old and 2 new lines, but the patch ends 1 old and 1 new lines early\n@@ -1,2 +1,2 @@\n^',
      },
    },
    {
      title: 'A file that was not uploaded',
      options: { patch: '--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-a\n+b\n' },
      files: [{ name: 'a.txt', text: 'a\n' }],
      error: { code: 'INVALID_INPUT', message: 'A file "b.txt" must be uploaded: the patch changes it' },
    },
    {
      title: 'Many files for one text',
      input: 'a\n',
      options: { patch: '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n--- b\n+++ b\n@@ -1 +1 @@\n-a\n+b\n' },
      error: { code: 'INVALID_INPUT', message: 'The patch for property "input" must change one file, got 2' },
    },
  ],
  async run({ input, options, files }) {
    const { fuzz, partial, reverse } = options;
    const { patchFile, targets } = sortUploads(options.patch, files);
    const patchSource = patchFile === undefined ? undefined : await readTextFile(patchFile);
    const patched = readPatch(patchSource?.text ?? options.patch, patchSource?.label ?? 'option "patch"', reverse);

    if (targets.length === 0 && (input !== '' || patched.length === 1)) {
      const [only] = patched;
      if (only === undefined || patched.length > 1)
        throw invalid(`The patch for property "input" must change one file, got ${patched.length}`);
      const applied = applyTo(input, only.hunks, fuzz);
      checkOutcomes('property "input"', only, applied, partial);
      const rejects = writeRejects('text.txt', only.hunks, applied);
      if (options.format === 'text') return withFiles(text(applied.content), rejects);
      const hunks = reportHunks(only.hunks, applied);
      const rejected = applied.outcomes.filter((outcome) => !outcome.applied).length;
      return withFiles(json({ text: applied.content, applied: hunks.length - rejected, rejected, hunks }), rejects);
    }
    if (input !== '') throw invalid('Property "input" must be empty where files are given');

    const sources = new Map<string, TextSource>();
    for (const upload of targets) {
      if (sources.has(upload.name)) throw invalid(`Files must have different names, got ${quote(upload.name)} twice`);
      sources.set(upload.name, await readTextFile(upload));
    }
    return patchFiles(patched, sources, { fuzz, partial });
  },
});
