import { ContentFault } from '../faults.js';
import { listLines } from '../text/lines.js';
import { boundedEnd, type Cookie } from './cookie.js';

const HTTP_ONLY = '#HttpOnly_';
const NETSCAPE_HEAD = '# Netscape HTTP Cookie File';

/** Whether a text has lines of a cookies.txt. */
export const isNetscape = (text: string): boolean =>
  text.startsWith(NETSCAPE_HEAD) ||
  text.startsWith('# HTTP Cookie File') ||
  listLines(text).some((line) => /^\S+\t(?:TRUE|FALSE)\t[^\t]*\t(?:TRUE|FALSE)\t/i.test(line));

/** Cookies of a cookies.txt as curl and wget write it. Throws ContentFault, naming the line. */
export function readNetscape(text: string): Cookie[] {
  const cookies: Cookie[] = [];
  for (const [i, written] of listLines(text).entries()) {
    const httpOnly = written.startsWith(HTTP_ONLY);
    const line = httpOnly ? written.slice(HTTP_ONLY.length) : written;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [domain = '', below = '', path = '', secure = '', expires = '', name, value = '', ...more] = line.split('\t');
    if (name === undefined || more.length > 0)
      throw new ContentFault(`line ${i + 1}: it must have 7 fields divided by tabs, got ${line.split('\t').length}`);
    if (
      !/^(?:TRUE|FALSE)$/i.test(below) ||
      !/^(?:TRUE|FALSE)$/i.test(secure) ||
      !/^-?\d{1,15}(?:\.\d+)?$/.test(expires)
    )
      throw new ContentFault(
        `line ${i + 1}: fields 2 and 4 must be TRUE or FALSE, and field 5 a number of seconds since 1970`,
      );
    const end = boundedEnd(Math.floor(Number(expires)));
    cookies.push({
      name,
      value,
      domain: domain.replace(/^\./, '').toLowerCase(),
      hostOnly: below.toUpperCase() === 'FALSE',
      path: path.startsWith('/') ? path : '/',
      expires: end <= 0 ? undefined : end,
      secure: secure.toUpperCase() === 'TRUE',
      httpOnly,
      sameSite: undefined,
      partitioned: false,
      warnings: [],
    });
  }
  return cookies;
}

const flag = (is: boolean): string => (is ? 'TRUE' : 'FALSE');

/** A cookies.txt. One that ended with the session has 0; one that has ended already, 1: 0 would keep it. */
export function writeNetscape(cookies: readonly Cookie[]): string {
  const lines = cookies.map(({ name, value, domain, hostOnly, path, expires, secure, httpOnly }) => {
    const end = expires === undefined ? 0 : Math.max(1, expires);
    const fields = [hostOnly ? domain : `.${domain}`, flag(!hostOnly), path, flag(secure), end, name, value];
    return `${httpOnly ? HTTP_ONLY : ''}${fields.join('\t')}\n`;
  });
  return `${NETSCAPE_HEAD}\n\n${lines.join('')}`;
}
