import { BOTTOM_CENTER, PLAIN, plainRun, type ReadSubtitles, type Run, RunList, type Subtitle } from './subtitles.js';
import { readTimecode } from './timecodes.js';

const LRC_STAMPS = /^\s{0,20}((?:\[\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?\]\s{0,5}){1,100})(.*)$/;
export const isLrcLine = (line: string): boolean => LRC_STAMPS.test(line);

/** LRC: a line begins at each of its times and ends where the next line begins; an empty line ends the one before it. */
export function readLrc(text: string): ReadSubtitles {
  const lines: { readonly startMs: number; readonly text: string }[] = [];
  const offset = Number(/^\s{0,20}\[offset:\s{0,5}([+-]?\d{1,9})\s{0,5}\]/im.exec(text)?.[1] ?? 0);
  for (const line of text.split('\n')) {
    const [, stamps = '', rest = ''] = LRC_STAMPS.exec(line) ?? [];
    for (const [, stamp = ''] of stamps.matchAll(/\[([\d:.]{1,12})\]/g)) {
      const startMs = readTimecode(stamp.replace(/^(\d+:\d+):(\d+)$/, '$1.$2'));
      // A positive offset lets lines appear sooner.
      if (startMs !== undefined) lines.push({ startMs: Math.max(0, startMs - offset), text: rest });
    }
  }
  lines.sort((one, other) => one.startMs - other.startMs);
  const subtitles = lines.map((line, index): Subtitle => {
    const next = lines.slice(index + 1, index + 200).find(({ startMs }) => startMs > line.startMs);
    const { end, words } = withoutWordTimes(line.text);
    const runs = [plainRun(words)];
    const endMs = Math.min(next?.startMs ?? Number.NaN, end ?? next?.startMs ?? Number.NaN);
    return {
      startMs: line.startMs,
      endMs: next === undefined ? (end ?? Number.NaN) : endMs,
      runs,
      place: BOTTOM_CENTER,
      speaker: '',
    };
  });
  return { subtitles, warnings: [] };
}

/** Enhanced LRC has a time before each word, and one behind the last word. */
function withoutWordTimes(text: string): { readonly words: string; readonly end: number | undefined } {
  const [, last] = /<(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)>\s{0,20}$/.exec(text.slice(-60)) ?? [];
  const words = text
    .replace(/<\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?>/g, '')
    .replace(/ {2,200}/g, ' ')
    .trim();
  return { words, end: last === undefined ? undefined : readTimecode(last) };
}

const MICRODVD = /^\s{0,20}[{[](\d{0,9})[}\]][{[](\d{0,9})[}\]](.*)$/;
export const isMicroDvdLine = (line: string): boolean => MICRODVD.test(line);

/** MicroDVD: frames in braces; a first line of the frames 1 and 1, or 0 and 0, may state the frame rate, which then counts. */
export function readMicroDvd(text: string, fps: number): ReadSubtitles {
  let rate = fps;
  const warnings: string[] = [];
  const subtitles: Subtitle[] = [];
  for (const line of text.split('\n')) {
    const [whole, from = '', to = '', rest = ''] = MICRODVD.exec(line) ?? [];
    if (whole === undefined) continue;
    const stated =
      from === to && /^\s{0,5}\d{1,3}(?:[.,]\d{1,6})?\s{0,5}$/.test(rest) ? Number(rest.replace(',', '.')) : 0;
    if (subtitles.length === 0 && stated >= 1) {
      if (stated !== fps) warnings.push(`The file states ${stated} frames per second, which was used`);
      rate = stated;
      continue;
    }
    const startMs = Math.round((Number(from) * 1000) / rate);
    const endMs = to === '' ? Number.NaN : Math.round((Number(to) * 1000) / rate);
    subtitles.push({ startMs, endMs, runs: microDvdRuns(rest), place: BOTTOM_CENTER, speaker: '' });
  }
  return { subtitles, warnings };
}

/** `{y:i}` is for a line, `{Y:i}` for all of them; `{c:$BBGGRR}` the same for colours. Lines are divided by `|`. */
function microDvdRuns(text: string): Run[] {
  const list = new RunList();
  let lasting = { ...PLAIN };
  for (const [index, line] of text.split('|').entries()) {
    let look = { ...lasting };
    let shown = line;
    for (;;) {
      const [whole, key = '', value = ''] = /^\{([a-z]):([^{}]{0,100})\}/i.exec(shown) ?? [];
      if (whole === undefined) break;
      shown = shown.slice(whole.length);
      look = { ...look, ...microDvdLook(key.toLowerCase(), value) };
      if (key === key.toUpperCase()) lasting = { ...lasting, ...microDvdLook(key.toLowerCase(), value) };
    }
    // A slash before a line is what some players took for italics.
    if (shown.startsWith('/')) [look, shown] = [{ ...look, italic: true }, shown.slice(1)];
    list.add(index === 0 ? shown : `\n${shown}`, look);
  }
  return list.runs;
}

function microDvdLook(key: string, value: string): Partial<Omit<Run, 'text'>> {
  if (key === 'y')
    return {
      ...(/b/i.test(value) ? { bold: true } : {}),
      ...(/i/i.test(value) ? { italic: true } : {}),
      ...(/u/i.test(value) ? { underline: true } : {}),
      ...(/s/i.test(value) ? { strike: true } : {}),
    };
  const [, blue = '', green = '', red = ''] = /^\$([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value) ?? [];
  return key === 'c' && blue !== '' ? { color: `#${red}${green}${blue}`.toLowerCase() } : {};
}
