import { describe, expect, it } from 'vitest';

import {
  crop,
  identity,
  mirrorHorizontally,
  mirrorVertically,
  placeTile,
  type Transform,
  turnLeft,
} from './picture-transform.js';

/** 3 × 2: rows `abc`, `def`. */
const STORED = Uint8Array.from('abcdef', (letter) => letter.charCodeAt(0));

function upright(transform: Transform): string[] {
  const pixels = new Uint8Array(transform.width * transform.height);
  placeTile(pixels, 1, transform, {
    bytes: STORED,
    strideBytes: 3,
    bytesPerPixel: 1,
    left: 0,
    top: 0,
    right: 3,
    bottom: 2,
  });
  const text = String.fromCharCode(...pixels);
  return Array.from({ length: transform.height }, (_, y) => text.slice(y * transform.width, (y + 1) * transform.width));
}

const stored = identity(3, 2);

describe('picture-transform', () => {
  it('leaves a picture without transformations as it is', () => {
    expect(upright(stored)).toEqual(['abc', 'def']);
  });

  it('turns counter-clockwise: the right edge becomes the top', () => {
    expect(upright(turnLeft(stored))).toEqual(['cf', 'be', 'ad']);
    expect(upright(turnLeft(turnLeft(stored)))).toEqual(['fed', 'cba']);
    expect(upright(turnLeft(turnLeft(turnLeft(stored))))).toEqual(['da', 'eb', 'fc']);
    expect(upright(turnLeft(turnLeft(turnLeft(turnLeft(stored)))))).toEqual(['abc', 'def']);
  });

  it('mirrors', () => {
    expect(upright(mirrorHorizontally(stored))).toEqual(['cba', 'fed']);
    expect(upright(mirrorVertically(stored))).toEqual(['def', 'abc']);
  });

  it('applies transformations in their order', () => {
    expect(upright(turnLeft(mirrorHorizontally(stored)))).toEqual(['ad', 'be', 'cf']);
    expect(upright(mirrorHorizontally(turnLeft(stored)))).toEqual(['fc', 'eb', 'da']);
  });

  it('crops before and after a turn', () => {
    expect(upright(crop(stored, 1, 0, 0, 1))).toEqual(['bc']);
    expect(upright(turnLeft(crop(stored, 1, 0, 0, 1)))).toEqual(['c', 'b']);
    expect(upright(crop(turnLeft(stored), 1, 0, 0, 1))).toEqual(['f', 'e']);
  });

  it('puts a picture together from tiles as it does from one piece, in every orientation', () => {
    const [width, height, size] = [37, 23, 8];
    const whole = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 31) % 251);
    let turned = crop(identity(width, height), 2, 3, 5, 1);
    for (let quarter = 0; quarter < 4; quarter++) {
      turned = turnLeft(turned);
      for (const transform of [turned, mirrorHorizontally(turned), mirrorVertically(turned)]) {
        const count = transform.width * transform.height * 3;
        const [atOnce, inTiles] = [new Uint8Array(count), new Uint8Array(count)];
        const strideBytes = width * 3;
        const tile = { strideBytes, bytesPerPixel: 3 };
        placeTile(atOnce, 3, transform, { ...tile, bytes: whole, left: 0, top: 0, right: width, bottom: height });
        for (let top = 0; top < height; top += size) {
          for (let left = 0; left < width; left += size) {
            const bytes = whole.subarray(top * strideBytes + left * 3);
            const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)];
            placeTile(inTiles, 3, transform, { ...tile, bytes, left, top, right, bottom });
          }
        }
        expect(inTiles).toEqual(atOnce);
      }
    }
  });
});
