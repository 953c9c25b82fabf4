import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, quote } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { signatureFields } from '../../formats/pdf/document/change.js';
import { isoDate } from '../../formats/pdf/document/metadata.js';
import { type OpenPdf, openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { stringEntry } from '../../formats/pdf/document/survey.js';
import { type CheckedSignature, MAX_SIGNATURES, verifySignatures } from '../../formats/pdf/signatures/verify.js';
import { type PdfString, stringText } from '../../formats/pdf/syntax/objects.js';
import { type Certificate, readCertificates } from '../../lib/pki/certificates.js';

import { namePart } from './_key-file.js';
import { passwordOption } from './_password.js';

import { condition } from './_report-data.js';

const known = (description: string) => z.string().nullable().describe(description);

const signatureData = z.object({
  field: z.string().describe('Name of the field.'),
  valid: z.boolean().describe('Whether the signature holds.'),
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
      validFrom: z.string().describe('Start of validity, ISO 8601.'),
      validTo: z.string().describe('End of validity, ISO 8601.'),
      sha256: z.string().describe('Fingerprint in hex.'),
    })
    .nullable()
    .describe('Certificate of the signer; null where it cannot be read.'),
  chain: z.array(z.string()).describe('Owners of the certificates, the signer first.'),
  problems: z.array(z.string()).describe('What is wrong or doubtful.'),
});

const TRUST_CHARACTERS = 200_000;

function anchorsOf(trust: string, files: readonly InputFile[]): Certificate[] {
  const sources = [
    ...(trust.trim() === '' ? [] : [{ name: 'Option "trust"', text: trust }]),
    ...files.map(({ name, bytes }) => ({ name: `File ${quote(name)}`, text: Buffer.from(bytes).toString('latin1') })),
  ];
  return sources.flatMap(({ name, text }) => {
    const certificates = readCertificates(text);
    if (certificates === undefined) throw invalid(`${name} must have certificates in PEM form`);
    return certificates;
  });
}

/** A date of a certificate as ISO 8601; as it is written where it is none. */
function shortDate(date: string): string {
  const time = new Date(date);
  return Number.isNaN(time.getTime()) ? date : `${time.toISOString().slice(0, 19)}Z`;
}

/** One line for a distinguished name. */
const oneLine = (name: string): string => name.split('\n').join(', ');

function reportOf({ document }: OpenPdf, checked: CheckedSignature) {
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

export default defineTool({
  id: 'verify-pdf-signature',
  title: 'Verify PDF Signature',
  summary:
    'Checks the digital signatures of a PDF: who signed and when, whether they hold, and what was changed afterwards.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 2, formats: ['.pdf', '.pem', '.crt', '.cer'] },
  options: {
    trust: z
      .string()
      .max(TRUST_CHARACTERS)
      .default('')
      .describe(
        'Certificates that are trusted, in PEM form one behind the other; a .pem file beside the PDF does the same.',
      ),
    password: passwordOption('Needed only for a file that asks for one when it is opened.'),
  },
  result: 'data',
  data: z.object({
    signed: z.boolean().describe('Whether there is a signature.'),
    valid: z.boolean().describe('Whether every signature holds.'),
    coversWholeFile: z.boolean().describe('Whether a valid signature covers the whole file.'),
    signatures: z.array(signatureData).describe('Signatures in the order of the form.'),
    ...condition,
  }),
  notes: [
    '"valid" says that the bytes which the signature covers are those that were signed, with the key of the certificate. Whose certificate that is, "trust" says.',
    '"trust" is trusted (leads to a certificate that you sent, all valid at the time of signing), self-signed, unknown-issuer, or invalid-chain (leads there, but not all were valid then). No certificates are built in and none are fetched; revocation is not checked.',
    '"coversWholeFile" of the file says that a valid signature covers all of it: otherwise look at "changesAfter" before you rely on "valid".',
    '"time" is what the signer states. A time stamp of an authority is shown in "timestamp" but not checked itself.',
    'Where "coversWholeFile" is false something was added later: "changesAfter" names signatures, form-fields, annotations, pages, metadata or other.',
    '"certification" is 1 where the author allowed no changes, 2 for filling in forms, 3 for comments too, else null.',
    'Reads adbe.pkcs7.detached, adbe.pkcs7.sha1, adbe.x509.rsa_sha1, ETSI.CAdES.detached and ETSI.RFC3161 with RSA, RSA-PSS and ECDSA. At most 50 signatures.',
  ],
  aliases: [
    'check pdf signature',
    'validate digital signature',
    'pdfsig',
    'is pdf signed',
    'verify signed pdf',
    'pades validation',
  ],
  verified: [
    'OpenSSL 3.0: RSA with SHA-256 and SHA-512, with and without signed attributes, RSA-PSS with SHA-384, ECDSA on P-384, and signers named by key identifier are valid, and not after a changed byte; poppler 22.12 (pdfsig) agrees on those four kinds that it reads.',
    'poppler 22.12 (pdfsig) on the signed fixtures: two valid signatures, the first not over the whole file, and a digest mismatch.',
    'Updates behind a signature that change a content, a page or an annotation, or sign again, are named; a range that leaves out more than the signature is refused.',
    '188 real and damaged files by a script: the two that have unsigned signature fields, and all others, show none, as in pdfsig.',
  ],
  examples: [
    {
      title: 'Two signatures, checked against a root certificate',
      files: [
        { name: 'contract.pdf', fixture: 'pdf/signed-twice.pdf' },
        { name: 'root.pem', fixture: 'pdf/signer-root.pem' },
      ],
      output: {
        data: {
          signed: true,
          valid: true,
          coversWholeFile: true,
          signatures: [
            {
              field: 'Signature1',
              valid: true,
              signer: 'Rosa Signer',
              trust: 'trusted',
              time: '2026-01-02T03:04:05Z',
              timestamp: null,
              coversWholeFile: false,
              changesAfter: ['signatures'],
              certification: null,
              digestValid: true,
              signatureValid: true,
              format: 'ETSI.CAdES.detached',
              algorithm: 'RSA with SHA-256',
              reason: 'Approved',
              location: null,
              certificate: {
                subject: 'CN=Rosa Signer',
                issuer: 'CN=Test Root',
                serialNumber: '1001',
                validFrom: '2020-01-01T00:00:00Z',
                validTo: '2099-12-31T23:59:59Z',
                sha256: '4235bdb144159c24b4318cf13bf2de172427508d9df83891f12958cbfd2e01ff',
              },
              chain: ['CN=Rosa Signer', 'CN=Test Root'],
              problems: [],
            },
            {
              field: 'Signature2',
              valid: true,
              signer: 'Elsa Curve',
              trust: 'trusted',
              time: '2026-01-02T03:04:05Z',
              timestamp: null,
              coversWholeFile: true,
              changesAfter: [],
              certification: null,
              digestValid: true,
              signatureValid: true,
              format: 'ETSI.CAdES.detached',
              algorithm: 'ECDSA with SHA-256',
              reason: 'Second',
              location: null,
              certificate: {
                subject: 'CN=Elsa Curve',
                issuer: 'CN=Test Root',
                serialNumber: '1002',
                validFrom: '2020-01-01T00:00:00Z',
                validTo: '2099-12-31T23:59:59Z',
                sha256: 'ca4805246724de0ed5d87549c4f3c3045bdcfea3a10a003f204db199c16a9e12',
              },
              chain: ['CN=Elsa Curve', 'CN=Test Root'],
              problems: [],
            },
          ],
          repaired: false,
          warnings: [],
        },
      },
    },
    {
      title: 'A text that was changed after signing, by nobody who is known',
      files: [{ name: 'forged.pdf', fixture: 'pdf/signed-forged.pdf' }],
      output: {
        data: {
          signed: true,
          valid: false,
          coversWholeFile: false,
          signatures: [
            {
              field: 'Signature1',
              valid: false,
              signer: 'Rosa Signer',
              trust: 'unknown-issuer',
              time: '2026-01-02T03:04:05Z',
              timestamp: null,
              coversWholeFile: true,
              changesAfter: [],
              certification: null,
              digestValid: false,
              signatureValid: true,
              format: 'ETSI.CAdES.detached',
              algorithm: 'RSA with SHA-256',
              reason: 'Approved',
              location: null,
              certificate: {
                subject: 'CN=Rosa Signer',
                issuer: 'CN=Test Root',
                serialNumber: '1001',
                validFrom: '2020-01-01T00:00:00Z',
                validTo: '2099-12-31T23:59:59Z',
                sha256: '4235bdb144159c24b4318cf13bf2de172427508d9df83891f12958cbfd2e01ff',
              },
              chain: ['CN=Rosa Signer', 'CN=Test Root'],
              problems: [],
            },
          ],
          repaired: false,
          warnings: [],
        },
      },
    },
    {
      title: 'A file without signatures',
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      output: {
        data: { signed: false, valid: false, coversWholeFile: false, signatures: [], repaired: false, warnings: [] },
      },
    },
    {
      title: 'Something else than certificates to trust',
      options: { trust: 'everybody' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "trust" must have certificates in PEM form' },
    },
    {
      title: 'Two PDFs at once',
      files: [
        { name: 'a.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'b.pdf', fixture: 'pdf/letter.pdf' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "files" must be one PDF and at most one file of certificates',
      },
    },
  ],
  run({ files, options, now }) {
    const [document, ...documents] = files.filter(({ name }) => extensionOf(name) === '.pdf');
    if (document === undefined || documents.length > 0) {
      throw invalid('Property "files" must be one PDF and at most one file of certificates');
    }
    const anchors = anchorsOf(
      options.trust,
      files.filter(({ name }) => extensionOf(name) !== '.pdf'),
    );
    const pdf = openPdf(document, { password: options.password });
    const signatures = readingPdf(pdf.name, () => {
      const count = signatureFields(pdf).length;
      if (count > MAX_SIGNATURES) {
        throw invalid(`Cannot check PDF ${quote(pdf.name)}: it has ${count} signatures, the most is ${MAX_SIGNATURES}`);
      }
      const checked = verifySignatures(pdf, {
        bytes: document.bytes,
        password: options.password,
        anchors,
        timeOf: ({ value }, cms) => {
          const stated = stringEntry(pdf.document, value, 'M', (text) => isoDate(stringText(text))) ?? cms.signingTime;
          const time = stated === undefined ? now : new Date(stated);
          return Number.isNaN(time.getTime()) ? now : time;
        },
      });
      return checked.map((signature) => reportOf(pdf, signature));
    });
    return json({
      signed: signatures.length > 0,
      valid: signatures.length > 0 && signatures.every(({ valid }) => valid),
      coversWholeFile: signatures.some(({ valid, coversWholeFile }) => valid && coversWholeFile),
      signatures,
      repaired: pdf.document.isRepaired,
      warnings: pdf.document.warnings,
    });
  },
});
