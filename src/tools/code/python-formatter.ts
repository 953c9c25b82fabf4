import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { openRuff } from '../../engines/code/ruff.js';
import { WorkTime } from '../../engines/work-time.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, keptKind } from '../../formats/text-source.js';

const WORK_SECONDS = 9;
const PYTHON = { extension: '.py', mime: 'text/x-python;charset=utf-8' };

export default defineTool({
  id: 'python-formatter',
  title: 'Python Formatter',
  summary: 'Formats Python 3 in the style of Black, as Ruff does.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    lineWidth: shared.lineWidth(88),
    indent: shared.indent(1, 4).describe('Spaces per indentation level, at least 1.'),
    tabs: shared.tabs(),
    quotes: z
      .enum(['double', 'single', 'preserve'])
      .default('double')
      .describe('Quotes around strings; the other kind is used where that saves escapes.'),
    trailingCommas: z
      .enum(['respect', 'ignore'])
      .default('respect')
      .describe('A comma after the last item keeps each item on a line of its own, or does not.'),
    docstringCode: z.boolean().default(false).describe('Formats the code examples in docstrings, too.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'The layout is that of Ruff 0.15, which is that of Black in all but details. Comments stay, and so does what is between # fmt: off and # fmt: on or before # fmt: skip. Line breaks are LF.',
    'The syntax of Python 3.14 is read; that of Python 2, such as print "a", is refused with line and column. Imports keep their order and nothing is removed.',
    `At most 200 levels of brackets and ${WORK_SECONDS} seconds of work in all.`,
    TEXT_FILES_NOTE,
  ],
  aliases: ['black', 'ruff format', 'pep8 formatter', 'python beautifier', 'autopep8', 'yapf', 'pretty print python'],
  verified: [
    'CPython 3.11: the same syntax tree before and after, docstrings without regard to indentation, for 500 files of its standard library; formatting again changes nothing',
  ],
  examples: [
    {
      title: 'A function and a dictionary',
      input: "def f( a,b = 'x' ):\n  return { 'a':a,'b' : b }   # both\nprint(f(1))",
      output: { text: 'def f(a, b="x"):\n    return {"a": a, "b": b}  # both\n\n\nprint(f(1))\n' },
    },
    {
      title: 'Single quotes, two spaces, short lines',
      input: 'total = compute(first_argument, second_argument, third=["a", "b"])\n',
      options: { quotes: 'single', indent: 2, lineWidth: 40 },
      output: { text: "total = compute(\n  first_argument,\n  second_argument,\n  third=['a', 'b'],\n)\n" },
    },
    {
      title: 'A statement of Python 2',
      input: 'x = 1\nprint "a"\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot format property "input" as Python: line 2, column 7: simple statements must be separated by newlines or semicolons',
      },
    },
    {
      title: 'Brackets nested too deep',
      input: `${'('.repeat(300)}${')'.repeat(300)}`,
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot format property "input" as Python: line 1: it is nested too deeply',
      },
    },
  ],
  async run({ input, files, signal, options }) {
    const format = await openRuff();
    const time = new WorkTime(WORK_SECONDS, () =>
      overLimit(`Formatting takes longer than ${WORK_SECONDS} seconds; a shorter text is faster`),
    );
    return eachText({ input, files, signal }, (source) =>
      documentResult(
        source,
        refusing(`Cannot format ${source.label} as Python`, () => format(source.text, options, time)),
        keptKind(source, PYTHON),
      ),
    );
  },
});
