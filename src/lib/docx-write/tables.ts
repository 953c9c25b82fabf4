import type { DocxAlignment, DocxBlock, DocxBorders, DocxCell, DocxInline, DocxPlace } from './blocks.js';
import { TWIPS_PER_POINT } from './names.js';
import { colorOf, shading } from './placing.js';

const border = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`;
const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
/** Of a letter, in twips, and of the space beside the text of a cell. */
const LETTER = 125;
const PADDING = 260;

/** What Word takes: eighths of a point. */
const [LEAST_EIGHTHS, MOST_EIGHTHS] = [2, 96];

/** 17.4.66: the lines of a cell, in this order. */
function cellBorders(borders: DocxBorders = {}): string {
  const lines = (['top', 'left', 'bottom', 'right'] as const).map((side) => {
    const line = borders[side];
    if (line === undefined) return '';
    const eighths = Math.max(LEAST_EIGHTHS, Math.min(MOST_EIGHTHS, Math.round(8 * line.width)));
    return `<w:${side} w:val="single" w:sz="${eighths}" w:space="0" w:color="${colorOf(line.color)}"/>`;
  });
  const all = lines.join('');
  return all === '' ? '' : `<w:tcBorders>${all}</w:tcBorders>`;
}

/** To the right, words need all the room that there is. */
const padded = (left: number): string =>
  `<w:tblCellMar><w:left w:w="${Math.round(left * TWIPS_PER_POINT)}" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>`;

const lettersOf = (cell: DocxCell | undefined): number => {
  if (cell?.runs === undefined) return cell?.text.length ?? 0;
  return cell.runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 8), 0);
};

/** Widths of columns by the longest text of each, no wider than the page in all. */
function fittedWidths(rows: readonly (readonly (DocxCell | undefined)[])[], columns: number, room: number): number[] {
  const wanted = Array.from({ length: columns }, (_, i) =>
    rows.reduce((most, row) => Math.max(most, PADDING + LETTER * lettersOf(row[i])), 0),
  );
  // A column gets what it wants where that is below its share; those that want more divide what is left.
  const order = wanted.map((width, i) => ({ width, i })).sort((a, b) => a.width - b.width);
  let left = room;
  for (const [rank, { width, i }] of order.entries()) {
    const given = Math.max(1, Math.min(width, Math.floor(left / (columns - rank))));
    wanted[i] = given;
    left -= given;
  }
  return wanted;
}

/** A cell of the row above that may reach into this one. */
interface OpenCell {
  readonly rows: number;
  readonly columnSpan: number;
  readonly borders: DocxBorders | undefined;
}

/** A table whose paragraphs `paragraph` writes; sizes of `room` are points. */
export function tableXml(
  { rows, hasHeader = false, grid: own }: Extract<DocxBlock, { readonly kind: 'table' }>,
  room: { readonly width: number },
  indent: number,
  paragraph: (
    runs: readonly DocxInline[],
    look: { readonly alignment?: DocxAlignment | undefined; readonly place?: DocxPlace | undefined },
  ) => string,
): string {
  const columns = rows[0]?.length ?? 1;
  const space = room.width * TWIPS_PER_POINT - indent;
  const widths =
    own?.widths.map((points) => Math.max(1, Math.round(points * TWIPS_PER_POINT))) ??
    (hasHeader
      ? fittedWidths(rows, columns, space)
      : Array.from({ length: columns }, () => Math.floor(space / columns)));
  // Rows that a cell above still reaches into, by column, with the columns it takes.
  const open: OpenCell[] = Array.from({ length: columns }, () => ({ rows: 0, columnSpan: 1, borders: undefined }));
  const body = rows.map((row, r) => {
    const cells: string[] = [];
    for (let c = 0; c < columns; ) {
      const cell = row[c];
      const above = open[c] as OpenCell;
      const isContinued = cell === undefined && above.rows > 0;
      const columnSpan = isContinued ? above.columnSpan : (cell?.columnSpan ?? 1);
      const merge = isContinued
        ? '<w:vMerge/>'
        : cell !== undefined && cell.rowSpan > 1
          ? '<w:vMerge w:val="restart"/>'
          : '';
      const span = columnSpan > 1 ? `<w:gridSpan w:val="${columnSpan}"/>` : '';
      const borders = isContinued ? above.borders : cell?.borders;
      const rowsLeft = isContinued ? above.rows - 1 : (cell?.rowSpan ?? 1) - 1;
      open[c] = {
        rows: rowsLeft,
        columnSpan,
        borders: borders === undefined ? undefined : { ...borders, top: undefined },
      };
      const width = widths.slice(c, c + columnSpan).reduce((sum, one) => sum + one, 0);
      const look = cell?.place === undefined ? { alignment: cell?.alignment } : { place: cell.place };
      const text = paragraph(cell?.runs ?? [{ text: cell?.text ?? '' }], look);
      const middle = cell?.isCentred === true ? '<w:vAlign w:val="center"/>' : '';
      cells.push(
        `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}${cellBorders(rowsLeft > 0 ? { ...borders, bottom: undefined } : borders)}${shading(cell?.fill)}${middle}</w:tcPr>${text}</w:tc>`,
      );
      c += columnSpan;
    }
    const height = own?.heights[r];
    const high =
      height === undefined ? '' : `<w:trHeight w:val="${Math.round(height * TWIPS_PER_POINT)}" w:hRule="atLeast"/>`;
    const properties = high + (hasHeader && r === 0 ? '<w:tblHeader/>' : '');
    return `<w:tr>${properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`}${cells.join('')}</w:tr>`;
  });
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const style = hasHeader ? '<w:tblStyle w:val="TableGrid"/>' : '';
  const left = own === undefined ? indent : Math.round(own.left * TWIPS_PER_POINT);
  const place = left === 0 && own === undefined ? '' : `<w:tblInd w:w="${left}" w:type="dxa"/>`;
  const borders = own !== undefined ? '' : `<w:tblBorders>${BORDERS}</w:tblBorders>`;
  const fixed = own === undefined ? '' : `<w:tblLayout w:type="fixed"/>${padded(own.padding)}`;
  const look = hasHeader
    ? '<w:tblLook w:val="0020" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="0"/>'
    : '';
  return `<w:tbl><w:tblPr>${style}<w:tblW w:w="0" w:type="auto"/>${place}${borders}${fixed}${look}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>`;
}
