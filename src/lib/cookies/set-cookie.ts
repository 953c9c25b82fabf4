import {
  boundedEnd,
  type Cookie,
  type CookiePage,
  defaultPath,
  isUnderDomain,
  SAME_SITE,
  type SameSite,
} from './cookie.js';
import { readCookieDate } from './cookie-date.js';

/** RFC 6265bis, 5.6: octets of name and value together. */
const MAX_PAIR_BYTES = 4096;
/** RFC 6265bis, 5.6: octets of an attribute; longer ones are not read. */
const MAX_ATTRIBUTE_BYTES = 1024;
/** RFC 6265bis, 5.5: browsers keep a cookie no longer. */
const MAX_SECONDS = 400 * 86_400;

/** RFC 6265bis, 5.6: characters with which a whole cookie is left out; the tab is allowed. */
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const trim = (text: string): string => text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');

/** The name and value before the first `=`; without one all is the value. */
export function readPair(text: string): { readonly name: string; readonly value: string } {
  const equals = text.indexOf('=');
  return equals < 0
    ? { name: '', value: trim(text) }
    : { name: trim(text.slice(0, equals)), value: trim(text.slice(equals + 1)) };
}

/** Attributes by lowercase name, the last of each; too long ones are left out. */
function readAttributes(parts: readonly string[], warnings: string[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = trim(equals < 0 ? part : part.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? '' : trim(part.slice(equals + 1));
    if (name === '') continue;
    if (!KNOWN.has(name)) warnings.push(`the attribute ${JSON.stringify(name)} means nothing to browsers`);
    if (Buffer.byteLength(value) > MAX_ATTRIBUTE_BYTES)
      warnings.push(
        `the attribute ${JSON.stringify(name)} is longer than ${MAX_ATTRIBUTE_BYTES} bytes and is not read`,
      );
    else attributes.set(name, value);
  }
  return attributes;
}

const KNOWN = new Set([
  'expires',
  'max-age',
  'domain',
  'path',
  'secure',
  'httponly',
  'samesite',
  'partitioned',
  'priority',
]);

/** When the cookie ends: Max-Age counts before Expires. */
function readEnd(attributes: ReadonlyMap<string, string>, now: number, warnings: string[]): number | undefined {
  const age = attributes.get('max-age');
  const date = attributes.get('expires');
  const isAge = age !== undefined && /^-?\d+$/.test(age);
  if (age !== undefined && !isAge) warnings.push(`Max-Age must be a number of seconds, got ${JSON.stringify(age)}`);
  const read = date === undefined ? undefined : readCookieDate(date);
  if (date !== undefined && read === undefined) warnings.push(`Expires must be a date, got ${JSON.stringify(date)}`);
  const seconds = isAge ? Number(age) : undefined;
  const end = seconds === undefined ? read : seconds <= 0 ? 0 : boundedEnd(now + seconds);
  if (end !== undefined && end > now + MAX_SECONDS) warnings.push('browsers keep it for 400 days at most');
  return end;
}

function readSameSite(value: string | undefined, warnings: string[]): SameSite | undefined {
  const known = SAME_SITE.find((name) => name === value?.toLowerCase());
  if (value !== undefined && known === undefined)
    warnings.push(`SameSite must be Strict, Lax or None, got ${JSON.stringify(value)}: browsers take it for Lax`);
  return known;
}

/**
 * A cookie as a `Set-Cookie` header sets it, by RFC 6265bis, 5.6 and 5.7. `page` set it; `now` in seconds since 1970. What a browser
 * would not keep is kept here, with the reason.
 */
export function readSetCookie(header: string, page: CookiePage | undefined, now: number): Cookie {
  const warnings: string[] = [];
  const [pair = '', ...parts] = header.split(';');
  const { name, value } = readPair(pair);
  const attributes = readAttributes(parts, warnings);
  const domain = (attributes.get('domain') ?? '').toLowerCase().replace(/^\./, '');
  const path = attributes.get('path') ?? '';
  const cookie = {
    name,
    value,
    domain: domain === '' ? (page?.host ?? '') : domain,
    hostOnly: domain === '',
    path: path.startsWith('/') ? path : page === undefined ? '/' : defaultPath(page.path),
    expires: readEnd(attributes, now, warnings),
    secure: attributes.has('secure'),
    httpOnly: attributes.has('httponly'),
    sameSite: readSameSite(attributes.get('samesite'), warnings),
    partitioned: attributes.has('partitioned'),
  };
  if (CONTROL.test(header)) warnings.push('browsers reject it: it has control characters');
  const rejected = cookieFaults({ ...cookie, path }, page);
  return { ...cookie, warnings: [...warnings, ...rejected.map((why) => `browsers reject it: ${why}`)] };
}

type JudgedCookie = Omit<Cookie, 'warnings' | 'expires'>;

/** Why browsers would not keep a cookie. */
export function cookieFaults(cookie: JudgedCookie, page: CookiePage | undefined): string[] {
  const { name, value, domain, hostOnly, path, secure, sameSite, partitioned } = cookie;
  const faults: string[] = [];
  const prefixed = (name === '' ? value : name).toLowerCase();
  if (name === '' && value === '') faults.push('it has neither name nor value');
  if (Buffer.byteLength(name) + Buffer.byteLength(value) > MAX_PAIR_BYTES)
    faults.push(`name and value must have at most ${MAX_PAIR_BYTES} bytes`);
  if (page !== undefined && !isUnderDomain(page.host, domain)) faults.push(`${page.host} is not under ${domain}`);
  if (page?.isSecure === false && secure) faults.push('Secure needs a page over HTTPS');
  if (name === '' && /^__(?:secure|host)-/.test(prefixed)) faults.push('a prefix needs a name');
  if (prefixed.startsWith('__secure-') && !secure) faults.push('__Secure- needs Secure');
  if (prefixed.startsWith('__host-')) {
    if (!secure) faults.push('__Host- needs Secure');
    if (!hostOnly) faults.push('__Host- allows no Domain');
    if (path !== '/') faults.push('__Host- needs Path=/');
  }
  if (sameSite === 'none' && !secure) faults.push('SameSite=None needs Secure');
  if (partitioned && !secure) faults.push('Partitioned needs Secure');
  return faults;
}

/** The value of a `Set-Cookie` header. A line break or semicolon in a name or value would be another cookie's: the caller refuses them. */
export function writeSetCookie(cookie: Cookie): string {
  const { domain, hostOnly, path, expires, secure, httpOnly, sameSite, partitioned } = cookie;
  return [
    writePair(cookie),
    ...(hostOnly || domain === '' ? [] : [`Domain=${domain}`]),
    `Path=${path}`,
    ...(expires === undefined ? [] : [`Expires=${new Date(expires * 1000).toUTCString()}`]),
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite.charAt(0).toUpperCase()}${sameSite.slice(1)}`]),
    ...(partitioned ? ['Partitioned'] : []),
  ].join('; ');
}

/** As it stands in a `Cookie` header: a cookie without a name is its value. */
export const writePair = ({ name, value }: Cookie): string => (name === '' ? value : `${name}=${value}`);
