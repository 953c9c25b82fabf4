/** Letters and digits that look otherwise than the plain ones, by style. */

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

type Letters = ReadonlyMap<string, string>;

/** Characters one after another from a code point. */
const row = (plain: string, first: number): [string, string][] =>
  [...plain].map((character, i) => [character, String.fromCodePoint(first + i)]);

const pairs = (plain: string, fancy: string): [string, string][] => {
  const letters = [...fancy];
  return [...plain].map((character, i) => [character, letters[i] ?? character]);
};

// The alphabets of Mathematical Alphanumeric Symbols have gaps where a letter was encoded before them.
const SCRIPT_GAPS = pairs('BEFHILMRego', 'ℬℰℱℋℐℒℳℛℯℊℴ');
const FRAKTUR_GAPS = pairs('CHIRZ', 'ℭℌℑℜℨ');
const DOUBLE_GAPS = pairs('CHNPQRZ', 'ℂℍℕℙℚℝℤ');

/** From capital alpha: a slot without a letter of its own is that of the final sigma's capital, theta's symbol. */
const greek = (capital: number, small: number): [string, string][] => [
  ...row('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ', capital),
  ...row('ΣΤΥΦΧΨΩ', capital + 18),
  ...row('αβγδεζηθικλμνξοπρςστυφχψω', small),
];

const alphabet = (
  capital: number,
  small: number,
  digit?: number,
  others: readonly (readonly [string, string])[] = [],
): Letters =>
  new Map([
    ...row(CAPITALS, capital),
    ...row(SMALL, small),
    ...(digit === undefined ? [] : row(DIGITS, digit)),
    ...others,
  ]);

const ASCII = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('');

const FLIPPED_PAIRS = [
  ['a', 'ɐ'],
  ['b', 'q'],
  ['c', 'ɔ'],
  ['d', 'p'],
  ['e', 'ǝ'],
  ['f', 'ɟ'],
  ['g', 'ƃ'],
  ['h', 'ɥ'],
  ['i', 'ᴉ'],
  ['j', 'ɾ'],
  ['k', 'ʞ'],
  ['m', 'ɯ'],
  ['n', 'u'],
  ['r', 'ɹ'],
  ['t', 'ʇ'],
  ['v', 'ʌ'],
  ['w', 'ʍ'],
  ['y', 'ʎ'],
  ['A', '∀'],
  ['C', 'Ɔ'],
  ['E', 'Ǝ'],
  ['F', 'Ⅎ'],
  ['G', '⅁'],
  ['J', 'ſ'],
  ['K', 'ʞ'],
  ['L', '⅂'],
  ['M', 'W'],
  ['P', 'Ԁ'],
  ['R', 'ᴚ'],
  ['T', '⊥'],
  ['U', '∩'],
  ['V', 'Λ'],
  ['Y', '⅄'],
  ['3', 'Ɛ'],
  ['4', 'ㄣ'],
  ['6', '9'],
  ['7', 'ㄥ'],
  ['.', '˙'],
  [',', "'"],
  ['?', '¿'],
  ['!', '¡'],
  ['"', '„'],
  ['&', '⅋'],
  ['_', '‾'],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
] as const;

/** Both ways, so that a text turned twice is what it was; the first of two that look alike wins. */
const FLIPPED: Letters = new Map(
  [...FLIPPED_PAIRS, ...FLIPPED_PAIRS.map(([plain, turned]) => [turned, plain] as const)].toReversed(),
);

/** Marks that are put behind every character. */
const MARKS = {
  strikethrough: '\u0336',
  underline: '\u0332',
  'double-underline': '\u0333',
  overline: '\u0305',
  slashed: '\u0338',
};

export const LETTER_STYLES = {
  bold: alphabet(0x1d400, 0x1d41a, 0x1d7ce, greek(0x1d6a8, 0x1d6c2)),
  italic: alphabet(0x1d434, 0x1d44e, undefined, [['h', 'ℎ'], ...greek(0x1d6e2, 0x1d6fc)]),
  'bold-italic': alphabet(0x1d468, 0x1d482, undefined, greek(0x1d71c, 0x1d736)),
  sans: alphabet(0x1d5a0, 0x1d5ba, 0x1d7e2),
  'sans-bold': alphabet(0x1d5d4, 0x1d5ee, 0x1d7ec, greek(0x1d756, 0x1d770)),
  'sans-italic': alphabet(0x1d608, 0x1d622),
  'sans-bold-italic': alphabet(0x1d63c, 0x1d656, undefined, greek(0x1d790, 0x1d7aa)),
  script: alphabet(0x1d49c, 0x1d4b6, undefined, SCRIPT_GAPS),
  'bold-script': alphabet(0x1d4d0, 0x1d4ea),
  fraktur: alphabet(0x1d504, 0x1d51e, undefined, FRAKTUR_GAPS),
  'bold-fraktur': alphabet(0x1d56c, 0x1d586),
  'double-struck': alphabet(0x1d538, 0x1d552, 0x1d7d8, DOUBLE_GAPS),
  monospace: alphabet(0x1d670, 0x1d68a, 0x1d7f6),
  fullwidth: new Map([...row(ASCII, 0xff01), [' ', '\u3000']]),
  circled: alphabet(0x24b6, 0x24d0, undefined, [['0', '⓪'], ...row('123456789', 0x2460)]),
  'circled-black': new Map([
    ...row(CAPITALS, 0x1f150),
    ...row(SMALL, 0x1f150),
    ['0', '⓿'],
    ...row('123456789', 0x2776),
  ]),
  squared: new Map([...row(CAPITALS, 0x1f130), ...row(SMALL, 0x1f130)]),
  'squared-black': new Map([...row(CAPITALS, 0x1f170), ...row(SMALL, 0x1f170)]),
  parenthesized: alphabet(0x1f110, 0x249c, undefined, row('123456789', 0x2474)),
  'small-caps': new Map(pairs(SMALL, 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ')),
  superscript: new Map([
    ...pairs('0123456789+-=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'),
    ...pairs(SMALL, 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ𐞥ʳˢᵗᵘᵛʷˣʸᶻ'),
    ...pairs('ABDEGHIJKLMNOPRTUVW', 'ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ'),
  ]),
  subscript: new Map([
    ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
    ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
  ]),
} as const satisfies Readonly<Record<string, Letters>>;

type LetterStyle = keyof typeof LETTER_STYLES;
type MarkStyle = keyof typeof MARKS;

export const FANCY_STYLES = [
  ...(Object.keys(LETTER_STYLES) as LetterStyle[]),
  'upside-down',
  ...(Object.keys(MARKS) as MarkStyle[]),
] as const;

export type FancyStyle = LetterStyle | MarkStyle | 'upside-down';

/** Letters with accents are taken apart where their letter has the style. */
function lettered(text: string, letters: Letters): string {
  let written = '';
  for (const character of text) {
    const fancy = letters.get(character);
    if (fancy !== undefined) {
      written += fancy;
      continue;
    }
    const [base = '', ...marks] = character.normalize('NFD');
    const changed = marks.length === 0 ? undefined : letters.get(base);
    written += changed === undefined ? character : changed + marks.join('');
  }
  return written;
}

/** A text in a style; what the style has no letters for stays. `graphemes` are the text's characters as people see them. */
export function styled(text: string, style: FancyStyle, graphemes: (text: string) => Iterable<string>): string {
  if (style in LETTER_STYLES) return lettered(text, LETTER_STYLES[style as LetterStyle]);
  if (style === 'upside-down') {
    const turned = (line: string): string =>
      [...graphemes(line)]
        .map((cluster) => lettered(cluster, FLIPPED))
        .reverse()
        .join('');
    return text.split('\n').map(turned).reverse().join('\n');
  }
  const mark = MARKS[style as MarkStyle];
  return [...graphemes(text)].map((cluster) => (/^[\r\n\t]/.test(cluster) ? cluster : `${cluster}${mark}`)).join('');
}

const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.values(LETTER_STYLES)
    .flatMap((letters) => [...letters])
    // The letters of styles without lowercase are read as capitals, which come first.
    .reverse()
    .map(([plain, fancy]) => [fancy, plain]),
);

const ADDED_MARKS = new RegExp(`[${Object.values(MARKS).join('')}]`, 'g');

/** Plain letters again, whatever styles are mixed; upside-down letters are not read. */
export const unstyled = (text: string): string =>
  Array.from(text.replace(ADDED_MARKS, ''), (character) => PLAIN.get(character) ?? character)
    .join('')
    .normalize('NFC');
