/**
 * `tsx checks/documents/markdown.ts ORIGIN FOLDER… [--most=6] [--kind=docx] [--skip=0]`: `file-to-markdown` beside an outside reader of each
 * kind: pandoc, LibreOffice, pdftotext, Python's email, Perl's msgconvert. Of each file: the share of the reader's words that the Markdown has,
 * and headings, list items, table cells and links where the reader knows them, read back out of the Markdown by pandoc. Takes `--most` files
 * of each kind. README.md says what was found.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { filesBelow, flagOf, runTool } from './service.js';

const flags = process.argv.slice(2).filter((item) => item.startsWith('--'));
const [origin = 'http://127.0.0.1:8080', ...folders] = process.argv.slice(2).filter((item) => !item.startsWith('--'));
const flag = flagOf(flags);
const most = Number(flag('most') ?? 6);
const skip = Number(flag('skip') ?? 0);
const only = flag('kind')?.split(',');
const LEAST_RECALL = 0.995;
const MAX_BYTES = 5_000_000;
/** A blank first page of a mail and the like prove nothing. */
const MIN_WORDS = 20;
const PATIENCE_S = '90';

interface Read {
  readonly text: string;
  readonly shape?: Shape;
}

interface Shape {
  headings: number;
  items: number;
  cells: number;
  links: number;
}

const CSV = 'Text - txt - csv (StarCalc):44,34,76';
const BLOCKS = new Set(['Para', 'Plain', 'Header']);
const scratch = mkdtempSync(join(tmpdir(), 'markdown-check-'));
const profile = `-env:UserInstallation=file://${join(scratch, 'profile')}`;
const KINDS: Readonly<Record<string, (path: string) => Read | undefined>> = {
  docx: pandoc('docx'),
  odt: pandoc('odt'),
  epub: pandoc('epub'),
  html: pandoc('html'),
  ipynb: pandoc('ipynb'),
  rtf: office('txt:Text (encoded):UTF8'),
  pptx: slides,
  xlsx: sheets,
  csv: office(`csv:${CSV},1,,0,false,true,false,false,false,0`, [`--infilter=${CSV}`]),
  pdf: (path) => ({ text: output('pdftotext', ['-layout', path, '-']) }),
  eml: mail,
  msg: (path) => {
    const made = join(scratch, 'a.eml');
    rmSync(made, { force: true });
    return spawnSync('msgconvert', ['--outfile', made, path]).status === 0 ? mail(made) : undefined;
  },
};

const paths = folders.flatMap((folder) => filesBelow(folder, MAX_BYTES));
let [compared, wrong] = [0, 0];
for (const [kind, read] of Object.entries(KINDS)) {
  if (only !== undefined && !only.includes(kind)) continue;
  const all = paths.filter((path) => extname(path).toLowerCase() === `.${kind}`);
  const step = Math.max(1, Math.floor(all.length / most));
  const first = skip % step;
  let taken = 0;
  // Files without words, or that the reader does not take, make room for the next.
  for (const path of [
    ...all.filter((_, i) => i % step === first),
    ...all.filter((_, i) => i % step === (first + 1) % step),
  ]) {
    if (taken === most) break;
    const theirs = read(path);
    if (theirs === undefined || wordsOf(theirs.text).length < MIN_WORDS) continue;
    taken++;
    compared++;
    if (!(await compare(kind, path, theirs))) wrong++;
  }
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${compared} compared, ${wrong} worse than the outside reader`);
process.exitCode = wrong === 0 && compared > 0 ? 0 : 1;

function output(program: string, args: readonly string[], input?: string | Buffer): string {
  const { stdout } = spawnSync(program, args, { ...(input === undefined ? {} : { input }), maxBuffer: 2 ** 28 });
  return stdout?.toString('utf8') ?? '';
}

function pandoc(from: string) {
  return (path: string): Read | undefined => {
    const tree = output('pandoc', ['-f', from, '-t', 'json', path]);
    if (tree === '') return undefined;
    return { text: textIn(tree), shape: shapeOf(tree) };
  };
}

function office(to: string, flags: readonly string[] = []) {
  return (path: string): Read | undefined => {
    const out = mkdtempSync(join(scratch, 'out-'));
    const args = [profile, '--headless', ...flags, '--convert-to', to, '--outdir', out, path];
    spawnSync('timeout', ['-s', 'KILL', PATIENCE_S, 'soffice', ...args], { stdio: 'ignore' });
    const texts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
    return texts.length === 0 ? undefined : { text: texts.join('\n') };
  };
}

/** Every sheet, with cells as they are stored rather than as they are shown. */
function sheets(path: string): Read | undefined {
  const read = office(`csv:${CSV},1,,0,false,false,false,false,false,-1`)(path);
  return read && { text: plainNumbers(read.text) };
}

/** With numbers as LibreOffice's CSV and Markdown may both write them. */
const plainNumbers = (text: string): string =>
  text.replace(/-?\d+(?:\.\d+)?(?:E[+-]?\d+)?/gi, (digits) =>
    /[.E]/i.test(digits) || digits.length > 12 ? `${Number(Number(digits).toPrecision(12))}` : digits,
  );

function slides(path: string): Read | undefined {
  const out = mkdtempSync(join(scratch, 'out-'));
  const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', out, path];
  spawnSync('timeout', ['-s', 'KILL', PATIENCE_S, 'soffice', ...args], { stdio: 'ignore' });
  const [made] = readdirSync(out);
  return made === undefined ? undefined : { text: output('pdftotext', ['-layout', join(out, made), '-']) };
}

function mail(path: string): Read {
  const program = [
    'import email, email.policy, sys',
    "m = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)",
    "b = m.get_body(('html', 'plain'))",
    "print('html' if b is not None and b.get_content_type() == 'text/html' else 'plain')",
    "print('' if b is None else b.get_content())",
    "print(m['subject'] or '')",
  ].join('\n');
  const text = output('/usr/bin/python3', ['-c', program, path]);
  const body = text.slice(text.indexOf('\n') + 1);
  return {
    text: text.startsWith('html') ? output('pandoc', ['-f', 'html', '-t', 'plain', '--wrap=none'], body) : body,
  };
}

/** Of pandoc's tree of a document. */
function shapeOf(tree: string): Shape {
  const shape = { headings: 0, items: 0, cells: 0, links: 0 };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      // A cell: attributes, alignment, rows, columns, blocks. Empty ones are no loss.
      if (value.length === 5 && /^Align/.test(`${value[1]?.t}`) && value[4].length > 0) shape.cells++;
      for (const item of value) walk(item);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const { t, c } = value as { readonly t?: string; readonly c?: unknown };
    if (t === 'Header') shape.headings++;
    // Links within a document have no target in Markdown.
    if (t === 'Link' && /^(?:https?|mailto):/.test(`${(c as [unknown, unknown, unknown[]])[2][0]}`)) shape.links++;
    if (t === 'BulletList') shape.items += (c as readonly unknown[]).length;
    if (t === 'OrderedList') shape.items += (c as readonly (readonly unknown[])[])[1]?.length ?? 0;
    for (const item of Object.values(value)) walk(item);
  };
  walk(JSON.parse(tree));
  return shape;
}

/** The words of pandoc's tree, without the numbers of lists. */
function textIn(tree: string): string {
  const parts: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (typeof value === 'object' && value !== null) {
      const { t, c } = value as { readonly t?: string; readonly c?: unknown };
      if (t === 'Str') parts.push(c as string);
      else if (t === 'Code' || t === 'CodeBlock') parts.push(` ${(c as [unknown, string])[1]} `);
      else if (t === 'Note') parts.push(' ');
      else if (t?.endsWith('Break') || t === 'Space' || BLOCKS.has(t ?? '')) parts.push(' ');
      if (t !== 'Str' && t !== 'Code' && t !== 'CodeBlock') for (const item of Object.values(value)) walk(item);
    }
  };
  walk((JSON.parse(tree) as { readonly blocks: unknown }).blocks);
  return parts.join('');
}

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? [];
}

/** The words that `own` does not have as often; those of four letters count where they stand within others too, as across a line's end. */
function lostWords(theirs: string, own: string): string[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(own)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const squeezed = wordsOf(own).join('');
  return wordsOf(theirs).filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0 && !(word.length >= 4 && squeezed.includes(word));
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Markdown's text without its escapes; the words of tags and links stay. */
function textOf(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}

async function compare(kind: string, path: string, theirs: Read): Promise<boolean> {
  const files = [{ name: `a.${kind}`, base64: readFileSync(path).toString('base64') }];
  const { status, body, milliseconds } = await runTool(
    origin,
    'file-to-markdown',
    { maxCharacters: 4_000_000, metadata: false },
    files,
  );
  const { result, error } = body;
  if (flag('keep') !== undefined)
    writeFileSync(join(flag('keep') ?? '', `${path.split('/').at(-1)}.md`), result?.text ?? '');
  if (result?.text === undefined) {
    console.log(`WORSE ${kind} ${path}: ${status} ${error?.message}`);
    return false;
  }
  const lost = lostWords(theirs.text, kind === 'xlsx' ? plainNumbers(textOf(result.text)) : textOf(result.text));
  const words = wordsOf(theirs.text).length;
  const recall = 1 - lost.length / words;
  const own = shapeOf(output('pandoc', ['-f', 'gfm', '-t', 'json'], result.text));
  const shape = theirs.shape;
  const faults = shape === undefined ? [] : faultsOf(shape, own);
  const isRight = recall >= LEAST_RECALL && faults.length === 0;
  const facts = `${words} words, ${(100 * recall).toFixed(2)} %, ${milliseconds.toFixed(0)} ms, ${JSON.stringify(own)}`;
  console.log(`${isRight ? 'as good' : 'WORSE'} ${kind} ${path}: ${facts}`);
  if (!isRight) console.log(`  ${[...faults, `lost: ${lost.slice(0, 25).join(' ')}`].join('; ')}`);
  return isRight;
}

function faultsOf(theirs: Shape, own: Shape): string[] {
  return (['headings', 'items', 'cells', 'links'] as const)
    .filter((name) => own[name] < theirs[name])
    .map((name) => `${name} ${own[name]} of ${theirs[name]}`);
}
