import { z } from 'zod';

import { overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fileReports, place } from '../../core/shared-data.js';
import type { TextSource } from '../../formats/text-source.js';
import { type CvssVersion, METRICS } from '../../lib/cvss/metrics.data.js';
import { macroVector, scoreVector, severityOf } from '../../lib/cvss/score.js';
import { type CvssVector, completeVector, readMetrics, readVector, writeVector } from '../../lib/cvss/vector.js';
import { readWordedVector } from '../../lib/cvss/worded-vector.js';
import { ContentFault, inLine } from '../../lib/faults.js';
import { splitLines } from '../../lib/text/lines.js';

/** With every metric of 4.0 in words, as much as an answer holds; as CSV a row each. */
const MAX_VECTORS = { json: 500, csv: 10_000 };
/** Longer than a vector with every metric. */
const MAX_VECTOR = 400;

const score = (description: string) => z.number().min(0).max(10).describe(description);
const level = (description: string) => z.enum(['high', 'medium', 'low']).describe(description);

const found = {
  version: z.enum(['2.0', '3.0', '3.1', '4.0']).describe('Version of CVSS.'),
  vector: z
    .string()
    .describe('The vector as the specification writes it: metrics in order, without those not defined.'),
  score: score('The score that counts: of all metrics the vector has.'),
  severity: z.enum(['none', 'low', 'medium', 'high', 'critical']).describe('Its rating.'),
  nomenclature: z.string().optional().describe('For 4.0: which groups count, CVSS-B, CVSS-BT, CVSS-BE or CVSS-BTE.'),
  scores: z
    .object({
      base: score('Of the base metrics alone.'),
      temporal: score('With temporal metrics; where the vector has some.').optional(),
      environmental: score('With environmental metrics; where the vector has some.').optional(),
      impact: score('Impact subscore; not in 4.0.').optional(),
      exploitability: score('Exploitability subscore; not in 4.0.').optional(),
    })
    .describe('Scores of parts of the vector.'),
  macroVector: z.string().optional().describe('For 4.0: levels of EQ1 to EQ6, 0 the most severe.'),
  equivalence: z
    .object({
      exploitability: level('EQ1: attack vector, privileges, user interaction.'),
      complexity: level('EQ2: attack complexity and requirements.'),
      vulnerableSystem: level('EQ3: impact on the vulnerable system.'),
      subsequentSystem: level('EQ4: impact on subsequent systems.'),
      exploitation: level('EQ5: exploit maturity.'),
      securityRequirements: level('EQ6: impact where it is required.'),
    })
    .optional()
    .describe('For 4.0: the macro vector in words, as the calculator of FIRST shows it.'),
  metrics: z
    .array(
      z.object({
        metric: z.string().describe('Letters of the metric.'),
        name: z.string().describe('Its name.'),
        value: z.string().describe('Letters of its value.'),
        meaning: z.string().describe('Name of its value.'),
        group: z
          .enum(['base', 'temporal', 'threat', 'environmental', 'supplemental'])
          .describe('Group of metrics it belongs to.'),
      }),
    )
    .describe('Each metric that is defined.'),
  warning: z.string().optional().describe('How a vector without a prefix was read.'),
};

const results = z
  .array(
    z.object({
      line: place('Line of the vector.'),
      input: z.string().describe('The vector as it was given.'),
      error: z.string().optional().describe('Why the vector cannot be read; it has no other keys then.'),
      ...z.object(found).partial().shape,
    }),
  )
  .describe('One per vector, in their order.');

export const cvssData = z.union([z.object({ results }), fileReports({ results })]);

const EQUIVALENCES = [
  ['exploitability', 3],
  ['complexity', 2],
  ['vulnerableSystem', 3],
  ['subsequentSystem', 3],
  ['exploitation', 3],
  ['securityRequirements', 2],
] as const;

const equivalenceOf = (digits: string) =>
  Object.fromEntries(
    EQUIVALENCES.map(([name, levels], at) => {
      const digit = Number(digits[at]);
      return [name, digit === 0 ? 'high' : digit === levels - 1 ? 'low' : 'medium'];
    }),
  );

/** CVSS v4.0, 1.3. */
function nomenclature({ values }: CvssVector): string {
  const groups = new Set(METRICS['4.0'].filter(({ id }) => values.has(id)).map(({ group }) => group));
  return `CVSS-B${groups.has('threat') ? 'T' : ''}${groups.has('environmental') ? 'E' : ''}`;
}

function report(vector: CvssVector) {
  const { version, values } = vector;
  const { score: counts, scores } = scoreVector(vector);
  const digits = version === '4.0' ? macroVector(vector) : undefined;
  return {
    version,
    vector: writeVector(vector),
    score: counts,
    severity: severityOf(version, counts),
    ...(digits === undefined ? {} : { nomenclature: nomenclature(vector) }),
    scores,
    ...(digits === undefined ? {} : { macroVector: digits, equivalence: equivalenceOf(digits) }),
    metrics: METRICS[version]
      .filter(({ id }) => values.has(id))
      .map((metric) => {
        const value = values.get(metric.id) ?? '';
        return {
          metric: metric.id,
          name: metric.name,
          value,
          meaning: metric.values[value] ?? value,
          group: metric.group,
        };
      }),
  };
}

export interface CvssWishes {
  readonly assumed: CvssVersion | undefined;
  /** `E:P/CR:H`: set in every vector. */
  readonly metrics: string;
  readonly format: 'json' | 'csv';
}

/** The vector with metrics of one's own in it. */
function changed(vector: CvssVector, metrics: string): CvssVector {
  if (metrics.trim() === '') return vector;
  const parts = metrics.split(/[/,\s]+/).filter((part) => part !== '');
  const own = refusing('Cannot read option "metrics"', () => readMetrics(vector.version, parts));
  return completeVector(vector.version, new Map([...vector.values, ...own]));
}

/** A prefix, or two metrics at least: what a vector looks like among words. */
const looksLikeVector = (word: string): boolean =>
  /^CVSS:[^/]*\/[A-Z]/i.test(word) || /^[A-Z]{1,3}:[A-Z]{1,5}\/[A-Z]{1,3}:[A-Z]/i.test(word);

/** Vectors of a line, those within addresses too. Tenable writes `CVSS2#AV:N/…`. */
const vectorsOf = (line: string): string[] => {
  const words = line
    .replace(/CVSS([23])#/gi, 'CVSS:$1.0/')
    .split(/[^A-Za-z0-9:./]+/)
    .map((word) => word.replace(/[.:/]{1,5}$/, ''))
    .filter((word) => word !== '');
  const vectors = words.filter(looksLikeVector);
  // With spaces or commas in place of slashes: six pairs at least, as many as a base vector has.
  const pairs = vectors.length > 0 ? [] : words.filter((word) => /^[A-Z]{1,3}:[A-Z]{1,5}$/i.test(word));
  return pairs.length < 6 ? vectors : [pairs.join('/')];
};

/** 3.0 and 3.1 have the same metrics: without a prefix nothing tells them apart. */
const assumption = ({ version }: CvssVector, written: string, assumed: CvssVersion | undefined) =>
  version !== '3.1' || assumed !== undefined || /^CVSS:/i.test(written)
    ? {}
    : { warning: 'Read as CVSS 3.1, since no prefix says the version; "version" chooses another' };

export interface CvssRow {
  readonly line: number;
  readonly input: string;
  readonly error?: string;
  readonly scores?: object;
}

/** A row for each vector of a text, or one for the vector that it tells in words. Throws INVALID_INPUT where nothing can be read. */
export function cvssRows({ text, label }: TextSource, { assumed, metrics, format }: CvssWishes): readonly CvssRow[] {
  const vectors = splitLines(text).lines.flatMap((line, at) => vectorsOf(line).map((word) => ({ line: at + 1, word })));
  const sentence = `Cannot read ${label}`;
  if (vectors.length > MAX_VECTORS[format])
    throw overLimit(
      `The text of ${label} must have at most ${MAX_VECTORS[format]} vectors for ${format}, got ${vectors.length}`,
    );
  if (vectors.length === 0) {
    const worded = refusing(sentence, () => readWordedVector(text, assumed));
    if (worded !== undefined)
      return [
        { line: 1, input: 'metrics in words', ...report(changed(worded, metrics)), ...assumption(worded, '', assumed) },
      ];
    return refusing(sentence, () => {
      throw new ContentFault(
        'it has no vector such as CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H, and no metrics such as Attack Vector: Network',
      );
    });
  }
  let first: { readonly line: number; readonly fault: ContentFault } | undefined;
  const rows = vectors.map(({ line, word }): CvssRow => {
    try {
      if (word.length > MAX_VECTOR) throw new ContentFault(`a vector must have at most ${MAX_VECTOR} characters`);
      const vector = readVector(word, assumed);
      return { line, input: word, ...report(changed(vector, metrics)), ...assumption(vector, word, assumed) };
    } catch (error) {
      if (!(error instanceof ContentFault)) throw error;
      first ??= { line, fault: error };
      return { line, input: word.slice(0, 200), error: error.message };
    }
  });
  const fault = first;
  if (fault !== undefined && rows.every((row) => row.error !== undefined))
    refusing(sentence, () =>
      inLine(fault.line, () => {
        throw fault.fault;
      }),
    );
  return rows;
}
