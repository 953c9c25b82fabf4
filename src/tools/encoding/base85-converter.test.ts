import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './base85-converter.js';

const convert = async (input: string, options: object): Promise<string | null> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return answer.text;
};

const randomHex = (seed: number, step: number): string[] => {
  const chance = chanceOf(seed);
  return Array.from({ length: 300 }, (_, index) =>
    Buffer.from(
      Array.from({ length: step * (1 + Math.floor(index / 4)) }, () => (chance(5) === 0 ? 0 : chance(256))),
    ).toString('hex'),
  );
};

describe('base85-converter', () => {
  it.each([
    ['ascii85', 'a85encode'],
    ['rfc1924', 'b85encode'],
  ])('writes %s as Python does and reads it back', async (variant, name) => {
    const texts = randomHex(variant.length, 1);
    const theirs = runPython<string[]>(
      `import base64\nprint(json.dumps([base64.${name}(bytes.fromhex(h)).decode() for h in data]))`,
      texts,
    );
    for (const [index, hex] of texts.entries()) {
      const text = await convert(hex, { variant, inputEncoding: 'hex' });
      expect(text).toBe(theirs[index]);
      expect(await convert(text ?? '', { variant, direction: 'decode', encoding: 'hex' })).toBe(hex);
    }
  });

  it.each([
    ['z85', 4],
    ['base45', 1],
  ])('reads back what it writes in %s', async (variant, step) => {
    for (const hex of randomHex(step, step)) {
      const text = await convert(hex, { variant, inputEncoding: 'hex' });
      expect(await convert(text ?? '', { variant, direction: 'decode', encoding: 'hex' })).toBe(hex);
    }
  });

  it('writes the examples of RFC 9285', async () => {
    for (const [plain, coded] of [
      ['AB', 'BB8'],
      ['Hello!!', '%69 VD92EX0'],
      ['base-45', 'UJCLQE7W581'],
    ] as const) {
      expect(await convert(plain, { variant: 'base45' })).toBe(coded);
      expect(await convert(coded, { variant: 'base45', direction: 'decode' })).toBe(plain);
    }
    const over = await runTool(tool, {
      input: 'FGW',
      options: { variant: 'base45', direction: 'decode', encoding: 'hex' },
    });
    expect([over.status, over.text]).toEqual([200, 'ffff']);
    expect((await runTool(tool, { input: 'GGW', options: { variant: 'base45', direction: 'decode' } })).status).toBe(
      400,
    );
  });
});
