import { latin1 } from '../bytes/latin1.js';

/** Metadata that ImageMagick and others wrote into texts of PNG before it had chunks for it. */
export interface RawProfile {
  readonly kind: 'exif' | 'iptc' | 'xmp';
  readonly bytes: Uint8Array;
}

const KEY = /^Raw profile type (exif|app1|iptc|8bim|xmp)$/i;
/** A line break, the kind, its length in digits, then hexadecimal digits in lines (ImageMagick, `Magick_png_write_raw_profile`). */
const HEAD = /^\s*[\w ]{1,20}\n\s*\d{1,9}\n/;
const XMP_HEAD = 'http://ns.adobe.com/xap/1.0/\0';

/** The profile in a text of PNG; undefined where it is none, or damaged. */
export function rawProfile(key: string, text: Uint8Array): RawProfile | undefined {
  const kind = KEY.exec(key)?.[1]?.toLowerCase();
  if (kind === undefined) return undefined;
  const content = latin1(text);
  const head = HEAD.exec(content)?.[0];
  const digits = head === undefined ? '' : content.slice(head.length).replace(/[\s\0]/g, '');
  if (digits === '' || digits.length % 2 === 1 || /[^0-9a-f]/i.test(digits)) return undefined;
  const bytes = Buffer.from(digits, 'hex');
  if (kind === 'iptc' || kind === '8bim') return { kind: 'iptc', bytes };
  if (kind === 'xmp') return { kind, bytes };
  return latin1(bytes, 0, XMP_HEAD.length) === XMP_HEAD
    ? { kind: 'xmp', bytes: bytes.subarray(XMP_HEAD.length) }
    : { kind: 'exif', bytes };
}
