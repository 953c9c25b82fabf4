import { overLimit, quote } from '../../core/errors.js';
import type { InputFile } from '../../core/tool.js';
import { decoding, openPicture } from '../../engines/image/picture.js';
import type { Logo } from './qr-picture.js';

/** Longer side of a logo in a code; more would only make files larger. A third of the largest picture of a code. */
const MAX_LOGO_SIDE = 640;
/** Longest side that is read: a row is in memory in many copies while it is made smaller, and the tool has little. Chosen: the longest side of a scan. */
const MAX_SOURCE_SIDE = 20_000;
/** Modules; at least half of one, so that the logo touches none. */
const FRAME = 0.6;

/** The logo of an uploaded picture, made smaller where it is large. Throws as `openPicture`, and LIMIT_EXCEEDED for a very long one. */
export async function openLogo(file: InputFile, percent: number, signal: AbortSignal): Promise<Logo> {
  const picture = await (await openPicture(file, signal)).firstFrame();
  const side = Math.max(picture.width, picture.height);
  if (side > MAX_SOURCE_SIDE)
    throw overLimit(`The logo ${quote(file.name)} must have at most ${MAX_SOURCE_SIDE} pixels a side, got ${side}`);
  const { data, info } = await decoding(file, () =>
    picture
      .open('srgb')
      .resize(MAX_LOGO_SIDE, MAX_LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.height, rgba: data, percent, frame: FRAME };
}
