import { ContentFault, LimitFault } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import type { OfficePackage, Relation } from '../office/package.js';
import { childOf, childrenOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import type { FilledDocument, OfficeTemplate } from './fill-docx.js';
import { SLIDES } from './markup.js';
import { type TemplateNode, templateSlides } from './nodes.js';
import { checkEnded, type Delimiters, readSlideTemplate } from './read-template.js';
import { newFilling, placeSlides, type Relate, renderTemplate, type TemplatePicture } from './render-template.js';
import { slideRelation, writeSlideList } from './slide-list.js';
import { frameOfShape } from './slide-picture.js';
import { FilledPackage, TemplatePackage } from './template-package.js';

const MAX_SLIDES = 2_000;
/** What several slides may lead to; all else is a slide's own, and its copy has a copy. */
const SHARED: ReadonlySet<string> = new Set(
  'slide slideLayout slideMaster notesMaster theme image hyperlink media video audio font'.split(' '),
);
/** What a copy of a slide is without. */
const DROPPED: ReadonlySet<string> = new Set(['comments']);

interface Text {
  readonly path: string;
  readonly template: TemplateNode;
}

interface SlideTemplate extends Text {
  readonly relation: string;
  readonly notes: Text | undefined;
}

/** A presentation with placeholders. Throws ContentFault, LimitFault. */
export class PptxTemplate implements OfficeTemplate {
  readonly #package: TemplatePackage;
  readonly #main: string;
  readonly #root: XmlElement;
  readonly #slides: readonly SlideTemplate[];
  readonly #order: readonly TemplateNode[];

  constructor(
    private readonly archive: OfficePackage,
    private readonly delimiters: Delimiters,
  ) {
    this.#package = new TemplatePackage(archive);
    this.#main = this.#package.main ?? 'ppt/presentation.xml';
    const root = archive.xml(this.#main);
    if (root === undefined || localName(root.name) !== 'presentation')
      throw new ContentFault('it is not a presentation: it has no part ppt/presentation.xml');
    this.#root = root;
    const listed = childrenOf(childOf(root, 'sldIdLst') ?? root, 'sldId');
    if (listed.length > MAX_SLIDES) throw new LimitFault(`it has more than ${MAX_SLIDES} slides`, MAX_SLIDES);
    const relations = new Map(this.#package.known(this.#main).relations.map((one) => [one.id, one]));
    this.#slides = listed.map((one, i) => this.#slide(relations.get(slideRelation(one)), i + 1));
    const paths = new Set(this.#slides.flatMap(({ path, notes }) => [path, notes?.path ?? `${path} `]));
    if (paths.size < 2 * this.#slides.length) throw new ContentFault('it has a slide or its notes twice');
    const { nodes, open } = templateSlides(this.#slides.map(({ template }) => template));
    checkEnded(open, delimiters);
    this.#order = nodes;
  }

  #slide(relation: Relation | undefined, number: number): SlideTemplate {
    const place = `slide ${number}`;
    const root = relation === undefined ? undefined : this.archive.xml(relation.target);
    if (relation === undefined || root === undefined) throw new ContentFault(`${place} is missing`);
    const template = this.#text(root, relation.target, place, ['slideLayout', 'slideMaster']);
    const path = this.#related(relation.target, 'notesSlide');
    const notesRoot = path === undefined ? undefined : this.archive.xml(path);
    if (path === undefined || notesRoot === undefined)
      return { path: relation.target, relation: relation.id, template, notes: undefined };
    const notes = this.#text(notesRoot, path, `notes of ${place}`, ['notesMaster']);
    checkEnded(notes.kind === 'element' ? notes.open : [], this.delimiters);
    return { path: relation.target, relation: relation.id, template, notes: { path, template: notes } };
  }

  #text(root: XmlElement, path: string, place: string, above: readonly string[]): TemplateNode {
    const frameOf = (shape: XmlElement) => frameOfShape(shape, this.#ancestors(path, above));
    return readSlideTemplate(root, this.delimiters, { markup: SLIDES, place, frameOf });
  }

  #related(path: string, type: string): string | undefined {
    return this.#package.known(path).relations.find((one) => one.type === type && !one.isExternal)?.target;
  }

  readonly #roots = new Map<string, XmlElement | undefined>();

  /** The layout of a slide and its master. */
  #ancestors(path: string, types: readonly string[]): XmlElement[] {
    const found: XmlElement[] = [];
    let at: string | undefined = path;
    for (const type of types) {
      at = at === undefined ? undefined : this.#related(at, type);
      if (at === undefined) break;
      const root: XmlElement | undefined = this.#roots.has(at) ? this.#roots.get(at) : this.archive.xml(at);
      this.#roots.set(at, root);
      if (root !== undefined) found.push(root);
    }
    return found;
  }

  fill(data: JsonValue, pictures: ReadonlyMap<string, TemplatePicture>, keepsMissing: boolean): FilledDocument {
    const filling = newFilling({ data, pictures, keepsMissing, spent: this.#package.spent });
    const made = new FilledPackage(this.#package, 'ppt/media/');
    const shown = placeSlides(this.#order, filling, MAX_SLIDES);
    const used = new Set<number>();
    const placed = shown.flatMap((place) => {
      const slide = this.#slides[place.index];
      if (slide === undefined) return [];
      const copies = new Map<string, string>();
      const isFirst = !used.has(place.index);
      used.add(place.index);
      if (!isFirst) this.#copy(slide.path, made, copies);
      for (const part of slide.notes === undefined ? [slide] : [slide, slide.notes]) {
        const path = copies.get(part.path) ?? part.path;
        const relate: Relate = (name, picture) => made.relate(path, name, picture);
        made.set(path, renderTemplate(part.template, filling, relate, { markup: SLIDES, scope: place.scope }));
      }
      return [{ relation: slide.relation, path: copies.get(slide.path) }];
    });
    this.#remove(made, used);
    const isSame = shown.length === this.#slides.length && shown.every((place, i) => place.index === i);
    if (!isSame) {
      const { xml, added, kept } = writeSlideList(this.#root, placed, this.#package.known(this.#main).relations);
      made.set(this.#main, xml);
      made.rewriteRelations(
        this.#main,
        ({ id, type, target }) => (type !== 'slide' || kept.has(id) ? target : undefined),
        added,
      );
    }
    return { bytes: made.write(), ...filling };
  }

  /** A part with what is its own. */
  #copy(path: string, made: FilledPackage, copies: Map<string, string>): string {
    const known = copies.get(path);
    if (known !== undefined) return known;
    const name = made.copy(path);
    copies.set(path, name);
    if (this.#package.known(path).relations.length > 0)
      made.rewriteRelations(name, ({ type, target }) => {
        if (DROPPED.has(type)) return undefined;
        if (SHARED.has(type) || !this.archive.has(target)) return copies.get(target) ?? target;
        return this.#copy(target, made, copies);
      });
    return name;
  }

  /** Parts that only this slide needs, and itself. */
  #own(path: string, found: Set<string>): Set<string> {
    if (found.has(path)) return found;
    found.add(path);
    for (const { type, target, isExternal } of this.#package.known(path).relations)
      if (!isExternal && !SHARED.has(type)) this.#own(target, found);
    return found;
  }

  /** Leaves out slides that are not shown; a link to one of them leads to where it is. */
  #remove(made: FilledPackage, used: ReadonlySet<number>): void {
    if (used.size === this.#slides.length) return;
    const kept = new Set<string>();
    for (const i of used) this.#own(this.#slides[i]?.path ?? '', kept);
    const gone = new Set<string>();
    for (const [i, { path }] of this.#slides.entries()) if (!used.has(i)) this.#own(path, gone);
    for (const path of gone) if (!kept.has(path)) made.remove(path);
    for (const path of kept) {
      const { relations } = this.#package.known(path);
      const leadsAway = ({ type, target }: Relation): boolean =>
        type === 'slide' && gone.has(target) && !kept.has(target);
      if (relations.some(leadsAway)) made.rewriteRelations(path, (one) => (leadsAway(one) ? path : one.target));
    }
  }
}
