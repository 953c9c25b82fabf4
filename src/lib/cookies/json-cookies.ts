import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';
import { boundedEnd, type Cookie, SAME_SITE, type SameSite } from './cookie.js';

/** Milliseconds where seconds would be beyond the year 5138. */
const MAX_SECONDS = 1e11;

const DATES = ['expires', 'expirationDate', 'expiry', 'expiration'];

/** `Lax`, `strict`, `no_restriction` of Chrome's extensions; others say nothing. */
function sameSiteOf(value: JsonValue | undefined): SameSite | undefined {
  const name = typeof value === 'string' ? value.toLowerCase() : '';
  return name === 'no_restriction' ? 'none' : SAME_SITE.find((known) => known === name);
}

function secondsOf(value: JsonValue, label: string): number | undefined {
  if (value === null) return undefined;
  if (value instanceof JsonNumber) {
    const seconds = Number(value.source);
    if (seconds <= 0) return undefined;
    return boundedEnd(Math.floor(seconds >= MAX_SECONDS ? seconds / 1000 : seconds));
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new ContentFault(`${label} must be seconds since 1970 or a date`);
  return boundedEnd(Math.floor(time / 1000));
}

function textOf(object: JsonObject, key: string, label: string): string {
  const value = object.get(key);
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.source;
  throw new ContentFault(`"${key}" of ${label} must be a text`);
}

function cookieOf(value: JsonValue, label: string): Cookie {
  if (!isJsonObject(value) || (!value.has('name') && !value.has('value')))
    throw new ContentFault(`${label} must be an object with "name" and "value"`);
  const domain = textOf(value, 'domain', label).toLowerCase();
  const path = textOf(value, 'path', label);
  const date = DATES.find((key) => value.has(key));
  const hostOnly = value.get('hostOnly');
  return {
    name: textOf(value, 'name', label),
    value: textOf(value, 'value', label),
    domain: domain.replace(/^\./, ''),
    hostOnly: typeof hostOnly === 'boolean' ? hostOnly : !domain.startsWith('.'),
    path: path.startsWith('/') ? path : '/',
    expires:
      date === undefined || value.get('session') === true
        ? undefined
        : secondsOf(value.get(date) ?? null, `"${date}" of ${label}`),
    secure: value.get('secure') === true,
    httpOnly: value.get('httpOnly') === true,
    sameSite: sameSiteOf(value.get('sameSite')),
    partitioned: value.get('partitioned') === true || isJsonObject(value.get('partitionKey') ?? null),
    warnings: [],
  };
}

/** Names and values only, as scripts keep them: `{"a": "1"}`. */
const pairsOf = (object: JsonObject): Cookie[] =>
  [...object].map(([name, value]) =>
    cookieOf(
      new Map<string, JsonValue>([
        ['name', name],
        ['value', value],
      ]),
      `cookie "${name}"`,
    ),
  );

/**
 * Cookies of a list of objects, as extensions of browsers, Playwright, Puppeteer and Selenium write them, also under `cookies`; or of an
 * object of names and values. Throws ContentFault, naming the cookie.
 */
export function readJsonCookies(document: JsonValue): Cookie[] {
  const inside = isJsonObject(document) ? document.get('cookies') : undefined;
  const list = isJsonArray(document) ? document : inside !== undefined && isJsonArray(inside) ? inside : undefined;
  if (list !== undefined) return list.map((each, i) => cookieOf(each, `cookie ${i + 1}`));
  if (!isJsonObject(document)) throw new ContentFault('it must be a list of cookies or an object');
  return document.has('name') && document.has('value') ? [cookieOf(document, 'cookie 1')] : pairsOf(document);
}

const titled = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const dotted = ({ domain, hostOnly }: Cookie): string => (hostOnly ? domain : `.${domain}`);

/** The state that Playwright loads. */
export const playwrightState = (cookies: readonly Cookie[]) => ({
  cookies: cookies.map((cookie) => ({
    name: cookie.name,
    value: cookie.value,
    domain: dotted(cookie),
    path: cookie.path,
    expires: cookie.expires ?? -1,
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    sameSite: titled(cookie.sameSite ?? 'lax'),
  })),
  origins: [],
});

/** The list that extensions such as Cookie-Editor import: the cookies of Chrome's own interface for extensions. */
export const extensionCookies = (cookies: readonly Cookie[]) =>
  cookies.map((cookie) => ({
    domain: dotted(cookie),
    ...(cookie.expires === undefined ? {} : { expirationDate: cookie.expires }),
    hostOnly: cookie.hostOnly,
    httpOnly: cookie.httpOnly,
    name: cookie.name,
    path: cookie.path,
    sameSite: cookie.sameSite === 'none' ? 'no_restriction' : (cookie.sameSite ?? 'unspecified'),
    secure: cookie.secure,
    session: cookie.expires === undefined,
    storeId: null,
    value: cookie.value,
  }));
