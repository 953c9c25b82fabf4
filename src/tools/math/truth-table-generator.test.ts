import { describe, expect, it } from 'vitest';

import { minimize } from '../../lib/logic/minimize.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './truth-table-generator.js';

interface Report {
  readonly variables: readonly string[];
  readonly formulas: readonly {
    readonly formula: string;
    readonly classification: string;
    readonly minterms: readonly number[];
    readonly minimalSum: string | null;
    readonly minimalProduct: string | null;
    readonly canonicalSum: string | null;
    readonly canonicalProduct: string | null;
    readonly isMinimal: boolean;
  }[];
  readonly rows: readonly { readonly results: readonly number[] }[];
  readonly equivalent: boolean | null;
}

const table = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 200)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

/** A formula in our signs and in Python's. */
function formula(chance: Chance, depth: number): readonly [ours: string, python: string] {
  if (depth === 0 || chance(6) === 0) {
    const name = pick(chance, ['a', 'b', 'c', 'd', 'e']);
    return [name, name];
  }
  const [[a, p], [b, q]] = [formula(chance, depth - 1), formula(chance, depth - 1)];
  return pick(chance, [
    [`(${a} ${pick(chance, ['and', '&', '&&', '∧', '*', '\\land'])} ${b})`, `(${p} and ${q})`],
    [`(${a} ${pick(chance, ['or', '|', '||', '∨', '+', '\\vee'])} ${b})`, `(${p} or ${q})`],
    [`(${a} ${pick(chance, ['xor', '^', '⊕', '!='])} ${b})`, `((${p}) != (${q}))`],
    [`(${a} ${pick(chance, ['->', '=>', '→', 'implies'])} ${b})`, `((not (${p})) or (${q}))`],
    [`(${a} ${pick(chance, ['<->', '=', '↔', 'iff'])} ${b})`, `((${p}) == (${q}))`],
    [`(${a} nand ${b})`, `(not ((${p}) and (${q})))`],
    [`(${a} ↓ ${b})`, `(not ((${p}) or (${q})))`],
    [`${pick(chance, ['!', '¬', '~', 'not '])}${a}`, `(not (${p}))`],
    [`(${a})'`, `(not (${p}))`],
  ]);
}

describe('truth-table-generator', () => {
  const python = hasProgram('python3', ['--version'], 'truth tables beside Python');
  inRounds.skipIf(!python)('tables are those of Python, and all forms say the same', [15, 300], async (rounds) => {
    const chance = chanceOf(5);
    const asked = Array.from({ length: rounds }, () => formula(chance, 4));
    const theirs = runPython<readonly (readonly number[])[]>(
      `
import itertools
print(json.dumps([[int(eval(f, dict(zip('abcde', map(bool, v))))) for v in itertools.product([0, 1], repeat=5)] for f in data]))`,
      asked.map(([, code]) => code),
    );
    for (const [i, [ours]] of asked.entries()) {
      const { rows, formulas } = await table(ours, {
        variables: 'a,b,c,d,e',
        notation: pick(chance, ['logic', 'code', 'algebra', 'words', 'latex']),
      });
      expect(
        rows.map(({ results }) => results[0]),
        ours,
      ).toEqual(theirs[i]);
      const { minimalSum, minimalProduct, canonicalSum, canonicalProduct, isMinimal } = formulas[0]!;
      const again = await table([minimalSum, minimalProduct, canonicalSum, canonicalProduct].join('\n'), {
        variables: 'a,b,c,d,e',
      });
      expect([again.equivalent, again.rows.map(({ results }) => results[0])], ours).toEqual([true, theirs[i]]);
      expect(isMinimal).toBe(true);
    }
  });

  it('minimal sums of three variables have as few products as can be', () => {
    const cubes = Array.from({ length: 64 }, (_, i) => ({ value: i & 7, care: i >> 3 })).filter(
      ({ value, care }) => (value & ~care) === 0,
    );
    const masks = cubes.map(({ value, care }) =>
      Array.from({ length: 8 }, (_, row) => row).reduce(
        (mask, row) => mask | ((row & care) === value ? 1 << row : 0),
        0,
      ),
    );
    // Least number of cubes for each function, breadth first.
    const least = new Map([[0, 0]]);
    for (let front = [0]; front.length > 0; ) {
      const next: number[] = [];
      for (const done of front)
        for (const mask of masks)
          if (!least.has(done | mask)) {
            least.set(done | mask, least.get(done)! + 1);
            next.push(done | mask);
          }
      front = next;
    }
    for (let wanted = 0; wanted < 256; wanted++) {
      const ones = Array.from({ length: 8 }, (_, row) => row).filter((row) => (wanted >> row) & 1);
      expect(minimize(ones, [], 3).cubes.length, String(wanted)).toBe(least.get(wanted));
    }
  });

  it('textbook functions', async () => {
    // Wikipedia, Quine–McCluskey algorithm: m(4,8,10,11,12,15) + d(9,14).
    const { formulas } = await table('m(4,8,10,11,12,15) + d(9,14)', { variables: 'A,B,C,D', notation: 'algebra' });
    expect(formulas[0]?.minimalSum?.split(' + ')).toHaveLength(3);
    expect(formulas[0]?.minimalSum).toContain("B·C'·D'");
    expect(formulas[0]?.minimalSum).toContain('A·C');
    expect((await table('A or not A')).formulas[0]?.classification).toBe('tautology');
    expect((await table("A A'")).formulas[0]).toMatchObject({ classification: 'contradiction', minimalSum: '⊥' });
    expect((await table('not (A and B)\nnot A or not B')).equivalent).toBe(true);
    expect((await table('a -> b -> c')).formulas[0]?.formula).toBe('a → (b → c)');
    expect((await table('a or b and c xor d')).formulas[0]?.formula).toBe('a ∨ ((b ∧ c) ⊕ d)');
    expect((await table('notary or t')).variables).toEqual(['notary', 't']);
    expect((await table('A', { dontCare: '0' })).formulas[0]?.minimalSum).toBe('⊤');
    expect((await table('1')).variables).toEqual([]);
  });

  it('what is not a formula is refused', async () => {
    for (const input of ['A and', 'A # B', ')', '()', 'A B)', '\ud83d\ude00', 'm(9)', '\ud800'])
      expect((await runTool(tool, { input })).status, input).toBe(400);
    expect((await runTool(tool, { input: 'A', options: { dontCare: '2' } })).message).toContain('"dontCare"');
    for (const input of [
      '('.repeat(5000),
      '!'.repeat(5000),
      'a->'.repeat(5000),
      'a '.repeat(500_000),
      `${'a\n'.repeat(30)}`,
    ])
      expect((await runTool(tool, { input })).status, input.slice(0, 10)).toBe(413);
  });

  inRounds('hostile formulas are answered or refused', [100, 1000], async (rounds) => {
    const chance = chanceOf(rounds);
    const parts = [
      'a',
      'b',
      ' c ',
      'd1',
      '(',
      ')',
      '!',
      "'",
      '&',
      '|',
      '^',
      '->',
      '<->',
      '=',
      '1',
      '0',
      ' not ',
      'm(',
      ',',
      '9',
      '\\land',
      '\ud800',
      '[',
      '}',
      '\n',
      '≠',
      '!|',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = `a${Array.from({ length: 1 + chance(25) }, () => pick(chance, parts)).join('')}`;
      const { status, cause } = await runTool(tool, { input });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });

  exhaustive('random functions of ten variables end in time', async () => {
    const chance = chanceOf(9);
    for (const share of [2, 5, 8]) {
      const ones = Array.from({ length: 1024 }, (_, i) => i).filter(() => chance(10) < share);
      const answer = await runTool(tool, {
        input: `m(${ones.join(',')})`,
        options: { variables: 'a,b,c,d,e,f,g,h,i,j' },
      });
      expect([200, 413], `${answer.message} ${answer.cause}`).toContain(answer.status);
    }
  });
});
