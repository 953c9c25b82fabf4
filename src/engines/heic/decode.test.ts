import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../core/errors.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { readFixture } from '../../testing/run-tool.js';
import { decodeAvif } from '../image/decode-avif.js';
import { type HeicPicture, withHeicPicture } from './decode.js';

/** The whole picture, copied. */
const open = (bytes: Uint8Array, signal = new AbortController().signal): Promise<HeicPicture> =>
  withHeicPicture({ name: 'a.heic', mime: undefined, bytes }, signal, decodeAvif, async (picture) => {
    await picture.rowsReady(picture.height);
    return { ...picture, pixels: picture.pixels.slice() };
  });

const fixture = (name: string): Promise<HeicPicture> => open(readFixture(`image/heic/${name}.heic`));

type Colour = 'red' | 'green' | 'blue' | 'yellow' | 'grey' | 'other';

/** The colour at a place given in shares of width and height. */
function colourAt({ width, height, channels, pixels }: HeicPicture, x: number, y: number): Colour {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
  const [r = 0, g = 0, b = 0] = channels === 3 ? pixels.subarray(at, at + 3) : Array(3).fill(pixels[at]);
  if (Math.max(r, g, b) - Math.min(r, g, b) < 12) return 'grey';
  if (r > 180 && g > 170 && b < 90) return 'yellow';
  if (r > 180 && g < 90 && b < 90) return 'red';
  if (g > 140 && r < 90 && b < 90) return 'green';
  return b > 180 && r < 90 && g < 90 ? 'blue' : 'other';
}

/** Top left, top right, bottom left, bottom right. */
const corners = (picture: HeicPicture): Colour[] =>
  [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8],
  ].map(([x = 0, y = 0]) => colourAt(picture, x, y));

const STORED: Colour[] = ['red', 'green', 'blue', 'yellow'];

describe('decodeHeic', () => {
  it('applies all eight orientations as another library applies those of EXIF', async () => {
    const stored = await fixture('orientation-1');
    const raw = { width: stored.width, height: stored.height, channels: 3 } as const;
    for (let orientation = 1; orientation <= 8; orientation++) {
      const jpeg = await sharp(stored.pixels, { raw }).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
      const { data, info } = await sharp(jpeg).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const expected = corners({ ...stored, width: info.width, height: info.height, pixels: data });
      const picture = await fixture(`orientation-${orientation}`);
      expect([picture.width, picture.height]).toEqual([info.width, info.height]);
      expect(corners(picture), `orientation ${orientation}`).toEqual(expected);
    }
  });

  it('turns a phone photo once, whatever its EXIF says', async () => {
    const picture = await fixture('phone');
    expect([picture.width, picture.height]).toEqual([64, 96]);
    expect(corners(picture)).toEqual(['blue', 'red', 'yellow', 'green']);
  });

  it('takes the primary picture, not the first', async () => {
    expect(corners(await fixture('second-is-primary'))).toEqual(STORED);
    expect(corners(await fixture('grid'))).toEqual(STORED);
  });

  it('puts tiles together, cut at the edge, turned, mirrored and cropped', async () => {
    const grid = await fixture('grid');
    expect([grid.width, grid.height]).toEqual([100, 90]);
    const turned = await fixture('grid-turned');
    expect([turned.width, turned.height]).toEqual([90, 100]);
    expect(corners(turned)).toEqual(['green', 'yellow', 'red', 'blue']);
    for (const [x, y] of [
      [0, 0],
      [13, 40],
      [99, 89],
      [70, 5],
    ] as const) {
      const from = (y * 100 + x) * 3;
      const to = ((99 - x) * 90 + y) * 3;
      expect(turned.pixels.subarray(to, to + 3)).toEqual(grid.pixels.subarray(from, from + 3));
    }
    const cropped = await fixture('grid-cropped');
    expect([cropped.width, cropped.height]).toEqual([60, 40]);
    // The aperture's centre is 10 right and 5 above the centre of 100 × 90: it starts at (30, 20), then it is mirrored.
    const [from, to] = [(20 * 100 + 30) * 3, 59 * 3];
    expect(cropped.pixels.subarray(to, to + 3)).toEqual(grid.pixels.subarray(from, from + 3));
  });

  it('crops to the clean aperture, also to a small part and over the edge', async () => {
    const whole = await fixture('orientation-1');
    // Centre 10 right and 6 above that of 96 × 64, so 40 × 20 starts at (38, 16).
    const part = await fixture('clean-aperture');
    expect([part.width, part.height]).toEqual([40, 20]);
    expect(part.pixels.subarray(0, 120)).toEqual(whole.pixels.subarray((16 * 96 + 38) * 3, (16 * 96 + 78) * 3));
    const turned = await fixture('clean-aperture-turned');
    expect([turned.width, turned.height]).toEqual([20, 40]);
    const over = await fixture('clean-aperture-outside');
    expect([over.width, over.height]).toEqual([76, 64]);
  });

  it('refuses an aperture beside the picture', async () => {
    await expect(fixture('clean-aperture-nowhere')).rejects.toThrow('Cannot read HEIC file "a.heic": it is damaged');
  });

  it('puts alpha on white', async () => {
    const picture = await fixture('alpha');
    expect([...picture.pixels.subarray(0, 3)].every((value) => value > 245)).toBe(true);
    expect(corners(picture)[1]).not.toBe('grey');
    expect(colourAt(picture, 0.98, 0.2)).toBe('green');
  });

  it('leaves gain maps out', async () => {
    const picture = await fixture('gain-map');
    expect(picture.pixels).toEqual((await fixture('orientation-1')).pixels);
  });

  it('puts overlays together', async () => {
    const picture = await fixture('overlay');
    expect([picture.width, picture.height]).toEqual([100, 80]);
    expect(colourAt(picture, 0.1, 0.1)).toBe('grey');
    expect(colourAt(picture, 0.9, 0.1)).toBe('red');
  });

  it.each(['chroma-444', 'chroma-422', '10-bit', '12-bit', 'limited-range', 'matrix-709', 'is-avif'])(
    'decodes %s to the colours that were painted',
    async (name) => {
      const picture = await fixture(name);
      expect(corners(picture)).toEqual(STORED);
      // A quarter in from the top left: 200 + 40 · (0.25 + 0.25) / 2 = 210, 30, 30 before coding.
      const at = (16 * 96 + 24) * 3;
      const [r = 0, g = 0, b = 0] = picture.pixels.subarray(at, at + 3);
      for (const [got, painted] of [
        [r, 210],
        [g, 30],
        [b, 30],
      ] as const)
        expect(Math.abs(got - painted)).toBeLessThan(9);
    },
  );

  it('keeps greyscale as one channel', async () => {
    const picture = await fixture('mono');
    expect(picture.channels).toBe(1);
    expect(picture.pixels[0]).toBeLessThan(8);
    expect(picture.pixels[95]).toBeGreaterThan(247);
  });

  it('has a profile for wide gamuts only, its own or one made from the codes', async () => {
    expect((await fixture('phone')).profile).toHaveLength(520);
    expect((await fixture('display-p3-by-codes')).profile).toEqual((await fixture('phone')).profile);
    expect((await fixture('orientation-1')).profile).toBeUndefined();
  });

  it('brings HDR down: reference white is nearly white', async () => {
    const picture = await fixture('hdr-pq');
    expect(picture.profile).toBeUndefined();
    // The fifth of six steps: 4/5 of 72.5 % = 58 % of the signal, ITU-R BT.2408 reference white.
    const white = picture.pixels[(32 * 96 + 72) * 3] ?? 0;
    expect(white).toBeGreaterThan(230);
    expect(white).toBeLessThan(252);
    expect(picture.pixels[(32 * 96 + 8) * 3]).toBeLessThan(3);
  });

  it('refuses a file cut at any place before the end of its picture', async () => {
    const whole = readFixture('image/heic/grid.heic');
    for (let length = 0; length < whole.length; length += 97) {
      await expect(open(whole.subarray(0, length))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it('refuses a file of full length that has zeros instead of data', async () => {
    for (const name of ['grid', 'orientation-1']) {
      const bytes = Buffer.from(readFixture(`image/heic/${name}.heic`));
      bytes.fill(0, bytes.length - 100);
      await expect(open(bytes)).rejects.toThrow('Cannot read HEIC file "a.heic": it is cut short');
    }
  });

  exhaustive('answers damaged files with a picture of the stated kind or a refusal, never with a fault', async () => {
    const random = chanceOf(1);
    for (const name of ['grid', 'alpha', 'overlay', 'clean-aperture', 'hdr-pq', 'is-avif']) {
      const good = readFixture(`image/heic/${name}.heic`);
      for (let i = 0; i < 40; i++) {
        const bad = Buffer.from(good);
        for (let flips = 1 + random(4); flips > 0; flips--) bad[random(bad.length)] = random(256);
        const outcome = await open(bad).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome, String(outcome.stack)).toBeInstanceOf(ToolError);
      }
    }
  });

  it('leaves nothing of one picture in the memory of the next', async () => {
    const memory = (name: string): Promise<Uint8Array> =>
      withHeicPicture(
        { name: 'a.heic', mime: undefined, bytes: readFixture(`image/heic/${name}.heic`) },
        new AbortController().signal,
        decodeAvif,
        async ({ pixels, rowsReady, height }) => {
          await rowsReady(height);
          return pixels;
        },
      );
    const first = await memory('grid');
    const second = await memory('grid-cropped');
    expect(second.buffer).toBe(first.buffer);
    expect(new Uint8Array(second.buffer).every((value) => value === 0)).toBe(true);
  });

  /** Where the coded pictures of a file begin and end: a 32-bit length, then a NAL unit of type IDR_W_RADL or IDR_N_LP. */
  function codedPictures(bytes: Buffer): { readonly start: number; readonly end: number }[] {
    const pictures: { readonly start: number; readonly end: number }[] = [];
    for (let at = bytes.indexOf('mdat'); at + 6 < bytes.length; at++) {
      const end = at + 4 + bytes.readUInt32BE(at);
      if ([0x2601, 0x2801].includes(bytes.readUInt16BE(at + 4)) && end <= bytes.length) {
        pictures.push({ start: at + 4, end });
        at = end - 1;
      }
    }
    return pictures;
  }

  /** From a share of its length on, the coded data of a file's pictures is 0xff; `spared` pictures are left whole. */
  function withBlocksMissing(name: string, share: number, spared = 0): Buffer {
    const bytes = Buffer.from(readFixture(`image/heic/${name}.heic`));
    for (const { start, end } of codedPictures(bytes).slice(spared)) {
      bytes.fill(0xff, start + Math.ceil(share * (end - start)), end);
    }
    return bytes;
  }

  it.each([
    ['orientation-1', 0.3],
    ['many-blocks', 0.02],
    ['many-blocks', 0.5],
    ['many-blocks', 0.9],
    ['many-blocks-grid', 0.5],
    ['chroma-444', 0.3],
    ['chroma-422', 0.3],
    ['10-bit', 0.3],
    ['12-bit', 0.2],
    ['mono', 0.3],
    ['limited-range', 0.3],
    ['matrix-709', 0.3],
    ['hdr-pq', 0.15],
  ])('refuses %s when its data is 0xff from a share of %d on, so that blocks are not decoded', async (name, share) => {
    await expect(open(withBlocksMissing(name, share))).rejects.toThrow('Cannot read HEIC file "a.heic": it is damaged');
  });

  it.each(['alpha', 'many-blocks-grid', 'many-blocks-overlay'])(
    'refuses %s when blocks of the second of its pictures were not decoded',
    async (name) => {
      await expect(open(withBlocksMissing(name, 0.3, 1))).rejects.toThrow(
        'Cannot read HEIC file "a.heic": it is damaged',
      );
    },
  );

  exhaustive('answers a damaged file alike whatever was decoded before', async () => {
    const answerAfter = async (before: string, bytes: Uint8Array): Promise<unknown> => {
      await fixture(before);
      return open(bytes).then(
        ({ pixels }) => Buffer.from(pixels).toString('base64'),
        (error: unknown) => String(error),
      );
    };
    for (const name of ['orientation-1', '10-bit', 'mono', 'grid', 'alpha', 'many-blocks', 'many-blocks-overlay']) {
      for (const share of [0.1, 0.5, 0.9]) {
        const bytes = withBlocksMissing(name, share);
        expect(await answerAfter('phone', bytes), `${name} ${share}`).toBe(await answerAfter('two-colours', bytes));
      }
    }
  });

  it('stops the threads when nobody wants the picture any more', async () => {
    const file = { name: 'a.heic', mime: undefined, bytes: readFixture('image/heic/grid.heic') };
    const giveUp = withHeicPicture(file, new AbortController().signal, decodeAvif, async () => {
      throw new Error('given up');
    });
    await expect(giveUp).rejects.toThrow('given up');
  });

  it('ends when it is aborted, and the next picture decodes', async () => {
    const controller = new AbortController();
    const running = open(readFixture('image/heic/grid.heic'), controller.signal);
    setImmediate(() => controller.abort());
    await Promise.allSettled([running]);
    await expect(open(readFixture('image/heic/grid.heic'), AbortSignal.abort())).rejects.toThrow();
    expect(corners(await fixture('grid'))).toEqual(STORED);
  });
});
