import { LimitFault } from '../faults.js';
import type { Relation } from '../office/package.js';
import { elementsOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { openTag, writeElement } from '../xml/write-element.js';
import { relationXml } from './template-package.js';

/** ECMA-376 part 1, 19.7.13: ids of slides begin at 256. */
const FIRST_ID = 256;
/** Chosen: 2,000 slides in 250 sections. */
const MAX_WORK = 500_000;

/** The relation of a listed slide, `r:id`: the element has an `id` of its own beside it. */
export const slideRelation = ({ attributes }: XmlElement): string =>
  attributes.find(({ name }) => /:id$/.test(name))?.raw ?? '';

interface Listed {
  /** Of the slide in the template. */
  readonly relation: string;
  /** Of a copy; nothing for the slide itself. */
  readonly path: string | undefined;
}

interface Entry {
  readonly original: string;
  readonly id: string;
  readonly relation: string;
}

/** What a presentation says of its slides, where some are repeated or left out: its list, its sections and its custom shows. */
export function writeSlideList(root: XmlElement, placed: readonly Listed[], relations: readonly Relation[]) {
  const list = elementsOf(root).find(({ name }) => localName(name) === 'sldIdLst');
  const listed = list === undefined ? [] : elementsOf(list);
  const ids = new Map(
    listed.map((one) => [slideRelation(one), one.attributes.find(({ name }) => name === 'id')?.raw ?? '']),
  );
  let next = Math.max(FIRST_ID - 1, ...[...ids.values()].map(Number).filter(Number.isSafeInteger));
  const taken = new Set(relations.map(({ id }) => id));
  let number = 0;
  const newRelation = (): string => {
    do number++;
    while (taken.has(`filledSlide${number}`));
    return `filledSlide${number}`;
  };
  const added: string[] = [];
  const entries = placed.map(({ relation, path }): Entry => {
    const original = ids.get(relation) ?? '';
    if (path === undefined) return { original, id: original, relation };
    const own = newRelation();
    added.push(relationXml(own, 'slide', path));
    return { original, id: `${++next}`, relation: own };
  });
  const byOriginal = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = byOriginal.get(entry.original);
    if (same === undefined) byOriginal.set(entry.original, [entry]);
    else same.push(entry);
  }
  let work = 0;
  const count = (steps: number): void => {
    work += steps;
    if (work > MAX_WORK) throw new LimitFault('its sections and custom shows name too many slides', MAX_WORK);
  };

  const entryXml = (element: XmlElement, { id, relation }: Entry): string =>
    writeElement(element, (attributes) =>
      attributes.map((one) =>
        one.name === 'id' ? { ...one, raw: id } : /:id$/.test(one.name) ? { ...one, raw: relation } : one,
      ),
    );
  const originalOf = (element: XmlElement): string =>
    attributeNamed(element, 'id') ?? ids.get(slideRelation(element)) ?? '';
  /** Lists by ids are in the order of the slides; a custom show has an order of its own. */
  const ofList = (element: XmlElement): Entry[] => {
    count(entries.length);
    const within = new Set(elementsOf(element).map(originalOf));
    return entries.filter(({ original }) => within.has(original));
  };
  const write = (element: XmlElement): string => {
    const local = localName(element.name);
    const inside = (parts: readonly string[]): string => `${openTag(element)}${parts.join('')}</${element.name}>`;
    if (local === 'sldIdLst') {
      const by = new Map(elementsOf(element).map((one) => [originalOf(one), one]));
      return inside(ofList(element).map((entry) => entryXml(by.get(entry.original) ?? element, entry)));
    }
    if (local === 'sldLst')
      return inside(
        elementsOf(element).flatMap((one) => {
          const same = byOriginal.get(originalOf(one)) ?? [];
          count(same.length);
          return same.map((entry) => entryXml(one, entry));
        }),
      );
    // Sections (MS-PPTX 2.2.5) that slides repeated across them would break are left out.
    if (local === 'ext' && sectionsOf(element).length > 0) {
      const order = sectionsOf(element).flatMap(ofList);
      if (order.length !== entries.length || order.some((entry, i) => entry !== entries[i])) return '';
    }
    if (!HOLDERS.has(local)) return writeElement(element);
    return inside(element.children.map((child) => (child.kind === 'element' ? write(child) : child.raw)));
  };
  const kept = new Set(entries.filter((_, i) => placed[i]?.path === undefined).map(({ relation }) => relation));
  return { xml: write(root), added, kept };
}

const HOLDERS: ReadonlySet<string> = new Set([
  'presentation',
  'extLst',
  'ext',
  'sectionLst',
  'section',
  'custShowLst',
  'custShow',
]);

const attributeNamed = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((one) => one.name === name)?.raw;

/** The lists of slides of the sections in an extension. */
const sectionsOf = (extension: XmlElement): XmlElement[] =>
  elementsOf(extension)
    .filter(({ name }) => localName(name) === 'sectionLst')
    .flatMap(elementsOf)
    .flatMap(elementsOf)
    .filter(({ name }) => localName(name) === 'sldIdLst');
