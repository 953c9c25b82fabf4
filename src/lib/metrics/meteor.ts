/** METEOR as Banerjee and Lavie describe it (2005), without the synonyms of WordNet: words that are equal, then words of one stem. */

/** Where a word of one text is in the other; -1 for nowhere. */
type Alignment = Int32Array;

/**
 * Aligns the words that have no partner yet by what `keyOf` makes of them. Words of one key keep their order; where one text has more of them,
 * those are taken that are nearest in place.
 */
function alignBy(
  keyOf: (word: string) => string,
  ours: readonly string[],
  theirs: readonly string[],
  alignment: Alignment,
  taken: Uint8Array,
): void {
  const places = new Map<string, { ours: number[]; theirs: number[] }>();
  for (const [place, word] of theirs.entries()) {
    if (taken[place] === 1) continue;
    const key = keyOf(word);
    const known = places.get(key) ?? { ours: [], theirs: [] };
    known.theirs.push(place);
    places.set(key, known);
  }
  for (const [place, word] of ours.entries()) if (alignment[place] === -1) places.get(keyOf(word))?.ours.push(place);
  for (const { ours: from, theirs: to } of places.values()) {
    const isFewer = from.length <= to.length;
    for (const [few, many] of nearest(isFewer ? from : to, isFewer ? to : from)) {
      const [place, partner] = isFewer ? [few, many] : [many, few];
      alignment[place] = partner;
      taken[partner] = 1;
    }
  }
}

/** Each of the fewer places with one of the others, in order. */
function* nearest(few: readonly number[], many: readonly number[]): Generator<readonly [few: number, many: number]> {
  let next = 0;
  for (const [index, place] of few.entries()) {
    const last = many.length - (few.length - index);
    const distance = (at: number): number => Math.abs((many[at] ?? 0) - place);
    while (next < last && distance(next + 1) < distance(next)) next += 1;
    yield [place, many[next] ?? 0];
    next += 1;
  }
}

/** The score against one reference, 0 to 1. */
function scoreOf(ours: readonly string[], theirs: readonly string[], stem: (word: string) => string): number {
  const alignment = new Int32Array(ours.length).fill(-1);
  const taken = new Uint8Array(theirs.length);
  alignBy((word) => word, ours, theirs, alignment, taken);
  alignBy(stem, ours, theirs, alignment, taken);
  let matches = 0;
  let chunks = 0;
  for (const [place, partner] of alignment.entries()) {
    if (partner === -1) continue;
    matches += 1;
    const isNext = place > 0 && alignment[place - 1] !== -1 && partner === (alignment[place - 1] ?? 0) + 1;
    if (!isNext) chunks += 1;
  }
  if (matches === 0) return 0;
  const [precision, recall] = [matches / ours.length, matches / theirs.length];
  const mean = (10 * precision * recall) / (recall + 9 * precision);
  return mean * (1 - 0.5 * (chunks / matches) ** 3);
}

/** The best score among the references. Words are in lowercase; `stem` gives the stem of one. */
export const meteor = (
  ours: readonly string[],
  references: readonly (readonly string[])[],
  stem: (word: string) => string,
): number => references.reduce((best, theirs) => Math.max(best, scoreOf(ours, theirs, stem)), 0);
