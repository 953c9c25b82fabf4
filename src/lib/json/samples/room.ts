import type { Draw } from '../../secrets/draw.js';
import type { Located } from '../schema/resources.js';
import type { JsonValue } from '../values.js';

import type { Place } from './parts.js';

/** Which members of an object are put in that its schema does not require. */
export type OptionalMembers = 'always' | 'sometimes' | 'never';

/** Texts as people expect them. */
export interface SampleTexts {
  /** A text of a format of JSON Schema or OpenAPI; `undefined` where the format is not known. */
  readonly ofFormat: (format: string) => string | undefined;
  /** A text for a property of this name, such as a city for `city`; `undefined` where the name says nothing. */
  readonly ofName: (name: string) => string | undefined;
  readonly word: () => string;
  /** A text that a pattern of ECMA-262 matches, of a length in these bounds as far as it can. Throws ContentFault for one that cannot be read. */
  readonly ofPattern: (pattern: string, least: number, most: number) => string;
}

/** What the samplers of objects and arrays need of the whole. */
export interface SampleRoom {
  readonly draw: Draw;
  readonly optional: OptionalMembers;
  readonly sample: (schemas: readonly Located[], place: Place) => JsonValue;
  readonly heightOf: (schema: JsonValue) => number;
  /** Whether a key is one of `patternProperties`. */
  readonly fits: (pattern: string, key: string) => boolean;
  readonly textOf: (pattern: string) => string;
  readonly word: () => string;
}
