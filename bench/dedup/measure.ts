/** Runs the tool twice on 500 rows of one kind and prints seconds, start of the second run, and peak memory. */

import { openEmbedder } from '../../src/engines/embeddings/embedder.js';
import { runTool } from '../../src/testing/run-tool.js';
import tool from '../../src/tools/ai-llm/semantic-deduplication.js';

const WORDS =
  `the order was late and our customer asked for a refund because nobody had answered the first message about
delivery to the new address while support promised another date each time without any result for the people who waited there`.split(
    /\s+/,
  );

/** Repeatable noise (Numerical Recipes' constants). */
let state = 1;
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';

function sentence(length: number, words: readonly string[]): string {
  let text = pick(words);
  while (text.length < length) text += ` ${pick(words)}`;
  return text.slice(0, length);
}

const CYRILLIC = 'заказ пришёл поздно и клиент попросил вернуть деньги потому что никто не ответил на сообщение'.split(
  ' ',
);
const SIGNS = [...'abcdefghijklmnopqrstuvwxyz0123456789#@%&*+~^'];
const KINDS: Readonly<Record<string, () => string>> = {
  '100': () => sentence(100, WORDS),
  '1000': () => sentence(1000, WORDS),
  // The most tokens that 1,000 characters can make while they still read as English.
  signs: () => `${sentence(250, WORDS)} ${Array.from({ length: 374 }, () => pick(SIGNS)).join(' ')}`.slice(0, 1000),
  numbers: () => `${random(900)} ${Array.from({ length: 240 }, (_, i) => 100 + ((i * 7) % 250)).join(' ')}`,
  cyrillic: () => sentence(1000, CYRILLIC),
  // One text with small changes: the most pairs above the threshold.
  copies: () => `${WORDS.join(' ')} ${sentence(40, WORDS)}`,
};

const make = KINDS[process.argv[2] ?? '100'];
if (!make) throw new Error(`kind must be one of ${Object.keys(KINDS).join(', ')}`);
const csv = Buffer.from(`text\n${Array.from({ length: 500 }, () => `"${make()}"`).join('\n')}\n`);

async function measure(bytes: Uint8Array): Promise<number> {
  const started = performance.now();
  const answer = await runTool(tool, { files: [{ name: 'a.csv', bytes }] });
  if (answer.status !== 200) throw new Error(answer.message ?? 'failed');
  return performance.now() - started;
}

const cold = await measure(csv);
const started = performance.now();
await openEmbedder(process.env.MODEL_DIR);
const warmStart = performance.now() - started;
const before = process.cpuUsage();
const warm = await measure(csv);
const cpu = process.cpuUsage(before);
const small = await measure(Buffer.from('text\na cat\na dog\n'));
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const peak = process.resourceUsage().maxRSS / 1024;
console.log(
  `cold ${seconds(cold)}, warm ${seconds(warm)} (${seconds((cpu.user + cpu.system) / 1000)} of processor time), model ready in ${warmStart.toFixed(2)} ms, two rows ${small.toFixed(0)} ms, peak ${peak.toFixed(0)} MB`,
);
