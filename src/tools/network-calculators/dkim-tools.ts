import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, file, invalid, json, quote, text, withFiles } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { openDomainCheck } from '../../engines/public-suffixes.js';
import { judgedAt } from '../../formats/judged-at.js';
import { readPrivateKey } from '../../formats/keys/read-key.js';
import { pkcs8Pem } from '../../formats/keys/write-key.js';
import {
  checkLabels,
  describeRecord,
  keyRecord,
  readKeyRecords,
  recordInLine,
  recordOf,
  verification,
  verifyMessage,
} from './_dkim.js';
import { FOOTBALL, FOOTBALL_RECORDS } from './_dkim-examples.js';
import { checkSigningKey, newKey, signedWith } from './_dkim-signing.js';

export default defineTool({
  id: 'dkim-tools',
  title: 'DKIM Tools',
  summary: 'Verifies DKIM signatures of emails, signs messages, generates keys and checks key records.',
  family: 'network-calculators',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['.eml', '.txt'] },
  options: {
    action: z
      .enum(['verify', 'sign', 'generate', 'check'])
      .default('verify')
      .describe('Verifies or signs a message, generates a key pair and its record, or checks the record in the input.'),
    record: z
      .string()
      .max(100_000)
      .default('')
      .describe('Verify: key records as lines of a zone file, or one record for all signatures, as the DNS has them.'),
    key: ofKind(
      'secret',
      z
        .string()
        .max(20_000)
        .default('')
        .describe(
          'Sign: private key, RSA or Ed25519, in PEM, JWK or DER in base64. Generate: key to make the record of.',
        ),
    ),
    password: shared.password().describe('Password of an encrypted private key; empty if it has none.'),
    at: shared.at(),
    domain: z.string().max(253).default('').describe('Signing domain; empty for that of From when signing.'),
    selector: z
      .string()
      .max(253)
      .default('default')
      .describe('Selector: the record belongs at selector._domainkey.domain.'),
    keyType: z.enum(['rsa', 'ed25519']).default('rsa').describe('Generate: type of the key.'),
    bits: z
      .number()
      .multipleOf(1024)
      .min(1024)
      .max(4096)
      .default(2048)
      .describe('Generate: length of an RSA key: 1024, 2048, 3072 or 4096 bits.'),
    canonicalization: z
      .enum(['relaxed/relaxed', 'relaxed/simple', 'simple/relaxed', 'simple/simple'])
      .default('relaxed/relaxed')
      .describe('Sign: which changes of header and body the signature survives.'),
    fields: z
      .string()
      .max(5_000)
      .default('')
      .describe('Sign: header fields with colons between; empty for the usual ones, and From once more than there is.'),
    expiresIn: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(315_360_000)
      .default(0)
      .describe('Sign: seconds until the signature expires; 0 for never.'),
  },
  result: 'mixed',
  data: z.union([z.object(verification), fileReports(verification), keyRecord]),
  notes: [
    'No DNS is asked. Without key records, the body is checked and the names of the records are told: look them up and pass them as "record".',
    'Line breaks of LF alone are taken as CRLF, as mail travels. A message copied from a web page or mail program is rarely what was signed: use the original (.eml).',
    'Signatures with SHA-1 or keys under 1024 bits are not accepted (RFC 8301).',
    'A signed message has the signature as its first field; its other bytes stay as they are.',
  ],
  aliases: [
    'dkim checker',
    'dkim validator',
    'dkim key generator',
    'verify dkim signature',
    'sign email',
    'dkim record',
    'domainkeys',
    'email signature verification',
  ],
  verified: [
    'RFC 8463 appendix A: both signatures of its message pass, and its Ed25519 key has the record it gives',
    'dkimpy 1.1.4 (Python): verifies 400 random messages signed here with RSA and Ed25519, and gives the same verdict on 400 signed by it, half of them changed, in all canonicalizations',
  ],
  examples: [
    {
      title: 'The message of RFC 8463 with its two signatures',
      input: FOOTBALL,
      options: { record: FOOTBALL_RECORDS },
      output: {
        data: {
          fromDomain: 'football.example.com',
          passed: 2,
          signatures: [
            {
              result: 'pass',
              reason: '',
              isBodyIntact: true,
              domain: 'football.example.com',
              selector: 'brisbane',
              identity: '@football.example.com',
              algorithm: 'ed25519-sha256',
              canonicalization: 'relaxed/relaxed',
              fields: ['from', 'to', 'subject', 'date', 'message-id', 'from', 'subject', 'date'],
              signedAt: '2018-06-10T13:38:29.000Z',
              expiresAt: null,
              alignment: 'strict',
              keyBits: 256,
              recordName: 'brisbane._domainkey.football.example.com',
            },
            {
              result: 'pass',
              reason: '',
              isBodyIntact: true,
              domain: 'football.example.com',
              selector: 'test',
              identity: '@football.example.com',
              algorithm: 'rsa-sha256',
              canonicalization: 'relaxed/relaxed',
              fields: ['from', 'to', 'subject', 'date', 'message-id', 'from', 'subject', 'date'],
              signedAt: '2018-06-10T13:38:29.000Z',
              expiresAt: null,
              alignment: 'strict',
              keyBits: 1024,
              recordName: 'test._domainkey.football.example.com',
            },
          ],
          warnings: ['Key of signature 2: The key has 1024 bits; 2048 are recommended (RFC 8301)'],
        },
      },
    },
    {
      title: 'A key record that was revoked',
      input: 'mail._domainkey.example.com. 3600 IN TXT "v=DKIM1; k=rsa; p="',
      options: { action: 'check' },
      output: {
        data: {
          record: 'v=DKIM1; k=rsa; p=',
          name: 'mail._domainkey.example.com',
          txt: '"v=DKIM1; k=rsa; p="',
          isValid: true,
          isRevoked: true,
          keyType: 'rsa',
          bits: 0,
          errors: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A new key pair',
      options: { action: 'generate', keyType: 'ed25519', domain: 'example.com', selector: 'mail' },
      output: {
        varies: true,
        files: [{ name: 'mail._domainkey.example.com.pem', mime: 'application/x-pem-file' }],
      },
    },
    {
      title: 'A message to sign that nobody sent',
      input: 'Subject: Hello\n\nHello\n',
      options: {
        action: 'sign',
        domain: 'example.com',
        key: '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----',
      },
      error: { code: 'INVALID_INPUT', message: 'Cannot sign property "input": it must have one field From, got 0' },
    },
  ],
  async run({ input, files, options, signal, now: clock, random }) {
    const { action, record, key, password, domain, selector } = options;
    const now = judgedAt(options.at, clock);
    checkLabels('selector', selector);
    if (domain !== '') checkLabels('domain', domain);
    if (action === 'generate') {
      if (input !== '' || files.length > 0) throw invalid('Input and files must be empty where a key is generated');
      const given = key === '' ? undefined : await readPrivateKey(key, { label: 'option "key"', password });
      if (given !== undefined) checkSigningKey(given.key);
      const pair = given?.key ?? (await newKey(options.keyType, options.bits));
      const made = recordOf(pair, selector, domain);
      if (given !== undefined) return json(made);
      const pem = Buffer.from(pkcs8Pem(pair, '', random));
      return withFiles(json(made), file(`${made.name}.pem`, 'application/x-pem-file', pem).files);
    }
    if (input === '' && files.length === 0) throw invalid('Property "input" must not be empty where no file is given');
    if (input !== '' && files.length > 0) throw invalid('Property "input" must be empty where a file is given');
    if (action === 'check') {
      if (files.length > 0)
        throw invalid('Option "action" must be "verify" or "sign" where files are given, got "check"');
      const { record: found, name } = recordInLine(input);
      return json(describeRecord(found, name));
    }
    if (action === 'sign') {
      if (key === '') throw invalid('Option "key" must not be empty where a message is signed');
      const { key: secret } = await readPrivateKey(key, { label: 'option "key"', password });
      checkSigningKey(secret);
      const sign = (bytes: Uint8Array, label: string): Uint8Array =>
        refusing(`Cannot sign ${label}`, () => signedWith(bytes, { ...options, key: secret, now }));
      if (input !== '')
        return text(Buffer.from(sign(Buffer.from(input), 'property "input"')).toString(), { name: 'signed.eml' });
      return eachFile({ files, signal }, ({ name, bytes }) => ({
        report: {},
        outputs: [{ name, mime: 'message/rfc822', bytes: sign(bytes, `file ${quote(name)}`) }],
      }));
    }
    const records = readKeyRecords(record);
    const check = await openDomainCheck();
    const verify = (bytes: Uint8Array) => verifyMessage(bytes, records, (one) => check(one).registered, now);
    if (input !== '')
      return json(refusing('Cannot read property "input" as a message', () => verify(Buffer.from(input))));
    const [only, ...more] = files;
    if (only !== undefined && more.length === 0) return json(verify(only.bytes));
    return eachFile({ files, signal }, ({ bytes }) => ({ report: verify(bytes), outputs: [] }));
  },
});
