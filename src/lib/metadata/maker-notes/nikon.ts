import { latin1 } from '../../bytes/latin1.js';
import type { Tiff, TiffEntry } from '../tiff.js';
import { type Fields, fields, printable, type Words } from './fields.js';

const FLASH_MODES: Words = {
  0: 'Did Not Fire',
  1: 'Fired, Manual',
  3: 'Not Ready',
  7: 'Fired, External',
  8: 'Fired, Commander Mode',
  9: 'Fired, TTL Mode',
  18: 'LED Light',
};

const D_LIGHTING: Words = {
  0: 'Off',
  1: 'Low',
  3: 'Normal',
  5: 'High',
  7: 'Extra High',
  8: 'Extra High 1',
  9: 'Extra High 2',
  10: 'Extra High 3',
  11: 'Extra High 4',
  65535: 'Auto',
};

/** A directory behind a TIFF head of its own, or without any. */
export const NIKON: Fields = fields([
  [0x0002, { name: 'ISO', at: 1, show: ([iso = 0]) => (iso === 0 ? undefined : iso) }],
  [0x0003, { name: 'ColorMode' }],
  [0x0004, { name: 'Quality' }],
  [0x0005, { name: 'WhiteBalance' }],
  [0x0006, { name: 'Sharpness' }],
  [0x0007, { name: 'FocusMode' }],
  [0x0008, { name: 'FlashSetting' }],
  [0x0009, { name: 'FlashType' }],
  [0x001d, { name: 'SerialNumber' }],
  [0x001e, { name: 'ColorSpace', words: { 1: 'sRGB', 2: 'Adobe RGB' } }],
  [0x001f, { name: 'VibrationReduction', at: 4, words: { 1: 'On', 2: 'Off' } }],
  [0x0022, { name: 'ActiveD-Lighting', words: D_LIGHTING }],
  [0x0023, { name: 'PictureControlName', from: pictureControl }],
  [0x0084, { name: 'Lens', show: lensOf }],
  [0x0087, { name: 'FlashMode', words: FLASH_MODES }],
  [0x0089, { name: 'ShootingMode', show: shootingMode }],
  [0x0095, { name: 'NoiseReduction' }],
  [0x008f, { name: 'SceneMode' }],
  [0x009c, { name: 'SceneAssist' }],
  [0x00a0, { name: 'SerialNumber' }],
  [0x00a7, { name: 'ShutterCount', show: ([count = 0]) => (count === 4_294_965_247 ? undefined : count) }],
  [0x00a9, { name: 'ImageOptimization' }],
  [0x00aa, { name: 'Saturation' }],
  [0x00ab, { name: 'VariProgram' }],
  [0x00ac, { name: 'ImageStabilization' }],
]);

/** Of the first Coolpix cameras: the same numbers mean something else. */
export const NIKON_OLD: Fields = fields([
  [
    0x0003,
    {
      name: 'Quality',
      words: {
        ...{ 1: 'VGA Basic', 2: 'VGA Normal', 3: 'VGA Fine', 4: 'SXGA Basic', 5: 'SXGA Normal', 6: 'SXGA Fine' },
      },
    },
  ],
  [0x0004, { name: 'ColorMode', words: { 1: 'Color', 2: 'Monochrome' } }],
  [
    0x0007,
    {
      name: 'WhiteBalance',
      words: {
        ...{ 0: 'Auto', 1: 'Preset', 2: 'Daylight', 3: 'Incandescent', 4: 'Fluorescent', 5: 'Cloudy', 6: 'Speedlight' },
      },
    },
  ],
]);

/** Versions 1 and 2 have their name 4 bytes behind the start, version 3 has it 8 bytes behind. */
function pictureControl({ value }: TiffEntry, _: Tiff): string | undefined {
  const version = latin1(value, 0, 2);
  const start = version === '01' || version === '02' ? 4 : version === '03' ? 8 : -1;
  if (start < 0) return undefined;
  return printable(latin1(value, start, start + 20).replace(/\0[\s\S]*$/, ''));
}

/** Shortest and longest focal length, and the greatest apertures at both. */
function lensOf([short = 0, long = 0, wide = 0, narrow = 0]: readonly number[]): string | undefined {
  if (short === 0 || wide === 0) return undefined;
  const range = (a: number, b: number): string => (a === b ? `${a}` : `${a}-${b}`);
  return `${range(short, long)}mm f/${range(wide, narrow)}`;
}

/** One bit each, ExifTool's names. */
const SHOOTING_BITS = ['Continuous', 'Delay', 'PC Control', 'Self-timer', 'Exposure Bracketing'];

function shootingMode([bits = 0]: readonly number[]): string | undefined {
  // Continuous or not; further bits differ by model.
  const names = SHOOTING_BITS.filter((_, bit) => (bits & (1 << bit)) !== 0);
  const isSingle = (bits & 0x87) === 0;
  return bits >= 1 << SHOOTING_BITS.length ? undefined : [...(isSingle ? ['Single-Frame'] : []), ...names].join(', ');
}
