/** The picture formats that are read, told apart by their content. */
export type PictureFormat =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'gif'
  | 'tiff'
  | 'avif'
  | 'heic'
  | 'cr3'
  | 'raf'
  | 'bmp'
  | 'ico'
  | 'icns'
  | 'jxl'
  | 'jp2'
  | 'psd'
  | 'ppm'
  | 'tga'
  | 'hdr'
  | 'qoi'
  | 'svg';

/** What people call them. */
export const PICTURE_FORMAT_NAMES: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  tiff: 'TIFF',
  avif: 'AVIF',
  heic: 'HEIC',
  cr3: 'CR3',
  raf: 'RAF',
  bmp: 'BMP',
  ico: 'ICO',
  icns: 'ICNS',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  psd: 'Photoshop',
  ppm: 'PNM',
  tga: 'TGA',
  hdr: 'Radiance HDR',
  qoi: 'QOI',
  svg: 'SVG',
};

/** Media types as IANA lists them, `x-` ones as `file` says. */
export const PICTURE_MIMES: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tiff: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  cr3: 'image/x-canon-cr3',
  raf: 'image/x-fuji-raf',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  icns: 'image/x-icns',
  jxl: 'image/jxl',
  jp2: 'image/jp2',
  psd: 'image/vnd.adobe.photoshop',
  ppm: 'image/x-portable-anymap',
  tga: 'image/x-tga',
  hdr: 'image/vnd.radiance',
  qoi: 'image/qoi',
  svg: 'image/svg+xml',
};

const hasBytes = (bytes: Uint8Array, at: number, signature: readonly number[]): boolean =>
  signature.every((byte, i) => bytes[at + i] === byte);

const hasText = (bytes: Uint8Array, at: number, text: string): boolean =>
  hasBytes(
    bytes,
    at,
    [...text].map((character) => character.charCodeAt(0)),
  );

const JPEG_XL_BOX = [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a];
const JPEG_2000_BOX = [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a];

const TESTS: readonly (readonly [PictureFormat, (bytes: Uint8Array) => boolean])[] = [
  ['jpeg', (bytes) => hasBytes(bytes, 0, [0xff, 0xd8, 0xff])],
  ['png', (bytes) => hasBytes(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['webp', (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')],
  ['gif', (bytes) => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')],
  // BigTIFF is version 43.
  [
    'tiff',
    (bytes) =>
      hasText(bytes, 0, 'II*\0') ||
      hasText(bytes, 0, 'MM\0*') ||
      hasText(bytes, 0, 'II+\0') ||
      hasText(bytes, 0, 'MM\0+'),
  ],
  ['jxl', (bytes) => hasBytes(bytes, 0, [0xff, 0x0a]) || hasBytes(bytes, 0, JPEG_XL_BOX)],
  ['jp2', (bytes) => hasBytes(bytes, 0, JPEG_2000_BOX) || hasBytes(bytes, 0, [0xff, 0x4f, 0xff, 0x51])],
  ['psd', (bytes) => hasText(bytes, 0, '8BPS\0\u0001')],
  ['hdr', (bytes) => hasText(bytes, 0, '#?RADIANCE') || hasText(bytes, 0, '#?RGBE')],
  ['qoi', (bytes) => hasText(bytes, 0, 'qoif')],
  ['avif', (bytes) => hasText(bytes, 4, 'ftyp') && (hasText(bytes, 8, 'avif') || hasText(bytes, 8, 'avis'))],
  ['cr3', (bytes) => hasText(bytes, 4, 'ftypcrx ')],
  ['raf', (bytes) => hasText(bytes, 0, 'FUJIFILMCCD-RAW ')],
  ['heic', (bytes) => hasText(bytes, 4, 'ftyp')],
  ['bmp', (bytes) => hasText(bytes, 0, 'BM') && bytes.length > 26],
  ['ico', (bytes) => hasBytes(bytes, 0, [0, 0, 1, 0]) && (bytes[4] ?? 0) > 0 && bytes[5] === 0],
  ['icns', (bytes) => hasText(bytes, 0, 'icns') && bytes.length >= 8],
  // Netpbm: P1 to P6 and P7 (PAM), then white space or a comment.
  [
    'ppm',
    (bytes) =>
      bytes[0] === 0x50 &&
      /^[1-7]$/.test(String.fromCharCode(bytes[1] ?? 0)) &&
      [9, 10, 13, 32, 35].includes(bytes[2] ?? 0),
  ],
  [
    'svg',
    (bytes) =>
      /^(?:\ufeff)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg[\s>])/i.test(head(bytes)) && /<svg[\s>]/i.test(head(bytes)),
  ],
];

/** Enough for an XML declaration, a long comment and a document type. */
const HEAD_BYTES = 4096;
const head = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, HEAD_BYTES));

/** What a file's own bytes say of its format. TGA has no signature: a file of that ending with a sound header is one. */
export function pictureFormat(bytes: Uint8Array, extension: string): PictureFormat | undefined {
  const found = TESTS.find(([, test]) => test(bytes))?.[0];
  if (found !== undefined) return found;
  return extension === '.tga' && isTga(bytes) ? 'tga' : undefined;
}

/** Truevision TGA 2.0: kind of colour map, kind of picture and bits a pixel have few values. */
const isTga = (bytes: Uint8Array): boolean =>
  bytes.length > 18 &&
  (bytes[1] ?? 2) <= 1 &&
  [1, 2, 3, 9, 10, 11].includes(bytes[2] ?? 0) &&
  [8, 15, 16, 24, 32].includes(bytes[16] ?? 0);
