import { extensionValue } from '../../lib/pki/extensions.js';
import { isSignedBy, openPublicKey } from '../../lib/pki/public-keys.js';
import type { ParsedCertificate } from '../../lib/pki/x509.js';

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

/** Whether names, and key identifiers where both have them, say that `issuer` issued `certificate` (RFC 4158, 3.5). */
export function looksIssuedBy(certificate: ParsedCertificate, issuer: ParsedCertificate): boolean {
  if (!isSame(certificate.issuer.raw, issuer.subject.raw)) return false;
  const wanted = extensionValue(certificate.extensions, 'authorityKeyIdentifier')?.keyIdentifier;
  const own = extensionValue(issuer.extensions, 'subjectKeyIdentifier');
  return wanted === undefined || wanted === null || own === undefined || wanted === own;
}

/** Whether the key of `issuer` made the signature of `certificate`; `undefined` where the algorithm is not supported. */
export const isIssuedBy = (certificate: ParsedCertificate, issuer: ParsedCertificate): boolean | undefined =>
  isSignedBy(certificate, openPublicKey(issuer.publicKey));

/** Place in `list` of the certificate that signed another; itself where it did. */
export function issuerIndex(certificate: ParsedCertificate, list: readonly ParsedCertificate[]): number | undefined {
  const candidates = [...list.entries()].filter(([, issuer]) => isSame(certificate.issuer.raw, issuer.subject.raw));
  const own = (one: ParsedCertificate): number => (isSame(one.raw, certificate.raw) ? 1 : 0);
  return candidates
    .sort(([, a], [, b]) => own(b) - own(a))
    .slice(0, 20)
    .find(([, issuer]) => isIssuedBy(certificate, issuer) === true)?.[0];
}
