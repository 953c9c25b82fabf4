import { WASM_BASE64 } from '../generated/speech-search.js';
import { STATES } from './acoustic-model.js';
import type { SearchPrices, SharedScores } from './align-words.js';
import { SILENCE, type WordGraph } from './word-graph.js';

/** What is known of a best course without the course itself. */
export interface Total {
  readonly score: number;
  /** How many of its frames lie in words. */
  readonly heard: number;
}

/**
 * The best courses of a graph at two sets of prices, as `Search` finds them but in an eighth of its time for each: both run in the
 * lanes of a vector, and no steps are kept.
 */
export function totalScores(
  { nodes, junctions }: WordGraph,
  { scores, frames, places, speech }: SharedScores,
  prices: readonly [SearchPrices, SearchPrices],
): [Total, Total] {
  const kernel = openKernel();
  const lists = [...nodes.map(({ from }) => from), ...junctions.map(({ endings }) => endings)];
  const starts = startsOf(lists);
  const sizes = {
    nodes: nodes.length * NODE_BYTES,
    junctions: junctions.length * VECTOR,
    lists: VECTOR * Math.ceil((4 * (starts.at(-1) ?? 0)) / VECTOR),
    leaving: nodes.length * SCORE_BYTES,
    exits: junctions.length * SCORE_BYTES,
    emitted: 4 * places.size,
  };
  const at = { nodes: 0, junctions: 0, lists: 0, leaving: 0, exits: 0, emitted: 0 };
  let end = kernel.heapPointer();
  for (const part of ['nodes', 'junctions', 'lists', 'leaving', 'exits', 'emitted'] as const) {
    at[part] = end;
    end += sizes[part];
  }
  const { memory } = kernel;
  memory.grow(Math.ceil(Math.max(0, end - memory.buffer.byteLength) / PAGE_BYTES));
  const integers = new Int32Array(memory.buffer);
  const doubles = new Float64Array(memory.buffer);
  const block = kernel.blockPointer();
  integers.set(
    [at.nodes, nodes.length, at.junctions, junctions.length, at.lists, at.leaving, at.exits, at.emitted],
    block / 4,
  );
  const [one, two] = prices;
  for (const [i, name] of PRICE_NAMES.entries()) doubles.set([one[name], two[name]], (block + 32) / 8 + 2 * i);
  integers.set(
    lists.flat().map((node) => SCORE_BYTES * node),
    at.lists / 4,
  );
  for (let n = 0; n < nodes.length; n++) doubles.fill(-Infinity, at.leaving / 8 + 4 * n, at.leaving / 8 + 4 * n + 2);
  for (const [n, { word, states, junction }] of nodes.entries()) {
    const node = at.nodes + n * NODE_BYTES;
    const senones = states?.senones.map((senone) => 4 * (places.get(senone) ?? 0)) ?? [-1, -1, -1];
    const entry = junction < 0 ? -1 : SCORE_BYTES * junction;
    integers.set(
      [...senones, entry, 4 * (starts[n] ?? 0), 4 * (starts[n + 1] ?? 0), word === SILENCE ? 1 : 0],
      node / 4,
    );
    doubles.set([...(states?.stay ?? NONE), ...(states?.leave ?? NONE)], (node + 32) / 8);
    for (let state = 0; state < STATES; state++) {
      const at = (node + 80 + SCORE_BYTES * state) / 8;
      doubles.fill(-Infinity, at, at + 2);
    }
    doubles[(node + 176) / 8] = word >= 0 ? 1 : 0;
  }
  for (const [j, { silence, other }] of junctions.entries()) {
    const [first = 0, next = 0] = starts.slice(nodes.length + j);
    integers.set([4 * first, 4 * next, SCORE_BYTES * silence, SCORE_BYTES * other], at.junctions / 4 + 4 * j);
  }
  const row = new Float64Array(places.size);
  const emitted = new Float32Array(memory.buffer, at.emitted, places.size);
  kernel.passJunctions(1);
  for (let t = 0; t < frames; t++) {
    scores.write(t, row);
    emitted.set(row);
    let best = -Infinity;
    for (let i = 0; i < speech; i++) best = Math.max(best, row[i] ?? -Infinity);
    kernel.passNodes(best);
    kernel.passJunctions(0);
  }
  const last = (at.exits + sizes.exits - SCORE_BYTES) / 8;
  const [score = -Infinity, strictScore = -Infinity, heard = 0, strictHeard = 0] = doubles.subarray(last, last + 4);
  return [
    { score, heard },
    { score: strictScore, heard: strictHeard },
  ];
}

/** Bytes of a vector, of a score and of a node: see assembly/speech-search.ts. */
const VECTOR = 16;
const SCORE_BYTES = 32;
const NODE_BYTES = 192;
const NONE = Array.from({ length: STATES }, () => 0);
const PAGE_BYTES = 65_536;

/** In the order of the kernel's block. */
const PRICE_NAMES = ['beginSkip', 'skip', 'beginOther', 'other', 'beginSilence'] as const;

/** Where each list begins when they stand one after another, and where the last one ends. */
function startsOf(lists: readonly (readonly number[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) starts[i + 1] = (starts[i] ?? 0) + list.length;
  return starts;
}

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  blockPointer(): number;
  heapPointer(): number;
  passJunctions(isStart: number): void;
  passNodes(best: number): void;
}

let compiled: WebAssembly.Module | undefined;

/** A kernel with a memory of its own. */
function openKernel(): KernelExports {
  compiled ??= new WebAssembly.Module(Buffer.from(WASM_BASE64, 'base64'));
  // The module is ours: its exports are those of assembly/speech-search.ts.
  return new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
}
