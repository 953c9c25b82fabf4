import { it } from 'vitest';

import { noteUntested } from './untested.js';

/** In the names of tests that are exhaustive, or of what they are in, so that `npm run test:deep` runs them and no others. */
export const EXHAUSTIVE = '[exhaustive]';

type Register = (name: string, work: () => unknown) => void;

const registering =
  (isRun: boolean): Register =>
  (name, work) => {
    const isDeep = process.env.TEST_DEEP === '1';
    // Skipped rather than left out: vitest takes a group without tests for a mistake.
    if (!isDeep) noteUntested('npm run test:deep', 'what is exhaustive');
    it.runIf(isRun && isDeep)(`${name} ${EXHAUSTIVE}`, work as () => void);
  };

type RegisterRounds = (
  name: string,
  rounds: readonly [few: number, all: number],
  work: (rounds: number) => unknown,
) => void;

const inRoundsIf =
  (isRun: boolean): RegisterRounds =>
  (name, [few, all], work) => {
    it.runIf(isRun)(name, async () => void (await work(few)));
    registering(isRun)(name, () => work(all));
  };

/** A test of the same proof over and over: a few rounds of it in `npm test`, all of them in `npm run test:deep`. */
export const inRounds = Object.assign(inRoundsIf(true), {
  skipIf: (isSkipped: unknown): RegisterRounds => inRoundsIf(!isSkipped),
});

/**
 * A test with maximum inputs, thousands of programs started, hostile files or long random runs: run by `npm run test:deep` only.
 * A file of nothing but these is named `*.deep.test.ts`, and says so in the names of its groups.
 */
export const exhaustive = Object.assign(registering(true), {
  /** For each row, the name with its first value in the place of `%s`. */
  each:
    <Row>(rows: readonly Row[]) =>
    (name: string, work: (...row: Row extends readonly unknown[] ? Row : [Row]) => unknown): void => {
      for (const row of rows) {
        const values = (Array.isArray(row) ? row : [row]) as Row extends readonly unknown[] ? Row : [Row];
        exhaustive(name.replace('%s', String(values[0])), () => work(...values));
      }
    },
  runIf: (isRun: unknown): Register => registering(Boolean(isRun)),
  skipIf: (isSkipped: unknown): Register => registering(!isSkipped),
});
