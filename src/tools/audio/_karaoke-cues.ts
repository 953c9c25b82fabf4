import { breakLine } from '../../lib/subtitles/break-lines.js';
import { type Cue, type CueWord, cueText } from '../../lib/subtitles/cues.js';
import type { PlacedLine } from './_karaoke-words.js';

/** Fastest comfortable reading, in characters a second; a cue stays longer where the next one leaves room. */
const READING_SPEED = 17;
/** Shortest time a cue stays, where there is room. Seconds. */
const SHORTEST = 1;
/** Longest time a line of a mark alone is shown before the line it stands over. Seconds. */
const MARK = 2;
/** A mark with less room than this is shown together with the next line. Seconds. */
const LEAST_ROOM = 0.4;

/** The cues of timed lines. A line none of whose words was heard has no time and no cue. */
export function makeCues(lines: readonly PlacedLine[], duration: number): Cue[] {
  const cues: Cue[] = [];
  let marks: string[] = [];
  for (const line of lines) {
    if (line.words.length === 0) {
      marks.push(line.label);
      continue;
    }
    if (!line.words.some(({ isHeard }) => isHeard)) continue;
    const start = line.words.find(({ isHeard }) => isHeard)?.start ?? 0;
    const room = start - (cues.at(-1)?.end ?? 0);
    if (marks.length > 0 && room >= LEAST_ROOM) {
      cues.push({ start: start - Math.min(room, MARK), end: start, label: marks.join(' '), words: [] });
      marks = [];
    }
    const label = [...marks, line.label].filter((part) => part !== '').join(' ');
    marks = [];
    for (const [i, words] of breakLine(line.words, [...label].length).entries())
      addCue(cues, words, i === 0 ? label : '');
  }
  const last = cues.at(-1)?.end ?? 0;
  if (marks.length > 0 && duration - last >= LEAST_ROOM) {
    cues.push({ start: last, end: Math.min(duration, last + MARK), label: marks.join(' '), words: [] });
  }
  return cues.map((cue, i) => withReadingTime(cue, cues[i + 1]?.start ?? duration));
}

function addCue(cues: Cue[], words: readonly CueWord[], label: string): void {
  const heard = words.filter(({ start, end }) => end > start);
  const [first] = heard;
  const last = heard.at(-1);
  if (first !== undefined && last !== undefined) {
    cues.push({ start: first.start, end: last.end, label, words });
    return;
  }
  // A part of a line that was not heard has no time of its own: it joins the part before it.
  const before = cues.at(-1);
  if (before !== undefined && label === '') cues[cues.length - 1] = { ...before, words: [...before.words, ...words] };
}

function withReadingTime(cue: Cue, next: number): Cue {
  const wanted = Math.max(SHORTEST, [...cueText(cue)].length / READING_SPEED);
  const end = Math.max(cue.end, Math.min(cue.start + wanted, next));
  return { ...cue, end };
}
