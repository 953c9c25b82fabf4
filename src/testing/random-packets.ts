import { encode } from 'dns-packet';

import { internetSum } from '../lib/packets/packet-bytes.js';
import { type Chance, pick } from './chance.js';

const bytesOf = (chance: Chance, length: number): Buffer => Buffer.from(Array.from({ length }, () => chance(256)));
export const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
export const u32 = (value: number): Buffer => u16(Math.floor(value / 65_536), value % 65_536);

/** The sum of the internet in its place, right or by chance. */
function summed(chance: Chance, bytes: Buffer, at: number, before: readonly Buffer[]): Buffer {
  const sum = chance(3) === 0 ? chance(65_536) : internetSum([...before, bytes]);
  bytes.writeUInt16BE(sum, at);
  return bytes;
}

function dnsMessage(chance: Chance): Buffer {
  const name = pick(chance, ['example.com', 'www.example.org', 'a.b.c.example.net']);
  const isResponse = chance(2) === 0;
  return encode({
    id: chance(65_536),
    type: isResponse ? 'response' : 'query',
    questions: [{ name, type: 'A' }],
    ...(isResponse ? { answers: [{ name, type: 'A', ttl: 60, data: '192.0.2.1' }] } : {}),
  });
}

const tcpFlags = (chance: Chance): number => chance(256);

function transport(chance: Chance, isSix: boolean, addresses: readonly Buffer[]): [number: number, bytes: Buffer] {
  const number = pick(chance, [6, 17, isSix ? 58 : 1]);
  const payload = bytesOf(chance, chance(60));
  const pseudo = (bytes: Buffer): Buffer[] => [
    ...addresses,
    isSix ? Buffer.concat([u32(bytes.length), u32(number)]) : u16(number, bytes.length),
  ];
  if (number === 6) {
    const options = pick(chance, ['', '02040564', '0204ffd70402080a00000001000000000103030a', '01010303ff000000']);
    const head = Buffer.concat([
      u16(1024 + chance(60_000), 1024 + chance(60_000)),
      bytesOf(chance, 8),
      Buffer.from([(5 + options.length / 8) << 4, tcpFlags(chance)]),
      u16(chance(65_536), 0, 0),
      Buffer.from(options, 'hex'),
      payload,
    ]);
    return [number, summed(chance, head, 16, pseudo(head))];
  }
  if (number === 17) {
    const isDns = chance(2) === 0;
    const content = isDns ? dnsMessage(chance) : payload;
    const bytes = Buffer.concat([
      u16(1024 + chance(3_000), isDns ? 53 : 20_000 + chance(9_000), 8 + content.length, 0),
      content,
    ]);
    const made = summed(chance, bytes, 6, pseudo(bytes));
    // 0 would mean that there is none.
    if (made.readUInt16BE(6) === 0) made.writeUInt16BE(0xffff, 6);
    return [number, made];
  }
  const bytes = Buffer.concat([
    Buffer.from([pick(chance, isSix ? [128, 129] : [0, 8]), 0]),
    u16(0, chance(65_536), chance(65_536)),
    payload,
  ]);
  return [number, summed(chance, bytes, 2, isSix ? pseudo(bytes) : [])];
}

/** A frame of Ethernet with ARP, or IP with TCP, UDP, ICMP or DNS in it; a third of the checksums are wrong. */
export function randomPacket(chance: Chance): Buffer {
  const vlan = chance(4) === 0 ? u16(0x8100, (chance(8) << 13) | (1 + chance(4_000))) : Buffer.alloc(0);
  const link = Buffer.concat([
    Buffer.from('02', 'hex'),
    bytesOf(chance, 5),
    Buffer.from('02', 'hex'),
    bytesOf(chance, 5),
    vlan,
  ]);
  const kind = chance(8);
  if (kind === 0) return Buffer.concat([link, u16(0x0806, 1, 0x0800, 0x0604, 1 + chance(2)), bytesOf(chance, 20)]);
  const isSix = kind < 4;
  const addresses = isSix
    ? [bytesOf(chance, 16), bytesOf(chance, 16)]
    : [Buffer.from([10, chance(256), chance(256), 1 + chance(200)]), Buffer.from([192, 0, 2, 1 + chance(200)])];
  for (const address of addresses) if (isSix) address.writeUInt16BE(0x2001, 0);
  const [number, content] = transport(chance, isSix, addresses);
  if (isSix)
    return Buffer.concat([
      link,
      u16(0x86dd),
      u32(0x60000000 + chance(2 ** 28)),
      u16(content.length),
      Buffer.from([number, chance(256)]),
      ...addresses,
      content,
    ]);
  const isFragment = chance(6) === 0;
  const fragment = isFragment ? pick(chance, [0x2000, 0x2010, 0x0010]) : pick(chance, [0, 0x4000]);
  const head = Buffer.concat([
    Buffer.from([0x45, chance(256)]),
    u16(20 + content.length, chance(65_536), fragment),
    Buffer.from([1 + chance(255), number]),
    u16(0),
    ...addresses,
  ]);
  return Buffer.concat([link, u16(0x0800), summed(chance, head, 10, []), content]);
}

/** A capture of some kind: the four magic numbers of pcap, or pcapng. */
export function captureOf(chance: Chance, packets: readonly Buffer[]): Buffer {
  const isLittle = chance(2) === 0;
  const put = (value: number): Buffer => (isLittle ? Buffer.from(u32(value)).reverse() : u32(value));
  const seconds = 1_700_000_000;
  const isNano = chance(2) === 0;
  if (chance(2) === 0) {
    const two = (a: number, b: number): Buffer =>
      isLittle ? Buffer.concat([Buffer.from(u16(a)).reverse(), Buffer.from(u16(b)).reverse()]) : u16(a, b);
    const head = [put(isNano ? 0xa1b23c4d : 0xa1b2c3d4), two(2, 4), put(0), put(0), put(262_144), put(1)];
    return Buffer.concat([
      ...head,
      ...packets.flatMap((bytes, at) => [put(seconds + at), put(at * 7), put(bytes.length), put(bytes.length), bytes]),
    ]);
  }
  const block = (type: number, content: Buffer): Buffer => {
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    return Buffer.concat([put(type), put(12 + padded.length), padded, put(12 + padded.length)]);
  };
  const short = (a: number, b: number): Buffer =>
    isLittle ? Buffer.concat([Buffer.from(u16(a)).reverse(), Buffer.from(u16(b)).reverse()]) : u16(a, b);
  const section = block(0x0a0d0d0a, Buffer.concat([put(0x1a2b3c4d), short(1, 0), put(0xffffffff), put(0xffffffff)]));
  const resolution = isNano ? Buffer.concat([short(9, 1), Buffer.from([9, 0, 0, 0]), short(0, 0)]) : Buffer.alloc(0);
  const device = block(1, Buffer.concat([short(1, 0), put(262_144), resolution]));
  const unit = isNano ? 1_000_000_000n : 1_000_000n;
  return Buffer.concat([
    section,
    device,
    ...packets.map((bytes, at) => {
      const ticks = BigInt(seconds + at) * unit + BigInt(at * 7);
      return block(
        6,
        Buffer.concat([
          put(0),
          put(Number(ticks >> 32n)),
          put(Number(ticks & 0xffff_ffffn)),
          put(bytes.length),
          put(bytes.length),
          bytes,
        ]),
      );
    }),
  ]);
}
