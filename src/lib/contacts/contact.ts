import { splitValue, textValue, type VCard, type VCardProperty } from './vcard.js';

/** A value with its kinds: `home`, `work`, `cell`, `pref`, or the label a program gave it. */
export interface Labelled {
  readonly types: readonly string[];
  readonly value: string;
}

export interface Address {
  readonly types: readonly string[];
  readonly poBox: string;
  readonly extended: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
}

export interface Contact {
  readonly version: string;
  readonly name: string;
  readonly prefix: string;
  readonly given: string;
  readonly additional: string;
  readonly family: string;
  readonly suffix: string;
  readonly nickname: string;
  readonly organization: string;
  readonly department: string;
  readonly title: string;
  readonly role: string;
  readonly emails: readonly Labelled[];
  readonly phones: readonly Labelled[];
  readonly addresses: readonly Address[];
  readonly urls: readonly Labelled[];
  readonly birthday: string;
  readonly anniversary: string;
  readonly categories: readonly string[];
  readonly notes: string;
  readonly uid: string;
  /** Properties with binary data, left out: PHOTO, LOGO, KEY. */
  readonly leftOut: readonly string[];
  /** Everything else, by name. */
  readonly other: readonly { readonly name: string; readonly value: string }[];
}

const KNOWN = new Set(
  'VERSION N FN NICKNAME ORG TITLE ROLE EMAIL TEL ADR URL BDAY ANNIVERSARY CATEGORIES NOTE UID PRODID REV X-ABLABEL PHOTO LOGO SOUND KEY LABEL BEGIN END'.split(
    ' ',
  ),
);

/** What an address book keeps of a card. */
export function contactOf({ version, properties }: VCard): Contact {
  const all = (name: string): VCardProperty[] =>
    sortByPreference(properties.filter((property) => property.name === name && property.value !== undefined));
  const first = (name: string): string => textValue(all(name)[0]?.value ?? '').trim();
  const labels = new Map(
    properties
      .filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
      .map(({ group, value }) => [group, appleLabel(value ?? '')]),
  );
  const labelled = (name: string): Labelled[] =>
    all(name)
      .map((property) => ({
        types: typesOf(property, labels),
        value: textValue(property.value ?? '')
          .replace(/^(?:tel|mailto):/i, '')
          .trim(),
      }))
      .filter(({ value }) => value !== '');
  const [family = '', given = '', additional = '', prefix = '', suffix = ''] = parts(all('N')[0]?.value ?? '');
  const [organization = '', ...units] = parts(all('ORG')[0]?.value ?? '');
  const fullName = first('FN') || [prefix, given, additional, family, suffix].filter((part) => part !== '').join(' ');
  return {
    version,
    name: fullName || organization,
    ...{ prefix, given, additional, family, suffix, organization },
    department: units.filter((unit) => unit !== '').join(', '),
    nickname: first('NICKNAME'),
    title: first('TITLE'),
    role: first('ROLE'),
    emails: labelled('EMAIL'),
    phones: labelled('TEL'),
    addresses: all('ADR').map((property) => addressOf(property, labels)),
    urls: labelled('URL'),
    birthday: dateOf(first('BDAY')),
    anniversary: dateOf(first('ANNIVERSARY')),
    categories: all('CATEGORIES')
      .flatMap(({ value }) => splitValue(value ?? '', ','))
      .map((category) => category.trim())
      .filter((category) => category !== ''),
    notes: all('NOTE')
      .map(({ value }) => textValue(value ?? ''))
      .join('\n'),
    uid: first('UID'),
    leftOut: properties
      .filter(({ name, value }) => value === undefined || name === 'PHOTO' || name === 'LOGO')
      .map(({ name }) => name),
    other: properties
      .filter(({ name, value }) => !KNOWN.has(name) && value !== undefined)
      .map(({ name, value }) => ({ name, value: textValue(value ?? '') })),
  };
}

/** Components, several values of one with a blank between. */
const parts = (value: string): string[] =>
  splitComponents(value).map((component) =>
    splitValue(component, ',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(' '),
  );

/** At `;` that are not escaped, escapes kept for the next cut. */
function splitComponents(value: string): string[] {
  const components: string[] = [];
  let from = 0;
  for (let i = 0; i < value.length; i++) {
    if (value.charAt(i) === '\\') i++;
    else if (value.charAt(i) === ';') {
      components.push(value.slice(from, i));
      from = i + 1;
    }
  }
  components.push(value.slice(from));
  return components;
}

function addressOf(property: VCardProperty, labels: ReadonlyMap<string, string>): Address {
  const components = splitComponents(property.value ?? '').map((component) =>
    splitValue(component, ',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(', '),
  );
  const [poBox = '', extended = '', street = '', city = '', region = '', postalCode = '', country = ''] = components;
  return { types: typesOf(property, labels), poBox, extended, street, city, region, postalCode, country };
}

function typesOf({ parameters, group }: VCardProperty, labels: ReadonlyMap<string, string>): string[] {
  const types = (parameters.get('TYPE') ?? [])
    .flatMap((type) => type.toLowerCase().split(','))
    .filter((type) => type !== '');
  if (parameters.has('PREF') && !types.includes('pref')) types.push('pref');
  const label = labels.get(group);
  return label === undefined || label === '' ? [...new Set(types)] : [...new Set([...types, label])];
}

/** `_$!<Mobile>!$_` is how Apple writes its own labels. */
const appleLabel = (value: string): string =>
  textValue(value)
    .replace(/^_\$!<(.*)>!\$_$/, '$1')
    .toLowerCase();

/** PREF=1 of version 4 first, then TYPE=pref, then as they stand. */
function sortByPreference(properties: readonly VCardProperty[]): VCardProperty[] {
  const rank = ({ parameters }: VCardProperty): number => {
    const preference = Number(parameters.get('PREF')?.[0] ?? Number.NaN);
    if (Number.isFinite(preference)) return preference;
    return (parameters.get('TYPE') ?? []).some((type) => /\bpref\b/i.test(type)) ? 0 : 101;
  };
  return [...properties].sort((a, b) => rank(a) - rank(b));
}

/** `19960415` as `1996-04-15`; `--0415` as `--04-15`; anything else as it is. */
const dateOf = (value: string): string =>
  value.replace(/^(\d{4})(\d\d)(\d\d)(?=T|$)/, '$1-$2-$3').replace(/^--(\d\d)(\d\d)$/, '--$1-$2');
