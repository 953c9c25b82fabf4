import { DIRECTIVES } from './directives.data.js';

export interface Directive {
  /** In lower case. */
  readonly name: string;
  readonly values: readonly string[];
}

/** The directives of a policy in their order; of a name that comes twice the first counts. CSP Level 3 §2.2.1. */
export interface Policy {
  readonly directives: readonly Directive[];
  /** Names that came again. */
  readonly repeated: readonly string[];
}

export function parsePolicy(text: string): Policy {
  const directives = new Map<string, Directive>();
  const repeated: string[] = [];
  for (const part of text.split(';')) {
    const [first, ...values] = part.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
    if (first === undefined) continue;
    const name = first.toLowerCase();
    if (directives.has(name)) repeated.push(name);
    else directives.set(name, { name, values: [...new Set(values)] });
  }
  return { directives: [...directives.values()], repeated };
}

export const isKnownDirective = (name: string): boolean => Object.hasOwn(DIRECTIVES, name);

/** The policy as it is sent. */
export const writePolicy = (directives: readonly Directive[]): string =>
  directives.map(({ name, values }) => [name, ...values].join(' ')).join('; ');

/** What a source means, in words. CSP Level 3 §2.3.1. */
export function sourceMeaning(value: string): string {
  const lower = value.toLowerCase();
  const keyword = KEYWORDS.get(lower);
  if (keyword !== undefined) return keyword;
  if (/^'nonce-/.test(lower)) return 'Elements whose nonce attribute has this value.';
  const [, hash] = /^'(sha(?:256|384|512))-/.exec(lower) ?? [];
  if (hash !== undefined) return `Content whose ${hash.replace('sha', 'SHA-')} hash is this.`;
  if (lower === '*') return 'Any host, over the scheme of the page, HTTP, HTTPS or WebSocket.';
  if (/^[a-z][a-z\d+.-]*:$/.test(lower)) return `Any address that begins with ${lower}`.concat('.');
  if (lower.startsWith("'")) return 'Not a keyword of CSP.';
  const host = lower.replace(/^[a-z][a-z\d+.-]*:\/\//, '');
  const [name = ''] = host.split('/', 1);
  if (name.startsWith('*.')) return `Every subdomain of ${name.slice(2)}, not ${name.slice(2)} itself.`;
  return host.includes('/') && !host.endsWith('/') ? 'This file or address.' : 'This host.';
}

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["'self'", 'The origin of the page.'],
  ["'none'", 'Nothing.'],
  ["'unsafe-inline'", 'Inline scripts, styles and event handlers; ignored beside a nonce or hash.'],
  ["'unsafe-eval'", 'Code made from strings, as eval does.'],
  ["'wasm-unsafe-eval'", 'Compiling WebAssembly.'],
  ["'strict-dynamic'", 'Scripts that a trusted script loads; hosts and schemes are then ignored.'],
  ["'unsafe-hashes'", 'Event handlers and style attributes whose hash is listed.'],
  ["'report-sample'", 'Reports carry the first 40 characters of what was blocked.'],
  ["'inline-speculation-rules'", 'Inline speculation rules.'],
  ["'trusted-types-eval'", 'Code made from strings, where Trusted Types are enforced.'],
  ["'script'", 'The places where text becomes script.'],
  ["'allow-duplicates'", 'Policies of one name may be made twice.'],
]);
