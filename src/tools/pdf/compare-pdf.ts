import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, json, type OutputFile, overLimit, quote, withFiles } from '../../core/index.js';
import type { InputFile, Told } from '../../core/tool.js';
import { encodePage, type PagePixels } from '../../engines/image/encode-page.js';
import type { PdfRenderer } from '../../engines/pdfium/renderer.js';
import { type OpenPdf, openPdf } from '../../formats/pdf/document/open.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { diffSequences, internPieces } from '../../lib/diff/sequence-diff.js';
import { blocksOf } from '../../lib/page-text/blocks.js';
import { matchPages, type PagePair, type PageSignature } from '../../lib/page-text/page-matching.js';
import { readingSearchText, type SearchText } from '../../lib/page-text/search-text.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { comparePictures, thumbnailOf } from '../../lib/pictures/picture-difference.js';
import { type ComparedPage, comparisonData } from './_comparison-data.js';
import { CharacterBudget, visitPages } from './_page-contents.js';
import { boxReport } from './_report-data.js';

const MAX_PAGES = 200;
const MAX_CHANGES = 2_000;
/** All pages of a file drawn. Chosen: 200 letter pages at 110 dpi, about 20 s for both files. */
const MAX_PIXELS = 250_000_000;
/** Pictures past this many bytes in all are left out. */
const PICTURE_BYTES = 24_000_000;
const THUMBNAIL_DPI = 18;
const MAX_THUMBNAIL_PIXELS = 4_000_000;
const POINTS_PER_INCH = 72;

interface PageText extends PageSignature {
  readonly search: SearchText;
  readonly pieces: readonly { readonly text: string; readonly start: number; readonly end: number }[];
  readonly width: number;
  readonly height: number;
}

/** The words of every page, and what it looks like where it has none. */
async function readTexts(
  pdf: OpenPdf,
  bytes: Uint8Array,
  signal: AbortSignal,
  budget: CharacterBudget,
): Promise<PageText[]> {
  const texts: PageText[] = [];
  await visitPages(
    pdf,
    bytes,
    pdf.pages.map(({ index }) => index + 1),
    (content, page, renderer) => {
      const search = readingSearchText(blocksOf(wordsOf(content.glyphs)));
      const pieces = [...search.text.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
        text,
        start: index,
        end: index + text.length,
      }));
      const words = new Map<string, number>();
      for (const { text } of pieces) words.set(text, (words.get(text) ?? 0) + 1);
      const isDrawable = content.width * content.height * (THUMBNAIL_DPI / POINTS_PER_INCH) ** 2 < MAX_THUMBNAIL_PIXELS;
      const thumbnail =
        pieces.length === 0 && isDrawable ? thumbnailOf(renderer.render(page - 1, { dpi: THUMBNAIL_DPI })) : undefined;
      texts.push({
        search,
        pieces,
        words,
        count: pieces.length,
        thumbnail,
        width: content.width,
        height: content.height,
      });
    },
    { signal, budget },
  );
  return texts;
}

interface TextChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly old: string;
  readonly new: string;
  readonly oldBoxes: readonly ReturnType<typeof boxReport>[];
  readonly newBoxes: readonly ReturnType<typeof boxReport>[];
}

/** What was put in the place of what, word by word. */
function textChanges(before: PageText, after: PageText): TextChange[] {
  const [left, right] = internPieces(
    before.pieces.map(({ text }) => text),
    after.pieces.map(({ text }) => text),
  );
  const part = ({ pieces, search }: PageText, start: number, end: number) => {
    const [from, to] = [pieces[start]?.start ?? 0, pieces[end - 1]?.end ?? 0];
    return end <= start
      ? { text: '', boxes: [] }
      : { text: search.text.slice(from, to).replace(/\s+/g, ' '), boxes: search.boxes(from, to).map(boxReport) };
  };
  return diffSequences(left, right, 5_000_000).edits.map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const old = part(before, oldStart, oldEnd);
    const fresh = part(after, newStart, newEnd);
    const kind = old.text === '' ? 'added' : fresh.text === '' ? 'removed' : 'changed';
    return { kind, old: old.text, new: fresh.text, oldBoxes: old.boxes, newBoxes: fresh.boxes };
  });
}

function checkPixels({ name }: OpenPdf, texts: readonly PageText[], dpi: number): void {
  const pixels = texts.reduce((sum, { width, height }) => sum + (width * height * dpi * dpi) / POINTS_PER_INCH ** 2, 0);
  if (pixels > MAX_PIXELS) {
    throw overLimit(
      `The pages of PDF ${quote(name)} must have at most ${MAX_PIXELS} pixels in all at the "dpi" asked for, got ${Math.round(pixels)}`,
    );
  }
}

function open(upload: InputFile, budget: ReadBudget): OpenPdf {
  const pdf = openPdf(upload, { budget });
  if (pdf.pages.length > MAX_PAGES) {
    throw overLimit(
      `PDF ${quote(upload.name)} must have at most ${MAX_PAGES} pages to be compared, got ${pdf.pages.length}`,
    );
  }
  return pdf;
}

type PageReport = Told<ComparedPage>;

/** Of examples. */
const SAME_LOOK = { sizeDiffers: false, differentPercent: null, regions: [], picture: null };

interface ComparisonOptions {
  readonly mode: 'both' | 'text' | 'visual';
  readonly dpi: number;
  readonly tolerance: number;
  readonly pictures: boolean;
}

/** What is found, pair by pair. */
class Comparison {
  readonly reports: PageReport[] = [];
  readonly pictures: OutputFile[] = [];
  picturesLeftOut = 0;
  changesLeftOut = 0;
  #bytes = 0;
  #changes = 0;

  constructor(
    private readonly oldTexts: readonly PageText[],
    private readonly newTexts: readonly PageText[],
    private readonly options: ComparisonOptions,
    private readonly stem: string,
    private readonly signal: AbortSignal,
  ) {}

  async add(pair: PagePair, renderers?: readonly [PdfRenderer, PdfRenderer]): Promise<void> {
    this.signal.throwIfAborted();
    const before = pair.before === undefined ? undefined : this.oldTexts[pair.before];
    const after = pair.after === undefined ? undefined : this.newTexts[pair.after];
    const numbers = {
      old: pair.before === undefined ? null : pair.before + 1,
      new: pair.after === undefined ? null : pair.after + 1,
    };
    const nothing = {
      textChanges: 0,
      changes: [],
      sizeDiffers: false,
      differentPercent: null,
      regions: [],
      picture: null,
    };
    if (before === undefined || after === undefined) {
      this.reports.push({ ...numbers, ...nothing, status: before === undefined ? 'added' : 'removed' });
      return;
    }
    const changes = this.options.mode === 'visual' ? [] : textChanges(before, after);
    const sizeDiffers = Math.abs(before.width - after.width) > 0.5 || Math.abs(before.height - after.height) > 0.5;
    const look = renderers === undefined ? undefined : await this.#compareLook(pair, renderers);
    const isChanged = changes.length > 0 || sizeDiffers || (look !== undefined && look.count > 0);
    const status = pair.isMoved ? (isChanged ? 'moved and changed' : 'moved') : isChanged ? 'changed' : 'equal';
    const listed = changes.slice(0, MAX_CHANGES - this.#changes);
    this.#changes += listed.length;
    this.changesLeftOut += changes.length - listed.length;
    this.reports.push({
      ...numbers,
      status,
      textChanges: changes.length,
      changes: listed,
      sizeDiffers,
      differentPercent: look?.percent ?? null,
      regions: look?.regions ?? [],
      picture: look?.picture ?? null,
    });
  }

  async #compareLook({ before = 0, after = 0 }: PagePair, [left, right]: readonly [PdfRenderer, PdfRenderer]) {
    const { dpi, tolerance } = this.options;
    const { count, regions, marked } = comparePictures(
      left.render(before, { dpi }),
      right.render(after, { dpi }),
      Math.round((tolerance * 255) / 100),
    );
    const scale = POINTS_PER_INCH / dpi;
    return {
      count,
      // Never nothing where something differs.
      percent: count === 0 ? 0 : Math.max(0.0001, Math.round((count / (marked.width * marked.height)) * 1e6) / 1e4),
      regions: regions.map(([x1, y1, x2, y2]) =>
        boxReport({ left: x1 * scale, top: y1 * scale, right: x2 * scale, bottom: y2 * scale }),
      ),
      picture: count > 0 && this.options.pictures ? await this.#picture(marked, after + 1) : null,
    };
  }

  async #picture(marked: PagePixels, page: number): Promise<string | null> {
    if (this.#bytes < PICTURE_BYTES) {
      const bytes = await encodePage(marked, { format: 'png', quality: 85, dpi: this.options.dpi, hasAlpha: false });
      if (this.#bytes + bytes.length <= PICTURE_BYTES) {
        this.#bytes += bytes.length;
        const name = `${this.stem}-page-${page}-differences.png`;
        this.pictures.push({ name, mime: 'image/png', bytes });
        return name;
      }
    }
    this.picturesLeftOut += 1;
    return null;
  }
}

export default defineTool({
  id: 'compare-pdf',
  title: 'Compare PDF',
  summary:
    'Compares two PDFs page by page: which words changed, which pages moved, came or went, and where pages look different, with pictures.',
  family: 'pdf',
  class: 'native',
  input: 'none',
  files: { min: 2, max: 2, formats: ['.pdf'] },
  options: {
    mode: z
      .enum(['both', 'text', 'visual'])
      .default('both')
      .describe('What is compared: the words, the look of the pages, or both.'),
    dpi: z
      .number()
      .multipleOf(1)
      .min(36)
      .max(300)
      .default(100)
      .describe('Dots per inch at which pages are drawn for comparing.'),
    tolerance: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(100)
      .default(10)
      .describe('How far colours may differ and still count as the same, in percent.'),
    pictures: z
      .boolean()
      .default(true)
      .describe('Gives a PNG of each page that looks different, with the differences marked.'),
  },
  result: 'mixed',
  data: comparisonData,
  notes: [
    'The first file is the old one, the second the new one.',
    'Pages are paired by their words (pages without words by their look), so an inserted page does not make all pages after it different. "status" is equal, changed, moved, moved and changed, added or removed.',
    'Words are compared in the order of reading, so other line breaks and hyphens are no difference; text that moved to another page is removed there and added here.',
    'Pictures show both pages in pale grey, what only the old one has in red, what only the new one has in green, with frames around it. They stop at 24 MB in all: "picturesLeftOut" counts the rest.',
    'Places are in points (1/72 inch) from the upper left corner of the page as it is shown. At most 200 pages a file, 1,000,000 characters in both, 250 megapixels a file at the dpi asked for, 2,000 changes listed and 200 regions a page.',
  ],
  aliases: [
    'pdf diff',
    'diff pdf',
    'compare two pdfs',
    'pdf difference checker',
    'pdf redline',
    'find changes between pdfs',
  ],
  verified: [
    'Planted differences: each of 30 words changed, removed or added in a made text is listed at its place, and nothing else; a moved page, an added and a removed one, another page size and a coloured dot of 1 × 1 point are found.',
    'poppler 22.12: the pixels that differ on three made pages lie inside the regions found, as pictures by pdftoppm tell.',
    'By hand: each of 172 real and damaged files is equal to itself.',
  ],
  examples: [
    {
      title: 'A word changed, a page moved, one added',
      options: { mode: 'text' },
      files: [
        { name: 'report-old.pdf', fixture: 'pdf/report-old.pdf' },
        { name: 'report-new.pdf', fixture: 'pdf/report-new.pdf' },
      ],
      output: {
        data: {
          equal: false,
          old: { name: 'report-old.pdf', pages: 3, repaired: false },
          new: { name: 'report-new.pdf', pages: 4, repaired: false },
          changesLeftOut: 0,
          picturesLeftOut: 0,
          pages: [
            {
              old: 1,
              new: 1,
              status: 'changed',
              textChanges: 1,
              changes: [
                {
                  kind: 'changed',
                  old: '100',
                  new: '120',
                  oldBoxes: [{ x: 131.91, y: 133.6, width: 18.35, height: 12.86 }],
                  newBoxes: [{ x: 131.91, y: 133.6, width: 18.35, height: 12.86 }],
                },
              ],
              ...SAME_LOOK,
            },
            { old: 3, new: 2, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK },
            {
              old: 2,
              new: 3,
              status: 'moved and changed',
              textChanges: 1,
              changes: [
                {
                  kind: 'added',
                  old: '',
                  new: 'A line was added at the end.',
                  oldBoxes: [],
                  newBoxes: [{ x: 72, y: 149.6, width: 138.81, height: 12.86 }],
                },
              ],
              ...SAME_LOOK,
            },
            { old: null, new: 4, status: 'added', textChanges: 0, changes: [], ...SAME_LOOK },
          ],
        },
      },
    },
    {
      title: 'Pictures of what looks different',
      options: { mode: 'visual' },
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'damaged.pdf', fixture: 'pdf/damaged.pdf' },
      ],
      output: {
        files: [
          { name: 'damaged-page-1-differences.png', mime: 'image/png' },
          { name: 'damaged-page-2-differences.png', mime: 'image/png' },
        ],
      },
    },
    {
      title: 'A file compared with itself',
      files: [
        { name: 'a.pdf', fixture: 'pdf/scan.pdf' },
        { name: 'b.pdf', fixture: 'pdf/scan.pdf' },
      ],
      output: {
        data: {
          equal: true,
          old: { name: 'a.pdf', pages: 2, repaired: false },
          new: { name: 'b.pdf', pages: 2, repaired: false },
          changesLeftOut: 0,
          picturesLeftOut: 0,
          pages: [
            { old: 1, new: 1, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK, differentPercent: 0 },
            { old: 2, new: 2, status: 'equal', textChanges: 0, changes: [], ...SAME_LOOK, differentPercent: 0 },
          ],
        },
      },
    },
    {
      title: 'A file that asks for a password',
      files: [
        { name: 'letter.pdf', fixture: 'pdf/letter.pdf' },
        { name: 'locked.pdf', fixture: 'pdf/locked-256.pdf' },
      ],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read PDF "locked.pdf": it is encrypted with a password and must be unlocked first',
      },
    },
  ],
  async run({ files, options, signal }) {
    const [oldFile, newFile] = files as readonly [InputFile, InputFile];
    const readBudget = new ReadBudget();
    const [before, after] = [open(oldFile, readBudget), open(newFile, readBudget)];
    const budget = new CharacterBudget();
    const oldTexts = await readTexts(before, oldFile.bytes, signal, budget);
    const newTexts = await readTexts(after, newFile.bytes, signal, budget);
    const isVisual = options.mode !== 'text';
    if (isVisual) {
      checkPixels(before, oldTexts, options.dpi);
      checkPixels(after, newTexts, options.dpi);
    }
    const comparison = new Comparison(oldTexts, newTexts, options, stemOf(newFile.name), signal);
    const pairs = matchPages(oldTexts, newTexts);
    // The engine may draw a font otherwise when the file is open twice.
    if (isVisual && Buffer.compare(oldFile.bytes, newFile.bytes) === 0) {
      await withRenderer(before, oldFile.bytes, async (renderer) => {
        for (const pair of pairs) await comparison.add(pair, [renderer, renderer]);
      });
    } else if (isVisual) {
      await withRenderer(before, oldFile.bytes, (left) =>
        withRenderer(after, newFile.bytes, async (right) => {
          for (const pair of pairs) await comparison.add(pair, [left, right]);
        }),
      );
    } else for (const pair of pairs) await comparison.add(pair);
    const { reports, pictures, picturesLeftOut, changesLeftOut } = comparison;
    return withFiles(
      json(
        {
          equal: reports.every(({ status }) => status === 'equal'),
          old: { name: oldFile.name, pages: before.pages.length, repaired: before.document.isRepaired },
          new: { name: newFile.name, pages: after.pages.length, repaired: after.document.isRepaired },
          changesLeftOut,
          picturesLeftOut,
          pages: reports,
        },
        { name: `${stemOf(newFile.name)}-differences.json` },
      ),
      pictures,
    );
  },
});
