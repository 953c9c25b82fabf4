import { createHash } from 'node:crypto';

import { PacketBytes, type ReadLayer } from './packet-bytes.js';

const VERSIONS: Readonly<Record<number, string>> = {
  768: 'SSL 3.0',
  769: 'TLS 1.0',
  770: 'TLS 1.1',
  771: 'TLS 1.2',
  772: 'TLS 1.3',
};
const versionName = (version: number): string => VERSIONS[version] ?? `0x${hex4(version)}`;

const RECORDS: Readonly<Record<number, string>> = {
  20: 'Change cipher spec',
  21: 'Alert',
  22: 'Handshake',
  23: 'Application data',
};

const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** Values that clients send so that servers learn to ignore what they do not know: RFC 8701. */
const isGrease = (value: number): boolean => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);

/** The first record of TLS in a segment; of a handshake its first message. */
export function readTls(bytes: Buffer): ReadLayer {
  const reader = new PacketBytes(bytes);
  const type = reader.u8();
  const version = reader.u16();
  const length = reader.u16();
  const record = RECORDS[type] ?? String(type);
  const fields = { record, version: versionName(version), length };
  const content = reader.slice(Math.min(length, reader.left));
  const message = content[0];
  if (type !== 22 || (message !== 1 && message !== 2)) return { protocol: 'tls', info: record, fields };
  const handshake = new PacketBytes(content);
  handshake.u8();
  const size = handshake.u24();
  // A hello may go on in the next record or segment; what is here is read as far as it goes.
  const hello = handshake.slice(Math.min(size, handshake.left));
  if (message === 2) return serverHello(hello, fields);
  return clientHello(hello, fields);
}

interface Extension {
  readonly type: number;
  readonly data: Buffer;
}

function extensionsOf(reader: PacketBytes): Extension[] {
  if (reader.left === 0) return [];
  const list = new PacketBytes(reader.counted(2));
  const extensions: Extension[] = [];
  while (list.left > 0) extensions.push({ type: list.u16(), data: list.counted(2) });
  return extensions;
}

function numbers(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readUInt16BE(2 * at));
}

/** RFC 8446 §4.1.2. */
function clientHello(bytes: Buffer, record: Readonly<Record<string, string | number>>): ReadLayer {
  const reader = new PacketBytes(bytes);
  const version = reader.u16();
  reader.slice(32);
  reader.counted(1);
  const ciphers = numbers(reader.counted(2));
  reader.counted(1);
  const extensions = extensionsOf(reader);
  const dataOf = (type: number): Buffer | undefined => extensions.find((one) => one.type === type)?.data;
  const listOf = (type: number, size: 1 | 2): Buffer => {
    const data = dataOf(type);
    return data === undefined || data.length < size ? Buffer.alloc(0) : new PacketBytes(data).counted(size);
  };
  const groups = numbers(listOf(10, 2));
  const formats = [...listOf(11, 1)];
  const signatures = numbers(listOf(13, 2));
  const versions = numbers(listOf(43, 1)).filter((one) => !isGrease(one));
  const protocols = namesIn(listOf(16, 2));
  const host = serverName(dataOf(0));
  const newest = Math.max(version, ...versions);
  const ja3 = ja3Text(version, ciphers, extensions, groups, formats);
  const fields = {
    ...record,
    handshake: 'Client hello',
    serverName: host ?? null,
    supportedVersions: versions.map(versionName),
    applicationProtocols: protocols,
    cipherSuites: ciphers.map(hex4),
    extensions: extensions.map(({ type }) => type),
    ja3: createHash('md5').update(ja3).digest('hex'),
    ja3Text: ja3,
    ja4: ja4(newest, host !== undefined, ciphers, extensions, protocols[0] ?? '', signatures),
  };
  return {
    protocol: 'tls',
    info: `Client hello${host === undefined ? '' : ` (SNI ${host})`}, ${versionName(newest)}`,
    fields,
  };
}

/** RFC 6066 §3. */
function serverName(data: Buffer | undefined): string | undefined {
  if (data === undefined || data.length < 5) return undefined;
  const list = new PacketBytes(new PacketBytes(data).counted(2));
  return list.u8() === 0 ? list.counted(2).toString('latin1') : undefined;
}

function namesIn(bytes: Buffer): string[] {
  const reader = new PacketBytes(bytes);
  const names: string[] = [];
  while (reader.left > 0) names.push(reader.counted(1).toString('latin1'));
  return names;
}

/** Salesforce, "TLS Fingerprinting with JA3 and JA3S": version, ciphers, extensions, groups and point formats, without GREASE. */
function ja3Text(
  version: number,
  ciphers: readonly number[],
  extensions: readonly Extension[],
  groups: readonly number[],
  formats: readonly number[],
): string {
  const listed = (values: readonly number[]): string => values.filter((value) => !isGrease(value)).join('-');
  return [version, listed(ciphers), listed(extensions.map(({ type }) => type)), listed(groups), formats.join('-')].join(
    ',',
  );
}

const JA4_VERSIONS: Readonly<Record<number, string>> = { 768: 's3', 769: '10', 770: '11', 771: '12', 772: '13' };
const NOTHING = '000000000000';

/** FoxIO, "JA4: TLS Client Fingerprinting", for TCP: https://github.com/FoxIO-LLC/ja4/blob/main/technical_details/JA4.md (BSD 3-Clause). */
export function ja4(
  version: number,
  hasName: boolean,
  ciphers: readonly number[],
  extensions: readonly Pick<Extension, 'type'>[],
  protocol: string,
  signatures: readonly number[],
): string {
  const known = ciphers.filter((cipher) => !isGrease(cipher));
  const types = extensions.map(({ type }) => type).filter((type) => !isGrease(type));
  const count = (values: readonly number[]): string => String(Math.min(values.length, 99)).padStart(2, '0');
  const sorted = (values: readonly number[]): string => values.map(hex4).toSorted().join(',');
  const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
  // Server name and ALPN are told in the first part.
  const rest = sorted(types.filter((type) => type !== 0 && type !== 16));
  const signed = signatures
    .filter((value) => !isGrease(value))
    .map(hex4)
    .join(',');
  const head = `t${JA4_VERSIONS[version] ?? '00'}${hasName ? 'd' : 'i'}${count(known)}${count(types)}${alpnPart(protocol)}`;
  const cipherHash = known.length === 0 ? NOTHING : hashed(sorted(known));
  const extensionHash = types.length === 0 ? NOTHING : hashed(signed === '' ? rest : `${rest}_${signed}`);
  return `${head}_${cipherHash}_${extensionHash}`;
}

/** First and last letter; where one is not a letter or digit, those of the name in hexadecimal. */
function alpnPart(protocol: string): string {
  if (protocol === '') return '00';
  const [first, last] = [protocol.charAt(0), protocol.charAt(protocol.length - 1)];
  if (/[0-9A-Za-z]/.test(first) && /[0-9A-Za-z]/.test(last)) return first + last;
  const hex = Buffer.from(protocol, 'latin1').toString('hex');
  return `${hex.charAt(0)}${hex.charAt(hex.length - 1)}`;
}

/** RFC 8446 §4.1.3. */
function serverHello(bytes: Buffer, record: Readonly<Record<string, string | number>>): ReadLayer {
  const reader = new PacketBytes(bytes);
  const version = reader.u16();
  reader.slice(32);
  reader.counted(1);
  const cipher = reader.u16();
  reader.u8();
  const extensions = extensionsOf(reader);
  const selected = extensions.find(({ type }) => type === 43)?.data;
  const chosen = selected?.length === 2 ? selected.readUInt16BE() : version;
  const ja3s = [version, cipher, extensions.map(({ type }) => type).join('-')].join(',');
  return {
    protocol: 'tls',
    info: `Server hello, ${versionName(chosen)}`,
    fields: {
      ...record,
      handshake: 'Server hello',
      selectedVersion: versionName(chosen),
      cipherSuite: hex4(cipher),
      extensions: extensions.map(({ type }) => type),
      ja3s: createHash('md5').update(ja3s).digest('hex'),
    },
  };
}
