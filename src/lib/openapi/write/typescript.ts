import { isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { type ApiDocument, type Operation, objectOf, textOf } from '../document.js';
import { METHODS } from '../kinds.js';
import { References } from '../references.js';

import { Budget } from './budget.js';
import { type Parameter, parametersOf } from './operations.js';
import { commentOf, memberName, TypeWriter } from './type-text.js';

const PLACES = ['query', 'header', 'path', 'cookie'] as const;
const IN = '  ';

/**
 * A description of 3.1 as types of TypeScript: `paths`, `webhooks`, `components` and `operations`, laid out as openapi-typescript does,
 * so that clients made for it take them. Throws LimitFault.
 */
export function writeTypeScript(api: ApiDocument): string {
  return new ApiTypes(api).text();
}

class ApiTypes {
  readonly #references: References;
  readonly #types: TypeWriter;
  readonly #budget = new Budget();
  /** Operations that have a name of their own, in their order. */
  readonly #named = new Map<string, Operation>();
  readonly #operations: ReadonlyMap<JsonObject, Operation>;

  constructor(private readonly api: ApiDocument) {
    this.#references = new References(api);
    const schemas = objectOf(objectOf(api.root.get('components')).get('schemas'));
    this.#types = new TypeWriter(schemas, this.#references, this.#budget);
    this.#operations = new Map(api.operations.map((operation) => [operation.value, operation]));
    for (const operation of api.operations) {
      const name = textOf(operation.value.get('operationId'));
      const isListed = operation.isPath || operation.way?.outer?.outer?.token === 'webhooks';
      if (name !== undefined && isListed && !this.#named.has(name)) this.#named.set(name, operation);
    }
  }

  text(): string {
    const { root } = this.api;
    const parts = [
      this.#interface('paths', this.#pathItems(root.get('paths'), true)),
      this.#interface('webhooks', this.#pathItems(root.get('webhooks'), false)),
      this.#interface('components', this.#components()),
      this.#interface(
        'operations',
        [...this.#named].map(
          ([name, operation]) =>
            `${commentOf(operation.value, IN)}${IN}${memberName(name)}: ${this.#operation(operation, IN)};\n`,
        ),
      ),
    ];
    return parts.join('\n');
  }

  #interface(name: string, members: readonly string[]): string {
    return members.length === 0
      ? `export type ${name} = Record<string, never>;\n`
      : `export interface ${name} {\n${members.join('')}}\n`;
  }

  #pathItems(map: JsonValue | undefined, arePaths: boolean): string[] {
    return [...objectOf(map)].flatMap(([path, value]) => {
      const item = arePaths && path.startsWith('x-') ? undefined : this.#references.follow(value);
      return item === undefined ? [] : [`${IN}${JSON.stringify(path)}: ${this.#pathItem(item)};\n`];
    });
  }

  #pathItem(item: JsonObject): string {
    const inner = IN + IN;
    const shared = parametersOf({ value: new Map(), item }, this.#references);
    const members = [`${inner}parameters: ${this.#parameters(shared, inner)};\n`];
    for (const method of METHODS) {
      if (method === 'query') continue;
      const operation = item.get(method);
      if (operation === undefined || !isJsonObject(operation)) {
        members.push(`${inner}${method}?: never;\n`);
        continue;
      }
      const name = textOf(operation.get('operationId'));
      const isNamed = name !== undefined && this.#named.get(name)?.value === operation;
      const known = this.#operations.get(operation);
      const type = isNamed
        ? `operations[${JSON.stringify(name)}]`
        : known === undefined
          ? 'unknown'
          : this.#operation(known, inner);
      members.push(`${commentOf(operation, inner)}${inner}${method}: ${type};\n`);
    }
    return `{\n${members.join('')}${IN}}`;
  }

  #operation(operation: Operation, indent: string): string {
    const { value } = operation;
    const inner = indent + IN;
    const body = value.get('requestBody');
    const isRequired = this.#references.follow(body)?.get('required') === true;
    const bodyType = body === undefined ? 'never' : this.#orReference(body, 'requestBodies', inner, this.#body);
    return [
      '{\n',
      `${inner}parameters: ${this.#parameters(parametersOf(operation, this.#references), inner)};\n`,
      `${inner}requestBody${isRequired ? '' : '?'}: ${bodyType};\n`,
      `${inner}responses: ${this.#responses(value.get('responses'), inner)};\n`,
      `${indent}}`,
    ].join('');
  }

  #parameters(parameters: readonly Parameter[], indent: string): string {
    const inner = indent + IN;
    const members = PLACES.map((place) => {
      const here = parameters.filter((parameter) => parameter.in === place);
      if (here.length === 0) return `${inner}${place}?: never;\n`;
      const optional = here.some((parameter) => parameter.isRequired) ? '' : '?';
      return `${inner}${place}${optional}: {\n${here.map((one) => this.#parameter(one, inner + IN)).join('')}${inner}};\n`;
    });
    return `{\n${members.join('')}${indent}}`;
  }

  #parameter({ name, isRequired, value, schema }: Parameter, indent: string): string {
    this.#budget.take();
    const optional = isRequired ? '' : '?';
    return `${commentOf(value, indent)}${indent}${memberName(name)}${optional}: ${this.#types.write(schema, indent)};\n`;
  }

  #responses(responses: JsonValue | undefined, indent: string): string {
    const inner = indent + IN;
    const members = [...objectOf(responses)]
      .filter(([code]) => !code.startsWith('x-'))
      .map(([code, response]) => {
        const name = /^[1-9]\d*$/.test(code) ? code : memberName(code);
        const comment = commentOf(this.#references.follow(response) ?? new Map(), inner);
        return `${comment}${inner}${name}: ${this.#orReference(response, 'responses', inner, this.#response)};\n`;
      });
    return members.length === 0 ? 'never' : `{\n${members.join('')}${indent}}`;
  }

  /** The type of a component where one is named, else that of the object itself. */
  #orReference(
    value: JsonValue,
    section: 'responses' | 'requestBodies',
    indent: string,
    write: (object: JsonObject, indent: string) => string,
  ): string {
    const reference = textOf(objectOf(value).get('$ref'));
    const target = reference === undefined ? undefined : this.#references.resolve(reference);
    if (target?.is === 'found' && target.tokens.length === 3) {
      const [first, second, name] = target.tokens;
      if (first === 'components' && second === section) return `components["${section}"][${JSON.stringify(name)}]`;
    }
    const object = this.#references.follow(value);
    return object === undefined ? 'unknown' : write(object, indent);
  }

  readonly #response = (response: JsonObject, indent: string): string => {
    const inner = indent + IN;
    const headers = [...objectOf(response.get('headers'))].map(([name, value]) => {
      const header = this.#references.follow(value) ?? new Map<string, JsonValue>();
      const optional = header.get('required') === true ? '' : '?';
      const type = this.#types.write(header.get('schema'), inner + IN);
      return `${commentOf(header, inner + IN)}${inner}${IN}${memberName(name)}${optional}: ${type};\n`;
    });
    const content = this.#content(response.get('content'), inner);
    return [
      '{\n',
      `${inner}headers: {\n${headers.join('')}${inner}${IN}[name: string]: unknown;\n${inner}};\n`,
      `${inner}content${content === undefined ? '?: never' : `: ${content}`};\n`,
      `${indent}}`,
    ].join('');
  };

  readonly #body = (body: JsonObject, indent: string): string =>
    `{\n${indent}${IN}content: ${this.#content(body.get('content'), indent + IN) ?? '{}'};\n${indent}}`;

  #content(content: JsonValue | undefined, indent: string): string | undefined {
    const members = [...objectOf(content)].map(([type, media]) => {
      const schema = objectOf(media).get('schema');
      return `${indent}${IN}${JSON.stringify(type)}: ${this.#types.write(schema, indent + IN)};\n`;
    });
    return members.length === 0 ? undefined : `{\n${members.join('')}${indent}}`;
  }

  #components(): string[] {
    const components = objectOf(this.api.root.get('components'));
    const section = (name: string, write: (value: JsonValue, indent: string, key: string) => string) => {
      const entries = [...objectOf(components.get(name))];
      if (entries.length === 0) return `${IN}${name}: never;\n`;
      const inner = IN + IN;
      const members = entries.map(
        ([key, value]) =>
          `${commentOf(objectOf(value), inner)}${inner}${memberName(key)}: ${write(value, inner, key)};\n`,
      );
      return `${IN}${name}: {\n${members.join('')}${IN}};\n`;
    };
    const schemaOf = (value: JsonValue) => this.#references.follow(value)?.get('schema');
    return [
      section('schemas', (value, indent, name) => this.#types.component(name, value, indent)),
      section('responses', (value, indent) => this.#orObject(value, indent, this.#response)),
      section('parameters', (value, indent) => this.#types.write(schemaOf(value), indent)),
      section('requestBodies', (value, indent) => this.#orObject(value, indent, this.#body)),
      section('headers', (value, indent) => this.#types.write(schemaOf(value), indent)),
    ];
  }

  /** A component that may be a reference to another: never its own type. */
  #orObject(value: JsonValue, indent: string, write: (object: JsonObject, indent: string) => string): string {
    const object = this.#references.follow(value);
    return object === undefined ? 'unknown' : write(object, indent);
  }
}
