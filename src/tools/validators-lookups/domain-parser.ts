import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { domainForms } from '../../engines/domain-names.js';
import { type DomainParts, openDomainParts } from '../../engines/public-suffixes.js';
import { parseUrl } from '../../lib/urls/url-lines.js';

import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';

const TLD_KINDS = ['country', 'generic', 'international', 'infrastructure', 'reserved', 'unlisted'] as const;
type TldKind = (typeof TLD_KINDS)[number];

/** RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, and ICANN's decision on .internal of 2024. */
const RESERVED = new Set(['test', 'example', 'invalid', 'localhost', 'local', 'onion', 'alt', 'internal']);

function tldKind(tld: string, { suffixOf }: DomainParts): TldKind {
  if (RESERVED.has(tld)) return 'reserved';
  if (tld === 'arpa') return 'infrastructure';
  if (suffixOf === 'unlisted') return 'unlisted';
  if (tld.startsWith('xn--')) return 'international';
  return tld.length === 2 ? 'country' : 'generic';
}

/** The host in an address or behind the @ of an e-mail address; any other text as it is. */
function hostIn(value: string): string {
  if (/^(?:[a-z][a-z\d+.-]{0,30}:)?\/\//i.test(value))
    return parseUrl(value.startsWith('//') ? `https:${value}` : value)?.hostname ?? '';
  const plain = value.slice(value.lastIndexOf('@') + 1).replace(/[/?#].*$/s, '');
  return plain.replace(/:\d{1,5}$/, '');
}

const isNumber = (host: string): boolean =>
  /^\[.*\]$|^[\da-f]*:[\da-f:.]*$/i.test(host) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);

function judge(value: string, divide: (domain: string) => DomainParts) {
  const host = hostIn(value);
  if (isNumber(host)) return { isValid: false, reason: 'it is an IP address, not a domain name' };
  const forms =
    host.replace(/\.$/, '') === ''
      ? { fault: 'there is no domain name' }
      : domainForms(host.replace(/^\*\./, '').replace(/\.$/, ''), true);
  if ('fault' in forms) return { isValid: false, reason: forms.fault };
  const { ascii, unicode } = forms;
  const parts = divide(ascii);
  const tld = ascii.slice(ascii.lastIndexOf('.') + 1);
  if (/^\d+$/.test(tld)) return { isValid: false, reason: 'the last label must not be a number' };
  const { registrable, publicSuffix, subdomain, suffixOf } = parts;
  const name = registrable === null || publicSuffix === null ? null : registrable.slice(0, -publicSuffix.length - 1);
  return {
    isValid: true,
    domain: ascii,
    unicode,
    registrable,
    registrableUnicode: registrable === null ? null : unicodeOf(registrable),
    name,
    publicSuffix,
    suffixOf,
    subdomain,
    tld,
    tldKind: tldKind(tld, parts),
    labels: ascii.split('.').length,
  };
}

function unicodeOf(name: string): string {
  const forms = domainForms(name, true);
  return 'fault' in forms ? name : forms.unicode;
}

const part = (description: string) => z.string().optional().describe(description);
const known = (description: string) => z.string().nullable().optional().describe(description);

export default defineTool({
  id: 'domain-parser',
  title: 'Domain Parser',
  summary: 'Divides domain names into subdomain, registrable domain and public suffix, with Punycode and Unicode.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    privateSuffixes: z
      .boolean()
      .default(true)
      .describe(
        'Counts suffixes under which companies give names to their users, such as github.io, as browsers do for cookies; false counts those of registries only.',
      ),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    domain: part('The name in ASCII, in lower case, with xn-- labels.'),
    unicode: part('The name in Unicode.'),
    registrable: known('The registrable domain (eTLD+1), in ASCII; null for a public suffix itself.'),
    registrableUnicode: known('The same in Unicode.'),
    name: known('The label before the public suffix.'),
    publicSuffix: known('The public suffix (eTLD), such as co.uk.'),
    suffixOf: z
      .enum(['registry', 'company', 'unlisted'])
      .optional()
      .describe('Who gives names below the suffix; unlisted if the top-level domain is not in the list.'),
    subdomain: part('Labels before the registrable domain; empty if there are none.'),
    tld: part('The top-level domain, in ASCII.'),
    tldKind: z
      .enum(TLD_KINDS)
      .optional()
      .describe(
        'Country code of two letters, generic, in another script, arpa, reserved by an RFC, or not in the list.',
      ),
    labels: z.number().optional().describe('How many labels the name has.'),
  }),
  notes: [
    VALUES_NOTE,
    'Read are domain names, addresses (the host counts), e-mail addresses (what follows the @) and *.names. IP addresses are not domain names.',
    'By the Public Suffix List in tldts 7.5.4, with its wildcards and exceptions. A name of a top-level domain that is not listed is divided before its last label, as the list says.',
    'A valid name follows UTS #46, IDNA 2008 and the lengths of DNS. Whether it is registered is not looked up: see whois-lookup and dns-lookup.',
  ],
  aliases: [
    'public suffix list',
    'registrable domain',
    'root domain',
    'extract domain from url',
    'etld+1',
    'tld extractor',
    'tldextract',
    'subdomain extractor',
    'apex domain',
    'psl lookup',
    'domain validator',
    'idn domain',
  ],
  verified: [
    "Public Suffix List: the cases of its own test_psl.txt; and a name with one and two labels before each plain rule of registries in Debian's copy of 2023: more than 98 % are divided alike, the others are rules that have gone since (all below .museum not counted)",
  ],
  examples: [
    {
      title: 'Address, e-mail and a name in another script',
      input: 'https://www.shop.example.co.uk/a?b\nann@mail.example.com\nwww.食狮.公司.cn\n',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'https://www.shop.example.co.uk/a?b',
              isValid: true,
              domain: 'www.shop.example.co.uk',
              unicode: 'www.shop.example.co.uk',
              registrable: 'example.co.uk',
              registrableUnicode: 'example.co.uk',
              name: 'example',
              publicSuffix: 'co.uk',
              suffixOf: 'registry',
              subdomain: 'www.shop',
              tld: 'uk',
              tldKind: 'country',
              labels: 5,
            },
            {
              line: 2,
              input: 'ann@mail.example.com',
              isValid: true,
              domain: 'mail.example.com',
              unicode: 'mail.example.com',
              registrable: 'example.com',
              registrableUnicode: 'example.com',
              name: 'example',
              publicSuffix: 'com',
              suffixOf: 'registry',
              subdomain: 'mail',
              tld: 'com',
              tldKind: 'generic',
              labels: 3,
            },
            {
              line: 3,
              input: 'www.食狮.公司.cn',
              isValid: true,
              domain: 'www.xn--85x722f.xn--55qx5d.cn',
              unicode: 'www.食狮.公司.cn',
              registrable: 'xn--85x722f.xn--55qx5d.cn',
              registrableUnicode: '食狮.公司.cn',
              name: 'xn--85x722f',
              publicSuffix: 'xn--55qx5d.cn',
              suffixOf: 'registry',
              subdomain: 'www',
              tld: 'cn',
              tldKind: 'country',
              labels: 4,
            },
          ],
          valid: 3,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'As CSV, suffixes of registries only',
      input: 'ann.github.io\n192.0.2.1\n',
      options: { privateSuffixes: false, format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,domain,registrable,publicSuffix,subdomain,suffixOf,tldKind\n1,ann.github.io,true,,ann.github.io,github.io,io,ann,registry,country\n2,192.0.2.1,false,"it is an IP address, not a domain name",,,,,,\n',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { privateSuffixes, format } }) {
    const divide = await openDomainParts(privateSuffixes);
    const columns = ['domain', 'registrable', 'publicSuffix', 'subdomain', 'suffixOf', 'tldKind'];
    return eachValue({ input, files, signal }, { judge: (value) => judge(value, divide), format, columns });
  },
});
