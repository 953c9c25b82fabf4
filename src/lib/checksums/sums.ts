import { crcOf } from './crc.js';
import { crcNamed } from './crc-catalogue.data.js';

/** Checksums that are sums, by name: bits of the result, and how it comes about. */
interface Sum {
  readonly width: number;
  readonly of: (bytes: Uint8Array) => bigint;
}

export type SumName =
  | 'adler-32'
  | 'fletcher-16'
  | 'fletcher-32'
  | 'fletcher-64'
  | 'internet'
  | 'cksum'
  | 'sum-bsd'
  | 'sum-sysv'
  | 'sum-8'
  | 'sum-16'
  | 'sum-32'
  | 'lrc-8'
  | 'xor-8';

export const SUMS: Readonly<Record<SumName, Sum>> = {
  'adler-32': { width: 32, of: adler32 },
  'fletcher-16': { width: 16, of: (bytes) => fletcher(bytes, 1) },
  'fletcher-32': { width: 32, of: (bytes) => fletcher(bytes, 2) },
  'fletcher-64': { width: 64, of: (bytes) => fletcher(bytes, 4) },
  internet: { width: 16, of: internet },
  cksum: { width: 32, of: cksum },
  'sum-bsd': { width: 16, of: sumBsd },
  'sum-sysv': { width: 16, of: sumSysv },
  'sum-8': { width: 8, of: (bytes) => BigInt(total(bytes) % 0x100) },
  'sum-16': { width: 16, of: (bytes) => BigInt(total(bytes) % 0x1_0000) },
  'sum-32': { width: 32, of: (bytes) => BigInt(total(bytes) % 0x1_0000_0000) },
  'lrc-8': { width: 8, of: (bytes) => BigInt(-total(bytes) & 0xff) },
  'xor-8': { width: 8, of: (bytes) => BigInt(bytes.reduce((sum, byte) => sum ^ byte, 0)) },
};

/** Below 2^53 for any upload. */
function total(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum;
}

/** RFC 1950, 8.2. */
function adler32(bytes: Uint8Array): bigint {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return (BigInt(b) << 16n) | BigInt(a);
}

/** Fletcher over words of 1, 2 or 4 bytes, least significant byte first, the last one filled up with zeros; modulo 2^n - 1. */
function fletcher(bytes: Uint8Array, size: 1 | 2 | 4): bigint {
  const modulus = 2 ** (size * 8) - 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [a, b] = [0, 0];
  for (let at = 0; at < bytes.length; at += size) {
    a = (a + wordAt(view, at, size)) % modulus;
    b = (b + a) % modulus;
  }
  return (BigInt(b) << BigInt(size * 8)) | BigInt(a);
}

function wordAt(view: DataView, at: number, size: 1 | 2 | 4): number {
  if (size === 1) return view.getUint8(at);
  if (at + size <= view.byteLength) return size === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
  let word = 0;
  for (let i = view.byteLength - 1; i >= at; i--) word = word * 256 + view.getUint8(i);
  return word;
}

/** RFC 1071: ones' complement of the ones' complement sum of words of 16 bits, most significant byte first. */
function internet(bytes: Uint8Array): bigint {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return BigInt(~sum & 0xffff);
}

/** POSIX cksum: the CRC of the content with its length behind it, least significant byte first. */
function cksum(bytes: Uint8Array): bigint {
  const length: number[] = [];
  for (let rest = bytes.length; rest > 0; rest = Math.floor(rest / 256)) length.push(rest % 256);
  const model = crcNamed('crc-32/cksum');
  const register = crcOf(model, bytes) ^ model.xorout;
  return crcOf({ ...model, init: register }, Uint8Array.from(length));
}

/** `sum -r`: rotated right by one bit before each byte. */
function sumBsd(bytes: Uint8Array): bigint {
  let sum = 0;
  for (const byte of bytes) sum = ((sum >> 1) + ((sum & 1) << 15) + byte) & 0xffff;
  return BigInt(sum);
}

/** `sum -s`: the sum of 32 bits folded twice into 16. */
function sumSysv(bytes: Uint8Array): bigint {
  const sum = total(bytes) % 0x1_0000_0000;
  const folded = (sum % 0x1_0000) + Math.floor(sum / 0x1_0000);
  return BigInt((folded % 0x1_0000) + Math.floor(folded / 0x1_0000));
}
