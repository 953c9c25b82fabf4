import { createHash } from 'node:crypto';

import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, type InputFile, overLimit, quote } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { firstFrameOf } from '../../engines/image/frames.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { greyOf } from '../../lib/pictures/grey-picture.js';
import {
  groupsOf,
  HASH_SIDE,
  hashSimilarity,
  type PerceptualHash,
  perceptualHash,
} from '../../lib/similarity/perceptual-hash.js';
import { PICTURE_FILES, pictureRefusals } from './_pictures.js';

/** Pixels of all images of a run. */
const MAX_PIXELS = 400_000_000;

interface Seen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly file: string;
  readonly pixels: string;
  readonly hash: PerceptualHash;
}

/** What is seen of pixels on white paper. */
const overWhite = (rgba: Uint8Array): Uint8Array =>
  rgba.map((value, i) => {
    const alpha = (rgba[i | 3] ?? 255) / 255;
    return i % 4 === 3 ? 255 : Math.round(255 + (value - 255) * alpha);
  });

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

async function seen(file: InputFile, signal: AbortSignal): Promise<Seen> {
  const picture = await firstFrameOf(file, signal);
  const { width, height } = picture;
  const small = await resizeRgba(picture, { width: HASH_SIDE, height: HASH_SIDE, fit: 'fill' });
  const grey = greyOf({ width: HASH_SIDE, height: HASH_SIDE, rgba: overWhite(small.data) });
  const pixels = `${width} ${height} ${digest(picture.data)}`;
  return {
    name: file.name,
    width,
    height,
    bytes: file.bytes.length,
    file: digest(file.bytes),
    pixels,
    hash: perceptualHash(grey),
  };
}

const image = z.object({
  name: z.string().describe('Name of the file.'),
  width: count('Width in pixels.'),
  height: count('Height in pixels.'),
  bytes: count('Size of the file.'),
  match: z
    .enum(['best', 'file', 'pixels', 'similar'])
    .describe('How it matches the best one: the same file, the same pixels in another file, or similar.'),
  similarity: z.number().min(0).max(1).describe('Similarity to the best one, from 0 to 1.'),
});

/** A group with its best image first: the one with the most pixels, then the most bytes. */
function groupReport(images: readonly Seen[]) {
  const sorted = images.toSorted((a, b) => b.width * b.height - a.width * a.height || b.bytes - a.bytes);
  const [best] = sorted as [Seen];
  return {
    images: sorted.map((one) => {
      const { name, width, height, bytes } = one;
      const match: 'best' | 'file' | 'pixels' | 'similar' =
        one === best ? 'best' : one.file === best.file ? 'file' : one.pixels === best.pixels ? 'pixels' : 'similar';
      const similarity = match === 'similar' ? Math.round(1000 * hashSimilarity(one.hash, best.hash)) / 1000 : 1;
      return { name, width, height, bytes, match, similarity };
    }),
  };
}

export default defineTool({
  id: 'find-duplicate-images',
  title: 'Find Duplicate Images',
  summary: 'Finds images that are the same or nearly: resized, recompressed, brightened or slightly cropped copies.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { ...PICTURE_FILES, min: 2, forAll: { which: 'all' } },
  options: {
    threshold: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.84)
      .describe('Least similarity of two images of a group, from 0.5 to 1; 1 finds only those that look the same.'),
  },
  result: 'data',
  data: fileReports({
    width: count('Width in pixels.'),
    height: count('Height in pixels.'),
    hash: z
      .string()
      .nullable()
      .describe('Perceptual hash: 16 hexadecimal digits; null for an image of one plain tone.'),
  }).extend({
    groups: z
      .array(z.object({ images: z.array(image).describe('The best image first, the others by size.') }))
      .describe('Images that are alike; the best has the most pixels, then the largest file.'),
    unique: z.array(z.string()).describe('Names of images that are like no other.'),
  }),
  notes: [
    'Similarity is the share of 63 signs that agree, of the lowest frequencies of the image in shades of gray (pHash). Size, format, quality and brightness hardly change it.',
    'Rotated, mirrored and strongly cropped copies are not found. Images of one plain tone are compared by their brightness.',
    'Two images of a group are alike directly or through a third. Animations are compared by their first frame.',
    'At most 20 images per run, of 50 megapixels each and 400 together. An image that cannot be read is reported in "files" and does not spoil the others.',
  ],
  aliases: [
    'duplicate photo finder',
    'find similar images',
    'image deduplication',
    'perceptual hash',
    'phash',
    'same photo twice',
    'near duplicate pictures',
    'compare many photos',
  ],
  verified: [
    'Edits by sharp of 15 painted scenes (resized, stretched, recompressed, brighter, darker, gray, blurred, cropped by 2 %): all 150 are found, and none of the 105 pairs of different scenes is taken for one.',
    'By hand, 18 images of the corpus of test files: 37 of 40 copies (200 pixels wide, brighter, or recompressed) are found; missed were two small animations and an image whose transparency had become black. All pairs that were grouped showed the same picture.',
  ],
  examples: [
    {
      title: 'A photo, its copy in another format, and others',
      files: [
        { name: 'scene.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'scene.png', fixture: 'image/edit/scene.png' },
        { name: 'logo.png', fixture: 'image/edit/logo.png' },
        { name: 'copy.png', fixture: 'image/edit/scene.png' },
      ],
      output: {
        data: {
          groups: [
            {
              images: [
                { name: 'scene.png', width: 160, height: 120, bytes: 24340, match: 'best', similarity: 1 },
                { name: 'copy.png', width: 160, height: 120, bytes: 24340, match: 'file', similarity: 1 },
                { name: 'scene.jpg', width: 160, height: 120, bytes: 3773, match: 'similar', similarity: 1 },
              ],
            },
          ],
          unique: ['logo.png'],
          files: [
            { name: 'scene.jpg', width: 160, height: 120, hash: '2530d2878650692c' },
            { name: 'scene.png', width: 160, height: 120, hash: '2530d2878650692c' },
            { name: 'logo.png', width: 32, height: 32, hash: '0051004100050054' },
            { name: 'copy.png', width: 160, height: 120, hash: '2530d2878650692c' },
          ],
        },
      },
    },
    {
      title: 'Nothing alike, and a file that is not an image',
      options: { threshold: 0.95 },
      files: [
        { name: 'product.png', fixture: 'image/edit/product.png' },
        { name: 'logo.png', fixture: 'image/edit/logo.png' },
        { name: 'notes.png', text: 'hello' },
      ],
      output: {
        data: {
          groups: [],
          unique: ['product.png', 'logo.png'],
          files: [
            { name: 'product.png', width: 80, height: 64, hash: '0414041911610196' },
            { name: 'logo.png', width: 32, height: 32, hash: '0051004100050054' },
            { name: 'notes.png', error: 'Cannot read picture "notes.png": it is in no known picture format' },
          ],
        },
      },
    },
    ...pictureRefusals()
      .slice(0, 1)
      .map((example) => ({ ...example, files: [...(example.files ?? []), ...(example.files ?? [])] })),
  ],
  run({ files, options, signal }) {
    const images: Seen[] = [];
    let pixels = 0;
    const work = async (file: InputFile) => {
      const one = await seen(file, signal);
      pixels += one.width * one.height;
      if (pixels > MAX_PIXELS)
        throw overLimit(
          `The images up to ${quote(file.name)} have ${pixels} pixels together, the limit is ${MAX_PIXELS}`,
        );
      images.push(one);
      const { width, height, hash } = one;
      return { report: { width, height, hash: hash.bits?.toString(16).padStart(16, '0') ?? null }, outputs: [] };
    };
    return eachFile({ files, signal }, work, () => {
      const at = (i: number): Seen => images[i] as Seen;
      const isAlike = (a: number, b: number): boolean =>
        at(a).pixels === at(b).pixels || hashSimilarity(at(a).hash, at(b).hash) >= options.threshold;
      const groups = groupsOf(images.length, isAlike);
      const grouped = new Set(groups.flat());
      return {
        groups: groups.map((group) => groupReport(group.map(at))),
        unique: images.filter((_, i) => !grouped.has(i)).map(({ name }) => name),
      };
    });
  },
});
