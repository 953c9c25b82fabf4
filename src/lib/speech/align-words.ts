import { type AcousticModel, type PhoneStates, POSITION, type Position, STATES } from './acoustic-model.js';
import { type Densities, SenoneScores } from './senone-scores.js';

/** A word to be found: the ways it may be said, each a list of phone numbers of the model. */
export interface SpokenWord {
  readonly pronunciations: readonly (readonly number[])[];
}

/** Where a word was heard, in frames. */
export interface HeardWord {
  /** Its first frame, and the first after it. */
  readonly start: number;
  readonly end: number;
  /** Mean log-likelihood of its frames against that of the best phone of each: near 0 for a good match, far below for a bad one. */
  readonly fit: number;
}

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

export interface Alignment {
  /** One a word; undefined for a word that was not heard. */
  readonly words: readonly (HeardWord | undefined)[];
  /** For each frame: number of the word it belongs to, or SILENCE or OTHER. */
  readonly frames: Int32Array;
  /** The course itself: its states in order, each with its frames. */
  readonly course: readonly CourseState[];
  /** Log-likelihood of the whole. */
  readonly score: number;
}

/** A state of the best course. */
export interface CourseState {
  /** Number of the word, or SILENCE or OTHER. */
  readonly word: number;
  /** -1 for other sound. */
  readonly senone: number;
  readonly stay: number;
  readonly leave: number;
  /** Its first frame, and the first after it. */
  readonly start: number;
  readonly end: number;
}

export const SILENCE = -1;
export const OTHER = -2;

/** A state of the search: one of the three of a phone, or the single one that stands for other sound. */
interface Node {
  readonly word: number;
  readonly states: PhoneStates | undefined;
  /** Nodes whose last state leads here, besides a junction. */
  readonly from: number[];
  /** The junction whose exit leads here, if one does. */
  junction: number;
}

/** The places between words: before the first is 0. */
interface Junction {
  /** Last nodes of the word before, said before a pause. */
  readonly endings: readonly number[];
  readonly silence: number;
  readonly other: number;
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
  return new Search(model, densities, words, graph, prices).run();
}

interface Graph {
  readonly nodes: readonly Node[];
  readonly junctions: readonly Junction[];
}

function buildGraph(model: AcousticModel, words: readonly SpokenWord[]): Graph {
  const nodes: Node[] = [];
  const add = (word: number, states: PhoneStates | undefined, junction: number, from: readonly number[]): number => {
    nodes.push({ word, states, junction, from: [...from] });
    return nodes.length - 1;
  };
  const quiet = model.statesOf(model.silence, model.silence, model.silence, POSITION.single);
  const addJunction = (endings: readonly number[]): Junction => ({
    endings,
    silence: add(SILENCE, quiet, -1, []),
    other: add(OTHER, undefined, -1, []),
  });

  const junctions: Junction[] = [addJunction([])];
  // Ends of the word before, by the phone they end in and the phone they expect next.
  let open: { readonly last: number; readonly next: number; readonly node: number }[] = [];
  for (const [w, word] of words.entries()) {
    const nexts = new Set((words[w + 1]?.pronunciations ?? []).map(([first = model.silence]) => first));
    const lasts = new Set(open.map(({ last }) => last));
    const ends: typeof open = [];
    const endings: number[] = [];
    for (const phones of word.pronunciations) {
      const [first = model.silence] = phones;
      const last = phones.at(-1) ?? model.silence;
      const joins = (left: number): number[] =>
        open.filter((end) => end.last === left && end.next === first).map(({ node }) => node);
      const entries = [
        { left: model.silence, junction: w, from: [] as number[] },
        ...[...lasts].map((left) => ({ left, junction: -1, from: joins(left) })),
      ];
      const exits = [model.silence, ...nexts];
      // The middle phones have fixed neighbours; the first and the last one a copy for each neighbour they may have.
      let before: number[] = [];
      for (const [i, phone] of phones.entries()) {
        const isFirst = i === 0;
        const isLast = i === phones.length - 1;
        const position: Position = isFirst
          ? isLast
            ? POSITION.single
            : POSITION.begin
          : isLast
            ? POSITION.end
            : POSITION.internal;
        const lefts = isFirst ? entries : [{ left: phones[i - 1] ?? model.silence, junction: -1, from: before }];
        const rights = isLast ? exits : [phones[i + 1] ?? model.silence];
        const made: number[] = [];
        for (const { left, junction, from } of lefts) {
          for (const [r, right] of rights.entries()) {
            const node = add(w, model.statesOf(phone, left, right, position), junction, from);
            made.push(node);
            if (!isLast) continue;
            if (r === 0) endings.push(node);
            else ends.push({ last, next: right, node });
          }
        }
        before = made;
      }
    }
    open = ends;
    junctions.push(addJunction(endings));
  }
  for (const [j, junction] of junctions.entries()) {
    for (const id of [junction.silence, junction.other]) {
      const node = nodes[id];
      if (node !== undefined) node.junction = j;
    }
  }
  return { nodes, junctions };
}

// How a state was reached: from itself, from the state before, from the junction, or from node `from[code - FIRST_NODE]`.
const STAY = 0;
const ADVANCE = 1;
const JUNCTION = 2;
const FIRST_NODE = 3;
// How a junction was reached: by skipping the word before it, or from `endings[code - FIRST_ENDING]`; and how it was left.
const SKIPPED = 0;
const FIRST_ENDING = 1;
const PASSED = 0;
const PAUSED = 1;
const OTHERED = 2;

class Search {
  readonly #nodes: readonly Node[];
  readonly #junctions: readonly Junction[];
  readonly #prices: SearchPrices;
  readonly #scores: SenoneScores;
  readonly #frames: number;
  readonly #words: number;
  /** Index into the chosen senones of each node's states; -1 for other sound. */
  readonly #senoneOf: Int32Array;
  readonly #speech: number;
  readonly #chosen: number;
  /** The likeliest phone's score, frame by frame. */
  readonly #best: Float64Array;

  constructor(
    model: AcousticModel,
    densities: Densities,
    words: readonly SpokenWord[],
    graph: Graph,
    prices: SearchPrices,
  ) {
    this.#nodes = graph.nodes;
    this.#junctions = graph.junctions;
    this.#prices = prices;
    this.#frames = densities.count;
    this.#words = words.length;
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

  run(): Alignment {
    const nodes = this.#nodes;
    const size = nodes.length * STATES;
    const places = this.#junctions.length;
    const frames = this.#frames;
    const { beginSkip, skip, beginOther, other, beginSilence } = this.#prices;
    let now = new Float64Array(size).fill(-Infinity);
    let next = new Float64Array(size).fill(-Infinity);
    const stateSteps = new Uint8Array(frames * size);
    const entrySteps = new Uint8Array((frames + 1) * places);
    const exitSteps = new Uint8Array((frames + 1) * places);
    // Whether the skipped stretch that reaches a junction began there or goes on from further back.
    const skipSteps = new Uint8Array((frames + 1) * places);
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
        const junction = this.#junctions[j];
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
        entrySteps[t * places + j] = step;
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
        exitSteps[t * places + j] = way;
        const begun = exit + beginSkip + skip;
        const gone = skipped + skip;
        skipSteps[t * places + j] = gone > begun ? 1 : 0;
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
          stateSteps[row + first] = begun > gone ? JUNCTION : STAY;
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
        stateSteps[row + first] = step;
        for (let i = first + 1; i < first + STATES; i++) {
          const stayed = (now[i] ?? -Infinity) + (stay[i] ?? 0);
          const advanced = (now[i - 1] ?? -Infinity) + (leave[i - 1] ?? 0);
          next[i] = Math.max(stayed, advanced) + (emitted[this.#senoneOf[i] ?? 0] ?? 0);
          stateSteps[row + i] = advanced > stayed ? ADVANCE : STAY;
        }
      }
      [now, next] = [next, now];
      passJunctions(t + 1);
    }
    const trace = this.#trace(stateSteps, entrySteps, exitSteps, skipSteps);
    return this.#measure(trace, exits[places - 1] ?? -Infinity);
  }

  /** The state of each frame on the best course, from the last frame back. */
  #trace(stateSteps: Uint8Array, entrySteps: Uint8Array, exitSteps: Uint8Array, skipSteps: Uint8Array): Int32Array {
    const size = this.#nodes.length * STATES;
    const places = this.#junctions.length;
    const states = new Int32Array(this.#frames);
    let t = this.#frames;
    let state = -1;
    let junction = places - 1;
    while (t > 0) {
      if (state < 0) {
        state = this.#beforeExit(t, junction, places, entrySteps, exitSteps, skipSteps);
        if (state < 0) break;
      }
      t--;
      states[t] = state;
      const node = this.#nodes[Math.floor(state / STATES)];
      const step = stateSteps[t * size + state] ?? STAY;
      if (step === ADVANCE) state--;
      else if (step === JUNCTION) {
        junction = node?.junction ?? 0;
        state = -1;
      } else if (step >= FIRST_NODE) state = (node?.from[step - FIRST_NODE] ?? 0) * STATES + STATES - 1;
    }
    return states;
  }

  /** The state that led, at the end of frame `t` - 1, to the exit of a junction. */
  #beforeExit(
    t: number,
    from: number,
    places: number,
    entrySteps: Uint8Array,
    exitSteps: Uint8Array,
    skipSteps: Uint8Array,
  ): number {
    let j = from;
    while (j >= 0) {
      const junction = this.#junctions[j];
      if (junction === undefined) return -1;
      const way = exitSteps[t * places + j] ?? PASSED;
      if (way === PAUSED) return junction.silence * STATES + STATES - 1;
      if (way === OTHERED) return junction.other * STATES;
      const step = entrySteps[t * places + j] ?? SKIPPED;
      if (step >= FIRST_ENDING) return (junction.endings[step - FIRST_ENDING] ?? 0) * STATES + STATES - 1;
      // The skipped stretch began at the exit of an earlier junction.
      j--;
      while (j >= 0 && skipSteps[t * places + j] === 1) j--;
    }
    return -1;
  }

  #measure(states: Int32Array, score: number): Alignment {
    const heard: { start: number; end: number; sum: number }[] = [];
    const frames = new Int32Array(this.#frames);
    const course: (CourseState & { end: number })[] = [];
    for (const [t, state] of states.entries()) {
      const node = this.#nodes[Math.floor(state / STATES)];
      const word = node?.word ?? OTHER;
      frames[t] = word;
      const last = course.at(-1);
      if (last !== undefined && states[t - 1] === state) last.end = t + 1;
      else {
        const [senone = -1, stay = 0, leave = 0] = [node?.states?.senones, node?.states?.stay, node?.states?.leave].map(
          (list) => list?.[state % STATES],
        );
        course.push({ word, senone, stay, leave, start: t, end: t + 1 });
      }
      if (word < 0) continue;
      const fit = this.#scores.score(t, this.#senoneOf[state] ?? 0) - (this.#best[t] ?? 0);
      const known = heard[word];
      if (known === undefined) heard[word] = { start: t, end: t + 1, sum: fit };
      else {
        known.end = t + 1;
        known.sum += fit;
      }
    }
    const words = Array.from({ length: this.#words }, (_, w) => {
      const known = heard[w];
      return known && { start: known.start, end: known.end, fit: known.sum / (known.end - known.start) };
    });
    return { words, frames, course, score };
  }
}
