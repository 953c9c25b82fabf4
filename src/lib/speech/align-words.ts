import { type AcousticModel, POSITION, STATES } from './acoustic-model.js';
import {
  ADVANCE,
  type Course,
  FIRST_ENDING,
  FIRST_NODE,
  JUNCTION,
  OTHERED,
  PASSED,
  PAUSED,
  readCourse,
  SKIPPED,
  STAY,
  Steps,
} from './best-course.js';
import { type Densities, SenoneScores } from './senone-scores.js';
import { buildGraph, type Graph, SILENCE, type SpokenWord } from './word-graph.js';

/** What the search may leave out, and at which price. All are logarithms of odds, 0 or less. */
export interface SearchPrices {
  /** To begin a stretch of words that are not in the audio, and for each word of it. */
  readonly beginSkip: number;
  readonly skip: number;
  /** To begin a stretch of sound that is not in the transcript, and for each frame of it, against the best phone. */
  readonly beginOther: number;
  readonly other: number;
  /** To begin a silence. */
  readonly beginSilence: number;
}

export interface Alignment extends Course {
  /** Log-likelihood of the whole. */
  readonly score: number;
}

/**
 * Finds the most likely course through the audio of words said one after another, with pauses and other sound between
 * them, and with words left out where that is likelier. An exact Viterbi search over all frames and states: nothing is
 * cut off, so nothing fails for a beam too narrow.
 */
export function alignWords(
  model: AcousticModel,
  densities: Densities,
  words: readonly SpokenWord[],
  prices: SearchPrices,
): Alignment {
  const graph = buildGraph(model, words);
  return new Search(model, densities, graph, prices).run(words.length);
}

class Search {
  readonly #graph: Graph;
  readonly #prices: SearchPrices;
  readonly #scores: SenoneScores;
  readonly #frames: number;
  /** Index into the chosen senones of each node's states; -1 for other sound. */
  readonly #senoneOf: Int32Array;
  readonly #speech: number;
  readonly #chosen: number;
  /** The likeliest phone's score, frame by frame. */
  readonly #best: Float64Array;

  constructor(model: AcousticModel, densities: Densities, graph: Graph, prices: SearchPrices) {
    this.#graph = graph;
    this.#prices = prices;
    this.#frames = densities.count;
    this.#best = new Float64Array(densities.count);
    const chosen = new Map<number, number>();
    const choose = (senone: number): number => {
      const known = chosen.get(senone);
      if (known !== undefined) return known;
      chosen.set(senone, chosen.size);
      return chosen.size - 1;
    };
    // The states of all phones out of context come first: they are what "other sound" is made of.
    for (const [phone, isFiller] of model.isFiller.entries()) {
      if (isFiller) continue;
      for (const senone of model.statesOf(phone, -1, -1, POSITION.internal).senones) choose(senone);
    }
    this.#speech = chosen.size;
    this.#senoneOf = new Int32Array(graph.nodes.length * STATES).fill(-1);
    for (const [n, { states }] of graph.nodes.entries()) {
      for (const [s, senone] of (states?.senones ?? []).entries()) this.#senoneOf[n * STATES + s] = choose(senone);
    }
    this.#chosen = chosen.size;
    this.#scores = new SenoneScores(model, densities, [...chosen.keys()]);
  }

  run(words: number): Alignment {
    const { nodes, junctions } = this.#graph;
    const size = nodes.length * STATES;
    const places = junctions.length;
    const frames = this.#frames;
    const { beginSkip, skip, beginOther, other, beginSilence } = this.#prices;
    let now = new Float64Array(size).fill(-Infinity);
    let next = new Float64Array(size).fill(-Infinity);
    const steps = new Steps(this.#graph, frames);
    const entries = new Float64Array(places).fill(-Infinity);
    const exits = new Float64Array(places).fill(-Infinity);
    const emitted = new Float64Array(this.#chosen);
    const stay = new Float64Array(size);
    const leave = new Float64Array(size);
    for (const [n, { states }] of nodes.entries()) {
      for (let s = 0; s < STATES; s++) {
        stay[n * STATES + s] = states?.stay[s] ?? 0;
        leave[n * STATES + s] = states?.leave[s] ?? 0;
      }
    }
    const last = STATES - 1;
    const exitOf = (n: number): number => (now[n * STATES + last] ?? -Infinity) + (leave[n * STATES + last] ?? 0);

    const passJunctions = (t: number): void => {
      let skipped = -Infinity;
      for (let j = 0; j < places; j++) {
        const junction = junctions[j];
        if (junction === undefined) continue;
        let entry = j === 0 && t === 0 ? 0 : skipped;
        let step = SKIPPED;
        for (let e = 0; e < junction.endings.length; e++) {
          const score = exitOf(junction.endings[e] ?? 0);
          if (score > entry) {
            entry = score;
            step = FIRST_ENDING + e;
          }
        }
        steps.entries[t * places + j] = step;
        entries[j] = entry;
        let exit = entry;
        let way = PASSED;
        const paused = exitOf(junction.silence);
        if (paused > exit) {
          exit = paused;
          way = PAUSED;
        }
        const othered = now[junction.other * STATES] ?? -Infinity;
        if (othered > exit) {
          exit = othered;
          way = OTHERED;
        }
        exits[j] = exit;
        steps.exits[t * places + j] = way;
        const begun = exit + beginSkip + skip;
        const gone = skipped + skip;
        steps.skips[t * places + j] = gone > begun ? 1 : 0;
        skipped = Math.max(begun, gone);
      }
    };

    passJunctions(0);
    for (let t = 0; t < frames; t++) {
      this.#scores.write(t, emitted);
      let best = -Infinity;
      for (let i = 0; i < this.#speech; i++) best = Math.max(best, emitted[i] ?? -Infinity);
      this.#best[t] = best;
      const row = t * size;
      for (let n = 0; n < nodes.length; n++) {
        const node = nodes[n];
        if (node === undefined) continue;
        const first = n * STATES;
        if (node.states === undefined) {
          const begun = (exits[node.junction] ?? -Infinity) + beginOther;
          const gone = now[first] ?? -Infinity;
          next[first] = Math.max(begun, gone) + best + other;
          steps.states[row + first] = begun > gone ? JUNCTION : STAY;
          continue;
        }
        let score = (now[first] ?? -Infinity) + (stay[first] ?? 0);
        let step = STAY;
        if (node.junction >= 0) {
          const entered = (exits[node.junction] ?? -Infinity) + (node.word === SILENCE ? beginSilence : 0);
          if (entered > score) {
            score = entered;
            step = JUNCTION;
          }
        }
        for (let f = 0; f < node.from.length; f++) {
          const entered = exitOf(node.from[f] ?? 0);
          if (entered > score) {
            score = entered;
            step = FIRST_NODE + f;
          }
        }
        next[first] = score + (emitted[this.#senoneOf[first] ?? 0] ?? 0);
        steps.states[row + first] = step;
        for (let i = first + 1; i < first + STATES; i++) {
          const stayed = (now[i] ?? -Infinity) + (stay[i] ?? 0);
          const advanced = (now[i - 1] ?? -Infinity) + (leave[i - 1] ?? 0);
          next[i] = Math.max(stayed, advanced) + (emitted[this.#senoneOf[i] ?? 0] ?? 0);
          steps.states[row + i] = advanced > stayed ? ADVANCE : STAY;
        }
      }
      [now, next] = [next, now];
      passJunctions(t + 1);
    }
    const fitOf = (t: number, state: number): number =>
      this.#scores.score(t, this.#senoneOf[state] ?? 0) - (this.#best[t] ?? 0);
    const score = exits[places - 1] ?? -Infinity;
    return { ...readCourse(this.#graph, steps.trace(), words, fitOf), score };
  }
}
