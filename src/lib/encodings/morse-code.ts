/** Signs of ITU-R M.1677-1, part I, 1.1, and those of letters with accents as amateurs send them; `.` and `-`. */
const INTERNATIONAL =
  'A.- B-... C-.-. D-.. E. F..-. G--. H.... I.. J.--- K-.- L.-.. M-- N-. O--- P.--. Q--.- R.-. S... T- U..- V...- W.-- X-..- Y-.-- Z--.. ' +
  '1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. 0----- ' +
  '..-.-.- ,--..-- :---... ?..--.. \'.----. --....- /-..-. (-.--. )-.--.- ".-..-. =-...- +.-.-. @.--.-. ' +
  '!-.-.-- &.-... ;-.-.-. _..--.- $...-..- ' +
  'Ä.-.- Å.--.- Ç-.-.. Ð..--. É..-.. È.-..- Ĝ--.-. Ĥ---- Ĵ.---. Ñ--.-- Ö---. Ŝ...-. Þ.--.. Ü..-- Ž--..-';

/** Russian Morse code, by its own letters. */
const RUSSIAN =
  'А.- Б-... В.-- Г--. Д-.. Е. Ж...- З--.. И.. Й.--- К-.- Л.-.. М-- Н-. О--- П.--. Р.-. С... Т- У..- Ф..-. Х.... Ц-.-. Ч---. Ш---- Щ--.- Ъ--.-- Ы-.-- Ь-..- Э..-.. Ю..-- Я.-.-';

const GREEK =
  'Α.- Β-... Γ--. Δ-.. Ε. Ζ--.. Η.... Θ-.-. Ι.. Κ-.- Λ.-.. Μ-- Ν-. Ξ-..- Ο--- Π.--. Ρ.-. Σ... Τ- Υ-.-- Φ..-. Χ---- Ψ--.- Ω.--';

export const MORSE_ALPHABETS = ['international', 'russian', 'greek'] as const;
export type MorseAlphabet = (typeof MORSE_ALPHABETS)[number];

interface MorseTable {
  readonly signs: ReadonlyMap<string, string>;
  readonly letters: ReadonlyMap<string, string>;
}

/** The first character of each entry, then its sign: `.` and `-` are characters too. */
const pairsOf = (table: string): [string, string][] => table.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]);

function tableOf(own: string): MorseTable {
  const others = pairsOf(INTERNATIONAL).filter(([letter]) => own === INTERNATIONAL || !/\p{L}/u.test(letter));
  const pairs = own === INTERNATIONAL ? others : [...pairsOf(own), ...others];
  const letters = new Map<string, string>();
  for (const [letter, sign] of pairs) if (!letters.has(sign)) letters.set(sign, letter);
  return { signs: new Map(pairs), letters };
}

const TABLES: Readonly<Record<MorseAlphabet, MorseTable>> = {
  international: tableOf(INTERNATIONAL),
  russian: tableOf(RUSSIAN),
  greek: tableOf(GREEK),
};

const ALIKE: Readonly<Record<string, string>> = { Ё: 'Е', '’': "'", '“': '"', '”': '"', '–': '-', '—': '-' };

/** The sign of a letter in any case, without its accent where the alphabet has none for it; `undefined` where there is none. */
export function morseSign(letter: string, alphabet: MorseAlphabet): string | undefined {
  const { signs } = TABLES[alphabet];
  const capital = letter.normalize('NFC').toUpperCase();
  const sign = signs.get(ALIKE[capital] ?? capital);
  if (sign !== undefined) return sign;
  const bare = capital.normalize('NFD').replace(/\p{M}/gu, '');
  return bare.length === 1 ? signs.get(bare) : undefined;
}

export const morseLetter = (sign: string, alphabet: MorseAlphabet): string | undefined =>
  TABLES[alphabet].letters.get(sign);
