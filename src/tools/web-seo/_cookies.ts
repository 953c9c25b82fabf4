import { invalid, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { readJson } from '../../formats/json-document.js';
import type { TextSource } from '../../formats/text-source.js';
import { type Cookie, type CookiePage, inSendingOrder, isExpired, isSentTo } from '../../lib/cookies/cookie.js';
import { readJsonCookies } from '../../lib/cookies/json-cookies.js';
import { isNetscape, readNetscape, writeNetscape } from '../../lib/cookies/netscape.js';
import { cookieFaults, readPair, readSetCookie, writePair, writeSetCookie } from '../../lib/cookies/set-cookie.js';
import { listLines } from '../../lib/text/lines.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

const MAX_COOKIES = 10_000;

export const COOKIE_FORMS = ['set-cookie', 'cookie', 'netscape', 'json'] as const;
export type CookieForm = (typeof COOKIE_FORMS)[number];

const SET_COOKIE = /^\s*set-cookie2?\s*:/i;
const COOKIE = /^\s*cookie\s*:/i;
const ATTRIBUTE = /;\s*(?:path|domain|expires|max-age|samesite)\s*=|;\s*(?:secure|httponly|partitioned)\s*(?:;|$)/i;

function formOf(text: string): CookieForm {
  if (/^\s*[[{]/.test(text)) return 'json';
  if (isNetscape(text)) return 'netscape';
  const lines = listLines(text);
  if (lines.some((line) => SET_COOKIE.test(line))) return 'set-cookie';
  if (lines.some((line) => COOKIE.test(line))) return 'cookie';
  return lines.some((line) => ATTRIBUTE.test(line)) ? 'set-cookie' : 'cookie';
}

/** Values of the headers of one name; where no line has the name, every line is a value. */
function headersOf(text: string, name: RegExp): string[] {
  const lines = listLines(text);
  const named = lines.filter((line) => name.test(line)).map((line) => line.replace(name, ''));
  return (named.length > 0 ? named : lines).filter((line) => line.trim() !== '');
}

const plainCookie = (pair: string): Cookie => ({
  ...readPair(pair),
  domain: '',
  hostOnly: true,
  path: '/',
  expires: undefined,
  secure: false,
  httpOnly: false,
  sameSite: undefined,
  partitioned: false,
  warnings: [],
});

function readAs(form: CookieForm, source: TextSource, page: CookiePage | undefined, now: number): Cookie[] {
  if (form === 'json') return readJsonCookies(readJson(source.text, source.label));
  if (form === 'netscape') return readNetscape(source.text);
  if (form === 'set-cookie') return headersOf(source.text, SET_COOKIE).map((value) => readSetCookie(value, page, now));
  return headersOf(source.text, COOKIE)
    .flatMap((value) => value.split(';'))
    .filter((pair) => pair.trim() !== '')
    .map(plainCookie);
}

/** Cookies in any of the forms, with what browsers have against them; those without a domain get the page's. */
export function readCookies(
  source: TextSource,
  from: CookieForm | 'auto',
  page: CookiePage | undefined,
  now: number,
): Cookie[] {
  const form = from === 'auto' ? formOf(source.text) : from;
  const cookies = refusing(`Cannot read ${source.label}`, () => readAs(form, source, page, now));
  if (cookies.length > MAX_COOKIES)
    throw overLimit(`The text of ${source.label} must have at most ${MAX_COOKIES} cookies, got ${cookies.length}`);
  return cookies.map((cookie) => {
    const placed = cookie.domain === '' ? { ...cookie, domain: page?.host ?? '' } : cookie;
    if (form === 'set-cookie') return placed;
    const faults = cookieFaults(placed, undefined);
    return { ...placed, warnings: faults.map((why) => `browsers reject it: ${why}`) };
  });
}

/** The page in option `url`; `undefined` where it was left out. */
export function readPage(url: string): CookiePage | undefined {
  if (url === '') return undefined;
  const parsed = /^https?:\/\//i.test(url) ? parseUrl(url) : undefined;
  if (parsed === undefined)
    throw invalid(`Option "url" must be an address such as https://example.com/account, got ${quote(url)}`);
  return { host: parsed.hostname, path: parsed.pathname, isSecure: parsed.protocol === 'https:' };
}

/** What would be a part of another field or line where a cookie is written. */
const DIVIDERS = { netscape: /[\t\r\n]/, header: /[;\r\n\0]/ } as const;

function checkCharacters(cookies: readonly Cookie[], kind: keyof typeof DIVIDERS): void {
  const spoilt = cookies.find((cookie) =>
    [cookie.name, cookie.value, cookie.path, cookie.domain].some((text) => DIVIDERS[kind].test(text)),
  );
  if (spoilt === undefined) return;
  const what = kind === 'netscape' ? 'tabs or line breaks' : 'semicolons or line breaks';
  throw invalid(`Cannot write cookie ${quote(spoilt.name)}: ${what} cannot be written in this format`);
}

/** Throws INVALID_INPUT where a cookie has no domain: the format needs one. */
export function checkDomains(cookies: readonly Cookie[]): void {
  const homeless = cookies.find(({ domain }) => domain === '');
  if (homeless !== undefined)
    throw invalid(`Option "url" must be given: cookie ${quote(homeless.name)} has no domain, which this format needs`);
}

export function netscapeFile(cookies: readonly Cookie[]): string {
  checkDomains(cookies);
  checkCharacters(cookies, 'netscape');
  return writeNetscape(cookies);
}

export function setCookieLines(cookies: readonly Cookie[]): string {
  checkCharacters(cookies, 'header');
  return cookies.map((cookie) => `Set-Cookie: ${writeSetCookie(cookie)}\n`).join('');
}

/** The header that a browser sends to a page; without one, with all cookies. Expired ones are not sent. */
export function cookieHeader(cookies: readonly Cookie[], page: CookiePage | undefined, now: number): string {
  const alive = cookies.filter((cookie) => !isExpired(cookie, now));
  const sent = page === undefined ? alive : inSendingOrder(alive.filter((cookie) => isSentTo(cookie, page)));
  checkCharacters(sent, 'header');
  return sent.map(writePair).join('; ');
}
