import { invalid } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import type { OutputFile } from '../../core/results.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { ContentFault } from '../../lib/faults.js';
import { type OtpKey, readBase32Secret, readOtpUri } from '../../lib/secrets/otp.js';
import { drawQr } from '../barcodes/qr-picture.js';
import { encodeQr } from '../barcodes/qr-symbol.js';

/** RFC 4226 §4, R6: 128 bits at least, 160 recommended. */
const MIN_SECRET_BITS = 128;
const NEW_SECRET_BYTES = 20;

interface OtpValues extends Omit<OtpKey, 'secret'> {
  readonly secret: string;
  readonly secretEncoding: keyof typeof READERS;
}

const READERS = {
  base32: readBase32Secret,
  hex: (text: string) => unquoted(text, readHex, 'it must be hexadecimal digits, two per byte'),
  base64: (text: string) => unquoted(text, (given) => readBase64(given, { strict: false }), 'it must be base64'),
  text: (text: string) => Buffer.from(text),
} as const;

/** The reader's own fault would show the secret. */
function unquoted(text: string, read: (text: string) => Uint8Array, fault: string): Uint8Array {
  try {
    return read(text);
  } catch {
    throw new ContentFault(fault);
  }
}

/**
 * The key of options: of an `otpauth://` address in `secret`, of the secret itself, or with a new one where it is empty. Throws
 * INVALID_INPUT, which never shows the secret.
 */
export function readOtpKey(values: OtpValues, random: (length: number) => Uint8Array): OtpKey {
  const { type, algorithm, digits, period, counter, issuer, account, secretEncoding } = values;
  const given = values.secret.trim();
  if (/^otpauth:/i.test(given)) return refusing('Cannot read option "secret"', () => readOtpUri(given));
  const secret =
    given === ''
      ? random(NEW_SECRET_BYTES)
      : refusing('Cannot read option "secret"', () => READERS[secretEncoding](values.secret));
  if (secret.length === 0) throw invalid('Option "secret" must have at least one byte');
  return { type, secret, algorithm, digits, period, counter, issuer, account };
}

/** What is weak about a key, and what apps may not understand of its address. */
export function otpWarnings({ type, secret, algorithm, digits, period }: OtpKey, hasUri: boolean): string[] {
  const said: string[] = [];
  const bits = 8 * secret.length;
  if (bits < MIN_SECRET_BITS)
    said.push(`The secret has ${bits} bits; RFC 4226 asks for at least ${MIN_SECRET_BITS} and recommends 160`);
  const unusual = [
    algorithm === 'sha1' ? '' : algorithm.toUpperCase(),
    digits === 6 ? '' : `${digits} digits`,
    type === 'hotp' || period === 30 ? '' : `a period of ${period} seconds`,
  ].filter((what) => what !== '');
  if (hasUri && unusual.length > 0)
    said.push(`Some authenticator apps ignore ${unusual.join(' and ')} and show codes that are not accepted`);
  return said;
}

/** The QR code of an address. */
export function otpPicture(uri: string, format: 'svg' | 'png'): OutputFile {
  const grid = encodeQr({ text: uri, kind: 'qr', level: 'M', version: 0 });
  const dark = { r: 0, g: 0, b: 0, alpha: 1 };
  const light = { r: 255, g: 255, b: 255, alpha: 1 };
  const bytes = drawQr(grid, { size: 512, margin: 4, dark, light, shape: 'square', logo: undefined }, format);
  return { name: `otp.${format}`, mime: format === 'svg' ? 'image/svg+xml' : 'image/png', bytes };
}
