import { extensionOf } from '../../core/files.js';
import { type InputFile, invalid } from '../../core/index.js';
import { openPicture } from '../../engines/image/picture.js';
import { storePicture } from '../../engines/image/stored-picture.js';
import { writeChanged } from '../../formats/pdf/document/change.js';
import { type OpenPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { drawOnPage } from '../../formats/pdf/pages/overlay.js';
import { pageFrame } from '../../formats/pdf/pages/page-frame.js';
import { addPicture } from '../../formats/pdf/pictures/picture-object.js';
import { multiply } from '../../lib/page-text/matrix.js';
import { openToDraw } from './_drawing.js';
import { placeOf } from './_stamp.js';

/** What a request to sign is made of; without a key file the image alone is placed. */
interface SentToSign {
  readonly document: InputFile;
  readonly keyFiles: readonly InputFile[];
  readonly picture: InputFile | undefined;
}

/** Throws INVALID_INPUT where the files are not what is needed. */
export function sortToSign(files: readonly InputFile[]): SentToSign {
  const of = (...endings: readonly string[]) => files.filter(({ name }) => endings.includes(extensionOf(name)));
  const [document, ...documents] = of('.pdf');
  const stores = of('.p12', '.pfx');
  // The key first: messages name it.
  const keyFiles = stores.length > 0 ? stores : [...of('.key'), ...of('.pem'), ...of('.crt', '.cer')];
  const [picture, ...pictures] = of('.png', '.jpg', '.jpeg');
  const isKey = stores.length === 1 || (stores.length === 0 && keyFiles.length > 0 && keyFiles.length < 3);
  const isOne = isKey || (keyFiles.length === 0 && picture !== undefined);
  const used = 1 + keyFiles.length + (picture === undefined ? 0 : 1);
  if (document === undefined || documents.length + pictures.length > 0 || !isOne || used !== files.length) {
    throw invalid(
      'Property "files" must be one PDF with a key file (.p12, .pfx, or .pem with key and certificate, or two such files) and at most one image for the stamp, or with one image of a signature',
    );
  }
  return { document, keyFiles, picture };
}

interface ImageRequest {
  readonly password: string;
  /** From 1. */
  readonly page: number;
  readonly box: string;
}

const PICTURE_QUALITY = 90;

/** Options that say something about a certificate's signature. Throws INVALID_INPUT where one is given without a key file. */
export function checkWithoutKey(
  options: Readonly<Record<'keyPassword' | 'name' | 'reason' | 'location', string>>,
): void {
  for (const name of ['keyPassword', 'name', 'reason', 'location'] as const) {
    if (options[name] !== '') throw invalid(`Option "${name}" needs a key file`);
  }
}

/** Draws the image of a signature on a page, as large as it fits into the box and in its middle. */
export async function placeSignature(
  document: InputFile,
  image: InputFile,
  { password, page, box }: ImageRequest,
  signal: AbortSignal,
): Promise<{ readonly pdf: OpenPdf; readonly bytes: Uint8Array }> {
  const pdf = openToDraw(document, password);
  const [left, top, width, height] = placeOf(pdf, page, box);
  const stored = await storePicture(await openPicture(image, signal), PICTURE_QUALITY);
  readingPdf(pdf.name, () => {
    const target = pdf.pages[page - 1];
    if (target === undefined) throw new Error('the page was checked');
    const drawing = addPicture(pdf.document, stored);
    const frame = pageFrame(pdf.document, target);
    const scale = Math.min(width / drawing.pixelWidth, height / drawing.pixelHeight);
    const [w, h] = [scale * drawing.pixelWidth, scale * drawing.pixelHeight];
    const [x, y] = [left + (width - w) / 2, frame.height - top - height + (height - h) / 2];
    drawOnPage(pdf.document, target, [{ drawing, matrix: multiply([w, 0, 0, h, x, y], frame.toPage) }]);
  });
  return { pdf, bytes: writeChanged(pdf) };
}
