import { soundsOf } from './letter-to-sound.js';

/** Names of the letters, said one by one. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'EY',
  b: 'B IY',
  c: 'S IY',
  d: 'D IY',
  e: 'IY',
  f: 'EH F',
  g: 'JH IY',
  h: 'EY CH',
  i: 'AY',
  j: 'JH EY',
  k: 'K EY',
  l: 'EH L',
  m: 'EH M',
  n: 'EH N',
  o: 'OW',
  p: 'P IY',
  q: 'K Y UW',
  r: 'AA R',
  s: 'EH S',
  t: 'T IY',
  u: 'Y UW',
  v: 'V IY',
  w: 'D AH B AH L Y UW',
  x: 'EH K S',
  y: 'W AY',
  z: 'Z IY',
};

/** Most pronunciations of one word that are tried. */
const MOST = 6;

/** A pronouncing dictionary: words in lower case and their phones (ARPAbet, no stress), with fallbacks for unknown words. */
export class Pronunciations {
  readonly #entries: ReadonlyMap<string, readonly string[]>;

  /** Reads the text of a CMU dictionary: a word and its phones a line, `(2)` behind a word for another pronunciation, `;;` for a comment. */
  constructor(dictionary: string) {
    const entries = new Map<string, string[]>();
    for (const line of dictionary.split('\n')) {
      const blank = line.search(/\s/);
      if (blank < 1 || line.startsWith(';;')) continue;
      const word = line
        .slice(0, blank)
        .replace(/\(\d+\)$/, '')
        .toLowerCase();
      const phones = line.slice(blank).trim();
      const known = entries.get(word);
      if (known === undefined) entries.set(word, [phones]);
      else known.push(phones);
    }
    this.#entries = entries;
  }

  /** How a reading of several words may be said as one run of phones. */
  of(reading: readonly string[]): string[][] {
    let runs: string[][] = [[]];
    for (const word of reading) {
      const said = this.#word(word);
      if (said.length === 0) continue;
      // The combinations of many words are too many: then each is said its first way.
      const tried = runs.length * said.length <= MOST ? said : said.slice(0, 1);
      runs = runs.flatMap((run) => tried.map((phones) => [...run, ...phones.split(' ')]));
    }
    return runs.filter((run) => run.length > 0);
  }

  #word(word: string): readonly string[] {
    const letter = /^([a-z])\.(s?)$/.exec(word);
    if (letter !== null) return [`${LETTERS[letter[1] ?? ''] ?? ''}${letter[2] === 's' ? ' Z' : ''}`];
    const known = this.#known(word);
    if (known !== undefined) return known;
    const guess = soundsOf(word).join(' ');
    return guess === '' ? [] : [guess];
  }

  #known(word: string): readonly string[] | undefined {
    const entry = this.#entries.get(word);
    if (entry !== undefined) return entry;
    // lovin' is loving without its g.
    const cut = word.endsWith("in'") ? this.#entries.get(`${word.slice(0, -1)}g`) : undefined;
    if (cut !== undefined) return cut.map((phones) => phones.replace(/IH NG$/, 'IH N'));
    const bare = word.replace(/^'+|'+$/g, '');
    const stripped = this.#entries.get(bare);
    if (stripped !== undefined) return stripped;
    const owner = /^(.+?)(?:'s|s'|s)$/.exec(word)?.[1];
    const owned = owner === undefined ? undefined : this.#entries.get(owner);
    if (owned !== undefined)
      return owned.map(
        (phones) =>
          `${phones} ${/(?:S|Z|SH|ZH|CH|JH)$/.test(phones) ? 'IH Z' : /[PTKF]$|TH$/.test(phones) ? 'S' : 'Z'}`,
      );
    // Sooooo, noooo: letters drawn out.
    const short = ['$1', '$1$1'].map((run) => word.replace(/(.)\1{2,}/g, run)).filter((form) => form !== word);
    const drawn = short.flatMap((form) => this.#entries.get(form) ?? []);
    if (drawn.length > 0) return drawn;
    return this.#compound(bare.replaceAll("'", ''));
  }

  /** Two known words written as one, each of three letters at least. */
  #compound(word: string): readonly string[] | undefined {
    for (let cut = Math.min(word.length - 3, 20); cut >= 3; cut--) {
      const head = this.#entries.get(word.slice(0, cut))?.[0];
      const tail = this.#entries.get(word.slice(cut))?.[0];
      if (head !== undefined && tail !== undefined) return [`${head} ${tail}`];
    }
    return undefined;
  }
}
