import {
  attributeOf,
  BLOCKS,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOfHtml,
} from '../../engines/xml/html-document.js';

export type Whitespace = 'collapse' | 'conservative' | 'keep';

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Beside `BLOCKS`: no space counts next to their tags. */
const MORE_BLOCKS = words('td th tr tbody thead tfoot caption colgroup col option optgroup br frame noframes title');
/** What is drawn in a line like a letter, with nothing of the page's text inside. */
const LETTERS = words('img input iframe embed meter progress wbr textarea noembed xmp plaintext');
/** What is drawn in a line like a letter, with lines of its own inside. */
const BOXES = words('button select video audio object canvas datalist marquee');
/** What is drawn nowhere. */
const HIDDEN = words('script style link meta base noscript area param source track');
/** Text of SVG and MathML that is shown, or is no markup. */
const FOREIGN_TEXT = words(
  'text tspan textPath title desc style script foreignObject mi mn mo mtext ms annotation annotation-xml',
);
const KEPT_STYLE = /white-space(?:-collapse)?\s{0,10}:\s{0,10}(?:pre|break-spaces)/i;

/** Where the next letter of a line would stand. */
interface Line {
  /** At its start, or behind a space: another has no width. */
  isAtSpace: boolean;
  /** The text whose last space would end the line. */
  last: { value: string } | undefined;
  /** That space was a line break. */
  isLastBreak: boolean;
  isBehindWbr: boolean;
}

const lineAt = (isAtSpace: boolean, isBehindWbr = false): Line => ({
  isAtSpace,
  last: undefined,
  isLastBreak: false,
  isBehindWbr,
});

type Step = HtmlNode | { readonly leave: () => void };

/**
 * Shortens the whitespace of a tree in its own texts, as CSS lays text out by default: runs become one space, and none is left where
 * a line begins or ends (`conservative`: one is). Texts of which nothing is left are empty. Without recursion.
 */
export function shortenWhitespace(root: HtmlNode, mode: Whitespace): void {
  if (mode === 'keep') return;
  let line = lineAt(true);
  const isWhole = mode === 'collapse';
  const breakLine = (): void => {
    if (isWhole && line.last !== undefined) line.last.value = line.last.value.slice(0, -1);
    line = lineAt(isWhole);
  };
  const letter = (): void => {
    line = lineAt(false);
  };
  const open: Step[] = [root];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    if ('leave' in step) step.leave();
    else if (step.nodeName === '#text' && 'value' in step) shortenText(step, line);
    else if (isElement(step)) enter(step);
    else pushChildren(open, step);
  }
  breakLine();

  function enter(element: HtmlElement): void {
    const { tagName } = element;
    if (!isOfHtml(element)) {
      letter();
      shortenForeign(element);
      return;
    }
    if (tagName === 'template' && 'content' in element) {
      const outside = line;
      line = lineAt(false);
      open.push({
        leave() {
          line = outside;
        },
      });
      pushChildren(open, element.content as HtmlNode);
      return;
    }
    const parent = element.parentNode;
    const isInHead = parent !== null && 'tagName' in parent && parent.tagName === 'head';
    const isBlock = BLOCKS.has(tagName) || MORE_BLOCKS.has(tagName) || (isInHead && HIDDEN.has(tagName));
    const isKept = ['pre', 'listing'].includes(tagName) || KEPT_STYLE.test(attributeOf(element, 'style') ?? '');
    if (isBlock || isKept) breakLine();
    if (isKept) {
      if (!isBlock) letter();
      return;
    }
    if (HIDDEN.has(tagName)) return;
    if (LETTERS.has(tagName)) {
      const isWbr = tagName === 'wbr';
      if (isWbr && line.last !== undefined && line.isLastBreak) line.last.value = `${line.last.value.slice(0, -1)}\n`;
      line = lineAt(false, isWbr);
      return;
    }
    if (BOXES.has(tagName)) {
      letter();
      line.isAtSpace = isWhole;
      open.push({
        leave() {
          breakLine();
          letter();
        },
      });
    } else if (isBlock) open.push({ leave: breakLine });
    pushChildren(open, element);
  }
}

/**
 * CSS Text 3, 4.1.3: a line break next to a zero-width space (that of `<wbr>`) or between letters of East Asia is no space. It stays a
 * line break where that may be: next to a letter beyond ASCII.
 */
function shortenText(node: { value: string }, line: Line): void {
  const { value } = node;
  const run = value.replace(/[\t\n\f\r ]+/g, (spaces, at: number) => {
    if (!spaces.includes('\n')) return ' ';
    const isBesideWbr = at === 0 && line.isBehindWbr;
    const end = at + spaces.length;
    return isBesideWbr || value.charCodeAt(at - 1) > 0x7f || value.charCodeAt(end) > 0x7f ? '\n' : ' ';
  });
  node.value = line.isAtSpace && /^[ \n]/.test(run) ? run.slice(1) : run;
  if (node.value === '') return;
  line.isBehindWbr = false;
  line.isAtSpace = /[ \n]$/.test(node.value);
  line.last = line.isAtSpace ? node : undefined;
  line.isLastBreak = /[\t\n\f\r ]*$/.exec(value.slice(-100))?.[0].includes('\n') ?? false;
}

/** In SVG and MathML spaces between tags are nothing. */
function shortenForeign(root: HtmlElement): void {
  const open: HtmlNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isElement(node) || isOfHtml(node) || FOREIGN_TEXT.has(node.tagName)) continue;
    for (const child of node.childNodes) {
      if (child.nodeName === '#text' && 'value' in child && /^[\t\n\f\r ]+$/.test(child.value)) child.value = '';
      open.push(child);
    }
  }
}

function pushChildren(open: Step[], node: HtmlNode): void {
  if (!('childNodes' in node)) return;
  for (let i = node.childNodes.length - 1; i >= 0; i--) open.push(node.childNodes[i] as HtmlNode);
}
