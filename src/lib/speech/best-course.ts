import { STATES } from './acoustic-model.js';
import { OTHER, type WordGraph } from './word-graph.js';

/** Where a word was heard, in frames. */
export interface HeardWord {
  /** Its first frame, and the first after it. */
  readonly start: number;
  readonly end: number;
  /** Mean log-likelihood of its frames against that of the best phone of each: near 0 for a good match, far below for a bad one. */
  readonly fit: number;
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

/** How a state was reached: from itself, from the state before, from the junction, or from node `from[code - FIRST_NODE]`. */
export const STAY = 0;
export const ADVANCE = 1;
export const JUNCTION = 2;
export const FIRST_NODE = 3;
/** How a junction was reached: by skipping the word before it, or from `endings[code - FIRST_ENDING]`. */
export const SKIPPED = 0;
export const FIRST_ENDING = 1;
/** How a junction was left: at once, after a pause, after other sound. */
export const PASSED = 0;
export const PAUSED = 1;
export const OTHERED = 2;

/** What a search writes down on its way, to find the best course from its end back. */
export class Steps {
  readonly frames: number;
  /** For each frame and state. */
  readonly states: Uint8Array;
  /** For each frame, and once before the first, and junction. */
  readonly entries: Uint8Array;
  readonly exits: Uint8Array;
  /** In the same order: whether the skipped stretch that reaches a junction began there (0) or goes on from further back (1). */
  readonly skips: Uint8Array;
  readonly #graph: WordGraph;

  constructor(graph: WordGraph, frames: number) {
    this.#graph = graph;
    this.frames = frames;
    this.states = new Uint8Array(frames * graph.nodes.length * STATES);
    this.entries = new Uint8Array((frames + 1) * graph.junctions.length);
    this.exits = new Uint8Array(this.entries.length);
    this.skips = new Uint8Array(this.entries.length);
  }

  /** The state of each frame on the best course, from the last frame back. */
  trace(): Int32Array {
    const { nodes, junctions } = this.#graph;
    const size = nodes.length * STATES;
    const course = new Int32Array(this.frames);
    let t = this.frames;
    let state = -1;
    let junction = junctions.length - 1;
    while (t > 0) {
      if (state < 0) {
        state = this.#beforeExit(t, junction);
        if (state < 0) break;
      }
      t--;
      course[t] = state;
      const node = nodes[Math.floor(state / STATES)];
      const step = this.states[t * size + state] ?? STAY;
      if (step === ADVANCE) state--;
      else if (step === JUNCTION) {
        junction = node?.junction ?? 0;
        state = -1;
      } else if (step >= FIRST_NODE) state = (node?.from[step - FIRST_NODE] ?? 0) * STATES + STATES - 1;
    }
    return course;
  }

  /** The state that led, at the end of frame `t` - 1, to the exit of a junction. */
  #beforeExit(t: number, from: number): number {
    const { junctions } = this.#graph;
    const row = t * junctions.length;
    let j = from;
    while (j >= 0) {
      const junction = junctions[j];
      if (junction === undefined) return -1;
      const way = this.exits[row + j] ?? PASSED;
      if (way === PAUSED) return junction.silence * STATES + STATES - 1;
      if (way === OTHERED) return junction.other * STATES;
      const step = this.entries[row + j] ?? SKIPPED;
      if (step >= FIRST_ENDING) return (junction.endings[step - FIRST_ENDING] ?? 0) * STATES + STATES - 1;
      // The skipped stretch began at the exit of an earlier junction.
      j--;
      while (j >= 0 && this.skips[row + j] === 1) j--;
    }
    return -1;
  }
}

/** What a course says: its states with their frames, the word of each frame, where each word was heard and how well. */
export interface Course {
  /** One a word; undefined for a word that was not heard. */
  readonly words: readonly (HeardWord | undefined)[];
  /** For each frame: number of the word it belongs to, or SILENCE or OTHER. */
  readonly frames: Int32Array;
  /** The course itself: its states in order, each with its frames. */
  readonly course: readonly CourseState[];
}

/** Reads a course of `count` words; `fitOf` says how well a state fits a frame. */
export function readCourse(
  { nodes }: WordGraph,
  states: Int32Array,
  count: number,
  fitOf: (t: number, state: number) => number,
): Course {
  const heard: { start: number; end: number; sum: number }[] = [];
  const frames = new Int32Array(states.length);
  const course: (CourseState & { end: number })[] = [];
  for (const [t, state] of states.entries()) {
    const node = nodes[Math.floor(state / STATES)];
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
    const known = heard[word];
    if (known === undefined) heard[word] = { start: t, end: t + 1, sum: fitOf(t, state) };
    else {
      known.end = t + 1;
      known.sum += fitOf(t, state);
    }
  }
  const words = Array.from({ length: count }, (_, w) => {
    const known = heard[w];
    return known && { start: known.start, end: known.end, fit: known.sum / (known.end - known.start) };
  });
  return { words, frames, course };
}
