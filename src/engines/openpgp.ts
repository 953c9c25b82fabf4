import type { DecryptMessageResult, Key, Message, PrivateKey, PublicKey } from 'openpgp';

import { pgpBlocks } from '../lib/ciphers/pgp-armor.js';
import { ContentFault, LimitFault, PasswordFault } from '../lib/faults.js';

/** What a compressed message may unpack to: more than a result may have. */
const MAX_PLAIN_BYTES = 16 * 2 ** 20;
/** Session keys under a password are each tried: half a second of hashing. */
const MAX_PASSWORD_PACKETS = 5;
const MAX_PACKETS = 500;
const MAX_KEYS = 100;
const MAX_RSA_BITS = 8192;
/** DSA and ElGamal are computed in JavaScript. */
const MAX_OTHER_BITS = 4096;
const MAX_KEY_PACKET_BYTES = 8192;
/** Of a key on itself and its parts: real ones have a few for each change of expiry. */
const MAX_SIGNATURES = 200;
/** Argon2: passes times KiB of memory; 4 passes of 256 MiB, about two seconds. */
const MAX_ARGON2_WORK = 2 ** 20;
const MAX_ARGON2_MEMORY_EXPONENT = 18;

/** Old keys are read; the tools say that they are weak. Messages without integrity protection are refused, as gpg does. */
const CONFIG = {
  showVersion: false,
  showComment: false,
  minRSABits: 1024,
  rejectPublicKeyAlgorithms: new Set<never>(),
  maxDecompressedMessageSize: MAX_PLAIN_BYTES,
  maxArgon2MemoryExponent: MAX_ARGON2_MEMORY_EXPONENT,
};

type VerificationResult = DecryptMessageResult['signatures'][number];

const fault = (what: string, cause: unknown): ContentFault => new ContentFault(what, what, undefined, { cause });

/** A key for whoever shows it. */
export interface PgpKeyFacts {
  readonly fingerprint: string;
  readonly keyId: string;
  readonly userIds: readonly string[];
  readonly algorithm: string;
}

export const keyFacts = (key: Key): PgpKeyFacts => {
  const { algorithm, bits, curve } = key.getAlgorithmInfo();
  return {
    fingerprint: key.getFingerprint(),
    keyId: key.getKeyID().toHex(),
    userIds: key.getUserIDs(),
    algorithm: curve ?? (bits === undefined ? algorithm : `${algorithm} ${bits}`),
  };
};

/** What is weak about keys, in words. */
export const keyWarnings = (keys: readonly Key[]): string[] =>
  keys.flatMap((key) => {
    const id = key.getKeyID().toHex();
    const parts = [key, ...key.subkeys].map((part) => part.getAlgorithmInfo());
    const small = parts.find(({ bits }) => bits !== undefined && bits < 2048);
    const old = parts.find(({ algorithm }) => algorithm === 'dsa' || algorithm === 'elgamal');
    return [
      ...(small === undefined ? [] : [`Key ${id} has ${small.bits} bits, which is weak`]),
      ...(old === undefined ? [] : [`Key ${id} uses ${old.algorithm}, which is outdated`]),
    ];
  });

/** All keys of a text or file, private and public. Throws ContentFault, LimitFault. */
export async function readPgpKeys(source: string | Uint8Array): Promise<Key[]> {
  const { readKeys } = await import('openpgp');
  const keys: Key[] = [];
  for (const { type, bytes } of pgpBlocks(source)) {
    if (!/KEY BLOCK|BINARY/.test(type)) throw new ContentFault(`it is a PGP ${type.toLowerCase()}; a key is needed`);
    try {
      keys.push(...(await readKeys({ binaryKeys: bytes, config: CONFIG })));
    } catch (error) {
      // The package throws plain errors of many texts.
      throw fault('its key is damaged, or of a kind that is not supported', error);
    }
    if (keys.length > MAX_KEYS) throw new LimitFault(`it has more than ${MAX_KEYS} keys`, MAX_KEYS);
  }
  for (const key of keys) checkKeySize(key);
  return keys;
}

/** Numbers of a key may have 65,535 bits, and every self-signature is tried until one fits. Throws LimitFault. */
function checkKeySize(key: Key): void {
  for (const part of [key, ...key.subkeys]) {
    const { algorithm, bits = 0 } = part.getAlgorithmInfo();
    const most = algorithm.startsWith('rsa') ? MAX_RSA_BITS : MAX_OTHER_BITS;
    if (bits > most || part.keyPacket.write().length > MAX_KEY_PACKET_BYTES)
      throw new LimitFault(`a key of ${algorithm} may have at most ${most} bits`, most);
  }
  const certifications = key.users.flatMap(({ selfCertifications, revocationSignatures }) => [
    ...selfCertifications,
    ...revocationSignatures,
  ]);
  const bindings = key.subkeys.flatMap((part) => [...part.bindingSignatures, ...part.revocationSignatures]);
  const count = certifications.length + bindings.length + key.revocationSignatures.length;
  if (count > MAX_SIGNATURES)
    throw new LimitFault(
      `a key has ${count} signatures of its own, at most ${MAX_SIGNATURES} are checked`,
      MAX_SIGNATURES,
    );
}

/** Private keys ready for use. Throws PasswordFault where none of them opens, ContentFault where there is none. */
export async function unlockPgpKeys(keys: readonly Key[], password: string): Promise<PrivateKey[]> {
  const { decryptKey } = await import('openpgp');
  const privateKeys = keys.filter((key): key is PrivateKey => key.isPrivate());
  if (privateKeys.length === 0) throw new ContentFault('it is a public key; a private key is needed');
  const open: PrivateKey[] = [];
  for (const privateKey of privateKeys) {
    if (privateKey.isDecrypted()) {
      open.push(privateKey);
      continue;
    }
    for (const part of [privateKey, ...privateKey.subkeys]) checkArgon2(part.keyPacket);
    if (password === '') continue;
    try {
      open.push(await decryptKey({ privateKey, passphrase: password, config: CONFIG }));
    } catch {
      // Another key may have this password.
    }
  }
  if (open.length > 0) return open;
  throw new PasswordFault('its private key is locked', password === '' ? 'missing' : 'wrong');
}

/** A packet's derivation by Argon2 is bounded before it is computed. Throws LimitFault. */
function checkArgon2(packet: object): void {
  const s2k: unknown = 's2k' in packet ? packet.s2k : undefined;
  if (typeof s2k !== 'object' || s2k === null || !('t' in s2k) || !('encodedM' in s2k)) return;
  const work = Number(s2k.t) * 2 ** Number(s2k.encodedM);
  if (work > MAX_ARGON2_WORK || Number(s2k.encodedM) > MAX_ARGON2_MEMORY_EXPONENT)
    throw new LimitFault(`its key derivation Argon2 takes more than ${MAX_ARGON2_WORK} KiB × passes`, MAX_ARGON2_WORK);
}

interface EncryptRequest {
  readonly encryptionKeys: readonly Key[];
  readonly password: string;
  readonly signingKeys: readonly PrivateKey[];
  readonly filename: string;
  readonly armor: boolean;
  readonly date: Date;
}

/** Encrypts for all keys and, where there is one, for the password; signs by the signing keys. Keys must be usable: `checkRecipient`. */
export async function encryptPgp(bytes: Uint8Array, request: EncryptRequest): Promise<Uint8Array> {
  const { createMessage, encrypt } = await import('openpgp');
  const { filename, date, password } = request;
  const message = await createMessage({ binary: Uint8Array.from(bytes), filename, date });
  const shared = {
    message,
    date,
    config: CONFIG,
    encryptionKeys: request.encryptionKeys.map((key) => key.toPublic()),
    signingKeys: [...request.signingKeys],
    ...(password === '' ? {} : { passwords: [password] }),
  };
  try {
    return request.armor
      ? Buffer.from(await encrypt({ ...shared, format: 'armored' }))
      : await encrypt({ ...shared, format: 'binary' });
  } catch (error) {
    // Keys for encryption were checked before; what is left is the key that signs.
    throw fault('the private key cannot sign: it is expired, revoked, or not meant for it', error);
  }
}

/** Throws ContentFault that says why a key cannot be encrypted to. */
export async function checkRecipient(key: Key, date: Date): Promise<void> {
  const name = `key ${key.getKeyID().toHex()}`;
  try {
    await key.getEncryptionKey(undefined, date, undefined, { ...(await import('openpgp')).config, ...CONFIG });
  } catch (error) {
    const expires = await key.getExpirationTime();
    if (await key.isRevoked(undefined, undefined, date)) throw fault(`${name} is revoked`, error);
    if (expires instanceof Date && expires <= date)
      throw fault(`${name} expired on ${expires.toISOString().slice(0, 10)}`, error);
    if (key.getCreationTime() > date) throw fault(`${name} is from the future`, error);
    throw fault(`${name} has no valid part for encryption`, error);
  }
}

export interface PgpSignature {
  readonly keyId: string;
  /** Empty where the public key is not given. */
  readonly fingerprint: string;
  readonly userIds: readonly string[];
  readonly created: string;
  readonly valid: boolean;
  /** Why it is not valid; empty where it is. */
  readonly reason: string;
}

async function signatureOf(result: VerificationResult, keys: readonly Key[]): Promise<PgpSignature> {
  const { keyID } = result;
  const key = keys.find((candidate) => candidate.getKeys(keyID).length > 0);
  const reason = await faultOf(result, key !== undefined);
  const created = (await result.signature.catch(() => undefined))?.packets[0]?.created;
  return {
    keyId: keyID.toHex(),
    fingerprint: key?.getFingerprint() ?? '',
    userIds: key?.getUserIDs() ?? [],
    created: created?.toISOString() ?? '',
    valid: reason === '',
    reason,
  };
}

async function faultOf({ verified }: VerificationResult, isKnown: boolean): Promise<string> {
  try {
    await verified;
    return '';
  } catch (error) {
    // Told to the caller: a signature that is not valid is a result.
    if (!isKnown) return 'The public key of the signer is not given';
    return `The signature does not hold: ${error instanceof Error ? error.message : 'unknown reason'}`;
  }
}

export interface DecryptedPgp {
  readonly plain: Uint8Array;
  /** As the sender named it; empty where not. */
  readonly filename: string;
  readonly isEncrypted: boolean;
  readonly recipients: readonly string[];
  readonly signatures: readonly PgpSignature[];
}

interface DecryptRequest {
  readonly privateKeys: readonly PrivateKey[];
  readonly password: string;
  readonly publicKeys: readonly Key[];
  readonly date: Date;
}

/** Opens a message, encrypted or only signed, or a signed text. Throws ContentFault, PasswordFault, LimitFault. */
export async function decryptPgp(source: string | Uint8Array, request: DecryptRequest): Promise<DecryptedPgp> {
  const { readMessage } = await import('openpgp');
  const [block] = pgpBlocks(source).filter(({ type }) => /MESSAGE|BINARY/.test(type));
  if (block === undefined) throw new ContentFault('it is a PGP key or signature; a message is needed');
  if (block.type === 'SIGNED MESSAGE') return openSignedText(block.text, request);
  const message = await attempt(() => readMessage({ binaryMessage: block.bytes, config: CONFIG }));
  const recipients = message.getEncryptionKeyIDs().map((id) => id.toHex());
  if (await checkPackets(message)) return openEncrypted(message, recipients, request);
  return openSigned(message, request);
}

/** Whether the message is encrypted. Throws LimitFault, ContentFault. */
async function checkPackets(message: Message<Uint8Array>): Promise<boolean> {
  const { enums } = await import('openpgp');
  const { packets } = message;
  const passwords = packets.filterByTag(enums.packet.symEncryptedSessionKey);
  for (const packet of passwords) checkArgon2(packet);
  if (packets.length > MAX_PACKETS) throw new LimitFault(`it has more than ${MAX_PACKETS} parts`, MAX_PACKETS);
  if (passwords.length > MAX_PASSWORD_PACKETS)
    throw new LimitFault(`it is encrypted under more than ${MAX_PASSWORD_PACKETS} passwords`, MAX_PASSWORD_PACKETS);
  if (packets.findPacket(enums.packet.symmetricallyEncryptedData) !== undefined)
    throw new ContentFault(
      'it has no integrity protection (MDC), so that its content could have been changed: it is refused',
    );
  return packets.some((packet) => 'encrypted' in packet && !('publicKeyID' in packet) && !('s2k' in packet));
}

async function openEncrypted(
  message: Message<Uint8Array>,
  recipients: readonly string[],
  { privateKeys, password, publicKeys, date }: DecryptRequest,
): Promise<DecryptedPgp> {
  const { decrypt, decryptSessionKeys, enums } = await import('openpgp');
  const isOfPassword = message.packets.findPacket(enums.packet.symEncryptedSessionKey) !== undefined;
  const to = recipients.length === 0 ? '' : `it is encrypted to key ${recipients.slice(0, 5).join(', ')}`;
  if (privateKeys.length === 0 && (password === '' || !isOfPassword)) {
    if (isOfPassword) throw new PasswordFault('it is encrypted under a password', 'missing');
    throw new ContentFault(`${to}: give its private key in option "privateKey"`);
  }
  const secrets = {
    decryptionKeys: [...privateKeys],
    ...(password === '' || !isOfPassword ? {} : { passwords: [password] }),
  };
  const sessionKeys = await decryptSessionKeys({ message, ...secrets, date, config: CONFIG }).catch(
    (error: unknown) => {
      if (isOfPassword && privateKeys.length === 0) throw new PasswordFault('its password is another', 'wrong');
      throw fault(`${to}, and none of the given keys opens it`, error);
    },
  );
  const usable = sessionKeys.flatMap(({ data, algorithm }) => (algorithm === null ? [] : [{ data, algorithm }]));
  const keys = usable.length === 0 ? secrets : { sessionKeys: usable };
  const verificationKeys = publicKeys.map((key) => key.toPublic());
  const doubt = isOfPassword ? 'the password is wrong, or it is damaged' : 'it is damaged';
  const { data, signatures, filename } = await attempt(
    () => decrypt({ message, ...keys, verificationKeys, format: 'binary', date, config: CONFIG }),
    doubt,
  );
  const told = await Promise.all(signatures.map((signature) => signatureOf(signature, publicKeys)));
  // The package gives null where its types say a text.
  return { plain: data, filename: filename || '', isEncrypted: true, recipients, signatures: told };
}

async function openSigned(message: Message<Uint8Array>, { publicKeys, date }: DecryptRequest): Promise<DecryptedPgp> {
  const { verify } = await import('openpgp');
  const verificationKeys: PublicKey[] = publicKeys.map((key) => key.toPublic());
  const { data, signatures } = await attempt(() =>
    verify({ message, verificationKeys, format: 'binary', date, config: CONFIG }),
  );
  const told = await Promise.all(signatures.map((signature) => signatureOf(signature, publicKeys)));
  return { plain: data, filename: '', isEncrypted: false, recipients: [], signatures: told };
}

async function openSignedText(text: string, { publicKeys, date }: DecryptRequest): Promise<DecryptedPgp> {
  const { readCleartextMessage, verify } = await import('openpgp');
  const message = await attempt(() => readCleartextMessage({ cleartextMessage: text, config: CONFIG }));
  const verificationKeys: PublicKey[] = publicKeys.map((key) => key.toPublic());
  const { data, signatures } = await attempt(() => verify({ message, verificationKeys, date, config: CONFIG }));
  const told = await Promise.all(signatures.map((signature) => signatureOf(signature, publicKeys)));
  return { plain: Buffer.from(data), filename: '', isEncrypted: false, recipients: [], signatures: told };
}

/** Runs the package, whose errors are plain: only the one of a bomb is told apart, by its text, as it has no class. */
async function attempt<Result>(work: () => Promise<Result>, what = 'it is damaged, or not a message'): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && /Maximum decompressed/.test(error.message))
      throw new LimitFault(`it unpacks to more than ${MAX_PLAIN_BYTES} bytes`, MAX_PLAIN_BYTES);
    throw fault(what, error);
  }
}

interface KeyRequest {
  readonly name: string;
  readonly email: string;
  readonly comment: string;
  readonly algorithm: 'ed25519' | 'rsa' | 'nistP256' | 'nistP384' | 'nistP521';
  readonly bits: number;
  /** Empty for none. */
  readonly password: string;
  /** 0 for a key that does not expire. */
  readonly days: number;
  readonly date: Date;
}

/** A key pair of version 4, which every program reads: one key to sign and certify, one to encrypt. */
export async function generatePgpKey({ name, email, comment, algorithm, bits, password, days, date }: KeyRequest) {
  const { generateKey, readKey } = await import('openpgp');
  const type = algorithm === 'rsa' ? ('rsa' as const) : ('ecc' as const);
  const curve = algorithm === 'ed25519' ? ('ed25519Legacy' as const) : algorithm;
  const made = await generateKey({
    type,
    ...(curve === 'rsa' ? { rsaBits: bits } : { curve }),
    userIDs: [
      { ...(name === '' ? {} : { name }), ...(email === '' ? {} : { email }), ...(comment === '' ? {} : { comment }) },
    ],
    ...(password === '' ? {} : { passphrase: password }),
    keyExpirationTime: days * 86_400,
    date,
    format: 'armored',
    config: CONFIG,
  });
  const key = await readKey({ armoredKey: made.publicKey, config: CONFIG });
  return { ...made, ...keyFacts(key), created: key.getCreationTime() };
}
