/** A word or a run of words that is said at once. Seconds. */
interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One subtitle. */
export interface TimedLine {
  readonly start: number;
  readonly end: number;
  readonly words: readonly TimedWord[];
}

const TIME = /(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})/;
const CUE_TIMES = new RegExp(`^${TIME.source}\\s+-->\\s+${TIME.source}`);

/** The cues of a WebVTT file with the times inside them (W3C WebVTT, 4.2.2). Tags of other kinds are left out. */
export function readTimedLines(vtt: string): readonly TimedLine[] {
  const lines: TimedLine[] = [];
  for (const block of vtt.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    const rows = block.split('\n');
    const at = rows.findIndex((row) => CUE_TIMES.test(row));
    const times = CUE_TIMES.exec(rows[at] ?? '');
    if (times === null) continue;
    const start = secondsOf(times.slice(1, 5));
    const end = secondsOf(times.slice(5, 9));
    lines.push({
      start,
      end,
      words: wordsOf(
        rows
          .slice(at + 1)
          .filter((row) => row !== '')
          .join(' '),
        start,
        end,
      ),
    });
  }
  return lines;
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', parts = '0']: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(parts) / 1000;
}

function wordsOf(text: string, start: number, end: number): TimedWord[] {
  const words: { text: string; start: number; end: number }[] = [{ text: '', start, end }];
  for (const piece of text.split(/(<[^>]*>)/)) {
    const last = words.at(-1);
    if (last === undefined) break;
    if (!piece.startsWith('<')) {
      last.text += unescaped(piece);
      continue;
    }
    const time = TIME.exec(piece);
    if (time === null) continue;
    last.end = secondsOf(time.slice(1));
    words.push({ text: '', start: last.end, end });
  }
  return words.filter((word) => word.text.trim() !== '');
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&');
