import { type Cue, clock, padded } from './cues.js';

/**
 * Enhanced LRC: a time before each line, before each word and behind the last one. Words that were not heard have none and go
 * with the word before. What begins a line has a time even where it is a mark or was not heard: strict readers refuse the line else.
 */
export const writeLrc = (cues: readonly Cue[]): string => cues.map(writeLine).join('');

function writeLine(cue: Cue): string {
  const words = cue.words.map(({ text, start, end }) =>
    end > start ? `<${timestamp(start)}>${escaped(text)}` : escaped(text),
  );
  const last = cue.words.findLast(({ start, end }) => end > start);
  const text = [escaped(cue.label), ...words].filter((part) => part !== '').join(' ');
  const start = timestamp(cue.start);
  return `[${start}]${text.startsWith('<') ? '' : `<${start}>`}${text} <${timestamp(last?.end ?? cue.end)}>\n`;
}

function timestamp(time: number): string {
  const { hours, minutes, seconds, parts } = clock(time, 100);
  return `${padded(60 * hours + minutes, 2)}:${padded(seconds, 2)}.${padded(parts, 2)}`;
}

/** Square brackets begin the time of a line and angle brackets that of a word: they become round ones and small quotes. */
const escaped = (text: string): string =>
  text.replaceAll('[', '(').replaceAll(']', ')').replaceAll('<', '‹').replaceAll('>', '›');
