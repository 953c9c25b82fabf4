import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachText } from '../../formats/each-text.js';
import { eachLine, LINE_FILES, lineData, linesNote } from '../../formats/lines/each-line.js';
import { LISTED_NOTE, listedAddresses } from '../../formats/lines/values-of-line.js';
import { checkLineCount, documentResult, KINDS } from '../../formats/text-source.js';
import { ContentFault, inLine } from '../../lib/faults.js';
import { formsOf, readForm } from '../../lib/network-addresses/address-forms.js';
import { embeddedIpv4 } from '../../lib/network-addresses/embedded.js';

const MAX_LINES = 2_000;

const FORMS = ['standard', 'full', 'decimal', 'hex', 'octal', 'binary', 'mapped', 'nat64', '6to4', 'arpa'] as const;

function describe(line: string) {
  const { ip, readAs } = readForm(line);
  return { version: ip.family, readAs, ...formsOf(ip), embedded: embeddedIpv4(ip) };
}

/** The one form asked for; the full form of IPv4 is its standard one. */
function formOf(line: string, to: (typeof FORMS)[number]): string {
  const { ip } = readForm(line);
  const forms: Readonly<Record<string, string>> = formsOf(ip);
  const form = forms[to] ?? (to === 'full' ? forms.standard : undefined);
  if (form === undefined) throw new ContentFault(`IPv${ip.family} addresses have no ${to} form`);
  return form;
}

export default defineTool({
  id: 'ip-converter',
  title: 'IP Converter',
  summary: 'Converts IP addresses between dotted, decimal, hexadecimal, octal, binary, IPv6 and reverse DNS forms.',
  family: 'network-calculators',
  class: 'standard',
  input: 'optional',
  files: LINE_FILES,
  options: {
    to: z
      .enum(['all', ...FORMS])
      .default('all')
      .describe('Result: all forms as JSON, or one form as text, one line per address.'),
  },
  result: 'mixed',
  data: lineData({
    version: z.int().min(4).max(6).describe('4 or 6.'),
    readAs: z
      .enum(['standard', 'decimal', 'hex', 'octal', 'binary', 'mixed', 'arpa'])
      .describe('Notation it was read in; mixed for numbers in different bases or fewer than four of them.'),
    standard: z.string().describe('Dotted decimal, or IPv6 as RFC 5952 writes it.'),
    full: z.string().describe('IPv6 with all its digits.'),
    decimal: z.string().describe('As one whole number.'),
    hex: z.string().describe('As one hexadecimal number.'),
    arpa: z.string().describe('Name in the reverse DNS.'),
    binary: z.string().describe('As bits.'),
    url: z.string().describe('IPv6 as web addresses have it.'),
    unc: z.string().describe('IPv6 as Windows network paths have it.'),
    octal: z.string().describe('IPv4 with octal numbers.'),
    hexDotted: z.string().describe('IPv4 with hexadecimal numbers.'),
    mapped: z.string().describe('IPv4-mapped IPv6 address.'),
    mappedHex: z.string().describe('The same without dots.'),
    nat64: z.string().describe('IPv6 address that NAT64 translates to it, in 64:ff9b::/96.'),
    '6to4': z.string().describe('6to4 network of it.'),
    embedded: z
      .array(
        z.object({
          kind: z
            .enum(['mapped', 'compatible', 'nat64', '6to4', 'isatap', 'teredo-server', 'teredo-client'])
            .describe('How it is embedded.'),
          address: z.string().describe('The IPv4 address.'),
        }),
      )
      .describe('IPv4 addresses inside an IPv6 address.'),
  }),
  notes: [
    linesNote(MAX_LINES),
    LISTED_NOTE,
    'Reads 192.0.2.1, 3221225985, 0xC0000201, 0300.0.02.01, 192.0.513, bits with or without dots, IPv6, 32 hexadecimal digits and names such as 1.2.0.192.in-addr.arpa.',
    'IPv4 numbers with a leading zero are octal and those with 0x hexadecimal, as inet_aton and browsers read them; "readAs" says so.',
    'A decimal number over 4294967295 is an IPv6 address. With "to" set to one form, the first line that cannot be converted is refused.',
  ],
  aliases: [
    'ip to decimal',
    'ip to hex',
    'ip to binary',
    'integer to ip',
    'ipv4 to ipv6',
    'ipv6 expand',
    'ipv6 compress',
    'reverse dns name',
    'nat64 address',
  ],
  verified: [
    'Python 3.11 socket.inet_aton: the same address for 1,500 random IPv4 texts in decimal, octal and hexadecimal with one to four numbers',
    'Python 3.11 ipaddress: the same number, full form, short form and reverse name of 600 random addresses, and each form read back',
    'RFC 6052 §2.4: 192.0.2.33 as 64:ff9b::192.0.2.33; RFC 3056: 2002:V4ADDR::/48',
  ],
  examples: [
    {
      title: 'An IPv4 address in every form',
      input: '192.0.2.33',
      output: {
        data: {
          results: [
            {
              line: 1,
              input: '192.0.2.33',
              version: 4,
              readAs: 'standard',
              standard: '192.0.2.33',
              decimal: '3221226017',
              hex: '0xc0000221',
              arpa: '33.2.0.192.in-addr.arpa',
              binary: '11000000.00000000.00000010.00100001',
              octal: '0300.0000.0002.0041',
              hexDotted: '0xc0.0x00.0x02.0x21',
              mapped: '::ffff:192.0.2.33',
              mappedHex: '::ffff:c000:221',
              nat64: '64:ff9b::c000:221',
              '6to4': '2002:c000:221::/48',
              embedded: [],
            },
          ],
        },
      },
    },
    {
      title: 'Numbers and old notations as plain addresses',
      input: '3221226017\n0xC0000221\n0300.0.02.041\n192.0.545\n281473902969377\n2001:0DB8:0:0:0:0:0:1',
      options: { to: 'standard' },
      output: {
        text: '192.0.2.33\n192.0.2.33\n192.0.2.33\n192.0.2.33\n::ffff:192.0.2.33\n2001:db8::1',
      },
    },
    {
      title: 'A form the address does not have',
      input: '192.0.2.1\n2001:db8::1',
      options: { to: '6to4' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 2: IPv6 addresses have no 6to4 form',
      },
    },
    {
      title: 'A number beyond IPv6',
      input: '340282366920938463463374607431768211456',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": line 1: the number is greater than the last IPv6 address',
      },
    },
  ],
  async run(run) {
    const { to } = run.options;
    if (to === 'all') return eachLine(run, MAX_LINES, describe, listedAddresses);
    return eachText(run, (source) => {
      const lines = source.text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/);
      checkLineCount(lines.length, MAX_LINES, source.label);
      const forms = refusing(`Cannot read ${source.label}`, () =>
        lines.map((line, index) => (line.trim() === '' ? '' : inLine(index + 1, () => formOf(line, to)))),
      );
      return documentResult(source, forms.join('\n'), KINDS.text);
    }) as Promise<never>;
  },
});
