import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './linear-program-solver.js';

interface Report {
  readonly status: string;
  readonly objective: number | null;
  readonly variables: readonly { readonly name: string; readonly value: number; readonly reducedCost: number | null }[];
  readonly constraints: readonly {
    readonly bound: number;
    readonly slack: number;
    readonly shadowPrice: number | null;
  }[];
}

const solve = async (input: string, options: object = {}): Promise<Report> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, `${input.slice(0, 300)}: ${answer.message} ${answer.cause}`).toBe(200);
  return answer.data as Report;
};

/** In CPLEX LP format, as glpsol reads it too. */
function randomProgram(chance: Chance, isInteger: boolean): string {
  const width = 2 + chance(6);
  const sum = () =>
    Array.from({ length: width }, (_, i) =>
      `+ ${chance(20) - (chance(3) === 0 ? 8 : 0)} v${i}`.replace('+ -', '- '),
    ).join(' ');
  const rows = Array.from(
    { length: 2 + chance(6) },
    (_, i) => ` r${i}: ${sum()} ${pick(chance, ['<=', '<=', '<=', '>=', '='])} ${chance(200)}`,
  );
  const bounds = Array.from({ length: width }, (_, i) =>
    chance(3) === 0 ? ` ${chance(5) - 5} <= v${i} <= ${chance(30)}` : '',
  ).filter((line) => line !== '');
  return [
    pick(chance, ['Maximize', 'Minimize']),
    ` obj: ${sum()}`,
    'Subject To',
    ...rows,
    'Bounds',
    ...bounds,
    ...(isInteger ? ['General', ` v0 v1`] : []),
    'End',
    '',
  ].join('\n');
}

describe('linear-program-solver', () => {
  const glpsol = hasProgram('glpsol', ['--version'], 'linear programs beside GLPK');
  inRounds.skipIf(!glpsol)('status and objective are those of GLPK', [2, 200], async (rounds) => {
    const chance = chanceOf(31);
    const folder = mkdtempSync(join(tmpdir(), 'programs-'));
    for (let i = 0; i < rounds; i++) {
      const text = randomProgram(chance, i % 3 === 0);
      const [out] = [join(folder, 'out.txt')];
      runPrograms([{ program: 'glpsol', args: ['--lp', '/dev/stdin', '-w', out], input: text }]);
      const told = readFileSync(out, 'utf8');
      const [, kind, , , status = '', objective] = /^s (\w+) (\d+) (\d+) (?:\w )?(\w) (\S+)/m.exec(told) ?? [];
      const [, primal = ''] = /^s bas \d+ \d+ (\w)/m.exec(told) ?? [];
      const { status: ours, objective: found } = await solve(text);
      const isOptimal = kind === 'bas' ? / f f /.test(told) : status === 'o';
      expect(ours === 'optimal', `${text}${told.slice(0, 300)}${primal}`).toBe(isOptimal);
      if (isOptimal)
        expect(Math.abs(found! - Number(objective)) / Math.max(1, Math.abs(found!)), text).toBeLessThan(1e-7);
    }
    rmSync(folder, { recursive: true });
  });

  inRounds('shadow prices and reduced costs give the objective', [3, 200], async (rounds) => {
    const chance = chanceOf(32);
    for (let i = 0; i < rounds; i++) {
      const text = randomProgram(chance, false);
      const { status, objective, variables, constraints } = await solve(text);
      if (status !== 'optimal') continue;
      const dual =
        constraints.reduce((sum, { bound, shadowPrice }) => sum + bound * shadowPrice!, 0) +
        variables.reduce((sum, { value, reducedCost }) => sum + value * reducedCost!, 0);
      expect(Math.abs(dual - objective!) / Math.max(1, Math.abs(objective!)), text).toBeLessThan(1e-7);
    }
  });

  exhaustive('knapsacks are those of dynamic programming', async () => {
    const chance = chanceOf(33);
    for (let i = 0; i < 40; i++) {
      const items = Array.from({ length: 12 }, () => ({ weight: 1 + chance(30), worth: 1 + chance(50) }));
      const room = 60;
      const best = Array<number>(room + 1).fill(0);
      for (const { weight, worth } of items)
        for (let left = room; left >= weight; left--) best[left] = Math.max(best[left]!, best[left - weight]! + worth);
      const text = `max: ${items.map(({ worth }, k) => `${worth} x${k}`).join(' + ')}\n${items.map(({ weight }, k) => `${weight}*x${k}`).join(' + ')} <= ${room}\nbin ${items.map((_, k) => `x${k}`).join(', ')}`;
      expect((await solve(text)).objective).toBe(best[room]);
    }
  });

  it.each([
    ['max: 143 x + 60 y;\n120 x + 210 y <= 15000;\n110 x + 30 y <= 4000;\nx + y <= 75;', 6315.625],
    ['maximize 3x + 2y subject to x + y <= 4', 12],
    ['max 3x+2y\nx+y<=4\nx+3y<=6\nx<=3', 11],
    ['min: 2a + 3b\ns.t.\na + b >= 10\na - b = 2', 24],
    ['min: x;\nx >= -5;', -5],
    ['min: x;\nfree x;\nx + y >= -3; y <= 1;', -4],
    ['Minimize\n x\nSubject To\n c: x >= -5\nEnd', 0],
    ['max: 2x + 3\n-3 <= x <= 8;', 19],
    ['max: x\n2/3 x <= 4(y - 1)\ny <= 2', 6],
    ['/* a */ max: x; // b\nc1: 3 >= x;\nint x;', 3],
    ['max: 3 x1\n+ 2 x2\nx1 + x2 <=\n4', 12],
    ['Maximize obj: x\nSubject To c1: 2 <= x + y <= 5\nBounds\ny = 1\nEnd', 4],
    ['min: e + pi\ne >= 2\npi >= 3', 5],
    ['max: x\nx <= 1.5\nint x', 1],
  ])('%s', async (input, objective) => {
    expect((await solve(input)).objective).toBe(objective);
  });

  it('unbounded and infeasible programs are told apart', async () => {
    expect((await solve('max: x + y\nx - y <= 3')).status).toBe('unbounded');
    expect((await solve('min: x\nx >= 5\nx <= 3')).status).toBe('infeasible');
    expect((await solve('max: x\nx + y >= 5\nx + y <= 3\nz >= 1')).status).toBe('infeasible');
    expect((await solve('max: x\nx - y = 0.5\nx <= 10\ny <= 10\nint x, y')).status).toBe('infeasible');
  });

  it.each([
    ['max: x^2\nx <= 1', 400],
    ['max: x/y\nx <= 1', 400],
    ['max: x\nx <= <= 3', 400],
    ['max:', 400],
    ['max: 3x\nx + 1', 400],
    ['max: 1e400 x\nx <= 3', 413],
    [`max: ${'('.repeat(5000)}x`, 413],
    [`max: ${Array.from({ length: 3000 }, (_, i) => `x${i}`).join('+')}\nx1 <= 2`, 413],
    [`max: x\n${'a: x + y <= 1\n'.repeat(3000)}`, 413],
    ['max: x\nend\nmore', 400],
    ['max: \ud83d\ude00\nx <= 1', 400],
    ['max: __proto__ + constructor\n__proto__ + constructor <= 4', 200],
  ])('hostile %#', async (input, status) => {
    const answer = await runTool(tool, { input });
    expect(answer.status, `${answer.message} ${answer.cause}`).toBe(status);
  });

  inRounds('hostile programs are answered or refused', [10, 1000], async (rounds) => {
    const chance = chanceOf(rounds);
    const parts = [
      'max:',
      'min',
      'x',
      'y',
      '3',
      '+',
      '-',
      '<=',
      '>=',
      '=',
      '\n',
      ';',
      'subject to',
      'bounds',
      'int x',
      'free',
      'end',
      ':',
      '(',
      ')',
      '1e14',
      '1e-14',
      '/',
      '*',
      'inf',
      '\\',
      '#',
      '0',
      'general\n',
      'x free',
      '\ud800',
    ];
    for (let i = 0; i < rounds; i++) {
      const input = `max: x\n${Array.from({ length: 1 + chance(20) }, () => pick(chance, parts)).join(' ')}`;
      const { status, cause } = await runTool(tool, { input, options: { timeLimit: 1 } });
      expect([200, 400, 413], `${input} ${cause}`).toContain(status);
    }
  });

  exhaustive('hard integer programs end in time', async () => {
    const chance = chanceOf(35);
    const width = 60;
    const sum = () => Array.from({ length: width }, (_, i) => `${1000 + chance(9000)} x${i}`).join(' + ');
    const text = `max: ${sum()}\n${Array.from({ length: 30 }, () => `${sum()} <= ${100_000 + chance(50_000)}`).join('\n')}\nbin ${Array.from({ length: width }, (_, i) => `x${i}`).join(' ')}`;
    const answer = await runTool(tool, { input: text, options: { timeLimit: 2 } });
    expect([200, 413], `${answer.message} ${answer.cause}`).toContain(answer.status);
  });
});
