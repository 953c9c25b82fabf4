/** What a Word document says, freed of its looks: what the writers of text, Markdown and HTML stand on. */
export interface DocxDocument {
  readonly blocks: readonly Block[];
  /** Footnotes and endnotes that the text refers to, in that order. */
  readonly notes: readonly Note[];
  /** In the order of the file. */
  readonly comments: readonly Comment[];
  readonly headers: readonly (readonly Block[])[];
  readonly footers: readonly (readonly Block[])[];
}

export interface Note {
  readonly number: number;
  readonly blocks: readonly Block[];
}

export interface Comment {
  readonly author: string;
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Table;

export interface Paragraph {
  readonly kind: 'paragraph' | 'heading' | 'item' | 'code' | 'quote' | 'rule';
  /** Of a heading, 1 to 6. */
  readonly level: number;
  /** Of an item, and of code that belongs to one. */
  readonly item: ListItem | undefined;
  /** Of code, where the document says it. */
  readonly language?: string | undefined;
  readonly runs: readonly Run[];
}

export interface ListItem {
  /** From 0 to 8. */
  readonly depth: number;
  /** `none`: the paragraph belongs to the item above. */
  readonly marker: 'number' | 'bullet' | 'none';
  readonly number: number;
  /** As Word shows it, such as `2.1` or `b)`. */
  readonly label: string;
  /** As the attribute `type` of HTML's lists. */
  readonly type: '1' | 'a' | 'A' | 'i' | 'I';
  /** Items of one list have one number. */
  readonly list: string;
}

export interface Look {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isMono: boolean;
  readonly script: 'superscript' | 'subscript' | undefined;
  readonly link: string | undefined;
}

export const PLAIN_LOOK: Look = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isMono: false,
  script: undefined,
  link: undefined,
};

/** Text holds tabs and line feeds (line breaks) too. */
export type Run = Look &
  (
    | { readonly kind: 'text'; readonly text: string }
    /** LaTeX. */
    | { readonly kind: 'formula'; readonly text: string; readonly isDisplay: boolean }
    | { readonly kind: 'note'; readonly number: number }
    /** `part` is its path in the package; empty where the document has only its description. */
    | { readonly kind: 'image'; readonly part: string; readonly alt: string }
  );

export interface Table {
  readonly kind: 'table';
  readonly columns: number;
  /** Whether the first row repeats on each page. */
  readonly hasHeader: boolean;
  /** As long as `columns`; `undefined` where a cell from above or the left reaches. */
  readonly rows: readonly (readonly (TableCell | undefined)[])[];
}

export interface TableCell {
  readonly blocks: readonly Block[];
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Runs of one link as one piece, each other run alone. */
export function linkedRuns(
  runs: readonly Run[],
): { readonly link: string | undefined; readonly runs: readonly Run[] }[] {
  const pieces: { link: string | undefined; runs: Run[] }[] = [];
  for (const run of runs) {
    const last = pieces.at(-1);
    if (last !== undefined && last.link === run.link) last.runs.push(run);
    else pieces.push({ link: run.link, runs: [run] });
  }
  return pieces;
}

/** Whether a paragraph of code or of a quote goes on with the block of the one above. */
export const goesOn = (above: Block | undefined, block: Block): boolean =>
  above !== undefined &&
  above.kind === block.kind &&
  (above.kind === 'table' || block.kind === 'table' || above.language === block.language);

const LOOKS = ['isBold', 'isItalic', 'isStruck', 'isMono', 'script', 'link'] as const;

export const looksAlike = (a: Run, b: Run): boolean => LOOKS.every((key) => a[key] === b[key]);
