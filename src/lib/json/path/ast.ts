import type { JsonNumber } from '../values.js';

/** JSONPath, RFC 9535, as a tree. */
export interface Query {
  /** `$`, or `@` within a filter. */
  readonly root: '$' | '@';
  readonly segments: readonly Segment[];
}

export interface Segment {
  /** `..`: the selectors work on every value below too. */
  readonly isDescendant: boolean;
  readonly selectors: readonly Selector[];
}

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'wildcard' }
  | {
      readonly kind: 'slice';
      readonly start: number | undefined;
      readonly end: number | undefined;
      readonly step: number;
    }
  | { readonly kind: 'filter'; readonly condition: Condition };

export type Condition =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Comparable; readonly right: Comparable };

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** What stands on a side of a comparison. A query here is singular: it selects one node at most. */
export type Comparable =
  | { readonly kind: 'literal'; readonly value: null | boolean | string | JsonNumber }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'call'; readonly call: Call };

export type FunctionName = 'length' | 'count' | 'match' | 'search' | 'value';

export interface Call {
  readonly name: FunctionName;
  readonly args: readonly Comparable[];
}
