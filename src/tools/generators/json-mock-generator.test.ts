import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvDraft04 from 'ajv-draft-04';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './json-mock-generator.js';

type Schema = Record<string, unknown>;

const make = async (schema: unknown, options: Record<string, unknown> = {}) =>
  runTool(tool, {
    input: typeof schema === 'string' ? schema : JSON.stringify(schema),
    options: { seed: 's', ...options },
  });

const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
];
const PATTERNS = [
  '^[A-Z]{2}\\d{4}$',
  '^(?:cat|dog)s?$',
  '^\\+?[0-9 ()-]{6,14}$',
  'x[^a-z]y',
  '^\\p{Lu}\\p{Ll}+$',
  '^[\\w.]+@[a-z]+\\.(?:com|org)$',
  '^(a|b(c|d){2,3})*$',
  '^.{3,9}$',
  '^[\\u0400-\\u04ff]{4}$',
  '^#(?:[0-9a-f]{3}){1,2}$',
];
const NAMES = ['id', 'name', 'email', 'city', 'age', 'price', 'createdAt', 'tags', 'x y', 'constructor', '7'];

/** A random schema of one draft; all its parts can be kept to. */
function schemaOf(chance: Chance, draft: string, depth: number): Schema {
  const kinds = depth > 0 ? ['object', 'array', 'combined', 'map', 'tuple'] : [];
  switch (
    pick(chance, [...kinds, 'integer', 'number', 'string', 'format', 'pattern', 'enum', 'boolean', 'null', 'nullable'])
  ) {
    case 'integer': {
      const low = chance(2000) - 1000;
      return { type: 'integer', minimum: low, maximum: low + 50 + chance(50), multipleOf: pick(chance, [1, 2, 5, 7]) };
    }
    case 'number':
      return draft === '4'
        ? { type: 'number', minimum: -1.5, exclusiveMinimum: true, maximum: 2.25 }
        : {
            type: 'number',
            exclusiveMinimum: -0.5,
            exclusiveMaximum: pick(chance, [0.25, 1e9]),
            multipleOf: pick(chance, [0.25, 0.125]),
          };
    case 'string': {
      const least = chance(12);
      return { type: 'string', minLength: least, maxLength: least + chance(6) };
    }
    case 'format':
      return { type: 'string', format: pick(chance, FORMATS) };
    case 'pattern':
      return { type: 'string', pattern: pick(chance, PATTERNS) };
    case 'enum':
      return { enum: ['a', 1, null, { b: [true] }] };
    case 'boolean':
      return { type: 'boolean' };
    case 'null':
      return { type: 'null' };
    case 'nullable':
      return { type: ['null', 'string'], minLength: 1 };
    case 'array':
      return { type: 'array', items: schemaOf(chance, draft, depth - 1), minItems: chance(3), maxItems: 2 + chance(4) };
    case 'tuple': {
      const list = [schemaOf(chance, draft, depth - 1), schemaOf(chance, draft, depth - 1)];
      return draft === '2020-12'
        ? { type: 'array', prefixItems: list, items: false, minItems: 1 }
        : { type: 'array', items: list, additionalItems: false, minItems: 1 };
    }
    case 'map':
      return {
        type: 'object',
        patternProperties: { '^k\\d$': schemaOf(chance, draft, depth - 1) },
        additionalProperties: false,
        minProperties: 2,
      };
    case 'combined':
      return combined(chance, draft, depth - 1);
    default:
      return objectOf(chance, draft, depth - 1);
  }
}

function objectOf(chance: Chance, draft: string, depth: number): Schema {
  const names = NAMES.filter(() => chance(3) === 0);
  const properties = Object.fromEntries(names.map((name) => [name, schemaOf(chance, draft, depth)]));
  const required = names.filter(() => chance(2) === 0);
  const more = pick(chance, [{}, { additionalProperties: false }, { minProperties: names.length + 1 }]);
  // An empty list is not allowed in draft 4.
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...more };
}

function combined(chance: Chance, draft: string, depth: number): Schema {
  const kinds: Schema[] = [
    { anyOf: [schemaOf(chance, draft, depth), schemaOf(chance, draft, depth)] },
    { oneOf: [{ type: 'integer', minimum: 5 }, { type: 'string' }, { type: 'integer', maximum: 4 }] },
    {
      allOf: [
        { type: 'integer', minimum: 3 },
        { maximum: 9, multipleOf: 3 },
      ],
    },
    {
      allOf: [objectOf(chance, draft, 0), { properties: { extra: { type: 'boolean' } }, required: ['extra'] }].map(
        (one) => ({ ...one, additionalProperties: undefined }),
      ),
    },
    { type: 'integer', not: { enum: [1, 2, 3] }, minimum: 0, maximum: 5 },
    { type: 'array', uniqueItems: true, minItems: 3, maxItems: 3, items: { enum: [1, 2, 3, 4] } },
    { type: 'object', properties: { a: {}, b: {} }, dependencies: { a: ['b'], b: { required: ['c'] } } },
  ];
  const later: Schema[] = [
    { type: 'array', contains: { const: 7 }, items: { type: 'integer' }, minItems: 2 },
    {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      required: ['kind'],
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; the schema is never awaited.
      then: { required: ['x'], properties: { x: { type: 'integer' } } },
      else: { required: ['y'] },
    },
    {
      type: 'object',
      propertyNames: { pattern: '^[a-z]{3}$' },
      minProperties: 2,
      additionalProperties: { type: 'integer' },
    },
  ];
  return pick(chance, draft === '4' ? kinds : [...kinds, ...later]);
}

const checkers = {
  '2020-12': new Ajv2020({ strict: false, ownProperties: true }),
  '7': new Ajv({ strict: false, ownProperties: true }),
  '4': new (ajvDraft04 as unknown as typeof Ajv)({ strict: false, ownProperties: true }),
} as const;
for (const checker of Object.values(checkers)) (ajvFormats as unknown as (ajv: unknown) => void)(checker);

async function compareWithAjv(from: number, to: number): Promise<number> {
  let values = 0;
  for (let seed = from; seed < to; seed++) {
    const chance = chanceOf(seed);
    const draft = pick(chance, Object.keys(checkers) as (keyof typeof checkers)[]);
    const schema = JSON.parse(JSON.stringify(schemaOf(chance, draft, 3))) as Schema;
    const { data, message } = await make(schema, {
      count: 3,
      draft,
      optional: pick(chance, ['always', 'sometimes', 'never']),
      seed: String(seed),
    });
    const check = checkers[draft].compile(schema);
    expect(message ?? '', JSON.stringify(schema)).toBe('');
    for (const value of data as unknown[]) {
      values++;
      expect(
        check(value),
        `${seed}: ${JSON.stringify(schema)} ${JSON.stringify(value)} ${JSON.stringify(check.errors)}`,
      ).toBe(true);
    }
  }
  return values;
}

const RECORD = {
  type: 'object',
  required: ['id', 'email', 'city'],
  properties: {
    id: { type: 'integer' },
    email: { type: 'string', format: 'email' },
    city: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' } },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, zip: { type: 'string', pattern: '^\\d{5}$' } },
    },
  },
};

describe('json-mock-generator', () => {
  exhaustive('every value is valid for ajv', async () => {
    expect(await compareWithAjv(0, 60)).toBe(180);
  });

  exhaustive('every value is valid for ajv, 400 schemas', async () => {
    expect(await compareWithAjv(1000, 1400)).toBe(1200);
  });

  it('the same seed gives the same bytes, another gives others', async () => {
    const first = await make(RECORD, { count: 5 });
    const second = await make(RECORD, { count: 5 });
    const other = await make(RECORD, { count: 5, seed: 't' });
    expect(first.text).toBe(second.text);
    expect(first.text).not.toBe(other.text);
  });

  it('formats hold the same values', async () => {
    const values = (await make(RECORD, { count: 20 })).data as Record<string, unknown>[];
    const lines = (await make(RECORD, { count: 20, format: 'jsonl' })).text?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual(values);
    const csv = (await make(RECORD, { count: 20, format: 'csv' })).text?.split('\n') ?? [];
    expect(csv[0]).toContain('address.street');
    expect(csv).toHaveLength(22);
    const sql = (await make(RECORD, { count: 20, format: 'sql', tableName: 'users' })).text ?? '';
    expect(sql).toContain('CREATE TABLE "users"');
    expect(sql).toContain(String(values[7]?.email));
    expect((await make({ type: 'integer' }, { format: 'sql' })).message).toContain('for schemas of objects only');
  });

  it('names and locales give values that look right', async () => {
    const [row] = (await make(RECORD, { locale: 'de', count: 1 })).data as [Record<string, unknown>];
    expect(row.email).toMatch(/@example\./);
    expect(row.at).toMatch(/^202\d-/);
    const [geo] = (
      await make({ properties: { lat: { type: 'number' }, age: { type: 'integer' } }, required: ['lat', 'age'] })
    ).data as [{ lat: number; age: number }];
    expect(Math.abs(geo.lat)).toBeLessThanOrEqual(90);
    expect(geo.age).toBeGreaterThanOrEqual(18);
  });

  it('recursive schemas end', async () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          required: ['v'],
          properties: {
            v: { type: 'integer' },
            left: { $ref: '#/$defs/node' },
            right: { $ref: '#/$defs/node' },
            list: { type: 'array', items: { $ref: '#' } },
          },
        },
      },
    };
    const { data, message } = await make(tree, { count: 3 });
    expect(message ?? '').toBe('');
    expect(new Ajv2020().validate(tree, (data as unknown[])[0])).toBe(true);
    const expression = {
      $defs: {
        e: { oneOf: [{ type: 'integer' }, { type: 'array', minItems: 2, maxItems: 2, items: { $ref: '#/$defs/e' } }] },
      },
      $ref: '#/$defs/e',
    };
    expect(
      new Ajv2020().validate(
        { type: 'array', items: expression.$defs.e, $defs: expression.$defs },
        (await make(expression, { count: 50 })).data,
      ),
    ).toBe(true);
  });

  it.each(['forwards', 'backwards'])('a long chain of references written %s has an end', async (order) => {
    const written = Array.from({ length: 300 }, (_, index) => (order === 'forwards' ? index : 299 - index));
    const definitions = Object.fromEntries(
      written.map((number) => {
        const reference = { $ref: `#/$defs/d${number + 1}` };
        if (number === 299) return [`d${number}`, { const: 'end' }];
        // Every tenth is an object, the others lead on.
        const isObject = number % 10 === 9;
        return [`d${number}`, isObject ? { type: 'object', required: ['a'], properties: { a: reference } } : reference];
      }),
    );
    const { text } = await make({ $defs: definitions, $ref: '#/$defs/d0' });
    expect(text?.match(/"a"/g)).toHaveLength(29);
    expect(text).toContain('"end"');
  });

  it('a property of any name', async () => {
    const schema = '{"properties":{"__proto__":{"const":1},"toString":{"const":2}},"additionalProperties":false}';
    expect((await make(schema)).text).toBe('[\n  {\n    "__proto__": 1,\n    "toString": 2\n  }\n]\n');
  });

  it('bounds of any size are kept to', async () => {
    const big = '{"type":"integer","minimum":12345678901234567891,"maximum":12345678901234567891}';
    expect((await make(big)).text).toBe('[\n  12345678901234567891\n]\n');
    expect((await make('{"type":"number","minimum":0.1,"maximum":0.1}')).text).toBe('[\n  0.1\n]\n');
    expect((await make('{"type":"number","multipleOf":0.01,"minimum":0.07,"maximum":0.07}')).text).toBe(
      '[\n  0.07\n]\n',
    );
  });

  it('parts of a document: OpenAPI 3.0 with nullable, definitions with an $id, pointers', async () => {
    const api = {
      openapi: '3.0.1',
      components: {
        schemas: {
          A: { type: 'object', required: ['b'], properties: { b: { $ref: '#/components/schemas/B' } } },
          B: { type: 'string', nullable: true, enum: ['k'] },
        },
      },
    };
    const found = new Set((await make(api, { component: 'A', count: 60 })).data as unknown[]);
    expect(new Set([...found].map((one) => JSON.stringify(one)))).toEqual(new Set(['{"b":"k"}', '{"b":null}']));
    const schema = { $id: 'https://x.example/s', $defs: { t: { const: 4 }, u: { $ref: '#/$defs/t' } }, type: 'string' };
    expect((await make(schema, { component: 'u' })).data).toEqual([4]);
    expect((await make(schema, { component: '#/$defs/t' })).data).toEqual([4]);
    expect((await make(schema, { component: 'v' })).message).toContain(
      'is not one of the schemas of property "input": "t", "u"; got "v"',
    );
    expect(
      (await make({ definitions: { t: { const: 4 } }, type: 'string' }, { component: 't', draft: '7' })).data,
    ).toEqual([4]);
  });

  it.each([
    ['a reference to itself', { $ref: '#' }, 'without an end'],
    [
      'references in a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      'without an end',
    ],
    ['a reference elsewhere', { $ref: 'https://x.example/y' }, 'nothing is fetched'],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'not a regular expression'],
    [
      'a pattern of a billion characters',
      { type: 'string', pattern: '^((a{1000}){1000}){1000}$' },
      'more than 100000 characters',
    ],
    ['a long text', { type: 'string', minLength: 1e9 }, 'the limit is 100000'],
    ['many members', { type: 'object', minProperties: 1e6 }, 'the limit is 1000'],
    ['a number without an end', { type: 'number', minimum: 1e300, multipleOf: 1e-300 }, ''],
    ['true and false', { allOf: [true, false] }, 'forbidden'],
    ['a document that is not a schema', { a: 1, b: [2] }, 'none of its members is a keyword'],
    ['two types', { allOf: [{ type: 'string' }, { type: 'integer' }] }, 'no type is allowed'],
  ])('hostile: %s', async (_, schema, wanted) => {
    const { status, message } = await make(schema, { count: 2 });
    if (wanted !== '') expect([400, 413]).toContain(status);
    expect(message ?? '').toMatch(new RegExp(wanted));
  });
});
