/** How texts become the words that a search compares. English, as the declarations are. */

/** Words that say nothing about a tool. */
const EMPTY_WORDS = new Set(
  `a an the this that these to of in into onto from for and or as at by on is are be it its do does can could will
  how what which where who i me my we our you your with want need please online free tool using use via app some any two three few several many`.split(
    /\s+/,
  ),
);

/**
 * Words that users take for one another, whatever the tool. The first of a row stands for all.
 * What only one tool is called belongs into the aliases of its declaration.
 */
const SAME_WORDS = [
  'jpg jpeg jfif jpe',
  'tif tiff',
  'image picture photo photograph pic img',
  'audio sound song music recording',
  'video movie clip film',
  'subtitle caption',
  'iphone ios apple',
  'merge join combine concatenate concat unite append stitch bind glue together',
  'split divide cut separate seperate burst break',
  'extract pull get take save',
  'remove delete strip erase drop',
  'create make generate build new produce',
  'convert transform turn change export rewrite',
  'count number many calculate compute estimate measure length size',
  'format prettify pretty beautify beautifier formatter',
  'enlarge upscale upscaling bigger',
  'compress shrink reduce optimize optimise minify smaller',
  'sign signature signing',
  'check verify validate validator test',
  'duplicate dedupe deduplicate deduplication dedup dup repeated',
  'similar near fuzzy alike semantic meaning',
  'restore repair fix enhance improve restoration enhancement enhancer',
  'noise denoise grain',
  'color colour',
  'encrypt protect password lock encrypted protected',
  'decrypt unlock',
  'hash digest checksum',
  'text string words paragraph',
  'sheet spreadsheet excel xlsx xls csv table',
  'document doc docx word',
  'archive bundle pack',
  'sync synchronise synchronize align alignment timed timing',
  'lyrics transcript',
  'uppercase uppercased capital capitalise capitalize capitalization caps',
  'web website url link',
  'time timestamp date',
].map((row) => row.split(' '));

/** The words of a text in their order: lower case, without accents, `camelCase` and `a_b` taken apart. */
export function searchWords(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll}\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Whether a word says nothing about a tool; single letters are no words where words are run together. */
export const isEmptyWord = (word: string): boolean => word.length > 1 && EMPTY_WORDS.has(word);

/** The words that tell something; all of them where none does. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return telling.length === 0 ? words : telling;
}

const LONG_ENOUGH = 4;
const ENDINGS = [
  'ations',
  'ation',
  'ions',
  'ion',
  'ings',
  'ing',
  'ers',
  'er',
  'ors',
  'or',
  'ies',
  'ed',
  'es',
  's',
  'e',
  'y',
];

/**
 * What is left of a word without its ending, the same for `merge`, `merges`, `merging`, `merged`, `merger`.
 * Rougher than Porter's: it need not be a word, only the same for forms of one.
 */
export function wordStem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word.length > 2 && /[a-z]s$/.test(word) ? word.slice(0, -1) : word;
  if (word.endsWith('ss')) return word;
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < LONG_ENOUGH - 1) continue;
    const stem = word.slice(0, -ending.length);
    return stem.length > LONG_ENOUGH && stem.at(-1) === stem.at(-2) && !stem.endsWith('ss') ? stem.slice(0, -1) : stem;
  }
  return word;
}

const CONCEPTS = new Map(
  SAME_WORDS.flatMap((row) => row.map((word) => [wordStem(word), wordStem(row[0] ?? word)] as const)),
);

/** The stem that stands for a stem and all that mean the same. */
export const conceptOf = (stem: string): string => CONCEPTS.get(stem) ?? stem;

/** Whether two words differ by one letter at most: another, one more, one less, or two neighbours exchanged. */
export function isOneOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end += 1;
  const [left, leftLong] = [short.length - start - end, long.length - start - end];
  if (leftLong <= 1) return true;
  return left === 2 && leftLong === 2 && short[start] === long[start + 1] && short[start + 1] === long[start];
}
