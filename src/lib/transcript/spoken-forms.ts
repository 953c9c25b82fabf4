import {
  cardinal,
  cardinalWithAnd,
  decade,
  digitByDigit,
  digitsWithOh,
  ordinal,
  yearReadings,
} from './spoken-numbers.js';
import {
  ABBREVIATIONS,
  BARE,
  CURRENCIES,
  currencyOf,
  isMonth,
  MONTH_NAMES,
  type Reading,
  SCALE_WORDS,
  SPOKEN_SYMBOLS,
  SPOKEN_UNITS,
} from './spoken-words.js';

/** Neighbours decide how some words are read: `$5 million`, `March 3`. */
export interface WordSurroundings {
  readonly before: string;
  readonly after: string;
}

/** Most readings of one written word: alternatives cost time, and the first ones are the likely ones. */
const MAX_READINGS = 6;

/**
 * How a written word may be said, likeliest first: numbers, money, dates, times, ordinals, abbreviations, symbols, initials.
 * Empty where nothing of it is said. `$5.20` is `five dollars and twenty cents`, `five dollars twenty`, `five twenty`.
 */
export function readingsOf(word: string, { before, after }: WordSurroundings): Reading[] {
  const written = plain(word);
  const readings = read(written, plain(before).toLowerCase(), plain(after).toLowerCase());
  const moved = SCALE_WORDS.has(written.toLowerCase()) ? currencyOf(plain(before)) : undefined;
  const said = moved === undefined ? readings : readings.map((reading) => [...reading, moved.many]);
  const distinct = new Map(said.filter((reading) => reading.length > 0).map((reading) => [reading.join(' '), reading]));
  return [...distinct.values()].slice(0, MAX_READINGS);
}

/** Without accents, with straight quotes and hyphens, without what surrounds a word. */
function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u2018\u2019\u02bc\u2032\u00b4`]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\u2044/g, '/')
    .replace(/^[^\p{L}\p{N}$£€¥@#&+=%'°~-]+/u, '')
    .replace(/[^\p{L}\p{N}$£€¥@#&+=%'°.]+$/u, '');
}

function read(word: string, before: string, after: string): Reading[] {
  const bare = word.replace(/\.+$/, '');
  const lower = bare.toLowerCase();
  const symbol = SPOKEN_SYMBOLS.get(word);
  if (symbol !== undefined) return symbol;
  const short = ABBREVIATIONS.get(lower);
  if (short !== undefined && (word.endsWith('.') || lower.endsWith('.g') || BARE.has(lower)))
    return [...short, ...readPlain(bare)];
  return /\d/.test(bare) ? readNumeric(lower, before, after) : readPlain(bare);
}

/** Letters, hyphens, apostrophes and whatever else: split at what is not said. */
function readPlain(word: string): Reading[] {
  if (/^(?:\p{L}\.)+\p{L}?$/u.test(`${word}.`) && word.includes('.')) return [spell(word)];
  const parts = word
    .split(/([&@+=%])|[^\p{L}\p{N}']+/u)
    .filter((part): part is string => part !== undefined && part !== '');
  if (word.includes('.') && /^[\w.-]+\.[a-z]{2,}$/i.test(word)) {
    const address = word
      .toLowerCase()
      .split(/([.-])/)
      .filter((part) => part !== '-');
    return [address.map((part) => (part === '.' ? 'dot' : part))];
  }
  const said = parts.flatMap((part) => SPOKEN_SYMBOLS.get(part)?.[0] ?? cleanWord(part));
  if (/^[A-Z]{2,5}(?:'?s)?$/.test(word)) {
    const plural = /^[A-Z]+'?s$/.test(word);
    const initials = spell(plural ? word.replace(/'?s$/, '') : word);
    return [said, plural ? [...initials.slice(0, -1), `${initials.at(-1)}s`] : initials];
  }
  return [said];
}

function cleanWord(part: string): string[] {
  const word = part.toLowerCase().replace(/^'+(?=[^a-z])|[^\p{L}\p{N}']/gu, '');
  return /[a-z]/.test(word) ? [word] : [];
}

const spell = (word: string): string[] =>
  [...word.toLowerCase()].filter((letter) => /[a-z]/.test(letter)).map((letter) => `${letter}.`);

function readNumeric(word: string, before: string, after: string): Reading[] {
  const money = /^(-?)([$£€¥])(\d[\d,]*)(?:\.(\d+))?([kmb]|bn)?$/.exec(word);
  if (money !== null) return readMoney(money, after);
  const percent = /^([\d,.]+)%$/.exec(word);
  if (percent !== null) return readNumber(percent[1] ?? '', before, after).map((said) => [...said, 'percent']);
  const position = /^(\d[\d,]*)(?:st|nd|rd|th)$/.exec(word);
  if (position !== null) return [ordinal(withoutCommas(position[1] ?? ''))];
  const years = /^'?(\d\d|\d{4})'?s$/.exec(word);
  if (years !== null) return readDecade(years[1] ?? '');
  const time = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap]\.?m\.?))?$/.exec(word);
  if (time !== null) return readTime(time);
  const date = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(word);
  if (date !== null) return readDate(date[1] ?? '', date[2] ?? '', date[3] ?? '');
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word);
  if (iso !== null) return readDate(iso[2] ?? '', iso[3] ?? '', iso[1] ?? '');
  const fraction = /^(\d{1,3})\/(\d{1,3})$/.exec(word);
  if (fraction !== null) return readFraction(fraction[1] ?? '', fraction[2] ?? '');
  const unit = /^([\d,.]*\d)([a-z°.%]+)$/.exec(word);
  const unitWords = SPOKEN_UNITS.get(unit?.[2] ?? '');
  if (unit !== null && unitWords !== undefined)
    return readNumber(unit[1] ?? '', '', '').map((said) => [...said, ...unitWords.split(' ')]);
  const sign = word.startsWith('-') || word.startsWith('+') ? [word.startsWith('-') ? 'minus' : 'plus'] : [];
  const number = sign.length > 0 ? word.slice(1) : word;
  if (/^[\d,]*\.?\d+$/.test(number)) return readNumber(number, before, after).map((said) => [...sign, ...said]);
  return readMixture(word);
}

const withoutCommas = (digits: string): string => digits.replaceAll(',', '');

function readNumber(written: string, before: string, after: string): Reading[] {
  const [whole = '', part] = withoutCommas(written).split('.');
  if (part !== undefined)
    return [
      [...(whole === '' ? [] : cardinal(whole)), 'point', ...digitByDigit(part)],
      [...(whole === '' ? [] : cardinal(whole)), 'point', ...digitsWithOh(part)],
    ];
  if (/^0\d/.test(whole)) return [digitsWithOh(whole), digitByDigit(whole)];
  const isDay = whole.length <= 2 && (isMonth(before) || isMonth(after) || (after === 'of' && before === 'the'));
  if (isDay) return [ordinal(whole), cardinal(whole), ['the', ...ordinal(whole)]];
  const isYear = written.length === 4 && /^(?:1[0-9]|20)/.test(whole);
  const years = isYear ? yearReadings(whole) : [];
  const pairs = !isYear && whole.length >= 3 && whole.length <= 4 && !written.includes(',') ? [readPairs(whole)] : [];
  const digits = whole.length > 2 ? [digitsWithOh(whole)] : [];
  return [...years, cardinal(whole), cardinalWithAnd(whole), ...pairs, ...digits];
}

/** Room, route and house numbers: `747` as `seven forty seven`, `1205` as `twelve oh five`. */
function readPairs(digits: string): Reading {
  const head = digits.slice(0, -2);
  const tail = digits.slice(-2);
  if (tail === '00') return [...cardinal(head), 'hundred'];
  return [...cardinal(head), ...(tail.startsWith('0') ? digitsWithOh(tail) : cardinal(tail))];
}

function readMoney(
  [, sign, symbol = '', whole = '', part, scale]: readonly (string | undefined)[],
  after: string,
): Reading[] {
  const currency = CURRENCIES.get(symbol);
  const digits = withoutCommas(whole);
  if (currency === undefined) return [];
  const minus = sign === '-' ? ['minus'] : [];
  const scaleWord =
    scale === undefined ? undefined : { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' }[scale];
  const amount = part === undefined ? cardinal(digits) : [...cardinal(digits), 'point', ...digitByDigit(part)];
  if (scaleWord !== undefined) return [[...minus, ...amount, scaleWord, currency.many]];
  if (SCALE_WORDS.has(after)) return [[...minus, ...amount]];
  const unit = digits === '1' ? currency.one : currency.many;
  if (part === undefined || /^0+$/.test(part))
    return [
      [...minus, ...cardinal(digits), unit],
      [...minus, ...cardinalWithAnd(digits), unit],
    ];
  if (part.length !== 2) return [[...minus, ...amount, currency.many]];
  const small = cardinal(part.replace(/^0/, ''));
  const smallUnit = part === '01' ? currency.part : currency.parts;
  if (/^0+$/.test(digits)) return [[...minus, ...small, smallUnit]];
  const short = part.startsWith('0') ? digitsWithOh(part) : small;
  return [
    [...minus, ...cardinal(digits), unit, 'and', ...small, smallUnit],
    [...minus, ...cardinal(digits), unit, ...small, smallUnit],
    [...minus, ...cardinal(digits), unit, ...small],
    [...minus, ...cardinal(digits), ...short],
  ];
}

function readDecade(digits: string): Reading[] {
  const said = decade(digits);
  if (said === undefined) return [[...cardinal(digits.slice(0, -1)), `${digits.slice(-1)}s`]];
  return digits.length === 2 ? [[said]] : [[...cardinal(digits.slice(0, 2)), said]];
}

function readTime([, hour = '', minute = '', second, half]: readonly (string | undefined)[]): Reading[] {
  const tail = [...(second === undefined ? [] : cardinal(second)), ...(half === undefined ? [] : spell(half))];
  const head = cardinal(hour);
  if (minute !== '00') {
    const minutes = minute.startsWith('0') ? digitsWithOh(minute) : cardinal(minute);
    return [
      [...head, ...minutes, ...tail],
      [...head, ...cardinal(minute), ...tail],
    ];
  }
  return [
    [...head, ...tail],
    [...head, "o'clock", ...tail],
    [...head, 'hundred', ...tail],
  ];
}

function readDate(first: string, second: string, year: string): Reading[] {
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  const name = MONTH_NAMES[Number(month) - 1];
  const years =
    year.length === 4
      ? yearReadings(year)
      : [digitsWithOh(year).length > 0 && year.startsWith('0') ? digitsWithOh(year) : cardinal(year)];
  if (name === undefined) return [[...cardinal(first), ...cardinal(second), ...(years[0] ?? [])]];
  return years.flatMap((said) => [
    [name, ...ordinal(day), ...said],
    ['the', ...ordinal(day), 'of', name, ...said],
    [...cardinal(month), ...cardinal(day), ...said],
  ]);
}

function readFraction(above: string, below: string): Reading[] {
  const one = above === '1';
  const parts = below === '2' ? (one ? 'half' : 'halves') : below === '4' && one ? 'quarter' : undefined;
  const named =
    parts === undefined
      ? ordinal(below).map((word, i, all) => (i === all.length - 1 && !one ? `${word}s` : word))
      : [parts];
  return [
    [...cardinal(above), ...named],
    ...(one ? [['a', ...named]] : []),
    [...cardinal(above), 'slash', ...cardinal(below)],
  ];
}

/** Letters and digits mixed: `MP3`, `B2B`, `24/7`, `555-1234`. */
function readMixture(word: string): Reading[] {
  const parts = word.match(/\d+|[a-z']+|[&@+=%$#]/g) ?? [];
  const each = (digits: (run: string) => string[], letters: (run: string) => string[]): Reading =>
    parts.flatMap((part) => (/\d/.test(part) ? digits(part) : (SPOKEN_SYMBOLS.get(part)?.[0] ?? letters(part))));
  const asWord = (run: string): string[] => cleanWord(run);
  const asLetters = (run: string): string[] => (run.length <= 3 ? spell(run) : cleanWord(run));
  return [each(cardinal, asLetters), each(cardinal, asWord), each(digitsWithOh, asLetters), each(digitByDigit, asWord)];
}
