/** The words of a number format code: ECMA-376 part 1, 18.8.31. */
export type FormatToken =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digit'; readonly text: '0' | '#' | '?' }
  | { readonly kind: 'point' | 'comma' | 'percent' | 'slash' | 'text' | 'general' }
  | { readonly kind: 'exponent'; readonly text: string }
  /** `yyyy`, `mm`, `[h]`, `.00` behind seconds, `AM/PM`. */
  | { readonly kind: 'date'; readonly text: string };

export interface FormatSection {
  readonly tokens: readonly FormatToken[];
  readonly isDate: boolean;
  readonly condition: { readonly sign: string; readonly value: number } | undefined;
}

/** Formats without a code of their own: ECMA-376 part 1, 18.8.30; those of East Asia are plain dates here. */
export const BUILT_IN_FORMATS: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0 ;(#,##0)'],
  [38, '#,##0 ;[Red](#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;[Red](#,##0.00)'],
  [41, '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)'],
  [42, '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'],
  [44, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'm/d/yyyy'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'h:mm:ss'] as const),
]);

/** Excel's own limit. */
const MAX_CODE = 255;

/** A code that was read once, for the many cells that have it. */
export interface NumberFormat {
  readonly code: string;
  /** At most four. */
  readonly sections: readonly FormatSection[];
  /** Whether numbers are shown as dates or times. */
  readonly isDate: boolean;
  /** Whether hours, minutes or seconds go on beyond a day, an hour or a minute: `[h]:mm` shows how long, not when. */
  readonly isElapsed: boolean;
}

/** Reads any code: what is beyond 255 characters is none and counts as `General`. */
export function readFormat(code: string): NumberFormat {
  const sections = splitSections(code.length > MAX_CODE ? 'General' : code).map(readSection);
  const first = sections[0];
  const isDate = first?.isDate === true;
  const isElapsed = isDate && first.tokens.some((token) => token.kind === 'date' && token.text.startsWith('['));
  return { code, sections, isDate, isElapsed };
}

function splitSections(code: string): string[] {
  const sections = [''];
  for (const [word] of code.matchAll(/"[^"]*"?|\\.?|\[[^\]]*\]?|[_*].|[\s\S]/gu)) {
    if (word === ';') sections.push('');
    else sections[sections.length - 1] += word;
  }
  return sections.slice(0, 4);
}

const WORD =
  /"([^"]*)"?|\\(.?)|\[([^\]]*)\]?|_(.)|\*.|(General)|(AM\/PM|A\/P|上午\/下午)|(y+|m+|d+|h+|s+|e+(?![+-])|b+|g+)|([eE][+-])|([0#?])|(\.)|(,)|(%)|(\/)|(@)|([\s\S])/giu;

function readSection(code: string): FormatSection {
  const tokens: FormatToken[] = [];
  let condition: FormatSection['condition'];
  for (const match of code.matchAll(WORD)) {
    const [word, quoted, escaped, bracket, room, general, noon, letters, exponent, digit] = match;
    if (quoted !== undefined || escaped !== undefined) tokens.push({ kind: 'literal', text: quoted ?? escaped ?? '' });
    else if (room !== undefined) tokens.push({ kind: 'literal', text: ' ' });
    else if (bracket !== undefined) {
      const [, sign, value] = /^(<>|<=|>=|[<>=])\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i.exec(bracket) ?? [];
      if (sign !== undefined) condition = { sign, value: Number(value) };
      else if (/^(h+|m+|s+)$/i.test(bracket)) tokens.push({ kind: 'date', text: `[${bracket.toLowerCase()}]` });
      else if (bracket.startsWith('$')) tokens.push({ kind: 'literal', text: bracket.slice(1).split('-')[0] ?? '' });
    } else if (general !== undefined) tokens.push({ kind: 'general' });
    else if (noon !== undefined) tokens.push({ kind: 'date', text: noon.toUpperCase() });
    else if (letters !== undefined) tokens.push({ kind: 'date', text: letters.toLowerCase() });
    else if (exponent !== undefined) tokens.push({ kind: 'exponent', text: exponent });
    else if (digit !== undefined) tokens.push({ kind: 'digit', text: digit as '0' });
    else if (word === '.') tokens.push({ kind: 'point' });
    else if (word === ',') tokens.push({ kind: 'comma' });
    else if (word === '%') tokens.push({ kind: 'percent' });
    else if (word === '/') tokens.push({ kind: 'slash' });
    else if (word === '@') tokens.push({ kind: 'text' });
    else if (!word.startsWith('*')) tokens.push({ kind: 'literal', text: word });
  }
  const isDate = tokens.some(({ kind }) => kind === 'date') && !tokens.some(({ kind }) => kind === 'general');
  return { tokens: isDate ? dateTokens(tokens) : tokens, isDate, condition };
}

/** In a date, `.000` belongs to the seconds, `/` and `,` stand for themselves, and `m` behind hours or before seconds is minutes. */
function dateTokens(tokens: readonly FormatToken[]): FormatToken[] {
  const joined: FormatToken[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as FormatToken;
    const previous = joined.at(-1);
    const isFraction = token.kind === 'point' && tokens[i + 1]?.kind === 'digit' && /s\]?$/.test(textOf(previous));
    if (isFraction) {
      let zeros = '';
      while (tokens[i + 1]?.kind === 'digit') {
        zeros += '0';
        i++;
      }
      joined.push({ kind: 'date', text: `.${zeros.slice(0, 3)}` });
    } else if (token.kind === 'date') joined.push(token);
    else joined.push({ kind: 'literal', text: plainOf(token) });
  }
  const dates = joined.filter((token) => token.kind === 'date' && !/^[.A上]/.test(token.text));
  return joined.map((token) => {
    if (token.kind !== 'date' || !/^mm?$/.test(token.text)) return token;
    const at = dates.indexOf(token);
    const isMinutes = /h/.test(textOf(dates[at - 1])) || /s/.test(textOf(dates[at + 1]));
    return isMinutes ? { kind: 'date', text: token.text.replaceAll('m', 'M') } : token;
  });
}

const textOf = (token: FormatToken | undefined): string => (token !== undefined && 'text' in token ? token.text : '');

const PLAIN: Readonly<Record<string, string>> = { point: '.', comma: ',', percent: '%', slash: '/', text: '@' };
const plainOf = (token: FormatToken): string => ('text' in token ? token.text : (PLAIN[token.kind] ?? ''));

/** Below what it is made by. */
export const GENERAL = readFormat('General');
