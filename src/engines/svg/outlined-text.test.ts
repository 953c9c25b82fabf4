import { describe, expect, it } from 'vitest';
import { cleanSvg, writeSvg } from '../../lib/svg/sanitize.js';
import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { fontFiles } from '../fonts.js';
import { withOutlinedText } from './outlined-text.js';
import { openDrawing } from './resvg.js';

const ALL = fontFiles('日本 한 العربية שלום ไทย 🎉', ['sans', 'mono']);
const EMOJI = ALL.filter((path) => path.includes('NotoEmoji'));

const rootOf = (svg: string) => cleanSvg(parseXml(svg)).root;

const sheet = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><style>.big{font-size:30px} text.blue{fill:#00f} .seen path{fill:#0f0;stroke:red}</style>${body}</svg>`;

const pixels = (svg: string, fonts: readonly string[] = ALL): Uint8Array =>
  openDrawing(svg, { fonts, background: '#ffffff' }).draw({ mode: 'original' }).rgba();

const outlined = (svg: string): string => writeSvg(withOutlinedText(rootOf(svg)));

/** Levels by which two pictures differ, on average over the points that either has drawn. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let [sum, inked] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const [one = 255, other = 255] = [a[i], b[i]];
    if (one === 255 && other === 255) continue;
    sum += Math.abs(one - other);
    inked += 1;
  }
  return inked === 0 ? Number.POSITIVE_INFINITY : sum / inked;
}

describe('texts of several fonts as outlines', () => {
  // Letters and one emoji of one character: what the renderer draws by itself.
  inRounds('stand where the renderer puts its letters', [8, 60], (rounds) => {
    const chance = chanceOf(31);
    const one = (...of: readonly string[]): string => pick(chance, of);
    for (let round = 0; round < rounds; round++) {
      const attributes = [
        `x="${150 + chance(100)}" y="${60 + chance(80)}"`,
        one(
          'class="big"',
          'class="blue big"',
          'font-size="18"',
          'style="font-size:1.5em;fill:#a00"',
          'font-size="150%"',
        ),
        one('', 'text-anchor="middle"', 'text-anchor="end"'),
        one(
          '',
          ...['central', 'middle', 'hanging', 'mathematical', 'text-before-edge'].map(
            (at) => `dominant-baseline="${at}"`,
          ),
          'alignment-baseline="text-after-edge"',
        ),
        one('', 'font-weight="bold"', 'font-weight="600"', 'font-weight="500"'),
        one('', 'font-family="Noto Sans Mono"'),
        one('', 'stroke="#080" stroke-width="2" fill-opacity="0.5"'),
        one('', 'xml:space="preserve"', 'dx="5" dy="-3"', 'transform="rotate(7 200 100)"', 'opacity="0.4"'),
      ].join(' ');
      const inner = one(
        'Ab  ⭐ cd',
        'Ab <tspan fill="red" font-size="12">small</tspan> ⭐ ',
        'one<tspan x="20" dy="1.2em">⭐ two</tspan><tspan x="40" y="30">three</tspan>',
        '  ⭐\n lines <tspan dy="4">moved</tspan> back',
        '⭐ <tspan display="none">hidden</tspan>seen',
      );
      const svg = sheet(`<g class="seen" fill="#333" font-family="Noto Sans"><text ${attributes}>${inner}</text></g>`);
      expect(outlined(svg), svg).not.toContain('<text');
      // A shift by half the height of an x differs by a tenth of a pixel from font to font.
      expect(difference(pixels(outlined(svg)), pixels(svg)), svg).toBeLessThan(12);
    }
  });

  it('show emoji of several characters as their font draws them alone', () => {
    for (const emoji of ['1️⃣', '❤️', '👩🏽‍💻', '🇩🇪', '⭐️', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏿', '#️⃣']) {
      const svg = (family: string, text: string) =>
        sheet(`<text x="20" y="80" font-size="60" font-family="${family}">${text}</text>`);
      const ours = pixels(outlined(svg('Noto Sans', emoji)));
      expect(difference(ours, pixels(svg('Noto Emoji', emoji), EMOJI)), emoji).toBeLessThan(6);
    }
  });

  it('keep every part of a mixture, in the order of reading', () => {
    const text = (content: string, weight = 'bold') =>
      sheet(`<text x="20" y="80" font-size="40" font-weight="${weight}" font-family="Noto Sans">${content}</text>`);
    const parts = [
      ['العربية', 'Noto Sans Arabic'],
      ['שלום', 'Noto Sans Hebrew'],
      ['ไทย', 'Noto Sans Thai'],
      ['日本', 'Noto Sans S Chinese'],
    ] as const;
    for (const [letters, family] of parts) {
      // The renderer draws letters of one font alone as they are.
      const alone = pixels(text(`<tspan font-family="${family}">${letters}</tspan>`));
      const drawing = openDrawing(text(`<tspan font-family="${family}">${letters}</tspan>`), { fonts: ALL });
      const mixed = pixels(outlined(text(`${letters} 🎉`)));
      const end = Math.ceil(20 + drawing.box.width + 3);
      const columns = (rgba: Uint8Array, from: number, to: number) =>
        rgba.filter((_, index) => (index >> 2) % 400 >= from && (index >> 2) % 400 < to);
      expect(difference(columns(mixed, 0, end), columns(alone, 0, end)), letters).toBeLessThan(6);
      expect(
        columns(mixed, end, 400).some((level) => level < 100),
        letters,
      ).toBe(true);
    }
  });

  it('are left to the renderer where it places letters in other ways, and where all letters are of one font', () => {
    for (const body of [
      '<text x="1 9" y="20">⭐ab</text>',
      '<text y="20" rotate="5">⭐ab</text>',
      '<text y="20" letter-spacing="3">⭐ab</text>',
      '<text y="20" textLength="90">⭐ab</text>',
      '<path id="p" d="M0 9H90"/><text><textPath href="#p">⭐ab</textPath></text>',
      '<text y="20">plain 日本</text>',
      `<text y="20">${'⭐'.repeat(20_001)}</text>`,
    ]) {
      expect(outlined(sheet(body)), body.slice(0, 60)).toBe(writeSvg(rootOf(sheet(body))));
    }
  });
});
