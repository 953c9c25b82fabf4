import { CHECK_SYSTEMS } from '../checksums/check-systems.js';
import { MORE_WMI_ROWS, VIN_COUNTRIES } from './countries.data.js';
import { WMI_ROWS } from './wmi.data.js';

/** The parts of a vehicle identification number: ISO 3779, 49 CFR Part 565. */
export interface DecodedVin {
  /** The first three characters. */
  readonly wmi: string;
  readonly vds: string;
  readonly vis: string;
  readonly region: string;
  /** ISO 3166-1 code; empty where the first two characters are not assigned. */
  readonly country: string;
  readonly maker: string;
  readonly makes: readonly string[];
  readonly vehicleType: string;
  /** Fewer than 1,000 vehicles a year: the third character is 9, and characters 12 to 14 are the maker's too. */
  readonly isSmallMaker: boolean;
  /** What the ninth character would have to be. */
  readonly checkDigit: string;
  readonly isCheckDigitRight: boolean;
  readonly isCheckDigitRequired: boolean;
  /** `undefined` where the tenth character does not say one year. */
  readonly modelYear: number | undefined;
  /** All that the tenth character may mean. */
  readonly modelYears: readonly number[];
  readonly plant: string;
  readonly serial: string;
}

const ORDER = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890';

const place = (code: string): number => ORDER.indexOf(code[1] ?? '');

const ranges = VIN_COUNTRIES.split(', ').map((entry) => {
  const [span = '', country = ''] = entry.split(' ');
  const [from = '', to = ''] = span.split('-');
  return { first: from.slice(0, 1), from: place(from), to: place(to), country };
});

function countryOf(vin: string): string {
  const at = place(vin);
  return ranges.find(({ first, from, to }) => first === vin[0] && at >= from && at <= to)?.country ?? '';
}

const REGIONS: readonly (readonly [RegExp, string])[] = [
  [/^[A-G]/, 'Africa'],
  [/^[HJ-R]/, 'Asia'],
  [/^[S-Z]/, 'Europe'],
  [/^(?:[1-5]|7[F-Z0-9])/, 'North America'],
  [/^[67]/, 'Oceania'],
  [/^[890]/, 'South America'],
];

const TYPES: Readonly<Record<string, string>> = {
  c: 'passenger car',
  p: 'multipurpose passenger vehicle',
  k: 'truck',
  b: 'bus',
  m: 'motorcycle',
  t: 'trailer',
  i: 'incomplete vehicle',
  l: 'low-speed vehicle',
  o: 'off-road vehicle',
};

let makers: Map<string, readonly string[]> | undefined;

/** Cut up when the first VIN is read: 3,000 rows. */
function makerOf(wmi: string): readonly string[] | undefined {
  makers ??= new Map(
    `${MORE_WMI_ROWS}${WMI_ROWS}`
      .split('\n')
      .filter((row) => row !== '')
      .map((row) => [row.slice(0, 3), row.slice(4).split('|')]),
  );
  return makers.get(wmi);
}

/** 49 CFR 565.15, table VII: 1980 on, and again from 2010 on. */
const YEARS = 'ABCDEFGHJKLMNPRSTVWXY123456789';

function yearsOf(letter: string, latest: number): number[] {
  const at = YEARS.indexOf(letter);
  return at < 0 ? [] : [1980 + at, 2010 + at].filter((year) => year <= latest);
}

/** Decodes 17 characters without I, O and Q. `now` is the year it is: a model year is at most the next but one. */
export function decodeVin(vin: string, now: number): DecodedVin {
  const wmi = vin.slice(0, 3);
  const [maker = '', makes = '', kind = ''] = makerOf(wmi) ?? [];
  const region = REGIONS.find(([pattern]) => pattern.test(vin))?.[1] ?? '';
  const checkDigit = CHECK_SYSTEMS.vin.compute(vin.slice(0, 8) + vin.slice(9));
  const isCheckDigitRight = vin[8] === checkDigit;
  const isCheckDigitRequired = region === 'North America' || /^[HL]/.test(vin);
  const all = yearsOf(vin[9] ?? '', now + 2);
  // 49 CFR 565.15(b)(3): of cars and light multipurpose vehicles the seventh character tells the two rounds of years apart.
  const isTold = isCheckDigitRight && /^[cp]$/.test(kind) && (region === 'North America' || !vin.startsWith('ZZZ', 3));
  const modelYears = isTold ? all.filter((year) => /[A-Z]/.test(vin[6] ?? '') === year >= 2010) : all;
  return {
    wmi,
    vds: vin.slice(3, 9),
    vis: vin.slice(9),
    region,
    country: countryOf(vin),
    maker,
    makes: makes === '' ? [] : makes.split(', '),
    vehicleType: TYPES[kind] ?? '',
    isSmallMaker: wmi.endsWith('9'),
    checkDigit,
    isCheckDigitRight,
    isCheckDigitRequired,
    modelYear: modelYears.length === 1 ? modelYears[0] : undefined,
    modelYears,
    plant: vin.slice(10, 11),
    serial: vin.slice(11),
  };
}
