import { pathLength, pointAlong } from '../../lib/svg/path-points.js';
import { type Looks, openLooks, type StyledElement } from '../../lib/svg/text-looks.js';
import { chartMeasure } from '../charts.js';
import type { Page } from '../jsdom.js';
import { Boxes } from './boxes.js';
import type { PageElement } from './text-layout.js';

/** Width of the page, for diagrams that are as wide as what they are in. */
export const PAGE_WIDTH = 1200;
export const PAGE_HEIGHT = 800;

interface Styled {
  readonly text: string;
  readonly looksOf: (element: StyledElement) => Looks;
}

/** What the elements of a page answer that has no layout: sizes by the fonts that draw, and by the shapes themselves. */
export function measurePage({ window }: Page, letters: string): void {
  const { document } = window;
  const measure = chartMeasure(letters);
  const widths = new Map<string, number>();
  let styled: Styled = { text: '', looksOf: openLooks('') };
  const boxes = new Boxes({
    width: (text, size, isBold) => {
      const key = `${isBold ? 'b' : 'r'}${text}`;
      const known = widths.get(key) ?? measure(text, 1, isBold);
      widths.set(key, known);
      return known * size;
    },
    looksOf: (element) => styled.looksOf(element),
  });
  /** Styles may have been added since. */
  const fresh = (): void => {
    const text = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n');
    if (text !== styled.text) styled = { text, looksOf: openLooks(text) };
  };
  const answer = <Result>(ask: (element: PageElement) => Result) =>
    function (this: PageElement): Result {
      fresh();
      return ask(this);
    };
  Object.assign(window.SVGElement.prototype, {
    getBBox: answer((element) => boxes.boxOf(element)),
    getComputedTextLength: answer((element) => boxes.textLength(element)),
    getTotalLength: answer((element) => pathLength(boxes.pathOf(element))),
    getPointAtLength(this: PageElement, distance: number) {
      return pointAlong(boxes.pathOf(this), distance);
    },
  });
  Object.assign(window.Element.prototype, {
    getBoundingClientRect: answer((element) => {
      const isDrawn = element instanceof window.SVGElement;
      const { x, y, width, height } = isDrawn
        ? boxes.placeOf(element)
        : { x: 0, y: 0, width: PAGE_WIDTH, height: PAGE_HEIGHT };
      return { x, y, left: x, top: y, right: x + width, bottom: y + height, width, height };
    }),
  });
  findFast(window);
  for (const name of ['offsetWidth', 'clientWidth'])
    Object.defineProperty(window.HTMLElement.prototype, name, { get: () => PAGE_WIDTH, configurable: true });
  for (const name of ['offsetHeight', 'clientHeight'])
    Object.defineProperty(window.HTMLElement.prototype, name, { get: () => PAGE_HEIGHT, configurable: true });
  Object.assign(window.HTMLCanvasElement.prototype, {
    getContext: () => canvas((text, font) => measure(text, fontSize(font), /bold|[6-9]00/.test(font))),
  });
}

/** Most questions are for an id: answered by the document's table, not by a walk through all of it for each. */
function findFast(window: Page['window']): void {
  const { document } = window;
  for (const owner of [window.Document.prototype, window.Element.prototype]) {
    const { querySelector } = owner;
    owner.querySelector = function (this: unknown, selector: string): unknown {
      const id = /^(?:#([A-Za-z_][\w-]*)|\[id="([^"\\]+)"\])$/.exec(selector);
      const found = id === null || this !== document ? null : document.getElementById(id[1] ?? id[2] ?? '');
      return found ?? querySelector.call(this, selector);
    };
  }
}

const fontSize = (font: string): number => Number(/([\d.]+)px/.exec(font)?.[1] ?? 10);

/** A canvas on which nothing is drawn. */
function canvas(measure: (text: string, font: string) => number): object {
  const state: Record<string, unknown> = { font: '10px sans-serif' };
  return new Proxy(state, {
    get: (_state, name) => {
      if (name === 'measureText') return (text: string) => ({ width: measure(text, String(state.font)) });
      return name in state ? state[String(name)] : () => undefined;
    },
  });
}
