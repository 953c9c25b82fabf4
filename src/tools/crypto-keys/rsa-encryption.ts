import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { bytesToText, readInputBytes } from '../../formats/byte-input.js';
import { keyWeaknesses } from '../../formats/keys/key-info.js';
import { readPrivateKey, readPublicKey } from '../../formats/keys/read-key.js';
import { decryptRsa, encryptRsa, PADDINGS } from '../../formats/keys/rsa-encryption.js';

import { readSignature } from './_verify-signature.js';

/** RFC 7515, appendix A.2: the modulus and the private exponent. */
const MODULUS =
  'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ';
const EXPONENT =
  'Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXOoAJe46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M_V51gfpRLI9JYanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ';
const PUBLIC_KEY = `{"kty":"RSA","n":"${MODULUS}","e":"AQAB"}`;
const PRIVATE_KEY = `{"kty":"RSA","n":"${MODULUS}","e":"AQAB","d":"${EXPONENT}"}`;
/** "Hello, Grüße" by OpenSSL 3.0, with OAEP and SHA-256. */
const ENCRYPTED =
  'TE8LoLYWe0wz0f0Iv/kBGSS+9CmE8Bj2NNBBp6HV+FV28rhPUwNC044bvXC2RrBcDfbgigKMwuf3cVHfGu30wVOiZjYtAc2xF3vY+MGvY580eGg2wEm3padk2pyeGvLlGc07ktcIjZzcHm41+q8Mq3PQX1pg+ukTP31Bwb9caxkEEn5AZ86DLlQsHeIjw1UXe3Z4OVOk50scy09c8qIFv4oUlIigwM4CqV9mZ1Dgwf67yZlJPnl7zEuBwyYF+vXJKnfYc6AYJX7ZrSKuaG2+QoM6pCFyEuoknD3esK28NP/KJKu/2r+R+3evpbyEvsJEGx57IVYWD1QhfK+GyX1wVg==';

export default defineTool({
  id: 'rsa-encryption',
  title: 'RSA Encryption',
  summary: 'Encrypts a short text with an RSA public key, or decrypts one with the private key: OAEP or PKCS #1 v1.5.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'required',
  options: {
    direction: z.enum(['encrypt', 'decrypt']).default('encrypt').describe('Encrypts or decrypts.'),
    key: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe(
          'RSA key: the public one or a certificate to encrypt, the private one to decrypt; PEM, JWK, OpenSSH or DER in base64.',
        ),
    ),
    password: shared.password().describe('Password that opens a private key; empty if it has none.'),
    padding: z
      .enum(PADDINGS)
      .default('oaep-sha256')
      .describe(
        'Padding; oaep-sha256-mgf1-sha1 is what Java means by OAEPWithSHA-256AndMGF1Padding, pkcs1 is old and not safe in protocols.',
      ),
    inputEncoding: shared.inputEncoding(),
    encoding: z
      .enum(['auto', 'base64', 'hex', 'base64url', 'text'])
      .default('auto')
      .describe('Encoding of the result; auto writes base64 when encrypting and text when decrypting.'),
    charset: shared.charset(),
  },
  result: 'data',
  data: z.object({
    result: z.string().describe('Encrypted or decrypted content in the encoding that was asked for.'),
    padding: z.string().describe('Padding that was used.'),
    bits: z.int().describe('Length of the key.'),
    warnings: z.array(z.string()).describe('What is weak; empty if there is nothing.'),
  }),
  notes: [
    'RSA takes fewer bytes than the key is long: 318 with 3072 bits and oaep-sha256. For more, encrypt a random AES key with RSA and the content with aes-encrypt, or use encrypt-file.',
    'Encrypting the same text twice gives different results; both decrypt to it.',
    'When decrypting, the input is base64 or hex, which is told by itself; "inputEncoding" is for what is encrypted.',
    'Where the padding does not fit when decrypting, the others are tried and the message names the one that does.',
  ],
  aliases: [
    'rsa encrypt with public key',
    'rsa decrypt with private key',
    'rsa-oaep',
    'openssl pkeyutl -encrypt',
    'openssl rsautl',
    'RSA/ECB/OAEPWithSHA-256AndMGF1Padding',
    'RSA/ECB/PKCS1Padding',
  ],
  verified: [
    'OpenSSL 3.0 (pkeyutl) in both directions: 216 texts of every length up to the longest with every padding and keys of 2048 to 4096 bits in the exhaustive tests; one with a bit flipped is refused',
  ],
  examples: [
    {
      title: 'What OpenSSL encrypted for the key of RFC 7515',
      input: ENCRYPTED,
      options: { direction: 'decrypt', key: PRIVATE_KEY },
      output: { data: { result: 'Hello, Grüße', padding: 'oaep-sha256', bits: 2048, warnings: [] } },
    },
    {
      title: 'A text for the owner of a public key',
      input: 'Hello, Grüße',
      options: { key: PUBLIC_KEY },
      output: { varies: true, data: { result: '…', padding: 'oaep-sha256', bits: 2048, warnings: [] } },
    },
    {
      title: 'Another padding than was used',
      input: ENCRYPTED,
      options: { direction: 'decrypt', key: PRIVATE_KEY, padding: 'pkcs1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": it was encrypted with oaep-sha256, not pkcs1',
      },
    },
    {
      title: 'The public key where the private one is needed',
      input: ENCRYPTED,
      options: { direction: 'decrypt', key: PUBLIC_KEY },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "key": it is a public key; a private key is needed',
      },
    },
    {
      title: 'A text that is too long',
      input: 'x'.repeat(191),
      options: { key: PUBLIC_KEY },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot encrypt with option "key": a key of 2048 bits takes at most 190 bytes with oaep-sha256, got 191; encrypt longer content with AES, and the key of that with RSA',
      },
    },
    {
      title: 'Encrypted bytes as text',
      input: 'Hello',
      options: { key: PUBLIC_KEY, encoding: 'text' },
      error: { code: 'INVALID_INPUT', message: 'Option "encoding" must not be text where "direction" is encrypt' },
    },
  ],
  async run({ input, options, random }) {
    const { direction, padding, password, charset, encoding } = options;
    const request = { label: 'option "key"', password };
    const isEncrypting = direction === 'encrypt';
    if (isEncrypting && encoding === 'text')
      throw invalid('Option "encoding" must not be text where "direction" is encrypt');
    const { key, keyType, bits, curve } = isEncrypting
      ? await readPublicKey(options.key, request)
      : await readPrivateKey(options.key, request);
    const warnings = [
      ...keyWeaknesses({ keyType, bits, curve }),
      ...(padding === 'pkcs1'
        ? ['PKCS #1 v1.5 padding is not safe where an attacker learns whether decryption fails']
        : []),
    ];
    if (isEncrypting) {
      const bytes = readInputBytes(input, options);
      const made = refusing('Cannot encrypt with option "key"', () => encryptRsa(bytes, key, padding, random));
      const written = encoding === 'auto' || encoding === 'text' ? 'base64' : encoding;
      return json({ result: Buffer.from(made).toString(written), padding, bits, warnings });
    }
    const length = Math.ceil(bits / 8);
    const opened = refusing('Cannot decrypt property "input"', () =>
      decryptRsa(readSignature(input, 'auto', length), key, padding),
    );
    const isText = encoding === 'auto' || encoding === 'text';
    const result = isText ? bytesToText(opened, charset) : Buffer.from(opened).toString(encoding);
    return json({ result, padding, bits, warnings });
  },
});
