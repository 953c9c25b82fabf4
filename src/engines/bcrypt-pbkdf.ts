import { ContentFault } from '../lib/faults.js';

/**
 * The key derivation of OpenSSH's private keys (bcrypt_pbkdf.3 of OpenBSD), about 25 ms for each of `rounds`, which whoever asks bounds first.
 * Throws ContentFault where the parameters are not ones it takes.
 */
export async function deriveByBcrypt(
  password: string,
  salt: Uint8Array,
  rounds: number,
  length: number,
): Promise<Uint8Array> {
  const { pbkdf } = (await import('bcrypt-pbkdf')).default;
  const bytes = Buffer.from(password);
  const key = new Uint8Array(length);
  if (pbkdf(bytes, bytes.length, salt, salt.length, key, length, rounds) !== 0)
    throw new ContentFault('it is damaged: its key derivation cannot be read');
  return key;
}
