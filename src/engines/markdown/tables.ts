import MarkdownIt from 'markdown-it';

/** Lines of a table in a Markdown document, from 0; `end` is behind its last. */
export interface TableLines {
  readonly start: number;
  readonly end: number;
  /** It stands in a quote or a list, whose marks are on its lines. */
  readonly isInside: boolean;
}

/** The tables of a document as GitHub reads it; nothing else of it is read. Time grows with nesting: run it within a WorkTime. */
export function findTables(text: string): readonly TableLines[] {
  const reader = new MarkdownIt({ html: true, maxNesting: 100 });
  reader.core.ruler.enableOnly(['normalize', 'block']);
  return reader
    .parse(text, {})
    .filter(({ type }) => type === 'table_open')
    .map(({ map, level }) => ({ start: map?.[0] ?? 0, end: map?.[1] ?? 0, isInside: level > 0 }));
}
