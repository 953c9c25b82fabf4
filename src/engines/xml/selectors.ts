import { compile, type Options } from 'css-select';

import { ContentFault } from '../../lib/faults.js';
import { attributeInAnyCase, type HtmlElement, type HtmlNode, isElement, textBelow } from './html-document.js';

const MAX_SELECTOR = 10_000;

/** The package looks names up in plain objects: what those inherit is no pseudo-class. */
const INHERITED = Object.fromEntries(Object.getOwnPropertyNames(Object.prototype).map((name) => [name, ':inherited']));

const REASONS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/^Unknown pseudo-class (?!:inherited)(.*)/, (name) => `the pseudo-class ${name} is not known`],
  [/^Unknown pseudo-class()/, () => 'a pseudo-class is not known'],
  [/^Pseudo-elements()/, () => 'pseudo-elements such as ::before are not supported'],
  [/^Namespaced()/, () => 'namespaces are not supported'],
  [/^n-th rule couldn't be parsed \(?(.*?)\)?$/, (rule) => `the position ${rule} cannot be read`],
  [/^Relative()/, () => 'it must not begin with a combinator'],
  [/^Missing closing parenthesis|^Parenthesis not matched()/, () => 'a parenthesis is not closed'],
  [/^Empty sub-selector|^Expected name|^Expected selector()/, () => 'a name or selector is missing'],
  [/call stack()/, () => 'it is nested too deeply'],
];

const childrenOf = (node: HtmlNode): HtmlNode[] => ('childNodes' in node ? node.childNodes : []);

/** How the package walks over parse5's tree. Names are compared without case, as HTML has it. */
const adapter: Options<HtmlNode, HtmlElement>['adapter'] = {
  isTag: isElement,
  getAttributeValue: attributeInAnyCase,
  getChildren: childrenOf,
  getName: (element) => element.tagName.toLowerCase(),
  getParent: (element) => element.parentNode as HtmlNode | null,
  getSiblings: (node) => {
    const parent = 'parentNode' in node ? (node.parentNode as HtmlNode | null) : null;
    return parent === null ? [node] : childrenOf(parent);
  },
  getText: textBelow,
  hasAttrib: (element, name) => attributeInAnyCase(element, name) !== undefined,
  // Only what :has() gives over, which the package takes in any order.
  removeSubsets: (nodes) => nodes,
};

/**
 * Whether elements match a CSS selector (level 4 but for states and namespaces; in `:has(a b)` the element itself can be `a`). `scope` is what `:scope` and a
 * leading combinator mean; without it there must be none. Throws ContentFault where it is no selector. What the answer takes is up to the document: run it within
 * a WorkTime.
 */
export function selectorOf(selector: string, scope?: HtmlElement | 'an element'): (element: HtmlElement) => boolean {
  if (selector.length > MAX_SELECTOR) throw new ContentFault(`it must have at most ${MAX_SELECTOR} characters`);
  try {
    return compile<HtmlNode, HtmlElement>(
      selector,
      { adapter, pseudos: INHERITED, ...(scope === undefined ? { relativeSelector: false } : {}) },
      typeof scope === 'string' ? undefined : scope,
    );
  } catch (error) {
    throw new ContentFault(reasonOf(error instanceof Error ? error.message : ''));
  }
}

function reasonOf(message: string): string {
  for (const [pattern, reason] of REASONS) {
    const match = pattern.exec(message);
    if (match !== null) return reason((match[1] ?? '').slice(0, 100));
  }
  return 'it does not follow the grammar of selectors';
}

/** Elements below a node in document order, those of `<template>` left out. Without recursion. */
export function* allElements(root: HtmlNode): Generator<HtmlElement, void> {
  const open: HtmlNode[] = [...childrenOf(root)].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isElement(node)) yield node;
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) open.push(children[i] as HtmlNode);
  }
}
