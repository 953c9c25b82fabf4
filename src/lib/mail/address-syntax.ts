import { readIpAddress } from '../numbers/ip-address.js';

/** Mailboxes as SMTP has them: RFC 5321 §4.1.2, with RFC 6531 for characters beyond ASCII. */

/** Octets (RFC 5321 §4.5.3.1; the path of 256 has two angle brackets). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

interface AddressParts {
  readonly local: string;
  readonly domain: string;
  readonly isQuoted: boolean;
}

const ATEXT = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]$/u;

const octets = (text: string): number => Buffer.byteLength(text);
const place = (text: string, index: number): string => `character ${[...text.slice(0, index)].length + 1}`;

/** The at sign before the domain: the last one outside of quotes; -1 where there is none. */
const atSign = (address: string): number => address.lastIndexOf('@');

/** The parts, or what is wrong with the address before its domain is looked at. */
export function addressParts(address: string): AddressParts | { readonly fault: string } {
  const at = atSign(address);
  if (at < 0) return { fault: 'It has no @ sign' };
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (local === '') return { fault: 'Nothing comes before the @ sign' };
  if (domain === '') return { fault: 'Nothing comes after the @ sign' };
  const isQuoted = local.startsWith('"');
  const fault = isQuoted ? quotedFault(local) : dotStringFault(local);
  if (fault !== undefined) return { fault };
  if (octets(local) > MAX_LOCAL)
    return { fault: `The part before the @ sign has ${octets(local)} bytes; at most ${MAX_LOCAL} are allowed` };
  if (octets(address) > MAX_ADDRESS)
    return { fault: `The address has ${octets(address)} bytes; at most ${MAX_ADDRESS} are allowed` };
  return { local, domain, isQuoted };
}

function dotStringFault(local: string): string | undefined {
  let index = 0;
  for (const character of local) {
    if (character === '.') {
      if (index === 0) return 'It begins with a dot';
      if (index === local.length - 1) return 'A dot is right before the @ sign';
      if (local[index + 1] === '.') return `Two dots follow each other at ${place(local, index)}`;
    } else if (character === '@') return `It has more than one @ sign, the first at ${place(local, index)}`;
    else if (/\s/u.test(character)) return `It has a space at ${place(local, index)}`;
    else if (character === '(' || character === ')')
      return `It has a comment at ${place(local, index)}, which SMTP does not allow`;
    else if (/[\p{Cc}\p{Zl}\p{Zp}\u0080-\u009f\u200b\u2060\ufeff]|\p{Cs}/u.test(character))
      return `It has an invisible character at ${place(local, index)}`;
    else if (!ATEXT.test(character))
      return `${JSON.stringify(character)} at ${place(local, index)} is not allowed without quotes`;
    index += character.length;
  }
  return undefined;
}

function quotedFault(local: string): string | undefined {
  if (local.length < 2 || !local.endsWith('"')) return 'The quotes do not end before the @ sign';
  for (let i = 1; i < local.length - 1; i++) {
    const code = local.charCodeAt(i);
    if (code === 92 && i === local.length - 2) return 'The quotes do not end before the @ sign';
    if (code === 92) i += 1;
    else if (code === 34) return `A quote is inside of the quotes at ${place(local, i)}`;
    const one = local.charCodeAt(i);
    if (one < 32 || one === 127) return `It has an invisible character at ${place(local, i)}`;
  }
  return undefined;
}

/** What is wrong with `[192.0.2.1]` or `[IPv6:2001:db8::1]`, RFC 5321 §4.1.3. */
export function literalFault(domain: string): string | undefined {
  const inside = domain.slice(1, -1);
  const isRight = /^IPv6:/i.test(inside)
    ? readIpAddress(inside.slice(5))?.family === 6
    : readIpAddress(inside)?.family === 4;
  return domain.endsWith(']') && isRight ? undefined : 'The address in brackets is not an IPv4 or IPv6 address';
}

/** Addresses of a list as mail headers have it: separated by commas or semicolons outside quotes and brackets. */
export function splitAddresses(list: string): string[] {
  const found: string[] = [];
  let [start, quoted, bracket] = [0, false, false];
  for (let i = 0; i < list.length; i++) {
    const character = list[i];
    if (character === '\\' && quoted) i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === '[') bracket = true;
    else if (character === ']') bracket = false;
    else if (!quoted && !bracket && (character === ',' || character === ';')) {
      found.push(list.slice(start, i));
      start = i + 1;
    }
  }
  found.push(list.slice(start));
  return found.map((one) => one.trim()).filter((one) => one !== '');
}
