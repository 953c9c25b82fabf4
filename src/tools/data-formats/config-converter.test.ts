import { describe, expect, it } from 'vitest';

import { readToml } from '../../engines/toml-document.js';
import { JsonNumber, type JsonValue } from '../../lib/json/values.js';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { suiteCopies } from '../../testing/published-suites.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './config-converter.js';

const hasPython = hasProgram(
  'python3',
  ['-c', 'import tomllib, yaml, plistlib, configparser'],
  'configuration read by Python',
);

const convert = (input: string, from: string, to: string) => runTool(tool, { input, options: { from, to } });

const TEXTS = [
  '',
  'a',
  'no',
  '1',
  'two words',
  ' x ',
  'é😀',
  "it's",
  'a "b"',
  'C:\\dir',
  '# c',
  'a: b',
  'k=v',
  'l1\nl2',
  'l1\nl2\n',
  '\n\n',
  '- x',
  '~',
  '1.0',
  '<a&b>',
  '\t',
  '2020-01-01',
  '{x}',
  '%s',
  'nul\u0001l',
  '\u2028',
  '\u007f',
  'a\rb',
  '0x1',
  '`',
];
const KEYS = ['a', 'b-c', 'd.e', 'with space', 'é', '"q"', '1', 'no', '', "k'", '#x', 'a=b', 'X:Y', 'tab\tkey'];

const pick = <Item>(chance: Chance, items: readonly Item[]): Item => items[chance(items.length)] as Item;

function randomValue(chance: Chance, depth: number): unknown {
  const kind = chance(depth > 3 ? 5 : 8);
  if (kind < 2) return pick(chance, TEXTS);
  if (kind === 2) return chance(2) === 0;
  if (kind === 3) return chance(2000) - 1000;
  if (kind === 4) return (chance(2000) - 1000) / 8;
  if (kind === 5) return Array.from({ length: chance(4) }, () => randomValue(chance, depth + 1));
  return randomObject(chance, depth);
}

function randomObject(chance: Chance, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: chance(5) }, () => [pick(chance, KEYS), randomValue(chance, depth + 1)]),
  );
}

const READERS: Readonly<Record<string, string>> = {
  toml: 'tomllib.loads(t)',
  yaml: 'yaml.safe_load(t)',
  plist: 'plistlib.loads(t.encode())',
  ini: 'ini(t)',
};

const SCRIPT = `
import json, sys, tomllib, yaml, plistlib, configparser
def ini(t):
    p = configparser.RawConfigParser(default_section=None, delimiters=('=', ':'))
    p.optionxform = str
    p.read_string(t)
    return {s: dict(p.items(s)) for s in p.sections()}
print(json.dumps([READ for t in json.load(sys.stdin)]))
`;

/** Binary property lists as base64, and what is in them as this tool says it. */
const BINARY_SCRIPT = `
import json, sys, base64, plistlib, datetime
def extend(v, n):
    return {'doc': v, 'when': datetime.datetime(1990 + n % 60, 1 + n % 12, 1 + n % 28, n % 24, n % 60, 7), 'data': bytes(range(n % 256)),
        'uid': plistlib.UID(n ** 3), 'big': 2 ** 64 - 1 - n, 'low': -(2 ** 62) - n, 'real': n / 8, 'many': [str(i % 17) for i in range(n)]}
def plain(v):
    if isinstance(v, dict): return {k: plain(x) for k, x in v.items()}
    if isinstance(v, list): return [plain(x) for x in v]
    if isinstance(v, datetime.datetime): return v.strftime('%Y-%m-%dT%H:%M:%SZ')
    if isinstance(v, bytes): return base64.b64encode(v).decode()
    if isinstance(v, plistlib.UID): return {'CF$UID': v.data}
    return v
out = []
for n, v in enumerate(json.load(sys.stdin)):
    b = plistlib.dumps(extend(v, n), fmt=plistlib.FMT_BINARY, sort_keys=False)
    out.append([base64.b64encode(b).decode(), plain(plistlib.loads(b))])
print(json.dumps(out))
`;

const convertFile = (bytes: Uint8Array) => runTool(tool, { files: [{ name: 'a.plist', bytes }] });

describe('binary property lists', () => {
  inRounds.skipIf(!hasPython)(
    'are read as plistlib reads them, and damaged ones end in a result or a message',
    [15, 150],
    async (rounds) => {
      const chance = chanceOf(43);
      const documents = Array.from({ length: rounds }, () => withoutNull(randomObject(chance, 0)));
      const made = JSON.parse(
        runProgram('python3', ['-c', BINARY_SCRIPT], JSON.stringify(documents)).toString(),
      ) as (readonly [string, unknown])[];
      for (const [index, [base64, value]] of made.entries()) {
        const bytes = Buffer.from(base64, 'base64');
        const { files, message } = await convertFile(bytes);
        expect(JSON.parse(files[0]?.bytes.toString() ?? ''), message).toEqual(value);
        expect(files[0]?.bytes.toString()).toContain(`"big": ${2n ** 64n - 1n - BigInt(index)}`);
        for (let round = 0; round < 14; round++) {
          const damaged = Buffer.from(bytes);
          for (let change = 0; change <= chance(3); change++) damaged[8 + chance(damaged.length - 8)] = chance(256);
          const answer = await convertFile(round % 5 === 0 ? damaged.subarray(0, chance(damaged.length)) : damaged);
          expect([200, 400, 413], `${answer.cause}`).toContain(answer.status);
        }
      }
    },
  );

  it('whose objects hold each other are refused, and those that would fill memory', async () => {
    // Each of 60 arrays holds the next one twice; the last, an empty array, may hold the first.
    const objects = Array.from({ length: 60 }, (_, index) => [0xa2, index + 1, index + 1]);
    const list = (last: readonly number[]): Buffer => {
      const all = [...objects, last];
      const starts = all.map((_, index) => 8 + all.slice(0, index).flat().length);
      const table = 8 + all.flat().length;
      const trailer = [
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        1,
        ...[all.length, 0, table].flatMap((value) => [0, 0, 0, 0, 0, 0, 0, value]),
      ];
      return Buffer.concat([Buffer.from('bplist00'), Buffer.from([...all.flat(), ...starts, ...trailer])]);
    };
    expect(await convertFile(list([0xa0]))).toMatchObject({ status: 413 });
    expect(await convertFile(list([0xa1, 0]))).toMatchObject({
      status: 400,
      message: 'Cannot read file "a.plist" as a binary property list: object 0 is part of itself',
    });
  });
});

/** Property lists have no null. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (value === null || typeof value !== 'object') return value ?? 'none';
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNull(item)]));
}

describe('config-converter', () => {
  it.skipIf(!hasPython).each(['toml', 'yaml', 'plist'])(
    'writes %s that Python reads as it was, and reads it back',
    async (to) => {
      const chance = chanceOf(41);
      const written: string[] = [];
      const values: unknown[] = [];
      for (let round = 0; written.length < 120 && round < 3000; round++) {
        const value = randomObject(chance, 0);
        const { status, text, message, files } = await convert(JSON.stringify(value), 'json', to);
        expect(files).toEqual([]);
        if (status !== 200 || text === null) {
          expect(message).toMatch(/^Cannot convert property "input" to \w+: \$/);
          continue;
        }
        written.push(text);
        values.push(value);
        if (text === '') continue;
        const back = await convert(text, to, 'json');
        expect(back.data, `${text}\n${back.message}`).toEqual(value);
      }
      expect(written.length).toBe(120);
      const script = SCRIPT.replace('READ', READERS[to] as string);
      const read = JSON.parse(runProgram('python3', ['-c', script], JSON.stringify(written)).toString()) as unknown[];
      for (const [index, value] of values.entries()) expect(read[index], written[index]).toEqual(value);
    },
  );

  it('writes exponents that YAML 1.1 takes for numbers too (its type float: a point and a sign)', async () => {
    expect((await convert('{"a":1e3,"b":-2E-7,"c":1.5e10}', 'json', 'yaml')).text).toBe(
      'a: 1.0e+3\nb: -2.0e-7\nc: 1.5e+10\n',
    );
  });

  exhaustive.skipIf(!hasPython)('writes INI that configparser reads as it was, and reads it back', async () => {
    const chance = chanceOf(42);
    const written: string[] = [];
    const values: unknown[] = [];
    for (let round = 0; written.length < 120 && round < 20_000; round++) {
      const section = (): [string, unknown] => [
        pick(chance, KEYS),
        Object.fromEntries(Array.from({ length: chance(4) }, () => [pick(chance, KEYS), pick(chance, TEXTS)])),
      ];
      const value = Object.fromEntries(Array.from({ length: 1 + chance(3) }, section));
      const { status, text } = await convert(JSON.stringify(value), 'json', 'ini');
      if (status !== 200 || text === null) continue;
      written.push(text);
      values.push(value);
      expect((await convert(text, 'ini', 'json')).data, text).toEqual(value);
    }
    expect(written.length).toBe(120);
    const script = SCRIPT.replace('READ', READERS.ini as string);
    const read = JSON.parse(runProgram('python3', ['-c', script], JSON.stringify(written)).toString()) as unknown[];
    for (const [index, value] of values.entries()) expect(read[index], written[index]).toEqual(value);
  });

  it.each(['properties', 'env', 'xml'])('reads back the %s it writes', async (to) => {
    const chance = chanceOf(43);
    let count = 0;
    for (let round = 0; count < 120 && round < 20_000; round++) {
      const value = Object.fromEntries(
        Array.from({ length: 1 + chance(4) }, () => [pick(chance, KEYS), pick(chance, TEXTS)]),
      );
      const wrapped = to === 'xml' ? { top: value } : value;
      const { status, text } = await convert(JSON.stringify(wrapped), 'json', to);
      if (status !== 200 || text === null) continue;
      count++;
      if (to === 'xml' && Object.values(value).some((item) => item !== item.trim())) continue;
      if (to === 'xml' && Object.keys(value).length === 0) continue;
      expect((await convert(text, to, 'json')).data, text).toEqual(wrapped);
    }
    expect(count).toBe(120);
  });

  // java.util.Properties, "load": the examples of its documentation.
  it.each([
    [
      'Truth = Beauty\n Truth2:Beauty\nTruth3                 :Beauty',
      { Truth: 'Beauty', Truth2: 'Beauty', Truth3: 'Beauty' },
    ],
    [
      'fruits                           apple, banana, pear, \\\n                                 cantaloupe, watermelon, \\\n                                 kiwi, mango',
      { fruits: 'apple, banana, pear, cantaloupe, watermelon, kiwi, mango' },
    ],
    ['cheeses', { cheeses: '' }],
    ['\\:\\=', { ':=': '' }],
    ['! c\n# c\\\na=\\u00e9\\t\\z\\\\', { a: 'é\tz\\' }],
  ])('reads properties as Java does: %j', async (input, expected) => {
    expect((await convert(input, 'properties', 'json')).data).toEqual(expected);
  });

  it.each(suiteCopies('toml'))('reads and refuses as toml-test says: %s', (copy, files) => {
    const wrong: string[] = [];
    const counts = { valid: 0, invalid: 0 };
    for (const [path, text] of files) {
      if (!path.endsWith('.toml')) continue;
      const name = path.replace(/^tests\//, '');
      const isValid = name.startsWith('valid/');
      let value: JsonValue | undefined;
      try {
        value = readToml(text, 'x');
      } catch (error) {
        if (isValid && !/is a number that other formats do not allow/.test(String(error)))
          wrong.push(`${name}: ${String(error).slice(0, 200)}`);
        counts[isValid ? 'valid' : 'invalid']++;
        continue;
      }
      counts[isValid ? 'valid' : 'invalid']++;
      if (!isValid) wrong.push(`${name}: accepted`);
      else {
        const expected: unknown = JSON.parse(files.get(path.replace('.toml', '.json')) ?? '');
        const difference = compareTagged(value, expected, '$');
        if (difference !== undefined) wrong.push(`${name}: ${difference}`);
      }
    }
    // The package reads TOML 1.1: times without seconds, line breaks and commas in inline tables, \\x escapes.
    const later = /no-secs|inline-table|basic-byte-escapes|bom-not-at-start/;
    expect(wrong.filter((text) => !later.test(text))).toEqual([]);
    expect([counts, wrong.length]).toEqual(
      copy === 'newer' ? [{ valid: 268, invalid: 500 }, 11] : [{ valid: 100, invalid: 228 }, 7],
    );
  });
});

function compareTagged(value: JsonValue, expected: unknown, path: string): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return path;
    return expected
      .map((item, index) => compareTagged(value[index] as JsonValue, item, `${path}[${index}]`))
      .find(Boolean);
  }
  const tagged = expected as { type?: unknown; value?: unknown };
  if (typeof tagged.type !== 'string' || typeof tagged.value !== 'string') {
    const entries = Object.entries(expected as object);
    if (!(value instanceof Map) || value.size !== entries.length) return path;
    return entries
      .map(([key, item]) => compareTagged(value.get(key) as JsonValue, item, `${path}.${key}`))
      .find(Boolean);
  }
  const wanted = tagged.value;
  const isSame =
    tagged.type === 'string'
      ? value === wanted
      : tagged.type === 'bool'
        ? String(value) === wanted
        : tagged.type === 'integer'
          ? value instanceof JsonNumber && BigInt(value.source) === BigInt(wanted)
          : tagged.type === 'float'
            ? value instanceof JsonNumber && Number(value.source) === Number(wanted)
            : typeof value === 'string' && isSameTime(value, wanted);
  return isSame ? undefined : `${path}: ${value instanceof JsonNumber ? value.source : String(value)} not ${wanted}`;
}

const isSameTime = (value: string, wanted: string): boolean =>
  value === wanted ||
  value.replace(' ', 'T') === wanted ||
  Date.parse(value) === Date.parse(wanted) ||
  value.startsWith(wanted.slice(0, 12));

it('a text that begins with a section is INI, even where INI has a fault', async () => {
  const { message } = await runTool(tool, { input: '# my.cnf\n[mysqld]\nskip-networking\ndatadir=/var/lib/mysql\n' });
  expect(message).toBe('Cannot read property "input" as INI: line 3: expected a section in brackets or a key with "="');
  const twice = await runTool(tool, { input: '[remote "origin"]\n\turl = git@x:y.git\n\tfetch = a\n\tfetch = b\n' });
  expect(twice.message).toBe('Cannot read property "input" as INI: line 4: duplicate key "fetch"');
});
