import type { CountryCode } from 'libphonenumber-js';

import { type Entity, followsWord } from '../lib/entities/entity.js';

/** Digits with what people write between them; the library says whether they are a number. */
const STRETCH =
  /(?<![\p{L}\p{N}_+]|[\p{N}][.,:/-])(?:\+|\(\+?)?\d(?:[ \u00a0\u202f.\-\u2010-\u2015/()]{0,3}\d){5,17}(?![\p{L}\p{N}_]|[.,:/-]\p{N})/gu;

/** Words before a number that say it is for calling. */
const CALL =
  /(?<!\p{L})(?:tel|tél|phone|fon|mobil|mobile|cell|fax|call|ring|text|sms|whats ?app|signal|hotline|contact|reach|at|handy|ruf|erreichbar|appel|joindre|portable|numéro|llam|móvil|celular|teléfono|chiam|cellulare|ligue|ligar|telemóvel|telefone|bel|bereik|zadzwo|dzwo[nń]|kom(?:órka)?|ring|soita|puh|тел|телефон|звон|電話|电话|手机|전화)[\p{L}]{0,10}\.?(?:\s(?:me|us|mich|uns|me|moi|nr|no|number|nummer|on|at|unter|au|al|a|para|pod|på|op|op het nummer|пo|по|o número|numer|il|le|el))?[\s:.()]{0,4}$/iu;
/** Words of numbers that are not for calling. */
const OTHER =
  /(?<!\p{L})(?:order|invoice|ticket|serial|tracking|isbn|issn|ean|gtin|imei|upc|account|ref|item|article|part|version|build|customer|policy|case|bestell|auftrag|rechnung|artikel|kunden|konto|sendung|akten|commande|facture|client|référence|suivi|pedido|factura|cliente|ordine|fattura|articolo|fatura|encomenda|bestelling|factuur|klant|zamówieni|faktur|klient|id|no|nr|№|#)[\p{L}]{0,14}[\s.:#°º-]{0,4}(?:n[ro]?[.°º]?|number|nummer|número|numer|id|code)?[\s.:#]{0,4}$/iu;

/** A date, a time span, or amounts: digits in groups that are no phone's. */
const NOT_PHONE =
  /^(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)\d{2}|(?:19|20)\d{2}\s?[-–]\s?(?:19|20)\d{2}|97[89][- ]?(?:\d[- ]?){9}\d)(?:\D.*)?$/;

/** An amount with gaps between thousands. */
const AMOUNT = /^\d{1,3}(?:[.\u00a0\u202f ]\d{3})+$/;

/** Where national numbers are looked for when nobody names a country. */
const COMMON: readonly CountryCode[] = [
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'PL',
  'BR',
  'PT',
  'SE',
  'CH',
  'AT',
  'BE',
  'IN',
  'AU',
];

/**
 * Telephone numbers, checked by the numbering plans of libphonenumber: international ones, and national ones of `countries` (of the
 * larger countries where it is empty). A national number needs a form that numbers of other kinds do not have, or a word such as "call" before it.
 */
export async function phonesIn(text: string, countries: readonly string[]): Promise<Entity[]> {
  const { default: parse, isSupportedCountry } = await import('libphonenumber-js/max');
  const regions = countries.length > 0 ? countries.filter((one) => isSupportedCountry(one)) : COMMON;
  const found: Entity[] = [];
  for (const { 0: stretch, index: start } of text.matchAll(STRETCH)) {
    const end = start + stretch.length;
    const isInternational = /^\(?\+|^00[1-9]/.test(stretch);
    const isCalled = followsWord(text, start, CALL);
    if (!isInternational && (NOT_PHONE.test(stretch) || (!isCalled && AMOUNT.test(stretch)))) continue;
    if (!isCalled && followsWord(text, start, OTHER)) continue;
    const isTelling =
      isInternational ||
      isCalled ||
      (countries.length > 0 ? /\D/.test(stretch) || stretch.startsWith('0') : hasPhoneForm(stretch));
    if (!isTelling) continue;
    const spelling = stretch.replace(/^00(?=[1-9])/, '+');
    for (const region of isInternational ? [undefined] : regions) {
      const number = region === undefined ? parse(spelling) : parse(spelling, region as CountryCode);
      if (number === undefined || !number.isValid()) continue;
      const country = number.country;
      found.push({ kind: 'phone', start, end, value: number.number, ...(country === undefined ? {} : { country }) });
      break;
    }
  }
  return found;
}

/** A leading zero and gaps, or the three, three and four digits of North America. */
const hasPhoneForm = (stretch: string): boolean =>
  (/^\(?0[1-9]/.test(stretch) && /\d\)?[ \u00a0\-/.]\D{0,2}\d/.test(stretch)) ||
  /^(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}$/.test(stretch);

/** What the numbering plans know of a number. */
export interface PhoneFacts {
  readonly isValid: boolean;
  readonly e164: string;
  readonly international: string;
  readonly national: string;
  readonly uri: string;
  /** ISO 3166 code; `undefined` where several countries share the number, or none has it. */
  readonly country: string | undefined;
  readonly possibleCountries: readonly string[];
  readonly countryCallingCode: string;
  readonly nationalNumber: string;
  /** As `libphonenumber` names it: MOBILE, FIXED_LINE, … */
  readonly type: string | undefined;
  readonly extension: string | undefined;
}

/** Why a text is not a number: a word of the library. */
interface PhoneFault {
  readonly fault: 'NOT_A_NUMBER' | 'INVALID_COUNTRY' | 'TOO_SHORT' | 'TOO_LONG' | 'INVALID_LENGTH';
}

interface PhoneReader {
  readonly countries: readonly string[];
  readonly callingCode: (country: string) => string;
  /** `country` for national numbers; `undefined` reads international ones alone. */
  readonly read: (text: string, country: string | undefined) => PhoneFacts | PhoneFault;
}

export async function openPhoneReader(): Promise<PhoneReader> {
  const { parsePhoneNumberWithError, ParseError, getCountries, getCountryCallingCode, validatePhoneNumberLength } =
    await import('libphonenumber-js/max');
  const parse = (text: string, country: string | undefined) => {
    try {
      return country === undefined
        ? parsePhoneNumberWithError(text, { extract: false })
        : parsePhoneNumberWithError(text, { defaultCountry: country as CountryCode, extract: false });
    } catch (error) {
      // The package says by this class, and no other, that a text is not a number.
      if (error instanceof ParseError) return { fault: error.message as PhoneFault['fault'] };
      throw error;
    }
  };
  return {
    countries: getCountries(),
    callingCode: (country) => getCountryCallingCode(country as CountryCode),
    read: (text, country) => {
      const asWritten = parse(text, country);
      // 0044… is dialled so from most countries, whatever the country of national numbers is.
      const isAbroad = /^00[1-9]/.test(text) && ('fault' in asWritten || !asWritten.isValid());
      const number = isAbroad ? parse(`+${text.slice(2)}`, country) : asWritten;
      if ('fault' in number) return number;
      const isValid = number.isValid();
      // Lengths come first: a number of the wrong length has no type either.
      const wrong = isValid ? undefined : validatePhoneNumberLength(number.number);
      if (wrong !== undefined) return { fault: wrong };
      return {
        isValid,
        e164: number.number,
        international: number.formatInternational(),
        national: number.formatNational(),
        uri: number.getURI(),
        country: number.country,
        possibleCountries: number.country === undefined ? number.getPossibleCountries() : [number.country],
        countryCallingCode: number.countryCallingCode,
        nationalNumber: number.nationalNumber,
        type: number.getType(),
        extension: number.ext,
      };
    },
  };
}
