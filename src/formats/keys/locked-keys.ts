import { createDecipheriv, createHash, pbkdf2Sync, scryptSync } from 'node:crypto';

import { ContentFault, isFault, LimitFault, PasswordFault } from '../../lib/faults.js';
import { childAt, type DerNode, derChildren, integerOf, octetsOf, oidOf, readDer } from '../../lib/pki/der.js';
import { decryptKeyInfo } from '../../lib/pki/pkcs12.js';
import { decryptRc2 } from '../../lib/pki/rc2.js';

/** Chosen: OWASP's sheet of 2025 asks for 210,000 to 1,300,000 rounds; five million take about five seconds. */
const MAX_ROUNDS = 5_000_000;
/** As `lib/pki/pkcs12.ts`, whose derivation is not OpenSSL's. */
const MAX_PKCS12_ROUNDS = 1_000_000;
/** Blocks of scrypt that are held at once and worked through in all; OpenSSL writes 2^14 · 8. */
const MAX_SCRYPT_BYTES = 256 * 2 ** 20;
const MAX_SCRYPT_WORK = 2 ** 23;

const wrongPassword = () => new PasswordFault('the password is wrong, or it is damaged', 'wrong');
const unsupported = (what: string) => new ContentFault(`it is encrypted in a way that is not supported (${what})`);
const damaged = () => new ContentFault('it is damaged: its encryption cannot be read');

function checkRounds(rounds: number, most = MAX_ROUNDS): number {
  if (rounds < 1) throw damaged();
  if (rounds > most) throw new LimitFault(`its encryption must have at most ${most} iterations, got ${rounds}`, most);
  return rounds;
}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';

/** PBES1 (RFC 8018 §6.1): digest, and what it deciphers with. */
const OLD_SCHEMES: ReadonlyMap<string, { readonly digest: string; readonly cipher: 'des-cbc' | 'rc2' }> = new Map([
  ['1.2.840.113549.1.5.3', { digest: 'md5', cipher: 'des-cbc' }],
  ['1.2.840.113549.1.5.6', { digest: 'md5', cipher: 'rc2' }],
  ['1.2.840.113549.1.5.10', { digest: 'sha1', cipher: 'des-cbc' }],
  ['1.2.840.113549.1.5.11', { digest: 'sha1', cipher: 'rc2' }],
]);

const CIPHERS: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.1.2', 'aes-128-cbc'],
  ['2.16.840.1.101.3.4.1.22', 'aes-192-cbc'],
  ['2.16.840.1.101.3.4.1.42', 'aes-256-cbc'],
  ['1.2.840.113549.3.7', 'des-ede3-cbc'],
  ['1.3.14.3.2.7', 'des-cbc'],
]);

const MACS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

/**
 * The structure in an encrypted PKCS #8 (RFC 5958 §3). Throws PasswordFault where the password does not fit, LimitFault where its
 * derivation is too much work, ContentFault. No fault says anything of what is inside.
 */
export function openPkcs8(der: Uint8Array, password: string): Uint8Array {
  const root = readDer(der);
  const algorithm = childAt(root, 0, 0x30);
  const scheme = oidOf(childAt(algorithm, 0));
  const bytes = octetsOf(childAt(root, 1));
  const parameters = childAt(algorithm, 1, 0x30);
  const old = OLD_SCHEMES.get(scheme);
  const opened =
    scheme === PBES2
      ? openPbes2(parameters, bytes, password)
      : old !== undefined
        ? openPbes1(old, parameters, bytes, password)
        : openPkcs12(scheme, parameters, der, password);
  // Padding that fits by chance is found here: a wrong password gives no structure.
  if (opened[0] !== 0x30) throw wrongPassword();
  return opened;
}

function openPbes2(parameters: DerNode, bytes: Uint8Array, password: string): Uint8Array {
  const [derivation, scheme] = derChildren(parameters);
  if (derivation === undefined || scheme === undefined) throw damaged();
  const cipher = CIPHERS.get(oidOf(childAt(scheme, 0)));
  if (cipher === undefined) throw unsupported(`cipher ${oidOf(childAt(scheme, 0))}`);
  const key = deriveKey(derivation, password, KEY_BYTES[cipher] ?? 0);
  return decipher(cipher, key, octetsOf(childAt(scheme, 1)), bytes);
}

const KEY_BYTES: Readonly<Record<string, number>> = {
  'aes-128-cbc': 16,
  'aes-192-cbc': 24,
  'aes-256-cbc': 32,
  'des-ede3-cbc': 24,
  'des-cbc': 8,
};

function deriveKey(derivation: DerNode, password: string, length: number): Uint8Array {
  const name = oidOf(childAt(derivation, 0));
  const [salt, ...numbers] = derChildren(childAt(derivation, 1, 0x30));
  if (salt === undefined) throw damaged();
  if (name === SCRYPT) return deriveScrypt(octetsOf(salt), numbers, password, length);
  if (name !== PBKDF2) throw unsupported(`key derivation ${name}`);
  const [rounds, ...rest] = numbers;
  const mac = rest.find(({ tag }) => tag === 0x30);
  const digest = mac === undefined ? 'sha1' : MACS.get(oidOf(childAt(mac, 0)));
  if (rounds === undefined) throw damaged();
  if (digest === undefined) throw unsupported('digest of the key derivation');
  return pbkdf2Sync(password, octetsOf(salt), checkRounds(integerOf(rounds)), length, digest);
}

function deriveScrypt(salt: Uint8Array, numbers: readonly DerNode[], password: string, length: number): Uint8Array {
  const [N = 0, r = 0, p = 0] = numbers.slice(0, 3).map(integerOf);
  if (N < 2 || r < 1 || p < 1 || !Number.isInteger(Math.log2(N)) || Math.log2(N) >= 16 * r) throw damaged();
  if (128 * N * r > MAX_SCRYPT_BYTES || N * r * p > MAX_SCRYPT_WORK)
    throw new LimitFault(
      `its scrypt parameters must need at most ${MAX_SCRYPT_BYTES} bytes (128·N·r) and N·r·p of at most ${MAX_SCRYPT_WORK}, got N ${N}, r ${r}, p ${p}`,
    );
  return scryptSync(password, salt, length, { N, r, p, maxmem: 2 * MAX_SCRYPT_BYTES });
}

function openPbes1(
  { digest, cipher }: { readonly digest: string; readonly cipher: 'des-cbc' | 'rc2' },
  parameters: DerNode,
  bytes: Uint8Array,
  password: string,
): Uint8Array {
  let derived = createHash(digest)
    .update(password)
    .update(octetsOf(childAt(parameters, 0)))
    .digest();
  const rounds = checkRounds(integerOf(childAt(parameters, 1)), MAX_PKCS12_ROUNDS);
  for (let round = 1; round < rounds; round += 1) derived = createHash(digest).update(derived).digest();
  const [key, iv] = [derived.subarray(0, 8), derived.subarray(8, 16)];
  if (cipher === 'des-cbc') return decipher(cipher, key, iv, bytes);
  if (bytes.length === 0 || bytes.length % 8 !== 0) throw wrongPassword();
  const padded = decryptRc2(key, 64, iv, bytes);
  return padded.subarray(0, padded.length - (padded.at(-1) ?? 0));
}

function openPkcs12(scheme: string, parameters: DerNode, der: Uint8Array, password: string): Uint8Array {
  if (!scheme.startsWith('1.2.840.113549.1.12.1.')) throw unsupported(`scheme ${scheme}`);
  checkRounds(integerOf(childAt(parameters, 1)), MAX_PKCS12_ROUNDS);
  try {
    return decryptKeyInfo(der, password);
  } catch (error) {
    if (isFault(error)) throw wrongPassword();
    throw error;
  }
}

/**
 * The bytes of a PEM block that is encrypted as a whole (RFC 1421, `Proc-Type: 4,ENCRYPTED`), with OpenSSL's derivation of one round
 * of MD5. Throws as above.
 */
export function openOldPem(info: string, bytes: Uint8Array, password: string): Uint8Array {
  const [, name = '', salt = ''] = /^\s*([A-Za-z0-9-]{1,40})\s*,\s*([0-9A-Fa-f]{16,32})\s*$/.exec(info) ?? [];
  const cipher = name.toLowerCase();
  const length = KEY_BYTES[cipher];
  if (length === undefined) throw name === '' ? damaged() : unsupported(`cipher ${name}`);
  const iv = Buffer.from(salt, 'hex');
  const parts: Buffer[] = [];
  for (let have = 0; have < length; have += 16) {
    const before = parts.at(-1) ?? Buffer.alloc(0);
    parts.push(createHash('md5').update(before).update(password).update(iv.subarray(0, 8)).digest());
  }
  const opened = decipher(cipher, Buffer.concat(parts).subarray(0, length), iv, bytes);
  if (opened[0] !== 0x30) throw wrongPassword();
  return opened;
}

function decipher(cipher: string, key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  // OpenSSL 3 has DES among its old algorithms only: three times the same key is DES.
  const [name, used] = cipher === 'des-cbc' ? ['des-ede3-cbc', Buffer.concat([key, key, key])] : [cipher, key];
  if (iv.length !== (name.startsWith('aes') ? 16 : 8)) throw damaged();
  try {
    const work = createDecipheriv(name, used, iv);
    return Buffer.concat([work.update(bytes), work.final()]);
  } catch {
    // Padding that does not fit: the usual sign of a wrong password.
    throw wrongPassword();
  }
}
