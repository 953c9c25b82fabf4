import { escapeAss } from '../subtitles/ass.js';
import { BOTTOM_CENTER, type Run, type Subtitle } from './subtitles.js';
import { writeTimecode } from './timecodes.js';

const HEADER = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2.5,1,2,60,60,40,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

/** Advanced SubStation Alpha with one style; other looks are commands within the lines. */
export const writeAssFile = (subtitles: readonly Subtitle[]): string => HEADER + subtitles.map(dialogue).join('');

function dialogue({ startMs, endMs, runs, place, speaker }: Subtitle): string {
  const [start, end] = [startMs, endMs].map((ms) => writeTimecode(ms, { mark: '.', digits: 2, hourDigits: 1 }));
  const name = speaker.replace(/[,\n]/g, ' ');
  const text = runs
    .map((run, index) => assCommands(runs[index - 1], run) + escapeAss(run.text).replaceAll('\n', '\\N'))
    .join('');
  return `Dialogue: 0,${start},${end},Default,${name},0,0,0,,${place === BOTTOM_CENTER ? '' : `{\\an${place}}`}${text}\n`;
}

/** What changes from one run to the next. */
export function assCommands(before: Run | undefined, run: Run): string {
  const changed = (['bold', 'italic', 'underline', 'strike'] as const)
    .filter((name) => run[name] !== (before?.[name] ?? false))
    .map((name) => `\\${name[0]}${run[name] ? 1 : 0}`);
  if (run.color !== (before?.color ?? '')) changed.push(run.color === '' ? '\\c' : `\\c&H${assColor(run.color)}&`);
  return changed.length === 0 ? '' : `{${changed.join('')}}`;
}

/** `#rrggbb` as `BBGGRR`. */
export const assColor = (color: string): string =>
  `${color.slice(5, 7)}${color.slice(3, 5)}${color.slice(1, 3)}`.toUpperCase();
