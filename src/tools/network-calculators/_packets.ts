import { z } from 'zod';

import { anyJson, count, place, warnings as warningList } from '../../core/shared-data.js';
import { type CapturedPacket, protocolOfLink } from '../../lib/packets/capture-file.js';
import { decodePacket } from '../../lib/packets/decode-packet.js';
import { internetSum, type PacketLayer, type Protocol } from '../../lib/packets/packet-bytes.js';

/** Where the first layer is not told: by what the first bytes can be. */
function firstLayerOf(bytes: Buffer): Protocol {
  const version = (bytes[0] ?? 0) >> 4;
  const header = ((bytes[0] ?? 0) & 15) * 4;
  if (version === 4 && header >= 20 && bytes.length >= header) {
    const isWhole = bytes.readUInt16BE(2) === bytes.length;
    if (isWhole || internetSum([bytes.subarray(0, header)]) === 0) return 'ipv4';
  }
  if (version === 6 && bytes.length >= 40 && bytes.readUInt16BE(4) + 40 === bytes.length) return 'ipv6';
  if (
    bytes[0] === 22 &&
    bytes[1] === 3 &&
    (bytes[2] ?? 9) <= 4 &&
    bytes.length > 5 &&
    bytes.readUInt16BE(3) <= bytes.length
  )
    return 'tls';
  return 'ethernet';
}

/** Nanoseconds since 1970 in ISO 8601, with as many digits as there are. */
function timeText(time: bigint | undefined): string | null {
  if (time === undefined || time / 1_000_000_000n > 253_402_300_799n || time < 0n) return null;
  const seconds = new Date(Number(time / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  const fraction = String(time % 1_000_000_000n).padStart(9, '0');
  return `${seconds}.${fraction.endsWith('000') ? fraction.slice(0, 6) : fraction}Z`;
}

const textOf = (layer: PacketLayer | undefined, name: string): string => {
  const value = layer?.fields[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const LINKS: ReadonlySet<string> = new Set(['ethernet', 'sll', 'sll2', 'loopback']);

export type DecodedPacket = ReturnType<typeof describePacket>;

/** A packet as rows and reports show it. */
export function describePacket(
  { bytes, time, length, linkType }: CapturedPacket,
  number: number,
  first: Protocol | 'auto',
) {
  const link = linkType < 0 ? undefined : protocolOfLink(linkType);
  const start = link ?? (first === 'auto' ? (linkType < 0 ? firstLayerOf(bytes) : 'data') : first);
  const layers = decodePacket(bytes, start);
  const ip = layers.findLast(({ protocol }) => protocol === 'ipv4' || protocol === 'ipv6');
  const ends = ip ?? layers.find(({ protocol }) => protocol === 'arp') ?? layers[0];
  const ports = layers.findLast(({ protocol }) => protocol === 'tcp' || protocol === 'udp');
  const top = layers.findLast(({ protocol, fault }) => protocol !== 'data' && fault === undefined) ?? layers.at(-1);
  const isArp = ends?.protocol === 'arp';
  return {
    number,
    time: timeText(time),
    source: textOf(ends, isArp ? 'senderIp' : 'source'),
    sourcePort: Number(ports?.fields.sourcePort ?? 0),
    destination: textOf(ends, isArp ? 'targetIp' : 'destination'),
    destinationPort: Number(ports?.fields.destinationPort ?? 0),
    protocol: top?.protocol ?? 'data',
    length,
    info: top === undefined || LINKS.has(top.protocol) ? (layers.at(-1)?.info ?? '') : top.info,
    layers: layers.map(({ protocol, fields, fault }) => ({
      protocol,
      fields,
      ...(fault === undefined ? {} : { fault }),
    })),
  };
}

export const PACKET_COLUMNS = [
  'number',
  'time',
  'source',
  'sourcePort',
  'destination',
  'destinationPort',
  'protocol',
  'length',
  'info',
] as const;

/** How many packets have each protocol, in any layer. */
export function protocolCounts(packets: readonly DecodedPacket[]) {
  const counts = new Map<string, number>();
  for (const { layers } of packets)
    for (const protocol of new Set(layers.map((layer) => layer.protocol)))
      counts.set(protocol, (counts.get(protocol) ?? 0) + 1);
  return [...counts]
    .map(([protocol, packetCount]) => ({ protocol, packetCount }))
    .toSorted((a, b) => b.packetCount - a.packetCount);
}

/** In columns, as tcpdump and tshark list packets. */
export function packetLines(packets: readonly DecodedPacket[]): string {
  const cells = packets.map(({ number, time, source, destination, protocol, length, info }) => [
    String(number),
    time?.slice(11, -1) ?? '',
    `${source} → ${destination}`,
    protocol.toUpperCase(),
    String(length),
    info,
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) =>
    cells.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return cells
    .map((row) =>
      row
        .map((cell, at) => (at === 0 || at === 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

export const packetData = z.object({
  format: z.enum(['pcap', 'pcapng', 'hex']).describe('What the packets were in.'),
  packetCount: count('Packets in the capture.'),
  protocols: z
    .array(
      z.object({ protocol: z.string().describe('Protocol of any layer.'), packetCount: count('Packets with it.') }),
    )
    .describe('Protocols of the packets shown, the most frequent first.'),
  packets: z
    .array(
      z.object({
        number: place('Number of the packet.'),
        time: z.string().nullable().describe('Time in UTC; null if the capture does not say.'),
        source: z.string().describe('IP address of the sender, else its hardware address; empty if unknown.'),
        sourcePort: count('Port of the sender; 0 if there is none.'),
        destination: z.string().describe('IP address of the receiver, else its hardware address; empty if unknown.'),
        destinationPort: count('Port of the receiver; 0 if there is none.'),
        protocol: z.string().describe('Highest protocol that could be read.'),
        length: count('Bytes on the wire.'),
        info: z.string().describe('What it is about, in one line.'),
        layers: z
          .array(
            z.object({
              protocol: z.string().describe('Protocol, such as ethernet, ipv4, tcp or dns.'),
              fields: anyJson('Fields of its header, by name.'),
              fault: z.string().optional().describe('Why it could not be read further.'),
            }),
          )
          .describe('From the outermost to the innermost.'),
      }),
    )
    .describe('Packets in their order, up to the limit.'),
  warnings: warningList(),
});
