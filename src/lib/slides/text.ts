import { isMostlyRtl } from '../unicode/mostly-rtl.js';
import { escapeXmlAttribute, escapeXmlText, NOT_XML } from '../xml/references.js';
import { plainRuns, type SlideParagraph, type SlideRun } from './model.js';

const EMUS_PER_POINT = 12_700;
/** Of letters in hundredths of a point, the unit of DrawingML. */
const HUNDREDTHS = 100;
/** ECMA-376 part 1, 20.1.10.64. */
const MAX_START = 32_767;
const UNWRITABLE = new RegExp(`${NOT_XML.source}|\\r`, 'gu');

export const emus = (points: number): number => Math.round(points * EMUS_PER_POINT);
export const writable = (text: string): string => text.replace(UNWRITABLE, '');

/** Ids of relations that links need. */
export interface LinkIds {
  readonly address: (link: string) => string;
  readonly slide: (number: number) => string;
}

/** Runs as DrawingML, 21.1.2.3. `size` in points; `more` are fills before the font. */
export function runsXml(runs: readonly SlideRun[], size: number, links: LinkIds, color = '', isBold = false): string {
  return runs
    .flatMap((run) => {
      const properties = runProperties(run, size, links, color, isBold);
      return writable(run.text)
        .split(/(\n)/)
        .map((piece) => {
          if (piece === '\n') return `<a:br>${properties}</a:br>`;
          return piece === '' ? '' : `<a:r>${properties}<a:t>${escapeXmlText(piece)}</a:t></a:r>`;
        });
    })
    .join('');
}

function runProperties(run: SlideRun, size: number, links: LinkIds, color: string, isBold: boolean): string {
  const attributes = [
    ` sz="${Math.round(size * HUNDREDTHS)}"`,
    run.isBold === true || isBold ? ' b="1"' : '',
    run.isItalic === true ? ' i="1"' : '',
    run.isStruck === true ? ' strike="sngStrike"' : '',
    run.isRaised === true ? ' baseline="30000"' : run.isLowered === true ? ' baseline="-25000"' : '',
    ' dirty="0"',
  ].join('');
  const fill = color === '' ? '' : `<a:solidFill><a:schemeClr val="${color}"/></a:solidFill>`;
  const font = run.isMono === true ? '<a:latin typeface="Courier New"/><a:cs typeface="Courier New"/>' : '';
  const link =
    run.link !== undefined
      ? `<a:hlinkClick r:id="${escapeXmlAttribute(links.address(run.link))}"/>`
      : run.slide !== undefined
        ? `<a:hlinkClick r:id="${links.slide(run.slide)}" action="ppaction://hlinksldjump"/>`
        : '';
  return `<a:rPr lang="en-US"${attributes}>${fill}${font}${link}</a:rPr>`;
}

/** Paragraphs of a text box, with the numbers of lists that go on below other paragraphs. */
export function paragraphsXml(
  paragraphs: readonly SlideParagraph[],
  sizeOf: (paragraph: SlideParagraph) => number,
  links: LinkIds,
): string {
  // The list at each depth, and the number it began with since the last paragraph without one.
  let open: ({ readonly list: number; readonly start: number } | undefined)[] = [];
  return paragraphs
    .map((paragraph) => {
      const { depth, number, list = 0, kind, isChecked } = paragraph;
      const size = sizeOf(paragraph);
      let bullet = '<a:buNone/>';
      open = open.slice(0, depth + 1);
      if (number !== undefined && number >= 1 && number <= MAX_START) {
        const known = open[depth];
        const start = known?.list === list ? known.start : number;
        open[depth] = { list, start };
        bullet = `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"${start === 1 ? '' : ` startAt="${start}"`}/>`;
      } else {
        open[depth] = undefined;
        if (kind === 'item' && isChecked === undefined && number === undefined)
          bullet = '<a:buFont typeface="Arial"/><a:buChar char="•"/>';
      }
      const isItem = kind === 'item';
      const hanging = isItem && isChecked === undefined ? emus(size) : 0;
      const left = emus(depth * size) + (isItem ? emus(size) : 0);
      const isRtl = isMostlyRtl(plainRuns(paragraph.runs));
      const properties = `<a:pPr marL="${left}" indent="${-hanging}"${depth === 0 ? '' : ` lvl="${Math.min(8, depth)}"`}${isRtl ? ' algn="r" rtl="1"' : ''}><a:spcBef><a:spcPts val="${Math.round(size * 40)}"/></a:spcBef>${bullet}</a:pPr>`;
      const box = isChecked === undefined ? '' : isChecked ? '☒ ' : '☐ ';
      const label = isItem && bullet === '<a:buNone/>' && number !== undefined ? `${number}. ` : box;
      const runs = label === '' ? paragraph.runs : [{ text: label }, ...paragraph.runs];
      const color = kind === 'quote' || kind === 'footnote' ? 'tx2' : '';
      return `<a:p>${properties}${runsXml(runs, size, links, color, kind === 'heading')}</a:p>`;
    })
    .join('');
}
