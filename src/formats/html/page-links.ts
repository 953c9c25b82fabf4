import {
  attributeOf,
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  lineBelow,
} from '../../engines/xml/html-document.js';
import { allElements } from '../../engines/xml/selectors.js';

export const LINK_KINDS = ['link', 'image', 'script', 'style', 'icon', 'frame', 'media', 'other'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export interface PageLink {
  /** As written, without the white space around it. */
  readonly address: string;
  readonly kind: LinkKind;
  /** What is shown for it: the text of a link, the alternative text of an image. */
  readonly text: string;
}

/** A link with the element that has it. */
interface FoundLink extends PageLink {
  readonly from: HtmlElement;
}

const TEXT_CHARACTERS = 200;

/** Attributes with addresses of what a page leads to or loads: HTML standard, §3.2.6 and the elements' own sections. */
const ADDRESSES: readonly (readonly [element: string, attribute: string, kind: LinkKind])[] = [
  ['a', 'href', 'link'],
  ['area', 'href', 'link'],
  ['img', 'src', 'image'],
  ['script', 'src', 'script'],
  ['iframe', 'src', 'frame'],
  ['frame', 'src', 'frame'],
  ['embed', 'src', 'media'],
  ['object', 'data', 'media'],
  ['video', 'src', 'media'],
  ['video', 'poster', 'image'],
  ['audio', 'src', 'media'],
  ['source', 'src', 'media'],
  ['track', 'src', 'media'],
  ['input', 'src', 'image'],
];

/** Links and loaded files of a page, by element; addresses that are empty are left out. */
export function pageLinks(page: HtmlNode): FoundLink[] {
  const found: FoundLink[] = [];
  const add = (address: string | undefined, kind: LinkKind, text: string, from: HtmlElement): void => {
    const trimmed = address?.trim() ?? '';
    if (trimmed !== '') found.push({ address: trimmed, kind, text: text.slice(0, TEXT_CHARACTERS), from });
  };
  for (const [name, attribute, kind] of ADDRESSES)
    for (const element of elementsBelow(page, name))
      add(attributeOf(element, attribute), kind, shownText(element), element);
  for (const element of elementsBelow(page, 'link'))
    add(attributeOf(element, 'href'), kindOfRelation(attributeOf(element, 'rel') ?? ''), '', element);
  for (const name of ['img', 'source'])
    for (const element of elementsBelow(page, name))
      for (const address of imageSources(attributeOf(element, 'srcset') ?? ''))
        add(address, 'image', shownText(element), element);
  return found;
}

function shownText(element: HtmlElement): string {
  if (element.tagName !== 'a') return attributeOf(element, 'alt')?.trim() ?? '';
  const text = lineBelow(element).trim();
  if (text !== '') return text;
  for (const image of elementsBelow(element, 'img')) return attributeOf(image, 'alt')?.trim() ?? '';
  return attributeOf(element, 'aria-label')?.trim() ?? '';
}

function kindOfRelation(rel: string): LinkKind {
  const words = rel.toLowerCase().split(/\s+/);
  if (words.includes('stylesheet')) return 'style';
  if (words.some((word) => word === 'icon' || word.endsWith('-icon'))) return 'icon';
  return 'other';
}

/** Addresses of a `srcset`: HTML standard, "parsing a srcset attribute". Commas within an address or brackets belong to it. */
function imageSources(srcset: string): string[] {
  const addresses: string[] = [];
  const candidate = /[\s,]*(\S+)/y;
  for (let found = candidate.exec(srcset); found !== null; found = candidate.exec(srcset)) {
    const [, address = ''] = found;
    addresses.push(withoutCommas(address));
    // A comma at its end closes the candidate, so that no descriptor belongs to it.
    if (!address.endsWith(',')) candidate.lastIndex = endOfDescriptors(srcset, candidate.lastIndex);
  }
  return addresses;
}

function withoutCommas(address: string): string {
  let end = address.length;
  while (address[end - 1] === ',') end -= 1;
  return address.slice(0, end);
}

function endOfDescriptors(srcset: string, start: number): number {
  let isInBrackets = false;
  for (let at = start; at < srcset.length; at += 1) {
    const character = srcset[at];
    if (character === '(') isInBrackets = true;
    else if (character === ')') isInBrackets = false;
    else if (character === ',' && !isInBrackets) return at;
  }
  return srcset.length;
}

/** What fragments of a page can name: `id`s, and `name`s of anchors. */
export function fragmentsOf(page: HtmlNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const element of allElements(page)) {
    const id = attributeOf(element, 'id');
    if (id !== undefined) names.add(id);
  }
  for (const anchor of elementsBelow(page, 'a')) {
    const name = attributeOf(anchor, 'name');
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Whether a fragment, without its `#`, leads to a place: HTML standard, "indicated part". Text fragments are not searched for. */
export function isIndicated(fragment: string, names: ReadonlySet<string>): boolean {
  const [plain = ''] = fragment.split(':~:');
  if (plain === '' || names.has(plain) || plain.toLowerCase() === 'top') return true;
  try {
    return names.has(decodeURIComponent(plain));
  } catch {
    return false;
  }
}
