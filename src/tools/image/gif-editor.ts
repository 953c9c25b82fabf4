import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, overLimit, quote, withFiles } from '../../core/index.js';
import { count, fileReports } from '../../core/shared-data.js';
import { type Frames, frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { MAX_ANIMATION_PIXELS, openPicture, type Picture } from '../../engines/image/picture.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { FORMAT_FACTS } from '../../engines/image/write-picture.js';
import {
  ANIMATION_FORMATS,
  ANIMATION_NOTES,
  type AnimationFormat,
  checkFrames,
  chosenFrames,
  colorsOption,
  delaysFor,
  framesOption,
  sideOption,
  sizeOf,
  writtenAs,
} from './_animation.js';
import { qualityOption } from './_drawing.js';

const animation = z.object({
  format: z.enum(['gif', 'webp', 'apng']).describe('Format.'),
  width: count('Width in pixels.'),
  height: count('Height in pixels.'),
  frames: count('Number of frames.'),
  durationMs: z.number().describe('Duration of one pass in milliseconds.'),
  loop: count('Number of passes; 0 for no end.'),
  bytes: count('Size of the file.'),
});

/** A frame that is shown: its index in the upload, and for how long. */
interface Shown {
  readonly index: number;
  readonly delay: number;
}

/** Every so many frames one is kept, and is shown for the time of all. */
function thinned(frames: readonly Shown[], every: number): Shown[] {
  const kept: Shown[] = [];
  for (let i = 0; i < frames.length; i += every) {
    const group = frames.slice(i, i + every);
    kept.push({ index: group[0]?.index ?? 0, delay: group.reduce((sum, { delay }) => sum + delay, 0) });
  }
  return kept;
}

async function resizedFrames(
  frames: Frames,
  shown: readonly Shown[],
  size: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const bytes = 4 * size.width * size.height;
  const stack = new Uint8Array(bytes * shown.length);
  const isSame = size.width === frames.width && size.height === frames.height;
  for (const [i, { index }] of shown.entries()) {
    const own = frameOf(frames, index);
    stack.set((isSame ? own : await resizeRgba(own, size)).data, i * bytes);
  }
  return stack;
}

const ownFormat = ({ format }: Picture): AnimationFormat =>
  format === 'png' ? 'apng' : format === 'gif' ? 'gif' : 'webp';

interface Facts {
  readonly format: AnimationFormat;
  readonly width: number;
  readonly height: number;
  readonly delays: readonly number[];
  readonly loop: number;
  readonly bytes: number;
}

/** In one order, and nothing else of a picture. */
const described = ({ format, width, height, delays, loop, bytes }: Facts) => {
  const durationMs = delays.reduce((sum, delay) => sum + delay, 0);
  return { format, width, height, frames: delays.length, durationMs, loop, bytes };
};

const CHANGES = {
  before: animation.describe('The upload.'),
  after: animation.describe('The result.'),
};

interface Edits extends Pick<Frames, 'width' | 'height' | 'loop'> {
  readonly speed: number;
  readonly reverse: boolean;
  readonly frames: string;
  readonly every: number;
  readonly format: 'same' | AnimationFormat;
  readonly colors: number;
  readonly quality: number;
}

/** The frames to show, the size of the result and its format. Throws where they are too many or too large. */
function planOf(picture: Picture, options: Edits) {
  if (picture.frames === 1) throw invalid(`Cannot edit picture ${quote(picture.name)}: it is not animated`);
  const chosen = chosenFrames(options.frames, picture);
  checkFrames(picture.name, chosen.length, picture);
  const kept = thinned(
    chosen.map((index) => ({ index, delay: picture.delays[index] ?? 100 })),
    options.every,
  );
  const shown = options.reverse ? kept.reverse() : kept;
  const size = sizeOf(picture, options);
  const format = options.format === 'same' ? ownFormat(picture) : options.format;
  checkFrames(picture.name, shown.length, size, format);
  const pixels = Math.max(picture.frames * picture.width * picture.height, shown.length * size.width * size.height);
  return { shown, size, format, pixels };
}

async function edited(picture: Picture, options: Edits, { shown, size, format }: ReturnType<typeof planOf>) {
  const { every, speed, quality } = options;
  const isTimeKept = speed === 1 && every === 1 && format === ownFormat(picture);
  const times = shown.map(({ delay }) => delay / speed);
  const delays = isTimeKept ? times : delaysFor(times, format);
  const loop = options.loop === -1 ? picture.loop : options.loop;
  const stack = await resizedFrames(await readFrames(picture), shown, size);
  const written = writtenAs(format);
  const settings = { format: written, quality, ...(format === 'gif' ? { colors: options.colors } : {}) };
  const bytes = await writeFrames({ ...size, count: shown.length, stack, delays, loop }, picture, settings);
  const before = described({ ...picture, format: ownFormat(picture), bytes: picture.file.bytes.length });
  const after = described({ ...size, format, delays, loop, bytes: bytes.length });
  const output = { name: `${stemOf(picture.name)}-edited.${written}`, mime: FORMAT_FACTS[written].mime, bytes };
  return { report: { before, after }, outputs: [output] };
}

export default defineTool({
  id: 'gif-editor',
  title: 'GIF Editor',
  summary: 'Resizes, speeds up, slows down, reverses, trims and converts animated GIF, WebP and PNG images.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['.gif', '.webp', '.png', '.apng'] },
  options: {
    width: sideOption('Width', 'follows from the height, or stays'),
    height: sideOption('Height', 'follows from the width, or stays'),
    speed: z.number().min(0.1).max(20).default(1).describe('Factor of speed: 2 plays twice as fast, 0.5 half as fast.'),
    reverse: z.boolean().default(false).describe('Plays the chosen frames in reverse.'),
    frames: framesOption('keep'),
    every: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(100)
      .default(1)
      .describe('Keeps one in this many frames, shown for the time of all of them: fewer bytes, same duration.'),
    loop: z
      .number()
      .multipleOf(1)
      .min(-1)
      .max(1000)
      .default(-1)
      .describe('Number of times it plays; 0 for forever, -1 to keep that of the upload.'),
    format: z
      .enum(['same', ...ANIMATION_FORMATS])
      .default('same')
      .describe('Format of the result; same keeps it.'),
    colors: colorsOption(),
    quality: qualityOption(),
  },
  result: 'mixed',
  data: z.union([z.object(CHANGES), fileReports(CHANGES)]),
  notes: [
    'Applied in this order: frames, every, reverse, speed. The data describe the upload and the result: format, size, frames, duration, repetitions, bytes.',
    'Frames are decoded and re-encoded. "quality" applies to WebP, "colors" to GIF.',
    ...ANIMATION_NOTES,
    'Several files give an animation and a report each, and one that fails does not spoil the others; their frames have at most 100 megapixels in all.',
  ],
  aliases: [
    'resize gif',
    'speed up gif',
    'reverse gif',
    'trim gif',
    'optimise gif',
    'gif to webp',
    'gif to apng',
    'loop count',
  ],
  verified: [
    'gifsicle 1.93 --info: frames, size, times and repetitions after trimming, reversing, thinning, speed and loop.',
    'Frames that are chosen are those of the upload, and GIF to animated PNG and back is too, within 1 of 255; GIF to WebP and back with a mean difference below 2.',
  ],
  examples: [
    {
      title: 'Twice as fast and backwards',
      options: { speed: 2, reverse: true },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      output: { files: [{ name: 'dots-edited.gif', mime: 'image/gif' }] },
    },
    {
      title: 'The first three frames of an animated PNG as WebP, half as large, forever',
      options: { frames: '1-3', width: 20, loop: 0, format: 'webp' },
      files: [{ name: 'dots.png', fixture: 'image/edit/dots.png' }],
      output: { files: [{ name: 'dots-edited.webp', mime: 'image/webp' }] },
    },
    {
      title: 'A still picture',
      files: [{ name: 'logo.png', fixture: 'image/edit/logo.png' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot edit picture "logo.png": it is not animated' },
    },
    {
      title: 'A frame that is not there',
      options: { frames: '3-9' },
      files: [{ name: 'dots.gif', fixture: 'image/edit/dots.gif' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "frames" must be frames and ranges from 1 to 4 such as "1-3, 5, 8-" for "dots.gif", got "3-9"',
      },
    },
  ],
  async run({ files, options, signal }) {
    let pixels = 0;
    const work = async (upload: InputFile) => {
      const picture = await openPicture(upload, signal);
      const plan = planOf(picture, options);
      if (pixels > 0 && pixels + plan.pixels > MAX_ANIMATION_PIXELS)
        throw overLimit(
          `The animations up to ${quote(picture.name)} have ${pixels + plan.pixels} pixels together, the limit is ${MAX_ANIMATION_PIXELS}`,
        );
      pixels += plan.pixels;
      return edited(picture, options, plan);
    };
    if (files.length > 1) return eachFile({ files, signal }, work);
    const { report, outputs } = await work(files[0]);
    return withFiles(json(report), outputs);
  },
});
