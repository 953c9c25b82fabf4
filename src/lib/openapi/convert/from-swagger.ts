import { isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { listOf, objectOf, textOf } from '../document.js';
import { type Kind, METHODS, type Way } from '../kinds.js';
import type { References } from '../references.js';

import { type Draft, rebuilt, rename, take } from './rebuild.js';
import { bodyOf, changeParameter, changeResponse, formOf, mediaTypes } from './swagger-parameters.js';
import { changeScheme } from './swagger-security.js';
import type { Warnings } from './warnings.js';

/** Swagger 2.0 as OpenAPI 3.0. */
export function upgradeSwagger(root: JsonObject, references: References, warnings: Warnings): JsonObject {
  return new SwaggerUpgrade(root, references, warnings).document();
}

/** Names of components have fewer characters than those of definitions. */
function componentNames(map: JsonValue | undefined, what: string, warnings: Warnings): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const name of objectOf(map).keys()) {
    const plain = name.replace(/[^\w.-]/g, '_') || '_';
    let unique = plain;
    for (let count = counts.get(plain) ?? 2; taken.has(unique); count++) {
      unique = `${plain}_${count}`;
      counts.set(plain, count + 1);
    }
    taken.add(unique);
    names.set(name, unique);
    if (unique !== name)
      warnings.add(`${what} ${JSON.stringify(name.slice(0, 100))} is called "${unique.slice(0, 100)}"`);
  }
  return names;
}

class SwaggerUpgrade {
  readonly #names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #consumes: readonly string[];
  readonly #produces: readonly string[];

  constructor(
    private readonly root: JsonObject,
    private readonly references: References,
    private readonly warnings: Warnings,
  ) {
    this.#names = new Map(
      [...SECTIONS.keys()].map((section) => [section, componentNames(root.get(section), section, warnings)]),
    );
    this.#consumes = mediaTypes(root.get('consumes'));
    this.#produces = mediaTypes(root.get('produces'));
  }

  document(): JsonObject {
    const paths = new Map(
      [...objectOf(this.root.get('paths'))].map(([path, item]) => [
        path,
        isJsonObject(item) && !path.startsWith('x-') ? this.#pathItem(item, wayOf('paths', path)) : item,
      ]),
    );
    const draft: Draft = new Map<string, JsonValue>([['openapi', '3.0.4']]);
    const copy = (key: string) => {
      const value = this.root.get(key);
      if (value !== undefined) draft.set(key, value);
    };
    copy('info');
    const servers = this.#servers(listOf(this.root.get('schemes')));
    if (servers.length > 0) draft.set('servers', servers);
    for (const key of ['tags', 'security', 'externalDocs']) copy(key);
    draft.set('paths', paths);
    const components = this.#components();
    if (components.size > 0) draft.set('components', components);
    for (const key of this.root.keys()) if (key.startsWith('x-')) copy(key);
    return draft;
  }

  #servers(schemes: readonly JsonValue[]): JsonValue[] {
    const host = textOf(this.root.get('host'));
    const base = textOf(this.root.get('basePath')) ?? '';
    if (host === undefined) return base === '' ? [] : [new Map([['url', base]])];
    const said = schemes.filter((scheme) => typeof scheme === 'string');
    const origins = said.length === 0 ? [`//${host}`] : said.map((scheme) => `${scheme}://${host}`);
    return origins.map((origin) => new Map([['url', origin + (base === '/' ? '' : base)]]));
  }

  #components(): Draft {
    const components: Draft = new Map();
    const eachOf = (section: string, change: (value: JsonObject, name: string, way: Way) => void) => {
      for (const [name, value] of objectOf(this.root.get(section)))
        if (isJsonObject(value)) change(value, this.#names.get(section)?.get(name) ?? name, wayOf(section, name));
    };
    const sections = {
      schemas: new Map<string, JsonValue>(),
      responses: new Map<string, JsonValue>(),
      parameters: new Map<string, JsonValue>(),
      requestBodies: new Map<string, JsonValue>(),
      securitySchemes: new Map<string, JsonValue>(),
    };
    eachOf('definitions', (value, name, way) => sections.schemas.set(name, this.#schema(value, way)));
    eachOf('responses', (value, name, way) =>
      sections.responses.set(name, this.#responseOrReference(value, this.#produces, way)),
    );
    eachOf('parameters', (value, name, way) => {
      const place = value.get('in');
      if (place === 'body') sections.requestBodies.set(name, this.#body(value, this.#consumes, way));
      else if (place !== 'formData') sections.parameters.set(name, this.#parameterOrReference(value, way));
    });
    eachOf('securityDefinitions', (value, name, way) =>
      sections.securitySchemes.set(name, changeScheme(value, way, this.warnings)),
    );
    for (const [section, entries] of Object.entries(sections)) if (entries.size > 0) components.set(section, entries);
    return components;
  }

  #pathItem(item: JsonObject, way: Way): Draft {
    const draft: Draft = new Map(item);
    const shared = listOf(draft.get('parameters'));
    const isBody = (one: JsonValue) =>
      ['body', 'formData'].includes(textOf(this.references.follow(one)?.get('in')) ?? '');
    const plain = shared.filter((one) => !isBody(one));
    const sharedWay: Way = { outer: way, token: 'parameters' };
    setParameters(
      draft,
      plain.map((one) => this.#parameterOrReference(one, sharedWay)),
    );
    for (const method of METHODS) {
      const operation = draft.get(method);
      if (operation !== undefined && isJsonObject(operation))
        draft.set(method, this.#operation(operation, shared.filter(isBody), { outer: way, token: method }));
    }
    return draft;
  }

  /** `outer`: body and form fields of the path item. */
  #operation(operation: JsonObject, outer: readonly JsonValue[], way: Way): Draft {
    const draft: Draft = new Map(operation);
    const consumes = draft.has('consumes') ? mediaTypes(take(draft, 'consumes')) : this.#consumes;
    const produces = draft.has('produces') ? mediaTypes(take(draft, 'produces')) : this.#produces;
    const schemes = take(draft, 'schemes');
    if (schemes !== undefined && this.root.has('host')) draft.set('servers', this.#servers(listOf(schemes)));
    const own = listOf(draft.get('parameters'));
    const parametersWay: Way = { outer: way, token: 'parameters' };
    const body = this.#bodyOf([...outer, ...own], draft, consumes, parametersWay);
    const plain = own.filter((one) => !this.#isIn(one, 'body') && !this.#isIn(one, 'formData'));
    setParameters(
      draft,
      plain.map((one) => this.#parameterOrReference(one, parametersWay)),
    );
    if (body !== undefined) draft.set('requestBody', body);
    const responses = draft.get('responses');
    if (responses !== undefined && isJsonObject(responses))
      draft.set(
        'responses',
        new Map(
          [...responses].map(([code, one]) => [
            code,
            isJsonObject(one) && !code.startsWith('x-')
              ? this.#responseOrReference(one, produces, { outer: { outer: way, token: 'responses' }, token: code })
              : one,
          ]),
        ),
      );
    return inOrder(draft);
  }

  #isIn(parameter: JsonValue, place: string): boolean {
    return this.references.follow(parameter)?.get('in') === place;
  }

  /** The body of an operation; a named one stays a reference where it is taken as the whole document says. */
  #bodyOf(
    parameters: readonly JsonValue[],
    operation: Draft,
    consumes: readonly string[],
    way: Way,
  ): JsonValue | undefined {
    const fields = new Map<string, JsonObject>();
    for (const one of parameters) {
      const field = this.#isIn(one, 'formData') ? this.references.follow(one) : undefined;
      if (field !== undefined) fields.set(textOf(field.get('name')) ?? '', field);
    }
    const bodies = parameters.filter((one) => this.#isIn(one, 'body'));
    const last = bodies.at(-1);
    if (last === undefined) {
      if (fields.size === 0) return undefined;
      return this.#changed(formOf([...fields.values()], consumes, way, this.warnings), 'requestBody', way);
    }
    if (fields.size > 0)
      this.warnings.add('Fields of a form beside a body were dropped: an operation has one of them', way);
    const reference = textOf(objectOf(last).get('$ref'));
    const isShared = consumes === this.#consumes || consumes.join() === this.#consumes.join();
    if (reference !== undefined && isShared) {
      const [section, name, more] = this.#tokensOf(reference);
      if (section === 'parameters' && name !== undefined && more === undefined)
        return new Map([['$ref', `#/components/requestBodies/${this.#names.get('parameters')?.get(name) ?? name}`]]);
    }
    const body = this.references.follow(last) ?? new Map();
    const name = body.get('name');
    if (name !== undefined && name !== 'body') operation.set('x-codegen-request-body-name', name);
    return this.#body(body, consumes, way);
  }

  #body(parameter: JsonObject, consumes: readonly string[], way: Way): JsonValue {
    return this.#changed(bodyOf(parameter, consumes.length === 0 ? ['*/*'] : consumes), 'requestBody', way);
  }

  #parameterOrReference(parameter: JsonValue, way: Way): JsonValue {
    if (!isJsonObject(parameter)) return parameter;
    return parameter.has('$ref') ? this.#reference(parameter) : this.#parameter(parameter, way);
  }

  #parameter(parameter: JsonObject, way: Way): JsonValue {
    return this.#changed(changeParameter(parameter, way, this.warnings), 'parameter', way);
  }

  #responseOrReference(response: JsonObject, produces: readonly string[], way: Way): JsonValue {
    return response.has('$ref') ? this.#reference(response) : this.#response(response, produces, way);
  }

  #response(response: JsonObject, produces: readonly string[], way: Way): JsonValue {
    return this.#changed(changeResponse(response, produces, way, this.warnings), 'response', way);
  }

  #schema(schema: JsonObject, way: Way): JsonValue {
    return this.#changed(schema, 'schema', way);
  }

  /** Schemas and references within something that has the shape of 3.0 already. */
  #changed(value: JsonObject, kind: Kind, way: Way): JsonValue {
    return rebuilt(
      value,
      kind,
      (draft, inner, place) => {
        if (typeof draft.get('$ref') === 'string') return this.#reference(draft);
        if (inner !== 'schema') return draft;
        if (draft.has('x-nullable') && !draft.has('nullable')) rename(draft, 'x-nullable', 'nullable');
        const discriminator = draft.get('discriminator');
        if (typeof discriminator === 'string') draft.set('discriminator', new Map([['propertyName', discriminator]]));
        if (draft.get('type') === 'file') {
          draft.set('type', 'string');
          draft.set('format', 'binary');
          this.warnings.add('"type: file" became a string of bytes', place);
        }
        return draft;
      },
      way,
    );
  }

  /** What is beside a reference is ignored in 2.0 as in 3.0. */
  #reference(value: JsonObject): JsonObject {
    return new Map([...value].map(([key, item]) => [key, key === '$ref' ? this.#pointer(item) : item]));
  }

  #pointer(reference: JsonValue): JsonValue {
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return reference;
    const slash = reference.indexOf('/', 2);
    const section = reference.slice(2, slash < 0 ? undefined : slash);
    const target = SECTIONS.get(section);
    const [, name] = this.#tokensOf(reference);
    const unique = name === undefined ? undefined : this.#names.get(section)?.get(name);
    if (target === undefined || unique === undefined) {
      this.warnings.add(`Reference ${JSON.stringify(reference.slice(0, 200))} was kept: it names no component`);
      return reference;
    }
    const rest = slash < 0 ? -1 : reference.indexOf('/', slash + 1);
    return `#/components/${target}/${unique}${rest < 0 ? '' : reference.slice(rest)}`;
  }

  #tokensOf(reference: string): readonly string[] {
    const target = this.references.resolve(reference);
    return target.is === 'found' ? target.tokens : [];
  }
}

/** Where what has a name in 2.0 stands in 3.0. */
const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['definitions', 'schemas'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
  ['securityDefinitions', 'securitySchemes'],
]);

const wayOf = (...tokens: readonly string[]): Way => {
  const [first = '', ...rest] = tokens;
  return rest.reduce<Way>((outer, token) => ({ outer, token }), { outer: undefined, token: first });
};

/** The body before the answers, as people write it. */
function inOrder(draft: Draft): Draft {
  const body = take(draft, 'requestBody');
  if (body === undefined) return draft;
  const responses = take(draft, 'responses');
  draft.set('requestBody', body);
  if (responses !== undefined) draft.set('responses', responses);
  return draft;
}

/** In the place of those of 2.0. */
function setParameters(draft: Draft, parameters: readonly JsonValue[]): void {
  if (parameters.length === 0) draft.delete('parameters');
  else draft.set('parameters', parameters);
}
