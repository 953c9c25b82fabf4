/** What a price has in it: no tax (net), or its tax (gross). */
export type PriceBasis = 'net' | 'gross';

/** As people write them beside a price in English, German, French, Italian, Spanish and Dutch. */
const GROSS = /^(?:incl?|including|inclusive|inkl|inklusive|gross|brutto|ttc|lordo|bruto|with)$/i;
const NET = /^(?:ex(?:cl?)?|excluding|exclusive|exkl|exklusive|plus|net|netto|ht|zzgl|neto|before|without|\+|@)$/i;
/** Names of the tax, and what stands between: they say nothing of the price. */
const TAX = /^(?:vat|gst|hst|tax|sales|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva|btw|moms|of|de|von|der|the)$/i;

const bare = (word: string): string => word.replace(/^\(/, '').replace(/[).,:]{1,3}$/, '');

/** What a word says of the price beside it. */
export function basisOf(word: string): PriceBasis | undefined {
  const text = bare(word);
  if (GROSS.test(text)) return 'gross';
  return NET.test(text) ? 'net' : undefined;
}

/** What the words behind a price say of it, and those that say something else. */
export function withoutBasis(words: readonly string[]): {
  readonly basis: PriceBasis | undefined;
  readonly others: readonly string[];
} {
  const told = words.map(basisOf);
  const others = words
    .filter((word, i) => told[i] === undefined && !TAX.test(bare(word)))
    .map((word) => (/%[).,:]{0,3}$/.test(word) || word.startsWith('(') ? bare(word) : word));
  return { basis: told.find((basis) => basis !== undefined), others };
}
