import { escapeHtmlText } from '../xml/references.js';
import { type Cue, clock, padded } from './cues.js';

/** WebVTT with a time before each word (W3C WebVTT, 4.2.2): inline times rise and lie inside their cue, as the format demands. */
export const writeVtt = (cues: readonly Cue[]): string => `WEBVTT\n${cues.map(writeCue).join('')}`;

function writeCue(cue: Cue, index: number): string {
  let last = milliseconds(cue.start);
  let text = escapeHtmlText(cue.label);
  for (const word of cue.words) {
    const start = milliseconds(word.start);
    const isTimed = start > last && start < milliseconds(cue.end);
    if (isTimed) last = start;
    text += `${text === '' ? '' : ' '}${isTimed ? `<${timestamp(word.start)}>` : ''}${escapeHtmlText(word.text)}`;
  }
  return `\n${index + 1}\n${timestamp(cue.start)} --> ${timestamp(cue.end)}\n${text}\n`;
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

function timestamp(time: number): string {
  const { hours, minutes, seconds, parts } = clock(time, 1000);
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds, 2)}.${padded(parts, 3)}`;
}
