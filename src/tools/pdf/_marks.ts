import type { InputFile } from '../../core/index.js';
import { hexColor, parseColor } from '../../engines/colors.js';
import type { FONT_STYLES } from '../../engines/fonts.js';
import { openPicture } from '../../engines/image/picture.js';
import { storePicture } from '../../engines/image/stored-picture.js';
import { typesetLabels } from '../../engines/typst/labels.js';
import { checkLetters } from '../../engines/typst/typeset.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import type { Mark } from '../../formats/pdf/pages/mark-sheets.js';
import { importPages } from '../../formats/pdf/pages/overlay.js';
import { addPicture } from '../../formats/pdf/pictures/picture-object.js';
import { readable } from './_drawing.js';

/** Pictures are small on the page; a JPEG of this quality shows nothing of its coding. */
const PICTURE_QUALITY = 90;
/** Text is set at this size and scaled. */
const SET_SIZE = 100;

interface TextOptions {
  readonly text: string;
  readonly color: string;
  readonly font: (typeof FONT_STYLES)[number];
  readonly bold: boolean;
  readonly fontSize: number;
  readonly angle: number;
}

/** A text as a watermark. Throws INVALID_INPUT naming the option. */
export function textMark({ document }: OpenPdf, { text, color, font, bold, fontSize, angle }: TextOptions): Mark {
  const clean = text.replace(/\r\n?/g, '\n').trim();
  checkLetters('Option "text"', clean);
  const fill = hexColor(parseColor('color', color));
  const [drawing] = importPages(
    document,
    typesetLabels([{ text: clean, size: SET_SIZE, color: fill, isBold: bold }], font),
  );
  if (drawing === undefined) throw new Error('a label has no page');
  return {
    drawing: readable(drawing, clean, angle),
    aspect: drawing.width / drawing.height,
    ...(fontSize > 0 && { scale: fontSize / SET_SIZE }),
  };
}

/** An image as a watermark. Throws INVALID_INPUT naming the file. */
export async function pictureMark({ document }: OpenPdf, file: InputFile, signal: AbortSignal): Promise<Mark> {
  const stored = await storePicture(await openPicture(file, signal), PICTURE_QUALITY);
  const drawing = addPicture(document, stored);
  return { drawing, aspect: drawing.pixelWidth / drawing.pixelHeight };
}
