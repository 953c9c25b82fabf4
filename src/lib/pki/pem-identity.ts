import { createPrivateKey, type KeyObject } from 'node:crypto';

import { ContentFault, PasswordFault } from '../faults.js';
import { readCertificates } from './certificates.js';
import { decryptKeyInfo, type Identity, isPair } from './pkcs12.js';

const KEY = /-----BEGIN ((?:[A-Z]{1,10} )?PRIVATE KEY)-----([\s\S]{1,50000}?)-----END \1-----/g;

/**
 * The private key and certificates of a text in PEM form (RFC 7468): PKCS #8, locked or not, and the older forms of RSA and EC keys.
 * Throws ContentFault, PasswordFault where the key is locked with another password.
 */
export function readPemIdentity(text: string, password: string): Identity {
  const [block, ...others] = [...text.matchAll(KEY)];
  if (block === undefined) throw new ContentFault('it has no private key in PEM form');
  if (others.length > 0) throw new ContentFault('it has more than one private key');
  const key = keyOf(block, password);
  const certificates = readCertificates(text);
  if (certificates === undefined) throw new ContentFault('it has no certificate in PEM form that can be read');
  const certificate = certificates.find((candidate) => isPair(candidate, key));
  if (certificate === undefined) throw new ContentFault('none of its certificates belongs to its private key');
  return { key, certificate, others: certificates.filter((other) => other !== certificate) };
}

// A fault never says anything of the secrets in the file.
function keyOf([whole, kind = '', body = '']: RegExpExecArray, password: string): KeyObject {
  const isLocked = kind === 'ENCRYPTED PRIVATE KEY' || body.includes('Proc-Type: 4,ENCRYPTED');
  if (isLocked && password === '') throw new PasswordFault('its key is encrypted and needs a password', 'missing');
  try {
    if (kind === 'ENCRYPTED PRIVATE KEY')
      return createPrivateKey({
        key: Buffer.from(decryptKeyInfo(Buffer.from(body, 'base64'), password)),
        format: 'der',
        type: 'pkcs8',
      });
    return createPrivateKey({ key: whole, format: 'pem', passphrase: password });
  } catch {
    // The library's reasons say nothing to the caller, and might say something of the key.
    if (isLocked) throw new PasswordFault('the password is wrong, or its encryption is not supported', 'wrong');
    throw new ContentFault('its private key cannot be read');
  }
}
