import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { TrueTypeFont } from './truetype.js';

const noto = readFileSync(
  join(projectRoot, 'node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);
const codes = (text: string): Set<number> => new Set([...text].map((letter) => letter.codePointAt(0) ?? 0));

describe('TrueTypeFont', () => {
  it('keeps the glyphs of letters and what they are composed of, with their numbers', () => {
    const font = TrueTypeFont.read(noto)!;
    const glyphs = font.glyphsOf(codes('Ä'))!;
    expect(glyphs.size).toBeGreaterThan(0);
    const small = TrueTypeFont.read(font.subset(glyphs, true)!)!;
    expect([...small.glyphsOf(codes('Ä'))!].sort()).toEqual([...glyphs].sort());
    // Once more with the same glyphs nothing is left to go, and nothing is lost.
    expect(small.subset(glyphs, true)!.length).toBe(font.subset(glyphs, true)!.length);
    expect(font.subset(glyphs, true)!.length).toBeLessThan(noto.length / 4);
    expect(font.subset(font.glyphsOf(codes('A'))!, true)!.length).toBeLessThan(font.subset(glyphs, true)!.length);
  });

  it('takes nothing that is cut short or of another kind', () => {
    for (const length of [0, 3, 12, 200, 5000]) expect(TrueTypeFont.read(noto.subarray(0, length))).toBeUndefined();
    expect(TrueTypeFont.read(Buffer.from('OTTO'.padEnd(100, '\0')))).toBeUndefined();
  });

  it('ends in a font or nothing whatever byte is wrong', () => {
    for (let i = 0; i < 400; i += 1) {
      const damaged = Buffer.from(noto);
      damaged[(i * 1_237) % 6_000] = (i * 89) & 255;
      const font = TrueTypeFont.read(damaged);
      const glyphs = font?.glyphsOf(codes('Quiz'));
      const small = glyphs && font?.subset(glyphs, true);
      expect(small === undefined || small.length > 0).toBe(true);
    }
  });
});
