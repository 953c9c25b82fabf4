import { it } from 'vitest';

/** In the names of tests that are exhaustive, or of what they are in, so that `npm run test:deep` runs them and no others. */
export const EXHAUSTIVE = '[exhaustive]';

type Register = (name: string, work: () => unknown, timeoutMs?: number) => void;

const registering =
  (isRun: boolean): Register =>
  (name, work, timeoutMs) => {
    if (process.env.TEST_DEEP === '1') it.runIf(isRun)(`${name} ${EXHAUSTIVE}`, work as () => void, timeoutMs);
  };

/**
 * A test with maximum inputs, thousands of programs started, hostile files or long random runs: run by `npm run test:deep` only.
 * A file of nothing but these is named `*.deep.test.ts`, and says so in the names of its groups.
 */
export const exhaustive = Object.assign(registering(true), {
  runIf: (isRun: unknown): Register => registering(Boolean(isRun)),
  skipIf: (isSkipped: unknown): Register => registering(!isSkipped),
});
