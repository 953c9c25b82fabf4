import { expect, it } from 'vitest';

import { type Fit, fittedSize } from './fitted-size.js';

// Worked out by hand for a picture of 300 × 200.
it.each<[Fit, number, number, boolean, string, string]>([
  ['inside', 150, 0, false, '150x100', '150x100'],
  ['inside', 0, 50, false, '75x50', '75x50'],
  ['cover', 30, 0, false, '30x20', '30x20'],
  ['inside', 100, 100, false, '100x67', '100x67'],
  ['outside', 100, 100, false, '150x100', '150x100'],
  ['fill', 100, 100, false, '100x100', '100x100'],
  ['fill', 600, 100, false, '300x100', '300x100'],
  ['contain', 100, 100, false, '100x100', '100x67'],
  ['cover', 100, 100, false, '100x100', '150x100'],
  ['inside', 600, 600, false, '300x200', '300x200'],
  ['inside', 600, 600, true, '600x400', '600x400'],
  ['contain', 600, 600, false, '600x600', '300x200'],
  ['cover', 600, 100, false, '300x100', '300x200'],
  ['cover', 600, 100, true, '600x100', '600x400'],
  ['inside', 1, 1000, false, '1x1', '1x1'],
])('%s %d × %d (enlarge %s) is %s of %s', (fit, width, height, mayEnlarge, result, scaled) => {
  const size = fittedSize({ width: 300, height: 200 }, { width, height }, fit, mayEnlarge);
  expect(`${size.width}x${size.height}`).toBe(result);
  expect(`${size.scaled.width}x${size.scaled.height}`).toBe(scaled);
});
