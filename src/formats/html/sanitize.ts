import {
  attributeOf,
  bodyOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOfHtml,
} from '../../engines/xml/html-document.js';
import { htmlOf } from '../../engines/xml/write-html.js';
import { safeAddress, safePicture } from './safe-address.js';

export type SafeProfile = 'strict' | 'basic' | 'rich';

export interface SafeRules {
  readonly profile: SafeProfile;
  /** Elements to keep beside those of the profile; what could run or load something is never kept. */
  readonly moreTags: ReadonlySet<string>;
  readonly links: boolean;
  readonly images: boolean;
  /** Links tell search engines not to follow, and open without a handle on the page. */
  readonly nofollow: boolean;
  /** What relative addresses are relative to, where they are to become absolute. */
  readonly base?: URL | undefined;
  /** Ids that the caller made itself, beside none. */
  readonly isOwnId?: (id: string) => boolean;
  /** Keeps boxes of task lists, which nobody can change. */
  readonly checkboxes?: boolean;
}

const words = (text: string): readonly string[] => text.split(' ');

const STRICT = words('b br del em i ins p s strong sub sup u');
const BASIC = words(
  'a abbr bdi bdo blockquote cite code dd dfn dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img kbd li mark ol pre q rp rt ruby samp small time ul var wbr',
);
const RICH = words(
  'address article aside big caption center col colgroup data details div font footer header hgroup main nav section span strike summary table tbody td tfoot th thead tr tt',
);

/** Elements that a caller may name: they hold text and load nothing. */
const NAMEABLE: ReadonlySet<string> = new Set([
  ...STRICT,
  ...BASIC,
  ...RICH,
  'dir',
  'label',
  'legend',
  'fieldset',
  'menu',
  'meter',
  'progress',
  'search',
  'nobr',
  'acronym',
]);

/** Elements that go with all that is in them; of others that are not kept, the content stays. */
const DROPPED: ReadonlySet<string> = new Set(
  words(
    'applet audio base basefont canvas datalist embed frame frameset head iframe input link math meta noembed noframes noscript object optgroup option param plaintext script select source style svg template textarea title track video xmp',
  ),
);

const CELL = ['colspan', 'rowspan', 'align', 'valign', 'headers', 'bgcolor', 'width', 'height'];

/** Attributes of every element, and of some. Ids are not kept: they could take the place of the page's own. */
const COMMON: ReadonlySet<string> = new Set(['title', 'lang', 'dir']);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'hreflang'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  data: ['value'],
  del: ['cite', 'datetime'],
  details: ['open'],
  font: ['color', 'face', 'size'],
  img: ['src', 'alt', 'width', 'height'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
  ol: ['start', 'type', 'reversed'],
  progress: ['value', 'max'],
  q: ['cite'],
  table: ['align', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'width'],
  td: CELL,
  th: [...CELL, 'scope', 'abbr'],
  time: ['datetime'],
  tr: ['align', 'valign'],
};

/** Elements that old pages and READMEs align. */
const ALIGNED: ReadonlySet<string> = new Set(words('div h1 h2 h3 h4 h5 h6 hr img p'));

/** Properties of `style` that colour and place text and load nothing. */
const STYLES: ReadonlySet<string> = new Set(
  words(
    'background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing border-style border-top border-width color direction font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-width padding padding-bottom padding-left padding-right padding-top text-align text-decoration text-indent text-transform vertical-align white-space width word-spacing',
  ),
);
/** Numbers, units, names, colours and quoted names of fonts; rgb(), hsl() and calc() are the only functions. */
const STYLE_VALUE = /^(?:[\w\s#.,%+*/!'"-]|(?:rgba?|hsla?|calc)\(|\))*$/i;

export const mayBeNamed = (tagName: string): boolean => NAMEABLE.has(tagName);

const MAX_PASSES = 5;

/**
 * The body of a page with only what is allowed. Where elements that were left out had kept others apart (a paragraph in a button in a
 * paragraph), what is left is read in another way: it is gone over until it stays the same.
 */
export function sanitizeHtml(text: string, rules: SafeRules): string {
  let html = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = htmlOf(sanitized(bodyOf(html), rules));
    if (next === html) break;
    html = next;
  }
  return html;
}

/**
 * The nodes again with only what is allowed: elements of HTML by a list, attributes by a list, addresses without scripts. What is made
 * holds no SVG, MathML or raw text. Without recursion.
 */
function sanitized(nodes: readonly HtmlNode[], rules: SafeRules): HtmlNode[] {
  const kept = keptTags(rules);
  const top: HtmlNode[] = [];
  const open: {
    readonly nodes: readonly HtmlNode[];
    at: number;
    readonly into: HtmlNode[];
    readonly parent: HtmlElement | null;
  }[] = [{ nodes, at: 0, into: top, parent: null }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) {
      open.pop();
      continue;
    }
    if (node.nodeName === '#text' && 'value' in node)
      level.into.push({ ...node, parentNode: level.parent } as HtmlNode);
    if (!isElement(node) || !isOfHtml(node)) continue;
    if (rules.checkboxes && node.tagName === 'input' && attributeOf(node, 'type') === 'checkbox')
      level.into.push({ ...node, attrs: checkbox(node), parentNode: level.parent });
    if (DROPPED.has(node.tagName)) continue;
    if (!kept.has(node.tagName) || (node.tagName === 'img' && safePicture(attributeOf(node, 'src')) === undefined)) {
      open.push({ nodes: node.childNodes, at: 0, into: level.into, parent: level.parent });
      continue;
    }
    const copy = { ...node, attrs: attributesOf(node, rules), childNodes: [], parentNode: level.parent } as HtmlElement;
    level.into.push(copy);
    open.push({ nodes: node.childNodes, at: 0, into: copy.childNodes, parent: copy });
  }
  return top;
}

const checkbox = (box: HtmlElement): HtmlElement['attrs'] => [
  { name: 'type', value: 'checkbox' },
  { name: 'disabled', value: '' },
  ...(attributeOf(box, 'checked') === undefined ? [] : [{ name: 'checked', value: '' }]),
];

function keptTags({ profile, moreTags, links, images }: SafeRules): ReadonlySet<string> {
  const kept = new Set([
    ...STRICT,
    ...(profile === 'strict' ? [] : BASIC),
    ...(profile === 'rich' ? RICH : []),
    ...moreTags,
  ]);
  if (!links) kept.delete('a');
  if (!images) kept.delete('img');
  return kept;
}

function attributesOf(element: HtmlElement, rules: SafeRules): HtmlElement['attrs'] {
  const found: { name: string; value: string }[] = [];
  for (const { name, value } of element.attrs) {
    const safe = safeValue(element.tagName, name, value, rules);
    if (safe !== undefined) found.push({ name, value: safe });
  }
  if (rules.nofollow && element.tagName === 'a' && found.some(({ name }) => name === 'href'))
    found.push({ name: 'rel', value: 'nofollow noopener noreferrer' });
  return found;
}

function safeValue(
  tagName: string,
  name: string,
  value: string,
  { profile, base, isOwnId }: SafeRules,
): string | undefined {
  if (name === 'id') return isOwnId?.(value) ? value : undefined;
  if (name === 'style') return profile === 'rich' ? safeStyle(value) : undefined;
  if (name === 'class') {
    if (profile === 'rich') return value;
    return tagName === 'code' && /^lang(?:uage)?-[\w+#.-]+$/.test(value) ? value : undefined;
  }
  if (name === 'align' && profile === 'rich' && ALIGNED.has(tagName)) return value;
  if (!COMMON.has(name) && !(Object.hasOwn(ATTRIBUTES, tagName) && ATTRIBUTES[tagName]?.includes(name)))
    return undefined;
  if (name === 'src') return safePicture(value, base);
  return name === 'href' || name === 'cite' ? safeAddress(value, base) : value;
}

/** Declarations of known properties with plain values; comments and escapes are none. */
function safeStyle(style: string): string | undefined {
  const kept = style.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = declaration.slice(at + 1).trim();
    const isSafe = STYLES.has(name) && value !== '' && STYLE_VALUE.test(value) && !value.includes('/*');
    return isSafe ? [`${name}: ${value}`] : [];
  });
  return kept.length === 0 ? undefined : kept.join('; ');
}
