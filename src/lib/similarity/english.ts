const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

// The commonest words of English that no other language below writes in the same way.
const ENGLISH = set(
  `the of and to with are this that you it not from by at has have had will be been my your his her its our their
  they she who what when where why how which or but if than then there these those would could should can cannot
  does did about after before into over under between because while just very i'm i've don't doesn't didn't isn't can't
  won't it's that's please my is an out up off get got new more some any all`.replaceAll(/\s+/g, ' '),
);

// Function words of other languages in Latin letters, without the ones that are English words too.
const FOREIGN = set(
  `der das und ist nicht ich ein eine einen einem einer zu mit auf von für wie kann mein meine wird wurde sie wir ihr auch
  sich den dem des im zur zum aber oder sehr doch bei nach kein keine habe sind
  le les une et est je ne pas que qui dans sous sur avec mon ma mes votre vos notre nous vous il elle au aux du ce cette
  sont très mais ou où être été suis
  el la los las una es en por para con su sus mi mis lo que se del muy pero como más está fue nuestro
  di che sono della del gli non è una mio mia più ho nostro vostro
  os um uma não da em na com seu sua meu minha muito foi ao são você
  het een ik niet en op te dat zijn voor mijn maar ook wordt naar uw
  jest nie się na jak moje został bardzo dla
  och att det är jag inte på en som för av har ett
  og er ikke jeg på til det
  bir ve bu için çok ne mi değil olarak ben
  không tôi là của và có được cho một này với`.replaceAll(/\s+/g, ' '),
);

/**
 * How far a folded text reads as English, 0 to 1, from its commonest words, its letters, and the share of its letters in
 * words that `isKnown` (the vocabulary has them whole). USE-lite gives unrelated German, French or Polish sentences cosines
 * of 0.65 to 0.88 and every Chinese pair 1, so its word on them is worth nothing.
 */
export function englishShare(text: string, isKnown: (word: string) => boolean): number {
  const words = text.match(/\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?/gu) ?? [];
  const letters = countLetters(text, /\p{L}/gu);
  // A text that is mostly digits, signs or pictures is not a sentence.
  if (letters === 0 || letters < 0.4 * [...text.replaceAll(' ', '')].length) return 0;
  if (countLetters(text, /\p{Script=Latin}/gu) < 0.7 * letters) return 0;
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const foreign = words.filter((word) => FOREIGN.has(word) && !ENGLISH.has(word)).length;
  // One foreign word in a longer text is a name: Los Angeles, De Gaulle.
  if (foreign > english && (foreign > 1 || words.length <= 6)) return 0;
  const known = words.filter(isKnown).reduce((sum, word) => sum + [...word].length, 0);
  const share = Math.min(1, Math.max(0, (known / letters - 0.1) / 0.2));
  return english > foreign ? Math.max(share, 0.8) : share;
}

const countLetters = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
