import { z } from 'zod';

import { defineTool, invalid, json, quote, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { checkLineCount } from '../../formats/text-source.js';
import { NAMESPACES, namedUuid, readUuid } from '../../lib/ids/uuid.js';
import { isUppercased, UUID_NOTATIONS, uuidMaker, uuidReport } from '../../lib/ids/uuid-report.js';
import { splitLines } from '../../lib/text/lines.js';

const MAX_COUNT = 10_000;

const NAMED = { v3: 3, v5: 5, v8: 8 } as const;

const isNamed = (version: string): version is keyof typeof NAMED => Object.hasOwn(NAMED, version);

const linesOf = (input: string): string[] => {
  const lines = splitLines(input).lines.filter((line) => line.trim() !== '');
  checkLineCount(lines.length, MAX_COUNT, 'property "input"');
  return lines;
};

function namespaceOf(namespace: string): string {
  const known = namespace.trim().toLowerCase();
  if (Object.hasOwn(NAMESPACES, known)) return NAMESPACES[known as keyof typeof NAMESPACES];
  const uuid = readUuid(namespace);
  if (uuid === undefined)
    throw invalid(`Option "namespace" must be dns, url, oid, x500 or a UUID, got ${quote(namespace)}`);
  return uuid;
}

function named(version: keyof typeof NAMED, names: readonly string[], namespace: string): string[] {
  if (names.length === 0)
    throw invalid(`Property "input" must not be empty where "version" is ${version}: it holds the names`);
  const uuid = namespaceOf(namespace);
  return names.map((name) => namedUuid(NAMED[version], uuid, name));
}

const inspected = z.object({
  input: z.string().describe('The line, up to 100 characters.'),
  isValid: z.boolean().describe('Whether it is a UUID in any notation.'),
  uuid: z.string().optional().describe('In the usual form.'),
  variant: z
    .enum(['rfc9562', 'nil', 'max', 'microsoft', 'ncs', 'future'])
    .optional()
    .describe('Layout; only rfc9562 has versions.'),
  version: z.int().optional().describe('Version; 1 to 8 are defined.'),
  time: z.string().optional().describe('Time inside versions 1, 6 and 7, in UTC.'),
  clockSequence: z.int().optional().describe('Clock sequence of versions 1 and 6.'),
  node: z.string().optional().describe('Node of versions 1, 2 and 6, as a network address is written.'),
  isNodeRandom: z.boolean().optional().describe('False where the node is the address of a network card.'),
  integer: z.string().optional().describe('All 128 bits as a decimal number.'),
});

export default defineTool({
  id: 'uuid-generator',
  title: 'UUID Generator',
  summary: 'Makes UUIDs of every version, random, ordered by time or from names, and shows what existing ones contain.',
  family: 'generators',
  class: 'standard',
  input: 'optional',
  options: {
    action: z
      .enum(['generate', 'inspect'])
      .default('generate')
      .describe('Makes UUIDs, or reads those of the input, one per line.'),
    version: z
      .enum(['v4', 'v7', 'v1', 'v6', 'v5', 'v3', 'v8', 'nil', 'max'])
      .default('v4')
      .describe(
        'Random (v4), with a time (v7, v6, v1), or from names: v5, v3 and v8 come from the names in the input, one per line.',
      ),
    count: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(MAX_COUNT)
      .default(1)
      .describe('How many to make; names decide it themselves.'),
    namespace: z.string().max(60).default('dns').describe('Namespace of v3, v5 and v8: dns, url, oid, x500 or a UUID.'),
    notation: z
      .enum(['standard', 'compact', 'braces', 'urn', 'base64url', 'integer'])
      .default('standard')
      .describe('How UUIDs are written; compact has no hyphens.'),
    uppercase: z.boolean().default(false).describe('Writes hexadecimal digits in uppercase.'),
    at: shared.at().describe('Time inside v1, v6 and v7, such as 2026-01-31T12:00:00Z; empty for the current time.'),
    format: z.enum(['text', 'json']).default('text').describe('Plain text with one UUID per line, or JSON.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({ uuids: z.array(z.string()).describe('The UUIDs that were made.') }),
    z.object({
      inspected: z.array(inspected).describe('One per line of the input that is not empty.'),
      valid: z.int().describe('How many are UUIDs.'),
      invalid: z.int().describe('How many are not.'),
    }),
  ]),
  notes: [
    'Random comes from the cryptographic source of the system. Among 10^12 of version 4 two are equal with a probability of 10^-13.',
    'Versions 7 of one run are in ascending order, each greater than the one before; they suit keys of databases better than v4. Versions 1, 6 and 7 reveal when they were made.',
    'The node of versions 1 and 6 is random, never the address of a network card. Version 8 is the SHA-256 form of RFC 9562, appendix B.2.',
    'Names are taken exactly as each line has them, in UTF-8; empty lines are skipped. A UUID of a name is not a secret: whoever knows namespace and name can compute it.',
    'Inspection reads braces, quotes, URNs, missing hyphens, uppercase, base64 and integers. A line that is not a UUID has "isValid" false, and the others are read all the same.',
    'The urn notation stays in lowercase. Up to 10,000 are made or read in one run.',
  ],
  aliases: [
    'guid generator',
    'uuid v4',
    'uuid v7',
    'uuid v5',
    'uuidgen',
    'uuid decoder',
    'uuid validator',
    'uuid timestamp',
    'guid',
    'unique id',
  ],
  verified: [
    'RFC 9562, appendices A and B: the test vectors of versions 1, 3, 4, 5, 6, 7 and 8',
    'Python 3.11 uuid: 240 names in four namespaces by uuid3 and uuid5; version, variant, time, clock sequence, node and integer of 300 UUIDs of random bits',
    'Chi-square over the bits of 4,000 UUIDs of version 4 from a fixed seed; 10,000 of version 7 in strictly ascending order',
  ],
  examples: [
    { title: 'A random UUID', output: { varies: true, text: '…\n' } },
    {
      title: 'Three of version 7, in order',
      options: { version: 'v7', count: 3, format: 'json' },
      output: { varies: true, data: { uuids: ['01a0…', '01a0…', '01a0…'] } },
    },
    {
      title: 'Version 5 of a host name (RFC 9562, appendix A.4)',
      input: 'www.example.com',
      options: { version: 'v5' },
      output: { text: '2ed6657d-e927-568b-95e1-2665a8aea6a2\n' },
    },
    {
      title: 'What a UUID contains (RFC 9562, appendices A.1 and A.6)',
      input: 'C232AB00-9414-11EC-B3C8-9F6BDECED846\n{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}\nnot a UUID',
      options: { action: 'inspect' },
      output: {
        data: {
          inspected: [
            {
              input: 'C232AB00-9414-11EC-B3C8-9F6BDECED846',
              isValid: true,
              uuid: 'c232ab00-9414-11ec-b3c8-9f6bdeced846',
              variant: 'rfc9562',
              version: 1,
              time: '2022-02-22T19:22:22.0000000Z',
              clockSequence: 13_256,
              node: '9f:6b:de:ce:d8:46',
              isNodeRandom: true,
              integer: '258133314363070689776975542038781941830',
            },
            {
              input: '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}',
              isValid: true,
              uuid: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
              variant: 'rfc9562',
              version: 7,
              time: '2022-02-22T19:22:22.000Z',
              integer: '1989357241971137676463954034883508623',
            },
            { input: 'not a UUID', isValid: false },
          ],
          valid: 2,
          invalid: 1,
        },
      },
    },
    {
      title: 'The highest UUID as Windows writes it',
      options: { version: 'max', notation: 'braces', uppercase: true },
      output: { text: '{FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF}\n' },
    },
    {
      title: 'A namespace that is neither known nor a UUID',
      input: 'www.example.com',
      options: { version: 'v5', namespace: 'web' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "namespace" must be dns, url, oid, x500 or a UUID, got "web"',
      },
    },
    {
      title: 'No name',
      options: { version: 'v3' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Property "input" must not be empty where "version" is v3: it holds the names',
      },
    },
    {
      title: 'Nothing to inspect',
      options: { action: 'inspect' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where "action" is inspect' },
    },
    {
      title: 'A text for a version that takes none',
      input: 'www.example.com',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Property "input" must be empty where "version" is v4: names are for v3, v5 and v8, UUIDs for action inspect',
      },
    },
    {
      title: 'A time before 1970',
      options: { version: 'v7', at: '1969-12-31' },
      error: { code: 'INVALID_INPUT', message: 'Option "at" is before the first time that version 7 can hold' },
    },
  ],
  run({ input, options, now, random }) {
    const { action, version, notation, uppercase, format } = options;
    const lines = linesOf(input);
    if (action === 'inspect') {
      if (lines.length === 0) throw invalid('Property "input" must not be empty where "action" is inspect');
      const found = lines.map(uuidReport);
      const valid = found.filter(({ isValid }) => isValid).length;
      return json({ inspected: found, valid, invalid: found.length - valid });
    }
    if (!isNamed(version) && lines.length > 0)
      throw invalid(
        `Property "input" must be empty where "version" is ${version}: names are for v3, v5 and v8, UUIDs for action inspect`,
      );
    const uuids = isNamed(version)
      ? named(version, lines, options.namespace)
      : Array.from({ length: options.count }, uuidMaker(version, judgedAt(options.at, now), random));
    const written = uuids.map((uuid) =>
      UUID_NOTATIONS[notation](uppercase && isUppercased(notation) ? uuid.toUpperCase() : uuid),
    );
    return format === 'json' ? json({ uuids: written }) : text(`${written.join('\n')}\n`);
  },
});
