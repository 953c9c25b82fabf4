/**
 * Wall and CPU time of heic-to-jpg, warm, beside `heif-convert -q 85` (Debian: libheif-examples), in turns.
 * Run after `npm run build`, on a quiet machine: npx tsx bench/heic/speed.ts ../shared/corpus/image/heic/pug.heic
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { runTool } from '../../src/testing/run-tool.js';
import heicToJpg from '../../src/tools/image/heic-to-jpg.js';

const ROUNDS = 11;
const WARM_UP = 3;
const out = join(tmpdir(), `heic-speed-${process.pid}.jpg`);

const least = (values: readonly number[]): number => Math.min(...values);
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

console.log(
  `${availableParallelism()} cores, Node ${process.version}; milliseconds; medians of ${ROUNDS}, and the least, which a loaded machine disturbs less`,
);
console.log(
  'file | heic-to-jpg | its CPU | heif-convert | its CPU | ratio of wall times | least | least | ratio | resident MB',
);
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const convert = () => runTool(heicToJpg, { files: [{ name: 'photo.heic', bytes }] });
  for (let i = 0; i < WARM_UP; i++) await convert();
  const times: Record<'ours' | 'ourCpu' | 'native' | 'nativeCpu', number[]> = {
    ours: [],
    ourCpu: [],
    native: [],
    nativeCpu: [],
  };
  let resident = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    const { status, message } = await convert();
    times.ours.push(performance.now() - start);
    const used = process.cpuUsage(cpu);
    times.ourCpu.push((used.user + used.system) / 1000);
    resident = Math.max(resident, process.memoryUsage.rss());
    if (status !== 200) throw new Error(message);

    const [real = 0, user = 0, system = 0] = timed('heif-convert', '-q', '85', path, out);
    times.native.push(real * 1000);
    times.nativeCpu.push((user + system) * 1000);
  }
  const [ours, ourCpu, native, nativeCpu] = [times.ours, times.ourCpu, times.native, times.nativeCpu].map(median);
  const ratio = (ours ?? 0) / (native ?? 1);
  const cells = [basename(path), ours?.toFixed(0), ourCpu?.toFixed(0), native?.toFixed(0), nativeCpu?.toFixed(0)];
  const [best, bestNative] = [least(times.ours), least(times.native)];
  cells.push(ratio.toFixed(2), best.toFixed(0), bestNative.toFixed(0), (best / bestNative).toFixed(2));
  console.log([...cells, (resident / 1e6).toFixed(0)].join(' | '));
}
rmSync(out, { force: true });

/** Seconds: wall, user, system. */
function timed(...command: readonly string[]): number[] {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  return (stderr.trim().split('\n').pop() ?? '').split(' ').map(Number);
}
