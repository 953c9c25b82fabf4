import { isJsonArray, JsonNumber, type JsonObject, type JsonValue } from '../../json/values.js';
import { writeJson } from '../../json/write.js';
import { type ApiDocument, listOf, type Operation, objectOf, textOf } from '../document.js';
import { References } from '../references.js';

import { Budget } from './budget.js';
import { exampleOf, isJsonType, operationsByTag, type Parameter, parametersOf, serverUrls } from './operations.js';
import { postmanAuth } from './postman-auth.js';
import { type Direction, Samples } from './samples.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Entries of a JSON object; those that are `undefined` are left out. */
type Entries = Readonly<Record<string, JsonValue | undefined>>;

const objectWith = (entries: Entries): JsonObject =>
  new Map(Object.entries(entries).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));

/** A description of 3.1 as a Postman Collection 2.1.0: a folder per tag, a request per operation of a path. Throws LimitFault. */
export function writePostman(api: ApiDocument): JsonObject {
  return new PostmanWriter(api).collection();
}

class PostmanWriter {
  readonly #references: References;
  readonly #samples: Samples;
  readonly #budget = new Budget();
  readonly #schemes: JsonObject;

  constructor(private readonly api: ApiDocument) {
    this.#references = new References(api);
    this.#samples = new Samples(this.#references, this.#budget);
    this.#schemes = objectOf(objectOf(api.root.get('components')).get('securitySchemes'));
  }

  collection(): JsonObject {
    const { root } = this.api;
    const info = objectOf(root.get('info'));
    const tags = new Map(listOf(root.get('tags')).map((tag) => [textOf(objectOf(tag).get('name')), objectOf(tag)]));
    const [base = ''] = serverUrls(root);
    const item = operationsByTag(this.api).flatMap(({ name, operations }): JsonValue[] => {
      const requests = operations.map((operation) => this.#item(operation));
      if (name === '') return requests;
      return [objectWith({ name, description: descriptionOf(tags.get(name)), item: requests })];
    });
    return objectWith({
      info: objectWith({
        name: textOf(info.get('title')) ?? 'API',
        description: descriptionOf(info),
        version: textOf(info.get('version')),
        schema: SCHEMA,
      }),
      item,
      auth: this.#auth(root),
      variable: [objectWith({ key: 'baseUrl', value: base.replace(/\/$/, ''), type: 'string' })],
    });
  }

  #item(operation: Operation): JsonObject {
    const { value, method, path } = operation;
    const parameters = parametersOf(operation, this.#references);
    const name = textOf(value.get('summary')) ?? textOf(value.get('operationId')) ?? `${method} ${path}`;
    const body = this.#body(value);
    const request = objectWith({
      method,
      header: [...this.#headers(parameters), ...(body?.header ?? [])],
      url: this.#url(operation, parameters),
      body: body?.body,
      auth: value.has('security') ? this.#auth(value) : undefined,
      description: descriptionOf(value),
    });
    return objectWith({ name, request, response: this.#responses(value, request) });
  }

  #auth(holder: JsonObject): JsonObject | undefined {
    return postmanAuth(holder.get('security'), (name) => this.#references.follow(this.#schemes.get(name)));
  }

  #headers(parameters: readonly Parameter[]): JsonValue[] {
    const headers: JsonValue[] = parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => this.#pair(parameter));
    const cookies = parameters.filter((parameter) => parameter.in === 'cookie');
    if (cookies.length === 0) return headers;
    const value = cookies.map((cookie) => `${cookie.name}=${this.#textOf(cookie)}`).join('; ');
    return [
      ...headers,
      objectWith({ key: 'Cookie', value, disabled: cookies.some((one) => one.isRequired) ? undefined : true }),
    ];
  }

  #pair(parameter: Parameter): JsonObject {
    return objectWith({
      key: parameter.name,
      value: this.#textOf(parameter),
      description: descriptionOf(parameter.value),
      disabled: parameter.isRequired ? undefined : true,
    });
  }

  #textOf({ value, schema }: Parameter): string {
    const sample = exampleOf(value, this.#references) ?? this.#samples.of(schema, 'request');
    this.#budget.take();
    if (isJsonArray(sample)) return sample.map(plainText).join(',');
    return plainText(sample);
  }

  #url({ path, value, item }: Operation, parameters: readonly Parameter[]): JsonObject {
    const [own] = [...serverUrls(value), ...serverUrls(item)];
    const base = own === undefined ? '{{baseUrl}}' : own.replace(/\/$/, '');
    const segments = path
      .replace(/^\//, '')
      .split('/')
      .map((segment) => segment.replace(/^\{([^{}]*)\}$/, ':$1').replace(/\{([^{}]*)\}/g, '{{$1}}'));
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const sent = query
      .filter((parameter) => parameter.isRequired)
      .map((parameter) => `${encodeText(parameter.name)}=${encodeText(this.#textOf(parameter))}`);
    return objectWith({
      raw: `${base}/${segments.join('/')}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
      host: [base],
      path: segments,
      query: query.length === 0 ? undefined : query.map((parameter) => this.#pair(parameter)),
      variable:
        inPath.length === 0
          ? undefined
          : inPath.map((parameter) =>
              objectWith({
                key: parameter.name,
                value: this.#textOf(parameter),
                description: descriptionOf(parameter.value),
              }),
            ),
    });
  }

  #body(operation: JsonObject): { readonly body: JsonObject; readonly header: JsonValue[] } | undefined {
    const content = objectOf(this.#references.follow(operation.get('requestBody'))?.get('content'));
    const types = [...content.keys()];
    const type = types.find(isJsonType) ?? types[0];
    if (type === undefined) return undefined;
    const media = objectOf(content.get(type));
    const isUrlEncoded = /^application\/x-www-form-urlencoded/i.test(type);
    if (isUrlEncoded || /^multipart\//i.test(type)) {
      const mode = isUrlEncoded ? 'urlencoded' : 'formdata';
      // A form states its own type, with the boundary.
      return { body: objectWith({ mode, [mode]: this.#fields(media, !isUrlEncoded) }), header: [] };
    }
    const header = [objectWith({ key: 'Content-Type', value: type === '*/*' ? 'application/json' : type })];
    if (isJsonType(type)) {
      const raw = this.#mediaText(media, 'request');
      const options = objectWith({ raw: objectWith({ language: 'json' }) });
      return { body: objectWith({ mode: 'raw', raw, options }), header };
    }
    if (this.#isBinary(media, type)) return { body: objectWith({ mode: 'file', file: new Map() }), header };
    const example = exampleOf(media, this.#references);
    const raw = typeof example === 'string' ? example : '';
    return { body: objectWith({ mode: 'raw', raw }), header };
  }

  #isBinary(media: JsonObject, type: string): boolean {
    const schema = this.#references.follow(media.get('schema'));
    return schema?.has('contentMediaType') === true || /^(?:image|audio|video)\/|octet-stream/i.test(type);
  }

  #fields(media: JsonObject, takesFiles: boolean): JsonValue[] {
    const schema = this.#references.follow(media.get('schema')) ?? new Map<string, JsonValue>();
    const sample = exampleOf(media, this.#references) ?? this.#samples.of(schema, 'request');
    const required = new Set(listOf(schema.get('required')));
    return [...objectOf(schema.get('properties'))].map(([key, property]) => {
      this.#budget.take();
      const target = this.#references.follow(property) ?? new Map<string, JsonValue>();
      const isFile = takesFiles && target.has('contentMediaType');
      const value = objectOf(sample).get(key);
      return objectWith({
        key,
        type: isFile ? 'file' : takesFiles ? 'text' : undefined,
        src: isFile ? '' : undefined,
        value: isFile ? undefined : plainText(value ?? ''),
        description: descriptionOf(target),
        disabled: required.has(key) ? undefined : true,
      });
    });
  }

  #responses(operation: JsonObject, request: JsonObject): JsonValue[] {
    return [...objectOf(operation.get('responses'))].flatMap(([code, one]): JsonValue[] => {
      const response = code.startsWith('x-') ? undefined : this.#references.follow(one);
      if (response === undefined) return [];
      const content = objectOf(response.get('content'));
      const types = [...content.keys()];
      const type = types.find(isJsonType) ?? types[0];
      const media = type === undefined ? undefined : objectOf(content.get(type));
      const isJson = type !== undefined && isJsonType(type);
      const status = /^[1-5]\d\d$/.test(code)
        ? Number(code)
        : /^[1-5]XX$/i.test(code)
          ? Number(code[0]) * 100
          : undefined;
      const example = media === undefined ? undefined : exampleOf(media, this.#references);
      return [
        objectWith({
          name: textOf(response.get('description')) || code,
          originalRequest: request,
          code: status === undefined ? undefined : new JsonNumber(String(status)),
          header: type === undefined || type === '*/*' ? [] : [objectWith({ key: 'Content-Type', value: type })],
          body:
            isJson && media !== undefined
              ? this.#mediaText(media, 'response')
              : typeof example === 'string'
                ? example
                : '',
          _postman_previewlanguage: isJson ? 'json' : 'text',
        }),
      ];
    });
  }

  #mediaText(media: JsonObject, direction: Direction): string {
    const value = exampleOf(media, this.#references) ?? this.#samples.of(media.get('schema'), direction);
    const text = writeJson(value, { indent: '  ' });
    this.#budget.take(Math.ceil(text.length / 50));
    return text;
  }
}

const descriptionOf = (holder: JsonObject | undefined): string | undefined => textOf(holder?.get('description'));

/** A value as it stands in an address or form. */
const plainText = (value: JsonValue): string =>
  typeof value === 'string' ? value : value === null ? '' : writeJson(value);

const encodeText = (value: string): string => encodeURIComponent(value.toWellFormed());
