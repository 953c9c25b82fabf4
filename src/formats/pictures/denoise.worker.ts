/** Denoises tiles of a picture in shared memory. Told `{ job, finish, level, tiles }`, answers when they are done. */

import { parentPort } from 'node:worker_threads';

import type { Finish, Job } from '../../lib/denoise/denoise.js';
import { denoiseTile, kernelFor, type Tile } from '../../lib/denoise/tiles.js';

/** The tiles of a level that one thread does. */
export interface TileOrder {
  readonly job: Job;
  readonly finish: Finish;
  readonly tiles: readonly Tile[];
}

parentPort?.on('message', ({ job, finish, tiles }: TileOrder) => {
  const kernel = kernelFor(job);
  for (const tile of tiles) denoiseTile(job, tile, kernel, finish);
  parentPort?.postMessage('done');
});
