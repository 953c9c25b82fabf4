import { LimitFault } from '../../faults.js';
import { countCodePoints } from '../../unicode/code-points.js';
import { ValueIds } from '../diff/identity.js';
import { compareNumbers } from '../numbers.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue } from '../values.js';
import { compareCodePoints } from '../write.js';

import type { Call, Comparable, Condition, Operator, Query, Selector } from './ast.js';

/** A value that a query selects, and the way to it. */
export interface PathNode {
  readonly value: JsonValue;
  readonly parent: PathNode | undefined;
  /** Key or index within the parent; nothing for the root. */
  readonly step: string | number | undefined;
}

/** Whether a text is matched; `undefined` where the pattern is none. `isWhole`: the whole text must be. */
export type PatternTest = (pattern: string, isWhole: boolean) => ((text: string) => boolean) | undefined;

export interface PathLimits {
  /** Most nodes that one step of a query may select. */
  readonly nodes: number;
  /** Most nodes that are looked at in all. */
  readonly steps: number;
}

/** The nodes that a query selects, in the order of RFC 9535. Throws LimitFault where it selects or looks at too much. */
export function evaluatePath(query: Query, document: JsonValue, compile: PatternTest, limits: PathLimits): PathNode[] {
  return new Evaluation(document, compile, limits).select(query, undefined);
}

/** Nothing: what a query that selects no node is compared as. */
const NOTHING = Symbol('nothing');
type Operand = JsonValue | typeof NOTHING;

class Evaluation {
  #steps = 0;
  readonly #root: PathNode;
  readonly #compile: PatternTest;
  readonly #limits: PathLimits;
  readonly #ids = new ValueIds();
  readonly #patterns = new Map<string, ((text: string) => boolean) | undefined>();

  constructor(document: JsonValue, compile: PatternTest, limits: PathLimits) {
    this.#root = { value: document, parent: undefined, step: undefined };
    this.#compile = compile;
    this.#limits = limits;
  }

  select(query: Query, current: PathNode | undefined): PathNode[] {
    let nodes = [query.root === '$' || current === undefined ? this.#root : current];
    for (const { isDescendant, selectors } of query.segments) {
      const next: PathNode[] = [];
      for (const node of nodes) {
        if (isDescendant) this.#descend(node, selectors, next);
        else for (const selector of selectors) this.#apply(selector, node, next);
      }
      nodes = next;
    }
    return nodes;
  }

  #descend(node: PathNode, selectors: readonly Selector[], found: PathNode[]): void {
    for (const selector of selectors) this.#apply(selector, node, found);
    for (const child of this.#children(node)) {
      if (child.value !== null && typeof child.value === 'object') this.#descend(child, selectors, found);
    }
  }

  #children(node: PathNode): PathNode[] {
    const { value } = node;
    if (isJsonArray(value)) return value.map((item, step) => this.#child(node, step, item));
    if (isJsonObject(value)) return Array.from(value, ([key, item]) => this.#child(node, key, item));
    return [];
  }

  #child(parent: PathNode, step: string | number, value: JsonValue): PathNode {
    if (++this.#steps > this.#limits.steps) {
      throw new LimitFault(`it looks at more than ${this.#limits.steps} values`, this.#limits.steps);
    }
    return { value, parent, step };
  }

  #add(found: PathNode[], node: PathNode): void {
    if (found.push(node) > this.#limits.nodes) {
      throw new LimitFault(`it selects more than ${this.#limits.nodes} values`, this.#limits.nodes);
    }
  }

  #apply(selector: Selector, node: PathNode, found: PathNode[]): void {
    const { value } = node;
    switch (selector.kind) {
      case 'name': {
        const item = isJsonObject(value) ? value.get(selector.name) : undefined;
        if (item !== undefined) this.#add(found, this.#child(node, selector.name, item));
        return;
      }
      case 'index': {
        if (!isJsonArray(value)) return;
        const index = selector.index < 0 ? value.length + selector.index : selector.index;
        const item = value[index];
        if (item !== undefined) this.#add(found, this.#child(node, index, item));
        return;
      }
      case 'slice':
        if (isJsonArray(value)) this.#slice(selector, value, node, found);
        return;
      case 'wildcard':
        for (const child of this.#children(node)) this.#add(found, child);
        return;
      case 'filter':
        for (const child of this.#children(node)) {
          if (this.#holds(selector.condition, child)) this.#add(found, child);
        }
    }
  }

  // RFC 9535 §2.3.4.2.
  #slice(
    { start, end, step }: Extract<Selector, { kind: 'slice' }>,
    value: readonly JsonValue[],
    node: PathNode,
    found: PathNode[],
  ): void {
    const { length } = value;
    const normal = (index: number): number => (index >= 0 ? index : length + index);
    const bounded = (index: number, low: number, high: number): number => Math.min(Math.max(normal(index), low), high);
    if (step === 0) return;
    const [first, last] =
      step > 0
        ? [bounded(start ?? 0, 0, length), bounded(end ?? length, 0, length)]
        : [bounded(start ?? length - 1, -1, length - 1), end === undefined ? -1 : bounded(end, -1, length - 1)];
    for (let index = first; step > 0 ? index < last : index > last; index += step) {
      const item = value[index];
      if (item !== undefined) this.#add(found, this.#child(node, index, item));
    }
  }

  #holds(condition: Condition, node: PathNode): boolean {
    switch (condition.kind) {
      case 'or':
        return condition.parts.some((part) => this.#holds(part, node));
      case 'and':
        return condition.parts.every((part) => this.#holds(part, node));
      case 'not':
        return !this.#holds(condition.part, node);
      case 'exists':
        return this.select(condition.query, node).length > 0;
      case 'call':
        return this.#matches(condition.call, node);
      default:
        return this.#compare(
          condition.operator,
          this.#operand(condition.left, node),
          this.#operand(condition.right, node),
        );
    }
  }

  #operand(part: Comparable, node: PathNode): Operand {
    if (part.kind === 'literal') return part.value;
    if (part.kind === 'query') {
      const [found] = this.select(part.query, node);
      return found === undefined ? NOTHING : found.value;
    }
    const [first] = part.call.args;
    if (first === undefined) return NOTHING;
    if (part.call.name === 'length') return lengthOf(this.#operand(first, node));
    const nodes = first.kind === 'query' ? this.select(first.query, node) : [];
    if (part.call.name === 'count') return new JsonNumber(String(nodes.length));
    const [only] = nodes;
    return nodes.length === 1 && only !== undefined ? only.value : NOTHING;
  }

  #matches({ name, args }: Call, node: PathNode): boolean {
    const [text, pattern] = args.map((arg) => this.#operand(arg, node));
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    const key = `${name} ${pattern}`;
    if (!this.#patterns.has(key)) this.#patterns.set(key, this.#compile(pattern, name === 'match'));
    return this.#patterns.get(key)?.(text) ?? false;
  }

  // RFC 9535 §2.3.5.2.2.
  #compare(operator: Operator, left: Operand, right: Operand): boolean {
    switch (operator) {
      case '==':
        return this.#areEqual(left, right);
      case '!=':
        return !this.#areEqual(left, right);
      case '<':
        return isLess(left, right);
      case '>':
        return isLess(right, left);
      case '<=':
        return isLess(left, right) || this.#areEqual(left, right);
      default:
        return isLess(right, left) || this.#areEqual(left, right);
    }
  }

  #areEqual(left: Operand, right: Operand): boolean {
    if (typeof left === 'symbol' || typeof right === 'symbol') return left === right;
    if (left === right) return true;
    const areContainers = left !== null && right !== null && typeof left === 'object' && typeof right === 'object';
    return areContainers && this.#ids.areEqual(left, right);
  }
}

function isLess(left: Operand, right: Operand): boolean {
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right) < 0;
  if (left instanceof JsonNumber && right instanceof JsonNumber) return compareNumbers(left.source, right.source) < 0;
  return false;
}

function lengthOf(value: Operand): Operand {
  if (typeof value === 'string') return new JsonNumber(String(countCodePoints(value)));
  if (typeof value === 'symbol' || value === null || typeof value === 'boolean') return NOTHING;
  if (isJsonArray(value)) return new JsonNumber(String(value.length));
  return isJsonObject(value) ? new JsonNumber(String(value.size)) : NOTHING;
}

/** The steps from the root to a node. */
function stepsTo(node: PathNode): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at: PathNode | undefined = node; at?.step !== undefined; at = at.parent) steps.push(at.step);
  return steps.reverse();
}

/** A normalised path, RFC 9535 §2.7: `$['a'][0]`. */
export const normalizedPath = (node: PathNode): string =>
  `$${stepsTo(node)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `['${escapeName(step)}']`))
    .join('')}`;

const SHORT: Readonly<Record<string, string>> = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r' };

const escapeName = (name: string): string =>
  name.replace(/[\u0000-\u001f'\\]/g, (unit) => {
    if (unit === "'" || unit === '\\') return `\\${unit}`;
    return `\\${SHORT[unit] ?? `u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`}`;
  });
