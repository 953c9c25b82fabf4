import type { SvgElement } from './sanitize.js';

const REFERENCE = /url\(\s*["']?#([^"')\s]+)["']?\s*\)/g;
/** Rules of a style sheet that are followed from an element with a class. */
const MAX_SHEET_REFERENCES = 20;
/** Beyond this a document is refused anyway. */
const ENDLESS = 1e12;

/**
 * Counts the elements that are drawn, references followed: each `use`, pattern, mask and marker counts as often as it is drawn. What refers to itself is not drawn
 * at that place.
 */
export function drawnElements(root: SvgElement): number {
  const ids = new Map<string, SvgElement>();
  const sheets: string[] = [];
  visit(root, (element) => {
    const id = element.attributes.get('id');
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
    if (element.name === 'style') sheets.push(element.children.filter((child) => typeof child === 'string').join(''));
  });
  return new Meter(ids, referencesOf(sheets.join('\n'))).measure(root);
}

function visit(element: SvgElement, see: (element: SvgElement) => void): void {
  see(element);
  for (const child of element.children) if (typeof child !== 'string') visit(child, see);
}

const referencesOf = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, id = '']) => id);

class Meter {
  readonly #known = new Map<SvgElement, number>();
  readonly #open = new Set<SvgElement>();

  constructor(
    private readonly ids: ReadonlyMap<string, SvgElement>,
    private readonly sheetReferences: readonly string[],
  ) {}

  measure(element: SvgElement): number {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    if (this.#open.has(element)) return 0;
    this.#open.add(element);
    let total = 1;
    for (const child of element.children) if (typeof child !== 'string') total += this.measure(child);
    for (const id of this.#references(element)) {
      const target = this.ids.get(id);
      if (target !== undefined) total += this.measure(target) * (target.name === 'marker' ? markersOf(element) : 1);
    }
    this.#open.delete(element);
    total = Math.min(ENDLESS, total);
    this.#known.set(element, total);
    return total;
  }

  #references({ name, attributes }: SvgElement): string[] {
    const found: string[] = [];
    for (const [key, value] of attributes) {
      if (key === 'href' || key === 'xlink:href') {
        if (name !== 'a' && value.startsWith('#')) found.push(value.slice(1));
      } else if (value.includes('url(')) found.push(...referencesOf(value));
    }
    // A rule may apply to any element that has a class.
    if (attributes.has('class')) found.push(...this.sheetReferences.slice(0, MAX_SHEET_REFERENCES));
    return found;
  }
}

/** At most a marker for every second character of a path. */
const markersOf = ({ attributes }: SvgElement): number =>
  1 + Math.ceil((attributes.get('d') ?? attributes.get('points') ?? '').length / 2);
