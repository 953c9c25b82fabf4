import { ContentFault } from '../../faults.js';
import { writePointer } from '../pointer.js';
import type { JsonObject, JsonValue } from '../values.js';
import type { Resource } from './resources.js';

/** Most faults that are told of. */
const MAX_FAULTS = 100;

export interface SchemaFault {
  /** JSON Pointer of the value. */
  readonly instance: string;
  readonly keyword: string;
  /** Keywords on the way to the one that failed, references passed through. */
  readonly schema: string;
  readonly message: string;
}

/** Faults in the order they are found, and how many there are in all. */
export class Faults {
  readonly list: SchemaFault[] = [];
  count = 0;

  add(fault: SchemaFault): void {
    this.count++;
    if (this.list.length < MAX_FAULTS) this.list.push(fault);
  }

  addAll(other: Faults): void {
    this.count += other.count;
    for (const fault of other.list) if (this.list.length < MAX_FAULTS) this.list.push(fault);
  }
}

/** A value on its way: where it stands, by which keywords one came, and the resources one came through. */
export interface Visit {
  readonly value: JsonValue;
  readonly path: (string | number)[];
  readonly at: (string | number)[];
  readonly scope: Scope | undefined;
}

interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** What a schema that holds has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  readonly keys = new Set<string>();
  readonly items = new Set<number>();
  /** Items before this are looked at. */
  itemCount = 0;

  addAll(other: Evaluated): void {
    for (const key of other.keys) this.keys.add(key);
    for (const item of other.items) this.items.add(item);
    this.itemCount = Math.max(this.itemCount, other.itemCount);
  }
}

/** What the keywords of one schema share while they are looked at. */
export interface Frame {
  readonly schema: JsonObject;
  readonly resource: Resource;
  readonly visit: Visit;
  readonly faults: Faults;
  readonly seen: Evaluated;
}

/** Adds a fault of the value that is looked at. */
export function addFault({ visit, faults }: Pick<Frame, 'visit' | 'faults'>, keyword: string, message: string): void {
  faults.add({
    instance: writePointer(visit.path),
    keyword,
    schema: writePointer(keyword === 'false' ? visit.at : [...visit.at, keyword]),
    message,
  });
}

/** The fault of a schema whose keyword has a value of another kind than it `must` be. */
export const misuse = ({ visit }: Frame, keyword: string, must: string): ContentFault =>
  new ContentFault(`${shownAt({ at: [...visit.at, keyword] })} must be ${must}`);

/** Where a schema stands, as a message says it. */
export const shownAt = ({ at }: Pick<Visit, 'at'>): string =>
  at.length === 0 ? 'the schema' : JSON.stringify(writePointer(at).slice(0, 200));
