/** Descriptions of APIs that use most of what each version has; for tests. */

const pet = {
  type: 'object',
  required: ['id', 'kind'],
  discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
  properties: {
    id: { type: 'integer', format: 'int64', minimum: 1, example: 7 },
    kind: { type: 'string', enum: ['cat', 'dog'] },
    tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' }, maxItems: 5, uniqueItems: true },
    parent: { $ref: '#/components/schemas/Pet' },
  },
  additionalProperties: false,
};

const paths = {
  '/pets/{petId}': {
    parameters: [{ $ref: '#/components/parameters/PetId' }],
    get: {
      operationId: 'getPet',
      summary: 'One pet',
      tags: ['pets'],
      parameters: [
        {
          name: 'fields',
          in: 'query',
          style: 'form',
          explode: false,
          schema: { type: 'array', items: { type: 'string' } },
        },
        { name: 'X-Trace', in: 'header', required: false, schema: { type: 'string', format: 'uuid' }, example: 'a' },
        { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      ],
      responses: {
        '200': {
          description: 'The pet',
          headers: { 'X-Rate': { description: 'Left', schema: { type: 'integer' } } },
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Pet' },
              examples: { one: { summary: 'One', value: { id: 1 } }, two: { $ref: '#/components/examples/Two' } },
            },
          },
          links: { next: { operationId: 'getPet', parameters: { petId: '$response.body#/id' } } },
        },
        '4XX': { $ref: '#/components/responses/Failure' },
        default: { description: 'Anything else' },
      },
      security: [{ key: [] }, { login: ['read'] }],
    },
    post: {
      operationId: 'changePet',
      description: 'Changes a pet',
      tags: ['pets'],
      deprecated: true,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
            encoding: { photo: { contentType: 'image/png', headers: { 'X-A': { schema: { type: 'string' } } } } },
          },
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', nullable: true }] },
          },
        },
      },
      responses: { '204': { description: 'Changed' } },
      callbacks: {
        changed: {
          '{$request.body#/url}': {
            post: {
              requestBody: { $ref: '#/components/requestBodies/Note' },
              responses: { '200': { description: 'Taken' } },
            },
          },
        },
      },
      servers: [{ url: 'https://{region}.pets.test', variables: { region: { enum: ['eu', 'us'], default: 'eu' } } }],
      externalDocs: { url: 'https://pets.test/docs' },
    },
  },
};

const components = {
  schemas: {
    Pet: pet,
    Cat: {
      allOf: [
        { $ref: '#/components/schemas/Pet' },
        { type: 'object', properties: { lives: { type: 'integer', maximum: 9, exclusiveMaximum: false } } },
      ],
    },
    Tag: {
      oneOf: [
        { type: 'string', pattern: '^[a-z]+$' },
        { type: 'object', additionalProperties: { type: 'string' } },
      ],
      xml: { name: 'tag', wrapped: false },
    },
  },
  parameters: {
    PetId: { name: 'petId', in: 'path', required: true, description: 'Which pet', schema: { type: 'integer' } },
  },
  responses: { Failure: { description: 'Failure', content: { 'text/plain': { schema: { type: 'string' } } } } },
  examples: { Two: { summary: 'Two', value: 2 } },
  requestBodies: { Note: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' } } } } },
  securitySchemes: {
    key: { type: 'apiKey', name: 'X-Key', in: 'header' },
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    login: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://pets.test/token', scopes: { read: 'Read' } } },
    },
    open: { type: 'openIdConnect', openIdConnectUrl: 'https://pets.test/.well-known/openid-configuration' },
  },
};

const head = {
  info: {
    title: 'Pets',
    version: '1.0.0',
    description: 'Pets',
    contact: { name: 'A', email: 'a@pets.test' },
    license: { name: 'MIT' },
  },
  servers: [{ url: 'https://pets.test/v1' }],
  tags: [{ name: 'pets', description: 'Pets' }],
  security: [{ token: [] }, { open: [] }],
};

export const OPENAPI_30 = { openapi: '3.0.3', ...head, paths, components };

const modern = JSON.parse(
  JSON.stringify({ ...head, paths, components })
    .replace('"nullable":true', '"title":"x"')
    .replace('"exclusiveMaximum":false', '"exclusiveMaximum":10')
    .replace('"type":"string","format":"uuid"', '"type":["string","null"],"format":"uuid","$comment":"x"'),
);

export const OPENAPI_31 = {
  openapi: '3.1.0',
  ...modern,
  webhooks: {
    born: {
      post: {
        requestBody: { $ref: '#/components/requestBodies/Note' },
        responses: { '200': { description: 'Taken' } },
      },
    },
  },
};

export const OPENAPI_32 = { ...OPENAPI_31, openapi: '3.2.0' };

export const SWAGGER_20 = {
  swagger: '2.0',
  info: head.info,
  host: 'pets.test',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  tags: head.tags,
  security: [{ key: [] }],
  paths: {
    '/pets/{petId}': {
      parameters: [{ $ref: '#/parameters/PetId' }],
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        tags: ['pets'],
        parameters: [
          { name: 'fields', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'csv' },
          { name: 'sort', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          { name: 'X-Trace', in: 'header', type: 'string', format: 'uuid', maxLength: 36 },
        ],
        responses: {
          '200': {
            description: 'The pet',
            schema: { $ref: '#/definitions/Pet' },
            headers: { 'X-Rate': { type: 'integer', description: 'Left' } },
            examples: { 'application/json': { id: 1, $ref: 'no reference' } },
          },
          default: { $ref: '#/responses/Failure' },
        },
        security: [{ login: ['read'] }, { basic: [] }],
      },
      put: {
        operationId: 'putPet',
        summary: 'Changes a pet',
        tags: ['pets'],
        deprecated: true,
        parameters: [
          { name: 'pet', in: 'body', description: 'The pet', required: true, schema: { $ref: '#/definitions/Pet' } },
        ],
        responses: { '204': { description: 'Changed' } },
      },
      post: {
        operationId: 'addPhoto',
        summary: 'Adds a photo',
        tags: ['pets'],
        consumes: ['multipart/form-data'],
        produces: ['image/png'],
        parameters: [
          { name: 'photo', in: 'formData', type: 'file', required: true },
          { name: 'note', in: 'formData', type: 'string', default: 'none' },
        ],
        responses: { '200': { description: 'Added', schema: { type: 'file' } } },
      },
    },
  },
  definitions: {
    Pet: {
      type: 'object',
      required: ['id', 'kind'],
      discriminator: 'kind',
      properties: {
        id: { type: 'integer', format: 'int64', minimum: 0, exclusiveMinimum: true, example: 7 },
        kind: { type: 'string', enum: ['cat', 'dog'] },
        parent: { $ref: '#/definitions/Pet' },
        tags: { type: 'array', items: { type: 'string', 'x-nullable': true } },
      },
    },
    Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { type: 'object', properties: { lives: { type: 'integer' } } }] },
  },
  parameters: { PetId: { name: 'petId', in: 'path', required: true, type: 'integer', description: 'Which pet' } },
  responses: { Failure: { description: 'Failure', schema: { type: 'string' } } },
  securityDefinitions: {
    key: { type: 'apiKey', name: 'X-Key', in: 'header' },
    basic: { type: 'basic' },
    login: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: 'https://pets.test/auth',
      tokenUrl: 'https://pets.test/token',
      scopes: { read: 'Read' },
    },
  },
};
