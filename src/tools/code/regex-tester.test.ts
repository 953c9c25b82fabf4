import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './regex-tester.js';

const hasPython = hasProgram('python3', ['--version'], 'regular expressions beside Python');

interface Found {
  readonly matchCount: number;
  readonly matches: readonly {
    readonly start: number;
    readonly end: number;
    readonly groups: readonly { readonly start: number | null; readonly end: number | null }[];
  }[];
  readonly replaced: string;
}

async function find(input: string, options: Record<string, unknown>): Promise<Found> {
  const { data, message } = await runTool(tool, { input, options });
  expect(message, JSON.stringify(options)).toBeUndefined();
  return data as Found;
}

/** Patterns that all engines read alike: in a repetition no group, whose last turn they remember differently, and nothing empty. */
function randomPattern(chance: Chance, depth: number, isRepeated = false): string {
  const one = (): string => {
    switch (chance(depth > 0 ? 8 : 5)) {
      case 0:
        return pick(chance, ['[a-c]', '[^b]', '[ab1]', '\\s', '\\.', '[\\n-]']);
      case 1:
        return pick(chance, ['\\b', '^', 'a', '\\B']);
      case 5:
        return isRepeated ? `(?:${randomPattern(chance, depth - 1, true)})` : `(${randomPattern(chance, depth - 1)})`;
      case 6:
        return `(?:[abc](?:${randomPattern(chance, depth - 1, true)}))${pick(chance, ['?', '{2}', '{1,2}', '??'])}`;
      case 7:
        return `${pick(chance, ['a', '.', '[bc]'])}${pick(chance, ['*', '+', '?', '*?', '+?', '{2,}'])}`;
      default:
        return pick(chance, ['a', 'b', 'c', '1', '.', 'ab']);
    }
  };
  const branch = (): string => Array.from({ length: 1 + chance(3) }, one).join('');
  return Array.from({ length: 1 + (chance(3) === 0 ? 1 : 0) }, branch).join('|');
}

const randomText = (chance: Chance): string =>
  Array.from({ length: 1 + chance(30) }, () => pick(chance, ['a', 'b', 'c', '1', ' ', '\n', '.', 'é', '-'])).join('');

inRounds.skipIf(!hasPython)('Python finds the same places and groups', [100, 2000], async (rounds) => {
  const asked: [string, string, string][] = [];
  const found: { javascript: Found; re2: Found }[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const [pattern, text] = [randomPattern(chance, 3), randomText(chance)];
    const flags = pick(chance, ['g', 'gm', 'gs', 'gi', 'gms']);
    asked.push([pattern, text, flags]);
    found.push({
      javascript: await find(text, { pattern, flags, replacement: '<$&>' }),
      re2: await find(text, { pattern, flags, engine: 're2', replacement: '<$&>' }),
    });
  }
  const expected = runPython<{ places: number[][]; replaced: string }[]>(
    `
import re
def run(pattern, text, flags):
    bits = re.ASCII
    for letter, bit in (('m', re.M), ('s', re.S), ('i', re.I)):
        if letter in flags: bits |= bit
    compiled = re.compile(pattern, bits)
    places, replaced, end, at = [], '', 0, 0
    while at <= len(text) and (found := compiled.search(text, at)):
        places.append([place for group in range(compiled.groups + 1) for place in found.span(group)])
        replaced += text[end:found.start()] + '<' + found.group() + '>'
        end = found.end()
        # Where it was empty, JavaScript goes on behind the next character, Python's finditer looks here again.
        at = end + (found.start() == end)
    return {'places': places, 'replaced': replaced + text[end:]}
print(json.dumps([run(*one) for one in data]))`,
    asked,
  );
  const placesOf = ({ matches }: Found): number[][] =>
    matches.map(({ start, end, groups }) => [
      start,
      end,
      ...groups.flatMap((group) => [group.start ?? -1, group.end ?? -1]),
    ]);
  for (const [index, { places, replaced }] of expected.entries()) {
    const told = JSON.stringify(asked[index]);
    const { javascript, re2 } = found[index] as (typeof found)[number];
    expect(placesOf(javascript), told).toEqual(places);
    expect(javascript.replaced, told).toBe(replaced);
    // RE2 gives no empty match right after another match.
    const ends = new Set<number>();
    const apart = places.filter(([start = 0, end = 0]) => {
      const isKept = start !== end || !ends.has(start);
      ends.add(end);
      return isKept;
    });
    expect(placesOf(re2), told).toEqual(apart);
  }
});

inRounds('String.prototype.replace gives the same text', [200, 2000], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const parts = ['$$', '$&', '$`', "$'", '$1', '$2', '$02', '$12', '$20', '$0', '$<n>', '$<x>', '$<', '$', 'x', '\\'];
    const replacement = Array.from({ length: 1 + chance(5) }, () => pick(chance, parts)).join('');
    const pattern = pick(chance, [
      '(?<n>a)|(b)',
      '(a)(b)?',
      'a',
      '(?<n>(?:))',
      '(a)(b)(c)?(.)?(.)?(.)?(.)?(.)?(.)?(.)?(.)?(.)?',
    ]);
    const flags = pick(chance, ['g', '', 'gu', 'gy', 'y', 'gv']);
    const text = randomText(chance);
    const { replaced } = await find(text, { pattern, flags, replacement });
    expect(replaced, JSON.stringify([pattern, flags, replacement, text])).toBe(
      text.replace(new RegExp(pattern, flags), replacement),
    );
  }
});

it('empty matches go on by characters, and surrogates are one of them with flag u', async () => {
  expect((await find('😀', { pattern: '(?:)', flags: 'gu' })).matchCount).toBe(2);
  expect((await find('😀', { pattern: '(?:)', flags: 'g' })).matchCount).toBe(3);
});

exhaustive('a pattern that never comes to its end is refused', async () => {
  const { status, message } = await runTool(tool, { input: `${'a'.repeat(40)}!`, options: { pattern: '(a+)+$' } });
  expect([status, message]).toEqual([
    413,
    'The search takes longer than 4 seconds: the pattern goes back too often, or the text is long',
  ]);
});

it.each([
  ['a'.repeat(1_000_000), { pattern: '(?:)', replacement: 'x'.repeat(5000) }, 413],
  ['a'.repeat(1_000_000), { pattern: 'a', replacement: '$`' }, 413],
  ['a'.repeat(1_000_000), { pattern: 'a', limit: 10_000 }, 200],
  ['a'.repeat(1000), { pattern: '(a*)*' }, 200],
  ['a', { pattern: '('.repeat(5000) + ')'.repeat(5000) }, 413],
  ['a', { pattern: '(?:a{1000}){1000}', engine: 're2' }, 400],
  [`${'ab'.repeat(5000)}`, { pattern: '(.)'.repeat(3000), limit: 10_000 }, 200],
])('what is hostile, %#', async (input, options, status) => {
  expect((await runTool(tool, { input, options })).status).toBe(status);
});

it('a group named as in Python says how it is named here', async () => {
  const { message } = await runTool(tool, { input: 'a', options: { pattern: '(?P<first>a)' } });
  expect(message).toContain('a group with a name is (?<name>…) here');
});
