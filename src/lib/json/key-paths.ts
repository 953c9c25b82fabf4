import { ContentFault } from '../faults.js';
import { isJsonArray, isJsonObject, type JsonValue } from './values.js';

/**
 * Paths to keys as people write them: `name`, `address.city`, `items.0.id`, `*.id`, `**.password`. Arrays are passed through: a name
 * means the members of all their elements. `[]` may stand behind a name to show it, `[0]` or `0` picks one element. A dot within a
 * key is `\.`, and so are `\*`, `\[`, `\,` and `\=`.
 */
export type KeyPath = readonly KeyStep[];

type KeyStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'any' | 'deep' };

/** The parts of a list divided by commas or line breaks, and of each what stands before and behind the first `=`. */
export function splitList(list: string): (readonly [string, string | undefined])[] {
  const parts = list.match(/(?:\\[\s\S]|[^,\n\r\\])+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, path = part, value] = /^((?:\\[\s\S]|[^=\\])*)=([\s\S]*)$/.exec(part) ?? [];
      return [path.trim(), value?.trim()];
    });
}

/** Throws ContentFault. */
export function parseKeyPath(source: string): KeyPath {
  const steps: KeyStep[] = [];
  const tokens = source.match(/(?:\\[\s\S]|[^.[\]\\])+|\[[^\]]*\]|\.|[[\]\\]/g) ?? [];
  let needsName = true;
  for (const token of tokens) {
    if (token === '.') {
      if (needsName) throw new ContentFault(`expected a name before each "." in ${JSON.stringify(source)}`);
      needsName = true;
    } else if (token.startsWith('[')) {
      if (token !== '[]' && !/^\[\d{1,9}\]$/.test(token)) {
        throw new ContentFault(`"[]" or an index such as "[0]" is expected in ${JSON.stringify(source)}`);
      }
      if (token !== '[]') steps.push({ kind: 'index', index: Number(token.slice(1, -1)) });
      needsName = false;
    } else {
      if (!needsName || /^[\]\\]$/.test(token))
        throw new ContentFault(`expected "." between names in ${JSON.stringify(source)}`);
      steps.push(stepOf(token));
      needsName = false;
    }
  }
  if (needsName || steps.length === 0)
    throw new ContentFault(`expected a name at the end of ${JSON.stringify(source)}`);
  return steps;
}

function stepOf(token: string): KeyStep {
  if (token === '*') return { kind: 'any' };
  if (token === '**') return { kind: 'deep' };
  return { kind: 'name', name: token.replace(/\\([\s\S])/g, '$1') };
}

/** A path on its way down: how many of its steps are behind. */
export interface PathState {
  readonly path: KeyPath;
  readonly place: number;
  /** Which path of the list it is. */
  readonly index: number;
}

export const startStates = (paths: readonly KeyPath[]): PathState[] =>
  paths.map((path, index) => ({ path, place: 0, index }));

const isReached = ({ path, place }: PathState): boolean => place === path.length;

/** The states at a member of an object. */
function stepInto(states: readonly PathState[], key: string): PathState[] {
  const next: PathState[] = [];
  for (const state of states) {
    for (const { path, place, index } of unfolded(state)) {
      const step = path[place];
      if (step === undefined) continue;
      if (step.kind === 'deep') add(next, { path, place, index });
      else if (step.kind === 'any' || (step.kind === 'name' && step.name === key))
        add(next, { path, place: place + 1, index });
    }
  }
  return next;
}

/** The states at an element of an array: indexes go on where they fit, all else passes through. */
function stepThrough(states: readonly PathState[], element: number): PathState[] {
  const next: PathState[] = [];
  for (const state of states) {
    for (const { path, place, index } of unfolded(state)) {
      const step = path[place];
      if (step === undefined) continue;
      const isIndex = step.kind === 'index' || (step.kind === 'name' && /^(?:0|[1-9]\d{0,8})$/.test(step.name));
      if (!isIndex) add(next, { path, place, index });
      else if ((step.kind === 'index' ? step.index : Number(step.name)) === element)
        add(next, { path, place: place + 1, index });
    }
  }
  return next;
}

/** A state, and those behind its `**`, which may stand for nothing. */
function unfolded(state: PathState): PathState[] {
  const states = [state];
  for (let { place } = state; state.path[place]?.kind === 'deep'; place++) states.push({ ...state, place: place + 1 });
  return states;
}

function add(states: PathState[], state: PathState): void {
  if (!states.some(({ index, place }) => index === state.index && place === state.place)) states.push(state);
}

const isPlain = ({ path }: PathState): boolean => path.every(({ kind }) => kind === 'name' || kind === 'index');

/**
 * What the paths reach, with what leads to it. An object in a list that has nothing of it becomes `{}` where a path without wildcards
 * asks for it and another element has something, so that rows stay rows.
 */
export function pickPaths(value: JsonValue, states: readonly PathState[]): JsonValue | undefined {
  if (states.some(isReached)) return value;
  if (states.length === 0) return undefined;
  if (isJsonArray(value)) {
    let found = 0;
    const items = value.flatMap((item, index): JsonValue[] => {
      const next = stepThrough(states, index);
      const picked = pickPaths(item, next);
      if (picked !== undefined) found++;
      if (picked !== undefined) return [picked];
      return isJsonObject(item) && next.some(isPlain) ? [new Map()] : [];
    });
    return found === 0 ? undefined : items;
  }
  if (!isJsonObject(value)) return undefined;
  const members: [string, JsonValue][] = [];
  for (const [key, item] of value) {
    const picked = pickPaths(item, stepInto(states, key));
    if (picked !== undefined) members.push([key, picked]);
  }
  return members.length === 0 ? undefined : new Map(members);
}

/** Whether a path reaches something, or ends at null or an empty list, behind which something may be another time. */
export function leadsSomewhere(value: JsonValue, states: readonly PathState[]): boolean {
  if (states.length === 0) return false;
  if (states.some(isReached) || value === null) return true;
  if (isJsonArray(value))
    return value.length === 0 || value.some((item, index) => leadsSomewhere(item, stepThrough(states, index)));
  return isJsonObject(value) && [...value].some(([key, item]) => leadsSomewhere(item, stepInto(states, key)));
}

/** A change of every member and element that the paths reach, from within outwards; `undefined` leaves it out. */
export type ReachedChange = (
  value: JsonValue,
  reached: readonly PathState[],
  pointer: readonly (string | number)[],
) => readonly [string | undefined, JsonValue] | undefined;

/** Changes what the paths reach. A change may give a new key. */
export function changePaths(
  value: JsonValue,
  states: readonly PathState[],
  change: ReachedChange,
  pointer: (string | number)[] = [],
): JsonValue {
  if (states.length === 0) return value;
  const visit = (
    item: JsonValue,
    next: readonly PathState[],
    step: string | number,
  ): readonly [string | undefined, JsonValue] | undefined => {
    pointer.push(step);
    const changed = changePaths(
      item,
      next.filter((state) => !isReached(state)),
      change,
      pointer,
    );
    const reached = next.filter(isReached);
    const result = reached.length === 0 ? ([undefined, changed] as const) : change(changed, reached, pointer);
    pointer.pop();
    return result;
  };
  if (isJsonArray(value)) {
    return value.flatMap((item, index): JsonValue[] => {
      const result = visit(item, stepThrough(states, index), index);
      return result === undefined ? [] : [result[1]];
    });
  }
  if (!isJsonObject(value)) return value;
  const members = new Map<string, JsonValue>();
  for (const [key, item] of value) {
    const result = visit(item, stepInto(states, key), key);
    if (result !== undefined) members.set(result[0] ?? key, result[1]);
  }
  return members;
}
