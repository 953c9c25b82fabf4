import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { FoundScores } from '../../testing/found-scores.js';
import { expectLinear } from '../../testing/growth.js';
import { INDICATOR_LANGUAGES, indicatorText } from '../../testing/indicator-texts.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type RunToolRequest, readFixture, runTool } from '../../testing/run-tool.js';
import iocExtractor from './ioc-extractor.js';

interface Report {
  readonly indicators: readonly {
    readonly kind: string;
    readonly value: string;
    readonly count: number;
    readonly places: readonly { readonly start: number }[];
  }[];
}

const extract = async (request: RunToolRequest): Promise<Report> => {
  const { status, message, data } = await runTool(iocExtractor, request);
  expect(status, message).toBe(200);
  return data as Report;
};

const valuesOf = async (request: RunToolRequest): Promise<string[]> =>
  (await extract(request)).indicators.map(({ kind, value }) => `${kind} ${value}`);

inRounds('recall and precision on reports in five languages', [4, 60], async (rounds) => {
  const scores = new FoundScores();
  for (const [index, language] of INDICATOR_LANGUAGES.entries()) {
    for (let round = 0; round < rounds; round++) {
      const { text, planted } = indicatorText(language, 1000 * index + round, 30);
      const wanted = new Set(
        planted.map(({ kind, value }) => `${kind} ${kind === 'sha256' ? value.toLowerCase() : value}`),
      );
      // Hosts of URLs are wanted too.
      for (const { kind, value } of planted) if (kind === 'url') wanted.add(`domain ${new URL(value).hostname}`);
      const found = await valuesOf({ input: text });
      const place = (one: string) => ({ kind: one.slice(0, one.indexOf(' ')), value: one, start: 0, end: 0 });
      scores.addValues([...wanted].map(place), found.map(place));
    }
  }
  const told = [
    `${scores.planted} ${scores.recall} ${scores.precision}`,
    ...scores.missed.slice(0, 15),
    'wrong',
    ...scores.wrong.slice(0, 15),
  ].join('\n');
  expect(scores.recall, told).toBeGreaterThanOrEqual(0.999);
  expect(scores.precision, told).toBeGreaterThanOrEqual(0.999);
});

const IDS = `
import json, sys, uuid
N = uuid.UUID('00abedb4-aa42-466c-9c01-fed23315a9b7')
print(json.dumps([str(uuid.uuid5(N, json.dumps(p, separators=(',', ':'), sort_keys=True))) for p in json.load(sys.stdin)]))
`;

it.skipIf(!hasProgram('python3', ['--version'], 'ids of STIX against Python'))(
  'ids of observables are those of Python',
  async () => {
    const { text } = indicatorText('en', 5, 200);
    const { data } = await runTool(iocExtractor, { input: text, options: { format: 'stix' } });
    const { objects } = data as { objects: Readonly<Record<string, unknown>>[] };
    const observables = objects.filter(({ name }) => name === undefined);
    expect(observables.length).toBeGreaterThan(200);
    const properties = observables.map(({ type, id, spec_version, ...rest }) => rest);
    const ids = JSON.parse(runProgram('python3', ['-c', IDS], JSON.stringify(properties)).toString()) as string[];
    expect(observables.map(({ type, id }) => String(id).slice(String(type).length + 2))).toEqual(ids);
  },
);

// Forms of defanging that reports use, and what stands around addresses in running text.
it.each([
  ['hxxp://example.com/path', ['url http://example.com/path', 'domain example.com']],
  ['hXXps://e[.]example.com', ['url https://e.example.com', 'domain e.example.com']],
  ['http[:]//bad[.]ru/x', ['url http://bad.ru/x', 'domain bad.ru']],
  ['http://[2a01::1]:8080/x', ['url http://[2a01::1]:8080/x', 'ip 2a01::1']],
  ['user[at]mail[dot]example[dot]com', ['email user@mail.example.com']],
  ['1[.]1.1[.]1:443', ['ip 1.1.1.1']],
  [
    'see (https://a.example.org/x_(y)), "https://b.example.org".',
    ['url https://a.example.org/x_(y)', 'url https://b.example.org', 'domain a.example.org', 'domain b.example.org'],
  ],
  ['https://user:pw@host.example.com:99/', ['url https://user:pw@host.example.com:99/', 'domain host.example.com']],
  ['evil[.]zip but not evil.zip', ['domain evil.zip']],
  [
    'AS13335 and HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run runs it',
    ['asn AS13335', 'registry-key HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'],
  ],
  ['1.2.3.4.5, 300.1.1.1, 01.02.03.04, 12:30:15, Version 1.2.3.4', []],
])('%s', async (input, expected) => {
  expect(await valuesOf({ input })).toEqual(expected);
});

it('places are those of the text that was sent', async () => {
  const input = 'a [.] b hxxp[:]//x[.]example[.]org/a 9[.]9[.]9[.]9 end c[.]example.net';
  const { indicators } = await extract({ input });
  const starts = indicators.map(({ places }) => places[0]?.start ?? -1);
  expect(starts.map((start) => input.slice(start, start + 3))).toEqual(['hxx', 'x[.', 'c[.', '9[.']);
});

it('mails are read part by part, PDF files by their text, HTML with its links', async () => {
  const eml = [
    'From: =?utf-8?q?Bob?= <bob@sender.example.net>',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Go to http://first.example.org/long=',
    'path=3Fa=3D1 now',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    'Content-Type: text/html',
    '',
    '<a href="https://second.example.org/?a=1&amp;b=2">x</a>',
    '--b1--',
  ].join('\r\n');
  const kinds = { options: { kinds: 'url,email' } };
  expect(await valuesOf({ files: [{ name: 'a.eml', bytes: Buffer.from(eml) }], ...kinds })).toEqual([
    'url http://first.example.org/longpath?a=1',
    'url https://second.example.org/?a=1&b=2',
    'email bob@sender.example.net',
  ]);
  const html = '<p>x<a href=https://third.example.org/?a&amp;b>';
  expect(await valuesOf({ files: [{ name: 'a.html', bytes: Buffer.from(html) }], ...kinds })).toEqual([
    'url https://third.example.org/?a&b',
  ]);
  const pdf = await runTool(iocExtractor, { files: [{ name: 'a.pdf', bytes: readFixture('pdf/letter.pdf') }] });
  expect(pdf.status).toBe(200);
});

it('damaged mails are 200, 400 or 413', async () => {
  const eml =
    'Content-Type: multipart/x; boundary=a\n\n--a\nContent-Type: multipart/x; boundary=a\n\n--a\n\nhttp://x.example.org\n--a--\n';
  for (let length = 0; length < eml.length; length += 3) {
    const { status } = await runTool(iocExtractor, {
      files: [{ name: 'a.eml', bytes: Buffer.from(eml.slice(0, length)) }],
    });
    expect([200, 400, 413]).toContain(status);
  }
  const deep = 'Content-Type: message/rfc822\n\n'.repeat(100);
  expect((await runTool(iocExtractor, { files: [{ name: 'a.eml', bytes: Buffer.from(deep) }] })).status).toBe(413);
});

it('long texts that look like the beginning of something take linear time', async () => {
  for (const part of [
    'a',
    'a.',
    'http://',
    'h',
    '[.]',
    'a@',
    '1.',
    ':',
    'a:',
    '0x',
    '1A',
    'HKLM\\a\\',
    '(',
    'http://a(',
    'www.',
  ])
    await expectLinear(2_000, (length) => extract({ input: part.repeat(length) }));
}, 60_000);
