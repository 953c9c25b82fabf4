import type { DocxBlock, DocxSection } from '../docx-write/blocks.js';
import type { FontKind } from '../docx-write/fonts.js';
import { type Box, boxAround } from '../page-text/glyphs.js';
import { middle } from '../page-text/middle.js';
import type { Item, StructuredPage, TextItem } from '../page-text/structure.js';
import type { Span, TextPlace } from '../page-text/text-place.js';
import { type Band, bandsOf, type PlacedItem } from './bands.js';
import { Lettering } from './letters.js';
import { bottomOf, lineHeight, paragraphOf, topOf, USUAL_STEP } from './paragraphs.js';
import { type PageBehind, tableOf } from './tables.js';

export interface PictureFile {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg';
}

export interface LaidOutDocument {
  readonly blocks: readonly DocxBlock[];
  readonly fonts: ReadonlyMap<string, FontKind>;
  /** Those of most of the text. */
  readonly usual: { readonly font: string; readonly fontSize: number } | undefined;
}

/** Room that lines may be longer in another program than on the page before they are wrapped. Points. */
const SLACK = 2;
/** Room that may be needed at the foot, as lines there may be a little higher. Points. */
const FOOT_SLACK = 30;
const LEAST_MARGIN = 4;
/** Of pages without text. Points. */
const USUAL_MARGIN = 54;
/** What a line with a picture has below it. Points. */
const BELOW_PICTURE = 3;
/** More filled areas of a page are a drawing: each is looked at for every cell and paragraph. */
const MAX_FILLS = 5_000;
/** A picture over this share of a page is its background, or a scan. */
const FULL_PAGE = 0.6;

/** Pages as Word lays them out: text with its looks, where it stands. */
export function laidOut(
  pages: readonly StructuredPage[],
  pictures: ReadonlyMap<Box, { readonly file: PictureFile }>,
  hasBreaks: boolean,
): LaidOutDocument {
  const parts = pages.map(partsOf);
  const writer = new PageWriter(parts, pictures, hasBreaks);
  for (const one of parts) writer.page(one);
  return writer.end();
}

const boxOf = (item: Item): Box | undefined => {
  if (item.kind === 'table') return item.table.box;
  if (item.kind === 'picture') return item.box;
  return item.places.length === 0 ? undefined : boxAround(item.places.map(({ box }) => box));
};

/** What of a page stands where, sorted once. */
interface PageParts {
  readonly page: StructuredPage;
  readonly floating: readonly PlacedItem[];
  readonly flowing: readonly PlacedItem[];
  readonly unplaced: readonly TextItem[];
}

/** Pages of one size have the same margins, the least that any of them has. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const sizeKey = ({ width, height }: Pick<StructuredPage, 'width' | 'height'>): string =>
  `${Math.round(width)} ${Math.round(height)}`;

class PageWriter {
  readonly #blocks: DocxBlock[] = [];
  readonly #lettering = new Lettering();
  readonly #share: number;
  readonly #frames: ReadonlyMap<string, Frame>;
  #open: { readonly key: string; readonly section: DocxSection } | undefined;
  #isFirst = true;

  constructor(
    pages: readonly PageParts[],
    private readonly pictures: ReadonlyMap<Box, { readonly file: PictureFile }>,
    private readonly hasBreaks: boolean,
  ) {
    this.#share = usualShare(pages.map(({ page }) => page));
    this.#frames = framesOf(pages, this.#share);
  }

  end(): LaidOutDocument {
    this.#close();
    return { blocks: this.#blocks, fonts: this.#lettering.fonts, usual: this.#lettering.usual() };
  }

  page({ page, floating, flowing, unplaced }: PageParts): void {
    const key = sizeKey(page);
    const frame = this.#frames.get(key);
    if (frame === undefined) return;
    const fills = page.fills.length > MAX_FILLS ? [] : page.fills;
    const behind = { fills, pictures: floating.map(({ box }) => box), links: page.links, rulings: page.rulings };
    const bands = bandsOf(flowing);
    const isNew = this.hasBreaks && !this.#isFirst;
    let cursor = frame.top;
    let begins = true;
    for (const band of bands.length === 0 ? [{ columns: [] }] : bands) {
      const isPageStart = begins && (isNew || this.#isFirst);
      const room = band.columns.length < 2 ? 0 : Math.max(0, this.#topOf(band) - cursor);
      // Room above columns is that of what stands before them: not all programs leave it at the top of each.
      if (room >= 1 && !isPageStart) this.#blocks.push({ kind: 'gap', height: room });
      cursor += room;
      this.#section(band, { ...frame, top: frame.top + (isPageStart ? room : 0) }, key, begins && isNew);
      if (begins) this.#float(floating, isScan(page));
      begins = false;
      const ends = band.columns.map(({ items, left, right }, i) => {
        const column =
          band.columns.length > 1 ? { left, right } : { left: frame.left, right: frame.width - frame.right };
        return this.#column(items, { column, cursor, isFirst: i === 0, before: band.columns[i - 1]?.items }, behind);
      });
      cursor = Math.max(cursor, ...ends);
    }
    for (const item of unplaced) this.#blocks.push(...paragraphOf(item, undefined, this.#lettering, behind));
    this.#isFirst = false;
  }

  #topOf({ columns }: Band): number {
    const tops = columns.flatMap(({ items: [first] }) => {
      if (first === undefined) return [];
      const { item, box } = first;
      const place = 'places' in item ? item.places[0] : undefined;
      return place === undefined ? box.top : topOf(place, lineHeight(place, this.#share));
    });
    return Math.min(...tops);
  }

  /** Makes sure that what follows stands in a section with the columns of a band. */
  #section({ columns }: Band, frame: Frame, size: string, isNewPage: boolean): void {
    const isSingle = columns.length < 2;
    const key = isSingle ? size : '';
    if (this.#open !== undefined && isSingle && this.#open.key === key) {
      if (isNewPage) this.#blocks.push({ kind: 'page-break' });
      return;
    }
    const before = this.#open?.section;
    const isOtherPage = before !== undefined && sizeKey(before) !== sizeKey(frame);
    this.#close();
    const { width, height, left, top, right, bottom } = frame;
    const [first, last] = [columns[0], columns.at(-1)];
    const margins =
      isSingle || first === undefined || last === undefined
        ? { left, top, right: Math.max(0, right - SLACK), bottom }
        : { left: first.left, top, right: Math.max(0, width - last.right - SLACK), bottom };
    const sides = columns.map((column, i) => {
      const next = columns[i + 1];
      const own = column.right - column.left + SLACK;
      return { width: own, space: next === undefined ? 0 : Math.max(0, next.left - column.left - own) };
    });
    const section = {
      width,
      height,
      margins,
      ...(isSingle ? {} : { columns: sides }),
      isContinuous: this.#blocks.length > 0 && !isNewPage && !isOtherPage,
    };
    this.#open = { key, section };
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.#blocks.push({ kind: 'section-end', section: this.#open.section });
    this.#open = undefined;
  }

  /** Pictures at their places; of a scan whose letters were found, the text stands on a page of its own. */
  #float(pictures: readonly PlacedItem[], isScanned: boolean): void {
    for (const { box } of pictures) {
      const file = this.pictures.get(box)?.file;
      if (file === undefined) continue;
      const { left, top, right, bottom } = box;
      this.#blocks.push({
        kind: 'floating-picture',
        left,
        top,
        width: right - left,
        height: bottom - top,
        ...file,
      });
    }
    if (isScanned && pictures.length > 0) this.#blocks.push({ kind: 'page-break' }, { kind: 'gap', height: 1 });
  }

  /** Writes the items of a column, and tells where they end. */
  #column(
    items: readonly PlacedItem[],
    {
      column,
      cursor: start,
      isFirst,
      before,
    }: {
      readonly column: Span;
      readonly cursor: number;
      readonly isFirst: boolean;
      readonly before: readonly PlacedItem[] | undefined;
    },
    behind: PageBehind,
  ): number {
    let cursor = start;
    const last = before?.at(-1)?.item;
    const goesOn = last !== undefined && 'places' in last && last.places.length > 1 ? last.places.at(-1) : undefined;
    if (goesOn !== undefined) cursor = Math.max(cursor, bottomOf(goesOn));
    else if (!isFirst) {
      this.#blocks.push({ kind: 'column-break' });
      cursor += 1;
    }
    for (const { item, box } of items) {
      if (item.kind === 'picture') {
        const file = this.pictures.get(item.box)?.file;
        if (file === undefined) continue;
        const room = Math.max(0, box.top - cursor);
        const [width, height] = [box.right - box.left, box.bottom - box.top];
        const place = { left: Math.max(0, Math.min(box.left, column.right - width) - column.left), before: room };
        this.#blocks.push({ kind: 'picture', width, height, place, ...file });
        cursor += room + height + BELOW_PICTURE;
      } else if (item.kind === 'table') {
        const room = Math.max(0, box.top - cursor);
        this.#blocks.push(tableOf(item.table, { left: column.left, before: room }, this.#lettering, behind));
        cursor += room + (box.bottom - box.top) + 1;
      } else cursor = this.#text(item, { column, cursor }, behind);
    }
    return cursor;
  }

  #text(
    item: TextItem,
    { column, cursor }: { readonly column: Span; readonly cursor: number },
    behind: PageBehind,
  ): number {
    const [place] = item.places as readonly [TextPlace];
    const line = lineHeight(place, this.#share);
    const before = Math.max(0, topOf(place, line) - cursor);
    this.#blocks.push(...paragraphOf(item, { column, before, line }, this.#lettering, behind));
    return cursor + before + (place.lastBaseline - place.firstBaseline) + line;
  }
}

/** Whether most of the text of a page is not drawn: that which programs find in a scan. */
function isScan({ items }: StructuredPage): boolean {
  let [hidden, all] = [0, 0];
  for (const item of items) {
    if (!('places' in item)) continue;
    for (const { text, style } of item.runs) {
      all += text.length;
      if (style.isHidden) hidden += text.length;
    }
  }
  return 2 * hidden > all;
}

/** Height of the lines of running text as a share of its letters. */
function usualShare(pages: readonly StructuredPage[]): number {
  const shares = pages
    .flatMap(({ items }) => items.flatMap((item) => ('places' in item ? item.places : [])))
    .flatMap(({ step, size }) => (step === undefined || size <= 0 ? [] : [step / size]));
  return Math.min(1.6, Math.max(1, middle(shares) || USUAL_STEP));
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Whether a picture is behind most of a text. */
const isOver = (text: Box, picture: Box): boolean =>
  overlap(text, picture) > 0.5 * (text.right - text.left) * (text.bottom - text.top);

/** Whether something stands to the left or right of a picture, over much of the height of one of them. */
function isBeside(other: Box, picture: Box): boolean {
  const shared = Math.min(other.bottom, picture.bottom) - Math.max(other.top, picture.top);
  return shared > 0.5 * Math.min(other.bottom - other.top, picture.bottom - picture.top);
}

/** Pictures behind text or beside it float; all else follows one another, but for text that does not go to the right. */
function partsOf(page: StructuredPage): PageParts {
  const placed: PlacedItem[] = [];
  const unplaced: TextItem[] = [];
  for (const item of page.items) {
    const box = boxOf(item);
    if (box !== undefined) placed.push({ item, box });
    else if ('places' in item) unplaced.push(item);
  }
  const pictures = placed.filter(({ item }) => item.kind === 'picture');
  const others = placed.flatMap(({ item, box }) => {
    if (item.kind === 'picture') return [];
    return 'places' in item ? item.places.map((place) => place.box) : [box];
  });
  const isFloating = ({ box }: PlacedItem): boolean =>
    (box.right - box.left) * (box.bottom - box.top) > FULL_PAGE * page.width * page.height ||
    others.some((other) => isOver(other, box) || isBeside(other, box)) ||
    pictures.some((other) => other.box !== box && isBeside(other.box, box));
  const floating = pictures.filter(isFloating);
  return { page, floating, flowing: placed.filter((one) => !floating.includes(one)), unplaced };
}

/** Margins that leave room for text, where the pages have little or none. */
function withRoom(frame: Frame): Frame {
  const { width, height, left, right, top, bottom } = frame;
  const [across, down] = [Math.min(USUAL_MARGIN, width / 4), Math.min(USUAL_MARGIN, height / 4)];
  return {
    ...frame,
    ...(width - left - right < width / 10 ? { left: Math.min(left, across), right: across } : {}),
    ...(height - top - bottom < height / 10 ? { top: Math.min(top, down), bottom: Math.min(bottom, down) } : {}),
  };
}

function framesOf(pages: readonly PageParts[], share: number): Map<string, Frame> {
  const frames = new Map<string, Frame>();
  const lefts = new Map<string, Map<number, number>>();
  for (const { page, flowing } of pages) {
    const { width, height } = page;
    const boxes = flowing.flatMap(({ item, box }) =>
      'places' in item
        ? item.places.map((place) => ({
            ...place.box,
            top: topOf(place, lineHeight(place, share)),
            bottom: bottomOf(place),
          }))
        : [box],
    );
    const counts = lefts.get(sizeKey(page)) ?? new Map<number, number>();
    lefts.set(sizeKey(page), counts);
    for (const { item } of flowing) {
      if (!('places' in item)) continue;
      for (const { left, box, size, alignment } of item.places) {
        if (alignment !== 'left' && alignment !== 'both') continue;
        const lines = 1 + Math.round((box.bottom - box.top) / Math.max(1, size));
        counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + lines);
      }
    }
    const known = frames.get(sizeKey(page)) ?? {
      width,
      height,
      left: width / 2,
      top: height / 2,
      right: width / 2,
      bottom: height / 2,
    };
    const around = boxAround([...boxes, { left: width / 2, right: width / 2, top: height / 2, bottom: height / 2 }]);
    frames.set(sizeKey(page), {
      width,
      height,
      left: Math.max(0, Math.min(known.left, around.left)),
      top: Math.max(0, Math.min(known.top, around.top)),
      right: Math.max(0, Math.min(known.right, width - around.right)),
      bottom: Math.max(LEAST_MARGIN, Math.min(known.bottom, height - around.bottom - FOOT_SLACK)),
    });
  }
  // Most text stands at the margin, whatever hangs out of it; what begins in the right half is another column.
  for (const [key, frame] of frames) {
    const [most] = [...(lefts.get(key) ?? [])].filter(([left]) => left < frame.width / 2).sort(([, a], [, b]) => b - a);
    frames.set(key, withRoom({ ...frame, left: most?.[0] ?? frame.left }));
  }
  return frames;
}
