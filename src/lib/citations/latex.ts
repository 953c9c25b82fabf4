const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '"': '\u0308',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
  d: '\u0323',
  b: '\u0331',
};

const SYMBOLS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  DH: 'Ð',
  th: 'þ',
  TH: 'Þ',
  dj: 'đ',
  DJ: 'Đ',
  ng: 'ŋ',
  NG: 'Ŋ',
  S: '§',
  P: '¶',
  copyright: '©',
  pounds: '£',
  dots: '…',
  ldots: '…',
  textendash: '–',
  textemdash: '—',
  textquoteright: '’',
  textquoteleft: '‘',
  textquotedblleft: '“',
  textquotedblright: '”',
  textasciitilde: '~',
  textbackslash: '\\',
  textbraceleft: '{',
  textbraceright: '}',
  textasciicircum: '^',
  textregistered: '®',
  texttrademark: '™',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  BibTeX: 'BibTeX',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  sigma: 'σ',
  omega: 'ω',
  times: '×',
  pm: '±',
  circ: '°',
  degree: '°',
  infty: '∞',
};

const MARKUP: Readonly<Record<string, string>> = {
  emph: 'i',
  textit: 'i',
  textsl: 'i',
  textbf: 'b',
  textsuperscript: 'sup',
  textsubscript: 'sub',
};

/** A run of text, with the tag that opens or closes there, or whether it stood in braces. */
export interface LatexPiece {
  readonly text: string;
  readonly isTag: boolean;
  readonly isProtected: boolean;
}

/** LaTeX as runs of text: accents, symbols, quotes and dashes are Unicode, `\emph` and its like are HTML tags. */
export function latexPieces(value: string): LatexPiece[] {
  const pieces: LatexPiece[] = [];
  /** What closes with each open brace: a tag, or nothing. */
  const open: { readonly tag: string; readonly protects: boolean }[] = [];
  let protectedBy = 0;
  let pendingTag = '';
  const emit = (text: string, isTag = false) => pieces.push({ text, isTag, isProtected: protectedBy > 0 });
  for (let at = 0; at < value.length; ) {
    const unit = value[at] ?? '';
    if (unit === '\\') {
      const command = commandAt(value, at + 1);
      at = command.end;
      const mark = ACCENTS[command.name];
      if (mark !== undefined) {
        const base = accentBase(value, at);
        at = base.end;
        emit(`${base.letter}${mark}`.normalize('NFC'));
      } else if (MARKUP[command.name] !== undefined && value[at] === '{') pendingTag = MARKUP[command.name] ?? '';
      else emit(SYMBOLS[command.name] ?? (/^[a-zA-Z]/.test(command.name) ? '' : command.name.replace(/[/\-,!\\]/, '')));
    } else if (unit === '{') {
      // A brace around a command protects nothing: {\"o} is a letter.
      const protects = pendingTag === '' && value[at + 1] !== '\\' && previousIsPlain(value, at);
      open.push({ tag: pendingTag, protects });
      if (pendingTag !== '') emit(`<${pendingTag}>`, true);
      pendingTag = '';
      if (protects) protectedBy++;
      at++;
    } else if (unit === '}') {
      const last = open.pop();
      if (last !== undefined && last.tag !== '') emit(`</${last.tag}>`, true);
      if (last?.protects === true) protectedBy--;
      at++;
    } else {
      const [found, meaning] = ligatureAt(value, at);
      if (unit !== '$') emit(meaning);
      at += found;
    }
  }
  for (const { tag } of open.reverse()) if (tag !== '') emit(`</${tag}>`, true);
  return merged(pieces);
}

/** The same as plain text, its spaces made one. */
export const latexText = (value: string): string =>
  latexPieces(value)
    .map(({ text, isTag }) => (isTag ? '' : text))
    .join('')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();

function previousIsPlain(value: string, at: number): boolean {
  return !/[\\^_]/.test(value[at - 1] ?? '');
}

function commandAt(value: string, from: number): { readonly name: string; readonly end: number } {
  const letters = /[a-zA-Z]+/y;
  letters.lastIndex = from;
  const name = letters.exec(value)?.[0] ?? value.slice(from, from + 1);
  let end = from + name.length;
  if (/^[a-zA-Z]/.test(name)) while (/[ \t\r\n]/.test(value[end] ?? '')) end++;
  return { name, end };
}

/** The letter that an accent goes over: `o`, `{o}`, `\i` or `{\i}`. */
function accentBase(value: string, from: number): { readonly letter: string; readonly end: number } {
  let at = from;
  while (value[at] === ' ') at++;
  const braced = value[at] === '{';
  if (braced) at++;
  let letter = '';
  if (value[at] === '\\') {
    const command = commandAt(value, at + 1);
    // Dotless letters are written so that the accent takes the place of the dot, which Unicode's does of itself.
    letter = { i: 'i', j: 'j' }[command.name] ?? SYMBOLS[command.name] ?? '';
    at = command.end;
  } else if (value[at] !== '}' && at < value.length) {
    letter = String.fromCodePoint(value.codePointAt(at) ?? 32);
    at += letter.length;
  }
  if (braced && value[at] === '}') at++;
  return { letter: letter === '' ? '\u00a0' : letter, end: at };
}

function ligatureAt(value: string, at: number): readonly [number, string] {
  if (value.startsWith('---', at)) return [3, '—'];
  if (value.startsWith('--', at)) return [2, '–'];
  if (value.startsWith('``', at)) return [2, '“'];
  if (value.startsWith("''", at)) return [2, '”'];
  const unit = value[at] ?? '';
  if (unit === '~') return [1, '\u00a0'];
  if (unit === "'") return [1, '’'];
  return [1, unit];
}

function merged(pieces: readonly LatexPiece[]): LatexPiece[] {
  const list: LatexPiece[] = [];
  let texts: string[] = [];
  let last: LatexPiece | undefined;
  const flush = () => {
    if (last !== undefined) list.push({ ...last, text: texts.join('') });
  };
  for (const piece of pieces) {
    if (last !== undefined && !last.isTag && !piece.isTag && last.isProtected === piece.isProtected) {
      texts.push(piece.text);
      continue;
    }
    flush();
    last = piece;
    texts = [piece.text];
  }
  flush();
  return list;
}
