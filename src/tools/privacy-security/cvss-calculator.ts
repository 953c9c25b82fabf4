import { z } from 'zod';
import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool } from '../../core/index.js';
import { json, type ToolResult, text } from '../../core/results.js';
import { LINE_FILES } from '../../formats/lines/each-line.js';
import { KINDS, readTextFile, readTextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import { type CvssRow, cvssData, cvssRows } from './_cvss.js';

const COLUMNS = [
  'line',
  'input',
  'version',
  'vector',
  'score',
  'severity',
  'base',
  'temporal',
  'environmental',
  'error',
] as const;

const csvOf = (rows: readonly CvssRow[]): string =>
  [
    COLUMNS,
    ...rows.map((row) =>
      COLUMNS.map((name) => String(({ ...row.scores, ...row } as Record<string, unknown>)[name] ?? '')),
    ),
  ]
    .map((cells) => `${formatRecord(cells, ',')}\n`)
    .join('');

const CSV_MIME = KINDS.csv.mime;
const POODLE = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';
const metric = (id: string, name: string, value: string, meaning: string, group = 'base') => ({
  metric: id,
  name,
  value,
  meaning,
  group,
});

export default defineTool({
  id: 'cvss-calculator',
  title: 'CVSS Calculator',
  summary:
    'Scores vulnerabilities by CVSS 2.0, 3.0, 3.1 and 4.0 from vectors or metrics in words, and says what each metric means.',
  family: 'privacy-security',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    metrics: z
      .string()
      .max(300)
      .default('')
      .describe(
        'Metrics to set in every vector, such as E:P/CR:H/MAV:A for an environment of your own; empty for none.',
      ),
    version: z
      .enum(['auto', '2.0', '3.0', '3.1', '4.0'])
      .default('auto')
      .describe('Version of vectors without a prefix; auto tells it by their metrics, 3.1 before 3.0.'),
    format: z.enum(['json', 'csv']).default('json').describe('JSON with every metric, or CSV with a row per vector.'),
  },
  result: 'mixed',
  data: cvssData,
  notes: [
    'Vectors are found in any text, such as an advisory or an address of a calculator; lines without one are skipped. Up to 500 per text, 10,000 as CSV. Instead of "input" up to 20 text files; as CSV each has a file.',
    'Where there is no vector, metrics may be told in words: Attack Vector: Network, with each pair in a line or divided by commas, or name and value in two lines. They are one vector.',
    'The score is the one of most metrics: environmental before temporal before base; in 4.0 there is one score for all.',
    'Letters in any case and metrics in any order are read, and written as the specification has them. A metric that is there twice is refused.',
    'Severity of 2.0 is as the NVD rates it: low below 4, medium below 7, high from 7.',
    'Version 2.0 is calculated in decimals, so that halves are rounded up as the guide says; calculators with binary fractions are 0.1 off for some vectors.',
  ],
  aliases: [
    'cvss score',
    'cvss 3.1 calculator',
    'cvss 4.0 calculator',
    'cvss v2 calculator',
    'vulnerability score',
    'vulnerability severity',
    'cvss vector',
    'nvd calculator',
    'macro vector',
    'cve severity',
    'common vulnerability scoring system',
    'temporal score',
    'environmental score',
  ],
  verified: [
    'Vulnerabilities whose scores are well known: 18 of 3.1, four of 4.0, and three of 2.0 with temporal and environmental scores',
    'ae-cvss-calculator 1.0.13: the same scores for 20,000 random vectors each of 3.0, 3.1 and 4.0, threat and environmental metrics included; 560 more are in the tests',
    'Python 3.11 (fractions): the same base, temporal and environmental scores of 2.0 for 2,000 random vectors',
    'The 270 scores of macro vectors are the same in two other implementations',
  ],
  examples: [
    {
      title: 'POODLE, from an example of FIRST',
      input: POODLE,
      output: {
        data: {
          results: [
            {
              line: 1,
              input: POODLE,
              version: '3.1',
              vector: POODLE,
              score: 3.1,
              severity: 'low',
              scores: { base: 3.1, impact: 1.4, exploitability: 1.6 },
              metrics: [
                metric('AV', 'Attack Vector', 'N', 'Network'),
                metric('AC', 'Attack Complexity', 'H', 'High'),
                metric('PR', 'Privileges Required', 'N', 'None'),
                metric('UI', 'User Interaction', 'R', 'Required'),
                metric('S', 'Scope', 'U', 'Unchanged'),
                metric('C', 'Confidentiality Impact', 'L', 'Low'),
                metric('I', 'Integrity Impact', 'N', 'None'),
                metric('A', 'Availability Impact', 'N', 'None'),
              ],
            },
          ],
        },
      },
    },
    {
      title: 'Three versions in an advisory, as CSV',
      input:
        'Log4Shell: CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:A, or\nCVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H (NVD), AV:N/AC:M/Au:N/C:C/I:C/A:C',
      options: { format: 'csv' },
      output: {
        text: 'line,input,version,vector,score,severity,base,temporal,environmental,error\n1,CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:A,4.0,CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:A,10,critical,10,,,\n2,CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H,3.1,CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H,10,critical,10,,,\n2,AV:N/AC:M/Au:N/C:C/I:C/A:C,2.0,AV:N/AC:M/Au:N/C:C/I:C/A:C,9.3,high,9.3,,,\n',
      },
    },
    {
      title: 'In words, with metrics of an environment',
      input:
        'Attack Vector: Network\nAttack Complexity: Low\nPrivileges Required: None\nUser Interaction: None\nScope: Unchanged\nConfidentiality: High\nIntegrity: None\nAvailability: None',
      options: { metrics: 'E:U', version: '3.1', format: 'csv' },
      output: {
        text: 'line,input,version,vector,score,severity,base,temporal,environmental,error\n1,metrics in words,3.1,CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N/E:U,6.9,medium,7.5,6.9,,\n',
      },
    },
    {
      title: 'A vector that lacks a metric',
      input: 'CVSS:3.1/AV:N/AC:L/PR:N/S:U/C:H/I:H/A:H',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: a vector of CVSS 3.1 must have UI (User Interaction)',
      },
    },
    {
      title: 'A value of another metric',
      input: 'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": line 1: AV (Attack Vector) must be N (network), A (adjacent), L (local), P (physical), got "X"',
      },
    },
    {
      title: 'No vector',
      input: 'CVE-2021-44228',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": it has no vector such as CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H, and no metrics such as Attack Vector: Network',
      },
    },
    {
      title: 'An unknown metric to set',
      input: POODLE,
      options: { metrics: 'TD:H' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "metrics": "TD:H" is not a metric of CVSS 3.1, which has AV, AC, PR, UI, S, C, I, A, E, RL, RC, CR, IR, AR, MAV, MAC, MPR, MUI, MS, MC, MI, MA',
      },
    },
  ],
  async run({ input, files, signal, options: { metrics, version, format } }) {
    const wishes = { assumed: version === 'auto' ? undefined : version, metrics, format };
    const asCsv = format === 'csv';
    if (files.length < 2 || input !== '') {
      const rows = cvssRows(await readTextSource({ input, files }), wishes);
      const result = asCsv ? text(csvOf(rows), { name: 'cvss.csv', mime: CSV_MIME }) : json({ results: rows });
      return result as ToolResult<never>;
    }
    const result = await eachFile<object>({ files, signal }, async (file) => {
      const rows = cvssRows(await readTextFile(file), wishes);
      if (!asCsv) return { report: { results: rows }, outputs: [] };
      return {
        report: {},
        outputs: [{ name: renamed(file.name, '-cvss.csv'), mime: CSV_MIME, bytes: Buffer.from(csvOf(rows)) }],
      };
    });
    return result as ToolResult<never>;
  },
});
