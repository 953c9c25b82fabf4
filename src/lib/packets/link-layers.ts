import { formatMac } from '../network-addresses/mac-addresses.js';
import { formatIp } from '../network-addresses/networks.js';
import { PacketBytes, type Protocol, type ReadLayer } from './packet-bytes.js';

/** `00:00:5e:00:53:01`. */
export const macText = (bytes: Buffer): string => formatMac(bytes.toString('hex'), 'colon', false);

export const ip4Text = (bytes: Buffer): string => bytes.join('.');
export const ip6Text = (bytes: Buffer): string => formatIp(6, BigInt(`0x${bytes.toString('hex')}`));

const hex4 = (value: number): string => `0x${value.toString(16).padStart(4, '0')}`;

const ETHER_TYPES: Readonly<Record<number, Protocol>> = { 2048: 'ipv4', 2054: 'arp', 34525: 'ipv6' };
/** IEEE 802.1Q, 802.1ad and what came before it. */
const VLAN_TYPES: ReadonlySet<number> = new Set([0x8100, 0x88a8, 0x9100]);

/** Below that it is a length (IEEE 802.3). */
const FIRST_TYPE = 0x0600;
const MAX_TAGS = 8;

const carried = (type: number, bytes: Buffer): ReadLayer['next'] => ({ protocol: ETHER_TYPES[type] ?? 'data', bytes });

export function readEthernet(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const destination = macText(reader.slice(6));
  const source = macText(reader.slice(6));
  let type = reader.u16();
  const vlans: { id: number; priority: number }[] = [];
  while (VLAN_TYPES.has(type) && vlans.length < MAX_TAGS) {
    const tag = reader.u16();
    vlans.push({ id: tag & 0xfff, priority: tag >> 13 });
    type = reader.u16();
  }
  const tagged = vlans.length === 0 ? '' : `, VLAN ${vlans.map(({ id }) => id).join(', ')}`;
  const isLength = type < FIRST_TYPE;
  return {
    protocol: 'ethernet',
    info: `${source} > ${destination}${tagged}`,
    fields: {
      source,
      destination,
      ...(vlans.length === 0 ? {} : { vlans }),
      ...(isLength ? { length: type } : { type: hex4(type) }),
    },
    next: isLength ? { protocol: 'data', bytes: reader.rest() } : carried(type, reader.rest()),
  };
}

/** "Cooked" captures of Linux. */
export function readSll(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const direction = reader.u16();
  reader.u16();
  const length = reader.u16();
  const source = macText(reader.slice(8).subarray(0, Math.min(length, 8)));
  const type = reader.u16();
  return {
    protocol: 'sll',
    info: source,
    fields: { direction, source, type: hex4(type) },
    next: carried(type, reader.rest()),
  };
}

export function readSll2(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const type = reader.u16();
  reader.u16();
  const interfaceIndex = reader.u32();
  reader.u16();
  const direction = reader.u8();
  const length = reader.u8();
  const source = macText(reader.slice(8).subarray(0, Math.min(length, 8)));
  return {
    protocol: 'sll2',
    info: source,
    fields: { direction, interfaceIndex, source, type: hex4(type) },
    next: carried(type, reader.rest()),
  };
}

/** Of BSD: the address family in the byte order of the machine, 2 for IPv4. */
export function readLoopback(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const family = reader.u32();
  const isFour = family === 2 || family === 0x02000000;
  return {
    protocol: 'loopback',
    info: '',
    fields: { family: isFour ? 'IPv4' : 'other' },
    next: { protocol: isFour ? 'ipv4' : 'ip', bytes: reader.rest() },
  };
}

const ARP_OPERATIONS: Readonly<Record<number, string>> = {
  1: 'request',
  2: 'reply',
  3: 'reverse request',
  4: 'reverse reply',
};

/** RFC 826. */
export function readArp(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const hardware = reader.u16();
  const type = reader.u16();
  const [macLength, ipLength] = [reader.u8(), reader.u8()];
  const code = reader.u16();
  const operation = ARP_OPERATIONS[code] ?? String(code);
  const [senderMac, senderIp, targetMac, targetIp] = [macLength, ipLength, macLength, ipLength].map((length) =>
    reader.slice(length),
  );
  const address = (ip: Buffer | undefined): string => (ip?.length === 4 ? ip4Text(ip) : (ip?.toString('hex') ?? ''));
  const fields = {
    hardware,
    type: hex4(type),
    operation,
    senderMac: macText(senderMac ?? Buffer.alloc(0)),
    senderIp: address(senderIp),
    targetMac: macText(targetMac ?? Buffer.alloc(0)),
    targetIp: address(targetIp),
  };
  const info =
    code === 1
      ? `Who has ${fields.targetIp}? Tell ${fields.senderIp}`
      : code === 2
        ? `${fields.senderIp} is at ${fields.senderMac}`
        : operation;
  return { protocol: 'arp', info, fields };
}
