import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './color-converter.js';

const convert = async (input: string, to: string, decimals = 2) =>
  (await runTool(tool, { input, options: { to, decimals } })).text?.trimEnd().split('\n') ?? [];

const PYTHON = `
import sys, json, colorsys
def lin(c): return c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4
def gam(c): return 12.92 * c if c <= .0031308 else 1.055 * c ** (1 / 2.4) - .055
def mul(m, v): return [sum(a * b for a, b in zip(r, v)) for r in m]
XYZ = [[506752/1228815, 87881/245763, 12673/70218], [87098/409605, 175762/245763, 12673/175545], [7918/409605, 87881/737289, 1001167/1053270]]
D50 = [[1.0479297925449969, 0.022946870601609652, -0.05019226628920524], [0.02962780877005599, 0.9904344267538799, -0.017073799063418826], [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371]]
P3 = [[446124/178915, -333277/357830, -72051/178915], [-14852/17905, 63121/35810, 423/17905], [11844/330415, -50337/660830, 316169/330415]]
LMS = [[0.8190224379967030, 0.3619062600528904, -0.1288737815209879], [0.0329836539323885, 0.9292868615863434, 0.0361446663506424], [0.0481771893596242, 0.2642395317527308, 0.6335478284694309]]
OK = [[0.2104542683093140, 0.7936177747023054, -0.0040720430116193], [1.9779985324311684, -2.4285922420485799, 0.4505937096174110], [0.0259040424655478, 0.7827717124575296, -0.8086757549230774]]
for line in sys.stdin:
    rgb = [int(line[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    l = [lin(c) for c in rgb]
    xyz = mul(XYZ, l)
    h, li, s = colorsys.rgb_to_hls(*rgb)
    hv = colorsys.rgb_to_hsv(*rgb)
    f = lambda t: t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
    w = [f(a / b) for a, b in zip(mul(D50, xyz), [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585])]
    lab = [116 * w[1] - 16, 500 * (w[0] - w[1]), 200 * (w[1] - w[2])]
    ok = mul(OK, [abs(x) ** (1 / 3) for x in mul(LMS, xyz)])
    p3 = [gam(c) for c in mul(P3, xyz)]
    print(json.dumps({'hsl': [h * 360, s * 100, li * 100], 'hsv': [hv[0] * 360, hv[1] * 100, hv[2] * 100], 'lab': lab, 'oklab': ok, 'xyz': xyz, 'p3': p3}))
`;

const numbersOf = (text: string): number[] =>
  text
    .replace(/^[^(]*\((?:[a-z][\w-]* )?/, '')
    .split(/[ %)]+/)
    .filter((part) => part !== '')
    .map(Number);

const randomHex = (chance: (below: number) => number) =>
  `#${chance(2 ** 24)
    .toString(16)
    .padStart(6, '0')}`;

describe('color-converter', () => {
  it('reads the notations of one green in the Web Platform Tests', async () => {
    const greens = [
      'green',
      'hwb(120deg 0% 49.8039%)',
      'lab(46.2775% -47.5621 48.5837)',
      'lch(46.2775% 67.9892 134.3912)',
      'oklab(51.975% -0.1403 0.10768)',
      'oklch(51.975% 0.17686 142.495)',
      'color(srgb 0 0.50196 0)',
      'color(srgb-linear 0 0.21586 0)',
      'color(display-p3 0.21604 0.49418 0.13151)',
      'color(a98-rgb 0.281363 0.498012 0.116746)',
      'color(prophoto-rgb 0.230479 0.395789 0.129968)',
      'color(xyz 0.07719 0.15438 0.02573)',
      'color(xyz-d50 0.08312 0.154746 0.020961)',
      'hsl(120 100% 25.098%)',
    ];
    expect(await convert(greens.join('\n'), 'hex')).toEqual(greens.map(() => '#008000'));
  });

  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'colours beside Python'))(
    'converts as the formulas of CSS Color 4',
    async () => {
      const chance = chanceOf(7);
      const colors = Array.from({ length: 300 }, () => randomHex(chance));
      const told = runProgram('python3', ['-c', PYTHON], `${colors.join('\n')}\n`)
        .toString()
        .trim()
        .split('\n');
      for (const to of ['hsl', 'hsv', 'lab', 'oklab', 'xyz', 'p3'] as const) {
        const written = await convert(colors.join('\n'), to);
        const places = ['oklab', 'xyz', 'p3'].includes(to) ? 4 : 2;
        for (const [i, line] of told.entries()) {
          const expected = (JSON.parse(line) as Record<string, number[]>)[to]!;
          for (const [k, value] of numbersOf(written[i]!).entries())
            expect(Math.abs(value - expected[k]!), `${colors[i]} ${to} ${written[i]} ${expected}`).toBeLessThanOrEqual(
              0.51 * 10 ** -places + 1e-9,
            );
        }
      }
    },
  );

  exhaustive('every notation, read again, is the same colour', async () => {
    const chance = chanceOf(8);
    const colors = Array.from({ length: 200 }, () => randomHex(chance));
    for (const to of [
      'rgb',
      'hsl',
      'hsv',
      'hwb',
      'lab',
      'lch',
      'oklab',
      'oklch',
      'xyz',
      'xyz-d50',
      'p3',
      'rec2020',
      'a98',
      'prophoto',
      'srgb-linear',
      'cmyk',
    ])
      expect(await convert((await convert(colors.join('\n'), to, 4)).join('\n'), 'hex'), to).toEqual(colors);
  });

  it('reads what designers paste', async () => {
    const written = [
      'ff0000',
      '0xFF0000',
      'F00',
      '255 0 0',
      'rgb(100%, 0%, 0%)',
      'hsb(0, 100%, 100%)',
      'cmyk(0, 100, 100, 0)',
      'device-cmyk(0 1 1 0)',
      '"red",',
      'color: RED;',
      'hsl(0deg 100% 50%)',
      'hsl(1turn 100% 50%)',
    ];
    expect(await convert(written.join('\r\n'), 'hex')).toEqual(written.map(() => '#ff0000'));
    expect(await convert('hsv(240 50% 50% / 50%)\n#fff8\ntransparent', 'name')).toEqual([
      '#40408080',
      '#ffffff88',
      'transparent',
    ]);
    expect(await convert('#ff0001\n#777777\n#010101', 'ansi')).toEqual([
      '\\e[38;5;196m',
      '\\e[38;5;243m',
      '\\e[38;5;16m',
    ]);
    expect(await convert('#ff8000', 'int')).toEqual([String(0xff8000)]);
    expect(await convert('gray', 'oklch')).toEqual(['oklch(0.5999 0 none)']);
  });

  it('what is outside sRGB is mapped and told', async () => {
    const { data } = await runTool(tool, { input: 'color(display-p3 1 0 0)\noklch(0.7 0.4 150)\n#123456' });
    const { colors, warnings } = data as { colors: { isInSrgb: boolean; hex: string }[]; warnings: string[] };
    expect(colors.map(({ isInSrgb }) => isInSrgb)).toEqual([false, false, true]);
    expect(warnings).toHaveLength(2);
  });

  it('any line is a colour or refused', async () => {
    const chance = chanceOf(9);
    for (let i = 0; i < 500; i++) {
      const input = Array.from(
        { length: 1 + chance(14) },
        () =>
          [
            '#',
            'f',
            '0',
            '(',
            ')',
            ' ',
            ',',
            '%',
            'rgb',
            'lab',
            'hsv',
            'cmyk',
            '9',
            'e',
            '-',
            '.',
            'none',
            '/',
            'color',
          ][chance(19)],
      ).join('');
      expect([200, 400], input).toContain((await runTool(tool, { input })).status);
    }
    for (const input of [
      'rgb(1e400 0 0)',
      'lab(1e308 1e308 1e308)',
      `#${'f'.repeat(100_000)}`,
      'oklch(1 1e99 0)',
      `hsl(${'9'.repeat(180)} 1% 1%)`,
    ])
      expect([200, 400], input.slice(0, 30)).toContain((await runTool(tool, { input })).status);
  });
});
