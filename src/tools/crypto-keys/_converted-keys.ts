import type { KeyObject } from 'node:crypto';

import { z } from 'zod';

import { invalid, type OutputFile } from '../../core/index.js';
import { keyInfoOf, keyWeaknesses } from '../../formats/keys/key-info.js';
import { publicOf } from '../../formats/keys/pieces.js';
import type { ReadKey } from '../../formats/keys/read-key.js';
import {
  jwkThumbprint,
  opensshLine,
  opensshPem,
  pkcs1Der,
  pkcs8Der,
  publicDer,
  puttyFile,
  type Random,
  rawPrivate,
  rawPublic,
  sec1Der,
  ssh2PublicBlock,
  writePem,
} from '../../formats/keys/write-key.js';

import { MIMES } from './_key-pairs.js';

export type Target = 'openssh' | 'ppk' | 'ppk2' | 'rfc4716' | 'pkcs8' | 'pkcs1' | 'sec1' | 'spki' | 'jwk' | 'hex';

export interface Conversion {
  readonly to: Target;
  /** How structures of ASN.1 are written. */
  readonly format: 'pem' | 'der';
  readonly comment: string;
  readonly newPassword: string;
  readonly random: Random;
  /** Of the file, without an ending. */
  readonly name: string;
}

/** Notations that have a password of their own. */
const LOCKABLE: ReadonlySet<Target> = new Set(['openssh', 'ppk', 'ppk2', 'pkcs8']);
const PRIVATE_ONLY: ReadonlySet<Target> = new Set(['ppk', 'ppk2', 'sec1']);

/** Throws INVALID_INPUT for what cannot be written: a private notation of a public key, a type that the notation does not have. */
export async function convertedFile(key: KeyObject, conversion: Conversion): Promise<OutputFile> {
  const { to, newPassword, name } = conversion;
  const { keyType } = keyInfoOf(key);
  const isPrivate = key.type === 'private';
  if (newPassword !== '' && (!isPrivate || !LOCKABLE.has(to)))
    throw invalid(
      isPrivate
        ? `Option "newPassword" must be empty where the key is written as ${to}, which cannot be encrypted`
        : 'Option "newPassword" must be empty where the result is a public key',
    );
  if (key.type === 'secret') return secretFile(key, to, name);
  if (!isPrivate && PRIVATE_ONLY.has(to))
    throw invalid(`Cannot write the key as ${to}: it is a public key, and that notation is for private ones`);
  if (to === 'pkcs1' && keyType !== 'rsa')
    throw invalid(`Cannot write the key as pkcs1: it must be RSA, got ${keyType}`);
  if (to === 'sec1' && keyType !== 'ec') throw invalid(`Cannot write the key as sec1: it must be EC, got ${keyType}`);
  if (to === 'hex' && /^(?:rsa|dsa|dh)/.test(keyType))
    throw invalid(`Cannot write the key as hex: it must be a key on a curve, got ${keyType}`);
  if (to === 'jwk' && (keyType === 'dsa' || keyType === 'rsa-pss' || !hasJwk(key)))
    throw invalid(`Cannot write the key as jwk: it has no ${keyType} keys of this kind`);
  return WRITERS[to](key, conversion);
}

function hasJwk(key: KeyObject): boolean {
  const { keyType, curve } = keyInfoOf(key);
  return keyType !== 'ec' || ['p256', 'p384', 'p521', 'secp256k1'].includes(curve);
}

const textFile = (name: string, mime: string, content: string): OutputFile => ({
  name,
  mime,
  bytes: Buffer.from(content),
});

function structure(label: string, bytes: Uint8Array, { format, name }: Conversion): OutputFile {
  if (format === 'pem') return textFile(`${name}.pem`, MIMES.pem, writePem(label, bytes));
  return { name: `${name}.der`, mime: label.includes('PRIVATE') ? MIMES.privateDer : MIMES.der, bytes };
}

const isPrivateKey = (key: KeyObject): boolean => key.type === 'private';

const spki = (key: KeyObject, conversion: Conversion): OutputFile =>
  structure('PUBLIC KEY', publicDer(key), conversion);

const putty =
  (version: 2 | 3) =>
  async (key: KeyObject, { comment, newPassword, random, name }: Conversion): Promise<OutputFile> =>
    textFile(`${name}.ppk`, MIMES.text, await puttyFile(key, version, { comment, password: newPassword, random }));

const WRITERS: Readonly<Record<Target, (key: KeyObject, conversion: Conversion) => OutputFile | Promise<OutputFile>>> =
  {
    async openssh(key, { comment, newPassword, random, name }) {
      if (!isPrivateKey(key)) return textFile(`${name}.pub`, MIMES.text, `${opensshLine(key, comment)}\n`);
      return textFile(name, MIMES.pem, await opensshPem(key, { comment, password: newPassword, random }));
    },
    ppk: putty(3),
    ppk2: putty(2),
    rfc4716: (key, { comment, name }) => textFile(`${name}.pub`, MIMES.text, ssh2PublicBlock(key, comment)),
    pkcs8(key, conversion) {
      if (!isPrivateKey(key)) return spki(key, conversion);
      const { newPassword, random } = conversion;
      const label = newPassword === '' ? 'PRIVATE KEY' : 'ENCRYPTED PRIVATE KEY';
      return structure(label, pkcs8Der(key, newPassword, random), conversion);
    },
    pkcs1: (key, conversion) =>
      structure(isPrivateKey(key) ? 'RSA PRIVATE KEY' : 'RSA PUBLIC KEY', pkcs1Der(key), conversion),
    sec1: (key, conversion) => structure('EC PRIVATE KEY', sec1Der(key), conversion),
    spki,
    jwk: (key, { name }) => textFile(`${name}.jwk`, MIMES.jwk, `${JSON.stringify(orderedJwk(key), null, 2)}\n`),
    hex: (key, { name }) =>
      textFile(
        `${name}.hex`,
        MIMES.text,
        `${Buffer.from(isPrivateKey(key) ? rawPrivate(key) : rawPublic(key)).toString('hex')}\n`,
      ),
  };

/** The members in the order of RFC 7518, whatever the library's is. */
export function orderedJwk(key: KeyObject): Record<string, unknown> {
  const { kty, crv, x, y, n, e, d, p, q, dp, dq, qi, k } = key.export({ format: 'jwk' });
  const members = { kty, crv, x, y, n, e, d, p, q, dp, dq, qi, k };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function secretFile(key: KeyObject, to: Target, name: string): OutputFile {
  if (to === 'jwk') return textFile(`${name}.jwk`, MIMES.jwk, `${JSON.stringify(orderedJwk(key), null, 2)}\n`);
  if (to === 'hex') return textFile(`${name}.hex`, MIMES.text, `${key.export().toString('hex')}\n`);
  throw invalid(`Cannot write the key as ${to}: it is a symmetric key, which has jwk and hex only`);
}

/** What is told of a key that was converted. The key itself is in the file alone. */
export const convertedReport = z.object({
  from: z.string().describe('Notation that was read, such as openssh, ppk, pkcs8 or jwk.'),
  to: z.string().describe('Notation that was written.'),
  isPrivate: z.boolean().describe('Whether the result is a private key.'),
  encrypted: z.boolean().describe('Whether the result is protected by the new password.'),
  keyType: z.string().describe('Type of the key, such as rsa, ec or ed25519.'),
  bits: z.int().describe('Length of the key.'),
  curve: z.string().describe('Curve of an EC key; empty for other types.'),
  comment: z.string().describe('Comment of the key; empty where the notation has none.'),
  thumbprint: z
    .string()
    .describe('JWK thumbprint (RFC 7638, SHA-256) in base64url; empty for types JWK does not have.'),
  warnings: z.array(z.string()).describe('What is weak or was lost; empty if there is nothing.'),
});

export function reportConverted(
  read: ReadKey,
  key: KeyObject,
  { to, newPassword, comment }: Conversion,
): z.output<typeof convertedReport> {
  const info = keyInfoOf(key);
  const isPrivate = key.type !== 'public';
  const hasThumbprint = key.type === 'secret' || (!['dsa', 'rsa-pss', 'dh'].includes(info.keyType) && hasJwk(key));
  return {
    ...{ from: read.notation, to, isPrivate, encrypted: isPrivate && newPassword !== '', ...info, comment },
    thumbprint: hasThumbprint ? jwkThumbprint(key) : '',
    warnings: [
      ...keyWeaknesses(info),
      ...(read.isEncrypted && isPrivate && newPassword === ''
        ? ['The key was encrypted and the result is not: give option "newPassword" to keep it protected']
        : []),
    ],
  };
}

/** The half of a key that is to be written. */
export const wantedHalf = (key: KeyObject, publicOnly: boolean): KeyObject =>
  publicOnly && key.type === 'private' ? publicOf(key) : key;

/** The name of an upload without its ending, for files made of it. */
export const baseName = (name: string, otherwise: string): string =>
  name === '' ? otherwise : name.replace(/\.[^.]+$/, '') || otherwise;
