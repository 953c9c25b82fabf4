/** Marks of Markdown around text, set when all that stands beside them is known. */

const KINDS = ['em', 'strong', 'del'] as const;
type MarkKind = (typeof KINDS)[number];

const MARKS: Readonly<Record<MarkKind, string>> = { em: '*', strong: '**', del: '~~' };

/** Letters that are none (Unicode calls them noncharacters) stand for marks until they are set. */
const FIRST = 0xfdd0;
const letter = (index: number): string => String.fromCharCode(FIRST + index);

export const openMark = (kind: MarkKind): string => letter(2 * KINDS.indexOf(kind));
export const closeMark = (kind: MarkKind): string => letter(2 * KINDS.indexOf(kind) + 1);
export const lineBreak = letter(6);

const isMark = (text: string): boolean => {
  const code = text.charCodeAt(0) - FIRST;
  return code >= 0 && code < 6;
};

interface Open {
  readonly kind: MarkKind;
  /** Where its mark is in the parts. */
  readonly at: number;
}

/** Sets the marks: spaces go outside, marks around nothing go, and tags stand where CommonMark would not read marks (0.31, 6.2). */
export function resolveMarks(text: string): string {
  const parts = moved(text);
  const plain = (from: number, step: 1 | -1): string => {
    let at = from;
    while (parts[at] !== undefined && (isMark(parts[at] as string) || parts[at] === '')) at += step;
    const part = parts[at] ?? '';
    return step === 1 ? part.charAt(0) : part.charAt(part.length - 1);
  };
  /** Whether a mark stands directly beside another; `ends`: an opening one (0), or a closing one (1). */
  const isBeside = (from: number, step: 1 | -1, ends?: 0 | 1): boolean => {
    let at = from + step;
    while (parts[at] === '') at += step;
    const part = parts[at] ?? '';
    return isMark(part) && (ends === undefined || (part.charCodeAt(0) - FIRST) % 2 === ends);
  };
  const open: Open[] = [];
  const pairs: { start: number; end: number; kind: MarkKind; mark: string; needsTags: boolean }[] = [];
  for (const [at, part] of parts.entries()) {
    if (!isMark(part)) continue;
    const index = part.charCodeAt(0) - FIRST;
    const kind = KINDS[index >> 1] as MarkKind;
    if (index % 2 === 0) {
      open.push({ kind, at });
      continue;
    }
    const start = open.pop();
    if (start === undefined) continue;
    const isInside = open.some((other) => other.kind === kind);
    const [before, first] = [plain(start.at - 1, -1), plain(start.at + 1, 1)];
    const [last, after] = [plain(at - 1, -1), plain(at + 1, 1)];
    const isAlone = open.length === 0 && !parts.slice(start.at + 1, at).some(isMark);
    const isPlain = (outside: string, inside: string): boolean =>
      isSpace(outside) || (isLetter(inside) && (isPunctuation(outside) || isAlone));
    const needsTags =
      !isPlain(before, first) ||
      !isPlain(after, last) ||
      // Marks in one row would be read as one run of another length.
      (!isSpace(before) && isBeside(start.at, 1)) ||
      (!isSpace(after) && isBeside(at, -1)) ||
      isBeside(start.at, -1, 1) ||
      isBeside(at, 1, 0) ||
      (kind === 'del' &&
        (isLetter(before + after) || [start.at, at].some((place) => isBeside(place, 1) || isBeside(place, -1))));
    // Bold inside of bold says nothing.
    const mark = isInside ? '' : MARKS[kind];
    pairs.push({ start: start.at, end: at, kind, mark, needsTags: needsTags && mark !== '' });
  }
  // What stands directly beside a tag is a tag too: its sign would count as punctuation.
  const tagged = new Set<number>();
  for (let count = -1; count !== tagged.size; ) {
    count = tagged.size;
    for (const { start, end, mark, needsTags } of pairs) {
      if (mark === '' || tagged.has(start)) continue;
      if (
        !needsTags &&
        ![start, end].some((place) =>
          [place - 2, place + 2].some((beside) => tagged.has(beside) && parts[(place + beside) / 2] === ''),
        )
      )
        continue;
      tagged.add(start);
      tagged.add(end);
    }
  }
  for (const { start, end, kind, mark } of pairs) {
    const isTag = tagged.has(start);
    parts[start] = isTag ? `<${kind}>` : mark;
    parts[end] = isTag ? `</${kind}>` : mark;
  }
  return parts
    .filter((part) => !isMark(part))
    .join('')
    .replace(/ +/g, ' ')
    .replace(new RegExp(` ?${lineBreak} ?`, 'g'), '\\\n')
    .replace(/(?:\\\n)+$/, '');
}

const isSpace = (text: string): boolean => text === '' || /\s/.test(text) || text === lineBreak;
const isLetter = (text: string): boolean => /[^\s\p{P}\p{S}]/u.test(text);
const isPunctuation = (text: string): boolean => /^[\p{P}\p{S}]/u.test(text);

/** The text in parts between marks: spaces beside a mark moved out of it, marks around nothing or that close to open again gone. */
function moved(text: string): string[] {
  let now = text;
  for (let before = ''; before !== now; ) {
    before = now;
    now = now
      .replace(/([\ufdd0\ufdd2\ufdd4])([ \ufdd6]+)/g, '$2$1')
      .replace(/([ \ufdd6]+)([\ufdd1\ufdd3\ufdd5])/g, '$2$1')
      .replace(/\ufdd0\ufdd1|\ufdd2\ufdd3|\ufdd4\ufdd5/g, '')
      .replace(/\ufdd1\ufdd0|\ufdd3\ufdd2|\ufdd5\ufdd4/g, '');
  }
  return now.split(/([\ufdd0-\ufdd5])/);
}
