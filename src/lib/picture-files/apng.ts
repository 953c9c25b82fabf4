import { crc32 } from 'node:zlib';

import { ContentFault } from '../faults.js';

/** What happens to the frame's place after it was shown (PNG third edition, 11.3.5.2). */
export type ApngDisposal = 'keep' | 'clear' | 'restore';

/** One stored frame of an animated PNG. */
export interface ApngFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly delayMs: number;
  readonly disposal: ApngDisposal;
  /** Laid over what is there; else it replaces it, alpha and all. */
  readonly isBlended: boolean;
  /** The frame as a PNG file of its own. */
  readonly png: () => Uint8Array;
}

export interface Apng {
  readonly width: number;
  readonly height: number;
  /** Times that it plays; 0 is forever. */
  readonly loop: number;
  readonly frames: readonly ApngFrame[];
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const IHDR_BYTES = 13;
const FRAME_CONTROL_BYTES = 26;
const DISPOSALS: readonly ApngDisposal[] = ['keep', 'clear', 'restore'];
/** A denominator of 0 stands for hundredths of a second. */
const DEFAULT_DENOMINATOR = 100;

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

/** Chunks up to IEND, whose checksums are left to the decoder of the frames. Throws where one is cut short. */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > bytes.length) throw new ContentFault('a chunk is cut short');
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) throw new ContentFault('a chunk is cut short');
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === 'IEND') return;
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

interface OpenFrame {
  readonly control: Omit<ApngFrame, 'png'>;
  readonly parts: Uint8Array[];
}

/**
 * Takes an animated PNG apart, without decoding it. A still picture that is not a frame is left out. Throws ContentFault where
 * chunks, their order or a frame's place are not as the standard says, or frames are missing.
 */
export function readApng(bytes: Uint8Array): Apng {
  let header: Uint8Array | undefined;
  let announced: { readonly frames: number; readonly loop: number } | undefined;
  const shared: Uint8Array[] = [];
  const frames: OpenFrame[] = [];
  let hasData = false;
  let sequence = 0;
  const inOrder = (data: Uint8Array): void => {
    if (data.length < 4 || viewOf(data).getUint32(0) !== sequence) throw new ContentFault('frames are out of order');
    sequence += 1;
  };
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'IHDR') {
      if (header !== undefined || data.length !== IHDR_BYTES) throw new ContentFault('the header is not sound');
      header = data;
    } else if (header === undefined) throw new ContentFault('the header is missing');
    else if (type === 'acTL') {
      if (announced !== undefined || hasData || data.length !== 8) throw new ContentFault('acTL is not sound');
      announced = { frames: viewOf(data).getUint32(0), loop: viewOf(data).getUint32(4) };
    } else if (type === 'fcTL') {
      inOrder(data);
      const control = frameControl(data, sizeOf(header));
      // The first picture data of the file are a frame only where they fill the picture.
      if (!hasData && !isWhole(control, sizeOf(header))) throw new ContentFault('the first frame has another size');
      frames.push({ control, parts: [] });
    } else if (type === 'IDAT') {
      hasData = true;
      if (frames.length > 1) throw new ContentFault('picture data after the first frame');
      frames[0]?.parts.push(data);
    } else if (type === 'fdAT') {
      inOrder(data);
      const frame = frames.at(-1);
      if (frame === undefined || !hasData) throw new ContentFault('frame data before a frame');
      frame.parts.push(data.subarray(4));
    } else if (!hasData) shared.push(chunk(type, data));
  }
  if (header === undefined || announced === undefined) throw new ContentFault('it is not an animation');
  if (frames.length === 0 || frames.length !== announced.frames || frames.some(({ parts }) => parts.length === 0)) {
    throw new ContentFault('frames are missing');
  }
  const sound = header;
  return {
    ...sizeOf(header),
    loop: announced.loop,
    frames: frames.map(({ control, parts }) => ({
      ...control,
      png: () => {
        const own = Uint8Array.from(sound);
        viewOf(own).setUint32(0, control.width);
        viewOf(own).setUint32(4, control.height);
        return joined([SIGNATURE, chunk('IHDR', own), ...shared, chunk('IDAT', joined(parts)), chunk('IEND')]);
      },
    })),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const sizeOf = (header: Uint8Array): Size => ({
  width: viewOf(header).getUint32(0),
  height: viewOf(header).getUint32(4),
});

const isWhole = (control: Omit<ApngFrame, 'png'>, { width, height }: Size): boolean =>
  control.left === 0 && control.top === 0 && control.width === width && control.height === height;

function frameControl(data: Uint8Array, size: Size): Omit<ApngFrame, 'png'> {
  if (data.length !== FRAME_CONTROL_BYTES) throw new ContentFault('a frame is not sound');
  const view = viewOf(data);
  const [width, height, left, top] = [view.getUint32(4), view.getUint32(8), view.getUint32(12), view.getUint32(16)];
  const disposal = DISPOSALS[view.getUint8(24)];
  const isInside = width > 0 && height > 0 && left + width <= size.width && top + height <= size.height;
  if (!isInside || disposal === undefined || view.getUint8(25) > 1) throw new ContentFault('a frame is not sound');
  return {
    left,
    top,
    width,
    height,
    delayMs: Math.round((1000 * view.getUint16(20)) / (view.getUint16(22) || DEFAULT_DENOMINATOR)),
    disposal,
    isBlended: view.getUint8(25) === 1,
  };
}

/** A frame to be written: a PNG file without palette, all of one colour type, whose place replaces what is there. */
export interface ApngPicture extends Size {
  readonly left: number;
  readonly top: number;
  readonly delayMs: number;
  readonly png: Uint8Array;
}

/** Longest delay that the fields hold in milliseconds. */
const MAX_DELAY_MS = 65_535;

/** Puts frames into one animated PNG; the first fills the picture. `loop`: times that it plays, 0 is forever. */
export function writeApng(frames: readonly ApngPicture[], loop: number): Uint8Array {
  const parts: Uint8Array[] = [SIGNATURE];
  let sequence = 0;
  for (const [i, { png, left, top, width, height, delayMs }] of frames.entries()) {
    const own = [...chunksOf(png)];
    if (i === 0) {
      for (const { type, data } of own) if (type === 'IHDR') parts.push(chunk(type, data));
      parts.push(chunk('acTL', fields([frames.length, loop])));
    }
    const control = new Uint8Array(FRAME_CONTROL_BYTES);
    control.set(fields([sequence++, width, height, left, top]));
    viewOf(control).setUint16(20, Math.min(MAX_DELAY_MS, Math.round(delayMs)));
    viewOf(control).setUint16(22, 1000);
    parts.push(chunk('fcTL', control));
    for (const { type, data } of own) {
      if (type !== 'IDAT') continue;
      parts.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', joined([fields([sequence++]), data])));
    }
  }
  return joined([...parts, chunk('IEND')]);
}

function fields(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  for (const [i, value] of values.entries()) viewOf(bytes).setUint32(4 * i, value);
  return bytes;
}

function chunk(type: string, data: Uint8Array = new Uint8Array(0)): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = viewOf(bytes);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
