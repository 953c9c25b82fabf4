import { type DictionaryName, MAX_WORD, type Speller } from '../engines/text/spelling.js';
import { blankAddresses, spelledWords } from '../lib/text/spelling-words.js';
import { positionCounter } from '../lib/text/text-position.js';
import { countCodePoints } from '../lib/unicode/code-points.js';

/** Most places that are told of each word. */
export const MAX_PLACES = 10;

/** A word that the dictionary does not know. */
interface Misspelling {
  readonly word: string;
  /** How often it comes. */
  count: number;
  readonly places: { readonly line: number; readonly column: number }[];
}

interface Findings {
  /** Words that were looked up. */
  words: number;
  /** Words that no dictionary could judge. */
  skipped: number;
  readonly misspellings: Map<string, Misspelling>;
}

/** Digits, letters of another script, more letters than a dictionary word has: nothing a dictionary could judge. */
const isNoWord = (word: string, script: Speller['script']): boolean =>
  /\p{N}/u.test(word) || FOREIGN[script].test(word) || countCodePoints(word) > MAX_WORD;

const FOREIGN = {
  Latin: /[^\p{Script=Latin}\p{M}'\u2019.\u00b7:]/u,
  Cyrillic: /[^\p{Script=Cyrillic}\p{M}'\u2019.]/u,
} as const;

const isCapitals = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

interface Judgement {
  readonly speller: Speller;
  readonly ignored: ReadonlySet<string>;
  /** Words of capitals only are looked up too. */
  readonly capitals: boolean;
}

/** As dictionaries write it; the mark of stress, which Russian has over vowels for learners and to tell words apart, is none of a letter. */
export const plainWord = (word: string, { script }: Speller): string => {
  const plain = word.replaceAll('\u2019', "'").normalize('NFC');
  return script === 'Cyrillic' ? plain.replace(/[\u0300\u0301]/g, '') : plain;
};

/** Whether a word is right by a dictionary, or one of the ignored (in lowercase); it is asked once for each different word. */
export function makeJudge({ speller, ignored, capitals }: Judgement): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const answer = known.get(word);
    if (answer !== undefined) return answer;
    const plain = plainWord(word, speller);
    const isRight =
      ignored.has(plain.toLowerCase()) ||
      (!capitals && isCapitals(plain)) ||
      speller.isCorrect(plain) ||
      isBorrowed(plain, speller);
    known.set(word, isRight);
    return isRight;
  };
}

/**
 * Words that English spells with the accents of other languages, which its dictionaries have without (café) or not at all (née).
 * Longer forms of them (naïvely, clichéd, cafés) are right where the dictionary has them without accents.
 */
const BORROWED = new Set(
  (
    'à vu adiós aïoli aperçu apéritif attaché béarnaise béchamel blasé bourrée brûlée café cañon château châteaux chèvre cliché communiqué ' +
    'confrère consommé continuité coöperate coördinate coup crèche crème crêpe critique croûton crudités débâcle débutante découpage décolleté ' +
    'décor déclassé déjà démarche dénouement détente doña doppelgänger éclair éclat élan élite émigré entrée entrepôt étude ' +
    'exposé façade fête fiancé fiancée flambé föhn forêt frappé führer garçon gâteau gâteaux glacé gruyère habitué ingénue jalapeño ' +
    'lamé lycée macramé maître mañana manqué matinée mêlée ménage métier moiré naïf naïve naïveté née né noël outré paño papier-mâché ' +
    'mâché pâté piña piñata piqué pièce précis première protégé protégée purée raison retroussé résumé risqué ricercaré rôle rosé roué ruche ' +
    'sauté sautéed sautéing séance señor señora señorita smörgåsbord smørrebrød soirée soufflé soupçon tête touché über vicuña voilà vis-à-vis ' +
    'zoë chloë brontë beyoncé pokémon el niño niña renée andré josé zoé bébé château-neuf façonné passé état vu être très près après'
  ).split(' '),
);
const ACCENT = /\p{M}/gu;

function isBorrowed(word: string, speller: Speller): boolean {
  const lower = word.toLowerCase().replace(/'s$/, '');
  if (BORROWED.has(lower)) return speller.isEnglish;
  if (!/[^\u0000-\u007f]/.test(word)) return false;
  const root = [...BORROWED].find((borrowed) => borrowed.length > 3 && lower.startsWith(borrowed));
  return root !== undefined && speller.isEnglish && speller.isCorrect(lower.normalize('NFD').replace(ACCENT, ''));
}

/** `e.g` and the like, which the division into words leaves whole. */
const hasRightParts = (word: string, isRight: (word: string) => boolean): boolean =>
  word.includes('.') && word.split('.').every((part) => part === '' || isRight(part));

/** The words of a text that are not right, each once, with the first of their places. Addresses are passed over. */
export function findMisspellings(
  text: string,
  { language, script }: { readonly language: DictionaryName; readonly script: Speller['script'] },
  isRight: (word: string) => boolean,
): Findings {
  const found: Findings = { words: 0, skipped: 0, misspellings: new Map() };
  const placeOf = positionCounter(text);
  const content = blankAddresses(text);
  let rightUntil = 0;
  for (const { word, start, hasStop, compoundEnd } of spelledWords(content, language)) {
    if (isNoWord(word, script)) {
      found.skipped++;
      continue;
    }
    found.words++;
    const compound = content.slice(start, compoundEnd);
    if (compound !== word && compound.length <= MAX_WORD && isRight(compound)) rightUntil = compoundEnd;
    if (start < rightUntil || isRight(word) || (hasStop && isRight(`${word}.`)) || hasRightParts(word, isRight))
      continue;
    const misspelling = found.misspellings.get(word) ?? { word, count: 0, places: [] };
    misspelling.count++;
    if (misspelling.places.length < MAX_PLACES) misspelling.places.push(placeOf(start));
    found.misspellings.set(word, misspelling);
  }
  return found;
}
