/** An IP address as a number. */
export interface IpAddress {
  readonly family: 4 | 6;
  /** 32 or 128 bits. */
  readonly value: bigint;
}

/**
 * Reads an address in its one unambiguous spelling: four decimal numbers without leading zeros (which some read as octal), or IPv6 as
 * RFC 4291 §2.2 has it, without brackets or zone. `undefined` for anything else.
 */
export function readIpAddress(text: string): IpAddress | undefined {
  if (text.includes('.') && /(?:^|[.:])0\d+(?:\.|$)/.test(text)) return undefined;
  const four = fourKey(text);
  if (four !== undefined) return { family: 4, value: BigInt(`0x${four}`) };
  const six = sixKey(text)?.slice(1);
  return six === undefined ? undefined : { family: 6, value: BigInt(`0x${six}`) };
}

/** 32 bits in dotted decimal. */
export const formatIpv4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');

/**
 * A text by which IP addresses sort as numbers: IPv4 before IPv6, then by address, then a wider network before a narrower one and
 * before the address alone, then by port. `undefined` where the text does not begin with an address.
 */
export function ipSortKey(text: string): string | undefined {
  const [, bracketed, bare = ''] = /^\s*(?:\[([^\]]*)\]|([0-9A-Fa-f.:]+))/.exec(text) ?? [];
  const rest = text.slice(/^\s*(?:\[[^\]]*\]|[0-9A-Fa-f.:]+)/.exec(text)?.[0].length ?? 0);
  const [, length] = /^(?:%\w+)?\/(\d{1,3})(?!\w)/.exec(rest) ?? [];
  const [, port] = /^:(\d{1,5})(?!\w)/.exec(bracketed === undefined ? (/:\d+$/.exec(bare)?.[0] ?? '') : rest) ?? [];
  const address = bracketed ?? bare;
  const four = fourKey(/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
  const key = four === undefined ? sixKey(address) : `4${four}`;
  if (key === undefined) return undefined;
  const isShared = four !== undefined || bracketed !== undefined;
  return `${key}/${(length ?? '999').padStart(3, '0')}:${isShared ? (port ?? '').padStart(5, '0') : ''}`;
}

/** The eight hexadecimal digits of an IPv4 address in dotted decimal. */
function fourKey(address: string): string | undefined {
  const parts = address.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('');
}

/** RFC 4291 §2.2: groups of hexadecimal digits, `::` once for a run of zeros, the last 32 bits perhaps in dotted decimal. */
function sixKey(address: string): string | undefined {
  const dotted = /(?:^|:)([\d.]+)$/.exec(address)?.[1] ?? '';
  const four = dotted.includes('.') ? fourKey(dotted) : undefined;
  if (dotted.includes('.') && four === undefined) return undefined;
  const hex = four === undefined ? address : `${address.slice(0, -dotted.length)}${four.slice(0, 4)}:${four.slice(4)}`;
  const halves = hex.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return undefined;
  return `6${groups.map((group) => group.toLowerCase().padStart(4, '0')).join('')}`;
}
