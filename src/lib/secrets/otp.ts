import { createHmac, timingSafeEqual } from 'node:crypto';

import { readBase32 } from '../bytes/digit-bases.js';
import { ContentFault } from '../faults.js';
import { writeBase32 } from './token.js';

export const OTP_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;

/** What a code is computed from. */
export interface OtpKey {
  readonly type: 'totp' | 'hotp';
  readonly secret: Uint8Array;
  readonly algorithm: (typeof OTP_ALGORITHMS)[number];
  readonly digits: number;
  /** Seconds of a step of TOTP. */
  readonly period: number;
  /** Next counter of HOTP. */
  readonly counter: number;
  readonly issuer: string;
  readonly account: string;
}

/** RFC 4226 §5.3; RFC 6238 §1.2 for the other digests. */
export function otpCode({ secret, algorithm, digits }: OtpKey, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(algorithm, secret).update(moving).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/** The counter of an instant, in seconds since 1970. */
export const totpCounter = ({ period }: OtpKey, seconds: number): number => Math.floor(seconds / period);

/** How many steps away from `counter` the code is valid, the nearest first; `undefined` where it is not within the window. */
export function otpOffset(key: OtpKey, counter: number, window: number, code: string): number | undefined {
  let found: number | undefined;
  // All are computed and compared, whatever the first says.
  for (let away = 0; away <= window; away++) {
    for (const offset of away === 0 ? [0] : [-away, away]) {
      // A counter of HOTP that was used is not valid again (RFC 4226 §7.4).
      if (counter + offset < 0 || (key.type === 'hotp' && offset < 0)) continue;
      const isSame = timingSafeEqual(Buffer.from(otpCode(key, counter + offset)), Buffer.from(code));
      if (isSame && found === undefined) found = offset;
    }
  }
  return found;
}

const BASE32_DIGIT = /[^A-Z2-7]/;
const LOOKALIKES: Readonly<Record<string, string>> = { 0: 'O', 1: 'I or L', 8: 'B' };

/** A secret as apps show it: base32 in either case, in groups. Throws ContentFault, which names the place but not the secret. */
export function readBase32Secret(text: string): Uint8Array {
  const digits = text
    .replace(/[\s\u00a0-]/g, '')
    .replace(/=+$/, '')
    .toUpperCase();
  const wrong = digits.search(BASE32_DIGIT);
  if (wrong >= 0) {
    const meant = LOOKALIKES[digits.charAt(wrong)];
    throw new ContentFault(
      `character ${wrong + 1} is not a base32 digit (A to Z, 2 to 7)${meant === undefined ? '' : `; ${meant} may be meant`}`,
    );
  }
  return readBase32(digits);
}

const isAlgorithm = (name: string): name is OtpKey['algorithm'] => (OTP_ALGORITHMS as readonly string[]).includes(name);

/** An `otpauth://` address by Google's "Key Uri Format". Throws ContentFault. */
export function readOtpUri(text: string): OtpKey {
  const uri = URL.canParse(text) ? new URL(text) : undefined;
  if (uri?.protocol !== 'otpauth:') throw new ContentFault('it is not an otpauth:// address');
  const type = uri.host.toLowerCase();
  if (type !== 'totp' && type !== 'hotp') throw new ContentFault('its type must be totp or hotp');
  const values = uri.searchParams;
  const label = decoded(uri.pathname.replace(/^\//, ''));
  const [, labelIssuer = '', account = ''] = /^(?:([^:]*):)?\s*([\s\S]*)$/.exec(label) ?? [];
  const algorithm = (values.get('algorithm') ?? 'sha1').toLowerCase().replace(/^hmac-?|-/g, '');
  if (!isAlgorithm(algorithm)) throw new ContentFault('its algorithm must be SHA1, SHA256 or SHA512');
  const secret = values.get('secret') ?? '';
  if (secret === '') throw new ContentFault('it has no secret');
  return {
    type,
    secret: readBase32Secret(secret),
    algorithm,
    digits: numberOf(values, 'digits', 6, [5, 10]),
    period: numberOf(values, 'period', 30, [1, 86_400]),
    counter: numberOf(values, 'counter', 0, [0, Number.MAX_SAFE_INTEGER]),
    issuer: values.get('issuer') ?? labelIssuer,
    account,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A label with a stray percent sign is shown as it stands.
    return text;
  }
}

function numberOf(
  values: URLSearchParams,
  name: string,
  usual: number,
  [least, most]: readonly [number, number],
): number {
  const text = values.get(name);
  if (text === null || text === '') return usual;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ContentFault(`its ${name} must be a whole number from ${least} to ${most}`);
}

/** The address that authenticator apps read; defaults are left to them. */
export function writeOtpUri({ type, secret, algorithm, digits, period, counter, issuer, account }: OtpKey): string {
  const label = [issuer, account]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join(':');
  const values = [
    ['secret', writeBase32(secret)],
    ['issuer', encodeURIComponent(issuer)],
    ['algorithm', algorithm === 'sha1' ? '' : algorithm.toUpperCase()],
    ['digits', digits === 6 ? '' : String(digits)],
    ['period', type === 'hotp' || period === 30 ? '' : String(period)],
    ['counter', type === 'hotp' ? String(counter) : ''],
  ];
  const query = values.filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`);
  return `otpauth://${type}/${label}?${query.join('&')}`;
}
