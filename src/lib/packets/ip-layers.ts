import { ContentFault } from '../faults.js';
import { ip4Text, ip6Text } from './link-layers.js';
import { internetSum, PacketBytes, type Protocol, type ReadLayer } from './packet-bytes.js';

/** IANA, "Assigned Internet Protocol Numbers": those that are met. */
const NUMBERS: Readonly<Record<number, string>> = {
  0: 'hop-by-hop options',
  1: 'icmp',
  2: 'igmp',
  4: 'ipv4',
  6: 'tcp',
  17: 'udp',
  41: 'ipv6',
  43: 'routing header',
  44: 'fragment',
  47: 'gre',
  50: 'esp',
  51: 'ah',
  58: 'icmpv6',
  59: 'none',
  60: 'destination options',
  88: 'eigrp',
  89: 'ospf',
  103: 'pim',
  112: 'vrrp',
  132: 'sctp',
  136: 'udplite',
};

const CARRIED: Readonly<Record<number, Protocol>> = {
  1: 'icmp',
  4: 'ipv4',
  6: 'tcp',
  17: 'udp',
  41: 'ipv6',
  58: 'icmpv6',
};

const protocolName = (number: number): string => NUMBERS[number] ?? String(number);

/** IPv4 or IPv6, by the first four bits. */
export function readIp(bytes: Buffer): ReadLayer {
  return (bytes[0] ?? 0) >> 4 === 6 ? readIpv6(bytes) : readIpv4(bytes);
}

/** RFC 791. */
export function readIpv4(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const first = reader.u8();
  const headerBytes = (first & 15) * 4;
  if (first >> 4 !== 4) throw new ContentFault(`the version must be 4, got ${first >> 4}`);
  if (headerBytes < 20) throw new ContentFault(`the header has ${headerBytes} bytes, at least 20 are needed`);
  const service = reader.u8();
  const totalLength = reader.u16();
  const identification = reader.u16();
  const fragment = reader.u16();
  const [ttl, number] = [reader.u8(), reader.u8()];
  reader.u16();
  const [source, destination] = [reader.slice(4), reader.slice(4)];
  const options = reader.hex(headerBytes - 20);
  const offset = (fragment & 0x1fff) * 8;
  const isMore = (fragment & 0x2000) !== 0;
  // 0 where the network card is to fill it in.
  const end = totalLength === 0 ? bytes.length : Math.min(bytes.length, totalLength);
  const payload = bytes.subarray(headerBytes, Math.max(end, headerBytes));
  const isWhole = offset === 0 && !isMore && (totalLength === 0 || totalLength <= bytes.length);
  const fields = {
    source: ip4Text(source),
    destination: ip4Text(destination),
    protocol: protocolName(number),
    ttl,
    dscp: service >> 2,
    ecn: service & 3,
    headerBytes,
    totalLength,
    identification,
    dontFragment: (fragment & 0x4000) !== 0,
    moreFragments: isMore,
    fragmentOffset: offset,
    isChecksumRight: internetSum([bytes.subarray(0, headerBytes)]) === 0,
    ...(options === '' ? {} : { options }),
  };
  const part = offset > 0 || isMore ? `, fragment at ${offset}${isMore ? '' : ', the last'}` : '';
  return {
    protocol: 'ipv4',
    info: `${fields.source} > ${fields.destination} ${fields.protocol}${part}`,
    fields,
    next: {
      protocol: offset > 0 ? 'data' : (CARRIED[number] ?? 'data'),
      bytes: payload,
      flow: { source, destination, isWhole },
    },
  };
}

/** Headers between IPv6 and what it carries: RFC 8200 §4. */
const EXTENSIONS: ReadonlySet<number> = new Set([0, 43, 44, 51, 60, 135, 139, 140]);
const MAX_EXTENSIONS = 32;

/** RFC 8200. */
export function readIpv6(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const first = reader.u32();
  if (first >>> 28 !== 6) throw new ContentFault(`the version must be 6, got ${first >>> 28}`);
  const payloadLength = reader.u16();
  let next = reader.u8();
  const hopLimit = reader.u8();
  const [source, destination] = [reader.slice(16), reader.slice(16)];
  // 0 for jumbograms (RFC 2675), and where the network card is to fill it in.
  const end = payloadLength === 0 ? bytes.length : Math.min(bytes.length, 40 + payloadLength);
  const inside = new PacketBytes(bytes.subarray(40, end));
  const extensions: string[] = [];
  let [offset, isMore] = [0, false];
  while (EXTENSIONS.has(next) && extensions.length < MAX_EXTENSIONS && offset === 0) {
    extensions.push(protocolName(next));
    const after = inside.u8();
    const length = inside.u8();
    if (next === 44) {
      const fragment = inside.u16();
      [offset, isMore] = [fragment & 0xfff8, (fragment & 1) === 1];
      inside.u32();
    } else inside.slice(next === 51 ? length * 4 + 6 : length * 8 + 6);
    next = after;
  }
  const fields = {
    source: ip6Text(source),
    destination: ip6Text(destination),
    protocol: protocolName(next),
    hopLimit,
    trafficClass: (first >>> 20) & 0xff,
    flowLabel: first & 0xfffff,
    payloadLength,
    ...(extensions.length === 0 ? {} : { extensions }),
    ...(offset > 0 || isMore ? { fragmentOffset: offset, moreFragments: isMore } : {}),
  };
  const isWhole = offset === 0 && !isMore && (payloadLength === 0 || 40 + payloadLength <= bytes.length);
  return {
    protocol: 'ipv6',
    info: `${fields.source} > ${fields.destination} ${fields.protocol}`,
    fields,
    next: {
      protocol: offset > 0 ? 'data' : (CARRIED[next] ?? 'data'),
      bytes: inside.rest(),
      flow: { source, destination, isWhole },
    },
  };
}
