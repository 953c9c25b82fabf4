import { ContentFault, LimitFault } from '../../faults.js';
import { MAX_DEPTH } from '../syntax.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../values.js';
import { MAX_WRITTEN, tooLongWritten } from '../write.js';

export interface FlattenRules {
  /** One character or more between the names of a path; neither a backslash, a bracket nor a digit. */
  readonly separator: string;
  /** Places in arrays as names (`a.0`), in brackets (`a[0]`), or arrays as values. */
  readonly arrays: 'dots' | 'brackets' | 'keep';
  /** Most names in a path, below which values stay as they are; 0 for any number. */
  readonly maxDepth: number;
}

/** A name of a path, or a place in an array that is written in brackets. */
interface Step {
  readonly name: string;
  readonly isBracket: boolean;
  /** Only a plain number can be a place in an array. */
  readonly isEscaped: boolean;
}

const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(name);

/**
 * Every value of a document under its path, in one object. Empty objects and arrays are values; a document that is one value, or is
 * empty, stays as it is. What has the separator, a bracket or a backslash in its name gets backslashes, so that `unflatten` gives the
 * very document. Throws LimitFault.
 */
export function flatten(document: JsonValue, rules: FlattenRules): JsonValue {
  const flat = new Map<string, JsonValue>();
  let length = 0;
  const visit = (value: JsonValue, path: string, depth: number): void => {
    const isWhole = depth > 0 && rules.maxDepth > 0 && depth >= rules.maxDepth;
    const steps = isWhole ? undefined : stepsInto(value, rules);
    if (steps === undefined) {
      length += path.length;
      if (length > MAX_WRITTEN) throw tooLongWritten();
      flat.set(path, value);
      return;
    }
    for (const [step, inner] of steps) visit(inner, joined(path, step, depth, rules.separator), depth + 1);
  };
  if (stepsInto(document, rules) === undefined) return document;
  visit(document, '', 0);
  return flat;
}

/** The members of what is taken apart, with their steps as they are written. */
function stepsInto(value: JsonValue, { arrays, separator }: FlattenRules): [string, JsonValue][] | undefined {
  if (isJsonArray(value)) {
    if (value.length === 0 || arrays === 'keep') return undefined;
    return value.map((item, index) => [arrays === 'brackets' ? `[${index}]` : String(index), item]);
  }
  if (!isJsonObject(value) || value.size === 0) return undefined;
  // An object whose keys are 0, 1, 2 … would be read as an array.
  const isListed = Array.from({ length: value.size }, (_, index) => String(index)).every((key) => value.has(key));
  return [...value].map(([key, item]) => [isListed ? `\\${key}` : escapeName(key, separator), item]);
}

function escapeName(name: string, separator: string): string {
  const first = separator.charAt(0);
  return name.replace(/[\s\S]/g, (unit) => (unit === first || '\\[]'.includes(unit) ? `\\${unit}` : unit));
}

function joined(path: string, step: string, depth: number, separator: string): string {
  if (depth === 0) return step;
  if (!step.startsWith('[')) return path + separator + step;
  // A path that begins with a bracket begins in an array: below the key "" the place is written as a name.
  return path === '' ? separator + step.slice(1, -1) : path + step;
}

type Tree = Map<string, Branch>;

interface Branch {
  value: JsonValue | undefined;
  members: Tree | undefined;
  isArray: boolean;
  isEscaped: boolean;
}

const newBranch = (): Branch => ({ value: undefined, members: undefined, isArray: false, isEscaped: false });

/** Places of arrays that no path names, filled with null. */
const MAX_GAPS = 100_000;

/**
 * The document whose values stand under paths; what is not an object stays as it is. Numbers from 0 without a gap are places in an
 * array, and so is everything in brackets. Throws ContentFault where two paths do not fit together, LimitFault.
 */
export function unflatten(flat: JsonValue, separator: string): JsonValue {
  if (!isJsonObject(flat) || flat.size === 0) return flat;
  const root = newBranch();
  for (const [path, value] of flat) {
    let branch = root;
    for (const step of stepsOf(path, separator)) branch = enter(branch, step, path);
    if (branch.members !== undefined) throw bothUses(path);
    if (branch.value !== undefined) throw new ContentFault(`two paths lead to the place of ${shown(path)}`);
    branch.value = value;
  }
  let gaps = 0;
  const build = ({ value, members, isArray, isEscaped }: Branch): JsonValue => {
    if (members === undefined) return value ?? null;
    const isListed =
      !isEscaped && Array.from(members.keys()).every((key) => isIndex(key) && Number(key) < members.size);
    if (!isArray && !isListed) return new Map(Array.from(members, ([key, branch]) => [key, build(branch)]));
    let size = 0;
    for (const key of members.keys()) size = Math.max(size, Number(key) + 1);
    gaps += size - members.size;
    if (gaps > MAX_GAPS)
      throw new LimitFault(`the arrays have more than ${MAX_GAPS} places that no path names`, MAX_GAPS);
    return Array.from({ length: size }, (_, index) => {
      const branch = members.get(String(index));
      return branch === undefined ? null : build(branch);
    });
  };
  return build(root);
}

function enter(branch: Branch, { name, isBracket, isEscaped }: Step, path: string): Branch {
  if (branch.value !== undefined) throw bothUses(path);
  const members = branch.members ?? new Map<string, Branch>();
  const isArray = branch.isArray || isBracket;
  if (isArray && (!isIndex(name) || (!branch.isArray && ![...members.keys()].every(isIndex))))
    throw new ContentFault(`${shown(path)} does not fit the others: an array has no names`);
  branch.members = members;
  branch.isArray = isArray;
  branch.isEscaped ||= isEscaped;
  const known = members.get(name);
  if (known !== undefined) return known;
  const inner = newBranch();
  members.set(name, inner);
  return inner;
}

/** The steps of a path. Throws LimitFault beyond `MAX_DEPTH`. */
function stepsOf(path: string, separator: string): Step[] {
  const steps: Step[] = [];
  let name = '';
  let isEscaped = false;
  let isOpen = true;
  const end = (): void => {
    if (isOpen) steps.push({ name, isBracket: false, isEscaped: isEscaped && isIndex(name) });
    name = '';
    isEscaped = false;
    if (steps.length > MAX_DEPTH) throw new LimitFault(`nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  };
  const bracket = /\[(0|[1-9]\d{0,8})\]/y;
  for (let at = 0; at < path.length; ) {
    bracket.lastIndex = at;
    const [found, index = ''] = bracket.exec(path) ?? [];
    // A bracket at the very start is a place in the document itself.
    if (found !== undefined && !(isOpen && at > 0 && name === '' && steps.length === 0)) {
      if (at > 0) end();
      steps.push({ name: index, isBracket: true, isEscaped: false });
      isOpen = false;
      at += found.length;
    } else if (path.startsWith(separator, at)) {
      end();
      isOpen = true;
      at += separator.length;
    } else {
      const next = path.charAt(at + 1);
      const isEscape = path.charAt(at) === '\\' && (/[\\[\]\d]/.test(next) || next === separator.charAt(0));
      if (isEscape) isEscaped = true;
      isOpen = true;
      name += isEscape ? next : path.charAt(at);
      at += isEscape ? 2 : 1;
    }
  }
  end();
  return steps;
}

const shown = (path: string): string => JSON.stringify(path.length > 80 ? `${path.slice(0, 79)}…` : path);

const bothUses = (path: string): ContentFault =>
  new ContentFault(`${shown(path)} does not fit the others: a path leads to a value, another one into it`);
