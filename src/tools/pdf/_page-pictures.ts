import type { OutputFile } from '../../core/index.js';
import type { structuredPages } from '../../formats/pdf/text/structured-pages.js';
import type { Item } from '../../lib/page-text/structure.js';

export type StructuredPdf = Awaited<ReturnType<typeof structuredPages>>;

/** The pictures of a document's pages as files named after it: a link is asked for item by item, in the order of each page. */
export class PagePictures {
  readonly files: OutputFile[] = [];
  readonly #numbers = new Map<number, number>();

  constructor(
    private readonly document: StructuredPdf,
    private readonly stem: string,
  ) {}

  /** The picture that an item of a page is; `undefined` for other items. */
  of(page: number, item: Item): OutputFile | undefined {
    const picture = item.kind === 'picture' ? this.document.pictures.get(item.box) : undefined;
    if (picture === undefined) return undefined;
    const number = (this.#numbers.get(page) ?? 0) + 1;
    this.#numbers.set(page, number);
    const { bytes, ending, mime } = picture.file;
    return { name: `${this.stem}-page-${page}-${number}.${ending}`, mime, bytes };
  }

  /** The same as a file of the result, and its name. */
  linked(page: number, item: Item): string | undefined {
    const file = this.of(page, item);
    if (file !== undefined) this.files.push(file);
    return file?.name;
  }
}

/** What stands behind the pages where letters have no characters; empty where all have. */
export const unreadableNote = ({ unreadable }: StructuredPdf): string =>
  unreadable === 0 ? '' : `<!-- ${unreadable} letters have no character in their fonts and are omitted -->`;
