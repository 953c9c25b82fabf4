import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './email-header-analyzer.js';

interface Report {
  readonly date: string | null;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly hops: readonly Readonly<Record<string, unknown>>[];
  readonly warnings: readonly string[];
  readonly authentication: readonly {
    readonly server: string;
    readonly results: readonly { method: string; result: string; properties: Record<string, string> }[];
  }[];
}

const analyze = async (input: string): Promise<Report> => {
  const answer = await runTool(tool, { input });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

const WORDS = [
  'alpha',
  'beta',
  'gamma;',
  '(note)',
  '"quoted, text"',
  '=?utf-8?q?caf=C3=A9?=',
  '=?iso-8859-1?b?5Ob8?=',
  '<a@b.example>',
];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

function date(chance: Chance): string {
  const at = new Date(Date.UTC(1990 + chance(40), chance(12), 1 + chance(28), chance(24), chance(60), chance(60)));
  const zone = pick(chance, ['+0000', '-0000', '+0530', '-0800', '+1345', 'GMT', 'EST', '+0200 (CEST)']);
  const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} ${clock} ${zone}`;
  return chance(4) === 0 ? day : `${DAYS[at.getUTCDay()]}, ${day}`;
}

function message(chance: Chance): string {
  const end = pick(chance, ['\n', '\r\n']);
  const fields = Array.from({ length: 1 + chance(8) }, (_, at) => {
    const words = Array.from({ length: 1 + chance(6) }, () => pick(chance, WORDS));
    return `X-Field-${at}: ${words.reduce((text, word) => `${text}${chance(3) === 0 ? `${end} ` : ''} ${word}`)}`;
  });
  return `${[...fields, `Date: ${date(chance)}`].join(end)}${end}${end}body: text${end}`;
}

const PYTHON = `
import email, email.header, email.utils, datetime
out = []
for text in data:
    m = email.message_from_string(text)
    def plain(v): return ' '.join(str(email.header.make_header(email.header.decode_header(' '.join(v.split())))).split())
    d = email.utils.parsedate_to_datetime(m['Date'])
    if d.tzinfo is None: d = d.replace(tzinfo=datetime.timezone.utc)
    out.append([[[k, plain(v)] for k, v in m.items()], d.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')])
print(json.dumps(out))`;

const AUTHRES = `
import authres
out = []
for text in data:
    a = authres.AuthenticationResultsHeader.parse('Authentication-Results: ' + text)
    out.append([a.authserv_id, [[r.method, r.result, {p.type + '.' + p.name: p.value for p in r.properties}] for r in a.results]])
print(json.dumps(out))`;

import { exhaustive } from '../../testing/exhaustive.js';

function verdictField(chance: Chance): string {
  const verdict = () => {
    const method = pick(chance, ['spf', 'dkim', 'dmarc', 'auth', 'iprev', 'arc']);
    const comment = chance(3) === 0 ? ` (a note; with (nested) parts)` : '';
    const reason = chance(4) === 0 ? ' reason="good; signature"' : '';
    const properties = {
      spf: ' smtp.mailfrom=a@b.example',
      dkim: ' header.d=b.example header.s=s1',
      dmarc: ' header.from=b.example',
      auth: ' smtp.auth=ann',
      iprev: ' policy.iprev=192.0.2.1',
      arc: '',
    }[method];
    return `${method}=${pick(chance, ['pass', 'fail', 'none', 'neutral'])}${comment}${reason}${chance(4) === 0 ? '' : properties}`;
  };
  return `mx${chance(9)}.example.net; ${Array.from({ length: 1 + chance(4) }, verdict).join(pick(chance, ['; ', ';\r\n  ']))}`;
}

describe('email-header-analyzer', () => {
  exhaustive.skipIf(!hasProgram('python3', ['--version'], 'mail headers beside Python'))(
    'reads fields as Python does',
    async () => {
      const chance = chanceOf(71);
      const messages = Array.from({ length: 300 }, () => message(chance));
      const theirs = runPython<readonly (readonly [[string, string][], string])[]>(PYTHON, messages);
      for (const [index, text] of messages.entries()) {
        const { fields, date: at } = await analyze(text);
        expect([fields.map(({ name, value }) => [name, value.replace(/\s+/g, ' ').trim()]), at], text).toEqual(
          theirs[index],
        );
      }
    },
  );

  it.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import authres'], 'verdicts beside authres'))(
    'reads verdicts as authres does',
    async () => {
      const chance = chanceOf(72);
      const values = [
        'example.org 1; none',
        'example.com; spf=pass smtp.mailfrom=example.net',
        'example.com; auth=pass (cram-md5) smtp.auth=sender@example.net; spf=pass smtp.mailfrom=example.net',
        'example.com; dkim=pass (good signature) header.d=mail-router.example.net; dkim=fail (bad signature) header.d=newyork.example.com',
        ...Array.from({ length: 300 }, () => verdictField(chance)),
      ];
      const theirs = runPython<readonly (readonly [string, unknown])[]>(AUTHRES, values, '/usr/bin/python3');
      for (const [index, value] of values.entries()) {
        const { authentication } = await analyze(`From: a@b.example\nAuthentication-Results: ${value}`);
        const [{ server, results }] = authentication as [Report['authentication'][number]];
        expect([server, results.map((one) => [one.method, one.result, one.properties])], value).toEqual(theirs[index]);
      }
    },
  );

  it('warns of what looks forged', async () => {
    const { warnings } = await analyze(
      [
        'Return-Path: <x@bulk.test>',
        'Received: from b by c; Fri, 2 Jan 2026 08:00:00 +0000',
        'Received: from a by b; Fri, 2 Jan 2026 09:00:00 +0000',
        'From: "service@bank.example" <q@evil.test>',
        'From: other@evil.test',
        'Date: Mon, 1 Dec 2025 09:00:00 +0000',
      ].join('\r\n'),
    );
    expect(warnings).toEqual([
      'The From field is there more than once',
      'The Message-ID field is missing',
      'Bounces go to bulk.test, not to the domain of From, evil.test',
      'The name of the sender shows an address of bank.example, the address is of evil.test',
      'A server has received the message well before the one that sent it on',
      'The Date field is more than a day from when the first server got the message',
    ]);
  });

  it('reports on each of several files', async () => {
    const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text, 'latin1') });
    const answer = await runTool(tool, { files: [file('a.eml', 'Subject: caf\u00e9\n\n\u0000'), file('b.eml', 'x')] });
    const { files } = answer.data as { files: readonly { subject?: string; error?: string }[] };
    expect(files[0]!.subject).toBe('café');
    expect(files[1]!.error).toMatch(/^Cannot read file "b.eml": it has no header field/);
  });

  it.each([
    `Subject: a${'\n b'.repeat(300_000)}`,
    'A: b\n'.repeat(190_000),
    `From: ${'('.repeat(90_000)}`,
    `From: ${'"a\\"'.repeat(20_000)}`,
    `From: ${'<'.repeat(90_000)}`,
    `Authentication-Results: ${'a=b'.repeat(30_000)}`,
    `Received: ${'[1'.repeat(40_000)}; ${' '.repeat(10_000)}`,
    `Subject: ${'=?utf-8?q?'.repeat(9_000)}`,
    'Received: a\n'.repeat(500),
    '\r'.repeat(900_000),
  ])('answers hostile headers in time', async (input) => {
    const answer = await runTool(tool, { input });
    expect([200, 400, 413]).toContain(answer.status);
  });
});
