import { describe, expect, it } from 'vitest';

import { readColor, writeColor } from '../../engines/colors.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { SCHEMES } from './_palette-schemes.js';
import tool from './color-palette-generator.js';

interface Data {
  readonly colors: { readonly hex: string; readonly oklch: string; readonly step: string; readonly isBase: boolean }[];
  readonly accessiblePairs: { readonly background: string; readonly text: string; readonly ratio: number }[];
  readonly warnings: string[];
}
const make = async (options: Record<string, unknown>) => (await runTool(tool, { options })).data as Data;
const randomHex = (chance: (below: number) => number) =>
  `#${chance(2 ** 24)
    .toString(16)
    .padStart(6, '0')}`;
const bytes = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const PYTHON = `
import sys, json, colorsys
TURNS = {'complementary': [0, 180], 'split-complementary': [0, 150, 210], 'triadic': [0, 120, 240], 'tetradic': [0, 60, 180, 240], 'square': [0, 90, 180, 270]}
for line in sys.stdin:
    c = line.strip()
    h, l, s = colorsys.rgb_to_hls(*[int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)])
    print(json.dumps({k: [[round(255 * x) for x in colorsys.hls_to_rgb((h + t / 360) % 1, l, s)] for t in v] for k, v in TURNS.items()}))
`;

describe('color-palette-generator', () => {
  inRounds.skipIf(!hasProgram('python3', ['--version'], 'harmonies beside Python'))(
    'harmonies of HSL are those of Python',
    [4, 200],
    async (rounds) => {
      const chance = chanceOf(1);
      const bases = Array.from({ length: rounds }, () => randomHex(chance));
      const told = runProgram('python3', ['-c', PYTHON], `${bases.join('\n')}\n`)
        .toString()
        .trim()
        .split('\n');
      for (const [i, line] of told.entries()) {
        for (const [scheme, expected] of Object.entries(JSON.parse(line) as Record<string, number[][]>)) {
          const { colors } = await make({ base: bases[i], scheme, space: 'hsl' });
          for (const [k, { hex }] of colors.entries())
            for (const [channel, value] of bytes(hex).entries())
              expect(Math.abs(value - expected[k]![channel]!), `${bases[i]} ${scheme} ${hex}`).toBeLessThanOrEqual(1);
        }
      }
    },
  );

  inRounds('a scale keeps its base and its hue, and falls in lightness', [15, 300], async (rounds) => {
    const chance = chanceOf(2);
    for (let i = 0; i < rounds; i++) {
      const base = randomHex(chance);
      const { colors } = await make({ base });
      expect(colors.filter(({ isBase }) => isBase).map(({ hex }) => hex)).toEqual([base]);
      const values = colors.map(({ hex }) => writeColor(readColor(hex)!, 4).oklch.match(/[\d.]+|none/g)!);
      for (const [k, [lightness]] of values.entries())
        if (k > 0) expect(Number(lightness), `${base} ${k}`).toBeLessThan(Number(values[k - 1]![0]));
      const own = writeColor(readColor(base)!, 4).oklch.match(/[\d.]+|none/g)!;
      for (const [, chroma, hue] of values) {
        if (Number(chroma) < 0.04 || Number(own[1]) < 0.04) continue;
        const apart = Math.abs(Number(hue) - Number(own[2]));
        expect(Math.min(apart, 360 - apart), `${base} ${hue}`).toBeLessThan(8);
      }
    }
  });

  it.skipIf(!hasProgram('python3', ['--version'], 'contrasts beside Python'))(
    'accessible pairs have the contrast of WCAG',
    async () => {
      const { colors, accessiblePairs } = await make({ base: '#0f766e' });
      const hexOf = new Map(colors.map(({ step, hex }) => [step, hex]));
      const python = `
import sys
def lum(c): return sum(w * (v / 12.92 if v <= .04045 else ((v + .055) / 1.055) ** 2.4) for w, v in zip((.2126, .7152, .0722), [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]))
for l in sys.stdin:
    a, b = sorted(map(lum, l.split()))
    print((b + .05) / (a + .05))
`;
      const told = runProgram(
        'python3',
        ['-c', python],
        accessiblePairs.map(({ background, text }) => `${hexOf.get(background)} ${hexOf.get(text)}\n`).join(''),
      );
      const ratios = told.toString().trim().split('\n').map(Number);
      expect(accessiblePairs.length).toBeGreaterThan(10);
      for (const [i, { ratio }] of accessiblePairs.entries())
        expect(ratios[i]! - ratio).toSatisfy((left: number) => left >= -1e-9 && left < 0.0101);
    },
  );

  exhaustive('every scheme and format is made, and a seed repeats it', async () => {
    for (const scheme of SCHEMES) {
      for (const format of ['json', 'css', 'scss', 'tailwind', 'svg', 'gpl', 'ase']) {
        const options = { scheme, format, seed: 'x', count: 50, base: '#fff' };
        const [one, other] = [await runTool(tool, { options }), await runTool(tool, { options })];
        expect([one.status, one.text, one.files], `${scheme} ${format}`).toEqual([200, other.text, other.files]);
      }
    }
    expect((await make({ scheme: 'random', count: 50, seed: 'a' })).colors).toHaveLength(50);
    expect((await make({ base: '#ff000080', count: 3 })).warnings).toHaveLength(3);
  });
});
