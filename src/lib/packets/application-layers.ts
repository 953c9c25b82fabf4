import { readMessage, recordText } from '../dns/message.js';
import { ip4Text, macText } from './link-layers.js';
import { PacketBytes, type ReadLayer } from './packet-bytes.js';

const MAX_SHOWN = 50;

/** RFC 1035 §4, mDNS and LLMNR too. */
export function readDns(bytes: Buffer): ReadLayer {
  const message = readMessage(bytes);
  const [question] = message.questions;
  const asked = question === undefined ? '' : `${question.type} ${question.name}`;
  const answers = message.answers.map((record) => recordText(record).replaceAll('\t', ' '));
  return {
    protocol: 'dns',
    info: message.isResponse ? `Response ${asked} ${message.status}, ${answers.length} answers` : `Query ${asked}`,
    fields: {
      id: message.id,
      isResponse: message.isResponse,
      status: message.status,
      flags: message.flags,
      questions: message.questions
        .slice(0, MAX_SHOWN)
        .map(({ name, type, class: group }) => `${name} ${group} ${type}`),
      answers: answers.slice(0, MAX_SHOWN),
      authorityCount: message.authorities.length,
      additionalCount: message.additionals.length,
    },
  };
}

/** RFC 1035 §4.2.2: two bytes of length before the message. */
export function readDnsOverTcp(bytes: Buffer): ReadLayer {
  return readDns(new PacketBytes(bytes).counted(2));
}

const MAX_HEADERS = 100;
const MAX_LINE = 8_000;

/** Start line and headers of HTTP/1: RFC 9112. */
export function readHttp(bytes: Buffer): ReadLayer {
  const text = bytes.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  const [start = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split(/\r?\n/);
  const headers = lines.slice(0, MAX_HEADERS).map((line) => line.slice(0, MAX_LINE));
  const [first = '', second = '', ...rest] = start.slice(0, MAX_LINE).split(' ');
  const isResponse = first.startsWith('HTTP/');
  const told = isResponse
    ? { isResponse, version: first, status: Number(second), reason: rest.join(' ') }
    : { isResponse, method: first, target: second, version: rest.join(' ') };
  return { protocol: 'http', info: start.slice(0, 200), fields: { ...told, headers } };
}

const DHCP_TYPES = ['', 'Discover', 'Offer', 'Request', 'Decline', 'ACK', 'NAK', 'Release', 'Inform'];

/** RFC 2131, RFC 2132. */
export function readDhcp(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const operation = reader.u8();
  reader.u8();
  const hardwareLength = reader.u8();
  reader.u8();
  const transaction = reader.hex(4);
  reader.u32();
  const [clientIp, yourIp, serverIp, relayIp] = [0, 1, 2, 3].map(() => ip4Text(reader.slice(4)));
  const clientMac = macText(reader.slice(16).subarray(0, Math.min(hardwareLength, 16)));
  reader.slice(192);
  const fields: Record<string, unknown> = {
    operation: operation === 1 ? 'request' : 'reply',
    transaction,
    clientIp: clientIp ?? '',
    yourIp: yourIp ?? '',
    serverIp: serverIp ?? '',
    relayIp: relayIp ?? '',
    clientMac,
  };
  let kind = '';
  if (reader.left >= 4 && reader.u32() === 0x63825363) {
    const addresses = (value: Buffer): string[] =>
      Array.from({ length: value.length >> 2 }, (_, at) => ip4Text(value.subarray(4 * at, 4 * at + 4)));
    while (reader.left > 0) {
      const option = reader.u8();
      if (option === 255) break;
      if (option === 0) continue;
      const value = reader.counted(1);
      if (option === 53) kind = DHCP_TYPES[value[0] ?? 0] ?? String(value[0]);
      else if (option === 12) fields.hostName = value.toString('latin1');
      else if (option === 1) fields.subnetMask = addresses(value)[0] ?? '';
      else if (option === 3) fields.routers = addresses(value);
      else if (option === 6) fields.nameServers = addresses(value);
      else if (option === 15) fields.domain = value.toString('latin1');
      else if (option === 50) fields.requestedIp = addresses(value)[0] ?? '';
      else if (option === 51 && value.length === 4) fields.leaseSeconds = value.readUInt32BE();
      else if (option === 54) fields.server = addresses(value)[0] ?? '';
    }
  }
  return {
    protocol: 'dhcp',
    info: `${kind === '' ? 'BOOTP' : kind} ${clientMac}`,
    fields: { ...(kind === '' ? {} : { messageType: kind }), ...fields },
  };
}

const NTP_MODES = [
  'reserved',
  'symmetric active',
  'symmetric passive',
  'client',
  'server',
  'broadcast',
  'control',
  'private',
];

/** RFC 5905 §7.3. */
export function readNtp(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const first = reader.u8();
  const mode = NTP_MODES[first & 7] ?? '';
  const version = (first >> 3) & 7;
  if ((first & 7) > 5) return { protocol: 'ntp', info: `Version ${version}, ${mode}`, fields: { version, mode } };
  const stratum = reader.u8();
  reader.slice(2);
  const [delay, dispersion] = [reader.u32(), reader.u32()];
  reader.slice(4);
  const times = [0, 1, 2, 3].map(() => ntpTime(reader.u32(), reader.u32()));
  const [referenceTime = null, originTime = null, receiveTime = null, transmitTime = null] = times;
  return {
    protocol: 'ntp',
    info: `Version ${version}, ${mode}`,
    fields: {
      version,
      mode,
      leap: first >> 6,
      stratum,
      rootDelaySeconds: Math.round((delay / 65_536) * 1e6) / 1e6,
      rootDispersionSeconds: Math.round((dispersion / 65_536) * 1e6) / 1e6,
      referenceTime,
      originTime,
      receiveTime,
      transmitTime,
    },
  };
}

/** Seconds since 1900 and 2⁻³² of them; `null` for 0, which means unknown. Those of the second era begin in 2036. */
function ntpTime(seconds: number, fraction: number): string | null {
  if (seconds === 0 && fraction === 0) return null;
  const era = seconds < 0x80000000 ? 2 ** 32 : 0;
  return new Date((seconds + era - 2_208_988_800) * 1000 + Math.floor((fraction / 2 ** 32) * 1000)).toISOString();
}
