import { type Chance, pick } from '../chance.js';

/** Spoils a copy of a file in place and returns it, or a part of it. */
export type Damage = (bytes: Buffer, chance: Chance) => Buffer;

/** Headers stay whole in most of these, so that a decoder begins its work: what it does not write then is what memory held before. */
const afterHeader = (bytes: Buffer): number =>
  Math.min(Math.floor(bytes.length / 2), 400 + Math.floor(bytes.length / 20));

const cutAt =
  (share: number): Damage =>
  (bytes) =>
    bytes.subarray(0, Math.floor(bytes.length * share));

/** The ways in which the next caller's file is damaged. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'coded data is 0xff'(bytes) {
    return bytes.fill(0xff, afterHeader(bytes));
  },
  'the second half is 0xff'(bytes) {
    return bytes.fill(0xff, bytes.length >> 1);
  },
  'coded data is zeros'(bytes) {
    return bytes.fill(0, afterHeader(bytes), Math.floor(bytes.length * 0.98));
  },
  'coded data is random'(bytes, chance) {
    for (let i = afterHeader(bytes); i < bytes.length * 0.98; i++) bytes[i] = chance(256);
    return bytes;
  },
  'cut after a tenth': cutAt(0.1),
  'cut in the middle': cutAt(0.5),
  'cut before the end': cutAt(0.95),
  'bits flipped'(bytes, chance) {
    for (let count = 12; count > 0; count--) {
      const at = afterHeader(bytes) + chance(bytes.length - afterHeader(bytes));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << chance(8));
    }
    return bytes;
  },
  'blocks swapped'(bytes, chance) {
    const size = Math.max(1, bytes.length >> 4);
    for (let count = 4; count > 0; count--) {
      const [a, b] = [0, 0].map(
        () => afterHeader(bytes) + chance(Math.max(1, bytes.length - afterHeader(bytes) - size)),
      );
      const kept = Buffer.from(bytes.subarray(a, (a ?? 0) + size));
      bytes.copyWithin(a ?? 0, b ?? 0, (b ?? 0) + size);
      kept.copy(bytes, b);
    }
    return bytes;
  },
  'sizes in the header enlarged'(bytes, chance) {
    for (let count = 2; count > 0; count--) {
      const at = 8 + chance(Math.max(1, Math.min(200, bytes.length - 9)));
      bytes[at] = pick(chance, [0x10, 0x7f, 0xff]);
    }
    return bytes;
  },
};

export const damaged = (bytes: Buffer, damage: Damage, chance: Chance): Buffer => damage(Buffer.from(bytes), chance);
