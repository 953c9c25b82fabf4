import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { modelToEncodingMap } from 'gpt-tokenizer/mapping';
import { describe, expect, it } from 'vitest';

import { openEncoding, RANK_FILES } from '../../engines/text/tokens.js';
import { type EncodingName, encodingOfModel } from '../../lib/models/openai-models.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';

import tokenizeText from './tokenize-text.js';

const require = createRequire(import.meta.url);

const decode = async (ids: readonly number[], encoding: EncodingName): Promise<unknown> => {
  const { data } = await runTool(tokenizeText, { input: ids.join(' '), options: { action: 'decode', encoding } });
  return (data as { readonly text: string }).text;
};

describe('samples that tiktoken publishes', () => {
  const samples = [
    ...readFileSync(require.resolve('gpt-tokenizer/data/TestPlans.txt'), 'utf8').matchAll(
      /EncodingName: (\w+)\nSample: ([\s\S]*?)\nEncoded: \[(.*)\]/g,
    ),
  ].map(([, encoding = '', text = '', ids = '']) => ({
    encoding: encoding as EncodingName,
    text,
    ids: ids.split(', ').filter(Boolean).map(Number),
  }));

  it('are 313', () => expect(samples.length).toBe(313));

  it('have these ids', () => {
    for (const { encoding, text, ids } of samples)
      expect(openEncoding(encoding).encode(Buffer.from(text)), `${encoding}: ${text}`).toEqual(ids);
  });

  it('come back from their ids', async () => {
    for (const { encoding, text, ids } of samples) if (ids.length > 0) expect(await decode(ids, encoding)).toBe(text);
  });
});

const PIECES = [
  "'s",
  "'S",
  "'re",
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  'Hello',
  'the',
  'ΑΒΓ',
  '日本',
  'é',
  'e\u0301',
  '12345',
  '½',
  '!?',
  '/',
  '🌍',
  '\u00a0',
  '\u3000',
  '_',
  'x',
];

inRounds('random texts have the ids of gpt-tokenizer', [3, 400], async (rounds) => {
  const chance = chanceOf(23);
  for (const name of RANK_FILES) {
    const peer = (await import(`gpt-tokenizer/encoding/${name}`)) as { encode(text: string): number[] };
    for (let round = 0; round < rounds; round++) {
      const text = Array.from({ length: chance(60) }, () => pick(chance, PIECES)).join('');
      const ids = openEncoding(name).encode(Buffer.from(text));
      expect(ids, `${name}: ${JSON.stringify(text)}`).toEqual(peer.encode(text));
      if (text !== '') expect(await decode(ids, name)).toBe(text);
    }
  }
});

it('reads special tokens only where asked to', async () => {
  const input = 'a<|endoftext|>b<|nothing|>';
  const idsOf = async (options: object) =>
    (
      (await runTool(tokenizeText, { input, options: { encoding: 'cl100k_base', ...options } })).data as {
        ids: number[];
      }
    ).ids;
  expect((await idsOf({ specialTokens: true })).slice(0, 3)).toEqual([64, 100257, 65]);
  expect(await idsOf({})).not.toContain(100257);
});

it('knows every model of gpt-tokenizer', () => {
  const models = Object.entries(modelToEncodingMap);
  expect(models.length).toBeGreaterThan(50);
  expect(models.map(([model]) => [model, encodingOfModel(model)])).toEqual(models);
});

it('knows models as tiktoken does', () => {
  expect(
    ['gpt-5', 'gpt-5-nano-2025-08-07', 'gpt-4.1-mini', 'o3-pro', 'o4-mini', 'chatgpt-4o-latest', 'ft:gpt-4o:acme'].map(
      encodingOfModel,
    ),
  ).toEqual(Array(7).fill('o200k_base'));
  expect(
    ['gpt-4-turbo', 'gpt-4-0613', 'GPT-3.5-Turbo-0125', 'ft:gpt-4:acme', 'text-embedding-3-large'].map(encodingOfModel),
  ).toEqual(Array(5).fill('cl100k_base'));
  expect(['gpt-oss-120b', 'text-davinci-003', 'text-davinci-edit-001', 'davinci', 'gpt2'].map(encodingOfModel)).toEqual(
    ['o200k_harmony', 'p50k_base', 'p50k_edit', 'r50k_base', 'gpt2'],
  );
  expect(['claude-opus', 'gemini', 'o', ''].map(encodingOfModel)).toEqual([undefined, undefined, undefined, undefined]);
});

exhaustive('counts tokens of the longest input, and lists as many as asked for', async () => {
  const { status, data } = await runTool(tokenizeText, {
    input: '\u{10ffff}'.repeat(1_000_000),
    options: { limit: 20_000 },
  });
  expect(status).toBe(200);
  expect(data).toMatchObject({
    tokenCount: 4_000_000,
    warnings: ['3980000 more tokens are not listed: "limit" is 20000'],
  });
});

it('says where ids are not a whole text', async () => {
  const { data } = await runTool(tokenizeText, { input: '235', options: { action: 'decode' } });
  expect(data).toMatchObject({
    text: '\ufffd',
    warnings: ['The bytes of the ids are not valid UTF-8: what is not a character shows as U+FFFD'],
  });
});
