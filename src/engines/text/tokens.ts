import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { type BytePairEncoding, createBytePairEncoding } from '../../lib/models/byte-pair-encoding.js';
import type { EncodingName } from '../../lib/models/openai-models.js';
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd, r50kPieceEnd } from '../../lib/models/token-pieces.js';
import { readRanks } from '../../lib/models/token-ranks.js';

/** Encodings with ranks of their own; the others of OpenAI are these with more special tokens. */
export const RANK_FILES = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;

export type RankFileName = (typeof RANK_FILES)[number];

interface Source {
  /** A rank file as OpenAI publishes it; the package is here for these files alone. */
  readonly file: string;
  readonly pieceEnd: PieceEnd;
  /** An id that the file passes over: it is a special token's. */
  readonly gap?: number;
}

const SOURCES: Readonly<Record<RankFileName, Source>> = {
  o200k_base: { file: 'gpt-tokenizer/data/o200k_base.tiktoken', pieceEnd: o200kPieceEnd },
  cl100k_base: { file: 'gpt-tokenizer/data/cl100k_base.tiktoken', pieceEnd: cl100kPieceEnd },
  p50k_base: { file: 'gpt-tokenizer/data/p50k_base.tiktoken', pieceEnd: r50kPieceEnd, gap: 50_256 },
  r50k_base: { file: 'gpt-tokenizer/data/r50k_base.tiktoken', pieceEnd: r50kPieceEnd },
};

const RANKS_OF: Readonly<Record<EncodingName, RankFileName>> = {
  o200k_base: 'o200k_base',
  o200k_harmony: 'o200k_base',
  cl100k_base: 'cl100k_base',
  p50k_base: 'p50k_base',
  p50k_edit: 'p50k_base',
  r50k_base: 'r50k_base',
  gpt2: 'r50k_base',
};

export interface Encoding extends BytePairEncoding {
  /** The bytes of a token; `undefined` for an id that is not one, or a special token's. */
  bytesOf(id: number): Uint8Array | undefined;
}

const loaded = new Map<RankFileName, Encoding>();

/** The rank file of an encoding, as it stands. */
export const readRankFile = (name: RankFileName): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(SOURCES[name].file));

/** An encoding, kept once loaded. The larger one takes about 150 ms of processor time and 27 MB. */
export function openEncoding(encoding: EncodingName): Encoding {
  const name = RANKS_OF[encoding];
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const made = readEncoding(name);
  loaded.set(name, made);
  return made;
}

function readEncoding(name: RankFileName): Encoding {
  const { pieceEnd, gap = Number.POSITIVE_INFINITY } = SOURCES[name];
  const ranks = readRanks(readRankFile(name));
  const { bytes, starts } = ranks;
  const { count, encode } = createBytePairEncoding(ranks, pieceEnd);
  const bytesOf = (id: number): Uint8Array | undefined => {
    const rank = id > gap ? id - 1 : id;
    const end = id === gap ? undefined : starts[rank + 1];
    return end === undefined ? undefined : bytes.subarray(starts[rank], end);
  };
  if (gap === Number.POSITIVE_INFINITY) return { count, encode, bytesOf };
  return { count, encode: (text) => encode(text).map((rank) => (rank < gap ? rank : rank + 1)), bytesOf };
}
