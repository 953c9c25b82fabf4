import { isIP, isIPv6 } from 'node:net';

import { invalid, quote } from '../core/errors.js';

import { isHostName } from './host-names.js';

/** A host and a port that somebody has named, well-formed but not yet judged: every connection judges them anew. */
export interface HostTarget {
  /** An IP address without brackets, or a name in ASCII and lower case, perhaps with a dot at its end. */
  readonly host: string;
  readonly port: number;
}

export interface UrlTarget extends HostTarget {
  /** The URL, serialised, without credentials and fragment. */
  readonly href: string;
  /** User and password, where they are allowed and given. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
}

const URL_CHARACTERS = 8192;
const HOST_CHARACTERS = 300;

export interface UrlRules {
  /** How messages call the text, such as `Line 3`; `Input` where left out. */
  readonly label?: string;
  /** Let a user and a password stand before the host. */
  readonly allowCredentials?: boolean;
}

/**
 * Reads a URL of `http:` or `https:` by the WHATWG URL standard, more strictly than its parser: what the standard calls a validation
 * error and mends (backslashes, missing or surplus slashes, tabs and line ends inside) is refused, because other programs read it otherwise.
 * Numbers in any spelling (`0x7f.1`), full-width letters and percent codes in a host are part of the standard and end as what they mean.
 * White space around is ignored. Throws INVALID_INPUT.
 */
export function parseUrl(text: string, { label = 'Input', allowCredentials = false }: UrlRules = {}): UrlTarget {
  const trimmed = trimAscii(text);
  const refuse = (why: string) => invalid(`${label} must be a URL with http or https, got ${quote(trimmed)}: ${why}`);
  if (trimmed.length > URL_CHARACTERS) throw invalid(`${label} must be a URL of at most ${URL_CHARACTERS} characters`);
  if (hasControlOrSpace(trimmed)) throw refuse('it has white space or control characters inside');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') throw refuse('the scheme is another or missing');
  if (/^[^?#]*\\/.test(trimmed)) throw refuse('it has a backslash before the query');
  if (!/^https?:\/\/[^/?#]/i.test(trimmed)) throw refuse('two slashes and a host must follow the scheme');
  if (!URL.canParse(trimmed)) throw refuse('the host or port is not well-formed');
  return targetOf(new URL(trimmed), { label, allowCredentials });
}

/** The target of a parsed URL, such as where a redirect leads. Throws INVALID_INPUT. */
export function targetOf(url: URL, { label = 'Input', allowCredentials = false }: UrlRules = {}): UrlTarget {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid(`${label} must be a URL with http or https, got ${quote(url.protocol)}`);
  }
  const hasCredentials = url.username !== '' || url.password !== '';
  if (hasCredentials && !allowCredentials) throw invalid(`${label} must be a URL without user name and password`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isHostName(host)) throw invalid(`${label} must name a host, got ${quote(url.hostname)}`);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (BAD_PORTS.has(port))
    throw invalid(`${label} must name a port for HTTP, got ${port}, which is of another protocol`);
  const credentials = hasCredentials ? { user: decoded(url.username), password: decoded(url.password) } : undefined;
  return { host, port, href: `${url.protocol}//${url.host}${url.pathname}${url.search}`, credentials };
}

interface HostRules {
  /** How messages call the text; `Input` where left out. */
  readonly label?: string;
  /** The port where the text names none; it must name one where left out. */
  readonly defaultPort?: number;
}

/**
 * Reads `host`, `host:port`, an IPv6 address alone or `[address]:port`, the host as in a URL. White space around is ignored. Throws
 * INVALID_INPUT.
 */
export function parseHost(text: string, { label = 'Input', defaultPort }: HostRules = {}): HostTarget {
  const trimmed = trimAscii(text);
  const refuse = (why: string) =>
    invalid(`${label} must be a host, perhaps with a port, got ${quote(trimmed)}: ${why}`);
  if (trimmed.length > HOST_CHARACTERS)
    throw invalid(`${label} must be a host of at most ${HOST_CHARACTERS} characters`);
  if (trimmed === '') throw refuse('it is empty');
  if (hasControlOrSpace(trimmed)) throw refuse('it has white space or control characters inside');
  if (/[/\\?#@]/.test(trimmed)) throw refuse('only a host and a port belong here');
  const [, written = trimmed, portText] =
    /^(.*?)(?::([^:\]]*))?$/.exec(isIPv6(trimmed) ? `[${trimmed}]` : trimmed) ?? [];
  const port = portText === undefined ? defaultPort : readPort(portText);
  if (port === undefined)
    throw refuse(portText === undefined ? 'a port is missing' : 'the port must be from 1 to 65535');
  const isOneHost = written.startsWith('[') || !written.includes(':');
  if (!isOneHost || !URL.canParse(`http://${written}/`)) throw refuse('the host is not well-formed');
  const host = new URL(`http://${written}/`).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !isHostName(host)) throw refuse('the host is not well-formed');
  return { host, port };
}

function readPort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined;
}

/** A host and port as messages and the Host header write them. */
export const hostPort = ({ host, port }: HostTarget): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

const trimAscii = (text: string): string => text.replace(/^[\t\n\r\f ]+|[\t\n\r\f ]+$/g, '');

const hasControlOrSpace = (text: string): boolean => /[\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(text);

/** Credentials as bytes read as UTF-8; what is not well-formed stays as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone `%` is allowed in a URL and means itself.
    return text;
  }
}

/** Ports at which a request of HTTP would be taken for another protocol: Fetch standard, "bad port". */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
