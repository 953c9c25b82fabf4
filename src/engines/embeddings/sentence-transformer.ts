import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { Tokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';

import { SetupFault } from '../../core/failure.js';
import { POOLINGS, type Pooling, pool } from '../../lib/similarity/pooling.js';
import { type Network, openNetwork, type TensorInput } from '../onnx.js';

/** A sentence-transformers model exported to ONNX. */
export interface SentenceTransformer {
  readonly name: string;
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;
  readonly trust: (text: string) => number;
}

// As sentence-transformers and optimum write them, the full-precision one first.
const NETWORK_FILES = ['onnx/model.onnx', 'model.onnx', 'onnx/model_quantized.onnx', 'model_quantized.onnx'];
/** What exporters name the output of a network that holds every module. */
const POOLED_OUTPUT = 'sentence_embedding';
const TOKENIZER_FILE = 'tokenizer.json';
const BATCH_TOKENS = 2048;
const DEFAULT_MAX_TOKENS = 512;
// Some tokenizers state "no limit" as 10^30.
const MAX_TOKENS = 8192;

/** What only a sentence-transformers directory has. */
const MODULES_FILE = 'modules.json';

/**
 * The first folder that holds a tokenizer and an ONNX network: the directory itself or one directly below it, by name.
 * `undefined` where there is none: other models may lie in the same directory. Throws, for the log, where the only
 * sentence-transformers directory lacks one of the two: the operator meant it to be used.
 */
export async function findSentenceTransformer(directory: string): Promise<string | undefined> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []); // not a directory: no model in it
  const below = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  let lack: string | undefined;
  for (const folder of [directory, ...below.sort().map((name) => join(directory, name))]) {
    const hasTokenizer = await exists(join(folder, TOKENIZER_FILE));
    const hasNetwork = (await findNetwork(folder)) !== undefined;
    if (hasTokenizer && hasNetwork) return folder;
    if (lack !== undefined || !(await exists(join(folder, MODULES_FILE)))) continue;
    const missing = hasNetwork ? TOKENIZER_FILE : `ONNX network: ${NETWORK_FILES.slice(0, 2).join(', ')}`;
    lack = `the sentence-transformers directory ${folder} has no ${missing}`;
  }
  if (lack !== undefined) throw new SetupFault(lack);
  return undefined;
}

async function findNetwork(folder: string): Promise<string | undefined> {
  for (const name of NETWORK_FILES) {
    if (await exists(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

// A path that cannot be looked at is as good as absent.
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Loads the model as its own files describe it. Throws, for the log, when they are damaged or ask for more than is known. */
export async function openSentenceTransformer(folder: string): Promise<SentenceTransformer> {
  const path = await findNetwork(folder);
  if (path === undefined) throw new SetupFault(`no ONNX network in ${folder}`);
  const settings = await readSettings(folder);
  const network = await openNetwork(path);
  if (settings.unknownModule !== undefined && !network.outputs.includes(POOLED_OUTPUT)) {
    throw new SetupFault(`module ${settings.unknownModule} of ${folder} is not supported`);
  }
  const tokenizer = await openTokenizer(folder, settings);
  return {
    name: settings.name,
    embed: (texts, signal) => embedBatches({ network, tokenizer, settings }, texts, signal),
    trust: tokenizer.knownShare,
  };
}

interface Settings {
  readonly name: string;
  /** A module that is only there if the network has taken it in. */
  readonly unknownModule: string | undefined;
  readonly pooling: readonly Pooling[];
  readonly maxTokens: number;
  readonly isLowerCased: boolean;
}

const modulesSchema = z.array(z.object({ type: z.string(), path: z.string() }));
const poolingSchema = z.record(z.string(), z.unknown());
const sentenceSchema = z.object({ max_seq_length: z.number().int().nullish(), do_lower_case: z.boolean().nullish() });
const tokenizerSchema = z.object({ model_max_length: z.number().nullish() }).loose();
const configSchema = z.object({
  _name_or_path: z.string().nullish(),
  max_position_embeddings: z.number().int().nullish(),
});

async function readSettings(folder: string): Promise<Settings> {
  const modules = modulesSchema.parse((await readJson(folder, MODULES_FILE)) ?? []);
  const kinds = modules.map(({ type }) => type.slice(type.lastIndexOf('.') + 1));
  const unknownModule = kinds.find((kind) => !['Transformer', 'Pooling', 'Normalize'].includes(kind));
  const poolingFolder = modules[kinds.indexOf('Pooling')]?.path ?? '1_Pooling';
  const pooling = poolingSchema.parse((await readJson(folder, join(poolingFolder, 'config.json'))) ?? {});
  const sentence = sentenceSchema.parse((await readJson(folder, 'sentence_bert_config.json')) ?? {});
  const tokenizer = tokenizerSchema.parse((await readJson(folder, 'tokenizer_config.json')) ?? {});
  const config = configSchema.parse((await readJson(folder, 'config.json')) ?? {});
  const stated = [sentence.max_seq_length, tokenizer.model_max_length, config.max_position_embeddings];
  const maxTokens = stated.find((length) => typeof length === 'number' && length > 0 && length <= MAX_TOKENS);
  return {
    name: basename(config._name_or_path ?? '') || basename(folder),
    unknownModule,
    pooling: readPooling(pooling),
    maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS,
    isLowerCased: sentence.do_lower_case ?? false,
  };
}

/** `pooling_mode_mean_tokens: true` in older configurations, `pooling_mode: 'mean'` in newer ones; several are joined. */
function readPooling(config: Readonly<Record<string, unknown>>): readonly Pooling[] {
  const named = config.pooling_mode;
  const newer = (Array.isArray(named) ? named : [named]).filter((name) => typeof name === 'string');
  const older = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  const names =
    newer.length > 0 ? newer : older.map((key) => key.slice('pooling_mode_'.length).replace(/_tokens?$/, ''));
  if (names.length === 0) return ['mean'];
  return names.map((name) => {
    const pooling = POOLINGS.find((known) => known === name);
    if (pooling === undefined) throw new SetupFault(`pooling ${name} is not supported`);
    return pooling;
  });
}

/** A JSON file of the model, `undefined` where it is absent. */
async function readJson(folder: string, name: string): Promise<unknown> {
  const path = join(folder, name);
  return (await exists(path)) ? JSON.parse(await readFile(path, 'utf8')) : undefined;
}

interface ModelTokenizer {
  readonly encode: (text: string) => readonly number[];
  readonly knownShare: (text: string) => number;
}

async function openTokenizer(folder: string, { maxTokens, isLowerCased }: Settings): Promise<ModelTokenizer> {
  const description = z
    .object({})
    .loose()
    .parse(await readJson(folder, TOKENIZER_FILE));
  const config = z
    .object({})
    .loose()
    .parse((await readJson(folder, 'tokenizer_config.json')) ?? {});
  const tokenizer = new Tokenizer(description, config);
  const frame: readonly number[] = tokenizer.encode('').ids;
  const unknown = unknownIds(tokenizer);
  const cased = (text: string): string => (isLowerCased ? text.toLowerCase() : text);
  return {
    encode: (text) => truncate(tokenizer.encode(cased(text)).ids, frame, maxTokens),
    knownShare(text) {
      const ids: readonly number[] = tokenizer.encode(cased(text), { add_special_tokens: false }).ids;
      const missing = ids.filter((id) => unknown.has(id)).length;
      return ids.length === 0 ? 0 : 1 - missing / ids.length;
    },
  };
}

const unknownIds = (tokenizer: Tokenizer): ReadonlySet<number> =>
  new Set(['[UNK]', '<unk>', '<UNK>'].map((token) => tokenizer.token_to_id(token)).filter((id) => id !== undefined));

/** Cuts a sequence to the model's length, keeping the special tokens that `frame` (an empty text) has at its end. */
function truncate(ids: readonly number[], frame: readonly number[], length: number): readonly number[] {
  if (ids.length <= length) return ids;
  const leading = frame.findIndex((id, index) => ids[index] !== id);
  const trailing = leading < 0 ? 0 : frame.length - leading;
  return [...ids.slice(0, length - trailing), ...ids.slice(ids.length - trailing)];
}

interface Model {
  readonly network: Network;
  readonly tokenizer: ModelTokenizer;
  readonly settings: Settings;
}

async function embedBatches(model: Model, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const sequences = texts.map((text, index) => ({ index, ids: model.tokenizer.encode(text) }));
  sequences.sort((a, b) => b.ids.length - a.ids.length || a.index - b.index);
  const vectors: Float32Array[] = texts.map(() => new Float32Array(0));
  for (let start = 0; start < sequences.length; ) {
    signal.throwIfAborted();
    const size = Math.max(1, Math.floor(BATCH_TOKENS / (sequences[start]?.ids.length || 1)));
    const batch = sequences.slice(start, start + size);
    const rows = await embedBatch(
      model,
      batch.map(({ ids }) => ids),
    );
    for (const [row, { index }] of batch.entries()) vectors[index] = rows[row] ?? new Float32Array(0);
    start += size;
  }
  return vectors;
}

async function embedBatch(
  { network, settings }: Model,
  batch: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const tokens = Math.max(1, ...batch.map((ids) => ids.length));
  const ids = new BigInt64Array(batch.length * tokens);
  const mask = new BigInt64Array(batch.length * tokens);
  for (const [row, sequence] of batch.entries()) {
    for (const [column, id] of sequence.entries()) ids[row * tokens + column] = BigInt(id);
    mask.fill(1n, row * tokens, row * tokens + sequence.length);
  }
  const shape = [batch.length, tokens];
  const known: Readonly<Record<string, BigInt64Array>> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(ids.length),
    position_ids: BigInt64Array.from(ids, (_, index) => BigInt(index % tokens)),
  };
  const inputs: Record<string, TensorInput> = {};
  for (const name of network.inputs) {
    const values = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!values) throw new SetupFault(`the network asks for the unknown input ${name}`);
    inputs[name] = { type: 'int64', shape, values };
  }
  // A network that pools by itself is believed; otherwise the first output holds the token vectors.
  const output = network.outputs.find((name) => name === POOLED_OUTPUT) ?? network.outputs[0] ?? '';
  const result = (await network.run(inputs, [output])).get(output);
  if (!result) throw new SetupFault('the network gave no output');
  const lengths = batch.map((sequence) => sequence.length);
  return pool(result.values, result.shape, lengths, settings.pooling);
}
