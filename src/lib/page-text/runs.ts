import type { Box, TextStyle } from './glyphs.js';
import { isBrokenWord, isUnspacedBreak, type Line, lineText, separator } from './lines.js';
import type { Word } from './words.js';

/** Text of one look. A line feed in it is a line break inside its paragraph. */
export interface StyledRun {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMono: boolean;
  /** Where it leads. */
  readonly link: string | undefined;
}

export interface LinkArea {
  readonly box: Box;
  readonly url: string;
}

export function withoutMarker([first, ...rest]: readonly StyledRun[], marker: string): StyledRun[] {
  if (first === undefined) return [];
  const text = first.text.slice(marker.length).trimStart();
  const [next] = rest;
  if (text !== '') return [{ ...first, text }, ...rest];
  return next === undefined ? [] : [{ ...next, text: next.text.trimStart() }, ...rest.slice(1)];
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

/** Words of lines as runs of one look; white space belongs to the run before it. */
export function runsOf(lines: readonly Line[], breaks: readonly boolean[], links: readonly LinkArea[]): StyledRun[] {
  const runs: { -readonly [K in keyof StyledRun]: StyledRun[K] }[] = [];
  const append = (
    { isBold, isItalic, isMono }: TextStyle,
    link: string | undefined,
    before: string,
    text: string,
  ): void => {
    const last = runs.at(-1);
    if (
      last !== undefined &&
      last.isBold === isBold &&
      last.isItalic === isItalic &&
      last.isMono === isMono &&
      last.link === link
    ) {
      last.text += before + text;
      return;
    }
    // A space is not part of a link.
    const isKept = last !== undefined && last.link === undefined;
    if (isKept) last.text += before;
    runs.push({ text: isKept ? text : before + text, isBold, isItalic, isMono, link });
  };
  for (const [i, line] of lines.entries()) {
    let last: Word | undefined;
    const before = lines[i - 1];
    for (const word of line.words) {
      let between = '';
      if (last !== undefined) between = separator(last, word) === '' ? '' : ' ';
      else if (before !== undefined)
        between = lineBreak(lineText(before, ' '), lineText(line, ' '), breaks[i - 1] === true);
      if (between === '-') {
        // The hyphen only broke a word.
        const run = runs.at(-1);
        if (run !== undefined) run.text = run.text.slice(0, -1);
        between = '';
      }
      const area = linkAt(word, links);
      // A comma behind a link is not part of it.
      const linkEnd =
        area !== undefined && word.box.right > area.box.right + 0.5 && /.[,.;:!?)]$/.test(word.text)
          ? word.text.length - 1
          : word.text.length;
      const changes = [
        ...word.styleChanges.filter(({ start }) => start !== linkEnd),
        ...(linkEnd < word.text.length
          ? [{ start: linkEnd, style: word.styleChanges.at(-1)?.style ?? word.style }]
          : []),
      ];
      let start = 0;
      let { style } = word;
      for (const change of [...changes, { start: word.text.length, style }]) {
        const part = word.text.slice(start, change.start);
        // A soft hyphen inside of a line is not seen; one at its end may still break the word.
        const isEnd = change.start === word.text.length && word === line.words.at(-1);
        const link = start < linkEnd ? area?.url : undefined;
        append(style, link, start === 0 ? between : '', isEnd ? part : part.replaceAll('\u00ad', ''));
        ({ start, style } = change);
      }
      last = word;
    }
  }
  return runs.filter(({ text }) => text !== '');
}

/** What stands between two lines: a break that was meant, nothing, a space, or `-` for a hyphen that goes. */
function lineBreak(end: string, start: string, isMeant: boolean): string {
  if (isBrokenWord(end, start)) return '-';
  if (isMeant) return '\n';
  return isUnspacedBreak(end, start) ? '' : ' ';
}

function linkAt({ box }: Word, links: readonly LinkArea[]): LinkArea | undefined {
  if (links.length === 0) return undefined;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return links.find(({ box: area }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom);
}
