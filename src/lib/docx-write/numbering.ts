import { DEPTHS, INDENT, WORD } from './names.js';

const BULLETS = 0;
const NUMBERS = 1;
const TASKS = 2;

/** Two lists of bullets, so that one that follows another is told from it, and one of check boxes in their place. */
const FIXED = [BULLETS, BULLETS, TASKS];
const FIRST_NUMBERED = FIXED.length + 1;

interface NumberedList {
  readonly depth: number | undefined;
  readonly start: number;
}

/** The lists of a document: ECMA-376 part 1, 17.9. */
export class ListNumbers {
  readonly #numbered: NumberedList[] = [];
  readonly #known = new Map<number, number>();

  /** The number of a list of bullets; its items are told by `list`, of which two that follow each other differ in their last bit. */
  bullets(list: number): number {
    return 1 + (list % 2);
  }

  get tasks(): number {
    return 3;
  }

  /** The number of a list that the caller knows as `list`, begun with `start` where it is new. */
  numbered(list: number, depth: number, start: number): number {
    const known = this.#known.get(list);
    if (known !== undefined) return known;
    const id = this.begin(start, depth);
    this.#known.set(list, id);
    return id;
  }

  /** The number of a new list; without a depth it begins with `start` at every depth. */
  begin(start: number, depth?: number): number {
    this.#numbered.push({ depth, start });
    return this.last;
  }

  get last(): number {
    return FIRST_NUMBERED + this.#numbered.length - 1;
  }

  get isEmpty(): boolean {
    return this.#numbered.length === 0;
  }

  /** The part `word/numbering.xml`. */
  part(): string {
    const level = (i: number, format: string, text: string, more = ''): string =>
      `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${INDENT * (i + 1)}" w:hanging="${INDENT}"/></w:pPr></w:lvl>`;
    const levels = Array.from({ length: DEPTHS }, (_, i) => i);
    const abstract = (id: number, of: (i: number) => string): string =>
      `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.map(of).join('')}</w:abstractNum>`;
    const override = (depth: number, start: number): string =>
      `<w:lvlOverride w:ilvl="${depth}"><w:startOverride w:val="${start}"/></w:lvlOverride>`;
    const abstracts = [
      abstract(BULLETS, (i) => level(i, 'bullet', i % 2 === 0 ? '•' : '–')),
      abstract(NUMBERS, (i) => level(i, 'decimal', `%${i + 1}.`)),
      // The check box stands where a bullet would; an empty text would say that the paragraph belongs to the item before it.
      abstract(TASKS, (i) => level(i, 'bullet', '\u200b', '<w:suff w:val="nothing"/>')),
    ];
    const fixed = FIXED.map((id, i) => `<w:num w:numId="${i + 1}"><w:abstractNumId w:val="${id}"/></w:num>`);
    const numbered = this.#numbered.map(({ depth, start }, i) => {
      const overrides = depth === undefined ? levels.map((at) => override(at, start)) : [override(depth, start)];
      return `<w:num w:numId="${FIRST_NUMBERED + i}"><w:abstractNumId w:val="${NUMBERS}"/>${overrides.join('')}</w:num>`;
    });
    return `<w:numbering xmlns:w="${WORD}">${abstracts.join('')}${fixed.join('')}${numbered.join('')}</w:numbering>`;
  }
}
