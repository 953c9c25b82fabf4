import { z } from 'zod';

import { defineTool, invalid, json, quote, text } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { checkLineCount } from '../../formats/text-source.js';
import {
  type Epoch,
  ID_TYPES,
  type IdType,
  idMaker,
  idTimes,
  randomBits,
  readId,
  TYPE_PREFIX,
} from '../../lib/ids/ids.js';
import { splitLines } from '../../lib/text/lines.js';

const MAX_COUNT = 10_000;

/** So many of 2^bits numbers have two equal ones with a probability of 1 %: the root of 2 ln(1 / 0.99) 2^bits. */
const idsForOnePercent = (bits: number): number => Number(Math.sqrt(2 * -Math.log(0.99) * 2 ** bits).toPrecision(3));

function inspect(line: string, epoch: Epoch) {
  const id = line.trim().replace(/^["']|["'],?$|,$/g, '');
  const input = line.trim().slice(0, 100);
  const found = readId(id, epoch);
  if (found === undefined) return { input, isValid: false };
  const { type, milliseconds, parts } = found;
  return {
    input,
    isValid: true,
    type,
    ...(milliseconds === undefined ? {} : { time: new Date(milliseconds).toISOString() }),
    parts,
  };
}

function generate(type: IdType, at: Date, options: Readonly<{ length: number; prefix: string; epoch: Epoch }>) {
  const [first, last] = idTimes(type, options.epoch);
  const milliseconds = at.getTime();
  if (milliseconds < first || milliseconds > last)
    throw invalid(`Option "at" is not a time that ${type} can hold: ${new Date(milliseconds).toISOString()}`);
  if (!TYPE_PREFIX.test(options.prefix))
    throw invalid(`Option "prefix" is not lowercase letters and underscores inside, got ${quote(options.prefix)}`);
  return { type, milliseconds, ...options };
}

export default defineTool({
  id: 'id-generator',
  title: 'ID Generator',
  summary:
    'Makes ULIDs, NanoIDs, KSUIDs, ObjectIds, snowflakes, TypeIDs and XIDs, and shows what existing ones contain.',
  family: 'generators',
  class: 'standard',
  input: 'optional',
  options: {
    action: z
      .enum(['generate', 'inspect'])
      .default('generate')
      .describe('Makes IDs, or reads those of the input, one per line.'),
    type: z.enum(ID_TYPES).default('ulid').describe('Type of ID to make; existing ones are told by their form.'),
    count: z.number().multipleOf(1).min(1).max(MAX_COUNT).default(1).describe('How many to make.'),
    length: z.number().multipleOf(1).min(2).max(128).default(21).describe('Characters of a NanoID.'),
    prefix: z.string().max(63).default('').describe('Prefix of a TypeID, such as user.'),
    epoch: z
      .enum(['twitter', 'discord', 'unix'])
      .default('twitter')
      .describe('Start of the time in snowflakes: 4 November 2010, 1 January 2015 or 1970.'),
    at: shared.at().describe('Time inside the IDs, such as 2026-01-31T12:00:00Z; empty for the current time.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('Plain text with one ID per line, or JSON with its entropy.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      ids: z.array(z.string()).describe('The IDs that were made.'),
      randomBits: z.number().describe('Random bits of each ID.'),
      idsForOnePercentCollision: z
        .number()
        .describe(
          'How many IDs two of which are equal with a probability of 1 %, by the random bits alone: per millisecond or second for types with a time.',
        ),
    }),
    z.object({
      inspected: z
        .array(
          z.object({
            input: z.string().describe('The line, up to 100 characters.'),
            isValid: z.boolean().describe('Whether it has the form of a known type.'),
            type: z
              .enum([...ID_TYPES, 'uuid'])
              .optional()
              .describe('Type, told by the form.'),
            time: z.string().optional().describe('When the ID says that it was made, in UTC.'),
            parts: z.record(z.string(), z.string()).optional().describe('Other fields by name.'),
          }),
        )
        .describe('One per line of the input that is not empty.'),
      valid: z.int().describe('How many have a known form.'),
      invalid: z.int().describe('How many do not.'),
    }),
  ]),
  notes: [
    'Random comes from the cryptographic source of the system. ULIDs, TypeIDs and snowflakes of one run are in ascending order; all types but NanoID reveal when they were made.',
    'In ULIDs of one run the random part counts up by 1, as its specification says for one millisecond: the next one can be guessed. Use NanoID or token-generator for secrets.',
    'Snowflakes have 41 bits of milliseconds since the epoch, 10 of a machine (chosen at random) and 12 of a sequence. Two services that draw machines at random can make the same ID; give machines numbers of your own in production.',
    'A number says nothing about its epoch: inspect snowflakes of Discord with "epoch" discord. Snowflakes may exceed 2^53, so keep them as text in JavaScript.',
    'ULIDs are read in lowercase too, with I and L as 1 and O as 0. A NanoID is told by its usual 21 characters only. For UUIDs in every version see uuid-generator.',
  ],
  aliases: [
    'ulid',
    'nanoid',
    'ksuid',
    'objectid',
    'mongodb id',
    'snowflake id',
    'discord id timestamp',
    'typeid',
    'xid',
    'unique id',
  ],
  verified: [
    'Published examples: ulid (JavaScript), segmentio/ksuid, MongoDB ObjectId, snowflakes of Discord and Twitter, TypeID 0.3 (4 of its valid values), rs/xid',
    'Python 3.11 int and base64.b32hexdecode: time and random part of 200 IDs of each of ULID, KSUID, ObjectId, snowflake and XID',
    'Chi-square over 42,000 characters of NanoIDs from a fixed seed',
  ],
  examples: [
    { title: 'A ULID', output: { varies: true, text: '…\n' } },
    {
      title: 'NanoIDs and their entropy',
      options: { type: 'nanoid', count: 2, format: 'json' },
      output: {
        varies: true,
        data: { ids: ['V1StGXR8_Z5jdHi6B-myT', '…'], randomBits: 126, idsForOnePercentCollision: 1.31e18 },
      },
    },
    {
      title: 'A snowflake of Discord (its documentation)',
      input: '175928847299117063',
      options: { action: 'inspect', epoch: 'discord' },
      output: {
        data: {
          inspected: [
            {
              input: '175928847299117063',
              isValid: true,
              type: 'snowflake',
              time: '2016-04-30T11:18:25.796Z',
              parts: { machine: '32', worker: '1', process: '0', sequence: '7' },
            },
          ],
          valid: 1,
          invalid: 0,
        },
      },
    },
    {
      title: 'An ObjectId and something else',
      input: '"507f1f77bcf86cd799439011",\nnothing',
      options: { action: 'inspect' },
      output: {
        data: {
          inspected: [
            {
              input: '"507f1f77bcf86cd799439011",',
              isValid: true,
              type: 'objectid',
              time: '2012-10-17T21:13:27.000Z',
              parts: { process: 'bcf86cd799', counter: '4427793' },
            },
            { input: 'nothing', isValid: false },
          ],
          valid: 1,
          invalid: 1,
        },
      },
    },
    {
      title: 'A prefix that TypeIDs cannot have',
      options: { type: 'typeid', prefix: 'User' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "prefix" is not lowercase letters and underscores inside, got "User"',
      },
    },
    {
      title: 'A time before the epoch',
      options: { type: 'ksuid', at: '2014-01-01' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "at" is not a time that ksuid can hold: 2014-01-01T00:00:00.000Z',
      },
    },
    {
      title: 'Nothing to inspect',
      options: { action: 'inspect' },
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where "action" is inspect' },
    },
  ],
  run({ input, options, now, random }) {
    const { action, type, count, length, prefix, epoch, format } = options;
    if (action === 'generate') {
      if (input.trim() !== '') throw invalid('Property "input" must be empty where "action" is generate');
      const wishes = generate(type, judgedAt(options.at, now), { length, prefix, epoch });
      const ids = Array.from({ length: count }, idMaker({ ...wishes, random }));
      const bits = randomBits(type, length);
      return format === 'text'
        ? text(`${ids.join('\n')}\n`)
        : json({ ids, randomBits: bits, idsForOnePercentCollision: idsForOnePercent(bits) });
    }
    const lines = splitLines(input).lines.filter((line) => line.trim() !== '');
    if (lines.length === 0) throw invalid('Property "input" must not be empty where "action" is inspect');
    checkLineCount(lines.length, MAX_COUNT, 'property "input"');
    const found = lines.map((line) => inspect(line, epoch));
    const valid = found.filter(({ isValid }) => isValid).length;
    return json({ inspected: found, valid, invalid: found.length - valid });
  },
});
