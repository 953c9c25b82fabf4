/**
 * Quality, time and memory of semantic-deduplication:
 *   tsx bench/dedup/run.ts [folder] [quality]
 * The folder holds `*.csv` in the form of the STS Benchmark (tab-separated; human score 0–5 in column 5, sentences in columns
 * 6 and 7) and, if it likes, `handpairs.tsv` (a, b, expect_same). MODEL_DIR is used as the service uses it. With `quality`,
 * time and memory are left out.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openEmbedder } from '../../src/engines/embeddings/embedder.js';
import { foldText } from '../../src/lib/similarity/fold-text.js';
import { scoreTexts } from '../../src/lib/similarity/similar-texts.js';

const folder = process.argv[2] ?? '../shared/corpus/text/similarity';
const signal = new AbortController().signal;
const THRESHOLD = 0.85;

interface Pair {
  readonly score: number;
  readonly texts: readonly [string, string];
}

const lines = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** The similarity that the tool gives each pair; 1 for exact duplicates, -1 where a text is empty. */
async function similarities(pairs: readonly Pair[]): Promise<number[]> {
  const model = await openEmbedder(process.env.MODEL_DIR);
  const folded = pairs.map(({ texts: [a, b] }) => [foldText(a), foldText(b)] as const);
  const result: number[] = [];
  for (let start = 0; start < folded.length; start += 100) {
    const part = folded.slice(start, start + 100);
    const distinct = [...new Set(part.flat())].filter((text) => text !== '');
    const scores = await scoreTexts(distinct, model, signal);
    for (const [a, b] of part) {
      result.push(a === '' || b === '' ? -1 : scores.similarity(distinct.indexOf(a), distinct.indexOf(b)));
    }
  }
  return result;
}

/** Ranks from 1, equal values sharing their mean rank. */
function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const result = values.map(() => 0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    for (let i = start; i < end; i++) result[order[i] ?? 0] = (start + end + 1) / 2;
    start = end;
  }
  return result;
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const [da, db] = [value - meanA, (b[i] ?? 0) - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return ab / Math.sqrt(aa * bb);
}

interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

function qualityAt(threshold: number, values: readonly number[], truth: readonly boolean[]): Quality {
  let [hits, proposed] = [0, 0];
  for (const [i, value] of values.entries()) {
    if (value < threshold) continue;
    proposed++;
    if (truth[i]) hits++;
  }
  const wanted = truth.filter(Boolean).length;
  return { precision: hits / (proposed || 1), recall: hits / wanted, f1: (2 * hits) / (proposed + wanted || 1) };
}

const row = (name: string, value: string): void => console.log(`${name.padEnd(62)}${value}`);

async function printPairs(file: string): Promise<void> {
  const pairs = lines(join(folder, file))
    .filter((cells) => cells.length >= 7 && Number.isFinite(Number(cells[4])))
    .map((cells): Pair => ({ score: Number(cells[4]), texts: [cells[5] ?? '', cells[6] ?? ''] }));
  if (pairs.length === 0) return;
  const values = await similarities(pairs);
  const truth = pairs.map(({ score }) => score >= 4);
  const rho = pearson(ranks(values), ranks(pairs.map(({ score }) => score)));
  const thresholds = [...new Set(values)];
  const best = thresholds.reduce((one, other) =>
    qualityAt(other, values, truth).f1 > qualityAt(one, values, truth).f1 ? other : one,
  );
  const fixed = qualityAt(THRESHOLD, values, truth);
  row(`${file}: pairs`, String(pairs.length));
  row(`${file}: Spearman (target 0.80)`, rho.toFixed(4));
  row(`${file}: best F1 for score >= 4 (target 0.62)`, `${qualityAt(best, values, truth).f1.toFixed(3)} at ${best}`);
  const { precision, recall, f1 } = fixed;
  row(`${file}: F1 / precision / recall at 0.85`, [f1, precision, recall].map((value) => value.toFixed(3)).join(' / '));
}

async function printHandpairs(file: string): Promise<void> {
  const [head = [], ...rest] = lines(join(folder, file));
  const [a, b, same] = ['a', 'b', 'expect_same'].map((name) => head.indexOf(name)) as [number, number, number];
  const pairs = rest.map((cells): Pair => ({ score: Number(cells[same]), texts: [cells[a] ?? '', cells[b] ?? ''] }));
  const values = await similarities(pairs);
  for (const [i, { score, texts }] of pairs.entries()) {
    const value = values[i] ?? 0;
    const verdict = value >= THRESHOLD === (score === 1) ? 'as expected' : score === 1 ? 'missed' : 'WRONG';
    row(`  ${texts.join(' | ')}`.slice(0, 60), `${value.toFixed(4)} expect ${score} ${verdict}`);
  }
  const wrong = pairs.filter(({ score }, i) => score === 0 && (values[i] ?? 0) >= THRESHOLD).length;
  row(`${file}: expect_same=0 joined at 0.85 (target 0)`, String(wrong));
}

function printMeasurements(): void {
  if (process.argv[3] === 'quality') return;
  for (const kind of ['100', '1000', 'signs', 'numbers', 'cyrillic', 'copies']) {
    const node = [...process.execArgv, join(import.meta.dirname, 'measure.ts'), kind];
    const hasTaskset = spawnSync('taskset', ['--version']).status === 0;
    const [program, args] = hasTaskset ? ['taskset', ['-c', '0', process.execPath, ...node]] : [process.execPath, node];
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: process.env, timeout: 300_000 });
    row(`time and memory: ${kind}${hasTaskset ? ', one core' : ''}`, stdout.trim() || stderr.trim());
  }
}

for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
  if (file === 'handpairs.tsv') await printHandpairs(file);
  else if (/\.csv$/.test(file)) await printPairs(file);
}
printMeasurements();
