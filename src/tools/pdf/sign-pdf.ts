import { z } from 'zod';

import { defineTool, json, withFiles } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { isAppendable } from '../../formats/pdf/document/append.js';
import { prepareChange } from '../../formats/pdf/document/change.js';
import { openPdf } from '../../formats/pdf/document/open.js';
import { signPdf } from '../../formats/pdf/signatures/sign.js';
import { namePart, openKeyFile } from './_key-file.js';
import { passwordOption } from './_password.js';
import { condition } from './_report-data.js';
import { changedName, conditionOf, PDF_MIME } from './_results.js';
import { checkWithoutKey, placeSignature, sortToSign } from './_signature-image.js';
import { stampOf } from './_stamp.js';

const textOption = (what: string) => z.string().max(200).default('').describe(`${what}; empty omits it.`);

export default defineTool({
  id: 'sign-pdf',
  title: 'Sign PDF',
  summary:
    'Signs a PDF digitally (PAdES) with a certificate and key from a .p12, .pfx or PEM file, or places the image of a signature.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 4, formats: ['.pdf', '.p12', '.pfx', '.pem', '.key', '.crt', '.cer', '.png', '.jpg', '.jpeg'] },
  options: {
    keyPassword: passwordOption('Password of the key file.'),
    password: shared.password(),
    name: z.string().max(200).default('').describe('Name of the signer; empty uses the name in the certificate.'),
    reason: textOption('Reason for signing'),
    location: textOption('Place of signing'),
    visible: z
      .boolean()
      .default(false)
      .describe('Shows a stamp with name, reason, location and time, and the image if one is sent.'),
    page: z.number().multipleOf(1).min(1).max(50_000).default(1).describe('Page of the stamp or image, from 1.'),
    box: ofKind(
      'page-box',
      z
        .string()
        .max(60)
        .default('36,36,220,60')
        .describe(
          'Position of the stamp or image: x,y,width,height in points (1/72 inch) from the top left corner of the page as shown.',
        ),
    ),
  },
  result: 'mixed',
  data: z.object({
    signed: z.boolean().describe('Whether the PDF is signed with a certificate; false when only an image was placed.'),
    signer: z.string().describe('Name of the signer; empty without a certificate.'),
    time: z.string().describe('Time of signing, ISO 8601.'),
    visible: z.boolean().describe('Whether a stamp is shown.'),
    appended: z.boolean().describe('Whether the upload is kept byte for byte, with the signature appended.'),
    ...condition,
  }),
  notes: [
    'Send the PDF, the key file and, for the stamp, a PNG or JPEG image, in any order. The key file is a .p12 or .pfx file, a PEM file with the private key and its certificates, or two PEM files (key, certificates).',
    'Without a key file, the PNG or JPEG image of a signature is placed on the page, as large as fits into "box". That is a drawing, not a digital signature: it proves nothing, "signed" is false, and signatures the file has become invalid, which "warnings" reports.',
    'The signature is PAdES baseline B (ETSI EN 319 142-1): CAdES, detached, SHA-256, with the certificates of the key file. RSA and ECDSA keys.',
    "The time is that of this machine, without a time-stamp authority: readers show it as the signer's own.",
    'The file is only added to, so signatures it already has stay valid. Damaged, restricted and encrypted files are rewritten first, which "warnings" reports; the result is then not encrypted.',
    'Key files may be encrypted with AES, Triple-DES or RC2. Key and passwords are never stored or shown.',
    'A certified PDF that allows no changes is refused. The stamp supports Latin letters only (ISO 8859-1).',
  ],
  aliases: [
    'digital signature',
    'esign pdf',
    'certify pdf',
    'pades',
    'p12 signature',
    'sign document with certificate',
    'sign a contract',
    'put my signature on a document',
    'electronic signature',
  ],
  verified: [
    'poppler 22.12 (pdfsig): signatures by RSA and ECDSA keys, from key files with AES and with RC2 and Triple-DES, are valid and cover the whole file; a second one leaves the first valid; a changed byte is noticed.',
    'OpenSSL 3.0 (cms -verify -cades) verifies the signatures against the root certificate.',
    'qpdf 11.3: no fault in signed files with cross-reference tables and streams; fields, links and annotations are kept.',
    '186 real and damaged files by a script, each with a stamp: all signatures valid to pdfsig, one file with a new complaint in qpdf --check.',
    'Image alone: poppler draws the page with the image at its place, as sharp composes both, on turned pages too; qpdf finds no fault.',
    'RC2: the vectors of RFC 2268.',
  ],
  examples: [
    {
      title: 'An invisible signature',
      options: { keyPassword: 'secret', reason: 'Approved', location: 'Zürich' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', fixture: 'pdf/signer-rsa.p12' },
      ],
      output: {
        data: {
          signed: true,
          signer: 'Rosa Signer',
          time: '2026-01-02T03:04:05Z',
          visible: false,
          appended: true,
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'letter-signed.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'A stamp on a turned page, with an ECDSA key',
      options: { keyPassword: 'secret', visible: true, page: 2, box: '10,10,150,50', name: 'E. C. Signer' },
      files: [
        { name: 'signer.pfx', fixture: 'pdf/signer-ec.p12' },
        { name: 'report.pdf', fixture: 'pdf/report.pdf' },
      ],
      output: {
        data: {
          signed: true,
          signer: 'E. C. Signer',
          time: '2026-01-02T03:04:05Z',
          visible: true,
          appended: true,
          repaired: false,
          warnings: [],
        },
        files: [{ name: 'report-signed.pdf', mime: 'application/pdf' }],
      },
    },
    {
      title: 'The image of a signature, without a certificate',
      options: { box: '20,20,150,50' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signature.png', fixture: 'image/raster/photo.png' },
      ],
      output: { files: [{ name: 'letter-signed.pdf', mime: 'application/pdf' }] },
    },
    {
      title: 'A reason without a key file',
      options: { reason: 'Approved' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signature.png', fixture: 'image/raster/photo.png' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Option "reason" needs a key file' },
    },
    {
      title: 'The wrong password',
      options: { keyPassword: 'guess' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', fixture: 'pdf/signer-rsa.p12' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot open key file "signer.p12": the password is wrong' },
    },
    {
      title: 'Not a key file',
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', text: 'not a key' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot open key file "signer.p12": it is damaged or no PKCS #12 file' },
    },
    {
      title: 'No key file',
      files: [
        { name: 'a.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'b.pdf', fixture: 'pdf/letter.pdf' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message:
          'Property "files" must be one PDF with a key file (.p12, .pfx, or .pem with key and certificate, or two such files) and at most one image for the stamp, or with one image of a signature',
      },
    },
    {
      title: 'A stamp beyond the page',
      options: { keyPassword: 'secret', visible: true, box: '100,10,150,50' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', fixture: 'pdf/signer-rsa.p12' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "box" must be within the page of 200 × 200 points, got "100,10,150,50"',
      },
    },
    {
      title: 'An invalid position',
      options: { keyPassword: 'secret', visible: true, box: 'bottom right' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', fixture: 'pdf/signer-rsa.p12' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "box" must be x,y,width,height in points, at least 20 wide and 10 high, got "bottom right"',
      },
    },
    {
      title: 'A page that does not exist',
      options: { keyPassword: 'secret', visible: true, page: 3 },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', fixture: 'pdf/signer-rsa.p12' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot sign PDF "letter.pdf": page 3 of 2 asked for' },
    },
    {
      title: 'A stamp with letters that its font lacks',
      options: { keyPassword: 'secret', visible: true, name: '山田', box: '10,10,150,50' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'signer.p12', fixture: 'pdf/signer-rsa.p12' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot draw "山田": a visible signature has only Latin letters (ISO 8859-1)',
      },
    },
  ],
  async run({ files, options, now, signal }) {
    const { document, keyFiles, picture } = sortToSign(files);
    const time = `${now.toISOString().slice(0, 19)}Z`;
    const result = (name: string, bytes: Uint8Array) => [{ name: changedName(name, 'signed'), mime: PDF_MIME, bytes }];
    if (keyFiles.length === 0 && picture !== undefined) {
      checkWithoutKey(options);
      const { pdf, bytes } = await placeSignature(document, picture, options, signal);
      const report = { signed: false, signer: '', time, visible: true, appended: false, ...conditionOf(pdf) };
      return withFiles(json(report), result(pdf.name, bytes));
    }
    const pdf = openPdf(document, { password: options.password });
    const identity = openKeyFile(keyFiles, options.keyPassword);
    const { certificate } = identity;
    const name =
      options.name.trim() || (namePart(certificate.subject, 'CN') ?? namePart(certificate.subject, 'O') ?? 'unknown');
    const { reason, location } = options;
    const appended = isAppendable(pdf, document.bytes);
    const { page, box, visible } = options;
    const stamp = visible
      ? await stampOf(pdf, { page, box, name, reason, location, time, picture }, signal)
      : undefined;
    // Only what is written anew loses something.
    if (!appended) prepareChange(pdf);
    if (now < new Date(certificate.validFrom)) pdf.document.warn('the certificate is not valid yet');
    if (now > new Date(certificate.validTo)) pdf.document.warn('the certificate has expired');
    const bytes = signPdf(pdf, document.bytes, { identity, reason, location, name, now, stamp });
    const report = { signed: true, signer: name, time, visible, appended, ...conditionOf(pdf) };
    return withFiles(json(report), result(pdf.name, bytes));
  },
});
