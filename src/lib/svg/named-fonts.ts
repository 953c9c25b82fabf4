import type { SvgElement } from './sanitize.js';

/** Families that stand in for those of a document. */
export interface StandIns {
  readonly sans: string;
  readonly serif: string;
  readonly mono: string;
}

const SERIF = /(?<!sans-)\bserif|times|georgia|garamond|palatino|cambria|baskerville|didot|bodoni/i;
const MONO = /mono|courier|consol|menlo|\bcode\b/i;
const DECLARED = /font-family\s*:\s*([^;}]+)/gi;

/** What stands in for a list of families, by names that are known. */
export function standInFor(families: string): keyof StandIns {
  if (MONO.test(families)) return 'mono';
  return SERIF.test(families) ? 'serif' : 'sans';
}

/** Letters that a renderer draws only where their font is named, and the font. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Arabic}]+(?:[\s\p{M}]+\p{Script=Arabic}+)*/gu, 'Noto Sans Arabic'],
  [/[\p{Script=Hebrew}]+(?:[\s\p{M}]+\p{Script=Hebrew}+)*/gu, 'Noto Sans Hebrew'],
  [/\p{Script=Thai}+/gu, 'Noto Sans Thai'],
  [/[\p{Script=Hangul}]+/gu, 'Noto Sans Korean'],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]+/gu,
    'Noto Sans S Chinese',
  ],
];
const TEXTS = new Set(['text', 'tspan', 'textPath']);

/** The document with fonts that there are: every family replaced by what stands in for it, and named around letters of other scripts. */
export function withNamedFonts(element: SvgElement, standIns: StandIns): SvgElement {
  const attributes = new Map(element.attributes);
  const family = attributes.get('font-family');
  if (family !== undefined) attributes.set('font-family', standIns[standInFor(family)]);
  const style = attributes.get('style');
  if (style !== undefined) attributes.set('style', renamedIn(style, standIns));
  const children: (SvgElement | string)[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') children.push(withNamedFonts(child, standIns));
    else if (element.name === 'style') children.push(renamedIn(child, standIns));
    else if (TEXTS.has(element.name)) children.push(...byScript(child));
    else children.push(child);
  }
  return { name: element.name, attributes, children };
}

const renamedIn = (css: string, standIns: StandIns): string =>
  css.replace(DECLARED, (_whole, families: string) => `font-family:${standIns[standInFor(families)]}`);

function byScript(text: string): (SvgElement | string)[] {
  let parts: (SvgElement | string)[] = [text];
  for (const [pattern, family] of SCRIPTS) {
    parts = parts.flatMap((part) => (typeof part === 'string' ? splitAt(part, pattern, family) : [part]));
  }
  return parts;
}

function splitAt(text: string, pattern: RegExp, family: string): (SvgElement | string)[] {
  const parts: (SvgElement | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ name: 'tspan', attributes: new Map([['font-family', family]]), children: [match[0]] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Whether a text has letters of East Asia and letters from right to left: the renderer draws nothing of it unless they are outlines. */
export function hasUndrawableText(element: SvgElement): boolean {
  if (element.name === 'text') {
    const text = textOf(element);
    return WIDE.test(text) && RIGHT_TO_LEFT.test(text);
  }
  return element.children.some((child) => typeof child !== 'string' && hasUndrawableText(child));
}

/** All that is written in an element. */
export const textOf = ({ children }: SvgElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
