import { createHash, sign } from 'node:crypto';

import { der, derChildren, NULL, octets, oid, readDer, sequence, setOf, smallInteger } from './der.js';
import type { Identity } from './pkcs12.js';

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

/** Issuer and serial number of a certificate as they stand in it (RFC 5280, 4.1). */
export function issuerAndSerial(certificate: Uint8Array): { readonly issuer: Uint8Array; readonly serial: Uint8Array } {
  const [body] = derChildren(readDer(certificate));
  const fields = body === undefined ? [] : derChildren(body);
  // The version is left out by certificates of version 1.
  const start = fields[0]?.tag === 0xa0 ? 1 : 0;
  return { serial: fields[start]?.raw ?? new Uint8Array(0), issuer: fields[start + 2]?.raw ?? new Uint8Array(0) };
}

/** What signatures can be made with: RSA, and ECDSA on any curve. */
export const canSign = ({ key }: Identity): boolean =>
  key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ec';

/**
 * A detached CAdES signature (ETSI EN 319 122-1, baseline B; RFC 5652) with SHA-256 over data of this digest. No signing time: PAdES
 * has it in the PDF.
 */
export function signCms(digest: Uint8Array, identity: Identity): Uint8Array {
  const { key, certificate, others } = identity;
  const sha256 = sequence(oid(OIDS.sha256));
  const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf(value));
  // RFC 5035: SHA-256 is the default, and so not written.
  const certificateId = sequence(octets(createHash('sha256').update(certificate.raw).digest()));
  const attributes = [
    attribute(OIDS.contentType, oid(OIDS.data)),
    attribute(OIDS.messageDigest, octets(digest)),
    attribute(OIDS.signingCertificateV2, sequence(sequence(certificateId))),
  ];
  // What is signed is the set; what is written has another tag (RFC 5652, 5.4).
  const signed = setOf(...attributes);
  const signature = sign('sha256', signed, key);
  const { issuer, serial } = issuerAndSerial(certificate.raw);
  const isRsa = key.asymmetricKeyType === 'rsa';
  const signer = sequence(
    smallInteger(1),
    sequence(issuer, serial),
    sha256,
    Buffer.concat([Uint8Array.of(0xa0), signed.subarray(1)]),
    isRsa ? sequence(oid(OIDS.rsa), NULL) : sequence(oid(OIDS.ecdsaSha256)),
    octets(signature),
  );
  const content = sequence(
    smallInteger(1),
    setOf(sha256),
    sequence(oid(OIDS.data)),
    der(0xa0, ...[certificate, ...others].map(({ raw }) => raw)),
    setOf(signer),
  );
  return sequence(oid(OIDS.signedData), der(0xa0, content));
}
