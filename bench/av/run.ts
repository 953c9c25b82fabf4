/**
 * Wall time of the tools for sound and film through HTTP, warm, beside Debian's `ffmpeg` as a process that does the same to the same file,
 * in turns; once with that FFmpeg, and once with the package's (WebAssembly). Run after `npm run build`, on a quiet machine:
 *
 *     npx tsx bench/av/run.ts            all
 *     npx tsx bench/av/run.ts trim-video one tool
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NO_SETTINGS } from '../../src/runner/execute.js';
import { openTestService } from '../../src/testing/service.js';

import { CASES, type Case, SOURCES } from './cases.js';

const FFMPEG = '/usr/bin/ffmpeg';
const ROUNDS = { native: 5, package: 1 } as const;
const WORDS = '1\n00:00:01,000 --> 00:00:04,000\nThe first line\n\n2\n00:00:04,500 --> 00:00:07,500\nThe second line\n';

const folder = mkdtempSync(join(tmpdir(), 'bench-av-'));
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const wordsOf = (line: string): string[] => line.split(' ').filter((word) => word !== '');

/** Milliseconds of programs, one after another. */
function timed(lines: readonly string[]): number {
  const start = performance.now();
  for (const line of lines) {
    const words = wordsOf(line.replace('OUT', 'result'));
    const [program, args] =
      words[0] === 'ffprobe' ? ['/usr/bin/ffprobe', words.slice(1)] : [FFMPEG, ['-v', 'error', '-y', ...words]];
    const { status, stderr } = spawnSync(program, args, { cwd: folder });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  }
  return performance.now() - start;
}

async function asked(origin: string, { tool, files, options = {} }: Case): Promise<number> {
  const body = JSON.stringify({
    options,
    files: files.map((name) => ({ name, base64: readFileSync(join(folder, name), 'base64') })),
  });
  const start = performance.now();
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const response = await fetch(`${origin}/api/v1/tools/${tool}/run`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { readonly error?: { readonly message: string } };
  if (!response.ok) throw new Error(`${tool}: ${response.status} ${answer.error?.message}`);
  return performance.now() - start;
}

for (const [name, args] of Object.entries(SOURCES)) timed([`${args} ${name}`]);
writeFileSync(join(folder, 'words.srt'), WORDS);

const chosen = CASES.filter(({ tool }) => process.argv.length < 3 || process.argv.includes(tool));
const services = {
  native: await openTestService('product', { settings: { ...NO_SETTINGS, ffmpegPath: FFMPEG } }),
  package: await openTestService('product'),
};
console.log('milliseconds, medians; ratio: ours by FFmpeg alone, below 1 is faster');
console.log('tool | what | FFmpeg | ours with it | ratio | with the package | ratio');
for (const one of chosen) {
  const cells: string[] = [];
  for (const engine of ['native', 'package'] as const) {
    const { origin } = services[engine];
    const [ours, theirs]: [number[], number[]] = [[], []];
    try {
      await asked(origin, one);
      for (let round = 0; round < ROUNDS[engine]; round += 1) {
        ours.push(await asked(origin, one));
        theirs.push(timed(one.peer));
      }
    } catch (error) {
      cells.push(error instanceof Error ? error.message : 'failed', '');
      continue;
    }
    if (engine === 'native') cells.push(median(theirs).toFixed(0));
    cells.push(median(ours).toFixed(0), (median(ours) / median(theirs)).toFixed(2));
  }
  console.log([one.tool, one.title, ...cells].join(' | '));
}
for (const service of Object.values(services)) await service.close();
rmSync(folder, { recursive: true, force: true });
