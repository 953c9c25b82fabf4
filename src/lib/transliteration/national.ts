/** National systems that BGN and PCGN have taken over, and that no rules of CLDR write. */
type Letters = ReadonlyMap<string, string>;

const letters = (written: string): Letters =>
  new Map(
    written.split(' ').map((pair) => {
      const [letter = '', latin = ''] = pair.split(':');
      return [letter, latin];
    }),
  );

const CYRILLIC = 'а:a б:b в:v д:d е:e ж:zh з:z к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f ц:ts ч:ch ш:sh';

/** Ukraine: Cabinet of Ministers, resolution 55, 2010. */
const UKRAINIAN = letters(`${CYRILLIC} г:h ґ:g є:ie и:y і:i ї:i й:i х:kh щ:shch ю:iu я:ia ь: ’: ':`);
const UKRAINIAN_STARTS = letters('є:ye ї:yi й:y ю:yu я:ya');
/** Bulgaria: law of transliteration, 2009. */
const BULGARIAN = letters(`${CYRILLIC} г:g и:i й:y х:h щ:sht ъ:a ь:y ю:yu я:ya ѝ:i`);
/** Greece: ELOT 743 (ISO 843, transcription), with the accents of vowels. */
const GREEK = letters(
  'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o ου:ou γγ:ng γξ:nx γχ:nch',
);

/** Latin letters with the case of what they stand for: all capitals where the word is, else a capital first. */
function cased(source: string, latin: string, word: string): string {
  if (source === source.toLowerCase()) return latin;
  if (word.length > 1 && word === word.toUpperCase()) return latin.toUpperCase();
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

const byWords = (text: string, convert: (word: string) => string): string =>
  text.replace(/\p{L}[\p{L}\p{M}'’]*/gu, convert);

function mapped(word: string, table: Letters, starts?: Letters): string {
  return Array.from(word, (letter, index) => {
    const small = letter.toLowerCase();
    const latin = (index === 0 ? starts?.get(small) : undefined) ?? table.get(small);
    return latin === undefined ? letter : cased(letter, latin, word);
  }).join('');
}

export function romanizeUkrainian(text: string): string {
  return byWords(text.normalize('NFC'), (word) => {
    // зг is zgh, so that it is not read as ж.
    const inner = word.replace(/(?<=з)г/gi, (letter) =>
      letter === 'г' ? 'gh' : word === word.toUpperCase() ? 'GH' : 'gh',
    );
    return mapped(inner, UKRAINIAN, UKRAINIAN_STARTS);
  });
}

export function romanizeBulgarian(text: string): string {
  // -ия at the end is -ia; the name of the country is Bulgaria by custom.
  return byWords(text.normalize('NFC'), (word) => {
    const name = word.replace(/^българия$/i, (found) => cased(found.charAt(0), 'bulgaria', found));
    return mapped(
      name.replace(/(?<=и)я$/i, (letter) => (letter === 'я' ? 'a' : 'A')),
      BULGARIAN,
    );
  });
}

const ACCENT = '\u0301';

export function romanizeGreek(text: string): string {
  // Breathings and iota subscript are not written; every accent is one acute.
  const plain = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Greek}\p{M}{0,3})[\u0313\u0314\u0345]/gu, '')
    .replace(/(?<=\p{Script=Greek}\p{M}{0,3})[\u0300\u0342]/gu, ACCENT);
  // What stands before the first letter belongs to the text before it.
  const first = Math.max(0, plain.search(/\p{Script=Greek}/u));
  const asked = plain.slice(first).replaceAll(';', '?').replaceAll('·', ';');
  return byWords(plain.slice(0, first) + asked, greekWord).normalize('NFC');
}

function greekWord(word: string): string {
  const isCapital = word.length > 1 && word === word.toUpperCase();
  const marked = word
    // αυ, ευ and ηυ sound as v before vowels and voiced consonants, else as f; a diaeresis, or an accent on the first, divides them.
    .replace(
      /([αεη])υ(\u0301?)(?!\u0308)(?=([αεηιουωβγδζλμνρ])?)/gi,
      (_, vowel: string, accent: string, voiced?: string) => {
        const sound = voiced === undefined ? 'f' : 'v';
        return `${vowel}${accent}${isCapital ? sound.toUpperCase() : sound}`;
      },
    )
    .replace(/^μπ/i, (pair) => cased(pair.charAt(0), 'b', ''));
  return marked.replace(/γ[γξχ]|ου(?!\u0308)|\p{Script=Greek}/giu, (source) => {
    const latin = GREEK.get(source.toLowerCase()) ?? '';
    return latin === '' ? source : cased(source.charAt(0), latin, word);
  });
}
