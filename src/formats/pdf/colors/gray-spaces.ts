import type { PdfDocument } from '../document/document.js';
import { numbersOf, readFunction, type StepBudget } from '../syntax/functions.js';
import { isInteger, isName, type PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';

/** What a tone becomes: 0 is black, 1 white. */
export type Tone = (gray: number) => number;

/** A colour space as far as its grays go. */
export interface GraySpace {
  readonly kind: 'gray' | 'rgb' | 'cmyk' | 'lab' | 'indexed' | 'ink';
  /** Numbers of a colour. */
  readonly channels: number;
  /** The colour that a space begins with (ISO 32000-2, 8.6.8, table 73: CS). */
  readonly initial: readonly number[];
  /** From 0 to 1. */
  readonly gray: (color: readonly number[]) => number;
}

export interface SpaceReading {
  readonly document: PdfDocument;
  readonly budget: StepBudget;
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** ISO 32000-2, 10.4.3.2. */
const RGB: GraySpace = {
  kind: 'rgb',
  channels: 3,
  initial: [0, 0, 0],
  gray: ([r = 0, g = 0, b = 0]) => clip(0.3 * clip(r) + 0.59 * clip(g) + 0.11 * clip(b)),
};
const GRAY: GraySpace = { kind: 'gray', channels: 1, initial: [0], gray: ([value = 0]) => clip(value) };
/** ISO 32000-2, 10.4.3.3. */
const CMYK: GraySpace = {
  kind: 'cmyk',
  channels: 4,
  initial: [0, 0, 0, 1],
  gray: ([c = 0, m = 0, y = 0, k = 0]) => 1 - clip(0.3 * clip(c) + 0.59 * clip(m) + 0.11 * clip(y) + clip(k)),
};

/** The gray of one, three or four numbers: gray, red-green-blue or four inks. */
export const grayOfNumbers = (color: readonly number[]): number =>
  (color.length === 1 ? GRAY : color.length === 4 ? CMYK : RGB).gray(color);

const NAMED: ReadonlyMap<string, GraySpace> = new Map([
  ...['DeviceGray', 'G', 'CalGray'].map((name) => [name, GRAY] as const),
  ...['DeviceRGB', 'RGB', 'CalRGB'].map((name) => [name, RGB] as const),
  ...['DeviceCMYK', 'CMYK', 'CalCMYK'].map((name) => [name, CMYK] as const),
]);

/** The grays of a colour space: an array or a name that is not one of resources. `undefined` for patterns and what cannot be read. */
export function graySpace(reading: SpaceReading, value: PdfValue | undefined, depth = 0): GraySpace | undefined {
  const { document } = reading;
  const space = document.resolve(value);
  if (space instanceof PdfName) return NAMED.get(space.value);
  if (!Array.isArray(space) || depth > 4) return undefined;
  const name = document.resolve(space[0]);
  if (!(name instanceof PdfName)) return undefined;
  switch (name.value) {
    case 'ICCBased':
      return profiled(reading, space[1], depth);
    case 'Lab':
      return lab(document, document.dictOf(space[1]));
    case 'Indexed':
    case 'I':
      return indexed(reading, space, depth);
    case 'Separation':
    case 'DeviceN':
      return inks(reading, name.value, space, depth);
    default:
      return NAMED.get(name.value);
  }
}

/** By the number of its colours, as viewers without colour management take it, unless it says that they are not those. */
function profiled(reading: SpaceReading, value: PdfValue | undefined, depth: number): GraySpace | undefined {
  const { document } = reading;
  const dict = document.dictOf(value);
  if (dict === undefined) return undefined;
  const channels = document.get(dict, 'N');
  const other = graySpace(reading, document.get(dict, 'Alternate'), depth + 1);
  if (other?.kind === 'lab' && channels === 3) return other;
  return channels === 1 ? GRAY : channels === 3 ? RGB : channels === 4 ? CMYK : undefined;
}

/** CIE 15: Lab to XYZ by the white of D50, to linear sRGB by the adapted matrix (Lindbloom), to sRGB (IEC 61966-2-1). */
function lab(document: PdfDocument, dict: PdfDict | undefined): GraySpace {
  const range = (dict && numbersOf(document, document.get(dict, 'Range'))) ?? [-100, 100, -100, 100];
  const inverse = (t: number): number => (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29));
  const encoded = (linear: number): number =>
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return {
    kind: 'lab',
    channels: 3,
    initial: [0, Math.max(0, range[0] ?? 0), Math.max(0, range[2] ?? 0)],
    gray: ([l = 0, a = 0, b = 0]) => {
      const middle = (l + 16) / 116;
      const [x, y, z] = [0.9642 * inverse(middle + a / 500), inverse(middle), 0.8249 * inverse(middle - b / 200)];
      return RGB.gray([
        encoded(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
        encoded(-0.9787684 * x + 1.9161415 * y + 0.033454 * z),
        encoded(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
      ]);
    },
  };
}

function indexed(reading: SpaceReading, space: readonly PdfValue[], depth: number): GraySpace | undefined {
  const { document } = reading;
  const base = graySpace(reading, space[1], depth + 1);
  const highest = document.resolve(space[2]);
  const lookup = document.resolve(space[3]);
  const table =
    lookup instanceof PdfString
      ? lookup.bytes
      : lookup instanceof PdfStream
        ? document.tryDecode(lookup, 65_536)
        : undefined;
  if (base === undefined || base.kind === 'indexed' || table === undefined || !isInteger(highest)) return undefined;
  const grays = Array.from({ length: Math.min(255, highest) + 1 }, (_, i) =>
    base.gray(
      Array.from({ length: base.channels }, (_item, channel) => {
        const part = (table[i * base.channels + channel] ?? 0) / 255;
        if (base.kind !== 'lab') return part;
        return channel === 0 ? 100 * part : -100 + 200 * part;
      }),
    ),
  );
  return {
    kind: 'indexed',
    channels: 1,
    initial: [0],
    gray: ([index = 0]) => grays[Math.min(grays.length - 1, Math.max(0, Math.round(index)))] ?? 0,
  };
}

/** Grays of one space that are remembered: content repeats few colours many times. */
const MAX_KNOWN = 10_000;

function inks(reading: SpaceReading, kind: string, space: readonly PdfValue[], depth: number): GraySpace | undefined {
  const { document } = reading;
  const names = document.resolve(space[1]);
  // It paints nothing at all, which no gray does.
  if (kind === 'Separation' && isName(names, 'None')) return undefined;
  const base = graySpace(reading, space[2], depth + 1);
  const tint = readFunction(reading, space[3]);
  const channels = kind === 'Separation' ? 1 : Array.isArray(names) ? names.length : 0;
  if (base === undefined || tint === undefined || channels === 0 || channels > 32) return undefined;
  const known = new Map<string, number>();
  return {
    kind: 'ink',
    channels,
    initial: Array.from({ length: channels }, () => 1),
    gray: (color) => {
      const key = color.join();
      const found = known.get(key);
      if (found !== undefined) return found;
      const gray = base.gray(tint(color.map(clip)));
      if (known.size < MAX_KNOWN) known.set(key, gray);
      return gray;
    },
  };
}
