/**
 * Token counting beside the tokenizers of npm, in milliseconds of processor time for a million characters, after a
 * warm-up with other
 * parts of the texts: `new` is the first time that a contender sees the text, `again` the best of the following rounds,
 * when pieces are remembered. The ratio is the fastest peer's time by ours. A count other than ours is marked.
 * An argument names one encoding; without it both are measured.
 */

import { openEncoding } from '../../src/engines/text/tokens.js';
import type { EncodingName } from '../../src/lib/models/openai-models.js';

import { type BenchText, benchTexts } from './texts.js';

interface Contender {
  readonly name: string;
  readonly count: (text: string) => number;
}

const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
const ROUNDS = 3;
/** A contender that would take longer than this for a million characters of the warm-up's text is not asked. */
const PATIENCE_MS = 5000;

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

interface Times {
  readonly count: number;
  readonly first: number;
  readonly again: number;
}

/** Contenders take turns, so that a busy moment of the machine does not fall on one alone. */
function measure(contenders: readonly Contender[], text: string, sample: string): Times[] {
  const times = contenders.map((contender): Times => {
    const [, look] = timed(contender, sample);
    if (look > PATIENCE_MS) return { count: Number.NaN, first: look, again: look };
    const [count, first] = timed(contender, text);
    return { count, first, again: Number.POSITIVE_INFINITY };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      const before = times[index];
      if (before === undefined || Number.isNaN(before.count)) continue;
      times[index] = { ...before, again: Math.min(before.again, timed(contender, text)[1]) };
    }
  }
  return times;
}

/** The count, and milliseconds of processor time for a million characters. */
function timed({ count }: Contender, text: string): [number, number] {
  const started = process.cpuUsage();
  const tokens = count(text);
  const { user, system } = process.cpuUsage(started);
  return [tokens, ((user + system) / 1000) * (1_000_000 / text.length)];
}

function show({ count, first, again }: Times, expected: number): string {
  if (Number.isNaN(count)) return `over ${PATIENCE_MS}`;
  return `${first.toFixed(0)} / ${again.toFixed(0)}${count === expected ? '' : ' (other count)'}`;
}

const rows: Record<string, string | number>[] = [];
const texts = benchTexts();
const fifth = ({ text }: BenchText): number => Math.floor(text.length / 5);
const warmUp = texts.map((text) => text.text.slice(0, Math.min(fifth(text), 50_000))).join('\n');

for (const encoding of ENCODINGS.filter((name) => process.argv[2] === undefined || process.argv[2] === name)) {
  const contenders = [ours(encoding), ...(await peers(encoding))];
  for (const { count } of contenders) count(warmUp);
  for (const bench of texts) {
    const text = bench.text.slice(fifth(bench));
    const times = measure(contenders, text, bench.text.slice(0, 20_000));
    const row: Record<string, string | number> = { encoding, text: bench.name, characters: text.length };
    for (const [index, time] of times.entries()) row[contenders[index]?.name ?? ''] = show(time, times[0]?.count ?? 0);
    rows.push({ ...row, 'ratio new / again': `${ratio(times, 'first')} / ${ratio(times, 'again')}` });
  }
}
console.table(rows);

function ratio(times: readonly Times[], which: 'first' | 'again'): string {
  const [mine = 0, ...others] = times.map((time) => time[which]);
  return (Math.min(...others) / mine).toFixed(2);
}
