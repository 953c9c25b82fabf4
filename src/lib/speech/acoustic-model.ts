import type { FeatureSettings } from './features.js';
import { GaussianKernel, type Gaussians } from './gaussian-kernel.js';

/** The files of an acoustic model as CMU Sphinx stores them. */
export interface ModelFiles {
  readonly mdef: Uint8Array;
  readonly means: Uint8Array;
  readonly variances: Uint8Array;
  readonly sendump: Uint8Array;
  readonly transitions: Uint8Array;
}

/** Where in its word a phone stands, by CMU Sphinx's numbers. */
export const POSITION = { internal: 0, begin: 1, end: 2, single: 3 } as const;
export type WordPosition = (typeof POSITION)[keyof typeof POSITION];

/** Emitting states of a phone; models with another topology are refused. */
export const STATES = 3;

/** A phone in its context: the senone of each state and the log-probabilities of staying in and of leaving each. */
export interface PhoneStates {
  readonly senones: readonly [number, number, number];
  readonly stay: readonly [number, number, number];
  readonly leave: readonly [number, number, number];
}

/** The Gaussians of a model: of each codebook, for each stream of a feature frame. */
export interface Codebooks {
  readonly count: number;
  readonly streams: number;
  readonly densities: number;
  /** Values of each stream; streams follow one another in a feature frame. */
  readonly width: number;
  /** In the order of codebooks, streams, densities. */
  readonly gaussians: Gaussians;
  /** Scores them; its groups are codebook × streams + stream. */
  readonly kernel: GaussianKernel;
}

/** A hidden Markov model of the phones of a language: Gaussian mixtures tied by phone (PTM) or all together (semi-continuous). */
export interface AcousticModel {
  readonly settings: FeatureSettings;
  readonly codebooks: Codebooks;
  /** Names of the context-independent phones. */
  readonly phones: readonly string[];
  /** Whether a phone is silence or noise. */
  readonly isFiller: readonly boolean[];
  readonly silence: number;
  /** Mixture weights in 1 / 256 steps of a logarithm, `[stream][density][senone]`. */
  readonly mixtureWeights: Uint8Array;
  readonly senones: number;
  /** The codebook of a senone. */
  readonly codebookOf: Uint16Array;
  /** The states of a phone between its neighbours; falls back to the nearest context that was trained. */
  readonly statesOf: (phone: number, left: number, right: number, position: WordPosition) => PhoneStates;
}

/** What a mixture weight of 1 stands for: CMU Sphinx stores them in base 1.0001, shifted by 10 bits. */
export const MIXTURE_STEP = 1024 * Math.log(1.0001);

const VARIANCE_FLOOR = 1e-4;
const TRANSITION_FLOOR = 1e-6;
const BYTE_ORDER = 0x11223344;

/** Reads a model. Throws an `Error` saying what is wrong: models are the operator's files, not a caller's. */
export function readAcousticModel(files: ModelFiles, settings: FeatureSettings): AcousticModel {
  const definition = readDefinition(files.mdef);
  const codebooks = readCodebooks(files.means, files.variances);
  const { mixtureWeights, senones } = readMixtureWeights(files.sendump, codebooks);
  if (senones !== definition.senoneCount)
    throw new Error(`The model has ${senones} senones in one file, ${definition.senoneCount} in another`);
  const isTied = codebooks.count === 1;
  if (!isTied && codebooks.count !== definition.phones.length) throw new Error('The model is not tied by phone');
  const codebookOf = new Uint16Array(senones);
  if (!isTied) {
    for (let phone = 0; phone < definition.phoneCount; phone++) {
      const base = definition.baseOf(phone);
      for (const senone of definition.senonesOf(phone)) codebookOf[senone] = base;
    }
  }
  const transitions = readTransitions(files.transitions);
  const statesOf = (phone: number, left: number, right: number, position: WordPosition): PhoneStates => {
    const id = definition.find(phone, left, right, position);
    const matrix = transitions[definition.transitionOf(id)];
    if (matrix === undefined) throw new Error('The model has no transitions for a phone');
    return { senones: definition.senonesOf(id), ...matrix };
  };
  return {
    settings,
    codebooks,
    phones: definition.phones,
    isFiller: definition.isFiller,
    silence: definition.silence,
    mixtureWeights,
    senones,
    codebookOf,
    statesOf,
  };
}

/** Reads little-endian numbers one after another. */
class Reader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get position(): number {
    return this.#at;
  }

  integer(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  float(): number {
    this.#at += 4;
    return this.#view.getFloat32(this.#at - 4, true);
  }

  text(length: number): string {
    this.#at += length;
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at)).toString('latin1');
  }

  take(length: number): Uint8Array {
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new Error('A model file is cut off');
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#at);
    if (end < 0) throw new Error('A model file has no header');
    return this.text(end + 1 - this.#at).trim();
  }

  align(size: number): void {
    this.#at = Math.ceil(this.#at / size) * size;
  }
}

interface Definition {
  readonly phones: readonly string[];
  readonly isFiller: readonly boolean[];
  readonly silence: number;
  readonly phoneCount: number;
  readonly senoneCount: number;
  readonly baseOf: (phone: number) => number;
  readonly senonesOf: (phone: number) => readonly [number, number, number];
  readonly transitionOf: (phone: number) => number;
  readonly find: (phone: number, left: number, right: number, position: WordPosition) => number;
}

const POSITIONS = 4;
const PHONE_BYTES = 12;
const NODE_BYTES = 8;

/** The binary model definition (CMU Sphinx `bin_mdef.c`, magic `BMDF`). */
function readDefinition(bytes: Uint8Array): Definition {
  const reader = new Reader(bytes);
  if (reader.text(4) !== 'BMDF' || reader.integer() !== 1)
    throw new Error('The model definition is not a little-endian BMDF of version 1');
  reader.take(reader.integer());
  const baseCount = reader.integer();
  const phoneCount = reader.integer();
  const stateCount = reader.integer();
  reader.integer();
  const senoneCount = reader.integer();
  reader.integer();
  const sequenceCount = reader.integer();
  reader.integer();
  const nodeCount = reader.integer();
  const silence = reader.integer();
  if (stateCount !== STATES) throw new Error(`The model has ${stateCount} states a phone, not ${STATES}`);
  const phones: string[] = [];
  while (phones.length < baseCount) {
    const end = bytes.indexOf(0, reader.position);
    if (end < 0) throw new Error('The model definition is cut off');
    phones.push(reader.text(end + 1 - reader.position).slice(0, -1));
  }
  reader.align(4);
  const tree = viewOf(reader.take(nodeCount * NODE_BYTES));
  const entries = viewOf(reader.take(phoneCount * PHONE_BYTES));
  const sequences = viewOf(reader.take(2 * reader.integer()));
  if (sequences.byteLength < 2 * sequenceCount * STATES) throw new Error('The model definition is cut off');

  const isFiller = phones.map((_, phone) => entries.getUint8(phone * PHONE_BYTES + 8) !== 0);
  const descend = (contexts: readonly number[]): number | undefined => {
    let first = 0;
    let count = POSITIONS;
    for (const context of contexts) {
      let node = first;
      while (node < first + count && tree.getInt16(node * NODE_BYTES, true) !== context) node++;
      if (node === first + count) return undefined;
      count = tree.getInt16(node * NODE_BYTES + 2, true);
      first = tree.getInt32(node * NODE_BYTES + 4, true);
      if (count === 0) return first;
    }
    return undefined;
  };
  const asContext = (phone: number): number => (isFiller[phone] ? silence : phone);
  const find = (phone: number, left: number, right: number, position: WordPosition): number => {
    const positions = [position, ...Object.values(POSITION).filter((other) => other !== position)];
    for (const [l, r] of [
      [asContext(left), asContext(right)],
      [asContext(left), silence],
      [silence, asContext(right)],
    ] as const) {
      for (const tried of positions) {
        const found = descend([tried, phone, l, r]);
        if (found !== undefined && found >= 0) return found;
      }
    }
    return phone;
  };
  const senone = (phone: number, state: number): number =>
    sequences.getUint16(2 * (entries.getInt32(phone * PHONE_BYTES, true) * STATES + state), true);
  return {
    phones,
    isFiller,
    silence,
    phoneCount,
    senoneCount,
    // A context-independent phone is its own base; the others name theirs after their position.
    baseOf: (phone) => (phone < baseCount ? phone : entries.getUint8(phone * PHONE_BYTES + 9)),
    senonesOf: (phone) => [senone(phone, 0), senone(phone, 1), senone(phone, 2)],
    transitionOf: (phone) => entries.getInt32(phone * PHONE_BYTES + 4, true),
    find,
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Passes the header of an `s3` file (CMU Sphinx `bio.c`). */
function openS3(bytes: Uint8Array): Reader {
  const reader = new Reader(bytes);
  if (reader.line() !== 's3') throw new Error('A model file is not of the s3 format');
  // A header has a handful of lines.
  for (let i = 0; i < 100; i++) if (reader.line() === 'endhdr') break;
  if (reader.integer() !== BYTE_ORDER) throw new Error('A model file is not little-endian');
  return reader;
}

function readGaussians(bytes: Uint8Array): { readonly shape: readonly number[]; readonly values: Float32Array } {
  const reader = openS3(bytes);
  const [codebooks, streams, densities] = [reader.integer(), reader.integer(), reader.integer()];
  const widths = Array.from({ length: streams }, () => reader.integer());
  const length = reader.integer();
  if (length !== codebooks * densities * widths.reduce((sum, width) => sum + width, 0))
    throw new Error('A model file has an odd number of values');
  return { shape: [codebooks, densities, ...widths], values: Float32Array.from({ length }, () => reader.float()) };
}

function readCodebooks(meanBytes: Uint8Array, varianceBytes: Uint8Array): Codebooks {
  const { shape, values: means } = readGaussians(meanBytes);
  const { shape: sameShape, values: variances } = readGaussians(varianceBytes);
  if (shape.join() !== sameShape.join()) throw new Error('The means and variances of the model differ in shape');
  const [count = 0, densities = 0, ...widths] = shape;
  const [width = 0] = widths;
  if (widths.join() !== '13,13,13' || densities % 4 !== 0)
    throw new Error('The streams of the model have an unknown shape');
  const groups = count * widths.length;
  const weights = variances.map((variance) => -1 / (2 * Math.max(variance, VARIANCE_FLOOR)));
  const biases = Float32Array.from({ length: groups * densities }, (_, gaussian) => {
    let bias = 0;
    for (let i = gaussian * width; i < (gaussian + 1) * width; i++) {
      bias -= Math.log(2 * Math.PI * Math.max(variances[i] ?? 0, VARIANCE_FLOOR)) / 2;
    }
    return bias;
  });
  const gaussians = { means, weights, biases };
  const kernel = new GaussianKernel({ groups, densities, width }, gaussians);
  return { count, streams: widths.length, densities, width, gaussians, kernel };
}

/** Mixture weights, one byte each (CMU Sphinx `ptm_mgau.c`, `read_sendump`). */
function readMixtureWeights(
  bytes: Uint8Array,
  codebooks: Codebooks,
): { readonly mixtureWeights: Uint8Array; readonly senones: number } {
  const reader = new Reader(bytes);
  reader.take(reader.integer());
  reader.take(reader.integer());
  let clusters = 0;
  for (let length = reader.integer(); length > 0; length = reader.integer()) {
    const [, count] = /^cluster_count (\d+)/.exec(reader.text(length)) ?? [];
    clusters = Number(count ?? clusters);
  }
  if (clusters !== 0) throw new Error('The mixture weights of the model are clustered');
  const densities = reader.integer();
  const senones = reader.integer();
  if (densities !== codebooks.densities) throw new Error('The mixture weights do not fit the means of the model');
  return { mixtureWeights: reader.take(codebooks.streams * densities * senones), senones };
}

function readTransitions(bytes: Uint8Array): Pick<PhoneStates, 'stay' | 'leave'>[] {
  const reader = openS3(bytes);
  const [count, from, to] = [reader.integer(), reader.integer(), reader.integer()];
  if (from !== STATES || to !== STATES + 1) throw new Error('The transitions of the model have an unknown shape');
  reader.integer();
  return Array.from({ length: count }, () => {
    const rows = Array.from({ length: from }, () => Array.from({ length: to }, () => reader.float()));
    const logs = (offset: number): readonly [number, number, number] => {
      const log = (state: number): number => {
        const sum = (rows[state] ?? []).reduce((total, value) => total + value, 0);
        return Math.log(Math.max((rows[state]?.[state + offset] ?? 0) / (sum || 1), TRANSITION_FLOOR));
      };
      return [log(0), log(1), log(2)];
    };
    return { stay: logs(0), leave: logs(1) };
  });
}
