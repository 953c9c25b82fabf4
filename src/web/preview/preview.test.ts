/** That a preview on a smaller copy is what the whole image becomes, made smaller; the copy itself is made in a browser (checks/pages). */

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import type { Catalog, CatalogOption } from '../../core/catalog.js';
import type { PageTool } from '../../core/pages.js';
import catalog from '../../generated/catalog.json' with { type: 'json' };
import { inRows } from '../../testing/exhaustive.js';
import { meanDifference } from '../../testing/picture-measures.js';
import { defaultValues, type OptionValues } from '../options.js';
import { previewsImages } from '../run-while-typing.js';
import { SAME_WHEN_SMALLER } from './reduced-copy.js';
import { asksForBytes, scaledOptions, tellsNumbers } from './scaled-options.js';

const entries = (catalog as unknown as Catalog).tools.map(({ entry }) => entry as unknown as PageTool);

/** Tools of images that are run on the whole image only, and why. */
const NOT_ON_A_COPY: Readonly<Record<string, string>> = {
  'favicon-generator': 'icons are small themselves, and many',
  'gif-editor': 'moves',
  'gif-maker': 'moves',
  'gif-to-frames': 'moves',
  'heic-to-jpg': 'browsers do not decode HEIC',
  'heic-to-pdf': 'browsers do not decode HEIC',
  'image-metadata': 'metadata',
  'image-to-pdf': 'pages, by the density of the image',
  'image-to-svg': 'single pixels are traced',
  'ocr-image': 'letters',
  'palette-from-image': 'shares of colours are counted',
  'passport-photo': 'its size is in millimetres, and its report in pixels of the upload',
  'remove-exif': 'metadata',
  'replace-color': 'edges are mixed into colours of their own in a smaller copy',
  'restore-old-photo': 'noise',
  'sharpen-image': 'single pixels are sharpened',
  'split-image': 'many images, counted in its report',
};

const optionsOf = (id: string): readonly CatalogOption[] => entries.find((entry) => entry.id === id)?.options ?? [];

describe('the declarations', () => {
  it('each tool of images is shown on a copy, or it is said why not', () => {
    const ids = entries.filter(previewsImages).map(({ id }) => id);
    expect([...SAME_WHEN_SMALLER, ...Object.keys(NOT_ON_A_COPY)].sort()).toEqual(ids.sort());
  });

  it('what is in pixels or bytes is declared to be', () => {
    const kinds = ['pixels', 'bytes', 'image-box', 'image-boxes', 'image-points'];
    for (const id of SAME_WHEN_SMALLER) {
      for (const { name, type, allowed, kind, description } of optionsOf(id)) {
        if (type === 'boolean' || allowed !== undefined) continue;
        if (/\b(?:pixels?|px|bytes|[KM]i?B)\b/i.test(description)) expect(kinds, `${id} ${name}`).toContain(kind);
      }
    }
  });
});

describe('scaled options', () => {
  const sizes = { full: { width: 4000, height: 3000 }, size: { width: 1633, height: 1225 } };
  const scaled = (id: string, values: OptionValues) => {
    const options = optionsOf(id);
    const all = scaledOptions(options, { ...defaultValues(options), ...values }, sizes);
    return Object.keys(values).map((name) => all[name]);
  };

  it('are whole, seen where they were, and within their bounds', () => {
    expect(scaled('round-corners', { radius: 100.5, border: 1, padding: 0, shadow: 200 })).toEqual([41, 1, 0, 82]);
    expect(scaled('pixelate-image', { block: 2 })).toEqual([2]);
    expect(scaled('resize-image', { width: 4000, height: 3000, percent: 50 })).toEqual([1633, 1225, 50]);
  });

  it('keep boxes and points in the copy, and leave what is in percent or not finished', () => {
    expect(scaled('crop-image', { box: '3999,2999,1,1' })).toEqual(['1632,1224,1,1']);
    expect(scaled('crop-image', { box: '400,300,50%,2000' })).toEqual(['163,123,817,816']);
    expect(scaled('crop-image', { box: '400,300' })).toEqual(['400,300']);
    expect(scaled('crop-image', { unit: 'percent', box: '10,10,50,50', width: 40 })).toEqual([
      'percent',
      '10,10,50,50',
      40,
    ]);
    expect(scaled('deskew-image', { corners: '0,0 4000,0 4000,3000 0,3000' })).toEqual(['0,0 1633,0 1633,1225 0,1225']);
    expect(scaled('deskew-image', { corners: 'auto' })).toEqual(['auto']);
  });

  it('are not made where bytes are asked for', () => {
    const options = optionsOf('compress-image');
    expect(asksForBytes(options, { ...defaultValues(options), targetKb: 100 })).toBe(true);
    expect(asksForBytes(options, { ...defaultValues(options), maxWidth: 100 })).toBe(false);
  });

  it('messages with numbers of the copy are known, whatever the files are called', () => {
    expect(tellsNumbers('Cannot crop picture "a.png": the box is 9 × 9 at 0, 0, the picture 5 × 5 pixels')).toBe(true);
    expect(tellsNumbers('Cannot find the background of picture "img 2.png": its border is transparent')).toBe(false);
  });
});

interface RunRequest {
  readonly options: OptionValues;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

interface RunResult {
  readonly message: string | undefined;
  readonly files: readonly { readonly bytes: Buffer }[];
}

// By addresses that the compiler does not follow: it knows this folder by the types of a browser, and the tools by those of Node.js.
const REGISTRY: string = '../../generated/registry.js';
const RUN_TOOL: string = '../../testing/run-tool.js';

async function run(id: string, request: RunRequest): Promise<RunResult> {
  const { loadTool } = await import(REGISTRY);
  const { runTool } = await import(RUN_TOOL);
  return runTool(await loadTool(id), request);
}

const FULL = { width: 1200, height: 900 };
const SIZE = { width: 490, height: 368 };

/** A coloured ball, a bar and a slope on white: with plain sides, soft parts and edges. */
async function scene(): Promise<Buffer> {
  const { width, height } = FULL;
  const pixels = Buffer.alloc(3 * width * height, 255);
  for (let y = 80; y < 820; y += 1) {
    for (let x = 100; x < 1100; x += 1) {
      const isBall = (x - 480) ** 2 + (y - 420) ** 2 < 280 ** 2;
      const isBar = x > 820 && y > 500;
      if (!isBall && !isBar) continue;
      pixels.set(isBar ? [30, (y / 900) * 255, 160] : [(x / 1200) * 255, 40, (y / 900) * 200], 3 * (y * width + x));
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

interface Shown {
  readonly width: number;
  readonly height: number;
  readonly difference: number;
}

/** What a tool makes of the copy, beside what it makes of the image, made smaller. */
async function shown(id: string, values: OptionValues, ofCopy: OptionValues): Promise<Shown> {
  const full = await scene();
  const copy = await sharp(full)
    .resize({ ...SIZE, fit: 'fill' })
    .png()
    .toBuffer();
  const made = async (bytes: Buffer, options: OptionValues): Promise<Buffer> => {
    const answer = await run(id, { options, files: [{ name: 'scene.png', bytes }] });
    expect(answer.message).toBeUndefined();
    return answer.files[0]?.bytes ?? Buffer.alloc(0);
  };
  const [whole, preview] = [await made(full, values), await made(copy, ofCopy)];
  const flat = (bytes: Buffer) => sharp(bytes).flatten({ background: '#808080' }).toColourspace('srgb');
  const { data, info } = await flat(preview).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = await sharp(whole).metadata();
  const reduced = await sharp(await flat(whole).png().toBuffer())
    .resize(info.width, info.height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const scale = SIZE.width / FULL.width;
  return {
    width: Math.abs(info.width - width * scale),
    height: Math.abs(info.height - height * scale),
    difference: meanDifference(data, reduced),
  };
}

/** Pixels of the copy: each of two sides may be rounded. */
const PIXELS = 2.5;
/** Of 255 levels, on average: edges fall between the pixels of the copy. */
const LEVELS = 3;

const isLike = ({ width, height, difference }: Shown): boolean =>
  width <= PIXELS && height <= PIXELS && difference <= LEVELS;

const ROWS: readonly (readonly [id: string, values: OptionValues, isInPixels?: 'in pixels'])[] = [
  ['round-corners', { radius: 300 }, 'in pixels'],
  ['crop-image', { box: '250,200,700,500' }, 'in pixels'],
  ['resize-image', { width: 600 }, 'in pixels'],
  ['pixelate-image', { boxes: '200,150,600,500', block: 100 }, 'in pixels'],
  ['compress-image', { quality: 40, format: 'jpg' }],
  ['round-corners', { border: 60, borderColor: '#cc0000' }, 'in pixels'],
  ['round-corners', { padding: 120, background: '#00aa00' }, 'in pixels'],
  // 49 pixels of the copy, almost whole: what is rounded is there four times, on both sides.
  ['round-corners', { shadow: 120, shadowColor: '#000000' }, 'in pixels'],
  ['crop-image', { width: 800, height: 480, position: 'top-left' }, 'in pixels'],
  ['crop-image', { unit: 'percent', box: '10,10,60,60' }],
  ['crop-image', { ratio: '1:1' }],
  ['crop-image', { trim: true }],
  ['resize-image', { height: 300 }, 'in pixels'],
  ['resize-image', { width: 900, height: 300, fit: 'contain', background: '#cc0000' }, 'in pixels'],
  ['resize-image', { percent: 50 }],
  ['pixelate-image', { style: 'blur', block: 60 }, 'in pixels'],
  ['pixelate-image', { style: 'fill', boxes: '10%,10%,30%,30%; 600,100,300,300' }, 'in pixels'],
  ['compress-image', { maxWidth: 500 }, 'in pixels'],
  ['compress-image', {}],
  ['add-text-to-image', { text: 'Preview', fontSize: 120, color: '#000000' }, 'in pixels'],
  ['add-text-to-image', { text: 'Preview', x: 20, y: 20, angle: 30 }],
  ['deskew-image', { corners: '100,60 1100,120 1050,860 160,800' }, 'in pixels'],
  ['deskew-image', { corners: 'none', deskew: false, binarize: true }],
  ['remove-solid-background', {}],
  ['remove-solid-background', { feather: 5, trim: true }],
  ['adjust-image', { brightness: 20, contrast: 30, hue: 60, gamma: 2 }],
  ['filter-image', { filter: 'sepia', amountPercent: 70 }],
  ['filter-image', { filter: 'vignette' }],
  ['filter-image', { filter: 'sketch' }],
  ['filter-image', { filter: 'edges', size: 8 }, 'in pixels'],
  ['filter-image', { filter: 'halftone', size: 100, angle: 45 }, 'in pixels'],
  ['filter-image', { filter: 'oil-paint' }],
  ['convert-image', { format: 'webp', quality: 60 }],
  ['rotate-image', { angle: 30, background: '#00aa00' }],
  ['watermark-image', { text: 'Preview', size: 60, position: 'center', color: '#000000' }],
];

inRows(5, ROWS)('%s shows on a copy what becomes of the image %#', async (id, values, inPixels) => {
  const options = optionsOf(id);
  const ofCopy = scaledOptions(options, { ...defaultValues(options), ...values }, { size: SIZE, full: FULL });
  const result = await shown(id, values, ofCopy);
  expect(isLike(result), JSON.stringify(result)).toBe(true);
  // Unscaled, the same option shows something else, or is refused.
  if (inPixels !== undefined) expect(await shown(id, values, values).then(isLike, () => false)).toBe(false);
});

it('every tool that is shown on a copy is proved here', () => {
  expect(new Set(ROWS.map(([id]) => id))).toEqual(SAME_WHEN_SMALLER);
});
