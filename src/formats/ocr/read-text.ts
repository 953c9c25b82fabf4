import { type OcrSettings, recognise } from '../../engines/tesseract.js';
import { mapBoxes, type OcrBox, type OcrPage } from '../../lib/documents/ocr-page.js';
import { enlargeGrey, type GreyPicture, shrinkGrey, Turn, turnGrey } from '../../lib/pictures/grey-picture.js';
import { countMarks } from '../../lib/pictures/ink-marks.js';
import { skewOf } from '../../lib/pictures/skew.js';

export interface ReadSettings extends OcrSettings {
  /** Straightens, spreads the greys, inverts light on dark, and enlarges small letters. */
  readonly isPrepared: boolean;
}

/** A page that was read, boxes in the pixels of the picture that came. */
export interface ReadText {
  readonly page: OcrPage;
  /** By how much the picture was turned back, in degrees clockwise. */
  readonly skewDegrees: number;
  /** Marks of ink that were looked at: letters, specks. */
  readonly marks: number;
}

/** Pixels of one picture that are read; larger ones are shrunk. A4 at 300 dots per inch has 8.7 million. */
const MAX_PIXELS = 16_000_000;
/** Longest side that is read: Tesseract takes a picture with more than 32,767 pixels for an empty one, and turning makes it longer. */
const MAX_SIDE = 32_000;
/**
 * Marks of one picture; one with more is halved until it has no more, so that noise ends. A dense page has 6,000. Measured: noise of
 * 40,000 marks takes 1 s, of 330,000 marks 27 s; 40,000 letters take about 20 s.
 */
const MAX_MARKS = 40_000;
/** Marks of all pictures of a run. */
export const MAX_MARKS_IN_ALL = 120_000;
/** Lines of text lower than this (box of a line, from ascender to descender) are enlarged. Measured: errors rise below 20. */
const LEAST_LINE_PIXELS = 24;
const GOOD_LINE_PIXELS = 40;
const MAX_ENLARGED = 4;
/** Turning blurs: worth it from here on. Tesseract itself follows lines up to about a degree. */
const LEAST_SKEW_DEGREES = 0.4;

/** Reads the text of a picture. */
export async function readText(picture: GreyPicture, settings: ReadSettings): Promise<ReadText> {
  let factor = Math.ceil(1 / Math.min(1, roomFor(picture)));
  let base = shrinkGrey(picture, factor);
  let contrasted = settings.isPrepared ? spreadGreys(base) : base;
  let marks = countMarks(contrasted);
  while (marks > MAX_MARKS) {
    factor *= 2;
    base = shrinkGrey(base, 2);
    contrasted = settings.isPrepared ? spreadGreys(base) : base;
    marks = countMarks(contrasted);
  }
  const skew = settings.isPrepared && settings.layout !== 'word' ? skewOf(contrasted) : 0;
  const isTurned = Math.abs(skew) >= LEAST_SKEW_DEGREES;
  const straight = isTurned ? turnGrey(contrasted, -skew) : contrasted;
  const scale = picture.width / base.width;
  const shrunk = settings.dpi === undefined ? undefined : settings.dpi / scale;
  let page = await recognise(straight, { ...settings, dpi: shrunk });
  const larger = settings.isPrepared ? enlargement(page, straight) : 1;
  if (larger > 1) {
    page = await recognise(enlargeGrey(straight, larger), { ...settings, dpi: shrunk && shrunk * larger });
    page = mapBoxes(page, straight, (box) => scaled(box, 1 / larger));
  }
  if (isTurned) {
    const turn = new Turn(contrasted, -skew);
    page = mapBoxes(page, contrasted, (box) => turnedBack(box, turn));
  }
  const whole = { width: picture.width, height: picture.height };
  return { page: mapBoxes(page, whole, (box) => scaled(box, scale)), skewDegrees: isTurned ? skew : 0, marks };
}

/** By how much a picture may be enlarged to be read at most; less than 1 where it is too large. */
const roomFor = ({ width, height }: Pick<GreyPicture, 'width' | 'height'>): number =>
  Math.min(Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));

const scaled = ({ left, top, right, bottom }: OcrBox, factor: number): OcrBox => ({
  left: left * factor,
  top: top * factor,
  right: right * factor,
  bottom: bottom * factor,
});

/** The box about the middle line of a turned word: the box about all of it would cover the lines above and below. */
function turnedBack({ left, top, right, bottom }: OcrBox, turn: Turn): OcrBox {
  const middle = (top + bottom) / 2;
  const start = turn.back(left, middle);
  const end = turn.back(right, middle);
  const half = (bottom - top) / 2;
  return {
    left: Math.min(start.x, end.x),
    right: Math.max(start.x, end.x),
    top: Math.min(start.y, end.y) - half,
    bottom: Math.max(start.y, end.y) + half,
  };
}

/** How much larger small letters should be; 1 where they are large enough, or the picture would be too large. */
function enlargement({ lines }: OcrPage, { width, height }: GreyPicture): number {
  const possible = roomFor({ width, height });
  if (possible < 1.2) return 1;
  // Where nothing was found, letters may be too small to be seen as such.
  if (lines.length === 0) return width * height < 1_000_000 ? Math.min(2, possible) : 1;
  const heights = lines.map(({ box }) => box.bottom - box.top).sort((a, b) => a - b);
  const middle = heights[heights.length >> 1] ?? 0;
  if (middle >= LEAST_LINE_PIXELS) return 1;
  const wanted = Math.min(MAX_ENLARGED, GOOD_LINE_PIXELS / Math.max(1, middle));
  return Math.min(wanted, possible);
}

/** Spreads the greys from the 0.5th to the 99.5th percentile over the whole range, and makes light text on dark ground dark on light. */
function spreadGreys({ width, height, data }: GreyPicture): GreyPicture {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const percentile = (share: number): number => {
    let left = share * data.length;
    for (const [value, count] of counts.entries()) {
      left -= count;
      if (left <= 0) return value;
    }
    return 255;
  };
  const [low, middle, high] = [percentile(0.005), percentile(0.5), percentile(0.995)];
  if (high - low < 8) return { width, height, data };
  const isInverted = middle - low < high - middle && middle < 110;
  const table = Uint8Array.from({ length: 256 }, (_, value) => {
    const spread = Math.min(255, Math.max(0, Math.round(((value - low) * 255) / (high - low))));
    return isInverted ? 255 - spread : spread;
  });
  return { width, height, data: data.map((value) => table[value] ?? 0) };
}
