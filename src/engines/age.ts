import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import type { Decrypter, Identity, Recipient, Stanza } from 'age-encryption';

import { readBase64 } from '../lib/bytes/byte-text.js';
import { decryptAgePayload, encryptAgePayload } from '../lib/ciphers/age-payload.js';
import { ContentFault, LimitFault, PasswordFault, unlessFaulty } from '../lib/faults.js';

/** Files of age, age-encryption.org/v1. The package's scrypt is JavaScript and ten times slower: passwords are handled here. */
const MAGIC = Buffer.from('age-encryption.org/v1\n');
const ARMOR = /-----BEGIN AGE ENCRYPTED FILE-----([\s\S]*?)-----END AGE ENCRYPTED FILE-----/;

/** The work factor that age has by default: 2^18, 256 MiB, 0.8 s. */
const WORK_FACTOR = 18;
/** 2^20 takes 1 GiB and 4 s, half of what a tool process may have; age itself reads up to 2^22. */
const MAX_WORK_FACTOR = 20;
/** Of all files of a run together, in units of scrypt's N: 20 files of age's default, 16 s. */
export const MAX_WORK = 20 * 2 ** 18;
/** Chosen: two orders of magnitude more than people use; each costs a key exchange for each identity. */
const MAX_STANZAS = 1000;

const SALT_BYTES = 16;
const FILE_KEY_BYTES = 16;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
/** Nonce and tag. */
const EMPTY_PAYLOAD_BYTES = NONCE_BYTES + TAG_BYTES;
const SCRYPT_LABEL = 'age-encryption.org/v1/scrypt';

const derive = promisify<string, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** The key under which scrypt keeps the file key. */
function passwordKey(password: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor;
  // 128 * N * r bytes, and some more.
  const maxmem = 128 * N * 8 + 2 ** 24;
  return derive(password, Buffer.concat([Buffer.from(SCRYPT_LABEL), salt]), 32, { N, r: 8, p: 1, maxmem });
}

const NONCE = Buffer.alloc(12);

/** ChaCha20-Poly1305 under a key that is used once, so that the nonce is zero. */
export function wrapFileKey(key: Uint8Array, fileKey: Uint8Array): Uint8Array {
  const cipher = createCipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

/** The inverse; `undefined` where the key is another. */
export function unwrapFileKey(key: Uint8Array, body: Uint8Array): Uint8Array | undefined {
  if (body.length !== FILE_KEY_BYTES + TAG_BYTES) throw new ContentFault('its header is damaged');
  try {
    const cipher = createDecipheriv('chacha20-poly1305', key, NONCE, { authTagLength: TAG_BYTES });
    cipher.setAuthTag(body.subarray(FILE_KEY_BYTES));
    return Buffer.concat([cipher.update(body.subarray(0, FILE_KEY_BYTES)), cipher.final()]);
  } catch {
    // The tag says that the key is not the one.
    return undefined;
  }
}

const passwordRecipient = (password: string): Recipient => ({
  async wrapFileKey(fileKey) {
    const { Stanza } = await import('age-encryption');
    const salt = randomBytes(SALT_BYTES);
    const key = await passwordKey(password, salt, WORK_FACTOR);
    return [new Stanza(['scrypt', unpadded(salt), String(WORK_FACTOR)], wrapFileKey(key, fileKey))];
  },
});

const passwordIdentity = (password: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza] = stanzas;
    if (stanza === undefined || stanza.args[0] !== 'scrypt') return null;
    const { salt, workFactor } = scryptOf(stanza);
    const key = await passwordKey(password, salt, workFactor);
    return unwrapFileKey(key, stanza.body) ?? null;
  },
});

function scryptOf({ args }: Stanza) {
  const [, saltText = '', factorText = ''] = args;
  const salt = Buffer.from(saltText, 'base64');
  if (
    args.length !== 3 ||
    salt.length !== SALT_BYTES ||
    unpadded(salt) !== saltText ||
    !/^[1-9]\d{0,3}$/.test(factorText)
  )
    throw new ContentFault('its header is damaged');
  return { salt, workFactor: checkedFactor(Number(factorText)) };
}

function checkedFactor(factor: number): number {
  if (factor <= MAX_WORK_FACTOR) return factor;
  throw new LimitFault(`its work factor is ${factor}, at most ${MAX_WORK_FACTOR} is computed`, MAX_WORK_FACTOR);
}

/** Encrypts for a password or, where it is empty, for recipients. */
export async function encryptAge(
  bytes: Uint8Array,
  { password, recipients }: { readonly password: string; readonly recipients: readonly (string | Recipient)[] },
): Promise<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (password !== '') encrypter.addRecipient(passwordRecipient(password));
  else for (const recipient of recipients) encrypter.addRecipient(recipient);
  // The package writes the header, of an empty file; the content is encrypted by node:crypto, which is ten times as fast.
  let fileKey: Uint8Array = new Uint8Array();
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = key;
      return [];
    },
  });
  const empty = await encrypter.encrypt(new Uint8Array());
  const header = empty.subarray(0, empty.length - EMPTY_PAYLOAD_BYTES);
  return Buffer.concat([header, encryptAgePayload(bytes, fileKey, randomBytes(NONCE_BYTES))]);
}

/** Whether a text is a recipient of age itself: X25519, post-quantum or tagged. */
export async function isAgeRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await import('age-encryption');
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    // Not a recipient, or with a letter wrong.
    return false;
  }
}

/** Whether a text is an identity of age itself. */
export async function isAgeIdentity(text: string): Promise<boolean> {
  const { Decrypter } = await import('age-encryption');
  try {
    new Decrypter().addIdentity(text);
    return true;
  } catch {
    // As above.
    return false;
  }
}

export async function armorAge(bytes: Uint8Array): Promise<string> {
  const { armor } = await import('age-encryption');
  return armor.encode(bytes);
}

/** The bytes of an age file, armored or not; `undefined` where it is something else. Throws ContentFault where the armor is damaged. */
export function ageBytes(bytes: Uint8Array): Uint8Array | undefined {
  if (MAGIC.equals(bytes.subarray(0, MAGIC.length))) return bytes;
  const start = Buffer.from(bytes.subarray(0, 1000)).toString('latin1');
  if (!start.includes('-----BEGIN AGE ENCRYPTED FILE-----')) return undefined;
  const body = ARMOR.exec(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/^(?:> ?)+/gm, ''),
  )?.[1];
  const content = unlessFaulty(() => readBase64(body ?? '', { strict: false }));
  if (body === undefined || content === undefined || !MAGIC.equals(content.subarray(0, MAGIC.length)))
    throw new ContentFault('its armor is damaged');
  return content;
}

/** How much of `MAX_WORK` the password of a file costs; 0 without one. */
export function ageWork(bytes: Uint8Array): number {
  const header = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const factor = /^-> scrypt \S+ ([1-9]\d{0,3})$/m.exec(header)?.[1];
  return factor === undefined ? 0 : 2 ** checkedFactor(Number(factor));
}

/** No identity fits; `types` are the kinds of recipients that the file has. */
export class IdentityFault extends ContentFault {
  constructor(
    readonly types: readonly string[],
    readonly isMissing: boolean,
  ) {
    super(
      `it is encrypted to ${types.length === 1 ? 'a recipient' : `${types.length} recipients`} (${[...new Set(types)].slice(0, 5).join(', ')})`,
    );
  }
}

interface AgeSecrets {
  readonly password: string;
  readonly identities: readonly (string | Identity)[];
}

/** Opens what `ageBytes` gave. Throws PasswordFault, IdentityFault, ContentFault and LimitFault. */
export async function decryptAge(bytes: Uint8Array, { password, identities }: AgeSecrets): Promise<Uint8Array> {
  const headerBytes = checkHeader(bytes);
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  if (password !== '') decrypter.addIdentity(passwordIdentity(password));
  const seen = { types: [] as readonly string[], isRefused: false };
  decrypter.addIdentity(lastIdentity(seen));
  const fileKey = await opened(decrypter, bytes.subarray(0, headerBytes));
  if (fileKey instanceof Error)
    throw refusalOf(fileKey, seen, { hasPassword: password !== '', hasIdentity: identities.length > 0 });
  return decryptAgePayload(bytes.subarray(headerBytes), fileKey);
}

/** Asked when no other identity fits. */
const lastIdentity = (seen: { types: readonly string[]; isRefused: boolean }): Identity => ({
  unwrapFileKey(stanzas) {
    seen.types = stanzas.map(({ args }) => args[0] ?? '');
    seen.isRefused = true;
    return null;
  },
});

/** The key of the file. */
async function opened(decrypter: Decrypter, header: Uint8Array): Promise<Uint8Array | Error> {
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    // Told by `refusalOf`; the package throws plain errors only.
    return error instanceof Error ? error : new Error('unknown', { cause: error });
  }
}

function refusalOf(
  error: Error,
  { types, isRefused }: { readonly types: readonly string[]; readonly isRefused: boolean },
  { hasPassword, hasIdentity }: { readonly hasPassword: boolean; readonly hasIdentity: boolean },
): Error {
  if (error instanceof ContentFault || error instanceof LimitFault) return error;
  if (!isRefused) return new ContentFault('it is damaged or cut off', undefined, undefined, { cause: error });
  if (types.length === 1 && types[0] === 'scrypt')
    return new PasswordFault('it is encrypted with a password', hasPassword ? 'wrong' : 'missing');
  return new IdentityFault(types, !hasIdentity);
}

/** The length of the header, which ends with its code: a line that begins with ---. */
function checkHeader(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.indexOf('\n---');
  if (end < 0) throw new ContentFault('it is damaged or cut off');
  const header = file.subarray(0, end).toString('latin1');
  const count = header.split('\n-> ').length - 1;
  if (count > MAX_STANZAS)
    throw new LimitFault(`it has ${count} recipients, at most ${MAX_STANZAS} are read`, MAX_STANZAS);
  if (count > 1 && /^-> scrypt /m.test(header))
    throw new ContentFault('its header mixes a password and other recipients');
  const last = file.indexOf('\n', end + 1);
  if (last < 0) throw new ContentFault('it is damaged or cut off');
  return last + 1;
}
