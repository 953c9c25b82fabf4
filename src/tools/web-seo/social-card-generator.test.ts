import { expect, it } from 'vitest';

import { sharp } from '../../engines/image/sharp.js';
import { CARD_SIZES, CARD_THEMES } from '../../formats/pictures/social-card.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './social-card-generator.js';

const PRESETS = Object.keys(CARD_SIZES) as (keyof typeof CARD_SIZES)[];
const WORDS = ['Summer', 'tools', 'machine', 'garden', 'river', 'weather', 'station', 'orange', 'keyboard', 'winter'];

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#3b6e8f' } })
    .jpeg()
    .toBuffer();

/** A logo that shows nothing: a card with it has no letters. */
const clearLogo = async () => ({
  name: 'clear.png',
  bytes: await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer(),
});

const words = (chance: Chance, least: number, most: number): string =>
  Array.from({ length: least + chance(most - least + 1) }, () => pick(chance, WORDS)).join(' ');

async function card(options: Readonly<Record<string, unknown>>, files: { name: string; bytes: Buffer }[] = []) {
  const photos = options.theme === 'photo' ? [{ name: 'p.jpg', bytes: await photo() }] : [];
  const answer = await runTool(tool, { options, files: [...photos, ...files] });
  expect(answer.status, answer.message).toBe(200);
  return {
    data: answer.data as { width: number; height: number; titleSize: number },
    bytes: answer.files[0]?.bytes ?? Buffer.alloc(0),
  };
}

/** Columns from the left and rows from the top that no letter reaches. Letters differ from the picture without texts. */
async function inkBox(one: Buffer, ground: Buffer) {
  const [a, b] = await Promise.all(
    [one, ground].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  const { width, height } = a?.info ?? { width: 0, height: 0 };
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      if (Math.abs((a?.data[at + 1] ?? 0) - (b?.data[at + 1] ?? 0)) < 24) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  return { ...box, right: width - 1 - box.right, bottom: height - 1 - box.bottom };
}

inRounds('letters keep off the edges', [1, 40], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed += 1) {
    const chance = chanceOf(seed);
    const look = {
      preset: PRESETS[seed % PRESETS.length],
      theme: pick(chance, CARD_THEMES),
      align: pick(chance, ['left', 'center']),
    };
    const title = pick(chance, [
      words(chance, 1, 30),
      'W'.repeat(1 + chance(300)),
      '日本語のタイトル'.repeat(1 + chance(20)),
      'שלום עולם',
      words(chance, 1, 3).replaceAll(' ', '\n'),
    ]).slice(0, 300);
    const texts = { title, subtitle: words(chance, 1, 40).slice(0, 400), site: words(chance, 1, 9).slice(0, 100) };
    const [drawn, empty] = [await card({ ...look, ...texts }), await card(look, [await clearLogo()])];
    const { width, height } = CARD_SIZES[look.preset ?? 'og'];
    const margin = 80 * Math.min(width / 1200, height / 630);
    const box = await inkBox(drawn.bytes, empty.bytes);
    for (const side of [box.left, box.right, box.top, box.bottom])
      expect(side, JSON.stringify({ look, texts, box })).toBeGreaterThan(margin - 12);
  }
});

const hasTesseract = hasProgram('tesseract', ['--version'], 'social cards read by Tesseract');

inRounds.skipIf(!hasTesseract)('Tesseract reads what is on a card', [1, 12], async (rounds) => {
  const missing: string[] = [];
  let all = 0;
  for (let seed = 1; seed <= rounds; seed += 1) {
    const chance = chanceOf(seed + 40);
    const texts = { title: words(chance, 2, 9), subtitle: words(chance, 2, 9), site: words(chance, 1, 3) };
    const { bytes } = await card({ ...texts, preset: PRESETS[seed % PRESETS.length], theme: CARD_THEMES[seed % 4] });
    const plain = await sharp(bytes).greyscale().png().toBuffer();
    const [end] = runPrograms([{ program: 'tesseract', args: ['stdin', 'stdout', '--psm', '11'], input: plain }]);
    const read = (end?.stdout ?? '').split(/\s+/).filter((word) => word !== '');
    for (const word of Object.values(texts).join(' ').split(' ')) {
      all += 1;
      if (!read.includes(word)) missing.push(`${word} in ${read.join(' ')}`);
    }
  }
  // Tesseract misreads a word now and then: of a small "example.com" it reads "mple.com".
  expect(missing.length, missing.join('\n')).toBeLessThanOrEqual(all * 0.03);
});

it.each(PRESETS)('preset %s has its size', async (preset) => {
  const { bytes, data } = await card({ title: 'x', preset, format: 'webp' });
  const { width, height } = await sharp(bytes).metadata();
  expect({ width, height }).toEqual(CARD_SIZES[preset]);
  expect(data).toMatchObject(CARD_SIZES[preset]);
});

it('a logo is drawn, as a picture and as SVG, and keeps its proportions', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#ff0000"/></svg>',
  );
  const png = await sharp(svg).png().toBuffer();
  for (const [name, bytes] of [
    ['l.svg', svg],
    ['l.png', png],
  ] as const) {
    const { bytes: drawn } = await card({ title: 'x' }, [{ name, bytes }]);
    const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
    const isRed = (x: number, y: number): boolean => {
      const at = info.channels * (y * info.width + x);
      return (data[at] ?? 0) > 240 && (data[at + 1] ?? 255) < 20;
    };
    expect([isRed(84, 84), isRed(80 + 170, 80 + 84), isRed(80 + 182, 100), isRed(100, 80 + 94)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  }
});

const HOSTILE: readonly (readonly [name: string, options: object, status: number])[] = [
  ['only spaces', { title: '   ' }, 400],
  ['line breaks', { title: 'a\n'.repeat(150) }, 400],
  ['combining marks', { title: `a${'\u0301'.repeat(299)}` }, 200],
  ['controls', { title: '\u0000\u0007\u202e\u2066x' }, 200],
  ['letters that no font has', { title: '\u{10ffff}\u{12000}' }, 400],
  ['a clear accent', { title: 'x', accent: '#00000000' }, 400],
  ['an accent that is not a colour', { title: 'x', accent: 'url(#a)' }, 400],
];
inRows(7, HOSTILE)('hostile: %s', async (_name, options, status) => {
  const answer = await runTool(tool, { options: { ...options } });
  expect(answer.status, answer.message).toBe(status);
});
