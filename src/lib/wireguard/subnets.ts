/** Addresses and ranges of both versions of IP, as WireGuard's configurations have them. */

export interface Subnet {
  readonly size: 32 | 128;
  /** First address of the range. */
  readonly base: bigint;
  readonly prefix: number;
}

/** A range such as `10.0.0.0/24`, an address alone being a range of one; `undefined` for what is neither. */
export function readSubnet(text: string): Subnet | undefined {
  const [address = '', length, ...more] = text.trim().split('/');
  const size = address.includes(':') ? 128 : 32;
  const value = size === 128 ? readVersion6(address) : readVersion4(address);
  if (value === undefined || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined;
  const prefix = length === undefined ? size : Number(length);
  if (prefix > size) return undefined;
  const host = BigInt(size - prefix);
  return { size, base: (value >> host) << host, prefix };
}

function readVersion4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function readVersion6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - before.length - after.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

/** The address so many places after the first of the range, in its canonical form (RFC 5952). */
export function addressAt({ size, base }: Subnet, place: number): string {
  const value = base + BigInt(place);
  if (size === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const groups = value.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  // The longest run of zeros is shortened, the first of several.
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

export const writeSubnet = (subnet: Subnet): string => `${addressAt(subnet, 0)}/${subnet.prefix}`;

/** How many addresses of a range can be given to hosts: of IPv4 neither the first nor the last. */
export const hostsIn = ({ size, prefix }: Subnet): bigint => 2n ** BigInt(size - prefix) - 2n;
