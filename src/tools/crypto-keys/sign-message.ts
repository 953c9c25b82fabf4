import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { keyWeaknesses } from '../../formats/keys/key-info.js';
import { readPrivateKey } from '../../formats/keys/read-key.js';
import { SIGNING_DIGESTS, schemesOf, signBytes, usualDigest } from '../../formats/keys/signatures.js';
import { publicPem } from '../../formats/keys/write-key.js';
import { ContentFault } from '../../lib/faults.js';

import { signedBytes } from './_signed-content.js';

/** RFC 8032, section 7.1, test 2, as JWK. */
const RFC8032_KEY =
  '{"kty":"OKP","crv":"Ed25519","d":"TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}';
const RFC8032_PEM =
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=\n-----END PUBLIC KEY-----\n';

export default defineTool({
  id: 'sign-message',
  title: 'Sign Message',
  summary: 'Signs a text or file with a private key: RSA, RSA-PSS, ECDSA, Ed25519 or Ed448.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    key: ofKind(
      'secret',
      z.string().max(100_000).default('').describe('Private key: PEM, JWK, OpenSSH, PuTTY or DER in base64.'),
    ),
    password: shared.password().describe('Password that opens the key; empty if it has none.'),
    algorithm: z
      .enum(['auto', 'rsa-pkcs1', 'rsa-pss', 'ecdsa', 'eddsa', 'dsa'])
      .default('auto')
      .describe('Signature scheme; auto takes the usual one of the key: RSA with PKCS #1 v1.5, ECDSA, EdDSA.'),
    digest: z
      .enum(['auto', ...SIGNING_DIGESTS])
      .default('auto')
      .describe('Digest; auto takes SHA-256, and for P-384 and P-521 SHA-384 and SHA-512. EdDSA has its own.'),
    format: z
      .enum(['der', 'p1363'])
      .default('der')
      .describe(
        'Form of an ECDSA signature: DER as OpenSSL and Java have it, or the two numbers as JWT and browsers do.',
      ),
    encoding: z.enum(['base64', 'base64url', 'hex']).default('base64').describe('Encoding of the signature.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
  },
  result: 'mixed',
  data: z.object({
    signature: z.string().describe('Signature in the encoding that was asked for.'),
    algorithm: z.string().describe('Signature scheme.'),
    digest: z.string().describe('Digest; none for EdDSA, which has its own.'),
    keyType: z.string().describe('Type of the key, such as rsa, ec or ed25519.'),
    bits: z.int().describe('Length of the key.'),
    curve: z.string().describe('Curve of an EC key; empty for other types.'),
    publicKey: z.string().describe('Public key in PEM, for whoever verifies.'),
    warnings: z.array(z.string()).describe('What is weak; empty if there is nothing.'),
  }),
  notes: [
    'The bytes are signed exactly as given: a line break at the end counts. The bare signature is also in signature.sig, as "openssl dgst -verify" and "openssl pkeyutl -verify -rawin" take it.',
    'Signatures of RSA (PKCS #1 v1.5) and EdDSA are the same on each run, those of RSA-PSS, ECDSA and DSA differ and are equally right. The salt of RSA-PSS is as long as the digest.',
    'For tokens (JWS) use jwt-generator, for a shared secret hmac-calculator, for PGP pgp-encrypt.',
  ],
  aliases: [
    'digital signature',
    'openssl dgst -sign',
    'rsa sign',
    'ecdsa sign',
    'ed25519 sign',
    'rsa-pss',
    'sha256 with rsa',
    'sign a file',
  ],
  verified: [
    'RFC 8032, section 7.1: tests 1 to 3 and the test of SHA(abc); section 7.4: "Blank" and "1 octet" of Ed448',
    'OpenSSL 3.0 (pkeyutl -verify) accepts 207 signatures by keys of 9 kinds with every digest in the exhaustive tests, and refuses each with one bit flipped',
  ],
  examples: [
    {
      title: 'Test 2 of RFC 8032: the byte 72',
      input: '72',
      options: { key: RFC8032_KEY, inputEncoding: 'hex', encoding: 'hex' },
      output: {
        data: {
          signature:
            '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
          algorithm: 'eddsa',
          digest: 'none',
          keyType: 'ed25519',
          bits: 256,
          curve: '',
          publicKey: RFC8032_PEM,
          warnings: [],
        },
        files: [{ name: 'signature.sig', mime: 'application/octet-stream', bytes: 64 }],
      },
    },
    {
      title: 'The same of a file, in base64',
      files: [{ name: 'letter.txt', text: 'r' }],
      options: { key: RFC8032_KEY },
      output: {
        data: {
          signature: 'kqAJqfDUyrhyDoILX2QlQKKye1QWUD+Ps3YiI+vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA==',
          algorithm: 'eddsa',
          digest: 'none',
          keyType: 'ed25519',
          bits: 256,
          curve: '',
          publicKey: RFC8032_PEM,
          warnings: [],
        },
        files: [{ name: 'signature.sig', mime: 'application/octet-stream', bytes: 64 }],
      },
    },
    {
      title: 'No key',
      input: 'Hello',
      error: { code: 'INVALID_INPUT', message: 'Cannot read option "key": it is empty; a private key is needed' },
    },
    {
      title: 'A public key',
      input: 'Hello',
      options: { key: RFC8032_PEM },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "key": it is a public key; a private key is needed',
      },
    },
    {
      title: 'A scheme that the key does not have',
      input: 'Hello',
      options: { key: RFC8032_KEY, algorithm: 'ecdsa' },
      error: { code: 'INVALID_INPUT', message: 'Cannot sign with option "key": its type ed25519 has eddsa, not ecdsa' },
    },
    {
      title: 'A digest where the scheme has its own',
      input: 'Hello',
      options: { key: RFC8032_KEY, digest: 'sha512' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot sign with option "key": eddsa has a digest of its own, so "digest" must be auto',
      },
    },
    {
      title: 'Both text and file',
      input: 'Hello',
      files: [{ name: 'letter.txt', text: 'r' }],
      options: { key: RFC8032_KEY },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
  ],
  async run({ input, files, options }) {
    const { password, algorithm, format, encoding } = options;
    const { key, keyType, bits, curve } = await readPrivateKey(options.key, { label: 'option "key"', password });
    const bytes = signedBytes({ input, files, options });
    return refusing('Cannot sign with option "key"', () => {
      const schemes = schemesOf(key);
      const scheme = algorithm === 'auto' ? schemes[0] : schemes.find((name) => name === algorithm);
      if (scheme === undefined)
        throw new ContentFault(`its type ${keyType} has ${schemes.join(' and ')}, not ${algorithm}`);
      if (scheme === 'eddsa' && options.digest !== 'auto')
        throw new ContentFault('eddsa has a digest of its own, so "digest" must be auto');
      const digest = options.digest === 'auto' ? usualDigest(key) : options.digest;
      const signature = signBytes(bytes, key, { scheme, digest }, format);
      const report = {
        signature: Buffer.from(signature).toString(encoding),
        ...{ algorithm: scheme, digest, keyType, bits, curve },
        publicKey: publicPem(key),
        warnings: keyWeaknesses({ keyType, bits, curve }),
      };
      return withFiles(json(report), [{ name: 'signature.sig', mime: 'application/octet-stream', bytes: signature }]);
    });
  },
});
