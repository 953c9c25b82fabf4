import type { Table } from '../table/table.js';
import type { Contact, Labelled } from './contact.js';

/** Beyond what any address book asks for. */
const MAX_REPEATS = 20;

const most = (contacts: readonly Contact[], list: (contact: Contact) => readonly unknown[], least = 1): number =>
  Math.min(
    MAX_REPEATS,
    contacts.reduce((count, contact) => Math.max(count, list(contact).length), least),
  );

type Column = readonly [name: string, cell: (contact: Contact) => string];

const tableOf = (contacts: readonly Contact[], columns: readonly Column[]): Table => ({
  columns: columns.map(([name]) => name),
  hasHeader: true,
  rows: contacts.map((contact) => columns.map(([, cell]) => cell(contact))),
});

const labelOf = ({ types }: { readonly types: readonly string[] }): string =>
  types.filter((type) => !['internet', 'voice', 'pref', 'x400'].includes(type)).join(' ');

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** One row a contact, a pair of columns for each e-mail address and telephone number. */
export function genericTable(contacts: readonly Contact[]): Table {
  const lists = (name: string, count: number, list: (contact: Contact) => readonly Labelled[]): Column[] =>
    numbers(count).flatMap((i): Column[] => [
      [`${name} ${i + 1}`, (contact) => list(contact)[i]?.value ?? ''],
      [`${name} ${i + 1} Type`, (contact) => labelOf(list(contact)[i] ?? { types: [] })],
    ]);
  const addresses = numbers(most(contacts, ({ addresses }) => addresses)).flatMap((i): Column[] => [
    [`Address ${i + 1} Type`, ({ addresses }) => labelOf(addresses[i] ?? { types: [] })],
    [`Address ${i + 1} PO Box`, ({ addresses }) => addresses[i]?.poBox ?? ''],
    [`Address ${i + 1} Extended`, ({ addresses }) => addresses[i]?.extended ?? ''],
    [`Address ${i + 1} Street`, ({ addresses }) => addresses[i]?.street ?? ''],
    [`Address ${i + 1} City`, ({ addresses }) => addresses[i]?.city ?? ''],
    [`Address ${i + 1} Region`, ({ addresses }) => addresses[i]?.region ?? ''],
    [`Address ${i + 1} Postal Code`, ({ addresses }) => addresses[i]?.postalCode ?? ''],
    [`Address ${i + 1} Country`, ({ addresses }) => addresses[i]?.country ?? ''],
  ]);
  return tableOf(contacts, [
    ['Name', ({ name }) => name],
    ['Prefix', ({ prefix }) => prefix],
    ['Given Name', ({ given }) => given],
    ['Additional Name', ({ additional }) => additional],
    ['Family Name', ({ family }) => family],
    ['Suffix', ({ suffix }) => suffix],
    ['Nickname', ({ nickname }) => nickname],
    ['Organization', ({ organization }) => organization],
    ['Department', ({ department }) => department],
    ['Title', ({ title }) => title],
    ['Role', ({ role }) => role],
    ...lists(
      'Email',
      most(contacts, ({ emails }) => emails),
      ({ emails }) => emails,
    ),
    ...lists(
      'Phone',
      most(contacts, ({ phones }) => phones),
      ({ phones }) => phones,
    ),
    ...addresses,
    ...lists(
      'URL',
      most(contacts, ({ urls }) => urls),
      ({ urls }) => urls,
    ),
    ['Birthday', ({ birthday }) => birthday],
    ['Anniversary', ({ anniversary }) => anniversary],
    ['Categories', ({ categories }) => categories.join('; ')],
    ['Notes', ({ notes }) => notes],
    ['UID', ({ uid }) => uid],
    ['Other', ({ other }) => other.map(({ name, value }) => `${name}: ${value}`).join('\n')],
  ]);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Labels that Google Contacts writes. */
function googleLabel(item: { readonly types: readonly string[] } | undefined): string {
  if (item === undefined) return '';
  const { types } = item;
  if (types.includes('fax')) return types.includes('home') ? 'Home Fax' : 'Work Fax';
  if (types.some((type) => ['cell', 'mobile', 'iphone'].includes(type))) return 'Mobile';
  const label = types.find((type) => ['home', 'work', 'main', 'pager', 'other'].includes(type)) ?? labelOf({ types });
  return capital(label);
}

/** Columns of the CSV that Google Contacts exports and imports. */
export function googleTable(contacts: readonly Contact[]): Table {
  const lists = (name: string, count: number, list: (contact: Contact) => readonly Labelled[]): Column[] =>
    numbers(count).flatMap((i): Column[] => [
      [`${name} ${i + 1} - Label`, (contact) => googleLabel(list(contact)[i])],
      [`${name} ${i + 1} - Value`, (contact) => list(contact)[i]?.value ?? ''],
    ]);
  const addresses = numbers(most(contacts, ({ addresses }) => addresses)).flatMap((i): Column[] => [
    [`Address ${i + 1} - Label`, ({ addresses }) => googleLabel(addresses[i])],
    [
      `Address ${i + 1} - Formatted`,
      ({ addresses }) => {
        const address = addresses[i];
        if (address === undefined) return '';
        const town = [address.city, address.region, address.postalCode].filter((part) => part !== '').join(', ');
        return [address.poBox, address.street, address.extended, town, address.country]
          .filter((part) => part !== '')
          .join('\n');
      },
    ],
    [`Address ${i + 1} - Street`, ({ addresses }) => addresses[i]?.street ?? ''],
    [`Address ${i + 1} - City`, ({ addresses }) => addresses[i]?.city ?? ''],
    [`Address ${i + 1} - PO Box`, ({ addresses }) => addresses[i]?.poBox ?? ''],
    [`Address ${i + 1} - Region`, ({ addresses }) => addresses[i]?.region ?? ''],
    [`Address ${i + 1} - Postal Code`, ({ addresses }) => addresses[i]?.postalCode ?? ''],
    [`Address ${i + 1} - Country`, ({ addresses }) => addresses[i]?.country ?? ''],
    [`Address ${i + 1} - Extended Address`, ({ addresses }) => addresses[i]?.extended ?? ''],
  ]);
  return tableOf(contacts, [
    ['First Name', ({ given, family, name }) => (given === '' && family === '' ? name : given)],
    ['Middle Name', ({ additional }) => additional],
    ['Last Name', ({ family }) => family],
    ['Phonetic First Name', () => ''],
    ['Phonetic Middle Name', () => ''],
    ['Phonetic Last Name', () => ''],
    ['Name Prefix', ({ prefix }) => prefix],
    ['Name Suffix', ({ suffix }) => suffix],
    ['Nickname', ({ nickname }) => nickname],
    ['File As', () => ''],
    ['Organization Name', ({ organization }) => organization],
    ['Organization Title', ({ title }) => title],
    ['Organization Department', ({ department }) => department],
    ['Birthday', ({ birthday }) => birthday],
    ['Notes', ({ notes }) => notes],
    ['Photo', () => ''],
    ['Labels', ({ categories }) => ['* myContacts', ...categories].join(' ::: ')],
    ...lists(
      'E-mail',
      most(contacts, ({ emails }) => emails),
      ({ emails }) => emails,
    ),
    ...lists(
      'Phone',
      most(contacts, ({ phones }) => phones),
      ({ phones }) => phones,
    ),
    ...addresses,
    ...lists(
      'Website',
      most(contacts, ({ urls }) => urls),
      ({ urls }) => urls,
    ),
  ]);
}

/** Columns of the CSV that Outlook imports. Where several stand for one column, the first that is left is taken. */
export function outlookTable(contacts: readonly Contact[]): Table {
  const phone =
    (nth: number, wanted: (types: readonly string[]) => boolean) =>
    ({ phones }: Contact): string =>
      phones.filter(({ types }) => wanted(types))[nth]?.value ?? '';
  const isFax = (types: readonly string[]): boolean => types.includes('fax');
  const isCell = (types: readonly string[]): boolean =>
    types.some((type) => ['cell', 'mobile', 'iphone'].includes(type));
  const isPager = (types: readonly string[]): boolean => types.includes('pager');
  const isPlain = (types: readonly string[]): boolean => !isFax(types) && !isCell(types) && !isPager(types);
  const isHome = (types: readonly string[]): boolean => types.includes('home');
  const isWork = (types: readonly string[]): boolean => types.includes('work');
  const address = (prefix: string, wanted: (types: readonly string[]) => boolean): Column[] => {
    const of = ({ addresses }: Contact) => addresses.find(({ types }) => wanted(types));
    return [
      [
        `${prefix} Street`,
        (c) => [of(c)?.street ?? '', of(c)?.extended ?? ''].filter((part) => part !== '').join('\n'),
      ],
      [`${prefix} City`, (c) => of(c)?.city ?? ''],
      [`${prefix} State`, (c) => of(c)?.region ?? ''],
      [`${prefix} Postal Code`, (c) => of(c)?.postalCode ?? ''],
      [`${prefix} Country/Region`, (c) => of(c)?.country ?? ''],
      [`${prefix} PO Box`, (c) => of(c)?.poBox ?? ''],
    ];
  };
  const email = (i: number): Column[] => [
    [i === 0 ? 'E-mail Address' : `E-mail ${i + 1} Address`, ({ emails }) => emails[i]?.value ?? ''],
    [
      i === 0 ? 'E-mail Display Name' : `E-mail ${i + 1} Display Name`,
      ({ emails, name }) => (emails[i] === undefined ? '' : name),
    ],
  ];
  return tableOf(contacts, [
    ['Title', ({ prefix }) => prefix],
    ['First Name', ({ given, family, name }) => (given === '' && family === '' ? name : given)],
    ['Middle Name', ({ additional }) => additional],
    ['Last Name', ({ family }) => family],
    ['Suffix', ({ suffix }) => suffix],
    ['Company', ({ organization }) => organization],
    ['Department', ({ department }) => department],
    ['Job Title', ({ title }) => title],
    ...address('Business', isWork),
    ...address('Home', isHome),
    ...address('Other', (types) => !isWork(types) && !isHome(types)),
    ['Business Fax', phone(0, (types) => isFax(types) && !isHome(types))],
    ['Business Phone', phone(0, (types) => isPlain(types) && isWork(types))],
    ['Business Phone 2', phone(1, (types) => isPlain(types) && isWork(types))],
    ['Home Fax', phone(0, (types) => isFax(types) && isHome(types))],
    ['Home Phone', phone(0, (types) => isPlain(types) && isHome(types))],
    ['Home Phone 2', phone(1, (types) => isPlain(types) && isHome(types))],
    ['Mobile Phone', phone(0, (types) => isCell(types))],
    ['Other Phone', phone(0, (types) => isPlain(types) && !isHome(types) && !isWork(types))],
    ['Pager', phone(0, isPager)],
    ['Birthday', ({ birthday }) => birthday],
    ['Anniversary', ({ anniversary }) => anniversary],
    ['Categories', ({ categories }) => categories.join(';')],
    ...numbers(3).flatMap(email),
    ['Notes', ({ notes }) => notes],
    ['Web Page', ({ urls }) => urls[0]?.value ?? ''],
  ]);
}
