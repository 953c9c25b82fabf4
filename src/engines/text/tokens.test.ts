import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../core/project-files.js';
import type { EncodingName } from '../../lib/models/openai-models.js';
import { readRanks } from '../../lib/models/token-ranks.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { sharedPath } from '../../testing/untested.js';
import { openEncoding, type RankFileName, readRankFile } from './tokens.js';

const NAMES: readonly EncodingName[] = ['o200k_base', 'cl100k_base'];

type Vector = { readonly text: string; readonly times?: number } & Readonly<Record<EncodingName, number>>;

const count = (text: string, name: EncodingName): number => openEncoding(name).count(Buffer.from(text));

describe('rank files', () => {
  // expected_hash in tiktoken_ext/openai_public.py of tiktoken 0.14.0.
  it.each([
    ['o200k_base', '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d'],
    ['cl100k_base', '223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7'],
    ['p50k_base', '94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069'],
    ['r50k_base', '306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930'],
  ] as const)('%s has the hash that OpenAI publishes', (name, hash) => {
    expect(createHash('sha256').update(readRankFile(name)).digest('hex')).toBe(hash);
  });

  exhaustive.each([
    ['o200k_base', 199_998],
    ['cl100k_base', 100_256],
    ['p50k_base', 50_280],
    ['r50k_base', 50_256],
  ] satisfies [RankFileName, number][])(
    '%s is read whole, and each token is merged from two of lower rank',
    (name, size) => {
      const { bytes, starts } = readRanks(readRankFile(name));
      const text = Buffer.from(bytes).toString('latin1');
      const rankOf = new Map<string, number>();
      for (let rank = 0; rank + 1 < starts.length; rank++) rankOf.set(text.slice(starts[rank], starts[rank + 1]), rank);
      expect(rankOf.size).toBe(size);
      // What counting without merging rests on: see `createBytePairEncoding`.
      const others = [...rankOf].filter(([token, rank]) => rank >= 256 && lastMerge(token, rankOf) !== rank);
      expect(others).toEqual([]);
    },
  );
});

/** Merges the bytes of a token to the end. The rank of the last merge; -1 where a part had no lower rank than its whole. */
function lastMerge(token: string, rankOf: ReadonlyMap<string, number>): number {
  const parts = [...token];
  let last = -1;
  while (parts.length > 1) {
    let best = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let index = 0; index + 1 < parts.length; index++) {
      const rank = rankOf.get(`${parts[index]}${parts[index + 1]}`) ?? Number.POSITIVE_INFINITY;
      if (rank < best) {
        best = rank;
        at = index;
      }
    }
    const [left = '', right = ''] = parts.slice(at, at + 2);
    if ((rankOf.get(left) ?? best) >= best || (rankOf.get(right) ?? best) >= best) return -1;
    parts.splice(at, 2, left + right);
    last = best;
  }
  return last;
}

describe('openEncoding', () => {
  it.each(NAMES)('%s counts the texts of fixtures/tokens as tiktoken 0.14.0 does', (name) => {
    const lines = readFileSync(join(projectRoot, 'fixtures/tokens/vectors.jsonl'), 'utf8').trim().split('\n');
    for (const line of lines) {
      const vector = JSON.parse(line) as Vector;
      expect(count(vector.text.repeat(vector.times ?? 1), name), line).toBe(vector[name]);
    }
  });

  // tests/test_encoding.py of tiktoken.
  it('gives the tokens of tiktoken own tests', () => {
    const encode = (text: string): number[] => openEncoding('cl100k_base').encode(Buffer.from(text));
    expect(encode('rer')).toEqual([38149]);
    expect(encode("'rer")).toEqual([2351, 81]);
    expect(encode('today\n ')).toEqual([31213, 198, 220]);
    expect(encode('today\n \n')).toEqual([31213, 27907]);
    expect(encode('today\n  \n')).toEqual([31213, 14211]);
    expect(encode(' \u00850')).toEqual([220, 126, 227, 15]);
  });

  it('counts a lone surrogate as U+FFFD', () => {
    for (const name of NAMES) expect(count('a\ud83db', name)).toBe(count('a\ufffdb', name));
  });

  exhaustive('counts a million of one character', () => {
    // `/`: tokens of 64. Every other way to end a run has to be tried and given up.
    for (const name of NAMES) expect(count('/'.repeat(1_000_000), name)).toBe(15_625);
    for (const name of NAMES) expect(count('a'.repeat(1_000_000), name)).toBe(125_000);
  });
});

const corpus = sharedPath('corpus/text/tokens', 'token counts of real texts');
const readCorpus = (name: string): string => (existsSync(corpus) ? readFileSync(join(corpus, name), 'utf8') : '');

function parseLine(line: string): Vector[] {
  try {
    return [JSON.parse(line) as Vector];
  } catch {
    // Some lines of vectors.jsonl were cut apart at U+0085 and the like before they came to us.
    return [];
  }
}

describe.skipIf(!existsSync(corpus))('the corpus from outside (skipped where it is absent)', () => {
  const lines = readCorpus('vectors.jsonl').trim().split('\n');
  const vectors = lines.flatMap(parseLine);

  it(`counts as in vectors.jsonl, of which ${vectors.length} of ${lines.length} lines are whole`, () => {
    for (const vector of vectors) {
      for (const name of NAMES) expect(count(vector.text, name), vector.text).toBe(vector[name]);
    }
  });

  it.each(NAMES)('gives the tokens of published-samples.txt for %s', (name) => {
    const samples = [
      ...readCorpus('published-samples.txt').matchAll(/EncodingName: (\w+)\nSample: ([\s\S]*?)\nEncoded: \[(.*)\]/g),
    ].filter(([, encodingName]) => encodingName === name);
    expect(samples.length).toBeGreaterThan(50);
    for (const [, , sample = '', encoded = ''] of samples) {
      expect(openEncoding(name).encode(Buffer.from(sample)).join(', '), sample).toBe(encoded);
    }
  });

  exhaustive('counts the texts of a million characters as in million.jsonl', () => {
    const folder = mkdtempSync(join(tmpdir(), 'million-'));
    try {
      execFileSync(process.execPath, [join(corpus, 'make-million.cjs')], { cwd: folder });
      // One encoding a text: the other is told apart by the texts above.
      for (const [index, line] of readCorpus('million.jsonl').trim().split('\n').entries()) {
        const vector = JSON.parse(line) as { readonly case: string } & Readonly<Record<EncodingName, number>>;
        const text = readFileSync(join(folder, 'cases', vector.case)).toString('utf16le');
        const name: EncodingName = index % 2 === 0 ? 'o200k_base' : 'cl100k_base';
        expect(count(text, name), vector.case).toBe(vector[name]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
