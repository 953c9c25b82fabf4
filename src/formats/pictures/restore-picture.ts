import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { builtFile } from '../../core/project-files.js';
import type { Finish, Job, NoisyPicture } from '../../lib/denoise/denoise.js';
import { onThisThread, type Restoration, restore, type TileRunner } from '../../lib/denoise/restore.js';
import { type Tile, tilesOf } from '../../lib/denoise/tiles.js';

import type { TileOrder } from './denoise.worker.js';

/** Pictures below this are done before a second thread has started (30 ms). */
const PIXELS_FOR_THREADS = 2_000_000;
/** Two native runs may be under way at once, so more would only get in each other's way on small machines. */
const MAX_THREADS = 4;

/**
 * Restores `source` into `target`, on several threads where the picture is large enough. `target` lies in shared memory, its
 * alpha is the source's. The source's samples are changed too.
 */
export async function restorePicture(
  source: NoisyPicture,
  target: NoisyPicture,
  restoration: Restoration,
  signal: AbortSignal,
): Promise<void> {
  const count = Math.min(MAX_THREADS, availableParallelism());
  if (source.width * source.height < PIXELS_FOR_THREADS || count < 2 || !existsSync(WORKER)) {
    await restore(source, target, restoration);
    return;
  }
  const helpers = Array.from({ length: count - 1 }, () => new Worker(WORKER));
  try {
    await restore(shared(source), target, restoration, among(helpers, signal));
  } finally {
    await Promise.all(helpers.map((helper) => helper.terminate()));
  }
}

const WORKER = builtFile('workers/denoise.worker.js');

function shared(picture: NoisyPicture): NoisyPicture {
  const { data } = picture;
  const memory = new SharedArrayBuffer(data.byteLength);
  const copy = data instanceof Uint16Array ? new Uint16Array(memory) : new Uint8Array(memory);
  copy.set(data);
  return { ...picture, data: copy };
}

/** Tiles are dealt out in turn; this thread takes its share. */
function among(helpers: readonly Worker[], signal: AbortSignal): TileRunner {
  return async (job: Job, level: number, finish: Finish) => {
    signal.throwIfAborted();
    const shares: Tile[][] = Array.from({ length: helpers.length + 1 }, () => []);
    for (const [i, tile] of tilesOf(job, level).entries()) shares[i % shares.length]?.push(tile);
    const [own = [], ...others] = shares;
    const orders = others.map((tiles, i) => done(helpers[i], { job, finish, tiles }));
    onThisThread(job, own, finish);
    await Promise.all(orders);
  };
}

function done(helper: Worker | undefined, order: TileOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    if (helper === undefined || order.tiles.length === 0) {
      resolve();
      return;
    }
    helper.once('error', reject);
    helper.once('message', () => {
      helper.off('error', reject);
      resolve();
    });
    helper.postMessage(order);
  });
}
