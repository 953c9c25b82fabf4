import { type Look, looksAlike, PLAIN_LOOK, type Run } from '../docx/model.js';
import { linkTarget } from '../docx/read-runs.js';
import { attribute } from '../office/package.js';
import { childOf, elementsOf, localName, textOf } from '../xml/content.js';
import { cdataContent, type XmlElement, type XmlNode } from '../xml/nodes.js';
import { resolveReferences } from '../xml/references.js';
import type { OdtStyles, PartialLook } from './styles.js';

const MAX_SPACES = 1000;

/** Elements whose text is not a part of the paragraph's. */
const APART: ReadonlySet<string> = new Set(['annotation', 'annotation-end', 'tracked-changes', 'ruby-text', 'object']);

/** Runs of a paragraph (part 3, 6), and the text boxes that are anchored in it. */
export class OdtRuns {
  readonly runs: Run[] = [];
  readonly boxes: XmlElement[] = [];
  readonly #styles: OdtStyles;
  /** Gives a note its number. */
  readonly #noted: (body: XmlElement) => number;
  /** White space is one space, and none at the start (part 3, 6.1.2). */
  #isAfterSpace = true;

  constructor(styles: OdtStyles, noted: (body: XmlElement) => number) {
    this.#styles = styles;
    this.#noted = noted;
  }

  read(element: XmlElement, look: PartialLook): void {
    this.#children(element, { ...PLAIN_LOOK, ...look });
  }

  #children(element: XmlElement, look: Look): void {
    for (const child of element.children) this.#child(child, look);
  }

  #child(child: XmlNode, look: Look): void {
    if (child.kind === 'text')
      this.#text(
        resolveReferences(child.raw, () => ''),
        look,
      );
    else if (child.kind === 'cdata') this.#text(cdataContent(child), look);
    else if (child.kind === 'element') this.#element(child, look);
  }

  #element(child: XmlElement, look: Look): void {
    const name = localName(child.name);
    switch (name) {
      case 's': {
        const count = Number(attribute(child, 'c') ?? '1');
        this.#add(' '.repeat(count >= 1 && count <= MAX_SPACES ? Math.floor(count) : 1), look);
        break;
      }
      case 'tab':
        this.#add('\t', look);
        break;
      case 'line-break':
        this.#add('\n', look);
        this.#isAfterSpace = true;
        break;
      case 'span': {
        const own = this.#styles.text(attribute(child, 'style-name') ?? '');
        // Within code, LibreOffice writes the font that it shows, for want of the one that the style asks for.
        this.#children(child, { ...look, ...own, isMono: look.isMono || own.isMono === true });
        break;
      }
      case 'a':
        this.#children(child, { ...look, link: linkTarget(attribute(child, 'href')) ?? look.link });
        break;
      case 'note': {
        const body = childOf(child, 'note-body');
        if (body !== undefined) this.runs.push({ kind: 'note', number: this.#noted(body), ...PLAIN_LOOK });
        this.#isAfterSpace = false;
        break;
      }
      case 'frame':
        this.#frame(child, look);
        break;
      default:
        if (!APART.has(name)) this.#children(child, look);
    }
  }

  /** A picture by its description, or a box of text, which stands behind the paragraph. */
  #frame(frame: XmlElement, look: Look): void {
    const box = childOf(frame, 'text-box');
    if (box !== undefined) this.boxes.push(box);
    if (childOf(frame, 'image') === undefined) return;
    const told = elementsOf(frame).filter(({ name }) => /^(?:desc|title)$/.test(localName(name)));
    const alt = told.map((one) => textOf(one).trim()).find((text) => text !== '') ?? '';
    this.runs.push({ kind: 'image', part: '', alt, ...look });
    this.#isAfterSpace = false;
  }

  #text(text: string, look: Look): void {
    const single = text.replace(/[\t\n\r ]+/g, ' ');
    const shown = this.#isAfterSpace ? single.replace(/^ /, '') : single;
    if (single !== '') this.#isAfterSpace = single.endsWith(' ');
    this.#add(shown, look, false);
  }

  #add(text: string, look: Look, endsSpace = true): void {
    const shown = text.replaceAll('\u00ad', '');
    if (shown === '') return;
    if (endsSpace) this.#isAfterSpace = false;
    const last = this.runs.at(-1);
    const run: Run = { kind: 'text', text: shown, ...look };
    if (last?.kind === 'text' && looksAlike(last, run))
      this.runs[this.runs.length - 1] = { ...run, text: last.text + shown };
    else this.runs.push(run);
  }
}
