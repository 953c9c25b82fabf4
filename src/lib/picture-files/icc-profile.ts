/** A colour space by the codes of ITU-T H.273 (also ISO/IEC 23091-2), as `nclx` boxes have them. */
export interface ColourCodes {
  readonly primaries: number;
  readonly transfer: number;
}

type Chromaticity = readonly [x: number, y: number];
type Matrix = readonly (readonly [number, number, number])[];

interface Primaries {
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
  readonly white: Chromaticity;
}

const D65: Chromaticity = [0.3127, 0.329];

/** H.273 table 2. Codes left out (unspecified, reserved, XYZ, film) are read as BT.709, as other decoders do. */
const BT709: Primaries = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 };
const SMPTE_C: Primaries = { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: D65 };
const PRIMARIES: ReadonlyMap<number, Primaries> = new Map([
  [4, { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: [0.31, 0.316] }],
  [5, { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: D65 }],
  [6, SMPTE_C],
  [7, SMPTE_C],
  [9, { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: D65 }],
  [11, { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] }],
  [12, { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 }],
  [22, { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: D65 }],
]);

/** H.273 table 3, the pure powers. Every other curve of standard range is read as that of sRGB, as viewers of pictures do. */
const GAMMAS: ReadonlyMap<number, number> = new Map([
  [4, 2.2],
  [5, 2.8],
  [8, 1],
  [17, 2.6],
]);

/** H.273: perceptual quantisation and hybrid log-gamma. */
export const TRANSFER_PQ = 16;
export const TRANSFER_HLG = 18;

/** IEC 61966-2-1 as ICC parametric curve type 3: g, a, b, c, d. */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;

/** The white of the profile connection space, ICC.1:2022 7.2.16. */
const D50 = [0.9642, 1, 0.8249] as const;

/** Bradford cone responses, ICC.1:2022 annex E. */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * An ICC profile (version 4, matrix and curve) for a colour space of standard range; the same codes give the same bytes.
 * `undefined` for sRGB, which needs none.
 */
export function profileFromCodes({ primaries, transfer }: ColourCodes): Uint8Array | undefined {
  const space = PRIMARIES.get(primaries);
  const gamma = GAMMAS.get(transfer);
  if (space === undefined && gamma === undefined) return undefined;
  const toXyz = rgbToXyz(space ?? BT709);
  const adaptation = adaptationToD50((space ?? BT709).white);
  const columns = transpose(multiply(adaptation, toXyz));
  const curve = gamma === undefined ? parametricCurve(3, SRGB_CURVE) : parametricCurve(0, [gamma]);
  const name = textTag(`RGB, H.273 ${primaries}/${transfer}`);
  return assemble([
    ['desc', name],
    ['cprt', textTag('No copyright')],
    ['wtpt', xyzTag(D50)],
    ['chad', fixedArrayTag(adaptation.flat())],
    ...(['rXYZ', 'gXYZ', 'bXYZ'] as const).map((tag, i) => [tag, xyzTag(columns[i] ?? D50)] as const),
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((tag) => [tag, curve] as const),
  ]);
}

/** Linear RGB to CIE XYZ with Y = 1 for white. */
function rgbToXyz({ red, green, blue, white }: Primaries): Matrix {
  const unscaled = transpose([red, green, blue].map(xyzOf));
  const scale = apply(inverse(unscaled), xyzOf(white));
  return unscaled.map(([r, g, b]) => [r * scale[0], g * scale[1], b * scale[2]]);
}

/** Linear BT.2020 (or the primaries given) to linear BT.709. */
export const toBt709 = (primaries: number): Matrix =>
  multiply(inverse(rgbToXyz(BT709)), rgbToXyz(PRIMARIES.get(primaries) ?? BT709));

function adaptationToD50(white: Chromaticity): Matrix {
  const from = apply(BRADFORD, xyzOf(white));
  const to = apply(BRADFORD, D50);
  const scale: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ];
  return multiply(inverse(BRADFORD), multiply(scale, BRADFORD));
}

const xyzOf = ([x, y]: Chromaticity): [number, number, number] => [x / y, 1, (1 - x - y) / y];

const at = (matrix: Matrix, row: number, column: number): number => matrix[row]?.[column] ?? 0;

const apply = (matrix: Matrix, [x, y, z]: readonly [number, number, number]): [number, number, number] => {
  const row = (i: number): number => at(matrix, i, 0) * x + at(matrix, i, 1) * y + at(matrix, i, 2) * z;
  return [row(0), row(1), row(2)];
};

const transpose = (matrix: Matrix): Matrix =>
  [0, 1, 2].map((i) => [at(matrix, 0, i), at(matrix, 1, i), at(matrix, 2, i)]);

const multiply = (a: Matrix, b: Matrix): Matrix => transpose(transpose(b).map((column) => apply(a, column)));

function inverse(matrix: Matrix): Matrix {
  const minor = (row: number, column: number): number => {
    const [r1, r2] = [(row + 1) % 3, (row + 2) % 3];
    const [c1, c2] = [(column + 1) % 3, (column + 2) % 3];
    return at(matrix, r1, c1) * at(matrix, r2, c2) - at(matrix, r1, c2) * at(matrix, r2, c1);
  };
  const determinant = at(matrix, 0, 0) * minor(0, 0) + at(matrix, 0, 1) * minor(0, 1) + at(matrix, 0, 2) * minor(0, 2);
  return [0, 1, 2].map((i) => [minor(0, i) / determinant, minor(1, i) / determinant, minor(2, i) / determinant]);
}

/** ICC.1:2022 10.30, with s15Fixed16 numbers (4.6). */
function fixedArrayTag(values: readonly number[], type = 'sf32'): Uint8Array {
  const bytes = new Uint8Array(8 + 4 * values.length);
  writeText(bytes, 0, type);
  for (const [i, value] of values.entries()) new DataView(bytes.buffer).setInt32(8 + 4 * i, Math.round(value * 65536));
  return bytes;
}

/** ICC.1:2022 10.31. */
const xyzTag = (values: readonly number[]): Uint8Array => fixedArrayTag(values, 'XYZ ');

/** ICC.1:2022 10.18. */
function parametricCurve(kind: number, parameters: readonly number[]): Uint8Array {
  const bytes = fixedArrayTag([0, ...parameters], 'para');
  new DataView(bytes.buffer).setUint16(8, kind);
  return bytes;
}

/** A text in one language, ICC.1:2022 10.15. */
function textTag(text: string): Uint8Array {
  const bytes = new Uint8Array(28 + 2 * text.length);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, 'mluc');
  view.setUint32(8, 1);
  view.setUint32(12, 12);
  writeText(bytes, 16, 'enUS');
  view.setUint32(20, 2 * text.length);
  view.setUint32(24, 28);
  for (let i = 0; i < text.length; i++) view.setUint16(28 + 2 * i, text.charCodeAt(i));
  return bytes;
}

const HEADER_BYTES = 128;

/** Header and tag table, ICC.1:2022 7.2 and 7.3. Equal tags share their data. */
function assemble(tags: readonly (readonly [name: string, data: Uint8Array])[]): Uint8Array {
  const offsets = new Map<Uint8Array, number>();
  let size = HEADER_BYTES + 4 + 12 * tags.length;
  for (const [, data] of tags) {
    if (offsets.has(data)) continue;
    offsets.set(data, size);
    size += Math.ceil(data.length / 4) * 4;
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, size);
  view.setUint32(8, 0x04200000);
  writeText(bytes, 12, 'mntrRGB XYZ ');
  // A fixed date, so that the same codes give the same bytes: 2000-01-01.
  for (const [i, part] of [2000, 1, 1, 0, 0, 0].entries()) view.setUint16(24 + 2 * i, part);
  writeText(bytes, 36, 'acsp');
  for (const [i, value] of D50.entries()) view.setInt32(68 + 4 * i, Math.round(value * 65536));
  view.setUint32(HEADER_BYTES, tags.length);
  for (const [i, [name, data]] of tags.entries()) {
    const entry = HEADER_BYTES + 4 + 12 * i;
    const offset = offsets.get(data) ?? 0;
    writeText(bytes, entry, name);
    view.setUint32(entry + 4, offset);
    view.setUint32(entry + 8, data.length);
    bytes.set(data, offset);
  }
  return bytes;
}

function writeText(bytes: Uint8Array, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[offset + i] = text.charCodeAt(i);
}

/** The data colour space of an ICC profile: `RGB `, `GRAY`, `CMYK` …; `undefined` when it is not a profile (ICC.1:2022 7.2). */
export function profileSpace(profile: Uint8Array): string | undefined {
  if (profile.length < HEADER_BYTES + 4) return undefined;
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  const text = (offset: number): string => String.fromCharCode(...profile.subarray(offset, offset + 4));
  return text(36) === 'acsp' && view.getUint32(0) <= profile.length ? text(16) : undefined;
}
