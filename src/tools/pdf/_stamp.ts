import { deflateSync } from 'node:zlib';

import { type InputFile, invalid, quote } from '../../core/index.js';
import { decoding, openPicture } from '../../engines/image/picture.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { shownSizeOf } from '../../formats/pdf/pages/page-size.js';
import type { Stamp } from '../../formats/pdf/signatures/sign.js';
import { dictOf, PdfDict, PdfName, type PdfRef, PdfStream, type PdfValue } from '../../formats/pdf/syntax/objects.js';
import { helveticaWidth } from '../../lib/documents/helvetica-widths.js';

/** A picture for a stamp: RGB and alpha, 8 bits each. */
interface StampPicture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array;
}

/** Most pixels along a side of a stamp's picture: enough for print at the size of a hand. */
const MAX_SIDE = 1_000;

/** Reads the picture of a stamp, made smaller where it is large. Throws INVALID_INPUT naming the file. */
async function readStampPicture(file: InputFile, signal: AbortSignal): Promise<StampPicture> {
  const picture = await (await openPicture(file, signal)).firstFrame();
  const pipeline = picture
    .open('srgb')
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await decoding(file, () =>
    pipeline.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  );
  const count = info.width * info.height;
  const rgb = new Uint8Array(3 * count);
  const alpha = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    for (let channel = 0; channel < 3; channel += 1) rgb[3 * i + channel] = data[4 * i + channel] ?? 0;
    alpha[i] = data[4 * i + 3] ?? 0;
  }
  return { width: info.width, height: info.height, rgb, alpha };
}

/** Characters that the font of a stamp has. Throws INVALID_INPUT. */
function checkStampText(lines: readonly string[]): void {
  for (const line of lines) {
    if (/[^\x20-\x7e\xa0-\xff]/.test(line)) {
      throw invalid(`Cannot draw ${quote(line)}: a visible signature has only Latin letters (ISO 8859-1)`);
    }
  }
}

const MARGIN = 4;
const MAX_SIZE = 12;
/** Distance of lines as a part of the size. */
const LEADING = 1.25;

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The content of a stamp: a thin frame, the picture at the left, the lines beside it as large as they fit. */
function drawStamp(
  lines: readonly string[],
  picture: StampPicture | undefined,
  width: number,
  height: number,
  add: (value: PdfValue) => PdfRef,
): { content: string; resources: PdfDict } {
  const font = dictOf({
    Type: new PdfName('Font'),
    Subtype: new PdfName('Type1'),
    BaseFont: new PdfName('Helvetica'),
    Encoding: new PdfName('WinAnsiEncoding'),
  });
  const resources = new PdfDict().set('Font', new PdfDict().set('F', add(font)));
  const commands = [`q 0.6 G 0.5 w 0.25 0.25 ${number(width - 0.5)} ${number(height - 0.5)} re S Q`];
  let left = MARGIN;
  if (picture !== undefined) {
    const room = { width: lines.length === 0 ? width - 2 * MARGIN : 0.4 * width - MARGIN, height: height - 2 * MARGIN };
    const scale = Math.min(room.width / picture.width, room.height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    const [x, y] = [left + (room.width - w) / 2, (height - h) / 2];
    commands.push(`q ${number(w)} 0 0 ${number(h)} ${number(x)} ${number(y)} cm /P Do Q`);
    resources.set('XObject', new PdfDict().set('P', add(pictureObject(picture, add))));
    left += room.width + MARGIN;
  }
  const room = width - left - MARGIN;
  const widest = Math.max(1, ...lines.map(helveticaWidth));
  const size = Math.min(MAX_SIZE, (1000 * room) / widest, (height - 2 * MARGIN) / (lines.length * LEADING));
  let y = height / 2 + (lines.length * LEADING * size) / 2 - size;
  for (const line of lines) {
    commands.push(
      `BT /F ${number(size)} Tf ${number(left)} ${number(y)} Td (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`,
    );
    y -= LEADING * size;
  }
  return { content: `${commands.join('\n')}\n`, resources };
}

function pictureObject({ width, height, rgb, alpha }: StampPicture, add: (value: PdfValue) => PdfRef): PdfStream {
  const image = (colours: string, bytes: Uint8Array): PdfStream =>
    new PdfStream(
      dictOf({
        Type: new PdfName('XObject'),
        Subtype: new PdfName('Image'),
        Width: width,
        Height: height,
        ColorSpace: new PdfName(colours),
        BitsPerComponent: 8,
        Filter: new PdfName('FlateDecode'),
      }),
      deflateSync(bytes),
    );
  const stream = image('DeviceRGB', rgb);
  if (alpha.some((value) => value < 255)) stream.dict.set('SMask', add(image('DeviceGray', alpha)));
  return stream;
}

/** Option `box` in points. Throws INVALID_INPUT for a place or page that does not exist. */
export function placeOf(pdf: OpenPdf, page: number, box: string): Stamp['place'] {
  const numbers = box.split(',').map((part) => (/^\s*\d{1,5}(\.\d{1,3})?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [left = Number.NaN, top = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN) || width < 20 || height < 10) {
    throw invalid(`Option "box" must be x,y,width,height in points, at least 20 wide and 10 high, got ${quote(box)}`);
  }
  const target = pdf.pages[page - 1];
  if (target === undefined) {
    throw invalid(`Cannot sign PDF ${quote(pdf.name)}: page ${page} of ${pdf.pages.length} asked for`);
  }
  const size = shownSizeOf(pdf.document, target);
  if (left + width > size.width || top + height > size.height) {
    throw invalid(
      `Option "box" must be within the page of ${Math.floor(size.width)} × ${Math.floor(size.height)} points, got ${quote(box)}`,
    );
  }
  return [left, top, width, height];
}

interface StampRequest {
  /** From 1. */
  readonly page: number;
  /** Option `box`. */
  readonly box: string;
  readonly name: string;
  /** Empty for none; the place too. */
  readonly reason: string;
  readonly location: string;
  /** ISO 8601, UTC, in whole seconds. */
  readonly time: string;
  readonly picture: InputFile | undefined;
}

/** The stamp of a visible signature. Throws INVALID_INPUT for a place beyond the page, letters without a font, and a damaged picture. */
export async function stampOf(pdf: OpenPdf, request: StampRequest, signal: AbortSignal): Promise<Stamp> {
  const { page, name, reason, location, time, picture } = request;
  const place = placeOf(pdf, page, request.box);
  const lines = [
    'Digitally signed by',
    name,
    ...(reason === '' ? [] : [`Reason: ${reason}`]),
    ...(location === '' ? [] : [`Location: ${location}`]),
    `Date: ${time.slice(0, 10)} ${time.slice(11, 19)} UTC`,
  ];
  checkStampText(lines);
  const image = picture && (await readStampPicture(picture, signal));
  return { page: page - 1, place, draw: (width, height, add) => drawStamp(lines, image, width, height, add) };
}
