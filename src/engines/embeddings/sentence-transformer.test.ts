import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { type SentenceModelOptions, VOCABULARY, writeSentenceModel } from '../../testing/sentence-model.js';
import { openEmbedder } from './embedder.js';
import { findSentenceTransformer, openSentenceTransformer } from './sentence-transformer.js';

const signal = new AbortController().signal;
const root = mkdtempSync(join(tmpdir(), 'sentence-models-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
function makeModel(options: SentenceModelOptions = {}): string {
  const folder = join(root, `small-bert-${made++}`);
  writeSentenceModel(folder, options);
  return folder;
}

interface Reference {
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

/** What a program that shares nothing with ours, in double precision and without padding, makes of the texts. */
function refer(folder: string, texts: readonly string[]): Reference[] {
  const program = join(projectRoot, 'src/testing/sentence-model-reference.py');
  return JSON.parse(runProgram('python3', [program, folder], JSON.stringify(texts)).toString()) as Reference[];
}

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return ab / Math.sqrt(aa * bb);
};

const TEXTS = [
  'How do I reset my password?',
  'I forgot my password. How do I change it?',
  'HELLO World!',
  'Café naïve résumé Über Zürich',
  'Cafe\u0301 nai\u0308ve',
  'Straße øre ñandú',
  'unreasonableness, jumping & re-opened',
  'order #4711 costs €5.20 (twice)',
  '天气好 привет',
  'tab\tand\nline\u00a0break\u200b and zero\u0000 byte',
  'quokka ⊕ 👍 ⟨x⟩',
  'x'.repeat(101),
  '',
  ' ',
  '?',
  'the parcel was late and nobody helped me with the delivery address '.repeat(12),
  'the parcel was late',
];
const hasReference = hasProgram(
  'python3',
  ['-c', 'import numpy'],
  'sentence-transformers directories against an independent forward pass',
);

describe.skipIf(!hasReference)('against an independent tokenizer and forward pass in numpy', () => {
  it.each([
    ['mean of the tokens, network in onnx/', {}],
    ['mean of the tokens, network beside its tokenizer', { network: 'model.onnx' }],
    ['first token', { pooling: 'cls' }],
    ['a shorter longest text', { maxTokens: 8 }],
    ['the longest text that positions allow', { maxTokens: 64 }],
  ] as const)('%s', async (_, options) => {
    const folder = makeModel(options);
    const model = await openSentenceTransformer(folder);
    const expected = refer(folder, TEXTS);
    const longest = ('maxTokens' in options ? options.maxTokens : undefined) ?? 24;
    expect(Math.max(...expected.map(({ ids }) => ids.length))).toBe(longest);
    const together = await model.embed(TEXTS, signal);
    for (const [i, text] of TEXTS.entries()) {
      const [alone] = await model.embed([text], signal);
      for (const vector of [together[i]!, alone!]) {
        expect(cosine(vector, expected[i]!.vector), JSON.stringify(text)).toBeGreaterThan(0.9999);
        const worst = Math.max(...expected[i]!.vector.map((value, k) => Math.abs(value - vector[k]!)));
        expect(worst, JSON.stringify(text)).toBeLessThan(1e-4);
      }
    }
  });

  exhaustive(
    'the comparison tells texts apart: other texts, other pooling and no truncation are far from 0.9999',
    () => {
      const folder = makeModel();
      const vectors = refer(folder, TEXTS).map(({ vector }) => vector);
      const first = refer(makeModel({ pooling: 'cls' }), TEXTS).map(({ vector }) => vector);
      const longer = refer(makeModel({ maxTokens: 64 }), TEXTS).map(({ vector }) => vector);
      const long = TEXTS.findIndex((text) => text.length > 500);
      expect(cosine(vectors[0]!, vectors[1]!)).toBeLessThan(0.99);
      expect(cosine(vectors[0]!, first[0]!)).toBeLessThan(0.99);
      expect(cosine(vectors[long]!, longer[long]!)).toBeLessThan(0.999);
      expect(new Set(refer(folder, TEXTS).flatMap(({ ids }) => ids)).size).toBeGreaterThan(60);
      expect(VOCABULARY.length).toBeGreaterThan(200);
    },
  );
});

describe('a directory that lacks a file', () => {
  it.each([
    ['tokenizer.json', 'has no tokenizer.json'],
    ['onnx/model.onnx', 'has no ONNX network: onnx/model.onnx, model.onnx'],
  ])('%s is named, for the log, and the bundled model does not take its place', async (name, message) => {
    await expect(openEmbedder(makeModel({ without: [name] }))).rejects.toThrow(message);
  });

  it.each([
    'modules.json',
    '1_Pooling/config.json',
    'sentence_bert_config.json',
    'tokenizer_config.json',
    'config.json',
  ])(
    'without %s it is read with what sentence-transformers takes for granted: the mean, no longer than the positions',
    async (name) => {
      const plain = await openSentenceTransformer(makeModel({ maxTokens: 64 }));
      const folder = makeModel({ maxTokens: 64, without: [name] });
      expect(await findSentenceTransformer(folder)).toBe(folder);
      const text = 'I forgot my password';
      const [[expected], [vector]] = await Promise.all([
        plain.embed([text], signal),
        openSentenceTransformer(folder).then((model) => model.embed([text], signal)),
      ]);
      expect(cosine(vector!, expected!)).toBeGreaterThan(0.9999);
    },
  );

  it('a damaged network is refused, for the log', async () => {
    const folder = makeModel();
    writeFileSync(join(folder, 'onnx/model.onnx'), 'version https://git-lfs.github.com/spec/v1');
    await expect(openSentenceTransformer(folder)).rejects.toThrow('Protobuf');
  });
});
