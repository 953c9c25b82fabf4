export const SCALE_WORDS = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);

export const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ');

export const isMonth = (word: string): boolean => {
  const bare = word.replace(/\W/g, '');
  return bare.length >= 3 && MONTH_NAMES.some((month) => month.startsWith(bare));
};

interface Currency {
  readonly one: string;
  readonly many: string;
  readonly part: string;
  readonly parts: string;
}

export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['$', { one: 'dollar', many: 'dollars', part: 'cent', parts: 'cents' }],
  ['£', { one: 'pound', many: 'pounds', part: 'penny', parts: 'pence' }],
  ['€', { one: 'euro', many: 'euros', part: 'cent', parts: 'cents' }],
  ['¥', { one: 'yen', many: 'yen', part: 'sen', parts: 'sen' }],
]);

export const currencyOf = (word: string): Currency | undefined =>
  /^[$£€¥][\d.,]+$/.test(word) ? CURRENCIES.get(word.slice(0, 1)) : undefined;

export const SPOKEN_SYMBOLS: ReadonlyMap<string, Reading[]> = new Map([
  ['&', [['and']]],
  ['+', [['plus'], ['and']]],
  ['=', [['equals'], ['is']]],
  ['@', [['at']]],
  ['%', [['percent']]],
  ['#', [['number'], ['hashtag'], ['pound']]],
  ['°', [['degrees']]],
]);

/** With their full stop; what is in the dictionary without one is added by the reader of plain words. */
export const ABBREVIATIONS: ReadonlyMap<string, Reading[]> = new Map(
  Object.entries({
    dr: 'doctor|drive',
    mr: 'mister',
    mrs: 'missus',
    ms: 'miz',
    st: 'saint|street',
    jr: 'junior',
    sr: 'senior',
    prof: 'professor',
    vs: 'versus',
    v: 'versus|v.',
    etc: 'et cetera',
    'e.g': 'for example|e. g.',
    'i.e': 'that is|i. e.',
    no: 'number|no',
    nos: 'numbers',
    mt: 'mount',
    ft: 'feet|fort|foot',
    ave: 'avenue',
    blvd: 'boulevard',
    rd: 'road',
    capt: 'captain',
    gen: 'general',
    lt: 'lieutenant',
    sgt: 'sergeant',
    col: 'colonel',
    rev: 'reverend',
    hon: 'honorable',
    inc: 'incorporated|ink',
    ltd: 'limited',
    co: 'company|co',
    corp: 'corporation',
    dept: 'department',
    govt: 'government',
    approx: 'approximately',
    est: 'established|estimated',
    feat: 'featuring',
    'w/': 'with',
    'w/o': 'without',
    min: 'minutes|minute',
    sec: 'seconds|second',
    hr: 'hour',
    hrs: 'hours',
    lb: 'pound',
    lbs: 'pounds',
    oz: 'ounces',
    jan: 'january',
    feb: 'february',
    mar: 'march',
    apr: 'april',
    jun: 'june',
    jul: 'july',
    aug: 'august',
    sep: 'september',
    sept: 'september',
    oct: 'october',
    nov: 'november',
    dec: 'december',
    mon: 'monday',
    tue: 'tuesday',
    tues: 'tuesday',
    wed: 'wednesday',
    thu: 'thursday',
    thurs: 'thursday',
    fri: 'friday',
    sat: 'saturday',
    sun: 'sunday',
    gov: 'governor',
    sen: 'senator',
    rep: 'representative',
    pres: 'president',
  }).map(([short, readings]) => [short, readings.split('|').map((reading) => reading.split(' '))]),
);

/** Abbreviations that are read so without a full stop too; the others are words of their own (`no`, `sun`, `may`). */
export const BARE = new Set(
  'dr mr mrs ms st jr sr vs etc prof ave blvd rd sgt capt lt ltd inc corp dept govt w/ w/o lbs hrs feat'.split(' '),
);

export const SPOKEN_UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    km: 'kilometers',
    m: 'meters',
    cm: 'centimeters',
    mm: 'millimeters',
    kg: 'kilograms',
    g: 'grams',
    mg: 'milligrams',
    lb: 'pounds',
    lbs: 'pounds',
    oz: 'ounces',
    ft: 'feet',
    in: 'inches',
    mi: 'miles',
    mph: 'miles per hour',
    kmh: 'kilometers per hour',
    hz: 'hertz',
    khz: 'kilohertz',
    mhz: 'megahertz',
    ghz: 'gigahertz',
    w: 'watts',
    kw: 'kilowatts',
    v: 'volts',
    l: 'liters',
    ml: 'milliliters',
    s: 'seconds',
    ms: 'milliseconds',
    min: 'minutes',
    h: 'hours',
    hr: 'hours',
    kb: 'kilobytes',
    mb: 'megabytes',
    gb: 'gigabytes',
    tb: 'terabytes',
    '°': 'degrees',
    '°c': 'degrees celsius',
    '°f': 'degrees fahrenheit',
    c: 'degrees celsius',
    f: 'degrees fahrenheit',
    k: 'thousand',
    bn: 'billion',
    x: 'times',
    am: 'a. m.',
    pm: 'p. m.',
    'a.m': 'a. m.',
    'p.m': 'p. m.',
    '%': 'percent',
    st: 'stone',
    yrs: 'years',
    th: 'thousandth',
  }),
);

/** A way to say a written word: lower-case words, letters (`a.` is the letter's name) in order. */
export type Reading = readonly string[];
