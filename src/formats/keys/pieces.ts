import { createPublicKey, type KeyObject } from 'node:crypto';

import { ContentFault, LimitFault, PasswordFault } from '../../lib/faults.js';
import type { DerForm } from './der-keys.js';

/** What a key is written as. */
export type KeyNotation =
  | Exclude<DerForm, 'other' | 'pkcs12'>
  | 'openssh'
  | 'openssh-public'
  | 'rfc4716'
  | 'ppk'
  | 'jwk';

/** A key that was found and not yet opened, or something else that people take for a key. */
export interface FoundPiece {
  readonly kind: 'private' | 'public' | 'secret' | 'other';
  /** With its article, as messages name it: `a public key`, `a certificate request`. */
  readonly name: string;
  readonly notation: KeyNotation | undefined;
  readonly isEncrypted: boolean;
  /** Of SSH keys. */
  readonly comment: string;
  /** Of JWKs. */
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
  /** Throws ContentFault, PasswordFault, LimitFault. Bytes of an asymmetric key stay inside the library's object. */
  readonly open: (password: string) => Opened | Promise<Opened>;
}

/** A key, or one whose comment is known only now. */
export type Opened = KeyObject | { readonly key: KeyObject; readonly comment: string };

const PLAIN = { notation: undefined, isEncrypted: false, comment: '', kid: '', alg: '', use: '' } as const;

/** Something that is not a key. */
export const otherPiece = (name: string): FoundPiece => ({
  ...PLAIN,
  kind: 'other',
  name,
  open: () => {
    throw new ContentFault(`it is ${name}`);
  },
});

export const piece = (
  kind: FoundPiece['kind'],
  notation: KeyNotation,
  open: FoundPiece['open'],
  more: Partial<FoundPiece> = {},
): FoundPiece => ({ ...PLAIN, kind, name: NAMES[kind], notation, open, ...more });

const NAMES = { private: 'a private key', public: 'a public key', secret: 'a symmetric key', other: 'something else' };

/** Runs `work` with a password; an empty one is none. */
export const locked =
  <Result>(work: (password: string) => Result) =>
  (password: string): Result => {
    if (password === '') throw new PasswordFault('it is encrypted: give its password in option "password"', 'missing');
    return work(password);
  };

/** Most encrypted keys that are opened in one run: the derivation of each may take seconds. */
const MAX_LOCKED = 2;

/** Throws LimitFault where too many keys would have to be decrypted. */
export function checkLocked(pieces: readonly FoundPiece[], password: string): void {
  const { length } = pieces.filter(({ isEncrypted }) => isEncrypted);
  if (password !== '' && length > MAX_LOCKED)
    throw new LimitFault(`it must have at most ${MAX_LOCKED} encrypted keys, got ${length}`, MAX_LOCKED);
}

/** The public key of a private one; any other stays as it is. */
export const publicOf = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key);
