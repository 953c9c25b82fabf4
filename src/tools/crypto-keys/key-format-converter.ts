import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';
import { readAnyKey } from '../../formats/keys/read-key.js';

import { baseName, convertedFile, convertedReport, reportConverted, wantedHalf } from './_converted-keys.js';
import { keySource } from './_key-source.js';

const JWK =
  '{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM","use":"enc","kid":"1"}';
const PEM =
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMKBCTNIcKUSDii11ySs3526iDZ8A\niTo7Tu6KPAqv7D7gS2XpJFbZiItSs3m9+9Ue6GnvHw/GW2ZZaVtszggXIw==\n-----END PUBLIC KEY-----\n';
const REPORT = {
  isPrivate: false,
  encrypted: false,
  keyType: 'ec',
  bits: 256,
  curve: 'p256',
  comment: '',
  thumbprint: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
  warnings: [],
};

export default defineTool({
  id: 'key-format-converter',
  title: 'Key Format Converter',
  summary: 'Converts keys between PEM, DER, JWK, PKCS #1, PKCS #8, SEC 1, SubjectPublicKeyInfo and bare hex.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    to: z
      .enum(['auto', 'jwk', 'pkcs8', 'pkcs1', 'sec1', 'spki', 'hex'])
      .default('auto')
      .describe(
        'Notation of the result: pkcs8 (PRIVATE KEY), pkcs1 (RSA PRIVATE KEY or RSA PUBLIC KEY), sec1 (EC PRIVATE KEY), spki (PUBLIC KEY); auto writes PEM for a JWK and a JWK for all others.',
      ),
    format: z.enum(['pem', 'der']).default('pem').describe('How pkcs8, pkcs1, sec1 and spki are written.'),
    publicOnly: z.boolean().default(false).describe('Writes the public key of a private one.'),
    kid: z.string().max(200).default('').describe('Which key of a set (JWKS) is converted; empty where it has one.'),
    password: shared.password().describe('Password that opens the key; empty if it has none.'),
    newPassword: shared.newPassword(),
  },
  result: 'mixed',
  data: convertedReport,
  notes: [
    'The key is in the file alone; data says what it is.',
    'What is read is told by its content, not by its label: PEM of all kinds with Windows line ends, indentation, \\n or all on one line, encrypted ones too; DER; base64 or hex of DER; JWK and JWKS; certificates and requests (their public key); OpenSSH and PuTTY keys; the private_key of service accounts.',
    'Where pkcs8 is asked for and the key is public, it is written as spki, and spki of a private key is its public key.',
    'Hex is the private number or, for a public key, the uncompressed point (04, x, y); for Ed25519, Ed448, X25519 and X448 the bytes of RFC 8032 and RFC 7748.',
    'A new password encrypts pkcs8 by AES-256-CBC with PBKDF2 (HMAC-SHA-256, 600,000 iterations). For OpenSSH and PuTTY files use ssh-key-converter.',
  ],
  aliases: [
    'pem to jwk',
    'jwk to pem',
    'pem to der',
    'der to pem',
    'pkcs1 to pkcs8',
    'pkcs8 to pkcs1',
    'public key from private key',
    'openssl pkey',
    'key to hex',
  ],
  verified: [
    'RFC 7517, appendix A.1: the EC key to PEM and back; the PEM by OpenSSL 3.0',
    'OpenSSL 3.0: 144 PKCS #8 files of keys of 9 types with 15 kinds of encryption and without, and 125 pasted old PEM files with 5 kinds, give the key that OpenSSL has; 45 keys in every notation that is written are read by OpenSSL with the same public key, in the exhaustive tests',
  ],
  examples: [
    {
      title: 'The EC key of RFC 7517 to PEM',
      input: JWK,
      output: {
        data: { from: 'jwk', to: 'spki', ...REPORT },
        files: [{ name: 'public.pem', mime: 'application/x-pem-file', text: PEM }],
      },
    },
    {
      title: 'The same from PEM, pasted with Windows line ends and indentation',
      input: PEM.replaceAll('\n', '\r\n   '),
      output: {
        data: { from: 'spki', to: 'jwk', ...REPORT },
        files: [
          {
            name: 'public.jwk',
            mime: 'application/jwk+json',
            text: '{\n  "kty": "EC",\n  "crv": "P-256",\n  "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",\n  "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"\n}\n',
          },
        ],
      },
    },
    {
      title: 'A form that the type does not have',
      input: JWK,
      options: { to: 'pkcs1' },
      error: { code: 'INVALID_INPUT', message: 'Cannot write the key as pkcs1: it must be RSA, got ec' },
    },
    {
      title: 'A private form of a public key',
      input: JWK,
      options: { to: 'sec1' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write the key as sec1: it is a public key, and that notation is for private ones',
      },
    },
    {
      title: 'A password for a public key',
      input: JWK,
      options: { newPassword: 'correct horse' },
      error: { code: 'INVALID_INPUT', message: 'Option "newPassword" must be empty where the result is a public key' },
    },
    {
      title: 'A set of two keys',
      input: `{"keys":[${JWK},${JWK.replace('"kid":"1"', '"kid":"2"')}]}`,
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it is a set of 2 keys; one is needed (it has "1", "2")',
      },
    },
    {
      title: 'A block that is cut short',
      input: PEM.slice(0, 120),
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": its block PUBLIC KEY is cut short: the line "-----END PUBLIC KEY-----" is missing',
      },
    },
    {
      title: 'Not a key',
      input: 'Hello',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": it is not a key in any known notation; a key is needed, such as PEM, JWK, OpenSSH or DER',
      },
    },
  ],
  async run({ input, files, options, random }) {
    const { source, label, name } = keySource({ input, files });
    const { password, newPassword, kid, format } = options;
    const read = await readAnyKey(source, { label, password, kid });
    const key = wantedHalf(read.key, options.publicOnly || options.to === 'spki');
    const isPublic = key.type === 'public';
    const structure = isPublic ? 'spki' : key.type === 'secret' ? 'hex' : 'pkcs8';
    const wanted = options.to === 'auto' ? (read.notation === 'jwk' ? structure : 'jwk') : options.to;
    const to = wanted === 'pkcs8' && isPublic ? 'spki' : wanted;
    const base = baseName(name, isPublic ? 'public' : 'key');
    const conversion = { to, format, comment: '', newPassword, random, name: base } as const;
    return withFiles(json(reportConverted(read, key, conversion)), [await convertedFile(key, conversion)]);
  },
});
