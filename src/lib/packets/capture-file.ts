import { ContentFault, LimitFault } from '../faults.js';
import type { Protocol } from './packet-bytes.js';

export interface CapturedPacket {
  /** Nanoseconds since 1970; `undefined` where the capture does not say. */
  readonly time: bigint | undefined;
  /** Bytes on the wire; more than are here where the capture cut it. */
  readonly length: number;
  /** Number of the link type: https://www.tcpdump.org/linktypes.html */
  readonly linkType: number;
  readonly bytes: Buffer;
}

export interface Capture {
  readonly format: 'pcap' | 'pcapng';
  readonly packets: readonly CapturedPacket[];
  /** All, also those beyond the limit. */
  readonly packetCount: number;
  readonly warnings: readonly string[];
}

const LINKS: Readonly<Record<number, Protocol>> = {
  0: 'loopback',
  1: 'ethernet',
  12: 'ip',
  14: 'ip',
  101: 'ip',
  108: 'loopback',
  113: 'sll',
  228: 'ipv4',
  229: 'ipv6',
  276: 'sll2',
};

export const protocolOfLink = (linkType: number): Protocol | undefined => LINKS[linkType];

/** Frames of switches and virtual machines are at most 256 KiB (tcpdump's MAXIMUM_SNAPLEN). */
const MAX_PACKET = 262_144;
const MAX_INTERFACES = 1_000;

const MAGIC: Readonly<Record<number, { readonly isLittle: boolean; readonly perSecond: bigint }>> = {
  2712847316: { isLittle: false, perSecond: 1_000_000n },
  3569595041: { isLittle: true, perSecond: 1_000_000n },
  2712812621: { isLittle: false, perSecond: 1_000_000_000n },
  1295823521: { isLittle: true, perSecond: 1_000_000_000n },
};

/** Reads pcap (draft-ietf-opsawg-pcap) and pcapng (draft-ietf-opsawg-pcapng), of which `limit` packets are kept. Throws ContentFault, LimitFault. */
export function readCapture(bytes: Buffer, limit: number): Capture {
  if (bytes.length < 4) throw new ContentFault('it is neither pcap nor pcapng');
  const magic = bytes.readUInt32BE(0);
  if (magic === 0x0a0d0d0a) return readPcapng(bytes, limit);
  const style = MAGIC[magic];
  if (style === undefined) throw new ContentFault('it is neither pcap nor pcapng');
  return readPcap(bytes, style, limit);
}

function readPcap(
  bytes: Buffer,
  { isLittle, perSecond }: { isLittle: boolean; perSecond: bigint },
  limit: number,
): Capture {
  const u32 = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (bytes.length < 24) throw new ContentFault('the header of the capture is cut off');
  const linkType = u32(20) & 0xffff;
  const packets: CapturedPacket[] = [];
  const warnings: string[] = [];
  let packetCount = 0;
  for (let at = 24; at < bytes.length; ) {
    const captured = at + 16 > bytes.length ? -1 : u32(at + 8);
    if (captured > MAX_PACKET)
      throw new ContentFault(`packet ${packetCount + 1} has ${captured} bytes, more than ${MAX_PACKET}`);
    if (captured < 0 || at + 16 + captured > bytes.length) {
      warnings.push(`The capture is cut off in packet ${packetCount + 1}`);
      break;
    }
    const time = (BigInt(u32(at)) * perSecond + BigInt(u32(at + 4))) * (1_000_000_000n / perSecond);
    packetCount += 1;
    if (packets.length < limit)
      packets.push({ time, length: u32(at + 12), linkType, bytes: bytes.subarray(at + 16, at + 16 + captured) });
    at += 16 + captured;
  }
  return { format: 'pcap', packets, packetCount, warnings };
}

interface CaptureInterface {
  readonly linkType: number;
  readonly perSecond: bigint;
  readonly offsetSeconds: bigint;
  readonly snapLength: number;
}

function readPcapng(bytes: Buffer, limit: number): Capture {
  const packets: CapturedPacket[] = [];
  const warnings: string[] = [];
  let [interfaces, isLittle, packetCount] = [[] as CaptureInterface[], false, 0];
  const u16 = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const add = (
    device: CaptureInterface | undefined,
    ticks: bigint | undefined,
    captured: number,
    length: number,
    at: number,
    end: number,
  ): void => {
    packetCount += 1;
    if (device === undefined) throw new ContentFault(`packet ${packetCount} is of an interface that is not described`);
    if (at + captured > end) throw new ContentFault(`packet ${packetCount} is longer than its block`);
    if (packets.length >= limit) return;
    const time =
      ticks === undefined
        ? undefined
        : device.offsetSeconds * 1_000_000_000n + (ticks * 1_000_000_000n) / device.perSecond;
    packets.push({ time, length, linkType: device.linkType, bytes: bytes.subarray(at, at + captured) });
  };
  for (let at = 0; at < bytes.length; ) {
    if (at + 12 > bytes.length) {
      warnings.push('The capture is cut off in its last block');
      break;
    }
    const type = u32(at);
    if (type === 0x0a0d0d0a) {
      const order = bytes.readUInt32BE(at + 8);
      if (order !== 0x1a2b3c4d && order !== 0x4d3c2b1a)
        throw new ContentFault(`the section at byte ${at + 1} has no byte order`);
      isLittle = order === 0x4d3c2b1a;
      interfaces = [];
    }
    const size = u32(at + 4);
    if (size < 12 || size % 4 !== 0) throw new ContentFault(`the block at byte ${at + 1} has ${size} bytes`);
    const end = at + size - 4;
    if (end + 4 > bytes.length) {
      warnings.push('The capture is cut off in its last block');
      break;
    }
    const need = (length: number): void => {
      if (at + 8 + length > end) throw new ContentFault(`the block at byte ${at + 1} is too short`);
    };
    if (type === 1) {
      need(8);
      if (interfaces.length === MAX_INTERFACES)
        throw new LimitFault(`it has more than ${MAX_INTERFACES} interfaces`, MAX_INTERFACES);
      interfaces.push({ linkType: u16(at + 8), snapLength: u32(at + 12), ...interfaceTimes(at + 16, end) });
    } else if (type === 6) {
      need(20);
      const ticks = (BigInt(u32(at + 12)) << 32n) | BigInt(u32(at + 16));
      add(interfaces[u32(at + 8)], ticks, u32(at + 20), u32(at + 24), at + 28, end);
    } else if (type === 3) {
      need(4);
      const [device] = interfaces;
      const length = u32(at + 8);
      const most = device === undefined || device.snapLength === 0 ? length : device.snapLength;
      add(device, undefined, Math.min(length, most, end - at - 12), length, at + 12, end);
    } else if (type === 2) {
      need(20);
      const ticks = (BigInt(u32(at + 12)) << 32n) | BigInt(u32(at + 16));
      add(interfaces[u16(at + 8)], ticks, u32(at + 20), u32(at + 24), at + 28, end);
    }
    at += size;
  }
  return { format: 'pcapng', packets, packetCount, warnings };

  /** Options 9, if_tsresol, and 14, if_tsoffset. */
  function interfaceTimes(start: number, end: number): Pick<CaptureInterface, 'perSecond' | 'offsetSeconds'> {
    let [perSecond, offsetSeconds] = [1_000_000n, 0n];
    for (let at = start; at + 4 <= end; ) {
      const [code, length] = [u16(at), u16(at + 2)];
      if (code === 0 || at + 4 + length > end) break;
      const unit = bytes[at + 4] ?? 6;
      if (code === 9 && length === 1)
        perSecond = unit < 0x80 ? 10n ** BigInt(Math.min(unit, 19)) : 1n << BigInt(Math.min(unit & 0x7f, 63));
      if (code === 14 && length === 8)
        offsetSeconds = isLittle ? bytes.readBigInt64LE(at + 4) : bytes.readBigInt64BE(at + 4);
      at += 4 + Math.ceil(length / 4) * 4;
    }
    return { perSecond, offsetSeconds };
  }
}
