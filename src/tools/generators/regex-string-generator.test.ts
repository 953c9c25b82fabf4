import { describe, expect, it } from 'vitest';

import { compilePattern } from '../../engines/text/regular-expressions.js';
import { inRows } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './regex-string-generator.js';

const PYTHON = '/usr/bin/python3';
const hasPython = hasProgram(PYTHON, ['--version'], 'patterns by re of Python');

async function strings(input: string, options: Record<string, unknown> = {}): Promise<string[]> {
  const answer = await runTool(tool, { input, options: { format: 'json', seed: 'x', ...options } });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return (answer.data as { strings: string[] }).strings;
}

/** Patterns as people write them; all are the same in Python and in RE2 but those with a back-reference or look-around. */
const PATTERNS = [
  '[A-Z]{2}-\\d{4}',
  '\\d{3}-\\d{2}-\\d{4}',
  '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
  '#(?:[0-9a-fA-F]{3}){1,2}',
  '(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)',
  '[a-z0-9._%+-]+@[a-z0-9-]+\\.[a-z]{2,6}',
  '(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])',
  '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?',
  '\\+?\\d{1,3}[ -]?\\(?\\d{3}\\)?[ -]?\\d{3}[ -]?\\d{4}',
  'https?://[a-z]+\\.(com|org|net)(/[a-z]*)*',
  '(foo|bar|baz){2,4}',
  'a*b+c?',
  '(a|b)*abb',
  '[^a-zA-Z0-9]{5}',
  '\\w+\\s\\W\\S+',
  '.{3,10}',
  '^\\$\\d{1,3}(,\\d{3})*(\\.\\d\\d)?$',
  '[\\d.]+',
  '\\x41\\u0042',
  '(?:a(?:b(?:c(?:d)?)?)?)?',
  '(?:[1-9]\\d*|0)',
  'M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})',
  '[A-Z]{2}\\d{2}[A-Z0-9]{4}\\d{7}([A-Z0-9]?){0,16}',
  '(\\w)-x{0,5}?y{2,}?',
  '[äöüß]{4}',
  'a|',
];

describe('regex-string-generator', () => {
  inRows(6, PATTERNS)('%s: RE2 matches every string', async (pattern) => {
    const made = await strings(pattern, { count: 50 });
    expect(made).toHaveLength(50);
    const re2 = compilePattern(`^(?:${pattern.replace('\\u0042', 'B')})$`, { regex: true, caseSensitive: true });
    expect(made.filter((value) => !re2.matches(value))).toEqual([]);
  });

  it.skipIf(!hasPython)('re of Python matches every string', async () => {
    const made = await Promise.all(
      PATTERNS.map(async (pattern) => [pattern, await strings(pattern, { count: 40 })] as const),
    );
    const missed = runPython<string[]>(
      'import re\nprint(json.dumps([p + " " + s for p, l in data for s in l if not re.fullmatch(p, s)]))',
      made,
      PYTHON,
    );
    expect(missed).toEqual([]);
  });

  it.each([
    ['(\\w)(\\d)\\2\\1', /^(\w)(\d)\2\1$/],
    ['(?<a>[xy])-\\k<a>', /^([xy])-\1$/],
    ['(?=.*\\d)(?=.*[a-z])[a-z\\d]{8}', /^(?=.*\d)(?=.*[a-z])[a-z\d]{8}$/],
    ['(?!00)\\d\\d', /^(?!00)\d\d$/],
    ['\\b[a-z]+\\b', /^[a-z]+$/],
    ['(?<!a)b', /^b$/],
    ['\\p{Lu}\\p{Script=Greek}', /^\p{Lu}\p{Script=Greek}$/u],
  ])('%s, which RE2 does not know, is matched', async (pattern, whole) => {
    for (const value of await strings(pattern, { count: 30 })) expect(value).toMatch(whole);
  });

  it('draws every string equally often', async () => {
    const counts = new Map<string, number>();
    for (let run = 0; run < 10; run++)
      for (const value of await strings('[0-4](x|y)', { count: 1_000, seed: `s${run}` }))
        counts.set(value, (counts.get(value) ?? 0) + 1);
    expect(counts.size).toBe(10);
    const square = [...counts.values()].reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
    // Chi-square of 9 degrees of freedom exceeds 62 one time in 10^9.
    expect(square).toBeLessThan(62);
  });

  it('keeps to lengths', async () => {
    for (const value of await strings('a*b+', { minLength: 20, maxLength: 25, count: 100 }))
      expect([value.length >= 20 && value.length <= 25, /^a*b+$/.test(value)]).toEqual([true, true]);
    expect(new Set(await strings('\\d{1,2}', { unique: true, count: 100 })).size).toBe(100);
    for (const value of await strings('[😀😁]{3}', { minLength: 3, maxLength: 3 })) expect([...value]).toHaveLength(3);
  });

  it.each([
    ['(', 400],
    ['a{100001}', 413],
    ['(?:'.repeat(200) + ')'.repeat(200), 413],
    ['a'.repeat(5_001), 413],
    ['[^\\s\\S]', 400],
    ['((a{300}){300}){300}', 413],
    ['\\d{100000}', 413],
    ['a\u2028b', 400],
  ])('%s is refused: %s', async (input, status) => {
    const answer = await runTool(tool, { input, options: { count: 100 } });
    expect([answer.status, answer.message?.slice(0, 6)]).toEqual([status, expect.any(String)]);
  });

  it('ends where the pattern can match in too many ways', async () => {
    const answer = await runTool(tool, { input: '(a+)+(?=b)', options: { minLength: 40, count: 5 } });
    expect([400, 413]).toContain(answer.status);
  });
});
