import { join } from 'node:path';

import { build } from '../../scripts/build.js';
import { buildWasm } from '../../scripts/build-wasm.js';
import { ROOT } from '../../scripts/tool-files.js';

import { collectUntested } from './untested.js';

/**
 * Before any test: the product in `dist/`, and beside it one whose tools misbehave, each if its sources have changed. `scripts/test.ts`
 * says when the tests that were asked for need neither.
 */
export default async function setup(): Promise<() => void> {
  const tellUntested = collectUntested();
  if (process.env.TEST_BUILD === 'none') {
    await buildWasm();
    return tellUntested;
  }
  await build(join(ROOT, 'dist'));
  await build(join(ROOT, 'dist-test/product'), {
    tools: join(ROOT, 'src/testing/hostile-tools'),
    generated: join(ROOT, 'dist-test/generated'),
  });
  return tellUntested;
}
