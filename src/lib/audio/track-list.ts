import { ContentFault, inLine } from '../faults.js';
import { splitLines } from '../text/lines.js';

/** Where a part of a recording begins, in seconds, and what it is called. */
export interface PartStart {
  readonly start: number;
  readonly title?: string;
}

/** A time with colons, often in brackets: `3:45`, `[1:02:03.5]`. */
const TIME = /[[(]?(?<![\d:.])(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d(?:[.,]\d{1,3})?)(?![\d:])[\])]?/;

const secondsOf = ([, hours = '0', minutes = '0', seconds = '0']: readonly string[]): number =>
  3600 * Number(hours) + 60 * Number(minutes) + Number(seconds.replace(',', '.'));

/** `00:03:45 Title`, `1. Title 3:45`, `[3:45] Title`, `0:00 - 3:45 Title`. */
function startOfLine(line: string): PartStart {
  const time = TIME.exec(line);
  if (time === null) throw new ContentFault(`it has no time such as 3:45, got ${JSON.stringify(line.slice(0, 80))}`);
  // A number of the track, and the end of a range, are none of its title.
  const before = line.slice(0, time.index).replace(/^\s{0,20}\d{1,3}(?:[.)]\s{0,5}|\s{0,5}$)/, '');
  const behind = line.slice(time.index + time[0].length).replace(/^[\s–—-]{0,10}/, '');
  const range = TIME.exec(behind);
  const rest = range?.index === 0 ? behind.slice(range[0].length) : behind;
  const title = [before, rest]
    .map((part) => part.replace(/^[\s|–—-]{1,10}/, '').replace(/[\s|–—-]{1,10}$/, ''))
    .join(' ')
    .trim();
  return { start: secondsOf(time), ...(title === '' ? {} : { title }) };
}

const quoted = (words: string): string => words.trim().replace(/^"(.*)"$/, '$1');

/** A CUE sheet of one file: `TRACK`, `TITLE` and `INDEX 01 mm:ss:ff`, 75 frames a second. */
function readCueSheet(lines: readonly string[]): PartStart[] {
  const starts: PartStart[] = [];
  let title: string | undefined;
  let isTrack = false;
  let files = 0;
  for (const [at, line] of lines.entries()) {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const told = line.trim().slice(word.length).trim();
    if (word.toUpperCase() === 'FILE' && ++files > 1)
      throw new ContentFault(`line ${at + 1}: the CUE sheet must be of one file`);
    if (word.toUpperCase() === 'TRACK') [isTrack, title] = [true, undefined];
    if (word.toUpperCase() === 'TITLE' && isTrack) title = quoted(told);
    if (word.toUpperCase() !== 'INDEX' || Number(rest[0]) !== 1) continue;
    const time = /^(\d{1,4}):([0-5]\d):([0-7]\d)$/.exec(rest[1] ?? '');
    if (time === null) throw new ContentFault(`line ${at + 1}: INDEX 01 must have a time such as 03:45:00`);
    const start = 60 * Number(time[1]) + Number(time[2]) + Number(time[3]) / 75;
    starts.push({ start, ...(title === undefined ? {} : { title }) });
  }
  return starts;
}

/**
 * Starts of parts as people have them: times with commas between, a list of tracks with a time in each line, or a CUE sheet. `readTime`
 * reads a time that stands alone. Throws `ContentFault`, and where times do not go up.
 */
export function readPartStarts(text: string, readTime: (time: string) => number): readonly PartStart[] {
  const { lines } = splitLines(text.trim());
  const isCue = lines.some((line) => /^[ \t]{0,40}INDEX[ \t]{1,10}\d/i.test(line));
  const filled = lines.map((line, at) => ({ line, at })).filter(({ line }) => line.trim() !== '');
  const isList = filled.length > 1 || (TIME.test(text) && /\p{L}{3}/u.test(text));
  const starts = isCue
    ? readCueSheet(lines)
    : isList && filled.some(({ line }) => /\p{L}/u.test(line))
      ? filled.map(({ line, at }) => inLine(at + 1, () => startOfLine(line)))
      : text
          .split(/[,;\r\n]/)
          .filter((time) => time.trim() !== '')
          .map((time) => ({ start: readTime(time) }));
  for (const [at, { start }] of starts.entries())
    if (at > 0 && start <= (starts[at - 1]?.start ?? 0))
      throw new ContentFault(
        `times must go up, each part's start after the one before, got ${start} s after ${starts[at - 1]?.start} s`,
      );
  return starts;
}
