import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, json, overLimit } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { chosenCountries, chosenKinds } from '../../formats/entities/chosen-kinds.js';
import { jsonStrings } from '../../formats/entities/json-strings.js';
import { findPersonalData, PERSONAL_KINDS } from '../../formats/entities/personal-data.js';
import { editedFile, readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { MASKS, Masker } from '../../lib/entities/masks.js';
import { positionCounter } from '../../lib/text/text-position.js';

/** Measured: five million characters of nothing but telephone numbers take 33 s, a mixed text 3 s. */
const MAX_CHARACTERS = 3_000_000;
const MAX_LISTED = 1_000;
const KEY_BYTES = 32;

const REPORT = {
  counts: z.record(z.string(), z.int()).describe('How many were masked, by kind.'),
  found: z
    .array(
      z.object({
        kind: z.string().describe('Kind of personal data, by its name in option "kinds".'),
        type: z.string().optional().describe('What of its kind it is, such as Visa or Steuer-ID.'),
        country: z.string().optional().describe('Country it belongs to.'),
        line: place('Line in the text that was sent.'),
        column: place('Column in the text that was sent.'),
        start: count('Offset in the text that was sent, in UTF-16 units.'),
        end: count('Offset behind it.'),
        replacement: z.string().describe('What replaces it.'),
      }),
    )
    .describe('What was masked, in order. What was there is not repeated.'),
  warnings: z.array(z.string()).describe('What was not listed.'),
};

export default defineTool({
  id: 'pii-redactor',
  title: 'PII Redactor',
  summary:
    'Masks personal data in text and files: e-mail addresses, phone numbers, cards, IBANs, national ids, birth dates, network addresses and secrets.',
  family: 'privacy-security',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 20, formats: ['*'] },
  options: {
    kinds: z
      .string()
      .max(200)
      .default('all')
      .describe(`Kinds to mask, separated by commas: all, or some of ${PERSONAL_KINDS.join(', ')}.`),
    mask: z
      .enum(MASKS)
      .default('label')
      .describe(
        'Replacement: numbered labels such as [EMAIL_1], stars of the same length, a keyed hash, or a made-up value of the same form.',
      ),
    countries: z
      .string()
      .max(200)
      .default('')
      .describe(
        'Countries whose national ids and national phone numbers are expected, as codes such as DE,FR; empty for all known ones, then told more strictly.',
      ),
    key: ofKind(
      'secret',
      z
        .string()
        .max(1000)
        .default('')
        .describe(
          'Key for mask hash and pseudonym: the same key gives the same replacements in every run; empty for a new one.',
        ),
    ),
  },
  result: 'mixed',
  data: z.union([
    z.object({ text: z.string().describe('The masked text.'), ...REPORT }),
    fileReports(REPORT).describe('Where files were sent: what was masked in each.'),
  ]),
  notes: [
    'Names of people, street addresses and company names are not masked: rules cannot tell them from other words. Read the result before you publish it.',
    'Checked before masking: check digits of IBANs, cards (with the ranges of their networks) and national ids, and phone numbers by the numbering plan of their country.',
    'National ids of 40 countries. Bare digits count only shortly after a word that announces them, such as BSN, PESEL or social security number, or where "countries" names the country; forms like 123.456.789-09 count alone.',
    'National phone numbers need a usual form or a word such as "call" or "Tel." before them. Dates count as dates of birth only after words that say so, in 15 languages.',
    'Kind url masks the name and password within a URL; other URLs stay.',
    'The same value gets the same replacement in the whole run, across files. Hashes and pseudonyms are keyed (HMAC-SHA-256), so they cannot be undone by trying all numbers. Pseudonyms keep the form and are not valid numbers of real accounts on purpose, but one may be by chance.',
    'Where the text is valid JSON it stays valid: a number that is masked becomes a string.',
    'A file gives a file of the same name, type and character encoding. At most 3,000,000 characters per text.',
  ],
  aliases: [
    'redact personal data',
    'anonymize text',
    'mask pii',
    'gdpr anonymizer',
    'presidio',
    'pseudonymize',
    'remove emails and phone numbers',
    'data masking',
    'log scrubber',
    'hide phone numbers and names',
    'remove personal data',
    'names out of a text',
  ],
  verified: [
    'Generated texts in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish, about half of their sentences decoys (order numbers, versions, ISBNs, dates, UUIDs, digests, amounts, IBANs with a wrong digit), check digits computed apart from this code: of 21,785 planted values in 480 texts all are found at their exact place, and nothing else is. The texts and the rules are by the same authors: expect less on others.',
    'Published examples of national ids of 37 countries (issuing offices, python-stdnum): each is found with its country',
    'OpenSSL 3.0 (dgst -hmac): the keyed hashes of the examples',
  ],
  examples: [
    {
      title: 'A message',
      input:
        'Ada (ada@example.org, tel. +44 20 7946 0958) paid to DE89 3704 0044 0532 0130 00. Reply to ada@example.org.',
      output: {
        data: {
          text: 'Ada ([EMAIL_1], tel. [PHONE_1]) paid to [IBAN_1]. Reply to [EMAIL_1].',
          counts: { email: 2, iban: 1, phone: 1 },
          found: [
            { kind: 'email', line: 1, column: 6, start: 5, end: 20, replacement: '[EMAIL_1]' },
            { kind: 'phone', country: 'GB', line: 1, column: 28, start: 27, end: 43, replacement: '[PHONE_1]' },
            { kind: 'iban', country: 'DE', line: 1, column: 54, start: 53, end: 80, replacement: '[IBAN_1]' },
            { kind: 'email', line: 1, column: 92, start: 91, end: 106, replacement: '[EMAIL_1]' },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A JSON log, stars',
      input: '{"ip":"203.0.113.9","card":4111111111111111,"order":4111111111111112}',
      options: { mask: 'stars' },
      output: {
        data: {
          text: '{"ip":"***********","card":"****************","order":4111111111111112}',
          counts: { card: 1, ip: 1 },
          found: [
            {
              kind: 'ip',
              type: 'IPv4 documentation',
              line: 1,
              column: 8,
              start: 7,
              end: 18,
              replacement: '***********',
            },
            { kind: 'card', type: 'Visa', line: 1, column: 28, start: 27, end: 43, replacement: '"****************"' },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A German file, two kinds, keyed hashes',
      options: { kinds: 'birth-date, national-id', mask: 'hash', key: 'k' },
      files: [{ name: 'akte.txt', text: 'Geboren am 31.01.1985, Steuer-ID 36574261809, Rechnung 36574261800\n' }],
      output: {
        files: [
          {
            name: 'akte.txt',
            mime: 'text/plain;charset=utf-8',
            text: 'Geboren am [BIRTH_DATE_201babdb3568f4d9], Steuer-ID [NATIONAL_ID_0492b0ea91c2cb0a], Rechnung 36574261800\n',
          },
        ],
      },
    },
    {
      title: 'An unknown kind',
      input: 'a',
      options: { kinds: 'name' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "kinds" has an unknown kind "name"; known are all, ${PERSONAL_KINDS.join(', ')}`,
      },
    },
    {
      title: 'Not a country code',
      input: 'a',
      options: { countries: 'Germany' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "countries" has "GERMANY", which is not a two-letter country code such as DE',
      },
    },
  ],
  async run({ input, files, options, random, signal }) {
    const kinds = chosenKinds(options.kinds, PERSONAL_KINDS);
    const countries = chosenCountries(options.countries);
    const masker = new Masker(options.mask, options.key === '' ? random(KEY_BYTES) : Buffer.from(options.key));
    const work = async ({ text, label }: TextSource) => {
      if (text.length > MAX_CHARACTERS)
        throw overLimit(`The text of ${label} must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
      const entities = await findPersonalData(text, { kinds, countries });
      const isInString = jsonStrings(text);
      const positionOf = positionCounter(text);
      const pieces: string[] = [];
      let at = 0;
      const counts: Record<string, number> = {};
      const found = entities.map((entity) => {
        const { value: _, ...told } = entity;
        const { start, end } = told;
        const masked = masker.replace(entity, text.slice(start, end));
        const replacement = isInString(start) ? masked : `"${masked}"`;
        pieces.push(text.slice(at, start), replacement);
        at = end;
        counts[entity.kind] = (counts[entity.kind] ?? 0) + 1;
        return { ...told, ...positionOf(start), replacement };
      });
      const sorted = Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
      const warnings =
        found.length > MAX_LISTED
          ? [`${found.length - MAX_LISTED} more were masked and are not listed: at most ${MAX_LISTED} are`]
          : [];
      return {
        text: `${pieces.join('')}${text.slice(at)}`,
        report: { counts: sorted, found: found.slice(0, MAX_LISTED), warnings },
      };
    };
    if (files.length === 0 || input !== '') {
      const source = await readTextSource({ input, files });
      const { text, report } = await work(source);
      return json({ text, ...report });
    }
    return eachFile({ files, signal }, async (file) => {
      const source = await readTextFile(file);
      const { text, report } = await work(source);
      return { report, outputs: [editedFile(source, text, file.name)] };
    });
  },
});
