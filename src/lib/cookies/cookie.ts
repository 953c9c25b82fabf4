export const SAME_SITE = ['strict', 'lax', 'none'] as const;
export type SameSite = (typeof SAME_SITE)[number];

/** A cookie as a browser keeps it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Without a dot before it; empty where nothing says it. */
  readonly domain: string;
  /** Is sent to that host only, not to those below it. */
  readonly hostOnly: boolean;
  readonly path: string;
  /** Seconds since 1970, by `boundedEnd`; `undefined` where it ends with the session. */
  readonly expires: number | undefined;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** `undefined` where nothing is said: browsers take it for lax. */
  readonly sameSite: SameSite | undefined;
  readonly partitioned: boolean;
  /** Why browsers would not keep it, or not as it is written. */
  readonly warnings: readonly string[];
}

/** The last second of the year 9999: what ends later ends then, as no format has a date for it. */
const MAX_END = 253_402_300_799;

export const boundedEnd = (seconds: number): number => Math.min(seconds, MAX_END);

/** The page whose cookies are read or sent. */
export interface CookiePage {
  readonly host: string;
  readonly path: string;
  readonly isSecure: boolean;
}

/** RFC 6265, 5.1.3: whether a host is a domain or below it. Addresses are below nothing. */
export const isUnderDomain = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && !/^[\d.]+$|:/.test(host));

/** RFC 6265, 5.1.4: the folder of a page's path. */
export function defaultPath(path: string): string {
  const last = path.lastIndexOf('/');
  return last <= 0 ? '/' : path.slice(0, last);
}

const isUnderPath = (path: string, folder: string): boolean =>
  path === folder || (path.startsWith(folder) && (folder.endsWith('/') || path[folder.length] === '/'));

/** RFC 6265, 5.4: whether a cookie is sent to a page. One without a domain is taken for the page's own. */
export function isSentTo({ domain, hostOnly, path, secure }: Cookie, page: CookiePage): boolean {
  const isHost = domain === '' || (hostOnly ? page.host === domain : isUnderDomain(page.host, domain));
  return isHost && isUnderPath(page.path, path) && (page.isSecure || !secure);
}

/** RFC 6265, 5.4: longer paths first, else as they come. */
export const inSendingOrder = (cookies: readonly Cookie[]): Cookie[] =>
  [...cookies].sort((a, b) => b.path.length - a.path.length);

export const isExpired = ({ expires }: Cookie, now: number): boolean => expires !== undefined && expires <= now;
