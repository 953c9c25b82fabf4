import { type DecodeSettings, decodeCodes, type FoundCode } from '../../engines/barcodes/decode.js';
import { cleanedGrey, scaledGrey, turnedGrey } from '../../engines/image/grey.js';
import type { GreyPicture } from '../../lib/pictures/grey-picture.js';
import type { Point } from '../../lib/pictures/perspective.js';
import { confirmedCodes, type Opinion } from './confirm-retail.js';

/** Work that may still be spent on pictures in which nothing was found, in pixels looked at; shared by all pictures of a run. */
export interface SearchBudget {
  pixels: number;
}

export interface Search {
  readonly formats: NonNullable<DecodeSettings['formats']>;
  /** Looks again in other ways where nothing is found. */
  readonly isThorough: boolean;
  readonly budget: SearchBudget;
}

/** One way to look at a picture: the picture changed, and where its points lie in the original. */
interface View {
  readonly make: (
    picture: GreyPicture,
  ) => Promise<{ readonly picture: GreyPicture; readonly back: (point: Point) => Point }>;
  readonly settings: DecodeSettings;
  /** Only for pictures of at most so many pixels. */
  readonly mostPixels?: number;
}

/** A larger view takes seconds; of a large picture it is a smaller one. */
const MAX_VIEW_PIXELS = 2_500_000;
/** Evening out the contrast is slow: two seconds for a million pixels. */
const MAX_CLEANED_PIXELS = 700_000;
const ENLARGED = 2;
const CLEANED = 3;

/**
 * Ways to look that each found codes in photographs in which the plain one found none (bench/barcodes): enlarged, with one
 * threshold for all, without specks; then with even contrast, sharpened; then slanted, for bars that lie diagonally.
 */
const VIEWS: readonly View[] = [
  enlargedView({ binarizer: 'GlobalHistogram' }),
  enlargedView({ tryDenoise: true }),
  {
    make: async (picture) => {
      const factor = Math.min(CLEANED, Math.sqrt(MAX_CLEANED_PIXELS / (picture.width * picture.height)));
      return { picture: await cleanedGrey(picture, factor), back: scaledBack(factor) };
    },
    settings: {},
    mostPixels: MAX_CLEANED_PIXELS,
  },
  turnedView(45),
  turnedView(20),
  turnedView(-20),
];

function enlargedView(settings: DecodeSettings): View {
  return {
    make: async (picture) => {
      const factor = factorFor(picture, ENLARGED);
      return { picture: await scaledGrey(picture, factor), back: scaledBack(factor) };
    },
    settings,
  };
}

function turnedView(degrees: number): View {
  return {
    make: async (picture) => {
      const factor = Math.min(1, factorFor(picture, 1), turnedFactor(picture, degrees));
      const scaled = factor < 1 ? await scaledGrey(picture, factor) : picture;
      const turned = await turnedGrey(scaled, degrees);
      const back = turnedBack(scaled, turned, degrees);
      return { picture: turned, back: (point) => scaledBack(factor)(back(point)) };
    },
    settings: {},
  };
}

/** A long strip that is turned becomes a square of its length. The turned view of a square is at most twice as large as itself. */
function turnedFactor({ width, height }: GreyPicture, degrees: number): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const turnedPixels = (width * cos + height * sin) * (width * sin + height * cos);
  return Math.sqrt((2 * MAX_VIEW_PIXELS) / turnedPixels);
}

const factorFor = ({ width, height }: GreyPicture, factor: number): number =>
  Math.min(factor, Math.sqrt(MAX_VIEW_PIXELS / (width * height)));

const scaledBack =
  (factor: number) =>
  ({ x, y }: Point): Point => ({ x: x / factor, y: y / factor });

function turnedBack(from: GreyPicture, to: GreyPicture, degrees: number): (point: Point) => Point {
  const angle = (-degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return ({ x, y }) => {
    const [dx, dy] = [x - to.width / 2, y - to.height / 2];
    return { x: dx * cos - dy * sin + from.width / 2, y: dx * sin + dy * cos + from.height / 2 };
  };
}

/** Views that confirm a retail code: those that are not turned. */
const SECOND_LOOKS = 3;

/** Short codes without a check character: noise that was sharpened can look like one. Read in plain pictures only. */
const WEAK_FORMATS = new Set([
  'ITF',
  'Codabar',
  'Code39',
  'Code39Std',
  'Code39Ext',
  'Telepen',
  'TelepenAlpha',
  'TelepenNumeric',
]);

/** Codes in a picture, from the top; corners in its pixels. */
export async function findCodes(picture: GreyPicture, { formats, isThorough, budget }: Search): Promise<FoundCode[]> {
  const found = await decodeCodes(rgbaOf(picture), { formats, tryHarder: true });
  const area = picture.width * picture.height;
  const looks: Opinion[] = [(settings) => decodeCodes(rgbaOf(picture), settings)];
  if (isThorough && found.length === 0) {
    for (const { make, settings, mostPixels = Number.POSITIVE_INFINITY } of VIEWS) {
      if (area > mostPixels) continue;
      if (budget.pixels <= 0) break;
      const view = await make(picture);
      budget.pixels -= view.picture.width * view.picture.height;
      const codes = await decodeCodes(rgbaOf(view.picture), { formats, tryHarder: true, ...settings });
      found.push(...codes.filter(({ format }) => !WEAK_FORMATS.has(format)).map((code) => placed(code, view.back)));
      if (found.length === 0) continue;
      // More lines that agree in the same view are a second look too.
      looks.unshift(async (asked) => {
        const again = await decodeCodes(rgbaOf(view.picture), { ...settings, ...asked });
        return again.map((code) => placed(code, view.back));
      });
      break;
    }
  }
  for (const { make, settings } of VIEWS.slice(0, SECOND_LOOKS)) {
    looks.push(async (asked) => {
      const view = await make(picture);
      return (await decodeCodes(rgbaOf(view.picture), { ...settings, ...asked })).map((code) =>
        placed(code, view.back),
      );
    });
  }
  const sure = await confirmedCodes(found, looks);
  return sure.filter((code, i) => !sure.slice(0, i).some((other) => isSame(code, other))).sort(byPlace);
}

function placed(code: FoundCode, back: (point: Point) => Point): FoundCode {
  const [a, b, c, d] = code.corners;
  return { ...code, corners: [back(a), back(b), back(c), back(d)] };
}

export function rgbaOf({ width, height, data }: GreyPicture): { width: number; height: number; rgba: Uint8Array } {
  const rgba = new Uint32Array(data.length);
  // Little-endian, as every machine that runs this: alpha, blue, green, red.
  for (let i = 0; i < data.length; i++) rgba[i] = 0xff000000 | ((data[i] ?? 0) * 0x010101);
  return { width, height, rgba: new Uint8Array(rgba.buffer) };
}

function middle({ corners }: FoundCode): Point {
  let [x, y] = [0, 0];
  for (const corner of corners) {
    x += corner.x / 4;
    y += corner.y / 4;
  }
  return { x, y };
}

function isSame(code: FoundCode, other: FoundCode): boolean {
  if (code.format !== other.format || code.text !== other.text) return false;
  const [a, b] = [middle(code), middle(other)];
  const [first, , opposite] = other.corners;
  const size = Math.hypot(first.x - opposite.x, first.y - opposite.y);
  return Math.hypot(a.x - b.x, a.y - b.y) < size / 2;
}

function byPlace(one: FoundCode, other: FoundCode): number {
  const [a, b] = [middle(one), middle(other)];
  return a.y - b.y || a.x - b.x;
}
