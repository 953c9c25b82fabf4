import type { Look, Paragraph } from '../docx/model.js';
import { attribute, elementsWithin } from '../office/package.js';
import { childOf, elementsOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';

export type PartialLook = Partial<Omit<Look, 'link'>>;

interface OwnStyle {
  readonly parent: string;
  readonly look: PartialLook;
}

/** What a paragraph's style says of it. */
export interface ParagraphStyle {
  readonly kind: Exclude<Paragraph['kind'], 'item'>;
  readonly level: number;
  readonly look: PartialLook;
}

export interface ListLevel {
  readonly marker: 'number' | 'bullet';
  readonly start: number;
}

const MAX_PARENTS = 20;
/** Names that LibreOffice and pandoc give, spaces written as `_20_`. */
const CODE = /^(?:preformatted|source|teletype|verbatim|code)/i;
const QUOTE = /^(?:quot|block_?(?:20_)?(?:text|quot))/i;
const TABLE_HEADING = /^table(?:_20_|_| )heading$/i;
const MONO = /courier|consolas|menlo|monaco|\bmono|typewriter/i;

/** The styles of an OpenDocument text (part 3, 16), those of the document itself before the common ones. */
export class OdtStyles {
  readonly #styles = new Map<string, OwnStyle>();
  readonly #lists = new Map<string, ReadonlyMap<number, ListLevel>>();
  readonly #fixedFonts = new Set<string>();

  constructor(roots: readonly (XmlElement | undefined)[]) {
    for (const root of roots)
      for (const face of elementsWithin(root && childOf(root, 'font-face-decls')))
        if (attribute(face, 'font-pitch') === 'fixed') this.#fixedFonts.add(attribute(face, 'name') ?? '');
    for (const root of roots)
      for (const group of ['styles', 'automatic-styles'])
        for (const style of elementsWithin(root && childOf(root, group))) this.#take(style);
  }

  #take(style: XmlElement): void {
    const name = attribute(style, 'name') ?? '';
    if (localName(style.name) === 'list-style') {
      this.#lists.set(name, new Map(elementsOf(style).map(levelOf)));
      return;
    }
    const family = attribute(style, 'family') ?? '';
    const look = this.#lookOf(childOf(style, 'text-properties'));
    this.#styles.set(`${family} ${name}`, { parent: attribute(style, 'parent-style-name') ?? '', look });
  }

  #lookOf(properties: XmlElement | undefined): PartialLook {
    const weight = attribute(properties, 'font-weight');
    const slant = attribute(properties, 'font-style');
    const line = attribute(properties, 'text-line-through-style') ?? attribute(properties, 'text-line-through-type');
    const place = attribute(properties, 'text-position');
    const font = attribute(properties, 'font-name') ?? attribute(properties, 'font-family');
    return {
      ...(weight === undefined ? {} : { isBold: weight === 'bold' || Number(weight) >= 600 }),
      ...(slant === undefined ? {} : { isItalic: slant !== 'normal' }),
      ...(line === undefined ? {} : { isStruck: line !== 'none' }),
      ...(place === undefined ? {} : { script: scriptOf(place) }),
      ...(font === undefined ? {} : { isMono: this.#fixedFonts.has(font) || MONO.test(font) }),
    };
  }

  /** A style's own names and those it is made from, the nearest first. */
  #chain(family: string, name: string): { readonly name: string; readonly look: PartialLook }[] {
    const chain: { name: string; look: PartialLook }[] = [];
    let next = name;
    while (next !== '' && chain.length < MAX_PARENTS) {
      const style = this.#styles.get(`${family} ${next}`);
      chain.push({ name: next, look: style?.look ?? {} });
      next = style?.parent ?? '';
    }
    return chain;
  }

  paragraph(name: string): ParagraphStyle {
    const chain = this.#chain('paragraph', name);
    const isNamed = (pattern: RegExp): boolean => chain.some((style) => pattern.test(style.name));
    if (isNamed(/^title$/i)) return { kind: 'heading', level: 1, look: {} };
    if (isNamed(CODE)) return { kind: 'code', level: 1, look: {} };
    // The header of a table is told by its row.
    const look = isNamed(TABLE_HEADING) ? {} : lookOfChain(chain);
    return { kind: isNamed(QUOTE) ? 'quote' : 'paragraph', level: 1, look };
  }

  text(name: string): PartialLook {
    const chain = this.#chain('text', name);
    const look = lookOfChain(chain);
    return chain.some((style) => CODE.test(style.name)) ? { ...look, isMono: true } : look;
  }

  /** `depth` from 0. */
  listLevel(name: string, depth: number): ListLevel {
    return this.#lists.get(name)?.get(depth + 1) ?? { marker: 'bullet', start: 1 };
  }
}

/** The nearest style has the last word. */
const lookOfChain = (chain: readonly { readonly look: PartialLook }[]): PartialLook => {
  let look: PartialLook = {};
  for (const style of chain) look = { ...style.look, ...look };
  return look;
};

/** A percentage that moves text up or down, or a word; the second value is its size. */
function scriptOf(position: string): Look['script'] {
  const [first = ''] = position.trim().split(/\s+/);
  if (first === 'super' || Number.parseFloat(first) > 0) return 'superscript';
  return first === 'sub' || Number.parseFloat(first) < 0 ? 'subscript' : undefined;
}

function levelOf(level: XmlElement): [number, ListLevel] {
  const isNumber = localName(level.name) === 'list-level-style-number' && attribute(level, 'num-format') !== '';
  const start = Number(attribute(level, 'start-value') ?? '1');
  return [
    Number(attribute(level, 'level') ?? '1'),
    { marker: isNumber ? 'number' : 'bullet', start: Number.isInteger(start) && start >= 0 ? start : 1 },
  ];
}
