import { writeZip } from '../lib/archives/zip-writer.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SPACES = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`;
const relations = (list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A presentation of slides whose shapes are given in PresentationML; `chart` is the part that `r:id="chart"` refers to. */
export function pptxOf(slides: readonly string[], chart = ''): Buffer {
  const ids = slides.map((_, i) => `s${i + 1}`);
  const parts: [string, string][] = [
    ['_rels/.rels', relations([['a', 'officeDocument', 'ppt/presentation.xml']])],
    [
      'ppt/presentation.xml',
      `<p:presentation ${SPACES}><p:sldIdLst>${ids.map((id, i) => `<p:sldId id="${256 + i}" r:id="${id}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ],
    ['ppt/_rels/presentation.xml.rels', relations(ids.map((id) => [id, 'slide', `slides/${id}.xml`]))],
    ['ppt/charts/chart.xml', chart],
  ];
  for (const [i, shapes] of slides.entries()) {
    const content = `<p:sld ${SPACES}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    parts.push([`ppt/slides/${ids[i]}.xml`, content]);
    parts.push([`ppt/slides/_rels/${ids[i]}.xml.rels`, relations([['chart', 'chart', '../charts/chart.xml']])]);
  }
  return Buffer.from(
    writeZip(
      parts.map(([name, content]) => ({ name, bytes: Buffer.from(content) })),
      { level: 6 },
    ),
  );
}

/** A shape with text of DrawingML. */
export const shapeOf = (paragraphs: string, placeholder = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
