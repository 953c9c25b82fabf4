import { ContentFault } from '../faults.js';
import { formatIpv6 } from './networks.js';

/**
 * Hexadecimal digits of a hardware address of 48 or 64 bits, lowercase: in pairs with `:` or `-`, in fours with `.`, in sixes with `-`,
 * or without separators. Digits before a single zero may be missing between colons (`0:1b:…`). Throws ContentFault.
 */
export function readMac(written: string): string {
  const text = written.trim().toLowerCase();
  const quoted = JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
  if (text.length > 40) throw new ContentFault(`${quoted} is not a MAC address`);
  const separators = new Set(text.match(/[^0-9a-z]/g));
  if (separators.size > 1) throw new ContentFault(`${quoted} mixes separators`);
  const [separator] = separators;
  const parts = separator === undefined ? [text] : text.split(separator);
  const wrong = /[^0-9a-f:.\s-]/.exec(text)?.[0];
  if (wrong !== undefined && /^[0-9a-z:.\s-]+$/.test(text))
    throw new ContentFault(`${quoted} has ${JSON.stringify(wrong)}, which is not a hexadecimal digit`);
  const width = widthOf(separator, parts);
  const hex = parts.map((part) => part.padStart(width, '0')).join('');
  if (width === 0 || !/^[0-9a-f]+$/.test(hex) || parts.some((part) => part === '' || part.length > width))
    throw new ContentFault(`${quoted} is not a MAC address`);
  if (hex.length !== 12 && hex.length !== 16)
    throw new ContentFault(`a MAC address has 12 hexadecimal digits, or 16 for EUI-64, got ${hex.length} in ${quoted}`);
  return hex;
}

/** Digits per part; 0 where parts are not written like that. */
function widthOf(separator: string | undefined, parts: readonly string[]): number {
  const longest = Math.max(...parts.map(({ length }) => length));
  if (separator === undefined) return longest;
  if (separator === ':' || separator === ' ') return longest <= 2 ? 2 : longest === 4 && separator === ' ' ? 4 : 0;
  // Of the others, parts have all their digits.
  if (parts.some(({ length }) => length !== longest)) return 0;
  if (separator === '-') return longest === 2 || longest === 6 || longest === 4 ? longest : 0;
  return separator === '.' && (longest === 4 || longest === 2) ? longest : 0;
}

const MAC_STYLES = {
  colon: { width: 2, separator: ':' },
  dash: { width: 2, separator: '-' },
  dot: { width: 4, separator: '.' },
  plain: { width: 16, separator: '' },
} as const;

export type MacStyle = keyof typeof MAC_STYLES;

export function formatMac(hex: string, style: MacStyle, uppercase: boolean): string {
  const { width, separator } = MAC_STYLES[style];
  const parts = hex.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  const text = parts.join(separator);
  return uppercase ? text.toUpperCase() : text;
}

/** Modified EUI-64 (RFC 4291 appendix A): `ff:fe` in the middle, the universal/local bit inverted. */
export function interfaceId(hex: string): string {
  const wide = hex.length === 12 ? `${hex.slice(0, 6)}fffe${hex.slice(6)}` : hex;
  return ((BigInt(`0x${wide}`) ^ (0x02n << 56n)) | 0n).toString(16).padStart(16, '0');
}

export const linkLocalOf = (hex: string): string => formatIpv6((0xfe80n << 112n) | BigInt(`0x${interfaceId(hex)}`));
