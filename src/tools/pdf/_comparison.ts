import type { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { type OutputFile, overLimit, quote } from '../../core/index.js';
import type { InputFile, Told } from '../../core/tool.js';
import { encodePage, type PagePixels } from '../../engines/image/encode-page.js';
import type { PdfRenderer } from '../../engines/pdfium/renderer.js';
import { type OpenPdf, openPdf } from '../../formats/pdf/document/open.js';
import { withRenderer } from '../../formats/pdf/pictures/render.js';
import { ReadBudget } from '../../formats/pdf/syntax/budget.js';
import { CharacterBudget, visitPages } from '../../formats/pdf/text/page-contents.js';
import { blocksOf } from '../../lib/page-text/blocks.js';
import { matchPages, type PagePair, type PageSignature } from '../../lib/page-text/page-matching.js';
import { readingSearchText } from '../../lib/page-text/search-text.js';
import { piecesOf, type TextChange, textChanges, type WordedPage } from '../../lib/page-text/text-changes.js';
import { wordsOf } from '../../lib/page-text/words.js';
import { comparePictures, thumbnailOf } from '../../lib/pictures/picture-difference.js';
import type { ComparedPage, comparisonData } from './_comparison-data.js';
import { boxReport } from './_report-data.js';

const MAX_PAGES = 200;
/** All pages of a file drawn. Chosen: 200 letter pages at 110 dpi, about 20 s for both files. */
const MAX_PIXELS = 250_000_000;
const MAX_CHANGES = 2_000;
/** Pictures past this many bytes in all are left out. */
const PICTURE_BYTES = 24_000_000;
const THUMBNAIL_DPI = 18;
const MAX_THUMBNAIL_PIXELS = 4_000_000;
const POINTS_PER_INCH = 72;

interface PageText extends PageSignature, WordedPage {
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
      const pieces = piecesOf(search);
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

type PageReport = Told<ComparedPage>;

interface ComparisonOptions {
  readonly by: 'both' | 'text' | 'look';
  readonly dpi: number;
  readonly tolerancePercent: number;
  readonly images: boolean;
  readonly password: string;
}

const changeReport = ({ oldBoxes, newBoxes, ...change }: TextChange) => ({
  ...change,
  oldBoxes: oldBoxes.map(boxReport),
  newBoxes: newBoxes.map(boxReport),
});

/** What is found, pair by pair. */
class Comparison {
  readonly reports: PageReport[] = [];
  readonly images: OutputFile[] = [];
  imagesOmitted = 0;
  changesOmitted = 0;
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
      image: null,
    };
    if (before === undefined || after === undefined) {
      this.reports.push({ ...numbers, ...nothing, status: before === undefined ? 'added' : 'removed' });
      return;
    }
    const changes = this.options.by === 'look' ? [] : textChanges(before, after);
    const sizeDiffers = Math.abs(before.width - after.width) > 0.5 || Math.abs(before.height - after.height) > 0.5;
    const look = renderers === undefined ? undefined : await this.#compareLook(pair, renderers);
    const isChanged = changes.length > 0 || sizeDiffers || (look !== undefined && look.count > 0);
    const status = pair.isMoved ? (isChanged ? 'moved and changed' : 'moved') : isChanged ? 'changed' : 'equal';
    const listed = changes.slice(0, MAX_CHANGES - this.#changes);
    this.#changes += listed.length;
    this.changesOmitted += changes.length - listed.length;
    this.reports.push({
      ...numbers,
      status,
      textChanges: changes.length,
      changes: listed.map(changeReport),
      sizeDiffers,
      differentPercent: look?.percent ?? null,
      regions: look?.regions ?? [],
      image: look?.image ?? null,
    });
  }

  async #compareLook({ before = 0, after = 0 }: PagePair, [left, right]: readonly [PdfRenderer, PdfRenderer]) {
    const { dpi, tolerancePercent } = this.options;
    const { count, regions, marked } = comparePictures(
      left.render(before, { dpi }),
      right.render(after, { dpi }),
      Math.round((tolerancePercent * 255) / 100),
    );
    const scale = POINTS_PER_INCH / dpi;
    return {
      count,
      // Never nothing where something differs.
      percent: count === 0 ? 0 : Math.max(0.0001, Math.round((count / (marked.width * marked.height)) * 1e6) / 1e4),
      regions: regions.map(([x1, y1, x2, y2]) =>
        boxReport({ left: x1 * scale, top: y1 * scale, right: x2 * scale, bottom: y2 * scale }),
      ),
      image: count > 0 && this.options.images ? await this.#picture(marked, after + 1) : null,
    };
  }

  async #picture(marked: PagePixels, page: number): Promise<string | null> {
    if (this.#bytes < PICTURE_BYTES) {
      const bytes = await encodePage(marked, { format: 'png', quality: 85, dpi: this.options.dpi, hasAlpha: false });
      if (this.#bytes + bytes.length <= PICTURE_BYTES) {
        this.#bytes += bytes.length;
        const name = `${this.stem}-page-${page}-differences.png`;
        this.images.push({ name, mime: 'image/png', bytes });
        return name;
      }
    }
    this.imagesOmitted += 1;
    return null;
  }
}

function checkPixels({ name }: OpenPdf, texts: readonly PageText[], dpi: number): void {
  const pixels = texts.reduce((sum, { width, height }) => sum + (width * height * dpi * dpi) / POINTS_PER_INCH ** 2, 0);
  if (pixels > MAX_PIXELS) {
    throw overLimit(
      `The pages of PDF ${quote(name)} must have at most ${MAX_PIXELS} pixels in all at the "dpi" asked for, got ${Math.round(pixels)}`,
    );
  }
}

function open(upload: InputFile, budget: ReadBudget, password: string): OpenPdf {
  const pdf = openPdf(upload, { budget, password });
  if (pdf.pages.length > MAX_PAGES) {
    throw overLimit(
      `PDF ${quote(upload.name)} must have at most ${MAX_PAGES} pages to be compared, got ${pdf.pages.length}`,
    );
  }
  return pdf;
}

/** What two PDFs have in common and what not, page by page. Throws INVALID_INPUT and LIMIT_EXCEEDED, naming the file. */
export async function comparePdfs(
  oldFile: InputFile,
  newFile: InputFile,
  options: ComparisonOptions,
  signal: AbortSignal,
): Promise<{ readonly report: Told<z.output<typeof comparisonData>>; readonly images: readonly OutputFile[] }> {
  const readBudget = new ReadBudget();
  const { password } = options;
  const [before, after] = [open(oldFile, readBudget, password), open(newFile, readBudget, password)];
  const budget = new CharacterBudget();
  const oldTexts = await readTexts(before, oldFile.bytes, signal, budget);
  const newTexts = await readTexts(after, newFile.bytes, signal, budget);
  const isVisual = options.by !== 'text';
  if (isVisual) {
    checkPixels(before, oldTexts, options.dpi);
    checkPixels(after, newTexts, options.dpi);
  }
  const comparison = new Comparison(oldTexts, newTexts, options, stemOf(newFile.name), signal);
  const pairs = matchPages(oldTexts, newTexts);
  const addAll = async (renderers?: readonly [PdfRenderer, PdfRenderer]): Promise<void> => {
    for (const pair of pairs) await comparison.add(pair, renderers);
  };
  if (!isVisual) await addAll();
  else {
    // The engine may draw a font otherwise when the file is open twice.
    const isSame = Buffer.compare(oldFile.bytes, newFile.bytes) === 0;
    await withRenderer(before, oldFile.bytes, (left) =>
      isSame ? addAll([left, left]) : withRenderer(after, newFile.bytes, (right) => addAll([left, right])),
    );
  }
  const { reports, images, imagesOmitted, changesOmitted } = comparison;
  const report = {
    equal: reports.every(({ status }) => status === 'equal'),
    old: { name: oldFile.name, pages: before.pages.length, repaired: before.document.isRepaired },
    new: { name: newFile.name, pages: after.pages.length, repaired: after.document.isRepaired },
    changesOmitted,
    imagesOmitted,
    pages: reports,
  };
  return { report, images };
}
