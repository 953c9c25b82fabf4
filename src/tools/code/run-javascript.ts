import { z } from 'zod';

import { defineTool, json, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, warnings } from '../../core/shared-data.js';
import { openScript, SCRIPT_TYPES } from '../../engines/code/quickjs.js';
import { WorkTime } from '../../engines/work-time.js';
import { readJson } from '../../formats/json-document.js';
import { readTextSource } from '../../formats/text-source.js';

export default defineTool({
  id: 'run-javascript',
  title: 'Run JavaScript',
  summary: 'Runs a script in a sealed sandbox and returns its value and what it printed.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.js', '.mjs', '.cjs', '.txt'] },
  options: {
    data: z.string().max(1_000_000).default('').describe('JSON the script finds in the variable data.'),
    timeoutMs: z.number().multipleOf(1).min(10).max(10_000).default(2000).describe('Longest run in milliseconds.'),
    memoryMb: z.number().multipleOf(1).min(4).max(128).default(64).describe('Most memory in MiB.'),
  },
  result: 'data',
  data: z.object({
    type: z.enum(SCRIPT_TYPES).describe('Type of the value.'),
    value: anyJson('Value of the last expression as JSON, promises awaited; null where JSON has none.'),
    text: z.string().describe('The value as a console shows it.'),
    output: z.string().describe('What the script printed with console.log and the like.'),
    error: z
      .object({
        name: z.string().nullable().describe('Class of the error; null where something else was thrown.'),
        message: z.string().describe('Its message, or what was thrown.'),
        line: z.number().int().nullable().describe('Line where it was thrown, from 1; null if not known.'),
        column: z.number().int().nullable().describe('Column where it was thrown, from 1; null if not known.'),
        stack: z.string().describe('Calls that led there, one per line.'),
      })
      .nullable()
      .describe('The error that ended the script; null if it ran to its end.'),
    warnings: warnings(),
  }),
  notes: [
    'ECMAScript 2024 with top-level await, console and timers, run by QuickJS-NG. There is no network, no file, no require or import, no Intl, and nothing of Node or a browser.',
    'The value is that of the last expression, as in a console: end with the name of a variable rather than with return.',
    'Timers do not wait: when nothing else is left to do, the next one fires, and the run ends when none is left. Date shows the real time in UTC.',
    'An error that the script does not catch is part of the result. A script that cannot be parsed is refused, and so is one that takes too much time, memory or output (1,000,000 characters).',
    'Objects are printed on one line.',
  ],
  aliases: [
    'js sandbox',
    'execute javascript',
    'javascript repl',
    'code interpreter',
    'evaluate javascript',
    'quickjs',
    'run code',
    'js playground',
    'run a bit of code',
  ],
  verified: [
    'Node: the same output of 1,000 random programs, as far as they run, and of 50 values and formats of console.log, where that fits on a line',
    'Ways out of sandboxes of JavaScript (constructors, proxies, stack traces, promises, imports): none finds anything of the host',
  ],
  examples: [
    {
      title: 'Sums from data',
      input:
        'const totals = Object.groupBy(data, (row) => row.city);\nfor (const city in totals) totals[city] = totals[city].reduce((sum, row) => sum + row.price, 0);\ntotals',
      options: { data: '[{"city":"Oslo","price":3},{"city":"Rome","price":4.5},{"city":"Oslo","price":2}]' },
      output: {
        data: {
          type: 'object',
          value: { Oslo: 5, Rome: 4.5 },
          text: '[Object: null prototype] { Oslo: 5, Rome: 4.5 }',
          output: '',
          error: null,
          warnings: [],
        },
      },
    },
    {
      title: 'Output, and a promise',
      input:
        "console.log('%s is %d', 'six', 2 * 3);\nawait new Promise((done) => setTimeout(done, 1000));\n[1, 2n, new Set('ab')]",
      output: {
        data: {
          type: 'array',
          value: [1, '2', ['a', 'b']],
          text: "[ 1, 2n, Set(2) { 'a', 'b' } ]",
          output: 'six is 6',
          error: null,
          warnings: ['BigInt values are written as text', 'A Set is written as an array'],
        },
      },
    },
    {
      title: 'An error that is not caught',
      input: "console.log('before');\nnull.length;",
      output: {
        data: {
          type: 'undefined',
          value: null,
          text: '',
          output: 'before',
          error: {
            name: 'TypeError',
            message: "cannot read property 'length' of null",
            line: 2,
            column: 1,
            stack: '    at <eval> (script.js:2:1)',
          },
          warnings: [],
        },
      },
    },
    {
      title: 'A slip',
      input: 'let a = 1;\nlet b = (a + ;',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot run property "input": SyntaxError in line 2: unexpected token in expression: \';\'',
      },
    },
    {
      title: 'A loop without end',
      input: 'for (;;) {}',
      options: { timeoutMs: 50 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The script must end within 50 ms; option "timeoutMs" can be up to 10000',
      },
    },
    {
      title: 'Too much memory',
      input: 'const all = [];\nfor (;;) all.push(new Array(1000).fill(0));',
      options: { memoryMb: 8 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The script must take at most 8 MB of memory; option "memoryMb" can be up to 128',
      },
    },
    {
      title: 'Data that is not JSON',
      input: 'data',
      options: { data: '{a: 1}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "data" as JSON: line 1, column 2: expected a key in double quotes, got "a"\n{a: 1}\n ^',
      },
    },
  ],
  async run({ input, files, options: { data, timeoutMs, memoryMb } }) {
    const source = await readTextSource({ input, files });
    if (data !== '') readJson(data, 'option "data"');
    const runScript = await openScript({ source: source.text, data, timeoutMs, memoryMb });
    // The last resort, for work that does not ask for the time.
    const time = new WorkTime((timeoutMs + 500) / 1000, () =>
      overLimit(`The script must end within ${timeoutMs} ms; option "timeoutMs" can be up to 10000`),
    );
    const end = refusing(`Cannot run ${source.label}`, () => time.run(runScript));
    return json(end);
  },
});
