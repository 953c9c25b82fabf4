import type { FontKind } from '../docx-write/fonts.js';
import type { TextStyle } from '../page-text/glyphs.js';

export interface WordFont {
  readonly name: string;
  readonly kind: FontKind;
}

/** Fonts by the beginning of their names, letters and digits only, with those of the same widths or likeness that machines have. */
const LIKENESSES: readonly (readonly [start: RegExp, name: string])[] = [
  [
    /^(?:times|nimbusrom|tinos|liberationserif|texgyretermes|termes|stix|cmr|cmbx|cmti|cmsl|cmcsc|cmmi|cmb|cmu(?!s|t)|lmroman|latinmodernroman|sfrm|sfbx|sfti|sfsl|ecrm|freeserif)/,
    'Times New Roman',
  ],
  [/^(?:arialnarrow|liberationsansnarrow)/, 'Arial Narrow'],
  [/^(?:helvetica|arial|nimbussan|arimo|liberationsans|texgyreheros|heros|cmss|lmsans|sfss|freesans)/, 'Arial'],
  [/^(?:courier|nimbusmon|cousine|liberationmono|texgyrecursor|cmtt|lmmono|sftt|freemono)/, 'Courier New'],
  [/^carlito/, 'Calibri'],
  [/^caladea/, 'Cambria'],
  [/^(?:palatino|urwpalladio|texgyrepagella|pagella|p052)/, 'Palatino Linotype'],
  [/^(?:bookman|urwbookman|texgyrebonum)/, 'Bookman Old Style'],
  [/^(?:newcentury|centuryschl|c059|texgyreschola)/, 'Century Schoolbook'],
  [/^(?:cmsy|cmex|msam|msbm|cambriamath|stixmath|xitsmath)/, 'Cambria Math'],
  [/^(?:zapfdingbats|dingbats|d050000l)/, 'Segoe UI Symbol'],
];

/** What names of fonts end with beside that of their family. */
const CUT =
  /(?:[-, ]+|(?<=[a-z]))(?:regular|roman|normal|book|medium|light|thin|bold|semibold|demibold|extrabold|black|heavy|italic|oblique|ital|obl|cond|condensed|mt|ps|psmt|boldmt|boldital|bolditalic|boldoblique|bolditalicmt|italicmt|it|bd)$/i;

/** Names that programs make up for fonts of one file. */
const MADE_UP = /^(?:f-?\d|font\d|untitled|unnamed|cidfont|type ?[13]|subset|tt\d|[a-z]?\d+$|t\d+_|g_d\d)/i;

/** The font that text in Word is to have: that of the page where it may be on other machines, else the usual one of its kind. */
export function wordFont({ font, family, isMono, isSerif }: TextStyle): WordFont {
  const kind: FontKind = isMono ? 'modern' : isSerif ? 'roman' : 'swiss';
  for (const told of [font, family]) {
    const bare = told.toLowerCase().replace(/[^a-z0-9]/g, '');
    const known = LIKENESSES.find(([start]) => start.test(bare));
    if (known !== undefined) return { name: known[1], kind: kindOf(known[1]) };
  }
  const name = [family, spaced(font)].map(familyName).find((one) => one !== '' && !MADE_UP.test(one));
  return name === undefined ? { name: usual(kind), kind } : { name: name.slice(0, 31), kind };
}

const usual = (kind: FontKind): string =>
  kind === 'modern' ? 'Courier New' : kind === 'roman' ? 'Times New Roman' : 'Arial';

const kindOf = (name: string): FontKind =>
  name === 'Courier New' ? 'modern' : /Times|Cambria|Palatino|Bookman|Century/.test(name) ? 'roman' : 'swiss';

/** SourceSansPro is Source Sans Pro. */
const spaced = (font: string): string =>
  font
    .replace(/,/g, '-')
    .replace(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ')
    .replace(/_/g, ' ');

function familyName(name: string): string {
  let rest = name.replace(/[^\p{L}\p{N} ,-]/gu, '').trim();
  for (let i = 0; i < 4 && CUT.test(rest); i += 1) rest = rest.replace(CUT, '').trim();
  return rest.replace(/[-,]+$/, '');
}
