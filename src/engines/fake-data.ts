import type { Faker } from '@faker-js/faker';

import type { ColumnKind } from '../lib/anonymize/column-names.js';

/** The package's generators are called by this list only: templates of callers would reach its constructors. */
const GENERATORS: Readonly<Record<ColumnKind, (faker: Faker) => string>> = {
  'first-name': (faker) => faker.person.firstName(),
  'last-name': (faker) => faker.person.lastName(),
  name: (faker) => `${faker.person.firstName()} ${faker.person.lastName()}`,
  // Domains that belong to nobody.
  email: (faker) => faker.internet.exampleEmail().toLowerCase(),
  // Numbers kept for fiction in North America: 555-0100 to 555-0199.
  phone: (faker) => `+1 ${faker.number.int({ min: 201, max: 989 })} 555 01${faker.string.numeric(2)}`,
  street: (faker) => faker.location.streetAddress(),
  city: (faker) => faker.location.city(),
  'postal-code': (faker) => faker.location.zipCode('#####'),
  company: (faker) => faker.company.name(),
  'birth-date': (faker) => faker.date.birthdate({ mode: 'year', min: 1940, max: 2005 }).toISOString().slice(0, 10),
  'national-id': (faker) => `9${faker.string.numeric(8)}`,
  iban: (faker) => `XX00${faker.string.numeric(18)}`,
  card: (faker) => `0000${faker.string.numeric(12)}`,
  ip: (faker) => `10.${faker.number.int(255)}.${faker.number.int(255)}.${faker.number.int(255)}`,
  mac: (faker) =>
    `02:${faker.string.hexadecimal({ length: 10, casing: 'lower', prefix: '' }).replace(/..(?=.)/g, '$&:')}`,
  'user-name': (faker) => faker.internet.username().toLowerCase(),
  secret: (faker) => faker.string.alphanumeric(16),
  location: (faker) => String(faker.location.latitude()),
};

/** Made-up English values of a kind: the same seed gives the same. */
export async function openFakeData(): Promise<(kind: ColumnKind, seed: number) => string> {
  const { faker } = await import('@faker-js/faker/locale/en');
  return (kind, seed) => {
    faker.seed(seed);
    return GENERATORS[kind](faker);
  };
}

/** Languages whose data the package has, by their tags; what one lacks comes from English. */
const LOCALES = {
  en: () => import('@faker-js/faker/locale/en'),
  'en-GB': () => import('@faker-js/faker/locale/en_GB'),
  'en-US': () => import('@faker-js/faker/locale/en_US'),
  'en-IN': () => import('@faker-js/faker/locale/en_IN'),
  de: () => import('@faker-js/faker/locale/de'),
  'de-AT': () => import('@faker-js/faker/locale/de_AT'),
  'de-CH': () => import('@faker-js/faker/locale/de_CH'),
  fr: () => import('@faker-js/faker/locale/fr'),
  es: () => import('@faker-js/faker/locale/es'),
  'es-MX': () => import('@faker-js/faker/locale/es_MX'),
  it: () => import('@faker-js/faker/locale/it'),
  nl: () => import('@faker-js/faker/locale/nl'),
  'pt-BR': () => import('@faker-js/faker/locale/pt_BR'),
  'pt-PT': () => import('@faker-js/faker/locale/pt_PT'),
  pl: () => import('@faker-js/faker/locale/pl'),
  cs: () => import('@faker-js/faker/locale/cs_CZ'),
  sv: () => import('@faker-js/faker/locale/sv'),
  da: () => import('@faker-js/faker/locale/da'),
  fi: () => import('@faker-js/faker/locale/fi'),
  ro: () => import('@faker-js/faker/locale/ro'),
  tr: () => import('@faker-js/faker/locale/tr'),
  uk: () => import('@faker-js/faker/locale/uk'),
  ru: () => import('@faker-js/faker/locale/ru'),
  ja: () => import('@faker-js/faker/locale/ja'),
  ko: () => import('@faker-js/faker/locale/ko'),
  'zh-CN': () => import('@faker-js/faker/locale/zh_CN'),
} as const;
type FakeLocale = keyof typeof LOCALES;

export const FAKE_LOCALES = Object.keys(LOCALES) as readonly FakeLocale[];

/** Of one row: names and addresses in it belong together. */
interface FakePerson {
  readonly first: string;
  readonly last: string;
}

/** A value of a row; `low` and `high` bound numbers. */
type RowGenerator = (faker: Faker, person: FakePerson, low: number, high: number) => string | number | boolean;

/** The end of what is called past, so that a seed makes the same rows in any year. */
const TODAY = new Date('2026-01-01T00:00:00Z');
const daysBefore = (faker: Faker, years: number): Date => faker.date.past({ years, refDate: TODAY });

/** Generators by the names that callers write. Texts of callers never reach the package. */
const ROW_GENERATORS = {
  uuid: (faker) => faker.string.uuid(),
  firstName: (_, { first }) => first,
  lastName: (_, { last }) => last,
  fullName: (_, { first, last }) => `${first} ${last}`,
  // Domains that belong to nobody.
  email: (faker, { first, last }) => faker.internet.exampleEmail({ firstName: first, lastName: last }).toLowerCase(),
  username: (faker, { first, last }) => faker.internet.username({ firstName: first, lastName: last }).toLowerCase(),
  phone: GENERATORS.phone,
  jobTitle: (faker) => faker.person.jobTitle(),
  company: (faker) => faker.company.name(),
  street: (faker) => faker.location.streetAddress(),
  city: (faker) => faker.location.city(),
  state: (faker) => faker.location.state(),
  zipCode: (faker) => faker.location.zipCode(),
  country: (faker) => faker.location.country(),
  countryCode: (faker) => faker.location.countryCode(),
  latitude: (faker) => faker.location.latitude(),
  longitude: (faker) => faker.location.longitude(),
  date: (faker) => daysBefore(faker, 3).toISOString().slice(0, 10),
  datetime: (faker) => daysBefore(faker, 3).toISOString(),
  birthdate: (faker) =>
    faker.date.birthdate({ mode: 'age', min: 18, max: 90, refDate: TODAY }).toISOString().slice(0, 10),
  integer: (faker, _, low, high) => faker.number.int({ min: Math.ceil(low), max: Math.floor(high) }),
  decimal: (faker, _, low, high) => faker.number.float({ min: low, max: high, fractionDigits: 2 }),
  boolean: (faker) => faker.datatype.boolean(),
  word: (faker) => faker.lorem.word(),
  sentence: (faker) => faker.lorem.sentence(),
  paragraph: (faker) => faker.lorem.paragraph(),
  url: (faker) => `https://${faker.internet.domainWord()}.example/${faker.lorem.slug(2)}`,
  // 192.0.2.0/24 and 2001:db8::/32 are for documentation (RFC 5737, RFC 3849).
  ipv4: (faker) => `192.0.2.${faker.number.int({ min: 1, max: 254 })}`,
  ipv6: (faker) =>
    `2001:db8::${faker.number.hex({ min: 1, max: 65_535 })}:${faker.number.hex({ min: 1, max: 65_535 })}`,
  mac: GENERATORS.mac,
  color: (faker) => faker.color.rgb(),
  currency: (faker) => faker.finance.currencyCode(),
  product: (faker) => faker.commerce.productName(),
  department: (faker) => faker.commerce.department(),
} as const satisfies Readonly<Record<string, RowGenerator>>;

export type RowKind = keyof typeof ROW_GENERATORS;
export const ROW_KINDS = Object.keys(ROW_GENERATORS) as readonly RowKind[];

export interface FakeRows {
  /** Chooses the person of the next row. */
  readonly next: () => void;
  readonly value: (kind: RowKind, low: number, high: number) => string | number | boolean;
  /** A whole number below. */
  readonly below: (count: number) => number;
}

/** Rows from a seed of 32-bit words: the same words make the same rows. */
export async function openFakeRows(locale: FakeLocale, seed: readonly number[]): Promise<FakeRows> {
  const { faker } = await LOCALES[locale]();
  faker.seed([...seed]);
  let person: FakePerson = { first: '', last: '' };
  return {
    next: () => {
      person = { first: faker.person.firstName(), last: faker.person.lastName() };
    },
    value: (kind, low, high) => (ROW_GENERATORS[kind] as RowGenerator)(faker, person, low, high),
    below: (count) => faker.number.int({ min: 0, max: count - 1 }),
  };
}
