import { type Chance, pick } from './chance.js';

type Plain = Record<string, unknown>;

/** Dialects of Schema Objects. */
export type Dialect = '2.0' | '3.0' | '3.1';

const WORDS = ['id', 'name', 'tags', 'size', 'owner', 'created at', 'x', 'größe', 'constructor'];
const STRINGS = ['a', 'b', 'abc', ''];

const some = (chance: Chance): boolean => chance(2) === 0;

/** A Schema Object of a few levels, that references name `names`. All its keywords have the same meaning in 3.0 and 3.1. */
export function randomSchema(chance: Chance, dialect: Dialect, names: readonly string[], depth = 3): Plain {
  const isDeep = depth > 0;
  const reference = dialect === '2.0' ? '#/definitions/' : '#/components/schemas/';
  const inner = () => randomSchema(chance, dialect, names, depth - 1);
  if (isDeep && names.length > 0 && chance(6) === 0)
    return { $ref: reference + encodeURIComponent(pick(chance, names)) };
  const kinds = [
    'string',
    'integer',
    'number',
    'boolean',
    ...(isDeep ? ['object', 'object', 'array', 'all', 'any'] : []),
  ];
  const kind = pick(chance, kinds);
  const schema: Plain = some(chance)
    ? {}
    : { description: pick(chance, ['What it is', 'Ends */ here', 'Two\nlines | bars']) };
  switch (kind) {
    case 'all':
      schema.allOf = [inner(), inner()];
      return schema;
    case 'any':
      if (dialect === '2.0') return { ...schema, type: 'object' };
      schema[pick(chance, ['anyOf', 'oneOf'])] = [inner(), inner()];
      return schema;
    case 'object': {
      schema.type = 'object';
      const keys = WORDS.filter(() => chance(3) === 0);
      if (keys.length > 0) schema.properties = Object.fromEntries(keys.map((key) => [key, inner()]));
      if (keys.length > 0 && some(chance)) schema.required = keys.filter((_, index) => index === 0 || some(chance));
      if (chance(4) === 0) schema.additionalProperties = some(chance) ? some(chance) : inner();
      break;
    }
    case 'array':
      Object.assign(schema, { type: 'array', items: inner() });
      if (some(chance)) schema.maxItems = 3;
      break;
    case 'string':
      schema.type = 'string';
      if (some(chance)) schema.enum = STRINGS.slice(0, 1 + chance(3));
      else if (chance(3) === 0) schema.maxLength = chance(4);
      break;
    case 'boolean':
      schema.type = 'boolean';
      break;
    default:
      schema.type = kind;
      if (some(chance)) schema.minimum = chance(5);
      if (schema.minimum !== undefined && some(chance)) {
        if (dialect !== '3.1') schema.exclusiveMinimum = some(chance);
        else if (some(chance)) schema.exclusiveMinimum = chance(5);
      }
  }
  if (chance(4) === 0) takeNull(schema, chance, dialect);
  if (dialect === '3.1') addModern(schema, chance);
  return schema;
}

function takeNull(schema: Plain, chance: Chance, dialect: Dialect): void {
  if (dialect === '2.0') schema['x-nullable'] = true;
  else if (dialect === '3.0') schema.nullable = true;
  else
    schema.type = [schema.type, 'null', ...(some(chance) ? ['boolean'] : [])].filter(
      (one, i, all) => all.indexOf(one) === i,
    );
}

/** What 3.1 has and 3.0 can say in other words. */
function addModern(schema: Plain, chance: Chance): void {
  if (schema.type === 'string' && chance(4) === 0) schema.const = pick(chance, STRINGS);
  if (schema.type === 'object' && chance(4) === 0) schema.dependentRequired = { id: ['name'] };
  if (schema.type === 'integer' && chance(4) === 0)
    Object.assign(schema, JSON.parse('{"if":{"minimum":2},"then":{"maximum":4}}'), {
      else: some(chance) ? { const: 0 } : true,
    });
  if (chance(8) === 0) schema.examples = [1, 'a'];
}

/** A value that may fit a schema or not. */
export function randomValue(chance: Chance, depth = 3): unknown {
  switch (chance(depth > 0 ? 9 : 6)) {
    case 0:
      return null;
    case 1:
      return some(chance);
    case 2:
    case 3:
      return chance(7) - 1;
    case 4:
      return pick(chance, STRINGS);
    case 5:
      return 2.5;
    case 6:
      return Array.from({ length: chance(4) }, () => randomValue(chance, depth - 1));
    default:
      return Object.fromEntries(
        WORDS.filter(() => chance(3) === 0).map((key) => [key, randomValue(chance, depth - 1)]),
      );
  }
}

/** A description with operations of every kind of parameter, body and answer. `sections` of Swagger 2.0 or of OpenAPI. */
export function randomApi(chance: Chance, dialect: Dialect): Plain {
  const names = ['Pet', 'Tag', 'a.b-c', ...(dialect === '2.0' ? ['Page«Pet»'] : [])].filter(() => chance(4) > 0);
  const schemas = Object.fromEntries(names.map((name) => [name, { ...objectSchema(chance, dialect, names) }]));
  const isOld = dialect === '2.0';
  const paths: Plain = {};
  for (const path of ['/pets', '/pets/{id}', '/a/{id}/b/{tag}'].filter(() => chance(3) > 0)) {
    const item: Plain = {};
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
      isOld
        ? { name, in: 'path', required: true, type: 'string' }
        : { name, in: 'path', required: true, schema: { type: 'string' } },
    );
    if (inPath.length > 0) item.parameters = inPath;
    for (const method of ['get', 'post', 'delete'].filter(() => chance(3) > 0))
      item[method] = (isOld ? oldOperation : newOperation)(chance, dialect, names, `${method}${path.length}`);
    paths[path] = item;
  }
  const info = { title: 'Random', version: '1' };
  return isOld
    ? { swagger: '2.0', info, host: 'a.test', basePath: '/v1', schemes: ['https'], paths, definitions: schemas }
    : {
        openapi: dialect === '3.0' ? '3.0.3' : '3.1.0',
        info,
        servers: [{ url: 'https://a.test/v1' }],
        paths,
        components: { schemas },
      };
}

/** An object, so that no component leads to itself but through properties. */
function objectSchema(chance: Chance, dialect: Dialect, names: readonly string[]): Plain {
  const keys = WORDS.filter(() => some(chance));
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, randomSchema(chance, dialect, names)])),
  };
}

const PLACES = ['query', 'header'] as const;

function newOperation(chance: Chance, dialect: Dialect, names: readonly string[], id: string): Plain {
  const simple = () => randomSchema(chance, dialect, [], 0);
  const parameters = ['limit', 'sort']
    .filter(() => some(chance))
    .map((name) => ({
      name,
      in: pick(chance, PLACES),
      required: some(chance),
      description: 'Which | ones',
      schema: some(chance) ? { type: 'array', items: simple() } : simple(),
    }));
  const media = () => ({ 'application/json': { schema: randomSchema(chance, dialect, names) } });
  return {
    ...(some(chance) ? { operationId: id } : {}),
    ...(some(chance) ? { tags: [pick(chance, ['pets', 'others'])] } : {}),
    ...(some(chance) ? { summary: `Summary of ${id}` } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(id.startsWith('post') ? { requestBody: { required: some(chance), content: media() } } : {}),
    responses: {
      200: { description: 'Done', content: media() },
      ...(some(chance) ? { 404: { description: 'None' } } : {}),
    },
  };
}

function oldOperation(chance: Chance, dialect: Dialect, names: readonly string[], id: string): Plain {
  const simple = (): Plain => {
    const { description: _, 'x-nullable': __, ...schema } = randomSchema(chance, dialect, [], 0);
    return schema;
  };
  const parameters: Plain[] = ['limit', 'sort']
    .filter(() => some(chance))
    .map((name) => {
      const place = pick(chance, PLACES);
      const formats = place === 'query' ? ['csv', 'ssv', 'pipes', 'multi'] : ['csv'];
      const list = {
        type: 'array',
        items: simple(),
        ...(some(chance) ? { collectionFormat: pick(chance, formats) } : {}),
      };
      return { name, in: place, required: some(chance), description: 'Which', ...(some(chance) ? list : simple()) };
    });
  const isForm = id.startsWith('post') && some(chance);
  if (id.startsWith('post'))
    parameters.push(
      ...(isForm
        ? ['photo', 'note'].map((name) => ({
            name,
            in: 'formData',
            ...(name === 'photo' ? { type: 'file' } : simple()),
          }))
        : [{ name: 'body', in: 'body', required: some(chance), schema: randomSchema(chance, dialect, names) }]),
    );
  return {
    operationId: id,
    consumes: [isForm ? 'multipart/form-data' : 'application/json'],
    produces: ['application/json'],
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { 200: { description: 'Done', schema: randomSchema(chance, dialect, names) } },
  };
}
