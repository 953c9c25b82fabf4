import { invalid, quote } from '../core/errors.js';
import { parsePointer } from '../lib/json/pointer.js';
import { DRAFTS, type Draft, draftOf, SUBSCHEMAS } from '../lib/json/schema/drafts.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../lib/json/values.js';

/** Keywords that say what a value is; an object with members and none of these is no schema but a document. */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(SUBSCHEMAS),
  ...['$schema', '$id', 'id', '$ref', '$dynamicRef', '$recursiveRef', '$comment', '$anchor', 'title', 'description'],
  ...[
    'default',
    'examples',
    'example',
    'type',
    'enum',
    'const',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'nullable',
  ],
  ...[
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  ...['minContains', 'maxContains', 'required', 'minProperties', 'maxProperties', 'dependentRequired', 'deprecated'],
  ...['readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType'],
]);

/** Names that a message lists. */
const MAX_NAMES = 20;

/** A schema to make values of: the whole document, with a reference to the part that is meant. */
export interface SampledSchema {
  readonly schema: JsonValue;
  readonly draft: Draft;
}

/**
 * The schema that is meant in a JSON Schema or an OpenAPI document. `component` is a JSON Pointer or the name of a definition; empty for
 * the schema itself, or for the only component. Throws INVALID_INPUT where it is not there, or several could be meant.
 */
export function sampledSchema(
  document: JsonValue,
  label: string,
  component: string,
  draft: 'auto' | Draft,
): SampledSchema {
  const api = isJsonObject(document) ? apiVersion(document) : undefined;
  const pointer = pointerOf(document, label, component, api !== undefined);
  const own = draft === 'auto' ? (api ?? statedDraft(document) ?? '2020-12') : draft;
  const whole = api === '4' ? withoutNullable(document) : document;
  if (pointer === '') return { schema: whole, draft: own };
  // Draft 4 to 7 look at nothing beside a reference: the document is kept as a definition of its own.
  const isOldStyle = DRAFTS.indexOf(own) <= DRAFTS.indexOf('7');
  const keyword = isOldStyle ? 'definitions' : '$defs';
  if (isJsonObject(whole) && api !== undefined)
    return { schema: new Map<string, JsonValue>([...whole, ['$ref', `#${encoded(pointer)}`]]), draft: own };
  const idKeyword = own === '4' ? 'id' : '$id';
  const id = isJsonObject(whole) ? whole.get(idKeyword) : undefined;
  const address = typeof id === 'string' ? id.replace(/#.*$/, '') : 'sampled:document';
  // Under an address of its own, so that its references lead into it.
  const kept = isJsonObject(whole) ? new Map<string, JsonValue>([...whole, [idKeyword, address]]) : whole;
  return {
    schema: new Map<string, JsonValue>([
      ['$ref', `${address}#${encoded(pointer)}`],
      [keyword, new Map([['document', kept]])],
    ]),
    draft: own,
  };
}

const encoded = (pointer: string): string => encodeURI(pointer).replaceAll('#', '%23');

/** The dialect of an OpenAPI document: 2.0 and 3.0 have draft 4's keywords, 3.1 has 2020-12's. */
function apiVersion(document: JsonObject): Draft | undefined {
  const version = document.get('openapi') ?? document.get('swagger');
  if (typeof version !== 'string') return undefined;
  return /^(?:2|3\.0)/.test(version) ? '4' : '2020-12';
}

function statedDraft(document: JsonValue): Draft | undefined {
  const address = isJsonObject(document) ? document.get('$schema') : undefined;
  return typeof address === 'string' ? draftOf(address) : undefined;
}

/** Where named schemas stand. */
const DEFINITIONS = ['/components/schemas', '/definitions', '/$defs'];

function pointerOf(document: JsonValue, label: string, component: string, isApi: boolean): string {
  if (component === '' && !isApi) {
    const isDocument =
      isJsonObject(document) && document.size > 0 && ![...document.keys()].some((key) => KEYWORDS.has(key));
    if (isDocument) throw invalid(`Cannot use ${label} as a schema: none of its members is a keyword of JSON Schema`);
    return '';
  }
  if (component.startsWith('#') || component.startsWith('/')) {
    const pointer = component.replace(/^#/, '');
    if (pointer === '' || valueAt(document, pointer) !== undefined) return pointer;
    throw invalid(`Option "component" names nothing in ${label}, got ${quote(component)}`);
  }
  const names = DEFINITIONS.flatMap((place) => {
    const map = valueAt(document, place);
    return map !== undefined && isJsonObject(map)
      ? [...map.keys()].map((name) => ({
          name,
          pointer: `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        }))
      : [];
  });
  const [first] = component === '' ? names : names.filter(({ name }) => name === component);
  if (first !== undefined && (component !== '' || names.length === 1)) return first.pointer;
  const list = names.map(({ name }) => quote(name));
  const shown =
    list.length > MAX_NAMES
      ? `${list.slice(0, MAX_NAMES).join(', ')} and ${list.length - MAX_NAMES} more`
      : list.join(', ');
  if (list.length === 0) throw invalid(`Cannot find a schema in ${label}: it has no components`);
  throw invalid(
    component === ''
      ? `Option "component" must name one of the schemas of ${label}: ${shown}`
      : `Option "component" is not one of the schemas of ${label}: ${shown}; got ${quote(component)}`,
  );
}

function valueAt(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const token of parsePointer(pointer) ?? ['']) {
    if (value === undefined) return undefined;
    value = isJsonArray(value) ? value[Number(token)] : isJsonObject(value) ? value.get(token) : undefined;
  }
  return value;
}

/** OpenAPI 3.0 says `nullable: true` where JSON Schema adds the type `null`. */
function withoutNullable(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutNullable);
  if (!isJsonObject(value)) return value;
  const members = new Map([...value].map(([key, item]) => [key, withoutNullable(item)] as const));
  const type = members.get('type');
  if (members.get('nullable') !== true || typeof type !== 'string') return members;
  const choices = members.get('enum');
  members.set('type', [type, 'null']);
  if (choices !== undefined && isJsonArray(choices) && !choices.includes(null)) members.set('enum', [...choices, null]);
  return members;
}
