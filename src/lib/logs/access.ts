import type { JsonValue } from '../json/values.js';
import { ipSortKey } from '../numbers/ip-address.js';
import { LineFault, type LineReader, type LogEntry, logCell, numberCell } from './log-entry.js';
import { isoTime } from './times.js';

const TIME = / \[(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?) ([+-]\d{4})\] +(?=\S)/;
const VHOST = /^\S+:\d{1,5}$/;
/** RFC 9110 §5.6.2: a method is a token. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PROTOCOL = /^HTTP\/\d(?:\.\d)?$/;

/**
 * Lines of Apache's `common` and `combined` with or without `%v:%p` in front (vhost_combined), and of nginx' `combined`. What stands
 * behind them is `extra`.
 */
export const accessReader =
  (isCombined: boolean): LineReader =>
  (line) => {
    const found = TIME.exec(line);
    if (found === null) return new LineFault('there is no time such as [10/Oct/2000:13:55:36 -0700]');
    const [whole, day = '', month = '', year = '', clock = '', offset] = found;
    const time = isoTime(day, month, year, clock, offset);
    if (time === undefined) return new LineFault(`there is no such time as ${whole.trim()}`);
    const names = line.slice(0, found.index).trimStart().split(' ');
    const isVhost =
      names.length > 3 && VHOST.test(names[0] ?? '') && ipSortKey(names[0] ?? '')?.startsWith('6') !== true;
    const vhost = isVhost ? (names.shift() ?? '') : undefined;
    const host = forwardedHosts(names);
    if (names.length < 2) return new LineFault('a host, an identity and a user must stand before the time');
    const fields = readFields(line, found.index + whole.length);
    if (fields === undefined) return new LineFault('a quote is not closed');
    const [request, status, bytes, referrer, userAgent] = fields;
    if (request?.isQuoted !== true) return new LineFault('the request must stand in quotes behind the time');
    if (!/^(?:\d{3}|-)$/.test(status?.text ?? ''))
      return new LineFault('a status of three digits must follow the request');
    if (!/^(?:\d+|-)$/.test(bytes?.text ?? '')) return new LineFault('a number of bytes must follow the status');
    if (isCombined && !(referrer?.isQuoted === true && userAgent?.isQuoted === true))
      return new LineFault('a referrer and a user agent must stand in quotes behind the bytes');

    const entry = new Map<string, JsonValue>();
    if (vhost !== undefined) {
      entry.set('vhost', vhost.slice(0, vhost.lastIndexOf(':')));
      entry.set('port', numberCell(vhost.slice(vhost.lastIndexOf(':') + 1)));
    }
    const [identity = '', ...user] = names;
    entry
      .set('host', logCell(host))
      .set('identity', logCell(identity))
      .set('user', logCell(user.join(' ')));
    entry.set('time', time);
    setRequest(entry, request.text);
    entry.set('status', numberCell(status?.text ?? '-')).set('bytes', numberCell(bytes?.text ?? '-'));
    if (isCombined)
      entry.set('referrer', logCell(referrer?.text ?? '-')).set('userAgent', logCell(userAgent?.text ?? '-'));
    const extra = fields.slice(isCombined ? 5 : 3);
    if (extra.length > 0) {
      entry.set(
        'extra',
        extra.map(({ text }) => logCell(text)),
      );
    }
    return entry satisfies LogEntry;
  };

/** Takes the host from the words before the time: `X-Forwarded-For` in its place is a list, `203.0.113.5, 10.0.0.1 - -`. */
function forwardedHosts(names: string[]): string {
  const hosts = [names.shift() ?? ''];
  while (hosts.at(-1)?.endsWith(',') === true && names.length > 2) hosts.push(names.shift() ?? '');
  return hosts.join(' ');
}

/** `GET /a HTTP/1.1`; without a protocol it is HTTP/0.9. What is none of both stands whole as `request`. */
function setRequest(entry: Map<string, JsonValue>, request: string): void {
  const first = request.indexOf(' ');
  const last = request.lastIndexOf(' ');
  const method = request.slice(0, Math.max(0, first));
  const hasProtocol = last > first && PROTOCOL.test(request.slice(last + 1));
  const path = request.slice(first + 1, hasProtocol ? last : undefined);
  const isRequest = METHOD.test(method) && path !== '' && (hasProtocol || !path.includes(' '));
  entry.set('method', isRequest ? method : null).set('path', isRequest ? path : null);
  entry.set('protocol', isRequest && hasProtocol ? request.slice(last + 1) : null);
  if (!isRequest) entry.set('request', logCell(request));
}

interface Field {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Fields between spaces, in quotes or without; `undefined` where a quote is not closed. */
function readFields(line: string, start: number): Field[] | undefined {
  const fields: Field[] = [];
  for (let at = start; at < line.length; ) {
    if (line[at] === ' ') {
      at++;
      continue;
    }
    const isQuoted = line[at] === '"';
    const end = isQuoted ? closingQuote(line, at) : line.indexOf(' ', at);
    if (isQuoted && end < 0) return undefined;
    const stop = end < 0 ? line.length : end;
    fields.push({ text: isQuoted ? unescapeField(line.slice(at + 1, stop)) : line.slice(at, stop), isQuoted });
    at = isQuoted ? stop + 1 : stop;
  }
  return fields;
}

function closingQuote(line: string, open: number): number {
  for (let at = line.indexOf('"', open + 1); at >= 0; at = line.indexOf('"', at + 1)) {
    let slashes = 0;
    while (line[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

const ESCAPE = /(?:\\x[0-9A-Fa-f]{2})+|\\(["\\bnrtv])/g;
const LETTERS: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' };

/** What Apache (ap_escape_logitem) and nginx write for quotes, backslashes and bytes that are not printable ASCII. */
function unescapeField(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, letter?: string) => {
    if (letter !== undefined) return LETTERS[letter] ?? letter;
    return decodeBytes(Buffer.from(whole.replaceAll('\\x', ''), 'hex')) ?? whole;
  });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeBytes(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    // Bytes that are not UTF-8 (a TLS handshake sent in clear) stay as the server wrote them.
    return undefined;
  }
}
