import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './regex-explainer.js';

const hasPython = hasProgram('python3', ['--version'], 'patterns explained beside the parser of Python');
const hasPcre = hasProgram('pcre2test', ['-C'], 'risks of patterns beside the steps of PCRE2');

interface Explained {
  readonly parts: readonly { readonly kind: string; readonly part: string; readonly meaning: string }[];
  readonly backtracking: {
    readonly risk: 'none' | 'polynomial' | 'exponential' | 'unknown';
    readonly attack?: { readonly prefix: string; readonly pump: string };
  };
}

async function explain(input: string, flags = ''): Promise<Explained> {
  const { data, message } = await runTool(tool, { input, options: { flags, format: 'json' } });
  expect(message, input).toBeUndefined();
  return data as Explained;
}

const ATOMS = ['a', 'b', '\\.', '[a-c]', '[^b\\d]', '\\w', '\\s', '.', 'ab', '\\x41', '\\n', '[\\-x]', '\\b', '^', '$'];

function randomPattern(chance: Chance, depth: number): string {
  const one = (): string => {
    switch (chance(depth > 0 ? 9 : 5)) {
      case 5:
        return `(${randomPattern(chance, depth - 1)})`;
      case 6:
        return `(?:${randomPattern(chance, depth - 1)})${pick(chance, ['?', '*', '+', '{2,}', '{1,3}?', '+?'])}`;
      case 7:
        return `${pick(chance, ['(?=', '(?!'])}${randomPattern(chance, depth - 1)})`;
      case 8:
        return `${pick(chance, ['a', '.', '[ab]', '\\d'])}${pick(chance, ['*', '+', '?', '*?', '{3}', '{2,5}'])}`;
      default:
        return pick(chance, ATOMS);
    }
  };
  const branch = (): string => Array.from({ length: 1 + chance(3) }, one).join('');
  return Array.from({ length: 1 + (chance(3) === 0 ? 1 : 0) }, branch).join('|');
}

/** What Python's parser tells too: kinds in order, how often, which group. */
const kindsOf = ({ parts }: Explained): string[] =>
  parts.flatMap(({ kind, meaning, part }) => {
    if (kind === 'text') return [...(/^the text "(.*)"$/s.exec(meaning)?.[1] ?? '1')].map(() => 'literal');
    if (kind === 'alternative' || kind === 'group') return [];
    if (kind === 'repetition') return [`repeat ${meaning}`];
    if (kind === 'capturing group') return [meaning.split(',')[0] ?? ''];
    if (kind === 'assertion') return [part.startsWith('(') ? part.slice(0, 3) : part];
    return [part === '.' ? 'any' : 'set'];
  });

inRounds.skipIf(!hasPython)('Python parses the same parts', [50, 1500], async (rounds) => {
  const patterns = Array.from({ length: rounds }, (_, seed) => randomPattern(chanceOf(seed + 1), 3));
  const parsed = runPython<string[][]>(
    `
import re._parser as parser, re._constants as c
# As written: alternatives with a common start are not taken apart, sets of one are not simplified
def walk(tree, out):
    for op, av in tree:
        name = str(op)
        if name == 'LITERAL' or name == 'NOT_LITERAL': out.append('literal' if name == 'LITERAL' else 'set')
        elif name == 'ANY': out.append('any')
        elif name == 'IN': out.append('set')
        elif name == 'AT': out.append({'AT_BEGINNING': '^', 'AT_END': '$', 'AT_BOUNDARY': '\\\\b'}[str(av)])
        elif name == 'BRANCH':
            for item in av[1]: walk(item, out)
        elif name == 'SUBPATTERN':
            if av[0] is not None: out.append('group %d' % av[0])
            walk(av[3], out)
        elif name in ('ASSERT', 'ASSERT_NOT'):
            out.append('(?=' if name == 'ASSERT' else '(?!')
            walk(av[1], out)
        elif name in ('MAX_REPEAT', 'MIN_REPEAT'):
            low, high, item = av
            times = lambda n: '1 time' if n == 1 else '%d times' % n
            if low == high: words = 'exactly ' + times(low)
            elif high == c.MAXREPEAT: words = 'any number of times, or not at all' if low == 0 else 'once or more' if low == 1 else '%d times or more' % low
            elif (low, high) == (0, 1): words = 'once or not at all'
            elif low == 0: words = 'up to ' + times(high)
            else: words = '%d to %d times' % (low, high)
            if low != high: words += ', as often as possible' if name == 'MAX_REPEAT' else ', as rarely as possible'
            out.append('repeat ' + words)
            walk(item, out)
        else: raise Exception(name)
    return out
def kinds(pattern):
    return walk(parser.parse(pattern), [])
print(json.dumps([kinds(one) for one in data]))`,
    patterns,
  );
  for (const [index, pattern] of patterns.entries()) {
    const own = kindsOf(await explain(pattern));
    const theirs = parsed[index] ?? [];
    // Python takes a common start out of alternatives and makes a set of single characters: only patterns without | are told as written.
    if (pattern.includes('|'))
      expect(
        own.filter((kind) => kind.startsWith('group')),
        pattern,
      ).toEqual(theirs.filter((kind) => kind.startsWith('group')));
    else expect(own, pattern).toEqual(theirs);
  }
});

/** The smallest number of steps in which PCRE2 comes to an end; none where that takes it too long. */
function stepsOf(pattern: string, texts: readonly string[]): number[] {
  const subjects = texts.map((text) => `    ${text}\\n!\\=find_limits_noheap\n`).join('');
  const input = `/${pattern}/no_auto_possess,no_start_optimize\n${subjects}\n`;
  const [end] = runPrograms([{ program: 'timeout', args: ['5', 'pcre2test', '-q'], input }]);
  if (end?.status === TIMED_OUT) return [];
  return [...(end?.stdout ?? '').matchAll(/Minimum match limit = (\d+)/g)].map(([, limit]) => Number(limit));
}

/** Status of timeout(1). */
const TIMED_OUT = 124;

function randomLoops(chance: Chance): string {
  const atom = (): string => pick(chance, ['a', 'b', '[ab]', 'ab', 'c', '.']);
  const loop = (depth: number): string => {
    const inner =
      depth > 0 && chance(2) === 0
        ? `(?:${loop(depth - 1)}${chance(2) ? atom() : ''})`
        : `(?:${atom()}${chance(4) ? '' : `|${atom()}`})`;
    return inner + pick(chance, ['+', '*', '', '?', '{2,}']);
  };
  return `^${Array.from({ length: 1 + chance(3) }, () => loop(2)).join('')}${pick(chance, ['$', 'x', 'c$'])}`;
}

inRounds.skipIf(!hasPcre)('PCRE2 takes as many steps as the risk says', [2, 300], async (rounds) => {
  const seen = { none: 0, polynomial: 0, exponential: 0, unknown: 0 };
  for (let seed = 1; seed <= rounds; seed++) {
    const pattern = randomLoops(chanceOf(seed));
    const { risk, attack } = (await explain(pattern)).backtracking;
    seen[risk]++;
    if (attack === undefined) {
      const chance = chanceOf(seed);
      const texts = Array.from({ length: 6 }, () => {
        const pump = Array.from({ length: 1 + chance(3) }, () => pick(chance, ['a', 'b', 'c'])).join('');
        return [pump.repeat(10), pump.repeat(20)];
      }).flat();
      const steps = stepsOf(pattern, texts);
      expect(steps, pattern).toHaveLength(texts.length);
      for (let at = 0; at < steps.length; at += 2)
        expect((steps[at + 1] ?? 0) / (steps[at] ?? 1), `${pattern} ${texts[at]} ${steps}`).toBeLessThan(2.6);
      continue;
    }
    const least = risk === 'exponential' ? Math.max(1, Math.round(4 / attack.pump.length)) : 10;
    const [few = 0, more = 1, most = Number.POSITIVE_INFINITY] = stepsOf(
      pattern,
      [least, 2 * least, 3 * least].map((times) => attack.prefix + attack.pump.repeat(times)),
    );
    const told = `${pattern} ${risk} ${JSON.stringify(attack)}: ${few} ${more} ${most}`;
    // Steps that grow with the square: (9 - 4) / (4 - 1); linear ones: 1.
    expect((most - more) / (more - few), told).toBeGreaterThan(risk === 'exponential' ? 1.8 : 1.3);
  }
  expect(Math.min(seen.none, seen.polynomial, seen.exponential)).toBeGreaterThan(rounds > 100 ? rounds / 20 : -1);
});

it.each([
  [
    '[\\p{L}--[a-z]]',
    'v',
    'one character: a character with the Unicode property General_Category = L, without "a" to "z"',
  ],
  ['(a)\\1', '', 'the same text again that group 1 has matched'],
  ['(?<=\\$)5', '', 'what comes before must match the following, and is not part of the match'],
  ['[^]', '', 'one character: any character, line breaks too'],
  ['\\u{1F600}', 'u', 'the character "😀"'],
  ['(?i:a)', '', 'a group with flag i on'],
])('%s', async (pattern, flags, meaning) => {
  expect((await explain(pattern, flags)).parts.map((part) => part.meaning)).toContain(meaning);
});

it.each([
  '(a|a)*'.repeat(30),
  '(.*)'.repeat(80),
  '(?:a?){3}'.repeat(50),
  '[a-z]*'.repeat(700),
  '(?:(?:a*)*)*'.repeat(20),
  '(?:a{0,3}){0,3}'.repeat(12),
])('a pattern that is hostile, %#', async (pattern) => {
  expect((await runTool(tool, { input: pattern })).status).toBe(200);
});
