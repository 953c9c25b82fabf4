import { createHash } from 'node:crypto';
import { z } from 'zod';

import { anyJson } from '../../core/shared-data.js';
import { inPart } from '../../lib/faults.js';
import { altNamesOf, type DecodedExtension, decodeExtension, extensionValue } from '../../lib/pki/extensions.js';
import { commonNameOf, generalNameText, nameParts, nameText } from '../../lib/pki/names.js';
import { isSignedBy, keyFacts, keyPin, openPublicKey, signatureFacts } from '../../lib/pki/public-keys.js';
import { certificateWarnings, daysBetween, statusAt } from '../../lib/pki/weaknesses.js';
import { type ParsedCertificate, parseCertificate } from '../../lib/pki/x509.js';

export const namePartData = z.object({
  type: z.string().describe('Type of the attribute, such as CN or O.'),
  value: z.string().describe('Value.'),
});

export const keyData = z.object({
  keyType: z.string().describe('Type of the key: rsa, ec, ed25519 and so on.'),
  bits: z.int().describe('Size of the key in bits; 0 if unknown.'),
  curve: z.string().describe('Curve of an EC key; empty for others.'),
  exponent: z.string().describe('Public exponent of an RSA key; empty for others.'),
  pin: z.string().describe('SHA-256 of the public key in base64, as in pin-sha256.'),
});

export const fingerprintData = z.object({
  sha256: z.string().describe('SHA-256 in hex.'),
  sha1: z.string().describe('SHA-1 in hex.'),
  md5: z.string().describe('MD5 in hex.'),
});

export const extensionData = z.object({
  name: z.string().describe('Name; the dotted identifier of an unknown extension.'),
  oid: z.string().describe('Object identifier.'),
  critical: z.boolean().describe('Whether a client that does not know it must refuse the certificate.'),
  value: anyJson('Decoded value; bytes in hex if the extension is unknown or damaged.'),
});

export const certificateData = z.object({
  subject: z.string().describe('Owner.'),
  commonName: z.string().describe('Common name of the owner; empty if there is none.'),
  subjectParts: z.array(namePartData).describe('Attributes of the owner, in their order.'),
  issuer: z.string().describe('Issuer.'),
  issuerParts: z.array(namePartData).describe('Attributes of the issuer, in their order.'),
  altNames: z.array(z.string()).describe('Subject alternative names, such as DNS:example.com.'),
  serialNumber: z.string().describe('Serial number in hex.'),
  version: z.int().describe('Version, usually 3.'),
  notBefore: z.string().describe('Start of validity, ISO 8601.'),
  notAfter: z.string().describe('End of validity, ISO 8601.'),
  status: z.enum(['valid', 'expired', 'not-yet-valid']).describe('Whether the dates allow its use at that instant.'),
  daysLeft: z.int().describe('Whole days until it expires; negative once it has.'),
  isCa: z.boolean().describe('Whether it may issue certificates.'),
  selfSigned: z.boolean().describe('Whether it is signed with its own key.'),
  key: keyData.describe('Public key.'),
  signatureAlgorithm: z.string().describe('Signature algorithm, as OpenSSL names it.'),
  fingerprints: fingerprintData.describe('Fingerprints of the certificate.'),
  extensions: z.array(extensionData).describe('Extensions, in their order.'),
  warnings: z.array(z.string()).describe('Weaknesses and surprises; empty if there are none.'),
});

export type CertificateReport = z.output<typeof certificateData>;

/** A certificate with what is told of it. */
export interface ReadCertificate {
  readonly parsed: ParsedCertificate;
  readonly report: CertificateReport;
}

/** A serial number or another integer of ASN.1 in hex, without the byte that holds only its sign. */
function serialText(content: Uint8Array): string {
  const hex = Buffer.from(content).toString('hex');
  if (((content[0] ?? 0) & 0x80) === 0) return hex.length > 2 ? hex.replace(/^00/, '') : hex;
  const value = (1n << BigInt(8 * content.length)) - BigInt(`0x${hex}`);
  const digits = value.toString(16);
  return `-${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}

export const fingerprintsOf = (bytes: Uint8Array) => {
  const digest = (name: string): string => createHash(name).update(bytes).digest('hex');
  return { sha256: digest('sha256'), sha1: digest('sha1'), md5: digest('md5') };
};

export const keyReport = (info: Uint8Array) => ({ ...keyFacts(info), pin: keyPin(info) });

export const extensionReport = ({ name, oid, critical, value }: DecodedExtension) => ({ name, oid, critical, value });

/** Everything that a certificate says, judged at an instant. Throws ContentFault. */
export function reportCertificate(bytes: Uint8Array, extraBytes: number, at: Date): ReadCertificate {
  const parsed = parseCertificate(bytes);
  const { issuer, subject } = parsed;
  const extensions = parsed.extensions.map(decodeExtension);
  const signature = inPart('signature algorithm', () => signatureFacts(parsed.algorithm));
  const key = keyReport(parsed.publicKey);
  const isSelfSigned =
    Buffer.from(issuer.raw).equals(Buffer.from(subject.raw)) &&
    isSignedBy(parsed, openPublicKey(parsed.publicKey)) === true;
  const judged = { certificate: parsed, key, signature, isSelfSigned, extensions, extraBytes, at };
  const report = {
    subject: inPart('subject', () => nameText(subject)),
    commonName: commonNameOf(subject) ?? '',
    subjectParts: nameParts(subject),
    issuer: inPart('issuer', () => nameText(issuer)),
    issuerParts: nameParts(issuer),
    altNames: altNamesOf(parsed.extensions).map(generalNameText),
    serialNumber: serialText(parsed.serial),
    version: parsed.version,
    notBefore: parsed.notBefore,
    notAfter: parsed.notAfter,
    status: statusAt(parsed, at),
    daysLeft: daysBetween(at, parsed.notAfter),
    isCa: extensionValue(parsed.extensions, 'basicConstraints')?.ca ?? false,
    selfSigned: isSelfSigned,
    key,
    signatureAlgorithm: signature.name,
    fingerprints: fingerprintsOf(parsed.raw),
    extensions: extensions.map(extensionReport),
    warnings: certificateWarnings(judged),
  } satisfies CertificateReport;
  return { parsed, report };
}

const colons = (hex: string): string => hex.toUpperCase().replace(/..(?=.)/g, '$&:');

/** A value of an extension on lines of its own, as short as it can be read. */
function valueLines(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valueLines);
  if (typeof value !== 'object' || value === null) return [String(value)];
  const told = Object.entries(value).filter(([, one]) => one !== null);
  return [told.map(([key, one]) => `${key}: ${Array.isArray(one) ? one.join(', ') : String(one)}`).join(', ')];
}

const keyText = ({ keyType, bits, curve }: CertificateReport['key']): string =>
  [keyType.toUpperCase(), curve, bits > 0 ? `${bits} bits` : ''].filter((word) => word !== '').join(', ');

/** The report as people read it, line by line. */
export function certificateText(report: CertificateReport): string {
  const { fingerprints, key, daysLeft } = report;
  const left = daysLeft < 0 ? `expired ${-daysLeft} days ago` : `${daysLeft} days left`;
  const rows: [string, string][] = [
    ['Subject', report.subject || '(empty)'],
    ['Issuer', report.selfSigned ? `${report.issuer} (self-signed)` : report.issuer],
    ['Serial number', report.serialNumber],
    ['Valid from', report.notBefore],
    ['Valid until', `${report.notAfter} (${report.status === 'not-yet-valid' ? 'not valid yet' : left})`],
    ['Names', report.altNames.join(', ')],
    ['Key', keyText(key)],
    ['Signature', report.signatureAlgorithm],
    ['Version', String(report.version)],
    ['SHA-256', colons(fingerprints.sha256)],
    ['SHA-1', colons(fingerprints.sha1)],
    ['Public key pin', `sha256/${key.pin}`],
  ];
  const lines = rows.filter(([, value]) => value !== '').map(([name, value]) => `${`${name}:`.padEnd(16)}${value}`);
  lines.push('Extensions:');
  for (const { name, critical, value } of report.extensions) {
    const [only, ...more] = valueLines(value);
    const title = `  ${name}${critical ? ' (critical)' : ''}:`;
    if (more.length === 0) lines.push(`${title} ${only ?? ''}`.trimEnd());
    else lines.push(title, ...[only ?? '', ...more].map((line) => `    ${line}`));
  }
  if (report.extensions.length === 0) lines.push('  none');
  for (const warning of report.warnings) lines.push(`Warning: ${warning}`);
  return lines.join('\n');
}
