import { writePointer } from '../../json/pointer.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../json/values.js';
import { objectOf, textOf } from '../document.js';
import type { Kind, Way } from '../kinds.js';
import type { References } from '../references.js';

import { type Draft, rebuilt, rename, take } from './rebuild.js';
import { downgradeSchema, schemaOfBoolean } from './schema-30.js';
import type { Warnings } from './warnings.js';

/** OpenAPI 3.1 as 3.0. What 3.0 cannot say is dropped or kept as an extension, and told of. */
export function downgradeTo30(root: JsonObject, references: References, warnings: Warnings): JsonObject {
  const lost = lostSchemes(root, references);
  const change = (draft: Draft, kind: Kind, way: Way | undefined): JsonValue => {
    changeReference(draft, kind, references);
    switch (kind) {
      case 'schema':
        return downgradeSchema(draft, way, warnings);
      case 'document':
        changeDocument(draft, warnings);
        dropLost(draft, lost, way, warnings);
        break;
      case 'components':
        changeComponents(draft, lost, way, warnings);
        break;
      case 'operation':
        if (!draft.has('responses') || objectOf(draft.get('responses')).size === 0)
          draft.set('responses', new Map([['default', new Map([['description', '']])]]));
        dropLost(draft, lost, way, warnings);
        break;
      case 'parameter':
      case 'header':
      case 'mediaType':
        if (draft.has('schema')) draft.set('schema', schemaOfBoolean(draft.get('schema') ?? null));
        break;
      default:
    }
    return draft;
  };
  return objectOf(rebuilt(root, 'document', change));
}

/** References by a schema's name become pointers, and pointers follow what was renamed. */
function changeReference(draft: Draft, kind: Kind, references: References): void {
  const reference = draft.get('$ref');
  if (typeof reference !== 'string') return;
  if (kind !== 'schema' && kind !== 'pathItem') for (const key of ['summary', 'description']) draft.delete(key);
  const target = references.resolve(reference);
  if (target.is === 'found') draft.set('$ref', pointerAfter(target.tokens, references));
}

const RENAMED: Readonly<Record<string, string>> = { $defs: 'x-defs', webhooks: 'x-webhooks', pathItems: 'x-pathItems' };

function pointerAfter(tokens: readonly string[], references: References): string {
  const renamed = tokens.map((token, index) => {
    const isRoot = token === 'webhooks' && index === 0;
    const isComponent = token === 'pathItems' && index === 1 && tokens[0] === 'components';
    const isDefinitions = token === '$defs' && isSchemaAt(tokens.slice(0, index), references);
    return isRoot || isComponent || isDefinitions ? (RENAMED[token] ?? token) : token;
  });
  return `#${encodeFragment(writePointer(renamed))}`;
}

const isSchemaAt = (tokens: readonly string[], references: References): boolean => {
  const target = references.resolve(`#${encodeFragment(writePointer(tokens))}`);
  return target.is === 'found' && target.kind === 'schema';
};

/** A pointer as a fragment of an address: only what may not stand there is escaped. */
const encodeFragment = (pointer: string): string =>
  pointer.replace(/[^\w.~!$&'()*+,;=:@/?-]+/gu, (text) => encodeURIComponent(text.toWellFormed()));

function changeDocument(draft: Draft, warnings: Warnings): void {
  if (!draft.has('paths')) draft.set('paths', new Map());
  if (draft.has('webhooks')) {
    rename(draft, 'webhooks', 'x-webhooks');
    warnings.add('"webhooks" was kept as "x-webhooks": 3.0 has none');
  }
  if (take(draft, 'jsonSchemaDialect') !== undefined)
    warnings.add('"jsonSchemaDialect" was dropped: 3.0 has one dialect only');
  const info = draft.get('info');
  if (info === undefined || !isJsonObject(info)) return;
  const changed: Draft = new Map(info);
  if (changed.has('summary')) {
    rename(changed, 'summary', 'x-summary');
    warnings.add('"summary" of "info" was kept as "x-summary": 3.0 has none');
  }
  const license = changed.get('license');
  if (license !== undefined && isJsonObject(license) && license.has('identifier')) {
    const said: Draft = new Map(license);
    const identifier = textOf(take(said, 'identifier')) ?? '';
    if (/^[\w.+-]+$/.test(identifier)) said.set('url', `https://spdx.org/licenses/${identifier}.html`);
    else warnings.add('"identifier" of the license was dropped: 3.0 has an address only');
    changed.set('license', said);
  }
  draft.set('info', changed);
}

function changeComponents(draft: Draft, lost: ReadonlySet<string>, way: Way | undefined, warnings: Warnings): void {
  if (draft.has('pathItems')) {
    rename(draft, 'pathItems', 'x-pathItems');
    warnings.add('"pathItems" was kept as "x-pathItems": 3.0 has none', way);
  }
  const schemas = draft.get('schemas');
  if (schemas !== undefined && isJsonObject(schemas))
    draft.set('schemas', new Map([...schemas].map(([name, schema]) => [name, schemaOfBoolean(schema)])));
  const schemes = draft.get('securitySchemes');
  if (lost.size === 0 || schemes === undefined || !isJsonObject(schemes)) return;
  draft.set('securitySchemes', new Map([...schemes].filter(([name]) => !lost.has(name))));
  draft.set('x-securitySchemes', new Map([...schemes].filter(([name]) => lost.has(name))));
  warnings.add('"mutualTLS" was kept in "x-securitySchemes": 3.0 has no such scheme', way);
}

/** Names of security schemes that 3.0 does not know. */
function lostSchemes(root: JsonObject, references: References): ReadonlySet<string> {
  const schemes = objectOf(objectOf(root.get('components')).get('securitySchemes'));
  return new Set(
    [...schemes].filter(([, one]) => references.follow(one)?.get('type') === 'mutualTLS').map(([name]) => name),
  );
}

function dropLost(draft: Draft, lost: ReadonlySet<string>, way: Way | undefined, warnings: Warnings): void {
  const security = draft.get('security');
  if (lost.size === 0 || security === undefined || !isJsonArray(security)) return;
  const isLost = (requirement: JsonValue) =>
    isJsonObject(requirement) && [...requirement.keys()].some((name) => lost.has(name));
  if (!security.some(isLost)) return;
  const left = security.filter((requirement) => !isLost(requirement));
  draft.set('security', left);
  draft.set('x-security', security);
  const looksOpen = left.length === 0 ? ', and none is left, as if nothing were required' : '';
  warnings.add(`Requirements of "mutualTLS" were dropped${looksOpen}; all are kept in "x-security"`, way);
}
