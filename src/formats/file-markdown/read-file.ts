import { extensionOf } from '../../core/files.js';
import type { InputFile } from '../../core/tool.js';
import { PICTURE_ENDINGS } from '../../engines/image/picture.js';
import { WORD_FILES } from '../docx-document.js';
import { PRESENTATION_FILES } from '../presentation.js';
import { SPREADSHEETS } from '../workbook.js';
import { readXmlOrFeed } from './feeds.js';
import type { FileMarkdown, MarkdownReader, MarkdownRun } from './file-markdown.js';
import { readMessages } from './mail.js';
import { readRich, readSheets, readSlides, readText, readWord } from './office.js';
import { readImage, readPdf } from './pages.js';
import { LANGUAGES, readCode, readNotebook, readPlain, readTable } from './texts.js';
import { readBook, readPage } from './web.js';

const READERS: ReadonlyMap<string, MarkdownReader> = new Map<string, MarkdownReader>([
  ...[...WORD_FILES].map((ending) => [ending, readWord] as const),
  ...[...PRESENTATION_FILES].map((ending) => [ending, readSlides] as const),
  ...[...SPREADSHEETS].map((ending) => [ending, readSheets] as const),
  ...['.odt', '.ott'].map((ending) => [ending, readText] as const),
  ['.rtf', readRich],
  ['.pdf', readPdf],
  ['.epub', readBook],
  ...['.html', '.htm', '.xhtml'].map((ending) => [ending, readPage] as const),
  ...['.eml', '.msg', '.mbox', '.mht', '.mhtml'].map((ending) => [ending, readMessages] as const),
  ...['.csv', '.tsv'].map((ending) => [ending, readTable] as const),
  ['.ipynb', readNotebook],
  ...[...LANGUAGES.keys()].map((ending) => [ending, readCode] as const),
  ...['.xml', '.rss', '.atom'].map((ending) => [ending, readXmlOrFeed] as const),
  ...['.txt', '.md', '.markdown', '.log'].map((ending) => [ending, readPlain] as const),
  ...[...PICTURE_ENDINGS].map((ending) => [ending, readImage] as const),
]);

/** Endings of files that `readMarkdown` reads. */
export const MARKDOWN_SOURCES = [...READERS.keys()];

/**
 * A caller's file as Markdown, by the ending of its name; `done` of `all` files are read. Throws INVALID_INPUT, naming it, where it is
 * damaged; LIMIT_EXCEEDED, also where the time is up.
 */
export function readMarkdown(
  file: InputFile,
  run: MarkdownRun,
  { done, all }: { readonly done: number; readonly all: number },
): FileMarkdown | Promise<FileMarkdown> {
  const reader = READERS.get(extensionOf(file.name)) ?? readPlain;
  // Pictures have a time of their own: a page takes less.
  if (reader !== readImage) run.workTime.check(done, all, 'send fewer files', 'files');
  return reader(file, run);
}
