import { escapeAss } from '../subtitles/ass.js';
import { BOTTOM_CENTER, type Subtitle } from './subtitles.js';
import { writeTimecode } from './timecodes.js';
import { assColor, assCommands } from './write-ass.js';

/** How subtitles are drawn on pictures of a size; lengths in pixels, colours `#rrggbb`. */
export interface DrawnLook {
  readonly width: number;
  readonly height: number;
  readonly family: string;
  readonly fontSize: number;
  readonly bold: boolean;
  readonly color: string;
  readonly outlineColor: string;
  readonly outline: number;
  /** Behind the text a box in the colour of the outline. */
  readonly box: boolean;
  readonly margin: number;
  /** As on a number pad, for all that do not say their own. */
  readonly place: number;
  /** Parts of a text, each with the font family that has its letters. */
  readonly parts: (text: string) => readonly { readonly family: string; readonly text: string }[];
}

/**
 * Advanced SubStation Alpha to be drawn at once: only looks that `Run` has, and fonts that are named here, whatever the subtitles came
 * from. Attachments, drawings, positions and fonts of a caller's file are not in it.
 */
export function writeDrawnAss(subtitles: readonly Subtitle[], look: DrawnLook): string {
  const [text, edge] = [look.color, look.outlineColor].map((color) => `&H00${assColor(color)}`);
  const style = [
    ...['Default', look.family, look.fontSize, text, text, edge, edge, look.bold ? -1 : 0, 0, 0, 0, 100, 100, 0, 0],
    ...[look.box ? 3 : 1, look.outline, 0, look.place, look.margin, look.margin, look.margin, 1],
  ];
  const header = `[Script Info]
ScriptType: v4.00+
PlayResX: ${look.width}
PlayResY: ${look.height}
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: ${style.join(',')}

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
  return header + subtitles.map((subtitle) => dialogue(subtitle, look)).join('');
}

function dialogue({ startMs, endMs, runs, place }: Subtitle, look: DrawnLook): string {
  const [start, end] = [startMs, endMs].map((ms) => writeTimecode(ms, { mark: '.', digits: 2, hourDigits: 1 }));
  let family = look.family;
  const drawn = (text: string): string =>
    look
      .parts(text)
      .map((part) => {
        const change = part.family === family ? '' : `{\\fn${part.family}}`;
        family = part.family;
        return change + escapeAss(part.text).replaceAll('\n', '\\N');
      })
      .join('');
  const text = runs.map((run, index) => assCommands(runs[index - 1], run) + drawn(run.text)).join('');
  return `Dialogue: 0,${start},${end},Default,,0,0,0,,${place === BOTTOM_CENTER ? '' : `{\\an${place}}`}${text}\n`;
}
