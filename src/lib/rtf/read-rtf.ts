import { type DocxDocument, type Look, type Note, PLAIN_LOOK } from '../docx/model.js';
import { linkOfField } from '../docx/read-runs.js';
import { ContentFault, LimitFault } from '../faults.js';
import { type CellMark, type ParagraphLook, RtfFlow } from './flow.js';
import {
  CHARACTERS,
  charsetOfNumber,
  charsetOfPage,
  ENTERED,
  headingOfStyle,
  MONO_FONT,
  type RtfFont,
  type RtfStyle,
  SKIPPED,
} from './tables.js';
import { rtfTokens } from './tokens.js';

/** Groups within each other. Word writes fewer than 50. */
const MAX_GROUPS = 1000;
/** Words and groups of a whole document. */
const MAX_WORDS = 3_000_000;
const MAX_NOTES = 100_000;

type Target = 'text' | 'skip' | 'fonts' | 'styles' | 'info' | 'instruction' | 'marker';

/** What a group may change, and gives back at its end. */
interface State {
  target: Target;
  isOptional: boolean;
  look: Look;
  /** How letters of Asian and right-to-left scripts look, and whether the next are of those. */
  associated: Pick<Look, 'isBold' | 'isItalic'>;
  isAssociated: boolean;
  font: number;
  isHidden: boolean;
  /** Letters to pass over behind one in Unicode. */
  skip: number;
  paragraph: ParagraphLook;
  field: { instruction: string } | undefined;
  property: string;
  flow: RtfFlow;
}

const UPRIGHT = { isBold: false, isItalic: false };
const PARAGRAPH: ParagraphLook = {
  kind: 'paragraph',
  level: 1,
  isInTable: false,
  list: '',
  depth: undefined,
  left: 0,
  first: 0,
};

export interface RtfDocument {
  readonly document: DocxDocument;
  readonly properties: ReadonlyMap<string, string>;
}

/**
 * A document in Rich Text Format 1.9.1, as the writers of Word documents take it. Throws ContentFault where it is none, LimitFault beyond
 * 1,000 groups within each other, 3,000,000 words and groups, 1,000,000 paragraphs and pieces of text, or 200,000 table cells. `decode` knows the character sets.
 */
export function readRtf(bytes: Uint8Array, decode: (bytes: Uint8Array, charset: string) => string): RtfDocument {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source)) throw new ContentFault('it does not begin with {\\rtf');
  return new Reader(decode).read(source);
}

class Reader {
  readonly #count = { cells: 0, pieces: 0 };
  readonly #flow = new RtfFlow(this.#count);
  readonly #notes: Note[] = [];
  readonly #fonts = new Map<number, RtfFont>();
  readonly #styles = new Map<number, RtfStyle>();
  readonly #properties = new Map<string, string>();
  #states: State[] = [];
  #state: State = {
    target: 'text',
    isOptional: false,
    look: PLAIN_LOOK,
    associated: UPRIGHT,
    isAssociated: false,
    font: 0,
    isHidden: false,
    skip: 1,
    paragraph: PARAGRAPH,
    field: undefined,
    property: '',
    flow: this.#flow,
  };
  #charset = 'windows-1252';
  #bytes = '';
  #passOver = 0;
  #entry = 0;
  #cellMark: CellMark = { across: undefined, down: undefined };

  constructor(private readonly decode: (bytes: Uint8Array, charset: string) => string) {}

  read(source: string): RtfDocument {
    let words = 0;
    for (const token of rtfTokens(source)) {
      if (token.kind === 'text') {
        this.#takeBytes(token.text);
        continue;
      }
      this.#flush();
      words++;
      if (words > MAX_WORDS)
        throw new LimitFault(`it must have at most ${MAX_WORDS} control words and groups`, MAX_WORDS);
      if (token.kind === 'open') this.#open();
      else if (token.kind === 'close') this.#close();
      else this.#word(token.word, token.value);
    }
    this.#flush();
    while (this.#states.length > 0) this.#close();
    const blocks = this.#flow.end(this.#state.paragraph);
    return {
      document: { blocks, notes: this.#notes, comments: [], headers: [], footers: [] },
      properties: this.#properties,
    };
  }

  #open(): void {
    if (this.#states.length >= MAX_GROUPS)
      throw new LimitFault(`its groups must be nested at most ${MAX_GROUPS} deep`, MAX_GROUPS);
    this.#passOver = 0;
    this.#states.push(this.#state);
    this.#state = { ...this.#state, isOptional: false };
  }

  #close(): void {
    this.#passOver = 0;
    const ended = this.#state;
    const outer = this.#states.pop();
    if (outer === undefined) return;
    this.#state = outer;
    if (ended.flow === outer.flow) return;
    const blocks = ended.flow.end(ended.paragraph);
    const number = this.#notes.length + 1;
    if (number > MAX_NOTES) throw new LimitFault(`it must have at most ${MAX_NOTES} notes`, MAX_NOTES);
    this.#notes.push({ number, blocks });
    outer.flow.add({ kind: 'note', number, ...PLAIN_LOOK });
  }

  #takeBytes(text: string): void {
    const passed = Math.min(this.#passOver, text.length);
    this.#passOver -= passed;
    this.#bytes += text.slice(passed);
  }

  #flush(): void {
    if (this.#bytes === '') return;
    const bytes = this.#bytes;
    this.#bytes = '';
    const charset = this.#fonts.get(this.#state.font)?.charset ?? this.#charset;
    this.#text(/^[\u0000-\u007f]*$/.test(bytes) ? bytes : this.decode(Buffer.from(bytes, 'latin1'), charset));
  }

  #text(text: string): void {
    const { target, flow, field, property, look, associated, isAssociated, font } = this.#state;
    const isMono = this.#fonts.get(font)?.isFixed ?? false;
    if (target === 'marker') flow.marker = `${flow.marker ?? ''}${text}`;
    else if (target === 'instruction' && field !== undefined) field.instruction += text.slice(0, 4_000);
    else if (target === 'info' && property !== '')
      this.#properties.set(property, `${this.#properties.get(property) ?? ''}${text}`.slice(0, 20_000));
    else if (target === 'fonts') {
      if (MONO_FONT.test(text)) this.#font().isFixed = true;
    } else if (target === 'styles') {
      const style = this.#style();
      style.name = `${style.name}${text}`.slice(0, 200);
    } else if (target === 'text' && !this.#state.isHidden && text !== '')
      flow.add({ kind: 'text', text, ...look, ...(isAssociated ? associated : {}), isMono });
  }

  #font(): RtfFont {
    const font = this.#fonts.get(this.#entry) ?? { isFixed: false, charset: undefined };
    this.#fonts.set(this.#entry, font);
    return font;
  }

  #style(): RtfStyle {
    const style = this.#styles.get(this.#entry) ?? { name: '', outline: 0 };
    this.#styles.set(this.#entry, style);
    return style;
  }

  #word(word: string, value: number | undefined): void {
    const state = this.#state;
    const isOptional = state.isOptional;
    state.isOptional = false;
    if (state.target === 'skip') return;
    if (word === '*') state.isOptional = true;
    else if (SKIPPED.has(word) || (isOptional && !ENTERED.has(word))) state.target = 'skip';
    else if (word === 'u') this.#unicode(value ?? 0);
    else if (state.target === 'fonts') this.#fontWord(word, value);
    else if (state.target === 'styles') this.#styleWord(word, value);
    else if (state.target === 'info') state.property = word;
    else if (!this.#groupWord(word) && !this.#letterWord(word, value)) this.#paragraphWord(word, value);
  }

  #unicode(value: number): void {
    this.#text(String.fromCharCode(value & 0xffff));
    this.#passOver = this.#state.skip;
  }

  #fontWord(word: string, value: number | undefined): void {
    if (word === 'f') this.#entry = value ?? 0;
    else if (word === 'fmodern' || (word === 'fprq' && value === 1)) this.#font().isFixed = true;
    else if (word === 'fcharset') this.#font().charset = charsetOfNumber(value);
    else if (word === 'cpg') this.#font().charset = charsetOfPage(value);
  }

  #styleWord(word: string, value: number | undefined): void {
    if (word === 's') this.#entry = value ?? 0;
    else if (word === 'outlinelevel' && value !== undefined && value < 6) this.#style().outline = value + 1;
  }

  /** Words that say what a group is. */
  #groupWord(word: string): boolean {
    const state = this.#state;
    switch (word) {
      case 'fonttbl':
        state.target = 'fonts';
        return true;
      case 'stylesheet':
        state.target = 'styles';
        this.#entry = 0;
        return true;
      case 'info':
        state.target = 'info';
        return true;
      case 'listtext':
      case 'pntext':
        state.target = 'marker';
        state.flow.marker = '';
        return true;
      case 'field':
        state.field = { instruction: '' };
        return true;
      case 'fldinst':
        state.target = 'instruction';
        return true;
      case 'fldrslt':
        state.look = { ...state.look, link: linkOfField(state.field?.instruction ?? '') ?? state.look.link };
        return true;
      case 'footnote':
        state.flow = new RtfFlow(this.#count);
        state.look = PLAIN_LOOK;
        state.paragraph = PARAGRAPH;
        return true;
      default:
        return false;
    }
  }

  /** Words that say how letters look, or stand for one. */
  #letterWord(word: string, value: number | undefined): boolean {
    const state = this.#state;
    const isOn = value !== 0;
    const set = (look: Partial<Look>): true => {
      state.look = { ...state.look, ...look };
      return true;
    };
    switch (word) {
      case 'b':
        return set({ isBold: isOn });
      case 'i':
        return set({ isItalic: isOn });
      case 'ab':
        state.associated = { ...state.associated, isBold: isOn };
        return true;
      case 'ai':
        state.associated = { ...state.associated, isItalic: isOn };
        return true;
      case 'dbch':
      case 'rtlch':
        state.isAssociated = true;
        return true;
      case 'loch':
      case 'hich':
      case 'ltrch':
        state.isAssociated = false;
        return true;
      case 'strike':
      case 'striked':
        return set({ isStruck: isOn });
      case 'super':
        return set({ script: isOn ? 'superscript' : undefined });
      case 'sub':
        return set({ script: isOn ? 'subscript' : undefined });
      case 'nosupersub':
        return set({ script: undefined });
      case 'plain':
        state.isHidden = false;
        state.isAssociated = false;
        state.associated = UPRIGHT;
        return set({ ...PLAIN_LOOK, link: state.look.link });
      case 'v':
      case 'deleted':
        state.isHidden = isOn;
        return true;
      case 'f':
        state.font = value ?? 0;
        return true;
      case 'uc':
        state.skip = Math.min(10, Math.max(0, value ?? 1));
        return true;
      case 'ansicpg':
        this.#charset = charsetOfPage(value) ?? this.#charset;
        return true;
      case 'mac':
        this.#charset = 'macintosh';
        return true;
      default: {
        const letter = Object.hasOwn(CHARACTERS, word) ? CHARACTERS[word] : undefined;
        if (letter !== undefined) this.#text(letter);
        return letter !== undefined;
      }
    }
  }

  /** Words that say how paragraphs and tables look, or end one. */
  #paragraphWord(word: string, value: number | undefined): void {
    const state = this.#state;
    const { flow, paragraph } = state;
    const set = (look: Partial<ParagraphLook>): void => {
      state.paragraph = { ...state.paragraph, ...look };
    };
    if (state.target !== 'text') return;
    if (word === 'pard') state.paragraph = PARAGRAPH;
    else if (word === 'par' || word === 'sect' || word === 'nestcell' || word === 'nestrow')
      flow.endParagraph(paragraph);
    else if (word === 'cell') flow.endCell(paragraph);
    else if (word === 'row') flow.endRow();
    else if (word === 'intbl') set({ isInTable: true });
    else if (word === 's') this.#useStyle(value ?? 0);
    else if (word === 'outlinelevel')
      set(value !== undefined && value < 6 ? { kind: 'heading', level: value + 1 } : {});
    else if (word === 'ls') set({ list: String(value ?? ''), depth: paragraph.depth ?? 0 });
    else if (word === 'ilvl') set({ depth: Math.max(0, value ?? 0) });
    else if (word === 'li') set({ left: value ?? 0 });
    else if (word === 'fi') set({ first: value ?? 0 });
    else this.#rowWord(word);
  }

  #rowWord(word: string): void {
    const { flow } = this.#state;
    const mark = this.#cellMark;
    if (word === 'trowd') {
      flow.cellMarks = [];
      flow.isHeader = false;
    } else if (word === 'trhdr') flow.isHeader = true;
    else if (word === 'clmgf') this.#cellMark = { ...mark, across: 'first' };
    else if (word === 'clmrg') this.#cellMark = { ...mark, across: 'more' };
    else if (word === 'clvmgf') this.#cellMark = { ...mark, down: 'first' };
    else if (word === 'clvmrg') this.#cellMark = { ...mark, down: 'more' };
    else if (word === 'cellx') {
      flow.cellMarks.push(mark);
      this.#cellMark = { across: undefined, down: undefined };
    }
  }

  #useStyle(id: number): void {
    const state = this.#state;
    const style = this.#styles.get(id);
    if (style === undefined) return;
    const name = style.name.replace(/;.*$/s, '').trim();
    const level = headingOfStyle(name) || style.outline;
    const kind =
      level > 0
        ? 'heading'
        : /^(?:intense )?quot|^block text/i.test(name)
          ? 'quote'
          : /^(?:preformatted|source code|html preformatted)/i.test(name)
            ? 'code'
            : 'paragraph';
    state.paragraph = { ...state.paragraph, kind, level: Math.max(1, level) };
  }
}
