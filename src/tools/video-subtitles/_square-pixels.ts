import type { MediaStream } from '../../lib/media/media-info.js';

/** As players show it, turned as the file says. */
export const shownSize = ({ width, height, rotation }: MediaStream): readonly [width: number, height: number] =>
  rotation % 180 === 90 ? [height, width] : [width, height];

/** H.264 in 4:2:0 has even sides. */
export const EVEN = 'scale=trunc(iw/2)*2:trunc(ih/2)*2:flags=bicubic,setsar=1';

const PROPORTION = /^(\d{1,6}):(\d{1,6})$/;
/** Beyond these no film was ever made: DVDs have up to 64:45, anamorphic lenses 2:1. */
const [LEAST_ASPECT, MOST_ASPECT] = [0.2, 5];

/** Width of a pixel to its height, as players show it; 1 where the file does not say. */
function pixelAspectOf({ pixelAspect, rotation, codec }: MediaStream): number {
  // No browser minds what GIF files say of it.
  if (codec === 'gif') return 1;
  const [, across, down] = PROPORTION.exec(pixelAspect) ?? [];
  const aspect = Number(across) / Number(down);
  if (!(aspect > LEAST_ASPECT && aspect < MOST_ASPECT)) return 1;
  return rotation % 180 === 90 ? 1 / aspect : aspect;
}

const evenWidth = (width: number): number => Math.max(2, 2 * Math.round(width / 2));

/** As players show it, turned and with square pixels, as {@link squarePixels} makes them. */
export function squareSize(track: MediaStream): readonly [width: number, height: number] {
  const [width, height] = shownSize(track);
  const aspect = pixelAspectOf(track);
  return [aspect === 1 ? width : evenWidth(width * aspect), height];
}

/** The beginning of a chain of filters: pixels that are not square, as on DVDs, become so, at the width that players show. */
export function squarePixels(track: MediaStream): string {
  const aspect = pixelAspectOf(track);
  return aspect === 1 ? '' : `scale=round(iw*${aspect.toFixed(6)}/2)*2:ih:flags=bicubic,setsar=1,`;
}

/** Square pixels and even sides. */
export const evenPixels = (track: MediaStream): string => `${squarePixels(track)}${EVEN}`;
