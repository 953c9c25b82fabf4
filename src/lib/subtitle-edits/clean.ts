import { BOTTOM_CENTER, PLAIN, type Run, RunList, type Subtitle, textOfRuns } from '../subtitle-files/subtitles.js';
import { isAdvert, musicEdits, noteEdits, type Removal, speakerEdits } from './removals.js';
import { edited, editRuns, type TextEdit, withoutRemains } from './text-edits.js';
import { fixTimes, type NumberedSubtitle, readingSpeed, type TimeWishes, type Timing } from './times.js';
import { hasLongLine, wrapEdits } from './wrap.js';

export interface CleanWishes extends TimeWishes {
  readonly notes: boolean;
  readonly speakers: 'keep' | 'capitals' | 'all';
  readonly music: boolean;
  readonly adverts: boolean;
  /** Texts of further adverts, in lower case. */
  readonly words: readonly string[];
  readonly styles: 'keep' | 'italics' | 'none';
  /** Most characters of a line; 0 for any. */
  readonly maxLine: number;
}

/** Something that was taken out of a subtitle, by its number in the upload. */
export interface Removed {
  readonly number: number;
  readonly kind: Removal;
  readonly text: string;
}

export interface CleanedSubtitles {
  readonly subtitles: readonly NumberedSubtitle[];
  readonly removed: readonly Removed[];
  readonly timings: readonly Timing[];
  /** Subtitles of which nothing was left. */
  readonly emptied: number;
  readonly joined: number;
  readonly rewrapped: number;
  readonly tooLong: readonly NumberedSubtitle[];
  readonly tooFast: readonly NumberedSubtitle[];
}

/** Removes, breaks and retimes what is asked for. Takes and gives subtitles in order of their starts. */
export function cleanSubtitles(given: readonly Subtitle[], wishes: CleanWishes): CleanedSubtitles {
  const removed: Removed[] = [];
  const kept: NumberedSubtitle[] = [];
  for (const [index, subtitle] of given.entries()) {
    const cleaned = cleanOne({ ...subtitle, number: index + 1 }, wishes, removed);
    if (cleaned !== undefined) kept.push(cleaned);
  }
  const { subtitles: timed, timings, joined } = fixTimes(kept, wishes);
  let rewrapped = 0;
  const subtitles = timed.map((subtitle) => {
    if (wishes.maxLine === 0) return subtitle;
    const edits = wrapEdits(textOfRuns(subtitle.runs), wishes.maxLine);
    if (edits.length === 0) return subtitle;
    rewrapped++;
    return { ...subtitle, runs: editRuns(subtitle.runs, edits) };
  });
  const { maxLine, charactersPerSecond } = wishes;
  return {
    subtitles,
    removed,
    timings,
    emptied: given.length - kept.length,
    joined,
    rewrapped,
    tooLong: subtitles.filter(({ runs }) => maxLine > 0 && hasLongLine(textOfRuns(runs), maxLine)),
    // A millisecond is what times are rounded to.
    tooFast: subtitles.filter(
      (subtitle) =>
        charactersPerSecond > 0 && readingSpeed({ ...subtitle, endMs: subtitle.endMs + 1 }) > charactersPerSecond,
    ),
  };
}

/** A subtitle without what is not wanted; `undefined` where nothing is left. */
function cleanOne(subtitle: NumberedSubtitle, wishes: CleanWishes, removed: Removed[]): NumberedSubtitle | undefined {
  const { number } = subtitle;
  const whole = textOfRuns(subtitle.runs);
  if (wishes.adverts && isAdvert(whole, wishes.words)) {
    removed.push({ number, kind: 'advert', text: whole });
    return undefined;
  }
  let runs = subtitle.runs;
  const cut = (kind: Removal, editsOf: (text: string) => readonly TextEdit[]): void => {
    const text = textOfRuns(runs);
    const edits = editsOf(text);
    for (const { start, end } of edits)
      if (end > start) removed.push({ number, kind, text: text.slice(start, end).trim() });
    runs = edited(runs, edits);
  };
  const { speakers } = wishes;
  if (wishes.music) cut('music', musicEdits);
  if (wishes.notes) cut('note', noteEdits);
  if (speakers !== 'keep') cut('speaker', (text) => speakerEdits(text, speakers));
  if (runs !== subtitle.runs || wishes.notes) runs = withoutDash(withoutRemains(runs), whole);
  if (textOfRuns(runs).trim() === '') {
    // Notes of music that are nothing but its sign.
    if (runs === subtitle.runs || removed.at(-1)?.number !== number)
      removed.push({ number, kind: 'note', text: whole });
    return undefined;
  }
  const speaker = speakers === 'keep' ? subtitle.speaker : '';
  if (speaker !== subtitle.speaker) removed.push({ number, kind: 'speaker', text: subtitle.speaker });
  return restyled({ ...subtitle, runs, speaker }, wishes.styles, removed);
}

/** A dash that told speakers apart, of whom one is left. */
function withoutDash(runs: readonly Run[], before: string): readonly Run[] {
  const dashes = (text: string): number => text.split('\n').filter((line) => /^[-–—]/.test(line)).length;
  const text = textOfRuns(runs);
  const [, dash] = /^([-–—] {0,5})/.exec(text) ?? [];
  if (dash === undefined || dashes(text) > 1 || text.includes('\n') || dashes(before) < 2) return runs;
  return edited(runs, [{ start: 0, end: dash.length, text: '' }]);
}

function restyled(subtitle: NumberedSubtitle, styles: CleanWishes['styles'], removed: Removed[]): NumberedSubtitle {
  if (styles === 'keep') return subtitle;
  const list = new RunList();
  const gone = new Set<string>();
  for (const { text, ...look } of subtitle.runs) {
    for (const name of ['bold', 'underline', 'strike'] as const) if (look[name]) gone.add(name);
    if (look.italic && styles === 'none') gone.add('italic');
    if (look.color !== '') gone.add(look.color);
    list.add(text, { ...PLAIN, italic: look.italic && styles === 'italics' });
  }
  // Places tell two speakers apart, and keep off what is written in the picture.
  const place = styles === 'none' ? BOTTOM_CENTER : subtitle.place;
  if (place !== subtitle.place) gone.add('place');
  if (gone.size > 0) removed.push({ number: subtitle.number, kind: 'style', text: [...gone].join(', ') });
  return { ...subtitle, runs: list.runs, place };
}
