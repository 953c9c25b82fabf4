import type { PdfDocument } from '../document/document.js';
import { type CarryOver, oncePerFile, type Share } from '../document/share.js';
import { isName, PdfDict, PdfRef, type PdfValue } from '../syntax/objects.js';

/** Lists of a configuration that can be put one behind the other (ISO 32000-2, 8.11.4.3). */
const LISTS = ['Order', 'RBGroups', 'Locked', 'AS'] as const;

interface LayerIndex {
  readonly properties: PdfDict;
  readonly groups: readonly PdfRef[];
  readonly numbers: ReadonlySet<number>;
}

const layersOf = oncePerFile(({ document }): LayerIndex | undefined => {
  const properties = document.getDict(document.catalog, 'OCProperties');
  if (properties === undefined) return undefined;
  const groups = (document.getArray(properties, 'OCGs') ?? []).filter((value) => value instanceof PdfRef);
  return { properties, groups, numbers: new Set(groups.map(({ number }) => number)) };
});

/** Layers (optional content groups) and which of them are shown; of a part of a file those that its pages use. */
export class LayerCarryOver implements CarryOver {
  readonly #groups: PdfValue[] = [];
  readonly #off: PdfValue[] = [];
  readonly #lists = new Map<string, PdfValue[]>();
  readonly #others = new PdfDict();
  readonly #configurations: PdfValue[] = [];
  #files = 0;

  constructor(private readonly target: PdfDocument) {}

  collect(share: Share): void {
    const index = layersOf(share.pdf);
    if (index === undefined) return;
    const { document, copier } = share;
    // What no copied page uses stays out; references to it vanish from the lists below.
    if (!share.isWhole) copier.exclude(index.numbers);
    const groups = index.groups.filter((ref) => share.isWhole || copier.placeOf(ref.number) !== undefined);
    if (groups.length === 0) return;
    this.#files += 1;
    const shown = document.getDict(index.properties, 'D') ?? new PdfDict();
    const hidden = hiddenGroups(document, shown, index.groups);
    for (const group of groups) {
      const copy = copier.copy(group);
      if (copy === undefined || copy === null) continue;
      this.#groups.push(copy);
      if (hidden.has(group.number)) this.#off.push(copy);
    }
    for (const key of LISTS) {
      const copy = withoutEmpty(copyList(share, document.get(shown, key)));
      if (copy.length > 0) this.#lists.set(key, [...(this.#lists.get(key) ?? []), ...copy]);
    }
    for (const key of ['Name', 'Creator', 'Intent', 'ListMode']) {
      const copy = this.#files === 1 ? share.copyOf(shown, key) : undefined;
      if (copy !== undefined && copy !== null) this.#others.set(key, copy);
    }
    if (share.isWhole && share.isAlone) {
      this.#configurations.push(...copyList(share, document.get(index.properties, 'Configs')));
    }
    copier.finish();
  }

  finish(catalog: PdfDict): void {
    if (this.#groups.length === 0) return;
    const shown = new PdfDict(this.#others);
    if (this.#off.length > 0) shown.set('OFF', this.#off);
    for (const [key, list] of this.#lists) shown.set(key, list);
    const properties = new PdfDict().set('OCGs', this.#groups).set('D', shown);
    if (this.#configurations.length > 0) properties.set('Configs', this.#configurations);
    catalog.set('OCProperties', this.target.add(properties));
  }
}

/** The groups that a configuration hides: its base state can be the opposite of another file's. */
function hiddenGroups(document: PdfDocument, shown: PdfDict, groups: readonly PdfRef[]): ReadonlySet<number> {
  const hidden = new Set<number>();
  if (isName(document.get(shown, 'BaseState'), 'OFF')) {
    for (const { number } of groups) hidden.add(number);
    for (const value of document.getArray(shown, 'ON') ?? []) {
      if (value instanceof PdfRef) hidden.delete(value.number);
    }
  }
  for (const value of document.getArray(shown, 'OFF') ?? []) {
    if (value instanceof PdfRef) hidden.add(value.number);
  }
  return hidden;
}

function copyList(share: Share, value: PdfValue): PdfValue[] {
  const copy = Array.isArray(value) ? share.copier.copy(value) : undefined;
  return Array.isArray(copy) ? copy : [];
}

/** Groups whose members all vanished are dropped. */
function withoutEmpty(list: readonly PdfValue[]): PdfValue[] {
  return list.flatMap((value): PdfValue[] => {
    if (value instanceof PdfDict) {
      const members = value.get('OCGs');
      return Array.isArray(members) && members.length === 0 ? [] : [value];
    }
    if (!Array.isArray(value)) return [value];
    const inner = withoutEmpty(value);
    return inner.some((entry) => entry instanceof PdfRef || Array.isArray(entry)) ? [inner] : [];
  });
}
