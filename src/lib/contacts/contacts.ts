import { splitValue, unescapeValue, type Vcard, type VcardProperty } from './vcard.js';

/** A value with what it is for: `home`, `work`, `cell`, …; the label of an address book where it has one. */
export interface LabelledValue {
  readonly value: string;
  readonly types: readonly string[];
  readonly isPreferred: boolean;
}

export interface PostalAddress extends Omit<LabelledValue, 'value'> {
  readonly poBox: string;
  readonly extended: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
}

/** A card as people think of it. Texts are empty where the card has none. */
export interface Contact {
  readonly version: string;
  readonly fullName: string;
  readonly prefix: string;
  readonly givenName: string;
  readonly additionalNames: string;
  readonly familyName: string;
  readonly suffix: string;
  readonly nicknames: readonly string[];
  readonly organization: string;
  readonly department: string;
  readonly title: string;
  readonly role: string;
  readonly birthday: string;
  readonly anniversary: string;
  readonly emails: readonly LabelledValue[];
  readonly phones: readonly LabelledValue[];
  readonly addresses: readonly PostalAddress[];
  readonly urls: readonly LabelledValue[];
  readonly categories: readonly string[];
  readonly note: string;
  readonly uid: string;
  /** All other properties, as they stand. */
  readonly other: readonly { readonly name: string; readonly value: string }[];
  /** Properties of binary content, which are left out: PHOTO, LOGO, SOUND, KEY. */
  readonly omitted: readonly string[];
}

const KNOWN = new Set(
  'VERSION FN N NICKNAME ORG TITLE ROLE BDAY ANNIVERSARY EMAIL TEL ADR URL CATEGORIES NOTE UID PRODID REV X-ABLABEL'.split(
    ' ',
  ),
);

export function contactOf({ version, properties }: Vcard): Contact {
  const texts = properties.filter((property) => property.value !== undefined);
  const all = (name: string): readonly VcardProperty[] => texts.filter((property) => property.name === name);
  const text = (name: string): string => unescapeValue(all(name)[0]?.value ?? '');
  const [familyName = '', givenName = '', additionalNames = '', prefix = '', suffix = ''] = components(all('N')[0]);
  const [organization = '', ...departments] = components(all('ORG')[0]);
  const labels = new Map(all('X-ABLABEL').map(({ group, value }) => [group, appleLabel(value ?? '')]));
  const labelled = (property: VcardProperty): LabelledValue => ({
    value: unescapeValue(property.value ?? '').replace(property.name === 'TEL' ? /^tel:/i : /^mailto:/i, ''),
    ...typesOf(property, labels),
  });
  return {
    version,
    fullName: text('FN'),
    prefix,
    givenName,
    additionalNames,
    familyName,
    suffix,
    nicknames: listOf(all('NICKNAME')),
    organization,
    department: departments.filter((part) => part !== '').join(', '),
    title: text('TITLE'),
    role: text('ROLE'),
    birthday: dateOf(all('BDAY')[0]),
    anniversary: dateOf(all('ANNIVERSARY')[0]),
    emails: all('EMAIL').map(labelled),
    phones: all('TEL').map(labelled),
    addresses: all('ADR').map((property) => {
      const [poBox = '', extended = '', street = '', city = '', region = '', postalCode = '', country = ''] =
        components(property);
      return { poBox, extended, street, city, region, postalCode, country, ...typesOf(property, labels) };
    }),
    urls: all('URL').map(labelled),
    categories: listOf(all('CATEGORIES')),
    note: all('NOTE')
      .map(({ value }) => unescapeValue(value ?? ''))
      .join('\n\n'),
    uid: text('UID'),
    other: texts
      .filter(({ name }) => !KNOWN.has(name))
      .map(({ name, value }) => ({ name, value: unescapeValue(value ?? '') })),
    omitted: properties.filter(({ value }) => value === undefined).map(({ name }) => name),
  };
}

/** The parts of N, ADR and ORG; several values of one part are joined by spaces or, in an address, kept on lines of their own. */
const components = (property: VcardProperty | undefined): string[] =>
  property === undefined
    ? []
    : splitValue(property.value ?? '', ';').map((part) =>
        splitValue(part, ',')
          .map(unescapeValue)
          .join(property.name === 'N' ? ' ' : ', ')
          .trim(),
      );

const listOf = (properties: readonly VcardProperty[]): string[] =>
  properties
    .flatMap(({ value }) => splitValue(value ?? '', ',').map((item) => unescapeValue(item).trim()))
    .filter((item) => item !== '');

/** Words of TYPE that say how, not what for. */
const NO_LABELS = new Set(['internet', 'pref', 'voice', 'x400', 'uri']);

function typesOf(
  { types, parameters, group }: VcardProperty,
  labels: ReadonlyMap<string, string>,
): Omit<LabelledValue, 'value'> {
  const label = labels.get(group);
  const words = types.filter((type) => !NO_LABELS.has(type));
  const isPreferred = types.includes('pref') || (parameters.get('PREF')?.[0] ?? '') === '1';
  return { types: [...new Set(group !== '' && label !== undefined ? [label, ...words] : words)], isPreferred };
}

/** Apple writes its own labels as `_$!<Home>!$_`. */
const appleLabel = (value: string): string => unescapeValue(value).replace(/^_\$!<(.*)>!\$_$/, '$1');

/** The date of a property. Apple writes one without a year with a year that a parameter says to omit: `X-APPLE-OMIT-YEAR=1604`. */
function dateOf(property: VcardProperty | undefined): string {
  const date = readDate(unescapeValue(property?.value ?? ''));
  const omitted = property?.parameters.get('X-APPLE-OMIT-YEAR') ?? [];
  return omitted.includes(date.slice(0, 4)) && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `-${date.slice(4)}` : date;
}

/** `19850412`, `1985-04-12T00:00:00Z` and `--0412` as ISO 8601 writes dates; anything else as it stands. */
function readDate(value: string): string {
  const whole = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(value);
  if (whole !== null) return `${whole[1]}-${whole[2]}-${whole[3]}`;
  const yearless = /^--(\d{2})-?(\d{2})(?:T.*)?$/.exec(value);
  return yearless === null ? value : `--${yearless[1]}-${yearless[2]}`;
}
