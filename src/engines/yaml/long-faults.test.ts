import { expect, test } from 'vitest';

import { readYaml } from './document.js';

test('a fault that quotes a long token is short', () => {
  const read = (): unknown => readYaml(`|${'a|'.repeat(10_000)}\n`, 'property "input"');
  expect(read).toThrow('line 1, column 2: block scalar header includes extra characters: |a|a|');
  expect(read).not.toThrow(/[^\n]{500}/);
});
