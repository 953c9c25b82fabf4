import { escapeXmlAttribute } from '../xml/references.js';
import type { SlideColors } from './model.js';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';

/** The part of a theme, ECMA-376 part 1, 14.2.7: colours, fonts, and the three fills, lines and effects that each must have. */
export function themePart(colors: SlideColors, font: string): string {
  const named = (name: string, color: string): string => `<a:${name}><a:srgbClr val="${color}"/></a:${name}>`;
  const accents = [colors.accent, 'd1495b', 'edae49', '00798c', '66a182', '8d6a9f']
    .map((color, i) => named(`accent${i + 1}`, color))
    .join('');
  const scheme = `<a:clrScheme name="Slides">${named('dk1', colors.text)}${named('lt1', colors.background)}${named('dk2', colors.muted)}${named('lt2', colors.surface)}${accents}${named('hlink', colors.accent)}${named('folHlink', colors.accent)}</a:clrScheme>`;
  const face = `<a:latin typeface="${escapeXmlAttribute(font)}"/><a:ea typeface=""/><a:cs typeface=""/>`;
  const fonts = `<a:fontScheme name="Slides"><a:majorFont>${face}</a:majorFont><a:minorFont>${face}</a:minorFont></a:fontScheme>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = (width: number): string => `<a:ln w="${width}">${fill}<a:prstDash val="solid"/></a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  const formats = `<a:fmtScheme name="Slides"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line(6350)}${line(12700)}${line(19050)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`;
  return `<a:theme xmlns:a="${DRAWING}" name="Slides"><a:themeElements>${scheme}${fonts}${formats}</a:themeElements></a:theme>`;
}
