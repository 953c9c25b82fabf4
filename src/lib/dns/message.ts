import { ContentFault } from '../faults.js';

import { readName, writeName } from './names.js';
import { readRdata } from './rdata.js';
import { className, responseCode, typeName } from './types.js';

export interface DnsQuestion {
  readonly name: string;
  readonly type: string;
  readonly class: string;
}

export interface DnsRecord {
  /** Whole, with its final dot. */
  readonly name: string;
  readonly ttl: number;
  readonly class: string;
  readonly type: string;
  /** Fields of the data in presentation form; joined by spaces they are the data as zone files have it. */
  readonly fields: readonly string[];
}

export interface DnsMessage {
  readonly id: number;
  readonly isResponse: boolean;
  /** Such as NOERROR and NXDOMAIN; extended by EDNS. */
  readonly status: string;
  /** Those that are set, as dig writes them: qr, aa, tc, rd, ra, ad, cd. */
  readonly flags: readonly string[];
  readonly questions: readonly DnsQuestion[];
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
  /** Extended errors of EDNS: RFC 8914. */
  readonly extendedErrors: readonly ExtendedError[];
}

interface ExtendedError {
  readonly code: number;
  readonly text: string;
}

const FLAGS: readonly (readonly [number, string])[] = [
  [0x8000, 'qr'],
  [0x0400, 'aa'],
  [0x0200, 'tc'],
  [0x0100, 'rd'],
  [0x0080, 'ra'],
  [0x0020, 'ad'],
  [0x0010, 'cd'],
];

/** More records than 64 KiB can hold in earnest: 11 bytes is the least that one takes. */
const RECORDS = 6_000;

/** Reads a message: RFC 1035 §4. Throws ContentFault. */
export function readMessage(message: Uint8Array): DnsMessage {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  if (bytes.length < 12) throw new ContentFault(`a DNS message has at least 12 bytes, got ${bytes.length}`);
  const bits = bytes.readUInt16BE(2);
  const counts = [4, 6, 8, 10].map((at) => bytes.readUInt16BE(at));
  if (counts.reduce((sum, count) => sum + count, 0) > RECORDS)
    throw new ContentFault(`a DNS message has at most ${RECORDS} records`);
  let at = 12;
  const need = (length: number): void => {
    if (at + length > bytes.length) throw new ContentFault('the DNS message is cut off');
  };
  const questions: DnsQuestion[] = [];
  for (let index = 0; index < (counts[0] ?? 0); index += 1) {
    const { name, end } = readName(bytes, at);
    at = end;
    need(4);
    questions.push({ name, type: typeName(bytes.readUInt16BE(at)), class: className(bytes.readUInt16BE(at + 2)) });
    at += 4;
  }
  let extendedErrors: readonly ExtendedError[] = [];
  let extended = 0;
  const sections = counts.slice(1).map((count) => {
    const records: DnsRecord[] = [];
    for (let index = 0; index < count; index += 1) {
      const { name, end } = readName(bytes, at);
      at = end;
      need(10);
      const type = typeName(bytes.readUInt16BE(at));
      const group = bytes.readUInt16BE(at + 2);
      const ttl = bytes.readUInt32BE(at + 4);
      const length = bytes.readUInt16BE(at + 8);
      at += 10;
      need(length);
      if (type === 'OPT') {
        extended = ttl >>> 24;
        extendedErrors = readExtendedErrors(bytes.subarray(at, at + length));
      } else
        records.push({ name, ttl, class: className(group), type, fields: readRdata(bytes, type, at, at + length) });
      at += length;
    }
    return records;
  });
  const [answers = [], authorities = [], additionals = []] = sections;
  return {
    id: bytes.readUInt16BE(0),
    isResponse: (bits & 0x8000) !== 0,
    status: responseCode((extended << 4) | (bits & 15)),
    flags: FLAGS.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : [name])),
    questions,
    answers,
    authorities,
    additionals,
    extendedErrors,
  };
}

/** Option 15; the others say nothing that is shown. */
function readExtendedErrors(options: Buffer): ExtendedError[] {
  const errors: ExtendedError[] = [];
  for (let at = 0; at + 4 <= options.length; at += 4 + options.readUInt16BE(at + 2)) {
    const value = options.subarray(at + 4, at + 4 + options.readUInt16BE(at + 2));
    if (options.readUInt16BE(at) === 15 && value.length >= 2)
      errors.push({ code: value.readUInt16BE(), text: value.subarray(2).toString('utf8').replace(/\0+$/, '') });
  }
  return errors;
}

/** A record as a line of a zone file. */
export const recordText = ({ name, ttl, class: group, type, fields }: DnsRecord): string =>
  `${name}\t${ttl}\t${group}\t${type}\t${fields.join(' ')}`;

export interface QuerySettings {
  readonly id: number;
  readonly name: string;
  /** Number of the type. */
  readonly type: number;
  /** Wants DNSSEC records. */
  readonly dnssec?: boolean;
  /** Asks the server to find out; true where left out. */
  readonly recursion?: boolean;
}

/** RFC 9715: what travels whole everywhere. */
const UDP_BYTES = 1232;

/** A query with EDNS. Throws ContentFault for a name that cannot be asked. */
export function writeQuery({ id, name, type, dnssec = false, recursion = true }: QuerySettings): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(id, 0);
  // AD asks whether the answer was validated: RFC 6840 §5.7.
  head.writeUInt16BE(0x0020 | (recursion ? 0x0100 : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(1, 10);
  const question = Buffer.alloc(4);
  question.writeUInt16BE(type, 0);
  question.writeUInt16BE(1, 2);
  const options = Buffer.alloc(11);
  options.writeUInt16BE(41, 1);
  options.writeUInt16BE(UDP_BYTES, 3);
  options.writeUInt32BE(dnssec ? 0x8000 : 0, 5);
  return Buffer.concat([head, writeName(name), question, options]);
}
