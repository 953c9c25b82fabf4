import { readSubtitles, type SubtitleFormat } from './read.js';
import { writeSubtitles } from './write.js';

/** Where a time goes, in milliseconds; below zero where it is before the start. */
export type TimeMap = (ms: number) => number;

export interface Retimed {
  readonly text: string;
  /** Subtitles whose times changed. */
  readonly shifted: number;
  /** Subtitles that would end before the start, and are gone. */
  readonly dropped: number;
}

const TIME = String.raw`(?:\d{1,4}:)?\d{1,4}:\d{1,2}(?:[.,:]\d{1,9})?`;
const BLOCK_TIMES: Readonly<Partial<Record<SubtitleFormat, RegExp>>> = {
  srt: new RegExp(String.raw`^(\s{0,20})(${TIME})(\s{0,20}-{1,3}>\s{0,20})(${TIME})(.*)$`),
  vtt: new RegExp(String.raw`^(\s{0,20})(${TIME})(\s{0,20}-{1,3}>\s{0,20})(${TIME})(.*)$`),
  sbv: new RegExp(String.raw`^(\s{0,20})(${TIME})(,)(${TIME})(.*)$`),
};
const ONE_TIME = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:([.,:])(\d{1,9}))?$/;

/** Moves the times of a file and leaves all else in it as it is. Line breaks are LF. TTML, JSON and CSV are written anew. */
export function retime(text: string, format: SubtitleFormat, map: TimeMap, fps: number): Retimed {
  const blocks = BLOCK_TIMES[format];
  if (blocks !== undefined) return retimeBlocks(text.split('\n'), blocks, map, format === 'vtt');
  if (format === 'ass') return retimeLines(text, (line) => retimeDialogue(line, map));
  if (format === 'lrc') return retimeLines(text, (line) => retimeLyric(line, map));
  if (format === 'sub') return retimeFrames(text, map, fps);
  return retimeModel(text, format, map, fps);
}

/** A time in the form it had: with hours only where there were some or they are needed, and as many digits. */
function moved(
  time: string,
  map: TimeMap,
  isLeading = true,
): { readonly text: string; readonly ms: number; readonly changed: boolean } {
  const [, hours, minutes = '0', seconds = '0', mark = '', fraction = ''] = ONE_TIME.exec(time) ?? [];
  const before =
    (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(`0.${fraction}0`) * 1000;
  const after = map(before);
  const digits = Math.min(fraction.length, 3);
  const unit = 10 ** (3 - digits);
  const rounded = Math.max(0, Math.round(after / unit) * unit);
  const part = digits === 0 ? '' : mark + String(Math.round((rounded % 1000) / unit)).padStart(digits, '0');
  const whole = Math.floor(rounded / 1000);
  const [hour, minute, second] = [Math.floor(whole / 3600), Math.floor(whole / 60), whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  const needsHours = hours !== undefined || (hour > 0 && isLeading);
  const start = needsHours
    ? `${String(hour).padStart(hours?.length ?? 2, '0')}:${two(minute % 60)}`
    : String(minute).padStart(minutes.length, '0');
  return { text: `${start}:${two(second)}${part}`, ms: after, changed: Math.abs(after - before) >= 0.5 };
}

const isId = (line = ''): boolean => /^\s{0,20}\d{1,9}\s{0,20}$/.test(line);

function retimeBlocks(lines: readonly string[], pattern: RegExp, map: TimeMap, isWebVtt: boolean): Retimed {
  const places = [...lines.keys()].filter((index) => pattern.test(lines[index] ?? ''));
  // What identifies a block is on the line above its times.
  const startOf = (place: number): number => {
    const above = lines[place - 1] ?? '';
    const isOwn = isId(above) || (isWebVtt && above.trim() !== '' && !/^WEBVTT/.test(above));
    return isOwn && !pattern.test(above) ? place - 1 : place;
  };
  const written = lines.slice(0, places.length === 0 ? lines.length : startOf(places[0] ?? 0));
  let shifted = 0;
  let dropped = 0;
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    const block = lines.slice(startOf(place), next === undefined ? lines.length : startOf(next));
    const [, indent = '', from = '', arrow = '', to = '', rest = ''] = pattern.exec(lines[place] ?? '') ?? [];
    const [start, end] = [moved(from, map), moved(to, map)];
    if (end.ms <= 0) {
      dropped++;
      continue;
    }
    if (start.changed || end.changed) shifted++;
    const timeAt = place - startOf(place);
    for (const [at, line] of block.entries()) {
      if (at === timeAt) written.push(indent + start.text + arrow + end.text + rest);
      else if (isId(line) && at < timeAt) written.push(Number(line) === index + 1 ? String(index + 1 - dropped) : line);
      else written.push(isWebVtt ? line.replace(INLINE, (_, time: string) => `<${moved(time, map).text}>`) : line);
    }
  }
  return { text: written.join('\n'), shifted, dropped };
}

const INLINE = /<((?:\d{1,4}:)?\d{1,2}:\d{1,2}\.\d{1,3})>/g;

interface MovedLine {
  readonly text: string;
  readonly isShifted: boolean;
}

/** Works line by line; `undefined` for a line that ends before the start. */
function retimeLines(text: string, change: (line: string) => MovedLine | undefined): Retimed {
  const written: string[] = [];
  let shifted = 0;
  let dropped = 0;
  for (const line of text.split('\n')) {
    const result = change(line);
    if (result === undefined) dropped++;
    else {
      if (result.isShifted) shifted++;
      written.push(result.text);
    }
  }
  return { text: written.join('\n'), shifted, dropped };
}

const DIALOGUE = new RegExp(
  String.raw`^(\s{0,20}(?:Dialogue|Comment):[^,]{0,40},\s{0,9})(${TIME})(\s{0,9},\s{0,9})(${TIME})(.*)$`,
);

function retimeDialogue(line: string, map: TimeMap): MovedLine | undefined {
  const [whole, head = '', from = '', comma = '', to = '', rest = ''] = DIALOGUE.exec(line) ?? [];
  if (whole === undefined) return { text: line, isShifted: false };
  const [start, end] = [moved(from, map), moved(to, map)];
  if (end.ms <= 0) return undefined;
  return { text: head + start.text + comma + end.text + rest, isShifted: start.changed || end.changed };
}

function retimeLyric(line: string, map: TimeMap): MovedLine | undefined {
  let isShifted = false;
  let count = 0;
  let gone = 0;
  const text = line.replace(
    /([[<])(\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?)([\]>])/g,
    (_, open: string, time: string, close: string) => {
      const { text: written, ms, changed } = moved(time, map, false);
      isShifted ||= changed;
      if (open === '[') count++;
      if (open === '[' && ms < 0) gone++;
      return `${open}${written}${close}`;
    },
  );
  return count > 0 && gone === count ? undefined : { text, isShifted };
}

/** Frames of MicroDVD. */
function retimeFrames(text: string, map: TimeMap, fps: number): Retimed {
  const rate = Number(
    /^\s{0,20}[{[]\d{0,3}[}\]][{[]\d{0,3}[}\]]\s{0,5}(\d{1,3}(?:\.\d{1,6})?)\s{0,5}$/m.exec(text.slice(0, 200))?.[1] ??
      fps,
  );
  const frame = (ms: number): number => Math.max(0, Math.round((ms * rate) / 1000));
  let isFirst = true;
  return retimeLines(text, (line) => {
    const [whole, open = '', from = '', between = '', to = '', rest = ''] =
      /^(\s{0,20}[{[])(\d{0,9})([}\]][{[])(\d{0,9})([}\]].*)$/.exec(line) ?? [];
    const isRate = isFirst && from === to;
    if (whole !== undefined) isFirst = false;
    if (whole === undefined || isRate) return { text: line, isShifted: false };
    const [start, end] = [from, to].map((value) => map((Number(value) * 1000) / rate));
    if (start === undefined || end === undefined || (to === '' ? start : end) <= 0) return undefined;
    const [first, last] = [String(frame(start)), to === '' ? '' : String(frame(end))];
    return { text: open + first + between + last + rest, isShifted: first !== from || last !== to };
  });
}

function retimeModel(text: string, format: SubtitleFormat, map: TimeMap, fps: number): Retimed {
  const { subtitles } = readSubtitles(text, format, fps);
  const all = subtitles.map((subtitle) => ({
    ...subtitle,
    startMs: Math.max(0, Math.round(map(subtitle.startMs))),
    endMs: Math.round(map(subtitle.endMs)),
  }));
  const kept = all.filter(({ endMs }) => endMs > 0);
  const shifted = all.filter(
    ({ startMs, endMs }, index) =>
      endMs > 0 && (startMs !== subtitles[index]?.startMs || endMs !== subtitles[index]?.endMs),
  ).length;
  return { text: writeSubtitles(kept, format, fps), shifted, dropped: all.length - kept.length };
}
