import { minifyStyleSheet } from '../../engines/code/lightning-css.js';
import { minifyScript } from '../../engines/code/terser.js';
import type { WorkTime } from '../../engines/work-time.js';
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOfHtml,
  parseHtml,
  parsePlacedHtml,
  rawTextOf,
} from '../../engines/xml/html-document.js';
import { ContentFault, isFault, LimitFault } from '../../lib/faults.js';
import { layoutJson } from '../../lib/json/layout.js';

import { type Letters, shortenAttributes } from './attributes.js';
import { isSameTree } from './same-tree.js';
import { shortenWhitespace, type Whitespace } from './whitespace.js';
import { childrenOf, writeShort } from './write.js';

/** Measured: as many characters of tags and nothing else take 6 s and 400 MB on a busy machine. */
const MAX_HTML = 1_000_000;

export const COMMENTS = ['conditional', 'none', 'all'] as const;

export interface HtmlMinifying {
  readonly whitespace: Whitespace;
  readonly comments: (typeof COMMENTS)[number];
  readonly optionalTags: boolean;
  readonly redundantAttributes: boolean;
  readonly minifyCss: boolean;
  readonly minifyJs: boolean;
}

export interface MinifiedHtml {
  readonly html: string;
  /** Scripts and style sheets that stay as they were, with the reason. */
  readonly warnings: readonly string[];
}

/** Comments that something reads: conditional ones, includes of servers, those that begin with `!`. */
const READ_COMMENT = /^(?:\[if\s|<!\[endif\]|!|#|\s*\/?ko\b|esi\b)|<!\[endif\]$/;
const SCRIPT_TYPE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;
const JSON_TYPE = /^(?:importmap|speculationrules|[\w.+-]+\/(?:[\w.+-]+\+)?json)$/i;
const MAX_WARNINGS = 100;
const CODE: ReadonlySet<string> = new Set(['script', 'style']);
/** Each style sheet has an instance of its engine. */
const MAX_INSIDES = 300;

/**
 * Minifies a page or a part of one. What is written is read again: throws ContentFault where it would be another document, LimitFault
 * where it is too long or too large, and what `time` throws.
 */
export async function minifyHtml(text: string, rules: HtmlMinifying, time: WorkTime): Promise<MinifiedHtml> {
  if (text.length > MAX_HTML)
    throw new LimitFault(`it must have at most ${MAX_HTML} characters, got ${text.length}`, MAX_HTML);
  const { tree } = time.run(() => parsePlacedHtml(text));
  for (const node of [tree, ...elementsOf(tree)]) refuseServerCode(node);
  const isAscii = /^[\u0000-\u007f]*$/.test(text);
  const isKept = (node: HtmlNode): boolean => {
    if (node.nodeName === '#text' && 'value' in node) return node.value !== '';
    if (node.nodeName !== '#comment' || !('data' in node) || rules.comments === 'all') return true;
    return rules.comments === 'conditional' && READ_COMMENT.test(node.data);
  };
  const warnings: string[] = [];
  let insides = 0;
  for (const element of elementsOf(tree)) {
    const isCode = CODE.has(element.tagName) && element.childNodes.length > 0;
    if (isCode) insides++;
    const told = insides > MAX_INSIDES ? undefined : await minifyInside(element, rules, { time, isAscii });
    if (rules.redundantAttributes) shortenAttributes(element);
    if (told === undefined || warnings.length >= MAX_WARNINGS) continue;
    const line = element.sourceCodeLocation?.startLine ?? 1;
    warnings.push(`Line ${line}: the ${element.tagName} element stays as it is: ${told}`);
  }
  if (insides > MAX_INSIDES)
    warnings.push(`Only the first ${MAX_INSIDES} of ${insides} scripts and style sheets are minified`);
  time.run(() => shortenWhitespace(tree, rules.whitespace));
  const letters: Letters = (part) => {
    const spaced = part.replaceAll('\u00a0', '&nbsp;');
    return isAscii ? spaced.replace(/[^\u0000-\u007f]/gu, (letter) => `&#${letter.codePointAt(0)};`) : spaced;
  };
  for (const tags of [rules.optionalTags ? 'omitted' : 'source', 'whole'] as const) {
    const html = time.run(() => writeShort(tree, { letters, isKept, tags }));
    if (time.run(() => isSameTree(tree, parseHtml(html), isKept))) return { html, warnings };
  }
  throw new ContentFault('its tags are so mixed up that a browser would read the shorter text otherwise');
}

/** All elements, those inside templates too, in document order. Without recursion. */
function* elementsOf(root: HtmlNode): Generator<HtmlElement, void> {
  const open: HtmlNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) yield node;
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) open.push(children[i] as HtmlNode);
  }
}

/** Code that a server runs is a comment or text to a browser, and would be lost. */
function refuseServerCode(parent: HtmlNode): void {
  if (isElement(parent) && CODE.has(parent.tagName)) return;
  const isInTag = isElement(parent) && parent.attrs.some(({ value }) => /<[?%]/.test(value));
  const isInside = childrenOf(parent).some(
    (node) =>
      (node.nodeName === '#comment' && 'data' in node && /^\?(?:php|=|\s)/i.test(node.data)) ||
      (node.nodeName === '#text' && 'value' in node && node.value.includes('<%')),
  );
  if (isInTag || isInside)
    throw new ContentFault('it has code that a server runs (<? or <%); minify the page that the server makes of it');
}

/** Minifies a script or style sheet in place; says why where it stays. */
async function minifyInside(
  element: HtmlElement,
  { minifyCss, minifyJs }: HtmlMinifying,
  { time, isAscii }: { readonly time: WorkTime; readonly isAscii: boolean },
): Promise<string | undefined> {
  const [inside] = element.childNodes;
  if (!isOfHtml(element) || inside === undefined || !('value' in inside)) return undefined;
  const text = rawTextOf(element);
  const type = (attributeOf(element, 'type') ?? '').trim();
  try {
    if (minifyCss && element.tagName === 'style' && /^(?:text\/css)?$/i.test(type)) {
      const css = minifyStyleSheet(text, { skipInvalid: false }, time).text;
      const written = isAscii
        ? css.replace(/[^\u0000-\u007f]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
        : css;
      if (!/<\/style/i.test(written)) inside.value = written;
    } else if (minifyJs && element.tagName === 'script' && SCRIPT_TYPE.test(type)) {
      const isModule = type.toLowerCase() === 'module';
      const { text: code } = await minifyScript(text, { ...SCRIPT, topLevel: isModule }, time);
      const isSafe = !/<\/script|<!--/i.test(code) && (!isAscii || /^[\u0000-\u007f]*$/.test(code));
      if (isSafe) inside.value = code.replace(/;$/, '');
    } else if (minifyJs && element.tagName === 'script' && JSON_TYPE.test(type)) {
      inside.value = layoutJson(text, { dialect: 'json', indent: '', sortKeys: false, keepComments: false }).trimEnd();
    }
    return undefined;
  } catch (error) {
    if (isFault(error)) return (error.message.split('\n', 1)[0] ?? '').slice(0, 200);
    throw error;
  }
}

const SCRIPT = {
  compress: true,
  mangle: true,
  keepNames: false,
  dropConsole: false,
  comments: 'licence',
  target: 'es2020',
} as const;
