import { overLimit, quote } from '../../core/errors.js';
import { greyPicture } from '../../engines/image/grey.js';
import { openPages } from '../../engines/image/picture.js';
import { textOfPage } from '../../lib/documents/ocr-page.js';
import { escapeLineStart, escapeMarkdown, markdownOf } from '../../lib/page-text/markdown.js';
import { MAX_MARKS_IN_ALL, readText } from '../ocr/read-text.js';
import { infoOf } from '../pdf/document/metadata.js';
import { openPdf } from '../pdf/document/open.js';
import { pageSetOf } from '../pdf/pages/page-ranges.js';
import { structuredPages } from '../pdf/text/structured-pages.js';
import type { MarkdownReader, MarkdownRun } from './file-markdown.js';

/** All pictures together, as in ocr-image. */
const MAX_PIXELS = 100_000_000;

export const readPdf: MarkdownReader = async (file, { options, signal, pdfBudget, characters }) => {
  const pdf = openPdf(file, { budget: pdfBudget, password: options.password });
  const { pages, withoutText, unreadable } = await structuredPages(pdf, file.bytes, pageSetOf('', pdf), {
    signal,
    budget: characters,
    tables: options.tables,
    images: false,
    dropRepeated: true,
  });
  const parts = pages.map(({ page, items }) => {
    const mark = withoutText.includes(page)
      ? `<!-- page ${page}: no text layer -->`
      : options.pageMarks
        ? `<!-- page ${page} -->`
        : '';
    return [mark, markdownOf(items, () => undefined)].filter((part) => part !== '').join('\n\n');
  });
  const markdown = parts.filter((part) => part !== '').join('\n\n');
  const { title, author, subject, keywords, creationDate, modificationDate } = infoOf(pdf.document);
  const warnings = [...pdf.document.warnings];
  if (withoutText.length > 0)
    warnings.push(`${withoutText.length} of ${pages.length} pages have no text: ocr-pdf reads scanned pages`);
  if (unreadable > 0) warnings.push(`${unreadable} letters have no character in their fonts and are omitted`);
  return {
    kind: 'PDF',
    title: title ?? '',
    properties: [
      ['Title', title],
      ['Author', author],
      ['Subject', subject],
      ['Keywords', keywords],
      ['Created', creationDate],
      ['Modified', modificationDate],
    ],
    markdown: markdown === '' ? '' : `${markdown}\n`,
    warnings,
  };
};

/** The text that is read in a picture, those of the pages of a TIFF one after another. */
export const readImage: MarkdownReader = async (file, run) => {
  const pictures = await openPages(file, run.signal);
  takePixels(
    run,
    file.name,
    pictures.reduce((sum, { width, height }) => sum + width * height, 0),
  );
  const texts: string[] = [];
  for (const picture of pictures) {
    run.signal.throwIfAborted();
    run.readingTime.check(texts.length, pictures.length, 'send fewer');
    const read = await readText(await greyPicture(picture), {
      languages: run.languages,
      layout: 'auto',
      digitsOnly: false,
      isPrepared: true,
    });
    run.marks += read.marks;
    if (run.marks > MAX_MARKS_IN_ALL)
      throw overLimit(
        `Images must have at most ${MAX_MARKS_IN_ALL} marks in all: with ${quote(file.name)} it is ${run.marks}`,
      );
    texts.push(escapeLineStart(escapeMarkdown(textOfPage(read.page).trim())));
  }
  const markdown = texts.filter((text) => text !== '').join('\n\n');
  return {
    kind: 'image',
    title: '',
    properties: [],
    markdown: markdown === '' ? '' : `${markdown}\n`,
    warnings: markdown === '' ? ['No text was found in the image'] : [],
  };
};

function takePixels(run: MarkdownRun, name: string, own: number): void {
  if (run.pixels + own > MAX_PIXELS)
    throw overLimit(
      `Images must have at most ${MAX_PIXELS} pixels in all: with ${quote(name)} it is ${run.pixels + own}`,
    );
  run.pixels += own;
}
