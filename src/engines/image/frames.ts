import type { InputFile } from '../../core/tool.js';
import { isOpaque, type Rgba } from '../../lib/pictures/rgba.js';
import { decoding, openPicture, type Picture } from './picture.js';
import { sharp } from './sharp.js';
import { checkWritable, type WriteSettings, writePicture } from './write-picture.js';

/** All frames of a picture in 8-bit sRGB; a still picture has one. */
export interface Frames {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Frame under frame: red, green, blue and alpha that is not multiplied in. */
  readonly stack: Uint8Array;
  /** Milliseconds of each frame. */
  readonly delays: readonly number[];
  /** Times that it plays; 0 is forever. */
  readonly loop: number;
}

/** Decodes all frames. Throws INVALID_INPUT naming the file when it is damaged. */
export async function readFrames(picture: Picture): Promise<Frames> {
  const { width, height, frames: count, delays, loop } = picture;
  const stack = await decoding(picture.file, () =>
    picture.open('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer(),
  );
  return { width, height, count, stack, delays, loop };
}

/** The first frame of a file, upright and in sRGB. Throws as `openPicture` and `readFrames` do. */
export const firstFrameOf = async (file: InputFile, signal: AbortSignal): Promise<Rgba> =>
  frameOf(await readFrames(await (await openPicture(file, signal)).firstFrame()), 0);

/** A view of one frame, to be read and changed in place. */
export function frameOf({ width, height, stack }: Omit<Frames, 'delays' | 'loop'>, index: number): Rgba {
  const bytes = 4 * width * height;
  return { width, height, data: stack.subarray(index * bytes, (index + 1) * bytes) };
}

/** Changes every frame by itself, with a result of the given size. */
export function mapFrames(
  frames: Frames,
  size: { readonly width: number; readonly height: number },
  make: (frame: Rgba, into: Rgba) => void,
): Frames {
  const result = { ...frames, ...size, stack: new Uint8Array(4 * size.width * size.height * frames.count) };
  for (let i = 0; i < frames.count; i++) make(frameOf(frames, i), frameOf(result, i));
  return result;
}

/** Changes every frame in place. */
export function eachFrame(frames: Frames, act: (frame: Rgba) => void): void {
  for (let i = 0; i < frames.count; i++) act(frameOf(frames, i));
}

/** Writes frames that were made of a picture: its name is in messages. Throws as `writePicture`. */
export async function writeFrames(
  { width, height, count, stack, delays, loop }: Frames,
  picture: Picture,
  settings: WriteSettings,
): Promise<Uint8Array> {
  const result: Picture = { ...picture, width, height, frames: count, delays, loop, profile: undefined };
  const sized = { ...settings, size: { width, height } };
  checkWritable(result, sized);
  const image = sharp(stack, {
    raw: { width, height: height * count, channels: 4, ...(count > 1 ? { pageHeight: height } : {}) },
    animated: count > 1,
    limitInputPixels: false,
  });
  return await writePicture(isOpaque(stack) ? image.removeAlpha() : image, result, sized);
}
