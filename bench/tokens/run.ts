/**
 * Token counting beside the tokenizers of npm: milliseconds for a million characters, the best of several rounds taken
 * in turns, all warm; the ratio is the fastest peer's time by ours. Counts that differ are marked.
 */

import { type EncodingName, openEncoding } from '../../src/engines/tokens.js';

import { type BenchText, benchTexts } from './texts.js';

interface Contender {
  readonly name: string;
  readonly count: (text: string) => number;
}

const ROUNDS = 5;
/** A contender that took longer than this once is not run again on the same text. */
const PATIENCE_MS = 500;

const ours = (encoding: EncodingName): Contender => ({
  name: 'ours',
  count: (text) => openEncoding(encoding).count(new TextEncoder().encode(text)),
});

/** Peers are looked up by name, so that the project's types do not need them. */
const load = async (name: string): Promise<Record<string, unknown>> => (await import(name)) as Record<string, unknown>;

interface Encoder {
  encode(text: string, allowed: string[], disallowed: string[]): { readonly length: number };
}
interface WasmEncoder {
  encode_ordinary(text: string): { readonly length: number };
}

async function peers(encoding: EncodingName): Promise<Contender[]> {
  const gpt = (await load(`gpt-tokenizer/encoding/${encoding}`)) as { countTokens(text: string): number };
  const js = (await load('js-tiktoken')) as unknown as { getEncoding(name: string): Encoder };
  const wasm = (await load('tiktoken')) as unknown as { get_encoding(name: string): WasmEncoder };
  const jsEncoder = js.getEncoding(encoding);
  const wasmEncoder = wasm.get_encoding(encoding);
  return [
    { name: 'gpt-tokenizer', count: (text) => gpt.countTokens(text) },
    { name: 'js-tiktoken', count: (text) => jsEncoder.encode(text, [], []).length },
    { name: 'tiktoken', count: (text) => wasmEncoder.encode_ordinary(text).length },
  ];
}

/** Best time of each contender, and its count. */
function measure(contenders: readonly Contender[], { text }: BenchText): { best: number[]; counts: number[] } {
  const best = contenders.map(() => Number.POSITIVE_INFINITY);
  const counts = contenders.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      if (round > 0 && (best[index] ?? 0) > PATIENCE_MS) continue;
      const started = performance.now();
      counts[index] = contender.count(text);
      best[index] = Math.min(best[index] ?? 0, performance.now() - started);
    }
  }
  return { best, counts };
}

const rows: Record<string, string | number>[] = [];
for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
  const contenders = [ours(encoding), ...(await peers(encoding))];
  for (const text of benchTexts()) {
    const { best, counts } = measure(contenders, text);
    const [mine = 0, ...others] = best;
    const row: Record<string, string | number> = { encoding, text: text.name };
    for (const [index, contender] of contenders.entries()) {
      row[contender.name] = `${(best[index] ?? 0).toFixed(1)}${counts[index] === counts[0] ? '' : ' (other count)'}`;
    }
    rows.push({ ...row, ratio: Number((Math.min(...others) / mine).toFixed(2)) });
  }
}
console.table(rows);
