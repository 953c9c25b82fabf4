import { ContentFault } from '../../faults.js';
import { parsePointer } from '../pointer.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../values.js';

import { type Draft, draftOf, hasKeyword, rankOf, SUBSCHEMAS } from './drafts.js';

/** A schema with an address of its own, and what is in force within it. */
export interface Resource {
  readonly address: string;
  readonly root: JsonValue;
  readonly draft: Draft;
  /** Whether the meta-schema asks for the assertions of the validation vocabulary. */
  readonly asserts: boolean;
  /** It has `"$recursiveAnchor": true`. */
  readonly isRecursive: boolean;
  readonly anchors: Map<string, JsonValue>;
  readonly dynamicAnchors: Set<string>;
}

/** A schema and the resource it belongs to. */
export interface Located {
  readonly schema: JsonValue;
  readonly resource: Resource;
}

/** Schemas by address that a reference may lead to; nothing is ever fetched. */
export type SchemaSource = (address: string) => JsonValue | undefined;

/** Where schemas without an address of their own stand. */
const NO_ADDRESS = 'schema:///';

export class Resources {
  readonly #byAddress = new Map<string, Resource>();
  readonly #ofSchema = new Map<object, Resource>();
  readonly #source: SchemaSource;
  usesUnevaluated = false;

  constructor(source: SchemaSource) {
    this.#source = source;
  }

  /** Takes in a whole document. */
  add(root: JsonValue, draft: Draft, address = NO_ADDRESS): Located {
    const resource = this.#newResource(root, draft, address);
    const kept = this.#ofSchema.get(root as object) ?? resource;
    if (!this.#byAddress.has(address)) this.#byAddress.set(address, kept);
    this.#index(root, resource);
    return { schema: root, resource: this.resourceOf(root, resource) };
  }

  resourceOf(schema: JsonValue, otherwise: Resource): Resource {
    return (schema !== null && typeof schema === 'object' ? this.#ofSchema.get(schema) : undefined) ?? otherwise;
  }

  #newResource(root: JsonValue, draft: Draft, address: string): Resource {
    const schema = isJsonObject(root) ? root : undefined;
    const meta = schema?.get('$schema');
    const own = typeof meta === 'string' ? draftOf(meta) : undefined;
    const vocabulary = typeof meta === 'string' && own === undefined ? this.#vocabularyOf(meta) : undefined;
    const resource: Resource = {
      address,
      root,
      draft: own ?? vocabulary?.draft ?? draft,
      asserts: vocabulary?.asserts ?? true,
      isRecursive: schema?.get('$recursiveAnchor') === true,
      anchors: new Map(),
      dynamicAnchors: new Set(),
    };
    this.#byAddress.set(address, resource);
    return resource;
  }

  /** What a meta-schema of somebody's own asks for. */
  #vocabularyOf(address: string): { readonly draft: Draft | undefined; readonly asserts: boolean } | undefined {
    const meta = this.#source(address.replace(/#$/, ''));
    if (meta === undefined || !isJsonObject(meta)) return undefined;
    const parent = meta.get('$schema');
    const vocabulary = meta.get('$vocabulary');
    const asserts =
      vocabulary === undefined ||
      !isJsonObject(vocabulary) ||
      [...vocabulary.keys()].some((name) => name.endsWith('/vocab/validation'));
    return { draft: typeof parent === 'string' ? draftOf(parent) : undefined, asserts };
  }

  #index(schema: JsonValue, outer: Resource): void {
    if (!isJsonObject(schema) || this.#ofSchema.has(schema)) return;
    const resource = this.#resourceAt(schema, outer);
    this.#ofSchema.set(schema, resource);
    this.#indexAnchors(schema, resource);
    if (schema.has('unevaluatedProperties') || schema.has('unevaluatedItems')) this.usesUnevaluated = true;
    // Up to draft 7 nothing beside a reference is looked at.
    if (rankOf(resource.draft) <= 2 && typeof schema.get('$ref') === 'string') {
      for (const keyword of ['definitions', '$defs']) this.#indexMap(schema.get(keyword), resource);
      return;
    }
    for (const [keyword, value] of schema) {
      const rule = Object.hasOwn(SUBSCHEMAS, keyword) ? SUBSCHEMAS[keyword] : undefined;
      if (rule === undefined || !hasKeyword(resource.draft, rule)) continue;
      if (rule.shape === 'map') this.#indexMap(value, resource);
      else if (isJsonArray(value)) for (const item of value) this.#index(item, resource);
      else this.#index(value, resource);
    }
  }

  #indexMap(value: JsonValue | undefined, resource: Resource): void {
    if (value !== undefined && isJsonObject(value)) for (const item of value.values()) this.#index(item, resource);
  }

  /** A new resource where the schema has an address of its own. */
  #resourceAt(schema: JsonObject, outer: Resource): Resource {
    const keyword = outer.draft === '4' ? 'id' : '$id';
    const id = schema.get(keyword);
    const isIgnored = rankOf(outer.draft) <= 2 && typeof schema.get('$ref') === 'string';
    if (typeof id !== 'string' || isIgnored) return outer;
    const [path = '', fragment] = id.split('#', 2);
    if (path === '') {
      if (fragment !== undefined && fragment !== '') outer.anchors.set(fragment, schema);
      return outer;
    }
    const address = resolveAddress(path, outer.address);
    const resource = this.#newResource(schema, outer.draft, address);
    if (fragment !== undefined && fragment !== '') resource.anchors.set(fragment, schema);
    return resource;
  }

  #indexAnchors(schema: JsonObject, resource: Resource): void {
    if (rankOf(resource.draft) < 3) return;
    const anchor = schema.get('$anchor');
    if (typeof anchor === 'string') resource.anchors.set(anchor, schema);
    const dynamic = resource.draft === '2020-12' ? schema.get('$dynamicAnchor') : undefined;
    if (typeof dynamic !== 'string') return;
    resource.anchors.set(dynamic, schema);
    resource.dynamicAnchors.add(dynamic);
  }

  /** The schema that a reference names. Throws ContentFault. */
  resolve(reference: string, from: Resource): Located {
    const [path = '', fragment = ''] = reference.split('#', 2);
    const address = path === '' ? from.address : resolveAddress(path, from.address);
    const resource = this.#resource(address, from);
    if (resource === undefined) {
      throw new ContentFault(
        `${JSON.stringify(reference)} names a schema that is not part of it, and nothing is fetched`,
      );
    }
    const name = decoded(fragment);
    const found = name === '' ? resource.root : name.startsWith('/') ? undefined : resource.anchors.get(name);
    if (found !== undefined) return { schema: found, resource: this.resourceOf(found, resource) };
    return this.#follow(parsePointer(name), resource, reference);
  }

  #resource(address: string, from: Resource): Resource | undefined {
    const known = this.#byAddress.get(address);
    if (known !== undefined) return known;
    const document = this.#source(address);
    return document === undefined ? undefined : this.add(document, from.draft, address).resource;
  }

  #follow(tokens: readonly string[] | undefined, start: Resource, reference: string): Located {
    let value: JsonValue | undefined = tokens === undefined ? undefined : start.root;
    let resource = start;
    for (const token of tokens ?? []) {
      if (value === undefined) break;
      value = isJsonArray(value) ? value[Number(token)] : isJsonObject(value) ? value.get(token) : undefined;
      if (value !== undefined && isJsonObject(value)) resource = this.#ofSchema.get(value) ?? resource;
    }
    if (value === undefined) throw new ContentFault(`${JSON.stringify(reference)} names nothing in the schema`);
    // What no keyword leads to is a schema all the same once a reference does.
    this.#index(value, resource);
    return { schema: value, resource: this.resourceOf(value, resource) };
  }
}

function resolveAddress(reference: string, base: string): string {
  try {
    return new URL(reference, base).href.replace(/#$/, '');
  } catch {
    // Addresses that are not URLs, such as urn:…, resolve to themselves.
    return reference;
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A stray "%" stands for itself.
    return fragment;
  }
}
