import { z } from 'zod';

import { anyJson } from '../../core/shared-data.js';
import { isoDate } from '../../formats/pdf/document/metadata.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { stringEntry } from '../../formats/pdf/document/survey.js';
import type { CheckedSignature } from '../../formats/pdf/signatures/verify.js';
import { type PdfDict, type PdfString, stringText } from '../../formats/pdf/syntax/objects.js';
import type { CmsResult } from '../../lib/pki/verify-cms.js';
import { namePart } from './_key-file.js';

const known = (description: string) => z.string().nullable().describe(description);

export const signatureData = z.object({
  field: z.string().describe('Name of the field.'),
  valid: z.boolean().describe('Whether the signature is valid.'),
  signer: known('Name of the signer.'),
  trust: known('How far the certificate is trusted; null where it cannot be read.'),
  time: known('Time of signing as stated, ISO 8601.'),
  timestamp: anyJson('Time stamp; null where there is none.'),
  coversWholeFile: z.boolean().describe('Whether it covers the whole file.'),
  changesAfter: anyJson('What was changed afterwards.'),
  certification: anyJson('What the certification allows; null where there is none.'),
  digestValid: z.boolean().describe('Whether the signed bytes are unchanged.'),
  signatureValid: z.boolean().describe('Whether the signature fits the certificate.'),
  format: known('Format of the signature.'),
  algorithm: known('Algorithms.'),
  reason: known('Reason as stated.'),
  location: known('Location as stated.'),
  certificate: z
    .object({
      subject: z.string().describe('Owner.'),
      issuer: z.string().describe('Issuer.'),
      serialNumber: z.string().describe('Serial number in hex.'),
      validFrom: z.string().describe('Valid from, ISO 8601.'),
      validTo: z.string().describe('Valid until, ISO 8601.'),
      sha256: z.string().describe('Fingerprint in hex.'),
    })
    .nullable()
    .describe('Certificate of the signer; null where it cannot be read.'),
  chain: z.array(z.string()).describe('Owners of the certificates, the signer first.'),
  problems: z.array(z.string()).describe('Problems and doubts.'),
});

/** A date of a certificate as ISO 8601; as it is written where it is none. */
function shortDate(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? date : `${time.toISOString().slice(0, 19)}Z`;
}

/** One line for a distinguished name. */
const oneLine = (name: string): string => name.split('\n').join(', ');

/** When it was signed, as the signature or its form field says; `undefined` where neither says a time. */
export function statedTime({ document }: OpenPdf, field: PdfDict, cms: CmsResult): Date | undefined {
  const stated = stringEntry(document, field, 'M', (text) => isoDate(stringText(text))) ?? cms.signingTime;
  const time = new Date(stated ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** What is told of one signature. */
export function reportOf({ document }: OpenPdf, checked: CheckedSignature) {
  const { field, cms, trust, chain, isRangeSound, coversWholeFile, changes, certification, problems } = checked;
  const certificate = cms?.certificate;
  const entry = (key: string, read: (value: PdfString) => string = stringText) =>
    stringEntry(document, field.value, key, read);
  return {
    field: field.name,
    valid: isRangeSound && cms?.isDigestRight === true && cms.isSignatureRight,
    signer: certificate === undefined ? null : (namePart(certificate.subject, 'CN') ?? oneLine(certificate.subject)),
    trust: trust ?? null,
    time: entry('M', (value) => isoDate(stringText(value))) ?? cms?.signingTime ?? null,
    timestamp: cms?.timestamp ?? null,
    coversWholeFile,
    changesAfter: changes,
    certification: certification ?? null,
    digestValid: cms?.isDigestRight ?? false,
    signatureValid: cms?.isSignatureRight ?? false,
    format: document.getName(field.value, 'SubFilter') ?? null,
    algorithm: cms === undefined ? null : `${cms.signatureAlgorithm} with ${cms.digestAlgorithm}`,
    reason: entry('Reason'),
    location: entry('Location'),
    certificate:
      certificate === undefined
        ? null
        : {
            subject: oneLine(certificate.subject),
            issuer: oneLine(certificate.issuer),
            serialNumber: certificate.serialNumber,
            validFrom: shortDate(certificate.validFrom),
            validTo: shortDate(certificate.validTo),
            sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
          },
    chain: chain.map(({ subject }) => oneLine(subject)),
    problems,
  };
}
