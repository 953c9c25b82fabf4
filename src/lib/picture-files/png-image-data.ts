/** The compressed samples of a PNG file and what is needed to read them elsewhere. */
export interface PngImageData {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Samples a pixel: 1 for grey and for an index, 3 for colours. */
  readonly samples: number;
  /** Red, green and blue of each colour, where pixels are indices. */
  readonly palette: Uint8Array | undefined;
  /** A zlib stream of rows with a filter byte each (PNG, third edition, 9): what FlateDecode with predictor 15 reads. */
  readonly compressed: Uint8Array;
}

const GREY = 0;
const COLOUR = 2;
const INDEXED = 3;

/**
 * Takes the samples out of a PNG file as they are. `undefined` where they cannot stand alone: interlaced, with transparency,
 * or damaged in its chunks.
 */
export function pngImageData(bytes: Uint8Array): PngImageData | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [bits = 0, type = 0, , , interlace] = file.subarray(24, 29);
  if (interlace !== 0 || ![GREY, COLOUR, INDEXED].includes(type)) return undefined;
  let palette: Uint8Array | undefined;
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (data.length < length || name === 'tRNS') return undefined;
    if (name === 'PLTE' && type === INDEXED) palette = data;
    if (name === 'IDAT') parts.push(data);
    if (name === 'IEND') break;
    at += 12 + length;
  }
  if (parts.length === 0 || (type === INDEXED && (palette === undefined || palette.length % 3 !== 0))) return undefined;
  return { width, height, bits, samples: type === COLOUR ? 3 : 1, palette, compressed: Buffer.concat(parts) };
}
