import { expect, it } from 'vitest';

import { contrastRatio, nearestPassing, type Rgb } from '../../lib/colors/contrast.js';
import { fromOklab, oklab } from '../../lib/colors/oklab.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './color-contrast-checker.js';

const pairs = (count: number): (readonly [Rgb, Rgb])[] => {
  const random = seededBytes(6);
  return Array.from({ length: count }, () => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = random(6);
    return [
      [a, b, c],
      [d, e, f],
    ];
  });
};

it('published ratios', () => {
  for (const [grey, ratio] of [
    [0x00, '21.00'],
    [0x77, '4.48'],
    [0x76, '4.54'],
    [0x94, '3.03'],
    [0xff, '1.00'],
  ] as const)
    expect(contrastRatio([grey, grey, grey], [255, 255, 255]).toFixed(2)).toBe(ratio);
});

const hasPython = hasProgram('/usr/bin/python3', ['--version'], 'color-contrast-checker beside Python');

it.skipIf(!hasPython)('Python computes the same ratios', () => {
  const all = pairs(300);
  const program = `
import json,sys
def lum(c):
  r,g,b=[(x/255)/12.92 if x/255<=0.04045 else ((x/255+0.055)/1.055)**2.4 for x in c]
  return 0.2126*r+0.7152*g+0.0722*b
for a,b in json.load(sys.stdin):
  x,y=sorted([lum(a),lum(b)]); print('%.12f'%((y+0.05)/(x+0.05)))`;
  const theirs = runProgram('/usr/bin/python3', ['-c', program], JSON.stringify(all)).toString().trim().split('\n');
  expect(all.map(([one, other]) => contrastRatio(one, other).toFixed(12))).toEqual(theirs);
});

inRounds('suggested colours pass, and none of the same hue between does', [8, 120], (rounds: number) => {
  for (const [color, fixed] of pairs(rounds))
    for (const least of [3, 4.5, 7]) {
      const found = nearestPassing(color, fixed, least);
      if (found === undefined) {
        for (const end of [0, 255]) expect(contrastRatio([end, end, end], fixed)).toBeLessThan(least);
        continue;
      }
      expect(contrastRatio(found, fixed)).toBeGreaterThanOrEqual(least);
      const [start, end] = [oklab(...color), oklab(...found)];
      const far = Math.hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]);
      for (let step = 0; step <= 1000; step++) {
        const other = fromOklab([step / 1000, start[1], start[2]]);
        const lab = oklab(...other);
        if (Math.hypot(lab[0] - start[0], lab[1] - start[1], lab[2] - start[2]) < far - 1e-9)
          expect(contrastRatio(other, fixed)).toBeLessThan(least);
      }
    }
});

it.each([
  ['#777 on white', '#777777', '#ffffff'],
  ['white text on #3366ff', '#ffffff', '#3366ff'],
  ['rgb(0 0 0), rgb(255, 255, 0)', '#000000', '#ffff00'],
  ['navy/white', '#000080', '#ffffff'],
  ['text: #333; background: #eee', '#333333', '#eeeeee'],
  ['background: #eee; color: #333', '#333333', '#eeeeee'],
  ['contrast between black and white', '#000000', '#ffffff'],
])('text names the colours: %s', async (input, foreground, background) => {
  expect((await runTool(tool, { input })).data).toMatchObject({ foreground, background });
});

it('text that names other than two colours is refused', async () => {
  for (const input of ['red', 'red on green on blue', 'hello', `#fff ${' '.repeat(300_000)} #000`])
    expect((await runTool(tool, { input })).message).toContain('Input must be two CSS colours');
  expect((await runTool(tool, { input: 'red on blue', options: { background: '#ffffff' } })).status).toBe(200);
  expect((await runTool(tool, { input: 'red on blue', options: { background: 'green' } })).message).toBe(
    'Only one of property "input" and option "background" can be given',
  );
});
