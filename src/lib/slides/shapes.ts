import { escapeXmlAttribute } from '../xml/references.js';
import { CELL_PADDING, codeSize, columnWidths, type PlacedPart, rowHeights, sizeOf, tableSize } from './layout.js';
import type { SlideBox, SlidePart } from './model.js';
import { emus, type LinkIds, paragraphsXml, runsXml, writable } from './text.js';

const TABLE = 'http://schemas.openxmlformats.org/drawingml/2006/table';

export interface ShapeLinks extends LinkIds {
  readonly picture: (picture: Extract<SlidePart, { readonly kind: 'picture' }>['picture']) => string;
}

const transform = ({ x, y, width, height }: SlideBox, prefix = 'a'): string =>
  `<${prefix}:xfrm><a:off x="${emus(x)}" y="${emus(y)}"/><a:ext cx="${Math.max(1, emus(width))}" cy="${Math.max(1, emus(height))}"/></${prefix}:xfrm>`;

/** A shape with text; `placeholder` is what the layout of the slide has for it. */
export function textShape(
  { id, name, placeholder }: { readonly id: number; readonly name: string; readonly placeholder: string },
  box: SlideBox | undefined,
  paragraphs: string,
  body = '<a:bodyPr><a:normAutofit/></a:bodyPr>',
  fill = '',
): string {
  const geometry = placeholder === '' ? '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' : '';
  const shape = box === undefined ? '' : `${transform(box)}${geometry}${fill}`;
  const kind = placeholder === '' ? '<p:cNvSpPr txBox="1"/>' : '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>';
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/>${kind}<p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${shape}</p:spPr><p:txBody>${body}<a:lstStyle/>${paragraphs === '' ? '<a:p/>' : paragraphs}</p:txBody></p:sp>`;
}

/** A part of a slide as a shape. The first text takes the place that the layout has for it. */
export function partShape(
  { part, box }: PlacedPart,
  id: number,
  placeholder: string,
  scale: number,
  links: ShapeLinks,
): string {
  switch (part.kind) {
    case 'text':
      return textShape(
        { id, name: `Text ${id}`, placeholder },
        box,
        paragraphsXml(part.paragraphs, (paragraph) => sizeOf(paragraph, scale), links),
      );
    case 'code': {
      const runs = runsXml([{ text: part.text.replace(/\t/g, '    '), isMono: true }], codeSize(scale), links);
      return textShape(
        { id, name: `Code ${id}`, placeholder: '' },
        box,
        `<a:p>${runs}</a:p>`,
        `<a:bodyPr lIns="${emus(10)}" tIns="${emus(8)}" rIns="${emus(10)}" bIns="${emus(8)}"/>`,
        '<a:solidFill><a:schemeClr val="bg2"/></a:solidFill>',
      );
    }
    case 'table':
      return tableShape(part.rows, box, id, scale, links);
    case 'picture':
      return `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}" descr="${escapeXmlAttribute(writable(part.alt))}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${links.picture(part.picture)}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${transform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
  }
}

const SIDES = { left: '', center: ' algn="ctr"', right: ' algn="r"' } as const;
const LINES = ['lnL', 'lnR', 'lnT', 'lnB']
  .map((side) => `<a:${side} w="9525"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill></a:${side}>`)
  .join('');

function tableShape(
  rows: Extract<SlidePart, { readonly kind: 'table' }>['rows'],
  box: SlideBox,
  id: number,
  scale: number,
  links: LinkIds,
): string {
  const heights = rowHeights(rows, box.width, scale);
  const padding = emus(CELL_PADDING * Math.min(1, scale));
  const grid = columnWidths(rows, box.width).map((width) => `<a:gridCol w="${Math.max(1, emus(width))}"/>`);
  const body = rows.map((row, r) => {
    const cells = row.map(({ runs, alignment }) => {
      const text = runsXml(runs, tableSize(scale), links, '', r === 0);
      const fill = r === 0 ? '<a:solidFill><a:schemeClr val="bg2"/></a:solidFill>' : '<a:noFill/>';
      return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr${SIDES[alignment]}/>${text}</a:p></a:txBody><a:tcPr marT="${padding}" marB="${padding}">${LINES}${fill}</a:tcPr></a:tc>`;
    });
    return `<a:tr h="${emus(heights[r] ?? 0)}">${cells.join('')}</a:tr>`;
  });
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>${transform(box, 'p')}<a:graphic><a:graphicData uri="${TABLE}"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${grid.join('')}</a:tblGrid>${body.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}
