import { BOTTOM_CENTER, PLAIN, type ReadSubtitles, type Run, RunList, type Subtitle } from './subtitles.js';
import { readTimecode } from './timecodes.js';

type Look = Omit<Run, 'text'>;

interface Style {
  readonly look: Look;
  readonly place: number;
}

/** Alignment of SSA v4, which counts columns first and marks rows by 4 (top) and 8 (middle), as the places of a number pad. */
const placeOfSsa = (value: number): number => {
  const row = value >= 8 ? 1 : value >= 4 ? 2 : 0;
  return 3 * row + Math.min(3, Math.max(1, value & 3));
};

/** Advanced SubStation Alpha and SubStation Alpha: dialogue, with the looks of its styles and commands. */
export function readAss(text: string): ReadSubtitles {
  const styles = new Map<string, Style>();
  const subtitles: Subtitle[] = [];
  let section = '';
  let isSsa = false;
  let fields: readonly string[] = [];
  let drawings = 0;
  for (const line of text.split('\n')) {
    const [, heading] = /^\s{0,20}\[([^\]]{1,60})\]/.exec(line) ?? [];
    if (heading !== undefined) {
      section = heading.toLowerCase();
      if (section === 'v4 styles') isSsa = true;
      fields = [];
      continue;
    }
    const [, key = '', value = ''] = /^\s{0,20}([A-Za-z]{1,20}):(.*)$/.exec(line) ?? [];
    if (key === 'Format') fields = value.split(',').map((field) => field.trim().toLowerCase());
    if (key === 'Style') readStyle(fields, value, styles, isSsa);
    if (key !== 'Dialogue') continue;
    const dialogue = readDialogue(fields.length > 0 ? fields : isSsa ? SSA_FIELDS : ASS_FIELDS, value);
    const style = styles.get(dialogue.style.replace(/^\*/, '')) ?? { look: PLAIN, place: BOTTOM_CENTER };
    const { runs, place, isDrawing } = readCommands(dialogue.text, style, styles);
    if (isDrawing) drawings++;
    const startMs = readTimecode(dialogue.start);
    const endMs = readTimecode(dialogue.end);
    if (startMs !== undefined && endMs !== undefined)
      subtitles.push({ startMs, endMs, runs, place, speaker: dialogue.name });
  }
  // Players show a file by time, whatever the order of its lines.
  subtitles.sort((one, other) => one.startMs - other.startMs);
  return { subtitles, warnings: drawings === 0 ? [] : [`${drawings} drawings were dropped`] };
}

const ASS_FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
const SSA_FIELDS = ['marked', ...ASS_FIELDS.slice(1)];

/** The text is the last field and may hold commas. */
function readDialogue(fields: readonly string[], value: string) {
  const parts = value.split(',');
  const at = (name: string): string => {
    const index = fields.indexOf(name);
    return index < 0 ? '' : (parts[index] ?? '').trim();
  };
  const textAt = fields.indexOf('text');
  return {
    start: at('start'),
    end: at('end'),
    style: at('style'),
    name: at('name') || at('actor'),
    text: parts.slice(textAt < 0 ? fields.length - 1 : textAt).join(','),
  };
}

function readStyle(fields: readonly string[], value: string, styles: Map<string, Style>, isSsa: boolean): void {
  const parts = value.split(',').map((part) => part.trim());
  const at = (name: string): string => {
    const index = fields.indexOf(name);
    return index < 0 ? '' : (parts[index] ?? '');
  };
  const isOn = (name: string): boolean => !['', '0'].includes(at(name));
  const alignment = Number.parseInt(at('alignment'), 10);
  const place = isSsa ? placeOfSsa(alignment) : alignment;
  const color = readColor(at('primarycolour'));
  styles.set(at('name').replace(/^\*/, ''), {
    look: {
      bold: isOn('bold'),
      italic: isOn('italic'),
      underline: isOn('underline'),
      strike: isOn('strikeout'),
      // White is what every player shows unasked.
      color: color === '#ffffff' ? '' : color,
    },
    place: place >= 1 && place <= 9 ? place : BOTTOM_CENTER,
  });
}

/** `&HAABBGGRR&`, or the same number in decimal. */
function readColor(text: string): string {
  const [, digits, decimal] = /^&?H?([0-9a-f]{1,8})&?$|^(-?\d{1,11})$/i.exec(text) ?? [];
  const isHex = /^&?H/i.test(text);
  const value = isHex ? Number.parseInt(digits ?? '', 16) : Number(decimal ?? digits);
  if (!Number.isFinite(value)) return '';
  const bgr = (value >>> 0) & 0xffffff;
  const rgb = ((bgr & 0xff) << 16) | (bgr & 0xff00) | (bgr >>> 16);
  return `#${rgb.toString(16).padStart(6, '0')}`;
}

const COMMAND =
  /\\(an?[0-9]{1,2}|[bius]-?\d{1,4}|(?:1?c)(?:&?H[0-9a-f]{1,8}&?)?|r[^\\{}]{0,60}|p\d{1,4}|[a-z0-9]{1,10})/gi;

/** Text with its commands in braces; `\N` and `\n` break lines, `\h` is a space that does not. */
function readCommands(text: string, style: Style, styles: ReadonlyMap<string, Style>) {
  const list = new RunList();
  let look: Look = style.look;
  let { place } = style;
  let isDrawing = false;
  let hasDrawn = false;
  const apply = (command: string): void => {
    if (/^r/i.test(command)) {
      look = (styles.get(command.slice(1).trim()) ?? style).look;
      return;
    }
    const [, name = '', value = ''] = /^(an|a|b|i|u|s|1c|c|p)(?=[-\d&]|$|[^a-z])(.*)$/i.exec(command) ?? [];
    const number = Number.parseInt(value, 10);
    if (name === 'an' && number >= 1 && number <= 9) place = number;
    else if (name === 'a') place = placeOfSsa(number);
    else if (name === 'b') look = { ...look, bold: number === 1 || number >= 600 };
    else if (name === 'i') look = { ...look, italic: number !== 0 };
    else if (name === 'u') look = { ...look, underline: number !== 0 };
    else if (name === 's') look = { ...look, strike: number !== 0 };
    else if (name === 'p') isDrawing = number > 0;
    else if (name === 'c' || name === '1c')
      look = { ...look, color: value === '' ? style.look.color : readColor(value) };
  };
  for (const part of text.split(/(\{[^{}]{0,5000}\})/)) {
    if (part.startsWith('{') && part.endsWith('}')) {
      for (const [, command = ''] of part.matchAll(COMMAND)) apply(command);
      hasDrawn ||= isDrawing;
    } else if (!isDrawing) {
      list.add(
        part
          .replace(/\\[Nn]/g, '\n')
          .replaceAll('\\h', '\u00a0')
          .replaceAll('\\\u2060', '\\'),
        look,
      );
    }
  }
  return { runs: list.runs, place, isDrawing: hasDrawn };
}
