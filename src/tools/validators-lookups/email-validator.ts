import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { domainForms } from '../../engines/domain-names.js';
import { openDomainCheck } from '../../engines/public-suffixes.js';
import { addressParts, literalFault, splitAddresses } from '../../lib/mail/address-syntax.js';
import { COMMON_MAIL_DOMAINS, DISPOSABLE_MAIL_DOMAINS, ROLE_NAMES } from '../../lib/mail/mail-domains.data.js';
import { eachValue, VALUE_FILES, VALUES_NOTE, valueData, valueFormat } from './_each-value.js';
import { nearestDomain } from './_nearest-domain.js';

type DomainCheck = Awaited<ReturnType<typeof openDomainCheck>>;

interface Rules {
  readonly strictness: 'practical' | 'rfc5321';
  readonly international: boolean;
}

/** Services that ignore dots, and what begins with a plus, as they document it. */
const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com']);
const RESERVED = /(?:^|\.)(?:test|example|invalid|localhost|local|onion|internal|example\.(?:com|net|org))$/;

const refused = (reason: string, more: object = {}) => ({ isValid: false, reason, ...more });

/** `Ada <ada@x.org>`, `mailto:ada@x.org?subject=…`, `<ada@x.org>`. */
function unwrapped(value: string): { readonly address: string; readonly displayName?: string } {
  const named = /^(.*)<([^<>]*)>$/s.exec(value);
  if (named !== null) {
    const displayName = (named[1] ?? '').trim().replace(/^"(.*)"$/s, '$1');
    return {
      address: (named[2] ?? '').trim(),
      ...(displayName === '' ? {} : { displayName: displayName.slice(0, 200) }),
    };
  }
  return { address: value.replace(/^mailto:/i, '').replace(/\?(?:subject|body|cc|bcc)=.*$/is, '') };
}

function judge(value: string, { strictness, international }: Rules, check: DomainCheck) {
  const { address, displayName } = unwrapped(value);
  const shown = displayName === undefined ? {} : { displayName };
  if (address.length > 1000) return refused('It is longer than 1,000 characters', shown);
  const parts = addressParts(address);
  if ('fault' in parts) return refused(parts.fault, shown);
  const { local, domain, isQuoted } = parts;
  const isLoose = strictness === 'rfc5321';
  if (isQuoted && !isLoose)
    return refused('Its quotes are allowed by RFC 5321, but hardly any mail service takes them', shown);
  const needsSmtpUtf8 = /[^\0-\x7f]/.test(local);
  if (needsSmtpUtf8 && !international)
    return refused('The part before the @ sign has characters beyond ASCII (SMTPUTF8)', shown);
  if (domain.startsWith('[')) {
    const fault =
      literalFault(domain) ?? (isLoose ? undefined : 'It names a server by its IP address instead of a domain');
    return fault === undefined
      ? { isValid: true, ...shown, normalized: `${local}@${domain}`, local, domain, needsSmtpUtf8 }
      : refused(fault, shown);
  }
  if (/[^\0-\x7f]/.test(domain) && !international) return refused('The domain has characters beyond ASCII', shown);
  if (domain.endsWith('.')) return refused('It ends with a dot', shown);
  const forms = domainForms(domain, true);
  if ('fault' in forms) return refused(`The domain is not valid: ${forms.fault}`, shown);
  const ascii = forms.ascii.toLowerCase();
  if (!ascii.includes('.') && !isLoose) return refused('The domain has no top-level domain, such as .com', shown);
  if (/^[\d.]+$/.test(ascii)) return refused('It names a server by its IP address, without brackets', shown);
  const { isKnown, registered } = check(ascii);
  const meant = nearestDomain(ascii, COMMON_MAIL_DOMAINS, isKnown);
  const suggestion = meant === undefined ? {} : { suggestion: `${local}@${meant}` };
  const isReserved = RESERVED.test(ascii);
  if (!isKnown && !isReserved && !isLoose)
    return refused(`The top-level domain .${forms.unicode.split('.').at(-1)} does not exist`, {
      ...shown,
      ...suggestion,
    });
  const tag = /^[^+]+\+(.+)$/.exec(local)?.[1];
  const base = tag === undefined ? local : local.slice(0, -tag.length - 1);
  const lower = base.toLowerCase();
  return {
    isValid: true,
    ...shown,
    normalized: `${local}@${ascii}`,
    mailbox: `${IGNORES_DOTS.has(ascii) ? lower.replaceAll('.', '') : lower}@${ascii === 'googlemail.com' ? 'gmail.com' : ascii}`,
    local,
    domain: forms.unicode,
    ...(tag === undefined ? {} : { tag }),
    needsSmtpUtf8,
    isRole: ROLE_NAMES.has(lower),
    isDisposable: DISPOSABLE_MAIL_DOMAINS.has(ascii) || DISPOSABLE_MAIL_DOMAINS.has(registered ?? ''),
    isFreeService: COMMON_MAIL_DOMAINS.includes(ascii),
    isReserved,
    ...suggestion,
  };
}

const flag = (description: string) => z.boolean().optional().describe(description);
const part = (description: string) => z.string().optional().describe(description);

export default defineTool({
  id: 'email-validator',
  title: 'Email Validator',
  summary: 'Checks e-mail addresses by syntax and domain, and tells typos, disposable, role and free addresses.',
  family: 'validators-lookups',
  class: 'standard',
  input: 'optional',
  files: VALUE_FILES,
  options: {
    strictness: z
      .enum(['practical', 'rfc5321'])
      .default('practical')
      .describe(
        'What counts as valid: what mail services take; or all that RFC 5321 allows, with quotes, IP addresses in brackets and unknown or missing top-level domains.',
      ),
    international: z
      .boolean()
      .default(true)
      .describe('Allows characters beyond ASCII (RFC 6531), which not every mail server takes.'),
    format: valueFormat(),
  },
  result: 'mixed',
  data: valueData({
    displayName: part('Name before an address in angle brackets.'),
    normalized: part('The address with its domain in lowercase ASCII, as servers look it up.'),
    mailbox: part('For finding duplicates: lowercase, without a tag, and without dots where the service ignores them.'),
    local: part('Part before the @ sign.'),
    domain: part('Domain, in Unicode.'),
    tag: part('What follows the plus, as in ada+news@example.org.'),
    needsSmtpUtf8: flag('Whether only servers with SMTPUTF8 take it.'),
    isRole: flag('Whether it belongs to a role, such as info or postmaster, rather than to a person.'),
    isDisposable: flag('Whether its domain is known for mailboxes that are thrown away.'),
    isFreeService: flag('Whether it is of a large mail service.'),
    isReserved: flag('Whether its domain is reserved for tests or examples: no mail gets there.'),
    suggestion: part('Address that was probably meant, where the domain is one typo from a large service.'),
  }),
  notes: [
    VALUES_NOTE,
    'Lists with commas or semicolons on a line, names with angle brackets and mailto: links are read.',
    'Nothing is looked up on the network: whether the domain takes mail, and the mailbox exists, only a message shows.',
    'Uppercase before the @ sign stays in "normalized", since a server may tell it apart; "mailbox" is for comparing only.',
    'Top-level domains are those of the Public Suffix List. Disposable domains are a list of 135; new ones appear daily, so that false says little.',
  ],
  aliases: [
    'email checker',
    'verify email',
    'email syntax check',
    'disposable email',
    'email typo',
    'rfc 5322',
    'rfc 5321',
    'mailcheck',
    'email normalizer',
    'clean email list',
    'is an email address real',
  ],
  verified: [
    'Dominic Sayers, isemail test suite: 59 of its addresses, typed from memory, with its verdict for RFC 5321; comments and folded whitespace, which SMTP does not have, were left aside',
    'RFC 3696 §3 (with its errata), RFC 6531 and Wikipedia, "Email address": 30 valid and invalid examples',
    'Python 3.11 email.headerregistry.Address: about 400 random local parts in ASCII, the same verdict',
  ],
  examples: [
    {
      title: 'A typo',
      input: 'Ada Lovelace <Ada.Lovelace+news@gmial.com>',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: 'Ada Lovelace <Ada.Lovelace+news@gmial.com>',
              isValid: true,
              displayName: 'Ada Lovelace',
              normalized: 'Ada.Lovelace+news@gmial.com',
              mailbox: 'ada.lovelace@gmial.com',
              local: 'Ada.Lovelace+news',
              domain: 'gmial.com',
              tag: 'news',
              needsSmtpUtf8: false,
              isRole: false,
              isDisposable: false,
              isFreeService: false,
              isReserved: false,
              suggestion: 'Ada.Lovelace+news@gmail.com',
            },
          ],
          valid: 1,
          invalid: 0,
          warnings: [],
        },
      },
    },
    {
      title: 'A list, as CSV',
      input:
        'info@bücher.example\njohn..doe@example.org\njohn@example.cmo, x@mailinator.com\n"a b"@example.org\nu@[192.0.2.1]',
      options: { format: 'csv' },
      output: {
        text: 'line,input,isValid,reason,normalized,mailbox,isRole,isDisposable,isFreeService,suggestion\n1,info@bücher.example,true,,info@xn--bcher-kva.example,info@xn--bcher-kva.example,true,false,false,\n2,john..doe@example.org,false,Two dots follow each other at character 5,,,,,,\n3,john@example.cmo,false,The top-level domain .cmo does not exist,,,,,,\n3,x@mailinator.com,true,,x@mailinator.com,x@mailinator.com,false,true,false,\n4,"""a b""@example.org",false,"Its quotes are allowed by RFC 5321, but hardly any mail service takes them",,,,,,\n5,u@[192.0.2.1],false,It names a server by its IP address instead of a domain,,,,,,\n',
      },
    },
    {
      title: 'Nothing to check',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, signal, options: { strictness, international, format } }) {
    const check = await openDomainCheck();
    const columns = ['normalized', 'mailbox', 'isRole', 'isDisposable', 'isFreeService', 'suggestion'];
    const judging = {
      judge: (value: string) => judge(value, { strictness, international }, check),
      format,
      columns,
      split: splitAddresses,
    };
    return eachValue({ input, files, signal }, judging);
  },
});
