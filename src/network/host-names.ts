import { isIP } from 'node:net';

import type { Reach } from './address-rules.js';

/** Longest name in characters, without the dot at its end, and longest label: RFC 1035 §2.3.4. */
const NAME_CHARACTERS = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Domains that stand in no public DNS: whoever answers for them is the operator's own. */
const PRIVATE_DOMAINS: readonly (readonly [string, string])[] = [
  ['localhost', 'RFC 6761 §6.3'],
  ['local', 'RFC 6762 §3'],
  ['internal', 'ICANN resolution 2024.07.29.06'],
  ['home.arpa', 'RFC 8375'],
  ['test', 'RFC 6761 §6.2'],
];

/** Names that no DNS may be asked for, wherever it is. */
const CLOSED_DOMAINS: readonly (readonly [string, string])[] = [
  ['onion', 'RFC 7686 §2'],
  ['alt', 'RFC 9476 §2'],
  ['invalid', 'RFC 6761 §6.4'],
];

/** What a name alone tells of the host behind it. `public` still needs its addresses judged. */
export interface NameVerdict {
  readonly reach: Reach;
  readonly rule: string;
}

/** Whether a host is a name that DNS can hold: ASCII in lower case, perhaps with a dot at its end, and no number. */
export function isHostName(host: string): boolean {
  const labels = withoutFinalDot(host).split('.');
  if (labels.join('.').length > NAME_CHARACTERS || !labels.every((label) => LABEL.test(label))) return false;
  // WHATWG URL, "ends in a number": such a host is an IPv4 address, well or badly written.
  return !/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
}

/** Judges a host name, as `isHostName` has it. Throws nothing. */
export function judgeName(host: string): NameVerdict {
  const name = withoutFinalDot(host);
  const closed = domainOf(name, CLOSED_DOMAINS);
  if (closed !== undefined) return { reach: 'closed', rule: `.${closed.join(', ')}` };
  const ours = domainOf(name, PRIVATE_DOMAINS);
  if (ours !== undefined) return { reach: 'private', rule: `.${ours.join(', ')}` };
  // RFC 7085 §3: top-level domains have no hosts of their own, so a name without a dot is one of the operator's network.
  if (!name.includes('.')) return { reach: 'private', rule: 'no dot, RFC 7085 §3' };
  return { reach: 'public', rule: 'name' };
}

function domainOf(name: string, domains: readonly (readonly [string, string])[]) {
  return domains.find(([domain]) => name === domain || name.endsWith(`.${domain}`));
}

/** Whether a name means this machine without asking anybody: RFC 6761 §6.3. */
export const isLocalhost = (host: string): boolean => /(?:^|\.)localhost\.?$/.test(host);

/** A name without the dot that marks it as whole. TLS and certificates know names without it: RFC 6066 §3. */
export const withoutFinalDot = (host: string): string => (isIP(host) === 0 ? host.replace(/\.$/, '') : host);
