import { ContentFault, LimitFault } from '../faults.js';
import { attribute, elementsWithin, isOn, OfficePackage } from '../office/package.js';
import { childOf, childrenOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { BUILT_IN_FORMATS, type NumberFormat, readFormat } from './format-codes.js';
import type { DefinedName, Sheet, Workbook } from './model.js';
import { readRows, type SheetSource } from './read-rows.js';
import { describeSheet } from './read-sheet-parts.js';
import { richText, unescapeText } from './rich-text.js';

/** Chosen: sheets may share a part, so that their number is not bounded by the size of the file. Excel itself has no limit. */
const MAX_SHEETS = 1000;
const MAX_NAMES = 20_000;

export interface ReadSettings {
  /** Formulas, those shared by many cells too. */
  readonly formulas?: boolean;
  /** Links, comments, tables, pictures, properties: what is not in cells. */
  readonly details?: boolean;
}

/**
 * A workbook of Excel 2007 and later (ECMA-376, transitional and strict). Throws ContentFault where it is none or damaged, LimitFault
 * beyond 64 MB unpacked, 1,000 sheets or 2,000,000 cells.
 */
export function readXlsx(bytes: Uint8Array, settings: ReadSettings = {}): Workbook {
  const archive = new OfficePackage(bytes);
  const main = workbookPart(archive);
  const workbook = archive.xml(main);
  if (workbook === undefined) throw new ContentFault('it has no part xl/workbook.xml');
  const relations = archive.relations(main);
  const partOf = (type: string): XmlElement | undefined => {
    const target = relations.find((one) => one.type === type && !one.isExternal)?.target;
    return target === undefined ? undefined : archive.xml(target);
  };
  const strings = partOf('sharedStrings');
  const formats = readFormats(partOf('styles'));
  const is1904 = isOn(attribute(childOf(workbook, 'workbookPr'), 'date1904'));
  const book: SheetSource = {
    strings: strings === undefined ? [] : childrenOf(strings, 'si').map(richText),
    formats: formats.length,
    hasFormulas: settings.formulas === true,
    cells: 0,
    sharedCharacters: 0,
    unsaved: 0,
    warnings: [],
  };
  const listed = elementsWithin(childOf(workbook, 'sheets'));
  if (listed.length > MAX_SHEETS)
    throw new LimitFault(`it must have at most ${MAX_SHEETS} sheets, got ${listed.length}`, MAX_SHEETS);
  const names = listed.map((sheet) => attribute(sheet, 'name') ?? '');
  const sheets: Sheet[] = [];
  for (const [i, sheet] of listed.entries()) {
    const id = attribute(sheet, 'id') ?? '';
    const path = relations.find((relation) => relation.id === id && !relation.isExternal)?.target ?? '';
    const content = archive.xml(path);
    // Charts and macros are sheets too.
    if (content === undefined || localName(content.name) !== 'worksheet') continue;
    const state = attribute(sheet, 'state');
    sheets.push({
      name: names[i] ?? '',
      visibility: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
      rows: readRows(content, book),
      ...describeSheet(content, archive, settings.details === true ? path : undefined),
    });
  }
  if (book.unsaved > 0)
    book.warnings.push(
      `${book.unsaved} formula${book.unsaved === 1 ? ' has' : 's have'} no saved value, which reads as empty: a spreadsheet program that opens and saves the workbook calculates them, and so does xlsx-formula-calculator`,
    );
  return {
    format: 'xlsx',
    sheets,
    formats,
    names: readNames(childOf(workbook, 'definedNames'), names),
    is1904,
    isProtected: isOn(attribute(childOf(workbook, 'workbookProtection'), 'lockStructure')),
    hasMacros: relations.some(({ type }) => type === 'vbaProject'),
    externalLinks: settings.details === true ? externalLinks(archive, relations) : [],
    properties: settings.details === true ? readProperties(archive) : new Map(),
    warnings: book.warnings,
  };
}

function workbookPart(archive: OfficePackage): string {
  const named = archive.relations('').find(({ type }) => type === 'officeDocument')?.target;
  return named !== undefined && archive.has(named) ? named : 'xl/workbook.xml';
}

function externalLinks(archive: OfficePackage, relations: ReturnType<OfficePackage['relations']>): string[] {
  return relations
    .filter(({ type }) => type === 'externalLink')
    .flatMap(({ target }) => archive.relations(target).map((relation) => relation.target));
}

/** The number format of each cell style. */
function readFormats(styles: XmlElement | undefined): NumberFormat[] {
  if (styles === undefined) return [readFormat('General')];
  const codes = new Map<number, NumberFormat>();
  for (const format of elementsWithin(childOf(styles, 'numFmts')))
    codes.set(Number(attribute(format, 'numFmtId')), readFormat(unescapeText(attribute(format, 'formatCode') ?? '')));
  const formatOf = (id: number): NumberFormat => {
    const known = codes.get(id);
    if (known !== undefined) return known;
    const read = readFormat(BUILT_IN_FORMATS.get(id) ?? 'General');
    codes.set(id, read);
    return read;
  };
  return elementsWithin(childOf(styles, 'cellXfs')).map((style) => formatOf(Number(attribute(style, 'numFmtId') ?? 0)));
}

function readNames(element: XmlElement | undefined, sheets: readonly string[]): DefinedName[] {
  const names = elementsWithin(element);
  if (names.length > MAX_NAMES)
    throw new LimitFault(`it must have at most ${MAX_NAMES} names, got ${names.length}`, MAX_NAMES);
  return names.map((name) => {
    const local = attribute(name, 'localSheetId');
    return {
      name: attribute(name, 'name') ?? '',
      refersTo: textOf(name),
      sheet: local === undefined ? undefined : sheets[Number(local)],
      isHidden: isOn(attribute(name, 'hidden')),
    };
  });
}

const PROPERTIES =
  /^(?:title|subject|creator|keywords|description|lastModifiedBy|created|modified|category|contentStatus|revision|Application|AppVersion|Company|Manager|HyperlinkBase)$/;

function readProperties(archive: OfficePackage): Map<string, string> {
  const properties = new Map<string, string>();
  for (const { type, target } of archive.relations('')) {
    if (!/^(?:core|extended)-properties$/i.test(type)) continue;
    for (const property of elementsWithin(archive.xml(target))) {
      const name = localName(property.name);
      const text = textOf(property).trim();
      if (PROPERTIES.test(name) && text !== '') properties.set(name.charAt(0).toLowerCase() + name.slice(1), text);
    }
  }
  return properties;
}
