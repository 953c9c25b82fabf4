import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { SAMPLE_GLYPHS, type1Sample } from '../../testing/font-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { CffFont } from './cff.js';
import { subsetCff } from './cff-subset.js';
import { readType1 } from './type1.js';
import { cffOfType1 } from './type1-to-cff.js';

/** Debian's own, which has its packages. */
const PYTHON = '/usr/bin/python3';
const hasFontTools = hasProgram(PYTHON, ['-c', 'import fontTools.t1Lib'], 'outlines of fonts beside fontTools');
const NIMBUS = '/usr/share/fonts/type1/urw-base35/NimbusRoman-Regular.t1';
const hasNimbus = hasFontTools && hasProgram('test', ['-f', NIMBUS], 'a Type 1 font of Debian');

const folder = mkdtempSync(join(tmpdir(), 'type1-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prints outline and width of each glyph; curves of flex are as any others. */
const OUTLINES = `
import sys, json
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.basePen import decomposeQuadraticSegment
path, kind, names = sys.argv[1], sys.argv[2], sys.argv[3].split()
if kind == 'type1':
    from fontTools.t1Lib import T1Font
    font = T1Font(path)
    glyphs = font.getGlyphSet()
else:
    from fontTools.cffLib import CFFFontSet
    fonts = CFFFontSet()
    fonts.decompile(open(path, 'rb'), None)
    glyphs = fonts[0].CharStrings
out = {}
for name in names:
    if name not in glyphs.keys():
        out[name] = None
        continue
    pen = RecordingPen()
    glyph = glyphs[name]
    glyph.draw(pen)
    ops = [[op, [[round(x, 2), round(y, 2)] for x, y in args] if op != 'addComponent' else [args[0], list(args[1])]] for op, args in pen.value]
    out[name] = {'width': glyph.width, 'ops': [op for op in ops if op[0] not in ('closePath', 'endPath')]}
print(json.dumps(out))
`;

function outlines(bytes: Uint8Array, kind: 'type1' | 'cff', names: readonly string[]): Record<string, unknown> {
  const path = join(folder, `font.${kind === 'type1' ? 't1' : 'cff'}`);
  writeFileSync(path, bytes);
  return JSON.parse(runProgram(PYTHON, ['-c', OUTLINES, path, kind, names.join(' ')]).toString());
}

describe.skipIf(!hasFontTools)('outlines as fontTools reads them', () => {
  it('are those of the Type 1 font: flex, hints that change, divisions', () => {
    const font = type1Sample();
    const small = cffOfType1(readType1(font)!, new Set(['A', 'B', 'C']))!;
    const names = ['A', 'B', 'C'];
    expect(outlines(small, 'cff', names)).toEqual(outlines(font, 'type1', names));
    expect(outlines(small, 'cff', ['unused', 'space', 'Aacute'])).toEqual({ unused: null, space: null, Aacute: null });
  });

  it('an accented letter brings its parts and where the accent goes', () => {
    const small = cffOfType1(readType1(type1Sample())!, new Set(['Aacute']))!;
    const { A, acute, Aacute } = outlines(small, 'cff', ['A', 'acute', 'Aacute']);
    expect(A).not.toBeNull();
    expect(acute).not.toBeNull();
    // 210 and 150 from the origin, less the side bearing of the accent and more that of the letter (Type 1 book, 6.4 "seac").
    expect((Aacute as { ops: unknown }).ops).toEqual([
      ['addComponent', ['A', [1, 0, 0, 1, 0, 0]]],
      ['addComponent', ['acute', [1, 0, 0, 1, 210 + 20 - 80, 150]]],
    ]);
  });

  it('a CFF font keeps the outlines of what is left, and its codes', () => {
    const whole = cffOfType1(readType1(type1Sample())!, new Set(Object.keys(SAMPLE_GLYPHS)))!;
    const font = CffFont.read(whole)!;
    const names = [...font.charset].map((string) => font.stringOf(string));
    const small = subsetCff(font, new Set([names.indexOf('C'), names.indexOf('Aacute')]), false)!;
    const kept = ['C', 'Aacute', 'A', 'acute'];
    expect(outlines(small, 'cff', kept)).toEqual(outlines(whole, 'cff', kept));
    expect(outlines(small, 'cff', ['B', 'unused'])).toEqual({ B: null, unused: null });
    const codes = (bytes: Uint8Array): string[] => {
      const read = CffFont.read(bytes)!;
      return [65, 66, 67, 193, 194].map((code) =>
        read
          .stringsOfCode(code)
          .map((s) => read.stringOf(s))
          .join(),
      );
    };
    expect(codes(whole)).toEqual(['A', 'B', 'C', 'Aacute', 'acute']);
    expect(codes(small)).toEqual(['A', '', 'C', 'Aacute', 'acute']);
  });

  it.skipIf(!hasNimbus)('a font of Debian has the same outlines', () => {
    const bytes = readFileSync(NIMBUS);
    const font = readType1(bytes)!;
    const names = ['A', 'g', 'ampersand', 'eacute', 'Oslash', 'germandbls', 'percent', 'at'];
    const small = cffOfType1(font, new Set(names))!;
    expect(outlines(small, 'cff', names)).toEqual(outlines(bytes, 'type1', names));
    expect(small.length).toBeLessThan(bytes.length / 20);
  });
});

describe('fonts that are not followed', () => {
  it.each([
    [
      'a subroutine that calls itself',
      { A: '0 500 hsbw 6 callsubr endchar' },
      ['return', '', '', '', '', '', '6 callsubr'],
    ],
    ['a subroutine that is not there', { A: '0 500 hsbw 99 callsubr endchar' }, ['return']],
    ['a path without a beginning', { A: '0 500 hsbw 10 20 rlineto endchar' }, ['return']],
    ['a glyph without an end', { A: '0 500 hsbw 10 20 rmoveto' }, ['return']],
    ['a glyph without a width', { A: '10 20 rmoveto endchar' }, ['return']],
    ['too many numbers', { A: `0 500 hsbw ${'1 '.repeat(60)}rlineto endchar` }, ['return']],
    ['a division by zero', { A: '0 500 hsbw 1 0 div 0 rmoveto endchar' }, ['return']],
    ['a part of an accented letter that is not there', { A: '0 500 hsbw 0 0 0 66 194 seac' }, ['return']],
  ])('%s', (_what, glyphs, subrs) => {
    const font = readType1(type1Sample({ '.notdef': '0 500 hsbw endchar', ...glyphs }, subrs));
    expect(font).toBeDefined();
    expect(cffOfType1(font!, new Set(['A']))).toBeUndefined();
    // What is not asked for is not looked at.
    expect(cffOfType1(font!, new Set())).toBeDefined();
  });

  it('two subroutines that call each other twice end soon', () => {
    const subrs = Array.from({ length: 12 }, (_, i) => `${`${i + 1} callsubr `.repeat(60)}return`);
    const font = readType1(
      type1Sample({ '.notdef': '0 500 hsbw endchar', A: '0 500 hsbw 0 callsubr endchar' }, subrs),
    )!;
    expect(cffOfType1(font, new Set(['A']))).toBeUndefined();
  });

  it('whatever is cut or wrong ends in a font or nothing', () => {
    const font = type1Sample();
    const whole = cffOfType1(readType1(font)!, new Set(Object.keys(SAMPLE_GLYPHS)))!;
    for (let length = 0; length < font.length; length += 97) readType1(font.subarray(0, length));
    expect(readType1(font.subarray(0, 900))).toBeUndefined();
    let read = 0;
    for (let i = 0; i < whole.length; i += 1) {
      expect(CffFont.read(whole.subarray(0, i)) === undefined || i > whole.length / 2).toBe(true);
      const damaged = Buffer.from(whole);
      damaged[i] = (damaged[i] ?? 0) ^ (1 + ((i * 89) & 127));
      const cff = CffFont.read(damaged);
      const small = cff && subsetCff(cff, new Set([1, 2, 3]), i % 2 === 0);
      if (small !== undefined) read += 1;
      expect(small === undefined || small.length < whole.length + 65_536).toBe(true);
    }
    expect(read).toBeGreaterThan(0);
  });
});
