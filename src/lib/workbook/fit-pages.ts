import { writeZip } from '../archives/zip-writer.js';
import { attribute, isOn, OfficePackage } from '../office/package.js';
import { childOf, localName } from '../xml/content.js';
import type { XmlElement, XmlNode } from '../xml/nodes.js';
import { attributesText, writeNode } from '../xml/write-element.js';

export interface PageFit {
  /** All columns on one page's width, where a sheet has no scale of its own. */
  readonly fitWidth: boolean;
  readonly orientation: 'keep' | 'portrait' | 'landscape';
}

/** What follows `pageSetup` in a worksheet (ECMA-376 part 1, 18.3.1.99). */
const AFTER = new Set(
  'headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'.split(
    ' ',
  ),
);

/** A workbook (XLSX) with another page setup on each sheet. Throws ContentFault where a part is damaged. */
export function fitPages(bytes: Uint8Array, fit: PageFit): Uint8Array {
  const archive = new OfficePackage(bytes);
  return writeZip(
    archive.names.map((name) => {
      const root = /^xl\/worksheets\/[^/]+\.xml$/.test(name) ? archive.xml(name) : undefined;
      const content = root === undefined ? undefined : fittedSheet(root, fit);
      return { name, bytes: content === undefined ? (archive.bytes(name) ?? new Uint8Array(0)) : Buffer.from(content) };
    }),
    { level: 1 },
  );
}

function fittedSheet(root: XmlElement, { fitWidth, orientation }: PageFit): string {
  const properties = childOf(root, 'sheetPr');
  const setup = childOf(root, 'pageSetup');
  const isFitted = properties !== undefined && isOn(attribute(childOf(properties, 'pageSetUpPr'), 'fitToPage'));
  const scale = attribute(setup, 'scale');
  const fits = fitWidth && !isFitted && (scale === undefined || scale === '100');
  const prefix = root.name.includes(':') ? `${root.name.split(':')[0]}:` : '';
  const kept = (setup?.attributes ?? []).filter(({ name }) => {
    const local = localName(name);
    // Settings of a printer are in a part of its own.
    if (local === 'id' || (fits && /^(?:scale|fitTo)/.test(local))) return false;
    return !(orientation !== 'keep' && local === 'orientation');
  });
  const added = `${fits ? ' fitToWidth="1" fitToHeight="0"' : ''}${orientation === 'keep' ? '' : ` orientation="${orientation}"`}`;
  const newSetup = `<${prefix}pageSetup${attributesText(kept)}${added}/>`;
  const children = root.children.filter(
    (child) => !isNamed(child, 'pageSetup') && !(fits && isNamed(child, 'sheetPr')),
  );
  const at = children.findIndex((child) => child.kind === 'element' && AFTER.has(localName(child.name)));
  const written = children.map(writeNode);
  written.splice(at < 0 ? written.length : at, 0, newSetup);
  if (fits) {
    const others = (properties?.children ?? []).filter((child) => !isNamed(child, 'pageSetUpPr')).map(writeNode);
    const attributes = attributesText(properties?.attributes ?? []);
    written.unshift(
      `<${prefix}sheetPr${attributes}>${others.join('')}<${prefix}pageSetUpPr fitToPage="1"/></${prefix}sheetPr>`,
    );
  }
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root.name}${attributesText(root.attributes)}>${written.join('')}</${root.name}>`;
}

const isNamed = (node: XmlNode, name: string): boolean => node.kind === 'element' && localName(node.name) === name;
