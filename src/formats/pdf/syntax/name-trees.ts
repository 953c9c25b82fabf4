import type { PdfDocument } from '../document/document.js';
import type { CarryOver, Share } from '../document/share.js';
import { Names } from './names.js';
import { PdfDict, type PdfValue } from './objects.js';
import { makeNameTree, readNameTree } from './trees.js';

/** Named things of a whole document that can stand beside those of another one (ISO 32000-2, 7.7.4). */
const KINDS = ['EmbeddedFiles', 'JavaScript', 'AP', 'Renditions', 'AlternatePresentations', 'URLS'] as const;

/** Attachments, scripts and the like: of whole files only, since they belong to no page. */
export class NameTreeCarryOver implements CarryOver {
  readonly #trees = new Map<string, { readonly entries: [string, PdfValue][]; readonly names: Names }>();

  constructor(private readonly target: PdfDocument) {}

  collect(share: Share): void {
    if (!share.hasDocument) return;
    const names = share.document.getDict(share.document.catalog, 'Names');
    if (names === undefined) return;
    for (const kind of KINDS) {
      if (!names.has(kind)) continue;
      const tree = this.#trees.get(kind) ?? { entries: [], names: new Names() };
      this.#trees.set(kind, tree);
      for (const [name, value] of readNameTree(share.document, names.get(kind))) {
        const copy = share.copier.copy(value);
        if (copy !== undefined && copy !== null) tree.entries.push([tree.names.take(name), copy]);
      }
    }
    share.copier.finish();
  }

  finish(catalog: PdfDict): void {
    const names = catalog.get('Names');
    const holder = names instanceof PdfDict ? names : new PdfDict();
    for (const [kind, { entries }] of this.#trees) {
      if (entries.length > 0) holder.set(kind, this.target.add(makeNameTree(this.target, entries)));
    }
    if (holder.size > 0) catalog.set('Names', holder);
  }
}
