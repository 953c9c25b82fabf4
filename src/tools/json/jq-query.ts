import { z } from 'zod';

import { defineTool, invalid, jsonText, quote, type ToolResult, text } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type JqAnswer, runJq } from '../../engines/json/jq.js';
import { readJson } from '../../formats/json-document.js';
import { KINDS, readTextSource } from '../../formats/text-source.js';
import { layoutJson } from '../../lib/json/layout.js';
import { parseJson } from '../../lib/json/parse.js';
import { isJsonObject } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { cellText } from '../../lib/table/table.js';

/** Deepest nesting that jq 1.7 reads. */
const JQ_DEPTH = 256;

interface Printing {
  readonly shape: 'text' | 'array';
  readonly raw: boolean;
  readonly indent: string;
}

/** Results, each of which jq has written on a line. */
function resultOf(lines: readonly string[], { shape, raw, indent }: Printing): ToolResult {
  const lay = (json: string): string =>
    layoutJson(json, { dialect: 'json', indent, sortKeys: false, keepComments: false });
  if (shape === 'array') return jsonText(lay(`[${lines.join()}]`));
  if (raw) return text(lines.map((line) => (line.startsWith('"') ? stringOf(line) : lay(line))).join('\n'));
  const content = lines.map(lay).join('\n');
  if (lines.length === 1) return jsonText(content);
  return text(content, indent === '' ? { name: 'result.jsonl', mime: KINDS.jsonLines.mime } : { name: 'result.txt' });
}

const stringOf = (line: string): string => cellText(parseJson(line));

function readArguments(args: string): string[] {
  if (args === '') return [];
  const values = readJson(args, 'option "args"');
  if (!isJsonObject(values)) {
    throw invalid(`Option "args" must be a JSON object, got ${Array.isArray(values) ? 'array' : 'another value'}`);
  }
  const flags: string[] = [];
  for (const [name, value] of values) {
    if (!/^[A-Za-z_]\w{0,99}$/.test(name)) {
      throw invalid(
        `Option "args" must have names of letters, digits and "_", not beginning with a digit, got ${quote(name)}`,
      );
    }
    flags.push('--argjson', name, writeJson(value));
  }
  return flags;
}

/** Throws INVALID_INPUT with what jq says of the program or the input, without its own name. */
function refuseFailure({ exitCode, errors }: JqAnswer, filter: string, label: string): void {
  if (exitCode === 0 && !/^jq: error/m.test(errors)) return;
  const [, parse] =
    /^jq: error \(at [^)]*\): (.* at line \d+, column \d+)/m.exec(errors) ??
    /^jq: parse error: (.*)/m.exec(errors) ??
    [];
  if (parse !== undefined) throw invalid(`Cannot read ${label} as JSON: ${parse.slice(0, 300)}${depthHint(parse)}`);
  const said = errors
    .replace(/^jq: error(?: \(at [^)]*\))?(?: \(not a string\))?: /gm, '')
    .replace(/\njq: \d+ compile errors?\n?$/, '')
    .replace(/ \(Could not expand.*?\.\)\)/s, '')
    .trimStart()
    .replace(/\n+$/, '')
    .slice(0, 500);
  if (/compile error/.test(errors)) {
    const hint = /^'[\s\S]*'$/.test(filter.trim()) ? ' without the quotes of the shell' : '';
    throw invalid(`Option "filter" must be a jq program${hint}: ${said}`);
  }
  throw invalid(`Cannot run option "filter" on ${label}: ${said === '' ? `it ended with ${exitCode}` : said}`);
}

const depthHint = (fault: string): string => (fault.startsWith('Exceeds depth') ? `, at most ${JQ_DEPTH}` : '');

export default defineTool({
  id: 'jq-query',
  title: 'jq Query',
  summary:
    'Runs a jq 1.7 filter on JSON, JSON Lines or several documents, without access to files, environment or network.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    filter: z.string().max(100_000).default('.').describe('Filter in the jq language, such as .items[] | {id, name}.'),
    shape: z
      .enum(['text', 'array'])
      .default('text')
      .describe('Results one after the other, as jq prints them, or as one JSON array.'),
    raw: z.boolean().default(false).describe('Writes strings without quotes, like jq -r; only for the shape text.'),
    slurp: z.boolean().default(false).describe('Reads all documents into one array, like jq -s.'),
    nullInput: z
      .boolean()
      .default(false)
      .describe('Runs the filter once with null as input, like jq -n; input and inputs read the documents.'),
    sortKeys: shared.sortKeys(),
    indent: shared.indent(),
    args: z
      .string()
      .max(100_000)
      .default('')
      .describe('Variables as a JSON object: {"min": 5} is $min in the filter, and $ARGS.named has all of them.'),
  },
  result: 'mixed',
  data: anyJson('Result of the filter, where it is one JSON value or an array was asked for.'),
  notes: [
    'A single JSON result is also returned as data. Several results follow one another on separate lines; with "indent" 0 that is JSON Lines.',
    'Numbers that the filter leaves alone keep their digits; arithmetic is done with doubles, as jq does.',
    'The filter has no access to files, modules, environment variables ($ENV is empty) or other programs. The time zone is UTC.',
    'A filter may use 256 MiB of memory and write 8 MiB; one that never ends is stopped by the time limit. Input may be nested 256 deep.',
    'After an error in one of several documents jq goes on; here any error refuses the run.',
    'Regular expressions are those of jq (Oniguruma), which can take long for some patterns.',
  ],
  aliases: ['jq', 'jq play', 'jq online', 'json query', 'jq filter', 'json processor', 'jq -r', 'jq slurp'],
  verified: [
    'jq 1.6 (Debian): same output for 120 programs on 4 inputs; jq 1.7 differs in from_entries and transpose on odd inputs, which were left out',
  ],
  examples: [
    {
      title: 'One value out of many',
      input: '{"items":[{"id":1,"price":1.10},{"id":2,"price":12345678901234567890}]}',
      options: { filter: '.items[1].price' },
      output: { text: '12345678901234567890' },
    },
    {
      title: 'Several results',
      input: '[{"name":"Ada","age":36},{"name":"Bob","age":17}]',
      options: { filter: '.[] | select(.age > $min) | .name', args: '{"min":18}', raw: true },
      output: { text: 'Ada' },
    },
    {
      title: 'JSON Lines, slurped and grouped, as an array',
      input: '{"k":"a","n":1}\n{"k":"b","n":2}\n{"k":"a","n":3}\n',
      options: {
        filter: 'group_by(.k)[] | {k: .[0].k, sum: map(.n) | add}',
        slurp: true,
        shape: 'array',
        indent: 0,
      },
      output: {
        data: [
          { k: 'a', sum: 4 },
          { k: 'b', sum: 2 },
        ],
      },
    },
    {
      title: 'No result, and no input',
      options: { filter: 'empty', nullInput: true },
      output: { text: '' },
    },
    {
      title: 'Invalid filter',
      input: '{}',
      options: { filter: '.a | foo' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "filter" must be a jq program: foo/0 is not defined at <top-level>, line 1:\n.a | foo     ',
      },
    },
    {
      title: 'A filter with the quotes of a shell',
      input: '{}',
      options: { filter: "'.a'" },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "filter" must be a jq program without the quotes of the shell: syntax error, unexpected INVALID_CHARACTER, expecting end of file (Unix shell quoting issues?) at <top-level>, line 1:\n\'.a\'',
      },
    },
    {
      title: 'A filter that fails on the input',
      input: '[1]',
      options: { filter: '.a' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot run option "filter" on property "input": Cannot index array with string "a"',
      },
    },
    {
      title: 'Input is not JSON',
      input: '{"a":1,}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as JSON: Expected another key-value pair at line 1, column 8',
      },
    },
    {
      title: 'Variables are not an object',
      input: '1',
      options: { args: '[1]' },
      error: { code: 'INVALID_INPUT', message: 'Option "args" must be a JSON object, got array' },
    },
    {
      title: 'Invalid variable name',
      input: '1',
      options: { args: '{"a-b":1}' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "args" must have names of letters, digits and "_", not beginning with a digit, got "a-b"',
      },
    },
    {
      title: 'Out of memory',
      input: '1',
      options: { filter: '"x" * 3e8' },
      error: { code: 'LIMIT_EXCEEDED', message: 'The filter needs more than 256 MiB of memory' },
    },
  ],
  async run({ input, options, files }) {
    const { filter } = options;
    const isEmpty = options.nullInput && input === '' && files.length === 0;
    const source = isEmpty ? undefined : await readTextSource({ input, files });
    const flags = [
      '-c',
      ...(options.slurp ? ['-s'] : []),
      ...(options.nullInput ? ['-n'] : []),
      ...(options.sortKeys ? ['-S'] : []),
      ...readArguments(options.args),
    ];
    const answer = await runJq([...flags, '--', filter], Buffer.from((source?.text ?? '').replace(/^\ufeff/, '')));
    refuseFailure(answer, filter, source?.label ?? 'no input');
    const printed = Buffer.from(answer.output).toString();
    const lines = printed === '' ? [] : printed.replace(/\n$/, '').split('\n');
    return resultOf(lines, { ...options, indent: ' '.repeat(options.indent) });
  },
});
