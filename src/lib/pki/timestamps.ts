/** Signed certificate timestamps of Certificate Transparency (RFC 6962, 3.2 and 3.3). */

import { ContentFault } from '../faults.js';

export interface CertificateTimestamp {
  /** SHA-256 of the log's key, base64: as lists of logs have it. */
  readonly logId: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly algorithm: string;
}

const HASHES = ['none', 'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const;
const SIGNATURES = ['anonymous', 'rsa', 'dsa', 'ecdsa'] as const;

/** Reads a list as it is in an extension. Throws ContentFault. */
export function readTimestamps(bytes: Uint8Array): CertificateTimestamp[] {
  const list = Buffer.from(bytes);
  const cut = () => new ContentFault('a list of timestamps is damaged');
  if (list.length < 2 || list.readUInt16BE(0) !== list.length - 2) throw cut();
  const found: CertificateTimestamp[] = [];
  for (let at = 2; at < list.length; ) {
    if (at + 2 > list.length) throw cut();
    const length = list.readUInt16BE(at);
    const one = list.subarray(at + 2, at + 2 + length);
    // Version, log, time, length of extensions: 43 bytes; then two of the algorithm.
    if (one.length !== length || length < 47) throw cut();
    const extensions = one.readUInt16BE(41);
    const [hash, signature] = [one[43 + extensions], one[44 + extensions]];
    const time = Number(one.readBigUInt64BE(33));
    if (hash === undefined || signature === undefined || time > 8.64e15) throw cut();
    found.push({
      logId: one.subarray(1, 33).toString('base64'),
      timestamp: new Date(time).toISOString(),
      algorithm: `${SIGNATURES[signature] ?? signature}-${HASHES[hash] ?? hash}`,
    });
    at += 2 + length;
  }
  return found;
}
