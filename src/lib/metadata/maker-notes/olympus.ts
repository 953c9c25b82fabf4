import { type Fields, fields, first, type Words } from './fields.js';

const WHITE_BALANCES: Words = {
  0: 'Auto',
  1: 'Auto (Keep Warm Color Off)',
  16: '7500K (Fine Weather with Shade)',
  17: '6000K (Cloudy)',
  18: '5300K (Fine Weather)',
  20: '3000K (Tungsten light)',
  21: '3600K (Tungsten light-like)',
  22: 'Auto Setup',
  23: '5500K (Flash)',
  33: '6600K (Daylight fluorescent)',
  34: '4500K (Neutral white fluorescent)',
  35: '4000K (Cool white fluorescent)',
  36: 'White Fluorescent',
  48: '3600K (Tungsten light-like)',
  67: 'Underwater',
  256: 'One Touch WB 1',
  257: 'One Touch WB 2',
  258: 'One Touch WB 3',
  259: 'One Touch WB 4',
  512: 'Custom WB 1',
  513: 'Custom WB 2',
  514: 'Custom WB 3',
  515: 'Custom WB 4',
};
const FOCUS_MODES: Words = {
  ...{ 0: 'Single AF', 1: 'Sequential shooting AF', 2: 'Continuous AF', 3: 'Multi AF', 4: 'Face Detect', 10: 'MF' },
};
const PICTURE_MODES: Words = {
  1: 'Vivid',
  2: 'Natural',
  3: 'Muted',
  4: 'Portrait',
  5: 'i-Enhance',
  6: 'e-Portrait',
  7: 'Color Creator',
  9: 'Color Profile 1',
  10: 'Color Profile 2',
  11: 'Color Profile 3',
  12: 'Monochrome Profile 1',
  13: 'Monochrome Profile 2',
  14: 'Monochrome Profile 3',
  256: 'Monotone',
  512: 'Sepia',
};
const EXPOSURE_MODES: Words = {
  1: 'Manual',
  2: 'Program',
  3: 'Aperture-priority AE',
  4: 'Shutter speed priority AE',
  5: 'Program-shift',
};

/** Places count from the start of the note, in older ones from the head of the EXIF. */
export const OLYMPUS: Fields = fields([
  [0x0202, { name: 'Macro', words: { 0: 'Off', 1: 'On', 2: 'Super Macro' } }],
  [0x0203, { name: 'BWMode', words: { 0: 'Off', 1: 'On', 6: '(none)' } }],
]);

export const OLYMPUS_EQUIPMENT: Fields = fields([
  [0x0101, { name: 'SerialNumber' }],
  [0x0102, { name: 'InternalSerialNumber' }],
  [0x0104, { name: 'BodyFirmwareVersion', show: firmware }],
  [0x0202, { name: 'LensSerialNumber' }],
  [0x0203, { name: 'LensModel' }],
  [0x0204, { name: 'LensFirmwareVersion', show: firmware }],
]);

export const OLYMPUS_SETTINGS: Fields = fields([
  [0x0200, { name: 'ExposureMode', words: EXPOSURE_MODES }],
  [0x0300, { name: 'MacroMode', words: { 0: 'Off', 1: 'On', 2: 'Super Macro' } }],
  [0x0301, first('FocusMode', FOCUS_MODES)],
  [0x0500, { name: 'WhiteBalance2', words: WHITE_BALANCES }],
  [0x0501, { name: 'WhiteBalanceTemperature', show: ([kelvin = 0]) => (kelvin === 0 ? 'Auto' : kelvin) }],
  [0x0520, first('PictureMode', PICTURE_MODES)],
  [0x0603, { name: 'ImageQuality2', words: { 1: 'SQ', 2: 'HQ', 3: 'SHQ', 4: 'RAW', 5: 'SQ (5)' } }],
  [
    0x0604,
    {
      name: 'ImageStabilization',
      words: { 0: 'Off', 1: 'On, Mode 1', 2: 'On, Mode 2', 3: 'On, Mode 3', 4: 'On, Mode 4' },
    },
  ],
]);

/** Stored as a number whose hexadecimal digits are the version: 0x1003 is 1.003. */
function firmware([version = 0]: readonly number[]): string | undefined {
  if (version === 0) return undefined;
  const digits = version.toString(16).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
