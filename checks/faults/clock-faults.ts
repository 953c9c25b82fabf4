/** A clock that is set while runs are under way. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Claims, FaultCase } from './claims.js';
import { pause, startHostile, stop, temporaryFolder, until } from './hostile-service.js';
import { echo, seen, wait } from './load.js';

/** libfaketime sets the clock of the day by what a file says, here without the monotonic clock, as `date -s` would. */
function fakeClock() {
  const places = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu')) : [];
  const library = places.map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`).find((path) => existsSync(path));
  if (library === undefined) return undefined;
  const file = join(temporaryFolder(), 'clock');
  writeFileSync(file, '+0\n');
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set: (offset: string) => writeFileSync(file, `${offset}\n`),
  };
}

async function clockJumps(claims: Claims): Promise<void> {
  const clock = fakeClock();
  if (clock === undefined) return claims.skip('clock jumps', 'no libfaketime (package faketime)');
  const works = spawnSync('date', ['+%Y'], {
    env: { ...process.env, ...clock.env, FAKETIME_TIMESTAMP_FILE: '', FAKETIME: '@2001-01-01 00:00:00' },
  });
  if (works.stdout.toString().trim() !== '2001')
    return claims.skip('clock jumps', 'libfaketime does not set the clock here');
  const service = await startHostile({ env: clock.env });
  for (const offset of ['+400d', '-400d', '+0']) {
    const under = [wait(service.origin, 1200), wait(service.origin, 1200, 'wait-native')];
    await pause(300);
    clock.set(offset);
    const ends = await Promise.all(under);
    claims.that(
      `runs under way are answered (${offset})`,
      ends.every(({ status, isRight }) => status === 200 && isRight),
    );
    // Its limit is 1 s: a deadline by the clock of the day would come at once, or in 400 days.
    const started = performance.now();
    const spin = await seen(service.origin, 'spin', {});
    const seconds = (performance.now() - started) / 1000;
    claims.that(
      `a run is ended at its limit of 1 s (${offset})`,
      spin.status === 504 && seconds > 0.95 && seconds < 10,
      `${seconds.toFixed(2)} s`,
    );
    claims.that(
      `the next is answered (${offset})`,
      await until(async () => (await echo(service.origin)).status === 200, 5000),
    );
  }
  const years = new Set(service.lines().map(({ time }) => time.slice(0, 4)));
  claims.that('the clock was set', years.size >= 3, [...years]);
  claims.that('it ends with 0', (await stop(service)) === 0);
}

export const clockFaults: readonly FaultCase[] = [{ name: 'the clock jumps', run: clockJumps }];
