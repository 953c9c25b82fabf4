import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { sizedParts } from './sized-parts.js';

/** Each item is as many bytes, and a frame of ten. */
const make = (items: readonly number[]): Uint8Array => new Uint8Array(10 + items.reduce((sum, item) => sum + item, 0));

/** One by one, as anybody would write it. */
function plainParts(items: readonly number[], limit: number, most: number): number[][] {
  const parts: number[][] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (last !== undefined && last.length < most && make([...last, item]).length <= limit) last.push(item);
    else parts.push([item]);
  }
  return parts;
}

describe('parts of a limited size', () => {
  it('are those that taking one item after another gives', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const chance = chanceOf(seed);
      const items = Array.from({ length: chance(60) }, () => 1 + chance(chance(3) === 0 ? 200 : 20));
      const limit = 11 + chance(200);
      const most = 1 + chance(40);
      const parts = [...sizedParts(items, limit, most, make)];
      expect(
        parts.map((part) => part.items),
        `seed ${seed}`,
      ).toEqual(plainParts(items, limit, most));
      for (const { items: part, bytes, isOver } of parts) {
        expect(bytes.length).toBe(make(part).length);
        expect(isOver).toBe(bytes.length > limit);
      }
    }
  });

  it('are found with few tries', () => {
    let tries = 0;
    const items = Array.from({ length: 2000 }, () => 7);
    const parts = [
      ...sizedParts(items, 500, 2000, (part) => {
        tries += 1;
        return make(part);
      }),
    ];
    expect(parts).toHaveLength(29);
    expect(tries).toBeLessThan(29 * 3);
  });
});
