import { MAX_COLUMNS } from '../csv/records.js';
import { ContentFault, inPart, LimitFault } from '../faults.js';
import { attributeValue, elementsOf, textOf, trimmedTextOf } from './content.js';
import { isXmlSpace, type XmlElement } from './nodes.js';
import { elementsAround, type PlacedElement } from './row-elements.js';

export interface RowRules {
  readonly attributePrefix: string;
  /** Elements of one name inside one element: numbered columns, or one cell. */
  readonly arrays: 'columns' | 'join';
  /** Also what the elements around a row say: their attributes, and elements of text that are there once. */
  readonly ancestors: boolean;
}

export interface XmlRows {
  /** In the order in which they come first. */
  readonly columns: readonly string[];
  readonly rows: readonly ReadonlyMap<string, string>[];
}

/** Levels inside a row: columns of more have names that nobody reads. Chosen. */
const MAX_DEPTH = 100;
/** Column of a row's own text. */
const OWN_TEXT = 'value';

/** Attributes but those that declare namespaces. */
const attributesOf = ({ attributes }: XmlElement) => attributes.filter(({ name }) => !/^xmlns(?::|$)/.test(name));

/** All text inside, as XPath's string() has it, runs of white space as one space. */
const wholeText = (element: XmlElement): string =>
  element.children
    .map((child) => (child.kind === 'element' ? wholeText(child) : textOf({ ...element, children: [child] })))
    .join('');

const collapsed = (text: string): string =>
  text
    .split(/[ \t\r\n]+/)
    .filter((word) => word !== '')
    .join(' ');

function countNames(elements: readonly XmlElement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of elements) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Paths inside rows at which one element has several of a name, in any row: they are numbered in all. */
function numberedPaths(rows: readonly PlacedElement[]): Set<string> {
  const numbered = new Set<string>();
  const visit = (element: XmlElement, path: string, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw LimitFault.whole(`Elements inside a row must be nested at most ${MAX_DEPTH} deep`, MAX_DEPTH);
    const children = elementsOf(element);
    for (const [name, count] of countNames(children)) if (count > 1) numbered.add(`${path}/${name}`);
    for (const child of children) visit(child, `${path}/${child.name}`, depth + 1);
  };
  for (const { element } of rows) visit(element, '', 0);
  return numbered;
}

function checkColumns(count: number): void {
  if (count > MAX_COLUMNS)
    throw LimitFault.whole(`The table must have at most ${MAX_COLUMNS} columns, got ${count} or more`, MAX_COLUMNS);
}

class RowReader {
  readonly #rules: RowRules;
  readonly #numbered: ReadonlySet<string>;
  readonly #around = new Map<XmlElement, ReadonlyMap<string, string>>();

  constructor(rules: RowRules, numbered: ReadonlySet<string>) {
    this.#rules = rules;
    this.#numbered = numbered;
  }

  /** Cells by column. Throws ContentFault where one gets two values. */
  cells(placed: PlacedElement): Map<string, string> {
    const row = new Map<string, string>();
    const around = this.#rules.ancestors ? elementsAround(placed) : [];
    for (const [i, element] of around.entries()) {
      const told = this.#around.get(element) ?? this.#tell(element, around.slice(0, i));
      for (const [column, text] of told) this.#put(row, column, text);
    }
    this.#fill(row, placed.element, '', '');
    return row;
  }

  /** What an element around rows says, in columns that begin with the names down to it, but that of the root; remembered. */
  #tell(element: XmlElement, around: readonly XmlElement[]): ReadonlyMap<string, string> {
    const column = [...around.slice(1), element].map(({ name }) => name).join('.');
    const told = new Map<string, string>();
    this.#attributes(told, element, column);
    const children = elementsOf(element);
    const counts = countNames(children);
    for (const child of children)
      if (counts.get(child.name) === 1 && elementsOf(child).length === 0)
        this.#put(told, `${column}.${child.name}`, trimmedTextOf(child));
    this.#around.set(element, told);
    return told;
  }

  #attributes(row: Map<string, string>, element: XmlElement, column: string): void {
    for (const attribute of attributesOf(element)) {
      const name = `${this.#rules.attributePrefix}${attribute.name}`;
      this.#put(row, column === '' ? name : `${column}.${name}`, attributeValue(attribute));
    }
  }

  #fill(row: Map<string, string>, element: XmlElement, column: string, path: string): void {
    this.#attributes(row, element, column);
    const children = elementsOf(element);
    const own = textOf(element);
    if (children.length === 0 || !isXmlSpace(own)) {
      const text = children.length === 0 ? own.trim() : collapsed(wholeText(element));
      if (text !== '' || attributesOf(element).length === 0) this.#put(row, column === '' ? OWN_TEXT : column, text);
      return;
    }
    const counts = new Map<string, number>();
    for (const child of children) {
      const count = (counts.get(child.name) ?? 0) + 1;
      counts.set(child.name, count);
      const inside = `${path}/${child.name}`;
      const isNumbered = this.#rules.arrays === 'columns' && this.#numbered.has(inside);
      const name = isNumbered ? `${child.name}.${count}` : child.name;
      this.#fill(row, child, column === '' ? name : `${column}.${name}`, inside);
    }
  }

  #put(row: Map<string, string>, column: string, text: string): void {
    const there = row.get(column);
    if (there === undefined) checkColumns(row.set(column, text).size);
    else if (this.#rules.arrays === 'join') row.set(column, `${there}; ${text}`);
    else throw new ContentFault(`two values belong in the column ${JSON.stringify(column)}`);
  }
}

/** The elements as a table. Throws ContentFault where a cell gets two values, LimitFault for too many columns. */
export function xmlRows(elements: readonly PlacedElement[], rules: RowRules): XmlRows {
  const reader = new RowReader(rules, numberedPaths(elements));
  const columns = new Set<string>();
  const rows = elements.map((placed, i) => {
    const row = inPart(`row ${i + 1}`, () => reader.cells(placed));
    for (const column of row.keys()) columns.add(column);
    checkColumns(columns.size);
    return row;
  });
  return { columns: [...columns], rows };
}
