import type { InputFile } from '../../core/tool.js';
import { docxMarkdown } from '../../lib/docx/write-markdown.js';
import { unlessFaulty } from '../../lib/faults.js';
import { isCompoundFile } from '../../lib/office/compound-file.js';
import { decryptOffice } from '../../lib/office/decrypt.js';
import { OfficePackage } from '../../lib/office/package.js';
import { readProperties } from '../../lib/office/properties.js';
import { escapeMarkdown } from '../../lib/page-text/markdown.js';
import { slidesMarkdown } from '../../lib/pptx/write-slides.js';
import { compactMarkdown } from '../../lib/table/compact-markdown.js';
import { cellText } from '../../lib/table/table.js';
import type { Sheet, Workbook } from '../../lib/workbook/model.js';
import { openDocx, openOdt, openRtf } from '../docx-document.js';
import { openPptx } from '../presentation.js';
import { openSpreadsheet, typedValue } from '../workbook.js';
import type { FileMarkdown, MarkdownReader, Property } from './file-markdown.js';

export const readWord: MarkdownReader = (file, { options: { password } }) => {
  const { document } = openDocx(file, { password });
  const markdown = docxMarkdown(document, { comments: false, pictureName: () => undefined });
  return { kind: 'Word document', ...described(file, password), markdown, warnings: [] };
};

export const readText: MarkdownReader = (file) => {
  const markdown = docxMarkdown(openOdt(file), { comments: false, pictureName: () => undefined });
  return { kind: 'OpenDocument text', ...described(file, ''), markdown, warnings: [] };
};

export const readRich: MarkdownReader = (file) => {
  const { document, properties } = openRtf(file);
  const markdown = docxMarkdown(document, { comments: false, pictureName: () => undefined });
  const named = (name: string): string => properties.get(name) ?? '';
  return {
    kind: 'Rich Text Format',
    title: named('title'),
    properties: [
      ['Title', named('title')],
      ['Author', named('author')],
      ['Subject', named('subject')],
      ['Keywords', named('keywords')],
    ],
    markdown,
    warnings: [],
  };
};

export const readSlides: MarkdownReader = (file, { options: { password, notes } }) => {
  const slides = openPptx(file, password).map((slide) => (notes ? slide : { ...slide, notes: [] }));
  return { kind: 'presentation', ...described(file, password), markdown: slidesMarkdown(slides), warnings: [] };
};

export const readSheets: MarkdownReader = async (file, { options: { password, maxCharacters } }) => {
  const workbook = await openSpreadsheet(file, { password });
  const parts: string[] = [];
  let left = maxCharacters;
  for (const sheet of workbook.sheets) {
    if (left < 0) break;
    const mark = sheet.visibility === 'visible' ? '' : ' (hidden)';
    const part = `## ${escapeMarkdown(sheet.name)}${mark}\n\n${sheetMarkdown(sheet, workbook, left)}`.trimEnd();
    parts.push(part);
    left -= part.length + 2;
  }
  const about = workbook.format === 'xls' ? { title: '', properties: [] } : described(file, password);
  return { kind: 'workbook', ...about, markdown: `${parts.join('\n\n')}\n`, warnings: workbook.warnings };
};

/** Its cells with values, as one table; rows and columns without any are left out. */
function sheetMarkdown({ rows }: Sheet, workbook: Workbook, most: number): string {
  const textOf = (cell: Sheet['rows'][number]['cells'][number]): string => {
    const value = typedValue(cell, workbook);
    return typeof value === 'boolean' ? String(value).toUpperCase() : cellText(value);
  };
  const used = new Set<number>();
  for (const { cells } of rows) for (const { column, value } of cells) if (isShown(value)) used.add(column);
  const columns = [...used].sort((a, b) => a - b);
  const places = new Map(columns.map((column, place) => [column, place]));
  function* lines(): Generator<string[], void> {
    for (const { cells } of rows) {
      const shown = cells.filter(({ value }) => isShown(value));
      if (shown.length === 0) continue;
      const line: string[] = [];
      for (const cell of shown) line[places.get(cell.column) ?? 0] = textOf(cell);
      yield line;
    }
  }
  return compactMarkdown(lines(), columns.length, most);
}

const isShown = (value: Sheet['rows'][number]['cells'][number]['value']): boolean => value !== null && value !== '';

/** What an Office document says of itself. One whose properties are damaged says nothing: its text is what was asked for. */
function described({ bytes }: Pick<InputFile, 'bytes'>, password: string): Pick<FileMarkdown, 'title' | 'properties'> {
  const found = unlessFaulty(() =>
    readProperties(new OfficePackage(isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes)),
  );
  const named = (name: string): string => found?.properties.get(name) ?? '';
  const properties: Property[] = [
    ['Title', named('title')],
    ['Author', named('author')],
    ['Subject', named('subject')],
    ['Keywords', named('keywords')],
    ['Created', named('created')],
    ['Modified', named('modified')],
  ];
  return { title: named('title'), properties };
}
