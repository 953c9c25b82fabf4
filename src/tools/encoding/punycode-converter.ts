import { z } from 'zod';

import { defineTool, invalid, json, overLimit, quote } from '../../core/index.js';
import { warnings as warningList } from '../../core/shared-data.js';
import { domainForms } from '../../engines/domain-names.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { isOddMixture, latinLook, scriptsOf } from '../../lib/unicode/look-alikes.js';

const MAX_DOMAINS = 10_000;

/** A line: a name alone, or what is around the host of an address on the web or of mail. */
const LINE =
  /^(\s*(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^\s/?#@]{1,300}@)?)([^\s/?#@:]{1,2000})((?::\d{0,5})?(?:[/?#].*)?\s*)$/iu;

interface Line {
  readonly text: string;
  readonly before: string;
  readonly domain: string;
  readonly after: string;
}

function linesOf(text: string): Line[] {
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '');
  if (lines.length > MAX_DOMAINS) throw overLimit(`At most ${MAX_DOMAINS} names can be converted, got ${lines.length}`);
  return lines.map((line) => {
    const [, before = '', domain = line.trim(), after = ''] = LINE.exec(line) ?? [];
    return { text: line.trim(), before: before.trimStart(), domain, after: after.trimEnd() };
  });
}

function describe({ text, before, domain, after }: Line, strict: boolean) {
  const forms = domainForms(domain, strict);
  if ('fault' in forms) return { name: text, ascii: null, unicode: null, error: forms.fault, warnings: [] };
  const labels = forms.unicode
    .split('.')
    .map((label) => ({ label, scripts: scriptsOf(label), look: latinLook(label) }));
  const warnings = [
    ...labels.flatMap(({ label, scripts, look }) => {
      if (look !== undefined) return [`${quote(label)} looks like ${quote(look)} in Latin letters`];
      return isOddMixture(scripts) ? [`${quote(label)} mixes letters of ${scripts.join(' and ')}`] : [];
    }),
    ...(forms.transitional === undefined ? [] : [`Older software asks for ${forms.transitional} instead (IDNA 2003)`]),
  ];
  return { name: text, ascii: before + forms.ascii + after, unicode: before + forms.unicode + after, warnings };
}

export default defineTool({
  id: 'punycode-converter',
  title: 'Punycode Converter',
  summary: 'Converts internationalised domain names to and from xn-- and checks them.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    to: z
      .enum(['both', 'ascii', 'unicode'])
      .default('both')
      .describe('Result: both forms as JSON with warnings, or only one form as text, a line per name.'),
    strict: z
      .boolean()
      .default(true)
      .describe(
        'Also checks what registries do: letters, digits and hyphens only, where hyphens may be, and lengths. False checks as browsers do, which allows underscores.',
      ),
  },
  result: 'mixed',
  data: z.object({
    names: z
      .array(
        z.object({
          name: z.string().describe('The line as it was given.'),
          ascii: z.string().nullable().describe('With labels in xn--, as DNS needs it; null if it is not valid.'),
          unicode: z.string().nullable().describe('As people read it; null if it is not valid.'),
          error: z.string().optional().describe('Why the name is not valid.'),
          warnings: warningList().describe('Letters that look like others, and names that differ in older software.'),
        }),
      )
      .describe('One per line that is not empty.'),
  }),
  notes: [
    'Names, web addresses and mail addresses are read, one per line, in either form; in addresses only the domain is converted.',
    'Conversion follows UTS #46 without transitional processing, as browsers do: ß and ς are kept. Uppercase letters, full-width forms and ideographic full stops are mapped.',
    'A label in letters that look like Latin ones, or that mixes alphabets, is reported in "warnings", since such names are used for fraud. The list of look-alikes is short; it does not find every case.',
    `At most ${MAX_DOMAINS} names. With "to" ascii or unicode, the first name that is not valid is refused.`,
  ],
  aliases: [
    'idn converter',
    'xn--',
    'punycode decode',
    'internationalized domain name',
    'idna',
    'homograph check',
    'unicode domain',
  ],
  verified: [
    'RFC 3492 §7.1: samples B, C, D, E, F, G, I and J as lowercase labels, both ways',
    'Node.js url.domainToASCII and domainToUnicode (ada): same result for 240 random names in 12 scripts',
    'Python 3.11 punycode codec: same label for 240 random words',
  ],
  examples: [
    {
      title: 'A name, an address and a name in xn--',
      input: 'Bücher.example\nhttps://müller.example:8080/über\nxn--fsq.example',
      output: {
        data: {
          names: [
            { name: 'Bücher.example', ascii: 'xn--bcher-kva.example', unicode: 'bücher.example', warnings: [] },
            {
              name: 'https://müller.example:8080/über',
              ascii: 'https://xn--mller-kva.example:8080/über',
              unicode: 'https://müller.example:8080/über',
              warnings: [],
            },
            { name: 'xn--fsq.example', ascii: 'xn--fsq.example', unicode: '例.example', warnings: [] },
          ],
        },
      },
    },
    {
      title: 'Letters that look like others, and an ß',
      input: 'рор.example\nfaß.example\n-a.example',
      output: {
        data: {
          names: [
            {
              name: 'рор.example',
              ascii: 'xn--n1adb.example',
              unicode: 'рор.example',
              warnings: ['"рор" looks like "pop" in Latin letters'],
            },
            {
              name: 'faß.example',
              ascii: 'xn--fa-hia.example',
              unicode: 'faß.example',
              warnings: ['Older software asks for fass.example instead (IDNA 2003)'],
            },
            {
              name: '-a.example',
              ascii: null,
              unicode: null,
              error: 'a label begins or ends with a hyphen, or has two in the third and fourth place',
              warnings: [],
            },
          ],
        },
      },
    },
    {
      title: 'Text only, for DNS',
      input: '例え。テスト\nuser@GRÜN.example',
      options: { to: 'ascii' },
      output: { text: 'xn--r8jz45g.xn--zckzah\nuser@xn--grn-ioa.example' },
    },
    {
      title: 'A name that is not valid where only text is wanted',
      input: 'ok.example\nxn--zzzzzz99999.example',
      options: { to: 'unicode' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot convert "xn--zzzzzz99999.example": "xn--zzzzzz99999" is not the Punycode of a valid label',
      },
    },
    {
      title: 'Too many names',
      input: 'a\n'.repeat(MAX_DOMAINS + 1),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: `At most ${MAX_DOMAINS} names can be converted, got ${MAX_DOMAINS + 1}`,
      },
    },
    {
      title: 'No name',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options: { to, strict } }) {
    const source = await readTextSource({ input, files });
    const names = linesOf(source.text).map((line) => describe(line, strict));
    if (to === 'both') return json({ names });
    const wanted = names.map((name) => {
      if (name.error !== undefined) throw invalid(`Cannot convert ${quote(name.name)}: ${name.error}`);
      return name[to];
    });
    return documentResult(source, wanted.join('\n'), KINDS.text);
  },
});
