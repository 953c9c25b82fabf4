import { formatIpv4, type IpAddress } from '../numbers/ip-address.js';

/** An address inside an IPv6 address. */
export interface EmbeddedAddress {
  readonly kind: 'mapped' | 'compatible' | 'nat64' | '6to4' | 'isatap' | 'teredo-server' | 'teredo-client';
  readonly address: string;
}

const LOW = 0xffff_ffffn;

/** IPv4 addresses that an IPv6 address carries, by the mechanisms that have a fixed form. */
export function embeddedIpv4({ family, value }: IpAddress): EmbeddedAddress[] {
  if (family === 4) return [];
  const low = formatIpv4(value & LOW);
  if (value >> 32n === 0xffffn) return [{ kind: 'mapped', address: low }];
  // RFC 4291 §2.5.5.1; :: and ::1 are addresses of their own.
  if (value >> 32n === 0n && value > 0xffffn) return [{ kind: 'compatible', address: low }];
  if (value >> 32n === 0x64_ff9b_0000_0000_0000_0000n) return [{ kind: 'nat64', address: low }];
  if (value >> 112n === 0x2002n) return [{ kind: '6to4', address: formatIpv4((value >> 80n) & LOW) }];
  if (value >> 96n === 0x2001_0000n)
    return [
      { kind: 'teredo-server', address: formatIpv4((value >> 64n) & LOW) },
      { kind: 'teredo-client', address: formatIpv4(~value & LOW) },
    ];
  const mark = (value >> 32n) & LOW;
  if (mark === 0x0000_5efen || mark === 0x0200_5efen) return [{ kind: 'isatap', address: low }];
  return [];
}

/** UDP port of a Teredo client (RFC 4380 §4), its bits inverted in the address; `undefined` for any other address. */
export const teredoPort = ({ family, value }: IpAddress): number | undefined =>
  family === 6 && value >> 96n === 0x2001_0000n ? Number(~(value >> 32n) & 0xffffn) : undefined;

/** Hardware address behind an interface identifier made by modified EUI-64 (RFC 4291 appendix A); `undefined` where there is none. */
export function macInside({ family, value }: IpAddress): string | undefined {
  if (family === 4 || ((value >> 24n) & 0xffffn) !== 0xfffen) return undefined;
  const id = value & 0xffff_ffff_ffff_ffffn;
  const mac = (((id >> 40n) ^ 0x02_0000n) << 24n) | (id & 0xff_ffffn);
  return mac
    .toString(16)
    .padStart(12, '0')
    .replace(/..(?=.)/g, '$&:');
}

const SCOPES: Readonly<Record<number, string>> = {
  1: 'interface-local',
  2: 'link-local',
  3: 'realm-local',
  4: 'admin-local',
  5: 'site-local',
  8: 'organization-local',
  14: 'global',
};

/** Scope of a multicast address (RFC 7346, RFC 2365); `undefined` for any other address. */
export function multicastScope({ family, value }: IpAddress): string | undefined {
  if (family === 6)
    return value >> 120n === 0xffn ? (SCOPES[Number((value >> 112n) & 15n)] ?? 'unassigned') : undefined;
  if (value >> 28n !== 0xen) return undefined;
  if (value >> 8n === 0xe0_0000n) return 'link-local';
  if (value >> 16n === 0xefffn) return 'site-local';
  // RFC 2365 §6.2
  if (value >> 18n === 0xefc0n >> 2n) return 'organization-local';
  return value >> 24n === 0xefn ? 'administratively scoped' : 'global';
}
