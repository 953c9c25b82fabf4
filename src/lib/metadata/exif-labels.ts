import type { ExifTable, ExifValue } from './exif-values.js';

/** What numbers of tags stand for: Exif 3.0, 4.6.5 and 4.6.6; TIFF 6.0. */
const LABELS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  Orientation: {
    1: 'upright',
    2: 'mirrored left to right',
    3: 'turned by 180°',
    4: 'mirrored top to bottom',
    5: 'mirrored, then turned by 270° clockwise',
    6: 'to be turned by 90° clockwise',
    7: 'mirrored, then turned by 90° clockwise',
    8: 'to be turned by 270° clockwise',
  },
  ResolutionUnit: { 1: 'none', 2: 'inch', 3: 'centimetre' },
  FocalPlaneResolutionUnit: { 1: 'none', 2: 'inch', 3: 'centimetre' },
  YCbCrPositioning: { 1: 'centred', 2: 'co-sited' },
  Compression: { 1: 'none', 5: 'LZW', 6: 'JPEG', 7: 'JPEG', 8: 'deflate', 32773: 'PackBits' },
  ExposureProgram: {
    0: 'not defined',
    1: 'manual',
    2: 'normal',
    3: 'aperture priority',
    4: 'shutter priority',
    5: 'creative',
    6: 'action',
    7: 'portrait',
    8: 'landscape',
  },
  MeteringMode: {
    0: 'unknown',
    1: 'average',
    2: 'centre-weighted average',
    3: 'spot',
    4: 'multi-spot',
    5: 'pattern',
    6: 'partial',
    255: 'other',
  },
  LightSource: {
    0: 'unknown',
    1: 'daylight',
    2: 'fluorescent',
    3: 'tungsten',
    4: 'flash',
    9: 'fine weather',
    10: 'cloudy',
    11: 'shade',
  },
  Flash: {
    0: 'did not fire',
    1: 'fired',
    5: 'fired, no return light',
    7: 'fired, return light',
    8: 'on, did not fire',
    9: 'on, fired',
    16: 'off, did not fire',
    24: 'auto, did not fire',
    25: 'auto, fired',
    32: 'no flash',
    65: 'fired, red-eye reduction',
    73: 'on, red-eye reduction',
    89: 'auto, fired, red-eye reduction',
  },
  ColorSpace: { 1: 'sRGB', 2: 'Adobe RGB', 65535: 'uncalibrated' },
  SensingMethod: {
    1: 'not defined',
    2: 'one-chip colour area',
    3: 'two-chip colour area',
    4: 'three-chip colour area',
    7: 'trilinear',
  },
  CustomRendered: { 0: 'normal', 1: 'custom' },
  ExposureMode: { 0: 'auto', 1: 'manual', 2: 'auto bracket' },
  WhiteBalance: { 0: 'auto', 1: 'manual' },
  SceneCaptureType: { 0: 'standard', 1: 'landscape', 2: 'portrait', 3: 'night' },
  GainControl: { 0: 'none', 1: 'low gain up', 2: 'high gain up', 3: 'low gain down', 4: 'high gain down' },
  Contrast: { 0: 'normal', 1: 'low', 2: 'high' },
  Saturation: { 0: 'normal', 1: 'low', 2: 'high' },
  Sharpness: { 0: 'normal', 1: 'soft', 2: 'hard' },
  SubjectDistanceRange: { 0: 'unknown', 1: 'macro', 2: 'close', 3: 'distant' },
  FileSource: { 1: 'film scanner', 2: 'print scanner', 3: 'digital camera' },
  SceneType: { 1: 'directly photographed' },
  SensitivityType: { 0: 'unknown', 1: 'standard output sensitivity', 2: 'recommended exposure index', 3: 'ISO speed' },
  CompositeImage: { 0: 'unknown', 1: 'not composite', 2: 'general composite', 3: 'composite while shooting' },
  GPSAltitudeRef: { 0: 'above sea level', 1: 'below sea level', 2: 'above the ellipsoid', 3: 'below the ellipsoid' },
  GPSDifferential: { 0: 'not corrected', 1: 'corrected' },
};

/** A table with words for the numbers that stand for them; other values as they are. */
export function labelled(table: ExifTable): ExifTable {
  const entries = Object.entries(table).map(([name, value]): [string, ExifValue] => {
    const labels = Object.hasOwn(LABELS, name) ? LABELS[name] : undefined;
    return [name, typeof value === 'number' ? (labels?.[value] ?? value) : value];
  });
  return Object.fromEntries(entries);
}
