import { LimitFault } from '../../../lib/faults.js';

/** The refusal of a decompression bomb. */
export const tooLarge = (limit: number) => new LimitFault(`a stream must decode to at most ${limit} bytes`, limit);

/** LZW with codes of 9 to 12 bits (ISO 32000-2, 7.4.4). Throws LimitFault. */
export function decodeLzw(bytes: Uint8Array, isEarly: boolean, limit: number): Uint8Array {
  const prefix = new Uint16Array(4096);
  const suffix = new Uint8Array(4096);
  const lengths = new Uint16Array(4096);
  for (let i = 0; i < 256; i += 1) {
    suffix[i] = i;
    lengths[i] = 1;
  }
  const output = new GrowingBytes(limit);
  const early = isEarly ? 1 : 0;
  let next = 258;
  let width = 9;
  let previous = -1;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >>> held) & ((1 << width) - 1);
    bits &= (1 << held) - 1;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code === 257) break;
    if (code > next || (code === next && previous < 0)) break;
    const source = code < next ? code : previous;
    const length = lengths[source] ?? 0;
    const total = code < next ? length : length + 1;
    const start = output.extend(total);
    const target = output.bytes;
    let walk = source;
    for (let at = start + length - 1; at >= start; at -= 1) {
      target[at] = suffix[walk] ?? 0;
      walk = prefix[walk] ?? 0;
    }
    const first = target[start] ?? 0;
    if (code === next) target[start + length] = first;
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      suffix[next] = first;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
    }
    previous = code;
    if (next + early >= 2048) width = 12;
    else if (next + early >= 1024) width = 11;
    else if (next + early >= 512) width = 10;
    else width = 9;
  }
  return output.done();
}

class GrowingBytes {
  bytes = new Uint8Array(1 << 16);
  length = 0;

  constructor(private readonly limit: number) {}

  /** Makes room for `count` more bytes and tells where they begin. */
  extend(count: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.limit) throw tooLarge(this.limit);
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
    }
    return start;
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** ISO 32000-2, 7.4.2. */
export function decodeHex(bytes: Uint8Array): Uint8Array {
  const digits: string[] = [];
  const text = Buffer.from(bytes).toString('latin1');
  const end = text.indexOf('>');
  for (const part of (end < 0 ? text : text.slice(0, end)).matchAll(/[0-9a-fA-F]+/g)) digits.push(part[0]);
  const hex = digits.join('');
  return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex');
}

/** ISO 32000-2, 7.4.3. */
export function decodeAscii85(bytes: Uint8Array): Uint8Array {
  const output = Buffer.allocUnsafe(4 * bytes.length + 8);
  let length = 0;
  let group = 0;
  let count = 0;
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) {
      output.fill(0, length, length + 4);
      length += 4;
    } else if (byte >= 0x21 && byte <= 0x75) {
      group = group * 85 + byte - 0x21;
      count += 1;
      if (count < 5) continue;
      output.writeUInt32BE(group % 2 ** 32, length);
      length += 4;
      group = 0;
      count = 0;
    }
  }
  if (count > 1) {
    for (let i = count; i < 5; i += 1) group = group * 85 + 84;
    output.writeUInt32BE(group % 2 ** 32, length);
    length += count - 1;
  }
  return output.subarray(0, length);
}

/** ISO 32000-2, 7.4.5. Throws LimitFault. */
export function decodeRunLength(bytes: Uint8Array, limit: number): Uint8Array {
  const output = new GrowingBytes(limit);
  let at = 0;
  while (at < bytes.length) {
    const run = bytes[at] ?? 128;
    at += 1;
    if (run === 128) break;
    if (run < 128) {
      const part = bytes.subarray(at, at + run + 1);
      const start = output.extend(part.length);
      output.bytes.set(part, start);
      at += run + 1;
    } else {
      const start = output.extend(257 - run);
      output.bytes.fill(bytes[at] ?? 0, start, output.length);
      at += 1;
    }
  }
  return output.done();
}
