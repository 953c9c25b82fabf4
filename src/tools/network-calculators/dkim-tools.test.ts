import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import { FOOTBALL, FOOTBALL_RECORDS } from './_dkim-examples.js';
import tool from './dkim-tools.js';

interface Verification {
  readonly passed: number;
  readonly fromDomain: string;
  readonly signatures: readonly {
    readonly result: string;
    readonly reason: string;
    readonly alignment: string;
    readonly isBodyIntact: boolean | null;
  }[];
  readonly warnings: readonly string[];
}

const PYTHON = '/usr/bin/python3';
const hasDkimpy = hasProgram(PYTHON, ['-c', 'import dkim, nacl'], 'dkim-tools beside dkimpy');

const pem = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'pkcs8' }));
const RSA = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey);
const ED25519 = pem(generateKeyPairSync('ed25519').privateKey);
const WAYS = ['relaxed/relaxed', 'relaxed/simple', 'simple/relaxed', 'simple/simple'];

async function recordOf(key: string): Promise<string> {
  const { data } = await runTool(tool, { options: { action: 'generate', key } });
  return (data as { record: string }).record;
}

const verify = async (message: Buffer, options: Readonly<Record<string, unknown>>): Promise<Verification> => {
  const answer = await runTool(tool, { files: [{ name: 'a.eml', bytes: message }], options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Verification;
};

/** A message with all that canonicalization is about: folding, runs of white space, blank lines, bytes beyond ASCII. */
function randomMessage(chance: Chance): string {
  const end = pick(chance, ['\n', '\r\n']);
  const blank = (): string => pick(chance, [' ', '  ', '\t', ' \t ', `${end} `, `${end}\t\t`]);
  const word = (): string => pick(chance, ['a', 'Hello', '=?utf-8?q?caf=C3=A9?=', 'x;y', 'ü', '"q"', ':', 'b=1;']);
  const words = (most: number): string =>
    Array.from({ length: 1 + chance(most) }, word).reduce((text, one) => `${text}${blank()}${one}`);
  const fields = ['Subject', 'To', 'X-Other', 'Received', 'Received', 'Date', 'Comments', 'subject']
    .filter(() => chance(3) > 0)
    .map((name) => `${name}${pick(chance, [':', ': ', ':\t'])}${words(6)}`);
  fields.splice(chance(fields.length + 1), 0, `From: Ada <ada@${pick(chance, ['', 'sub.'])}example.com>`);
  const line = (): string => pick(chance, ['', ' ', '\t \t', 'text', ' text  more ', 'x\t\ty ', '. dot', 'ü']);
  const body = Array.from({ length: chance(9) }, line).join(end);
  // White space before the end of a body without a final line break: dkimpy keeps it, here the line is ended first.
  return `${fields.join(end)}${end}${end}${body}${/[ \t]$/.test(body) ? end : pick(chance, ['', end, `${end}${end}${end}`])}`;
}

inRounds.skipIf(!hasDkimpy)('dkimpy verifies what is signed here', [30, 400], async (rounds) => {
  const records: Record<string, string> = { [RSA]: await recordOf(RSA), [ED25519]: await recordOf(ED25519) };
  const rows: [string, string][] = [];
  for (let seed = 1; seed <= rounds; seed += 1) {
    const chance = chanceOf(seed);
    const key = pick(chance, [RSA, ED25519]);
    const message = Buffer.from(randomMessage(chance));
    const { files, message: told } = await runTool(tool, {
      files: [{ name: 'a.eml', bytes: message }],
      options: { action: 'sign', key, domain: 'example.com', selector: 'mail', canonicalization: pick(chance, WAYS) },
    });
    const signed = files[0]?.bytes ?? Buffer.from(String(told));
    expect(signed.subarray(signed.length - message.length).equals(message)).toBe(true);
    rows.push([signed.toString('base64'), records[key] ?? '']);
    const own = await verify(signed, { record: records[key] });
    expect(own.signatures[0]).toMatchObject({ result: 'pass', reason: '' });
  }
  const verdicts = runPython<boolean[]>(
    `
import base64, dkim, re
def crlf(m): return re.sub(rb'\\r?\\n', b'\\r\\n', m)
print(json.dumps([dkim.verify(crlf(base64.b64decode(m)), dnsfunc=lambda name, timeout=5, r=r: r.encode()) for m, r in data]))`,
    rows,
    PYTHON,
  );
  expect(verdicts.flatMap((isRight, index) => (isRight ? [] : [index]))).toEqual([]);
});

inRounds.skipIf(!hasDkimpy)(
  'what dkimpy signs has the verdict of dkimpy, changed or not',
  [20, 400],
  async (rounds) => {
    const record = await recordOf(RSA);
    const messages = Array.from({ length: rounds }, (_, index) =>
      Buffer.from(randomMessage(chanceOf(index + 7_000)).replace(/\r?\n/g, '\r\n')).toString('base64'),
    );
    const rows = runPython<[message: string, isValid: boolean][]>(
      `
import base64, dkim, random
random.seed(7)
out = []
for index, m in enumerate(data['messages']):
    m = base64.b64decode(m)
    way = random.choice([b'simple', b'relaxed']), random.choice([b'simple', b'relaxed'])
    signed = dkim.sign(m, b'mail', b'example.com', data['key'].encode(), canonicalize=way, length=index % 9 == 0) + m
    if index % 2:
        at = random.randrange(len(signed) - len(m), len(signed))
        change = random.choice([b'', b' ', b'\\t', b'x', b'\\r\\n ', signed[at:at + 1].swapcase()])
        signed = signed[:at] + change + signed[at + random.choice([0, 1]):]
    try: verdict = dkim.verify(signed, dnsfunc=lambda name, timeout=5: data['record'].encode())
    except Exception as error: verdict = None
    out.append([base64.b64encode(signed).decode(), verdict])
print(json.dumps(out))`,
      { messages, key: RSA, record },
      PYTHON,
    );
    const passes: boolean[] = [];
    for (const [index, [message, isValid]] of rows.entries()) {
      const bytes = Buffer.from(message, 'base64');
      // Line breaks that were torn are another matter: here they are mended, as in files on disk.
      if (isValid === null || /[^\r]\n|\r[^\n]|[ \t\r]$/.test(bytes.toString('latin1'))) continue;
      const answer = await runTool(tool, { files: [{ name: 'a.eml', bytes }], options: { record } });
      const passed = answer.status === 200 ? (answer.data as Verification).passed === 1 : false;
      expect(passed, `${index}: ${JSON.stringify(bytes.toString('latin1'))} ${JSON.stringify(answer.data)}`).toBe(
        isValid,
      );
      passes.push(passed);
    }
    expect(passes.filter((one) => one).length).toBeGreaterThan(rounds / 3);
    expect(passes.filter((one) => !one).length).toBeGreaterThan(rounds / 10);
  },
);

it('Ed25519 signs the message of RFC 8463 to its very bytes', async () => {
  const key = createPrivateKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    },
    format: 'jwk',
  });
  const { data } = await runTool(tool, {
    options: { action: 'generate', key: pem(key), selector: 'brisbane', domain: 'football.example.com' },
  });
  expect(FOOTBALL_RECORDS).toContain((data as { record: string }).record);
});

it.each([
  ['Hi.', 'Hi!', 'The body differs from what was signed', false],
  ['Is dinner ready?', 'Is lunch ready?', 'The header differs from what was signed, or the key is another', true],
  ['From: Joe', 'From: Jim', 'The header differs from what was signed, or the key is another', true],
])('%s changed to %s fails', async (was, is, reason, isBodyIntact) => {
  const { signatures, passed } = await verify(Buffer.from(FOOTBALL.replace(was, is)), { record: FOOTBALL_RECORDS });
  expect(passed).toBe(0);
  for (const one of signatures) expect(one).toMatchObject({ result: 'fail', reason, isBodyIntact });
});

it('white space that relaxed canonicalization allows does not break a signature', async () => {
  const changed = FOOTBALL.replace('Subject: Is dinner', 'subject:Is\n\t dinner').replace('game.  Are', 'game. \tAre');
  expect((await verify(Buffer.from(changed), { record: FOOTBALL_RECORDS })).passed).toBe(2);
});

it('without records the body is checked and the names are told', async () => {
  const { signatures } = await verify(Buffer.from(FOOTBALL), {});
  expect(signatures[1]).toMatchObject({
    result: 'unknown',
    isBodyIntact: true,
    recordName: 'test._domainkey.football.example.com',
  });
});

const sign = async (options: Readonly<Record<string, unknown>>, input = 'From: a@mail.example.co.uk\n\nx\n') =>
  runTool(tool, { input, options: { action: 'sign', key: ED25519, ...options } });

it('an expired signature, a strict key and a revoked one are told', async () => {
  const record = await recordOf(ED25519);
  const { text } = await sign({ domain: 'example.co.uk', expiresIn: 60, at: '2026-01-01' });
  const check = async (more: string, at: string): Promise<unknown> =>
    (await runTool(tool, { input: text ?? '', options: { record: more, at } })).data;
  expect(await check(record, '2026-01-01T00:00:30Z')).toMatchObject({
    signatures: [{ result: 'pass', alignment: 'relaxed' }],
  });
  expect(await check(record, '2026-01-01T00:01:30Z')).toMatchObject({
    signatures: [{ result: 'fail', reason: 'It has expired' }],
  });
  expect(await check('v=DKIM1; k=ed25519; p=', '2026-01-01')).toMatchObject({
    signatures: [{ result: 'permerror', reason: 'The key was revoked' }],
  });
  expect(await check(record.replace('k=', 'h=sha1; k='), '2026-01-01')).toMatchObject({
    signatures: [{ result: 'permerror', reason: 'The key is not for SHA-256' }],
  });
  expect(await check(await recordOf(RSA), '2026-01-01')).toMatchObject({
    signatures: [{ result: 'permerror', reason: 'The key is of type rsa, the signature ed25519-sha256' }],
  });
});

it('a second From breaks the signature', async () => {
  const record = await recordOf(ED25519);
  const { text } = await sign({});
  const { passed, warnings } = await verify(Buffer.from(`From: evil@example.net\n${text}`), { record });
  expect(passed).toBe(0);
  expect(warnings[0]).toMatch('more than one From');
});

it('records as key generators and zone files print them are read', async () => {
  const record = (await recordOf(RSA)).replace(/p=(.{60})(.*)$/, 'p=$1" \n\t "$2');
  const bind = `mail._domainkey\t3600 IN\tTXT\t( "${record}" )  ; ----- DKIM key mail for example.com`;
  const { status } = await runTool(tool, {
    input: bind.replace('_domainkey', '_domainkey.example.com.'),
    options: { action: 'check' },
  });
  expect(status).toBe(200);
  const { text } = await sign({ key: RSA, domain: 'example.com', selector: 'mail' }, 'From: a@example.com\n\n');
  const whole = bind.replace('_domainkey', '_domainkey.example.com.');
  expect((await verify(Buffer.from(text ?? ''), { record: whole })).passed).toBe(1);
});

const HOSTILE: readonly (readonly [name: string, message: string, status: number])[] = [
  ['nothing but blank lines', '\n'.repeat(1_000_000), 400],
  ['no header', 'just text\n', 400],
  ['a million spaces in the body', `${FOOTBALL}${' '.repeat(1_000_000)}x`, 200],
  ['spaces and tabs in lines', `${FOOTBALL}${' \t'.repeat(20)}\n`.padEnd(5_000_000, ' \n'), 200],
  ['21 signatures', `${FOOTBALL.slice(0, FOOTBALL.indexOf('From:')).repeat(11)}From: a@b.example\n\n`, 413],
  ['3,000 fields', `${'X: y\n'.repeat(3_000)}\n`, 413],
  ['a field of 3 MB', `X: ${'y'.repeat(3_000_000)}\n\n`, 413],
  ['a signature of tags', `DKIM-Signature: ${'a=b; '.repeat(100_000)}\nFrom: a@b.example\n\n`, 200],
  ['a signature of semicolons', `DKIM-Signature: ${';'.repeat(1_000_000)}\nFrom: a@b.example\n\n`, 200],
  ['a From of brackets', `From: ${'<(a@'.repeat(200_000)}\n\n`, 200],
  ['h names 100,000 fields', `DKIM-Signature: v=1; h=${'from:'.repeat(100_000)}; \nFrom: a@b.example\n\n`, 200],
];
inRows(11, HOSTILE)('hostile: %s', async (_name, message, status) => {
  const answer = await runTool(tool, { files: [{ name: 'a.eml', bytes: Buffer.from(message) }] });
  expect(answer.status, answer.message).toBe(status);
});

it.each([
  [{ action: 'sign', key: '' }, 'Option "key" must not be empty where a message is signed'],
  [{ fields: 'To:Subject' }, 'Option "fields" must name From'],
  [{ domain: 'no domain' }, 'Option "domain" must be a domain such as example.com, got "no domain"'],
  [{ selector: 'ü' }, 'Option "selector" must be a selector such as mail2026, got "ü"'],
  [
    { key: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey) },
    'Option "key" must be an RSA or Ed25519 key, got ec',
  ],
  [
    { key: pem(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey) },
    'Option "key" must have at least 1024 bits, got 512',
  ],
])('%j is refused', async (options, message) => {
  expect(await sign(options)).toMatchObject({ status: 400, message });
});

it('a record of names without a type is refused at once', async () => {
  const record = `${'._domainkey.'.repeat(8_000)} p=`;
  const { status, message } = await runTool(tool, { input: FOOTBALL, options: { record } });
  expect([200, 400], message).toContain(status);
});

it('of several files each has its verdict, and one that is not a message does not spoil the others', async () => {
  const files = [FOOTBALL, 'text', FOOTBALL].map((text, index) => ({ name: `${index}.eml`, bytes: Buffer.from(text) }));
  const { data } = await runTool(tool, { files, options: { record: FOOTBALL_RECORDS } });
  expect(data).toMatchObject({ files: [{ passed: 2 }, { error: expect.stringMatching('1.eml') }, { passed: 2 }] });
});
