import { describe, expect, it } from 'vitest';

import { hexColor, parseColor, readColor, srgbOf } from './colors.js';

describe('parseColor', () => {
  // CSS Color Module Level 4: named colours, hexadecimal notation, the hsl() and hwb() examples.
  it.each([
    ['#f00', '#ff0000'],
    ['#F00F', '#ff0000'],
    ['#ff000080', '#ff000080'],
    ['rebeccapurple', '#663399'],
    [' White ', '#ffffff'],
    ['rgb(0, 128, 255)', '#0080ff'],
    ['rgb(0 128 255 / 50%)', '#0080ff80'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsl(120deg 75% 25%)', '#107010'],
    ['hwb(150 20% 10%)', '#33e68c'],
    ['hwb(0 100% 100%)', '#808080'],
    ['transparent', '#00000000'],
  ])('%s is %s', (text, expected) => {
    expect(hexColor(parseColor('color', text))).toBe(expected);
  });

  it.each(['', 'red;', '#12', '#ggg', 'rgb(1,2)', 'url(x)', 'constructor', '__proto__', '255,0,0', 'x'.repeat(60)])(
    'refuses %j',
    (text) => {
      expect(() => parseColor('background', text)).toThrow(/^Option "background" must be a CSS colour/);
    },
  );
});

it('clamps channels of rgb() as CSS Color 4, 5.1 says, not those of color()', () => {
  const hexOf = (text: string) => hexColor(srgbOf(readColor(text)!));
  expect(hexOf('rgb(300, -5, 0)')).toBe('#ff0000');
  expect(hexOf('rgb(300 -5 0 / 50%)')).toBe('#ff000080');
  expect(srgbOf(readColor('color(srgb 1.2 0 0)')!).isMapped).toBe(true);
});
