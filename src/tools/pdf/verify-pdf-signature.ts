import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import { defineTool, invalid, json, quote } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { signatureFields } from '../../formats/pdf/document/change.js';
import { openPdf, readingPdf } from '../../formats/pdf/document/open.js';
import { MAX_SIGNATURES, verifySignatures } from '../../formats/pdf/signatures/verify.js';
import { condition } from './_report-data.js';
import { reportOf, signatureData, statedTime } from './_signature-report.js';
import { anchorsOf } from './_trust-anchors.js';

const TRUST_CHARACTERS = 200_000;

/** The signature of two examples. */
const ROSA = {
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
};

export default defineTool({
  id: 'verify-pdf-signature',
  title: 'Verify PDF Signature',
  summary:
    'Checks the digital signatures of a PDF: who signed and when, whether they are valid, and what was changed afterwards.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 2, formats: ['.pdf', '.pem', '.crt', '.cer'] },
  options: {
    trust: z
      .string()
      .max(TRUST_CHARACTERS)
      .default('')
      .describe('Trusted certificates in PEM form, one after another; a .pem file sent with the PDF does the same.'),
    password: shared.password(),
  },
  result: 'data',
  data: z.object({
    signed: z.boolean().describe('Whether the file has a signature.'),
    valid: z.boolean().describe('Whether every signature is valid.'),
    coversWholeFile: z.boolean().describe('Whether a valid signature covers the whole file.'),
    signatures: z.array(signatureData).describe('Signatures in the order of the form.'),
    ...condition,
  }),
  notes: [
    '"valid" means that the bytes covered by the signature are those that were signed with the key of the certificate. "trust" says whose certificate that is.',
    '"trust" is trusted (leads to a certificate you sent, all valid at the time of signing), self-signed, unknown-issuer, or invalid-chain (leads there, but not all were valid then). No certificates are built in or fetched; revocation is not checked.',
    '"coversWholeFile" says that a valid signature covers all of the file. If it is false, check "changesAfter" before you rely on "valid": it names signatures, form-fields, annotations, pages, metadata or other.',
    '"time" is what the signer states. A time stamp of an authority is shown in "timestamp" but not checked itself.',
    '"certification" is 1 where the author allowed no changes, 2 for filling in forms, 3 also for comments, otherwise null.',
    'Supports adbe.pkcs7.detached, adbe.pkcs7.sha1, adbe.x509.rsa_sha1, ETSI.CAdES.detached and ETSI.RFC3161 with RSA, RSA-PSS and ECDSA. At most 50 signatures.',
  ],
  aliases: [
    'check pdf signature',
    'validate digital signature',
    'pdfsig',
    'is pdf signed',
    'verify signed pdf',
    'pades validation',
    'is the signature of a pdf valid',
    'who signed a pdf',
  ],
  verified: [
    'OpenSSL 3.0: RSA with SHA-256 and SHA-512, with and without signed attributes, RSA-PSS with SHA-384, ECDSA on P-384, and signers named by key identifier are valid, and not after a changed byte; poppler 22.12 (pdfsig) agrees on those four kinds that it reads.',
    'poppler 22.12 (pdfsig) on the signed fixtures: two valid signatures, the first not over the whole file, and a digest mismatch.',
    'Updates behind a signature that change a content, a page or an annotation, or sign again, are named; a range that excludes more than the signature is refused.',
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
            ROSA,
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
      title: 'Text changed after signing, signer unknown',
      files: [{ name: 'forged.pdf', fixture: 'pdf/signed-forged.pdf' }],
      output: {
        data: {
          signed: true,
          valid: false,
          coversWholeFile: false,
          signatures: [
            {
              ...ROSA,
              valid: false,
              trust: 'unknown-issuer',
              coversWholeFile: true,
              changesAfter: [],
              digestValid: false,
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
      title: 'Not a certificate',
      options: { trust: 'everybody' },
      files: [{ name: 'letter.pdf', fixture: 'pdf/letter.pdf' }],
      error: { code: 'INVALID_INPUT', message: 'Option "trust" must have certificates in PEM form' },
    },
    {
      title: 'More than one PDF',
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
        timeOf: ({ value }, cms) => statedTime(pdf, value, cms) ?? now,
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
