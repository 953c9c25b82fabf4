import type { FakeRows, RowKind } from '../engines/fake-data.js';
import type { PatternSample } from '../engines/pattern-samples.js';
import type { SampleTexts } from '../lib/json/samples/room.js';

/** Kinds of made-up data by formats of JSON Schema and OpenAPI. */
const FORMAT_KINDS: Readonly<Record<string, RowKind>> = {
  email: 'email',
  'idn-email': 'email',
  uuid: 'uuid',
  uri: 'url',
  'uri-reference': 'url',
  iri: 'url',
  'iri-reference': 'url',
  url: 'url',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  'date-time': 'datetime',
  date: 'date',
};

/** The same by names of properties, in the letters a-z alone. */
const NAME_KINDS: Readonly<Record<string, RowKind>> = {
  id: 'uuid',
  uuid: 'uuid',
  guid: 'uuid',
  name: 'fullName',
  fullname: 'fullName',
  displayname: 'fullName',
  author: 'fullName',
  owner: 'fullName',
  contact: 'fullName',
  firstname: 'firstName',
  givenname: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  username: 'username',
  login: 'username',
  nickname: 'username',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  telephone: 'phone',
  job: 'jobTitle',
  jobtitle: 'jobTitle',
  company: 'company',
  companyname: 'company',
  organization: 'company',
  street: 'street',
  streetaddress: 'street',
  address: 'street',
  addressline: 'street',
  city: 'city',
  town: 'city',
  state: 'state',
  region: 'state',
  zip: 'zipCode',
  zipcode: 'zipCode',
  postcode: 'zipCode',
  postalcode: 'zipCode',
  country: 'country',
  countrycode: 'countryCode',
  date: 'date',
  birthdate: 'birthdate',
  birthday: 'birthdate',
  dateofbirth: 'birthdate',
  createdat: 'datetime',
  updatedat: 'datetime',
  timestamp: 'datetime',
  title: 'sentence',
  summary: 'sentence',
  subject: 'sentence',
  message: 'sentence',
  description: 'sentence',
  comment: 'sentence',
  notes: 'sentence',
  content: 'paragraph',
  body: 'paragraph',
  bio: 'paragraph',
  url: 'url',
  href: 'url',
  link: 'url',
  website: 'url',
  homepage: 'url',
  ip: 'ipv4',
  ipaddress: 'ipv4',
  macaddress: 'mac',
  color: 'color',
  currency: 'currency',
  product: 'product',
  productname: 'product',
  department: 'department',
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Texts for a sampler: made-up data of one locale, and what patterns match. */
export function openSampleTexts(rows: FakeRows, pattern: (pattern: string) => PatternSample): SampleTexts {
  const kind = (of: RowKind): string => String(rows.value(of, 0, 0));
  const word = (): string => kind('word');
  const time = (): string => `${two(rows.below(24))}:${two(rows.below(60))}:${two(rows.below(60))}Z`;
  const bytes = (): string => Buffer.from(Array.from({ length: 12 }, () => rows.below(256))).toString('base64');
  const written: Readonly<Record<string, () => string>> = {
    time,
    duration: () => `P${1 + rows.below(30)}DT${1 + rows.below(23)}H`,
    hostname: () => `${word()}.example.com`,
    'idn-hostname': () => `${word()}.example.com`,
    'uri-template': () => `https://www.example.com/${word()}/{id}`,
    'json-pointer': () => `/${word()}/${rows.below(10)}`,
    'relative-json-pointer': () => `${rows.below(3)}/${word()}`,
    regex: () => `^${word()}[0-9]+$`,
    byte: bytes,
    binary: bytes,
    base64: bytes,
    password: () => pattern('^[A-Za-z0-9]{16}$').text(0, 16),
  };
  return {
    ofFormat: (format) => {
      if (Object.hasOwn(FORMAT_KINDS, format)) return kind(FORMAT_KINDS[format] as RowKind);
      return Object.hasOwn(written, format) ? written[format]?.() : undefined;
    },
    ofName: (name) => {
      const letters = name.toLowerCase().replace(/[^a-z]/g, '');
      return Object.hasOwn(NAME_KINDS, letters) ? kind(NAME_KINDS[letters] as RowKind) : undefined;
    },
    word,
    ofPattern: (text, least, most) => pattern(text).text(least, most),
  };
}
