import { expect, it } from 'vitest';

import { flattenOnWhite } from './alpha.js';

it('puts straight and premultiplied pixels on white and leaves the gap between rows alone', () => {
  const straight = Uint8Array.of(100, 200, 0, 255, 100, 200, 0, 0, 9, 9, 100, 200, 0, 128, 0, 0, 0, 51, 9, 9);
  const premultiplied = Uint8Array.of(50, 100, 0, 128, 0, 0, 0, 0);
  flattenOnWhite({ width: 2, height: 2, strideBytes: 10, bytes: straight }, false);
  flattenOnWhite({ width: 2, height: 1, strideBytes: 8, bytes: premultiplied }, true);
  // value × alpha / 255 + 255 − alpha
  expect([...straight]).toEqual([
    100, 200, 0, 255, 255, 255, 255, 0, 9, 9, 177, 227, 127, 128, 204, 204, 204, 51, 9, 9,
  ]);
  expect([...premultiplied]).toEqual([177, 227, 127, 128, 255, 255, 255, 0]);
});
