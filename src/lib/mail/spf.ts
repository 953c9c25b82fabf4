import { unlessFaulty } from '../faults.js';
import { networkRange, readNetwork } from '../network-addresses/networks.js';
import { specialBlocksOf } from '../network-addresses/special-addresses.js';

/** One term of an SPF record (RFC 7208): a mechanism with its qualifier, or a modifier. */
export interface SpfTerm {
  readonly term: string;
  readonly kind: 'mechanism' | 'modifier' | 'unknown';
  readonly name: string;
  readonly value: string;
  readonly result: 'pass' | 'fail' | 'softfail' | 'neutral' | null;
  /** DNS lookups it costs by itself. */
  readonly lookups: number;
}

export interface SpfReport {
  readonly terms: readonly SpfTerm[];
  readonly lookups: number;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** RFC 7208 §4.6.4. */
const MAX_LOOKUPS = 10;
/** RFC 7208 §3.4: so that the answer fits in 512 octets. */
const MAX_SAFE_CHARACTERS = 450;

const RESULTS = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

const MECHANISMS = new Set(['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists']);
const LOOKING_UP = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);
const SLIPS: Readonly<Record<string, string>> = {
  ip: 'ip4 or ip6',
  ipv4: 'ip4',
  ipv6: 'ip6',
  includes: 'include',
  spf: 'include',
  txt: 'include',
  exist: 'exists',
};

const MACRO = /%(?:[%_-]|\{[slodiphcrtv](?:[1-9]\d{0,2})?r?[.\-+,/_=]*\})/gi;
const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** What is wrong with the name of a domain that may have macros; `undefined` where nothing is. */
function domainFault(domain: string): string | undefined {
  if (domain === '') return 'needs a domain';
  const bare = domain.replace(MACRO, '');
  if (bare.includes('%')) return 'has a macro that does not exist';
  if (/[^\x21-\x7e]/.test(bare)) return 'has a character that is not allowed; write international names in Punycode';
  if (domain.length > 253 && bare === domain) return 'has a domain of more than 253 characters';
  if (bare.split('.').some((label) => label.length > 63)) return 'has a label of more than 63 characters';
  // RFC 7208 §7.1: the end is a macro, or a top label that is not all digits.
  const top = /%\{[^}]*\}$/.test(domain) ? 'x' : (domain.replace(/\.$/, '').split('.').at(-1) ?? '');
  if (!/\./.test(domain) && top !== 'x') return 'needs a domain with a dot';
  if (!/^(?:[a-z0-9]|[a-z0-9][a-z0-9-]*[a-z0-9])$/i.test(top) || /^\d+$/.test(top))
    return `ends in "${shown(top)}", which cannot be a top-level domain`;
  return /\.\.|^\./.test(bare) && bare === domain ? 'has an empty label' : undefined;
}

/** Takes `/24`, `//64` or `/24//64` from the end; the first is the fault, if any. */
function withoutLengths(value: string): { readonly rest: string; readonly fault?: string } {
  const [, rest = value, four, six] = /^(.*?)(?:\/(\d{1,5}))?(?:\/\/(\d{1,5}))?$/s.exec(value) ?? [];
  for (const [length, most] of [
    [four, 32],
    [six, 128],
  ] as const)
    if (length !== undefined && (Number(length) > most || /^0\d/.test(length)))
      return { rest, fault: `has a prefix length of ${length}; it must be 0 to ${most}` };
  return /\/[^{}]*$/.test(rest.replace(MACRO, ''))
    ? { rest, fault: 'has a prefix length that is not a number' }
    : { rest };
}

function addressFault(value: string, family: 4 | 6): string | undefined {
  const [address = '', length, ...more] = value.split('/');
  const network = unlessFaulty(() => readNetwork(address, () => 0));
  if (address === '') return 'needs an address';
  if (network === undefined || /[\s[\]%]/.test(address)) return `has "${shown(address)}", which is not an IP address`;
  if (network.family !== family) return `has an IPv${network.family} address; use ip${network.family}`;
  if (length === undefined) return undefined;
  const most = family === 4 ? 32 : 128;
  if (more.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length) || Number(length) > most)
    return `has a prefix length that is not a number from 0 to ${most}`;
  return undefined;
}

function mechanismFault(name: string, mark: string, value: string): string | undefined {
  if (name === 'all') return mark === '' ? undefined : 'takes no value';
  if (name === 'ip4') return addressFault(value, 4);
  if (name === 'ip6') return addressFault(value, 6);
  if (name === 'include' || name === 'exists') return domainFault(value);
  if (name === 'ptr') return mark === ':' ? domainFault(value) : mark === '' ? undefined : 'takes no prefix length';
  const { rest, fault } = withoutLengths(mark === '/' ? `/${value}` : value);
  if (fault !== undefined) return fault;
  return mark === ':' ? domainFault(rest) : undefined;
}

function addressWarnings(term: string, value: string): string[] {
  const network = unlessFaulty(() => readNetwork(value, (family) => (family === 4 ? 32 : 128)));
  if (network === undefined) return [];
  const warnings: string[] = [];
  if (networkRange(network).first !== network.value) warnings.push(`${shown(term)} has bits set behind its prefix`);
  if (network.length < 16 && network.family === 4) warnings.push(`${shown(term)} allows more than 65,536 addresses`);
  const [special] = specialBlocksOf(network);
  if (special?.isGloballyReachable === false)
    warnings.push(`${shown(term)} is not an address of the internet (${special.name})`);
  return warnings;
}

interface Reading {
  readonly terms: SpfTerm[];
  readonly errors: string[];
  readonly warnings: string[];
}

function readTerm(term: string, { terms, errors, warnings }: Reading): void {
  const modifier = /^([a-z][a-z0-9._-]*)=(.*)$/is.exec(term);
  if (modifier !== null) {
    const [, name = '', value = ''] = modifier;
    const lower = name.toLowerCase();
    const isKnown = lower === 'redirect' || lower === 'exp';
    const fault = isKnown ? domainFault(value) : undefined;
    if (fault !== undefined) errors.push(`${shown(term)} ${fault}`);
    if (MECHANISMS.has(lower)) errors.push(`${shown(term)} must have a colon: ${shown(`${lower}:${value}`)}`);
    else if (!isKnown) {
      if (value.replace(MACRO, '').includes('%')) errors.push(`${shown(term)} has a macro that does not exist`);
      warnings.push(`${shown(term)} is a modifier that receivers ignore`);
    }
    terms.push({ term, kind: 'modifier', name: lower, value, result: null, lookups: lower === 'redirect' ? 1 : 0 });
    return;
  }
  const [, sign = '', name = '', mark = '', value = ''] = /^([-+~?]?)([a-z0-9]+)(?:([:/])(.*))?$/is.exec(term) ?? [];
  const lower = name.toLowerCase();
  if (!MECHANISMS.has(lower)) {
    const meant = SLIPS[lower];
    errors.push(`${shown(term)} is not a mechanism${meant === undefined ? '' : `; use ${meant}`}`);
    terms.push({ term, kind: 'unknown', name: lower, value, result: null, lookups: 0 });
    return;
  }
  const fault = mechanismFault(lower, mark, value);
  if (fault !== undefined) errors.push(`${shown(term)} ${fault}`);
  else if (lower.startsWith('ip')) warnings.push(...addressWarnings(term, value));
  if (lower === 'ptr') warnings.push('ptr is slow and unreliable; RFC 7208 says not to use it');
  const result = RESULTS[(sign === '' ? '+' : sign) as keyof typeof RESULTS];
  terms.push({ term, kind: 'mechanism', name: lower, value, result, lookups: LOOKING_UP.has(lower) ? 1 : 0 });
}

function wholeWarnings({ terms, warnings }: Reading): void {
  const all = terms.findIndex(({ name, kind }) => name === 'all' && kind === 'mechanism');
  const redirect = terms.some(({ name, kind }) => name === 'redirect' && kind === 'modifier');
  if (all >= 0 && terms.slice(all + 1).some(({ kind }) => kind === 'mechanism'))
    warnings.push('Mechanisms after all are never tried');
  if (all >= 0 && redirect) warnings.push('redirect is ignored where there is an all');
  if (all < 0 && !redirect) warnings.push('Without all or redirect, other senders get neutral: add ~all or -all');
  const result = terms[all]?.result;
  if (result === 'pass') warnings.push('+all allows everyone to send as this domain');
  if (result === 'neutral') warnings.push('?all says nothing about other senders');
  const seen = new Set<string>();
  for (const { term } of terms) {
    const key = term.toLowerCase().replace(/^\+/, '');
    if (seen.has(key)) warnings.push(`${shown(term)} is there more than once`);
    seen.add(key);
  }
}

/** Reads an SPF record without asking the DNS: what its terms are, what is wrong, what is unwise. */
export function readSpf(record: string): SpfReport {
  const reading: Reading = { terms: [], errors: [], warnings: [] };
  const [version = '', ...words] = record.split(' ').filter((word, index) => index === 0 || word !== '');
  if (version.toLowerCase() !== 'v=spf1') reading.errors.push('The record must begin with "v=spf1" and a space');
  for (const word of version.toLowerCase() === 'v=spf1' ? words : []) readTerm(word, reading);
  for (const name of ['redirect', 'exp'])
    if (reading.terms.filter((term) => term.kind === 'modifier' && term.name === name).length > 1)
      reading.errors.push(`${name} must not be there more than once`);
  const lookups = reading.terms.reduce((sum, term) => sum + term.lookups, 0);
  if (lookups > MAX_LOOKUPS)
    reading.errors.push(
      `The record needs ${lookups} DNS lookups, the limit is ${MAX_LOOKUPS}; more is a permanent error`,
    );
  wholeWarnings(reading);
  if (record.length > MAX_SAFE_CHARACTERS)
    reading.warnings.push(
      `The record has ${record.length} characters; over ${MAX_SAFE_CHARACTERS} may not fit a DNS answer over UDP`,
    );
  return { ...reading, lookups };
}

/** The record inside a line of a zone file or a quoted text; strings are joined without a space, as receivers do. */
export function bareRecord(line: string): string {
  const strings = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
  if (strings.length > 0) return strings.join('');
  return line.replace(/^.*\bTXT\s+(?=v=spf)/i, '').trim();
}

/** Strings of at most 255 characters, quoted, as zone files have them. */
export const txtStrings = (record: string): string =>
  (record.match(/.{1,255}/gs) ?? []).map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');
