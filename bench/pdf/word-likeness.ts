/**
 * How much of the look of PDFs is in what pdf-to-docx makes of them, beside LibreOffice's own conversion of the same pages:
 * `npx tsx bench/pdf/word-likeness.ts <folder> [pages]`. LibreOffice prints both documents, MuPDF (`mutool`) tells where each letter stands
 * and how it looks; the n-th "harbour" of a PDF is compared with the n-th "harbour" of a print. Printed are shares of the words found in
 * the print: of the same height (within a tenth), weight, slant, colour and kind of font, and those on the same page and less than 50
 * points away.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runTool } from '../../src/testing/run-tool.js';
import pdfToDocx from '../../src/tools/pdf/pdf-to-docx.js';

const [, , folder = '.', pages = '1-3'] = process.argv;
const NEAR = 50;

interface LookOfWord {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly color: string;
}

const scratch = mkdtempSync(join(tmpdir(), 'word-likeness-'));
const run = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 29, timeout: 120_000 }).stdout ?? '';

const office = (args: readonly string[]): string =>
  run('soffice', [`-env:UserInstallation=file://${scratch}/profile`, '--headless', ...args, '--outdir', scratch]);

/** Words by their text and number, with the look of their first letter. */
function wordsOf(pdf: string, range: string): { words: Map<string, LookOfWord>; pages: number } {
  const words = new Map<string, LookOfWord>();
  const counts = new Map<string, number>();
  let page = 0;
  let font = '';
  let size = 0;
  let text = '';
  let look: LookOfWord | undefined;
  const finish = (): void => {
    const key = text.replace(/[^\p{L}\p{N}]+/gu, '');
    if (key !== '' && look !== undefined) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      words.set(`${key} ${count}`, look);
    }
    text = '';
    look = undefined;
  };
  const stext = run('mutool', ['draw', '-q', '-F', 'stext', pdf, range]);
  for (const [, tag = '', attributes = ''] of stext.matchAll(/<(page|line|font|char) ([^>]*)>/g)) {
    const value = (name: string): string => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (tag === 'page') page += 1;
    if (tag === 'line') finish();
    if (tag === 'font') {
      font = value('name').replace(/^[A-Z]{6}\+/, '');
      size = Number(value('size'));
    }
    if (tag !== 'char') continue;
    const letter = value('c').replace(/&#x([0-9a-f]+);/gi, (_, digits) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    );
    if (/^\s*$/u.test(letter)) {
      finish();
      continue;
    }
    look ??= { page, x: Number(value('x')), y: Number(value('y')), size, font, color: value('color') };
    text += letter.normalize('NFKC');
  }
  finish();
  return { words, pages: page };
}

const MONO = /mono|courier|consol|typewriter|cmtt|code/i;
const SERIF =
  /times|roman|serif(?!.*sans)|^cm|^sf|lmr|georgia|garamond|palat|pala|bookman|century|nimbusrom|minion|cambria|charter|utopia|libertine|tinos|termes|pagella|schola|caslon|baskerville|stix/i;
const kindOf = (font: string): string =>
  MONO.test(font) ? 'mono' : SERIF.test(font) && !/sans/i.test(font) ? 'serif' : 'sans';
const isBold = (font: string): boolean => /bold|black|heavy|demi|cmbx/i.test(font);
const isItalic = (font: string): boolean => /ital|obliq|slant|cmti|cmsl/i.test(font);
const isNearColor = (a: string, b: string): boolean =>
  [1, 3, 5].every(
    (at) => Math.abs(Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)) < 24,
  );

const NAMES = ['found', 'size', 'weight', 'slant', 'color', 'kind', 'page', 'place'] as const;
type Shares = Record<(typeof NAMES)[number] | 'words', number>;

function compare(theirs: Map<string, LookOfWord>, printed: Map<string, LookOfWord>): Shares {
  const shares: Shares = {
    words: theirs.size,
    found: 0,
    size: 0,
    weight: 0,
    slant: 0,
    color: 0,
    kind: 0,
    page: 0,
    place: 0,
  };
  for (const [key, one] of theirs) {
    const other = printed.get(key);
    if (other === undefined) continue;
    shares.found += 1;
    if (Math.abs(one.size - other.size) <= 0.1 * one.size) shares.size += 1;
    if (isBold(one.font) === isBold(other.font)) shares.weight += 1;
    if (isItalic(one.font) === isItalic(other.font)) shares.slant += 1;
    if (isNearColor(one.color, other.color)) shares.color += 1;
    if (kindOf(one.font) === kindOf(other.font)) shares.kind += 1;
    if (one.page !== other.page) continue;
    shares.page += 1;
    if (Math.hypot(one.x - other.x, one.y - other.y) < NEAR) shares.place += 1;
  }
  return shares;
}

const shown = (shares: Shares): string =>
  NAMES.map((name) => {
    const of = name === 'found' ? shares.words : shares.found;
    return `${name} ${of === 0 ? '–' : ((100 * shares[name]) / of).toFixed(1)}`;
  }).join('  ');

const sums = new Map<string, { shares: Shares; files: number; samePages: number }>();
function add(who: string, name: string, shares: Shares, count: number, expected: number): void {
  const sum = sums.get(who) ?? {
    shares: { words: 0, found: 0, size: 0, weight: 0, slant: 0, color: 0, kind: 0, page: 0, place: 0 },
    files: 0,
    samePages: 0,
  };
  for (const key of Object.keys(shares) as (keyof Shares)[]) sum.shares[key] += shares[key] / Math.max(1, shares.words);
  sum.files += 1;
  if (count === expected) sum.samePages += 1;
  sums.set(who, sum);
  console.log(`${who.padEnd(6)} ${name.slice(0, 40).padEnd(40)} ${count} of ${expected} pages  ${shown(shares)}`);
}

try {
  for (const name of readdirSync(folder).filter((entry) => /\.pdf$/i.test(entry))) {
    const path = join(folder, name);
    const theirs = wordsOf(path, pages);
    if (theirs.words.size < 20) continue;
    const { status, files } = await runTool(pdfToDocx, {
      files: [{ name: 'ours.pdf', bytes: readFileSync(path) }],
      options: { pages: pages.replace(/-\d+$/, `-${theirs.pages}`), dropRepeated: false },
    });
    const [docx] = files;
    if (status === 200 && docx !== undefined) {
      const ours = join(scratch, 'ours.docx');
      writeFileSync(ours, docx.bytes);
      if (process.env.KEEP !== undefined) {
        mkdirSync(process.env.KEEP, { recursive: true });
        writeFileSync(join(process.env.KEEP, `${name}.docx`), docx.bytes);
      }
      office(['--convert-to', 'pdf', ours]);
      const print = wordsOf(join(scratch, 'ours.pdf'), '1-N');
      add('ours', name, compare(theirs.words, print.words), print.pages, theirs.pages);
    }
    if (process.env.PEER === undefined) continue;
    rmSync(join(scratch, 'peer.docx'), { force: true });
    run('qpdf', [path, '--pages', path, `1-${theirs.pages}`, '--', join(scratch, 'peer.pdf')]);
    office(['--infilter=writer_pdf_import', '--convert-to', 'docx:MS Word 2007 XML', join(scratch, 'peer.pdf')]);
    if (!existsSync(join(scratch, 'peer.docx'))) continue;
    office(['--convert-to', 'pdf', join(scratch, 'peer.docx')]);
    const print = wordsOf(join(scratch, 'peer.pdf'), '1-N');
    add('peer', name, compare(theirs.words, print.words), print.pages, theirs.pages);
  }
  for (const [who, { shares, files, samePages }] of sums) {
    const mean = Object.fromEntries(Object.entries(shares).map(([key, value]) => [key, value / files])) as Shares;
    console.log(
      `${who}: ${files} files, ${samePages} with as many pages; means of files: ${shown({ ...mean, words: 1 })}`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
