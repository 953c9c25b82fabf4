import { describe, expect, it } from 'vitest';

import { METRICS } from '../../lib/cvss/metrics.data.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { readFixture, runTool } from '../../testing/run-tool.js';

import tool from './cvss-calculator.js';

interface Row {
  readonly line: number;
  readonly error?: string;
  readonly warning?: string;
  readonly version: string;
  readonly vector: string;
  readonly score: number;
  readonly severity: string;
  readonly nomenclature?: string;
  readonly macroVector?: string;
  readonly equivalence?: object;
  readonly scores: Readonly<Record<string, number>>;
}

/** In texts of as many as one run takes. */
async function manyRows(vectors: readonly string[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < vectors.length; at += 500) rows.push(...(await rowsOf(vectors.slice(at, at + 500).join('\n'))));
  return rows;
}

const rowsOf = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

/** FIRST, "Common Vulnerability Scoring System v3.1: Examples" (also for 2.0), "v4.0: Examples". */
const FIRST_EXAMPLES: readonly (readonly [vector: string, score: number])[] = [
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9],
  ['CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', 4.2],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 8.8],
  ['CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 7.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:C/C:N/I:H/A:N', 6.8],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:L/I:N/A:N', 5.8],
  ['CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:H', 9.3],
  ['CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N', 5.4],
  ['CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 8.8],
  ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:N', 4.6],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N', 7.4],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H', 9.6],
  ['CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.3],
  ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.7],
  ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N', 8.3],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:A', 10],
  // The guide of 2.0, 3.3: base, and with temporal and environmental metrics.
  ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 7.8],
  ['AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C', 6.4],
  ['AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:H', 9.2],
  ['AV:N/AC:L/Au:N/C:N/I:N/A:C/E:F/RL:OF/RC:C/CDP:N/TD:N/CR:M/IR:M/AR:H', 0],
  ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 10],
  ['AV:N/AC:L/Au:N/C:C/I:C/A:C/E:F/RL:OF/RC:C', 8.3],
  ['AV:N/AC:L/Au:N/C:C/I:C/A:C/E:F/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:L', 9],
  ['AV:L/AC:H/Au:N/C:C/I:C/A:C', 6.2],
  ['AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C', 4.9],
  ['AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C/CDP:H/TD:H/CR:M/IR:M/AR:M', 7.5],
];

/** The equations of the guide of 2.0, in fractions. */
const GUIDE = `from fractions import Fraction as F
import math
AV={'L':'0.395','A':'0.646','N':'1'}; AC={'H':'0.35','M':'0.61','L':'0.71'}; AU={'M':'0.45','S':'0.56','N':'0.704'}
I={'N':'0','P':'0.275','C':'0.66'}; R={'L':'0.5','M':'1','H':'1.51'}
E={'U':'0.85','POC':'0.9','F':'0.95'}; RL={'OF':'0.87','TF':'0.9','W':'0.95'}; RC={'UC':'0.9','UR':'0.95'}
CDP={'L':'0.1','LM':'0.3','MH':'0.4','H':'0.5'}; TD={'N':'0','L':'0.25','M':'0.75'}
rnd=lambda x: F(math.floor(x*10+F(1,2)),10)
def scores(v):
  m=dict(p.split(':') for p in v.split('/')); g=lambda t,k,d='1': F(t.get(m.get(k,'ND'),d))
  ex=20*g(AV,'AV')*g(AC,'AC')*g(AU,'Au')
  def base(a):
    i=F('10.41')*(1-(1-g(I,'C')*(g(R,'CR') if a else 1))*(1-g(I,'I')*(g(R,'IR') if a else 1))*(1-g(I,'A')*(g(R,'AR') if a else 1)))
    if a: i=min(F(10),i)
    return rnd((F('0.6')*i+F('0.4')*ex-F('1.5'))*(F('1.176') if i else 0))
  t=lambda b: rnd(b*g(E,'E')*g(RL,'RL')*g(RC,'RC'))
  at=t(base(True))
  return [float(base(False)), float(t(base(False))), float(rnd((at+(10-at)*g(CDP,'CDP','0'))*g(TD,'TD')))]
print(json.dumps([scores(v) for v in data]))`;

describe('cvss-calculator', () => {
  it('has the scores that FIRST published', async () => {
    const rows = await rowsOf(FIRST_EXAMPLES.map(([vector]) => vector).join('\n'));
    expect(rows.map(({ vector, score }) => [vector, score])).toEqual(FIRST_EXAMPLES);
  });

  it('has the scores of another calculator for 560 random vectors of 3.0, 3.1 and 4.0', async () => {
    const table = readFixture('data/cvss-scores.tsv').toString().split('\n').slice(1, -1);
    const theirs = table.map((line) =>
      line.split('\t').map((cell, at) => (at === 0 || cell === '' ? cell : Number(cell))),
    );
    expect(theirs).toHaveLength(560);
    const rows = await manyRows(theirs.map(([vector]) => String(vector)));
    const ours = rows.map(({ score, scores }) => [
      score,
      scores.base,
      scores.impact ?? '',
      scores.exploitability ?? '',
    ]);
    expect(ours).toEqual(theirs.map(([, ...scores]) => scores));
  });

  inRounds.skipIf(!hasProgram('python3', ['--version'], 'CVSS 2.0 beside fractions'))(
    'calculates 2.0 in decimals, as the guide has it',
    [200, 2000],
    async (rounds) => {
      const chance = chanceOf(20);
      const vectors = Array.from({ length: rounds }, () =>
        METRICS['2.0'].map(({ id, values }) => `${id}:${pick(chance, Object.keys(values).slice(-3))}`).join('/'),
      );
      const theirs = runPython<readonly number[][]>(GUIDE, vectors);
      const rows = await manyRows(vectors);
      expect(rows.map(({ scores }) => [scores.base, scores.temporal, scores.environmental])).toEqual(theirs);
    },
  );

  it('tells the macro vector, its levels and which groups count', async () => {
    // The calculator of FIRST: 000200, 9.3; with E:P 8.9 and 000210.
    const base = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
    const rows = await rowsOf(`${base}\n${base}/E:P\n${base}/E:U/CR:L/MAT:P/U:Red\n${base}/MSI:S`);
    expect(rows.map(({ macroVector, nomenclature, score }) => [macroVector, nomenclature, score])).toEqual([
      ['000200', 'CVSS-B', 9.3],
      ['000210', 'CVSS-BT', 8.9],
      ['010220', 'CVSS-BTE', 6.9],
      ['000000', 'CVSS-BE', 10],
    ]);
    expect(rows[0]?.equivalence).toEqual({
      exploitability: 'high',
      complexity: 'high',
      vulnerableSystem: 'high',
      subsequentSystem: 'low',
      exploitation: 'high',
      securityRequirements: 'high',
    });
  });

  it.each([
    ['2.0', 'AV:L/AC:H/Au:M/C:N/I:N/A:P', 'low'],
    ['2.0', 'AV:N/AC:L/Au:N/C:C/I:C/A:C', 'high'],
    ['3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 'none'],
    ['3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', 'medium'],
    ['3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'critical'],
  ])('rates a vector of %s: %s is %s', async (version, vector, severity) => {
    expect((await rowsOf(vector))[0]).toMatchObject({ version, severity });
  });

  it('reads vectors wherever they are, in any case and order, and writes them in order', async () => {
    const [address, tenable, lower] = await rowsOf(
      [
        'see https://www.first.org/cvss/calculator/3.1#CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H.',
        'nothing here, http://a.b/c',
        'CVSS2#AV:N/AC:L/Au:N/C:P/I:P/A:P',
        '"cvss:3.0/a:h/i:h/c:h/s:u/ui:n/pr:n/ac:l/av:n/E:X"',
      ].join('\r\n'),
    );
    expect(address).toMatchObject({ line: 1, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' });
    expect(tenable).toMatchObject({ line: 3, version: '2.0', score: 7.5 });
    expect(lower).toMatchObject({ line: 4, vector: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' });
  });

  it('reads pairs with spaces or commas between them', async () => {
    const [spaces, commas] = await rowsOf(
      'Score 9.8: AV:N AC:L PR:N UI:N S:U C:H I:H A:H\nAV:N, AC:L, Au:N, C:P, I:P, A:P',
    );
    expect(spaces).toMatchObject({ version: '3.1', score: 9.8 });
    expect(commas).toMatchObject({ version: '2.0', score: 7.5 });
  });

  it('says how it read a vector without a prefix, and takes a version for it', async () => {
    const bare = 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:L/A:N/CR:H/MPR:L/MS:C';
    const [assumed] = await rowsOf(bare);
    const [told] = await rowsOf(bare, { version: '3.0' });
    expect(assumed).toMatchObject({ version: '3.1', warning: expect.stringContaining('Read as CVSS 3.1') });
    expect([told?.version, told?.warning]).toEqual(['3.0', undefined]);
    const [four] = await rowsOf('AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N');
    expect([four?.version, four?.warning]).toEqual(['4.0', undefined]);
  });

  it.each([
    [
      // As the NVD prints them.
      'Attack Vector (AV): Network\nAttack Complexity (AC): High\nPrivileges Required (PR): Low\nUser Interaction (UI): None\nScope (S): Changed\nConfidentiality (C): High\nIntegrity (I): Low\nAvailability (A): None',
      'CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:C/C:H/I:L/A:N',
    ],
    [
      // As advisories of GitHub do when they are copied.
      'Exploitability Metrics\nAttack Vector\nNetwork\nAttack Complexity\nLow\nAttack Requirements\nPresent\nPrivileges Required\nNone\nUser interaction\nPassive\nVulnerable System Impact Metrics\nConfidentiality\nHigh\nIntegrity\nNone\nAvailability\nLow\nSubsequent System Impact Metrics\nConfidentiality\nNone\nIntegrity\nLow\nAvailability\nNone',
      'CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:N/VA:L/SC:N/SI:L/SA:N',
    ],
    [
      'Access Vector: Adjacent Network, Access Complexity: Medium, Authentication: Single, Confidentiality Impact: Partial, Integrity Impact: Complete, Availability Impact: None',
      'AV:A/AC:M/Au:S/C:P/I:C/A:N',
    ],
  ])('reads metrics in words', async (text, vector) => {
    expect((await rowsOf(text))[0]?.vector).toBe(vector);
  });

  it('refuses words that are not values, and says what is missing', async () => {
    const wrong = await runTool(tool, { input: 'Attack Vector: Bluetooth' });
    expect(wrong.message).toBe(
      'Cannot read property "input": Attack Vector must be Network, Adjacent, Local, Physical, got "Bluetooth"',
    );
    const short = await runTool(tool, { input: 'Scope: Changed' });
    expect(short.message).toContain('must have AV (Attack Vector), AC (Attack Complexity), PR');
  });

  it('sets metrics of its own environment in each vector', async () => {
    const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:H';
    const [row] = await rowsOf(vector, { metrics: 'mav:p, E:U' });
    expect(row).toMatchObject({
      vector: vector.replace('E:H', 'E:U/MAV:P'),
      scores: { base: 9.8, temporal: 9, environmental: 6.2 },
    });
  });

  it('tells a faulty vector beside good ones, and refuses when all are', async () => {
    const twice = 'CVSS:3.1/AV:N/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
    const rows = await rowsOf(`${twice}\nCVSS:3.2/AV:N/AC:L\nAV:N/AC:L/Au:N/C:P/I:P/A:P`);
    expect(rows.map(({ line, error }) => [line, error])).toEqual([
      [1, 'AV (Attack Vector) is there twice'],
      [2, 'the version of CVSS must be 2.0, 3.0, 3.1 or 4.0, got "3.2"'],
      [3, undefined],
    ]);
    const refused = await runTool(tool, { input: `\n${twice}` });
    expect(refused.message).toBe('Cannot read property "input": line 2: AV (Attack Vector) is there twice');
  });

  it('gives each of several files a report, or a file of CSV', async () => {
    const files = [
      { name: 'a.txt', bytes: Buffer.from('AV:N/AC:L/Au:N/C:P/I:P/A:P') },
      { name: 'b.txt', bytes: Buffer.from('none') },
    ];
    const { data } = await runTool(tool, { files });
    expect(data).toMatchObject({
      files: [
        { name: 'a.txt', results: [{ score: 7.5 }] },
        { name: 'b.txt', error: expect.any(String) },
      ],
    });
    const csv = await runTool(tool, { files, options: { format: 'csv' } });
    expect(csv.files.map(({ name, bytes }) => [name, bytes.toString().split('\n').length])).toEqual([
      ['a-cvss.csv', 3],
    ]);
  });

  exhaustive('tells 500 vectors of every metric, and 10,000 as CSV', async () => {
    const whole = `CVSS:4.0/${METRICS['4.0'].map(({ id, values }) => `${id}:${Object.keys(values)[1]}`).join('/')}`;
    expect(await rowsOf(`${whole}\n`.repeat(500))).toHaveLength(500);
    const over = await runTool(tool, { input: `${whole}\n`.repeat(501) });
    expect(over.message).toBe('The text of property "input" must have at most 500 vectors for json, got 501');
    const short = 'AV:N/AC:L/Au:N/C:P/I:P/A:P';
    const csv = await runTool(tool, { input: `${short}\n`.repeat(10_000), options: { format: 'csv' } });
    expect(csv.text?.split('\n')).toHaveLength(10_002);
  });

  exhaustive('ends soon on hostile text of full size', async () => {
    for (const piece of ['AV:N/', 'CVSS:3.1/', 'Attack Vector:', '((', '.', 'a:b,', 'CVSS:4.0/AV:N/AC:L/AT:N\n'])
      expect((await runTool(tool, { input: piece.repeat(1_000_000 / piece.length) })).status).toBeGreaterThanOrEqual(
        400,
      );
  });
});
