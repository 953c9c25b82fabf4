import { z } from 'zod';

import { defineTool, invalid, json, overLimit } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { argon2 } from '../../engines/password-hashes.js';
import { readOptionBytes } from '../../formats/key-bytes.js';
import { WORK } from '../../formats/password-hashes/crypt-schemes.js';
import { isSame } from '../../formats/password-hashes/scheme.js';

const PHC =
  /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d{1,7}),t=(\d{1,7}),p=(\d{1,3})\$([0-9A-Za-z+/]{11,400})\$([0-9A-Za-z+/]{6,700})$/;

interface Settings {
  readonly variant: 'argon2id' | 'argon2i' | 'argon2d';
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
  readonly length: number;
  readonly salt: Uint8Array;
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

function readPhc(expected: string): { readonly settings: Settings; readonly digest: Uint8Array } {
  const [, variant, m = '', t = '', p = '', salt = '', hash = ''] = PHC.exec(expected) ?? [];
  if (variant === undefined)
    throw invalid('Option "expected" must be an Argon2 hash such as $argon2id$v=19$m=19456,t=2,p=1$…$…');
  const digest = Buffer.from(hash, 'base64');
  return {
    digest,
    settings: {
      // The expression has these three.
      variant: variant as Settings['variant'],
      ...{ memoryKib: Number(m), iterations: Number(t), parallelism: Number(p) },
      ...{ salt: Buffer.from(salt, 'base64'), length: digest.length },
    },
  };
}

function checkSettings({ memoryKib, iterations, parallelism }: Settings): void {
  if (parallelism < 1 || iterations < 1 || memoryKib < 8 * parallelism)
    throw invalid(`Argon2 needs at least 8 KiB of memory per lane: ${memoryKib} KiB for ${parallelism} is too little`);
  if (memoryKib > WORK.argon2Kib || memoryKib * iterations > WORK.argon2)
    throw overLimit(
      `Argon2 is limited to ${WORK.argon2Kib} KiB of memory, and to ${WORK.argon2} for memory times iterations; ${memoryKib} KiB times ${iterations} is more`,
    );
}

/** The weakest of the settings that OWASP's Password Storage Cheat Sheet calls equal; Argon2d leaks by timing. */
function warningsOf({ variant, memoryKib, iterations }: Settings): string[] {
  const least = [47_104, 19_456, 12_288, 9_216, 7_168][Math.min(iterations, 5) - 1] ?? 0;
  return [
    ...(memoryKib < least ? [`${memoryKib} KiB with t=${iterations} is weak; use at least ${least} KiB`] : []),
    ...(variant === 'argon2d' ? ['Argon2d can leak by timing; use Argon2id for passwords'] : []),
  ];
}

export default defineTool({
  id: 'argon2-generator',
  title: 'Argon2 Generator',
  summary: 'Hashes a password with Argon2id, Argon2i or Argon2d, or verifies one against an Argon2 hash.',
  family: 'hashing',
  class: 'standard',
  input: 'none',
  options: {
    password: shared.password().describe('Password to hash or verify.'),
    algorithm: z
      .enum(['argon2id', 'argon2i', 'argon2d'])
      .default('argon2id')
      .describe('Variant; Argon2id is the one for passwords.'),
    memory: z.number().multipleOf(1).min(8).max(262_144).default(19_456).describe('Memory in KiB.'),
    iterations: z.number().multipleOf(1).min(1).max(1000).default(2).describe('Passes over the memory.'),
    parallelism: z.number().multipleOf(1).min(1).max(64).default(1).describe('Lanes of the memory.'),
    length: z.number().multipleOf(1).min(4).max(512).default(32).describe('Bytes of the hash.'),
    salt: z.string().max(1000).default('').describe('Salt of at least 8 bytes; empty for a random one of 16.'),
    saltEncoding: z.enum(['text', 'hex', 'base64']).default('text').describe('What the salt is: text, or bytes.'),
    secret: ofKind(
      'secret',
      z
        .string()
        .max(1000)
        .default('')
        .describe('Pepper, a second secret that is not stored in the hash; empty for none.'),
    ),
    expected: z.string().max(1500).default('').describe('Hash to verify the password against; empty to make one.'),
  },
  result: 'data',
  data: z.object({
    hash: z.string().describe('The hash as a PHC string; the expected one where a password was verified.'),
    hex: z.string().describe('Raw hash in hexadecimal digits; empty where a password was verified.'),
    valid: z.boolean().optional().describe('The password has the expected hash; only where one was verified.'),
    reason: z.string().optional().describe('Why it is not valid, empty if it is; only where one was verified.'),
    warnings: z.array(z.string()).describe('What is weak; empty if nothing is.'),
  }),
  notes: [
    'The default is the first recommendation of OWASP (19,456 KiB, two passes, one lane); with more memory, each guess costs more.',
    'The salt is random, so the hash differs on each run. Version 1.3 (v=19) is made and verified. Password and pepper are never part of the response.',
    'Limits: 262,144 KiB of memory, and 1,048,576 for memory times iterations, also of a hash that is verified.',
  ],
  aliases: [
    'argon2',
    'argon2id',
    'argon2 hash',
    'argon2 verify',
    'password hashing',
    'phc string',
    'argon2 online',
    'hash a password',
  ],
  verified: [
    'The argon2 program (reference implementation, 20171227): the same hash for 200 random passwords, salts and parameters, all three variants',
    'Python argon2-cffi 21.1: verifies 200 hashes made here, and this tool verifies 200 of its own',
  ],
  examples: [
    {
      title: 'A new hash',
      options: { password: 'correct horse battery staple' },
      output: {
        varies: true,
        data: {
          hash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$uA2gbEfGEKk5dG4oCwlXKSvRSMwm9mpZ4pG5nBfVcJk',
          hex: '…',
          warnings: [],
        },
      },
    },
    {
      title: 'A repeated hash (test vector of the reference implementation)',
      options: { password: 'password', salt: 'somesalt', memory: 65_536, iterations: 2, parallelism: 1 },
      output: {
        data: {
          hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
          hex: '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
          warnings: [],
        },
      },
    },
    {
      title: 'A wrong password',
      options: {
        password: 'Password',
        expected: '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
      },
      output: {
        data: {
          hash: '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
          hex: '',
          valid: false,
          reason: 'The password does not have this hash',
          warnings: ['256 KiB with t=2 is weak; use at least 19456 KiB'],
        },
      },
    },
    {
      title: 'No password',
      error: { code: 'INVALID_INPUT', message: 'Option "password" must not be empty for Argon2' },
    },
    {
      title: 'A salt that is too short',
      options: { password: 'secret', salt: 'salt' },
      error: { code: 'INVALID_INPUT', message: 'Option "salt" must have at least 8 bytes for Argon2, got 4' },
    },
    {
      title: 'Lanes without memory',
      options: { password: 'secret', memory: 16, parallelism: 4 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Argon2 needs at least 8 KiB of memory per lane: 16 KiB for 4 is too little',
      },
    },
    {
      title: 'More work than a run may do',
      options: { password: 'secret', memory: 262_144, iterations: 5 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message:
          'Argon2 is limited to 262144 KiB of memory, and to 1048576 for memory times iterations; 262144 KiB times 5 is more',
      },
    },
    {
      title: 'A hash of another kind',
      options: { password: 'secret', expected: '$2b$12$abc' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "expected" must be an Argon2 hash such as $argon2id$v=19$m=19456,t=2,p=1$…$…',
      },
    },
  ],
  async run({ options, random }) {
    const password = Buffer.from(options.password);
    const secret = Buffer.from(options.secret);
    const digestOf = (settings: Settings): Promise<Uint8Array> => {
      checkSettings(settings);
      return refusing('Cannot hash option "password"', () => argon2(password, { ...settings, secret }));
    };
    if (options.expected !== '') {
      const { settings, digest } = readPhc(options.expected.trim());
      const valid = isSame(await digestOf(settings), digest);
      const reason = valid ? '' : 'The password does not have this hash';
      return json({ hash: options.expected.trim(), hex: '', valid, reason, warnings: warningsOf(settings) });
    }
    const salt = options.salt === '' ? random(16) : readOptionBytes('salt', options.salt, options.saltEncoding);
    if (salt.length < 8) throw invalid(`Option "salt" must have at least 8 bytes for Argon2, got ${salt.length}`);
    const { algorithm: variant, memory, iterations, parallelism, length } = options;
    const settings: Settings = { variant, memoryKib: memory, iterations, parallelism, length, salt };
    const digest = await digestOf(settings);
    const hash = `$${variant}$v=19$m=${memory},t=${iterations},p=${parallelism}$${unpadded(salt)}$${unpadded(digest)}`;
    return json({ hash, hex: Buffer.from(digest).toString('hex'), warnings: warningsOf(settings) });
  },
});
