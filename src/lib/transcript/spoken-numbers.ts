const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion'];
const ORDINALS = new Map(
  Object.entries({
    one: 'first',
    two: 'second',
    three: 'third',
    five: 'fifth',
    eight: 'eighth',
    nine: 'ninth',
    twelve: 'twelfth',
  }),
);

/** Longest number that is read as one; longer ones are read digit by digit. */
const MAX_DIGITS = 15;

/** A whole number as it is read, American style: `1205` is `one thousand two hundred five`. */
export function cardinal(digits: string): string[] {
  if (digits.length > MAX_DIGITS) return digitByDigit(digits);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const words = groups.flatMap((group, i) => {
    const said = belowThousand(Number(group));
    const scale = SCALES[groups.length - 1 - i] ?? '';
    return said.length > 0 && scale !== '' ? [...said, scale] : said;
  });
  return words.length > 0 ? words : ['zero'];
}

function belowThousand(value: number): string[] {
  const hundreds = Math.floor(value / 100);
  const words = hundreds > 0 ? [ONES[hundreds] ?? '', 'hundred'] : [];
  const rest = value % 100;
  if (rest > 0) words.push(...belowHundred(rest));
  return words;
}

function belowHundred(value: number): string[] {
  if (value < 20) return [ONES[value] ?? ''];
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? [ten] : [ten, ONES[value % 10] ?? ''];
}

/** The British way, with `and` before the last two digits; the same as `cardinal` where there is no place for it. */
export function cardinalWithAnd(digits: string): string[] {
  const words = cardinal(digits);
  const hundred = words.lastIndexOf('hundred');
  const isLastGroup = hundred >= 0 && !words.slice(hundred).some((word) => SCALES.includes(word));
  if (!isLastGroup || hundred === words.length - 1) return words;
  return [...words.slice(0, hundred + 1), 'and', ...words.slice(hundred + 1)];
}

/** `21` as `twenty first`. */
export function ordinal(digits: string): string[] {
  const words = cardinal(digits);
  const last = words.at(-1) ?? '';
  const said =
    ORDINALS.get(last) ??
    (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : last.endsWith('t') ? `${last}h` : `${last}th`);
  return [...words.slice(0, -1), said];
}

/** Digits one by one, zero as `zero`. */
export function digitByDigit(digits: string): string[] {
  return [...digits].map((digit) => ONES[Number(digit)] ?? '');
}

/** Digits one by one, zero as `oh`. */
export const digitsWithOh = (digits: string): string[] =>
  digitByDigit(digits).map((word) => (word === 'zero' ? 'oh' : word));

/** The ways a year of four digits is read: `1905` as `nineteen oh five`, `2005` also as `two thousand five`. */
export function yearReadings(digits: string): string[][] {
  const century = Number(digits.slice(0, 2));
  const rest = Number(digits.slice(2));
  const head = belowHundred(century);
  if (rest === 0) return century % 10 === 0 ? [cardinal(digits)] : [[...head, 'hundred']];
  const pairs = rest < 10 ? [...head, 'oh', ONES[rest] ?? ''] : [...head, ...belowHundred(rest)];
  return century % 10 === 0 ? [pairs, cardinal(digits), cardinalAndRest(digits, rest)] : [pairs];
}

const cardinalAndRest = (digits: string, rest: number): string[] => [
  ...cardinal(`${digits.slice(0, 2)}00`),
  'and',
  ...belowHundred(rest),
];

/** `90` of `1990s` as `nineties`; undefined where it is not a decade. */
export function decade(digits: string): string | undefined {
  const ten = TENS[Number(digits.at(-2) ?? '0')];
  return digits.endsWith('0') && ten ? `${ten.slice(0, -1)}ies` : undefined;
}
