import { crc32 } from 'node:zlib';

import { readBase64, readHex } from '../bytes/byte-text.js';
import { ContentFault, unlessFaulty } from '../faults.js';

/**
 * Shares as people write them down: `3-of-5.1a2b3c4d.…hex….9c3e1f00`, that is threshold and number, the set, the share itself, and the
 * CRC-32 of what is before it. The set is random: anything made from the secret would help to guess it.
 */
export interface ShareSet {
  readonly threshold: number;
  readonly count: number;
  /** 8 hexadecimal digits. */
  readonly set: string;
}

interface Share extends Partial<ShareSet> {
  readonly bytes: Uint8Array;
}

const LABELLED = /^(\d{1,3})-of-(\d{1,3})\.([0-9a-f]{8})\.([0-9a-f]+)\.([0-9a-f]{8})$/;

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');

export function writeShare(bytes: Uint8Array, { threshold, count, set }: ShareSet): string {
  const text = `${threshold}-of-${count}.${set}.${Buffer.from(bytes).toString('hex')}`;
  return `${text}.${checksumOf(text)}`;
}

/** One share, labelled or bare hexadecimal or base64. Faults name the line, never its content. */
function readShare(line: string, number: number): Share {
  const text = line.replace(/\s+/g, '');
  const [whole, threshold, count, set, digits = '', checksum] = LABELLED.exec(text.toLowerCase()) ?? [];
  if (whole !== undefined && set !== undefined) {
    if (checksum !== checksumOf(whole.slice(0, -9)))
      throw new ContentFault(`line ${number} is mistyped or incomplete: its checksum does not match`);
    if (digits.length % 2 !== 0 || Number(threshold) < 2) throw new ContentFault(`line ${number} is incomplete`);
    return { threshold: Number(threshold), count: Number(count), set, bytes: Buffer.from(digits, 'hex') };
  }
  if (/-of-/i.test(text)) throw new ContentFault(`line ${number} is mistyped or incomplete`);
  const bytes = /^(?:[0-9a-f]{2})+$/i.test(text)
    ? readHex(text)
    : unlessFaulty(() => readBase64(text, { strict: false }));
  if (bytes === undefined || bytes.length < 2) throw new ContentFault(`line ${number} is not a share`);
  return { bytes };
}

export interface ReadShares {
  readonly shares: readonly Uint8Array[];
  /** Bare shares say nothing of how many are needed. */
  readonly isLabelled: boolean;
}

/** The shares of a text, one per line, with comments (#), numbers and labels of people before them. Throws ContentFault. */
export function readShares(text: string): ReadShares {
  const lines = text
    .split(/\r\n|[\r\n]/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  // "Share 1: …", "2) …", quotes of mails.
  const read = lines.map(({ line, number }) =>
    readShare(
      line
        .replace(/^(?:> ?)+/, '')
        .replace(/^[^:=)]{0,30}[:)]\s+/, '')
        .replace(/^["'`]|["'`,;]+$/g, ''),
      number,
    ),
  );
  const distinct = new Map(read.map((share) => [Buffer.from(share.bytes).toString('hex'), share]));
  const shares = [...distinct.values()];
  const [first] = shares;
  if (first === undefined) throw new ContentFault('it has no shares, one per line');
  if (shares.some(({ bytes }) => bytes.length < 2 || bytes.at(-1) === 0))
    throw new ContentFault('one of its shares ends in 00, which is the place of the secret itself');
  const { set, threshold = 2 } = first;
  if (shares.some((share) => share.set !== set || share.threshold !== first.threshold))
    throw new ContentFault('its shares are not of the same set');
  if (shares.some(({ bytes }) => bytes.length !== first.bytes.length))
    throw new ContentFault('its shares differ in length, so that at least one is incomplete or of another secret');
  if (new Set(shares.map(({ bytes }) => bytes.at(-1))).size < shares.length)
    throw new ContentFault(
      'two of its shares differ but have the same place: they are of different secrets, or damaged',
    );
  if (shares.length < threshold)
    throw new ContentFault(`${threshold} different shares are needed, got ${shares.length}`);
  // More than needed would cost time and tell nothing.
  const needed = set === undefined ? shares : shares.slice(0, threshold);
  return { shares: needed.map(({ bytes }) => bytes), isLabelled: set !== undefined };
}
