import { type OcrSettings, recognise } from '../../engines/tesseract.js';
import { confidenceOf, mapBoxes, type OcrBox, type OcrPage } from '../../lib/documents/ocr-page.js';
import { evenLight } from '../../lib/pictures/even-light.js';
import { enlargeGrey, type GreyPicture, shrinkGrey, Turn, turnGrey } from '../../lib/pictures/grey-picture.js';
import { cropGrey, type QuarterTurn, quarterTurned, reduceGrey, withoutSpecks } from '../../lib/pictures/grey-sizes.js';
import { countMarks } from '../../lib/pictures/ink-marks.js';
import { skewOf } from '../../lib/pictures/skew.js';
import { spreadGreys } from '../../lib/pictures/spread-greys.js';

export interface ReadSettings extends OcrSettings {
  /** Straightens, turns upright, evens out the light, inverts light on dark, and enlarges small letters. */
  readonly isPrepared: boolean;
}

/** A page that was read. */
export interface ReadText {
  /** Boxes in the pixels of the picture that came. */
  readonly page: OcrPage;
  /** By how much its lines run down to the right once it is upright, in degrees. */
  readonly skewDegrees: number;
  /** By how much the picture has to be turned clockwise to be upright. */
  readonly turnDegrees: QuarterTurn;
  /** The same as `page`, in the pixels of the picture turned upright. */
  readonly upright: OcrPage;
  /** Marks of ink that were looked at: letters, specks. */
  readonly marks: number;
}

/** Pixels of one picture that are read; larger ones are shrunk. A4 at 300 dots per inch has 8.7 million. */
const MAX_PIXELS = 16_000_000;
/** Longest side that is read: Tesseract takes a picture with more than 32,767 pixels for an empty one, and turning makes it longer. */
const MAX_SIDE = 32_000;
/**
 * Marks of one picture; one with more is freed of specks, then halved until it has no more, so that noise ends. A dense page has 6,000.
 * Measured: noise of 40,000 marks takes 1 s, of 330,000 marks 27 s; 40,000 letters take about 20 s.
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
/** Mean confidence from which a reading is not tried in other ways. Measured: upright pages from 85, others below 60. */
const GOOD_CONFIDENCE = 75;
/** Words below count for nothing when readings are compared. */
const LEAST_CONFIDENCE = 50;
/** Marks from which a picture is not read in several ways: it takes too long. */
const MAX_RETRY_MARKS = 12_000;
/** Part of a page that is read to find out which way is up. */
const PROBE_PIXELS = 1_500_000;
/** A turn must read this many times as much as the picture as it is. */
const MUCH_BETTER = 1.5;

/** A picture as it is read, and how it came to be. */
interface Prepared {
  readonly picture: GreyPicture;
  readonly skewDegrees: number;
}

/** Reads the text of a picture. */
export async function readText(picture: GreyPicture, settings: ReadSettings): Promise<ReadText> {
  const { base, marks } = bounded(picture);
  const scale = picture.width / base.width;
  const dpi = settings.dpi === undefined ? undefined : settings.dpi / scale;
  const own = { ...settings, dpi };
  let turnDegrees: QuarterTurn = 0;
  let read = await readPrepared(base, own);
  if (settings.isPrepared && settings.layout !== 'word') {
    if (confidenceOf(read.page) < GOOD_CONFIDENCE || isSideways(read.page)) {
      turnDegrees = await uprightTurn(base, own);
      if (turnDegrees !== 0) read = await readPrepared(quarterTurned(base, turnDegrees), own);
    }
  }
  if (settings.isPrepared && settings.layout !== 'word' && marks <= MAX_RETRY_MARKS) {
    const turned = quarterTurned(base, turnDegrees);
    const light = evenLight(spreadGreys(turned));
    if (light !== undefined) read = better(read, await readPrepared(light, own));
    if (confidenceOf(read.page) < GOOD_CONFIDENCE) {
      read = better(read, await readPrepared(withoutSpecks(turned), own));
      // As it came: preparing may spoil what the engine could read.
      read = better(read, { page: await recognise(turned, own), skewDegrees: 0 });
    }
  }
  const upright = turnDegrees % 180 === 0 ? picture : { width: picture.height, height: picture.width };
  const page = mapBoxes(read.page, upright, (box) => scaled(box, scale));
  const whole = { width: picture.width, height: picture.height };
  return {
    page: mapBoxes(page, whole, (box) => unturned(box, whole, turnDegrees)),
    upright: page,
    skewDegrees: read.skewDegrees,
    turnDegrees,
    marks,
  };
}

/** The picture with no more pixels and marks than are read. */
function bounded(picture: GreyPicture): { readonly base: GreyPicture; readonly marks: number } {
  let base = reduceGrey(picture, 1 / Math.min(1, roomFor(picture)));
  let marks = countMarks(spreadGreys(base));
  if (marks > MAX_MARKS) {
    base = withoutSpecks(base);
    marks = countMarks(spreadGreys(base));
  }
  while (marks > MAX_MARKS) {
    base = shrinkGrey(base, 2);
    marks = countMarks(spreadGreys(base));
  }
  return { base, marks };
}

interface Reading {
  readonly page: OcrPage;
  readonly skewDegrees: number;
}

/** Reads a picture that is about upright; boxes in its own pixels. */
async function readPrepared(base: GreyPicture, settings: ReadSettings): Promise<Reading> {
  const { picture: straight, skewDegrees } = prepared(base, settings);
  let page = await recognise(straight, settings);
  const larger = settings.isPrepared ? enlargement(page, straight) : 1;
  if (larger > 1) {
    const { dpi } = settings;
    page = await recognise(enlargeGrey(straight, larger), { ...settings, dpi: dpi && dpi * larger });
    page = mapBoxes(page, straight, (box) => scaled(box, 1 / larger));
  }
  if (skewDegrees !== 0) {
    const turn = new Turn(base, -skewDegrees);
    page = mapBoxes(page, base, (box) => turnedBack(box, turn));
  }
  return { page, skewDegrees };
}

function prepared(base: GreyPicture, { isPrepared, layout }: ReadSettings): Prepared {
  if (!isPrepared) return { picture: base, skewDegrees: 0 };
  const contrasted = spreadGreys(base);
  const skew = layout === 'word' ? 0 : skewOf(contrasted);
  if (Math.abs(skew) < LEAST_SKEW_DEGREES) return { picture: contrasted, skewDegrees: 0 };
  return { picture: turnGrey(contrasted, -skew), skewDegrees: skew };
}

const wordsOf = ({ lines }: OcrPage) => lines.flatMap(({ words }) => words);

/** How much of a reading can be believed: letters and digits of sure words, by how sure they are. */
const worthOf = (page: OcrPage): number =>
  wordsOf(page).reduce((sum, { text, confidence }) => {
    const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length;
    return confidence < LEAST_CONFIDENCE ? sum : sum + letters * confidence;
  }, 0);

const better = (known: Reading, other: Reading): Reading => (worthOf(other.page) > worthOf(known.page) ? other : known);

/** Whether most words run up or down: the engine can read those too, but says nothing of it. */
function isSideways(page: OcrPage): boolean {
  const long = wordsOf(page).filter(({ text }) => text.length >= 4);
  return 2 * long.filter(({ box }) => box.bottom - box.top > box.right - box.left).length > long.length;
}

/** Which quarter turn makes the text of a picture readable; 0 where none is clearly better. */
async function uprightTurn(base: GreyPicture, settings: ReadSettings): Promise<QuarterTurn> {
  const sample = probeOf(base);
  let best: QuarterTurn = 0;
  let most = 0;
  for (const turn of [0, 180, 90, 270] as const) {
    const { page } = await readPrepared(quarterTurned(sample, turn), { ...settings, layout: 'sparse' });
    const worth = isSideways(page) ? 0 : worthOf(page);
    if (worth <= (best === 0 && turn !== 0 ? MUCH_BETTER : 1) * most) continue;
    [best, most] = [turn, worth];
    if (turn === 0 && worth > 0 && confidenceOf(page) >= GOOD_CONFIDENCE) return 0;
  }
  return best;
}

/** The middle of a large picture, square as far as possible: lines stay whole whichever way they run. */
function probeOf(picture: GreyPicture): GreyPicture {
  const side = Math.floor(Math.sqrt(PROBE_PIXELS));
  const width = Math.min(picture.width, Math.max(side, Math.floor(PROBE_PIXELS / picture.height)));
  const height = Math.min(picture.height, Math.max(side, Math.floor(PROBE_PIXELS / picture.width)));
  const left = (picture.width - width) >> 1;
  const top = (picture.height - height) >> 1;
  return cropGrey(picture, { left, top, width, height });
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

/** A box of the picture turned clockwise, in the picture as it came. */
function unturned(
  box: OcrBox,
  { width, height }: { readonly width: number; readonly height: number },
  turn: QuarterTurn,
) {
  const { left, top, right, bottom } = box;
  if (turn === 90) return { left: top, right: bottom, top: height - right, bottom: height - left };
  if (turn === 180) return { left: width - right, right: width - left, top: height - bottom, bottom: height - top };
  if (turn === 270) return { left: width - bottom, right: width - top, top: left, bottom: right };
  return box;
}

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
