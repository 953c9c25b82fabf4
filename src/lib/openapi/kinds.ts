import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';

/** What an object of an OpenAPI document is, as the specifications call it; `other` is nothing that holds objects of interest. */
export type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'callback'
  | 'link'
  | 'example'
  | 'securityScheme'
  | 'schema'
  | 'other';

/** What stands behind a key: one object, a list, or objects by names of the author's choice. */
type Shape = 'one' | 'list' | 'map';

interface Child {
  readonly kind: Kind;
  readonly shape: Shape;
}

const one = (kind: Kind): Child => ({ kind, shape: 'one' });
const list = (kind: Kind): Child => ({ kind, shape: 'list' });
const map = (kind: Kind): Child => ({ kind, shape: 'map' });

/** Operations of a path item. `query` since 3.2. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

const MEDIA = { schema: one('schema'), examples: map('example') };

const CHILDREN: Readonly<Record<Kind, Readonly<Record<string, Child>>>> = {
  document: {
    paths: map('pathItem'),
    webhooks: map('pathItem'),
    components: one('components'),
    // Swagger 2.0.
    definitions: map('schema'),
    parameters: map('parameter'),
    responses: map('response'),
    securityDefinitions: map('securityScheme'),
  },
  components: {
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('requestBody'),
    headers: map('header'),
    securitySchemes: map('securityScheme'),
    links: map('link'),
    callbacks: map('callback'),
    pathItems: map('pathItem'),
    mediaTypes: map('mediaType'),
  },
  pathItem: {
    ...Object.fromEntries(METHODS.map((method) => [method, one('operation')])),
    parameters: list('parameter'),
    additionalOperations: map('operation'),
  },
  operation: {
    parameters: list('parameter'),
    requestBody: one('requestBody'),
    responses: map('response'),
    callbacks: map('callback'),
  },
  parameter: { ...MEDIA, content: map('mediaType'), items: one('schema') },
  header: { ...MEDIA, content: map('mediaType'), items: one('schema') },
  requestBody: { content: map('mediaType') },
  // Examples of Swagger 2.0 are values, those of OpenAPI stand in a media type.
  response: { schema: one('schema'), headers: map('header'), content: map('mediaType'), links: map('link') },
  mediaType: {
    ...MEDIA,
    itemSchema: one('schema'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: one('encoding'),
  },
  encoding: { headers: map('header'), encoding: map('encoding') },
  callback: {},
  link: {},
  example: {},
  securityScheme: {},
  schema: {
    ...Object.fromEntries(
      ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map((key) => [
        key,
        map('schema'),
      ]),
    ),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, list('schema')])),
    ...Object.fromEntries(
      [
        'not',
        'if',
        'then',
        'else',
        'items',
        'additionalItems',
        'additionalProperties',
        'contains',
        'propertyNames',
        'unevaluatedItems',
        'unevaluatedProperties',
        'contentSchema',
      ].map((key) => [key, one('schema')]),
    ),
  },
  other: {},
};

/** Kinds that may be a reference to one of their kind. */
const REFERABLE: ReadonlySet<Kind> = new Set<Kind>([
  'pathItem',
  'parameter',
  'header',
  'requestBody',
  'response',
  'mediaType',
  'callback',
  'link',
  'example',
  'securityScheme',
  'schema',
]);

/** A way through a document, shared by all that is below it. */
export interface Way {
  readonly outer: Way | undefined;
  readonly token: string;
}

export function tokensOf(way: Way | undefined): string[] {
  const tokens: string[] = [];
  for (let step = way; step !== undefined; step = step.outer) tokens.push(step.token);
  return tokens.reverse();
}

/** An object of a document and where it stands. */
export interface Place {
  readonly value: JsonObject;
  readonly kind: Kind;
  readonly way: Way | undefined;
}

/** The reference that an object is, if it is one. */
export function referenceOf({ value, kind }: Pick<Place, 'value' | 'kind'>): string | undefined {
  const reference = REFERABLE.has(kind) ? value.get('$ref') : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** What stands behind the key of an object: `rest` of callbacks and security schemes included. */
function childOf(kind: Kind, key: string): Child | undefined {
  if (kind === 'callback') return key.startsWith('x-') ? undefined : one('pathItem');
  const children = CHILDREN[kind];
  return Object.hasOwn(children, key) ? children[key] : undefined;
}

/** A key of an object as it may hold other objects: those of a list or a map are told one by one. */
export interface Part {
  readonly key: string;
  readonly kind: Kind;
  readonly shape: Shape;
  readonly value: JsonValue;
}

/** What an object holds that is of interest; keys of other kinds are left out. */
export function partsOf({ value, kind }: Pick<Place, 'value' | 'kind'>): Part[] {
  const parts: Part[] = [];
  for (const [key, item] of value) {
    const child = childOf(kind, key);
    if (child === undefined) continue;
    // Tuples: `items` of a schema before 2020-12.
    const shape = child.shape === 'one' && isJsonArray(item) ? 'list' : child.shape;
    parts.push({ key, kind: child.kind, shape, value: item });
  }
  return parts;
}

/** The objects directly below one, in the order of the document. */
export function* childrenOf(place: Place): Generator<Place> {
  for (const { key, kind, shape, value } of partsOf(place)) {
    const way: Way = { outer: place.way, token: key };
    if (shape === 'list' && isJsonArray(value)) {
      for (const [index, item] of value.entries())
        if (isJsonObject(item)) yield { value: item, kind, way: { outer: way, token: String(index) } };
    } else if (shape === 'map' && isJsonObject(value)) {
      for (const [name, item] of value)
        if (isJsonObject(item) && !isExtension(key, name))
          yield { value: item, kind, way: { outer: way, token: name } };
    } else if (shape === 'one' && isJsonObject(value)) yield { value, kind, way };
  }
}

/** `x-` names extensions of `paths` and `responses`; in the other maps it is a name as any. */
const isExtension = (key: string, name: string): boolean =>
  (key === 'paths' || key === 'responses') && name.startsWith('x-');

/** Every object from `start` on, outer ones first, in the order of the document. */
export function* placesBelow(start: Place): Generator<Place> {
  const open: Place[] = [start];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    yield place;
    open.push(...[...childrenOf(place)].reverse());
  }
}

/** What a pointer's tokens lead to, and what it is by its way; `other` where the way leaves what the specification knows. */
export function placeAt(document: JsonObject, tokens: readonly string[]): { value: JsonValue; kind: Kind } | undefined {
  let value: JsonValue = document;
  let kind: Kind = 'document';
  let inside: Child | undefined;
  for (const token of tokens) {
    const next: JsonValue | undefined = isJsonArray(value)
      ? /^(?:0|[1-9]\d{0,8})$/.test(token)
        ? value[Number(token)]
        : undefined
      : isJsonObject(value)
        ? value.get(token)
        : undefined;
    if (next === undefined) return undefined;
    if (inside !== undefined) {
      kind = inside.kind;
      inside = undefined;
    } else {
      const child: Child | undefined = isJsonObject(value) ? childOf(kind, token) : undefined;
      const isOne = child?.shape === 'one' && !isJsonArray(next);
      if (child === undefined || isOne) kind = child?.kind ?? 'other';
      else inside = child;
    }
    value = next;
  }
  return { value, kind: inside === undefined ? kind : 'other' };
}
