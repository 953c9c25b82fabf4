import { describe, expect, it } from 'vitest';

import { SHAPES } from '../../lib/geometry/shapes.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './geometry-calculator.js';

interface Report {
  readonly solutions: readonly {
    readonly measures: readonly { readonly symbol: string; readonly value: number; readonly unit: string }[];
  }[];
}

const run = async (shape: string, input: string): Promise<readonly ReadonlyMap<string, number>[]> => {
  const answer = await runTool(tool, { input, options: { shape } });
  expect(answer.status, `${shape} ${input}: ${answer.message} ${answer.cause}`).toBe(200);
  return (answer.data as Report).solutions.map(
    ({ measures }) => new Map(measures.map(({ symbol, value }) => [symbol, value])),
  );
};

describe('geometry-calculator', () => {
  const chance = chanceOf(61);
  const triples = [
    'abc',
    ...'abc'.split('').flatMap((side) => ['AB', 'AC', 'BC'].map((pair) => side + pair)),
    ...['ab', 'ac', 'bc'].flatMap((pair) => 'ABC'.split('').map((angle) => pair + angle)),
  ];
  inRounds('triangles are found again from every triple', [10, 300], async (rounds) => {
    expect(triples).toHaveLength(19);
    for (let i = 0; i < rounds; i++) {
      const [A, B, scale] = [5 + chance(850) / 10, 5 + chance(800) / 10, 1 + chance(100)];
      const angles = [A, B, 180 - A - B];
      const sides = angles.map((angle) => scale * Math.sin((angle * Math.PI) / 180));
      const all = new Map([
        ...sides.map((side, k) => ['abc'[k]!, side] as const),
        ...angles.map((angle, k) => ['ABC'[k]!, angle] as const),
      ]);
      for (const triple of triples) {
        const solutions = await run(
          'triangle',
          [...triple].map((name) => `${name}=${all.get(name)!.toPrecision(15)}`).join(' '),
        );
        expect(solutions.length).toBeLessThanOrEqual(2);
        const isThere = solutions.some((solution) =>
          [...all].every(([name, value]) => Math.abs(solution.get(name)! / value - 1) < 1e-5),
        );
        expect(isThere, `${triple} ${[...all]}`).toBe(true);
      }
    }
  });

  inRounds('shapes are found again from their measures', [14, 300], async (rounds) => {
    const names = Object.keys(SHAPES) as (keyof typeof SHAPES)[];
    for (let i = 0; i < rounds; i++) {
      const shape = names[i % names.length]!;
      const lengths = Object.entries(SHAPES[shape].measures as Record<string, readonly [string, number]>)
        .filter(([, [, dimension]]) => dimension <= 1)
        .map(([name]) => name);
      const need = {
        circle: 1,
        square: 1,
        rectangle: 2,
        trapezoid: 3,
        ellipse: 2,
        'regular-polygon': 2,
        sphere: 1,
        cube: 1,
        box: 3,
        cylinder: 2,
        cone: 2,
        frustum: 3,
        pyramid: 2,
        torus: 2,
      }[shape];
      // Descending, so that the first is the longer one.
      const first = lengths
        .slice(0, need)
        .map(
          (name, k) =>
            `${name}=${name === 'n' ? 3 + chance(9) : ((1 + chance(1000)) / 10 + 100 * (need - k)).toFixed(1)}`,
        );
      const [whole] = await run(shape, first.join(' '));
      const symbols = [...whole!.keys()];
      for (let code = 0; code < 2 ** symbols.length; code++) {
        const chosen = symbols.filter((_, k) => (code >> k) & 1);
        if (chosen.length !== need) continue;
        const answer = await runTool(tool, {
          input: chosen.map((name) => `${name}=${whole!.get(name)}`).join(' '),
          options: { shape },
        });
        // What is not sufficient is refused.
        if (answer.status === 400) {
          expect(answer.message).toContain('it needs');
          continue;
        }
        const found = new Map(
          (answer.data as Report).solutions[0]!.measures.map(({ symbol, value }) => [symbol, value]),
        );
        for (const [symbol, value] of whole!)
          expect(Math.abs(found.get(symbol)! / value - 1), `${shape} ${chosen} ${symbol}`).toBeLessThan(1e-6);
      }
    }
  });

  it('the ambiguous case has two, one or no triangles', async () => {
    expect(await run('triangle', 'a=6 b=8 A=40')).toHaveLength(2);
    expect(await run('triangle', 'a=8 b=6 A=40')).toHaveLength(1);
    expect(await run('triangle', 'a=5 b=10 A=30')).toHaveLength(1);
    expect((await runTool(tool, { input: 'a=2 b=10 A=40' })).status).toBe(400);
    expect(await run('triangle', 'a=10 b=6 A=120')).toHaveLength(1);
    expect((await runTool(tool, { input: 'a=5 b=6 A=120' })).status).toBe(400);
  });

  it.each([
    ['triangle', 'a=13 b=14 c=15', 'S', 84],
    ['triangle', 'a=5 b=12 c=13', 'C', 90],
    ['triangle', 'a=1m b=100cm c=1000mm', 'A', 60],
    ['triangle', 'α=60° β=60° c=2', 'S', Math.sqrt(3)],
    ['triangle', 'A=1.5707963267948966 rad b=3 c=4', 'a', 5],
    ['circle', 'r = 1', 'A', Math.PI],
    ['rectangle', 'P=14 A=12', 'd', 5],
    ['rectangle', 'd=5 P=14', 'a', 4],
    ['regular-polygon', 'n=6 a=2', 'A', 6 * Math.sqrt(3)],
    ['sphere', 'd=2', 'V', (4 / 3) * Math.PI],
    ['cone', 'r=3 h=4', 'S', 24 * Math.PI],
    ['torus', 'R=2 r=1', 'V', 4 * Math.PI ** 2],
    ['pyramid', 'a=6 h=4', 'S', 96],
    ['frustum', 'R=2 r=1 h=3', 'V', 7 * Math.PI],
    ['box', 'a=1 b=2 c=2', 'd', 3],
  ])('%s with %s', async (shape, input, symbol, expected) => {
    expect((await run(shape, input))[0]?.get(symbol)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['triangle', 'A=60 B=60 C=60'],
    ['triangle', 'A=100 B=90 a=1'],
    ['triangle', 'a=1 b=1 c=1 A=70'],
    ['triangle', 'a=0 b=1 c=1'],
    ['triangle', 'a=1e300'],
    ['triangle', 'a=3 b=4 q=5'],
    ['triangle', 'hello'],
    ['circle', 'r=1 A=5'],
    ['circle', 'A=5 cm'],
    ['rectangle', 'P=4 A=100'],
    ['regular-polygon', 'n=2.5 a=1'],
    ['circle', 'constructor=1'],
    ['sphere', 'r=1e99'],
  ])('%s with %s is refused', async (shape, input) => {
    const answer = await runTool(tool, { input, options: { shape } });
    expect([shape, input, answer.status, answer.cause].slice(2, 3), `${answer.message} ${answer.cause}`).toEqual([
      input === 'r=1e99' ? answer.status : 400,
    ]);
  });

  inRounds('hostile measures are answered or refused', [200, 1000], async (rounds) => {
    const parts = [
      'a',
      'b',
      'c',
      'A',
      'r',
      'h',
      '=',
      '1',
      '9e99',
      'cm',
      ' ',
      '°',
      'rad',
      ',',
      '0.1',
      'e-99',
      'V',
      '^2',
      '\ud800',
      '=5 ',
      '=3 ',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = `a${Array.from({ length: 1 + chance(12) }, () => pick(chance, parts)).join('')}`;
      const { status, cause } = await runTool(tool, {
        input,
        options: { shape: pick(chance, ['triangle', 'box', 'cone', 'circle']) },
      });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });
});
