/**
 * Merges and splits every PDF of a folder and prints what was kept, judged by qpdf and poppler (both from apt), and the time
 * beside `qpdf --empty --pages`: `npx tsx bench/pdf/report.ts <folder> [--time]`. With `--time` only the times.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stemOf } from '../../src/core/files.js';
import { assemblePdf } from '../../src/formats/pdf/document/assemble.js';
import { openPdf } from '../../src/formats/pdf/document/open.js';

import {
  type Contents,
  complaints,
  contentsOf,
  countPages,
  renderPages,
  run,
  type Thing,
} from '../../src/testing/pdf-readers.js';

const SPLIT_PAGES = 20;

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: npx tsx bench/pdf/report.ts <folder> [--time]');
const onlyTime = process.argv.includes('--time');
const scratch = mkdtempSync(join(tmpdir(), 'pdf-report-'));
const files = readdirSync(folder)
  .filter((name) => name.toLowerCase().endsWith('.pdf'))
  .sort();
const pathOf = (name: string): string => join(folder, name);

const pairs = [
  ...files.slice(1).map((name, i) => [files[i] ?? name, name] as const),
  ...files.map((name) => [name, name] as const),
];

function merge(names: readonly string[]): Uint8Array {
  const opened = names.map((name) => openPdf({ name, bytes: readFileSync(pathOf(name)) }));
  return assemblePdf(opened.map((pdf) => ({ pdf, title: stemOf(pdf.name) })));
}

interface Attempt {
  readonly bytes?: Uint8Array;
  readonly message?: string;
  readonly ms: number;
}

function attempt<T>(work: () => T): { value?: T; message?: string; ms: number } {
  const start = performance.now();
  try {
    const value = work();
    return { value, ms: performance.now() - start };
  } catch (error) {
    return {
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      ms: performance.now() - start,
    };
  }
}

const output = join(scratch, 'ours.pdf');

function qpdfMerge(names: readonly string[]): { isOk: boolean; ms: number } {
  const target = join(scratch, 'qpdf.pdf');
  const { status, ms } = run('qpdf', [
    ...['--warning-exit-0', '--empty', '--pages'],
    ...names.flatMap((name) => [pathOf(name), '1-z']),
    ...['--', target],
  ]);
  return { isOk: status === 0, ms };
}

function oursToFile(names: readonly string[]): Attempt {
  const { value, message, ms } = attempt(() => {
    const bytes = merge(names);
    writeFileSync(output, bytes);
    return bytes;
  });
  return { ms, ...(value === undefined ? {} : { bytes: value }), ...(message === undefined ? {} : { message }) };
}

function measureTimes(): void {
  // One round to warm up, as the tool process is.
  for (const names of pairs) oursToFile(names);
  let ours = 0;
  let qpdf = 0;
  let count = 0;
  let slowest = { names: '', ms: 0 };
  for (const names of pairs) {
    const other = qpdfMerge(names);
    const own = oursToFile(names);
    if (!other.isOk || own.bytes === undefined) continue;
    count += 1;
    ours += own.ms;
    qpdf += other.ms;
    if (own.ms > slowest.ms) slowest = { names: names.join(' + '), ms: own.ms };
  }
  row('merges timed', `${count}`);
  row('time, ours (warm, files read and written)', `${Math.round(ours)} ms, ${(ours / count).toFixed(2)} ms each`);
  row('time, qpdf --empty --pages', `${Math.round(qpdf)} ms, ${(qpdf / count).toFixed(2)} ms each`);
  row('ours / qpdf', (ours / qpdf).toFixed(2));
  row('slowest of ours', `${slowest.ms.toFixed(1)} ms, ${slowest.names}`);
}

function row(what: string, figure: string): void {
  console.log(`| ${what} | ${figure} |`);
}

interface Input {
  readonly complaints: ReadonlySet<string>;
  readonly pages: number | undefined;
  readonly contents: Contents | undefined;
  rendered: string[] | undefined;
}

const inputs = new Map<string, Input>();

function inputOf(name: string): Input {
  const known = inputs.get(name);
  if (known !== undefined) return known;
  const path = pathOf(name);
  const input: Input = {
    complaints: complaints(path),
    pages: countPages(path),
    contents: contentsOf(path),
    rendered: undefined,
  };
  inputs.set(name, input);
  return input;
}

function renderedOf(name: string, pages: number): string[] {
  const input = inputOf(name);
  input.rendered ??= renderPages(pathOf(name), 1, Math.max(pages, 1));
  return input.rendered;
}

/** Kept and expected, by kind. */
const kept = new Map<string, { kept: number; expected: number }>();

function tally(kind: string, expected: readonly string[], actual: readonly string[], where: string): void {
  const left = new Map<string, number>();
  for (const key of actual) left.set(key, (left.get(key) ?? 0) + 1);
  const sum = kept.get(kind) ?? { kept: 0, expected: 0 };
  kept.set(kind, sum);
  for (const key of expected) {
    sum.expected += 1;
    const count = left.get(key) ?? 0;
    if (count > 0) {
      sum.kept += 1;
      left.set(key, count - 1);
    } else {
      losses.push(`${where}: ${kind} lost: ${key.slice(0, 120)}`);
    }
  }
}

const losses: string[] = [];
const faults: string[] = [];

const keyOf = ({ what, on, to }: Thing, shift = 0): string =>
  `${what}|${on === null ? '' : on + shift}|${to === null ? '' : to + shift}`;
/** Clashing names get a number. */
const plainName = (thing: Thing): Thing => ({ ...thing, what: thing.what.replace(/-\d+$/, '') });

function tallyMerge(names: readonly string[], actual: Contents, where: string): void {
  let shift = 0;
  const hasLabels = names.some((name) => (inputOf(name).contents?.labels.length ?? 0) > 0);
  const expected = { outline: [], links: [], names: [], fields: [] } as Record<
    'outline' | 'links' | 'names' | 'fields',
    string[]
  >;
  const labels: string[] = [];
  const others = {
    attachments: [] as string[],
    layers: [] as string[],
    structure: [] as string[],
    annotations: [] as number[],
  };
  for (const name of names) {
    const { contents, pages = 0 } = inputOf(name);
    if (contents === undefined) return;
    for (const kind of ['outline', 'links', 'fields'] as const)
      expected[kind].push(...contents[kind].map((thing) => keyOf(thing, shift)));
    expected.names.push(...contents.names.map((thing) => keyOf(plainName(thing), shift)));
    const own =
      contents.labels.length > 0
        ? contents.labels
        : Array.from({ length: pages }, (_, i) => JSON.stringify([null, '/D', shift + i + 1]));
    if (hasLabels) labels.push(...own);
    others.attachments.push(...contents.attachments);
    others.layers.push(...contents.layers);
    others.structure.push(...contents.structure);
    others.annotations.push(...contents.annotations);
    shift += pages;
  }
  for (const kind of ['outline', 'links', 'fields'] as const) {
    tally(
      kind,
      expected[kind],
      actual[kind].map((thing) => keyOf(thing)),
      where,
    );
  }
  tally(
    'names',
    expected.names,
    actual.names.map((thing) => keyOf(plainName(thing))),
    where,
  );
  tally(
    'labels',
    labels.map((label, i) => `${i} ${label}`),
    actual.labels.map((label, i) => `${i} ${label}`),
    where,
  );
  tally(
    'attachments',
    others.attachments,
    actual.attachments.map((name) => name.replace(/-\d+$/, '')),
    where,
  );
  tally('layers', others.layers, actual.layers, where);
  tally('structure text', others.structure, actual.structure, where);
  tally(
    'annotations',
    others.annotations.map((n, i) => `${i} ${n}`),
    actual.annotations.map((n, i) => `${i} ${n}`),
    where,
  );
}

function faultsOf(
  path: string,
  before: ReadonlySet<string>,
  pages: number,
  rendered: readonly (string | undefined)[],
): string[] {
  const found: string[] = [];
  for (const complaint of complaints(path)) {
    if (!before.has(complaint)) found.push(`qpdf --check: ${complaint}`);
  }
  const count = countPages(path);
  if (count !== pages) found.push(`${count} pages, expected ${pages}`);
  const drawn = renderPages(path, 1, pages);
  for (const [i, hash] of rendered.entries()) {
    if (hash !== undefined && drawn[i] !== hash) found.push(`page ${i + 1} looks different`);
  }
  return found;
}

function checkMerges(): void {
  let done = 0;
  let refused = 0;
  let wrong = 0;
  let both = 0;
  for (const names of pairs) {
    const where = names.join(' + ');
    const other = qpdfMerge(names);
    const own = oursToFile(names);
    if (own.bytes === undefined) {
      if (other.isOk) {
        refused += 1;
        faults.push(`${where}: refused although qpdf accepts it: ${own.message}`);
      } else both += 1;
      continue;
    }
    done += 1;
    const opened = names.map((name) => openPdf({ name, bytes: readFileSync(pathOf(name)) }).pages.length);
    const rendered = names.flatMap((name, i) => {
      const pages = opened[i] ?? 0;
      const drawn = renderedOf(name, pages);
      return Array.from({ length: pages }, (_, page) => drawn[page]);
    });
    const before = new Set(names.flatMap((name) => [...inputOf(name).complaints]));
    const stated = names.map((name, i) => inputOf(name).pages || opened[i] || 0);
    const found = faultsOf(
      output,
      before,
      stated.reduce((a, b) => a + b, 0),
      rendered,
    );
    if (found.length > 0) {
      wrong += 1;
      faults.push(`${where}: ${found.join('; ')}`);
    }
    const actual = contentsOf(output);
    if (actual !== undefined) tallyMerge(names, actual, where);
  }
  row('merges', `${pairs.length}: ${done} done, ${both} refused by both`);
  row('refused although qpdf accepts', `${refused}`);
  row('wrong merges', `${wrong} (${((100 * wrong) / done).toFixed(2)} %)`);
}

function checkSplits(): void {
  let done = 0;
  let wrong = 0;
  for (const name of files) {
    const opened = attempt(() => openPdf({ name, bytes: readFileSync(pathOf(name)) })).value;
    if (opened === undefined) continue;
    const { complaints: before, contents } = inputOf(name);
    const drawn = renderedOf(name, opened.pages.length);
    const structure: string[] = [];
    for (let page = 0; page < Math.min(opened.pages.length, SPLIT_PAGES); page += 1) {
      const where = `${name} page ${page + 1}`;
      const { value, message } = attempt(() => assemblePdf([{ pdf: opened, pages: [page] }]));
      done += 1;
      if (value === undefined) {
        wrong += 1;
        faults.push(`${where}: ${message}`);
        continue;
      }
      writeFileSync(output, value);
      const found = faultsOf(output, before, 1, [drawn[page]]);
      if (found.length > 0) {
        wrong += 1;
        faults.push(`${where}: ${found.join('; ')}`);
      }
      const actual = contentsOf(output);
      if (actual === undefined || contents === undefined) continue;
      structure.push(...actual.structure);
      tallySplit(contents, actual, page + 1, where);
    }
    if (contents !== undefined && opened.pages.length <= SPLIT_PAGES)
      tally('split: structure text', contents.structure, structure, name);
  }
  row('splits', `${done}`);
  row('wrong splits', `${wrong} (${((100 * wrong) / done).toFixed(2)} %)`);
}

function tallySplit(contents: Contents, actual: Contents, page: number, where: string): void {
  const here = (things: readonly Thing[]): string[] =>
    things
      .filter(({ on, to }) => (on ?? page) === page && (to ?? page) === page && (on !== null || to !== null))
      .map((thing) => keyOf(thing, 1 - page));
  for (const kind of ['outline', 'links', 'names', 'fields'] as const) {
    tally(
      `split: ${kind}`,
      here(contents[kind]),
      actual[kind].map((thing) => keyOf(thing)),
      where,
    );
  }
  const label = contents.labels[page - 1];
  if (label !== undefined) tally('split: labels', [label], actual.labels, where);
  tally('split: annotations', [String(contents.annotations[page - 1] ?? 0)], actual.annotations.map(String), where);
}

console.log('| what | figure |\n|---|---|');
if (onlyTime) {
  measureTimes();
} else {
  row('files', `${files.length}`);
  checkMerges();
  checkSplits();
  for (const [kind, { kept: found, expected }] of kept) {
    if (expected > 0) row(`${kind} kept`, `${found} of ${expected} (${((100 * found) / expected).toFixed(2)} %)`);
  }
  console.log(`\n${faults.length} faults`);
  for (const fault of faults.slice(0, 80)) console.log(`- ${fault.slice(0, 300)}`);
  console.log(`\n${losses.length} losses`);
  for (const loss of losses.slice(0, 80)) console.log(`- ${loss}`);
}
rmSync(scratch, { recursive: true });
