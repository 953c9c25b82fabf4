import { escapeMarkdown } from '../page-text/markdown.js';

/**
 * A table of GFM without padding, as language models are sent it; the first row is its header. Rows may be shorter than `width`.
 * Ends after the row with which it has more than `most` characters.
 */
export function compactMarkdown(rows: Iterable<readonly string[]>, width: number, most: number): string {
  if (width === 0) return '';
  const lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = `| ${Array.from({ length: width }, (_, column) => cellMarkdown(row[column] ?? '')).join(' | ')} |`;
    lines.push(line);
    if (lines.length === 1) lines.push(`|${' --- |'.repeat(width)}`);
    length += line.length + 1;
    if (length > most) break;
  }
  return lines.join('\n');
}

const cellMarkdown = (text: string): string =>
  /[^\w .,:/+-]/.test(text)
    ? escapeMarkdown(text.trim())
        .replaceAll('|', '\\|')
        .replace(/\r\n?|\n/g, '<br>')
    : text.trim();
