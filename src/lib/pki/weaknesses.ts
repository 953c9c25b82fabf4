/** What is wrong or surprising about a certificate or request, in sentences. */

import { type DecodedExtension, extensionValue } from './extensions.js';
import type { KeyFacts } from './public-keys.js';
import type { ParsedCertificate } from './x509.js';

const DAY_MS = 86_400_000;

/** Days from one instant to another; a part of a day counts as none. */
export const daysBetween = (from: Date, to: string): number => {
  const days = (Date.parse(to) - from.getTime()) / DAY_MS;
  return days < 0 ? Math.ceil(days) || 0 : Math.floor(days);
};

const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** Whether it is valid at an instant. */
export function statusAt({ notBefore, notAfter }: ParsedCertificate, at: Date): 'valid' | 'expired' | 'not-yet-valid' {
  if (at.getTime() > Date.parse(notAfter)) return 'expired';
  return at.getTime() < Date.parse(notBefore) ? 'not-yet-valid' : 'valid';
}

export function keyWarnings({ keyType, bits, curve, exponent }: KeyFacts): string[] {
  const isRsa = keyType === 'rsa' || keyType === 'rsa-pss';
  if (isRsa && bits > 0 && bits < 2048)
    return [`Weak key: RSA with ${bits} bits; 2048 are the least that browsers accept`];
  if (isRsa && (exponent === '1' || /[02468]$/.test(exponent))) return [`Broken key: RSA with exponent ${exponent}`];
  if (keyType === 'dsa') return ['Weak key: DSA is no longer supported by browsers and most libraries'];
  if (keyType === 'ec' && bits > 0 && bits < 224) return [`Weak key: the curve ${curve} has ${bits} bits only`];
  return [];
}

/** MD5 and SHA-1 can be made to collide; that of a root's own signature does not matter, as nobody relies on it. */
export function signatureWarnings(name: string, digest: string | undefined, isOwn: boolean): string[] {
  if (isOwn || digest === undefined || !/^(?:md2|md5|sha1)$/.test(digest)) return [];
  return [`Weak signature: ${name}, which can be forged and which clients refuse`];
}

interface Judged {
  readonly certificate: ParsedCertificate;
  readonly key: KeyFacts;
  readonly signature: { readonly name: string; readonly digest: string | undefined };
  readonly isSelfSigned: boolean;
  readonly extensions: readonly DecodedExtension[];
  readonly extraBytes: number;
  readonly at: Date;
}

export function certificateWarnings(judged: Judged): string[] {
  const { certificate, key, signature, isSelfSigned, extensions, extraBytes, at } = judged;
  const { notBefore, notAfter, serial, version } = certificate;
  const status = statusAt(certificate, at);
  const warnings: string[] = [];
  if (Date.parse(notAfter) < Date.parse(notBefore)) warnings.push('Never valid: its validity ends before it begins');
  else if (status === 'expired') warnings.push(`Expired ${counted(-daysBetween(at, notAfter))} ago`);
  else if (status === 'not-yet-valid') warnings.push(`Not valid yet: it becomes valid on ${notBefore}`);
  else if (daysBetween(at, notAfter) < 14) warnings.push(`Expires in ${counted(daysBetween(at, notAfter))}`);
  warnings.push(...keyWarnings(key), ...signatureWarnings(signature.name, signature.digest, isSelfSigned));
  warnings.push(...serverWarnings(judged));
  for (const { name, critical, state } of extensions) {
    if (state === 'damaged') warnings.push(`Extension ${name} is damaged: its bytes are shown`);
    if (state === 'unknown' && critical)
      warnings.push(`Extension ${name} is critical and unknown: most clients refuse such a certificate`);
  }
  const oids = extensions.map(({ oid }) => oid);
  if (new Set(oids).size < oids.length) warnings.push('An extension occurs twice, which RFC 5280 does not allow');
  if (version < 3 && extensions.length > 0) warnings.push(`Version ${version} must not have extensions`);
  if (((serial[0] ?? 0) & 0x80) !== 0) warnings.push('The serial number is negative, which RFC 5280 does not allow');
  if (serial.length > 21) warnings.push(`The serial number has ${serial.length} bytes; 20 are the most allowed`);
  if (!Buffer.from(certificate.algorithm.raw).equals(Buffer.from(certificate.innerAlgorithm.raw)))
    warnings.push('The signature algorithm outside differs from the one that is signed');
  if (extraBytes > 0) warnings.push(`${extraBytes} more bytes follow the certificate`);
  return warnings;
}

/** Apple's rules for every server certificate made since July 2019. */
const APPLE_SINCE = Date.parse('2019-07-01T00:00:00Z');
const APPLE_DAYS = 825;

function serverWarnings({ certificate: { extensions, notBefore, notAfter }, isSelfSigned }: Judged): string[] {
  const purposes = extensionValue(extensions, 'extendedKeyUsage');
  const isCa = extensionValue(extensions, 'basicConstraints')?.ca === true;
  const isServer = purposes?.includes('serverAuth') ?? false;
  const names = extensionValue(extensions, 'subjectAltName') ?? [];
  if (isCa && !isServer) return [];
  const warnings: string[] = [];
  if (isServer && names.length === 0)
    warnings.push('No subject alternative names: browsers ignore the common name and refuse it for every host');
  const days = (Date.parse(notAfter) - Date.parse(notBefore)) / DAY_MS;
  if (isServer && !(isCa && isSelfSigned) && Date.parse(notBefore) >= APPLE_SINCE && days > APPLE_DAYS)
    warnings.push(
      `Valid for ${Math.round(days)} days: Apple systems refuse server certificates over ${APPLE_DAYS} days`,
    );
  return warnings;
}
