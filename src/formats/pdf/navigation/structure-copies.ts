import { latin1 } from '../../../lib/bytes/latin1.js';
import type { PdfDocument } from '../document/document.js';
import type { Share } from '../document/share.js';
import { byteString, isInteger, PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../syntax/objects.js';
import { contentPage, type Element, isContent, type Structure } from './structure-tree.js';

/** What one file brings along. */
export interface Taken {
  readonly structure: Structure;
  /** Places of the elements that are carried over, parents first. */
  readonly places: readonly number[];
  readonly refs: ReadonlyMap<number, PdfRef>;
  /** New names of roles, classes and identifiers that clash with those of the files before. */
  readonly roles: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
  /** Keys of the parent tree that the copied pages use. */
  readonly keys: Set<number>;
}

/** A kid of an element; `undefined` where it does not come along. */
export function copyKid(
  share: Share,
  { structure, refs }: Taken,
  element: Element,
  kid: PdfValue,
): PdfValue | undefined {
  const content = share.document.resolve(kid);
  const isTaken = (page: number | undefined): boolean => share.isWhole || share.refOfPage(page) !== undefined;
  if (isInteger(content)) return isTaken(element.page) ? content : undefined;
  if (!(content instanceof PdfDict)) return undefined;
  if (!isContent(share.document, content)) {
    const place = structure.placeOf.get(content);
    return place === undefined ? undefined : refs.get(place);
  }
  if (!isTaken(contentPage(share.pdf, content) ?? element.page)) return undefined;
  const object = content.get('Obj');
  // An object that came with no page is not fetched for its tag alone.
  if (object instanceof PdfRef && share.copier.placeOf(object.number) === undefined) return undefined;
  return share.copier.copy(kid);
}

/** An entry of the parent tree: an element, or an array in which the place is the number of the marked content. */
export function copyParents(
  share: Share,
  { placeOf }: Structure,
  refs: ReadonlyMap<number, PdfRef>,
  value: PdfValue,
): PdfValue {
  const parents = share.document.resolve(value);
  const refOf = (parent: PdfValue): PdfValue => {
    const dict = share.document.resolve(parent);
    const place = dict instanceof PdfDict ? placeOf.get(dict) : undefined;
    return place === undefined ? null : (refs.get(place) ?? null);
  };
  return Array.isArray(parents) ? parents.map(refOf) : refOf(parents);
}

/** The classes of an element under their new names. */
export function copyClasses(
  document: PdfDocument,
  value: PdfValue,
  renamed: ReadonlyMap<string, string>,
): PdfValue | undefined {
  const classes = (Array.isArray(value) ? value : [value]).flatMap((entry): PdfValue[] => {
    const resolved = document.resolve(entry);
    if (resolved instanceof PdfName) return [new PdfName(renamed.get(resolved.value) ?? resolved.value)];
    return isInteger(resolved) ? [resolved] : [];
  });
  return classes.length > 1 ? classes : classes[0];
}

/** A list of identifiers under their new names. */
export function renamedStrings(
  document: PdfDocument,
  value: PdfValue,
  renamed: ReadonlyMap<string, string>,
): PdfValue | undefined {
  const list = document.resolve(value);
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((entry) => {
    const resolved = document.resolve(entry);
    if (!(resolved instanceof PdfString)) return [];
    const own = renamed.get(latin1(resolved.bytes));
    return [own === undefined ? resolved : byteString(own)];
  });
}
