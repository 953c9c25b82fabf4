import { type Cue, clock, cueText, padded } from './cues.js';

/** SubRip: a cue a line. */
export const writeSrt = (cues: readonly Cue[]): string =>
  cues
    .map(
      (cue, i) =>
        `${i + 1}\n${timestamp(cue.start)} --> ${timestamp(cue.end)}\n${cueText(cue).replaceAll('-->', '->')}\n`,
    )
    .join('\n');

function timestamp(time: number): string {
  const { hours, minutes, seconds, parts } = clock(time, 1000);
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(seconds, 2)},${padded(parts, 3)}`;
}
