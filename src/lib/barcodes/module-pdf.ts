import { deflateSync } from 'node:zlib';

import { assemble, latin1Bytes, stream } from '../documents/jpeg-pdf.js';

/** A picture with transparency in a page: RGBA, rows from the top; its place in points from the lower left. */
interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  readonly x: number;
  readonly y: number;
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/** A PDF of one page with drawing operators and at most one picture, drawn last. The same content gives the same bytes. */
export function drawingToPdf(side: number, operators: string, picture?: PagePicture): Uint8Array {
  const places =
    picture === undefined
      ? ''
      : `\nq ${picture.pageWidth} 0 0 ${picture.pageHeight} ${picture.x} ${picture.y} cm /Logo Do Q`;
  const resources = picture === undefined ? '<< >>' : '<< /XObject << /Logo 5 0 R >> >>';
  return assemble([
    latin1Bytes('<< /Type /Catalog /Pages 2 0 R >>'),
    latin1Bytes('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    latin1Bytes(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Contents 4 0 R /Resources ${resources} >>`,
    ),
    stream('/Filter /FlateDecode', deflateSync(latin1Bytes(operators + places), { level: 9 })),
    ...(picture === undefined ? [] : pictureObjects(picture)),
  ]);
}

/** Colours and, as a soft mask (ISO 32000-1, 11.6.5.3), alpha. */
function pictureObjects({ width, height, rgba }: PagePicture): Uint8Array[] {
  const colors = new Uint8Array(3 * width * height);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) {
    colors.set(rgba.subarray(4 * i, 4 * i + 3), 3 * i);
    alpha[i] = rgba[4 * i + 3] ?? 0;
  }
  const common = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /Filter /FlateDecode`;
  return [
    stream(`${common} /ColorSpace /DeviceRGB /SMask 6 0 R`, deflateSync(colors)),
    stream(`${common} /ColorSpace /DeviceGray`, deflateSync(alpha)),
  ];
}
