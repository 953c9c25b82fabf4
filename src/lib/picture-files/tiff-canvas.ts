/** Pixels inside a TIFF file: what is written to `pixels` is in `file`, with no copy. */
export interface TiffCanvas {
  readonly pixels: Uint8Array | Uint16Array;
  readonly file: Uint8Array;
}

export interface TiffSettings {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly bits: 8 | 16;
  /** An ICC profile. */
  readonly profile?: Uint8Array | undefined;
  /** Dots per inch. */
  readonly density?: number | undefined;
}

const HEADER_BYTES = 8;
const [SHORT, LONG, RATIONAL, UNDEFINED] = [3, 4, 5, 7];
const ICC_PROFILE = 34_675;

/**
 * An uncompressed TIFF in one strip (TIFF 6.0; tag 34675 is ICC.1:2022 B.2), all black. It is how pixels reach an encoder
 * together with a colour profile. The bytes are shared memory, so threads can write the pixels.
 */
export function tiffCanvas({ width, height, channels, bits, profile, density }: TiffSettings): TiffCanvas {
  const samples = width * height * channels;
  const pixelBytes = (samples * bits) / 8;
  const directory = 2 * Math.ceil((HEADER_BYTES + pixelBytes) / 2);
  const tags: [tag: number, type: number, values: readonly number[] | Uint8Array][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array.from({ length: channels }, () => bits)],
    [259, SHORT, [1]],
    [262, SHORT, [channels >= 3 ? 2 : 1]],
    [273, LONG, [HEADER_BYTES]],
    [277, SHORT, [channels]],
    [278, LONG, [height]],
    [279, LONG, [pixelBytes]],
    ...(density === undefined ? [] : ([282, 283] as const).map((tag) => resolution(tag, density))),
    [284, SHORT, [1]],
    ...(density === undefined ? [] : [shorts(296, [2])]),
    // 2: alpha that the colours are not multiplied by.
    ...(channels % 2 === 0 ? [shorts(338, [2])] : []),
    ...(profile === undefined ? [] : [[ICC_PROFILE, UNDEFINED, profile] as [number, number, Uint8Array]]),
  ];
  const valueBytes = tags.reduce((sum, [, type, values]) => sum + 2 * Math.ceil((values.length * sizeOf(type)) / 2), 0);
  const file = new Uint8Array(new SharedArrayBuffer(directory + 6 + 12 * tags.length + valueBytes));
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, directory, true);
  view.setUint16(directory, tags.length, true);
  let free = directory + 6 + 12 * tags.length;
  for (const [i, [tag, type, values]] of tags.entries()) {
    const entry = directory + 2 + 12 * i;
    const bytes = encoded(type, values);
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, type === RATIONAL ? values.length / 2 : values.length, true);
    if (bytes.length <= 4) {
      file.set(bytes, entry + 8);
      continue;
    }
    view.setUint32(entry + 8, free, true);
    file.set(bytes, free);
    free += 2 * Math.ceil(bytes.length / 2);
  }
  const pixels =
    bits === 16
      ? new Uint16Array(file.buffer, HEADER_BYTES, samples)
      : new Uint8Array(file.buffer, HEADER_BYTES, samples);
  return { pixels, file };
}

const shorts = (tag: number, values: readonly number[]): [number, number, readonly number[]] => [tag, SHORT, values];

const resolution = (tag: number, density: number): [number, number, readonly number[]] => [
  tag,
  RATIONAL,
  [Math.round(density * 100), 100],
];

/** Bytes of one number of a type; a rational is two numbers. */
const sizeOf = (type: number): number => (type === UNDEFINED ? 1 : type === SHORT ? 2 : 4);

function encoded(type: number, values: readonly number[] | Uint8Array): Uint8Array {
  if (values instanceof Uint8Array) return values;
  const bytes = new Uint8Array(values.length * sizeOf(type));
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) {
    if (type === SHORT) view.setUint16(2 * i, value, true);
    else view.setUint32(4 * i, value, true);
  }
  return bytes;
}
