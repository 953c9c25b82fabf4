/**
 * `tsx checks/documents/pdf.ts ORIGIN FOLDER [--most=25] [--tool=docx-to-pdf] [--skip=0]`: documents of a folder through the tools that lay
 * out by LibreOffice, and through Debian's `soffice` with a profile of its own and nothing turned off. Both PDFs must have as many pages, and
 * their first pages must look alike. Takes `--most` documents for each tool, spread evenly over its endings. README.md says what was found.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import sharp from 'sharp';

import { similarity } from '../../src/lib/pictures/similarity.js';
import { filesBelow, flagOf, runTool } from './service.js';

const [origin = 'http://127.0.0.1:8080', folder = '.', ...flags] = process.argv.slice(2);
const flag = flagOf(flags);
const most = Number(flag('most') ?? 25);
const skip = Number(flag('skip') ?? 0);
const only = flag('tool')?.split(',');
const MAX_BYTES = 15_000_000;
const LEAST_SSIM = 0.98;
const PATIENCE_S = '90';

/** Options that leave the layout to LibreOffice. */
const TOOLS = [
  { id: 'docx-to-pdf', endings: ['.docx', '.doc', '.odt', '.rtf'], options: {} },
  { id: 'pptx-to-pdf', endings: ['.pptx', '.ppt', '.odp'], options: {} },
  { id: 'xlsx-to-pdf', endings: ['.xlsx', '.xls', '.ods', '.xlsm'], options: { fitWidth: false } },
] as const;

const scratch = mkdtempSync(join(tmpdir(), 'documents-check-'));
let [compared, wrong] = [0, 0];
for (const { id, endings, options } of TOOLS) {
  if (only !== undefined && !only.includes(id)) continue;
  let [both, refused, slowest, least] = [0, 0, 0, 1];
  for (const path of sampleOf(endings)) {
    const { status, milliseconds, pdf, message } = await ours(id, options, path);
    slowest = Math.max(slowest, milliseconds);
    const direct = theirs(path);
    const verdict = await verdictOn(pdf, direct);
    if (verdict.kind === 'refused') refused++;
    else both++;
    least = Math.min(least, verdict.ssim ?? 1);
    if (verdict.kind === 'wrong' || (status !== 200 && status !== 400 && status !== 413)) {
      wrong++;
      console.log(`  WRONG ${id} ${status} ${path}: ${verdict.text}${message === '' ? '' : `; ${message}`}`);
    } else if (verdict.kind === 'refused') console.log(`  refused by both: ${path}: ${message}`);
  }
  compared += both;
  console.log(
    `${id}: ${both} compared, ${refused} refused by both, least SSIM ${least.toFixed(4)}, slowest ${slowest.toFixed(0)} ms`,
  );
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${compared} compared, ${wrong} not as they should be`);
process.exitCode = wrong === 0 && compared > 0 ? 0 : 1;

/** As many of each ending as there are to reach `most`, evenly through their names. */
function sampleOf(endings: readonly string[]): string[] {
  const byEnding = endings.map((ending) => {
    const all = filesBelow(folder, MAX_BYTES).filter((path) => extname(path).toLowerCase() === ending);
    const step = Math.max(1, Math.floor(all.length / most));
    return all.filter((_, i) => i % step === skip % step);
  });
  const taken: string[] = [];
  for (let i = 0; taken.length < most && byEnding.some((list) => i < list.length); i++)
    for (const list of byEnding) {
      const path = list[i];
      if (path !== undefined && taken.length < most) taken.push(path);
    }
  return taken;
}

async function ours(id: string, options: object, path: string) {
  const files = [{ name: `a${extname(path).toLowerCase()}`, base64: readFileSync(path).toString('base64') }];
  const { status, body, milliseconds } = await runTool(origin, id, options, files);
  const { result, error } = body;
  const base64 = result?.files?.[0]?.base64;
  return {
    status,
    milliseconds,
    pdf: base64 === undefined ? undefined : Buffer.from(base64, 'base64'),
    message: error?.message ?? result?.data?.files?.[0]?.error ?? '',
  };
}

function theirs(path: string): Buffer | undefined {
  const source = join(scratch, `a${extname(path).toLowerCase()}`);
  const made = join(scratch, 'a.pdf');
  rmSync(made, { force: true });
  writeFileSync(source, readFileSync(path));
  const profile = `-env:UserInstallation=file://${join(scratch, 'profile')}`;
  const flags = [profile, '--headless', '--convert-to', 'pdf', '--outdir', scratch, source];
  spawnSync('timeout', ['-s', 'KILL', PATIENCE_S, 'soffice', ...flags], { stdio: 'ignore' });
  rmSync(source);
  return existsSync(made) ? readFileSync(made) : undefined;
}

interface Verdict {
  readonly kind: 'alike' | 'refused' | 'wrong';
  readonly text: string;
  readonly ssim?: number;
}

async function verdictOn(own: Buffer | undefined, other: Buffer | undefined): Promise<Verdict> {
  if (own === undefined && other === undefined) return { kind: 'refused', text: '' };
  if (own === undefined) return { kind: 'wrong', text: 'only soffice makes a PDF of it' };
  if (other === undefined) return { kind: 'wrong', text: 'only the tool makes a PDF of it' };
  const [pages, expected] = [pagesOf(own), pagesOf(other)];
  if (pages !== expected) return { kind: 'wrong', text: `${pages} pages, soffice has ${expected}` };
  const [a, b] = [await firstPage(own), await firstPage(other)];
  if (a.width !== b.width || a.height !== b.height)
    return { kind: 'wrong', text: `a page of ${a.width}x${a.height}, soffice has ${b.width}x${b.height}` };
  const { ssim } = similarity(a, b);
  return { kind: ssim < LEAST_SSIM ? 'wrong' : 'alike', text: `SSIM ${ssim.toFixed(4)}`, ssim };
}

function pagesOf(pdf: Buffer): number {
  const { stdout } = spawnSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' });
  return Number(/^Pages: +(\d+)/m.exec(stdout)?.[1]);
}

async function firstPage(pdf: Buffer) {
  const { stdout } = spawnSync('pdftoppm', ['-r', '72', '-l', '1', '-png', '-'], { input: pdf, maxBuffer: 2 ** 28 });
  const { data, info } = await sharp(stdout, { limitInputPixels: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
