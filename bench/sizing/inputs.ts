import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import sharp from 'sharp';

import { callTool } from '../../src/testing/http.js';

/** A tool at work on something of an ordinary size. */
export interface SizingCase {
  readonly tool: string;
  readonly what: string;
  readonly body: object;
}

const ROOT = join(import.meta.dirname, '../..');
const SENTENCE = 'The quick brown fox jumps over the lazy dog, and the 5 boxing wizards jump quickly. ';

/** What is said in `fixtures/audio/hello.mp3`. */
const SPEECH = 'Hello, world! Doctor Smith paid five dollars and twenty cents on March third, nineteen ninety nine.';

const upload = (name: string, bytes: Uint8Array) => ({ name, base64: Buffer.from(bytes).toString('base64') });
const text = (characters: number): string =>
  SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);

/** A picture with the detail of a photograph: smooth areas under noise. 12 megapixels as phones take them, about 4 MB. */
async function photo(): Promise<Uint8Array> {
  const noise = await sharp({
    create: {
      width: 4032,
      height: 3024,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .blur(1.2)
    .png()
    .toBuffer();
  const slope = Buffer.from(
    '<svg width="4032" height="3024"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#247"/><stop offset="1" stop-color="#fc8"/></linearGradient></defs><rect width="4032" height="3024" fill="url(#g)"/></svg>',
  );
  return sharp(noise)
    .composite([{ input: slope, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A page of 40 lines of print, 150 dpi. */
async function printedPage(): Promise<Uint8Array> {
  const lines = Array.from({ length: 40 }, (_, i) => `<text x="90" y="${110 + i * 38}">${text(70)}</text>`);
  const svg = `<svg width="1240" height="1754" font-family="Noto Sans" font-size="26"><rect width="1240" height="1754" fill="#fff"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function table(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => `${i},"Name ${i}",${(i * 7919) % 1000},2026-01-${(i % 28) + 1}`);
  return `id,name,amount,day\n${lines.join('\n')}\n`;
}

/** Cases of all classes. Documents that no fixture has in an ordinary size are made by a running service; `heic` is a file of the caller's. */
export async function sizingCases(origin: string, heic: string | undefined): Promise<SizingCase[]> {
  const picture = upload('photo.jpg', await photo());
  const markdown = Array.from(
    { length: 60 },
    (_, i) => `# Chapter ${i + 1}\n\n${text(3000)}\n\n- ${text(60)}\n- ${text(60)}\n`,
  );
  const made = await callTool(origin, 'markdown-to-pdf', { input: markdown.join('\n') });
  const [pdf] = (made.json as { result: { files: { name: string; base64: string }[] } }).result.files;
  if (pdf === undefined) throw new Error(`no PDF: ${made.text.slice(0, 200)}`);
  const document = { name: 'book.pdf', base64: pdf.base64 };
  const speech = upload('hello.mp3', readFileSync(join(ROOT, 'fixtures/audio/hello.mp3')));
  const json = JSON.stringify(
    Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Name ${id}`, tags: ['a', 'b'] })),
  );
  const csv = table(20_000);
  const names = Array.from({ length: 500 }, (_, i) => `${i},"${text(60)} item ${i % 120} of the list"`).join('\n');
  return [
    { tool: 'hmac-generator', what: '28 characters', body: { input: text(28), options: { key: 'Jefe' } } },
    { tool: 'case-converter', what: '100,000 characters', body: { input: text(100_000) } },
    { tool: 'token-counter', what: '1,000,000 characters', body: { input: text(1_000_000) } },
    { tool: 'hash-generator', what: '1,000,000 characters', body: { input: text(1_000_000) } },
    { tool: 'json-formatter', what: `JSON of ${json.length} bytes`, body: { input: json } },
    { tool: 'jq-query', what: 'the same JSON', body: { input: json, options: { filter: 'map(.id) | add' } } },
    { tool: 'csv-to-json', what: '20,000 rows', body: { files: [upload('table.csv', Buffer.from(csv))] } },
    { tool: 'text-diff', what: '100,000 characters', body: { input: text(100_000), options: { other: text(99_000) } } },
    { tool: 'qr-code-generator', what: '60 characters', body: { input: text(60) } },
    { tool: 'create-zip', what: 'photo of 12 megapixels', body: { files: [picture] } },
    { tool: 'resize-image', what: 'photo of 12 megapixels', body: { options: { width: 1600 }, files: [picture] } },
    { tool: 'compress-image', what: 'photo of 12 megapixels', body: { files: [picture] } },
    {
      tool: 'convert-image',
      what: 'photo of 12 megapixels to WebP',
      body: { options: { format: 'webp' }, files: [picture] },
    },
    { tool: 'remove-exif', what: 'photo of 12 megapixels', body: { files: [picture] } },
    { tool: 'restore-old-photo', what: 'photo of 12 megapixels', body: { files: [picture] } },
    ...(heic === undefined
      ? []
      : [{ tool: 'heic-to-jpg', what: basename(heic), body: { files: [upload('photo.heic', readFileSync(heic))] } }]),
    { tool: 'markdown-to-pdf', what: '60 chapters', body: { input: markdown.join('\n') } },
    { tool: 'merge-pdf', what: 'twice 60 chapters', body: { files: [document, document] } },
    { tool: 'split-pdf', what: '60 chapters, a file a page', body: { files: [document] } },
    { tool: 'compress-pdf', what: '60 chapters', body: { files: [document] } },
    { tool: 'pdf-to-text', what: '60 chapters', body: { files: [document] } },
    { tool: 'pdf-to-jpg', what: '5 pages at 150 dpi', body: { options: { pages: '1-5' }, files: [document] } },
    { tool: 'ocr-image', what: 'page of 40 lines', body: { files: [upload('page.png', await printedPage())] } },
    {
      tool: 'csv-sql-query',
      what: '20,000 rows',
      body: {
        options: { sql: 'SELECT day, sum(amount) FROM t1 GROUP BY day' },
        files: [upload('table.csv', Buffer.from(csv))],
      },
    },
    { tool: 'spell-checker', what: '20,000 characters', body: { input: text(20_000) } },
    {
      tool: 'semantic-deduplication',
      what: '500 rows',
      body: { files: [upload('rows.csv', Buffer.from(`id,text\n${names}\n`))] },
    },
    {
      tool: 'karaoke-subtitles',
      what: 'speech of 7 seconds',
      body: { options: { transcript: SPEECH }, files: [speech] },
    },
  ];
}
