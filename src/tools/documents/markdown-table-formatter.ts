import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { WorkTime } from '../../engines/work-time.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { ALIGNMENTS, layOutTables } from '../../formats/markdown/table-layout.js';
import { editedResult } from '../../formats/text-source.js';

const WORK_SECONDS = 8;

export default defineTool({
  id: 'markdown-table-formatter',
  title: 'Markdown Table Formatter',
  summary: 'Aligns the columns of Markdown tables, wide letters and emoji included, and leaves all other text alone.',
  family: 'documents',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    style: z
      .enum(['aligned', 'compact'])
      .default('aligned')
      .describe('Columns as wide as their widest cell, or one space on each side of a cell.'),
    align: z
      .enum(ALIGNMENTS)
      .default('keep')
      .describe('Alignment of all columns; keep leaves each as the colons below its header say.'),
    outerPipes: z.boolean().default(true).describe('Rows begin and end with a pipe; off where a table can do without.'),
    maxWidth: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Tables that would be wider than so many columns are written compact; 0: none.'),
    measure: z
      .enum(['screen', 'characters'])
      .default('screen')
      .describe('Counts 日本 and emoji as two columns each, as fixed-width fonts show them, or as one character.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Tables are those of GitHub Flavored Markdown: a header, a line of dashes, rows. Tables in code blocks and HTML stay as they are; those in quotes and lists are aligned too, always with outer pipes.',
    'A row with too few cells gets empty ones. Cells beyond the header are not shown by Markdown; they stay in the text. A pipe divides cells in code as well, unless it is written \\|.',
    'Text of cells is not changed. A text without a table is refused.',
    `Reading takes at most ${WORK_SECONDS} seconds.`,
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'align markdown table',
    'pretty print markdown table',
    'format table in readme',
    'markdown table prettifier',
    'fix markdown table',
    'pipe table',
    'tidy markdown table',
  ],
  verified: [
    'prettier 3.10 (npm): the same table for 500 random tables with wide letters, emoji, code, escaped pipes and empty cells, in all alignments',
    'markdown-it 15: the same HTML before and after for 300 random documents, and for Markdown files of packages',
  ],
  examples: [
    {
      title: 'A table in a text',
      input:
        'Ports:\n\n|Port|Code|Ferries a day|\n|---|:-:|--:|\n|Kiel|`KEL`|12|\n|東京|`TYO`|3\n|Ärø 🚢|a\\|b\n\nEnd | of text\n',
      output: {
        text: 'Ports:\n\n| Port   | Code  | Ferries a day |\n| ------ | :---: | ------------: |\n| Kiel   | `KEL` |            12 |\n| 東京   | `TYO` |             3 |\n| Ärø 🚢 | a\\|b  |               |\n\nEnd | of text\n',
      },
    },
    {
      title: 'In a quote, compact, aligned to the left',
      input: '> a | b\r\n> --- | ---\r\n> longer | c\r\n',
      options: { style: 'compact', align: 'left' },
      output: { text: '> | a | b |\r\n> | :-- | :-- |\r\n> | longer | c |\r\n' },
    },
    {
      title: 'Without outer pipes',
      input: '| a | b |\n| - | - |\n| cc | d |\n',
      options: { outerPipes: false },
      output: { text: 'a   | b\n--- | ---\ncc  | d\n' },
    },
    {
      title: 'No line of dashes',
      input: '| a | b |\n| c | d |\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot format property "input": it has no table; below its header a table has a line of dashes, such as | --- | --- |',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run({ input, files, signal, options }) {
    const time = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The Markdown takes longer than ${WORK_SECONDS} seconds to read`),
    );
    return eachText({ input, files, signal }, (source) =>
      editedResult(
        source,
        refusing(`Cannot format ${source.label}`, () => time.run(() => layOutTables(source.text, options))),
      ),
    );
  },
});
