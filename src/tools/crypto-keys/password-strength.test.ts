import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './password-strength.js';

interface Assessed {
  readonly line: number;
  readonly score: number;
  readonly guesses: number;
  readonly parts: readonly { start: number; end: number; kind: string }[];
}

const assess = async (input: string, options = {}) =>
  (await runTool(tool, { input, options })).data as { passwords: readonly Assessed[]; warnings: readonly string[] };

/** zxcvbn-ts, packages/libraries/main/test/helper/passwordTests.ts: password, score and guesses as published. */
const PUBLISHED: readonly (readonly [string, number, number])[] = [
  ['1q2w3e4r5t', 0, 364],
  ['1Q2w3e4r5t', 0, 727],
  ['1q2w3e4r5T', 0, 727],
  ['abcdefg123', 1, 15_000],
  ['TESTERINO', 2, 2_486_000],
  ['Daniel', 0, 109],
  ['1234qwer', 0, 105],
  ['1234qwe', 1, 2978],
  ['1234qwert', 1, 12_288],
  ['password', 0, 3],
  ['2010abc', 1, 15_000],
  ['abcabcabcabc', 0, 53],
];

exhaustive('scores and guesses are those that zxcvbn-ts publishes', async () => {
  const { passwords } = await assess(PUBLISHED.map(([password]) => password).join('\n'));
  expect(passwords.map(({ score, guesses }) => [score, guesses])).toEqual(PUBLISHED.map(([, ...rest]) => rest));
});

inRounds('parts cover a password without gaps, and no text of it is repeated', [4, 200], async (rounds: number) => {
  const chance = chanceOf(3);
  for (let round = 0; round < rounds; round++) {
    const letters = Array.from({ length: 8 + chance(13) }, () =>
      pick(chance, [...'abcdefghijkmnpqrstuvwxyz23456789😀é']),
    );
    const password = letters.join('');
    const { passwords } = await assess(password);
    const [{ parts, score } = { parts: [], score: -1 }] = passwords;
    expect(parts[0]!.start).toBe(1);
    expect(parts.at(-1)!.end).toBe(letters.length);
    for (const [i, part] of parts.slice(1).entries()) expect(part.start).toBe(parts[i]!.end + 1);
    expect(score).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(passwords)).not.toContain(password);
  }
});

exhaustive('lines, repeated ones and long ones are told', async () => {
  const { passwords, warnings } = await assess(`hunter2\r\n\n${'Vq7_'.repeat(30)}\nhunter2`);
  expect(passwords.map(({ line }) => line)).toEqual([1, 3, 4]);
  expect(warnings).toEqual([
    'Line 3: only the first 100 of 120 characters were assessed',
    'Line 4 has the same password as line 1',
  ]);
});

it('words of one caller are not those of the next', async () => {
  const guesses = async (options: Readonly<Record<string, unknown>>) =>
    (await assess('Zarquonix', options)).passwords[0]!.guesses;
  const before = await guesses({});
  expect(await guesses({ userInputs: 'zarquonix' })).toBeLessThan(before / 100);
  expect(await guesses({})).toBe(before);
});

it('a high score that does not withstand fast guessing is said to be one', async () => {
  const { warnings } = await assess('Tr0ub4dour&3\ncorrect horse battery staple');
  expect(warnings).toEqual([
    'Line 1 is very strong only where its hash is slow (bcrypt, scrypt, Argon2): of MD5 or SHA-256 it is found in 41 seconds',
  ]);
});
