import { type Cue, clock, padded } from './cues.js';

const HEADER = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Karaoke,Arial,52,&H0000D7FF,&H00FFFFFF,&H00000000,&H80000000,-1,0,0,0,100,100,0,0,1,3,1,2,60,60,50,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

/**
 * Advanced SubStation Alpha with a `\kf` sweep: the centiseconds of the words and of the pauses between them add up to the
 * cue's length exactly.
 */
export const writeAss = (cues: readonly Cue[]): string => HEADER + cues.map(dialogue).join('');

function dialogue(cue: Cue): string {
  const end = centiseconds(cue.end);
  let at = centiseconds(cue.start);
  let text = cue.label === '' ? '' : `{\\k0}${escapeAss(cue.label)} `;
  for (const [i, word] of cue.words.entries()) {
    const start = Math.min(Math.max(centiseconds(word.start), at), end);
    const stop = Math.min(Math.max(centiseconds(word.end), start), end);
    if (start > at) text += `{\\k${start - at}}`;
    text += `{\\kf${stop - start}}${escapeAss(word.text)}${i < cue.words.length - 1 ? ' ' : ''}`;
    at = stop;
  }
  if (end > at) text += `{\\k${end - at}}`;
  return `Dialogue: 0,${timestamp(cue.start)},${timestamp(cue.end)},Karaoke,,0,0,0,,${text}\n`;
}

const centiseconds = (seconds: number): number => Math.round(seconds * 100);

function timestamp(time: number): string {
  const { hours, minutes, seconds, parts } = clock(time, 100);
  return `${hours}:${padded(minutes, 2)}:${padded(seconds, 2)}.${padded(parts, 2)}`;
}

/** Braces begin commands and a backslash a line break: braces become parentheses, the backslash gets a joiner of no width. */
export const escapeAss = (text: string): string =>
  text.replaceAll('{', '(').replaceAll('}', ')').replaceAll('\\', '\\\u2060');
