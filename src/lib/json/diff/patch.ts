import { ContentFault, LimitFault } from '../../faults.js';
import { arrayIndex, parsePointer, writePointer } from '../pointer.js';
import { MAX_DEPTH } from '../syntax.js';
import { isJsonArray, isJsonObject, type JsonNumber, type JsonValue, jsonType } from '../values.js';
import { ValueIds } from './identity.js';

/** Most values that the operations `copy` may add: each can double a document. */
const MAX_COPIED_VALUES = 1_000_000;

type Changeable = null | boolean | string | JsonNumber | Changeable[] | Map<string, Changeable>;

/** Where an operation works: a member or an element that may exist or not. */
interface Place {
  readonly parent: Changeable[] | Map<string, Changeable>;
  readonly token: string;
}

/** Applies a JSON Patch (RFC 6902), all of it or nothing. Throws ContentFault naming the operation from 1, LimitFault. */
export function applyPatch(document: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonArray(patch)) throw new ContentFault(`A JSON Patch must be an array, got ${jsonType(patch)}`);
  const patched = new PatchedDocument(document);
  try {
    for (const [index, operation] of patch.entries()) patched.apply(operation, index + 1);
  } catch (error) {
    // Only the end of the stack: values that operations have put into each other a thousand times and more.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
  if (exceedsDepth(patched.root, MAX_DEPTH)) throw tooDeep();
  return patched.root;
}

const tooDeep = (): LimitFault => new LimitFault(`its result is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);

/** Without recursion, for any depth. */
function exceedsDepth(value: JsonValue, most: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: JsonValue[] = [];
    for (const item of level) {
      if (isJsonArray(item)) for (const element of item) next.push(element);
      else if (item instanceof Map) for (const element of item.values()) next.push(element);
    }
    level = next;
  }
  return false;
}

/** Merges a JSON Merge Patch (RFC 7386) into a document: null removes, anything but an object replaces. */
export function applyMergePatch(document: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, JsonValue>(isJsonObject(document) ? document : []);
  for (const [key, value] of patch) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key) ?? null, value));
  }
  return merged;
}

class PatchedDocument {
  root: Changeable;
  #copied = 0;

  constructor(document: JsonValue) {
    this.root = copyOf(document, () => undefined);
  }

  apply(operation: JsonValue, number: number): void {
    if (!isJsonObject(operation)) {
      throw new ContentFault(`Operation ${number} must be an object, got ${jsonType(operation)}`);
    }
    const op = operation.get('op');
    if (typeof op !== 'string' || !Object.hasOwn(OPERATIONS, op)) {
      const got = typeof op === 'string' ? JSON.stringify(op.slice(0, 80)) : op === undefined ? 'none' : jsonType(op);
      throw new ContentFault(
        `Operation ${number}: "op" must be one of "add", "remove", "replace", "move", "copy", "test", got ${got}`,
      );
    }
    const label = `Operation ${number} (${op})`;
    const path = pointerOf(operation, 'path', label);
    const operand = (): JsonValue => {
      const value = operation.get('value');
      if (value === undefined) throw new ContentFault(`${label}: "value" is missing`);
      return value;
    };
    switch (op as keyof typeof OPERATIONS) {
      case 'add':
        this.#add(
          path,
          copyOf(operand(), () => undefined),
          label,
        );
        break;
      case 'remove':
        this.#remove(path, label);
        break;
      case 'replace':
        this.#replace(
          path,
          copyOf(operand(), () => undefined),
          label,
        );
        break;
      case 'move':
        this.#move(pointerOf(operation, 'from', label), path, label);
        break;
      case 'copy': {
        const value = this.#read(pointerOf(operation, 'from', label), label);
        this.#add(
          path,
          copyOf(value, () => this.#countCopied()),
          label,
        );
        break;
      }
      case 'test':
        this.#test(path, operand(), label);
    }
  }

  #countCopied(): void {
    if (++this.#copied > MAX_COPIED_VALUES)
      throw new LimitFault(`its copies have more than ${MAX_COPIED_VALUES} values`, MAX_COPIED_VALUES);
  }

  #add(path: readonly string[], value: Changeable, label: string): void {
    const place = this.#placeOf(path, label);
    if (place === undefined) {
      this.root = value;
      return;
    }
    const { parent, token } = place;
    if (!Array.isArray(parent)) {
      parent.set(token, value);
      return;
    }
    const index = arrayIndex(token, parent.length);
    if (index === undefined) throw badIndex(path, parent.length, label);
    parent.splice(index, 0, value);
  }

  #remove(path: readonly string[], label: string): Changeable {
    const place = this.#placeOf(path, label);
    if (place === undefined) throw new ContentFault(`${label}: the whole document cannot be removed`);
    const { parent, token } = place;
    const value = memberOf(parent, token);
    if (value === undefined) throw missing(path, label);
    if (Array.isArray(parent)) parent.splice(Number(token), 1);
    else parent.delete(token);
    return value;
  }

  #replace(path: readonly string[], value: Changeable, label: string): void {
    const place = this.#placeOf(path, label);
    if (place === undefined) {
      this.root = value;
      return;
    }
    const { parent, token } = place;
    if (memberOf(parent, token) === undefined) throw missing(path, label);
    if (Array.isArray(parent)) parent[Number(token)] = value;
    else parent.set(token, value);
  }

  #move(from: readonly string[], path: readonly string[], label: string): void {
    const isPrefix = from.every((token, index) => path[index] === token);
    if (isPrefix && from.length < path.length) {
      // RFC 6902 §4.4.
      throw new ContentFault(`${label}: ${shown(from)} cannot be moved into itself`);
    }
    if (isPrefix && from.length === path.length) {
      this.#read(from, label);
      return;
    }
    this.#add(path, this.#remove(from, label), label);
  }

  #test(path: readonly string[], expected: JsonValue, label: string): void {
    const value = this.#read(path, label);
    if (!new ValueIds().areEqual(value, expected)) {
      throw new ContentFault(`${label}: the value at ${shown(path)} is another`);
    }
  }

  #read(path: readonly string[], label: string): Changeable {
    let value = this.root;
    for (const token of path) {
      const next = memberOf(value, token);
      if (next === undefined) throw missing(path, label);
      value = next;
    }
    return value;
  }

  /** The place that a path names; `undefined` for the whole document. Its parent must exist. */
  #placeOf(path: readonly string[], label: string): Place | undefined {
    const token = path.at(-1);
    if (token === undefined) return undefined;
    const parent = this.#read(path.slice(0, -1), label);
    if (Array.isArray(parent) || parent instanceof Map) return { parent, token };
    throw new ContentFault(`${label}: ${shown(path.slice(0, -1))} is neither an object nor an array`);
  }
}

const OPERATIONS = { add: true, remove: true, replace: true, move: true, copy: true, test: true };

function memberOf(parent: Changeable, token: string): Changeable | undefined {
  if (parent instanceof Map) return parent.get(token);
  if (!Array.isArray(parent)) return undefined;
  const index = arrayIndex(token, parent.length);
  return index === undefined ? undefined : parent[index];
}

function copyOf(value: JsonValue, count: () => void): Changeable {
  count();
  if (isJsonArray(value)) return value.map((item) => copyOf(item, count));
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copyOf(item, count)]));
  return value as null | boolean | string | JsonNumber;
}

function pointerOf(operation: ReadonlyMap<string, JsonValue>, name: 'path' | 'from', label: string): string[] {
  const pointer = operation.get(name);
  if (pointer === undefined) throw new ContentFault(`${label}: "${name}" is missing`);
  if (typeof pointer !== 'string') {
    throw new ContentFault(`${label}: "${name}" must be a string, got ${jsonType(pointer)}`);
  }
  const tokens = parsePointer(pointer);
  if (tokens !== undefined) return tokens;
  throw new ContentFault(
    `${label}: "${name}" must be empty or begin with "/" and have "~" only in "~0" and "~1", got ${quoted(pointer)}`,
  );
}

const shown = (path: readonly string[]): string => quoted(writePointer(path));

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}

const missing = (path: readonly string[], label: string): ContentFault =>
  new ContentFault(`${label}: there is nothing at ${shown(path)}`);

const badIndex = (path: readonly string[], length: number, label: string): ContentFault =>
  new ContentFault(`${label}: ${shown(path)} must end with "-" or an index up to ${length}`);
