import type { FontFacts } from './facts.js';

export const FONT_CONTAINERS = ['woff2', 'woff', 'ttf', 'otf', 'eot'] as const;
export type FontContainer = (typeof FONT_CONTAINERS)[number];

/** Names of containers in `src: url(…) format("…")`. */
const CSS_FORMATS: Readonly<Record<FontContainer, string>> = {
  woff2: 'woff2',
  woff: 'woff',
  ttf: 'truetype',
  otf: 'opentype',
  eot: 'embedded-opentype',
};

const cssText = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A number of CSS, without an exponent. */
const plain = (value: number): string => String(Math.round(value * 1000) / 1000);

/** An `@font-face` rule for a font file that lies beside the style sheet. */
export function fontFace(
  { names, weight, isItalic, axes }: FontFacts,
  name: string,
  container: FontContainer,
  display: string,
): string {
  const weights = axes.find(({ tag }) => tag === 'wght');
  const widths = axes.find(({ tag }) => tag === 'wdth');
  const slant = axes.find(({ tag }) => tag === 'slnt');
  const style =
    slant === undefined
      ? isItalic
        ? 'italic'
        : 'normal'
      : // CSS counts clockwise, fonts the other way.
        `oblique ${plain(-slant.max)}deg ${plain(-slant.min)}deg`;
  const lines = [
    `font-family: ${cssText(names.family === '' ? name.replace(/\.[^.]*$/, '') : names.family)};`,
    `font-style: ${style};`,
    `font-weight: ${weights === undefined ? plain(weight) : `${plain(weights.min)} ${plain(weights.max)}`};`,
    ...(widths === undefined ? [] : [`font-stretch: ${plain(widths.min)}% ${plain(widths.max)}%;`]),
    `font-display: ${display};`,
    `src: url(${cssText(encodeURIComponent(name))}) format("${CSS_FORMATS[container]}");`,
  ];
  return `@font-face {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}
