import { filterDeficiencyDeuter, filterDeficiencyProt } from 'culori';
import { describe, expect, it } from 'vitest';

import { DEFICIENCIES, type Deficiency, seenColor } from '../../lib/colors/color-vision.js';
import type { Rgb } from '../../lib/colors/contrast.js';
import { fromLinear, toLinear } from '../../lib/pictures/adjust.js';
import { pngOf, rgbaOf } from '../../testing/pictures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import colorBlindnessSimulator from './color-blindness-simulator.js';

const PYTHON = '/usr/bin/python3';
const hasColorspacious = hasProgram(PYTHON, ['-c', 'import colorspacious'], 'color-blindness-simulator: colorspacious');

/** Colours over the whole cube, by the fractions of irrational numbers. */
const colours: readonly Rgb[] = Array.from({ length: 1000 }, (_, i) => {
  const part = (step: number): number => Math.floor(256 * ((i * step) % 1));
  return [part(0.8191725134), part(0.6710436067), part(0.5497004779)];
});

const farthest = (one: Rgb, other: Rgb): number =>
  Math.max(...one.map((level, i) => Math.abs(level - (other[i] ?? 0))));
const run = (request: Parameters<typeof runTool>[1]) => runTool(colorBlindnessSimulator, request);

interface Palette {
  readonly colors: readonly { readonly color: string; readonly seenAs: readonly { readonly color: string }[] }[];
  readonly hardToTellApart: number;
  readonly pairs: readonly { readonly first: string; readonly second: string; readonly difference: number }[];
}

async function palette(input: string, options: Record<string, unknown> = {}): Promise<Palette> {
  const answer = await run({ input, options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Palette;
}

describe('protan and deutan vision', () => {
  it.each([
    ['protanopia', filterDeficiencyProt],
    ['deuteranopia', filterDeficiencyDeuter],
  ] as const)('%s as culori has it, on linear light', (deficiency, filter) => {
    for (let severity = 0; severity <= 10; severity++) {
      const seen = filter(severity / 10);
      for (const color of colours) {
        const [r, g, b] = color.map((level) => toLinear(level / 255)) as unknown as Rgb;
        const out = seen({ mode: 'rgb', r, g, b }) as { r: number; g: number; b: number };
        const levels = [out.r, out.g, out.b].map((light) => 255 * fromLinear(Math.min(1, Math.max(0, light))));
        expect(farthest(seenColor(color, deficiency, severity / 10), levels as unknown as Rgb)).toBeLessThanOrEqual(
          0.51,
        );
      }
    }
  });

  it.skipIf(!hasColorspacious)('as colorspacious has it, between the published severities too', () => {
    const severities = [0, 0.05, 0.33, 0.5, 0.99, 1];
    const script = `
import json, sys, numpy as np
from colorspacious import cspace_convert
colours, severities = json.load(sys.stdin)
out = []
for kind in ("protanomaly", "deuteranomaly"):
    for s in severities:
        space = {"name": "sRGB1+CVD", "cvd_type": kind, "severity": 100 * s}
        seen = cspace_convert(np.array(colours) / 255, space, "sRGB1")
        out.append(np.clip(255 * seen, 0, 255).tolist())
print(json.dumps(out))`;
    const printed = runProgram(PYTHON, ['-c', script], JSON.stringify([colours, severities]));
    const expected = JSON.parse(printed.toString()) as Rgb[][];
    const own = (['protanopia', 'deuteranopia'] as const).flatMap((kind) =>
      severities.map((severity) => colours.map((color) => seenColor(color, kind, severity))),
    );
    expect(own.length).toBe(expected.length);
    for (const [i, row] of own.entries())
      for (const [j, color] of row.entries()) expect(farthest(color, expected[i]![j]!)).toBeLessThanOrEqual(1);
  });
});

/** Brettel 1997 from what is published of it: cones of Viénot 1999 (in percent), lights with the correction of Judd and Vos. */
function tritanopia([r, g, b]: Rgb): Rgb {
  type Row = readonly [number, number, number];
  const cones: readonly Row[] = [
    [17.8824, 43.5161, 4.11935],
    [3.45565, 27.1554, 3.86714],
    [0.0299566, 0.184309, 1.46709],
  ];
  const ofXyz: readonly Row[] = [
    [0.15514, 0.54312, -0.03286],
    [-0.15514, 0.45684, 0.03286],
    [0, 0, 0.01608],
  ];
  const by = (rows: readonly Row[], [x, y, z]: Rgb): Rgb =>
    rows.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Rgb;
  const cross = (p: Rgb, q: Rgb): Rgb => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const dot = (p: Rgb, q: Rgb): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const white = by(cones, [1, 1, 1]);
  const lights = [by(ofXyz, [0.05699, 0.16987, 0.5864]), by(ofXyz, [0.16161, 0.061, 0.00001])] as const;
  const seen = by(cones, [toLinear(r / 255), toLinear(g / 255), toLinear(b / 255)]);
  const side = cross(white, [0, 0, 1]);
  const light = dot(seen, side) * dot(lights[0], side) >= 0 ? lights[0] : lights[1];
  const normal = cross(white, light);
  const moved: Rgb = [seen[0], seen[1], -(normal[0] * seen[0] + normal[1] * seen[1]) / normal[2]];
  // Cramer's rule takes cones back to the display.
  const columns = [0, 1, 2].map((i) => cones.map((row) => row[i] ?? 0) as unknown as Rgb) as [Rgb, Rgb, Rgb];
  const whole = dot(columns[0], cross(columns[1], columns[2]));
  const back = [
    dot(moved, cross(columns[1], columns[2])) / whole,
    dot(columns[0], cross(moved, columns[2])) / whole,
    dot(columns[0], cross(columns[1], moved)) / whole,
  ];
  return back.map((value) => 255 * fromLinear(Math.min(1, Math.max(0, value)))) as unknown as Rgb;
}

describe('tritan vision', () => {
  it('is what the published cones and lights give', () => {
    const near = colours.filter((color) => farthest(seenColor(color, 'tritanopia', 1), tritanopia(color)) <= 0.6);
    // Matrices of five digits: a colour near the plane, or near a half, may go the other way by a level.
    expect(near.length).toBeGreaterThanOrEqual(995);
    for (const color of colours)
      expect(farthest(seenColor(color, 'tritanopia', 1), tritanopia(color))).toBeLessThan(1.6);
  });
});

describe('every kind', () => {
  it.each(DEFICIENCIES)('%s keeps greys, and colours at severity 0', (kind) => {
    for (let level = 0; level < 256; level++) {
      expect(farthest(seenColor([level, level, level], kind, 1), [level, level, level])).toBeLessThanOrEqual(1);
    }
    for (const color of colours) expect(seenColor(color, kind, 0)).toEqual(color);
  });

  it('achromatopsia keeps the relative luminance of WCAG', () => {
    for (const color of colours) {
      const [r, g, b] = color.map((level) => toLinear(level / 255)) as unknown as Rgb;
      const grey = Math.round(255 * fromLinear(0.2126 * r + 0.7152 * g + 0.0722 * b));
      expect(seenColor(color, 'achromatopsia', 1)).toEqual([grey, grey, grey]);
    }
  });
});

describe('images', () => {
  it('are the palette, pixel by pixel, with the alpha they had', async () => {
    const bytes = await pngOf(40, 25, (x, y) => [...colours[40 * y + x]!, (40 * y + x) % 256]);
    const answer = await run({ files: [{ name: 'a.png', bytes }], options: { severity: 0.7 } });
    expect(answer.files.map(({ name }) => name)).toEqual(DEFICIENCIES.map((kind) => `a-${kind}.png`));
    const before = await rgbaOf(bytes);
    for (const [i, kind] of DEFICIENCIES.entries()) {
      const { data } = await rgbaOf(answer.files[i]!.bytes);
      for (const [j, color] of colours.entries()) {
        expect(data[4 * j + 3]).toBe(before.data[4 * j + 3]);
        const pixel: Rgb = [data[4 * j]!, data[4 * j + 1]!, data[4 * j + 2]!];
        expect(farthest(pixel, seenColor(color, kind as Deficiency, 0.7))).toBeLessThanOrEqual(1);
      }
    }
  });

  it('are not told apart where the only difference is a hue that is not seen', async () => {
    const { pairs } = await palette('#b40000\n#5f5500', { deficiency: 'protanopia', tolerance: 12 });
    expect(pairs).toMatchObject([{ first: '#b40000', second: '#5f5500' }]);
  });
});

describe('palettes', () => {
  it('are read in every notation and with any separator', async () => {
    const { colors } = await palette('--a: rgb(255, 0, 0);\r\nblue, #0f0 #fff\n hsl(60 100% 50%) ; \n');
    expect(colors.map(({ color }) => color)).toEqual(['#ff0000', '#0000ff', '#00ff00', '#ffffff', '#ffff00']);
  });

  it('are compared by a tolerance, the nearest pair first', async () => {
    const ramp = Array.from({ length: 12 }, (_, i) => `hsl(${30 * i} 80% 50%)`).join('\n');
    const [few, many] = [await palette(ramp, { tolerance: 5 }), await palette(ramp, { tolerance: 20 })];
    expect(many.hardToTellApart).toBeGreaterThan(few.hardToTellApart);
    const differences = many.pairs.map(({ difference }) => difference);
    expect(differences).toEqual([...differences].sort((a, b) => a - b));
    expect((await palette(ramp, { tolerance: 0 })).pairs).toEqual([]);
  });

  it('have at most 100 colours, and 1,000,000 characters end soon', async () => {
    expect((await run({ input: 'red '.repeat(101) })).message).toBe('Property "input" has more than 100 colours');
    for (const letter of ['(', ',', ' ', 'red,', '--a:', '((),']) {
      const answer = await run({ input: letter.repeat(Math.floor(1_000_000 / letter.length)) });
      expect([400, 413]).toContain(answer.status);
    }
  });

  it('and images are not both taken', async () => {
    const bytes = await pngOf(1, 1, () => [1, 2, 3]);
    const answer = await run({ input: 'red', files: [{ name: 'a.png', bytes }] });
    expect(answer.message).toBe('Property "input" must be empty where a file is given');
  });
});
