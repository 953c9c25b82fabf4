import { describe, expect, it } from 'vitest';

import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './unicode-search.js';

const PYTHON = '/usr/bin/python3';
const hasPython = hasProgram(PYTHON, ['--version'], 'names of characters by unicodedata of Python');

interface Found {
  readonly found: number;
  readonly characters: readonly {
    readonly character: string;
    readonly codePoint: string;
    readonly name: string;
    readonly category: string;
    readonly utf8: string;
    readonly block: string;
    readonly aliases: readonly string[];
  }[];
  readonly copy: string;
}

async function search(input: string, options: Record<string, unknown> = {}): Promise<Found> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Found;
}

const WORDS = [
  'SNOWMAN',
  'ROCKET',
  'EURO',
  'MUSHROOM',
  'PAWN',
  'QUOTATION',
  'INTEGRAL',
  'DAGGER',
  'FLORETTE',
  'TELEPHONE',
  'ROUPIE',
  'SCISSORS',
];

describe('unicode-search', () => {
  it.skipIf(!hasPython)('finds the characters whose names have a word, as unicodedata does', async () => {
    const theirs = runPython<Record<string, [number, string, string, string][]>>(
      `import unicodedata, re
names = [(c, n, re.split('[ -]', n)) for c in range(0x30000) if (n := unicodedata.name(chr(c), ''))]
print(json.dumps({w: [[c, n, unicodedata.category(chr(c)), chr(c).encode().hex(' ').upper()] for c, n, parts in names if any(p.startswith(w) for p in parts)] for w in data}))`,
      WORDS,
      PYTHON,
    );
    for (const word of WORDS) {
      const { characters, found } = await search(word.toLowerCase(), { limit: 2_000 });
      expect(characters).toHaveLength(found);
      const ours = new Map(characters.map((one) => [one.codePoint, one]));
      // Later versions of Unicode have more.
      for (const [point, name, category, utf8] of theirs[word] ?? []) {
        const label = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
        expect(ours.get(label)).toMatchObject({ name, category, utf8, character: String.fromCodePoint(point) });
      }
      for (const { name, aliases } of characters)
        expect([name, ...aliases].some((one) => one.split(/[ -]/).some((part) => part.startsWith(word)))).toBe(true);
    }
  });

  it.each([
    // As the charts of the blocks say.
    ['Arrows', 112],
    ['box drawing', 128],
    ['currency_symbols', 34],
    ['Basic Latin', 128],
    ['Chess Symbols', 102],
  ])('the block %s has %s characters', async (block, count) => {
    const { found, characters } = await search('', { block, limit: 2_000 });
    expect([found, characters.length]).toEqual([count, count]);
  });

  it.each([
    ['check mark', '✓'],
    ['rightwards arrow', '→'],
    ['euro sign', '€'],
    ['snowman', '☃'],
    ['infinity', '∞'],
    ['nbsp', '\u00a0'],
    ['line feed', '\n'],
    ['a grave capital', 'À'],
    ['U+2192', '→'],
    ['0x2192', '→'],
    ['1f600', '😀'],
    ['→', '→'],
    ['\\u{1F600}', '😀'],
    ['&#x2192;', '→'],
  ])('%s finds %s first', async (input, character) => {
    expect((await search(input)).characters[0]?.character).toBe(character);
  });

  it('takes ranges, categories and scripts', async () => {
    expect((await search('2190-2199')).copy).toBe('←↑→↓↔↕↖↗↘↙');
    const money = await search('', { category: 'Sc', limit: 2_000 });
    expect(money.characters.every(({ category }) => category === 'Sc')).toBe(true);
    expect(money.found).toBeGreaterThan(60);
    expect((await search('', { category: 'currency symbol', limit: 1 })).found).toBe(money.found);
    expect((await search('omega', { script: 'greek', category: 'L', limit: 1 })).characters[0]?.character).toBe('Ω');
    expect(await search('no such character')).toMatchObject({ found: 0, characters: [], copy: '' });
    expect((await search('***')).found).toBe(0);
    expect((await search('U+D800')).found).toBe(0);
  });

  it('is done with long inputs', async () => {
    expect((await runTool(tool, { input: 'arrow '.repeat(100_000) })).message).toBe(
      'Property "input" must have at most 200 characters, got 600000',
    );
    expect((await search('a '.repeat(100))).found).toBeGreaterThan(1_000);
    expect((await search('0-10FFFF', { limit: 1 })).found).toBe(0);
    expect((await search('U+0-10FFFF', { limit: 1 })).found).toBeGreaterThan(150_000);
  });
});
