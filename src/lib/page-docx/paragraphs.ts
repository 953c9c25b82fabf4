import type { DocxBlock, DocxPlace } from '../docx-write/blocks.js';
import type { TextItem } from '../page-text/structure.js';
import type { Span, TextPlace } from '../page-text/text-place.js';
import { type Backgrounds, fillBehind, isOverPicture } from './backgrounds.js';
import type { Lettering } from './letters.js';

/** Room beyond the end of a single line, as a share of it. */
const ONE_LINE = 0.06;

/** Less is not seen, and would be read as an indentation. Points. */
const UNSEEN = 1.5;

export const seen = (points: number): number => (Math.abs(points) < UNSEEN ? 0 : points);

/** Height of a line as a share of that of its letters, where nothing tells it. */
export const USUAL_STEP = 1.2;
/** How far letters reach below their base line, as a share of their height. */
const DESCENT = 0.22;

export const lineHeight = ({ step, size }: TextPlace, share: number): number => step ?? share * size;

/** Where the first line of a paragraph begins and the last ends, as Word lays them out. */
export const topOf = (place: TextPlace, line: number): number => place.firstBaseline - line + DESCENT * place.size;
export const bottomOf = (place: TextPlace): number => place.lastBaseline + DESCENT * place.size;

export interface ParagraphRoom {
  readonly column: Span;
  readonly before: number;
  readonly line: number;
}

/** A paragraph, heading, item or code as Word has it. */
export function paragraphOf(
  item: TextItem,
  room: ParagraphRoom | undefined,
  lettering: Lettering,
  behind: Backgrounds,
): DocxBlock[] {
  const [first] = item.places;
  const fill = first === undefined ? undefined : fillBehind(first.box, behind);
  const isOnPaper = fill === undefined && !(first !== undefined && isOverPicture(first.box, behind));
  const place = first === undefined || room === undefined ? undefined : { ...placeOf(item, first, room), fill };
  const runs = lettering.runs(item.runs, isOnPaper);
  switch (item.kind) {
    case 'heading':
      return [{ kind: 'heading', level: item.level, runs, place }];
    case 'paragraph':
      return [{ kind: 'paragraph', runs, place }];
    case 'code':
      return [
        { kind: 'code', text: item.text, place, ...(place === undefined ? {} : { runs: codeRuns(item, lettering) }) },
      ];
    case 'item': {
      const [digits] = /\d+/.exec(item.marker) ?? [];
      if (digits !== undefined) return [{ kind: 'item', number: Number(digits), depth: item.depth, runs, place }];
      if (!/\p{L}/u.test(item.marker) || item.marker.length > 4)
        return [{ kind: 'item', depth: item.depth, runs, place }];
      // Letters and Roman numbers stay text.
      const [head, ...rest] = runs;
      const gap = place === undefined ? ' ' : '\t';
      return head === undefined
        ? []
        : [{ kind: 'paragraph', runs: [{ ...head, text: `${item.marker}${gap}${head.text}` }, ...rest], place }];
    }
  }
}

/** Lines of code with their indentation, in the font of the first. */
function codeRuns(item: Extract<TextItem, { readonly kind: 'code' }>, lettering: Lettering) {
  const [first] = item.runs;
  return first === undefined ? [] : lettering.runs([{ ...first, text: item.text }], false);
}

function placeOf(item: TextItem, place: TextPlace, { column, before, line }: ParagraphRoom): DocxPlace {
  const { alignment, box } = place;
  const tabs = place.tabs.map(({ at, isRight }) => ({ at: at - column.left, isRight })).filter(({ at }) => at > 0);
  const shared = { before, line, tabs };
  if (alignment === 'center') {
    const middle = (box.left + box.right) / 2;
    const half = Math.max(0, Math.min(middle - column.left, column.right - middle));
    return { ...shared, left: middle - half - column.left, right: column.right - middle - half, alignment };
  }
  if (alignment === 'right') return { ...shared, right: column.right - box.right, alignment };
  // Lines are wrapped where the page wraps them; a single one stays one where another font is a little wider.
  const right =
    place.wrapAt === undefined
      ? Math.min(0, column.right - box.right - ONE_LINE * (box.right - box.left))
      : column.right - place.wrapAt;
  const left = item.kind === 'code' ? box.left : place.left;
  const firstLine = item.kind === 'code' ? 0 : place.firstLeft - left;
  return {
    ...shared,
    left: seen(left - column.left),
    right: seen(right),
    firstLine: seen(firstLine),
    ...(alignment === 'both' ? { alignment } : {}),
  };
}
