/** The binary form of SSH (RFC 4251 §5): numbers and strings, each string behind its length. */

import { ContentFault } from '../faults.js';

const damaged = (what: string) => new ContentFault(`it is damaged: ${what}`);

/** Reads one value after another. Throws ContentFault where the bytes end too early. */
export class SshReader {
  #at = 0;

  constructor(readonly bytes: Uint8Array) {}

  /** How many bytes were read. */
  get offset(): number {
    return this.#at;
  }

  get rest(): Uint8Array {
    return this.bytes.subarray(this.#at);
  }

  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.#at) throw damaged('it is cut short');
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  uint32(): number {
    return Buffer.from(this.take(4)).readUInt32BE();
  }

  uint64(): bigint {
    return Buffer.from(this.take(8)).readBigUInt64BE();
  }

  bytesString(): Uint8Array {
    return this.take(this.uint32());
  }

  text(): string {
    return Buffer.from(this.bytesString()).toString();
  }

  /** A number that is not negative, without leading zeros. */
  integer(): Uint8Array {
    const bytes = this.bytesString();
    if ((bytes[0] ?? 0) & 0x80) throw damaged('a number is negative');
    return trimZeros(bytes);
  }
}

export const uint32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const sshString = (value: Uint8Array | string): Uint8Array => {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes]);
};

/** A number that is not negative; its first bit is kept clear (RFC 4251: mpint). */
export function sshInteger(value: Uint8Array): Uint8Array {
  const bytes = trimZeros(value);
  return sshString((bytes[0] ?? 0) & 0x80 ? Buffer.concat([Uint8Array.of(0), bytes]) : bytes);
}

function trimZeros(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (bytes[start] === 0) start += 1;
  return bytes.subarray(start);
}
