import { type AcousticModel, MIXTURE_STEP } from './acoustic-model.js';
import type { FrameMatrix } from './features.js';

/** Gaussians of a codebook and stream that count in a frame. CMU Sphinx decodes these models with 4; more change no boundary. */
const BEST = 4;

/** 16 scores of 4 bytes are a line of the cache. */
const BLOCK = 16;

/** The best Gaussians of every codebook, stream and frame: the costly part of scoring, done once for all passes. */
export interface Densities {
  readonly count: number;
  /** For each frame, codebook, stream, rank: which Gaussian. */
  readonly indices: Uint8Array;
  /** In the same order: its likelihood as a share of the best one's. */
  readonly shares: Float32Array;
  /** For each frame and codebook: the logarithm of the best ones' product. */
  readonly tops: Float32Array;
}

/** Frames that were scored before: the first of them at frame `from`, which may be before the first; all but the `last` few count. */
export interface ScoredBefore {
  readonly from: number;
  readonly last: number;
  readonly densities: Densities;
}

/** Scores the Gaussians of a model for frames of features; the first of them as they were scored before. */
export function scoreDensities(model: AcousticModel, frames: FrameMatrix, before?: ScoredBefore): Densities {
  const { count: books, streams, densities, width, kernel } = model.codebooks;
  const cells = frames.count * books * streams * BEST;
  const indices = new Uint8Array(cells);
  const shares = new Float32Array(cells);
  const tops = new Float32Array(frames.count * books);
  const known =
    before === undefined || before.from > 0
      ? 0
      : Math.max(0, Math.min(frames.count, before.from + before.densities.count - before.last));
  if (before !== undefined && known > 0) {
    const [wide, start] = [books * streams * BEST, -before.from];
    indices.set(before.densities.indices.subarray(start * wide, (start + known) * wide));
    shares.set(before.densities.shares.subarray(start * wide, (start + known) * wide));
    tops.set(before.densities.tops.subarray(start * books, (start + known) * books));
  }
  const bestScores = new Float64Array(BEST);
  const bestIndices = new Uint8Array(BEST);
  for (let group = 0; group < books * streams; group++) {
    // One codebook over all frames, not one frame over all codebooks: 13 kB that stay in the nearest cache.
    const book = Math.floor(group / streams);
    const from = (group % streams) * width;
    for (let t = known; t < frames.count; t++) {
      const scores = kernel.score(group, frames.data, t * frames.width + from);
      bestScores.fill(-Infinity);
      let worst = -Infinity;
      for (let density = 0; density < densities; density++) {
        const score = scores[density] ?? 0;
        if (score <= worst) continue;
        let rank = BEST - 1;
        while (rank > 0 && (bestScores[rank - 1] ?? 0) < score) {
          bestScores[rank] = bestScores[rank - 1] ?? 0;
          bestIndices[rank] = bestIndices[rank - 1] ?? 0;
          rank--;
        }
        bestScores[rank] = score;
        bestIndices[rank] = density;
        worst = bestScores[BEST - 1] ?? 0;
      }
      const best = bestScores[0] ?? 0;
      tops[t * books + book] = (tops[t * books + book] ?? 0) + best;
      const cell = (t * books * streams + group) * BEST;
      for (let rank = 0; rank < BEST; rank++) {
        indices[cell + rank] = bestIndices[rank] ?? 0;
        shares[cell + rank] = Math.exp((bestScores[rank] ?? 0) - best);
      }
    }
  }
  return { count: frames.count, indices, shares, tops };
}

/** Log-likelihoods of chosen senones, frame by frame. */
export class SenoneScores {
  readonly #densities: Densities;
  readonly #streams: number;
  readonly #books: number;
  readonly #size: number;
  readonly #chosen: readonly number[];
  readonly #bookOf: Uint16Array;
  /** For each chosen senone, stream, density: its mixture weight, not a logarithm. */
  readonly #mixture: Float32Array;
  /** All scores, frame by frame, once they are remembered. */
  #table: Float32Array | undefined;

  constructor(model: AcousticModel, densities: Densities, chosen: readonly number[]) {
    const { streams, densities: size, count } = model.codebooks;
    this.#densities = densities;
    this.#streams = streams;
    this.#books = count;
    this.#size = size;
    this.#chosen = chosen;
    this.#bookOf = Uint16Array.from(chosen, (senone) => model.codebookOf[senone] ?? 0);
    const linear = Float32Array.from({ length: 256 }, (_, step) => Math.exp(-step * MIXTURE_STEP));
    this.#mixture = new Float32Array(chosen.length * streams * size);
    for (const [i, senone] of chosen.entries()) {
      for (let row = 0; row < streams * size; row++) {
        this.#mixture[i * streams * size + row] = linear[model.mixtureWeights[row * model.senones + senone] ?? 0] ?? 0;
      }
    }
  }

  /** Scores all frames at once, for several searches: 4 bytes a score. */
  remember(): void {
    const size = this.#chosen.length;
    const { count, indices, shares, tops } = this.#densities;
    const [streams, books, densities, bookOf, mixture] = [
      this.#streams,
      this.#books,
      this.#size,
      this.#bookOf,
      this.#mixture,
    ];
    const table = new Float32Array(count * size);
    // A few senones over all frames, not all senones over one: their weights stay in the nearest cache.
    for (let from = 0; from < size; from += BLOCK) {
      const end = Math.min(from + BLOCK, size);
      for (let t = 0; t < count; t++) {
        for (let i = from; i < end; i++) {
          const book = t * books + (bookOf[i] ?? 0);
          let cell = book * streams * BEST;
          let row = i * streams * densities;
          let likelihood = 1;
          for (let stream = 0; stream < streams; stream++, row += densities, cell += BEST) {
            // BEST terms, written out: in a loop they take half as long again.
            likelihood *=
              (shares[cell] ?? 0) * (mixture[row + (indices[cell] ?? 0)] ?? 0) +
              (shares[cell + 1] ?? 0) * (mixture[row + (indices[cell + 1] ?? 0)] ?? 0) +
              (shares[cell + 2] ?? 0) * (mixture[row + (indices[cell + 2] ?? 0)] ?? 0) +
              (shares[cell + 3] ?? 0) * (mixture[row + (indices[cell + 3] ?? 0)] ?? 0);
          }
          table[t * size + i] = (tops[book] ?? 0) + Math.log(likelihood);
        }
      }
    }
    this.#table = table;
  }

  /** Writes the score of each chosen senone at frame `t` to `out`. */
  write(t: number, out: Float64Array): void {
    const size = this.#chosen.length;
    if (this.#table !== undefined) {
      out.set(this.#table.subarray(t * size, (t + 1) * size));
      return;
    }
    for (let i = 0; i < size; i++) out[i] = this.score(t, i);
  }

  /** The score of the `i`-th chosen senone at frame `t`. */
  score(t: number, i: number): number {
    const { indices, shares, tops } = this.#densities;
    const streams = this.#streams;
    const size = this.#size;
    const book = t * this.#books + (this.#bookOf[i] ?? 0);
    let cell = book * streams * BEST;
    let row = i * streams * size;
    let likelihood = 1;
    for (let stream = 0; stream < streams; stream++, row += size) {
      let sum = 0;
      for (let rank = 0; rank < BEST; rank++, cell++) {
        sum += (shares[cell] ?? 0) * (this.#mixture[row + (indices[cell] ?? 0)] ?? 0);
      }
      likelihood *= sum;
    }
    return (tops[book] ?? 0) + Math.log(likelihood);
  }
}
