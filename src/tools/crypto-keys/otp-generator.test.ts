import { describe, expect, it } from 'vitest';

import { otpCode, readOtpUri, writeOtpUri } from '../../lib/secrets/otp.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import qrReader from '../qr-barcode/qr-code-reader.js';

import tool from './otp-generator.js';

interface Report {
  readonly code: string;
  readonly valid?: boolean;
  readonly offset?: number;
  readonly reason?: string;
  readonly uri: string;
  readonly warnings: readonly string[];
}

const otp = async (options: Readonly<Record<string, unknown>>): Promise<Report> =>
  (await runTool(tool, { options })).data as Report;

const SECRET = '12345678901234567890';

it('RFC 4226, appendix D: the ten values', async () => {
  const published = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  for (const [counter, code] of published.entries())
    expect((await otp({ secret: SECRET, secretEncoding: 'text', type: 'hotp', counter })).code).toBe(code);
});

it('RFC 6238, appendix B: the 18 values', async () => {
  const published: readonly (readonly [string, string, string, string])[] = [
    ['1970-01-01T00:00:59Z', '94287082', '46119246', '90693936'],
    ['2005-03-18T01:58:29Z', '07081804', '68084774', '25091201'],
    ['2005-03-18T01:58:31Z', '14050471', '67062674', '99943326'],
    ['2009-02-13T23:31:30Z', '89005924', '91819424', '93441116'],
    ['2033-05-18T03:33:20Z', '69279037', '90698825', '38618901'],
    ['2603-10-11T11:33:20Z', '65353130', '77737706', '47863826'],
  ];
  for (const [at, ...codes] of published) {
    for (const [i, algorithm] of (['sha1', 'sha256', 'sha512'] as const).entries()) {
      // The secrets of the reference implementation are as long as the digest.
      const secret = SECRET.repeat(4).slice(0, [20, 32, 64][i]);
      expect((await otp({ secret, secretEncoding: 'text', algorithm, digits: 8, at })).code, at).toBe(codes[i]);
    }
  }
});

const hasOathtool = hasProgram('oathtool', ['--version'], 'otp-generator beside oathtool');

inRounds.skipIf(!hasOathtool)('oathtool gives the same codes', [12, 400], async (rounds: number) => {
  const chance = chanceOf(17);
  for (let round = 0; round < rounds; round++) {
    const secret = Array.from({ length: 1 + chance(64) }, () => chance(256).toString(16).padStart(2, '0')).join('');
    const digits = 6 + chance(3);
    const algorithm = pick(chance, ['sha1', 'sha256', 'sha512']);
    const [period, seconds, counter] = [10 + chance(300), chance(2 ** 32), chance(2 ** 31)];
    const isTime = round % 3 !== 0;
    const common = { secret, secretEncoding: 'hex', digits };
    const { code } = await otp(
      isTime
        ? { ...common, algorithm, period, at: new Date(1000 * seconds).toISOString() }
        : { ...common, type: 'hotp', counter },
    );
    const args = isTime
      ? [`--totp=${algorithm}`, '-s', `${period}s`, '-N', `@${seconds}`]
      : ['--hotp', '-c', String(counter)];
    expect(code).toBe(
      runProgram('oathtool', [...args, '-d', String(digits), secret])
        .toString()
        .trim(),
    );
  }
});

describe('checking', () => {
  const AT = '2026-01-02T03:04:05Z';
  const codeAt = (offset: number) =>
    otpCode(readOtpUri('otpauth://totp/x?secret=JBSWY3DPEHPK3PXP'), Math.floor(Date.parse(AT) / 30_000) + offset);
  const check = (code: string, window: number) => otp({ secret: 'JBSWY3DPEHPK3PXP', code, window, at: AT });

  it('finds a code within the window only, and says how far away it is', async () => {
    for (const offset of [-2, -1, 0, 1, 2]) {
      expect(await check(codeAt(offset), 2)).toMatchObject({ valid: true, offset, reason: '' });
      const narrow = await check(`${codeAt(offset).slice(0, 3)} ${codeAt(offset).slice(3)}`, 1);
      expect(narrow.valid).toBe(Math.abs(offset) <= 1);
    }
    expect((await check(codeAt(3), 2)).reason).toBe('The code is not one of the 5 in the window');
    expect((await check('12345', 2)).reason).toBe('The code has 5 digits, 6 are expected');
  });

  it('a counter of HOTP that was used is not valid again', async () => {
    const used = { secret: SECRET, secretEncoding: 'text', type: 'hotp', counter: 3, window: 5 };
    expect((await otp({ ...used, code: '359152' })).valid).toBe(false);
    expect((await otp({ ...used, code: '969429' })).offset).toBe(0);
  });
});

describe('addresses', () => {
  it('come back as they were written', () => {
    const chance = chanceOf(23);
    for (let round = 0; round < 200; round++) {
      const key = {
        type: pick(chance, ['totp', 'hotp'] as const),
        secret: Uint8Array.from({ length: 1 + chance(40) }, () => chance(256)),
        algorithm: pick(chance, ['sha1', 'sha256', 'sha512'] as const),
        digits: 6 + chance(3),
        period: 30,
        counter: 0,
        issuer: pick(chance, ['', 'Äpfel & Söhne', 'a?b#c%41', 'x:y'.replace(':', '')]),
        account: pick(chance, ['ann@example.com', 'Zoë 😀/+', 'a%zz']),
      };
      const read = readOtpUri(writeOtpUri(key));
      expect({ ...read, secret: [...read.secret] }).toEqual({ ...key, secret: [...key.secret] });
    }
  });

  it('of other apps are read', async () => {
    const uri =
      'otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30';
    expect(await otp({ secret: ` ${uri}\n` })).toMatchObject({
      issuer: 'ACME Co',
      account: 'john.doe@email.com',
      uri: '',
    });
    for (const [bad, why] of [
      ['otpauth://totp/x', 'it has no secret'],
      ['otpauth://steam/x?secret=AA', 'its type must be totp or hotp'],
      ['otpauth://totp/x?secret=AA&digits=60', 'its digits must be a whole number from 5 to 10'],
      ['otpauth://totp/x?secret=AA&algorithm=MD5', 'its algorithm must be SHA1, SHA256 or SHA512'],
    ] as const) {
      expect((await runTool(tool, { options: { secret: bad } })).message).toBe(`Cannot read option "secret": ${why}`);
    }
  });

  it('are read from the QR code', async () => {
    const qr = 'png';
    const { data, files } = await runTool(tool, {
      options: { secret: 'JBSWY3DPEHPK3PXP', qr, account: 'Zoë', issuer: 'ACME' },
    });
    const { uri, warnings } = data as Report;
    expect(warnings).toEqual(['The secret has 80 bits; RFC 4226 asks for at least 128 and recommends 160']);
    const read = await runTool(qrReader, { files: files.map(({ name, bytes }) => ({ name, bytes })) });
    expect(JSON.stringify(read.data)).toContain(uri);
  });
});

it('a secret is in no message and in no answer without an address', async () => {
  for (const [secret, secretEncoding] of [
    ['hunter2!', 'hex'],
    ['hunter2!', 'base64'],
    ['hunter2!', 'base32'],
    ['hunter2!', 'text'],
  ]) {
    const { body } = await runTool(tool, { options: { secret, secretEncoding } });
    expect(JSON.stringify(body)).not.toContain('hunter2');
  }
});
