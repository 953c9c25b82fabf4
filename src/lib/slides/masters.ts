import { layoutSlide } from './layout.js';
import type { SlideBox, SlideSize } from './model.js';
import { emus } from './text.js';

export const NAMES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const GROUP = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';
/** ECMA-376 part 1, 19.7.15: ids of layouts follow those of masters. */
const FIRST_LAYOUT_ID = 2_147_483_649;

const EMPTY = { title: [], parts: [{ kind: 'text', paragraphs: [] }], notes: [] } as const;

const transform = ({ x, y, width, height }: SlideBox): string =>
  `<a:xfrm><a:off x="${emus(x)}" y="${emus(y)}"/><a:ext cx="${emus(width)}" cy="${emus(height)}"/></a:xfrm>`;

const holder = (id: number, name: string, placeholder: string, box: SlideBox, body: string, text: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr><p:spPr>${transform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody>${body}<a:lstStyle/>${text}</p:txBody></p:sp>`;

const FIELD =
  '<a:p><a:pPr algn="r"/><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US" sz="1200"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill></a:rPr><a:t>‹#›</a:t></a:fld></a:p>';
const sample = (text: string): string => `<a:p><a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r></a:p>`;

/** Where the titles and texts of slides are, and their numbers. */
function boxesOf(size: SlideSize, isOpening: boolean) {
  const { title, placed } = layoutSlide({ ...EMPTY, title: [{ text: 'x' }], isOpening }, size);
  const number = { x: size.width - 48 - 80, y: size.height - 38, width: 80, height: 24 };
  return { title, body: placed[0]?.box ?? title, number };
}

/** The looks of text that is in no placeholder: code and tables. */
export const OTHER_TEXT =
  '<a:lvl1pPr><a:defRPr sz="1800"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr>';

/** The master of slides, 19.3.1.42, with the looks of text at each level. */
export function masterPart(size: SlideSize, layouts: readonly string[]): string {
  const { title, body, number } = boxesOf(size, false);
  const shapes = [
    holder(2, 'Title', 'type="title"', title, '<a:bodyPr anchor="ctr"><a:normAutofit/></a:bodyPr>', sample('Title')),
    holder(3, 'Text', 'type="body" idx="1"', body, '<a:bodyPr><a:normAutofit/></a:bodyPr>', sample('Text')),
    holder(4, 'Slide Number', 'type="sldNum" sz="quarter" idx="12"', number, '<a:bodyPr anchor="ctr"/>', FIELD),
  ].join('');
  const fill = '<a:solidFill><a:schemeClr val="tx1"/></a:solidFill>';
  const fonts = (kind: 'mj' | 'mn'): string =>
    `<a:latin typeface="+${kind}-lt"/><a:ea typeface="+${kind}-ea"/><a:cs typeface="+${kind}-cs"/>`;
  const titles = `<p:titleStyle><a:lvl1pPr algn="l"><a:buNone/><a:defRPr sz="3400" b="1">${fill}${fonts('mj')}</a:defRPr></a:lvl1pPr></p:titleStyle>`;
  const levels = Array.from(
    { length: 9 },
    (_, i) =>
      `<a:lvl${i + 1}pPr marL="${emus(24 * (i + 1))}" indent="${-emus(24)}"><a:spcBef><a:spcPts val="900"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${Math.max(16, 24 - 2 * i) * 100}">${fill}${fonts('mn')}</a:defRPr></a:lvl${i + 1}pPr>`,
  ).join('');
  const ids = layouts.map((id, i) => `<p:sldLayoutId id="${FIRST_LAYOUT_ID + i}" r:id="${id}"/>`).join('');
  return `<p:sldMaster ${NAMES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg><p:spTree>${GROUP}${shapes}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>${ids}</p:sldLayoutIdLst><p:txStyles>${titles}<p:bodyStyle>${levels}</p:bodyStyle><p:otherStyle>${OTHER_TEXT}</p:otherStyle></p:txStyles></p:sldMaster>`;
}

/** A layout of slides, 19.3.1.39. */
export function layoutPart(isOpening: boolean, size: SlideSize): string {
  const { title, body, number } = boxesOf(size, isOpening);
  const shapes = isOpening
    ? [
        holder(2, 'Title', 'type="ctrTitle"', title, '<a:bodyPr anchor="b"/>', sample('Title')),
        holder(3, 'Subtitle', 'type="subTitle" idx="1"', body, '<a:bodyPr/>', sample('Subtitle')),
      ]
    : [
        holder(2, 'Title', 'type="title"', title, '<a:bodyPr/>', sample('Title')),
        holder(3, 'Content', 'idx="1"', body, '<a:bodyPr/>', sample('Text')),
        holder(4, 'Slide Number', 'type="sldNum" sz="quarter" idx="12"', number, '<a:bodyPr/>', FIELD),
      ];
  return `<p:sldLayout ${NAMES} type="${isOpening ? 'title' : 'obj'}" preserve="1"><p:cSld name="${isOpening ? 'Title Slide' : 'Title and Content'}"><p:spTree>${GROUP}${shapes.join('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
}

/** The master of pages with notes, 19.3.1.27. */
export function notesMasterPart(): string {
  const box = { x: 54, y: 324, width: 432, height: 360 };
  const image = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr>${transform({ x: 54, y: 54, width: 432, height: 243 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>`;
  const notes = holder(3, 'Notes', 'type="body" idx="1"', box, '<a:bodyPr/>', sample('Notes'));
  return `<p:notesMaster ${NAMES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill><a:effectLst/></p:bgPr></p:bg><p:spTree>${GROUP}${image}${notes}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:notesStyle><a:lvl1pPr><a:buNone/><a:defRPr sz="1200"/></a:lvl1pPr></p:notesStyle></p:notesMaster>`;
}
