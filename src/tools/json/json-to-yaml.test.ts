import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { fractionsOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { randomPlain } from '../../testing/random-json.js';
import { runTool } from '../../testing/run-tool.js';
import jsonToYaml from './json-to-yaml.js';

const toYaml = async (value: unknown, options: Record<string, unknown> = {}): Promise<string> => {
  const answer = await runTool(jsonToYaml, { input: JSON.stringify(value), options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.text ?? '';
};

/** Strings that YAML 1.1 or 1.2 reads as something else, or that end or begin what stands around them. */
const TRICKY = [
  ...[
    'no',
    'No',
    'NO',
    'yes',
    'on',
    'OFF',
    'y',
    'N',
    'true',
    'False',
    'null',
    'Null',
    '~',
    '',
    ' ',
    '=',
    '<<',
    '-',
    '- a',
  ],
  ...['1', '1.0', '1e3', '.5', '-.5', '+1', '0x1F', '0o17', '017', '0b1', '1_000', '1:30', '12:30:45', '190:20:30.15'],
  ...[
    '.inf',
    '-.INF',
    '.nan',
    'nan',
    'inf',
    '2001-01-01',
    '2001-12-14t21:59:43.10-05:00',
    '---',
    '...',
    '--- a',
    '%YAML',
  ],
  ...[
    'a: b',
    'a:',
    ':a',
    'a:b',
    'a #b',
    '#a',
    'a#b',
    '&a',
    '*a',
    '!a',
    '!!str',
    '|',
    '>',
    '@a',
    '`a',
    '"a"',
    "'a'",
    'a"b',
  ],
  ...[
    '[a',
    'a]',
    '{a',
    'a}',
    '[]',
    '{}',
    'a, b',
    ',',
    '? a',
    '?',
    'a ?',
    ' a',
    'a ',
    '\ta',
    'a\t',
    'a\tb',
    '\\',
    'a\\b',
  ],
  ...[
    'a\nb',
    'a\n',
    '\na',
    'a\n\n',
    'a\n\nb',
    ' a\nb',
    'a\n b',
    'a\r\nb',
    'a\rb',
    'a\n\tb',
    '\n',
    '\n\n',
    'a \nb',
    'a\n ',
    '# a\nb',
  ],
  ...[
    '\u0000',
    '\u007f',
    '\u0085',
    'a\u0085b',
    '\u00a0',
    'a\u00a0b',
    '\u2028',
    'a\u2029b',
    '\ufeff',
    'a\ufeffb',
    '\ufffe',
  ],
  ...[
    'é',
    'e\u0301',
    '😀',
    '👨‍👩‍👧',
    '中文',
    'שלום',
    'a'.repeat(200),
    'word '.repeat(60),
    'word  two  '.repeat(30),
    'x\\ny '.repeat(40),
  ],
  ...[
    '- '.repeat(60),
    '# '.repeat(60),
    'a - b # c '.repeat(20),
    'key: '.repeat(30),
    '"quoted" text '.repeat(20),
    'https://a.b/c?d=e&f=g',
  ],
];

describe('json-to-yaml', () => {
  const shapes = (value: string): unknown[] => [
    value,
    [value],
    { [value]: value },
    [[value, { a: value }]],
    { a: { b: [value] } },
  ];

  exhaustive('keeps strings that look like something else, for readers of YAML 1.2 and 1.1', async () => {
    for (const value of TRICKY.flatMap(shapes)) {
      for (const options of [{}, { lineWidth: 40, indent: 1 }, { quoteStrings: true, indent: 4 }]) {
        const text = await toYaml(value, options);
        expect(parse(text), text).toEqual(value);
        expect(parse(text, { version: '1.1' }), text).toEqual(value);
      }
    }
  });

  it('keeps random documents', async () => {
    const random = fractionsOf(41);
    for (let round = 0; round < 600; round++) {
      const value = randomPlain(random, 4);
      const options = { indent: 1 + (round % 8), lineWidth: [0, 20, 80][round % 3] };
      const text = await toYaml(value, options);
      expect(parse(text), text).toEqual(value);
      expect(parse(text, { version: '1.1' }), text).toEqual(value);
    }
  });

  it('breaks no word, and no line that could end earlier', async () => {
    const text = await toYaml({ a: { b: 'lorem ipsum dolor sit amet '.repeat(20).trim() } }, { lineWidth: 40 });
    for (const line of text.split('\n').slice(2)) expect(line.length, line).toBeLessThanOrEqual(40);
  });

  const PYTHON = 'import yaml,json,sys\nprint("\\n".join(json.dumps(yaml.safe_load(t)) for t in json.load(sys.stdin)))';
  it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import yaml'], 'YAML beside PyYAML'))(
    'reads the same in PyYAML',
    async () => {
      const random = fractionsOf(42);
      const values = [...Array.from({ length: 300 }, () => randomPlain(random, 4)), ...TRICKY.flatMap(shapes)];
      const texts: string[] = [];
      for (const value of values) texts.push(await toYaml(value));
      const lines = runProgram('/usr/bin/python3', ['-c', PYTHON], JSON.stringify(texts))
        .toString()
        .trimEnd()
        .split('\n');
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(values);
    },
  );

  it.skipIf(!hasProgram('yq', ['--version'], 'YAML beside yq'))('reads the same in yq', async () => {
    const random = fractionsOf(43);
    const value = Array.from({ length: 300 }, () => randomPlain(random, 4));
    expect(JSON.parse(runProgram('yq', ['.'], await toYaml(value)).toString())).toEqual(value);
  });
});
