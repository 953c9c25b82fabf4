import { z } from 'zod';
import { extensionOf } from '../../core/files.js';
import { defineTool, invalid, json, overLimit, quote, text as textResult } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { decodeEntities } from '../../engines/xml/html-entities.js';
import { chosenKinds } from '../../formats/entities/chosen-kinds.js';
import { DATE_LOCALES, type DateLocale } from '../../formats/entities/dates.js';
import { ENTITY_KINDS, findEntities } from '../../formats/entities/text-entities.js';
import { readTextSource } from '../../formats/text-source.js';
import { formatRecord } from '../../lib/csv/write.js';
import { positionCounter } from '../../lib/text/text-position.js';

const MAX_CHARACTERS = 2_000_000;
const MAX_ENTITIES = 50_000;

const entity = z.object({
  kind: z.enum(ENTITY_KINDS).describe('Kind.'),
  text: z.string().describe('As it is written.'),
  value: z.string().describe('In one form: ISO dates, E.164 phone numbers, 1234.56 EUR, decimal degrees.'),
  type: z.string().optional().describe('What of its kind it is: the scheme of a URL, time for a time of day.'),
  country: z.string().optional().describe('Country of a phone number.'),
  line: place('Line.'),
  column: place('Column.'),
  start: count('Offset in UTF-16 units.'),
  end: count('Offset behind it.'),
  count: count('How often the value occurs; only with "unique".').optional(),
});

/** `de-AT` is read as `de`. */
function localeOf(tag: string): DateLocale {
  const [language = '', region = ''] = tag.split(/[-_]/);
  const found =
    DATE_LOCALES.find((one) => one.toLowerCase() === `${language}-${region}`.toLowerCase()) ??
    DATE_LOCALES.find((one) => one === language.toLowerCase());
  if (found !== undefined) return found;
  throw invalid(
    `Option "locale" has ${quote(tag)}, a language in which dates are not known; known are ${DATE_LOCALES.join(', ')}`,
  );
}

export default defineTool({
  id: 'entity-extractor',
  title: 'Entity Extractor',
  summary:
    'Extracts e-mail addresses, URLs, phone numbers, dates, amounts of money, quantities, numbers, hashtags, mentions, file paths and coordinates from text.',
  family: 'privacy-security',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.txt', '.md', '.html', '.htm', '.csv', '.log', '.json'] },
  options: {
    kinds: z
      .string()
      .max(200)
      .default('all')
      .describe(`Kinds to extract, separated by commas: all, or some of ${ENTITY_KINDS.join(', ')}.`),
    unique: shared.unique(),
    country: z
      .string()
      .max(2)
      .default('US')
      .describe('Country of phone numbers without a country code, as two letters such as US, GB or DE.'),
    locale: shared
      .locale()
      .describe(
        `Language of dates such as "next Friday": ${DATE_LOCALES.join(', ')}. en reads 1/2/2026 with the month first, the others and 1.2.2026 with the day first.`,
      ),
    format: z
      .enum(['json', 'text', 'csv'])
      .default('json')
      .describe('Result: JSON with places, one value per line, or CSV.'),
  },
  result: 'mixed',
  data: z.object({
    entities: z.array(entity).describe('In order of appearance.'),
    counts: z.record(z.string(), z.int()).describe('How many of each kind.'),
  }),
  notes: [
    'Names of people, places and companies are not extracted: rules cannot tell them from other words.',
    'Relative dates count from the time of the run, in UTC. Two dates with "to" or a dash between them are one span, 2026-01-02/2026-01-05.',
    'Phone numbers are checked by the numbering plan of their country. One without a country code needs gaps, a leading zero, or a word such as "call" before it.',
    'Numbers are read in the notation they show: 1,234.56, 1.234,56 and 1 234,56 are the same; one sign before exactly three digits divides thousands. A dollar without a country is USD.',
    'What overlaps counts once: the digits of a date are not a number, an @ in an e-mail address is not a mention. Versions such as 1.2.3 are not numbers.',
    'HTML is searched with its tags, since links are in them. At most 2,000,000 characters, 50,000 entities, and 300,000 characters in sentences that dates are looked for in.',
  ],
  aliases: [
    'extract emails',
    'extract phone numbers',
    'extract dates',
    'extract urls from text',
    'extract numbers',
    'extract hashtags',
    'email extractor',
    'link extractor',
    'named entity recognition',
    'duckling',
  ],
  verified: [
    'Generated texts in English, German, French, Spanish and Dutch with decoys (versions, UUIDs, digests, codes, colours, at-rules): of 22,365 entities in 300 texts all are found at their exact place with their value, and nothing else is. The texts and the rules are by the same authors: expect less on others.',
    'Dates, amounts and coordinates in 24 notations, typed in with their values',
  ],
  examples: [
    {
      title: 'A note',
      input: 'Meet @ada on 3 March 2026 at 48.8584, 2.2945 with €1,250.50 and 5 kg #tea; call (212) 555-0123',
      output: {
        data: {
          entities: [
            { kind: 'mention', text: '@ada', value: '@ada', line: 1, column: 6, start: 5, end: 9 },
            { kind: 'date', text: '3 March 2026', value: '2026-03-03', line: 1, column: 14, start: 13, end: 25 },
            {
              kind: 'coordinates',
              text: '48.8584, 2.2945',
              value: '48.8584,2.2945',
              line: 1,
              column: 30,
              start: 29,
              end: 44,
            },
            { kind: 'money', text: '€1,250.50', value: '1250.50 EUR', line: 1, column: 51, start: 50, end: 59 },
            { kind: 'quantity', text: '5 kg', value: '5 kg', line: 1, column: 65, start: 64, end: 68 },
            { kind: 'hashtag', text: '#tea', value: '#tea', line: 1, column: 70, start: 69, end: 73 },
            {
              kind: 'phone',
              text: '(212) 555-0123',
              value: '+12125550123',
              country: 'US',
              line: 1,
              column: 81,
              start: 80,
              end: 94,
            },
          ],
          counts: { mention: 1, date: 1, coordinates: 1, money: 1, quantity: 1, hashtag: 1, phone: 1 },
        },
      },
    },
    {
      title: 'Links and addresses, one per line, each once',
      input: 'https://example.org/a, a@b.org, https://example.org/a. See www.example.com!',
      options: { kinds: 'url, email', unique: true, format: 'text' },
      output: { text: 'https://example.org/a\na@b.org\nwww.example.com\n' },
    },
    {
      title: 'German dates and amounts as CSV',
      input: 'Am 5. Mai 2026 sind 1,5 Mio. Euro fällig, gestern 12,50 €',
      options: { kinds: 'date, money', locale: 'de', format: 'csv' },
      output: {
        text: 'kind,text,value,line,column\ndate,5. Mai 2026,2026-05-05,1,4\nmoney,"1,5 Mio. Euro",1500000 EUR,1,21\ndate,gestern,2026-01-01,1,43\nmoney,"12,50 €",12.50 EUR,1,51\n',
      },
    },
    {
      title: 'An unknown kind',
      input: 'a',
      options: { kinds: 'person' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "kinds" has an unknown kind "person"; known are all, ${ENTITY_KINDS.join(', ')}`,
      },
    },
    {
      title: 'A language without dates',
      input: 'a',
      options: { locale: 'tlh' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "locale" has "tlh", a language in which dates are not known; known are ${DATE_LOCALES.join(', ')}`,
      },
    },
  ],
  async run({ input, files, options, now }) {
    const kinds = chosenKinds(options.kinds, ENTITY_KINDS);
    const source = await readTextSource({ input, files });
    const isHtml = /^\.html?$/.test(extensionOf(source.file?.name ?? ''));
    const text = isHtml ? decodeEntities(source.text) : source.text;
    if (text.length > MAX_CHARACTERS)
      throw overLimit(`The text of ${source.label} must have at most ${MAX_CHARACTERS} characters, got ${text.length}`);
    if (!/^[A-Za-z]{2}$/.test(options.country))
      throw invalid(`Option "country" is not a country code of two letters, got ${quote(options.country)}`);
    const request = { kinds, country: options.country.toUpperCase(), locale: localeOf(options.locale), now };
    const found = await refusing(`Cannot read ${source.label}`, () => findEntities(text, request));
    if (found.length > MAX_ENTITIES)
      throw overLimit(`The text must have at most ${MAX_ENTITIES} entities, got ${found.length}`);
    const positionOf = positionCounter(text);
    const known = new Map<string, { count: number }>();
    const entities = found.flatMap((one) => {
      const { start, end } = one;
      const told = {
        ...one,
        kind: one.kind as (typeof ENTITY_KINDS)[number],
        text: text.slice(start, end),
        ...positionOf(start),
      };
      if (!options.unique) return [told];
      const key = `${one.kind} ${one.value}`;
      const first = known.get(key);
      if (first !== undefined) {
        first.count++;
        return [];
      }
      const counted = { ...told, count: 1 };
      known.set(key, counted);
      return [counted];
    });
    if (options.format === 'text') return textResult(entities.map(({ value }) => `${value}\n`).join(''));
    if (options.format === 'csv') {
      const rows = entities.map((one) => [one.kind, one.text, one.value, String(one.line), String(one.column)]);
      const lines = [['kind', 'text', 'value', 'line', 'column'], ...rows].map((row) => `${formatRecord(row, ',')}\n`);
      return textResult(lines.join(''), { name: 'entities.csv', mime: 'text/csv;charset=utf-8' });
    }
    const counts: Record<string, number> = {};
    for (const { kind } of entities) counts[kind] = (counts[kind] ?? 0) + 1;
    return json({ entities, counts });
  },
});
