import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './find-and-replace.js';

const hasSed = hasProgram('sed', ['--version'], 'find-and-replace beside GNU sed');
const hasGrep = hasProgram('grep', ['--version'], 'whole words beside GNU grep');

async function replaced(input: string, options: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, JSON.stringify({ input: input.slice(0, 200), options })).toBeUndefined();
  return text;
}

const CORPUS = [
  'The quick brown fox jumps over the lazy dog.',
  '2026-11-21 ERROR [db] timeout=30s user="o\'neil" path=/var/log/app.log',
  'first_name,last_name,e-mail',
  'Ünïcödé straße ΟΔΟΣ οδός Привет мир 日本語 😀👩‍💻',
  '   leading and trailing   ',
  'a.b.c (1) [2] {3} a+b*c? $5 ^6 a|b \\ / & ~',
  'aaa bbb aaab abab',
  'tab\there  double  space',
  '',
  'https://example.com/path?q=1&r=2#frag',
].join('\n');

/** Expression and replacement in sed's words; the expression means the same in RE2. */
const PAIRS: readonly (readonly [expression: string, replacement: string])[] = [
  ['a', 'X'],
  ['o', ''],
  ['[aeiou]', '<&>'],
  ['([a-z]+) ([a-z]+)', '\\2 \\1'],
  ['^', '> '],
  ['$', ' <'],
  ['^ +', ''],
  [' +$', ''],
  ['[[:blank:]]+', ' '],
  ['([0-9]{4})-([0-9]{2})-([0-9]{2})', '\\3.\\2.\\1'],
  ['a*', 'x'],
  ['b*', '-'],
  ['(ab|a)(c|bcd)?', '[\\1]'],
  ['[A-Z]', '\\L&'],
  ['([a-z])([a-z]*)', '\\u\\1\\2'],
  ['[a-z]+', '\\U&'],
  ['([a-z]+)_([a-z]+)', '\\U\\1\\E_\\2'],
  ['([A-Z])([a-z]+)', '\\l\\1\\U\\2\\E!'],
  ['[^a-z\\n]+', '_'],
  ['\\.', '\\n'],
  ['\\$([0-9])', '\\1 dollars'],
  ['\\[|\\]', '|'],
  ['(.)(.)', '\\2\\1'],
  ['.', '.'],
  ['é', 'e'],
  ['[éäüïö]', '?'],
  ['Привет', '\\U&'],
  ['мир', '\\u&'],
  ['日本', '&&'],
  ['😀', ':)'],
  ['δ', 'Δ'],
  ['x{2,3}|a{2}', '#'],
  ['^(.*)$', '"\\1"'],
  ['=([^ ]*)', ' -> \\1'],
  ['([a-z]+)@?', '\\1'],
  ['/[a-z]+', '//'],
  ['^$', 'EMPTY'],
  ['\\\\', '\\\\\\\\'],
  ['\\?.*', ''],
  ['"([^"]*)"', "'\\1'"],
];

describe.skipIf(!hasSed)('beside GNU sed -E', () => {
  it.each(PAIRS)('s/%s/%s/ gives the same text', async (expression, replacement) => {
    const guarded = (part: string): string => part.replaceAll('#', '\\#');
    // In this locale sed takes letters beyond ASCII apart where an expression matches the empty text.
    const corpus = /^.\*$/.test(expression) ? CORPUS.replace(/[^\n -~]/g, '?') : CORPUS;
    for (const flags of ['g', 'gI']) {
      const script = `s#${guarded(expression)}#${guarded(replacement)}#${flags}`;
      const expected = runProgram('env', ['LC_ALL=C.UTF-8', 'sed', '-E', script], corpus).toString();
      // sed knows one more way to write the whole match.
      const replace = replacement.replaceAll('&', () => '$&');
      const options = { find: expression, replace, regex: true, caseSensitive: flags === 'g' };
      expect(await replaced(corpus, options)).toBe(expected);
    }
  });

  it('replaces only the first places', async () => {
    for (const count of [1, 2, 5]) {
      const script = Array.from({ length: count }, () => 's/[aeiou]/*/').join(';');
      const line = CORPUS.split('\n')[0] ?? '';
      const expected = runProgram('sed', ['-E', script], line).toString();
      expect(await replaced(line, { find: '[aeiou]', replace: '*', regex: true, limit: count })).toBe(expected);
    }
  });
});

const PIECES = ['a', 'b', 'ab', 'A', 'é', 'e\u0301', '😀', ' ', '\n', '.', '$', '1', 'σ', '日'];

describe('beside RegExp', () => {
  exhaustive('replaces the same plain texts', async () => {
    const below = chanceOf(3);
    for (let round = 0; round < 2000; round++) {
      const input = `${drawText(below, PIECES, below(40))}.`;
      const find = drawText(below, PIECES, 1 + below(2));
      const replace = drawText(below, PIECES, below(3));
      const caseSensitive = below(2) === 0;
      const escaped = find.replace(/[.$]/g, '\\$&');
      const expected = input.replace(new RegExp(escaped, caseSensitive ? 'gu' : 'giu'), () => replace);
      expect(await replaced(input, { find, replace, caseSensitive })).toBe(expected);
    }
  });

  exhaustive('replaces the same random expressions', async () => {
    const below = chanceOf(5);
    const atoms = ['a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '\\p{L}', '\\p{Lu}', '\\n', '^', '$'];
    const counts = ['', '', '', '?', '*', '+', '{2}', '??', '+?'];
    for (let round = 0; round < 600; round++) {
      const find = Array.from({ length: 1 + below(4) }, () => {
        const atom = atoms[below(atoms.length)] ?? 'a';
        return atom === '^' || atom === '$' ? atom : atom + counts[below(counts.length)];
      }).join('');
      const input = `${drawText(below, PIECES, below(30))}.`;
      // An empty match right after another counts in JavaScript and not in RE2, sed and Go.
      let end = -1;
      const expected = input.replace(new RegExp(find, 'gmu'), (found: string, ...rest: unknown[]) => {
        const at = rest.find((value) => typeof value === 'number') as number;
        if (found === '' && at === end) return '';
        end = at + found.length;
        return `<${found}>`;
      });
      expect(await replaced(input, { find, replace: '<$&>', regex: true }), find).toBe(expected);
    }
  });
});

it.skipIf(!hasGrep)('finds the whole words that grep -ow finds', async () => {
  const below = chanceOf(11);
  for (let round = 0; round < 40; round++) {
    const input = `${drawText(below, ['a', 'b', 'é', '_', '1', ' ', '-', '\n', '日'], below(50))}a\n`;
    const [find, regex] = (
      [
        ['a', false],
        ['a+', true],
        ['a|ab', true],
        ['[ab1]', true],
        ['a.', true],
        ['é', false],
      ] as const
    )[below(6)]!;
    const found = runProgram('sh', ['-c', `LC_ALL=C.UTF-8 grep -owE '${find}' || true`], input).toString();
    const { data } = await runTool(tool, { input, options: { find, regex, wholeWord: true, format: 'json' } });
    const matches = (data as { matches: { found: string }[] }).matches;
    expect(matches.map((match) => `${match.found}\n`).join(''), JSON.stringify({ input, find })).toBe(found);
  }
});

describe('the replacement of an expression', () => {
  it('knows dollars, groups and escapes', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['$$1', '$1'],
      [`$0|$&|\${0}|\\0`, 'ab|ab|ab|ab'],
      ['$1$2', 'ab'],
      ['$12', 'a2'],
      [`\${2}1`, 'b1'],
      [`\${second}$<second>`, 'bb'],
      ['$ $x$', '$ $x$'],
      ['\\x41\\x{1F600}\\t\\n\\\\', 'A😀\t\n\\'],
      ['\\$1\\/', '$1/'],
      ['\\U$1x\\Ey\\u$2', 'AXyB'],
      ['\\LQ\\u$1Q', 'qAq'],
      ['\\u\\Lßx', 'Ssx'],
    ];
    for (const [replace, expected] of cases) {
      expect(await replaced('ab', { find: '(a)(?P<second>b)', replace, regex: true }), replace).toBe(expected);
    }
  });

  it('is refused where it names what there is not', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['$3', 'Option "replace" has "$3", but the pattern has 1 group'],
      ['\\2', 'Option "replace" has "\\\\2", but the pattern has 1 group'],
      [`\${b}`, `Option "replace" has "\${b}", but the named groups of the pattern are: "a"`],
      [`\${a`, `Option "replace" must close "\${" with "}"`],
      ['\\q', 'Option "replace" has the unknown escape \\q'],
      ['\\x{110000}', 'Option "replace" has the unknown escape \\x{110000}'],
      ['a\\', 'Option "replace" must not end in a single backslash'],
    ];
    for (const [replace, expected] of cases) {
      const { message } = await runTool(tool, { input: 'x', options: { find: '(?P<a>x)', replace, regex: true } });
      expect(message).toContain(expected);
    }
  });

  it('stands for itself without "regex"', async () => {
    expect(await replaced('a', { find: 'a', replace: `$& \\n \${x} \\` })).toBe(`$& \\n \${x} \\`);
  });
});

describe('CRLF', () => {
  it('counts as one break where every line ends so', async () => {
    const input = 'a\r\nb\r\n\r\nc';
    expect(await replaced(input, { find: '$', replace: ';', regex: true })).toBe('a;\r\nb;\r\n;\r\nc;');
    expect(await replaced(input, { find: 'a\nb', replace: 'x\ny' })).toBe('x\r\ny\r\n\r\nc');
    expect(await replaced(input, { find: '\\n+', replace: '\\n', regex: true })).toBe('a\r\nb\r\nc');
    expect(await replaced(input, { find: '\r\n', replace: '\n' })).toBe('a\nb\n\nc');
    expect(await replaced(input, { find: '\\r', replace: '', regex: true })).toBe('a\nb\n\nc');
  });

  it('is left alone in a mixed text', async () => {
    expect(await replaced('a\r\nb\nc', { find: 'b', replace: 'x\ny' })).toBe('a\r\nx\ny\nc');
  });
});

it('refuses a result that no answer can carry', async () => {
  const { code, message } = await runTool(tool, {
    input: 'a'.repeat(1_000_000),
    options: { find: 'a', replace: 'b'.repeat(10_000) },
  });
  expect([code, message]).toEqual(['LIMIT_EXCEEDED', 'The result must have at most 8388608 characters']);
  const nulls = await runTool(tool, { input: '\u0000'.repeat(1_000_000), options: { find: '\u0001', format: 'json' } });
  expect(nulls.code).toBe('LIMIT_EXCEEDED');
});

exhaustive('grows with the length of the text', async () => {
  for (const [part, options] of [
    ['ab ', { find: 'a[ab]*', replace: '\\u$&', regex: true, wholeWord: true, format: 'json' }],
    ['a', { find: '(a*)*b|(a|aa)+$', replace: '$1', regex: true }],
    ['ab\n', { find: 'x*', replace: '-', regex: true }],
  ] as const) {
    await expectLinear(20_000, (length) => replaced(`${part.repeat(length / part.length)}_`, options));
  }
});
