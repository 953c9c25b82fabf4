import type { MarkdownSlide } from '../../formats/markdown/slides.js';
import { contentsTitle } from '../../lib/documents/contents-title.js';
import type { DocxBlock } from '../../lib/docx-write/blocks.js';

type Contents = Extract<DocxBlock, { readonly kind: 'contents' }>['entries'];

/** What front matter says of a document, and the blocks before its text: title, subtitle and, where asked for, table of contents. */
export function frontPage(entries: ReadonlyMap<string, string>, contents: Contents | undefined) {
  const entryOf = (key: string): string => entries.get(key) ?? '';
  const title = entryOf('title');
  const subtitle = ['subtitle', 'author', 'date'].map(entryOf).filter(Boolean).join(' · ');
  const told = entryOf('lang') || entryOf('language');
  const language = told.length <= 35 && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(told) ? told : '';
  const blocks: DocxBlock[] = [
    ...(title === '' ? [] : [{ kind: 'paragraph', style: 'Title', runs: [{ text: title }] } as const]),
    ...(title === '' || subtitle === ''
      ? []
      : [{ kind: 'paragraph', style: 'Subtitle', runs: [{ text: subtitle }] } as const]),
    ...(contents === undefined
      ? []
      : [
          { kind: 'contents', title: contentsTitle(language), entries: contents } as const,
          { kind: 'page-break' } as const,
        ]),
  ];
  return { title, author: entryOf('author'), language, blocks };
}

/** The slide that front matter with a title makes. */
export function openingSlide(entries: ReadonlyMap<string, string>): MarkdownSlide | undefined {
  const title = entries.get('title') ?? '';
  if (title === '') return undefined;
  const rest = ['subtitle', 'author', 'date'].map((key) => entries.get(key) ?? '').filter(Boolean);
  return {
    title: [{ t: 'text', v: title }],
    isOpening: true,
    nodes: rest.map((line) => ({ t: 'p', c: [{ t: 'text', v: line }] })),
    notes: [],
  };
}
