import type { Block, DocxDocument } from '../docx/model.js';
import { docxMarkdown } from '../docx/write-markdown.js';
import { docxText } from '../docx/write-text.js';
import { escapeMarkdown } from '../page-text/markdown.js';
import type { Slide } from './read-pptx.js';

const documentOf = (blocks: readonly Block[]): DocxDocument => ({
  blocks,
  notes: [],
  comments: [],
  headers: [],
  footers: [],
});

/** Blocks of a slide as Markdown; images are their descriptions. */
export const blocksMarkdown = (blocks: readonly Block[]): string =>
  docxMarkdown(documentOf(blocks), { comments: false, pictureName: () => undefined });

const blocksText = (blocks: readonly Block[]): string =>
  docxText(documentOf(blocks), { notes: false, comments: false, headers: false });

/** Each slide under a comment with its number; titles are headings. */
export function slidesMarkdown(slides: readonly Slide[]): string {
  return slides
    .map(({ number, title, isHidden, blocks, notes }) => {
      const parts = [
        `<!-- Slide ${number}${isHidden ? ', hidden' : ''} -->`,
        title === '' ? '' : `# ${escapeMarkdown(title)}`,
        blocksMarkdown(blocks).trimEnd(),
        notes.length === 0 ? '' : `**Notes:**\n\n${blocksMarkdown(notes).trimEnd()}`,
      ];
      return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
    })
    .join('\n');
}

/** Each slide under a line with its number. */
export function slidesText(slides: readonly Slide[]): string {
  return slides
    .map(({ number, title, isHidden, blocks, notes }) => {
      const parts = [
        `Slide ${number}${isHidden ? ' (hidden)' : ''}${title === '' ? '' : `: ${title}`}`,
        blocksText(blocks).trimEnd(),
        notes.length === 0 ? '' : `Notes:\n${blocksText(notes).trimEnd()}`,
      ];
      return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
    })
    .join('\n');
}
