import { z } from 'zod';
import { defineTool, file, type InputFile, invalid, overLimit, quote } from '../../core/index.js';
import { colorOption } from '../../core/shared-options.js';
import { parseColor } from '../../engines/colors.js';
import { frameOf, readFrames, writeFrames } from '../../engines/image/frames.js';
import { MAX_ANIMATION_PIXELS, openPicture, type Picture } from '../../engines/image/picture.js';
import { MAX_PIXELS } from '../../engines/image/picture-size.js';
import { resizeRgba } from '../../engines/image/transform.js';
import { checkWritable, groundFor } from '../../engines/image/write-picture.js';
import { BLEND_MODES, draw, emptyRgba, fill, type Rgba } from '../../lib/pictures/rgba.js';
import { DRAWING_NOTES, qualityOption } from './_drawing.js';
import { formatOption, PICTURE_FILES, pictureFile, writeFormat } from './_pictures.js';

const DIRECTIONS = ['horizontal', 'vertical', 'grid', 'overlay'] as const;
const ALIGNMENTS = { start: 0, center: 0.5, end: 1 } as const;

interface Layout {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly gap: number;
  readonly align: keyof typeof ALIGNMENTS;
  readonly columns: number;
  readonly resize: 'none' | 'smallest' | 'largest';
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Place extends Size {
  readonly left: number;
  readonly top: number;
}

/** Opens still pictures, together no larger than what can be held. */
async function openAll(files: readonly InputFile[], signal: AbortSignal): Promise<Picture[]> {
  const pictures: Picture[] = [];
  let pixels = 0;
  for (const upload of files) {
    const picture = await openPicture(upload, signal);
    if (picture.frames > 1) {
      throw invalid(`Cannot merge picture ${quote(picture.name)}: it is animated, with ${picture.frames} frames`);
    }
    pixels += picture.width * picture.height;
    if (pixels > MAX_ANIMATION_PIXELS) {
      throw overLimit(
        `The pictures up to ${quote(picture.name)} have ${pixels} pixels in all, the limit is ${MAX_ANIMATION_PIXELS}`,
      );
    }
    pictures.push(picture);
  }
  return pictures;
}

/** Sizes after "resize": all as high (in a row), as wide (in a column), or as wide and high as one, proportions kept. */
function resized(sizes: readonly Size[], { direction, resize }: Layout): Size[] {
  if (resize === 'none') return [...sizes];
  const choose = resize === 'smallest' ? Math.min : Math.max;
  const width = choose(...sizes.map((size) => size.width));
  const height = choose(...sizes.map((size) => size.height));
  return sizes.map((size) => {
    const [across, down] = [width / size.width, height / size.height];
    const scale = direction === 'horizontal' ? down : direction === 'vertical' ? across : Math.min(across, down);
    return {
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
    };
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whole pixels to the left of something with `free` pixels to spare; as ImageMagick, half a pixel goes to the right. */
const offset = (free: number, align: Layout['align']): number => Math.floor(free * ALIGNMENTS[align]);

function placesOf(
  sizes: readonly Size[],
  layout: Layout,
): { readonly canvas: Size; readonly places: readonly Place[] } {
  const { direction, gap, align } = layout;
  if (direction === 'overlay') {
    const [canvas = { width: 1, height: 1 }] = sizes;
    const places = sizes.map((size) => ({
      ...size,
      left: offset(canvas.width - size.width, align),
      top: offset(canvas.height - size.height, align),
    }));
    return { canvas, places };
  }
  const columns =
    direction === 'horizontal'
      ? sizes.length
      : direction === 'vertical'
        ? 1
        : Math.min(sizes.length, layout.columns || Math.ceil(Math.sqrt(sizes.length)));
  const rows = Math.ceil(sizes.length / columns);
  // In a grid all cells are alike; in one row or column each is as wide or as high as its picture.
  const widest = Math.max(...sizes.map(({ width }) => width));
  const highest = Math.max(...sizes.map(({ height }) => height));
  const widths = Array.from({ length: columns }, (_, i) =>
    direction === 'horizontal' ? (sizes[i]?.width ?? 0) : widest,
  );
  const heights = Array.from({ length: rows }, (_, i) =>
    direction === 'vertical' ? (sizes[i]?.height ?? 0) : highest,
  );
  const places = sizes.map((size, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const left = sum(widths.slice(0, column)) + column * gap;
    const top = sum(heights.slice(0, row)) + row * gap;
    return {
      ...size,
      left: left + offset((widths[column] ?? 0) - size.width, align),
      top: top + offset((heights[row] ?? 0) - size.height, align),
    };
  });
  return {
    canvas: { width: sum(widths) + (columns - 1) * gap, height: sum(heights) + (rows - 1) * gap },
    places,
  };
}

async function drawnAt(picture: Picture, { width, height }: Size): Promise<Rgba> {
  const own = frameOf(await readFrames(picture), 0);
  return own.width === width && own.height === height ? own : await resizeRgba(own, { width, height });
}

export default defineTool({
  id: 'merge-images',
  title: 'Merge Images',
  summary: 'Joins pictures side by side, in a column, in a grid, or on top of each other.',
  family: 'image',
  class: 'native',
  input: 'none',
  files: { ...PICTURE_FILES, min: 2 },
  options: {
    direction: z
      .enum(DIRECTIONS)
      .default('horizontal')
      .describe('How they are joined; overlay lays all others on the first, whose size the result has.'),
    gap: z.number().multipleOf(1).min(0).max(500).default(0).describe('Pixels between pictures.'),
    align: z
      .enum(['start', 'center', 'end'])
      .default('center')
      .describe('Where smaller pictures stand: start is top or left, end is bottom or right.'),
    resize: z
      .enum(['none', 'smallest', 'largest'])
      .default('none')
      .describe('Makes all as high (in a row) or as wide (in a column) as the smallest or largest, proportions kept.'),
    columns: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(20)
      .default(0)
      .describe('Columns of a grid; 0 makes about as many as rows.'),
    background: colorOption('#ffffff', 'Colour of gaps and of room beside smaller pictures.'),
    blend: z.enum(BLEND_MODES).default('over').describe('How an overlay mixes with what is under it.'),
    opacity: z.number().min(0).max(1).default(1).describe('How much of an overlay is seen, from 0 to 1.'),
    format: formatOption().describe('Format of the result; same is that of the first picture.'),
    quality: qualityOption(),
  },
  result: 'files',
  notes: [
    'Animated pictures are refused. At most 50 megapixels in the result and 100 in all pictures.',
    'Blend modes are those of W3C Compositing and Blending Level 1. "blend" and "opacity" count for overlays only.',
    ...DRAWING_NOTES,
  ],
  aliases: [
    'combine images',
    'stitch pictures',
    'side by side',
    'photo collage',
    'append images',
    'before after image',
  ],
  verified: [
    'ImageMagick 6.9.11 +append, -append and montage: pixel-equal for rows, columns and grids of pictures of different sizes, at three alignments.',
    'ImageMagick 6.9.11 -compose: 11 blend modes within 2 of 255 on opaque pictures.',
  ],
  examples: [
    {
      title: 'Two pictures side by side',
      files: [
        { name: 'before.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'after.png', fixture: 'image/edit/product.png' },
      ],
      output: { text: null, files: [{ name: 'before-merged.jpg', mime: 'image/jpeg' }] },
    },
    {
      title: 'A logo laid over a picture by multiplying',
      options: { direction: 'overlay', blend: 'multiply', opacity: 0.8, format: 'png' },
      files: [
        { name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'logo.png', fixture: 'image/edit/logo.png' },
      ],
      output: { text: null, files: [{ name: 'harbour-merged.png', mime: 'image/png' }] },
    },
    {
      title: 'An animation',
      files: [
        { name: 'harbour.jpg', fixture: 'image/edit/scene.jpg' },
        { name: 'dots.gif', fixture: 'image/edit/dots.gif' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot merge picture "dots.gif": it is animated, with 4 frames' },
    },
  ],
  async run({ files: uploads, options, signal }) {
    const asked = parseColor('background', options.background);
    const pictures = await openAll(uploads, signal);
    const [first] = pictures as [Picture, ...Picture[]];
    const { canvas, places } = placesOf(resized(pictures, options), options);
    if (canvas.width * canvas.height > MAX_PIXELS) {
      throw overLimit(`The result would have ${canvas.width} × ${canvas.height} pixels, the limit is ${MAX_PIXELS}`);
    }
    const settings = { format: writeFormat(options.format, first), quality: options.quality, size: canvas };
    checkWritable(first, settings);
    const background = groundFor(settings.format, asked);
    const result = emptyRgba(canvas.width, canvas.height);
    const isOverlay = options.direction === 'overlay';
    if (!isOverlay) fill(result, background);
    for (const [i, picture] of pictures.entries()) {
      const place = places[i] as Place;
      const { blend, opacity } = isOverlay && i > 0 ? options : ({ blend: 'over', opacity: 1 } as const);
      draw(result, await drawnAt(picture, place), { ...place, blend, opacity });
    }
    const frames = { ...canvas, count: 1, stack: result.data, delays: [], loop: 0 };
    const { name, mime, bytes } = pictureFile(
      first,
      '-merged',
      settings.format,
      await writeFrames(frames, first, { ...settings, background }),
    );
    return file(name, mime, bytes);
  },
});
