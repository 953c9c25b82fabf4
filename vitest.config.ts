import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { listExhaustiveTests } from './scripts/tool-files.js';

/** What is exhaustive runs apart: `npm run test:deep`. */
const isDeep = process.env.TEST_DEEP === '1';
const DEEP = 'src/**/*.deep.test.ts';

/** What runs every example of a family takes longest, in the smallest files: first, so that no worker is left with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/declarations.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: isDeep ? listExhaustiveTests() : ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isDeep ? [] : [DEEP])],
    // Set by src/testing/exhaustive.ts.
    ...(isDeep ? { testNamePattern: /\[exhaustive\]/ } : {}),
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/patience.ts'],
    // Files share processes: hundreds of tools would otherwise pay for a process each. So tests leave no globals behind.
    isolate: false,
    pool: 'forks',
    // For two cores: the third works while others wait for programs, services and clocks. A fourth loads every module once more: 412 s
    // instead of 389 with it.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Measured once, with four families: 153 s of processor time instead of 163 with V8's own 16 MiB, in heaps of a gigabyte.
    execArgv: ['--max-semi-space-size=64'],
    // The end of patience on a busy machine, no judgement.
    testTimeout: isDeep ? 1_200_000 : 120_000,
    hookTimeout: 120_000,
  },
});
