import { SWAGGER_20 } from './_openapi-samples.js';

type Plain = Record<string, unknown>;

export const openapi = (more: Plain, version = '3.0.3'): Plain => ({
  openapi: version,
  info: { title: 'a', version: '1' },
  paths: {},
  ...more,
});
const responses = { '200': { description: 'ok' } };
const at = (path: string, operation: Plain, item: Plain = {}, more: Plain = {}): Plain =>
  openapi({ paths: { [path]: { ...item, get: { responses, ...operation } } }, ...more });
const parameter = (name: string, place = 'path'): Plain => ({
  name,
  in: place,
  required: true,
  schema: { type: 'string' },
});
const swagger = (operation: Plain, more: Plain = {}): Plain => ({
  swagger: '2.0',
  info: { title: 'a', version: '1' },
  paths: { '/a': { post: { responses, ...operation } } },
  ...more,
});
const schema = (value: Plain): Plain => openapi({ components: { schemas: { A: value } } });
const key = { apiKey: { type: 'apiKey', name: 'k', in: 'header' } };
const body = (name: string): Plain => ({ name, in: 'body', schema: { type: 'string' } });

/** A rule, a document that breaks it, and the same one put right: after the specification and the rules of Spectral and Redocly. */
export const PAIRS: readonly (readonly [rule: string, faulty: unknown, right: unknown])[] = [
  ['structure', openapi({ paths: undefined }), openapi({})],
  [
    'structure',
    'swagger: 2.0\ninfo: {title: a, version: "1"}\npaths: {}\n',
    'swagger: "2.0"\ninfo: {title: a, version: "1"}\npaths: {}\n',
  ],
  [
    'reference-unresolved',
    schema({ allOf: [{ $ref: '#/components/schemas/B' }] }),
    schema({ allOf: [{ $ref: '#/components/schemas/A' }] }),
  ],
  [
    'reference-unresolved',
    schema({ items: { $ref: '#/components/schemas/A%20' } }),
    schema({ example: { $ref: '#/nothing' } }),
  ],
  ['reference-unresolved', schema({ properties: { default: { $ref: '#/x' } } }), schema({ default: { $ref: '#/x' } })],
  [
    'reference-kind',
    at('/a', { parameters: [{ $ref: '#/components/schemas/A' }] }, {}, { components: { schemas: { A: {} } } }),
    at(
      '/a',
      { parameters: [{ $ref: '#/components/parameters/A' }] },
      {},
      { components: { parameters: { A: parameter('q', 'query') } } },
    ),
  ],
  [
    'reference-endless',
    openapi({
      components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
    }),
    schema({ properties: { a: { $ref: '#/components/schemas/A' } } }),
  ],
  [
    'reference-outside',
    schema({ items: { $ref: 'https://a.test/b.json#/c' } }),
    schema({ items: { $ref: '#/components/schemas/A' } }),
  ],
  [
    'reference-outside',
    schema({ items: { $ref: '../../etc/passwd' } }),
    openapi(
      { components: { schemas: { A: { $id: 'https://a.test/x', type: 'string' }, B: { $ref: 'https://a.test/x' } } } },
      '3.1.0',
    ),
  ],
  [
    'operation-id-unique',
    openapi({
      paths: { '/a': { get: { operationId: 'x', responses } }, '/b': { get: { operationId: 'x', responses } } },
    }),
    openapi({
      paths: { '/a': { get: { operationId: 'x', responses } }, '/b': { get: { operationId: 'X', responses } } },
    }),
  ],
  ['path-parameter-undeclared', at('/a/{id}', {}), at('/a/{id}', { parameters: [parameter('id')] })],
  [
    'path-parameter-undeclared',
    at('/a/{id}', { parameters: [parameter('id', 'query')] }),
    at('/a/{id}', {}, { parameters: [parameter('id')] }),
  ],
  [
    'path-parameter-unused',
    at('/a', { parameters: [parameter('id')] }),
    at('/a/{id}', { parameters: [parameter('id')] }),
  ],
  [
    'path-parameter-unused',
    at('/a', {}, { parameters: [parameter('id')] }),
    at('/a', {}, { parameters: [parameter('id', 'query')] }),
  ],
  ['path-parameter-repeated', at('/{id}/{id}', {}), at('/{id}/{other}', {})],
  ['path-braces', at('/{id', {}), at('/{id}', {})],
  ['path-braces', at('/a{}', {}), at('/a{b}', {})],
  ['path-query', at('/a?b=1', {}), at('/a', {})],
  [
    'path-duplicate',
    openapi({ paths: { '/a/{b}': {}, '/a/{c}': {} } }),
    openapi({ paths: { '/a/{b}': {}, '/a/c': {} } }),
  ],
  [
    'parameter-duplicate',
    at('/a', { parameters: [parameter('A', 'header'), { ...parameter('a', 'header'), description: 'x' }] }),
    at('/a', { parameters: [parameter('A', 'query'), parameter('a', 'query')] }),
  ],
  ['body-parameters', swagger({ parameters: [body('a'), body('b')] }), swagger({ parameters: [body('a')] })],
  [
    'body-parameters',
    swagger({ parameters: [body('a'), { name: 'f', in: 'formData', type: 'string' }] }),
    swagger({ parameters: [{ name: 'f', in: 'formData', type: 'string' }] }),
  ],
  ['items-missing', schema({ type: 'array' }), schema({ type: 'array', items: {} })],
  [
    'items-missing',
    schema({ properties: { a: { type: 'array' } } }),
    openapi({ components: { schemas: { A: { type: 'array' } } } }, '3.1.0'),
  ],
  [
    'security-undeclared',
    at('/a', { security: [{ key: [] }] }),
    at('/a', { security: [{ apiKey: [] }] }, {}, { components: { securitySchemes: key } }),
  ],
  ['security-undeclared', openapi({ security: [{ x: [] }] }), openapi({ security: [{}] })],
  [
    'security-scopes',
    openapi({ security: [{ apiKey: ['a'] }], components: { securitySchemes: key } }),
    openapi({ security: [{ apiKey: ['a'] }], components: { securitySchemes: key } }, '3.1.0'),
  ],
  [
    'security-scope-undeclared',
    swagger(
      { security: [{ o: ['w'] }] },
      { securityDefinitions: SWAGGER_20.securityDefinitions.login && { o: SWAGGER_20.securityDefinitions.login } },
    ),
    swagger({ security: [{ o: ['read'] }] }, { securityDefinitions: { o: SWAGGER_20.securityDefinitions.login } }),
  ],
  [
    'server-variable',
    openapi({ servers: [{ url: 'https://{a}.b' }] }),
    openapi({ servers: [{ url: 'https://{a}.b', variables: { a: { default: 'x' } } }] }),
  ],
  [
    'server-default',
    openapi({ servers: [{ url: '/{a}', variables: { a: { default: 'x', enum: ['y'] } } }] }),
    openapi({ servers: [{ url: '/{a}', variables: { a: { default: 'y', enum: ['y'] } } }] }),
  ],
  [
    'tag-duplicate',
    openapi({ tags: [{ name: 'a' }, { name: 'a', description: 'x' }] }),
    openapi({ tags: [{ name: 'a' }, { name: 'b' }] }),
  ],
  [
    'link-operation',
    openapi({ components: { links: { a: { operationId: 'x' } } } }),
    at('/a', { operationId: 'x' }, {}, { components: { links: { a: { operationId: 'x' } } } }),
  ],
  [
    'discriminator-property',
    schema({ properties: { a: {} }, discriminator: { propertyName: 'b' } }),
    schema({ properties: { b: {} }, required: ['b'], discriminator: { propertyName: 'b' } }),
  ],
  [
    'discriminator-mapping',
    schema({ discriminator: { propertyName: 'b', mapping: { x: 'B' } } }),
    schema({ discriminator: { propertyName: 'b', mapping: { x: 'A', y: 'b.json' } } }),
  ],
  ['get-request-body', at('/a', { requestBody: { content: {} } }), at('/a', {})],
  [
    'required-undeclared',
    schema({ properties: { a: {} }, required: ['b'] }),
    schema({ properties: { a: {} }, required: ['b'], allOf: [{}] }),
  ],
  [
    'component-unused',
    schema({ properties: { a: { $ref: '#/components/schemas/A' } } }),
    openapi({
      components: { schemas: { A: {} }, responses: {} },
      paths: {
        '/a': {
          get: {
            responses: { '200': { description: 'a', content: { b: { schema: { $ref: '#/components/schemas/A' } } } } },
          },
        },
      },
    }),
  ],
  ['operation-id-missing', at('/a', {}), at('/a', { operationId: 'a' })],
  ['operation-summary', at('/a', {}), at('/a', { description: 'a' })],
  ['operation-tags', at('/a', {}), at('/a', { tags: ['a'] })],
  [
    'operation-success',
    at('/a', { responses: { '404': { description: 'a' } } }),
    at('/a', { responses: { default: { description: 'a' } } }),
  ],
  ['operation-security', at('/a', {}), at('/a', { security: [] })],
  [
    'parameter-description',
    at('/a', { parameters: [parameter('b', 'query')] }),
    at('/a', { parameters: [{ ...parameter('b', 'query'), description: 'c' }] }),
  ],
  [
    'tag-undeclared',
    at('/a', { tags: ['a'] }, {}, { tags: [{ name: 'b' }] }),
    at('/a', { tags: ['b'] }, {}, { tags: [{ name: 'b' }] }),
  ],
  ['servers-missing', openapi({}), openapi({ servers: [{ url: '/' }] })],
  [
    'server-https',
    openapi({ servers: [{ url: 'http://a.test' }] }),
    openapi({ servers: [{ url: 'http://localhost:80' }] }),
  ],
  [
    'server-example',
    openapi({ servers: [{ url: 'https://api.example.com/v1' }] }),
    openapi({ servers: [{ url: 'https://example.com.test' }] }),
  ],
  ['path-trailing-slash', at('/a/', {}), at('/', {})],
  ['paths-empty', openapi({}), at('/', {})],
  ...(['description', 'contact', 'license'] as const).map(
    (key) =>
      [
        `info-${key}`,
        openapi({}),
        openapi({ info: { title: 'a', version: '1', [key]: key === 'description' ? 'a' : { name: 'a' } } }),
      ] as const,
  ),
];
