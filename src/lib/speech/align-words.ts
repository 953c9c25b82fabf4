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
import { buildGraph, type Junction, type Node, SILENCE, type SpokenWord, type WordGraph } from './word-graph.js';

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
  beam = Infinity,
): Alignment {
  const graph = buildGraph(model, words);
  return new GraphSearch(graph, sharedScores(model, densities, [graph]), prices, beam).run();
}

/** The scores of all states that the graphs have, and of all phones out of context, which "other sound" is made of. */
export interface SharedScores {
  readonly scores: SenoneScores;
  readonly frames: number;
  /** Place of each senone in the scores. */
  readonly places: ReadonlyMap<number, number>;
  /** The first so many are those of phones out of context. */
  readonly speech: number;
}

/** The scores that searches of several graphs over the same frames share. */
export function sharedScores(model: AcousticModel, densities: Densities, graphs: readonly WordGraph[]): SharedScores {
  const chosen = new Set<number>();
  for (const [phone, isFiller] of model.isFiller.entries()) {
    if (isFiller) continue;
    for (const senone of model.statesOf(phone, -1, -1, POSITION.internal).senones) chosen.add(senone);
  }
  const speech = chosen.size;
  for (const { nodes } of graphs) {
    for (const { states } of nodes) for (const senone of states?.senones ?? []) chosen.add(senone);
  }
  const all = [...chosen];
  // Senones of one codebook stand together, since they read the same densities.
  const byBook = all.slice(speech).sort((a, b) => (model.codebookOf[a] ?? 0) - (model.codebookOf[b] ?? 0));
  const senones = [...all.slice(0, speech), ...byBook];
  return {
    scores: new SenoneScores(model, densities, senones),
    frames: densities.count,
    places: new Map(senones.map((senone, place) => [senone, place])),
    speech,
  };
}

/** A search of one graph. */
export class GraphSearch {
  readonly #graph: WordGraph;
  readonly #prices: SearchPrices;
  readonly #scores: SenoneScores;
  readonly #frames: number;
  /** Place in the scores of each node's states; -1 for other sound. */
  readonly #senoneOf: Int32Array;
  readonly #speech: number;
  readonly #chosen: number;
  /** The likeliest phone's score, frame by frame. */
  readonly #best: Float64Array;

  constructor(
    graph: WordGraph,
    { scores, frames, places, speech }: SharedScores,
    prices: SearchPrices,
    /** What is less likely than the likeliest by more than this is not followed. */
    private readonly beam = Infinity,
  ) {
    this.#graph = graph;
    this.#prices = prices;
    this.#scores = scores;
    this.#frames = frames;
    this.#speech = speech;
    this.#chosen = places.size;
    this.#best = new Float64Array(frames);
    this.#senoneOf = new Int32Array(graph.nodes.length * STATES).fill(-1);
    for (const [n, { states }] of graph.nodes.entries()) {
      for (const [s, senone] of (states?.senones ?? []).entries())
        this.#senoneOf[n * STATES + s] = places.get(senone) ?? -1;
    }
  }

  /** The best course. */
  run(): Alignment {
    const steps = new Steps(this.#graph, this.#frames);
    const score = this.#forward(steps);
    const fitOf = (t: number, state: number): number =>
      this.#scores.score(t, this.#senoneOf[state] ?? 0) - (this.#best[t] ?? 0);
    return { ...readCourse(this.#graph, steps.trace(), this.#graph.junctions.length - 1, fitOf), score };
  }

  /** Passes over all frames, writes down how each state was reached, and gives the score of the best course. */
  #forward(steps: Steps): number {
    const { nodes, junctions } = this.#graph;
    const size = nodes.length * STATES;
    const places = junctions.length;
    const frames = this.#frames;
    const { beginSkip, skip, beginOther, other, beginSilence } = this.#prices;
    const { now, stay, leave, leaving, junctionOf, entryPrice, fromFirst, froms } = flatten(nodes, beginSilence);
    const { endingFirst, endings, silences, others } = flattenJunctions(junctions);
    const senoneOf = this.#senoneOf;
    const exits = new Float64Array(places).fill(-Infinity);
    const emitted = new Float64Array(this.#chosen);
    const isWhole = this.beam === Infinity;
    const scoredAt = new Int32Array(this.#chosen).fill(-1);
    // Score of the likeliest state a frame ago.
    let leader = 0;

    const passJunctions = (t: number): void => {
      let skipped = -Infinity;
      const row = t * places;
      for (let j = 0; j < places; j++) {
        let entry = j === 0 && t === 0 ? 0 : skipped;
        let step = SKIPPED;
        const first = endingFirst[j] ?? 0;
        const end = endingFirst[j + 1] ?? 0;
        for (let e = first; e < end; e++) {
          const score = leaving[endings[e] ?? 0] ?? -Infinity;
          if (score > entry) {
            entry = score;
            step = FIRST_ENDING + e - first;
          }
        }
        steps.entries[row + j] = step;
        let exit = entry;
        let way = PASSED;
        const paused = leaving[silences[j] ?? 0] ?? -Infinity;
        if (paused > exit) {
          exit = paused;
          way = PAUSED;
        }
        const othered = now[(others[j] ?? 0) * STATES] ?? -Infinity;
        if (othered > exit) {
          exit = othered;
          way = OTHERED;
        }
        exits[j] = exit;
        steps.exits[row + j] = way;
        const begun = exit + beginSkip + skip;
        const gone = skipped + skip;
        steps.skips[row + j] = gone > begun ? 1 : 0;
        skipped = gone > begun ? gone : begun;
      }
    };

    passJunctions(0);
    for (let t = 0; t < frames; t++) {
      if (isWhole) this.#scores.write(t, emitted);
      else for (let i = 0; i < this.#speech; i++) emitted[i] = this.#scores.score(t, i);
      let best = -Infinity;
      for (let i = 0; i < this.#speech; i++) best = Math.max(best, emitted[i] ?? -Infinity);
      this.#best[t] = best;
      const floor = leader - this.beam;
      leader = -Infinity;
      const row = t * size;
      for (let n = 0; n < nodes.length; n++) {
        // The states of a node from the last to the first, so that each still finds the one before it as it was a frame ago.
        const first = n * STATES;
        const middle = first + 1;
        const last = first + 2;
        const j = junctionOf[n] ?? -1;
        if ((senoneOf[first] ?? -1) < 0) {
          const begun = (exits[j] ?? -Infinity) + beginOther;
          const gone = now[first] ?? -Infinity;
          now[first] = (begun > gone ? begun : gone) + best + other;
          steps.states[row + first] = begun > gone ? JUNCTION : STAY;
          if ((now[first] ?? 0) > leader) leader = now[first] ?? 0;
          continue;
        }
        const atFirst = now[first] ?? -Infinity;
        const atMiddle = now[middle] ?? -Infinity;
        let entry = -Infinity;
        let entryStep = STAY;
        if (j >= 0) {
          entry = (exits[j] ?? -Infinity) + (entryPrice[n] ?? 0);
          entryStep = JUNCTION;
        }
        const begin = fromFirst[n] ?? 0;
        const end = fromFirst[n + 1] ?? 0;
        for (let f = begin; f < end; f++) {
          const entered = leaving[froms[f] ?? 0] ?? -Infinity;
          if (entered > entry) {
            entry = entered;
            entryStep = FIRST_NODE + f - begin;
          }
        }
        if (!isWhole) {
          if (entry < floor && atFirst < floor && atMiddle < floor && (now[last] ?? -Infinity) < floor) {
            now.fill(-Infinity, first, last + 1);
            continue;
          }
          for (let s = first; s <= last; s++) {
            const place = senoneOf[s] ?? 0;
            if (place < this.#speech || scoredAt[place] === t) continue;
            scoredAt[place] = t;
            emitted[place] = this.#scores.score(t, place);
          }
        }
        const stayedLast = (now[last] ?? -Infinity) + (stay[last] ?? 0);
        const toLast = atMiddle + (leave[middle] ?? 0);
        now[last] = (toLast > stayedLast ? toLast : stayedLast) + (emitted[senoneOf[last] ?? 0] ?? 0);
        steps.states[row + last] = toLast > stayedLast ? ADVANCE : STAY;
        const stayedMiddle = atMiddle + (stay[middle] ?? 0);
        const toMiddle = atFirst + (leave[first] ?? 0);
        now[middle] = (toMiddle > stayedMiddle ? toMiddle : stayedMiddle) + (emitted[senoneOf[middle] ?? 0] ?? 0);
        steps.states[row + middle] = toMiddle > stayedMiddle ? ADVANCE : STAY;
        let score = atFirst + (stay[first] ?? 0);
        let step = STAY;
        if (entry > score) {
          score = entry;
          step = entryStep;
        }
        now[first] = score + (emitted[senoneOf[first] ?? 0] ?? 0);
        steps.states[row + first] = step;
        if (!isWhole) leader = Math.max(leader, now[first] ?? 0, now[middle] ?? 0, now[last] ?? 0);
      }
      for (let n = 0; n < nodes.length; n++) {
        const last = n * STATES + STATES - 1;
        leaving[n] = (now[last] ?? -Infinity) + (leave[last] ?? 0);
      }
      passJunctions(t + 1);
    }
    return exits[places - 1] ?? -Infinity;
  }
}

/** The nodes as flat lists: the loops over them are where the time goes, and objects take three times as long. */
function flatten(nodes: readonly Node[], beginSilence: number) {
  const size = nodes.length * STATES;
  const stay = new Float64Array(size);
  const leave = new Float64Array(size);
  for (const [n, { states }] of nodes.entries()) {
    for (let s = 0; s < STATES; s++) {
      stay[n * STATES + s] = states?.stay[s] ?? 0;
      leave[n * STATES + s] = states?.leave[s] ?? 0;
    }
  }
  return {
    /** Score of each state at this frame. */
    now: new Float64Array(size).fill(-Infinity),
    stay,
    leave,
    /** Score of leaving each node after this frame. */
    leaving: new Float64Array(nodes.length).fill(-Infinity),
    junctionOf: Int32Array.from(nodes, ({ junction }) => junction),
    entryPrice: Float64Array.from(nodes, ({ word }) => (word === SILENCE ? beginSilence : 0)),
    ...flattenLists(nodes.map(({ from }) => from)),
  };
}

const flattenJunctions = (junctions: readonly Junction[]) => {
  const { fromFirst, froms } = flattenLists(junctions.map(({ endings }) => endings));
  return {
    endingFirst: fromFirst,
    endings: froms,
    silences: Int32Array.from(junctions, ({ silence }) => silence),
    others: Int32Array.from(junctions, ({ other }) => other),
  };
};

/** Lists one after another, and where each begins. */
function flattenLists(lists: readonly (readonly number[])[]): {
  readonly fromFirst: Int32Array;
  readonly froms: Int32Array;
} {
  const fromFirst = new Int32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) fromFirst[i + 1] = (fromFirst[i] ?? 0) + list.length;
  return { fromFirst, froms: Int32Array.from(lists.flat()) };
}
