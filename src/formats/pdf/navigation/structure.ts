import { latin1 } from '../../../lib/bytes/latin1.js';
import { CompareBudget, isSame } from '../document/compare.js';
import type { PdfDocument } from '../document/document.js';
import type { CarryOver, Share } from '../document/share.js';
import { Names } from '../syntax/names.js';
import { byteString, isInteger, PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../syntax/objects.js';
import { makeNameTree, makeNumberTree } from '../syntax/trees.js';
import { copyClasses, copyKid, copyParents, renamedStrings, type Taken } from './structure-copies.js';
import { kidsOf, placesOn, type Structure, structureTree } from './structure-tree.js';

/** Largest key of the parent tree that is carried over: keys are added up, and must stay 32-bit. */
const MAX_KEY = 2 ** 24;

/** A named definition and the document it is of. */
interface Definition {
  readonly value: PdfValue;
  readonly document: PdfDocument;
  readonly copy: PdfValue;
}

interface Definitions {
  readonly entries: Map<string, Definition>;
  readonly names: Names;
}

/** Elements are copied piece by piece: these entries are made anew. */
const OWN_ENTRIES: ReadonlySet<string> = new Set(['P', 'K', 'S', 'C', 'ID']);

/** Structure trees (tagging): the elements of the pages that are taken, below one root. */
export class StructureCarryOver implements CarryOver {
  readonly #rootRef: PdfRef;
  readonly #taken = new Map<Share, Taken>();
  readonly #tops: PdfValue[] = [];
  readonly #parentTree: [number, PdfValue][] = [];
  readonly #roles: Definitions = { entries: new Map(), names: new Names() };
  readonly #classes: Definitions = { entries: new Map(), names: new Names() };
  readonly #ids = new Map<string, PdfValue>();
  readonly #idNames = new Names();
  readonly #namespaces: PdfValue[] = [];
  readonly #others: PdfValue[] = [];
  readonly #budget = new CompareBudget();
  #nextKey = 0;
  #isMarked = false;
  #isPartlyTagged = false;
  /** Files with elements on the pages that are taken. */
  #files = 0;

  constructor(private readonly target: PdfDocument) {
    this.#rootRef = target.reserve();
  }

  prepare(share: Share): void {
    const structure = structureTree(share.pdf);
    if (structure === undefined) {
      // Keys without a tree would lead into the tree of another file.
      share.rules.set('StructParent', () => undefined);
      share.rules.set('StructParents', () => undefined);
      this.#isPartlyTagged = true;
      return;
    }
    const places = share.isWhole ? structure.elements.map((_, place) => place) : placesOn(structure, share.indexes);
    const refs = new Map<number, PdfRef>();
    for (const place of places) {
      const ref = this.target.reserve();
      refs.set(place, ref);
      const number = structure.elements[place]?.number ?? 0;
      if (number > 0) share.copier.place(number, ref);
    }
    if (structure.rootNumber > 0) share.copier.place(structure.rootNumber, this.#rootRef);
    share.copier.exclude(structure.numbers);
    const keys = new Set<number>();
    const firstKey = this.#nextKey;
    const shift = (value: PdfValue): PdfValue | undefined => {
      const key = share.document.resolve(value);
      if (!isInteger(key) || key < 0 || key > MAX_KEY) return undefined;
      keys.add(key);
      return firstKey + key;
    };
    share.rules.set('StructParent', shift);
    share.rules.set('StructParents', shift);
    share.rules.set('SE', (value) => (value instanceof PdfRef ? share.copier.placeOf(value.number) : undefined));
    const ids = this.#newIds(structure, places);
    share.rules.set('Headers', (value) => renamedStrings(share.document, value, ids));
    this.#taken.set(share, {
      structure,
      places,
      refs,
      roles: this.#define(share, structure, 'RoleMap', this.#roles),
      classes: this.#define(share, structure, 'ClassMap', this.#classes),
      ids,
      keys,
    });
  }

  collect(share: Share): void {
    const taken = this.#taken.get(share);
    if (taken === undefined) return;
    const { structure, places, refs } = taken;
    if (places.length > 0) this.#files += 1;
    const mark = share.document.getDict(share.document.catalog, 'MarkInfo');
    if (mark !== undefined && share.document.get(mark, 'Marked') === true) this.#isMarked = true;
    for (const place of places) this.#copyElement(share, taken, place);
    for (const place of places) {
      const ref = refs.get(place);
      if (structure.elements[place]?.parent !== -1 || ref === undefined) continue;
      this.#tops.push(ref);
      this.#keepLanguage(share, ref);
    }
    share.copier.finish();
    for (const [key, value] of structure.parentTree) {
      if (!taken.keys.has(key)) continue;
      const copy = copyParents(share, structure, refs, value);
      if (copy !== null) this.#parentTree.push([this.#nextKey + key, copy]);
    }
    let highest = -1;
    for (const key of taken.keys) highest = Math.max(highest, key);
    this.#nextKey += highest + 1;
    for (const value of share.document.getArray(structure.root, 'Namespaces') ?? []) {
      const copy = share.copier.copy(value);
      if (copy !== undefined && !this.#namespaces.includes(copy)) this.#namespaces.push(copy);
    }
    for (const value of share.document.getArray(structure.root, 'AF') ?? []) {
      const copy = share.isWhole ? share.copier.copy(value) : undefined;
      if (copy !== undefined) this.#others.push(copy);
    }
    share.copier.finish();
  }

  finish(catalog: PdfDict): void {
    if (this.#files === 0) {
      // Its place was given out: an element of a damaged file may refer to it.
      this.target.set(this.#rootRef, null);
      return;
    }
    const root = new PdfDict().set('Type', new PdfName('StructTreeRoot')).set('K', this.#topsBelowOne());
    root.set('ParentTree', this.target.add(makeNumberTree(this.target, this.#parentTree)));
    root.set('ParentTreeNextKey', this.#nextKey);
    if (this.#roles.entries.size > 0) root.set('RoleMap', definitionsDict(this.#roles));
    if (this.#classes.entries.size > 0) root.set('ClassMap', definitionsDict(this.#classes));
    if (this.#ids.size > 0) root.set('IDTree', this.target.add(makeNameTree(this.target, this.#ids)));
    if (this.#namespaces.length > 0) root.set('Namespaces', this.#namespaces);
    if (this.#others.length > 0) root.set('AF', this.#others);
    this.target.set(this.#rootRef, root);
    catalog.set('StructTreeRoot', this.#rootRef);
    if (!this.#isMarked) return;
    const mark = new PdfDict().set('Marked', true);
    // ISO 32000-2, 14.7.1: some content may not be tagged as it ought to be.
    if (this.#isPartlyTagged) mark.set('Suspects', true);
    catalog.set('MarkInfo', mark);
  }

  /** A tagged document has one element at the top (ISO 32000-2, 14.8.4.3): one for all files where there are several. */
  #topsBelowOne(): PdfValue {
    if (this.#files < 2) return this.#tops;
    const whole = new PdfDict()
      .set('Type', new PdfName('StructElem'))
      .set('S', new PdfName('Document'))
      .set('P', this.#rootRef)
      .set('K', this.#tops);
    const ref = this.target.add(whole);
    for (const top of this.#tops) {
      const dict = this.target.resolve(top);
      if (dict instanceof PdfDict) dict.set('P', ref);
    }
    return [ref];
  }

  /** The document states one language; a file of another keeps its own with its elements. */
  #keepLanguage(share: Share, top: PdfRef): void {
    const language = share.document.get(share.document.catalog, 'Lang');
    const dict = this.target.resolve(top);
    if (share.isAlone || !(language instanceof PdfString) || !(dict instanceof PdfDict) || dict.has('Lang')) return;
    dict.set('Lang', language);
  }

  #copyElement(share: Share, taken: Taken, place: number): void {
    const element = taken.structure.elements[place];
    const ref = taken.refs.get(place);
    if (element === undefined || ref === undefined) return;
    const { document, copier } = share;
    const { dict } = element;
    const copy = copier.copyDict(dict, OWN_ENTRIES);
    copy.set('P', taken.refs.get(element.parent) ?? this.#rootRef);
    const role = document.get(dict, 'S');
    if (role instanceof PdfName) copy.set('S', new PdfName(taken.roles.get(role.value) ?? role.value));
    const classes = copyClasses(document, document.get(dict, 'C'), taken.classes);
    if (classes !== undefined) copy.set('C', classes);
    const id = document.get(dict, 'ID');
    if (id instanceof PdfString) {
      const own = taken.ids.get(latin1(id.bytes)) ?? latin1(id.bytes);
      copy.set('ID', byteString(own));
      this.#ids.set(own, ref);
    }
    const kids: PdfValue[] = [];
    for (const kid of kidsOf(document, dict)) {
      const kept = copyKid(share, taken, element, kid);
      if (kept !== undefined) kids.push(kept);
    }
    const [first] = kids;
    if (first !== undefined) copy.set('K', kids.length === 1 ? first : kids);
    this.target.set(ref, copy);
  }

  #newIds(structure: Structure, places: readonly number[]): ReadonlyMap<string, string> {
    const ids = new Map<string, string>();
    for (const place of places) {
      const id = structure.elements[place]?.dict.get('ID');
      if (!(id instanceof PdfString)) continue;
      const name = latin1(id.bytes);
      if (!ids.has(name)) ids.set(name, this.#idNames.take(name));
    }
    return ids;
  }

  /** Takes over the roles or classes of a file; what clashes gets a new name, which is given back. */
  #define(
    share: Share,
    structure: Structure,
    key: 'RoleMap' | 'ClassMap',
    known: Definitions,
  ): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>();
    for (const [name, value] of share.document.getDict(structure.root, key) ?? []) {
      const other = known.entries.get(name);
      if (other !== undefined && isSame(value, share.document, other.value, other.document, this.#budget)) continue;
      const copy = share.copier.copy(value);
      if (copy === undefined || copy === null) continue;
      const own = known.names.take(name);
      known.entries.set(own, { value, document: share.document, copy });
      if (own !== name) renamed.set(name, own);
    }
    return renamed;
  }
}

const definitionsDict = ({ entries }: Definitions): PdfDict =>
  new PdfDict([...entries].map(([name, { copy }]) => [name, copy]));
