import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { count, fileReports, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { eachTextReport } from '../../formats/text-reports.js';
import type { TextSource } from '../../formats/text-source.js';
import { gsmReplacement, toGsm } from '../../lib/messages/gsm-replacements.js';
import { gsmSeptets, splitMessage } from '../../lib/messages/message-lengths.js';
import { codePointLabel } from '../../lib/unicode/unicode-properties.js';

const MAX_CHARACTERS = 100_000;
const MAX_LISTED = 100;

const message = (text: string) => {
  const { encoding, unitsPerSegment, parts } = splitMessage(text);
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const remaining = unitsPerSegment - (parts.at(-1)?.units ?? 0);
  return { encoding, segments: parts.length, units, unitsPerSegment, remaining };
};

function report({ text: source, label }: TextSource, replace: boolean) {
  if (source.length > MAX_CHARACTERS)
    throw overLimit(`Cannot count ${label}: it must have at most ${MAX_CHARACTERS} characters, got ${source.length}`);
  const text = replace ? toGsm(source) : source;
  const counts = new Map<string, number>();
  for (const character of text)
    if (gsmSeptets(character) !== 1) counts.set(character, (counts.get(character) ?? 0) + 1);
  const listed = [...counts].map(([character, times]) => ({ character, count: times }));
  const plain = toGsm(source);
  return {
    ...message(text),
    text,
    parts: splitMessage(text).parts.map((part, i) => ({ number: i + 1, ...part })),
    outsideGsm: listed
      .filter(({ character }) => gsmSeptets(character) === undefined)
      .slice(0, MAX_LISTED)
      .map(({ character, count: times }) => ({
        character,
        codePoint: codePointLabel(character.codePointAt(0) ?? 0),
        count: times,
        replacement: gsmReplacement(character) ?? null,
      })),
    extended: listed.filter(({ character }) => gsmSeptets(character) === 2).slice(0, MAX_LISTED),
    withReplacements: { text: plain, ...message(plain) },
  };
}

const LENGTHS = {
  encoding: z.enum(['GSM-7', 'UCS-2']).describe('Alphabet the message is sent in.'),
  segments: count('Number of messages it is sent as, and charged for.'),
  units: count('Septets of GSM-7, or 16-bit units of UCS-2.'),
  unitsPerSegment: count('Units that fit in each message.'),
  remaining: count('Units free in the last message.'),
};

const REPORT = {
  ...LENGTHS,
  text: z.string().describe('The text that was counted.'),
  parts: z
    .array(
      z.object({
        number: place('Number of the message.'),
        text: z.string().describe('What is in it.'),
        units: count('Units it takes.'),
      }),
    )
    .describe('The messages in their order.'),
  outsideGsm: z
    .array(
      z.object({
        character: z.string().describe('The character.'),
        codePoint: z.string().describe('Its code point, such as U+2019.'),
        count: count('How often it is there.'),
        replacement: z.string().nullable().describe('What may be written instead; null if nothing fits.'),
      }),
    )
    .describe('Characters that force UCS-2, in the order of the first; at most 100.'),
  extended: z
    .array(z.object({ character: z.string().describe('The character.'), count: count('How often it is there.') }))
    .describe('Characters of the extension table, which take two septets.'),
  withReplacements: z
    .object({ text: z.string().describe('The text with replacements.'), ...LENGTHS })
    .describe('The text as it would be with every replacement that is possible.'),
};

export default defineTool({
  id: 'sms-segment-counter',
  title: 'SMS Segment Counter',
  summary: 'Counts the messages a text is sent as, names characters that force UCS-2, and replaces them by plain ones.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    replace: z
      .boolean()
      .default(false)
      .describe('Replaces curly quotes, dashes, accents and other characters that GSM-7 lacks, then counts.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'data',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'GSM-7: 160 septets in one message, 153 in each of several; UCS-2: 70 or 67 units. A single character outside GSM-7 puts the whole text into UCS-2. An emoji takes two units or more.',
    'Two septets are taken by ^ { } \\ [ ] ~ | € and form feed. A character is never divided between messages; an emoji of several code points can be.',
    'National language tables (Turkish, Spanish, Portuguese and others) are not used: few networks send with them. The alphabet of 3GPP has Ç but not ç, though some phones show them alike.',
    '"withReplacements" says what replacing would save, before you do it. Accents are removed where GSM-7 lacks the letter: ê becomes e, but é stays. Greek turns into capitals, as GSM-7 has no others.',
    `Up to ${MAX_CHARACTERS} characters. Up to 20 files instead of "input": several give a report each.`,
  ],
  aliases: [
    'sms length calculator',
    'sms character counter',
    'how many sms is this text',
    'gsm 7 bit or unicode sms',
    'gsm 03.38',
    'ucs-2 sms',
    'text message splitter',
    'sms parts',
    'characters that make sms unicode',
    'twilio segment calculator',
  ],
  verified: [
    'Encode::GSM0338 of Perl 5.36: the same septets for every character up to U+FFFD.',
    '3GPP TS 23.040: lengths of one and of several messages at their limits, in both alphabets.',
  ],
  examples: [
    {
      title: 'A curly quote',
      input: 'It’s 5 €',
      output: {
        data: {
          encoding: 'UCS-2',
          segments: 1,
          units: 8,
          unitsPerSegment: 70,
          remaining: 62,
          text: 'It’s 5 €',
          parts: [{ number: 1, text: 'It’s 5 €', units: 8 }],
          outsideGsm: [{ character: '’', codePoint: 'U+2019', count: 1, replacement: "'" }],
          extended: [{ character: '€', count: 1 }],
          withReplacements: {
            text: "It's 5 €",
            encoding: 'GSM-7',
            segments: 1,
            units: 9,
            unitsPerSegment: 160,
            remaining: 151,
          },
        },
      },
    },
    {
      title: 'Replaced at once',
      input: 'Voilà – ça va… 😀',
      options: { replace: true },
      output: {
        data: {
          encoding: 'UCS-2',
          segments: 1,
          units: 19,
          unitsPerSegment: 70,
          remaining: 51,
          text: 'Voilà - ca va... 😀',
          parts: [{ number: 1, text: 'Voilà - ca va... 😀', units: 19 }],
          outsideGsm: [{ character: '😀', codePoint: 'U+1F600', count: 1, replacement: null }],
          extended: [],
          withReplacements: {
            text: 'Voilà - ca va... 😀',
            encoding: 'UCS-2',
            segments: 1,
            units: 19,
            unitsPerSegment: 70,
            remaining: 51,
          },
        },
      },
    },
    {
      title: 'Nothing to read',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  run: ({ input, files, signal, options: { replace, inputCharset } }) =>
    eachTextReport({ input, files, signal }, (source) => ({ report: report(source, replace) }), inputCharset),
});
