import { ContentFault } from '../faults.js';

/** The largest image of an icon: a file of its own, or pixels. */
export type IcnsImage =
  | { readonly kind: 'png'; readonly bytes: Uint8Array }
  | { readonly kind: 'jp2'; readonly bytes: Uint8Array }
  | { readonly kind: 'pixels'; readonly side: number; readonly rgba: Uint8Array };

/** Sides in pixels of the types whose data is a PNG or JPEG 2000 file. */
const FILE_SIDES: Readonly<Record<string, number>> = {
  ...{ icp4: 16, icp5: 32, icp6: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 },
  ...{ ic04: 16, ic05: 32, ic11: 32, ic12: 64, ic13: 256, ic14: 512 },
  ...{ icsb: 18, icsB: 36, sb24: 24, SB24: 48 },
};

/** Sides of the types of 24-bit pixels, and the type that has their transparency. */
const PIXEL_TYPES: Readonly<Record<string, { readonly side: number; readonly mask: string }>> = {
  is32: { side: 16, mask: 's8mk' },
  il32: { side: 32, mask: 'l8mk' },
  ih32: { side: 48, mask: 'h8mk' },
  it32: { side: 128, mask: 't8mk' },
};

const HEADER_BYTES = 8;
const PNG = [0x89, 0x50, 0x4e, 0x47];
const beginsWith = (data: Uint8Array, bytes: readonly number[]): boolean => bytes.every((byte, i) => data[i] === byte);
/** The boxes of JPEG 2000, or its code stream alone. */
const isJpeg2000 = (data: Uint8Array): boolean =>
  beginsWith(data, [0, 0, 0, 12, 0x6a, 0x50]) || beginsWith(data, [0xff, 0x4f, 0xff, 0x51]);

/** The elements of the file by type; the first of each. Throws ContentFault where one is cut short. */
function elementsOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length < HEADER_BYTES ? 0 : view.getUint32(4);
  if (end < HEADER_BYTES || end > bytes.length) throw new ContentFault('the file is cut short');
  const elements = new Map<string, Uint8Array>();
  for (let at = HEADER_BYTES; at < end; ) {
    const length = at + HEADER_BYTES > end ? 0 : view.getUint32(at + 4);
    if (length < HEADER_BYTES || at + length > end) throw new ContentFault('an element is cut short');
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (!elements.has(type)) elements.set(type, bytes.subarray(at + HEADER_BYTES, at + length));
    at += length;
  }
  return elements;
}

/**
 * The largest image of an Apple icon (.icns); `undefined` where it has only images of 256 colours or fewer. Throws ContentFault where
 * it is cut short. Types and packing: Wikipedia, "Apple Icon Image format".
 */
export function largestIcnsImage(bytes: Uint8Array): IcnsImage | undefined {
  const elements = elementsOf(bytes);
  let largest: { readonly side: number; readonly open: () => IcnsImage } | undefined;
  const offer = (side: number, open: () => IcnsImage): void => {
    if (largest === undefined || side > largest.side) largest = { side, open };
  };
  for (const [type, data] of elements) {
    const fileSide = FILE_SIDES[type];
    const pixels = PIXEL_TYPES[type];
    if (fileSide !== undefined && beginsWith(data, PNG)) offer(fileSide, () => ({ kind: 'png', bytes: data }));
    else if (fileSide !== undefined && isJpeg2000(data)) offer(fileSide, () => ({ kind: 'jp2', bytes: data }));
    else if (fileSide !== undefined && beginsWith(data, [0x41, 0x52, 0x47, 0x42])) {
      offer(fileSide, () => ({ kind: 'pixels', side: fileSide, rgba: rgbaOfArgb(data.subarray(4), fileSide) }));
    } else if (pixels !== undefined) {
      const { side, mask } = pixels;
      // Four bytes of nothing come before the pixels of this type.
      const packed = type === 'it32' ? data.subarray(4) : data;
      offer(side, () => ({ kind: 'pixels', side, rgba: rgbaOfMasked(packed, elements.get(mask), side) }));
    }
  }
  return largest?.open();
}

/** Red, green and blue one after another, and transparency by itself; opaque without it. */
function rgbaOfMasked(packed: Uint8Array, mask: Uint8Array | undefined, side: number): Uint8Array {
  const count = side * side;
  const rgba = new Uint8Array(4 * count);
  // As large as it is unpacked: not packed, a byte of nothing before each pixel.
  if (packed.length === 4 * count)
    for (let i = 0; i < count; i += 1) rgba.set(packed.subarray(4 * i + 1, 4 * i + 4), 4 * i);
  else unpackInto(rgba, packed, [0, 1, 2]);
  for (let i = 0; i < count; i += 1) rgba[4 * i + 3] = mask === undefined ? 255 : (mask[i] ?? 0);
  return rgba;
}

function rgbaOfArgb(packed: Uint8Array, side: number): Uint8Array {
  const rgba = new Uint8Array(4 * side * side);
  unpackInto(rgba, packed, [3, 0, 1, 2]);
  return rgba;
}

/** A byte below 128 announces one more bytes as they are, another 125 fewer times the next one. Shortest runs: three. */
const RUN = 128;
const MIN_RUN = 3;
const MAX_RUN = 130;
const MAX_PLAIN = 128;

/** Unpacks channels, each of all pixels, into their places. Throws ContentFault where the data ends before. */
function unpackInto(rgba: Uint8Array, packed: Uint8Array, channels: readonly number[]): void {
  let from = 0;
  for (const channel of channels) {
    for (let to = channel; to < rgba.length; ) {
      const code = packed[from++];
      if (code === undefined) throw new ContentFault('pixels are cut short');
      const isRun = code >= RUN;
      for (let left = isRun ? code - RUN + MIN_RUN : code + 1; left > 0 && to < rgba.length; left -= 1, to += 4) {
        const value = packed[isRun ? from : from++];
        if (value === undefined) throw new ContentFault('pixels are cut short');
        rgba[to] = value;
      }
      if (isRun) from += 1;
    }
  }
}

/** Packs one channel of RGBA pixels. */
function packed(rgba: Uint8Array, channel: number): number[] {
  const values = Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + channel] ?? 0);
  const bytes: number[] = [];
  let plain: number[] = [];
  const flush = (): void => {
    if (plain.length > 0) bytes.push(plain.length - 1, ...plain);
    plain = [];
  };
  for (let at = 0; at < values.length; ) {
    const value = values[at] ?? 0;
    let run = 1;
    while (run < MAX_RUN && values[at + run] === value) run += 1;
    if (run >= MIN_RUN) {
      flush();
      bytes.push(RUN + run - MIN_RUN, value);
      at += run;
      continue;
    }
    plain.push(value);
    if (plain.length === MAX_PLAIN) flush();
    at += 1;
  }
  flush();
  return bytes;
}

/** One size of an icon: RGBA pixels, and the same as a PNG file. */
export interface IcnsSize {
  readonly side: number;
  readonly rgba: Uint8Array;
  readonly png: Uint8Array;
}

/** Sides that {@link icnsFile} has a type for. */
export const ICNS_SIDES = [16, 32, 64, 128, 256, 512, 1024] as const;

/** Types of PNG files by side: for plain screens, and for those of twice as many pixels. */
const WRITTEN_TYPES: Readonly<Record<number, readonly string[]>> = {
  ...{ 32: ['ic11'], 64: ['ic12'], 128: ['ic07'], 256: ['ic13', 'ic08'], 512: ['ic14', 'ic09'], 1024: ['ic10'] },
};

/**
 * An Apple icon of sizes of {@link ICNS_SIDES}: 16 and 32 pixels as packed pixels with transparency, which old systems read too, and all
 * but the smallest as PNG (Mac OS X 10.7 and later).
 */
export function icnsFile(sizes: readonly IcnsSize[]): Uint8Array {
  const elements: (readonly [string, Uint8Array])[] = [];
  for (const { side, rgba, png } of sizes) {
    for (const [type, { side: own, mask }] of Object.entries(PIXEL_TYPES)) {
      if (own !== side || side > 32) continue;
      elements.push([type, Uint8Array.from([0, 1, 2].flatMap((channel) => packed(rgba, channel)))]);
      elements.push([mask, Uint8Array.from({ length: side * side }, (_, i) => rgba[4 * i + 3] ?? 0)]);
    }
    for (const type of WRITTEN_TYPES[side] ?? []) elements.push([type, png]);
  }
  const total = elements.reduce((sum, [, data]) => sum + HEADER_BYTES + data.length, HEADER_BYTES);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  const begin = (at: number, type: string, length: number): void => {
    for (let i = 0; i < 4; i += 1) bytes[at + i] = type.charCodeAt(i);
    view.setUint32(at + 4, length);
  };
  begin(0, 'icns', total);
  let at = HEADER_BYTES;
  for (const [type, data] of elements) {
    begin(at, type, HEADER_BYTES + data.length);
    bytes.set(data, at + HEADER_BYTES);
    at += HEADER_BYTES + data.length;
  }
  return bytes;
}
