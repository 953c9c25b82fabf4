import { type PngPicture, pngRowBytes, writePng } from '../../../lib/picture-files/png-writer.js';
import { Copier } from '../document/copy.js';
import { PdfDocument } from '../document/document.js';
import { openPdf } from '../document/open.js';
import { savePdf } from '../document/save.js';
import { byteString, dictOf, isName, PdfDict, PdfName, PdfStream } from '../syntax/objects.js';
import { imageFacts } from './image-facts.js';
import { withRenderer } from './render.js';

/** Has the rendering engine draw the picture, a pixel a point, on a page of its own: a PNG file in grey or RGB. */
export async function drawnImage(document: PdfDocument, image: PdfStream): Promise<Uint8Array> {
  const { width, height, colorSpace } = imageFacts(document, image);
  const target = PdfDocument.empty();
  const copier = new Copier(document, target);
  const dict = copier.copyDict(image.dict, new Set(['SMask', 'Mask', 'SMaskInData', 'OC', 'Metadata', 'Alternates']));
  copier.finish();
  dict.set('Type', new PdfName('XObject')).set('Subtype', new PdfName('Image'));
  const parent = target.reserve();
  const content = new PdfStream(new PdfDict(), byteString(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`).bytes);
  const page = target.add(
    dictOf({
      Type: new PdfName('Page'),
      Parent: parent,
      MediaBox: [0, 0, width, height],
      Resources: dictOf({ XObject: dictOf({ P: target.add(new PdfStream(dict, image.bytes)) }) }),
      Contents: target.add(content),
    }),
  );
  target.set(parent, dictOf({ Type: new PdfName('Pages'), Count: 1, Kids: [page] }));
  target.trailer.set('Root', target.add(dictOf({ Type: new PdfName('Catalog'), Pages: parent })));
  const bytes = savePdf(target, '1.7');
  const pdf = openPdf({ name: 'picture', bytes });
  const drawn = await withRenderer(pdf, bytes, (renderer) => renderer.render(0, { dpi: 72, hasAnnotations: false }));
  const isGray =
    colorSpace === 'mask' || colorSpace === 'DeviceGray' || isName(document.get(image.dict, 'ColorSpace'), 'CalGray');
  const channels = isGray ? 1 : 3;
  const samples = new Uint8Array(drawn.width * drawn.height * channels);
  for (let from = 0, to = 0; from < drawn.rgba.length; from += 4, to += channels) {
    for (let channel = 0; channel < channels; channel += 1) samples[to + channel] = drawn.rgba[from + channel] ?? 0;
  }
  const picture = {
    width: drawn.width,
    height: drawn.height,
    bits: 8,
    kind: isGray ? 'gray' : 'rgb',
    samples,
  } as const;
  return isGray ? writePng(bilevel(picture) ?? picture) : writePng(picture);
}

/** A picture of black and white only, with one bit a pixel. */
function bilevel(picture: PngPicture): PngPicture | undefined {
  const rowBytes = pngRowBytes({ ...picture, bits: 1 });
  const samples = new Uint8Array(rowBytes * picture.height);
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const value = picture.samples[y * picture.width + x];
      if (value === 255) {
        const at = y * rowBytes + (x >> 3);
        samples[at] = (samples[at] ?? 0) | (0x80 >> (x & 7));
      } else if (value !== 0) return undefined;
    }
  }
  return { ...picture, bits: 1, samples };
}
