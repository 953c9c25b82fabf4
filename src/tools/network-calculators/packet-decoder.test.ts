import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';

import { expect, it } from 'vitest';

import { ja4 } from '../../lib/packets/tls-layer.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { captureOf, randomPacket, u16, u32 } from '../../testing/random-packets.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './packet-decoder.js';

interface Packet {
  readonly protocol: string;
  readonly time: string | null;
  readonly info: string;
  readonly layers: readonly {
    readonly protocol: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly fault?: string;
  }[];
}

const FIELDS: readonly (readonly [wireshark: string, protocol: string, own: string])[] = [
  ['eth.src', 'ethernet', 'source'],
  ['eth.dst', 'ethernet', 'destination'],
  ['vlan.id', 'ethernet', 'vlans.0.id'],
  ['arp.src.proto_ipv4', 'arp', 'senderIp'],
  ['arp.dst.hw_mac', 'arp', 'targetMac'],
  ['ip.src', 'ipv4', 'source'],
  ['ip.dst', 'ipv4', 'destination'],
  ['ip.ttl', 'ipv4', 'ttl'],
  ['ip.id', 'ipv4', 'identification'],
  ['ip.dsfield.dscp', 'ipv4', 'dscp'],
  ['ip.frag_offset', 'ipv4', 'fragmentOffset'],
  ['ip.checksum.status', 'ipv4', 'isChecksumRight'],
  ['ipv6.src', 'ipv6', 'source'],
  ['ipv6.dst', 'ipv6', 'destination'],
  ['ipv6.hlim', 'ipv6', 'hopLimit'],
  ['ipv6.flow', 'ipv6', 'flowLabel'],
  ['tcp.srcport', 'tcp', 'sourcePort'],
  ['tcp.dstport', 'tcp', 'destinationPort'],
  ['tcp.seq_raw', 'tcp', 'sequence'],
  ['tcp.ack_raw', 'tcp', 'acknowledgment'],
  ['tcp.window_size_value', 'tcp', 'window'],
  ['tcp.len', 'tcp', 'payloadBytes'],
  ['tcp.options.mss_val', 'tcp', 'maximumSegmentSize'],
  ['tcp.options.wscale.shift', 'tcp', 'windowScale'],
  ['tcp.options.timestamp.tsval', 'tcp', 'timestamp'],
  ['tcp.checksum.status', 'tcp', 'isChecksumRight'],
  ['udp.srcport', 'udp', 'sourcePort'],
  ['udp.length', 'udp', 'length'],
  ['udp.checksum.status', 'udp', 'isChecksumRight'],
  ['icmp.type', 'icmp', 'type'],
  ['icmp.seq', 'icmp', 'sequence'],
  ['icmp.checksum.status', 'icmp', 'isChecksumRight'],
  ['icmpv6.type', 'icmpv6', 'type'],
  ['icmpv6.checksum.status', 'icmpv6', 'isChecksumRight'],
  ['dns.id', 'dns', 'id'],
  ['dns.qry.name', 'dns', 'questions.0'],
];

const hasTshark = hasProgram('tshark', ['-v'], 'packet-decoder beside tshark');

function tshark(capture: Buffer, fields: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'packets-'));
  try {
    writeFileSync(join(folder, 'c.pcap'), capture);
    const checks = ['ip', 'tcp', 'udp', 'icmp', 'icmpv6']
      .filter((one) => !one.startsWith('icmp'))
      .flatMap((one) => ['-o', `${one}.check_checksum:TRUE`]);
    const args = [
      '-n',
      '-r',
      join(folder, 'c.pcap'),
      ...checks,
      '-o',
      'ip.defragment:FALSE',
      '-T',
      'fields',
      '-E',
      'separator=/t',
      '-E',
      'occurrence=f',
      ...fields.flatMap((field) => ['-e', field]),
    ];
    return runProgram('tshark', args)
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A value of ours in the words of tshark; numbers in decimal. */
function shown(field: string, value: unknown): string {
  if (value === undefined) return '';
  if (field.endsWith('checksum.status')) return value === null ? '' : value === true ? '1' : '0';
  return field === 'dns.qry.name' ? (String(value).split(' ')[0]?.replace(/\.$/, '') ?? '') : String(value);
}

const valueAt = (fields: Readonly<Record<string, unknown>> | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], fields);

inRounds.skipIf(!hasTshark)('tshark reads the same from random packets', [75, 3_000], async (rounds) => {
  const chance = chanceOf(11);
  const packets = Array.from({ length: rounds }, () => randomPacket(chance));
  const capture = captureOf(chance, packets);
  const { data, message } = await runTool(tool, {
    files: [{ name: 'a.pcap', bytes: capture }],
    options: { limit: 20_000 },
  });
  expect(message).toBeUndefined();
  const own = (data as { packets: readonly Packet[] }).packets;
  const rows = tshark(capture, ['frame.time_epoch', ...FIELDS.map(([field]) => field)]);
  expect(rows.length).toBe(own.length);
  let compared = 0;
  for (const [index, [time = '', ...cells]] of rows.entries()) {
    const packet = own[index] as Packet;
    expect(Math.abs(Date.parse(packet.time ?? '') / 1000 - Number(time))).toBeLessThan(0.002);
    for (const [at, [field, protocol, path]] of FIELDS.entries()) {
      const layer = packet.layers.find((one) => one.protocol === protocol && one.fault === undefined);
      const [theirs = '', ours] = [cells[at], layer === undefined ? undefined : valueAt(layer.fields, path)];
      // 2 is "not checked"; 3, "not there".
      // Of the first fragment it does not tell the length.
      if (field === 'tcp.len' && theirs === '' && valueAt(packet.layers[1]?.fields, 'moreFragments') === true) continue;
      if (field.endsWith('checksum.status') && (theirs === '2' || theirs === '3' || ours === null)) continue;
      // tshark tells it in units of 8 bytes.
      const told = field === 'ip.frag_offset' && theirs !== '' ? String(8 * Number(theirs)) : theirs;
      const plain = /^0x[0-9a-f]+$/.test(told) ? String(Number(told)) : told;
      expect(
        shown(field, ours),
        `packet ${index + 1} ${field} ${JSON.stringify(packet.layers)} ${packets[index]?.toString('hex')}`,
      ).toBe(plain);
      compared += plain === '' ? 0 : 1;
    }
  }
  expect(compared).toBeGreaterThan(rounds * 8);
});

/** The first bytes of a client of TLS. */
async function helloOf(options: object): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const connected = once(server, 'connection');
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  client.on('error', () => undefined);
  const [socket] = await connected;
  const [hello] = await once(socket, 'data');
  socket.destroy();
  client.destroy();
  server.close();
  return hello as Buffer;
}

exhaustive.skipIf(!hasTshark)('hellos of Node have the server name, protocols and JA3 that tshark reads', async () => {
  const hellos = await Promise.all([
    helloOf({ servername: 'www.example.com', ALPNProtocols: ['h2', 'http/1.1'] }),
    helloOf({ servername: 'a.example', maxVersion: 'TLSv1.2' }),
    helloOf({ ciphers: 'ECDHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }),
  ]);
  const [link, ip] = [Buffer.from('020000000001020000000002', 'hex'), Buffer.from('0a000001c0000201', 'hex')];
  const packets = hellos.map((hello, index) => {
    const tcp = Buffer.concat([
      u16(50_000 + index, 443),
      u32(1),
      u32(1),
      Buffer.from([0x50, 0x18]),
      u16(1000, 0, 0),
      hello,
    ]);
    return Buffer.concat([link, u16(0x0800, 0x4500, 20 + tcp.length, 1, 0, 0x4006, 0), ip, tcp]);
  });
  const capture = captureOf(chanceOf(3), packets);
  const { data } = await runTool(tool, { files: [{ name: 'a.pcap', bytes: capture }] });
  const fields = (data as { packets: readonly Packet[] }).packets.map(({ layers }) => layers.at(-1)?.fields ?? {});
  const rows = tshark(capture, [
    'tls.handshake.extensions_server_name',
    'tls.handshake.ja3',
    'tls.handshake.ja3_full',
    'tls.handshake.extensions_alpn_str',
  ]);
  expect(
    fields.map(({ serverName, ja3, ja3Text, applicationProtocols }) => [
      serverName ?? '',
      ja3,
      ja3Text,
      (applicationProtocols as string[])[0] ?? '',
    ]),
  ).toEqual(rows);
  expect(fields.map((one) => String(one.ja4).slice(0, 4))).toEqual(['t13d', 't12d', 't12i']);
  const { text } = await runTool(tool, { input: (hellos[0] as Buffer).toString('hex'), options: { format: 'text' } });
  expect(text).toContain('Client hello (SNI www.example.com), TLS 1.3');
});

/** The example of FoxIO's description, a Chrome of 2023. */
it('JA4 is that of its description', () => {
  const ciphers = '0a0a 1301 1302 1303 c02b c02f c02c c030 cca9 cca8 c013 c014 009c 009d 002f 0035';
  const extensions = '0a0a 001b 0000 0033 0010 4469 0017 002d 000d 0005 0023 0012 002b ff01 000b 000a 0015 1a1a';
  const signatures = '0403 0804 0401 0503 0805 0501 0806 0601';
  const numbers = (text: string): number[] => text.split(' ').map((one) => Number.parseInt(one, 16));
  const types = numbers(extensions).map((type) => ({ type }));
  expect(ja4(0x0304, true, numbers(ciphers), types, 'h2', numbers(signatures))).toBe(
    't13d1516h2_8daaf6152771_e5627efa2ab1',
  );
});

it('dumps of tcpdump, xxd, hexdump and Wireshark give the same packets as plain digits', async () => {
  const chance = chanceOf(5);
  const packets = Array.from({ length: 20 }, () => randomPacket(chance));
  const infosOf = async (input: string): Promise<unknown> => {
    const { data, message } = await runTool(tool, { input });
    expect(message).toBeUndefined();
    return (data as { packets: readonly Packet[] }).packets.map(({ info, layers }) => [info, layers]);
  };
  const rowsOf = (bytes: Buffer): Buffer[] =>
    Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) => bytes.subarray(at * 16, at * 16 + 16));
  const letters = (row: Buffer): string => row.toString('latin1').replace(/[^!-~]/g, '.');
  const pairs = (row: Buffer): string[] => row.toString('hex').match(/../g) ?? [];
  const offset = (at: number, digits: number): string => (at * 16).toString(16).padStart(digits, '0');
  const plain = await infosOf(packets.map((bytes) => bytes.toString('hex')).join('\n\n'));
  const styles: ((row: Buffer, at: number) => string)[] = [
    (row, at) =>
      `\t0x${offset(at, 4)}:  ${(row.toString('hex').match(/.{1,4}/g) ?? []).join(' ').padEnd(39)}  ${letters(row)}`,
    (row, at) =>
      `${offset(at, 8)}: ${(row.toString('hex').match(/.{1,4}/g) ?? []).join(' ').padEnd(39)}  ${letters(row)}`,
    (row, at) =>
      `${offset(at, 8)}  ${pairs(row.subarray(0, 8)).join(' ').padEnd(23)}  ${pairs(row.subarray(8)).join(' ').padEnd(23)}  |${letters(row)}|`,
    (row, at) => `${offset(at, 4)}   ${pairs(row).join(' ').padEnd(47)}   ${letters(row)}`,
  ];
  for (const style of styles) {
    const dump = packets
      .map((bytes) => `12:00:00.000001 IP a > b: something\n${rowsOf(bytes).map(style).join('\n')}`)
      .join('\n');
    expect(await infosOf(dump), dump.slice(0, 400)).toEqual(plain);
    expect(await infosOf(dump.replaceAll('\n', '\r\n')), 'with CRLF').toEqual(plain);
  }
});

exhaustive('packets with changed and missing bytes are answered', async () => {
  const chance = chanceOf(9);
  for (let round = 0; round < 300; round += 1) {
    const packets = Array.from({ length: 30 }, () => {
      const bytes = Buffer.from(randomPacket(chance));
      for (let change = 0; change < 1 + chance(4); change += 1) bytes[chance(bytes.length)] = chance(256);
      return chance(2) === 0 ? bytes : bytes.subarray(0, 1 + chance(bytes.length));
    });
    const capture = Buffer.from(captureOf(chance, packets));
    if (chance(2) === 0) capture[chance(capture.length)] = chance(256);
    const { status, message } = await runTool(tool, { files: [{ name: 'a.pcap', bytes: capture }] });
    expect([200, 400], message).toContain(status);
  }
});

const HEAD = Buffer.from('a1b2c3d400020004000000000000000000040000', 'hex');
const HOSTILE: readonly (readonly [name: string, bytes: Buffer, status: number])[] = [
  ['nothing', Buffer.alloc(1), 400],
  ['a header alone', Buffer.concat([HEAD, u32(1)]), 200],
  ['a packet of 4 GB', Buffer.concat([HEAD, u32(1), u32(0), u32(0), u32(0xffffffff), u32(1)]), 400],
  ['300,000 empty packets', Buffer.concat([HEAD, u32(1), Buffer.alloc(16 * 300_000)]), 200],
  ['an unknown link', Buffer.concat([HEAD, u32(147), u32(0), u32(0), u32(1), u32(1), Buffer.from('x')]), 200],
  ['pcapng of a block of 0 bytes', Buffer.from('0a0d0d0a000000001a2b3c4d', 'hex'), 400],
  [
    'a packet without an interface',
    Buffer.from(
      '0a0d0d0a0000001c1a2b3c4d00010000ffffffffffffffff0000001c000000060000002000000000000000000000000000000000000000000000000000000020',
      'hex',
    ),
    400,
  ],
  ['digits without end', Buffer.from('ab'.repeat(2_000_000)), 200],
  ['an offset that jumps', Buffer.from('0000  00 11 22\n0040  00\n'), 400],
  ['letters', Buffer.from('hello world'), 400],
  ['tunnels in tunnels', Buffer.from('450007d000000000400400000a0000010a000002'.repeat(100)), 200],
];
inRows(11, HOSTILE)('hostile: %s', async (_name, bytes, status) => {
  const answer = await runTool(tool, { files: [{ name: 'a.pcap', bytes }] });
  expect(answer.status, answer.message).toBe(status);
});
