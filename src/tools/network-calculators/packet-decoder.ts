import { z } from 'zod';

import { defineTool, invalid, json, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fromPlain } from '../../lib/json/values.js';
import { type Capture, protocolOfLink, readCapture } from '../../lib/packets/capture-file.js';
import { readHexPackets } from '../../lib/packets/hex-packets.js';
import { writeCsv } from '../../lib/table/write-table.js';
import { describePacket, PACKET_COLUMNS, packetData, packetLines, protocolCounts } from './_packets.js';

/** Not a link type: the first bytes tell. */
const NO_LINK = -1;

/** Digits and what is around them; captures have zeros. */
const isText = (bytes: Buffer): boolean =>
  !bytes.subarray(0, 1_000).includes(0) && !bytes.subarray(0, 4).equals(PCAPNG);
const PCAPNG = Buffer.from('0a0d0d0a', 'hex');

function hexCapture(written: string, limit: number): Omit<Capture, 'format'> & { readonly format: 'hex' } {
  const all = readHexPackets(written);
  const packets = all
    .slice(0, limit)
    .map((bytes) => ({ time: undefined, length: bytes.length, linkType: NO_LINK, bytes }));
  return { format: 'hex', packets, packetCount: all.length, warnings: [] };
}

export default defineTool({
  id: 'packet-decoder',
  title: 'Packet Decoder',
  summary: 'Decodes network packets from pcap and pcapng captures or hex dumps, with JA3 and JA4 fingerprints.',
  family: 'network-calculators',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.pcap', '.pcapng', '.cap', '.dmp', '.txt', '.hex'] },
  options: {
    format: z
      .enum(['json', 'csv', 'text'])
      .default('json')
      .describe('JSON with every layer, CSV with one row per packet, or text with one line per packet.'),
    layer: z
      .enum(['auto', 'ethernet', 'ip', 'tcp', 'udp', 'dns', 'tls'])
      .default('auto')
      .describe('First layer of a hex dump; auto tells Ethernet, IP and TLS apart. Captures say it themselves.'),
    limit: z.number().multipleOf(1).min(1).max(20_000).default(1000).describe('Packets in the result at most.'),
  },
  result: 'mixed',
  data: packetData,
  notes: [
    'Reads Ethernet with VLAN tags, Linux cooked captures, loopback, ARP, IPv4, IPv6, TCP, UDP, ICMP, ICMPv6, DNS, mDNS, DHCP, NTP, the start of HTTP/1 and TLS hellos. Other payloads are counted bytes.',
    'Each packet is read by itself: streams and fragments are not put together, and nothing is decrypted. A hello over several segments is told as cut off.',
    'A hex dump may be of tcpdump -x, Wireshark, xxd or hexdump, or plain digits; empty lines divide packets of plain digits.',
    'Checksums are compared; null where they cannot be: fragments, cut packets, UDP without one. Wrong ones are usual in captures on the sending machine.',
  ],
  aliases: [
    'pcap viewer',
    'pcap analyzer',
    'wireshark online',
    'hex packet decoder',
    'ja3 fingerprint',
    'ja4 fingerprint',
    'tcpdump',
    'packet dissector',
    'pcapng to csv',
  ],
  verified: [
    'tshark 4.0: the same 36 fields, checksums too, of 3,000 random packets (Ethernet, VLAN, ARP, IPv4, IPv6, TCP, UDP, ICMP, DNS) in pcap and pcapng of both byte orders',
    'tshark 4.0: the same server name, protocol and JA3 of three hellos of Node; the example of the description of JA4 gives its fingerprint',
    'Dumps as tcpdump, xxd, hexdump and Wireshark write them: the same 20 packets as from plain digits',
  ],
  examples: [
    {
      title: 'A ping as plain digits',
      input: '4500 001c 0001 0000 4001 f6da c000 0201 c000 0202 0800 f7ff 0000 0000',
      options: { format: 'text' },
      output: { text: '1    192.0.2.1 → 192.0.2.2  ICMP  28  Echo request id=0 seq=0\n' },
    },
    {
      title: 'A DNS query without the layers below',
      input: '1234 0100 0001 0000 0000 0000 0765 7861 6d70 6c65 0363 6f6d 0000 0100 01',
      options: { layer: 'dns' },
      output: {
        data: {
          format: 'hex',
          packetCount: 1,
          protocols: [{ protocol: 'dns', packetCount: 1 }],
          packets: [
            {
              number: 1,
              time: null,
              source: '',
              sourcePort: 0,
              destination: '',
              destinationPort: 0,
              protocol: 'dns',
              length: 29,
              info: 'Query A example.com.',
              layers: [
                {
                  protocol: 'dns',
                  fields: {
                    id: 4660,
                    isResponse: false,
                    status: 'NOERROR',
                    flags: ['rd'],
                    questions: ['example.com. IN A'],
                    answers: [],
                    authorityCount: 0,
                    additionalCount: 0,
                  },
                },
              ],
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An ARP request as a dump, in CSV',
      input: [
        '0000  ff ff ff ff ff ff 00 00 5e 00 53 01 08 06 00 01   ........^.S.....',
        '0010  08 00 06 04 00 01 00 00 5e 00 53 01 c0 00 02 01   ........^.S.....',
        '0020  00 00 00 00 00 00 c0 00 02 02                     ..........',
      ].join('\n'),
      options: { format: 'csv' },
      output: {
        text: 'number,time,source,sourcePort,destination,destinationPort,protocol,length,info\n1,,192.0.2.1,0,192.0.2.2,0,arp,42,Who has 192.0.2.2? Tell 192.0.2.1\n',
      },
    },
    {
      title: 'A dump with a gap',
      input: '0000  00 11 22 33\n0040  00\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as packets: packet 1 has offset 0040 where 0004 is expected',
      },
    },
  ],
  run({ input, files, options }) {
    const { format, layer, limit } = options;
    const [file] = files;
    if (file !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (file === undefined && input === '') throw invalid('Property "input" must not be empty where no file is given');
    const label = file === undefined ? 'property "input"' : `file ${quote(file.name)}`;
    const bytes =
      file === undefined ? undefined : Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
    const capture = refusing(`Cannot read ${label} as packets`, () =>
      bytes === undefined || isText(bytes)
        ? hexCapture(bytes?.toString('latin1') ?? input, limit)
        : readCapture(bytes, limit),
    );
    const odd = capture.packets.find(({ linkType }) => linkType !== NO_LINK && protocolOfLink(linkType) === undefined);
    const packets = capture.packets.map((packet, index) => describePacket(packet, index + 1, layer));
    if (format === 'text') return text(packetLines(packets));
    if (format === 'csv') {
      const rows = packets.map((packet) => PACKET_COLUMNS.map((column) => fromPlain(packet[column])));
      return text(writeCsv({ columns: PACKET_COLUMNS, hasHeader: true, rows }), {
        name: 'result.csv',
        mime: 'text/csv;charset=utf-8',
      });
    }
    const { packetCount } = capture;
    return json({
      format: capture.format,
      packetCount,
      protocols: protocolCounts(packets),
      packets,
      warnings: [
        ...capture.warnings,
        ...(packetCount > packets.length ? [`The first ${packets.length} of ${packetCount} packets are shown`] : []),
        ...(odd === undefined ? [] : [`Link type ${odd.linkType} is not known: its packets are shown as bytes`]),
      ],
    });
  },
});
