import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import AjvDraft4 from 'ajv-draft-04';
import swagger2openapi from 'swagger2openapi';
import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { type Dialect, randomApi, randomSchema, randomValue } from '../../testing/random-apis.js';
import { runTool } from '../../testing/run-tool.js';
import { OPENAPI_30, OPENAPI_31, OPENAPI_32, SWAGGER_20 } from './_openapi-samples.js';
import tool from './openapi-converter.js';

type Plain = Record<string, unknown>;

interface Answer {
  readonly warnings: readonly string[];
  readonly result: unknown;
}

async function convert(document: unknown, options: Record<string, unknown>): Promise<Answer> {
  const input = typeof document === 'string' ? document : JSON.stringify(document);
  const { data, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return data as Answer;
}

const validator = new Validator();
const isValid = async (document: unknown) =>
  ((await validator.validate(structuredClone(document) as Plain)) as { valid: boolean }).valid;

const head = { openapi: '3.1.0', info: { title: 'a', version: '1' } };

/** Without an example that others take for a reference. */
const swagger = JSON.parse(JSON.stringify(SWAGGER_20).replace(',"$ref":"no reference"', '')) as Plain;
const SAMPLES = { '2.0': swagger, '3.0': OPENAPI_30, '3.1': OPENAPI_31, '3.2': OPENAPI_32 };
const VERSIONS = ['openapi-3.0', 'openapi-3.1', 'openapi-3.2'] as const;
const DIALECTS: readonly Dialect[] = ['2.0', '3.0', '3.1'];

it.each(Object.entries(SAMPLES))('the sample of %s is valid in every version, and back', async (_version, sample) => {
  for (const to of VERSIONS) {
    const { result } = await convert(sample, { to });
    expect(await isValid(result), JSON.stringify(result)).toBe(true);
    for (const back of VERSIONS) expect(await isValid((await convert(result, { to: back })).result)).toBe(true);
  }
});

inRounds('random descriptions are valid in every version', [30, 300], async (rounds) => {
  const chance = chanceOf(21);
  for (let round = 0; round < rounds; round++) {
    const api = randomApi(chance, pick(chance, DIALECTS));
    expect(await isValid(api), JSON.stringify(api)).toBe(true);
    const { result } = await convert(api, { to: pick(chance, VERSIONS) });
    expect(await isValid(result), JSON.stringify({ api, result })).toBe(true);
  }
});

/** A schema of a document with one component, after its way to another version. */
async function converted(schema: Plain, from: string, to: (typeof VERSIONS)[number]): Promise<Plain> {
  const document = {
    openapi: from,
    info: { title: 'a', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  const { result } = await convert(document, { to });
  return (result as { components: { schemas: { A: Plain } } }).components.schemas.A;
}

/** 3.0 as it is clarified in 3.0.3: null is taken where no type is said, or with `nullable` beside it. */
const judgeOf30 = (schema: Plain) => new AjvDraft4.default({ strict: false, logger: false }).compile(schema);
const judgeOf31 = (schema: Plain) => new Ajv2020({ strict: false, logger: false }).compile(schema);

inRounds('schemas take the same values in 3.0 and 3.1, as ajv judges them', [8, 400], async (rounds) => {
  const chance = chanceOf(22);
  const verdicts = { true: 0, false: 0 };
  for (let round = 0; round < rounds; round++) {
    const isUp = chance(2) === 0;
    const schema = randomSchema(chance, isUp ? '3.0' : '3.1', []);
    const other = await converted(schema, isUp ? '3.0.3' : '3.1.0', isUp ? 'openapi-3.1' : 'openapi-3.0');
    const [old, modern] = isUp ? [schema, other] : [other, schema];
    const [judgeOld, judgeModern] = [judgeOf30(old), judgeOf31(modern)];
    for (let tries = 0; tries < 30; tries++) {
      const value = randomValue(chance);
      const verdict = judgeModern(value);
      verdicts[`${verdict}`]++;
      expect(judgeOld(value), JSON.stringify({ old, modern, value })).toBe(verdict);
    }
  }
  expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(rounds * 2);
});

it.each<[keyword: string, schema: Plain, taken: readonly unknown[]]>([
  ['prefixItems', { type: 'array', prefixItems: [{ type: 'string' }], items: false }, [['a'], []]],
  ['patternProperties', { patternProperties: { '^a': { type: 'string' } }, additionalProperties: false }, [{ a: 'b' }]],
  ['propertyNames', { type: 'object', propertyNames: { maxLength: 1 } }, [{ a: 1 }]],
  ['contains', { type: 'array', contains: { const: 1 }, minContains: 2 }, [[1, 1]]],
  ['unevaluatedProperties', { properties: { a: true }, unevaluatedProperties: false }, [{ a: 1 }]],
  ['contentMediaType', { type: 'string', contentMediaType: 'text/html' }, ['<b>']],
])('3.0 without %s takes what 3.1 takes, and a warning tells of it', async (keyword, schema, taken) => {
  const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, components: { schemas: { A: schema } } };
  const { result, warnings } = await convert(document, { to: 'openapi-3.0' });
  expect(warnings.some((warning) => warning.startsWith('/components/schemas/A: ') && warning.includes(keyword))).toBe(
    true,
  );
  const judge = judgeOf30((result as { components: { schemas: { A: Plain } } }).components.schemas.A);
  expect(taken.filter((value) => judgeOf31(schema)(value) && judge(value))).toEqual(taken);
});

/** What only 3.2 has, and what 3.2 and 3.1 have and 3.0 has not. */
const NEWEST = {
  openapi: '3.2.0',
  $self: 'https://pets.test/api.json',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: { title: 'Pets', version: '1', summary: 'All pets', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: 'https://pets.test', name: 'main' }],
  tags: [
    { name: 'pets', summary: 'Pets', kind: 'nav' },
    { name: 'cats', parent: 'pets' },
  ],
  security: [{ tls: [] }, { login: [] }],
  webhooks: { born: { $ref: '#/components/pathItems/Born' } },
  paths: {
    '/pets': {
      query: { responses: { '200': { description: 'Found' } } },
      additionalOperations: { COPY: { responses: { '200': { description: 'Copied' } } } },
      get: {
        parameters: [
          { $ref: '#/components/parameters/Whole' },
          { name: 'id', in: 'cookie', style: 'cookie', schema: true },
        ],
        responses: {
          '200': {
            summary: 'Pets',
            content: {
              'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Pet' } },
              'application/json': { $ref: '#/components/mediaTypes/Pets' },
            },
          },
        },
        security: [{ tls: [] }],
      },
      post: {
        requestBody: {
          content: {
            'multipart/mixed': {
              schema: { type: 'array', prefixItems: [{ $ref: '#/components/schemas/Pet/$defs/Id' }] },
              prefixEncoding: [{ contentType: 'image/png' }],
            },
          },
        },
      },
    },
  },
  components: {
    pathItems: { Born: { post: { responses: { '200': { description: 'Taken' } } } } },
    mediaTypes: { Pets: { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
    parameters: {
      Whole: { name: 'q', in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: {} } } },
    },
    examples: { One: { dataValue: { id: 1 } }, Two: { serializedValue: 'id=1' } },
    schemas: {
      Pet: {
        type: 'object',
        $defs: { Id: { type: 'integer' } },
        discriminator: { propertyName: 'kind', defaultMapping: 'Cat' },
        properties: { kind: true, never: false },
      },
    },
    securitySchemes: {
      tls: { type: 'mutualTLS' },
      login: {
        type: 'oauth2',
        deprecated: true,
        oauth2MetadataUrl: 'https://pets.test/meta',
        flows: {
          deviceAuthorization: { deviceAuthorizationUrl: 'https://a.test', tokenUrl: 'https://b.test', scopes: {} },
        },
      },
    },
  },
};

/** Pointers of references that lead nowhere. */
function lostReferences(root: Plain): string[] {
  const lost: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value as Plain)) {
      if (key === '$ref' && typeof item === 'string') {
        const tokens = decodeURIComponent(item.slice(2))
          .split('/')
          .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
        const target = item.startsWith('#/')
          ? tokens.reduce<unknown>((found, token) => (found as Plain | undefined)?.[token], root)
          : undefined;
        if (target === undefined) lost.push(item);
      }
      visit(item);
    }
  };
  visit(root);
  return lost;
}

it('what only newer versions have is valid in older ones, leads nowhere wrong, and is told of with its place', async () => {
  expect(await isValid(NEWEST)).toBe(true);
  const in31 = await convert(NEWEST, { to: 'openapi-3.1' });
  expect(await isValid(in31.result), JSON.stringify(in31.result)).toBe(true);
  const in30 = await convert(NEWEST, { to: 'openapi-3.0' });
  expect(await isValid(in30.result), JSON.stringify(in30.result)).toBe(true);
  expect(lostReferences(in30.result as Plain)).toEqual([]);
  const get = '/paths/~1pets/get';
  expect([...in31.warnings].sort()).toEqual(
    [
      '"$self" is new in 3.2 and was kept as "x-oai-self"',
      '/servers: "name" is new in 3.2 and was kept as "x-oai-name"',
      ...['summary', 'kind', 'parent'].map((key) => `/tags: "${key}" is new in 3.2 and was kept as "x-oai-${key}"`),
      ...['query', 'additionalOperations'].map(
        (key) => `/paths/~1pets: "${key}" is new in 3.2 and was kept as "x-oai-${key}"`,
      ),
      `${get}: "in: querystring" is new in 3.2: its parameter was kept in "x-oai-parameters"`,
      `${get}/parameters/1: "style: cookie" is new in 3.2 and became "form"`,
      `${get}/responses/200: "summary" is new in 3.2 and was kept as "x-oai-summary"`,
      `${get}/responses/200/content/application~1jsonl: "itemSchema" is new in 3.2 and was kept as "x-oai-itemSchema"`,
      `${get}/responses/200/content/application~1json: "$ref" is new in 3.2 and was kept as "x-oai-ref"`,
      '/paths/~1pets/post/requestBody/content/multipart~1mixed: "prefixEncoding" is new in 3.2 and was kept as "x-oai-prefixEncoding"',
      '/components: "mediaTypes" is new in 3.2 and was kept as "x-oai-mediaTypes"',
      '/components/schemas/Pet/discriminator: "defaultMapping" is new in 3.2 and was kept as "x-oai-defaultMapping"',
      ...['deprecated', 'oauth2MetadataUrl'].map(
        (key) => `/components/securitySchemes/login: "${key}" is new in 3.2 and was kept as "x-oai-${key}"`,
      ),
      '/components/securitySchemes/login/flows: "deviceAuthorization" is new in 3.2 and was kept as "x-oai-deviceAuthorization"',
    ].sort(),
  );
  expect(in30.warnings.filter((warning) => !in31.warnings.includes(warning)).sort()).toEqual(
    [
      '"jsonSchemaDialect" was dropped: 3.0 has one dialect only',
      '"summary" of "info" was kept as "x-summary": 3.0 has none',
      '"webhooks" was kept as "x-webhooks": 3.0 has none',
      '/components: "mutualTLS" was kept in "x-securitySchemes": 3.0 has no such scheme',
      '/components: "pathItems" was kept as "x-pathItems": 3.0 has none',
      '/paths/~1pets/post/requestBody/content/multipart~1mixed/schema: "prefixItems" was dropped: 3.0 has no tuples, so items may be anything',
      `${get}: Requirements of "mutualTLS" were dropped, and none is left, as if nothing were required; all are kept in "x-security"`,
      'Requirements of "mutualTLS" were dropped; all are kept in "x-security"',
    ].sort(),
  );
});

it('references by names of schemas lead to the same schemas in 3.0', async () => {
  const schemas = {
    Pet: {
      $id: 'https://pets.test/pet',
      $anchor: 'named',
      $defs: { 'a/b é': { type: 'integer', $anchor: 'inner' } },
      properties: {
        one: { $ref: '#named' },
        two: { $ref: 'https://pets.test/pet' },
        three: { $ref: '#inner', description: 'An id', maximum: 5 },
        four: { $ref: '#/components/schemas/Pet/$defs/a~1b%20%C3%A9' },
      },
    },
  };
  const { result } = await convert({ ...head, paths: {}, components: { schemas } }, { to: 'openapi-3.0' });
  const pet = { $ref: '#/components/schemas/Pet' };
  const id = { $ref: '#/components/schemas/Pet/x-defs/a~1b%20%C3%A9' };
  expect((result as { components: { schemas: unknown } }).components.schemas).toEqual({
    Pet: {
      'x-defs': { 'a/b é': { type: 'integer' } },
      properties: { one: pet, two: pet, three: { allOf: [id], description: 'An id', maximum: 5 }, four: id },
    },
  });
  expect(lostReferences(result as Plain)).toEqual([]);
});

/** What both say, in an order of its own: without defaults, and with bodies in their places where one of them shares what is equal. */
function comparable(value: unknown, root: Plain, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => comparable(item, root));
    return key === 'required' ? items.sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { examples, ...plain } = value as Plain;
  const shared = /^#\/components\/requestBodies\/(.*)$/.exec(String(plain.$ref))?.[1];
  const { components } = root as { components?: { requestBodies?: Plain } };
  if (shared !== undefined) return comparable(components?.requestBodies?.[shared], root);
  if (examples !== undefined) plain.example = (examples as { response: { value: unknown } }).response.value;
  if (plain.style === 'form' || plain.style === 'simple') delete plain.style;
  if (plain.required === false) delete plain.required;
  if (plain.style === 'spaceDelimited' || plain.style === 'pipeDelimited') delete plain.explode;
  if (key === 'components') delete plain.requestBodies;
  return Object.fromEntries(
    Object.entries(plain)
      .filter(([name]) => !name.startsWith('x-'))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [name, comparable(item, root, name)]),
  );
}

inRounds('Swagger 2.0 becomes what swagger2openapi makes of it', [20, 400], async (rounds) => {
  const chance = chanceOf(23);
  for (let round = 0; round < rounds; round++) {
    const api = round === 0 ? swagger : randomApi(chance, '2.0');
    const theirs = await swagger2openapi.convertObj(structuredClone(api), { patch: true, warnOnly: true });
    const ours = await convert(api, { to: 'openapi-3.0' });
    const [mine, other] = [ours.result as Plain, theirs.openapi].map((root) =>
      comparable({ ...root, openapi: '' }, root),
    );
    expect(mine, JSON.stringify(api)).toEqual(other);
  }
});
