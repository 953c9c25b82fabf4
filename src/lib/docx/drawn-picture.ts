const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const WORD_DRAWING = `${DRAWING}/wordprocessingDrawing`;
const EMUS_PER_POINT = 12_700;

export interface DrawnPicture {
  /** Of the relation to its bytes. */
  readonly relation: string;
  /** Distinct within the document. */
  readonly number: number;
  /** Escaped for an attribute. */
  readonly alt: string;
  /** Points. */
  readonly width: number;
  readonly height: number;
}

export interface FloatingPicture extends DrawnPicture {
  /** Of its corner from that of the page, in points. */
  readonly left: number;
  readonly top: number;
}

const emus = (points: number): number => Math.round(points * EMUS_PER_POINT);

/** A picture within a line of text: ECMA-376 part 1, 20.4.2.8. Its names are bound here, whatever the document around it binds. */
export const inlinePicture = (picture: DrawnPicture): string =>
  `<w:drawing><wp:inline xmlns:wp="${WORD_DRAWING}" distT="0" distB="0" distL="0" distR="0">${extentOf(picture)}${namedPicture(picture)}${graphicOf(picture)}</wp:inline></w:drawing>`;

/** A picture at a place of the page, behind the text: 20.4.2.3. */
export function floatingPicture({ left, top, ...picture }: FloatingPicture): string {
  const place = (axis: 'H' | 'V', points: number): string =>
    `<wp:position${axis} relativeFrom="page"><wp:posOffset>${emus(points)}</wp:posOffset></wp:position${axis}>`;
  return `<w:drawing><wp:anchor xmlns:wp="${WORD_DRAWING}" distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${picture.number}" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>${place('H', left)}${place('V', top)}${extentOf(picture)}<wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>${namedPicture(picture)}<wp:cNvGraphicFramePr/>${graphicOf(picture)}</wp:anchor></w:drawing>`;
}

const sidesOf = ({ width, height }: DrawnPicture): string =>
  `cx="${Math.max(1, emus(width))}" cy="${Math.max(1, emus(height))}"`;

const extentOf = (picture: DrawnPicture): string => `<wp:extent ${sidesOf(picture)}/>`;

const namedPicture = ({ number, alt }: DrawnPicture): string =>
  `<wp:docPr id="${number}" name="Picture ${number}"${alt === '' ? '' : ` descr="${alt}"`}/>`;

const graphicOf = (picture: DrawnPicture): string =>
  `<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture"><pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${picture.number}" name="Picture ${picture.number}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${picture.relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${sidesOf(picture)}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
