import { type AcousticModel, type PhoneStates, POSITION, STATES } from './acoustic-model.js';
import type { Course, CourseState } from './best-course.js';
import { type Densities, SenoneScores } from './senone-scores.js';
import { OTHER, SILENCE } from './word-graph.js';

/** When a word is expected to begin and to end, in frames and parts of them. */
export interface ExpectedTimes {
  readonly start: number;
  readonly end: number;
}

/** How far from the best course others are weighed, in frames. */
const REACH = 30;
/**
 * Frames are far from independent, so their likelihoods are flattened before they are added up (as lattice posteriors
 * are; Evermann and Woodland 2000). Of 0.05, 0.1, 0.2 and 0.4 the best for clean, noisy, fast and slow speech alike.
 */
const FLATTENING = 0.2;

/**
 * The expected start and end of each heard word over all courses near the best one, pauses between words coming and going: a
 * forward-backward pass over the states of the best course. Where a boundary is uncertain, the best course takes one side
 * or the other on the smallest change of the sound; the expectation stays between.
 */
export function expectedTimes(
  model: AcousticModel,
  densities: Densities,
  alignment: Course,
): readonly (ExpectedTimes | undefined)[] {
  const times: (ExpectedTimes | undefined)[] = alignment.words.map(() => undefined);
  for (const stretch of stretches(alignment.course)) {
    const chain = withPauses(model, stretch);
    for (const [word, time] of weigh(model, densities, chain)) times[word] = time;
  }
  return times;
}

/** The course cut at other sound. */
function stretches(course: readonly CourseState[]): CourseState[][] {
  const found: CourseState[][] = [[]];
  for (const state of course) {
    if (state.word === OTHER) found.push([]);
    else found.at(-1)?.push(state);
  }
  return found.filter((stretch) => stretch.some(({ word }) => word >= 0));
}

interface ChainState extends CourseState {
  /** The chain may pass from the state before the pause to this one. */
  readonly skipsPause: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The states of a stretch with a pause between any two words; the pauses may be skipped. */
function withPauses(model: AcousticModel, stretch: readonly CourseState[]): ChainState[] {
  const quiet = model.statesOf(model.silence, model.silence, model.silence, POSITION.single);
  const chain: ChainState[] = [];
  for (const [i, state] of stretch.entries()) {
    const before = stretch[i - 1];
    const isFirst = state.word >= 0 && before?.word !== state.word;
    if (isFirst && before !== undefined && before.word >= 0) chain.push(...pause(quiet, state.start));
    const isLast = state.word >= 0 && stretch[i + 1]?.word !== state.word;
    chain.push({ ...state, isFirst, isLast, skipsPause: isFirst && before !== undefined });
  }
  return chain;
}

const pause = (quiet: PhoneStates, at: number): ChainState[] =>
  quiet.senones.map((senone, i) => ({
    ...{ word: SILENCE, senone, stay: quiet.stay[i] ?? 0, leave: quiet.leave[i] ?? 0, start: at, end: at },
    ...{ isFirst: false, isLast: false, skipsPause: false },
  }));

/** A value for each state of a chain and each frame within its reach, logarithms. */
class Band {
  readonly #lows: readonly number[];
  readonly #highs: readonly number[];
  readonly #width: number;
  readonly #values: Float64Array;

  constructor(lows: readonly number[], highs: readonly number[]) {
    this.#lows = lows;
    this.#highs = highs;
    this.#width = Math.max(...highs.map((high, j) => high - (lows[j] ?? 0)));
    this.#values = new Float64Array(lows.length * this.#width).fill(-Infinity);
  }

  get(j: number, t: number): number {
    return this.#has(j, t) ? (this.#values[j * this.#width + t - (this.#lows[j] ?? 0)] ?? -Infinity) : -Infinity;
  }

  set(j: number, t: number, value: number): void {
    if (this.#has(j, t)) this.#values[j * this.#width + t - (this.#lows[j] ?? 0)] = value;
  }

  /** The states within whose reach a frame lies. */
  *at(t: number): Generator<number> {
    // Reaches begin and end in the order of the states.
    let first = 0;
    for (let step = 1 << 20; step > 0; step >>= 1) if ((this.#highs[first + step - 1] ?? Infinity) <= t) first += step;
    for (let j = first; (this.#lows[j] ?? Infinity) <= t; j++) yield j;
  }

  #has(j: number, t: number): boolean {
    return t >= (this.#lows[j] ?? Infinity) && t < (this.#highs[j] ?? -Infinity);
  }
}

function weigh(model: AcousticModel, densities: Densities, chain: readonly ChainState[]): Map<number, ExpectedTimes> {
  const from = chain[0]?.start ?? 0;
  const to = chain.at(-1)?.end ?? 0;
  const lows = chain.map(({ start }) => Math.max(from, start - REACH));
  const highs = chain.map(({ end }) => Math.min(to, end + REACH));
  const stay = chain.map((state) => FLATTENING * state.stay);
  const leave = chain.map((state) => FLATTENING * state.leave);
  // What leads to a state besides itself: the one before, and the one before a pause; and the other way round.
  const sources = chain.map(({ skipsPause }, j) =>
    (skipsPause ? [j - 1, j - 1 - STATES] : [j - 1]).filter((k) => k >= 0),
  );
  const targets: number[][] = chain.map(() => []);
  for (const [j, list] of sources.entries()) for (const k of list) targets[k]?.push(j);

  const emitted = new Band(lows, highs);
  const senones = [...new Set(chain.map(({ senone }) => senone))];
  const places = new Map(senones.map((senone, i) => [senone, i]));
  const placeOf = chain.map(({ senone }) => places.get(senone) ?? 0);
  const scores = new SenoneScores(model, densities, senones);
  const row = new Float64Array(senones.length);
  const scoredAt = new Int32Array(senones.length).fill(-1);
  const entering = new Band(lows, highs);
  const forward = new Band(lows, highs);
  for (let t = from; t < to; t++) {
    for (const j of emitted.at(t)) {
      const place = placeOf[j] ?? 0;
      if (scoredAt[place] !== t) row[place] = scores.score(t, place);
      scoredAt[place] = t;
      const score = FLATTENING * (row[place] ?? 0);
      emitted.set(j, t, score);
      let entry = t === from && j === 0 ? 0 : -Infinity;
      for (const k of sources[j] ?? []) entry = add(entry, forward.get(k, t - 1) + (leave[k] ?? 0));
      entering.set(j, t, entry + score);
      forward.set(j, t, add(entry, forward.get(j, t - 1) + (stay[j] ?? 0)) + score);
    }
  }
  const backward = new Band(lows, highs);
  for (let t = to - 1; t >= from; t--) {
    for (const j of backward.at(t)) {
      const isEnd = t === to - 1 && j === chain.length - 1;
      let rest = add(isEnd ? 0 : -Infinity, (stay[j] ?? 0) + emitted.get(j, t + 1) + backward.get(j, t + 1));
      for (const k of targets[j] ?? [])
        rest = add(rest, (leave[j] ?? 0) + emitted.get(k, t + 1) + backward.get(k, t + 1));
      backward.set(j, t, rest);
    }
  }
  const leaving = (j: number, t: number): number => {
    let sum = t === to - 1 && j === chain.length - 1 ? 0 : -Infinity;
    for (const k of targets[j] ?? []) sum = add(sum, (leave[j] ?? 0) + emitted.get(k, t + 1) + backward.get(k, t + 1));
    return forward.get(j, t) + sum;
  };
  const times = new Map<number, ExpectedTimes>();
  for (const [j, { word, start, end, isFirst, isLast }] of chain.entries()) {
    const [low = 0, high = 0] = [lows[j], highs[j]];
    const known = times.get(word) ?? { start, end };
    if (isFirst)
      times.set(word, { ...known, start: mean(low, high, (t) => entering.get(j, t) + backward.get(j, t)) ?? start });
    const time = times.get(word) ?? known;
    if (isLast) times.set(word, { ...time, end: 1 + (mean(low, high, (t) => leaving(j, t)) ?? end - 1) });
  }
  return times;
}

/** The mean of whole numbers weighed by the exponentials of what `log` gives; undefined where all are nothing. */
function mean(low: number, high: number, log: (t: number) => number): number | undefined {
  let top = -Infinity;
  for (let t = low; t < high; t++) top = Math.max(top, log(t));
  if (top === -Infinity) return undefined;
  let sum = 0;
  let weighted = 0;
  for (let t = low; t < high; t++) {
    const share = Math.exp(log(t) - top);
    sum += share;
    weighted += share * t;
  }
  return weighted / sum;
}

/** The logarithm of the sum of two numbers given by theirs. */
function add(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === -Infinity ? high : high + Math.log1p(Math.exp(Math.min(a, b) - high));
}
