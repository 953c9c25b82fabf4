import { describe, expect } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './head-tail-lines.js';

const keep = async (input: string, options: object): Promise<string | null> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text;
};

describe('head-tail-lines', () => {
  inRounds.skipIf(!hasProgram('sed', ['--version'], 'head-tail-lines beside GNU'))(
    'keeps what head, tail and sed keep',
    [3, 100],
    async (rounds) => {
      const chance = chanceOf(12);
      const textOf = (): string => {
        const lines = Array.from(
          { length: 1 + chance(40) },
          () => ['', 'äöü', 'a b', 'x'.repeat(chance(9))][chance(4)],
        );
        return lines.join('\n') + (chance(2) === 0 ? '\n' : '.');
      };
      for (let round = 0; round < rounds; round += 1) {
        const text = textOf();
        const count = 1 + chance(50);
        expect(await keep(text, { lines: `1-${count}` })).toBe(
          runProgram('head', ['-n', String(count)], text).toString(),
        );
        expect(await keep(text, { lines: `-${count}` })).toBe(
          runProgram('tail', ['-n', String(count)], text).toString(),
        );
      }
      for (let round = 0; round < 1.5 * rounds; round += 1) {
        const text = textOf();
        const parts = Array.from({ length: 1 + chance(4) }, () => {
          const [from, more] = [1 + chance(30), chance(10)];
          return chance(4) === 0
            ? [`${from}-`, `${from},$`]
            : chance(3) === 0
              ? [String(from), String(from)]
              : [`${from}-${from + more}`, `${from},${from + more}`];
        });
        const lines = parts.map(([ours]) => ours).join(', ');
        // sed prints a line once for each command, so what is printed is marked and deleted in one.
        const kept = runProgram(
          'sed',
          [...parts.map(([, theirs]) => `${theirs}{p;d}`).flatMap((one) => ['-e', one]), '-n'],
          text,
        ).toString();
        expect(await keep(text, { lines })).toBe(kept);
        const removed = runProgram(
          'sed',
          parts.map(([, theirs]) => `${theirs}d`).flatMap((one) => ['-e', one]),
          text,
        ).toString();
        expect(await keep(text, { lines, invert: true })).toBe(removed);
      }
      for (let round = 0; round < 60; round += 1) {
        const text = textOf();
        const [from, step] = [1 + chance(10), 1 + chance(6)];
        expect(await keep(text, { lines: `${from}-`, every: step })).toBe(
          runProgram('sed', ['-n', `${from}~${step}p`], text).toString(),
        );
      }
    },
  );
});
