import { deriveByBcrypt } from '../../engines/bcrypt-pbkdf.js';
import { deriveByArgon2 } from '../../engines/digests.js';
import { unlessFaulty } from '../../lib/faults.js';
import { readPublicBlob } from '../../lib/ssh/key-blobs.js';
import { openOpensshFile, readOpensshFile } from '../../lib/ssh/openssh-private.js';
import { openPpk, readPpk } from '../../lib/ssh/ppk.js';
import { type FoundPiece, locked, piece } from './pieces.js';

const LINE =
  /(?:^|\s)(ssh-(?:rsa|dss|ed25519|ed448)|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com|[a-z0-9-]{7,32}-cert-v01@openssh\.com)[ \t]+(AAAA[A-Za-z0-9+/]+={0,2})(?:[ \t]+([^\r\n]*))?/;

/** The public keys of a text in OpenSSH's one-line form, a line each: `.pub` files, authorized_keys. */
export const readSshLines = (text: string): FoundPiece[] =>
  text.split('\n').flatMap((line) => {
    const [, , blob = '', comment = ''] = LINE.exec(line) ?? [];
    if (blob === '') return [];
    const open = () => readPublicBlob(Buffer.from(blob, 'base64')).key;
    return [piece('public', 'openssh-public', open, { comment: comment.trim() })];
  });

/** The key of a public block (RFC 4716). */
export function readSsh2Public(bytes: Uint8Array, headers: ReadonlyMap<string, string>): FoundPiece {
  const comment = (headers.get('comment') ?? '').replace(/^"(.*)"$/, '$1');
  return piece('public', 'rfc4716', () => readPublicBlob(bytes).key, { comment });
}

/** The key of an OpenSSH private block; where it is damaged, opening it says so. */
export function readOpensshPrivate(bytes: Uint8Array): FoundPiece {
  const isEncrypted = unlessFaulty(() => readOpensshFile(bytes).isEncrypted) ?? false;
  const work = async (password: string) => openOpensshFile(readOpensshFile(bytes), password, deriveByBcrypt);
  return piece('private', 'openssh', isEncrypted ? locked(work) : work, { isEncrypted });
}

/** The key of a PuTTY file, `undefined` where the text is another. */
export function readPuttyKey(text: string): FoundPiece | undefined {
  const start = text.indexOf('PuTTY-User-Key-File-');
  if (start < 0) return undefined;
  const file = text.slice(start);
  const head = unlessFaulty(() => readPpk(file));
  const work = async (password: string) => openPpk(readPpk(file), password, deriveByArgon2);
  const isEncrypted = head?.isEncrypted ?? false;
  const comment = head?.comment ?? '';
  return piece('private', 'ppk', isEncrypted ? locked(work) : work, { isEncrypted, comment });
}
