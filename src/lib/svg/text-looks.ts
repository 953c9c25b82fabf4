/** The properties of styles that the look and the place of a text follow from, as a style sheet says them. */

/** What is asked of an element. */
export interface StyledElement {
  readonly tagName: string;
  readonly parentElement: StyledElement | null;
  getAttribute(name: string): string | null;
}

/** Values by property, not inherited ones. */
export type Looks = ReadonlyMap<string, string>;

const PROPERTIES = new Set([
  'alignment-baseline',
  'baseline-shift',
  'color',
  'direction',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'paint-order',
  'stroke',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'text-decoration',
  'visibility',
  'word-spacing',
  'writing-mode',
]);

interface Compound {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Whether the part before it has to be the parent. */
  readonly isChild: boolean;
}

interface Rule {
  /** The last part first. */
  readonly compounds: readonly Compound[];
  readonly weight: number;
  readonly values: readonly (readonly [name: string, value: string, isImportant: boolean])[];
}

const declarationsOf = (css: string) =>
  css.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!PROPERTIES.has(name)) return [];
    const value = declaration.slice(colon + 1).trim();
    return [[name, value.replace(/\s*!important$/i, ''), /!important$/i.test(value)] as const];
  });

const COMPOUND = /^(\*|[a-z][\w-]*)?((?:[#.][\w-]+|\[[\w-]+=["']?[^\]"']*["']?\])*)$/i;

/** `undefined` for a selector that is not understood: states, and what no diagram writes. */
function compoundsOf(selector: string): Compound[] | undefined {
  const compounds: Compound[] = [];
  let isChild = false;
  for (const part of selector
    .replace(/\s*>\s*/g, ' > ')
    .trim()
    .split(/\s+/)) {
    if (part === '>') {
      isChild = true;
      continue;
    }
    const match = COMPOUND.exec(part);
    if (match === null) return undefined;
    const [, tag = '', rest = ''] = match;
    compounds.push({
      tag: tag === '*' ? '' : tag.toLowerCase(),
      id: /#([\w-]+)/.exec(rest)?.[1] ?? '',
      classes: [...rest.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
      attributes: [...rest.matchAll(/\[([\w-]+)=["']?([^\]"']*)["']?\]/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
      isChild,
    });
    isChild = false;
  }
  return compounds.reverse();
}

const weightOf = (compounds: readonly Compound[]): number =>
  compounds.reduce(
    (sum, { tag, id, classes, attributes }) =>
      sum + (id === '' ? 0 : 10_000) + 100 * (classes.length + attributes.length) + (tag === '' ? 0 : 1),
    0,
  );

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  const plain = css.replace(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi, '');
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const values = declarationsOf(body);
    if (values.length === 0) continue;
    for (const selector of selectors.split(',')) {
      const compounds = compoundsOf(selector);
      if (compounds !== undefined) rules.push({ compounds, weight: weightOf(compounds), values });
    }
  }
  // Sorting is stable: of two of one weight, the later one wins.
  return rules.sort((a, b) => a.weight - b.weight);
}

function isA(element: StyledElement, { tag, id, classes, attributes }: Compound): boolean {
  if (tag !== '' && element.tagName.toLowerCase() !== tag) return false;
  if (id !== '' && element.getAttribute('id') !== id) return false;
  if (classes.length > 0) {
    const own = element.getAttribute('class')?.split(/\s+/);
    if (own === undefined || !classes.every((name) => own.includes(name))) return false;
  }
  return attributes.every(([name, value]) => element.getAttribute(name) === value);
}

function matches(element: StyledElement, compounds: readonly Compound[], at = 0): boolean {
  const compound = compounds[at];
  if (compound === undefined || !isA(element, compound)) return compound === undefined;
  if (at + 1 === compounds.length) return true;
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    if (matches(outer, compounds, at + 1)) return true;
    if (compound.isChild) return false;
  }
  return false;
}

/** Reads a style sheet; what is given back says what an element has by its attributes, the sheet and its own style. */
export function openLooks(css: string): (element: StyledElement) => Looks {
  const rules = rulesOf(css);
  return (element) => {
    const looks = new Map<string, string>();
    const important: (readonly [string, string])[] = [];
    for (const name of PROPERTIES) {
      const value = element.getAttribute(name);
      if (value !== null) looks.set(name, value);
    }
    const set = (values: Rule['values']): void => {
      for (const [name, value, isImportant] of values) {
        if (isImportant) important.push([name, value]);
        else looks.set(name, value);
      }
    };
    for (const { compounds, values } of rules) if (matches(element, compounds)) set(values);
    set(declarationsOf(element.getAttribute('style') ?? ''));
    for (const [name, value] of important) looks.set(name, value);
    return looks;
  };
}
