import type { SvgElement } from './sanitize.js';

/** What custom properties say, by name with its dashes, at an element and above it. */
interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly above: Scope | undefined;
  /** Replacements that are left in the drawing. */
  readonly work: { left: number };
}

/** Longest value that is put into another; colours and lengths are far shorter. */
const MAX_VALUE = 1000;
/** Deepest nesting of var() in what stands for another. */
const MAX_NESTED = 20;
/** Replacements in a drawing: its largest number of elements, five times over. */
const MAX_WORK = 500_000;

const FUNCTION = /(?<![\w-])(var|light-dark)\(/i;

/**
 * A drawing with `var(--x, fallback)` and `light-dark(light, dark)` replaced by what they stand for, which the renderer does not know:
 * colours of icons and diagrams that follow a page. Values come from rules for the root and from `style` attributes, which hand them down;
 * those of other rules are not followed. What stands for nothing goes, as CSS Variables 1, 3 has it.
 */
export function withCustomProperties(root: SvgElement): SvgElement {
  const open = [root];
  const sheets: string[] = [];
  let isUsed = false;
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const value of element.attributes.values()) isUsed ||= FUNCTION.test(value);
    for (const child of element.children) {
      if (typeof child !== 'string') open.push(child);
      else if (element.name === 'style') {
        sheets.push(child);
        isUsed ||= FUNCTION.test(child);
      }
    }
  }
  if (!isUsed) return root;
  const scope: Scope = {
    own: new Map(sheets.flatMap(rootDeclarations)),
    above: undefined,
    work: { left: MAX_WORK },
  };
  return replaced(root, scope, scope);
}

/** Custom properties of the rules for the root that hold without conditions. */
function rootDeclarations(sheet: string): [string, string][] {
  const found: [string, string][] = [];
  let [depth, from, selector] = [0, 0, ''];
  for (const { 0: mark, index } of sheet.matchAll(/[{};]/g)) {
    if (mark === '{') {
      if (depth === 0) selector = sheet.slice(from, index).trim();
      depth++;
    } else if (mark === '}') {
      const isRoot = selector.split(',').some((one) => /^(?::root|:host|svg|\*)$/i.test(one.trim()));
      if (depth === 1 && isRoot) found.push(...declarations(sheet.slice(from, index)));
      depth = Math.max(0, depth - 1);
    } else if (depth > 0) continue;
    from = index + 1;
  }
  return found;
}

/** Custom properties of a list of declarations. */
const declarations = (list: string): [string, string][] =>
  list.split(';').flatMap((one): [string, string][] => {
    const at = one.indexOf(':');
    const name = one.slice(0, Math.max(0, at)).trim();
    return name.startsWith('--') ? [[name, one.slice(at + 1).trim()]] : [];
  });

function lookedUp(name: string, scope: Scope): string | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.above) {
    const value = at.own.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function replaced(element: SvgElement, above: Scope, global: Scope): SvgElement {
  const own = declarations(element.attributes.get('style') ?? '');
  const scope = own.length === 0 ? above : { own: new Map(own), above, work: above.work };
  const attributes = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    if (!FUNCTION.test(value)) attributes.set(name, value);
    else if (name === 'style') attributes.set(name, replacedList(value, scope));
    else {
      const plain = plainValue(value, scope, 0);
      if (plain !== undefined) attributes.set(name, plain);
    }
  }
  const children = element.children.map((child) => {
    if (typeof child !== 'string') return replaced(child, scope, global);
    if (element.name !== 'style' || !FUNCTION.test(child)) return child;
    const parts = child.split(/([{}])/);
    return parts.map((part, at) => (parts[at + 1] === '}' ? replacedList(part, global) : part)).join('');
  });
  return { ...element, attributes, children };
}

/** Declarations with plain values; those that have none are left out. */
const replacedList = (list: string, scope: Scope): string =>
  list
    .split(';')
    .flatMap((one) => {
      const at = one.indexOf(':');
      if (at < 0 || !FUNCTION.test(one)) return [one];
      if (one.trimStart().startsWith('--')) return [];
      const plain = plainValue(one.slice(at + 1), scope, 0);
      return plain === undefined ? [] : [`${one.slice(0, at + 1)}${plain}`];
    })
    .join(';');

/** `undefined` where it stands for nothing, or refers to a part of the drawing, which is counted before. */
function plainValue(value: string, scope: Scope, depth: number): string | undefined {
  if (depth > MAX_NESTED || scope.work.left-- <= 0 || value.length > MAX_VALUE) return undefined;
  const found = FUNCTION.exec(value);
  if (found === null) return value.trim() === '' || /url/i.test(value) ? undefined : value;
  const start = found.index + found[0].length;
  const [inside, end] = argumentsOf(value, start);
  const [first = '', ...more] = inside;
  const chosen = found[1]?.toLowerCase() === 'var' ? (lookedUp(first.trim(), scope) ?? more.join(',')) : first;
  const plain = plainValue(chosen, scope, depth + 1);
  if (plain === undefined) return undefined;
  return plainValue(`${value.slice(0, found.index)}${plain.trim()}${value.slice(end)}`, scope, depth + 1);
}

/** What stands between the commas of a function, and where it ends. */
function argumentsOf(value: string, start: number): [string[], number] {
  const parts: string[] = [];
  let [depth, from, at] = [0, start, start];
  for (; at < value.length; at++) {
    const character = value.charAt(at);
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) break;
    else if (character === ',' && depth === 0) {
      parts.push(value.slice(from, at));
      from = at + 1;
    }
  }
  return [[...parts, value.slice(from, at)], Math.min(at + 1, value.length)];
}
