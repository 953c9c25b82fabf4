import { shown } from '../findings.js';
import { writePointer } from '../json/pointer.js';
import { isJsonArray, isJsonObject } from '../json/values.js';
import { type ApiDocument, objectOf } from './document.js';
import type { Findings } from './findings.js';
import { childrenOf, type Kind, type Place, placesBelow, tokensOf } from './kinds.js';
import type { References } from './references.js';

const NAMES: Readonly<Partial<Record<Kind, string>>> = {
  pathItem: 'a path item',
  requestBody: 'a request body',
  mediaType: 'a media type',
  securityScheme: 'a security scheme',
  operation: 'an operation',
  example: 'an example',
  encoding: 'an encoding',
  document: 'the document',
  components: 'the components',
};

const named = (kind: Kind): string => NAMES[kind] ?? `a ${kind}`;

/** References that lead nowhere, out of the document, to something of another kind, or only to each other. */
export function checkReferences(references: References, findings: Findings): void {
  for (const { text, kind, way } of references.all) {
    const target = references.resolve(text);
    if (target.is === 'missing') findings.add('reference-unresolved', `Nothing is at ${shown(text)}`, way, '$ref');
    else if (target.is === 'outside')
      findings.add('reference-outside', `${shown(text)} is outside of this document and was not read`, way, '$ref');
    else if (target.kind !== 'other' && target.kind !== kind)
      findings.add(
        'reference-kind',
        `${shown(text)} is ${named(target.kind)}, where ${named(kind)} must be`,
        way,
        '$ref',
      );
    else if (references.isEndless(text))
      findings.add(
        'reference-endless',
        `${shown(text)} leads to nothing but references that lead back to it`,
        way,
        '$ref',
      );
  }
}

/** Names of components that nothing reaches from paths, webhooks or security; those that only each other use are among them. */
export function checkUnused(api: ApiDocument, references: References, findings: Findings): void {
  const components = componentsOf(api);
  const edges = new Map<string, Set<string>>();
  const ownerOf = (tokens: readonly string[]): string => {
    const name = writePointer(tokens.slice(0, api.version === '2.0' ? 2 : 3));
    return components.has(name) ? name : '';
  };
  const connect = (from: string, to: string): void => {
    const known = edges.get(from) ?? new Set();
    edges.set(from, known.add(to));
  };
  for (const { text, way } of references.all) {
    const target = references.resolve(text);
    if (target.is === 'found') connect(ownerOf(tokensOf(way)), ownerOf(target.tokens));
  }
  for (const place of placesBelow({ value: api.root, kind: 'document', way: undefined })) {
    if (place.kind !== 'schema') continue;
    for (const name of mappedNames(place)) {
      const target = references.resolve(
        name.includes('/') || name.includes('#') ? name : `#/components/schemas/${name}`,
      );
      if (target.is === 'found') connect(ownerOf(tokensOf(place.way)), ownerOf(target.tokens));
    }
  }
  const section = api.version === '2.0' ? ['securityDefinitions'] : ['components', 'securitySchemes'];
  for (const security of [api.root, ...api.operations.map(({ value }) => value)].map((value) => value.get('security')))
    for (const requirement of security !== undefined && isJsonArray(security) ? security : [])
      for (const name of objectOf(requirement).keys()) connect('', writePointer([...section, name]));
  const reached = reach(edges);
  for (const [pointer, place] of components)
    if (!reached.has(pointer))
      findings.add('component-unused', `Nothing uses ${shown(place.way?.token ?? '')}`, place.way);
}

function mappedNames({ value }: Place): string[] {
  const mapping = objectOf(objectOf(value.get('discriminator')).get('mapping'));
  return [...mapping.values()].filter((name) => typeof name === 'string');
}

function reach(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>(['']);
  const open = [''];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of edges.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}

const SECTIONS_2 = new Set(['definitions', 'parameters', 'responses', 'securityDefinitions']);

/** What may be used by its name, by pointer. */
function componentsOf({ root, version }: ApiDocument): Map<string, Place> {
  const components = new Map<string, Place>();
  const document: Place = { value: root, kind: 'document', way: undefined };
  const holder: Place | undefined =
    version === '2.0'
      ? document
      : { value: objectOf(root.get('components')), kind: 'components', way: { outer: undefined, token: 'components' } };
  for (const place of childrenOf(holder)) {
    if (version === '2.0' && !SECTIONS_2.has(place.way?.outer?.token ?? '')) continue;
    if (isJsonObject(place.value)) components.set(writePointer(tokensOf(place.way)), place);
  }
  return components;
}
