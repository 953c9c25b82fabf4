import type { TiffEntry } from '../tiff.js';
import { asText, type Fields, fields, OFF_ON, type Words } from './fields.js';

const WHITE_BALANCES: Words = {
  0: 'Auto',
  1: 'Color Temperature/Color Filter',
  16: 'Daylight',
  32: 'Cloudy',
  48: 'Shade',
  64: 'Tungsten',
  80: 'Flash',
  96: 'Fluorescent',
  112: 'Custom',
  128: 'Underwater',
};
const QUALITIES: Words = {
  0: 'RAW',
  1: 'Super Fine',
  2: 'Fine',
  3: 'Standard',
  4: 'Economy',
  5: 'Extra Fine',
  6: 'RAW + JPEG/HEIF',
  7: 'Compressed RAW',
  8: 'Compressed RAW + JPEG',
  9: 'Light',
};
const OPTIMIZERS: Words = {
  ...{ 0: 'Off', 1: 'Standard', 2: 'Advanced Auto', 3: 'Auto', 8: 'Advanced Lv1', 9: 'Advanced Lv2' },
  ...{ 10: 'Advanced Lv3', 11: 'Advanced Lv4', 12: 'Advanced Lv5', 16: 'Lv1', 17: 'Lv2', 18: 'Lv3', 19: 'Lv4' },
  20: 'Lv5',
};
const RELEASES: Words = {
  0: 'Normal',
  2: 'Continuous',
  5: 'Exposure Bracketing',
  6: 'White Balance Bracketing',
  8: 'DRO Bracketing',
};

/** Places count from the head of the EXIF. What is enciphered in newer cameras is not read. */
export const SONY: Fields = fields([
  [0x0102, { name: 'Quality', words: QUALITIES }],
  [0x0115, { name: 'WhiteBalance', words: WHITE_BALANCES }],
  [0x2009, { name: 'HighISONoiseReduction', words: { 0: 'Off', 1: 'Low', 2: 'Normal', 3: 'High', 256: 'Auto' } }],
  [
    0x201b,
    {
      name: 'FocusMode',
      words: { 0: 'Manual', 2: 'AF-S', 3: 'AF-C', 4: 'AF-A', 6: 'DMF', 7: 'AF-D' },
    },
  ],
  [0xb020, { name: 'CreativeStyle', from: creativeStyle }],
  [0xb021, { name: 'ColorTemperature', show: ([kelvin = 0]) => temperature(kelvin) }],
  [0xb025, { name: 'DynamicRangeOptimizer', words: OPTIMIZERS }],
  [0xb026, { name: 'ImageStabilization', words: OFF_ON }],
  [0xb040, { name: 'Macro', words: { 0: 'Off', 1: 'On', 2: 'Close Focus' } }],
  [0xb042, { name: 'FocusMode', words: { 1: 'AF-S', 2: 'AF-C', 4: 'Permanent-AF' } }],
  [0xb049, { name: 'ReleaseMode', words: RELEASES }],
  [0xb04e, { name: 'FocusMode', words: { 0: 'Manual', 2: 'AF-S', 3: 'AF-C', 5: 'Semi-manual', 6: 'DMF' } }],
]);

const temperature = (kelvin: number): string | number | undefined =>
  kelvin === 0 ? 'Auto' : kelvin === 0xffffffff ? undefined : kelvin;

/** Names that are run together. */
const STYLES: ReadonlyMap<string, string> = new Map([
  ['AdobeRGB', 'Adobe RGB'],
  ['Autumnleaves', 'Autumn Leaves'],
  ['BW', 'B&W'],
  ['Nightview', 'Night View/Portrait'],
  ['VV2', 'Vivid 2'],
]);

function creativeStyle(entry: TiffEntry): string | undefined {
  const text = asText(entry);
  return text === undefined ? undefined : (STYLES.get(text) ?? text);
}
