import type { DocxAlignment, DocxBlock, DocxCell, DocxInline } from './blocks.js';
import { TWIPS_PER_POINT } from './names.js';

const border = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`;
const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('');
/** Of a letter, in twips, and of the space beside the text of a cell. */
const LETTER = 125;
const PADDING = 260;

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

/** A table whose paragraphs `paragraph` writes; sizes of `room` are points. */
export function tableXml(
  { rows, hasHeader = false }: Extract<DocxBlock, { readonly kind: 'table' }>,
  room: { readonly width: number },
  indent: number,
  paragraph: (runs: readonly DocxInline[], alignment: DocxAlignment | undefined) => string,
): string {
  const columns = rows[0]?.length ?? 1;
  const space = room.width * TWIPS_PER_POINT - indent;
  const widths = hasHeader
    ? fittedWidths(rows, columns, space)
    : Array.from({ length: columns }, () => Math.floor(space / columns));
  // Rows that a cell above still reaches into, by column, with the columns it takes.
  const open: { rows: number; columnSpan: number }[] = Array.from({ length: columns }, () => ({
    rows: 0,
    columnSpan: 1,
  }));
  const body = rows.map((row, r) => {
    const cells: string[] = [];
    for (let c = 0; c < columns; ) {
      const cell = row[c];
      const above = open[c] as { rows: number; columnSpan: number };
      const isContinued = cell === undefined && above.rows > 0;
      const columnSpan = isContinued ? above.columnSpan : (cell?.columnSpan ?? 1);
      const merge = isContinued
        ? '<w:vMerge/>'
        : cell !== undefined && cell.rowSpan > 1
          ? '<w:vMerge w:val="restart"/>'
          : '';
      const span = columnSpan > 1 ? `<w:gridSpan w:val="${columnSpan}"/>` : '';
      open[c] = isContinued ? { rows: above.rows - 1, columnSpan } : { rows: (cell?.rowSpan ?? 1) - 1, columnSpan };
      const width = widths.slice(c, c + columnSpan).reduce((sum, one) => sum + one, 0);
      const text = paragraph(cell?.runs ?? [{ text: cell?.text ?? '' }], cell?.alignment);
      cells.push(`<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span}${merge}</w:tcPr>${text}</w:tc>`);
      c += columnSpan;
    }
    return `<w:tr>${hasHeader && r === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`;
  });
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const style = hasHeader ? '<w:tblStyle w:val="TableGrid"/>' : '';
  const place = indent === 0 ? '' : `<w:tblInd w:w="${indent}" w:type="dxa"/>`;
  const look = hasHeader
    ? '<w:tblLook w:val="0020" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="0"/>'
    : '';
  return `<w:tbl><w:tblPr>${style}<w:tblW w:w="0" w:type="auto"/>${place}<w:tblBorders>${BORDERS}</w:tblBorders>${look}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>`;
}
