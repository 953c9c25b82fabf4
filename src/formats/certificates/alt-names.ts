import { domainToASCII } from 'node:url';

import { invalid, quote } from '../../core/errors.js';
import { addressBytes } from '../../lib/pki/addresses.js';
import type { GeneralName } from '../../lib/pki/names.js';

/** Most names of one certificate. Chosen: authorities sign 100. */
const MAX_NAMES = 500;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;

/**
 * Subject alternative names as people write them: host names, wildcards, addresses, mail addresses and URIs, separated by commas,
 * spaces or lines, with OpenSSL's `DNS:` or without. Names in other scripts become punycode. Addresses become hex digits, as
 * `extension.subjectAltName` takes them. Throws INVALID_INPUT naming the one that is wrong.
 */
export function readAltNames(text: string): GeneralName[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length > MAX_NAMES)
    throw invalid(`Option "altNames" must have at most ${MAX_NAMES} names, got ${words.length}`);
  const names = words.map(readAltName);
  const seen = new Set<string>();
  return names.filter(({ type, value }) => {
    const key = `${type}:${value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function readAltName(word: string): GeneralName {
  const name = nameOf(word);
  if (name === undefined)
    throw invalid(`Option "altNames" must list host names, IP addresses, email addresses or URIs, got ${quote(word)}`);
  return name;
}

/** The name that a word is; `undefined` for none. */
export function nameOf(word: string): GeneralName | undefined {
  const [, prefix = '', rest = ''] = /^(?:(dns|ip|ip address|email|uri):)?(.*)$/i.exec(word) ?? [];
  const address = rest.replace(/^\[(.*)\]$/, '$1');
  if (prefix === '' || /^ip/i.test(prefix)) {
    const bytes = addressBytes(address);
    if (bytes !== undefined) return { type: 'IP', value: bytes.toString('hex') };
    if (prefix !== '') return undefined;
  }
  if (/^uri$/i.test(prefix) || (prefix === '' && /^[a-z][a-z0-9+.-]*:\/\//i.test(rest)))
    return URL.canParse(rest)
      ? { type: 'URI', value: new URL(rest).href === `${rest}/` ? rest : new URL(rest).href }
      : undefined;
  if (/^email$/i.test(prefix) || (prefix === '' && rest.includes('@'))) {
    const [, local = '', domain = ''] = /^([\x21-\x7e]{1,64})@([^@]{1,253})$/.exec(rest) ?? [];
    const host = hostOf(domain);
    return local === '' || host === undefined ? undefined : { type: 'email', value: `${local}@${host}` };
  }
  const host = hostOf(rest);
  return host === undefined ? undefined : { type: 'DNS', value: host };
}

function hostOf(text: string): string | undefined {
  const isWild = text.startsWith('*.');
  const bare = (isWild ? text.slice(2) : text).replace(/\.$/, '');
  const ascii = /^[\x21-\x7e]+$/.test(bare) ? bare.toLowerCase() : domainToASCII(bare);
  if (ascii === '' || ascii.length > 253 || !ascii.split('.').every((label) => LABEL.test(label))) return undefined;
  return isWild ? `*.${ascii}` : ascii;
}
