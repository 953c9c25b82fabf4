import { describe, expect, it } from 'vitest';

import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import jmespathQuery from './jmespath-query.js';
import jsonataQuery from './jsonata-query.js';

type Case = readonly [expression: string, expected: unknown];

/** jmespath.test: given documents with expressions and results of basic, boolean, filters, functions, pipe, slice, wildcard … */
const JMESPATH: readonly (readonly [document: unknown, cases: readonly Case[]])[] = [
  [
    { foo: { bar: { baz: 'correct' } } },
    [
      ['foo', { bar: { baz: 'correct' } }],
      ['foo.bar', { baz: 'correct' }],
      ['foo.bar.baz', 'correct'],
      ['foo\n.\nbar\n.baz', 'correct'],
      ['foo.bar.baz.bad', null],
      ['foo.bar.bad', null],
      ['bad.morebad.morebad', null],
      ['foo | bar', { baz: 'correct' }],
      ['foo | bar | baz', 'correct'],
      ['"foo"."bar"', { baz: 'correct' }],
    ],
  ],
  [
    { outer: { foo: 'foo', bar: 'bar', baz: 'baz' } },
    [
      ['outer.foo || outer.bar', 'foo'],
      ['outer.bad || outer.foo', 'foo'],
      ['outer.bad || outer.alsobad', null],
      ['outer.{f: foo, b: bar}', { f: 'foo', b: 'bar' }],
      ['outer.[foo, baz]', ['foo', 'baz']],
      ['sort(keys(outer))', ['bar', 'baz', 'foo']],
    ],
  ],
  [
    { foo: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    [
      ['foo[0:10:1]', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
      ['foo[0:20]', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
      ['foo[8:2]', []],
      ['foo[::2]', [0, 2, 4, 6, 8]],
      ['foo[::-1]', [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
      ['foo[-4:-1]', [6, 7, 8]],
      ['foo[10:0:-2]', [9, 7, 5, 3, 1]],
      ['foo[-1]', 9],
      ['foo[100]', null],
    ],
  ],
  [
    {
      foo: [
        { name: 'a', age: 25 },
        { name: 'b', age: 30 },
      ],
    },
    [
      ["foo[?name == 'a']", [{ name: 'a', age: 25 }]],
      ['foo[?age > `25`].name', ['b']],
      ['foo[?age <= `25`].name', ['a']],
      ['foo[?age != `25`].name', ['b']],
      ["foo[?name == 'a' && age == `25`].age", [25]],
      ["foo[?name == 'x' || age == `30`].name", ['b']],
      ["foo[?!(name == 'a')].name", ['b']],
      ['foo[*].name', ['a', 'b']],
      ['foo[].age | [0]', 25],
      ['max_by(foo, &age).name', 'b'],
      ['min_by(foo, &age).name', 'a'],
      ['sort_by(foo, &age)[*].name', ['a', 'b']],
      ['map(&name, foo)', ['a', 'b']],
    ],
  ],
  [
    {
      foo: -1,
      zero: 0,
      numbers: [-1, 3, 4, 5],
      array: [-1, 3, 4, 5, 'a', '100'],
      strings: ['a', 'b', 'c'],
      decimals: [1.01, 1.2, -1.5],
      str: 'Str',
      empty_list: [],
      null_key: null,
      objects: { foo: 'bar', bar: 'baz' },
    },
    [
      ['abs(foo)', 1],
      ['avg(numbers)', 2.75],
      ['avg(empty_list)', null],
      ["contains('abc', 'd')", false],
      ["contains(strings, 'a')", true],
      ["ends_with(str, 'tr')", true],
      ["starts_with(str, 'S')", true],
      ['ceil(decimals[1])', 2],
      ['floor(decimals[2])', -2],
      ['floor(decimals[0])', 1],
      ["join(', ', strings)", 'a, b, c'],
      ["length('✓foo')", 4],
      ['length(objects)', 2],
      ['max(strings)', 'c'],
      ['min(decimals)', -1.5],
      ['merge(objects, {k: `1`})', { foo: 'bar', bar: 'baz', k: 1 }],
      ['reverse(numbers)', [5, 4, 3, -1]],
      ['sum(decimals[:2])', 2.21],
      ["to_number('1.1')", 1.1],
      ['to_number(`[0]`)', null],
      ['to_string(`[0]`)', '[0]'],
      ['type(str)', 'string'],
      ['type(null_key)', 'null'],
      ['not_null(null_key, str)', 'Str'],
    ],
  ],
];

/** docs.jsonata.org: the address book of its guide, and literals of its function reference. */
const ADDRESS = {
  FirstName: 'Fred',
  Surname: 'Smith',
  Age: 28,
  Address: { Street: 'Hursley Park', City: 'Winchester', Postcode: 'SO21 2JN' },
  Phone: [
    { type: 'home', number: '0203 544 1234' },
    { type: 'office', number: '01962 001234' },
    { type: 'office', number: '01962 001235' },
    { type: 'mobile', number: '077 7700 1234' },
  ],
  Email: [{ type: 'office', address: ['fred.smith@my-work.com', 'fsmith@my-work.com'] }],
  Other: { 'Over 18 ?': true, Misc: null, 'Alternative.Address': { Street: 'Brick Lane', City: 'London' } },
};
const JSONATA: readonly Case[] = [
  ['Surname', 'Smith'],
  ['Age', 28],
  ['Address.City', 'Winchester'],
  ['Other.Misc', null],
  ['Other.`Over 18 ?`', true],
  ['Phone[0]', { type: 'home', number: '0203 544 1234' }],
  ['Phone[-1]', { type: 'mobile', number: '077 7700 1234' }],
  ['Phone[0].number', '0203 544 1234'],
  ['Phone.number', ['0203 544 1234', '01962 001234', '01962 001235', '077 7700 1234']],
  ['Phone.number[0]', ['0203 544 1234', '01962 001234', '01962 001235', '077 7700 1234']],
  ['(Phone.number)[0]', '0203 544 1234'],
  ["Phone[type='mobile'].number", '077 7700 1234'],
  ["Phone[type='office'].number", ['01962 001234', '01962 001235']],
  ["Phone[type='mobile'][].number", ['077 7700 1234']],
  ['Address.*', ['Hursley Park', 'Winchester', 'SO21 2JN']],
  ['**.Postcode', 'SO21 2JN'],
  ["FirstName & ' ' & Surname", 'Fred Smith'],
  ["Address.(Street & ', ' & City)", 'Hursley Park, Winchester'],
  ['5&0&true', '50true'],
  ['Phone{type: number}', { home: '0203 544 1234', office: ['01962 001234', '01962 001235'], mobile: '077 7700 1234' }],
  [
    'Phone.{type: number}',
    [{ home: '0203 544 1234' }, { office: '01962 001234' }, { office: '01962 001235' }, { mobile: '077 7700 1234' }],
  ],
  ['$count(Phone)', 4],
  ['$exists(Phone)', true],
  ['[1..5]', [1, 2, 3, 4, 5]],
  ['$sum([5,1,3,7,4])', 20],
  ['$max([5,1,3,7,4])', 7],
  ['$average([5,1,3,7,4])', 4],
  ['$length("Hello World")', 11],
  ['$substring("Hello World", 3)', 'lo World'],
  ['$substring("Hello World", -4)', 'orld'],
  ['$substring("Hello World", 3, 5)', 'lo Wo'],
  ['$substringBefore("Hello World", " ")', 'Hello'],
  ['$pad("foo", -5, "#")', '##foo'],
  ['$trim("   Hello    \n World  ")', 'Hello World'],
  ['$contains("Hello World", /wo/i)', true],
  ['$split("so many words", " ")', ['so', 'many', 'words']],
  ["$join(['a','b','c'], '#')", 'a#b#c'],
  ['$replace("265USD", /([0-9]+)USD/, "$$$1")', '$265'],
  ['$base64encode("myuser:mypass")', 'bXl1c2VyOm15cGFzcw=='],
  ['$base64decode("bXl1c2VyOm15cGFzcw==")', 'myuser:mypass'],
  ['$formatNumber(12345.6, "#,###.00")', '12,345.60'],
  ['$formatBase(100, 2)', '1100100'],
  ['$round(123.456, 2)', 123.46],
  ['$fromMillis(1510067557121)', '2017-11-07T15:12:37.121Z'],
  ['(\n  $factorial := function($x) { $x <= 1 ? 1 : $x * $factorial($x - 1) };\n  $factorial(4)\n)', 24],
  ['$map([1..5], function($x, $i) { $x * $i })', [0, 2, 6, 12, 20]],
];

describe('jmespath-query', () => {
  it('gives the results of the compliance suite', async () => {
    let count = 0;
    for (const [document, cases] of JMESPATH) {
      for (const [expression, expected] of cases) {
        const { data, message } = await runTool(jmespathQuery, {
          input: JSON.stringify(document),
          options: { expression },
        });
        expect(message ?? data, expression).toEqual(expected);
        count++;
      }
    }
    expect(count).toBe(62);
  });
});

describe('jsonata-query', () => {
  it('gives the results of the documentation', async () => {
    for (const [expression, expected] of JSONATA) {
      const { data, message } = await runTool(jsonataQuery, {
        input: JSON.stringify(ADDRESS),
        options: { expression },
      });
      expect(message ?? data, expression).toEqual(expected);
    }
    expect(JSONATA).toHaveLength(46);
  });

  it('has the clock and the chance of the run, and nothing of the process', async () => {
    const run = async (expression: string) =>
      (await runTool(jsonataQuery, { input: '{}', options: { expression } })).data;
    expect(await run('$now()')).toBe('2026-01-02T03:04:05.678Z');
    expect(await run('$millis()')).toBe(Date.parse('2026-01-02T03:04:05.678Z'));
    expect(await run('$random()')).toBe(await run('$random()'));
    for (const name of ['process', 'require', 'globalThis', 'constructor', '__proto__', 'toString'])
      expect(await run(`[${name}, $.${name}, $${name}, "x".${name}]`), name).toEqual([]);
  });

  it('keeps digits, or makes long numbers texts', async () => {
    const input = '{"a":[9007199254740993,9007199254740992],"b":0.1000000000000000055}';
    const options = { longNumbers: 'text', expression: 'a', indent: 0 };
    expect((await runTool(jsonataQuery, { input, options })).text).toBe('["9007199254740993",9007199254740992]');
    const lines = await runTool(jmespathQuery, {
      input: '{"a":1}\n{"a":12345678901234567891}',
      options: { expression: '[].a', indent: 0 },
    });
    expect(lines.text).toBe('[1,12345678901234567891]');
  });

  it('refuses what is too deep or too long', async () => {
    const texts = [
      '('.repeat(20_000),
      '$pad("x", 10000000)',
      '[1..5000000]',
      '$reduce([1..60], function($a) { $a & $a }, "x")',
    ];
    for (const expression of texts) {
      const { code, message } = await runTool(jsonataQuery, { input: '{}', options: { expression } });
      expect([code, message], expression.slice(0, 40)).toEqual([
        expect.stringMatching(/LIMIT_EXCEEDED|INVALID_INPUT/),
        expect.any(String),
      ]);
    }
    const deep = await runTool(jmespathQuery, { input: '{}', options: { expression: '('.repeat(20_000) } });
    expect(deep.code).toBe('LIMIT_EXCEEDED');
  });

  exhaustive('ends what does not end', async () => {
    const texts = ['($f := function($n) { $f($n + 1) }; $f(1))', `$match("${'a'.repeat(40)}!", /^(a+)+$/)`];
    for (const expression of texts) {
      const { message } = await runTool(jsonataQuery, { input: '{}', options: { expression } });
      expect(message).toBe('The query must end within 6 seconds');
    }
  });
});
