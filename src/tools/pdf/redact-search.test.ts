import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { inRows } from '../../testing/exhaustive.js';
import { stream } from '../../testing/pdf-samples.js';
import { codesOf, textAt, textPdf } from '../../testing/pdf-text-samples.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import redactPdf from './redact-pdf.js';
import searchPdf from './search-pdf.js';

const WORD = 'Moonraker';
const hasPoppler = hasProgram('pdftotext', ['-v'], 'redaction against poppler');
const folder = mkdtempSync(join(tmpdir(), 'redact-search-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Sample {
  readonly content: string;
  /** More entries of the first page. */
  readonly entries?: string;
  readonly objects?: Readonly<Record<number, string>>;
  readonly letters?: string;
  /** A point of the word on the page as it is shown, from the upper left corner; 80, 88 where nothing else is said. */
  readonly point?: readonly [x: number, y: number];
}

/** Lines of two columns, drawn as pairs: left, right, left, right. */
const columns = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([left, right], i) => `${textAt(72, 700 - 14 * i, left)} ${textAt(330, 700 - 14 * i, right)}`).join(' ');

const form = (content: string, entries = ''): string =>
  stream(
    content,
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> ${entries}`,
  );

/** Text of Courier in pieces of two letters, each drawn by itself, at an angle. */
const pairsAt = (x: number, y: number, text: string, angle: number): string =>
  (text.match(/..?/g) ?? [])
    .map((pair, i) => {
      const [along, turn] = [14.4 * i, (angle * Math.PI) / 180];
      return textAt(x + along * Math.cos(turn), y + along * Math.sin(turn), pair, { font: 'F3', angle });
    })
    .join(' ');

// Advance widths of Helvetica at 12 points: M 9.996, o 6.672, n 6.672.
const SAMPLES: Readonly<Record<string, Sample>> = {
  'broken by a hyphen in columns that are drawn row by row': {
    content: columns([
      ['The plan for the winter was kept', 'The right column tells of the town'],
      ['in a box. Its name was Moon-', 'and of its walls. They were taken'],
      ['raker, and nobody asked what it', 'down one after the other when the'],
      ['was about until the spring came', 'road came to the gate of the town'],
    ]),
    point: [80, 116],
  },
  'broken by a hyphen, with other text drawn between its parts': {
    content: `${textAt(72, 700, 'The name of the plan was Moon-')} ${textAt(72, 60, 'Page 1 of 2')} ${textAt(72, 686, 'raker and nothing else.')}`,
    point: [80, 102],
  },
  'drawn letter by letter from the right': {
    content: [...'Moonraker']
      .map((letter, i) => textAt(72 + 7.2 * i, 700, letter, { font: 'F3' }))
      .reverse()
      .join(' '),
  },
  'drawn in two parts, the second one first': {
    content: `${textAt(102.012, 700, 'raker')} ${textAt(72, 700, 'Moon')}`,
  },
  'drawn in two parts, with the foot of the page between': {
    content: `${textAt(72, 700, 'Plan Moon')} ${textAt(72, 60, 'Page 1 of 2')} ${textAt(129.356, 700, 'raker')}`,
    point: [110, 88],
  },
  'on its side, in two parts, the second one first': {
    content: `${textAt(300, 330.012, 'raker', { angle: 90 })} ${textAt(300, 300, 'Moon', { angle: 90 })}`,
    point: [296, 482],
  },
  'on a turned page, in two parts, the second one first': {
    content: `${textAt(102.012, 700, 'raker')} ${textAt(72, 700, 'Moon')}`,
    entries: '/Rotate 90',
    point: [704, 80],
  },
  'half of it in a form that is drawn later': {
    content: `/Half Do ${textAt(72, 60, 'Page 1 of 2')} ${textAt(72, 700, 'Moon')}`,
    entries: '/Resources << /Font << /F1 3 0 R >> /XObject << /Half 50 0 R >> >>',
    objects: { 50: form(textAt(102.012, 700, 'raker')) },
  },
  'in the appearance of a note whose entries do not say it': {
    content: textAt(72, 60, 'Page 1 of 2'),
    entries: '/Annots [50 0 R]',
    objects: {
      50: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 612 792] /AP << /N 51 0 R >> >>',
      51: form(textAt(72, 700, 'Moonraker')),
    },
  },
  'in text that stands for what is drawn': {
    content: `/Span << /ActualText (Moonraker) >> BDC ${textAt(72, 700, 'M00nr4k3r')} EMC`,
  },
  'drawn twice, a little shifted, as bold letters are imitated': {
    content: [...'Moonraker']
      .flatMap((letter, i) => [0, 0.3].map((shift) => textAt(72 + 7.2 * i + shift, 700, letter, { font: 'F3' })))
      .join(' '),
  },
  'upside down, in pairs of letters, row by row across columns': {
    content: `${pairsAt(520, 92, 'of it Moonraker and', 180)} ${pairsAt(300, 92, 'the right column', 180)} ${pairsAt(520, 78, 'more below it', 180)}`,
    point: [473, 704],
  },
  'at a slant, in pairs of letters': { content: pairsAt(72, 400, 'of it Moonraker and', 30), point: [114, 364] },
  'letter by letter on a page that is upside down': {
    content: [...'Moonraker'].map((letter, i) => textAt(72 + 7.2 * i, 700, letter, { font: 'F3' })).join(' '),
    entries: '/Rotate 180',
    point: [532, 703],
  },
  'with a soft hyphen in it': {
    content: textAt(72, 700, codesOf('Moon\u00adraker', 'Monraker\u00ad'), { font: 'U' }),
    letters: 'Monraker\u00ad',
  },
};

/** What search-pdf takes for two words, and readers for one. */
const ONLY_SEEN: ReadonlySet<string> = new Set([
  'half of it in a form that is drawn later',
  'with a soft hyphen in it',
]);

const pdfOfSample = ({ content, entries = '', objects = {}, letters = '' }: Sample): Buffer =>
  // The second page says it plainly, so that a search that misses the first does not end in a refusal.
  textPdf([{ content, entries }, { content: textAt(72, 700, `${WORD} again`) }], letters, objects);

async function found(bytes: Uint8Array): Promise<readonly { readonly page: number }[]> {
  const answer = await runTool(searchPdf, { files: [{ name: 'a.pdf', bytes }], options: { pattern: WORD } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { matches: { page: number }[] }).matches;
}

async function redacted(bytes: Uint8Array, options: Readonly<Record<string, unknown>> = { text: WORD }) {
  const answer = await runTool(redactPdf, {
    files: [{ name: 'a.pdf', bytes }],
    options: { dpi: 100, color: '#ff0000', ...options },
  });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return {
    bytes: answer.files[0]?.bytes ?? Buffer.alloc(0),
    pages: (answer.data as { files: { pages: unknown }[] }).files[0]?.pages,
  };
}

/** Everything that poppler reads, in each of its orders, words at line ends put together. */
function saidTo(bytes: Uint8Array): string[] {
  const path = join(folder, 'read.pdf');
  writeFileSync(path, bytes);
  return [[], ['-raw'], ['-layout']].map((layout) => runProgram('pdftotext', [...layout, path, '-']).toString());
}

/** The colour of a point of the first page as poppler draws it, one pixel a point. */
async function colorAt(bytes: Uint8Array, [x, y]: readonly [number, number]): Promise<number[]> {
  const path = join(folder, 'drawn.pdf');
  writeFileSync(path, bytes);
  const picture = runProgram('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-png', path]);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3)];
}

const isSaid = (text: string): boolean => /moon[-\u00ad\s]*raker/i.test(text);

inRows(1, Object.entries(SAMPLES))('a word that can be found is removed: %s', async (name, sample) => {
  const bytes = pdfOfSample(sample);
  const before = await found(bytes);
  if (!ONLY_SEEN.has(name)) expect(before.map(({ page }) => page)).toEqual([1, 2]);
  else if (hasPoppler) expect(saidTo(bytes).some((text) => isSaid(text.split('\f')[0] ?? ''))).toBe(true);
  const result = await redacted(bytes);
  expect(result.pages).toMatchObject([
    { page: 1, matches: 1 },
    { page: 2, matches: 1 },
  ]);
  expect(await found(result.bytes)).toEqual([]);
  if (!hasPoppler) return;
  expect(await colorAt(result.bytes, sample.point ?? [80, 88])).toEqual([255, 0, 0]);
  for (const text of saidTo(result.bytes)) {
    expect(isSaid(text), text).toBe(false);
    expect(text).toContain('again');
  }
});

it('personal data goes, also where a line ends in it, and pages without any keep their own content', async () => {
  const lines = [
    'Write to ada@example.org or call +44 20 7946 0958 today.',
    'Account DE89 3704 0044 0532',
    '0130 00, card 4111 1111 1111 1111, order 4711 of 14.03.2024.',
  ];
  const first = lines.map((line, i) => textAt(72, 700 - 14 * i, line)).join(' ');
  const bytes = textPdf([{ content: first }, { content: textAt(72, 700, 'Nothing personal, 1234 5678') }]);
  const { bytes: result, pages } = await redacted(bytes, { emails: true, phones: true, ibans: true, cards: true });
  expect(pages).toEqual([{ page: 1, matches: 4, boxes: 0 }]);
  expect(result.includes('Nothing personal')).toBe(true);
  if (!hasPoppler) return;
  for (const text of saidTo(result)) {
    for (const gone of ['ada@', '7946', '3704', '0130', '4111']) expect(text).not.toContain(gone);
    for (const kept of ['Write', 'today.', '4711', '14.03.2024', 'Nothing personal, 1234 5678'])
      expect(text).toContain(kept);
  }
});

it('whole words leave longer words alone', async () => {
  const bytes = textPdf([{ content: textAt(72, 700, 'Anna saw Annabel and anna.') }]);
  const all = await redacted(bytes, { text: 'ANNA' });
  const whole = await redacted(bytes, { text: 'ANNA', wholeWord: true });
  expect([all.pages, whole.pages]).toEqual([[{ page: 1, matches: 3, boxes: 0 }], [{ page: 1, matches: 2, boxes: 0 }]]);
  if (hasPoppler) expect(saidTo(whole.bytes)[0]).toMatch(/^saw Annabel and\s+\.?/);
});
