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
 * For each row a test: the first few of them in `npm test`, the others in `npm run test:deep`. In names, `%s` is the start of a row's
 * first value and `%#` its index.
 */
export function inRows<Row extends readonly unknown[] | readonly [unknown]>(
  few: number,
  rows: readonly Row[],
): (name: string, work: (...row: Row) => unknown) => void;
export function inRows<Row>(few: number, rows: readonly Row[]): (name: string, work: (row: Row) => unknown) => void;
export function inRows(few: number, rows: readonly unknown[]) {
  return (name: string, work: (...row: unknown[]) => unknown): void => {
    for (const [index, row] of rows.entries()) {
      const values: unknown[] = Array.isArray(row) ? row : [row];
      const title = name.replace('%s', () => String(values[0]).slice(0, 60)).replace('%#', String(index));
      if (index < few) it(title, async () => void (await work(...values)));
      else exhaustive(title, () => work(...values));
    }
  };
}

interface RegisterRows {
  <Row extends readonly unknown[] | readonly [unknown]>(
    rows: readonly Row[],
  ): (name: string, work: (...row: Row) => unknown) => void;
  <Row>(rows: readonly Row[]): (name: string, work: (row: Row) => unknown) => void;
}

/**
 * A test with maximum inputs, thousands of programs started, hostile files or long random runs: run by `npm run test:deep` only.
 * A file of nothing but these is named `*.deep.test.ts`, and says so in the names of its groups.
 */
export const exhaustive = Object.assign(registering(true), {
  /** For each row a test, as {@link inRows}. */
  each: ((rows: readonly unknown[]) => inRows(0, rows)) as RegisterRows,
  runIf: (isRun: unknown): Register => registering(Boolean(isRun)),
  skipIf: (isSkipped: unknown): Register => registering(!isSkipped),
});
