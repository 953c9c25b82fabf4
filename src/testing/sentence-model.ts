import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { encodeOnnxModel, type GraphNode, type OnnxGraph } from '../lib/models/onnx-graph.js';

/** How a small sentence-transformers directory differs from the plain one. */
export interface SentenceModelOptions {
  /** Where the network lies. */
  readonly network?: string;
  readonly pooling?: 'mean' | 'cls';
  readonly maxTokens?: number;
  /** Files that are left out. */
  readonly without?: readonly string[];
}

const HIDDEN = 32;
const HEADS = 2;
const LAYERS = 2;
const INTERMEDIATE = 64;
const POSITIONS = 64;
const LAYER_NORM_EPSILON = 1e-12;

/** Letters, digits and signs alone and inside words, and words and pieces that the texts of the tests are made of. */
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const DIGITS = [...'0123456789'];
const SIGNS = [...'!"#$%&\'()*+,-./:;<=>?@[]_€'];
const WORDS = (
  'the a an of to in on is are was it not and for how do i my me you we she he they this that with at by order invoice password ' +
  'reset forgot change twice charged was refund parcel late delivery address wrong where hello world cafe naive resume uber ' +
  'zurich strasse cat dog house running quick brown fox jump over lazy please thank help account login email app crash open'
).split(' ');
const PIECES =
  'ing ed er s es ly ion tion able un re ment ness al ic ous ee ll ss th ch st ar or an in en on at it is'.split(' ');
const FOREIGN = ['天', '气', '好', 'привет', '##т', 'ñ', 'ß', 'ø'];

/** A WordPiece vocabulary of a few hundred entries. */
export const VOCABULARY: readonly string[] = [
  ...new Set([
    ...SPECIAL,
    ...SIGNS,
    ...DIGITS,
    ...LETTERS,
    ...WORDS,
    ...[...LETTERS, ...DIGITS, ...PIECES].map((piece) => `##${piece}`),
    ...FOREIGN,
  ]),
];

interface Weight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * Writes a BERT with fixed pseudo-random weights as sentence-transformers and optimum lay such models out: `model.safetensors`
 * (Hugging Face's names, linear weights as output × input), the ONNX network, tokenizer, pooling and their configurations.
 */
export function writeSentenceModel(folder: string, options: SentenceModelOptions = {}): void {
  const { network = 'onnx/model.onnx', pooling = 'mean', maxTokens = 24, without = [] } = options;
  const weights = makeWeights();
  const files = new Map<string, string | Uint8Array>([
    [network, encodeOnnxModel(makeGraph(weights))],
    ['model.safetensors', encodeSafetensors(weights)],
    ['vocab.txt', `${VOCABULARY.join('\n')}\n`],
    ...Object.entries(configurations(pooling, maxTokens)).map(([name, value]): [string, string] => [
      name,
      JSON.stringify(value),
    ]),
  ]);
  for (const [name, content] of files) {
    if (without.includes(name)) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const configurations = (pooling: 'mean' | 'cls', maxTokens: number): Record<string, unknown> => ({
  'modules.json': ['Transformer', 'Pooling', 'Normalize'].map((kind, idx) => ({
    idx,
    name: String(idx),
    path: ['', '1_Pooling', '2_Normalize'][idx],
    type: `sentence_transformers.models.${kind}`,
  })),
  'config.json': {
    architectures: ['BertModel'],
    model_type: 'bert',
    hidden_act: 'gelu',
    hidden_size: HIDDEN,
    intermediate_size: INTERMEDIATE,
    layer_norm_eps: LAYER_NORM_EPSILON,
    max_position_embeddings: POSITIONS,
    num_attention_heads: HEADS,
    num_hidden_layers: LAYERS,
    pad_token_id: 0,
    type_vocab_size: 2,
    vocab_size: VOCABULARY.length,
  },
  'sentence_bert_config.json': { max_seq_length: maxTokens, do_lower_case: false },
  '1_Pooling/config.json': {
    word_embedding_dimension: HIDDEN,
    pooling_mode_cls_token: pooling === 'cls',
    pooling_mode_mean_tokens: pooling === 'mean',
    pooling_mode_max_tokens: false,
    pooling_mode_mean_sqrt_len_tokens: false,
  },
  ...tokenizerFiles(VOCABULARY),
});

/** The two files of a lower-casing WordPiece tokenizer, as Hugging Face's library writes them for BERT. */
export function tokenizerFiles(vocabulary: readonly string[]): Record<string, unknown> {
  const special = vocabulary.filter((piece) => /^\[[A-Z]+\]$/.test(piece));
  const idOf = (piece: string): number => vocabulary.indexOf(piece);
  return {
    'tokenizer_config.json': {
      tokenizer_class: 'BertTokenizer',
      do_lower_case: true,
      strip_accents: null,
      tokenize_chinese_chars: true,
      model_max_length: 512,
      ...Object.fromEntries(special.map((piece) => [`${piece.slice(1, -1).toLowerCase()}_token`, piece])),
    },
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: special.map((content) => ({
        id: idOf(content),
        content,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      })),
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: '[CLS]', type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
          { SpecialToken: { id: '[SEP]', type_id: 0 } },
        ],
        pair: [],
        special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [idOf(id)], tokens: [id] }])),
      },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
      },
    },
  };
}

/** Numbers from -1 to 1 of Marsaglia's xorshift32 (Journal of Statistical Software 8.14, 2003). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

function makeWeights(): Map<string, Weight> {
  const random = makeRandom(20_240_229);
  const weights = new Map<string, Weight>();
  const add = (name: string, shape: readonly number[], scale: number, centre = 0): void => {
    const length = shape.reduce((product, size) => product * size, 1);
    weights.set(name, { shape, values: Float32Array.from({ length }, () => centre + scale * random()) });
  };
  const addNorm = (name: string): void => {
    add(`${name}.weight`, [HIDDEN], 0.3, 1);
    add(`${name}.bias`, [HIDDEN], 0.2);
  };
  const addLinear = (name: string, from: number, to: number): void => {
    // Large enough that attention is far from even and every layer matters.
    add(`${name}.weight`, [to, from], 2.5 / Math.sqrt(from));
    add(`${name}.bias`, [to], 0.2);
  };
  add('embeddings.word_embeddings.weight', [VOCABULARY.length, HIDDEN], 1);
  add('embeddings.position_embeddings.weight', [POSITIONS, HIDDEN], 0.5);
  add('embeddings.token_type_embeddings.weight', [2, HIDDEN], 0.3);
  addNorm('embeddings.LayerNorm');
  for (let layer = 0; layer < LAYERS; layer++) {
    const at = `encoder.layer.${layer}`;
    for (const part of ['query', 'key', 'value']) addLinear(`${at}.attention.self.${part}`, HIDDEN, HIDDEN);
    addLinear(`${at}.attention.output.dense`, HIDDEN, HIDDEN);
    addNorm(`${at}.attention.output.LayerNorm`);
    addLinear(`${at}.intermediate.dense`, HIDDEN, INTERMEDIATE);
    addLinear(`${at}.output.dense`, INTERMEDIATE, HIDDEN);
    addNorm(`${at}.output.LayerNorm`);
  }
  return weights;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | BigInt64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The safetensors format: length of the header in 8 bytes, header as JSON, values. */
function encodeSafetensors(weights: ReadonlyMap<string, Weight>): Uint8Array {
  const header: Record<string, unknown> = {};
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [name, { shape, values }] of weights) {
    header[name] = { dtype: 'F32', shape, data_offsets: [at, at + values.byteLength] };
    parts.push(bytesOf(values));
    at += values.byteLength;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}

/** BERT's forward pass in the operators that exporters write. */
function makeGraph(weights: ReadonlyMap<string, Weight>): OnnxGraph {
  const nodes: GraphNode[] = [];
  const tensors: OnnxGraph['tensors'][number][] = [];
  const float = (name: string, shape: readonly number[], values: Float32Array): string => {
    tensors.push({ name, type: 'float32', shape, bytes: bytesOf(values) });
    return name;
  };
  const whole = (name: string, values: readonly number[], shape: readonly number[] = [values.length]): string => {
    tensors.push({ name, type: 'int64', shape, bytes: bytesOf(BigInt64Array.from(values, BigInt)) });
    return name;
  };
  const scalar = (name: string, value: number): string => float(name, [], Float32Array.of(value));
  const weight = (name: string): string => {
    const { shape, values } = weights.get(name)!;
    return float(name, shape, values);
  };
  /** A linear weight, input × output as `MatMul` wants it. */
  const turned = (name: string): string => {
    const { shape, values } = weights.get(name)!;
    const [to = 0, from = 0] = shape;
    const flipped = Float32Array.from({ length: from * to }, (_, i) => values[(i % to) * from + Math.floor(i / to)]!);
    return float(name, [from, to], flipped);
  };
  let made = 0;
  const run = (operator: string, inputs: readonly string[], attributes: GraphNode['attributes'] = {}): string => {
    const output = `${operator}_${made++}`;
    nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  };
  const linear = (name: string, input: string): string =>
    run('Add', [run('MatMul', [input, turned(`${name}.weight`)]), weight(`${name}.bias`)]);
  const normalize = (name: string, input: string): string =>
    run('LayerNormalization', [input, weight(`${name}.weight`), weight(`${name}.bias`)], {
      axis: -1,
      epsilon: { float: LAYER_NORM_EPSILON },
    });

  const tokens = run('Gather', [run('Shape', ['input_ids']), whole('second', [1], [])]);
  const positions = run('Range', [whole('zero', [0], []), tokens, whole('one', [1], [])]);
  const embedded = run('Add', [
    run('Add', [
      run('Gather', [weight('embeddings.word_embeddings.weight'), 'input_ids']),
      run('Gather', [weight('embeddings.token_type_embeddings.weight'), 'token_type_ids']),
    ]),
    run('Gather', [weight('embeddings.position_embeddings.weight'), positions]),
  ]);
  let hidden = normalize('embeddings.LayerNorm', embedded);
  const seen = run('Unsqueeze', [run('Cast', ['attention_mask'], { to: 1 }), whole('axes', [1, 2])]);
  const hiding = run('Mul', [run('Sub', [scalar('all', 1), seen]), scalar('hidden', -3.4e38)]);
  const split = whole('heads', [0, 0, HEADS, HIDDEN / HEADS]);
  const joined = whole('joined', [0, 0, HIDDEN]);
  const root = scalar('root', Math.sqrt(HIDDEN / HEADS));
  const [half, unity, rootOfTwo] = [scalar('half', 0.5), scalar('unity', 1), scalar('root_of_two', Math.SQRT2)];
  for (let layer = 0; layer < LAYERS; layer++) {
    const at = `encoder.layer.${layer}`;
    const input = hidden;
    const headsOf = (part: string, perm: readonly number[]): string =>
      run('Transpose', [run('Reshape', [linear(`${at}.attention.self.${part}`, input), split])], { perm });
    const products = run('MatMul', [headsOf('query', [0, 2, 1, 3]), headsOf('key', [0, 2, 3, 1])]);
    const shares = run('Softmax', [run('Add', [run('Div', [products, root]), hiding])], { axis: -1 });
    const mixed = run('Transpose', [run('MatMul', [shares, headsOf('value', [0, 2, 1, 3])])], { perm: [0, 2, 1, 3] });
    const attended = linear(`${at}.attention.output.dense`, run('Reshape', [mixed, joined]));
    const first = normalize(`${at}.attention.output.LayerNorm`, run('Add', [attended, hidden]));
    const wide = linear(`${at}.intermediate.dense`, first);
    const curve = run('Add', [run('Erf', [run('Div', [wide, rootOfTwo])]), unity]);
    const gelu = run('Mul', [run('Mul', [wide, curve]), half]);
    hidden = normalize(`${at}.output.LayerNorm`, run('Add', [linear(`${at}.output.dense`, gelu), first]));
  }
  nodes.push({ operator: 'Identity', inputs: [hidden], outputs: ['last_hidden_state'] });
  const shape = ['batch', 'tokens'];
  return {
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'int64', shape })),
    outputs: [{ name: 'last_hidden_state', type: 'float32', shape: [...shape, HIDDEN] }],
    tensors,
    nodes,
  };
}
