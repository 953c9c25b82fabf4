import { z } from 'zod';

import { defineTool, invalid, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fileReports, place } from '../../core/shared-data.js';
import { WorkTime } from '../../engines/work-time.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE } from '../../formats/each-text.js';
import { LIST_STYLES, makeContents } from '../../formats/markdown/contents.js';
import { eachTextReport } from '../../formats/text-reports.js';
import { documentResult, editedFile, editedResult, KINDS, type TextSource } from '../../formats/text-source.js';

const WORK_SECONDS = 8;

const REPORT = {
  headings: z
    .array(
      z.object({
        level: z.int().min(1).max(6).describe('Level, 1 to 6.'),
        text: z.string().describe('Its text without marks.'),
        anchor: z.string().describe('Its anchor on GitHub, without #; empty if it has none.'),
        line: place('Line of the document as it came.'),
        isListed: z.boolean().describe('It is in the table of contents.'),
      }),
    )
    .describe('Headings of the document in their order, without those between the marks.'),
  contents: z.string().describe('The table of contents as Markdown.'),
  document: z.string().optional().describe('The document with it; a file is a file again. Missing for action list.'),
};

export default defineTool({
  id: 'markdown-toc',
  title: 'Markdown Table of Contents',
  summary: 'Writes the table of contents of a Markdown document, with links to its headings, and keeps it up to date.',
  family: 'documents',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    action: z
      .enum(['insert', 'list'])
      .default('insert')
      .describe('Puts the table of contents into the document, or returns the table alone.'),
    minLevel: z.number().multipleOf(1).min(1).max(6).default(1).describe('Highest level that is listed: 1 is #.'),
    maxLevel: z.number().multipleOf(1).min(1).max(6).default(6).describe('Deepest level that is listed: 3 is ###.'),
    title: z
      .boolean()
      .default(false)
      .describe('Also lists the title: a first heading of level 1 where no other has that level.'),
    style: z
      .enum(LIST_STYLES)
      .default('dash')
      .describe('Mark of the list items; outline numbers the headings themselves, 1, 1.1, 1.2.'),
    heading: z
      .string()
      .max(200)
      .regex(/^[^\r\n]*$/)
      .default('')
      .describe('Line above the list, such as ## Contents; empty for none.'),
    format: z.enum(['text', 'json']).default('text').describe('The text, or JSON with every heading and its anchor.'),
  },
  result: 'mixed',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'The table goes between <!-- toc --> and <!-- tocstop -->, the marks of doctoc, START TOC and END TOC, or in the place of [TOC]. Without marks it goes before the first heading below the title, or to the top, between marks, so that the next run updates it.',
    'Anchors are those of GitHub: lower case, punctuation dropped, spaces as hyphens, -1, -2 for headings of one name over the whole document. HTML headings such as <h2> are not read.',
    'Lines in code blocks, comments and front matter are not headings. The rest of the document stays as it is, line breaks too.',
    `Reading takes at most ${WORK_SECONDS} seconds.`,
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'toc generator',
    'table of contents for readme',
    'doctoc',
    'markdown index',
    'github toc',
    'readme contents',
    'heading anchors',
    'markdown outline',
    'update toc',
  ],
  verified: [
    'github-slugger 2.0.0 (npm), whose cases were made on github.com: the same anchors for 40 of its fixtures, repeated headings among them',
    'pandoc 2.17 (gfm): the same levels, texts and anchors for 400 random documents with code, quotes, lists, links, comments and underlined headings',
    'markdown-it 15: the table of each of these is read as links with the texts of the headings',
  ],
  examples: [
    {
      title: 'A document without marks',
      input:
        '# Ferry\n\nA short text.\n\n## Times\n\n### In `winter`\n\n```sh\n# not a heading\n```\n\n## Fares & *rules*\n\n## Times\n',
      output: {
        text: '# Ferry\n\nA short text.\n\n<!-- toc -->\n\n- [Times](#times)\n  - [In `winter`](#in-winter)\n- [Fares & *rules*](#fares--rules)\n- [Times](#times-1)\n\n<!-- tocstop -->\n\n## Times\n\n### In `winter`\n\n```sh\n# not a heading\n```\n\n## Fares & *rules*\n\n## Times\n',
      },
    },
    {
      title: 'Marks that are there, with a heading above the list',
      input: '# A\r\n\r\n<!-- TOC -->\r\nold\r\n<!-- /TOC -->\r\n\r\n## B\r\n\r\n#### C\r\n',
      options: { heading: '## Contents', style: 'numbers' },
      output: {
        text: '# A\r\n\r\n<!-- TOC -->\r\n\r\n## Contents\r\n\r\n1. [B](#b)\r\n   1. [C](#c)\r\n\r\n<!-- /TOC -->\r\n\r\n## B\r\n\r\n#### C\r\n',
      },
    },
    {
      title: 'The list alone, numbered, to level 2',
      input: '# One\n## Ähnlich\n### deeper\n# Two\n## Привет\n',
      options: { action: 'list', style: 'outline', maxLevel: 2 },
      output: {
        text: '- [1 One](#one)\n  - [1.1 Ähnlich](#ähnlich)\n- [2 Two](#two)\n  - [2.1 Привет](#привет)\n',
      },
    },
    {
      title: 'Headings as data',
      input: 'Title\n=====\n\n> ## In a quote\n',
      options: { action: 'list', format: 'json' },
      output: {
        data: {
          headings: [
            { level: 1, text: 'Title', anchor: 'title', line: 1, isListed: false },
            { level: 2, text: 'In a quote', anchor: 'in-a-quote', line: 4, isListed: true },
          ],
          contents: '- [In a quote](#in-a-quote)\n',
        },
      },
    },
    {
      title: 'No headings',
      input: 'Only text, and `# code`.',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot make a table of contents of property "input": it has no headings of level 1 to 6',
      },
    },
    {
      title: 'Only a title',
      input: '# Title\n\ntext',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot make a table of contents of property "input": it has no headings but its title',
      },
    },
    {
      title: 'Levels the wrong way round',
      input: '# a',
      options: { minLevel: 4, maxLevel: 2 },
      error: { code: 'INVALID_INPUT', message: 'Option "minLevel" must be at most "maxLevel", which is 2, got 4' },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options: { action, format, ...rules } }) {
    if (rules.minLevel > rules.maxLevel)
      throw invalid(`Option "minLevel" must be at most "maxLevel", which is ${rules.maxLevel}, got ${rules.minLevel}`);
    const time = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The Markdown takes longer than ${WORK_SECONDS} seconds to read`),
    );
    const isInserted = action === 'insert';
    const make = (source: TextSource) =>
      refusing(`Cannot make a table of contents of ${source.label}`, () =>
        time.run(() => makeContents(source.text, { ...rules, isInserted })),
      );
    if (format === 'json')
      return eachTextReport({ input, files, signal }, (source) => {
        const { headings, contents, document } = make(source);
        const isText = source.file === undefined;
        return {
          report: { headings, contents, ...(isInserted && isText ? { document } : {}) },
          outputs: isInserted && !isText ? [editedFile(source, document, source.file.name)] : [],
        };
      });
    return eachText({ input, files, signal }, (source) => {
      const { contents, document } = make(source);
      return isInserted ? editedResult(source, document) : documentResult(source, contents, KINDS.markdown);
    });
  },
});
