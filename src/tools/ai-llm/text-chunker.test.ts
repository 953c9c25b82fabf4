import { expect, it } from 'vitest';

import { openEncoding } from '../../engines/text/tokens.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import textChunker from './text-chunker.js';

interface Row {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly overlap: number;
  readonly tokens: number;
  readonly characters: number;
  readonly headings?: readonly string[];
}

const WORDS = [
  'Hello',
  'world.',
  'Ünïcode',
  '日本語。',
  'नमस्ते',
  'привет!',
  'שלום',
  'مرحبا',
  'สวัสดี',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '한국어',
  '1,234',
  '```',
  '-',
  'supercalifragilistic',
];
const BREAKS = [' ', ' ', ' ', ' ', '\n', '\n\n', '\r\n', '\r\n\r\n', '\n# ', '\n## ', '\n===\n', '\n    ', ''];
const METHODS = ['recursive', 'tokens', 'sentences', 'paragraphs', 'markdown', 'code'];

function randomText(seed: number): string {
  const chance = chanceOf(seed);
  return Array.from({ length: 1 + chance(300) }, () => pick(chance, WORDS) + pick(chance, BREAKS)).join('');
}

async function chunksOf(input: string, options: object): Promise<readonly Row[]> {
  const { data, status, message } = await runTool(textChunker, { input, options: { ...options } });
  expect(status, message).toBe(200);
  return (data as { readonly chunks: readonly Row[] }).chunks;
}

inRounds('chunks join to the whole, within the size, with the overlap asked for', [20, 600], async (rounds) => {
  for (let seed = 0; seed < rounds; seed++) {
    const text = randomText(seed);
    const points = [...text];
    const by = METHODS[seed % METHODS.length];
    const unit = seed % 4 < 2 ? 'tokens' : 'characters';
    const [size, overlap] = [16 + (seed % 50), seed % 3 === 0 ? 0 : seed % 8];
    const chunks = await chunksOf(text, { by, unit, size, overlap });
    const about = `seed ${seed}, by ${by}`;
    expect(chunks.map((chunk) => [...chunk.text].slice(chunk.overlap).join('')).join(''), about).toBe(text);
    for (const [index, chunk] of chunks.entries()) {
      expect(points.slice(chunk.start, chunk.end).join(''), about).toBe(chunk.text);
      expect(chunk[unit], about).toBeLessThanOrEqual(size);
      expect(openEncoding('o200k_base').count(Buffer.from(chunk.text)), about).toBe(chunk.tokens);
      expect(chunk.overlap, about).toBe(index === 0 ? 0 : (chunks[index - 1] as Row).end - chunk.start);
      // A chunk that is shorter than the overlap repeats all it can.
      if (unit === 'characters' && by !== 'markdown' && index > 0)
        expect(chunk.overlap, about).toBe(Math.min(overlap, chunk.start + chunk.overlap));
    }
  }
});

it('repeats exactly the tokens asked for', async () => {
  const input = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
  const ids = openEncoding('o200k_base').encode(Buffer.from(input));
  const chunks = await chunksOf(input, { by: 'tokens', size: 100, overlap: 25 });
  const count = (text: string): number => openEncoding('o200k_base').count(Buffer.from(text));
  expect(chunks.slice(0, -1).map(({ tokens }) => tokens)).toEqual(chunks.slice(0, -1).map(() => 100));
  for (const chunk of chunks.slice(1)) expect(count([...chunk.text].slice(0, chunk.overlap).join(''))).toBe(25);
  expect(chunks.length).toBe(Math.ceil((ids.length - 25) / 75));
});

exhaustive.skipIf(!hasProgram('python3', ['--version'], 'offsets of chunks'))(
  'offsets are those of Python',
  async () => {
    for (let seed = 1000; seed < 1005; seed++) {
      const text = randomText(seed);
      const chunks = await chunksOf(text, { size: 40, overlap: 10 });
      const script = 'import json,sys; d=json.load(sys.stdin); print(json.dumps([d["t"][a:b] for a,b in d["c"]]))';
      const request = { t: text, c: chunks.map(({ start, end }) => [start, end]) };
      expect(JSON.parse(runProgram('python3', ['-c', script], JSON.stringify(request)).toString())).toEqual(
        chunks.map((chunk) => chunk.text),
      );
    }
  },
);

it('starts at headings, not at signs in code blocks', async () => {
  const input = '---\ntitle: x\n---\nTop\n===\ntext\n```sh\n# comment\n```\n## Two ##\nmore\n### Three\nend\n# Four\n';
  const chunks = await chunksOf(input, { by: 'markdown', overlap: 0 });
  expect(chunks.map(({ headings }) => headings)).toEqual([
    [],
    ['Top'],
    ['Top', 'Two'],
    ['Top', 'Two', 'Three'],
    ['Four'],
  ]);
});

it('keeps sentences and paragraphs whole where they fit', async () => {
  const sentences = await chunksOf('A b c. D e f. G h i. J k l. '.repeat(5), {
    by: 'sentences',
    unit: 'characters',
    size: 16,
    overlap: 0,
  });
  for (const { text } of sentences) expect(text).toMatch(/^[A-Z] \w \w\. ([A-Z] \w \w\. )?$/);
  const code = 'def a():\n    x = 1\n\n    return x\n\ndef b():\n    return 2\n\nclass C:\n    pass\n';
  const parts = await chunksOf(code, { by: 'code', unit: 'characters', size: 40, overlap: 0 });
  expect(parts.map(({ text }) => text.split('\n')[0])).toEqual(['def a():', 'def b():', 'class C:']);
});

it('writes files and lines', async () => {
  const files = [
    { name: 'a.md', bytes: Buffer.from('x '.repeat(50)) },
    { name: 'b.txt', bytes: Buffer.from('\ufeffé') },
  ];
  const zip = await runTool(textChunker, { files, options: { format: 'files', size: 16, overlap: 0 } });
  expect(zip.files[0]).toMatchObject({ name: 'chunks.zip', mime: 'application/zip' });
  const lines = await runTool(textChunker, { files, options: { format: 'jsonl' } });
  expect(JSON.parse(lines.files[0]?.bytes.toString().trim().split('\n').at(-1) ?? '')).toMatchObject({
    source: 'b.txt',
    text: 'é',
  });
});

exhaustive('cuts 12 MiB in every way, and says where a result is too large', async () => {
  const bytes = Buffer.from(`${'Lorem ipsum dolor sit amet. '.repeat(8)}\n\n`.repeat(92_000)).subarray(0, 12 * 2 ** 20);
  for (const by of METHODS) {
    const { status, cause } = await runTool(textChunker, {
      files: [{ name: 'a.txt', bytes }],
      options: { by, format: 'jsonl' },
    });
    expect([status, cause], by).toEqual([200, undefined]);
  }
  const large = { name: 'a.txt', bytes: Buffer.alloc(20 * 2 ** 20, 'word ') };
  const { status, message } = await runTool(textChunker, { files: [large], options: { format: 'jsonl' } });
  expect([status, message]).toEqual([413, expect.stringMatching(/^The result must have at most 20971520 bytes/)]);
});
