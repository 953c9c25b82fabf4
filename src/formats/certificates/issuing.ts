import { createPublicKey, type KeyObject } from 'node:crypto';

import { invalid } from '../../core/errors.js';
import { buildCertificate, extension, keyIdentifier, publicInfo } from '../../lib/pki/build-x509.js';
import { extensionValue } from '../../lib/pki/extensions.js';
import { type NamePart, nameText, writeName } from '../../lib/pki/names.js';
import { parseCertificate } from '../../lib/pki/x509.js';
import { readPrivateKey } from '../keys/read-key.js';
import { readPkiObjects } from './read.js';

/** Who signs: a name in DER and a key. */
export interface Issuer {
  readonly name: Uint8Array;
  readonly key: KeyObject;
  readonly certificate: Uint8Array | undefined;
  readonly identifier: Uint8Array;
  readonly notAfter: Date | undefined;
}

export const identifierOf = (key: KeyObject): Uint8Array => keyIdentifier(publicInfo(key));

/** The authority that a caller gives. Throws INVALID_INPUT where certificate and key are not those of one. */
export async function givenIssuer(issuerCertificate: string, issuerKey: string, password: string): Promise<Issuer> {
  const found = readPkiObjects(issuerCertificate, 'option "issuerCertificate"').find(
    ({ kind }) => kind === 'certificate',
  );
  if (found === undefined) throw invalid('Option "issuerCertificate" must hold a certificate');
  const { key } = await readPrivateKey(issuerKey, { label: 'option "issuerKey"', password });
  const certificate = parseCertificate(found.bytes);
  if (!publicInfo(createPublicKey(key)).equals(certificate.publicKey))
    throw invalid('Option "issuerKey" must be the key of "issuerCertificate", got another key');
  if (extensionValue(certificate.extensions, 'basicConstraints')?.ca !== true)
    throw invalid(`Option "issuerCertificate" must be that of a CA, got ${nameText(certificate.subject)}`);
  const own = extensionValue(certificate.extensions, 'subjectKeyIdentifier');
  return {
    name: certificate.subject.raw,
    key,
    certificate: certificate.raw,
    identifier: own === undefined ? identifierOf(key) : Buffer.from(own, 'hex'),
    notAfter: new Date(certificate.notAfter),
  };
}

interface IssuerWish {
  readonly serial: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** A new authority that may issue certificates, but no further authorities. */
export function newIssuer(
  subject: readonly NamePart[],
  key: KeyObject,
  wish: IssuerWish,
): Issuer & { readonly certificate: Uint8Array } {
  const name = writeName(subject);
  const extensions = [
    extension.basicConstraints(true, 0),
    extension.keyUsage(['keyCertSign', 'cRLSign']),
    extension.subjectKeyIdentifier(key),
  ];
  const certificate = buildCertificate({ ...wish, subject, issuer: name, key, extensions }, key);
  return { name, key, certificate, identifier: identifierOf(key), notAfter: wish.notAfter };
}
