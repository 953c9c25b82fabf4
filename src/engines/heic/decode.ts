import { availableParallelism } from 'node:os';

import { quote } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { heifKind, otherFormat, widenApertures } from '../../lib/picture-files/heif-boxes.js';
import { profileFromCodes, profileSpace } from '../../lib/picture-files/icc-profile.js';
import { isHdr } from '../../lib/pictures/hdr-to-sdr.js';
import {
  crop,
  identity,
  mirrorHorizontally,
  mirrorVertically,
  type Transform,
  transformedRectangle,
  turnLeft,
} from '../../lib/pictures/picture-transform.js';
import { MAX_HEIC_PIXELS, MAX_WORKERS } from './limits.js';
import { takePixels } from './pixel-memory.js';
import type { DecodePlan, GridLayout, HeicInfo, TilePosition, TransformStep } from './protocol.js';
import { trackRows } from './row-progress.js';
import { type HeicWorker, withWorkers } from './workers.js';

/** The primary picture of a HEIC file: upright, without alpha, in the colours of `profile`. */
export interface HeicPicture {
  readonly width: number;
  readonly height: number;
  /** 1 for greyscale, 3 for red, green, blue. */
  readonly channels: 1 | 3;
  /** `width` × `height` × `channels` bytes, rows from the top; filled while `rowsReady` is waited for. */
  readonly pixels: Uint8Array;
  /** Waits until so many rows from the top are final. Throws when the picture turns out damaged. */
  readonly rowsReady: (rows: number) => Promise<void>;
  /** The colours had a quarter of the samples (4:2:0), so an encoder loses nothing by storing as many. */
  readonly isSubsampled: boolean;
  /** ICC profile; `undefined`: sRGB. */
  readonly profile: Uint8Array | undefined;
  /** The TIFF structure of the EXIF block, as it stands in the file: its orientation does not apply. */
  readonly exif: Uint8Array | undefined;
}

/** Decodes a file whose picture is coded as AV1: upright, without alpha, in the file's own colours. Throws when it cannot. */
export type Av1Decoder = (
  bytes: Uint8Array,
  maxPixels: number,
) => Promise<Pick<HeicPicture, 'width' | 'height' | 'channels' | 'pixels'>>;

/**
 * Decodes the primary picture of a HEIC file, sharing the tiles of a grid among threads, and gives it to `use` while it is
 * still being decoded; afterwards its pixels are gone. A picture coded as AV1 is left to `decodeAv1`. Strict: a damaged or cut
 * file is refused. Throws INVALID_INPUT naming the file and what it is instead, LIMIT_EXCEEDED for more than 100 megapixels.
 */
export function withHeicPicture<Value>(
  file: InputFile,
  signal: AbortSignal,
  decodeAv1: Av1Decoder,
  use: (picture: HeicPicture) => Promise<Value>,
): Promise<Value> {
  return refusing(`Cannot read HEIC file ${quote(file.name)}`, () => decodePrimary(file, signal, decodeAv1, use));
}

async function decodePrimary<Value>(
  { bytes }: InputFile,
  signal: AbortSignal,
  decodeAv1: Av1Decoder,
  use: (picture: HeicPicture) => Promise<Value>,
): Promise<Value> {
  if (bytes.length === 0) throw new ContentFault('it is empty');
  const kind = heifKind(bytes);
  if (kind === 'other') throw new ContentFault(`it is ${otherFormat(bytes) ?? 'not a HEIC file'}`);
  if (kind === 'sequence') throw new ContentFault('it is a sequence of pictures without a still one');
  if (kind === 'nothing') throw new ContentFault('it holds no picture');

  // Of its own, for a message takes along the whole memory that an array is a part of.
  const own = new Uint8Array(bytes);
  return await withWorkers(signal, async (next) => {
    const first = next();
    const { info } = await first.ask('opened', { kind: 'open', file: own });
    checkSize(info);
    if (info.isAv1) {
      if (info.nclx !== undefined && isHdr(info.nclx)) throw new ContentFault('it is an HDR picture coded as AV1');
      const picture = await decodeAv1(bytes, MAX_HEIC_PIXELS).catch((cause) => {
        throw new ContentFault('it is damaged', undefined, undefined, { cause });
      });
      return await use({ ...picture, rowsReady: async () => undefined, ...aboutColour(info, picture.channels) });
    }
    const plan = planDecoding(info);
    const { width, height } = plan.transform;
    if (Math.min(width, height) < 1) throw new ContentFault('it is damaged');
    // libheif 1.23 refuses a picture over (width + 64) × (height + 64) of its aperture. The plan crops, so it need not know.
    if (!plan.isTransformed) widenApertures(own, info.codedWidth, info.codedHeight);
    return await whileDecoding(own, plan, first, next, ({ pixels, rowsReady }) =>
      use({ width, height, channels: plan.channels, pixels, rowsReady, ...aboutColour(info, plan.channels) }),
    );
  });
}

/** Lets threads fill the pixels while `use` runs; ends when both have ended. */
async function whileDecoding<Value>(
  file: Uint8Array,
  plan: DecodePlan,
  first: HeicWorker,
  next: () => HeicWorker,
  use: (picture: Pick<HeicPicture, 'pixels' | 'rowsReady'>) => Promise<Value>,
): Promise<Value> {
  const { transform, tiles, channels } = plan;
  const { pixels, release } = takePixels(transform.width * transform.height * channels);
  const taken = new Int32Array(new SharedArrayBuffer(4));
  const progress = trackRows(
    tiles.map(({ top }) => top),
    transform.height,
  );
  const workers: HeicWorker[] = [first];
  while (workers.length < Math.min(tiles.length, availableParallelism(), MAX_WORKERS)) workers.push(next());
  const decoding = waitForAll(
    workers.map((worker) => worker.ask('decoded', { kind: 'decode', file, plan, pixels, taken }, progress.placed)),
  ).catch(progress.failed);
  try {
    return await use({ pixels, rowsReady: progress.rowsReady });
  } finally {
    // When `use` has given up, nobody takes another tile.
    Atomics.store(taken, 0, tiles.length);
    await decoding;
    release();
  }
}

/** Waits for all, then throws the first failure: no thread is left at work. */
async function waitForAll(work: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}

function checkSize({ codedWidth, codedHeight, width, height }: HeicInfo): void {
  const pixels = Math.max(codedWidth * codedHeight, width * height);
  if (pixels <= MAX_HEIC_PIXELS) return;
  const [size, limit] = [pixels, MAX_HEIC_PIXELS].map((count) => Math.ceil(count / 1e6));
  throw new LimitFault(`${size} megapixels, the limit is ${limit}`, MAX_HEIC_PIXELS);
}

function planDecoding(info: HeicInfo): DecodePlan {
  const { grid, codedWidth, codedHeight, nclx, bitsPerSample } = info;
  const hdr = nclx !== undefined && isHdr(nclx) ? { ...nclx, bits: bitsPerSample } : undefined;
  const common = {
    // A colour profile cannot describe a greyscale file.
    channels: info.isMonochrome && spaceOf(info) !== 'RGB ' ? 1 : 3,
    format: hdr === undefined ? (info.hasAlpha ? 'rgba' : 'rgb') : info.hasAlpha ? 'rgba16' : 'rgb16',
    isPremultiplied: info.isPremultiplied,
    hdr,
  } as const;
  if (grid === undefined) {
    const isTransformed = info.isDerived;
    const [tileWidth, tileHeight] = isTransformed ? [info.width, info.height] : [codedWidth, codedHeight];
    return {
      ...common,
      tiles: [{ column: 0, row: 0, top: 0 }],
      isGrid: false,
      tileWidth,
      tileHeight,
      codedWidth: tileWidth,
      codedHeight: tileHeight,
      isTransformed,
      transform: isTransformed ? identity(tileWidth, tileHeight) : compose(codedWidth, codedHeight, info.transforms),
    };
  }
  const transform = compose(codedWidth, codedHeight, info.transforms);
  const { tileWidth, tileHeight } = grid;
  return {
    ...common,
    tiles: tilesFromTheTop(grid, transform),
    isGrid: true,
    tileWidth,
    tileHeight,
    codedWidth,
    codedHeight,
    isTransformed: false,
    transform,
  };
}

const aboutColour = (info: HeicInfo, channels: 1 | 3) => ({
  isSubsampled: info.isSubsampled,
  profile: profileOf(info, channels),
  exif: info.exif,
});

const spaceOf = ({ iccProfile }: HeicInfo): string | undefined => iccProfile && profileSpace(iccProfile);

/** The file's own profile where it fits the pixels, else one made from its colour codes. */
function profileOf(info: HeicInfo, channels: 1 | 3): Uint8Array | undefined {
  // Brought down to sRGB.
  if (info.nclx !== undefined && isHdr(info.nclx)) return undefined;
  if (spaceOf(info) === (channels === 1 ? 'GRAY' : 'RGB ')) return info.iccProfile;
  return channels === 1 || info.nclx === undefined ? undefined : profileFromCodes(info.nclx);
}

function compose(width: number, height: number, steps: readonly TransformStep[]): Transform {
  let transform = identity(width, height);
  for (const step of steps) {
    if (step.kind === 'mirror') {
      transform = step.direction === 'horizontal' ? mirrorHorizontally(transform) : mirrorVertically(transform);
    } else if (step.kind === 'crop') {
      transform = crop(transform, step.left, step.top, step.right, step.bottom);
    } else {
      for (let turned = 0; turned < step.degreesCounterClockwise; turned += 90) transform = turnLeft(transform);
    }
  }
  return transform;
}

function tilesFromTheTop({ columns, rows, tileWidth, tileHeight }: GridLayout, transform: Transform): TilePosition[] {
  const tiles = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const [left, top] = [column * tileWidth, row * tileHeight];
    const place = transformedRectangle(transform, { left, top, right: left + tileWidth, bottom: top + tileHeight });
    return { column, row, top: place.top };
  });
  return tiles.sort((a, b) => a.top - b.top);
}
