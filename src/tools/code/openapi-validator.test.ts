import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import { openapi, PAIRS } from './_openapi-pairs.js';
import { OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER_20 } from './_openapi-samples.js';
import tool from './openapi-validator.js';

interface Report {
  readonly valid: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly {
    readonly rule: string;
    readonly pointer: string;
    readonly line: number;
    readonly message: string;
  }[];
}

type Plain = Record<string, unknown>;

async function report(document: unknown, options: Record<string, unknown> = {}): Promise<Report> {
  const input = typeof document === 'string' ? document : JSON.stringify(document);
  const { data, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return data as Report;
}

const SAMPLES = { '2.0': SWAGGER_20, '3.0': OPENAPI_30, '3.1': OPENAPI_31, '3.2': OPENAPI_32 };

it.each(Object.entries(SAMPLES))('the sample of %s has no errors', async (_version, sample) => {
  const { findings } = await report(sample, { ignore: 'component-unused' });
  expect(findings.filter(({ rule }) => !/description|operation-|parameter-/.test(rule))).toEqual([]);
});

/** All objects and arrays of a document. */
function nodesOf(value: unknown, found: (Plain | unknown[])[] = []): (Plain | unknown[])[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Plain);
  for (const item of Object.values(value)) nodesOf(item, found);
  return found;
}

const VALUES: readonly unknown[] = [
  'x',
  '',
  5,
  -1,
  true,
  null,
  [],
  {},
  ['a'],
  [1],
  { a: 1 },
  { type: 'string' },
  'query',
  'object',
  'array',
  '#/a',
];
const KEYS = [
  'type',
  'in',
  'name',
  'foo',
  'x-foo',
  '$ref',
  'schema',
  'content',
  'items',
  'required',
  'description',
  'enum',
  'style',
  'minimum',
  'example',
  'examples',
  'flow',
  'get',
];

/** A change that may or may not break the structure. */
function mutate(sample: unknown, chance: Chance): Plain {
  const document = structuredClone(sample) as Plain;
  for (let round = chance(2); round >= 0; round--) {
    const node = pick(chance, nodesOf(document).slice(1)) as Plain;
    const keys = Object.keys(node);
    const kind = chance(4);
    if (kind === 0 && keys.length > 0) delete node[pick(chance, keys)];
    else if (kind === 1 && keys.length > 0) node[pick(chance, keys)] = structuredClone(pick(chance, VALUES));
    else if (Array.isArray(node)) node.push(structuredClone(pick(chance, VALUES)));
    else node[pick(chance, KEYS)] = structuredClone(pick(chance, VALUES));
  }
  // Holes of arrays are null in JSON.
  return JSON.parse(JSON.stringify(document)) as Plain;
}

const validator = new Validator();
const ajv = new Ajv2020({ strict: false, logger: false });

/** The places of Schema Objects in the samples of 3.1 and 3.2, found anew. */
function schemasOf(value: unknown, key = '', found: unknown[] = []): unknown[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, item] of Object.entries(value as Plain)) {
    if ((name === 'schema' && key !== 'map') || name === 'schemas') {
      const list = name === 'schemas' && typeof item === 'object' && item !== null ? Object.values(item) : [item];
      found.push(...list);
    } else if (!['example', 'value', 'default', 'enum', 'mapping'].includes(name) && !name.startsWith('x-'))
      schemasOf(item, name, found);
  }
  return found;
}

inRounds(
  'structure is judged as by @seriousme/openapi-schema-validator, Schema Objects as by ajv',
  [4, 3000],
  async (rounds) => {
    const chance = chanceOf(7);
    const versions = Object.keys(SAMPLES) as (keyof typeof SAMPLES)[];
    let faulty = 0;
    for (let round = 0; round < rounds; round++) {
      const version = pick(chance, versions);
      const document = mutate(SAMPLES[version], chance);
      const theirs = (await validator.validate(structuredClone(document))) as { valid: boolean; errors?: unknown };
      // It takes every $ref for a reference, in examples too: those are proved below.
      if (typeof theirs.errors === 'string') continue;
      const schemas = version.startsWith('3.') && version !== '3.0' ? schemasOf(document) : [];
      const isValid = theirs.valid && schemas.every((schema) => ajv.validateSchema(schema as Plain) === true);
      const { findings } = await report(document, { lint: false });
      expect(findings.filter(({ rule }) => rule === 'structure').length === 0, JSON.stringify(document)).toBe(isValid);
      if (!isValid) faulty++;
    }
    expect(faulty).toBeGreaterThan(rounds / 8);
  },
);

it.each(PAIRS)('%s is told of the faulty document alone, %#', async (rule, faulty, right) => {
  const rulesOf = async (document: unknown) => (await report(document)).findings.map((finding) => finding.rule);
  expect(await rulesOf(faulty)).toContain(rule);
  expect(await rulesOf(right)).not.toContain(rule);
});

it('places are those of keys, in JSON as in YAML', async () => {
  const json =
    '{"openapi":"3.0.0","info":{"title":"a","version":"1","x":1},\n"paths":{"/{a}":{\n  "get":{"responses":{"200":{}}}}}}';
  const yaml =
    'openapi: 3.0.0\ninfo: {title: a, version: "1", x: 1}\npaths:\n  /{a}:\n    get:\n      responses:\n        "200": {}\n';
  const placesOf = async (input: string) =>
    (await report(input, { lint: false })).findings.map(({ pointer, line }) => `${line} ${pointer}`);
  expect(await placesOf(json)).toEqual(['1 /info/x', '3 /paths/~1{a}/get', '3 /paths/~1{a}/get/responses/200']);
  expect(await placesOf(yaml)).toEqual(['2 /info/x', '5 /paths/~1{a}/get', '7 /paths/~1{a}/get/responses/200']);
});

/** A document after its references are followed by hand, as deep as asked for. */
function followed(value: unknown, root: Plain, depth: number, name = ''): unknown {
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((item) => followed(item, root, depth - 1));
  if (typeof value !== 'object' || value === null) return value;
  const reference = (value as Plain).$ref;
  if (typeof reference === 'string' && reference.startsWith('#/') && !['example', 'value'].includes(name)) {
    let target: unknown = root;
    for (const token of reference.slice(2).split('/')) target = (target as Plain)[token.replaceAll('~1', '/')];
    return followed(target, root, depth, name);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, followed(item, root, depth - 1, key)]));
}

it.each(Object.entries(SAMPLES))(
  '%s without references says the same, twenty levels deep',
  async (_version, sample) => {
    const { data } = await runTool(tool, { input: JSON.stringify(sample), options: { format: 'dereferenced' } });
    const { 'x-reference-loops': loops, ...document } = data as Plain;
    expect((loops as string[]).every((loop) => loop.endsWith('/Pet'))).toBe(true);
    const plain = JSON.parse(JSON.stringify(sample)) as Plain;
    expect(followed(document, document, 20)).toEqual(followed(plain, plain, 20));
    const left = JSON.stringify(document).match(/"\$ref":"#[^"]*"/g) ?? [];
    expect(new Set(left).size).toBe(1);
  },
);

const many = (count: number, make: (index: number) => unknown): Plain =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, make(index)]));
const ref = (index: number): Plain => ({ $ref: `#/components/schemas/S${index}` });
const text = (document: Plain): string => JSON.stringify(document);
const nested = (depth: number, open: string, close: string): string =>
  `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{},"components":{"schemas":{"A":${open.repeat(depth)}{}${close.repeat(depth)}}}}`;

/** What must end in time, with a result or a refusal. */
const HOSTILE: readonly string[] = [
  text(
    openapi({
      components: { schemas: many(30, (index) => ({ properties: { a: ref(index + 1), b: ref(index + 1) } })) },
    }),
  ),
  text(openapi({ components: { schemas: many(3000, (index) => ({ properties: { a: ref(index + 1) } })) } })),
  text(
    openapi({
      components: { schemas: many(120, () => ({ anyOf: Array.from({ length: 120 }, (_, other) => ref(other)) })) },
    }),
  ),
  text(openapi({ components: { schemas: many(10_000, (index) => ref((index + 1) % 10_000)) } })),
  nested(400, '{"not":', '}'),
  nested(480, '{"properties":{"a":', '}}'),
  `openapi: 3.1.0\ninfo: &a0 {x: [1,2,3,4,5,6,7,8]}\n${Array.from({ length: 9 }, (_, index) => `x${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]\n`).join('')}`,
  `openapi: 3.0.0\npaths:\n${Array.from({ length: 20_000 }, (_, index) => `  /a${index}/{b}: {get: {}}\n`).join('')}`,
  `openapi: 3.0.0\npaths:\n  "${'/{a}'.repeat(100_000)}": {get: {}}\n`,
  `{"openapi":"3.0.0","paths":{"${'{'.repeat(400_000)}":{"get":{}}}}`,
  `{"openapi":"3.1.0","servers":[{"url":"${'{a'.repeat(300_000)}"}]}`,
  `{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[${'{"name":"a","in":"query"},'.repeat(30_000)}{}]}}}}`,
  `{"openapi":"3.0.0","components":{"schemas":{${Array.from({ length: 20_000 }, (_, index) => `"${index}":{"$ref":"#/components/schemas/${index + 1}"}`).join(',')}}}}`,
  `{"openapi":"3.0.0","tags":[${'{"name":"a"},'.repeat(60_000)}{}]}`,
];

inRows(
  5,
  HOSTILE.flatMap((input) => ['report', 'dereferenced', 'paths'].map((format) => [input, format] as const)),
)('what is hostile ends in time, %#', async (input, format) => {
  const { status, message } = await runTool(tool, { input, options: { format } });
  expect([200, 400, 413], message).toContain(status);
});
