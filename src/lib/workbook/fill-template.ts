import { writeZip } from '../archives/zip-writer.js';
import { ContentFault, isFault, LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../json/values.js';
import { attribute, elementsWithin, OfficePackage } from '../office/package.js';
import { rewriteFormula, shiftedFormula } from '../spreadsheet-formulas/rewrite.js';
import { cellText } from '../table/table.js';
import { childOf, childrenOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { escapeXmlAttribute, escapeXmlText } from '../xml/references.js';
import { type Attributes, attributesText, openTag, writeElement, writeNode } from '../xml/write-element.js';
import { BUILT_IN_FORMATS, type NumberFormat, readFormat } from './format-codes.js';
import { movedAttributes, movedRange, type RowMap, rowMap } from './moved-rows.js';
import { columnIndex, columnLetters, MAX_SHEET_ROWS, rangeName, readRange } from './references.js';
import { richText, writableText } from './rich-text.js';
import { serialOfIso } from './serial-dates.js';

export interface FilledTemplate {
  readonly bytes: Uint8Array;
  /** Placeholders that were filled, each time. */
  readonly filled: number;
  /** Placeholders that the data has nothing for. */
  readonly missing: readonly string[];
}

const PLACEHOLDER = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;
const MAX_CELLS = 1_000_000;

interface Filling {
  readonly data: JsonValue;
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly missing: Set<string>;
  filled: number;
  cells: number;
}

interface SheetPart {
  readonly name: string;
  readonly path: string;
  readonly root: XmlElement;
  /** How many copies of a row there are, and of which list. */
  readonly copies: ReadonlyMap<number, { readonly list: string; readonly items: readonly JsonValue[] }>;
  readonly map: RowMap;
}

/**
 * A template with `{{name}}` and `{{customer.city}}` filled from JSON; a row with `{{items.price}}` of a list is repeated for each item,
 * and references to it grow with it. Everything else of the file stays. Throws ContentFault where it is not a workbook or one row has
 * placeholders of two lists, LimitFault.
 */
export function fillTemplate(bytes: Uint8Array, data: JsonValue): FilledTemplate {
  const archive = new OfficePackage(bytes);
  const main = archive.relations('').find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const workbook = archive.xml(main);
  if (workbook === undefined) throw new ContentFault('it has no part xl/workbook.xml');
  const relations = archive.relations(main);
  const partOf = (type: string): XmlElement | undefined => {
    const target = relations.find((one) => one.type === type && !one.isExternal)?.target;
    return target === undefined ? undefined : archive.xml(target);
  };
  const strings = partOf('sharedStrings');
  const filling: Filling = {
    data,
    strings: strings === undefined ? [] : childrenOf(strings, 'si').map(richText),
    formats: formatsOf(partOf('styles')),
    missing: new Set(),
    filled: 0,
    cells: 0,
  };
  const sheets = elementsWithin(childOf(workbook, 'sheets')).flatMap((sheet): SheetPart[] => {
    const path = relations.find(({ id, isExternal }) => id === attribute(sheet, 'id') && !isExternal)?.target ?? '';
    const root = archive.xml(path);
    if (root === undefined || localName(root.name) !== 'worksheet') return [];
    const copies = copiesOf(root, attribute(sheet, 'name') ?? '', filling);
    return [
      {
        name: attribute(sheet, 'name') ?? '',
        path,
        root,
        copies,
        map: rowMap(new Map([...copies].map(([row, { items }]) => [row, items.length]))),
      },
    ];
  });
  const maps = new Map(sheets.map(({ name, map }) => [name.toLowerCase(), map]));
  const chain = relations.find(({ type }) => type === 'calcChain')?.target;
  const parts = new Map<string, string>(
    sheets.map((sheet) => [sheet.path, document(writeSheet(sheet, filling, maps))]),
  );
  for (const { path, map } of sheets) {
    for (const { type, target } of archive.relations(path)) {
      const table = type === 'table' ? archive.xml(target) : undefined;
      if (table !== undefined)
        parts.set(target, document(writeElement(table, (attributes) => movedAttributes(attributes, map))));
    }
  }
  parts.set(main, document(writeWorkbook(workbook, maps)));
  for (const path of ['[Content_Types].xml', relationsPath(main)]) {
    const root = archive.xml(path);
    // The order of calculation is found anew where it is not told.
    const isKept = (element: XmlElement): boolean => {
      const target = attribute(element, 'PartName') ?? (path.startsWith('[') ? '' : attribute(element, 'Target')) ?? '';
      return !/calcChain\.xml$/i.test(target);
    };
    if (root !== undefined && chain !== undefined)
      parts.set(path, document(writeElement({ ...root, children: elementsOf(root).filter(isKept) })));
  }
  const entries = archive.names
    .filter((name) => name !== chain)
    .map((name) => {
      const changed = parts.get(name);
      return { name, bytes: changed === undefined ? (archive.bytes(name) ?? Buffer.alloc(0)) : Buffer.from(changed) };
    });
  return { bytes: writeZip(entries, { level: 6 }), filled: filling.filled, missing: [...filling.missing] };
}

const document = (xml: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`;

function relationsPath(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
}

function formatsOf(styles: XmlElement | undefined): NumberFormat[] {
  if (styles === undefined) return [];
  const codes = new Map(
    elementsWithin(childOf(styles, 'numFmts')).map((one) => [
      attribute(one, 'numFmtId'),
      attribute(one, 'formatCode') ?? '',
    ]),
  );
  return elementsWithin(childOf(styles, 'cellXfs')).map((style) => {
    const id = attribute(style, 'numFmtId') ?? '0';
    return readFormat(codes.get(id) ?? BUILT_IN_FORMATS.get(Number(id)) ?? 'General');
  });
}

/** The text of a cell that may hold placeholders. */
function templateText(cell: XmlElement, { strings }: Filling): string | undefined {
  const type = attribute(cell, 't');
  if (type === 'inlineStr') {
    const inline = childOf(cell, 'is');
    return inline === undefined ? undefined : richText(inline);
  }
  const value = childOf(cell, 'v');
  if (type !== 's' || value === undefined) return undefined;
  return strings[Number(textOf(value))];
}

/** What a path leads to; a list on the way with the path to it. */
function resolve(
  data: JsonValue,
  path: string,
): { readonly value?: JsonValue; readonly list?: string; readonly items?: readonly JsonValue[] } {
  let value: JsonValue = data;
  const steps = path.split('.').map((step) => step.trim());
  for (const [i, step] of steps.entries()) {
    if (!isJsonObject(value)) return {};
    const next = value.get(step);
    if (next === undefined) return {};
    if (isJsonArray(next)) return { list: steps.slice(0, i + 1).join('.'), items: next };
    value = next;
  }
  return { value };
}

const rowNumber = (row: XmlElement, before: number): number => Number(attribute(row, 'r') ?? before + 1);

function copiesOf(root: XmlElement, sheet: string, filling: Filling): SheetPart['copies'] {
  const copies = new Map<number, { readonly list: string; readonly items: readonly JsonValue[] }>();
  let number = 0;
  for (const row of elementsWithin(childOf(root, 'sheetData'))) {
    number = rowNumber(row, number);
    for (const cell of elementsOf(row)) {
      for (const [, path = ''] of (templateText(cell, filling) ?? '').matchAll(PLACEHOLDER)) {
        const { list, items } = resolve(filling.data, path);
        if (list === undefined || items === undefined) continue;
        const known = copies.get(number);
        if (known !== undefined && known.list !== list)
          throw new ContentFault(
            `row ${number} of sheet "${sheet}" has placeholders of two lists, "${known.list}" and "${list}"`,
          );
        copies.set(number, { list, items });
      }
    }
  }
  return copies;
}

/** A formula of a row, whose own copies refer to themselves. */
function movedFormula(
  formula: string,
  maps: ReadonlyMap<string, RowMap>,
  own: RowMap | undefined,
  place?: { readonly row: number; readonly copy: number },
): string {
  try {
    return rewriteFormula(formula, {
      move: (corners, sheet) => {
        const map = sheet === undefined ? own : maps.get(sheet.toLowerCase());
        if (map === undefined) return corners;
        const isOwnRow =
          place !== undefined && sheet === undefined && corners.every(({ row }) => row === place.row - 1);
        return corners.map((corner, i) => {
          if (corner.row === undefined) return corner;
          if (isOwnRow && place !== undefined) return { ...corner, row: map.start(place.row) - 1 + place.copy };
          const isLast = corners.length > 1 && i === corners.length - 1;
          return { ...corner, row: (isLast ? map.end(corner.row + 1) : map.start(corner.row + 1)) - 1 };
        });
      },
    });
  } catch (error) {
    // What cannot be read stays as it is.
    if (!isFault(error)) throw error;
    return formula;
  }
}

function writeSheet(sheet: SheetPart, filling: Filling, maps: ReadonlyMap<string, RowMap>): string {
  const { root, map } = sheet;
  const children = root.children.map((child) => {
    if (child.kind !== 'element') return writeNode(child);
    const name = localName(child.name);
    if (name === 'sheetData') return `<${child.name}>${writeRows(child, sheet, filling, maps)}</${child.name}>`;
    if (name === 'dimension') return '';
    if (name === 'mergeCells') return writeMerged(child, sheet);
    return writeElement(child, (attributes) => movedAttributes(attributes, map));
  });
  return `${openTag(root)}${children.join('')}</${root.name}>`;
}

/** Cells that are merged within a repeated row are merged in each copy. */
function writeMerged(merged: XmlElement, { copies, map }: SheetPart): string {
  const ranges = elementsOf(merged).flatMap((cell) => {
    const cells = attribute(cell, 'ref') ?? '';
    const range = readRange(cells);
    const count =
      range === undefined || range.top !== range.bottom ? 1 : Math.max(1, copies.get(range.top + 1)?.items.length ?? 1);
    if (range === undefined || count === 1) return [movedRange(cells, map)];
    const top = map.start(range.top + 1) - 1;
    return Array.from({ length: count }, (_, copy) => rangeName({ ...range, top: top + copy, bottom: top + copy }));
  });
  return `<${merged.name} count="${ranges.length}">${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</${merged.name}>`;
}

function writeRows(
  data: XmlElement,
  { copies, map, name }: SheetPart,
  filling: Filling,
  maps: ReadonlyMap<string, RowMap>,
): string {
  const rows: string[] = [];
  const shared = new Map<string, { readonly formula: string; readonly row: number; readonly column: number }>();
  let number = 0;
  for (const row of elementsOf(data)) {
    number = rowNumber(row, number);
    const repeated = copies.get(number);
    const count = Math.max(1, repeated?.items.length ?? 1);
    if (map.end(number) > MAX_SHEET_ROWS)
      throw new LimitFault(`sheet "${name}" must have at most ${MAX_SHEET_ROWS} rows`, MAX_SHEET_ROWS);
    const cells = elementsOf(row);
    const formulas = cells.map((cell) => plainFormula(cell, number, shared));
    filling.cells += cells.length * count;
    if (filling.cells > MAX_CELLS) throw new LimitFault(`the result must have at most ${MAX_CELLS} cells`, MAX_CELLS);
    for (let copy = 0; copy < count; copy++) {
      const at = map.start(number) + copy;
      const written = cells.map((cell, i) => {
        const place = `${/^[A-Za-z]+/.exec(attribute(cell, 'r') ?? '')?.[0] ?? columnLetters(i)}${at}`;
        const formula = formulas[i];
        if (formula !== undefined) {
          const moved = movedFormula(formula, maps, map, { row: number, copy });
          return `<c r="${place}"${styleOf(cell)}><f>${escapeXmlText(moved)}</f></c>`;
        }
        const text = templateText(cell, filling);
        if (text === undefined || !text.includes('{{'))
          return writeElement(cell, (attributes) => withPlace(attributes, place));
        return filledCell(
          cell,
          text,
          place,
          filling,
          repeated === undefined ? undefined : { list: repeated.list, item: repeated.items[copy] ?? null },
        );
      });
      const attributes = withPlace(row.attributes, String(at)).filter((one) => one.name !== 'spans');
      rows.push(`<${row.name}${attributesText(attributes)}>${written.join('')}</${row.name}>`);
    }
  }
  return rows.join('');
}

/** The formula of a cell, one shared by many cells written out. */
function plainFormula(
  cell: XmlElement,
  row: number,
  shared: Map<string, { readonly formula: string; readonly row: number; readonly column: number }>,
): string | undefined {
  const element = childOf(cell, 'f');
  if (element === undefined) return undefined;
  const formula = textOf(element);
  const key = attribute(element, 'si') ?? '';
  const column = columnIndex(/^[A-Za-z]+/.exec(attribute(cell, 'r') ?? '')?.[0] ?? 'A');
  if (attribute(element, 't') !== 'shared') return formula === '' ? undefined : formula;
  if (formula !== '') shared.set(key, { formula, row, column });
  const master = shared.get(key);
  if (formula !== '' || master === undefined) return formula === '' ? undefined : formula;
  return shiftedFormula(master.formula, row - master.row, column - master.column);
}

const styleOf = (cell: XmlElement): string => {
  const style = attribute(cell, 's');
  return style === undefined ? '' : ` s="${escapeXmlAttribute(style)}"`;
};

function valueFor(
  path: string,
  filling: Filling,
  item: { readonly list: string; readonly item: JsonValue } | undefined,
): JsonValue | undefined {
  if (item !== undefined && path === item.list) return item.item;
  const found =
    item !== undefined && path.startsWith(`${item.list}.`)
      ? resolve(item.item, path.slice(item.list.length + 1))
      : resolve(filling.data, path);
  if (found.value === undefined && !(item !== undefined && item.item === null)) filling.missing.add(path);
  return found.value;
}

function filledCell(
  cell: XmlElement,
  text: string,
  place: string,
  filling: Filling,
  item: { readonly list: string; readonly item: JsonValue } | undefined,
): string {
  const start = `<c r="${place}"${styleOf(cell)}`;
  const [only] = text.matchAll(PLACEHOLDER);
  if (only !== undefined && only[0] === text.trim()) {
    const value = valueFor(only[1] ?? '', filling, item) ?? null;
    filling.filled++;
    if (value === null) return `${start}/>`;
    if (typeof value === 'boolean') return `${start} t="b"><v>${Number(value)}</v></c>`;
    if (value instanceof JsonNumber && Number.isFinite(value.toNumber()))
      return `${start}><v>${value.toNumber()}</v></c>`;
    const date =
      typeof value === 'string' && filling.formats[Number(attribute(cell, 's') ?? 0)]?.isDate === true
        ? serialOfIso(value)
        : undefined;
    if (date !== undefined) return `${start}><v>${date.serial}</v></c>`;
    return textCell(start, cellText(value));
  }
  const filled = text.replace(PLACEHOLDER, (_, path: string) => {
    filling.filled++;
    return cellText(valueFor(path, filling, item));
  });
  return textCell(start, filled);
}

const MAX_TEXT = 32_767;

/** What begins with `=` stays text: no formula comes of the data. */
function textCell(start: string, text: string): string {
  if (text.length > MAX_TEXT)
    throw new LimitFault(`a cell must have at most ${MAX_TEXT} characters, got ${text.length}`, MAX_TEXT);
  return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(writableText(text))}</t></is></c>`;
}

function writeWorkbook(workbook: XmlElement, maps: ReadonlyMap<string, RowMap>): string {
  const children = workbook.children.map((child) => {
    if (child.kind !== 'element') return writeNode(child);
    if (localName(child.name) === 'calcPr') return '';
    if (localName(child.name) !== 'definedNames') return writeElement(child);
    const names = elementsOf(child).map(
      (name) =>
        `<${name.name}${attributesText(name.attributes)}>${escapeXmlText(movedFormula(textOf(name), maps, undefined))}</${name.name}>`,
    );
    return `${openTag(child)}${names.join('')}</${child.name}>`;
  });
  // Behind the names, before what extends the format: ECMA-376 part 1, 18.2.27.
  const after = workbook.children.findLastIndex(
    (child) =>
      child.kind === 'element' &&
      /^(?:sheets|functionGroups|externalReferences|definedNames)$/.test(localName(child.name)),
  );
  const prefix = workbook.name.includes(':') ? `${workbook.name.split(':')[0]}:` : '';
  children.splice(after + 1, 0, `<${prefix}calcPr calcId="191029" fullCalcOnLoad="1"/>`);
  return `${openTag(workbook)}${children.join('')}</${workbook.name}>`;
}

const withPlace = (attributes: Attributes, place: string): Attributes =>
  attributes.map((one) => (one.name === 'r' ? { ...one, raw: place } : one));
