import { isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { type ApiDocument, listOf, type Operation, objectOf, textOf } from '../document.js';
import type { References } from '../references.js';

/** A parameter with what its reference names, those of the path item first, as the operation overrides them. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly value: JsonObject;
  /** Its Schema Object, that of its first media type where it has `content`. */
  readonly schema: JsonValue | undefined;
}

export function parametersOf(
  { value, item }: Pick<Operation, 'value' | 'item'>,
  references: References,
): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const one of [...listOf(item.get('parameters')), ...listOf(value.get('parameters'))]) {
    const parameter = references.follow(one);
    const name = textOf(parameter?.get('name'));
    const place = textOf(parameter?.get('in'));
    if (parameter === undefined || name === undefined || place === undefined) continue;
    const [media] = [...objectOf(parameter.get('content')).values()];
    parameters.set(`${place} ${name}`, {
      name,
      in: place,
      isRequired: place === 'path' || parameter.get('required') === true,
      value: parameter,
      schema: parameter.get('schema') ?? objectOf(media).get('schema'),
    });
  }
  return [...parameters.values()];
}

/** Addresses of servers, variables in them by their defaults. */
export function serverUrls(holder: JsonObject): string[] {
  return listOf(holder.get('servers'))
    .filter(isJsonObject)
    .map((server) => {
      const variables = objectOf(server.get('variables'));
      return (textOf(server.get('url')) ?? '').replace(/\{([^{}]*)\}/g, (whole, name: string) => {
        const value = objectOf(variables.get(name)).get('default');
        return typeof value === 'string' ? value : whole;
      });
    });
}

/** Operations of paths by their first tag, in the order of the tags and then of the document. */
export function operationsByTag(
  api: ApiDocument,
): readonly { readonly name: string; readonly operations: readonly Operation[] }[] {
  const groups = new Map<string, Operation[]>();
  for (const tag of listOf(api.root.get('tags'))) {
    const name = textOf(objectOf(tag).get('name'));
    if (name !== undefined) groups.set(name, []);
  }
  for (const operation of api.operations) {
    if (!operation.isPath) continue;
    const [first] = listOf(operation.value.get('tags'));
    const name = typeof first === 'string' ? first : '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [operation]);
    else group.push(operation);
  }
  return [...groups]
    .filter(([, operations]) => operations.length > 0)
    .map(([name, operations]) => ({ name, operations }));
}

/** The example of a parameter or media type, if one is written. */
export function exampleOf(holder: JsonObject, references: References): JsonValue | undefined {
  const example = holder.get('example');
  if (example !== undefined) return example;
  for (const one of objectOf(holder.get('examples')).values()) {
    const value = references.follow(one)?.get('value');
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether a media type is JSON: `application/json`, `application/problem+json`. */
export const isJsonType = (type: string): boolean =>
  /^[\w.+-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type) || type === '*/*';
