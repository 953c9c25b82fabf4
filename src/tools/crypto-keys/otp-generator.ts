import { z } from 'zod';

import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { otpPicture, otpWarnings, readOtpKey } from '../../formats/tokens/otp-key.js';
import { isoOfSeconds } from '../../lib/secrets/iso-seconds.js';
import { OTP_ALGORITHMS, type OtpKey, otpCode, otpOffset, totpCounter, writeOtpUri } from '../../lib/secrets/otp.js';

function checked(key: OtpKey, counter: number, window: number, given: string) {
  const code = given.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(code)) throw invalid('Option "code" must consist of digits');
  if (code.length !== key.digits)
    return { valid: false, reason: `The code has ${code.length} digits, ${key.digits} are expected` };
  const offset = otpOffset(key, counter, window, code);
  return offset === undefined
    ? {
        valid: false,
        reason: `The code is not one of the ${key.type === 'hotp' ? window + 1 : 2 * window + 1} in the window`,
      }
    : { valid: true, offset, reason: '' };
}

function timesOf({ type, period }: OtpKey, counter: number, seconds: number) {
  if (type === 'hotp') return {};
  const from = counter * period;
  return {
    period,
    secondsLeft: from + period - Math.floor(seconds),
    validFrom: isoOfSeconds(from),
    validUntil: isoOfSeconds(from + period),
  };
}

export default defineTool({
  id: 'otp-generator',
  title: 'OTP Generator',
  summary: 'Computes and checks one-time codes (TOTP, HOTP), and makes secrets with otpauth address and QR code.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    secret: ofKind(
      'secret',
      z
        .string()
        .max(10_000)
        .default('')
        .describe('Secret as the service shows it, or a whole otpauth:// address; empty to make a new one.'),
    ),
    secretEncoding: z
      .enum(['base32', 'hex', 'base64', 'text'])
      .default('base32')
      .describe('How the secret is written; authenticator apps use base32.'),
    type: z.enum(['totp', 'hotp']).default('totp').describe('TOTP counts time, HOTP counts uses.'),
    algorithm: z.enum(OTP_ALGORITHMS).default('sha1').describe('Digest; nearly all services use SHA-1.'),
    digits: z.number().multipleOf(1).min(6).max(8).default(6).describe('Digits of a code.'),
    period: z.number().multipleOf(1).min(10).max(3600).default(30).describe('Seconds that a TOTP code is shown.'),
    counter: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(1_000_000_000_000_000)
      .default(0)
      .describe('Counter of the HOTP code.'),
    code: ofKind('secret', z.string().max(20).default('').describe('Code to check; empty to only compute.')),
    window: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(1)
      .describe('Steps before and after in which a checked code is still valid; for HOTP only after.'),
    at: shared.at(),
    issuer: z.string().max(200).default('').describe('Service that the app shows with the account.'),
    account: z.string().max(200).default('').describe('Account that the app shows.'),
    qr: z
      .enum(['auto', 'svg', 'png', 'none'])
      .default('auto')
      .describe('QR code of the address; auto makes an SVG where the secret is new or an account is named.'),
  },
  result: 'mixed',
  data: z.object({
    code: z.string().describe('The code at that instant, or of that counter.'),
    nextCode: z.string().describe('The code after it.'),
    type: z.enum(['totp', 'hotp']).describe('Type of the codes.'),
    algorithm: z.enum(OTP_ALGORITHMS).describe('Digest.'),
    digits: count('Digits of a code.'),
    counter: count('Counter of the code: for TOTP the number of periods since 1970.'),
    period: count('Seconds per code; only for TOTP.').optional(),
    secondsLeft: count('Seconds until the next code; only for TOTP.').optional(),
    validFrom: z.string().optional().describe('Start of the period in ISO 8601; only for TOTP.'),
    validUntil: z.string().optional().describe('End of the period in ISO 8601; only for TOTP.'),
    valid: z.boolean().optional().describe('Whether the given code is valid; only where one was given.'),
    offset: z.int().optional().describe('Steps between the given code and the current one; only where it is valid.'),
    reason: z.string().optional().describe('Why the given code is not valid; empty if it is.'),
    issuer: z.string().describe('Service; empty if not named.'),
    account: z.string().describe('Account; empty if not named.'),
    secretBits: count('Length of the secret in bits.'),
    uri: z.string().describe('The otpauth address, with the secret; empty where neither it nor a QR code is made.'),
    warnings: z.array(z.string()).describe('What is weak, or not understood by all apps.'),
  }),
  notes: [
    'Without a secret, a new one of 160 bits is made: "uri" and the QR code go to an authenticator app, the secret in "uri" to the server.',
    'An otpauth:// address carries its own type, digest, digits, period, counter and names; the options of those names then do not count.',
    'A secret that was given appears in the response only inside "uri", and only where an account is named or a QR code is asked for.',
    'A check compares in constant time. Servers must also refuse a code that was used before and limit attempts: six digits have a million values.',
  ],
  aliases: [
    'totp',
    'hotp',
    'authenticator code',
    '2fa code',
    'google authenticator',
    'otpauth',
    'two-factor',
    'oathtool',
    'two factor code',
    'six digit login code',
  ],
  verified: [
    'RFC 4226, appendix D: all 10 values; RFC 6238, appendix B: all 18 values',
    'oathtool 2.6.7: 400 random secrets, digests, digits, periods and instants or counters give the same codes',
    'The QR code as PNG, read by qr-code-reader (ZXing-C++), has the address',
  ],
  examples: [
    {
      title: 'RFC 6238, appendix B: SHA-1 at 59 seconds, with its eight digits',
      options: { secret: '12345678901234567890', secretEncoding: 'text', digits: 8, at: '1970-01-01T00:00:59Z' },
      output: {
        data: {
          code: '94287082',
          nextCode: '37359152',
          type: 'totp',
          algorithm: 'sha1',
          digits: 8,
          counter: 1,
          period: 30,
          secondsLeft: 1,
          validFrom: '1970-01-01T00:00:30Z',
          validUntil: '1970-01-01T00:01:00Z',
          issuer: '',
          account: '',
          secretBits: 160,
          uri: '',
          warnings: [],
        },
      },
    },
    {
      title: 'RFC 4226, appendix D: the code of counter 4 checked where 3 is next',
      options: {
        secret: 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq',
        type: 'hotp',
        counter: 3,
        code: '338314',
      },
      output: {
        data: {
          code: '969429',
          nextCode: '338314',
          type: 'hotp',
          algorithm: 'sha1',
          digits: 6,
          counter: 3,
          valid: true,
          offset: 1,
          reason: '',
          issuer: '',
          account: '',
          secretBits: 160,
          uri: '',
          warnings: [],
        },
      },
    },
    {
      title: 'A new secret for an account',
      options: { issuer: 'Example Shop', account: 'ann@example.com' },
      output: {
        varies: true,
        data: {
          code: '…',
          nextCode: '…',
          type: 'totp',
          algorithm: 'sha1',
          digits: 6,
          counter: 0,
          period: 30,
          secondsLeft: 30,
          validFrom: '…',
          validUntil: '…',
          issuer: 'Example Shop',
          account: 'ann@example.com',
          secretBits: 160,
          uri: 'otpauth://totp/Example%20Shop:ann%40example.com?secret=…&issuer=Example%20Shop',
          warnings: [],
        },
        files: [{ name: 'otp.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A digit that base32 does not have',
      options: { secret: 'JBSWY3DP EHPK3PX0' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "secret": character 16 is not a base32 digit (A to Z, 2 to 7); O may be meant',
      },
    },
    {
      title: 'A code that is not a number',
      options: { secret: 'JBSWY3DPEHPK3PXP', code: 'abcdef' },
      error: { code: 'INVALID_INPUT', message: 'Option "code" must consist of digits' },
    },
  ],
  run({ options, now, random }) {
    const key = readOtpKey(options, random);
    const seconds = judgedAt(options.at, now).getTime() / 1000;
    if (key.type === 'totp' && seconds < 0) throw invalid('Option "at" must not be before 1970');
    const counter = key.type === 'totp' ? totpCounter(key, seconds) : key.counter;
    const isNew = options.secret.trim() === '';
    const format = options.qr === 'auto' ? (isNew || options.account !== '' ? 'svg' : 'none') : options.qr;
    const uri = format === 'none' && !isNew && options.account === '' ? '' : writeOtpUri(key);
    const report = {
      code: otpCode(key, counter),
      nextCode: otpCode(key, counter + 1),
      type: key.type,
      algorithm: key.algorithm,
      digits: key.digits,
      counter,
      ...timesOf(key, counter, seconds),
      ...(options.code === '' ? {} : checked(key, counter, options.window, options.code)),
      issuer: key.issuer,
      account: key.account,
      secretBits: 8 * key.secret.length,
      uri,
      warnings: otpWarnings(key, uri !== ''),
    };
    return format === 'none' ? json(report) : withFiles(json(report), [otpPicture(uri, format)]);
  },
});
