import type { ExifValue } from '../exif-values.js';
import type { Tiff, TiffEntry } from '../tiff.js';
import { type Field, type Fields, fields, type Words } from './fields.js';

const FOCUS_MODES: Words = {
  0: 'One-shot AF',
  1: 'AI Servo AF',
  2: 'AI Focus AF',
  3: 'Manual Focus (3)',
  4: 'Single',
  5: 'Continuous',
  6: 'Manual Focus (6)',
  16: 'Pan Focus',
  256: 'AF + MF',
  257: 'Live View',
  512: 'Movie Snap Focus',
  519: 'Movie Servo AF',
};
const QUALITIES: Words = {
  ...{ 1: 'Economy', 2: 'Normal', 3: 'Fine', 4: 'RAW', 5: 'Superfine', 7: 'CRAW' },
  ...{ 130: 'Light (RAW)', 131: 'Standard (RAW)' },
};
const DRIVES: Words = {
  0: 'Single',
  1: 'Continuous',
  2: 'Movie',
  3: 'Continuous, Speed Priority',
  4: 'Continuous, Low',
  5: 'Continuous, High',
  6: 'Silent Single',
  8: 'Continuous, High+',
  9: 'Single, Silent',
  10: 'Continuous, Silent',
};
const EXPOSURE_MODES: Words = {
  0: 'Easy',
  1: 'Program AE',
  2: 'Shutter speed priority AE',
  3: 'Aperture-priority AE',
  4: 'Manual',
  5: 'Depth-of-field AE',
  6: 'M-Dep',
  7: 'Bulb',
  8: 'Flexible-priority AE',
};
const METERING: Words = {
  0: 'Default',
  1: 'Spot',
  2: 'Average',
  3: 'Evaluative',
  4: 'Partial',
  5: 'Center-weighted average',
};
const STABILIZATION: Words = {
  ...{ 0: 'Off', 1: 'On', 2: 'Shoot Only', 3: 'Panning', 4: 'Dynamic' },
  ...{ 256: 'Off (2)', 257: 'On (2)', 258: 'Shoot Only (2)', 259: 'Panning (2)', 260: 'Dynamic (2)' },
};
const WHITE_BALANCES: Words = {
  0: 'Auto',
  1: 'Daylight',
  2: 'Cloudy',
  3: 'Tungsten',
  4: 'Fluorescent',
  5: 'Flash',
  6: 'Custom',
  7: 'Black & White',
  8: 'Shade',
  9: 'Manual Temperature (Kelvin)',
  10: 'PC Set1',
  11: 'PC Set2',
  12: 'PC Set3',
  14: 'Daylight Fluorescent',
  15: 'Custom 1',
  16: 'Custom 2',
  17: 'Underwater',
  18: 'Custom 3',
  19: 'Custom 4',
  20: 'PC Set4',
  21: 'PC Set5',
  23: 'Auto (ambience priority)',
};
const PICTURE_STYLES: Words = {
  ...{ 0: 'None', 1: 'Standard', 2: 'Portrait', 3: 'High Saturation', 4: 'Adobe RGB', 5: 'Low Saturation' },
  ...{ 6: 'CM Set 1', 7: 'CM Set 2', 33: 'User Def. 1', 34: 'User Def. 2', 35: 'User Def. 3' },
  ...{ 65: 'PC 1', 66: 'PC 2', 67: 'PC 3', 129: 'Standard', 130: 'Portrait', 131: 'Landscape' },
  ...{ 132: 'Neutral', 133: 'Faithful', 134: 'Monochrome', 135: 'Auto', 136: 'Fine Detail' },
};

const CAMERA_SETTINGS: readonly Field[] = [
  { name: 'MacroMode', at: 1, words: { 1: 'Macro', 2: 'Normal' } },
  { name: 'Quality', at: 3, words: QUALITIES },
  { name: 'ContinuousDrive', at: 5, words: DRIVES },
  { name: 'FocusMode', at: 7, words: FOCUS_MODES },
  { name: 'MeteringMode', at: 17, words: METERING },
  { name: 'CanonExposureMode', at: 20, words: EXPOSURE_MODES },
  { name: 'Lens', from: lensOf },
  { name: 'ImageStabilization', at: 34, words: STABILIZATION },
];

/** A directory without a head; places count from the head of the EXIF. */
export const CANON: Fields = fields([
  [0x0001, CAMERA_SETTINGS],
  [0x0004, { name: 'WhiteBalance', at: 7, words: WHITE_BALANCES }],
  [0x0006, { name: 'CanonImageType' }],
  [0x0007, { name: 'CanonFirmwareVersion' }],
  [0x0008, { name: 'FileNumber', show: ([number = 0]) => fileNumber(number) }],
  [0x0009, { name: 'OwnerName' }],
  // Zero where the camera does not tell it.
  [0x000c, { name: 'SerialNumber', show: ([number = 0]) => (number === 0 ? undefined : number) }],
  [0x0095, { name: 'LensModel' }],
  [0x0096, { name: 'InternalSerialNumber' }],
  [
    0x00a0,
    [
      { name: 'ColorTemperature', at: 9 },
      { name: 'PictureStyle', at: 10, words: PICTURE_STYLES },
    ],
  ],
]);

/** What some models store otherwise than the rest. */
export function correctCanon(values: Map<string, ExifValue>, model: string): void {
  // Something else is at its place there.
  if (/EOS 5D$/.test(model)) values.delete('InternalSerialNumber');
  const serial = values.get('SerialNumber');
  // Four hexadecimal digits and five decimal ones.
  if (/EOS D30$/.test(model) && typeof serial === 'number')
    values.set(
      'SerialNumber',
      `${(serial >>> 16).toString(16).padStart(4, '0')}${String(serial & 0xffff).padStart(5, '0')}`,
    );
}

/** Longest and shortest focal length and their unit, from place 23 on. */
function lensOf(entry: TiffEntry, tiff: Tiff): string | undefined {
  const [long = 0, short = 0, units = 0] = tiff.numbers(entry).slice(23, 26);
  if (short === 0 || units === 0) return undefined;
  const [from, to] = [Math.round(short / units), Math.round(long / units)];
  return from === to ? `${from}mm` : `${from}-${to}mm`;
}

/** Folder and file, as Canon's names have them: 1181861 is file 1861 of folder 118. */
const fileNumber = (number: number): string | undefined =>
  number === 0 ? undefined : `${Math.floor(number / 10_000)}-${String(number % 10_000).padStart(4, '0')}`;
