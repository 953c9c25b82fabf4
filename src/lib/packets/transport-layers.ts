import { ContentFault } from '../faults.js';
import { ip6Text } from './link-layers.js';
import { type Flow, internetSum, PacketBytes, type Protocol, type ReadLayer } from './packet-bytes.js';

/** Right, wrong, or `null` where it cannot be told: a fragment, a packet that was cut, or IPv4 UDP without one. */
function isChecksumRight(bytes: Buffer, number: number, flow: Flow | undefined, isSent = true): boolean | null {
  if (flow === undefined || !flow.isWhole || !isSent) return null;
  const length = Buffer.alloc(flow.source.length === 4 ? 4 : 8);
  if (flow.source.length === 4) {
    length.writeUInt8(number, 1);
    length.writeUInt16BE(bytes.length & 0xffff, 2);
  } else {
    length.writeUInt32BE(bytes.length, 0);
    length.writeUInt8(number, 7);
  }
  return internetSum([flow.source, flow.destination, length, bytes]) === 0;
}

const FLAGS = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG', 'ECE', 'CWR'] as const;

/** Services that are read further, by their port. */
const TCP_PORTS: Readonly<Record<number, Protocol>> = { 53: 'dnsOverTcp' };
const UDP_PORTS: Readonly<Record<number, Protocol>> = {
  53: 'dns',
  5353: 'dns',
  5355: 'dns',
  67: 'dhcp',
  68: 'dhcp',
  123: 'ntp',
};

/** RFC 9293. */
export function readTcp(bytes: Buffer, flow?: Flow): ReadLayer {
  const reader = new PacketBytes(bytes);
  const [sourcePort, destinationPort, sequence, acknowledgment] = [
    reader.u16(),
    reader.u16(),
    reader.u32(),
    reader.u32(),
  ];
  const bits = reader.u16();
  const headerBytes = (bits >> 12) * 4;
  if (headerBytes < 20) throw new ContentFault(`the TCP header has ${headerBytes} bytes, at least 20 are needed`);
  const flags = FLAGS.filter((_, bit) => (bits & (1 << bit)) !== 0);
  const window = reader.u16();
  reader.u16();
  const urgentPointer = reader.u16();
  const options = tcpOptions(reader.slice(headerBytes - 20));
  const payload = reader.rest();
  const fields = {
    sourcePort,
    destinationPort,
    sequence,
    acknowledgment,
    headerBytes,
    flags,
    window,
    ...(flags.includes('URG') ? { urgentPointer } : {}),
    isChecksumRight: isChecksumRight(bytes, 6, flow),
    ...options,
    payloadBytes: payload.length,
  };
  return {
    protocol: 'tcp',
    info: `${sourcePort} > ${destinationPort} [${flags.join(', ')}] Seq=${sequence}${flags.includes('ACK') ? ` Ack=${acknowledgment}` : ''} Win=${window} Len=${payload.length}`,
    fields,
    next:
      payload.length === 0 ? undefined : { protocol: tcpPayload(payload, sourcePort, destinationPort), bytes: payload },
  };
}

function tcpPayload(payload: Buffer, source: number, destination: number): Protocol {
  // Handshake and alert records of TLS, and its versions.
  if (
    payload.length >= 6 &&
    (payload[0] ?? 0) >= 20 &&
    (payload[0] ?? 0) <= 23 &&
    payload[1] === 3 &&
    (payload[2] ?? 9) <= 4
  )
    return 'tls';
  if (
    /^(?:[A-Z]{3,20} [^\r\n]{1,4000} HTTP\/1\.[01]\r?\n|HTTP\/1\.[01] \d{3})/.test(payload.toString('latin1', 0, 4100))
  )
    return 'http';
  return TCP_PORTS[destination] ?? TCP_PORTS[source] ?? 'data';
}

/** RFC 9293 §3.1, RFC 7323, RFC 2018. */
function tcpOptions(bytes: Buffer) {
  const reader = new PacketBytes(bytes);
  const read: Record<string, number | boolean | readonly number[]> = {};
  while (reader.left > 0) {
    const kind = reader.u8();
    if (kind === 0) break;
    if (kind === 1) continue;
    const length = reader.u8();
    if (length < 2) throw new ContentFault(`a TCP option has a length of ${length}`);
    const value = reader.slice(length - 2);
    if (kind === 2 && value.length === 2) read.maximumSegmentSize = value.readUInt16BE();
    else if (kind === 3 && value.length === 1) read.windowScale = value.readUInt8();
    else if (kind === 4) read.selectiveAckPermitted = true;
    else if (kind === 5)
      read.selectiveAcks = Array.from({ length: value.length >> 2 }, (_, at) => value.readUInt32BE(4 * at));
    else if (kind === 8 && value.length === 8) {
      read.timestamp = value.readUInt32BE(0);
      read.timestampEcho = value.readUInt32BE(4);
    }
  }
  return read;
}

/** RFC 768. */
export function readUdp(bytes: Buffer, flow?: Flow): ReadLayer {
  const reader = new PacketBytes(bytes);
  const [sourcePort, destinationPort, length, checksum] = [reader.u16(), reader.u16(), reader.u16(), reader.u16()];
  if (length !== 0 && length < 8) throw new ContentFault(`the UDP length is ${length}, at least 8 is needed`);
  const payload = reader.slice(length === 0 ? reader.left : Math.min(reader.left, length - 8));
  const whole = bytes.subarray(0, 8 + payload.length);
  const fields = {
    sourcePort,
    destinationPort,
    length,
    isChecksumRight: isChecksumRight(whole, 17, flow, checksum !== 0),
    payloadBytes: payload.length,
  };
  const protocol = UDP_PORTS[destinationPort] ?? UDP_PORTS[sourcePort] ?? 'data';
  return {
    protocol: 'udp',
    info: `${sourcePort} > ${destinationPort} Len=${payload.length}`,
    fields,
    next: payload.length === 0 ? undefined : { protocol, bytes: payload },
  };
}

/** IANA, "ICMP Parameters". */
const ICMP_TYPES: Readonly<Record<number, string>> = {
  0: 'Echo reply',
  3: 'Destination unreachable',
  4: 'Source quench',
  5: 'Redirect',
  8: 'Echo request',
  9: 'Router advertisement',
  10: 'Router solicitation',
  11: 'Time exceeded',
  12: 'Parameter problem',
  13: 'Timestamp request',
  14: 'Timestamp reply',
};
const UNREACHABLE = ['network', 'host', 'protocol', 'port', 'fragmentation needed', 'source route failed'];

/** RFC 792. */
export function readIcmp(bytes: Buffer, flow?: Flow): ReadLayer {
  const reader = new PacketBytes(bytes);
  const [type, code] = [reader.u8(), reader.u8()];
  reader.u16();
  const name = ICMP_TYPES[type] ?? `Type ${type}`;
  const isEcho = type === 0 || type === 8;
  const [first, second] = [reader.u16(), reader.u16()];
  const reason = type === 3 && UNREACHABLE[code] !== undefined ? ` (${UNREACHABLE[code]})` : '';
  return {
    protocol: 'icmp',
    info: isEcho ? `${name} id=${first} seq=${second}` : `${name}${reason}`,
    fields: {
      type,
      code,
      name,
      isChecksumRight: flow?.isWhole === true ? internetSum([bytes]) === 0 : null,
      ...(isEcho ? { identifier: first, sequence: second } : {}),
      ...(type === 3 && code === 4 ? { nextHopMtu: second } : {}),
      payloadBytes: reader.left,
    },
    // What could not be delivered.
    next: [3, 4, 5, 11, 12].includes(type) && reader.left > 0 ? { protocol: 'ipv4', bytes: reader.rest() } : undefined,
  };
}

/** IANA, "ICMPv6 Parameters". */
const ICMPV6_TYPES: Readonly<Record<number, string>> = {
  1: 'Destination unreachable',
  2: 'Packet too big',
  3: 'Time exceeded',
  4: 'Parameter problem',
  128: 'Echo request',
  129: 'Echo reply',
  130: 'Multicast listener query',
  131: 'Multicast listener report',
  132: 'Multicast listener done',
  133: 'Router solicitation',
  134: 'Router advertisement',
  135: 'Neighbor solicitation',
  136: 'Neighbor advertisement',
  137: 'Redirect',
  143: 'Multicast listener report v2',
};

/** RFC 4443, RFC 4861. */
export function readIcmpv6(bytes: Buffer, flow?: Flow): ReadLayer {
  const reader = new PacketBytes(bytes);
  const [type, code] = [reader.u8(), reader.u8()];
  reader.u16();
  const name = ICMPV6_TYPES[type] ?? `Type ${type}`;
  const isEcho = type === 128 || type === 129;
  const [first, second] = [reader.u16(), reader.u16()];
  const target = (type === 135 || type === 136) && reader.left >= 16 ? ip6Text(reader.slice(16)) : undefined;
  return {
    protocol: 'icmpv6',
    info: isEcho ? `${name} id=${first} seq=${second}` : name,
    fields: {
      type,
      code,
      name,
      isChecksumRight: isChecksumRight(bytes, 58, flow),
      ...(isEcho ? { identifier: first, sequence: second } : {}),
      ...(type === 2 ? { mtu: first * 0x10000 + second } : {}),
      ...(target === undefined ? {} : { target }),
      payloadBytes: reader.left,
    },
    next: type < 5 && reader.left > 0 ? { protocol: 'ipv6', bytes: reader.rest() } : undefined,
  };
}
