const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const WORD_DRAWING = `${DRAWING}/wordprocessingDrawing`;
const EMUS_PER_POINT = 12_700;

export interface InlinePicture {
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

/** A picture within a line of text: ECMA-376 part 1, 20.4.2.8. Its names are bound here, whatever the document around it binds. */
export function inlinePicture({ relation, number, alt, width, height }: InlinePicture): string {
  const [cx, cy] = [width, height].map((points) => Math.max(1, Math.round(points * EMUS_PER_POINT)));
  const described = alt === '' ? '' : ` descr="${alt}"`;
  return `<w:drawing><wp:inline xmlns:wp="${WORD_DRAWING}" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${number}" name="Picture ${number}"${described}/><a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture"><pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
}
