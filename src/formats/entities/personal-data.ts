import { NATIONAL_ID_COUNTRIES, nationalIdsIn } from '../../engines/national-ids.js';
import { phonesIn } from '../../engines/phone-numbers.js';
import { birthDatesIn } from '../../lib/entities/birth-dates.js';
import { emailsIn } from '../../lib/entities/emails.js';
import { type Entity, withoutOverlaps } from '../../lib/entities/entity.js';
import { ipAddressesIn } from '../../lib/entities/ip-addresses.js';
import { macAddressesIn } from '../../lib/entities/mac-addresses.js';
import { cardsIn, ibansIn } from '../../lib/entities/payment-numbers.js';
import { secretsIn } from '../../lib/entities/secrets.js';
import { urlCredentialsIn } from '../../lib/entities/urls.js';

/** Kinds of personal data, the surest first: of two that overlap, the earlier one counts. */
export const PERSONAL_KINDS = [
  'url',
  'email',
  'iban',
  'national-id',
  'birth-date',
  'secret',
  'card',
  'ip',
  'mac',
  'phone',
] as const;

export type PersonalKind = (typeof PERSONAL_KINDS)[number];

export interface PersonalDataRequest {
  readonly kinds: readonly PersonalKind[];
  /** ISO 3166 codes of the countries whose numbers are looked for; empty for all that are known. */
  readonly countries: readonly string[];
}

/** Personal data in a text, by place, none over another. */
export async function findPersonalData(text: string, { kinds, countries }: PersonalDataRequest): Promise<Entity[]> {
  const isNamed = countries.length > 0;
  const finders: Readonly<Record<PersonalKind, () => Iterable<Entity> | Promise<Iterable<Entity>>>> = {
    url: () => urlCredentialsIn(text),
    email: () => emailsIn(text),
    iban: () => ibansIn(text),
    'national-id': () => nationalIdsIn(text, isNamed ? countries : NATIONAL_ID_COUNTRIES, isNamed),
    'birth-date': () => birthDatesIn(text),
    secret: () => secretsIn(text),
    card: () => cardsIn(text),
    ip: () => ipAddressesIn(text),
    mac: () => macAddressesIn(text),
    phone: () => phonesIn(text, countries),
  };
  const lists: Iterable<Entity>[] = [];
  for (const kind of PERSONAL_KINDS) if (kinds.includes(kind)) lists.push(await finders[kind]());
  return withoutOverlaps(text, lists);
}
