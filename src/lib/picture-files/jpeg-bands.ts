/** How many rows a band may have when a picture is encoded in bands of equal height, the last one lower. */
export interface BandLayout {
  /** A multiple of 16, so that no block lies in two bands. */
  readonly rows: number;
  readonly count: number;
}

/** A restart interval is a 16-bit count of blocks of at least 8 × 8 samples (ITU-T T.81, B.2.4.4). */
const MAX_INTERVAL = 65_535;

/** Bands of about `wantedRows` rows, fewer where a picture is very wide. */
export function bandLayout(width: number, height: number, wantedRows: number): BandLayout {
  const blocksAcross = Math.ceil(width / 8);
  const mostRows = Math.max(16, Math.floor(MAX_INTERVAL / blocksAcross / 2) * 16);
  const rows = Math.min(Math.ceil(wantedRows / 16) * 16, mostRows);
  return { rows, count: Math.ceil(height / rows) };
}

/**
 * Joins baseline JPEG files of the bands of a picture, from the top, into one of `height` rows, changing no coefficient: between
 * restart markers each stretch of a JPEG scan stands for itself (T.81, E.1.4). The bands must have been encoded with the same
 * settings and standard Huffman tables, each but the last `rows` high.
 */
export function joinJpegBands(bands: readonly Uint8Array[], height: number, rows: number): Uint8Array {
  const [first] = bands;
  if (first === undefined) throw new Error('no bands');
  if (bands.length === 1) return first;
  const { frame, scan, data } = landmarks(first);
  const header = new Uint8Array(first.subarray(0, scan));
  const view = new DataView(header.buffer);
  view.setUint16(frame + 5, height);
  const interval = blocksOf(view, frame, rows);
  const parts: Uint8Array[] = [
    header,
    Uint8Array.of(0xff, 0xdd, 0, 4, interval >> 8, interval & 255),
    first.subarray(scan, data),
  ];
  for (const [i, band] of bands.entries()) {
    if (i > 0) parts.push(Uint8Array.of(0xff, 0xd0 + ((i - 1) % 8)));
    // Without the marker of the end.
    parts.push(band.subarray(landmarks(band).data, band.length - 2));
  }
  parts.push(Uint8Array.of(0xff, 0xd9));
  return new Uint8Array(Buffer.concat(parts));
}

/** Blocks (MCUs) in `rows` rows, by the sampling factors of the frame header (T.81, B.2.2 and A.2). */
function blocksOf(view: DataView, frame: number, rows: number): number {
  const width = view.getUint16(frame + 7);
  const components = view.getUint8(frame + 9);
  const factors = Array.from({ length: components }, (_, i) => view.getUint8(frame + 11 + 3 * i));
  // A scan of one component has blocks of one unit, whatever its factors.
  const [across, down] =
    components === 1
      ? [1, 1]
      : [Math.max(...factors.map((factor) => factor >> 4)), Math.max(...factors.map((factor) => factor & 15))];
  return Math.ceil(width / (8 * across)) * Math.ceil(rows / (8 * down));
}

/** Offsets of the frame header's and the scan header's marker, and of the coded data behind it. */
function landmarks(jpeg: Uint8Array): { readonly frame: number; readonly scan: number; readonly data: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let frame = 0;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker === 0xffc0) frame = at;
    if (marker === 0xffda) return { frame, scan: at, data: at + 2 + view.getUint16(at + 2) };
    if (at + 4 > jpeg.length) throw new Error('no scan in a band');
  }
}
