import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { readFixture, runTool } from '../../testing/run-tool.js';
import svgToPng from './svg-to-png.js';

const hasRsvg = hasProgram('rsvg-convert', ['--version'], 'SVG drawn as another program draws it');

const svg = (content: string, more = 'width="64" height="64"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${content}</svg>`;

async function rgb(picture: Uint8Array): Promise<Uint8Array> {
  return await sharp(picture).flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

const PICTURE = readFixture('qr-barcode/logo.png').toString('base64');

const DRAWINGS: readonly string[] = [
  readFixture('image/svg/drawing.svg').toString(),
  readFixture('image/svg/editor.svg').toString(),
  svg(
    '<g transform="rotate(20 32 32) skewX(10)"><ellipse cx="32" cy="32" rx="25" ry="12" fill="teal" stroke="#000" stroke-width="3"/></g>',
  ),
  svg(`<image width="60" height="60" xlink:href="data:image/png;base64,${PICTURE}"/>`),
  svg(
    '<defs><mask id="m"><rect width="64" height="32" fill="#fff"/></mask></defs><circle cx="32" cy="32" r="30" fill="red" mask="url(#m)"/>',
  ),
  svg('<style>.a{fill:#09f;stroke:#036}</style><path class="a" d="M5 60C5 5 60 5 60 60z" fill-rule="evenodd"/>'),
  svg(
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect x="16" y="16" width="32" height="32" filter="url(#f)"/>',
  ),
];

describe('svg-to-png', () => {
  it.skipIf(!hasRsvg)('follows references in quotes, in attributes, styles and style sheets', async () => {
    const paint =
      '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>';
    const clip = '<clipPath id="c"><circle cx="32" cy="32" r="20"/></clipPath>';
    for (const [fill, path] of [
      [`fill="url('#g')"`, `clip-path="url( '#c' )"`],
      [`fill='url("#g")'`, `clip-path="url(#c)"`],
      [`style="fill:url('#g')"`, `clip-path="url('#c')"`],
      ['class="a"', 'class="b"'],
    ]) {
      const sheet = '<style>.a{fill:url("#g")} .b{clip-path:url(\'#c\')}</style>';
      const input = svg(`<defs>${paint}${clip}</defs>${sheet}<g ${path}><rect width="64" height="64" ${fill}/></g>`);
      const { files } = await runTool(svgToPng, { input });
      const expected = runProgram('rsvg-convert', [], Buffer.from(input));
      expect(meanDifference(await rgb(files[0]!.bytes), await rgb(expected))).toBeLessThan(3);
    }
  });

  it.skipIf(!hasRsvg)('keeps thin coloured lines in a JPEG', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `M${3 * i + 0.5} 0V64`).join('');
    const input = svg(`<path d="${lines}" stroke="#f00"/>`);
    const options = { format: 'jpg', background: '#0000ff' };
    const { files } = await runTool(svgToPng, { input, options });
    const expected = runProgram('rsvg-convert', ['-b', '#0000ff'], Buffer.from(input));
    // 4:2:0 is 40 levels away here.
    expect(meanDifference(await rgb(files[0]!.bytes), await rgb(expected))).toBeLessThan(6);
  });

  exhaustive.skipIf(!hasRsvg)('draws what another program draws', async () => {
    for (const input of DRAWINGS) {
      for (const width of [120, 480]) {
        const { files } = await runTool(svgToPng, { input, options: { width } });
        const other = runProgram('rsvg-convert', ['-w', String(width), '--keep-aspect-ratio'], input);
        const [a, b] = [files[0]?.bytes ?? Buffer.alloc(0), other];
        const [one, two] = [await sharp(a).metadata(), await sharp(b).metadata()];
        expect(Math.abs(one.height - two.height), input.slice(0, 200)).toBeLessThanOrEqual(1);
        const size = { width: one.width, height: one.height, fit: 'fill' } as const;
        const same = await sharp(b).resize(size).png().toBuffer();
        expect(meanDifference(await rgb(a), await rgb(same)), input.slice(0, 200)).toBeLessThan(3);
      }
    }
  });

  exhaustive('draws text of every font and script', async () => {
    for (const text of [
      'Hello',
      'Привет',
      '日本語',
      '한국어',
      'العربية',
      'שלום',
      'ไทย',
      '😀',
      '日本語 한국어 A',
      '日本 العربية',
      '1️⃣',
      '🇩🇪',
    ]) {
      for (const family of ['Arial', 'serif', 'monospace']) {
        const input = svg(
          `<rect width="200" height="64" fill="#fff"/><text y="40" font-size="32" font-family="${family}">${text}</text>`,
          'width="200" height="64"',
        );
        const { files } = await runTool(svgToPng, { input });
        const pixels = await rgb(files[0]?.bytes ?? Buffer.alloc(0));
        // A font that lacks letters draws the same box for each, or nothing.
        let ink = 0;
        for (const value of pixels) ink += 255 - value;
        expect(ink / 255 / 3, `${text} ${family}`).toBeGreaterThan(100);
      }
    }
  });

  it('refuses what would take too much, and stays alive', async () => {
    const uses = Array.from({ length: 12 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(8)}</g>`).join(
      '',
    );
    const cases: readonly (readonly [string, number])[] = [
      [svg(`<g id="a0"><rect width="1" height="1"/></g>${uses}`), 413],
      [svg('<g>'.repeat(300) + '</g>'.repeat(300)), 413],
      [svg('<g>'.repeat(1500) + '</g>'.repeat(1500)), 413],
      [`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`, 400],
      [
        svg(
          '<pattern id="p" width="1e6" height="1e6" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern><rect width="64" height="64" fill="url(#p)"/>',
        ),
        413,
      ],
      [
        svg(
          '<pattern id="p" width=".5" height=".5"><rect width="9" height="9"/></pattern><g transform="scale(3000)"><rect width="64000" height="64" fill="url(#p)"/></g>',
        ),
        413,
      ],
      [
        svg(
          '<filter id="f"><feTurbulence baseFrequency="9" numOctaves="100000"/></filter><rect width="64" height="64" filter="url(#f)"/>',
        ),
        413,
      ],
      [svg('<g id="a"><use href="#a"/></g>'), 200],
      [svg('<rect width="9" height="9"/>', 'width="1e9" height="1"'), 413],
      [svg('<rect width="9" height="9"/>', 'width="-5" height="0"'), 400],
      [svg('<rect width="9" height="9"/>', 'width="10" height="0.0000001"'), 400],
      [svg(`<image width="9" height="9" href="data:image/png;base64,${bigPng()}"/>`), 413],
      [svg('<text y="20">日本 العربية</text>'), 200],
      [svg('<text y="20" rotate="5">日本 العربية</text>'), 400],
      ['', 400],
      ['not xml', 400],
    ];
    for (const [input, status] of cases) {
      const answer = await runTool(svgToPng, { input });
      expect([answer.status, answer.code], `${input.slice(0, 160)} ${String(answer.cause)}`).toEqual([
        status,
        status === 200 ? undefined : answer.code,
      ]);
    }
  });

  it('keeps proportions within both sides', async () => {
    const { data } = await runTool(svgToPng, {
      input: svg('', 'viewBox="0 0 200 100"'),
      options: { width: 300, height: 300 },
    });
    expect(data).toMatchObject({ files: [{ width: 300, height: 150 }] });
  });
});

/** The header of a PNG of 60,000 × 60,000 pixels. */
function bigPng(): string {
  const bytes = Buffer.alloc(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes.toString('base64');
}

describe('custom properties', () => {
  /** The colours from left to right, of squares of 10 pixels. */
  const colors = async (content: string, count: number): Promise<string[]> => {
    const { files, message } = await runTool(svgToPng, { input: svg(content, `width="${count * 10}" height="10"`) });
    expect(message).toBeUndefined();
    const pixels = await rgb(files[0]?.bytes ?? new Uint8Array());
    return Array.from({ length: count }, (_, at) =>
      Buffer.from(pixels.slice((5 * count * 10 + at * 10 + 5) * 3).slice(0, 3)).toString('hex'),
    );
  };
  const square = (at: number, more: string): string => `<rect x="${at * 10}" width="10" height="10" ${more}/>`;

  // Colours as CSS Variables 1 and CSS Color 5 have them; Chromium draws the same.
  it('are replaced by what they stand for: rules for the root, styles that hand down, fallbacks', async () => {
    const drawn = await colors(
      `<style>:root{--c:#f00;--d:var(--c)}@media (prefers-color-scheme:dark){:root{--c:#fff}}.a{fill:var(--d,blue)}</style>${square(0, 'class="a"')}${square(1, 'fill="var(--x, green)"')}${square(2, 'style="fill:var(--y,rgb(0,0,255))"')}<g style="--c: #ff0">${square(3, 'fill="var(--c)"')}</g>${square(4, 'fill="light-dark(#0ff, var(--ge-dark, #121212))"')}<g fill="#f0f">${square(5, 'fill="var(--nothing)"')}</g>`,
      6,
    );
    expect(drawn).toEqual(['ff0000', '008000', '0000ff', 'ffff00', '00ffff', 'ff00ff']);
  });

  it('that refer to each other in circles, or grow, end', async () => {
    const growing = Array.from({ length: 30 }, (_, at) => `--p${at}:var(--p${at + 1})var(--p${at + 1})`).join(';');
    const drawn = await colors(
      `<style>:root{--a:var(--b);--b:var(--a);${growing}}</style><g fill="#0f0">${square(0, 'fill="var(--a)"')}${square(1, 'fill="var(--p0)"')}</g>`,
      2,
    );
    expect(drawn).toEqual(['00ff00', '00ff00']);
  });
});
