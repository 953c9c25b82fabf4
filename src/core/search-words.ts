/** How texts become the words that a search compares. English, as the declarations are. */

/** Words that say nothing about a tool. */
const EMPTY_WORDS = new Set(
  `a an the this that these to of in into onto from for and or as at by on is are be it its do does can could will
  how what whats which where who why i me my we our you your with want need please online free tool using use via app some any two three few several many all out between when there whether every each then
  so very really just own into he she they them his her their was were been has have had let say says said`.split(
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
  'remove delete strip erase drop off without rid',
  'create make generate build produce',
  'convert transform turn change export rewrite',
  'count number many calculate compute estimate measure length size',
  'format prettify pretty beautify beautifier formatter tidy',
  'enlarge upscale upscaling bigger',
  'compress shrink reduce optimize optimise minify smaller squeeze',
  'sign signature signing',
  'check verify validate validator test valid invalid ok okay',
  'duplicate dedupe deduplicate deduplication dedup dup repeated',
  'similar near fuzzy alike semantic meaning',
  'restore repair fix enhance improve restoration enhancement enhancer',
  'noise denoise grain hiss hum',
  'color colour',
  'encrypt protect password lock encrypted protected',
  'decrypt unlock',
  'hash digest checksum',
  'text string words paragraph',
  'sheet spreadsheet excel xlsx xls workbook',
  'document doc docx word',
  'archive bundle pack',
  'sync synchronise synchronize align alignment timed timing',
  'lyrics transcript',
  'uppercase uppercased capital capitalise capitalize capitalization caps',
  'web website url link site homepage',
  'time timestamp date',
  'presentation powerpoint pptx ppt slide slides deck',
  'chart graph plot',
  'email mail',
  'phone telephone mobile',
  'rotate flip sideways upside',
  'trim shorten shorter',
  'blur pixelate censor',
  'vector svg',
  'icon favicon',
  'watermark logo stamp',
  'scan scanned ocr recognize recognise',
  'speed faster slower slow fast',
  'volume loudness loud louder quiet quieter',
  'speech speak spoken voice aloud',
  'silence pause',
  'compare comparison difference differ different diff',
  'owner owns owned belong',
  'anonymize anonymise mask pseudonymize',
  'location gps geotag',
  'metadata exif',
  'holiday christmas easter',
  'strength strong weak',
  'birth birthday born',
  'matrix matrices',
  'percentage percent',
  'citation cite reference bibliography',
  'loan mortgage',
  'mean average',
  'fake dummy mock',
  'part piece chunk',
  'add insert put',
  'business working workday',
  'summary summarize summarise',
].map((row) => row.split(' '));

/** What a word may mean besides itself and the words of its row: users of English say `cut` for more than one thing. */
const ALSO_MEANS = [
  'cut trim crop',
  'clip trim',
  'turn rotate',
  'take remove',
  'words text',
  'spreadsheet csv table',
  'table csv sheet',
  'csv table',
  'change compare',
  'broken repair',
  'damaged repair',
  'corrupt repair',
  'large compress',
  'big compress',
  'essay text',
  'article text',
].map((row) => row.split(' '));

/** Words that mean something else side by side than each by itself, and one that says it. */
const SAYINGS = new Map([
  ['how many', 'count'],
  ['how long', 'duration'],
  ['how old', 'age'],
  ['how strong', 'strength'],
  ['how far', 'distance'],
  ['how big', 'size'],
  ['how large', 'size'],
  ['get rid', 'remove'],
  ['black out', 'redact'],
  ['out loud', 'aloud'],
  ['what changed', 'compare'],
  ['what time', 'timezone'],
  ['rows where', 'filter'],
  ['percent off', 'discount'],
]);

/** Words between two others that do not part them: `excel file to csv` is `excel to csv`. */
export const isFiller = (word: string): boolean => /^(?:files?|data|back)$/.test(word);

/** What a query names instead of a kind of thing: the value is in no declaration, its kind is. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/\bdata:[\w.+-]+\/[\w.+-]+[;,]\S*/gi, ' base64 file '],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]+(?:\.[\w-]*)?/g, ' jwt '],
  [/\bhttps?:\/\/\S+/g, ' url '],
  [/[\w.+-]+@[\w-]+\.[\w.]+/g, ' email '],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}\b/g, ' cidr subnet '],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, ' ip '],
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, ' uuid '],
  [/\b[\da-f]{2}(?:[:-][\da-f]{2}){5}\b/gi, ' mac address '],
  // MD5, SHA-1, SHA-256 and SHA-512.
  [/\b(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128})\b/gi, ' hash identifier '],
  [/#(?:[\da-f]{6}|[\da-f]{3})(?![\w-])/gi, ' color '],
  // Numbers of cars have no I, O and Q, and a letter among the first and a digit among the last.
  [/\b(?=\d{0,2}[A-Z])[A-HJ-NPR-Z\d]{13}\d{4}\b/g, ' vin '],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g, ' iban '],
  [/-?\d{1,2}\.\d{2,}, ?-?\d{1,3}\.\d{2,}/g, ' coordinates '],
  [/(?<!\S)(?=[\w*/, -]{0,60}\*)(?:[\d*/,-]{1,20} +){4}[\dA-Z*/,-]{1,20}(?!\S)/g, ' cron '],
  [/\b\d{4}-\d\d?-\d\d?(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?\b/g, ' date '],
  [/(?<![\w:])(?:[\da-f]{1,4}:){1,7}(?::[\da-f]{1,4}){0,7}(?![\w:])/gi, ' ipv6 ip '],
  [/(?<!\S)\+\d{1,3}(?:[ ()-]{0,2}\d){6,14}\b/g, ' phone '],
  [/(?<!\S)[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{2,4}(?!\S)/g, ' credit card '],
  // A sum, and nothing else.
  [/^[\s\d.,()]*\d\s*[-+*/^×÷][-+*/^×÷\s\d.,()]*$/g, ' calculator '],
  [/\b(?:under|below|to|than) \d+(?:\.\d+)? ?[km]i?b\b/gi, ' compress '],
  [/\d ?%/g, ' percent '],
  [/\bsha[ -](?=\d)/gi, 'sha'],
  // Seconds or milliseconds since 1970, of the years 2001 to 2033.
  [/\b1\d{9}(?:\d{3})?\b/g, ' timestamp '],
];
/** What people measure in. Names of units that are other words too (foot, yard, second) stand for themselves. */
const UNITS =
  `inch inches feet yards miles millimet(?:er|re)s? centimet(?:er|re)s? kilomet(?:er|re)s? meters metres ounces pounds kilos grams kilograms
  stones tonnes cups teaspoons tablespoons pints gallons lit(?:er|re)s millilit(?:er|re)s celsius fahrenheit kelvin mph acres hectares joules calories
  horsepower`.split(/\s+/);
/** The same, but where a tool is called so: `jwt.io`, `rfc 1918`. */
const OTHER_VALUES: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.-])(?:[\w-]{1,63}\.){1,5}(?:com|org|net|edu|gov|io|dev|app|info)(?![\w.-])/gi, ' domain '],
  [/(?<![\w.])\d+(?:[.,]\d+)*(?![\w.])/g, ' '],
  [new RegExp(`\\b(?:${UNITS.join('|')})\\b`, 'gi'), ' unit '],
];

const HALF_DAY_TIME = /(?<![\w.])\d{1,2}(?::[0-5]\d)? ?[ap]\.?m\b\.?/gi;
const TIMED = /\b(?:time|clock|oclock)\b|(?<![\w.:])\d{1,2}:[0-5]\d(?![\w:])/i;
/** Names of zones that are other words too. */
const NO_CITIES = /^(?:center|christmas|easter|midway|oral|resolute|reunion|troll|wake)$/i;
/** The cities that zones are named after, and usual abbreviations of zones: with a time beside them, what is asked is the time there. */
const ZONED = new RegExp(
  `\\b(?:${[
    ...Intl.supportedValuesOf('timeZone')
      .map((zone) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '))
      .filter((city) => !NO_CITIES.test(city)),
    ...['gmt', 'utc', 'est', 'edt', 'cst', 'cdt', 'mst', 'mdt', 'pst', 'pdt', 'cet', 'cest', 'bst', 'ist', 'jst'],
  ].join('|')})\\b`,
  'gi',
);

/** A query with cities as the zones that they stand for, where it is about the time. */
function zonesOf(query: string): string {
  const text = query.replace(HALF_DAY_TIME, ' time ');
  return TIMED.test(text) ? text.replace(ZONED, ' timezone ') : text;
}

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
    return singled(word.slice(0, -ending.length));
  }
  return singled(word);
}

/** `spell` and `spelling`, `split` and `splitting`: of two like letters at the end one is left. */
const singled = (stem: string): string =>
  stem.length > LONG_ENOUGH && stem.at(-1) === stem.at(-2) && !stem.endsWith('ss') ? stem.slice(0, -1) : stem;

const CONCEPTS = new Map(
  SAME_WORDS.flatMap((row) => row.map((word) => [wordStem(word), wordStem(row[0] ?? word)] as const)),
);

/** The words of a text, a saying as one. */
export function saidWords(text: string): string[] {
  const words = searchWords(text);
  const said: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const saying = SAYINGS.get(`${words[i]} ${words[i + 1]}`);
    if (saying !== undefined) i += 1;
    said.push(saying ?? words[i] ?? '');
  }
  return said;
}

/** Five letters or more that are a Roman numeral; shorter ones are other words too, as `mix` is. */
const ROMAN = /\b(?=[mdclxvi]{5,}\b)m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})(?!\w)/gi;
const SMALL_NUMBERS = /\b(?:four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi;
/** `csv from json` asks for what `json to csv` does. */
const FROM = /^\s*(\w+) (?:out )?(?:of|from) (?:an? )?(\w+)\s*$/i;

/** The words of a query, values as their kinds. Where nothing is left, they stand as they are: `2048`. */
export function askedWords(query: string, isName: (word: string) => boolean): readonly string[] {
  let text = zonesOf(query).replace(FROM, '$2 to $1').replace(ROMAN, ' roman numeral ').replace(SMALL_NUMBERS, ' ');
  for (const [value, kind] of VALUES) text = text.replace(value, kind);
  for (const [value, kind] of OTHER_VALUES) {
    text = text.replace(value, (found) => (searchWords(found).slice(0, 1).some(isName) ? found : kind));
  }
  const said = saidWords(text);
  return said.length === 0 ? searchWords(query) : said;
}

const ALSO = new Map(ALSO_MEANS.map(([word = '', ...others]) => [wordStem(word), others.map(wordStem)] as const));

/** Stems of what a stem may mean besides. */
export const alsoMeant = (stem: string): readonly string[] => ALSO.get(stem) ?? [];

/** The stem that stands for a stem and all that mean the same. */
export const conceptOf = (stem: string): string => CONCEPTS.get(stem) ?? stem;

/** Words that stand side by side, or would but for one that says little. */
export function neighboursOf(asked: readonly string[]): (readonly [string, string])[] {
  return asked.flatMap((word, i) => {
    const next = asked[i + 1];
    const [filler, after] = [next !== undefined && isFiller(next), asked[i + 2]];
    return [
      ...(next === undefined ? [] : [[word, next] as const]),
      ...(filler && after !== undefined ? [[word, after] as const] : []),
    ];
  });
}

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
