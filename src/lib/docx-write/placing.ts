import type { DocxPlace, DocxSection } from './blocks.js';
import { TWIPS_PER_POINT } from './names.js';

const twips = (points: number): number => Math.round(points * TWIPS_PER_POINT);

/** Word takes no more of these. */
const MAX_TWIPS = 31_680;
/** 22 inches and, for room, a fourth of an inch: the pages that Word takes. */
const MAX_PAGE = 1_584;

const bounded = (points: number): number => Math.max(-MAX_TWIPS, Math.min(MAX_TWIPS, twips(points)));

export const colorOf = (color: string): string => color.replace('#', '').toUpperCase();

export const shading = (fill: string | undefined): string =>
  fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${colorOf(fill)}"/>`;

/** What stands before and behind `w:bidi` in the properties of a paragraph: ECMA-376 part 1, 17.3.1.26. */
export function placeProperties({ left = 0, right = 0, firstLine = 0, before = 0, line, tabs = [], fill }: DocxPlace): {
  readonly fill: string;
  readonly spacing: string;
  readonly indent: string;
} {
  const stops = tabs.map(({ at, isRight }) => `<w:tab w:val="${isRight ? 'right' : 'left'}" w:pos="${bounded(at)}"/>`);
  const exact = line === undefined ? '' : ` w:line="${Math.max(20, bounded(line))}" w:lineRule="exact"`;
  const first = bounded(firstLine);
  const [start, end] = [bounded(left), bounded(right)];
  const hanging = first < 0 ? ` w:hanging="${-first}"` : ` w:firstLine="${first}"`;
  return {
    fill: shading(fill) + (stops.length === 0 ? '' : `<w:tabs>${stops.join('')}</w:tabs>`),
    spacing: `<w:spacing w:before="${Math.max(0, bounded(before))}" w:after="0"${exact}/>`,
    indent: start === 0 && end === 0 && first === 0 ? '' : `<w:ind w:left="${start}" w:right="${end}"${hanging}/>`,
  };
}

/** The properties of a section: 17.6.17. `head` are references to its header and footer. */
export function sectionXml(
  { width, height, margins, columns = [], isContinuous = false }: DocxSection,
  head = '',
): string {
  const [wide, high] = [width, height].map((points) => twips(Math.min(MAX_PAGE, points)));
  const { top, right, bottom, left } = margins;
  const turned = width > height ? ' w:orient="landscape"' : '';
  const sides = columns.map(({ width: own, space }, i) => {
    const room = i === columns.length - 1 ? '' : ` w:space="${twips(space)}"`;
    return `<w:col w:w="${twips(own)}"${room}/>`;
  });
  return [
    `<w:sectPr>${head}`,
    isContinuous ? '<w:type w:val="continuous"/>' : '',
    `<w:pgSz w:w="${wide}" w:h="${high}"${turned}/>`,
    `<w:pgMar w:top="${twips(top)}" w:right="${twips(right)}" w:bottom="${twips(bottom)}" w:left="${twips(left)}" w:header="${FOOT}" w:footer="${FOOT}" w:gutter="0"/>`,
    sides.length < 2 ? '' : `<w:cols w:num="${sides.length}" w:equalWidth="0">${sides.join('')}</w:cols>`,
    '</w:sectPr>',
  ].join('');
}

/** From the edge of the page to the head and the foot, in twips. */
const FOOT = 360;
