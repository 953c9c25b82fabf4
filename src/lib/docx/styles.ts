import { attribute, elementsWithin } from '../office/package.js';
import { childOf, localName } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import type { Look } from './model.js';

/** What a style or a run says of looks; `undefined` where it says nothing. */
export type PartialLook = { readonly [Key in 'isBold' | 'isItalic' | 'isStruck' | 'isMono' | 'isHidden']?: boolean } & {
  readonly script?: Look['script'];
};

export interface NumberingUse {
  readonly id: string | undefined;
  readonly depth: number | undefined;
}

/** A style with what it takes from those it is based on. */
export interface Style {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'quote';
  readonly level: number;
  readonly look: PartialLook;
  readonly numbering: NumberingUse | undefined;
  /** Of code. */
  readonly language?: string;
  /** Whether its paragraphs have a line above or below. */
  readonly isRuled?: boolean;
}

const PLAIN: Style = { kind: 'paragraph', level: 0, look: {}, numbering: undefined };
const MAX_BASES = 100;

const MONO =
  /^(?:courier|consolas|menlo|monaco|monospace|lucida console|dejavu sans mono|liberation mono|source code|cascadia|fira (?:code|mono)|jetbrains mono|roboto mono|ubuntu mono|sf mono|andale mono|noto (?:sans )?mono)/i;
const CODE = /^(?:source code|html preformatted|preformatted text|code(?: block)?|plain text|macro text|macro)$/i;
/** As markdown-to-docx names the styles of code whose language it knows. */
const CODE_IN = /^source code \(([\w+#.-]{1,40})\)$/i;
const CODE_WORDS = /^(?:verbatim char|html code|html typewriter|source text|inline code|code char)$/i;
const QUOTE = /^(?:block text|quote|intense quote|quotations|block quotation)$/i;

/** ECMA-376 part 1, 17.7. Names of built-in styles are English in the file, whatever language Word speaks. */
export class Styles {
  readonly #elements = new Map<string, XmlElement>();
  readonly #read = new Map<string, Style>();
  readonly #defaultParagraph: string | undefined;

  constructor(root: XmlElement | undefined) {
    let standard: string | undefined;
    for (const element of elementsWithin(root)) {
      if (localName(element.name) !== 'style') continue;
      const id = attribute(element, 'styleId') ?? '';
      this.#elements.set(id, element);
      if (attribute(element, 'type') === 'paragraph' && /^(?:1|true|on)$/.test(attribute(element, 'default') ?? ''))
        standard = id;
    }
    this.#defaultParagraph = standard;
  }

  paragraph(id: string | undefined): Style {
    return this.#style(id ?? this.#defaultParagraph);
  }

  character(id: string | undefined): Style {
    return this.#style(id);
  }

  #style(id: string | undefined): Style {
    if (id === undefined) return PLAIN;
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    // From the style to what it is based on; a circle ends where it closes.
    const chain: string[] = [];
    const seen = new Set<string>();
    let base = PLAIN;
    for (let next: string | undefined = id; next !== undefined && !seen.has(next) && chain.length < MAX_BASES; ) {
      const found = this.#read.get(next);
      if (found !== undefined) {
        base = found;
        break;
      }
      seen.add(next);
      const element = this.#elements.get(next);
      if (element === undefined) break;
      chain.push(next);
      next = attribute(childOf(element, 'basedOn'), 'val');
    }
    for (const one of chain.reverse()) {
      base = styleOn(base, this.#elements.get(one));
      this.#read.set(one, base);
    }
    return base;
  }
}

function styleOn(base: Style, element: XmlElement | undefined): Style {
  if (element === undefined) return base;
  const name = (attribute(childOf(element, 'name'), 'val') ?? '').trim();
  const properties = childOf(element, 'pPr');
  const look = { ...base.look, ...lookOf(childOf(element, 'rPr')), ...(CODE_WORDS.test(name) ? { isMono: true } : {}) };
  const numbering = numberingOf(properties) ?? base.numbering;
  const outline = headingLevel(properties);
  const [, digit] = /^heading ([1-9])$/i.exec(name) ?? [];
  if (digit !== undefined) return { kind: 'heading', level: Math.min(6, Number(digit)), look, numbering };
  if (/^title$/i.test(name)) return { kind: 'heading', level: 1, look, numbering };
  if (/^toc /i.test(name)) return { kind: 'paragraph', level: 0, look, numbering };
  if (outline !== undefined)
    return outline === 0
      ? { kind: 'paragraph', level: 0, look, numbering }
      : { kind: 'heading', level: outline, look, numbering };
  const language = CODE_IN.exec(name)?.[1];
  if (language !== undefined) return { kind: 'code', level: 0, look, numbering, language };
  if (CODE.test(name)) return { kind: 'code', level: 0, look, numbering };
  if (QUOTE.test(name)) return { kind: 'quote', level: 0, look, numbering };
  const isRuled = isRuledBy(properties) ?? base.isRuled ?? false;
  return { ...base, look, numbering, isRuled };
}

/** 17.3.1.24: whether properties of a paragraph draw a line above or below it; `undefined` where they say nothing. */
export function isRuledBy(properties: XmlElement | undefined): boolean | undefined {
  const borders = properties && childOf(properties, 'pBdr');
  if (borders === undefined) return undefined;
  return elementsWithin(borders).some(
    (side) => /^(?:top|bottom)$/.test(localName(side.name)) && !/^(?:nil|none)$/.test(attribute(side, 'val') ?? 'nil'),
  );
}

/** 17.3.1.20: 0 to 8 are levels, 9 is body text, told as 0. */
export function headingLevel(properties: XmlElement | undefined): number | undefined {
  const value = properties && attribute(childOf(properties, 'outlineLvl'), 'val');
  if (value === undefined || !/^\d$/.test(value)) return undefined;
  return value === '9' ? 0 : Math.min(6, Number(value) + 1);
}

export function numberingOf(properties: XmlElement | undefined): NumberingUse | undefined {
  const element = properties && childOf(properties, 'numPr');
  if (element === undefined) return undefined;
  const depth = attribute(childOf(element, 'ilvl'), 'val');
  return {
    id: attribute(childOf(element, 'numId'), 'val'),
    depth: depth === undefined || !/^[0-8]$/.test(depth) ? undefined : Number(depth),
  };
}

/** What run properties say of looks. */
export function lookOf(properties: XmlElement | undefined): PartialLook {
  if (properties === undefined) return {};
  const look: { -readonly [Key in keyof PartialLook]: PartialLook[Key] } = {};
  for (const element of elementsWithin(properties)) {
    const value = attribute(element, 'val');
    const isSet = !/^(?:0|false|off|none)$/.test(value ?? '');
    switch (localName(element.name)) {
      case 'b':
        look.isBold = isSet;
        break;
      case 'i':
        look.isItalic = isSet;
        break;
      case 'strike':
      case 'dstrike':
        look.isStruck = isSet;
        break;
      case 'vanish':
        look.isHidden = isSet;
        break;
      case 'vertAlign':
        look.script = value === 'superscript' || value === 'subscript' ? value : undefined;
        break;
      case 'rFonts': {
        const font = attribute(element, 'ascii') ?? attribute(element, 'hAnsi');
        if (font !== undefined) look.isMono = MONO.test(font);
        break;
      }
    }
  }
  return look;
}
