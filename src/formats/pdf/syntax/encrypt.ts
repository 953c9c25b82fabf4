import { createCipheriv, createHash } from 'node:crypto';

import { hardenedHash, md5, mixed, objectKeyOf, PADDING, rc4, strengthened } from './encryption.js';
import { dictOf, isName, PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from './objects.js';

/** Encrypts what is written of one document (ISO 32000-2, 7.6). */
export interface Encryption {
  /** The encryption dictionary. */
  readonly dict: PdfDict;
  /** The file identifier that belongs to it. */
  readonly id: PdfValue;
  /** The PDF version it needs. */
  readonly version: string;
  readonly encrypt: (bytes: Uint8Array, number: number) => Uint8Array;
  readonly isMetadataEncrypted: boolean;
}

export interface EncryptionRequest {
  readonly bits: 128 | 256;
  /** Opens the file with what `permissions` allow; empty: everybody does. */
  readonly userPassword: string;
  /** Opens the file without restrictions. */
  readonly ownerPassword: string;
  /** The flags of `P` (ISO 32000-2, table 22). */
  readonly permissions: number;
  readonly isMetadataEncrypted: boolean;
  readonly random: (length: number) => Uint8Array;
}

/** Longest password of revision 6 in bytes of UTF-8, and of revision 4 in characters (ISO 32000-2, 7.6.4.3). */
export const MAX_PASSWORD_BYTES = { 128: 32, 256: 127 } as const;

/** AES-256 of PDF 2.0 (revision 6) or AES-128 (revision 4). Passwords must be within MAX_PASSWORD_BYTES, those of revision 4 in Latin-1. */
export const makeEncryption = (request: EncryptionRequest): Encryption =>
  request.bits === 256 ? modernEncryption(request) : classicEncryption(request);

const EMPTY = new Uint8Array(0);

function aes(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, isPadded: boolean): Buffer {
  const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv);
  cipher.setAutoPadding(isPadded);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Vectors drawn once, then counted by hashing: an object each asks for one. */
function vectors(random: (length: number) => Uint8Array): () => Uint8Array {
  const seed = random(32);
  let count = 0;
  return () => {
    count += 1;
    const counter = Buffer.alloc(8);
    counter.writeUInt32BE(count, 4);
    return createHash('sha256').update(seed).update(counter).digest().subarray(0, 16);
  };
}

const cryptFilter = (method: string, length: number): PdfDict =>
  dictOf({
    StdCF: dictOf({ CFM: new PdfName(method), AuthEvent: new PdfName('DocOpen'), Length: length }),
  });

const hex = (bytes: Uint8Array): PdfString => new PdfString(bytes, true);

/** Algorithms 8, 9 and 10. */
function modernEncryption({
  userPassword,
  ownerPassword,
  permissions,
  isMetadataEncrypted,
  random,
}: EncryptionRequest): Encryption {
  const utf8 = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));
  const key = random(32);
  const zero = Buffer.alloc(16);
  const user = utf8(userPassword);
  const userSalts = random(16);
  const u = Buffer.concat([hardenedHash(user, userSalts.subarray(0, 8), EMPTY), userSalts]);
  const ue = aes(hardenedHash(user, userSalts.subarray(8), EMPTY), zero, key, false);
  const owner = utf8(ownerPassword);
  const ownerSalts = random(16);
  const o = Buffer.concat([hardenedHash(owner, ownerSalts.subarray(0, 8), u), ownerSalts]);
  const oe = aes(hardenedHash(owner, ownerSalts.subarray(8), u), zero, key, false);
  const block = Buffer.alloc(16, 0xff);
  block.writeInt32LE(permissions, 0);
  block.write(isMetadataEncrypted ? 'Tadb' : 'Fadb', 8, 'latin1');
  block.set(random(4), 12);
  const cipher = createCipheriv('aes-256-ecb', key, null);
  cipher.setAutoPadding(false);
  const perms = Buffer.concat([cipher.update(block), cipher.final()]);
  const dict = dictOf({
    Filter: new PdfName('Standard'),
    V: 5,
    R: 6,
    Length: 256,
    P: permissions,
    O: hex(o),
    U: hex(u),
    OE: hex(oe),
    UE: hex(ue),
    Perms: hex(perms),
    CF: cryptFilter('AESV3', 32),
    StmF: new PdfName('StdCF'),
    StrF: new PdfName('StdCF'),
    EncryptMetadata: isMetadataEncrypted ? undefined : false,
  });
  const id = hex(random(16));
  const nextVector = vectors(random);
  return {
    dict,
    id: [id, id],
    version: '1.7',
    isMetadataEncrypted,
    encrypt: (bytes) => {
      const iv = nextVector();
      return Buffer.concat([iv, aes(key, iv, bytes, true)]);
    },
  };
}

/** Algorithms 2, 3 and 5. */
function classicEncryption({
  userPassword,
  ownerPassword,
  permissions,
  isMetadataEncrypted,
  random,
}: EncryptionRequest): Encryption {
  const filled = (password: string): Buffer =>
    Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const documentId = random(16);
  const ownerKey = strengthened(md5(filled(ownerPassword)), 4, 16);
  let o: Uint8Array = filled(userPassword);
  for (let i = 0; i < 20; i += 1) o = rc4(mixed(ownerKey, i), o);
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const parts = [filled(userPassword), o, flags, documentId];
  if (!isMetadataEncrypted) parts.push(Buffer.from('ffffffff', 'hex'));
  const key = strengthened(md5(...parts), 4, 16);
  let u: Uint8Array = md5(PADDING, documentId);
  for (let i = 0; i < 20; i += 1) u = rc4(mixed(key, i), u);
  const dict = dictOf({
    Filter: new PdfName('Standard'),
    V: 4,
    R: 4,
    Length: 128,
    P: permissions,
    O: hex(o),
    U: hex(Buffer.concat([u, Buffer.alloc(16)])),
    CF: cryptFilter('AESV2', 16),
    StmF: new PdfName('StdCF'),
    StrF: new PdfName('StdCF'),
    EncryptMetadata: isMetadataEncrypted ? undefined : false,
  });
  const id = hex(documentId);
  const nextVector = vectors(random);
  return {
    dict,
    id: [id, id],
    version: '1.6',
    isMetadataEncrypted,
    encrypt: (bytes, number) => {
      const iv = nextVector();
      return Buffer.concat([iv, aes(objectKeyOf(key, number, 0, 'aes'), iv, bytes, true)]);
    },
  };
}

/**
 * Revision 6 is of PDF 2.0; most readers know it as level 8 of Adobe's extensions to PDF 1.7, and refuse 2.0 in the header
 * more often than they look at the extension.
 */
export function declareEncryption(catalog: PdfDict, { dict }: Encryption): void {
  if (dict.get('R') !== 6) return;
  const adobe = dictOf({ BaseVersion: new PdfName('1.7'), ExtensionLevel: 8 });
  catalog.set('Extensions', dictOf({ ADBE: adobe }));
}

/** The object as it is written: its strings and its stream encrypted. Those of an object stream are encrypted with it. */
export function encrypted(value: PdfValue, number: number, encryption: Encryption): PdfValue {
  if (value instanceof PdfString) return new PdfString(encryption.encrypt(value.bytes, number), true);
  if (Array.isArray(value)) return value.map((item) => encrypted(item, number, encryption));
  if (value instanceof PdfDict) return encryptedDict(value, number, encryption);
  if (!(value instanceof PdfStream)) return value;
  const dict = encryptedDict(value.dict, number, encryption);
  if (isName(value.dict.get('Type'), 'XRef')) return value;
  if (isName(value.dict.get('Type'), 'Metadata') && !encryption.isMetadataEncrypted) return plainStream(dict, value);
  return new PdfStream(dict, encryption.encrypt(value.bytes, number));
}

function encryptedDict(dict: PdfDict, number: number, encryption: Encryption): PdfDict {
  return new PdfDict([...dict].map(([key, item]) => [key, encrypted(item, number, encryption)]));
}

/** Metadata that stays readable: with AES every reader wants its filter to say so (ISO 32000-2, 7.6.6). */
function plainStream(dict: PdfDict, { bytes, dict: own }: PdfStream): PdfStream {
  const list = (value: PdfValue | undefined): PdfValue[] => {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? value : [value];
  };
  const filters = list(own.get('Filter'));
  const parameters = list(own.get('DecodeParms'));
  dict.set('Filter', [new PdfName('Crypt'), ...filters]);
  const identity = dictOf({ Type: new PdfName('CryptFilterDecodeParms'), Name: new PdfName('Identity') });
  dict.set('DecodeParms', [identity, ...filters.map((_, i) => parameters[i] ?? null)]);
  return new PdfStream(dict, bytes);
}
