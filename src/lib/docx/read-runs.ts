import { LimitFault } from '../faults.js';
import { attribute } from '../office/package.js';
import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import type { XmlElement } from '../xml/nodes.js';
import { latexOf } from './formulas.js';
import { type Look, looksAlike, PLAIN_LOOK, type Run } from './model.js';
import { lookOf, type PartialLook, type Styles } from './styles.js';
import { symbolText } from './symbols.js';

/** Which side of tracked changes is read. */
export type Changes = 'accept' | 'reject' | 'all';

/** What runs refer to. */
export interface RunSource {
  readonly styles: Styles;
  readonly changes: Changes;
  /** Targets by their ids: links by address, pictures by path. */
  readonly links: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, string>;
  /** The number that a note has in the text; `undefined` where it is missing. */
  readonly numberOfNote: (kind: 'footnote' | 'endnote', id: string) => number | undefined;
  /** Open fields; they may reach over paragraphs. */
  readonly fields: Field[];
  /** Characters of the addresses that were linked so far. */
  readonly linked: { characters: number };
}

interface Field {
  instruction: string;
  isResult: boolean;
  link: string | undefined;
}

const MAX_FIELDS = 100;
const MAX_LINK = 2000;
/** One address may be linked a million times: all together are bounded. */
const MAX_LINKS_CHARACTERS = 10_000_000;

/** Runs of a paragraph, and the text boxes that are anchored in it. */
export class RunReader {
  readonly runs: Run[] = [];
  readonly boxes: XmlElement[] = [];
  /** Whether Word draws a line across the page here: Office Open XML part 4, 19.1.2.18, attribute `hr`. */
  hasRule = false;
  readonly #source: RunSource;
  readonly #base: PartialLook;

  constructor(source: RunSource, base: PartialLook) {
    this.#source = source;
    this.#base = base;
  }

  read(element: XmlElement, link?: string): void {
    for (const child of elementsOf(element)) this.#readChild(child, link);
  }

  #readChild(child: XmlElement, link: string | undefined): void {
    const { changes, links, fields } = this.#source;
    switch (localName(child.name)) {
      case 'r':
        this.#readRun(child, link);
        return;
      case 'hyperlink':
        this.read(child, linkTarget(links.get(attribute(child, 'id') ?? '')) ?? link);
        return;
      case 'ins':
      case 'moveTo':
        if (changes !== 'reject') this.read(child, link);
        return;
      case 'del':
      case 'moveFrom':
        if (changes !== 'accept') this.read(child, link);
        return;
      case 'fldSimple': {
        const instruction = attribute(child, 'instr') ?? '';
        this.read(child, linkOfField(instruction) ?? link);
        return;
      }
      case 'sdt': {
        const content = childOf(child, 'sdtContent');
        if (content !== undefined) this.read(content, link);
        return;
      }
      case 'smartTag':
      case 'customXml':
      case 'dir':
      case 'bdo':
        this.read(child, link);
        return;
      case 'oMathPara':
        for (const formula of elementsOf(child)) if (localName(formula.name) === 'oMath') this.#formula(formula, true);
        return;
      case 'oMath':
        if (fields.every(({ isResult }) => isResult)) this.#formula(child, false);
        return;
    }
  }

  /** An address is written for each run that does not go on with the link of the last. */
  #push(run: Run): void {
    const { linked } = this.#source;
    if (run.link !== undefined && this.runs.at(-1)?.link !== run.link) linked.characters += run.link.length;
    if (linked.characters > MAX_LINKS_CHARACTERS)
      throw new LimitFault(
        `the addresses of its links must have at most ${MAX_LINKS_CHARACTERS} characters in all`,
        MAX_LINKS_CHARACTERS,
      );
    this.runs.push(run);
  }

  #formula(element: XmlElement, isDisplay: boolean): void {
    const text = latexOf(element).trim();
    if (text !== '') this.#push({ kind: 'formula', text, isDisplay, ...PLAIN_LOOK });
  }

  #readRun(run: XmlElement, link: string | undefined): void {
    const { styles, fields } = this.#source;
    const properties = childOf(run, 'rPr');
    const style = styles.character(properties && attribute(childOf(properties, 'rStyle'), 'val'));
    const { isHidden, isBold, isItalic, isStruck, isMono, script } = {
      ...this.#base,
      ...style.look,
      ...lookOf(properties),
    };
    for (const child of elementsOf(run)) {
      const name = localName(child.name);
      // A field's instruction is read, whatever it looks like.
      if (name === 'fldChar') this.#fieldCharacter(attribute(child, 'fldCharType'));
      else if (name === 'instrText') this.#instruction(textOf(child));
      if (isHidden === true || !fields.every(({ isResult }) => isResult)) continue;
      const look: Look = {
        isBold: isBold === true,
        isItalic: isItalic === true,
        isStruck: isStruck === true,
        isMono: isMono === true,
        script,
        link: fields.findLast((field) => field.link !== undefined)?.link ?? link,
      };
      this.#readContent(child, name, look);
    }
  }

  #readContent(child: XmlElement, name: string, look: Look): void {
    switch (name) {
      case 't':
      case 'delText':
        this.#text(textOf(child), look);
        return;
      case 'tab':
      case 'ptab':
        this.#text('\t', look);
        return;
      case 'br':
        // A new page or column parts words as a line does.
        this.#text('\n', look);
        return;
      case 'cr':
        this.#text('\n', look);
        return;
      case 'noBreakHyphen':
        this.#text('\u2011', look);
        return;
      case 'sym':
        this.#text(symbolText(attribute(child, 'font') ?? '', attribute(child, 'char') ?? ''), look);
        return;
      case 'footnoteReference':
      case 'endnoteReference': {
        const kind = name === 'footnoteReference' ? 'footnote' : 'endnote';
        const number = this.#source.numberOfNote(kind, attribute(child, 'id') ?? '');
        if (number !== undefined) this.#push({ kind: 'note', number, ...PLAIN_LOOK });
        return;
      }
      case 'ruby': {
        const base = childOf(child, 'rubyBase');
        if (base !== undefined) this.read(base, look.link);
        return;
      }
      case 'drawing':
      case 'pict':
      case 'object':
      case 'AlternateContent':
        this.#drawing(child, look);
        return;
    }
  }

  #text(text: string, look: Look): void {
    const shown = text.replaceAll('\u00ad', '');
    if (shown === '') return;
    const last = this.runs.at(-1);
    const run: Run = { kind: 'text', text: shown, ...look };
    if (last?.kind === 'text' && looksAlike(last, run))
      this.runs[this.runs.length - 1] = { ...run, text: last.text + shown };
    else this.#push(run);
  }

  #fieldCharacter(type: string | undefined): void {
    const { fields } = this.#source;
    if (type === 'begin') {
      if (fields.length >= MAX_FIELDS)
        throw new LimitFault(`fields must be nested at most ${MAX_FIELDS} deep`, MAX_FIELDS);
      fields.push({ instruction: '', isResult: false, link: undefined });
      return;
    }
    const last = fields.at(-1);
    if (last === undefined) return;
    if (type === 'separate') {
      last.isResult = true;
      last.link = linkOfField(last.instruction);
    }
    if (type === 'end') fields.pop();
  }

  #instruction(text: string): void {
    const last = this.#source.fields.at(-1);
    if (last !== undefined && !last.isResult && last.instruction.length < 2 * MAX_LINK) last.instruction += text;
  }

  /** Pictures and text boxes, wherever they are in a drawing; of alternatives the first. */
  #drawing(drawing: XmlElement, look: Look): void {
    const pending: { element: XmlElement; alt: string }[] = [{ element: drawing, alt: '' }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { element, alt } = next;
      const name = localName(element.name);
      if (name === 'txbxContent') {
        this.boxes.push(element);
        continue;
      }
      if (/^(?:t|true)$/.test(attribute(element, 'hr') ?? '')) this.hasRule = true;
      if (name === 'blip' || name === 'imagedata') {
        const id = attribute(element, name === 'blip' ? 'embed' : 'id');
        const part = id === undefined ? '' : (this.#source.parts.get(id) ?? '');
        if (part !== '' || alt !== '') this.#push({ kind: 'image', part, alt: alt.slice(0, MAX_LINK), ...look });
      }
      const children = elementsOf(element);
      const described = children.find((child) => localName(child.name) === 'docPr');
      const told = described === undefined ? undefined : attribute(described, 'descr');
      const own = told ?? (name === 'shape' ? (attribute(element, 'alt') ?? alt) : alt);
      if (name === 'AlternateContent') {
        const [first] = children;
        if (first !== undefined) pending.push({ element: first, alt });
        continue;
      }
      for (const child of children.reverse()) pending.push({ element: child, alt: own });
    }
  }
}

/** Web and mail addresses: others lead to the writer's machine, or could do something on the reader's. */
export const linkTarget = (target: string | undefined): string | undefined =>
  target !== undefined && target.length <= MAX_LINK && /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/)[^\s<>"]+$/i.test(target)
    ? target
    : undefined;

/** 17.16.5.25: HYPERLINK "address" \l "place". */
export function linkOfField(instruction: string): string | undefined {
  const [, address, place] = /^\s*HYPERLINK\s+"([^"]*)"(?:\s*\\l\s*"([^"]*)")?/i.exec(instruction) ?? [];
  return address === undefined ? undefined : linkTarget(place === undefined ? address : `${address}#${place}`);
}
