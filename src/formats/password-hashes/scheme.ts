import { timingSafeEqual } from 'node:crypto';

import { LimitFault } from '../../lib/faults.js';

/** What a hash that fits a scheme says: how to compute it for a password, and what is to be known of it. */
export interface ReadHash {
  /** Rounds, memory and the like, as they are called in the scheme. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Whether the password gives this hash. */
  readonly matches: (password: Uint8Array) => boolean | Promise<boolean>;
  readonly warnings?: readonly string[];
}

/** A way to hash passwords that can be verified. */
export interface PasswordScheme {
  readonly name: string;
  readonly form: RegExp;
  /** Throws LimitFault where the hash asks for more work than is done. */
  readonly read: (groups: readonly string[]) => ReadHash;
}

/** Compares in a time that does not tell where they differ. */
export const isSame = (a: Uint8Array | string, b: Uint8Array | string): boolean => {
  const [one, two] = [Buffer.from(a), Buffer.from(b)];
  return one.length === two.length && timingSafeEqual(one, two);
};

/** Throws LimitFault where `value` is over the limit of what is worked through in a run. */
export function checkWork(what: string, value: number, limit: number): number {
  if (value > limit) throw new LimitFault(`it has ${value} ${what}, the limit is ${limit}`, limit);
  return value;
}

/** Bytes of a base64 text without padding, with `.` in the place of `+` too. */
export const readAdaptedBase64 = (text: string): Uint8Array => Buffer.from(text.replaceAll('.', '+'), 'base64');
