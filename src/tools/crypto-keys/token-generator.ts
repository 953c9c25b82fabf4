import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { warnings } from '../../core/shared-data.js';
import { drawsFrom, type RandomBytes } from '../../lib/secrets/draw.js';
import { TOKEN_ALPHABETS, tokenChecksum, tokenOfBytes, tokenOfCharacters } from '../../lib/secrets/token.js';

import { entropyWarnings, madeOptions, madeResult, roundedBits } from './_made-secrets.js';

const MAX_CUSTOM = 256;

interface Wishes {
  readonly length: number;
  readonly unit: 'characters' | 'bytes';
  readonly alphabet: keyof typeof TOKEN_ALPHABETS | 'custom';
  readonly custom: string;
}

/** A function that makes the random part of a token, and its bits. */
function makerOf({ length, unit, alphabet, custom }: Wishes, random: RandomBytes) {
  if (unit === 'bytes') {
    if (alphabet !== 'hex' && alphabet !== 'base64url' && alphabet !== 'base32')
      throw invalid('Option "unit" must be characters for this alphabet: bytes need hex, base64url or base32');
    return { bits: 8 * length, make: () => tokenOfBytes(random, alphabet, length) };
  }
  const characters = alphabet === 'custom' ? [...new Set(custom)] : [...TOKEN_ALPHABETS[alphabet]];
  if (characters.length < 2)
    throw invalid(`Option "custom" must have at least 2 different characters, got ${characters.length}`);
  const draw = drawsFrom(random);
  return { bits: length * Math.log2(characters.length), make: () => tokenOfCharacters(draw, characters, length) };
}

export default defineTool({
  id: 'token-generator',
  title: 'Token Generator',
  summary: 'Makes random tokens, API keys and secrets in a chosen alphabet, with prefix and checksum if wanted.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    length: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(1024)
      .default(32)
      .describe('Random characters, or bytes, per token; prefix and checksum come on top.'),
    unit: z
      .enum(['characters', 'bytes'])
      .default('characters')
      .describe('What the length counts; bytes with hex, base64url or base32 only.'),
    alphabet: z
      .enum(['alphanumeric', 'hex', 'base64url', 'base32', 'letters', 'digits', 'custom'])
      .default('alphanumeric')
      .describe('Characters of the random part.'),
    custom: z
      .string()
      .max(MAX_CUSTOM)
      .default('')
      .describe('The characters for alphabet custom; duplicates count once.'),
    prefix: z.string().max(50).default('').describe('Text before the random part, such as myapp_live_.'),
    checksum: z
      .boolean()
      .default(false)
      .describe('Appends the CRC-32 of the random part in six base-62 characters, as GitHub and npm do.'),
    count: madeOptions.count,
    format: madeOptions.format('text'),
  },
  result: 'mixed',
  data: z.object({
    tokens: z.array(z.string()).describe('The tokens.'),
    entropyBits: z.number().describe('Entropy of each token in bits, rounded down to one decimal.'),
    warnings: warnings(),
  }),
  notes: [
    'Random comes from the cryptographic source of the system, without bias. 32 alphanumeric characters have 190 bits; 22 are enough for 128.',
    'With "unit" bytes the result is what openssl rand gives: 32 bytes are 64 digits of hex, 43 characters of base64url and 52 of base32, without padding.',
    'A checksum lets scanners and clients tell a mistyped or invented token without asking the server; it adds no security.',
    'A prefix makes leaked tokens easy to find. Nothing that was made is stored or logged.',
  ],
  aliases: [
    'api key generator',
    'random string',
    'secret key generator',
    'openssl rand',
    'random hex',
    'session id',
    'jwt secret',
    'github token format',
  ],
  verified: [
    'GitHub: the checksum of a published example token, ghp_zQWB… , that GitHub has revoked; Python 3.11 zlib.crc32 for 200 random tokens',
    'Python 3.11 base64 reads 300 tokens of 1 to 100 bytes in base32, base64url and hex to as many bytes as asked for',
    'Chi-square over 100,000 characters of each alphabet from a fixed seed, by a bound that chance exceeds one time in 10^9',
  ],
  examples: [
    {
      title: 'A token of 32 letters and digits',
      output: { varies: true, text: '…\n' },
    },
    {
      title: 'Two keys with prefix and checksum',
      options: { prefix: 'myapp_', length: 30, checksum: true, count: 2, format: 'json' },
      output: { varies: true, data: { tokens: ['myapp_…', 'myapp_…'], entropyBits: 178.6, warnings: [] } },
    },
    {
      title: 'As openssl rand -hex 16',
      options: { alphabet: 'hex', unit: 'bytes', length: 16, format: 'json' },
      output: { varies: true, data: { tokens: ['…'], entropyBits: 128, warnings: [] } },
    },
    {
      title: 'Bytes in an alphabet that has no whole bits',
      options: { unit: 'bytes' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "unit" must be characters for this alphabet: bytes need hex, base64url or base32',
      },
    },
    {
      title: 'Nothing to choose from',
      options: { alphabet: 'custom', custom: 'aaa' },
      error: { code: 'INVALID_INPUT', message: 'Option "custom" must have at least 2 different characters, got 1' },
    },
  ],
  run({ options, random }) {
    const { prefix, checksum, format } = options;
    const { bits, make } = makerOf(options, random);
    const tokens = Array.from({ length: options.count }, () => {
      const token = make();
      return `${prefix}${token}${checksum ? tokenChecksum(token) : ''}`;
    });
    return madeResult(format, tokens, {
      tokens,
      entropyBits: roundedBits(bits),
      warnings: entropyWarnings(bits, 'A token'),
    });
  },
});
