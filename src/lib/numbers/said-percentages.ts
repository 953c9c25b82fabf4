/** What a sentence asks of two numbers, as they are written. */
export interface SaidPercentage {
  readonly action: string;
  readonly a: string;
  readonly b: string;
}

const NUMBER = "([-+−]?\\p{Sc}? ?[\\p{Nd}\\p{No}.,'’_/]{1,60}(?: ?\\p{Sc})?)";
/** Not a third of something. */
const WHOLE = NUMBER.replace('/', '');
const SIGN = '(?:%|percent|per cent|pct)';
const PERCENT = `${NUMBER} ?${SIGN}`;
const SHARE = `(?:(?:what|which|how many|as|a|the|in) )*(?:percentage|percent|per cent|${SIGN})`;

/** Sentences, each with what it asks; `ba` where the second number comes first. */
const SENTENCES: readonly (readonly [pattern: string, action: string, order?: 'ba'])[] = [
  [`${PERCENT} of ${NUMBER}`, 'of'],
  [`${PERCENT} of (?:what|which)(?: number)? is ${NUMBER}`, 'whole-from-part', 'ba'],
  [`${NUMBER} is ${PERCENT} of (?:what|which)(?: number)?`, 'whole-from-part'],
  [`${SHARE} of ${NUMBER} is ${NUMBER}`, 'is-what', 'ba'],
  [`${SHARE} is ${NUMBER} of ${NUMBER}`, 'is-what'],
  [`${NUMBER} (?:is |as )?${SHARE} of ${NUMBER}`, 'is-what'],
  [`${WHOLE} (?:out of|of) ${NUMBER}(?: ${SHARE})?`, 'is-what'],
  [`([\\p{Nd}.,]{1,60}) ?/ ?([\\p{Nd}.,]{1,60}) ${SHARE}`, 'is-what'],
  [`(?:the )?(?:${SHARE} )?difference (?:between|of) ${PERCENT} and ${PERCENT}`, 'points'],
  [`(?:the )?(?:${SHARE} )?difference (?:between|of) ${NUMBER} and ${NUMBER}`, 'difference'],
  [`(?:change |increase |decrease |drop |rise )?(?:from )?${PERCENT} (?:to|->|→) ${PERCENT}`, 'points'],
  [
    `(?:(?:the |a )?(?:${SHARE} )?(?:change|increase|decrease|growth|drop|rise) )?(?:from )?${NUMBER} (?:to|->|→) ${NUMBER}`,
    'change',
  ],
  [`${NUMBER} ?(?:\\+|plus|increased by|raised by|up by|up) ?${PERCENT}`, 'increase'],
  [`(?:increase|raise) ${NUMBER} by ${PERCENT}`, 'increase'],
  [`(?:add )?${PERCENT} (?:more than|on top of|added to|to) ${NUMBER}`, 'increase', 'ba'],
  [`${NUMBER} (?:-|−|minus|less|decreased by|reduced by|down by|down) ?${PERCENT}`, 'decrease'],
  [`(?:decrease|reduce|lower|cut) ${NUMBER} by ${PERCENT}`, 'decrease'],
  [`(?:take )?${PERCENT} (?:off|less than|discount on|from) (?:of )?${NUMBER}`, 'decrease', 'ba'],
  [`${NUMBER} with ${PERCENT} off`, 'decrease'],
];
const PATTERNS = SENTENCES.map(([pattern, action, order]) => ({
  pattern: new RegExp(`^${pattern}$`, 'iu'),
  action,
  order,
}));

const QUESTION = /^(?:(?:what['’]s|calculate|compute|find|how much is|what is)\b ?){0,3}/i;
const MAX_CHARACTERS = 300;

const bare = (number: string): string => number.replace(/\p{Sc}/gu, '').trim();

/**
 * Reads `15% of 80`, `20 is what percent of 80`, `20 out of 80`, `from 80 to 100`, `80 + 15%`, `15% off 80`, `12 is 15% of what`.
 * `undefined` for anything else.
 */
export function readSaidPercentage(written: string): SaidPercentage | undefined {
  if (written.length > MAX_CHARACTERS) return undefined;
  const text = written
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?[?.!=]$/, '');
  const asked = [text, text.replace(QUESTION, '')];
  for (const { pattern, action, order } of PATTERNS) {
    for (const one of asked) {
      const [, first, second] = pattern.exec(one) ?? [];
      if (first === undefined || second === undefined) continue;
      const [a, b] = order === 'ba' ? [second, first] : [first, second];
      return { action, a: bare(a), b: bare(b) };
    }
  }
  return undefined;
}
