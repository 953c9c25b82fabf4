import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { overLimit } from '../../core/errors.js';
import { parseJson } from '../../lib/json/parse.js';
import type { Draft } from '../../lib/json/schema/drafts.js';
import { ecmaToRe2 } from '../../lib/json/schema/ecma-pattern.js';
import { formatTests } from '../../lib/json/schema/formats.js';
import { type PlainFault, plainFaults } from '../../lib/json/schema/plain-faults.js';
import type { SchemaSource } from '../../lib/json/schema/resources.js';
import {
  type OpenSchema,
  openForChecks,
  type SchemaAnswer,
  type SchemaRules,
  validateSchema,
} from '../../lib/json/schema/validate.js';
import type { JsonObject, JsonValue } from '../../lib/json/values.js';

import { patternTest } from '../text/regular-expressions.js';
import { WorkTime } from '../work-time.js';

export interface SchemaOptions {
  readonly draft: Draft;
  readonly formats: boolean;
  /** Schemas that references may lead to beside the meta-schemas. */
  readonly source?: SchemaSource;
}

/** A caller's JSON Schema. */
export interface SchemaDocument {
  readonly draft: Draft;
  /** Checks documents, each by itself. Throws INVALID_INPUT for a schema that cannot be used, LIMIT_EXCEEDED where it takes too long. */
  readonly check: <const Documents extends readonly JsonValue[]>(
    documents: Documents,
  ) => { readonly [Place in keyof Documents]: SchemaAnswer };
}

/** Longest check against a schema of ours. Chosen: below the 12 s of class standard, with what comes after. */
const CHECK_SECONDS = 4;

/** How a document is built otherwise than a schema says. */
export interface StructureAnswer {
  /** The first 100, without those that only follow from others. */
  readonly faults: readonly PlainFault[];
  readonly faultCount: number;
}

/** Checks a document against a schema of ours. Throws LIMIT_EXCEEDED where it takes too long, LimitFault where it is nested too deep. */
export function checkStructure(schema: JsonObject, document: JsonValue, draft: Draft, label: string): StructureAnswer {
  const tooLong = () => overLimit(`The document of ${label} takes more than ${CHECK_SECONDS} seconds to check`);
  const [answer] = new WorkTime(CHECK_SECONDS, tooLong).run(() =>
    checkSchema(schema, [document] as const, { draft, formats: true }),
  );
  const faults = plainFaults(answer.faults, schema);
  return { faults, faultCount: faults.length + answer.faultCount - answer.faults.length };
}

/** Checks documents against a JSON Schema, each by itself, patterns in linear time. Throws ContentFault, LimitFault. */
export function checkSchema<const Documents extends readonly JsonValue[]>(
  schema: JsonValue,
  documents: Documents,
  { draft, formats, source }: SchemaOptions,
): { readonly [Place in keyof Documents]: SchemaAnswer } {
  return validateSchema(schema, documents, rulesOf({ draft, formats, ...(source === undefined ? {} : { source }) }));
}

/** Opens a schema whose parts are checked one by one, formats too. Its `check` throws as `checkSchema` does. */
export const openCheckedSchema = (schema: JsonValue, draft: Draft): OpenSchema =>
  openForChecks(schema, rulesOf({ draft, formats: true }));

function rulesOf({ draft, formats, source }: SchemaOptions): SchemaRules {
  const tests = formats ? formatTests(isEcmaPattern) : undefined;
  return {
    draft,
    source: (address) => source?.(address) ?? metaSchema(address),
    compilePattern: compile,
    ...(tests === undefined ? {} : { isFormat: (format, text) => tests.get(format)?.(text) }),
  };
}

const compile = (pattern: string): ((text: string) => boolean) | undefined =>
  /\\[aAzZQE]/.test(pattern) ? undefined : patternTest(ecmaToRe2(pattern), false);

/** Whether a text is a regular expression of ECMA-262. It is read only, never run. */
function isEcmaPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    // That it is none is the answer.
    return false;
  }
}

/** Where ajv's packages keep the meta-schemas, letter for letter as json-schema.org publishes them. */
const META_SCHEMAS: Readonly<Record<string, string>> = {
  'http://json-schema.org/draft-04/schema': 'ajv-draft-04/dist/refs/json-schema-draft-04.json',
  'http://json-schema.org/draft-06/schema': 'ajv/dist/refs/json-schema-draft-06.json',
  'http://json-schema.org/draft-07/schema': 'ajv/dist/refs/json-schema-draft-07.json',
  ...vocabularies('2019-09', ['applicator', 'content', 'core', 'format', 'meta-data', 'validation']),
  ...vocabularies('2020-12', [
    'applicator',
    'content',
    'core',
    'format-annotation',
    'meta-data',
    'unevaluated',
    'validation',
  ]),
};

function vocabularies(draft: string, names: readonly string[]): Record<string, string> {
  const folder = `ajv/dist/refs/json-schema-${draft}`;
  const entries = names.map((name) => [
    `https://json-schema.org/draft/${draft}/meta/${name}`,
    `${folder}/meta/${name}.json`,
  ]);
  return Object.fromEntries([[`https://json-schema.org/draft/${draft}/schema`, `${folder}/schema.json`], ...entries]);
}

const loaded = new Map<string, JsonValue>();

/** The meta-schema of an address of json-schema.org, those of vocabularies too. */
export function metaSchema(address: string): JsonValue | undefined {
  const known = loaded.get(address);
  if (known !== undefined) return known;
  const path = Object.hasOwn(META_SCHEMAS, address) ? META_SCHEMAS[address] : undefined;
  if (path === undefined) return undefined;
  const schema = parseJson(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8'));
  loaded.set(address, schema);
  return schema;
}
