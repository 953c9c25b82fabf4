import { createHash, type KeyObject, verify } from 'node:crypto';

import { SignedXml } from 'xml-crypto';

/** How a signature was judged. */
export interface XmlSignatureCheck {
  /** `unknown`: it could not be read, or its algorithms are not supported. */
  readonly state: 'right' | 'changed' | 'wrong-key' | 'unknown';
  /** The XML that is covered, in its canonical form; one per reference. */
  readonly covered: readonly string[];
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

const algorithm = (uri: string, digest: string, isEcdsa: boolean) =>
  class {
    getAlgorithmName = (): string => uri;
    getSignature = (): string => {
      throw new Error('signs nothing');
    };
    verifySignature = (material: string, key: KeyObject, value: string): boolean => {
      // RFC 4050: both numbers one after the other, not DER.
      const options = isEcdsa ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
      return verify(digest, Buffer.from(material), options, Buffer.from(value, 'base64'));
    };
  };

const SIGNATURES = Object.fromEntries(
  [
    ...['sha1', 'sha256', 'sha384', 'sha512'].map((digest) => ['ecdsa', digest] as const),
    ['rsa', 'sha384'] as const,
  ].map(([type, digest]) => {
    const uri = `${MORE}${type}-${digest}`;
    return [uri, algorithm(uri, digest, type === 'ecdsa')];
  }),
);

const SHA384 = `${MORE}sha384`;
class Sha384 {
  getAlgorithmName = (): string => SHA384;
  getHash = (xml: string): string => createHash('sha384').update(xml).digest('base64');
}

/**
 * Checks a signature (XML Signature 1.1) with a key of the caller's; keys inside the document are never used. `signature` is its element
 * as a text that declares its namespaces. The document has no DOCTYPE and is small: both are the caller's to see to.
 */
export function checkXmlSignature(document: string, signature: string, key: KeyObject): XmlSignatureCheck {
  const pem = key.export({ format: 'pem', type: 'spki' });
  try {
    const signed = new SignedXml({ publicCert: pem, getCertFromKeyInfo: () => null });
    Object.assign(signed.SignatureAlgorithms, SIGNATURES);
    signed.HashAlgorithms[SHA384] = Sha384;
    signed.loadSignature(signature);
    const wanted = signed.signatureAlgorithm ?? '';
    if (signed.SignatureAlgorithms[wanted] === undefined) return { state: 'unknown', covered: [] };
    let digestsFit = true;
    try {
      digestsFit = signed.checkSignature(document);
    } catch {
      // Thrown where the value does not fit the key, and for some references that are not there.
      return { state: 'wrong-key', covered: [] };
    }
    return { state: digestsFit ? 'right' : 'changed', covered: digestsFit ? signed.getSignedReferences() : [] };
  } catch {
    // Something in the signature itself cannot be read.
    return { state: 'unknown', covered: [] };
  }
}
