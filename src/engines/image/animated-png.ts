import type { Sharp } from 'sharp';

import { type Apng, type ApngPicture, writeApng } from '../../lib/picture-files/apng.js';
import type { PixelBox } from '../../lib/pictures/crop-box.js';
import { draw, emptyRgba, isOpaque, type Rgba } from '../../lib/pictures/rgba.js';
import { reduceColors } from './reduce-colors.js';
import { sharp } from './sharp.js';

/** All frames of an animation under one another: red, green, blue and alpha of 8 bits in sRGB. */
export async function decodeApng({ width, height, frames }: Apng): Promise<Uint8Array> {
  const stack = new Uint8Array(4 * width * height * frames.length);
  let canvas = emptyRgba(width, height);
  for (const [i, { left, top, disposal, isBlended, png, ...size }] of frames.entries()) {
    const before = disposal === 'restore' ? canvas.data.slice() : undefined;
    const data = await sharp(png(), { failOn: 'error', limitInputPixels: false })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer();
    const box = { left, top, width: size.width, height: size.height };
    if (isBlended) draw(canvas, { ...size, data }, { left, top });
    else replace(canvas, box, data);
    stack.set(canvas.data, i * canvas.data.length);
    if (before !== undefined) canvas = { ...canvas, data: before };
    else if (disposal === 'clear') replace(canvas, box, undefined);
  }
  return stack;
}

/** Puts rows into a box of a picture; transparent black without any. */
function replace({ width, data }: Rgba, box: PixelBox, rows: Uint8Array | undefined): void {
  const bytes = 4 * box.width;
  for (let y = 0; y < box.height; y++) {
    const to = 4 * ((box.top + y) * width + box.left);
    if (rows === undefined) data.fill(0, to, to + bytes);
    else data.set(rows.subarray(y * bytes, (y + 1) * bytes), to);
  }
}

export interface ApngSettings {
  readonly delays: readonly number[];
  /** Times that it plays; 0 is forever. */
  readonly loop: number;
  readonly compressionLevel: number;
  /** 2 to 256: all frames share a palette of so many colours, stored in full. */
  readonly colors: number | undefined;
}

/** Writes the frames of an animated pipeline, each but the first only where it differs from the one before. */
export async function encodeApng(
  image: Sharp,
  { delays, loop, compressionLevel, colors }: ApngSettings,
): Promise<Uint8Array> {
  const { data, info } = await image
    .clone()
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width } = info;
  const height = info.pageHeight ?? info.height;
  const stack = colors === undefined ? data : (await reduceColors(image, { colors, isDithered: true })).rgba;
  const channels = isOpaque(stack) ? 3 : 4;
  const frameBytes = 4 * width * height;
  const pictures: ApngPicture[] = [];
  for (let i = 0; i * frameBytes < stack.length; i++) {
    const frame = { width, height, data: stack.subarray(i * frameBytes, (i + 1) * frameBytes) };
    const previous = i === 0 ? undefined : stack.subarray((i - 1) * frameBytes, i * frameBytes);
    const box = changedBox(frame, previous);
    const raw = sharp(frame.data, { raw: { width, height, channels: 4 }, limitInputPixels: false }).extract(box);
    const png = await (channels === 3 ? raw.removeAlpha() : raw).png({ compressionLevel }).toBuffer();
    pictures.push({ ...box, delayMs: delays[i] ?? 100, png });
  }
  return writeApng(pictures, loop);
}

/** The smallest box that holds all pixels that differ; one pixel where none does. */
function changedBox({ width, height, data }: Rgba, previous: Uint8Array | undefined): PixelBox {
  if (previous === undefined) return { left: 0, top: 0, width, height };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const isSame =
        data[i] === previous[i] &&
        data[i + 1] === previous[i + 1] &&
        data[i + 2] === previous[i + 2] &&
        data[i + 3] === previous[i + 3];
      if (isSame) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return right === 0
    ? { left: 0, top: 0, width: 1, height: 1 }
    : { left, top, width: right - left, height: bottom - top };
}
