import { LimitFault } from '../faults.js';
import type { Table } from '../table/table.js';
import type { Contact, LabelledValue, PostalAddress } from './contacts.js';

export type ContactLayout = 'generic' | 'google' | 'outlook';

/** Most columns of a table: more emails or numbers than that belong to no person. */
const MAX_CONTACT_COLUMNS = 1000;

/** Contacts as a table: one row each. Nothing is dropped: what a layout has no column for goes to its notes. Throws LimitFault. */
export function contactTable(contacts: readonly Contact[], layout: ContactLayout): Table {
  const columns = LAYOUTS[layout](contacts);
  if (columns.length > MAX_CONTACT_COLUMNS) {
    throw new LimitFault(
      `its contacts must fit ${MAX_CONTACT_COLUMNS} columns, they need ${columns.length} columns`,
      MAX_CONTACT_COLUMNS,
    );
  }
  return {
    columns: columns.map(({ name }) => name),
    hasHeader: true,
    rows: contacts.map((contact) => columns.map(({ read }) => read(contact))),
  };
}

interface Column {
  readonly name: string;
  readonly read: (contact: Contact) => string;
}

const column = (name: string, read: (contact: Contact) => string): Column => ({ name, read });

const most = (contacts: readonly Contact[], read: (contact: Contact) => readonly unknown[]): number =>
  contacts.reduce((count, contact) => Math.max(count, read(contact).length), 0);

const numbered = (count: number, make: (index: number) => readonly Column[]): Column[] =>
  Array.from({ length: Math.min(count, MAX_CONTACT_COLUMNS + 1) }, (_, index) => make(index)).flat();

const label = (types: readonly string[]): string => types.join(' ');

const otherText = ({ other }: Contact): string => other.map(({ name, value }) => `${name}: ${value}`).join('\n');

const formatted = ({ poBox, extended, street, city, region, postalCode, country }: PostalAddress): string =>
  [street, extended, poBox, [city, region, postalCode].filter(Boolean).join(' '), country].filter(Boolean).join('\n');

const LAYOUTS: Record<ContactLayout, (contacts: readonly Contact[]) => readonly Column[]> = {
  generic: (contacts) => [
    column('Full Name', ({ fullName }) => fullName),
    ...NAMES,
    column('Nickname', ({ nicknames }) => nicknames.join(', ')),
    ...numbered(
      most(contacts, ({ emails }) => emails),
      (i) => labelledColumns(`Email ${i + 1}`, ({ emails }) => emails[i]),
    ),
    ...numbered(
      most(contacts, ({ phones }) => phones),
      (i) => labelledColumns(`Phone ${i + 1}`, ({ phones }) => phones[i]),
    ),
    ...numbered(
      most(contacts, ({ addresses }) => addresses),
      (i) => addressColumns(`Address ${i + 1} `, ({ addresses }) => addresses[i]),
    ),
    column('Organization', ({ organization }) => organization),
    column('Department', ({ department }) => department),
    column('Title', ({ title }) => title),
    column('Role', ({ role }) => role),
    column('Birthday', ({ birthday }) => birthday),
    column('Anniversary', ({ anniversary }) => anniversary),
    ...numbered(
      most(contacts, ({ urls }) => urls),
      (i) => [column(`Website ${i + 1}`, ({ urls }) => urls[i]?.value ?? '')],
    ),
    column('Categories', ({ categories }) => categories.join(', ')),
    column('Note', ({ note }) => note),
    column('UID', ({ uid }) => uid),
    column('Other', otherText),
  ],

  // The columns of Google Contacts' own export (2024), which its import reads by name.
  google: (contacts) => [
    column('First Name', ({ givenName, familyName, fullName }) =>
      givenName === '' && familyName === '' ? fullName : givenName,
    ),
    column('Middle Name', ({ additionalNames }) => additionalNames),
    column('Last Name', ({ familyName }) => familyName),
    column('Name Prefix', ({ prefix }) => prefix),
    column('Name Suffix', ({ suffix }) => suffix),
    column('Nickname', ({ nicknames }) => nicknames.join(', ')),
    column('Organization Name', ({ organization }) => organization),
    column('Organization Title', ({ title, role }) => title || role),
    column('Organization Department', ({ department }) => department),
    column('Birthday', ({ birthday }) => birthday),
    column('Notes', (contact) => notesOf(contact, contact.title === '' ? [] : [['Role', contact.role]])),
    column('Labels', ({ categories }) => categories.join(' ::: ')),
    ...numbered(
      most(contacts, ({ emails }) => emails),
      (i) => googleColumns(`E-mail ${i + 1}`, ({ emails }) => emails[i]),
    ),
    ...numbered(
      most(contacts, ({ phones }) => phones),
      (i) => googleColumns(`Phone ${i + 1}`, ({ phones }) => phones[i]),
    ),
    ...numbered(
      most(contacts, ({ addresses }) => addresses),
      (i) => googleAddress(i),
    ),
    ...numbered(
      most(contacts, ({ urls }) => urls),
      (i) => googleColumns(`Website ${i + 1}`, ({ urls }) => urls[i]),
    ),
    ...(contacts.some(({ anniversary }) => anniversary !== '')
      ? [
          column('Event 1 - Label', ({ anniversary }) => (anniversary === '' ? '' : 'Anniversary')),
          column('Event 1 - Value', ({ anniversary }) => anniversary),
        ]
      : []),
  ],

  // The columns of Outlook's "Export to a file", English.
  outlook: () => [
    column('Title', ({ prefix }) => prefix),
    column('First Name', ({ givenName, familyName, fullName }) =>
      givenName === '' && familyName === '' ? fullName : givenName,
    ),
    column('Middle Name', ({ additionalNames }) => additionalNames),
    column('Last Name', ({ familyName }) => familyName),
    column('Suffix', ({ suffix }) => suffix),
    column('Nickname', ({ nicknames }) => nicknames.join(', ')),
    column('Company', ({ organization }) => organization),
    column('Department', ({ department }) => department),
    column('Job Title', ({ title, role }) => title || role),
    ...OUTLOOK_ADDRESSES.flatMap((kind) =>
      addressColumns(`${kind} `, (contact) => outlookSlots(contact).addresses.get(kind), OUTLOOK_ADDRESS_NAMES),
    ),
    ...OUTLOOK_PHONES.map((slot) => column(slot, (contact) => outlookSlots(contact).phones.get(slot) ?? '')),
    column('Anniversary', ({ anniversary }) => anniversary),
    column('Birthday', ({ birthday }) => birthday),
    column('Categories', ({ categories }) => categories.join(';')),
    column('E-mail Address', ({ emails }) => emails[0]?.value ?? ''),
    column('E-mail 2 Address', ({ emails }) => emails[1]?.value ?? ''),
    column('E-mail 3 Address', ({ emails }) => emails[2]?.value ?? ''),
    column('Notes', (contact) =>
      notesOf(contact, [
        ...(contact.title === '' ? [] : [['Role', contact.role] as const]),
        ...outlookSlots(contact).left,
      ]),
    ),
    column('Web Page', ({ urls }) => urls[0]?.value ?? ''),
  ],
};

const NAMES: readonly Column[] = [
  column('Name Prefix', ({ prefix }) => prefix),
  column('First Name', ({ givenName }) => givenName),
  column('Middle Name', ({ additionalNames }) => additionalNames),
  column('Last Name', ({ familyName }) => familyName),
  column('Name Suffix', ({ suffix }) => suffix),
];

/** The note, and below it what the layout has no column for. */
function notesOf(contact: Contact, more: readonly (readonly [string, string])[]): string {
  const lines = more.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  return [contact.note, [...lines, otherText(contact)].filter(Boolean).join('\n')].filter(Boolean).join('\n\n');
}

const labelledColumns = (name: string, read: (contact: Contact) => LabelledValue | undefined): Column[] => [
  column(`${name} Type`, (contact) => label(read(contact)?.types ?? [])),
  column(`${name} Value`, (contact) => read(contact)?.value ?? ''),
];

const googleColumns = (name: string, read: (contact: Contact) => LabelledValue | undefined): Column[] => [
  column(`${name} - Label`, (contact) => googleLabel(read(contact))),
  column(`${name} - Value`, (contact) => read(contact)?.value ?? ''),
];

/** Google marks the preferred one with `* ` and writes labels with a capital. */
function googleLabel(item: Omit<LabelledValue, 'value'> | undefined): string {
  if (item === undefined) return '';
  const name = item.types
    .map((type) => (type === 'cell' ? 'Mobile' : type.charAt(0).toUpperCase() + type.slice(1)))
    .join(' ');
  return `${item.isPreferred ? '* ' : ''}${name || 'Other'}`;
}

function googleAddress(index: number): Column[] {
  const name = `Address ${index + 1} - `;
  const read = ({ addresses }: Contact): PostalAddress | undefined => addresses[index];
  return [
    column(`${name}Label`, (contact) => googleLabel(read(contact))),
    column(`${name}Formatted`, (contact) =>
      read(contact) === undefined ? '' : formatted(read(contact) as PostalAddress),
    ),
    column(`${name}Street`, (contact) => read(contact)?.street ?? ''),
    column(`${name}City`, (contact) => read(contact)?.city ?? ''),
    column(`${name}PO Box`, (contact) => read(contact)?.poBox ?? ''),
    column(`${name}Region`, (contact) => read(contact)?.region ?? ''),
    column(`${name}Postal Code`, (contact) => read(contact)?.postalCode ?? ''),
    column(`${name}Country`, (contact) => read(contact)?.country ?? ''),
    column(`${name}Extended Address`, (contact) => read(contact)?.extended ?? ''),
  ];
}

type AddressPart = 'street' | 'extended' | 'poBox' | 'city' | 'region' | 'postalCode' | 'country';

const ADDRESS_NAMES: readonly (readonly [string, AddressPart])[] = [
  ['Street', 'street'],
  ['Extended', 'extended'],
  ['PO Box', 'poBox'],
  ['City', 'city'],
  ['Region', 'region'],
  ['Postal Code', 'postalCode'],
  ['Country', 'country'],
];

const OUTLOOK_ADDRESS_NAMES: readonly (readonly [string, AddressPart])[] = [
  ['Street', 'street'],
  ['Street 2', 'extended'],
  ['City', 'city'],
  ['State', 'region'],
  ['Postal Code', 'postalCode'],
  ['Country/Region', 'country'],
  ['Address PO Box', 'poBox'],
];

function addressColumns(
  name: string,
  read: (contact: Contact) => PostalAddress | undefined,
  names = ADDRESS_NAMES,
): Column[] {
  const type = names === ADDRESS_NAMES ? [column(`${name}Type`, (contact) => label(read(contact)?.types ?? []))] : [];
  return [
    ...type,
    ...names.map(([title, part]) => column(`${name}${title}`, (contact) => read(contact)?.[part] ?? '')),
  ];
}

const OUTLOOK_ADDRESSES = ['Business', 'Home', 'Other'] as const;

const OUTLOOK_PHONES = [
  'Business Fax',
  'Business Phone',
  'Business Phone 2',
  'Home Fax',
  'Home Phone',
  'Home Phone 2',
  'Mobile Phone',
  'Other Phone',
  'Pager',
  'Primary Phone',
] as const;

type OutlookPhone = (typeof OUTLOOK_PHONES)[number];

/** Columns for a number of these types, the best first. */
function phoneSlots({ types, isPreferred }: LabelledValue): readonly OutlookPhone[] {
  const has = (type: string): boolean => types.includes(type);
  if (has('fax')) return has('home') ? ['Home Fax', 'Other Phone'] : ['Business Fax', 'Other Phone'];
  if (has('pager')) return ['Pager', 'Other Phone'];
  if (has('cell') || has('mobile') || has('iphone')) return ['Mobile Phone', 'Other Phone', 'Primary Phone'];
  if (has('work')) return ['Business Phone', 'Business Phone 2', 'Other Phone'];
  if (has('home')) return ['Home Phone', 'Home Phone 2', 'Other Phone'];
  return isPreferred ? ['Primary Phone', 'Other Phone'] : ['Other Phone', 'Primary Phone'];
}

interface OutlookSlots {
  readonly phones: ReadonlyMap<OutlookPhone, string>;
  readonly addresses: ReadonlyMap<(typeof OUTLOOK_ADDRESSES)[number], PostalAddress>;
  /** What found no column, for the notes. */
  readonly left: readonly (readonly [string, string])[];
}

function outlookKind({ types }: PostalAddress): (typeof OUTLOOK_ADDRESSES)[number] {
  if (types.includes('work')) return 'Business';
  return types.includes('home') ? 'Home' : 'Other';
}

/** Outlook has one column for each kind of number and address. */
function outlookSlots({ phones, addresses, emails, urls }: Contact): OutlookSlots {
  const taken = new Map<OutlookPhone, string>();
  const places = new Map<(typeof OUTLOOK_ADDRESSES)[number], PostalAddress>();
  const left: (readonly [string, string])[] = [];
  for (const phone of phones) {
    const slot = phoneSlots(phone).find((name) => !taken.has(name));
    if (slot === undefined) left.push([`Phone ${label(phone.types)}`.trim(), phone.value]);
    else taken.set(slot, phone.value);
  }
  for (const address of addresses) {
    const kind = outlookKind(address);
    const slot = ([kind, 'Other'] as const).find((name) => !places.has(name));
    if (slot === undefined) left.push([`Address ${label(address.types)}`.trim(), formatted(address)]);
    else places.set(slot, address);
  }
  for (const { value } of emails.slice(3)) left.push(['E-mail', value]);
  for (const { value } of urls.slice(1)) left.push(['Web page', value]);
  return { phones: taken, addresses: places, left };
}
