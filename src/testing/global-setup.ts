import { join } from 'node:path';

import { build } from '../../scripts/build.js';
import { ROOT } from '../../scripts/tool-files.js';

/** Before any test: the product in `dist/`, and beside it one whose tools misbehave. */
export default async function setup(): Promise<void> {
  await build(join(ROOT, 'dist'));
  await build(join(ROOT, 'dist-test/product'), {
    tools: join(ROOT, 'src/testing/hostile-tools'),
    generated: join(ROOT, 'dist-test/generated'),
  });
}
