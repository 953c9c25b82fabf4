/** Generated requests, made from nothing but the published schema and the contents of example files. */

import fc, { type Arbitrary } from 'fast-check';

import { type DescribedTool, type Description, resolved, type Schema } from './description.js';
import type { RequestFile, RunBody } from './worked-examples.js';

/** Longest text and list that are generated: the bounds themselves are met by the mutations. */
const TEXT_LENGTH = 60;
const FILES = 3;

/** A request that the published schema allows. `contents` are of files that the tool reads. */
export function validRequest(
  description: Description,
  { schema }: DescribedTool,
  contents: readonly RequestFile[],
): Arbitrary<RunBody> {
  const { input, options, files } = propertiesOf(description, schema);
  const required = schema.required ?? [];
  const parts = {
    input: valuesOf(input ?? {}),
    options: optionsOf(options ?? {}),
    ...(files === undefined ? {} : { files: filesOf(files, contents) }),
  };
  const requiredKeys = (Object.keys(parts) as (keyof typeof parts)[]).filter((key) => required.includes(key));
  return fc.record(parts, { requiredKeys }) as Arbitrary<RunBody>;
}

export function propertiesOf(description: Description, schema: Schema): Readonly<Record<string, Schema>> {
  const own = Object.entries(schema.properties ?? {});
  return Object.fromEntries(own.map(([name, property]) => [name, resolved(description, property)]));
}

const optionsOf = ({ properties = {} }: Schema): Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, option]) => [name, valuesOf(option)])), {
    requiredKeys: [],
  });

function valuesOf(schema: Schema): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number' || schema.type === 'integer') return numberOf(schema);
  const { minLength = 0, maxLength = TEXT_LENGTH } = schema;
  // Any code point but a surrogate: lengths are counted in code points.
  return fc.oneof(
    text(minLength, Math.min(maxLength, TEXT_LENGTH)),
    fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, TEXT_LENGTH) }),
  );
}

const text = (minLength: number, maxLength: number): Arbitrary<string> =>
  fc.string({ unit: 'binary', minLength, maxLength });

function numberOf({ minimum = -1e9, maximum = 1e9, multipleOf }: Schema): Arbitrary<number> {
  const edges = fc.constantFrom(minimum, maximum);
  if (multipleOf === undefined) {
    return fc.oneof(edges, fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }));
  }
  const steps = { min: Math.ceil(minimum / multipleOf), max: Math.floor(maximum / multipleOf) };
  // A decimal step times a whole number is a decimal again: 3 * 0.1 is meant to be 0.3.
  return fc.integer(steps).map((step) => Number((step * multipleOf).toPrecision(12)));
}

function filesOf(schema: Schema, contents: readonly RequestFile[]): Arbitrary<readonly RequestFile[]> {
  const { minItems = 0, maxItems = 0, 'x-formats': formats = ['*'] } = schema;
  const known = contents.length === 0 ? [] : [fc.constantFrom(...contents)];
  const file = fc.oneof(...known, randomFile(formats));
  return fc.array(file, { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, FILES)) });
}

/** Random bytes under a name that the schema allows. */
const randomFile = (formats: readonly string[]): Arbitrary<RequestFile> =>
  fc
    .record({
      stem: fc.stringMatching(/^[\p{L}\p{N} ._'()&#%-]{1,40}$/u),
      ending: fc.constantFrom(...formats).map((format) => (format === '*' ? '' : format)),
      bytes: fc.uint8Array({ maxLength: 64 }),
      isSaid: fc.boolean(),
    })
    .map(({ stem, ending, bytes, isSaid }) => ({
      name: `f${stem}${ending}`,
      base64: Buffer.from(bytes).toString('base64'),
      ...(isSaid ? { bytes: bytes.length, mime: 'application/octet-stream' } : {}),
    }));
