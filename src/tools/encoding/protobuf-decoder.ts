import { z } from 'zod';
import { renamed } from '../../core/files.js';
import { defineTool, file, invalid, quote, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { readProtoSchema } from '../../engines/protobuf-schema.js';
import { readJson } from '../../formats/json-document.js';
import { checkFileSize, readTextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import type { JsonValue } from '../../lib/json/values.js';
import { rawText, rawTree } from '../../lib/protobuf/raw.js';
import type { MessageSchema } from '../../lib/protobuf/schema.js';
import { decodeMessage, encodeMessage } from '../../lib/protobuf/typed.js';
import { readDelimited, readFields, readGrpcFrames } from '../../lib/protobuf/wire.js';

import { BINARY_FILES, binarySource, byteEncoding, jsonResult } from './_binary-json.js';

/** The message that option "message" names, by its full or its last name; the first of the schema where it is empty. */
async function schemaOf(source: string, wanted: string): Promise<MessageSchema | undefined> {
  if (source.trim() === '') {
    if (wanted !== '') throw invalid('Option "message" needs a schema in option "schema"');
    return undefined;
  }
  const schemas = [
    ...(await refusing('Cannot read option "schema" as .proto', () => readProtoSchema(source))).values(),
  ].filter(({ name }) => wanted !== '' || !name.startsWith('google.protobuf.'));
  const [first] = schemas;
  if (first === undefined) throw invalid('Cannot read option "schema" as .proto: it declares no message');
  if (wanted === '') return first;
  const name = wanted.replace(/^\./, '');
  const found = schemas.find((one) => one.name === name) ?? schemas.find((one) => one.name.endsWith(`.${name}`));
  if (found !== undefined) return found;
  const names = schemas.slice(0, 10).map((one) => one.name);
  throw invalid(`Option "message" names ${quote(wanted)}, which the schema does not have: ${names.join(', ')}`);
}

type Framing = 'auto' | 'none' | 'grpc' | 'delimited';

function messagesOf(bytes: Uint8Array, framing: Framing): readonly Uint8Array[] {
  if (framing === 'grpc') return readGrpcFrames(bytes);
  if (framing === 'delimited') return readDelimited(bytes);
  // A message never begins with a zero byte, a frame of gRPC nearly always does.
  const frames = framing === 'auto' && bytes[0] === 0 ? unlessFaulty(() => readGrpcFrames(bytes)) : undefined;
  return frames ?? [bytes];
}

const PERSON = 'syntax = "proto3";\nmessage Person { string name = 1; int32 id = 2; repeated sint32 marks = 3; }';

export default defineTool({
  id: 'protobuf-decoder',
  title: 'Protobuf Decoder',
  summary: 'Decodes Protocol Buffers with or without a .proto schema, and encodes JSON with one.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: BINARY_FILES,
  options: {
    direction: z.enum(['decode', 'encode']).default('decode').describe('Protobuf to JSON, or JSON to Protobuf.'),
    schema: z.string().max(1_000_000).default('').describe('Text of the .proto; empty decodes without one.'),
    message: z.string().max(500).default('').describe('Name of the message in the schema; empty for the first one.'),
    to: z
      .enum(['json', 'text'])
      .default('json')
      .describe('Decoding without a schema: JSON with what each field may mean, or the text of protoc --decode_raw.'),
    framing: z
      .enum(['auto', 'none', 'grpc', 'delimited'])
      .default('auto')
      .describe(
        'How messages are put together: auto tells gRPC frames from a single message, delimited is each behind its length.',
      ),
    encoding: byteEncoding(),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The message, or its fields where there is no schema; a list where there are several messages.'),
  notes: [
    'Without a schema, each field has its number, its wire type, the likeliest meaning and others: varints also signed, zigzag and bool, fixed ones also as float. Bytes that are text without control characters count as text, else as a message where they are one; a short message may so be shown as text.',
    'With a schema, fields have their names as declared, all digits of 64-bit numbers, bytes in base64, names of enum values; unknown fields are under "unknownFields" as without a schema. Fields that are absent are not shown, defaults too.',
    'Encoding takes names as declared or in lowerCamelCase, writes fields by their number, and packs repeated numbers as the syntax or the field says. Packed and unpacked are both read.',
    'Imports of google/protobuf/ are known (any, duration, empty, field_mask, struct, timestamp, wrappers); their messages are shown as messages, without the JSON forms of their own. Others must be pasted into the same text. Extensions are shown as unknown fields.',
    'Compressed gRPC messages must be decompressed first; trailers of gRPC-Web are skipped. Messages are nested at most 100 deep and have at most 200,000 fields.',
  ],
  aliases: [
    'protoc --decode_raw',
    'protobuf to json',
    'json to protobuf',
    'grpc decode',
    'decode protobuf without schema',
    'protobuf inspector',
    'pb decoder',
    'proto3',
  ],
  verified: [
    'protoc 3.21.12: 250 random messages of 22 kinds of fields (all scalar types, enums, lists, maps, oneof, nested messages, Timestamp) are encoded to its bytes and decoded from them; without a schema their text is that of --decode_raw',
    'protoc 3.21.12 --decode_raw: 600 random and damaged messages with groups have the same text, or are refused as it refuses them',
  ],
  examples: [
    {
      title: 'Without a schema',
      input: '0896011202c3bc',
      output: {
        data: [
          { field: 1, wireType: 'varint', type: 'uint', value: 150, zigzag: 75 },
          { field: 2, wireType: 'length', type: 'string', value: 'ü' },
        ],
      },
    },
    {
      title: 'With a schema, in a gRPC frame, an unknown field',
      input: '000000000f 0a03416461 10ac02 1a020104 6201 78',
      options: { schema: PERSON },
      output: {
        data: {
          name: 'Ada',
          id: 300,
          marks: [-1, 2],
          unknownFields: [{ field: 12, wireType: 'length', type: 'string', value: 'x' }],
        },
      },
    },
    {
      title: 'Encoding',
      input: '{"name":"Ada","id":300,"marks":[-1,2]}',
      options: { direction: 'encode', schema: PERSON, message: 'Person' },
      output: { text: '0a0341646110ac021a020104' },
    },
    {
      title: 'Cut short',
      input: '0a05416461',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as Protobuf: byte 3: cut short: field 1 has 5 bytes, 3 are left',
      },
    },
    {
      title: 'Encoding without a schema',
      input: '{}',
      options: { direction: 'encode' },
      error: { code: 'INVALID_INPUT', message: 'Option "schema" must not be empty where JSON is encoded' },
    },
    {
      title: 'A field that the schema does not have',
      input: '{"age":3}',
      options: { direction: 'encode', schema: PERSON },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as Protobuf: message Person has no field "age"',
      },
    },
    {
      title: 'A message that the schema does not have',
      input: '00',
      options: { schema: PERSON, message: 'People' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "message" names "People", which the schema does not have: Person',
      },
    },
    {
      title: 'A name without a schema',
      input: '00',
      options: { message: 'People' },
      error: { code: 'INVALID_INPUT', message: 'Option "message" needs a schema in option "schema"' },
    },
    {
      title: 'An import',
      input: '00',
      options: { schema: 'import "other.proto"; message A {}' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read option "schema" as .proto: it imports "other.proto"; only the well-known types of google/protobuf/ can be imported',
      },
    },
  ],
  async run({ input, files, options }) {
    const { direction, encoding } = options;
    const schema = await schemaOf(options.schema, options.message);
    const run = { input, files };
    if (direction === 'encode') {
      if (schema === undefined) throw invalid('Option "schema" must not be empty where JSON is encoded');
      const source = await readTextSource(run);
      const value = readJson(source.text, source.label);
      const bytes = refusing(`Cannot write ${source.label} as Protobuf`, () => encodeMessage(value, schema));
      if (source.file === undefined) return text(Buffer.from(bytes).toString(encoding === 'base64' ? 'base64' : 'hex'));
      checkFileSize(bytes, 'standard');
      return file(renamed(source.file.name, '.pb'), 'application/x-protobuf', bytes);
    }
    const { bytes, label } = binarySource(run, encoding);
    return refusing(`Cannot read ${label} as Protobuf`, () => {
      const messages = messagesOf(bytes, options.framing);
      if (schema === undefined && options.to === 'text')
        return text(messages.map((one) => rawText(readFields(one))).join('\n'));
      const values = messages.map(
        (one): JsonValue => (schema === undefined ? rawTree(readFields(one)) : decodeMessage(one, schema)),
      );
      const [only = null] = values;
      return jsonResult(values.length === 1 ? only : values, run, { indent: ' '.repeat(options.indent) });
    });
  },
});
