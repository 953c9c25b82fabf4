import { isJsonArray, isJsonObject, type JsonValue } from '../json/values.js';

/** An item of a list, where a part of the template is repeated for it. */
interface Binding {
  /** The list, as the template names it. */
  readonly path: string;
  readonly item: JsonValue;
  /** Whether names mean the item's first: within a section, not in a row that is only repeated. */
  readonly isScope: boolean;
}

/** What names in a template mean at one place. */
export interface Scope {
  readonly data: JsonValue;
  /** The innermost last. */
  readonly bindings: readonly Binding[];
}

export interface Resolved {
  readonly value?: JsonValue;
  /** A list on the way, with its path. */
  readonly list?: string;
  readonly items?: readonly JsonValue[];
}

export function resolve({ data, bindings }: Scope, path: string): Resolved {
  for (const { path: list, item, isScope } of bindings.toReversed()) {
    // An item may have a list of the same name as its own: parts of parts.
    const [first = ''] = path.split('.', 1);
    if (isScope && isJsonObject(item) && (item.has(first.trim()) || item.has(path))) return within(item, path, '');
    if (path === list || (isScope && path === '.')) return within(item, '', '');
    if (path.startsWith(`${list}.`)) return within(item, path.slice(list.length + 1), `${list}.`);
  }
  return within(data, path, '');
}

function within(data: JsonValue, path: string, before: string): Resolved {
  let value = data;
  if (path !== '') {
    // Columns of CSV have dots in their names.
    const whole = isJsonObject(data) ? data.get(path) : undefined;
    const steps = whole === undefined ? path.split('.') : [path];
    for (const [i, step] of steps.entries()) {
      if (!isJsonObject(value)) return {};
      const next = value.get(step) ?? value.get(step.trim());
      if (next === undefined) return {};
      if (isJsonArray(next)) return { list: before + steps.slice(0, i + 1).join('.'), items: next };
      value = next;
    }
  }
  return isJsonArray(value) ? { list: before.replace(/\.$/, ''), items: value } : { value };
}

/** What a section is shown for: nothing, once, or once for each item. */
export function sectionItems({ value, items }: Resolved): readonly JsonValue[] {
  if (items !== undefined) return items;
  return value === undefined || value === null || value === false || value === '' ? [] : [value];
}
