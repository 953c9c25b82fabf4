import { describe, expect, it, vi } from 'vitest';

import { compilePattern } from './regular-expressions.js';

const regex = { regex: true, caseSensitive: true };

describe('compilePattern', () => {
  it('finds what RegExp finds', () => {
    const text = 'one 1, two 22\nthree 333 é😀';
    for (const source of ['[a-z]+', '(\\w+) (\\d+)', 'o|e', '.', 'x*', '(?P<word>[^\\d\\s]+)']) {
      const found: unknown[] = [];
      for (const { start, end, group } of compilePattern(source, regex).findAll(text)) {
        found.push([start, end, group(0)]);
      }
      const expected = [...text.matchAll(new RegExp(source.replace('?P<', '?<'), 'gu'))].map((match) => [
        match.index,
        match.index + match[0].length,
        match[0],
      ]);
      expect(found, source).toEqual(expected);
    }
  });

  it('takes plain text for itself', () => {
    const pattern = compilePattern('a.b*', { regex: false, caseSensitive: false });
    expect(pattern.matches('xA.B*')).toBe(true);
    expect(pattern.matches('aXb')).toBe(false);
  });

  it('names the option and the faulty part', () => {
    const refusal =
      (source: string, option = 'find') =>
      () =>
        compilePattern(source, { ...regex, option });
    expect(() => compilePattern('(a', { regex: true, caseSensitive: false, multiline: true })).toThrow(
      'missing closing ) at "(a"',
    );
    expect(refusal('')).toThrow('Option "find" must not be empty');
    expect(refusal('(a')).toThrow('must be a regular expression of RE2 syntax: missing closing ) at "(a"');
    expect(refusal('a(?=b)')).toThrow('at "(?=", look-ahead does not exist there');
    expect(refusal('(a)\\1')).toThrow('at "\\\\1", back-references do not exist there');
    expect(refusal('(((a{100}){100}){100})')).toThrow('Option "find" must be a regular expression of RE2 syntax');
    expect(refusal('('.repeat(5000))).toThrow('Option "find" must be a regular expression of RE2 syntax');
  });

  it('takes time in proportion to the text where backtracking explodes', () => {
    const pattern = compilePattern('(a*)*b|(a|aa)+$x', regex);
    expect(pattern.matches('a'.repeat(100_000))).toBe(false);
  });
});

it('a search that takes too long is refused, the work between searches is not counted', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pattern = compilePattern('a', { regex: true, caseSensitive: true });
  for (const _ of pattern.findAll('aaaa')) now += 60_000;
  // Each look at the clock is 1.5 seconds later: so is the end of each search.
  clock.mockImplementation(() => (now += 1500));
  expect(() => [...pattern.findAll('a'.repeat(10))]).toThrow(
    'Option "pattern" must be found within 8 seconds: a shorter pattern is faster',
  );
  clock.mockRestore();
});
