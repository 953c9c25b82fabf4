import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { keyWeaknesses } from '../../formats/keys/key-info.js';
import { readPublicKey } from '../../formats/keys/read-key.js';
import { SCHEMES, VERIFYING_DIGESTS } from '../../formats/keys/signatures.js';

import { signedBytes } from './_signed-content.js';
import { judge, readSignature, readSignatureFile, signatureLength } from './_verify-signature.js';

/** RFC 8032, section 7.1, test 2. */
const KEY = 'MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=';
const SIGNATURE =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';
const REPORT = {
  algorithm: 'eddsa',
  digest: 'none',
  format: 'none',
  keyType: 'ed25519',
  bits: 256,
  curve: '',
  warnings: [],
};

export default defineTool({
  id: 'verify-signature',
  title: 'Verify Signature',
  summary: 'Verifies the signature of a text or file with a public key or certificate, and says why it fails.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 2, formats: ['*'] },
  options: {
    key: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Public key or certificate: PEM, JWK, OpenSSH or DER in base64; a private key gives its public one.'),
    ),
    kid: z.string().max(200).default('').describe('Which key of a set (JWKS) is used; empty where it has one.'),
    signature: z
      .string()
      .max(100_000)
      .default('')
      .describe('Signature in base64 or hex; empty where it is the second file.'),
    signatureEncoding: z
      .enum(['auto', 'base64', 'hex'])
      .default('auto')
      .describe('Encoding of the signature, which base64 may also have in its URL form.'),
    algorithm: z
      .enum(['auto', ...SCHEMES])
      .default('auto')
      .describe('Signature scheme; auto takes any that the key can be used with.'),
    digest: z
      .enum(['auto', ...VERIFYING_DIGESTS])
      .default('auto')
      .describe('Digest; auto finds it.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
    password: shared.password().describe('Password that opens a private key; empty if it has none.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether the signature fits the content and the key.'),
    reason: z.string().describe('Why it does not fit; empty where it does.'),
    algorithm: z.string().describe('Signature scheme that fits, or was tried first.'),
    digest: z.string().describe('Digest that fits, or was tried first; none for EdDSA.'),
    format: z.string().describe('Form of an ECDSA or DSA signature: der or p1363; none for other schemes.'),
    keyType: z.string().describe('Type of the key, such as rsa, ec or ed25519.'),
    bits: z.int().describe('Length of the key.'),
    curve: z.string().describe('Curve of an EC key; empty for other types.'),
    warnings: z.array(z.string()).describe('What is weak; empty if there is nothing.'),
  }),
  notes: [
    'A signature that does not fit is a result with "valid" false and a reason, which is found by trying other digests, paddings and line breaks, and for RSA by opening the signature.',
    'The content is "input" or the first file; the second file is the signature, bare or as text.',
    'ECDSA signatures are read in DER and as two numbers one after the other (IEEE P1363), which JWT and browsers have.',
    'It says that the owner of the key signed the content. Whose key it is, and whether a certificate is to be trusted, certificate-chain-checker looks at.',
    'SHA-1 and MD5 fit where they are right, with a warning: content for them can be forged.',
  ],
  aliases: [
    'openssl dgst -verify',
    'check a digital signature',
    'rsa verify',
    'ecdsa verify',
    'ed25519 verify',
    'public key signature check',
    'detached signature',
  ],
  verified: [
    'OpenSSL 3.0 (pkeyutl -sign): 585 signatures by keys of 9 kinds with 9 digests fit in the exhaustive tests, and with one bit flipped, other content, another digest or another key they do not',
    'RFC 8032, section 7.1: tests 1 to 3; RFC 6979, appendix A.2.5: ECDSA on P-256 over "sample" and "test"',
  ],
  examples: [
    {
      title: 'Test 2 of RFC 8032',
      input: 'r',
      options: { key: KEY, signature: SIGNATURE },
      output: { data: { valid: true, reason: '', ...REPORT } },
    },
    {
      title: 'A line break too many',
      input: 'r\n',
      options: { key: KEY, signature: SIGNATURE },
      output: { data: { valid: false, reason: 'It fits the content without the line break at its end', ...REPORT } },
    },
    {
      title: 'Other content',
      files: [{ name: 'letter.txt', text: 's' }],
      options: { key: KEY, signature: SIGNATURE },
      output: {
        data: {
          valid: false,
          reason: 'The content was changed, or the signature was made with another key',
          ...REPORT,
        },
      },
    },
    {
      title: 'A signature cut short',
      input: 'r',
      options: { key: KEY, signature: SIGNATURE.slice(0, 100) },
      output: { data: { valid: false, reason: 'The signature has 50 bytes where this key makes 64', ...REPORT } },
    },
    {
      title: 'No signature',
      input: 'r',
      options: { key: KEY },
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "signature": it is empty' },
    },
    {
      title: 'A signature in another encoding',
      input: 'r',
      options: { key: KEY, signature: SIGNATURE.slice(0, 99), signatureEncoding: 'hex' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "signature": it must be hex' },
    },
    {
      title: 'A scheme that the key does not have',
      input: 'r',
      options: { key: KEY, signature: SIGNATURE, algorithm: 'rsa-pss' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot verify with option "key": its type ed25519 has eddsa, not rsa-pss',
      },
    },
    {
      title: 'Two signatures',
      files: [
        { name: 'letter.txt', text: 's' },
        { name: 'letter.sig', text: 's' },
      ],
      options: { key: KEY, signature: SIGNATURE },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "signature" must be empty where the second file is the signature',
      },
    },
  ],
  async run({ input, files, options }) {
    const { password, kid, algorithm, digest, signatureEncoding } = options;
    const { key, keyType, bits, curve } = await readPublicKey(options.key, { label: 'option "key"', password, kid });
    const [, second] = files;
    if (second !== undefined && options.signature !== '')
      throw invalid('Option "signature" must be empty where the second file is the signature');
    const read = (text: string): Uint8Array => readSignature(text, signatureEncoding, signatureLength(key));
    const signature =
      second === undefined
        ? refusing('Cannot read option "signature"', () => read(options.signature))
        : refusing(`Cannot read file ${quote(second.name)}`, () => readSignatureFile(second.bytes, read));
    const bytes = signedBytes({ input, files, options });
    const verdict = refusing('Cannot verify with option "key"', () =>
      judge({ bytes, key, signature }, { algorithm, digest }),
    );
    const { valid, reason, scheme, format } = verdict;
    const isWeak = verdict.digest === 'sha1' || verdict.digest === 'md5';
    return json({
      ...{ valid, reason, algorithm: scheme, digest: verdict.digest, format, keyType, bits, curve },
      warnings: [
        ...keyWeaknesses({ keyType, bits, curve }),
        ...(isWeak ? [`The digest ${verdict.digest} is weak: content that fits the same signature can be made`] : []),
      ],
    });
  },
});
