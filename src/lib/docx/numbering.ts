import { toRoman } from '../numbers/roman.js';
import { attribute, elementsWithin } from '../office/package.js';
import { childOf, childrenOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import type { ListItem } from './model.js';
import type { Styles } from './styles.js';

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
  /** Of its paragraphs, in twentieths of a point. */
  readonly indent: number;
}

interface List {
  readonly abstract: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Depths at which this list begins anew. */
  readonly restarts: ReadonlyMap<number, number>;
}

const UNKNOWN: Level = { format: 'bullet', text: '•', start: 1, indent: 0 };
const MAX_LABEL = 60;
const DEPTHS = 9;

/** ECMA-376 part 1, 17.9: counts the items of lists as Word does. */
export class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(root: XmlElement | undefined, styles: Styles) {
    const abstracts = new Map<string, XmlElement>();
    const numbers: XmlElement[] = [];
    for (const element of elementsWithin(root)) {
      if (localName(element.name) === 'abstractNum') abstracts.set(attribute(element, 'abstractNumId') ?? '', element);
      if (localName(element.name) === 'num') numbers.push(element);
    }
    const abstractOf = new Map(
      numbers.map((one) => [attribute(one, 'numId') ?? '', attribute(childOf(one, 'abstractNumId'), 'val') ?? '']),
    );
    const levels = new Map<string, ReadonlyMap<number, Level>>();
    for (const number of numbers) {
      const id = attribute(number, 'numId') ?? '';
      let abstract = abstractOf.get(id) ?? '';
      // 17.9.21: the list is that of a style.
      const linked = abstracts.get(abstract);
      const style = linked && attribute(childOf(linked, 'numStyleLink'), 'val');
      const styled = style === undefined ? undefined : styles.character(style).numbering?.id;
      if (styled !== undefined) abstract = abstractOf.get(styled) ?? abstract;
      const known = levels.get(abstract) ?? levelsOf(abstracts.get(abstract));
      levels.set(abstract, known);
      const overridden = new Map(known);
      const restarts = new Map<number, number>();
      for (const override of childrenOf(number, 'lvlOverride')) {
        const depth = depthOf(override);
        const own = childOf(override, 'lvl');
        if (own !== undefined) overridden.set(depth, levelOf(own));
        const start = attribute(childOf(override, 'startOverride'), 'val');
        if (start !== undefined) restarts.set(depth, wholeNumber(start));
      }
      this.#lists.set(id, { abstract, levels: overridden, restarts });
    }
  }

  /** How far its paragraphs at a depth are indented, in twentieths of a point. */
  indentOf(id: string, depth: number): number {
    return (this.#lists.get(id)?.levels.get(depth) ?? UNKNOWN).indent;
  }

  /** The next item of a list; `undefined` where the paragraph is not in a list that the document has. */
  next(id: string, depth: number): ListItem | undefined {
    const list = this.#lists.get(id);
    if (list === undefined) return undefined;
    const level = list.levels.get(depth) ?? UNKNOWN;
    const counters = this.#counters.get(list.abstract) ?? [];
    this.#counters.set(list.abstract, counters);
    const key = `${id}/${depth}`;
    const restart = this.#begun.has(key) ? undefined : list.restarts.get(depth);
    this.#begun.add(key);
    const last = counters[depth];
    const number = restart ?? (last === undefined ? level.start : last + 1);
    counters[depth] = number;
    for (let i = depth + 1; i < DEPTHS; i++) counters[i] = undefined;
    const isBullet = level.format === 'bullet' || level.format === 'none';
    const shared = { depth, number, list: list.abstract, type: typeOf(level.format) };
    if (isBullet) return { ...shared, marker: level.text.trim() === '' ? 'none' : 'bullet', label: '' };
    const label = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const other = list.levels.get(at) ?? UNKNOWN;
      return counted(counters[at] ?? other.start, other.format);
    });
    return { ...shared, marker: 'number', label: label.trim().slice(0, MAX_LABEL) };
  }
}

const depthOf = (element: XmlElement): number => {
  const text = attribute(element, 'ilvl') ?? '';
  return /^[0-8]$/.test(text) ? Number(text) : 0;
};

const wholeNumber = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : 1);

function levelsOf(element: XmlElement | undefined): ReadonlyMap<number, Level> {
  const levels = element === undefined ? [] : childrenOf(element, 'lvl').slice(0, DEPTHS);
  return new Map(levels.map((level) => [depthOf(level), levelOf(level)]));
}

const levelOf = (element: XmlElement): Level => ({
  format: attribute(childOf(element, 'numFmt'), 'val') ?? 'decimal',
  text: (attribute(childOf(element, 'lvlText'), 'val') ?? '').slice(0, MAX_LABEL),
  start: wholeNumber(attribute(childOf(element, 'start'), 'val') ?? '1'),
  indent: indentOf(childOf(element, 'pPr')) ?? 0,
});

/** The indent that properties of a paragraph name: 17.3.1.12, `start` in transitional documents of later years. */
export function indentOf(properties: XmlElement | undefined): number | undefined {
  const indent = properties && childOf(properties, 'ind');
  const text = attribute(indent, 'left') ?? attribute(indent, 'start');
  return text !== undefined && /^-?\d{1,6}$/.test(text) ? Number(text) : undefined;
}

const TYPES: Readonly<Record<string, ListItem['type']>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

const typeOf = (format: string): ListItem['type'] => (Object.hasOwn(TYPES, format) ? (TYPES[format] ?? '1') : '1');

function counted(number: number, format: string): string {
  const type = typeOf(format);
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (type === '1' || number < 1) return String(number);
  const isRoman = type === 'i' || type === 'I';
  if (number > (isRoman ? 3999 : 780)) return String(number);
  const text = isRoman
    ? toRoman(BigInt(number)).toLowerCase()
    : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
  return type === 'A' || type === 'I' ? text.toUpperCase() : text;
}
