import { BOTTOM_CENTER, type Run, RunList } from './subtitles.js';

/** Tags with brackets as SubRip and WebVTT have them, braces as players of SubRip read them, and references to characters. */
const TOKEN = /<([^<>\n]{1,500})>|\{(\\?[^{}\n]{0,300})\}|&(?:([a-z]{2,5})|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

const LOOKS = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', s: 'strike' } as const;

/** Colours that WebVTT names by classes (W3C WebVTT, 5). */
const CLASS_COLORS: Readonly<Record<string, string>> = {
  white: '#ffffff',
  lime: '#00ff00',
  cyan: '#00ffff',
  red: '#ff0000',
  yellow: '#ffff00',
  magenta: '#ff00ff',
  blue: '#0000ff',
  black: '#000000',
};

export interface MarkedText {
  readonly runs: readonly Run[];
  readonly place: number;
  readonly speaker: string;
}

/**
 * Reads the text of SubRip, WebVTT or SBV: tags become looks, `{\an8}` a place, `<v Name>` a speaker. In WebVTT unknown tags are no
 * text; elsewhere they are, since people write `<3` and `<name>`.
 */
export function readMarkup(text: string, isWebVtt: boolean): MarkedText {
  const list = new RunList();
  const open = { bold: 0, italic: 0, underline: 0, strike: 0 };
  const colors: string[] = [];
  let place = BOTTOM_CENTER;
  let speaker = '';
  const add = (part: string): void =>
    list.add(part, {
      bold: open.bold > 0,
      italic: open.italic > 0,
      underline: open.underline > 0,
      strike: open.strike > 0,
      color: colors.at(-1) ?? '',
    });
  const tag = (content: string): boolean => {
    const isEnd = content.startsWith('/');
    const [, name = ''] = /^([a-z]{1,10})(?![a-z])/i.exec(isEnd ? content.slice(1) : content) ?? [];
    const lower = name.toLowerCase();
    const look = Object.hasOwn(LOOKS, lower) ? LOOKS[lower as keyof typeof LOOKS] : undefined;
    if (look !== undefined) open[look] = Math.max(0, open[look] + (isEnd ? -1 : 1));
    else if (lower === 'font' || lower === 'c') changeColor(colors, isEnd, colorOf(content));
    else if (lower === 'v' && !isEnd) speaker ||= content.replace(/^v[^\s]{0,100}\s*/i, '').trim();
    else if (lower === 'br') add('\n');
    else return isWebVtt;
    return true;
  };
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, inBrackets, inBraces, name, decimal, hex] = match;
    add(text.slice(last, match.index));
    last = match.index + whole.length;
    if (inBrackets !== undefined) {
      if (!tag(inBrackets)) add(whole);
    } else if (inBraces !== undefined) {
      const command = isWebVtt ? undefined : readBraces(inBraces, open);
      if (command === undefined) add(whole);
      else if (command > 0) place = command;
    } else add(referredTo(name, decimal, hex) ?? whole);
  }
  add(text.slice(last));
  return { runs: list.runs, place, speaker };
}

/** The place that commands in braces name, 0 where they name none, `undefined` where they are text. */
function readBraces(
  content: string,
  open: Record<'bold' | 'italic' | 'underline' | 'strike', number>,
): number | undefined {
  // MicroDVD's marks, which some SubRip files keep, and the commands of ASS.
  if (/^y:[bius,]{1,8}$/i.test(content)) return 0;
  if (!content.startsWith('\\')) return undefined;
  for (const [, name = '', value = ''] of content.matchAll(/\\([bius])([01])(?![0-9])/g)) {
    const look = LOOKS[name as 'b' | 'i' | 'u' | 's'];
    open[look] = Number(value);
  }
  return Number(/\\an([1-9])/.exec(content)?.[1] ?? 0);
}

function changeColor(colors: string[], isEnd: boolean, color: string): void {
  if (isEnd) colors.pop();
  else colors.push(color === '' ? (colors.at(-1) ?? '') : color);
}

/** Of `<font color="#ff0">`, or of the classes of `<c.yellow>`. */
function colorOf(content: string): string {
  const [, given = ''] = /color\s{0,5}=\s{0,5}["']?\s{0,5}([#\w]{1,20})/i.exec(content) ?? [];
  const name = (
    given === '' ? (content.split('.').find((part) => Object.hasOwn(CLASS_COLORS, part)) ?? '') : given
  ).toLowerCase();
  if (Object.hasOwn(CLASS_COLORS, name)) return CLASS_COLORS[name] ?? '';
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6})(?:[0-9a-f]{2})?)$/.exec(name) ?? [];
  if (long !== undefined) return `#${long}`;
  return short === undefined ? (NAMED[name] ?? '') : `#${[...short].map((digit) => digit + digit).join('')}`;
}

/** Names of HTML 4 that are not classes of WebVTT too. */
const NAMED: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  green: '#008000',
  orange: '#ffa500',
  purple: '#800080',
  pink: '#ffc0cb',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  aqua: '#00ffff',
  fuchsia: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  teal: '#008080',
});

function referredTo(
  name: string | undefined,
  decimal: string | undefined,
  hex: string | undefined,
): string | undefined {
  if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** The tags that open and close a look, the first outermost. */
export function tagsOf(run: Run, color: (value: string) => readonly [string, string]): readonly [string, string] {
  const tags = [
    ...(run.color === '' ? [] : [color(run.color)]),
    ...(run.bold ? [['<b>', '</b>'] as const] : []),
    ...(run.italic ? [['<i>', '</i>'] as const] : []),
    ...(run.underline ? [['<u>', '</u>'] as const] : []),
    ...(run.strike ? [['<s>', '</s>'] as const] : []),
  ];
  return [
    tags.map(([start]) => start).join(''),
    tags
      .map(([, end]) => end)
      .reverse()
      .join(''),
  ];
}

/** The name of a colour's class in WebVTT; empty where it has none. */
export const classOfColor = (color: string): string =>
  Object.keys(CLASS_COLORS).find((name) => CLASS_COLORS[name] === color) ?? '';
