import { ContentFault } from '../lib/faults.js';
import { loadHashWasm } from './digests.js';

/** Most that bcrypt reads of a password. */
export const BCRYPT_BYTES = 72;

export interface BcryptSettings {
  /** After the first `$`; they differ in the faults that old programs had, not in what is computed. */
  readonly version: string;
  /** The logarithm of the number of rounds, 4 to 31. */
  readonly cost: number;
  /** 16 bytes. */
  readonly salt: Uint8Array;
}

/** bcrypt in its usual form, `$2b$12$…`. What a password has beyond 72 bytes does not count. */
export async function bcryptHash(password: Uint8Array, { version, cost, salt }: BcryptSettings): Promise<string> {
  const { bcrypt } = await loadHashWasm();
  // bcrypt appends a zero, and goes over the password again and again: an empty one is the same as a zero.
  const key = password.length === 0 ? Uint8Array.of(0) : password.subarray(0, BCRYPT_BYTES);
  const hash = await bcrypt({ password: key, salt, costFactor: cost, outputType: 'encoded' });
  return `$${version}${hash.slice(3)}`;
}

export interface Argon2Settings {
  readonly variant: 'argon2id' | 'argon2i' | 'argon2d';
  /** At least 8 bytes. */
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
  /** Of the result, in bytes. */
  readonly length: number;
  /** The pepper; empty for none. */
  readonly secret: Uint8Array;
}

/** Argon2 version 1.3 (RFC 9106) without associated data. Throws ContentFault for an empty password, which the package refuses. */
export async function argon2(password: Uint8Array, settings: Argon2Settings): Promise<Uint8Array> {
  if (password.length === 0) throw ContentFault.whole('Option "password" must not be empty for Argon2');
  const engine = await loadHashWasm();
  const { variant, salt, memoryKib, iterations, parallelism, length, secret } = settings;
  return engine[variant]({
    ...{ password, salt, iterations, parallelism, memorySize: memoryKib, hashLength: length },
    ...(secret.length === 0 ? {} : { secret }),
    outputType: 'binary',
  });
}
