import { type Entity, matchesOf } from './entity.js';

/** A number with its thousands apart by one kind of sign: 1,234.56 · 1.234,56 · 1 234,56 · 1'234.56 · 1234.56. */
const NUMBER = String.raw`\d{1,3}(?:(?:,\d{2,3})+(?:\.\d{1,9})?|(?:\.\d{3})+(?:,\d{1,9})?|(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,9})?|(?:['’]\d{3})+(?:\.\d{1,9})?)(?![.,]?\d)|\d{1,15}(?:[.,]\d{1,9})?`;

/** Its plain form with a point; one sign before exactly three digits divides thousands. */
function plainNumber(text: string): string {
  const bare = text
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^\+/, '');
  const marks = bare.match(/[.,]/g) ?? [];
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (last < 0) return bare;
  const isMixed = new Set(marks).size > 1;
  const isThousands = !isMixed && (marks.length > 1 || (bare.length - last === 4 && !/^-?0/.test(bare)));
  if (isThousands) return bare.replace(/[.,]/g, '');
  return `${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  us$: 'USD',
  c$: 'CAD',
  a$: 'AUD',
  hk$: 'HKD',
  r$: 'BRL',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  元: 'CNY',
  円: 'JPY',
  euro: 'EUR',
  euros: 'EUR',
  dollars: 'USD',
  dollar: 'USD',
  dólares: 'USD',
  dollari: 'USD',
  reais: 'BRL',
  pounds: 'GBP',
  rubles: 'RUB',
  рублей: 'RUB',
  złotych: 'PLN',
};
const CODES =
  'USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|BRL|MXN|ARS|CLP|COP|ZAR|KRW|SGD|HKD|THB|ILS|AED|SAR|BTC|ETH';
const CODE = new RegExp(`^(?:${CODES})$`, 'i');
const SIGNS = String.raw`(?:US|C|A|HK|R)?\$|[€£¥₹₽₩₺₴₪฿]`;
const WORDS = 'zł(?:otych)?|Kč|Ft|元|円|euros?|dollars?|dólares|dollari|reais|pounds|rubles|рублей';
/** Words after a number that multiply it. */
const SCALES: readonly (readonly [word: RegExp, factor: string])[] = [
  [/^(?:k|thousand|tausend|mille?|mil|tsd\.?|тыс\.?)$/i, '000'],
  [/^(?:m|mn|mio\.?|million(?:s|en|i)?|millones|milhões|milioni|miljoen|mln|млн)$/i, '000000'],
  [/^(?:b|bn|billion|mrd\.?|milliarden?|milliards?|mil millones|miliardi|bilhões|miljard|mld|млрд)$/i, '000000000'],
];
const SCALE = String.raw`(?:[ \u00a0]?(?:k|m|b|mn|bn)(?![\p{L}\p{N}])|[ \u00a0](?:thousand|million(?:s|en|i)?|billion|tausend|tsd\.?|mio\.?|mrd\.?|milliarden?|milliards?|mil millones|millones|mil|mille|milhões|bilhões|milioni|miliardi|miljoen|miljard|mln|mld|млн|млрд|тыс\.?)(?!\p{L}))?(?: (?:de|d'|di|of))?`;

const MONEY = new RegExp(
  `(?<![\\p{L}\\p{N}_.,$])(?:[-\u2212]?(${SIGNS}|(?:${CODES})(?!\\p{L}))[ \\u00a0]?([-\u2212]?(?:${NUMBER}))(${SCALE})(?![\\p{L}\\p{N}])|([-\u2212]?(?:${NUMBER}))(${SCALE})[ \\u00a0\\u202f]?((?:${SIGNS})|(?:${CODES}|${WORDS})(?!\\p{L})))`,
  'giu',
);

/** Amounts with a currency. `value` is `1234.56 EUR`; a dollar without a country is USD. */
export function* moneyIn(text: string): Generator<Entity> {
  yield* matchesOf(
    text,
    'money',
    MONEY,
    ({ 0: found, index, 1: before, 2: first, 3: scaleOne, 4: second, 5: scaleTwo, 6: after }) => {
      const number = first ?? second ?? '';
      const scale = (scaleOne ?? scaleTwo ?? '').replace(/ (?:de|d'|di|of)$/, '').trim();
      const sign = (before ?? after ?? '').toLowerCase();
      // Three hexadecimal digits or letters of a word.
      if (CODE.test(sign) && (before ?? after) !== sign.toUpperCase()) return undefined;
      const code = SYMBOLS[sign] ?? sign.toUpperCase();
      const factor = SCALES.find(([word]) => word.test(scale))?.[1] ?? '';
      // A word of the sentence after the amount is not of it.
      const trimmed = found.replace(/ (?:de|d'|di|of)$/, '');
      const minus = /^[-\u2212]/.test(found) && !/^[-\u2212]/.test(number) ? '-' : '';
      return { end: index + trimmed.length, value: `${minus}${scaled(plainNumber(number), factor)} ${code}` };
    },
  );
}

/** A decimal times a power of ten, without rounding. */
function scaled(number: string, zeros: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  if (zeros === '') return number;
  const moved = `${whole}${fraction.padEnd(zeros.length, '0')}`;
  const rest = fraction.slice(zeros.length);
  const digits = rest === '' ? moved : moved.slice(0, -rest.length);
  return `${digits.replace(/^(-?)0+(?=\d)/, '$1')}${rest === '' ? '' : `.${rest}`}`;
}

const UNITS = String.raw`km\/h|kph|mph|m\/s|km²|m²|cm²|m³|km|cm|mm|µm|nm|kg|mg|µg|lbs?|oz|ft²|ft|yd|miles?|inch(?:es)?|ml|cl|dl|hl|kWh|MWh|GWh|Wh|kW|MW|GW|mAh|kJ|MJ|kcal|cal|kV|mV|mA|GHz|MHz|kHz|Hz|KiB|MiB|GiB|TiB|kB|KB|MB|GB|TB|PB|Mbit\/s|Gbit\/s|Mbps|Gbps|kbit\/s|dpi|ppm|px|°C|°F|°|%|‰|bar|hPa|kPa|MPa|Pa|dB|ms|µs|ns|min|ha|L|l|g|t|m|W|V|A|h|s|K|J|N`;
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}_.,])([-+\u2212]?(?:${NUMBER}))[ \\u00a0\\u202f]?(${UNITS})(?![\\p{L}\\p{N}_²³/])`,
  'gu',
);

/** Numbers with a unit of measurement. */
export function* quantitiesIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'quantity', QUANTITY, ({ 1: number = '', 2: unit = '' }) => ({
    value: `${plainNumber(number)} ${unit}`,
  }));
}

const PLAIN = new RegExp(
  `(?<![\\p{L}\\p{N}_.,:/#@+-]|[\\p{N}][ \u00a0])(?:[-+\u2212](?=\\d))?(?:${NUMBER})(?![\\p{L}\\p{N}_]|[.,:/]\\p{N}|-[\\p{L}\\p{N}])`,
  'gu',
);

/** Numbers that stand alone; in versions, dates and codes they do not. */
export function* numbersIn(text: string): Generator<Entity> {
  yield* matchesOf(text, 'number', PLAIN, ({ 0: found }) => ({ value: plainNumber(found) }));
}
