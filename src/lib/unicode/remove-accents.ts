/** Letters of their own in languages that write them, though Unicode divides them: й, ї and ў are not и, і and у. */
const OWN_LETTERS = new Set('йЙїЇўЎ');

const EUROPEAN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
/** A letter that may have an accent, with the marks behind it; ASCII is looked at only where a mark follows. */
const LETTERS = /(?:[^\u0000-\u007f\p{M}]|[\u0000-\u007f](?=\p{M}))\p{M}*/gu;

export interface AccentRules {
  /** `european`: accents of Latin, Greek and Cyrillic letters; `all`: nonspacing marks of every script. */
  readonly scripts: 'european' | 'all';
  /** Letters, in NFC, that stay as they are. */
  readonly keep: ReadonlySet<string>;
  /** What a letter without accents becomes. */
  readonly fold: (letter: string) => string;
}

/** A text without accents; what has none stays as it is, its form too. Linear. */
export function removeAccents(text: string, { scripts, keep, fold }: AccentRules): string {
  const known = new Map<string, string>();
  return text.replace(LETTERS, (letter) => {
    const before = known.get(letter);
    if (before !== undefined) return before;
    const plain = plainOf(letter, scripts, keep);
    const written = keep.has(letter.normalize('NFC')) ? plain : fold(plain);
    // Zalgo text has no end of different letters.
    if (known.size < 10_000) known.set(letter, written);
    return written;
  });
}

function plainOf(letter: string, scripts: AccentRules['scripts'], keep: ReadonlySet<string>): string {
  const composed = letter.normalize('NFC');
  if (keep.has(composed)) return letter;
  const decomposed = letter.normalize('NFD');
  if (scripts === 'european') {
    if (!EUROPEAN.test(decomposed)) return letter;
    if (OWN_LETTERS.has(composed)) return letter;
  }
  const bare = decomposed.replace(/\p{Mn}/gu, '');
  return bare === decomposed || bare === '' ? letter : bare.normalize('NFC');
}
