/** What the headers of a response leave open, give away or say wrong. */

import { directivesOf, type HeaderField, type ResponseHeaders } from './response-headers.js';

export const SEVERITIES = ['medium', 'low', 'info'] as const;

export interface HeaderFinding {
  readonly severity: (typeof SEVERITIES)[number];
  /** Header it is about, in lowercase. */
  readonly header: string;
  readonly message: string;
  /** What to write instead; empty where there is nothing to write. */
  readonly advice: string;
  /** Where it is said. */
  readonly source: string;
}

const HALF_YEAR = 15_768_000;
const POLICIES = new Set([
  ...[
    'no-referrer',
    'no-referrer-when-downgrade',
    'origin',
    'origin-when-cross-origin',
    'same-origin',
    'strict-origin',
  ],
  ...['strict-origin-when-cross-origin', 'unsafe-url'],
]);
const OLD: Readonly<Record<string, string>> = {
  'x-xss-protection': 'browsers have dropped the filter; 0 or nothing is best',
  'expect-ct': 'browsers check certificate transparency by themselves',
  'public-key-pins': 'browsers have dropped key pinning',
  'feature-policy': 'it was replaced by Permissions-Policy',
  pragma: 'only HTTP/1.0 knows it; Cache-Control says it',
  p3p: 'no browser reads it',
};
const TELLING = ['server', 'x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-generator', 'via'];

type Find = (
  severity: HeaderFinding['severity'],
  header: string,
  message: string,
  advice: string,
  source: string,
) => void;

export function headerFindings({ fields, status, strange }: ResponseHeaders, isHttps: boolean): HeaderFinding[] {
  const findings: HeaderFinding[] = [];
  const find: Find = (severity, header, message, advice, source) =>
    findings.push({ severity, header, message, advice, source });
  const all = (name: string): readonly string[] =>
    fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value);
  const one = (name: string): string | undefined => all(name)[0];
  if (isHttps) transport(one('strict-transport-security'), find);
  content(one, all, find);
  for (const cookie of all('set-cookie')) cookieFindings(cookie, isHttps, find);
  caching(one, find);
  sharing(one, find);
  for (const field of fields) telling(field, find);
  repeated(fields, find);
  for (const line of strange.slice(0, 20)) find('info', '', `line ${line} is not a header`, '', 'RFC 9112 §5');
  if (status !== undefined && status >= 300 && status < 400 && status !== 304 && one('location') === undefined)
    find('low', 'location', `a redirect (${status}) without Location`, '', 'RFC 9110 §15.4');
  return findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function transport(value: string | undefined, find: Find): void {
  const name = 'strict-transport-security';
  const advice = 'Strict-Transport-Security: max-age=31536000; includeSubDomains';
  const directives = directivesOf(value ?? '', ';');
  const age = Number(directives.get('max-age') ?? Number.NaN);
  if (value === undefined) find('medium', name, 'missing: browsers may be led to plain HTTP', advice, 'RFC 6797');
  else if (!Number.isInteger(age))
    find('medium', name, 'it has no valid max-age, so that browsers ignore it', advice, 'RFC 6797 §6.1.1');
  else if (age < HALF_YEAR)
    find(
      'low',
      name,
      `max-age is ${age} seconds; at least half a year is usual`,
      advice,
      'OWASP HTTP Headers Cheat Sheet',
    );
  if (directives.has('preload') && (age < 31_536_000 || !directives.has('includesubdomains')))
    find('low', name, 'preload needs a year of max-age and includeSubDomains', advice, 'hstspreload.org');
}

function content(
  one: (name: string) => string | undefined,
  all: (name: string) => readonly string[],
  find: Find,
): void {
  const policy = directivesOf(all('content-security-policy').join(';'), ';');
  if (policy.size === 0)
    find(
      'medium',
      'content-security-policy',
      'missing: scripts of others are not kept out',
      "Content-Security-Policy: default-src 'self'",
      'CSP Level 3',
    );
  else policyFindings(policy, find);
  const frame = one('x-frame-options')?.toUpperCase();
  if (frame !== undefined && frame !== 'DENY' && frame !== 'SAMEORIGIN')
    find(
      'low',
      'x-frame-options',
      'not DENY or SAMEORIGIN, so that browsers ignore it',
      'X-Frame-Options: DENY',
      'RFC 7034',
    );
  if (frame === undefined && !policy.has('frame-ancestors'))
    find(
      'medium',
      'x-frame-options',
      'missing, and no frame-ancestors: other sites may frame the page',
      "Content-Security-Policy: frame-ancestors 'none'",
      'CSP Level 3 §6.4.2',
    );
  const sniff = one('x-content-type-options')?.toLowerCase();
  if (sniff !== 'nosniff')
    find(
      'low',
      'x-content-type-options',
      sniff === undefined ? 'missing: browsers may guess types' : 'the only value is nosniff',
      'X-Content-Type-Options: nosniff',
      'Fetch Standard §3.6',
    );
  const referrer =
    one('referrer-policy')
      ?.toLowerCase()
      .split(',')
      .map((part) => part.trim()) ?? [];
  if (referrer.length > 0 && !referrer.some((part) => POLICIES.has(part)))
    find(
      'low',
      'referrer-policy',
      'no value that browsers know',
      'Referrer-Policy: strict-origin-when-cross-origin',
      'Referrer Policy',
    );
  if (referrer.at(-1) === 'unsafe-url')
    find(
      'low',
      'referrer-policy',
      'unsafe-url sends whole addresses to other sites',
      'Referrer-Policy: strict-origin-when-cross-origin',
      'Referrer Policy §3.8',
    );
  const type = one('content-type');
  if (type !== undefined && /^text\/(?!event-stream)/i.test(type) && !/;\s*charset\s*=/i.test(type))
    find(
      'low',
      'content-type',
      'a text without its charset',
      `Content-Type: ${type.split(';', 1)[0]?.slice(0, 60)}; charset=utf-8`,
      'RFC 9110 §8.3',
    );
}

function policyFindings(policy: ReadonlyMap<string, string>, find: Find): void {
  const name = 'content-security-policy';
  const scripts = policy.get('script-src') ?? policy.get('default-src');
  if (scripts === undefined)
    find(
      'medium',
      name,
      'neither script-src nor default-src: scripts may come from anywhere',
      "script-src 'self'",
      'CSP Level 3 §6.1',
    );
  const words = (scripts ?? '').toLowerCase().split(/\s+/);
  const isStrict = words.some((word) => /^'(?:nonce-|sha(?:256|384|512)-|strict-dynamic)/.test(word));
  if (words.includes("'unsafe-inline'") && !isStrict)
    find('medium', name, "scripts may be inline ('unsafe-inline')", 'nonces or hashes', 'CSP Level 3 §8.3');
  if (words.includes("'unsafe-eval'"))
    find('low', name, "texts may become code ('unsafe-eval')", "script-src without 'unsafe-eval'", 'CSP Level 3 §6.1');
  const wide = words.filter((word) => /^(?:\*|https?:|data:)$/.test(word));
  if (wide.length > 0 && !words.includes("'strict-dynamic'"))
    find('medium', name, `scripts may come from ${wide.join(' and ')}`, "script-src 'self'", 'CSP Level 3 §6.1');
  if (!policy.has('object-src') && !policy.has('default-src'))
    find('low', name, 'plug-ins are not kept out', "object-src 'none'", 'CSP Level 3 §6.1');
  if (!policy.has('base-uri'))
    find(
      'info',
      name,
      'base-uri is missing: a base element may change where scripts come from',
      "base-uri 'self'",
      'CSP Level 3 §6.3.1',
    );
}

/** RFC 6265bis: what a cookie that names a person should have. */
function cookieFindings(cookie: string, isHttps: boolean, find: Find): void {
  const [pair = '', ...rest] = cookie.split(';');
  const name = pair.split('=', 1)[0]?.trim().slice(0, 40) ?? '';
  const attributes = directivesOf(rest.join(';'), ';');
  const say = (severity: HeaderFinding['severity'], message: string, advice: string, source: string): void =>
    find(severity, 'set-cookie', `cookie ${JSON.stringify(name)}: ${message}`, advice, source);
  const isSecure = attributes.has('secure');
  if (isHttps && !isSecure) say('medium', 'without Secure it is sent over plain HTTP too', 'Secure', 'RFC 6265 §5.2.5');
  if (!attributes.has('httponly')) say('low', 'without HttpOnly scripts can read it', 'HttpOnly', 'RFC 6265 §5.2.6');
  const site = attributes.get('samesite')?.toLowerCase();
  if (site === undefined) say('low', 'without SameSite browsers differ', 'SameSite=Lax', 'RFC 6265bis §5.6.7');
  if (site === 'none' && !isSecure)
    say('medium', 'SameSite=None without Secure is refused by browsers', 'Secure', 'RFC 6265bis §5.7');
  if (/^__(?:Secure|Host)-/.test(name) && !isSecure)
    say('medium', 'its prefix needs Secure', 'Secure', 'RFC 6265bis §4.1.3');
  if (name.startsWith('__Host-') && (attributes.get('path') !== '/' || attributes.has('domain')))
    say('medium', 'its prefix needs Path=/ and no Domain', 'Path=/', 'RFC 6265bis §4.1.3.2');
}

function caching(one: (name: string) => string | undefined, find: Find): void {
  const value = one('cache-control');
  if (value === undefined) {
    if (one('expires') === undefined)
      find(
        'info',
        'cache-control',
        'missing: caches decide by themselves how long to keep the answer',
        'Cache-Control: no-cache',
        'RFC 9111 §4.2.2',
      );
    return;
  }
  const directives = directivesOf(value, ',');
  if (directives.has('no-store') && directives.has('public'))
    find(
      'low',
      'cache-control',
      'no-store and public say the opposite of each other',
      'Cache-Control: no-store',
      'RFC 9111 §5.2.2',
    );
  if (directives.has('public') && one('set-cookie') !== undefined)
    find(
      'medium',
      'cache-control',
      'a public answer sets cookies: shared caches may give them to others',
      'Cache-Control: private',
      'RFC 9111 §7.3',
    );
  for (const name of ['max-age', 's-maxage'])
    if (directives.has(name) && !/^\d+$/.test(directives.get(name) ?? ''))
      find('low', 'cache-control', `${name} is not a whole number of seconds`, `${name}=60`, 'RFC 9111 §5.2');
}

function sharing(one: (name: string) => string | undefined, find: Find): void {
  const origin = one('access-control-allow-origin')?.trim();
  const withCredentials = one('access-control-allow-credentials')?.trim().toLowerCase() === 'true';
  const name = 'access-control-allow-origin';
  if (origin === '*' && withCredentials)
    find('medium', name, 'browsers refuse * together with credentials', 'one origin', 'Fetch Standard §3.3.5');
  if (origin === 'null')
    find('medium', name, 'null is the origin of sandboxed pages of anybody', 'one origin', 'Fetch Standard §3.3.5');
  if (origin?.includes(',') === true)
    find('low', name, 'there must be one origin, or *', 'one origin', 'Fetch Standard §3.3.2');
}

function telling({ name, value }: HeaderField, find: Find): void {
  const key = name.toLowerCase();
  const old = Object.hasOwn(OLD, key) ? OLD[key] : undefined;
  if (old !== undefined && !(key === 'x-xss-protection' && value.trim() === '0'))
    find('info', key, `out of date: ${old}`, '', 'MDN Web Docs');
  if (TELLING.includes(key) && (/\d/.test(value) || key.startsWith('x-')))
    find(
      'low',
      key,
      `it tells what the server runs: ${JSON.stringify(value.slice(0, 60))}`,
      'no version, or no header',
      'OWASP HTTP Headers Cheat Sheet',
    );
}

/** Fields that may come once only (RFC 9110 §5.3). */
const SINGLE = new Set([
  'content-type',
  'content-length',
  'location',
  'strict-transport-security',
  'x-frame-options',
  'age',
  'etag',
  'access-control-allow-origin',
]);

function repeated(fields: readonly HeaderField[], find: Find): void {
  const seen = new Set<string>();
  for (const { name, line } of fields) {
    const key = name.toLowerCase();
    if (SINGLE.has(key) && seen.has(key))
      find(
        'medium',
        key,
        `it comes again${line === 0 ? '' : ` in line ${line}`}, and may come once only`,
        '',
        'RFC 9110 §5.3',
      );
    seen.add(key);
  }
}
