/** Letters whose romanisation depends on the language, or on the letters around them. All others are the transliterator's. */

const pairs = (written: string): ReadonlyMap<string, string> => {
  const table = new Map<string, string>();
  for (const pair of written.split(' ')) {
    const [letter = '', latin = ''] = pair.split(':');
    table.set(letter, latin);
    const capital = letter.toUpperCase();
    if (capital !== letter && [...capital].length === 1)
      table.set(capital, latin.charAt(0).toUpperCase() + latin.slice(1));
  }
  return table;
};

const GERMAN = pairs('ä:ae ö:oe ü:ue');
const NORDIC = pairs('æ:ae ø:oe å:aa');

/** By the primary language subtag. */
const LANGUAGES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['de', GERMAN],
  ['da', NORDIC],
  ['nb', NORDIC],
  ['nn', NORDIC],
  ['no', NORDIC],
  // Streamlined System, Bulgaria's law of transliteration, 2009.
  ['bg', pairs('щ:sht ъ:a ь:y й:y ц:ts х:h ю:yu я:ya')],
  // Cabinet of Ministers of Ukraine, resolution 55, 2010; the initial forms are in `romanizeUkrainian`.
  ['uk', pairs("г:h ґ:g є:ie и:y і:i ї:i й:i х:kh ц:ts ч:ch ш:sh щ:shch ю:iu я:ia ь: ':")],
  // Gaj's Latin alphabet without its marks.
  ['sr', pairs('ж:z ц:c ч:c ш:s х:h ј:j љ:lj њ:nj џ:dz ћ:c ђ:dj')],
  ['mk', pairs('ж:zh ц:c ч:ch ш:sh х:h ј:j љ:lj њ:nj џ:dj ќ:kj ѓ:gj ѕ:dz')],
]);

const AND: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      en: 'and',
      de: 'und',
      nl: 'en',
      fr: 'et',
      es: 'y',
      it: 'e',
      pt: 'e',
      ca: 'i',
      ro: 'si',
      pl: 'i',
      cs: 'a',
      sk: 'a',
    },
    ...{
      sv: 'och',
      da: 'og',
      nb: 'og',
      nn: 'og',
      no: 'og',
      fi: 'ja',
      et: 'ja',
      lv: 'un',
      lt: 'ir',
      hu: 'es',
      tr: 've',
    },
    ...{ ru: 'i', uk: 'i', bg: 'i', sr: 'i', mk: 'i', hr: 'i', sl: 'in', el: 'kai', vi: 'va', id: 'dan' },
  }),
);

/** The word for `&` in a language; that of English where it is not known. */
export const andIn = (locale: string): string => AND.get(languageOf(locale)) ?? 'and';

const languageOf = (locale: string): string => locale.split('-', 1)[0] ?? '';

/** Replaces what is special to a language. The text must be in NFC. */
export function romanize(text: string, locale: string): string {
  const language = languageOf(locale);
  const initial = language === 'uk' ? romanizeUkrainianStarts(text) : text;
  const table = LANGUAGES.get(language);
  const special =
    table === undefined ? initial : initial.replace(/[^\u0000-\u007f]/gu, (letter) => table.get(letter) ?? letter);
  return /\p{Script=Greek}/u.test(special) ? romanizeGreek(special) : special;
}

const UKRAINIAN_STARTS = pairs('є:ye ї:yi й:y ю:yu я:ya');

function romanizeUkrainianStarts(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{M}'’])[єїйюя]/giu, (letter) => UKRAINIAN_STARTS.get(letter) ?? letter)
    .replace(/зг/g, 'zgh')
    .replace(/З[гГ]/g, 'Zgh')
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '');
}

/** ELOT 743 (ISO 843): pairs of letters have a sound of their own. */
function romanizeGreek(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Greek}\u0308?)[\u0300\u0301\u0313\u0314\u0342\u0345]/gu, '');
  return bare
    .normalize('NFC')
    .replace(/ου/gi, (pair) => cased(pair, 'ou'))
    .replace(/([αεη])υ(?=[βγδζλμνραεηιουω])/gi, (_, vowel: string) => `${vowel}v`)
    .replace(/([αεη])υ/gi, (_, vowel: string) => `${vowel}f`)
    .replace(/γγ/gi, (pair) => cased(pair, 'ng'))
    .replace(/γξ/gi, (pair) => cased(pair, 'nx'))
    .replace(/γχ/gi, (pair) => cased(pair, 'nch'))
    .replace(/(?<!\p{L})μπ/giu, (pair) => cased(pair, 'b'))
    .replace(/[χΧ]/g, (letter) => (letter === 'χ' ? 'ch' : 'Ch'))
    .replace(/[υΥϋΫ]/g, (letter) => (letter === 'υ' || letter === 'ϋ' ? 'y' : 'Y'));
}

const cased = (pair: string, latin: string): string =>
  pair.charAt(0) === pair.charAt(0).toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
