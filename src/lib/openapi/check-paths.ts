import { shown } from '../findings.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';
import { type ApiDocument, listOf, objectOf, textOf } from './document.js';
import type { Findings } from './findings.js';
import { METHODS, type Way } from './kinds.js';
import type { References } from './references.js';

const step = (outer: Way | undefined, token: string | number): Way => ({ outer, token: String(token) });

/** Names in braces, in their order. */
const templateNames = (path: string): string[] => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);

/** Templates of paths, and the parameters that belong to them. */
export function checkPaths(api: ApiDocument, references: References, findings: Findings): void {
  const shapes = new Map<string, string>();
  const paths = step(undefined, 'paths');
  for (const [path, value] of objectOf(api.root.get('paths'))) {
    if (path.startsWith('x-') || !isJsonObject(value)) continue;
    const way = step(paths, path);
    const shape = path.replace(/\{[^{}]*\}/g, '{}');
    const other = shapes.get(shape);
    if (other === undefined) shapes.set(shape, path);
    else findings.add('path-duplicate', `The path matches the same requests as ${shown(other)}`, way);
    checkTemplate(path, way, findings);
    if (path.length > 1 && path.endsWith('/') && !path.endsWith('}/'))
      findings.add('path-trailing-slash', 'The path ends with a slash', way);
    checkItem({ path, value, way }, references, findings);
  }
}

function checkTemplate(path: string, way: Way, findings: Findings): void {
  if (/[{}]/.test(path.replace(/\{[^{}]+\}/g, '')))
    findings.add('path-braces', 'The braces of the path are not in pairs around names', way);
  if (path.includes('?')) findings.add('path-query', 'A path has no query: its parameters are declared', way);
  const names = templateNames(path);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    findings.add('path-parameter-repeated', `{${repeated}} is in the path more than once`, way);
}

interface PathItem {
  readonly path: string;
  readonly value: JsonObject;
  readonly way: Way;
}

/** The parameters that hold for each operation of a path. */
function checkItem({ path, value, way }: PathItem, references: References, findings: Findings): void {
  const item = references.follow(value);
  if (item === undefined) return;
  const isHere = item === value;
  const names = new Set(templateNames(path));
  const shared = pathParameters(item, references);
  const additional = objectOf(item.get('additionalOperations'));
  const operations: (readonly [JsonValue | undefined, Way])[] = [
    ...METHODS.map((method) => [item.get(method), isHere ? step(way, method) : way] as const),
    ...[...additional].map(
      ([method, operation]) => [operation, isHere ? step(step(way, 'additionalOperations'), method) : way] as const,
    ),
  ];
  const own = operations.filter(([operation]) => operation !== undefined && isJsonObject(operation));
  for (const [operation, at] of own) {
    const declared = pathParameters(objectOf(operation), references);
    for (const name of names)
      if (!declared.names.has(name) && !shared.names.has(name) && !declared.isOpen && !shared.isOpen)
        findings.add('path-parameter-undeclared', `{${name}} is in the path and not among its parameters`, at);
    for (const [name, index] of declared.names)
      if (!names.has(name)) tellUnused(name, step(step(at, 'parameters'), index), findings);
  }
  if (isHere)
    for (const [name, index] of shared.names)
      if (!names.has(name)) tellUnused(name, step(step(way, 'parameters'), index), findings);
}

const tellUnused = (name: string, way: Way, findings: Findings): void =>
  findings.add('path-parameter-unused', `The path has no {${name}}`, way);

/** Names of parameters in the path with their places; `isOpen` where one cannot be read, so that nothing is known to be missing. */
function pathParameters(holder: JsonObject, references: References) {
  const names = new Map<string, number>();
  let isOpen = false;
  for (const [index, one] of listOf(holder.get('parameters')).entries()) {
    const parameter = references.follow(one);
    const name = textOf(parameter?.get('name'));
    if (parameter === undefined || name === undefined) isOpen = true;
    else if (parameter.get('in') === 'path') names.set(name, index);
  }
  return { names, isOpen };
}

/** Parameters that stand twice in a list, and bodies of Swagger 2.0 that exclude each other. */
export function checkParameters(api: ApiDocument, references: References, findings: Findings): void {
  const seenItems = new Set<JsonObject>();
  for (const { value, item, way } of api.operations) {
    checkList(value, way, references, findings);
    if (!seenItems.has(item)) checkList(item, way?.outer, references, findings);
    seenItems.add(item);
    if (api.version === '2.0')
      checkBodies([...listOf(item.get('parameters')), ...listOf(value.get('parameters'))], way, references, findings);
    else if (value.has('requestBody') && /^(?:get|head|delete)$/.test(way?.token ?? ''))
      findings.add(
        'get-request-body',
        `A body of ${way?.token.toUpperCase()} has no meaning that is defined`,
        way,
        'requestBody',
      );
  }
}

function checkList(holder: JsonObject, way: Way | undefined, references: References, findings: Findings): void {
  const seen = new Set<string>();
  for (const [index, one] of listOf(holder.get('parameters')).entries()) {
    const parameter = references.follow(one);
    const name = textOf(parameter?.get('name'));
    const place = textOf(parameter?.get('in'));
    if (name === undefined || place === undefined) continue;
    const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
    if (seen.has(key))
      findings.add(
        'parameter-duplicate',
        `The parameter ${shown(name)} in ${place} is declared twice`,
        way,
        'parameters',
        String(index),
      );
    seen.add(key);
  }
}

function checkBodies(
  list: readonly JsonValue[],
  way: Way | undefined,
  references: References,
  findings: Findings,
): void {
  const places = list.map((one) => references.follow(one)?.get('in'));
  const bodies = places.filter((place) => place === 'body').length;
  if (bodies > 1) findings.add('body-parameters', `An operation has at most one body, got ${bodies}`, way);
  if (bodies > 0 && places.includes('formData'))
    findings.add('body-parameters', 'An operation has a body or form data, not both', way);
}

/** `operationId` names one operation. */
export function checkOperationIds(api: ApiDocument, findings: Findings): void {
  const seen = new Set<string>();
  for (const { value, way } of api.operations) {
    const id = textOf(value.get('operationId'));
    if (id === undefined) continue;
    if (seen.has(id))
      findings.add('operation-id-unique', `The operationId ${shown(id)} is used more than once`, way, 'operationId');
    seen.add(id);
  }
}

/** Tags have one declaration each. */
export function checkTags({ root }: ApiDocument, findings: Findings): void {
  const seen = new Set<string>();
  const tags = root.get('tags');
  for (const [index, tag] of (tags !== undefined && isJsonArray(tags) ? tags : []).entries()) {
    const name = textOf(objectOf(tag).get('name'));
    if (name === undefined) continue;
    if (seen.has(name))
      findings.addAt('tag-duplicate', `The tag ${shown(name)} is declared twice`, ['tags', String(index)]);
    seen.add(name);
  }
}
