import { attribute, elementsWithin, isOn, type OfficePackage } from '../office/package.js';
import { childOf, childrenOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import type { Sheet } from './model.js';
import { type CellRange, cellName, MAX_SHEET_COLUMNS, readRange } from './references.js';

type SheetParts = Omit<Sheet, 'name' | 'visibility' | 'rows'>;

/** What a sheet has beside its cells; `path` where the parts that it refers to are read too. */
export function describeSheet(sheet: XmlElement, archive: OfficePackage, path: string | undefined): SheetParts {
  const merged = elementsWithin(childOf(sheet, 'mergeCells')).flatMap((cell): CellRange[] => {
    const range = readRange(attribute(cell, 'ref') ?? '');
    return range === undefined ? [] : [range];
  });
  const hiddenRows = elementsWithin(childOf(sheet, 'sheetData')).filter((row) => isOn(attribute(row, 'hidden'))).length;
  const plain = {
    merged,
    hiddenRows,
    hiddenColumns: hiddenColumns(childOf(sheet, 'cols')),
    frozenAt: frozenCell(childOf(sheet, 'sheetViews')),
    filter: attribute(childOf(sheet, 'autoFilter'), 'ref'),
    isProtected: isOn(attribute(childOf(sheet, 'sheetProtection'), 'sheet')),
    validations: elementsWithin(childOf(sheet, 'dataValidations')).length,
    conditionalFormats: childrenOf(sheet, 'conditionalFormatting').length,
  };
  if (path === undefined) return { ...plain, links: [], comments: 0, images: 0, charts: 0, tables: [] };
  return { ...plain, ...relatedParts(sheet, archive, path) };
}

function hiddenColumns(columns: XmlElement | undefined): number[] {
  const hidden: number[] = [];
  for (const column of elementsWithin(columns)) {
    if (!isOn(attribute(column, 'hidden'))) continue;
    const last = Math.min(Number(attribute(column, 'max')), MAX_SHEET_COLUMNS);
    for (let at = Math.max(1, Number(attribute(column, 'min'))); at <= last; at++) hidden.push(at - 1);
    if (hidden.length > MAX_SHEET_COLUMNS) break;
  }
  return [...new Set(hidden)];
}

function frozenCell(views: XmlElement | undefined): string | undefined {
  const [view] = elementsWithin(views);
  const pane = view === undefined ? undefined : childOf(view, 'pane');
  if (!/^frozen/.test(attribute(pane, 'state') ?? '')) return undefined;
  const [row, column] = [Number(attribute(pane, 'ySplit') ?? 0), Number(attribute(pane, 'xSplit') ?? 0)];
  return Number.isInteger(row) && Number.isInteger(column) && column < MAX_SHEET_COLUMNS
    ? cellName(row, column)
    : undefined;
}

function relatedParts(
  sheet: XmlElement,
  archive: OfficePackage,
  path: string,
): Pick<SheetParts, 'links' | 'comments' | 'images' | 'charts' | 'tables'> {
  const relations = archive.relations(path);
  const targets = (type: string) =>
    relations.filter((one) => one.type === type && !one.isExternal).map(({ target }) => target);
  const links = elementsWithin(childOf(sheet, 'hyperlinks')).map((link) => {
    const id = attribute(link, 'id');
    const place = attribute(link, 'location');
    const target = relations.find((relation) => relation.id === id)?.target ?? '';
    return { cells: attribute(link, 'ref') ?? '', target: place === undefined ? target : `${target}#${place}` };
  });
  let [comments, images, charts] = [0, 0, 0];
  for (const target of targets('comments')) {
    const root = archive.xml(target);
    const list = root === undefined ? undefined : childOf(root, 'commentList');
    comments += elementsWithin(list).length;
  }
  for (const target of targets('drawing')) {
    images += archive.relations(target).filter(({ type }) => type === 'image').length;
    charts += archive.relations(target).filter(({ type }) => /^chart(Ex)?$/.test(type)).length;
  }
  const tables = targets('table').flatMap((target) => {
    const table = archive.xml(target);
    if (table === undefined || localName(table.name) !== 'table') return [];
    return [
      { name: attribute(table, 'displayName') ?? attribute(table, 'name') ?? '', cells: attribute(table, 'ref') ?? '' },
    ];
  });
  return { links, comments, images, charts, tables };
}
