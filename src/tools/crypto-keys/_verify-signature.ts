import type { KeyObject } from 'node:crypto';

import { keyInfoOf } from '../../formats/keys/key-info.js';
import {
  type Digest,
  isDerSignature,
  isMadeWith,
  isSignature,
  type Scheme,
  type SignatureFormat,
  type SignatureWay,
  schemesOf,
  usualDigest,
  VERIFYING_DIGESTS,
} from '../../formats/keys/signatures.js';
import { readBase64, readHex } from '../../lib/bytes/byte-text.js';
import { ContentFault, unlessFaulty } from '../../lib/faults.js';

/**
 * The bytes of a signature in hex or base64, also between lines as of PEM. `length` is how long it must be where that is known, which
 * tells hex from base64. Throws ContentFault.
 */
export function readSignature(
  text: string,
  encoding: 'auto' | 'base64' | 'hex',
  length: number | undefined,
): Uint8Array {
  const bare = text
    .replace(/^\s*-----[^-\n]+-----|-----[^-\n]+-----\s*$/g, '')
    .trim()
    .replace(/^["']|["']$/g, '');
  if (bare === '') throw new ContentFault('it is empty');
  const hex = encoding === 'base64' ? undefined : unlessFaulty(() => readHex(bare));
  const base64 = encoding === 'hex' ? undefined : unlessFaulty(() => readBase64(bare, { strict: false }));
  const fits = [hex, base64].find((bytes) => bytes !== undefined && bytes.length === length);
  const read = fits ?? hex ?? base64;
  if (read === undefined)
    throw new ContentFault(`it must be ${encoding === 'auto' ? 'base64 or hexadecimal digits' : encoding}`);
  return read;
}

/** A signature in a file: bare bytes, or a text that `read` takes. */
export function readSignatureFile(bytes: Uint8Array, read: (text: string) => Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  // Bare signatures of 40 bytes and more are all printable one time in 10^16 or less.
  return bytes.length >= 40 && /^[\t\r\n -~]+$/.test(text) ? read(text) : bytes;
}

/** How many bytes a signature of a key has, where all have as many. */
export function signatureLength(key: KeyObject): number | undefined {
  const { keyType, bits } = keyInfoOf(key);
  if (keyType === 'rsa' || keyType === 'rsa-pss') return Math.ceil(bits / 8);
  if (keyType === 'ed25519') return 64;
  return keyType === 'ed448' ? 114 : undefined;
}

export interface Verdict extends SignatureWay {
  readonly valid: boolean;
  readonly reason: string;
  readonly format: SignatureFormat | 'none';
}

export interface Wanted {
  readonly algorithm: Scheme | 'auto';
  readonly digest: Digest | 'auto';
}

interface Case {
  readonly bytes: Uint8Array;
  readonly key: KeyObject;
  readonly signature: Uint8Array;
}

/** Whether the signature fits as asked for; where it does not, why, found by trying what else it could be. Throws ContentFault. */
export function judge(signed: Case, { algorithm, digest }: Wanted): Verdict {
  const { key, signature } = signed;
  const schemes = schemesOf(key);
  const wanted = schemes.filter((scheme) => algorithm === 'auto' || scheme === algorithm);
  const { keyType } = keyInfoOf(key);
  if (wanted.length === 0) throw new ContentFault(`its type ${keyType} has ${schemes.join(' and ')}, not ${algorithm}`);
  const all = schemes.flatMap((scheme) => waysOf(scheme, usualDigest(key)));
  const isWanted = (way: SignatureWay): boolean =>
    wanted.includes(way.scheme) && (digest === 'auto' || way.digest === 'none' || way.digest === digest);
  const fitting = all.find((way) => isWanted(way) && fits(signed, way) !== undefined);
  if (fitting !== undefined) return { valid: true, reason: '', ...fitting, format: formOf(signed, fitting) };
  const first = all.find(isWanted) ?? { scheme: wanted[0] ?? 'eddsa', digest: 'none' };
  const format = formOf(signed, first);
  return { valid: false, reason: whyNot(signed, all, signature), ...first, format };
}

const waysOf = (scheme: Scheme, usual: Digest | 'none'): SignatureWay[] =>
  scheme === 'eddsa'
    ? [{ scheme, digest: 'none' }]
    : [...new Set<Digest | 'none'>([usual, ...VERIFYING_DIGESTS])].map((digest) => ({ scheme, digest }));

const FORMATS = ['der', 'p1363'] as const;

const fits = ({ bytes, key, signature }: Case, way: SignatureWay): SignatureFormat | undefined =>
  formatsOf(way.scheme).find((format) => isSignature(bytes, key, signature, way, format));

/** Schemes without two numbers have one form only. */
const formatsOf = (scheme: Scheme): readonly SignatureFormat[] =>
  scheme === 'ecdsa' || scheme === 'dsa' ? FORMATS : ['der'];

function formOf(signed: Case, way: SignatureWay): Verdict['format'] {
  if (way.scheme !== 'ecdsa' && way.scheme !== 'dsa') return 'none';
  return fits(signed, way) ?? (isDerSignature(signed.signature) ? 'der' : 'p1363');
}

function whyNot(signed: Case, all: readonly SignatureWay[], signature: Uint8Array): string {
  const { key, bytes } = signed;
  const { keyType, bits } = keyInfoOf(key);
  const length = signatureLength(key);
  if (length !== undefined && signature.length !== length)
    return `The signature has ${signature.length} bytes where this key makes ${length}`;
  if (keyType === 'ec' && !isDerSignature(signature) && signature.length !== 2 * Math.ceil(bits / 8))
    return `The signature is neither DER nor two numbers of ${Math.ceil(bits / 8)} bytes each`;
  const other = all.find((way) => fits(signed, way) !== undefined);
  if (other !== undefined) return `It was made with ${other.scheme} and ${other.digest}`;
  for (const [name, variant] of variantsOf(bytes)) {
    const way = all.find((candidate) => fits({ ...signed, bytes: variant }, candidate) !== undefined);
    if (way !== undefined) return `It fits the content ${name}`;
  }
  if (keyType === 'rsa' && isMadeWith(key, signature)) return 'It was made with this key, but for other content';
  return 'The content was changed, or the signature was made with another key';
}

/** Longest content that is tried in other forms. */
const MAX_VARIED = 1_000_000;

/** What happens to a text on its way: line breaks at its end, and those of Windows. */
function variantsOf(bytes: Uint8Array): [string, Uint8Array][] {
  if (bytes.length > MAX_VARIED) return [];
  const text = Buffer.from(bytes).toString('latin1');
  const variants: [string, string][] = [
    ['without the line break at its end', text.replace(/\r?\n$/, '')],
    ['with a line break at its end', `${text}\n`],
    ['with Unix line breaks', text.replaceAll('\r\n', '\n')],
    ['with Windows line breaks', text.replace(/\r?\n/g, '\r\n')],
    ['without the byte order mark', text.replace(/^\u00ef\u00bb\u00bf/, '')],
  ];
  return variants
    .filter(([, variant]) => variant !== text)
    .map(([name, variant]) => [name, Buffer.from(variant, 'latin1')]);
}
