import { X509Certificate } from 'node:crypto';

export type Certificate = X509Certificate;

/** Most certificates of one text. Chosen: browsers trust about 150. */
const MAX_CERTIFICATES = 1_000;

/** The certificates of a text in PEM form (RFC 7468); `undefined` where there is none, or one that cannot be read. */
export function readCertificates(text: string): Certificate[] | undefined {
  const blocks = text.split('-----BEGIN CERTIFICATE-----').slice(1);
  if (blocks.length === 0 || blocks.length > MAX_CERTIFICATES) return undefined;
  const certificates: Certificate[] = [];
  for (const block of blocks) {
    const end = block.indexOf('-----END CERTIFICATE-----');
    if (end < 0) return undefined;
    try {
      certificates.push(new X509Certificate(Buffer.from(block.slice(0, end), 'base64')));
    } catch {
      // The library tells nothing that a caller could use.
      return undefined;
    }
  }
  return certificates;
}
