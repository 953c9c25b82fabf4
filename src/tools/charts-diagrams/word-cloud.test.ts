import { describe, expect, it } from 'vitest';

import { placeBoxes } from '../../lib/pictures/place-boxes.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import wordFrequency from '../text/word-frequency.js';
import tool from './word-cloud.js';

interface Cloud {
  readonly words: readonly { readonly text: string; readonly weight: number; readonly fontSize: number }[];
  readonly warnings: readonly string[];
}

describe('word-cloud', () => {
  exhaustive('places boxes inside the area and apart', () => {
    const chance = chanceOf(8);
    for (let round = 0; round < 30; round++) {
      const area = { width: 200 + chance(800), height: 200 + chance(600) };
      const shape = round % 2 === 0 ? 'rectangle' : 'ellipse';
      const boxes = Array.from({ length: 60 }, () => ({ width: 5 + chance(120), height: 5 + chance(40) }));
      const placed = placeBoxes(boxes, area, shape).flatMap((box) => (box === undefined ? [] : [box]));
      expect(placed.length).toBeGreaterThan(5);
      for (const [i, { x, y, width, height }] of placed.entries()) {
        expect(Math.abs(x - area.width / 2) + width / 2).toBeLessThanOrEqual(area.width / 2);
        expect(Math.abs(y - area.height / 2) + height / 2).toBeLessThanOrEqual(area.height / 2);
        for (const other of placed.slice(0, i))
          expect(
            Math.abs(x - other.x) >= (width + other.width) / 2 || Math.abs(y - other.y) >= (height + other.height) / 2,
          ).toBe(true);
      }
    }
  });

  it('counts as word-frequency does, and sizes descend', async () => {
    const chance = chanceOf(2);
    const input = Array.from(
      { length: 400 },
      () => `wort${'abcdefghij'.charAt(Math.min(chance(10), chance(10)))}`,
    ).join(' ');
    const { data } = await runTool(tool, { input, options: { locale: 'de' } });
    const { words } = data as Cloud;
    const counted = await runTool(wordFrequency, { input });
    const { items } = counted.data as { items: { text: string; count: number }[] };
    expect(words.map(({ text, weight }) => [text, weight])).toEqual(items.map(({ text, count }) => [text, count]));
    expect(words.map(({ fontSize }) => fontSize)).toEqual(words.map(({ fontSize }) => fontSize).sort((a, b) => b - a));
  });

  it('is the same each time, and escapes what is written', async () => {
    const request = {
      input: 'word,n\n<script>alert(1)</script>,5\n"a ""b"" &amp; \u0001",3\n',
      options: { weights: true },
    };
    const [one, two] = [await runTool(tool, request), await runTool(tool, request)];
    expect(one.files).toEqual(two.files);
    expect(Buffer.from(one.files[0]?.bytes ?? []).toString()).not.toMatch(/<script|\u0001/);
  });

  exhaustive('draws the most words of the longest text', async () => {
    const input = Array.from({ length: 60_000 }, (_, i) => `w${(i * i) % 9973}x`).join(' ');
    const { status, data } = await runTool(tool, { input, options: { limit: 500, width: 300, height: 200 } });
    expect(status).toBe(200);
    expect((data as Cloud).warnings.join()).toContain('Words without room');
  });
});
