import { type Cue, clock, padded } from './cues.js';

/** Enhanced LRC: a time before each line, before each word and behind the last one. Words that were not heard have none. */
export const writeLrc = (cues: readonly Cue[]): string => cues.map(writeLine).join('');

function writeLine(cue: Cue): string {
  const words = cue.words.map(({ text, start, end }) =>
    end > start ? `<${timestamp(start)}>${escaped(text)}` : escaped(text),
  );
  const last = cue.words.findLast(({ start, end }) => end > start);
  const text = [escaped(cue.label), ...words].filter((part) => part !== '').join(' ');
  return `[${timestamp(cue.start)}]${text}${last === undefined ? '' : ` <${timestamp(last.end)}>`}\n`;
}

function timestamp(time: number): string {
  const { hours, minutes, seconds, parts } = clock(time, 100);
  return `${padded(60 * hours + minutes, 2)}:${padded(seconds, 2)}.${padded(parts, 2)}`;
}

/** Square brackets begin the time of a line and angle brackets that of a word: they become round ones and small quotes. */
const escaped = (text: string): string =>
  text.replaceAll('[', '(').replaceAll(']', ')').replaceAll('<', '‹').replaceAll('>', '›');
