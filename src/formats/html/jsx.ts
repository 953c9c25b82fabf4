import {
  attributeOf,
  BLOCKS,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOfHtml,
  rawTextOf,
} from '../../engines/xml/html-document.js';
import { LimitFault } from '../../lib/faults.js';

import { declarationsOf, isFlagAttribute, propName, styleEntry } from './jsx-names.js';

/** Elements within each other. */
const MAX_DEPTH = 300;
/** A line is not begun anew for what is shorter. */
const LINE = 100;

const VOID: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp']);

export interface JsxRules {
  /** Name of a component around it; none where it is empty. */
  readonly component: string;
  readonly comments: boolean;
}

export interface Jsx {
  readonly code: string;
  /** Names of attributes that JSX cannot hold. */
  readonly dropped: readonly string[];
}

/** HTML as JSX for React. Throws LimitFault where it is nested too deep. */
export function jsxOf(nodes: readonly HtmlNode[], { component, comments }: JsxRules): Jsx {
  const writer = new JsxWriter(comments);
  const parts = writer.children(nodes, 0, { isPre: false, isBlock: true });
  const isOne = parts.length === 1 && parts[0]?.startsWith('<');
  const body = isOne ? (parts[0] ?? '') : `<>\n${parts.map((part) => `${indented(part)}\n`).join('')}</>`;
  const code =
    component === ''
      ? `${body}\n`
      : `export function ${component}() {\n  return (\n${indented(indented(body))}\n  );\n}\n`;
  return { code, dropped: [...writer.dropped] };
}

/** Texts of template literals are not made, so that every line may be moved. */
const indented = (code: string): string => code.replace(/^(?=.)/gm, '  ');

interface Place {
  readonly isPre: boolean;
  readonly isBlock: boolean;
}

const isBlock = (node: HtmlNode | undefined): boolean =>
  node !== undefined &&
  isElement(node) &&
  (BLOCKS.has(node.tagName) ||
    /^(?:table|t[dhr]|tbody|thead|tfoot|caption|col|colgroup|option|optgroup|source|track|svg|video|select)$/.test(
      node.tagName,
    ) ||
    !isOfHtml(node));

const literal = (text: string): string => `{${JSON.stringify(text)}}`;

class JsxWriter {
  readonly dropped = new Set<string>();

  constructor(private readonly comments: boolean) {}

  /** One part for each child, in their order; the parts may be put on lines of their own. */
  children(nodes: readonly HtmlNode[], depth: number, place: Place): string[] {
    if (depth > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
    const shown = nodes.filter((node) => this.comments || node.nodeName !== '#comment');
    return shown.flatMap((node, index) => {
      if (node.nodeName === '#comment' && 'data' in node)
        return [`{/* ${node.data.trim().replaceAll('*/', '* /')} */}`];
      if (node.nodeName === '#text' && 'value' in node)
        return this.#text(node.value, shown[index - 1], shown[index + 1], place);
      return isElement(node) ? [this.#element(node, depth, place)] : [];
    });
  }

  #text(
    value: string,
    before: HtmlNode | undefined,
    after: HtmlNode | undefined,
    { isPre, isBlock: inBlock }: Place,
  ): string[] {
    if (isPre) return value === '' ? [] : [literal(value)];
    // White space at the edge of a block is not shown.
    const atStart = (before === undefined && inBlock) || isBlock(before);
    const atEnd = (after === undefined && inBlock) || isBlock(after);
    let text = value.replace(/[\t\n\f\r ]+/g, ' ');
    if (atStart) text = text.replace(/^ /, '');
    if (atEnd) text = text.replace(/ $/, '');
    if (text === '') return [];
    const [, start = '', middle = '', end = ''] = /^( ?)(.*?)( ?)$/su.exec(text) ?? [];
    // JSX takes letters, but for its own marks, character references, and white space that it would take off.
    const isPlain = /^[^{}<>&\s](?:[^{}<>&]*[^{}<>&\s])?$/u.test(middle) && !/[^\S ]/.test(middle);
    const space = (one: string): string[] => (one === '' ? [] : ['{" "}']);
    return [...space(start), ...(middle === '' ? [] : [isPlain ? middle : literal(middle)]), ...space(end)];
  }

  #element(element: HtmlElement, depth: number, { isPre }: Place): string {
    const { tagName } = element;
    const name = /^[A-Za-z][\w.-]*$/.test(tagName) && !tagName.includes('.') ? tagName : 'div';
    const props = this.#props(element);
    if (RAW.has(tagName)) {
      const raw = rawTextOf(element);
      if (raw !== '') props.push(`dangerouslySetInnerHTML={{ __html: ${JSON.stringify(raw)} }}`);
    }
    if (tagName === 'textarea' && rawTextOf(element) !== '') props.push(`defaultValue=${literal(rawTextOf(element))}`);
    const open = `<${[name, ...props].join(' ')}`;
    const start =
      open.length <= LINE || props.length < 2
        ? open
        : `<${name}\n${props.map((prop) => `${indented(prop)}\n`).join('')}`;
    const content =
      tagName === 'template' && 'content' in element
        ? (element.content as { childNodes: HtmlNode[] }).childNodes
        : element.childNodes;
    const place = { isPre: isPre || tagName === 'pre' || tagName === 'listing', isBlock: isBlock(element) };
    const isEmpty = VOID.has(tagName) || RAW.has(tagName) || tagName === 'textarea';
    const parts = isEmpty ? [] : this.children(content, depth + 1, place);
    if (parts.length === 0) return `${start}${start.endsWith('\n') ? '' : ' '}/>`;
    const line = `${start}>${parts.join('').replaceAll('{" "}', ' ')}</${name}>`;
    // On one line, a space between parts stays a space.
    const isLine = !line.includes('\n') && line.length <= LINE && !content.some((node) => isBlock(node));
    if (isLine) return line;
    return `${start}>\n${parts.map((part) => `${indented(part)}\n`).join('')}</${name}>`;
  }

  #props(element: HtmlElement): string[] {
    const isSvg = !isOfHtml(element);
    const { tagName } = element;
    const props: string[] = [];
    const known = new Set<string>();
    for (const { name: local, value, prefix } of element.attrs) {
      const written = prefix === undefined || prefix === '' ? local : `${prefix}:${local}`;
      const name = this.#nameOf(written, tagName, isSvg);
      // The select element tells it.
      if (tagName === 'option' && written === 'selected') continue;
      if (name === undefined) {
        this.dropped.add(written);
        continue;
      }
      if (known.has(name)) continue;
      known.add(name);
      if (name === 'style') props.push(`style=${styleObject(value)}`);
      else if (!isSvg && isFlagAttribute(written)) props.push(name);
      else props.push(`${name}=${/^[^"&\\{}<>\p{C}\u2028\u2029]*$/u.test(value) ? `"${value}"` : literal(value)}`);
    }
    const chosen = tagName === 'select' ? chosenOptions(element) : [];
    if (chosen.length > 0)
      props.push(
        attributeOf(element, 'multiple') === undefined
          ? `defaultValue=${literal(chosen.at(-1) ?? '')}`
          : `defaultValue={${JSON.stringify(chosen)}}`,
      );
    return props;
  }

  #nameOf(written: string, tagName: string, isSvg: boolean): string | undefined {
    // A handler is a text in HTML, and a function in JSX.
    if (/^on[a-z]/i.test(written)) return undefined;
    if (tagName === 'input' && written === 'value') return 'defaultValue';
    if (tagName === 'input' && written === 'checked') return 'defaultChecked';
    return propName(written, isSvg);
  }
}

/** Values of the options that are chosen. */
function chosenOptions(select: HtmlElement): string[] {
  const chosen: string[] = [];
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (!isElement(node)) continue;
      if (node.tagName === 'option' && attributeOf(node, 'selected') !== undefined)
        chosen.push(attributeOf(node, 'value') ?? rawTextOf(node).trim());
      if (node.tagName === 'optgroup') visit(node.childNodes);
    }
  };
  visit(select.childNodes);
  return chosen;
}

function styleObject(style: string): string {
  const entries = declarationsOf(style).flatMap((declaration) => {
    const entry = styleEntry(declaration);
    return entry === undefined ? [] : [entry];
  });
  const members = [...new Map(entries)].map(
    ([name, value]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return members.length === 0 ? '{{}}' : `{{ ${members.join(', ')} }}`;
}
