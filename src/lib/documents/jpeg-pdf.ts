/** A JPEG file and what a page needs to know of it. */
export interface PagePicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** ICC profile of the colours; `undefined`: the device's own, which viewers take for sRGB. */
  readonly profile: Uint8Array | undefined;
}

/** The long side of A4 in points: the page prints without surprises. */
const LONG_SIDE = 841.89;
/** Smallest and largest side of a page, ISO 32000-1 annex C.2. */
const SHORTEST_SIDE = 3;
const MAX_SIDE = 14_400;

/** A PDF of one page that a picture fills, the JPEG in it byte for byte (ISO 32000-1, 7.4.8). The same picture gives the same bytes. */
export function jpegToPdf({ jpeg, width, height, channels, profile }: PagePicture): Uint8Array {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.max(LONG_SIDE / long, Math.min(SHORTEST_SIDE / short, MAX_SIDE / long));
  const [pageWidth, pageHeight] = [width, height].map((side) => String(Number((side * scale).toFixed(4))));
  const device = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const space = profile === undefined ? device : '[/ICCBased 6 0 R]';
  const content = latin1Bytes(`q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Photo Do Q`);
  const image =
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} ` +
    '/BitsPerComponent 8 /Filter /DCTDecode';
  const objects = [
    latin1Bytes('<< /Type /Catalog /Pages 2 0 R >>'),
    latin1Bytes('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    latin1Bytes(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R ` +
        '/Resources << /XObject << /Photo 5 0 R >> >> >>',
    ),
    stream('', content),
    stream(image, jpeg),
    ...(profile === undefined ? [] : [stream(`/N ${channels} /Alternate ${device}`, profile)]),
  ];
  return assemble(objects);
}

/** A PDF file of objects numbered from 1, the first its catalog: header, objects, cross-reference table and trailer, ISO 32000-1 7.5. */
export function assemble(objects: readonly Uint8Array[]): Uint8Array {
  // The second line's high bytes tell transfer programs that the file is binary, 7.5.2.
  const parts = [latin1Bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  for (const [i, object] of objects.entries()) {
    offsets.push(size);
    for (const part of [latin1Bytes(`${i + 1} 0 obj\n`), object, latin1Bytes('\nendobj\n')]) {
      parts.push(part);
      size += part.length;
    }
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    latin1Bytes(
      `xref\n0 ${count}\n0000000000 65535 f \n${entries}` +
        `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** A stream object (7.3.8); `dictionary` has what it needs besides its length. */
export const stream = (dictionary: string, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([
    latin1Bytes(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    latin1Bytes('\nendstream'),
  ]);

export const latin1Bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
