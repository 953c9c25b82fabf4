import { ContentFault } from '../faults.js';
import { elementsOf } from './content.js';
import type { XmlElement } from './nodes.js';

/** Where elements are, told by the names from the root on: one object for all elements of a path. */
interface Place {
  readonly name: string;
  readonly parent: Place | undefined;
  readonly inside: Map<string, Place>;
}

/** An element with the one around it. */
export interface PlacedElement {
  readonly element: XmlElement;
  readonly parent: PlacedElement | undefined;
  readonly place: Place;
}

/** Paths that are named where several lists could be meant. */
const MAX_NAMED = 8;

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let here: Place | undefined = place; here !== undefined; here = here.parent) names.unshift(here.name);
  return names.join('/');
}

const placedRoot = (element: XmlElement): PlacedElement => ({
  element,
  parent: undefined,
  place: { name: element.name, parent: undefined, inside: new Map() },
});

function below(parent: PlacedElement): PlacedElement[] {
  return elementsOf(parent.element).map((element) => {
    const known = parent.place.inside.get(element.name);
    const place = known ?? { name: element.name, parent: parent.place, inside: new Map() };
    if (known === undefined) parent.place.inside.set(element.name, place);
    return { element, parent, place };
  });
}

const hasElements = ({ element }: PlacedElement): boolean => element.children.some(({ kind }) => kind === 'element');

/** Elements by place where one parent has several of that name; the others of such a place belong to them. */
function repeatedPlaces(level: readonly PlacedElement[]): Map<Place, PlacedElement[]> {
  const byPlace = new Map<Place, PlacedElement[]>();
  const repeated = new Set<Place>();
  for (const placed of level) {
    const there = byPlace.get(placed.place);
    // Of one parent they come one after another, but for elements of other names.
    if (there === undefined) byPlace.set(placed.place, [placed]);
    else {
      if (there.at(-1)?.parent === placed.parent) repeated.add(placed.place);
      there.push(placed);
    }
  }
  return new Map([...byPlace].filter(([place]) => repeated.has(place)));
}

function onlyOne(candidates: ReadonlyMap<Place, readonly PlacedElement[]>): readonly PlacedElement[] | undefined {
  if (candidates.size > 1) {
    const named = [...candidates]
      .slice(0, MAX_NAMED)
      .map(([place, elements]) => `${pathOf(place)} (${elements.length})`);
    throw ContentFault.whole(
      `Option "path" must choose the rows, as there are several lists: ${named.join(', ')}${candidates.size > MAX_NAMED ? ', …' : ''}`,
    );
  }
  return [...candidates.values()][0];
}

/**
 * The elements that are rows where nobody said which: those nearest to the root of which one parent has several and that hold elements;
 * else such as hold none; else the first element, from the root on, with more than one inside. Throws ContentFault where several
 * lists are as near.
 */
function likelyRows(root: XmlElement): readonly PlacedElement[] {
  let plain: Map<Place, PlacedElement[]> | undefined;
  for (let level: PlacedElement[] = [placedRoot(root)]; level.length > 0; level = level.flatMap(below)) {
    const repeated = repeatedPlaces(level);
    const rows = onlyOne(new Map([...repeated].filter(([, elements]) => elements.some(hasElements))));
    if (rows !== undefined) return rows;
    if (repeated.size > 0) plain ??= repeated;
  }
  const texts = plain === undefined ? undefined : onlyOne(plain);
  return texts ?? [onlyElement(placedRoot(root))];
}

function onlyElement(placed: PlacedElement): PlacedElement {
  const [only, ...others] = below(placed);
  return only === undefined || others.length > 0 || !hasElements(only) ? placed : onlyElement(only);
}

/** Whether a place ends with names, the innermost first; `isWhole`: has no others. */
function endsWith(place: Place, names: readonly string[], isWhole: boolean): boolean {
  let here: Place | undefined = place;
  for (const name of names) {
    if (here?.name !== name) return false;
    here = here.parent;
  }
  return !isWhole || here === undefined;
}

/** The outermost elements whose path ends with the names given; with `/` before them, whose path they are. */
function chosenRows(root: XmlElement, path: string): PlacedElement[] {
  const names = path.replace(/^\//, '').split('/').reverse();
  const rows: PlacedElement[] = [];
  const pending = [placedRoot(root)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (endsWith(next.place, names, path.startsWith('/'))) rows.push(next);
    else for (const placed of below(next).reverse()) pending.push(placed);
  }
  return rows;
}

/** The elements that are rows, in the order of the document. `path` is such as `book`, `shop/item` or `/shop/item`; empty finds them. */
export function rowElements(root: XmlElement, path: string): readonly PlacedElement[] {
  if (path === '') return likelyRows(root);
  const rows = chosenRows(root, path);
  if (rows.length === 0)
    throw ContentFault.whole(`Option "path" must name elements of the document, got ${JSON.stringify(path)}`);
  return rows;
}

/** The elements around one, the root first. */
export function elementsAround({ parent }: PlacedElement): XmlElement[] {
  const around: XmlElement[] = [];
  for (let here = parent; here !== undefined; here = here.parent) around.push(here.element);
  return around.reverse();
}
