/** Opening and closing marks of a language, the second pair inside the first. */
export interface QuoteMarks {
  readonly double: readonly [string, string];
  readonly single: readonly [string, string];
}

const THIN = '\u202f';

/** Usual in books and papers of each language. */
export const QUOTE_MARKS = {
  en: { double: ['“', '”'], single: ['‘', '’'] },
  de: { double: ['„', '“'], single: ['‚', '‘'] },
  fr: { double: [`«${THIN}`, `${THIN}»`], single: ['“', '”'] },
  es: { double: ['«', '»'], single: ['“', '”'] },
  pl: { double: ['„', '”'], single: ['«', '»'] },
  sv: { double: ['”', '”'], single: ['’', '’'] },
} as const satisfies Record<string, QuoteMarks>;

export type DashStyle = 'en-em' | 'em' | 'none';

export interface Typography {
  readonly marks: QuoteMarks;
  readonly dashes: DashStyle;
  readonly ellipses: boolean;
}

const APOSTROPHE = '’';

// English words that begin with an apostrophe, and decades.
const ELISION = /^'(?:(?:tis|twas|twere|twill|tain't|em|til|till|cause|bout|round|n)\b|\d\ds?\b)/i;

/** Quotes, dashes and dots of a typewriter as a printer sets them. Linear in the length of the text. */
export function educate(text: string, { marks, dashes, ellipses }: Typography): string {
  return educateQuotes(educateDots(text, dashes, ellipses), marks);
}

function educateDots(text: string, dashes: DashStyle, ellipses: boolean): string {
  const dotted = ellipses
    ? text.replace(/\.{2,}|\.(?: \.(?!\.))+/g, (dots) => (dots === '...' || dots === '. . .' ? '…' : dots))
    : text;
  if (dashes === 'none') return dotted;
  // Four and more are a rule, not a dash.
  return dotted.replace(/(?<!-)-{2,3}(?!-)/g, (found) => (dashes === 'em' || found.length === 3 ? '—' : '–'));
}

function educateQuotes(text: string, marks: QuoteMarks): string {
  const parts: string[] = [];
  /** Quotes that are open, innermost last. */
  const open: string[] = [];
  let copied = 0;
  for (const { 0: quote, index } of text.matchAll(/["']/g)) {
    const before = text[index - 1] ?? '';
    const after = text[index + 1] ?? '';
    parts.push(text.slice(copied, index), setQuote(text, index, quote, { before, after, open, marks }));
    copied = index + 1;
    // A quotation does not outlive its paragraph.
    if (open.length > MAX_OPEN) open.length = 0;
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

// Nesting that means anything; an inch sign or a stray quote opens what nothing closes.
const MAX_OPEN = 16;

interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly open: string[];
  readonly marks: QuoteMarks;
}

const isSpace = (character: string): boolean => character === '' || /[\s\u00a0\u202f]/.test(character);
const opensBefore = (character: string): boolean => isSpace(character) || /[([{<\-–—/"'“‘„‚«‹=]/.test(character);
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

function setQuote(text: string, index: number, quote: string, { before, after, open, marks }: Surroundings): string {
  const [opening, closing] = quote === '"' ? marks.double : marks.single;
  if (quote === "'") {
    if (isLetter(before) && isLetter(after)) return APOSTROPHE;
    if (!isLetter(before) && ELISION.test(text.slice(index, index + 12))) return APOSTROPHE;
  }
  const isOpen = open.includes(quote);
  const canOpen = opensBefore(before) && !isSpace(after);
  const canClose = !isSpace(before);
  // Between two quotes, as in "'a'" , what is open decides.
  const opens =
    canOpen &&
    (!canClose || !isOpen || !/[\p{L}\p{N}.,!?…;:]/u.test(before)) &&
    !(isOpen && !isLetter(after) && after !== "'" && after !== '"');
  if (opens || (!isOpen && isSpace(before) && quote === '"')) {
    open.push(quote);
    return opening;
  }
  if (isOpen) open.length = open.lastIndexOf(quote);
  // An s with an apostrophe, or a quote nobody opened.
  else if (quote === "'") return APOSTROPHE;
  return closing;
}

const STRAIGHT: readonly (readonly [RegExp, string])[] = [
  [/[«‹][\u00a0\u202f\u2009]?|[\u00a0\u202f\u2009]?[»›]/g, '"'],
  [/[“”„‟″〝〞＂]/g, '"'],
  [/[‘’‚‛′＇]/g, "'"],
  [/…/g, '...'],
];

/** Typographic marks as a typewriter has them. */
export function straighten(text: string, dashes: DashStyle, ellipses: boolean): string {
  let straight = text;
  for (const [marks, plain] of STRAIGHT) if (ellipses || plain !== '...') straight = straight.replace(marks, plain);
  if (dashes === 'none') return straight;
  return straight.replace(/[–—]/g, (dash) => (dashes === 'em' || dash === '–' ? '--' : '---'));
}
