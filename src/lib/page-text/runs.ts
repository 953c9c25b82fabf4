import type { Box, TextStyle } from './glyphs.js';
import { isBrokenWord, isUnspacedBreak, type Line, lineText, separator } from './lines.js';
import type { Word, WordLook } from './words.js';

/** Text of one look. A line feed in it is a line break inside its paragraph. */
export interface StyledRun {
  readonly text: string;
  readonly style: TextStyle;
  /** Height of the font in points, in halves. */
  readonly size: number;
  readonly raised: 'super' | 'sub' | undefined;
  /** A line drawn below or through it. */
  readonly mark: Word['mark'];
  /** Where it leads. */
  readonly link: string | undefined;
}

export interface LinkArea {
  readonly box: Box;
  readonly url: string;
}

export function withoutMarker(runs: readonly StyledRun[], marker: string): StyledRun[] {
  let left = marker.length;
  let isStart = true;
  const rest: StyledRun[] = [];
  for (const run of runs) {
    let text = run.text.slice(left);
    left = Math.max(0, left - run.text.length);
    if (isStart) text = text.trimStart();
    if (text === '') continue;
    isStart = false;
    rest.push({ ...run, text });
  }
  return rest;
}

/** Lines of code with their indentation in letters. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ frame }) => frame.left));
  const [word] = lines[0]?.words ?? [];
  const width = word === undefined ? 1 : Math.max(1, (word.frame.right - word.frame.left) / [...word.text].length);
  return lines
    .map((line) => {
      let text = '';
      for (const { frame, text: letters } of line.words) {
        const column = Math.min(200, Math.round((frame.left - left) / width));
        text += ' '.repeat(Math.max(text === '' ? 0 : 1, column - text.length)) + letters;
      }
      return text;
    })
    .join('\n');
}

/** Whether a line break of a page stays one; `column`: what follows stands at the top of the next column. */
export type LineEnd = 'wrapped' | 'meant' | 'column';

/** Marks between the words of a laid out text: wide room in a line, and the end of a column. */
const WIDE_GAP = '\t';
const COLUMN_END = '\f';

export interface RunsWanted {
  readonly links: readonly LinkArea[];
  /** `WIDE_GAP` and `COLUMN_END` are told from spaces. */
  readonly isLaidOut?: boolean;
}

/** Words of lines as runs of one look; white space belongs to the run before it. `ends` are those of each line but the last. */
export function runsOf(
  lines: readonly Line[],
  ends: readonly LineEnd[],
  { links, isLaidOut = false }: RunsWanted,
): StyledRun[] {
  const runs = new GrowingRuns();
  for (const [i, line] of lines.entries()) {
    let last: Word | undefined;
    const before = lines[i - 1];
    for (const word of line.words) {
      let between = '';
      if (last !== undefined) {
        const gap = separator(last, word);
        between = gap === '' ? '' : isLaidOut && gap === '\t' ? WIDE_GAP : ' ';
      } else if (before !== undefined) between = runs.lineBreak(before, line, ends[i - 1], isLaidOut);
      appendWord(runs, line, word, between, linkAt(word, links));
      last = word;
    }
  }
  return runs.all();
}

function appendWord(runs: GrowingRuns, line: Line, word: Word, between: string, area: LinkArea | undefined): void {
  // A comma behind a link is not part of it.
  const linkEnd =
    area !== undefined && word.box.right > area.box.right + 0.5 && /.[,.;:!?)]$/.test(word.text)
      ? word.text.length - 1
      : word.text.length;
  const last = word.looks.at(-1);
  const looks = [
    ...word.looks.filter(({ start }) => start !== linkEnd),
    ...(linkEnd < word.text.length && last !== undefined ? [{ ...last, start: linkEnd }] : []),
  ];
  for (const [i, look] of looks.entries()) {
    const end = looks[i + 1]?.start ?? word.text.length;
    const part = word.text.slice(look.start, end);
    // A soft hyphen inside of a line is not seen; one at its end may still break the word.
    const isEnd = end === word.text.length && word === line.words.at(-1);
    runs.append(look.start === 0 ? between : '', {
      text: isEnd ? part : part.replaceAll('\u00ad', ''),
      style: look.style,
      size: Math.round(2 * look.size) / 2,
      raised: raisedIn(line, look),
      mark: word.mark,
      link: look.start < linkEnd ? area?.url : undefined,
    });
  }
}

/** Letters higher or lower than their line that are smaller, too. */
function raisedIn({ size, baseline, isVertical }: Line, look: WordLook): StyledRun['raised'] {
  if (isVertical || look.size > RAISED_SIZE * size) return undefined;
  const rise = baseline - look.baseline;
  if (rise > RISE * size) return 'super';
  return rise < -LOWERED * size ? 'sub' : undefined;
}

/** Most of the height of a line that its raised letters have, and least shares of it that they stand higher or lower. */
const RAISED_SIZE = 0.85;
const RISE = 0.15;
const LOWERED = 0.08;

class GrowingRuns {
  readonly #runs: { -readonly [K in keyof StyledRun]: StyledRun[K] }[] = [];

  all(): StyledRun[] {
    return this.#runs.filter(({ text }) => text !== '');
  }

  append(before: string, run: StyledRun): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && isAlike(last, run)) {
      last.text += before + run.text;
      return;
    }
    // A space is not part of a link.
    const isKept = last !== undefined && last.link === undefined;
    if (isKept) last.text += before;
    this.#runs.push({ ...run, text: isKept ? run.text : before + run.text });
  }

  /** What stands between two lines; a hyphen that only broke a word goes. */
  lineBreak(above: Line, below: Line, kind: LineEnd | undefined, isLaidOut: boolean): string {
    const [end, start] = [lineText(above, ' '), lineText(below, ' ')];
    const isColumn = isLaidOut && kind === 'column';
    if (isBrokenWord(end, start)) {
      const run = this.#runs.at(-1);
      if (run === undefined) return '';
      run.text = run.text.slice(0, -1);
      // The whole word goes to the next column.
      if (isColumn) run.text = run.text.replace(/ (?=[^ ]*$)/, COLUMN_END);
      return '';
    }
    if (isColumn) return COLUMN_END;
    if (kind === 'meant') return '\n';
    return isUnspacedBreak(end, start) ? '' : ' ';
  }
}

const isAlike = (a: StyledRun, b: StyledRun): boolean =>
  a.style === b.style && a.size === b.size && a.raised === b.raised && a.mark === b.mark && a.link === b.link;

/** Runs that differ in no more than their font, height, colour and place put together. */
export function plainRuns(runs: readonly StyledRun[]): StyledRun[] {
  const plain: StyledRun[] = [];
  for (const run of runs) {
    const last = plain.at(-1);
    const isSame =
      last !== undefined &&
      last.style.isBold === run.style.isBold &&
      last.style.isItalic === run.style.isItalic &&
      last.style.isMono === run.style.isMono &&
      last.link === run.link;
    if (isSame) plain[plain.length - 1] = { ...last, text: last.text + run.text };
    else plain.push(run);
  }
  return plain;
}

function linkAt({ box }: Word, links: readonly LinkArea[]): LinkArea | undefined {
  if (links.length === 0) return undefined;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return links.find(({ box: area }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom);
}
