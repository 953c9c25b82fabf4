import { mendDamage } from './damage.js';
import { type Finish, type Job, type NoisyPicture, prepare } from './denoise.js';
import { finishOf } from './finish.js';
import type { LossyCompression } from './noise.js';
import { coloursOf } from './sample.js';
import { denoiseTile, kernelFor, type Tile, tilesOf } from './tiles.js';
import { tonesFor } from './tone.js';

export interface Restoration {
  /** 1 to 20; 7 removes the noise that was measured. */
  readonly strength: number;
  /** Stretch the tones and take a cast away. */
  readonly contrast: boolean;
  /** The lossy format the picture comes from, if any. */
  readonly compression?: LossyCompression | undefined;
}

/** Does the tiles of one level, in any order; `finish` is for level 0. */
export type TileRunner = (job: Job, level: number, finish: Finish) => Promise<void> | void;

/**
 * Restores `source` into `target`, which has its size and already its alpha: damage mended, noise removed, then the tones.
 * The source's samples are changed too.
 */
export async function restore(
  source: NoisyPicture,
  target: NoisyPicture,
  { strength, contrast, compression }: Restoration,
  runTiles: TileRunner = (job, level, finish) => onThisThread(job, tilesOf(job, level), finish),
): Promise<void> {
  const damaged = prepare(source, target, strength, compression);
  const { specks, scratches } = mendDamage(source);
  const isMended = specks + scratches > 0;
  const job = isMended ? prepare(source, target, strength, compression, damaged) : damaged;
  const plain = finishOf(job);
  for (let level = job.levels.length - 1; level > 0; level--) await runTiles(job, level, plain);
  await runTiles(job, 0, contrast ? finishOf(job, tonesFor(coloursOf(job))) : plain);
}

/** Does tiles one after the other. */
export function onThisThread(job: Job, tiles: readonly Tile[], finish: Finish): void {
  const kernel = kernelFor(job);
  for (const tile of tiles) denoiseTile(job, tile, kernel, finish);
}
