import { hasKeyword, SUBSCHEMAS } from '../schema/drafts.js';
import type { Located, Resources } from '../schema/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../values.js';

import { leastOf, located, type Part, typesOf } from './parts.js';

/** Schemas that are weighed at most; one that is not weighed counts as low. */
const MAX_NODES = 20_000;

/** How a schema's height comes from those of others: any of one group, all of the groups. */
interface Node {
  readonly groups: readonly { readonly of: readonly JsonValue[]; readonly isAny: boolean; readonly adds: number }[];
}

/**
 * How many objects and arrays a value must have within each other at least, by schema: infinite where a schema leads only to itself.
 * Read from the leaves up.
 */
export class Heights {
  readonly #nodes = new Map<JsonValue, Node>();
  readonly #heights = new Map<JsonValue, number>();
  readonly #resources: Resources;

  constructor(root: Located, resources: Resources) {
    this.#resources = resources;
    this.#collect(root);
    this.#settle();
  }

  /** Each time that a schema turns out lower, those that it is a part of are looked at again. */
  #settle(): void {
    const parents = new Map<JsonValue, JsonValue[]>();
    for (const [schema, { groups }] of this.#nodes)
      for (const child of groups.flatMap(({ of }) => of)) {
        const known = parents.get(child);
        if (known === undefined) parents.set(child, [schema]);
        else known.push(schema);
      }
    // Those found last are nearest to the leaves.
    const waiting = new Set([...this.#nodes.keys()].reverse());
    for (const schema of waiting) {
      waiting.delete(schema);
      const node = this.#nodes.get(schema);
      const height = node === undefined ? 0 : this.#heightBy(node);
      if (height >= this.of(schema)) continue;
      this.#heights.set(schema, height);
      for (const parent of parents.get(schema) ?? []) waiting.add(parent);
    }
  }

  of(schema: JsonValue): number {
    if (schema === false) return Number.POSITIVE_INFINITY;
    if (!this.#nodes.has(schema)) return 0;
    return this.#heights.get(schema) ?? Number.POSITIVE_INFINITY;
  }

  #heightBy({ groups }: Node): number {
    return Math.max(
      0,
      ...groups.map(({ of, isAny, adds }) => {
        const heights = of.map((schema) => this.of(schema));
        return adds + (isAny ? Math.min(...heights) : Math.max(0, ...heights));
      }),
    );
  }

  #collect(root: Located): void {
    const left = [root];
    for (;;) {
      const next = left.pop();
      if (next === undefined || this.#nodes.size >= MAX_NODES) return;
      const { schema } = next;
      if (!isJsonObject(schema) || this.#nodes.has(schema)) continue;
      const part: Part = { schema, resource: this.#resources.resourceOf(schema, next.resource) };
      const target = referenceOf(part, this.#resources);
      const groups = [
        ...groupsOf(part),
        ...(target === undefined ? [] : [{ of: [target.schema], isAny: false, adds: 0 }]),
      ];
      this.#nodes.set(schema, { groups });
      if (target !== undefined) left.push(target);
      for (const child of childrenOf(part)) left.push(located(child, part));
    }
  }
}

/** The schema that a part refers to. Throws ContentFault where it is not there. */
export function referenceOf({ schema, resource }: Part, resources: Resources): Located | undefined {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema.get(keyword);
    if (typeof reference === 'string') return resources.resolve(reference, resource);
  }
  return undefined;
}

/** Every schema directly within a part: also those that a value need not keep to. */
function childrenOf({ schema, resource }: Part): JsonValue[] {
  return [...schema].flatMap(([keyword, value]) => {
    const rule = Object.hasOwn(SUBSCHEMAS, keyword) ? SUBSCHEMAS[keyword] : undefined;
    if (rule === undefined || !hasKeyword(resource.draft, rule)) return [];
    if (isJsonArray(value)) return rule.shape === 'map' ? [] : [...value];
    return rule.shape === 'map' && isJsonObject(value) ? [...value.values()] : [value];
  });
}

function groupsOf(part: Part): Node['groups'] {
  const { schema } = part;
  const list = (keyword: string): readonly JsonValue[] => {
    const value = schema.get(keyword);
    return value !== undefined && isJsonArray(value) ? value : [];
  };
  const groups: Node['groups'][number][] = [{ of: list('allOf'), isAny: false, adds: 0 }];
  for (const keyword of ['anyOf', 'oneOf']) {
    const of = list(keyword);
    if (of.length > 0) groups.push({ of, isAny: true, adds: 0 });
  }
  if (schema.has('enum') || schema.has('const')) return [];
  const types = typesOf([part]);
  if (types.length !== 1) return groups;
  if (types[0] === 'object') groups.push({ of: requiredOf(schema), isAny: false, adds: 1 });
  const least = types[0] === 'array' ? leastOf([part], 'minItems') : 0;
  if (least > 0) {
    const items = schema.get('items');
    const first = [...list('prefixItems'), ...list('items')];
    const rest = items === undefined || isJsonArray(items) || least <= first.length ? [] : [items];
    groups.push({ of: [...first.slice(0, least), ...rest], isAny: false, adds: 1 });
  }
  return groups;
}

function requiredOf(schema: JsonObject): JsonValue[] {
  const required = schema.get('required');
  const properties = schema.get('properties');
  if (required === undefined || !isJsonArray(required) || properties === undefined || !isJsonObject(properties))
    return [];
  return required.flatMap((key) => {
    const child = typeof key === 'string' ? properties.get(key) : undefined;
    return child === undefined ? [] : [child];
  });
}
