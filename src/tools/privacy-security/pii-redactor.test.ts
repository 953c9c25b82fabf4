import { expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { FoundScores } from '../../testing/found-scores.js';
import { expectLinear } from '../../testing/growth.js';
import { PERSONAL_LANGUAGES, personalText } from '../../testing/personal-texts.js';
import { runTool } from '../../testing/run-tool.js';
import piiRedactor from './pii-redactor.js';

interface Report {
  readonly text: string;
  readonly found: readonly {
    readonly kind: string;
    readonly start: number;
    readonly end: number;
    readonly replacement: string;
  }[];
  readonly counts: Readonly<Record<string, number>>;
}

const redact = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Report> =>
  (await runTool(piiRedactor, { input, options })).data as Report;

inRounds('recall and precision on texts in eight languages', [1, 60], async (rounds) => {
  const scores = new FoundScores();
  for (const [index, language] of PERSONAL_LANGUAGES.entries()) {
    for (let round = 0; round < rounds; round++) {
      const { text, planted } = personalText(language, 1000 * index + round, 40);
      scores.add(text, planted, (await redact(text)).found);
    }
  }
  const table = [...scores.scores].map(
    ([kind, { planted, found, right }]) => `${kind} planted ${planted} found ${found} right ${right}`,
  );
  const told = [...table, ...scores.missed.slice(0, 15), 'wrong', ...scores.wrong.slice(0, 15)].join('\n');
  expect(scores.recall, told).toBeGreaterThanOrEqual(0.999);
  expect(scores.precision, told).toBeGreaterThanOrEqual(0.999);
});

/** Examples that issuing offices, python-stdnum's documentation or national encyclopaedias publish. */
const PUBLISHED: readonly (readonly [country: string, before: string, id: string])[] = [
  ['US', 'SSN ', '536-90-4399'],
  ['DE', 'Steuer-ID ', '36 574 261 809'],
  ['FR', '', '2 95 10 99 126 111 93'],
  ['ES', '', '54362315-K'],
  ['ES', 'NIE ', 'X-2482300-W'],
  ['IT', '', 'RCCMNL83S18D969H'],
  ['NL', 'BSN ', '1112.22.333'],
  ['NL', 'BSN: ', '111222333'],
  ['PL', 'PESEL ', '44051401359'],
  ['GB', 'NHS no. ', '943 476 5870'],
  ['GB', '', 'AB 12 34 56 C'],
  ['BR', '', '390.533.447-05'],
  ['BR', '', '16.727.230/0001-97'],
  ['SE', 'personnummer ', '880320-0016'],
  ['FI', '', '131052-308T'],
  ['CH', '', '756.9217.0769.85'],
  ['IN', 'Aadhaar ', '2341 2341 2346'],
  ['IN', 'PAN ', 'ACUPA7085R'],
  ['CA', 'SIN ', '123-456-782'],
  ['AU', 'TFN ', '123 456 782'],
  ['DK', 'CPR ', '211062-5629'],
  ['NO', '', '151086 95088'],
  ['BE', '', '85.07.30-033.28'],
  ['AT', 'SVNR ', '1237 010180'],
  ['PT', 'NIF ', '501 964 843'],
  ['CZ', 'rodné číslo ', '710319/2745'],
  ['RO', 'CNP ', '1630615123457'],
  ['BG', 'ЕГН ', '7523169263'],
  ['HR', 'OIB ', '33392005961'],
  ['EE', 'isikukood ', '36805280109'],
  ['LT', 'asmens kodas ', '33309240064'],
  ['GR', 'AMKA ', '01013099997'],
  ['IE', 'PPS ', '6433435F'],
  ['TR', 'kimlik no ', '17291716060'],
  ['MX', '', 'BOXW310820HNERXN09'],
  ['CL', 'RUT ', '12.531.909-2'],
  ['CN', '', '360426199101010071'],
  ['KR', '', '971013-9019902'],
  ['HK', '', 'G123456(A)'],
  ['ZA', 'ID number ', '7503305044089'],
  ['IL', 'ת.ז ', '039337423'],
  ['SI', 'EMŠO ', '0101006500006'],
];

it('published national ids are found, with their country', async () => {
  const missed: string[] = [];
  for (const [country, before, id] of PUBLISHED) {
    const text = `The file says ${before}${id} on page 3.`;
    const { found } = await redact(text, { kinds: 'national-id' });
    const [one] = found as readonly { country?: string; start: number; end: number }[];
    if (one === undefined || one.country !== country || text.slice(one.start, one.end) !== id)
      missed.push(`${country} ${id}: ${JSON.stringify(found)}`);
  }
  expect(missed).toEqual([]);
});

it('bare digits are an id only behind its word, or where the country is named', async () => {
  expect((await redact('Number 111222333 is free', { kinds: 'national-id' })).found).toEqual([]);
  const { found } = await redact('Number 111222333 is free', { kinds: 'national-id', countries: 'nl' });
  expect(found).toHaveLength(1);
});

it('a key gives the same pseudonyms in every run, no key others', async () => {
  const input = 'a@b.org, 4111 1111 1111 1111, born 1985-01-31, 8.8.8.8, 00:1b:44:11:3a:b7';
  const other = { random: (length: number) => new Uint8Array(length).fill(9) };
  const run = async (key: string, surroundings = {}): Promise<string> =>
    ((await runTool(piiRedactor, { input, options: { mask: 'pseudonym', key } }, surroundings)).data as Report).text;
  expect(await run('k')).toBe(await run('k', other));
  expect(await run('')).not.toBe(await run('', other));
  expect(await run('k')).toMatch(
    /^user-[\da-f]{12}@example\.com, 4\d{3} \d{4} \d{4} \d{4}, born 198\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-2]), 10\.\d+\.\d+\.\d+, 02(?::[\da-f]{2}){5}$/,
  );
});

it('JSON stays JSON', async () => {
  const input = '{"a":[4111111111111111,{"b \\" c":"x@y.org"}],"ip":"8.8.8.8"}';
  for (const mask of ['label', 'hash', 'pseudonym', 'stars'])
    expect(JSON.parse((await redact(input, { mask })).text)).toHaveProperty('ip');
});

it('files keep their encoding, and the same value has the same label in all of them', async () => {
  const answer = await runTool(piiRedactor, {
    files: [
      { name: 'a.txt', bytes: Buffer.from('\ufeffGrüße an a@b.org', 'utf16le') },
      { name: 'b.log', bytes: Buffer.from('Gr\xfc\xdfe an c@b.org und a@b.org', 'latin1') },
      { name: 'c.bin', bytes: Buffer.from('PK\x03\x04ab') },
    ],
  });
  expect(answer.files.map(({ name }) => name)).toEqual(['a.txt', 'b.log']);
  expect(answer.files[0]?.bytes.toString('utf16le')).toBe('\ufeffGrüße an [EMAIL_1]');
  expect(answer.files[1]?.bytes.toString('latin1')).toBe('Gr\xfc\xdfe an [EMAIL_2] und [EMAIL_1]');
});

exhaustive('long texts that look like the beginning of something take linear time', async () => {
  for (const part of [
    'a',
    '4',
    'a@',
    'a!',
    'DE89 ',
    '+1 ',
    '0 (',
    'a.',
    '1.',
    ':',
    'a:',
    '1-',
    'born ',
    '://',
    'tel 1',
  ])
    await expectLinear(2_000, (length) => redact(part.repeat(length)));
});
