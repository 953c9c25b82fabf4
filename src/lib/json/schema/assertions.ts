import { ContentFault } from '../../faults.js';
import { countCodePoints } from '../../unicode/code-points.js';
import { ValueIds } from '../diff/identity.js';
import { compareNumbers, isMultipleOf, isWhole } from '../numbers.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonObject, type JsonValue, jsonType } from '../values.js';
import { writeJson } from '../write.js';
import { addFault, type Frame, misuse, shownAt, type Visit } from './frame.js';

const TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

/** A test for a regular expression of ECMA-262; `undefined` where it is none that can be run. */
export type CompilePattern = (pattern: string) => ((text: string) => boolean) | undefined;

/** Whether a text is of a format; `undefined` where the format is not known. */
export type FormatTest = (format: string, text: string) => boolean | undefined;

/** Most choices that a message names. */
const MAX_TOLD = 10;

/** The choices of a short list of short texts and other simple values, else how many there are. */
function choicesTold(choices: readonly JsonValue[]): string {
  const told = choices.slice(0, MAX_TOLD + 1).map((choice) => {
    const isSimple = !isJsonArray(choice) && !isJsonObject(choice);
    const written = isSimple ? writeJson(choice) : '';
    return written.length <= 40 ? written : '';
  });
  const isShort = told.length > 0 && told.length <= MAX_TOLD && !told.includes('');
  return isShort ? told.join(', ') : `the ${choices.length} allowed values`;
}

/** The patterns of a schema, each compiled once. */
export class SchemaPatterns {
  readonly #known = new Map<string, (text: string) => boolean>();
  readonly #compile: CompilePattern;

  constructor(compile: CompilePattern) {
    this.#compile = compile;
  }

  /** Throws ContentFault, with the place of the schema, at one that cannot be run. */
  testOf(pattern: string, visit: Pick<Visit, 'at'>): (text: string) => boolean {
    const known = this.#known.get(pattern);
    if (known !== undefined) return known;
    const made = this.#compile(pattern);
    if (made === undefined) {
      throw new ContentFault(
        `${shownAt(visit)} has the pattern ${JSON.stringify(pattern)}, which cannot be run in linear time or is none`,
      );
    }
    this.#known.set(pattern, made);
    return made;
  }
}

/** Keywords that a value keeps to or not by itself, its members and elements aside. */
export class Assertions {
  readonly #ids = new ValueIds();
  readonly #patterns: SchemaPatterns;
  readonly #isFormat: FormatTest | undefined;

  constructor(patterns: SchemaPatterns, isFormat: FormatTest | undefined) {
    this.#patterns = patterns;
    this.#isFormat = isFormat;
  }

  /** Adds a fault for each keyword of the frame's schema that its value does not keep to. `rank` is that of the draft. */
  check(frame: Frame, rank: number): void {
    const { schema, visit } = frame;
    const { value } = visit;
    const type = schema.get('type');
    if (type !== undefined) checkType(frame, type);
    const choices = schema.get('enum');
    if (choices !== undefined) {
      if (!isJsonArray(choices)) throw misuse(frame, 'enum', 'an array');
      if (!choices.some((choice) => this.#ids.areEqual(choice, value))) {
        addFault(frame, 'enum', `must be one of ${choicesTold(choices)}`);
      }
    }
    const only = rank >= 1 ? schema.get('const') : undefined;
    if (only !== undefined && !this.#ids.areEqual(only, value))
      addFault(frame, 'const', 'must be the value that "const" says');
    if (value instanceof JsonNumber) checkNumber(frame, value.source);
    else if (typeof value === 'string') this.#checkText(frame, value);
    else if (isJsonArray(value)) {
      checkCount(frame, value.length, 'Items', 'items');
      if (
        schema.get('uniqueItems') === true &&
        new Set(value.map((item) => this.#ids.idOf(item))).size < value.length
      ) {
        addFault(frame, 'uniqueItems', 'must have no item twice');
      }
    } else if (isJsonObject(value)) checkObject(frame, value, rank);
    const format = schema.get('format');
    if (typeof format === 'string' && typeof value === 'string' && this.#isFormat?.(format, value) === false) {
      addFault(frame, 'format', `must be of the format ${JSON.stringify(format)}`);
    }
  }

  #checkText(frame: Frame, text: string): void {
    const { schema } = frame;
    if (schema.has('minLength') || schema.has('maxLength'))
      checkCount(frame, countCodePoints(text), 'Length', 'characters');
    const pattern = schema.get('pattern');
    if (pattern === undefined) return;
    if (typeof pattern !== 'string') throw misuse(frame, 'pattern', 'a text');
    if (!this.#patterns.testOf(pattern, frame.visit)(text))
      addFault(frame, 'pattern', `must match the pattern ${JSON.stringify(pattern)}`);
  }
}

function checkType(frame: Frame, type: JsonValue): void {
  const types = isJsonArray(type) ? type : [type];
  const { value } = frame.visit;
  for (const name of types) {
    if (typeof name !== 'string' || !TYPES.has(name)) throw misuse(frame, 'type', [...TYPES].join(', '));
  }
  const own = jsonType(value);
  const isInteger = value instanceof JsonNumber && types.includes('integer') && isWhole(value.source);
  if (!types.includes(own) && !isInteger) addFault(frame, 'type', `must be ${types.join(' or ')}, is ${own}`);
}

function checkNumber(frame: Frame, source: string): void {
  const { schema, resource } = frame;
  const limit = (keyword: string): string | undefined => {
    const bound = schema.get(keyword);
    if (bound === undefined || typeof bound === 'boolean') return undefined;
    if (!(bound instanceof JsonNumber)) throw misuse(frame, keyword, 'a number');
    return bound.source;
  };
  // Draft 4 says with a boolean that the bound itself is excluded.
  const isStrict = (keyword: string): boolean => resource.draft === '4' && schema.get(keyword) === true;
  const [least, most] = [limit('minimum'), limit('maximum')];
  if (least !== undefined) {
    const order = compareNumbers(source, least);
    if (order < 0 || (order === 0 && isStrict('exclusiveMinimum')))
      addFault(frame, 'minimum', `must be at least ${least}`);
  }
  if (most !== undefined) {
    const order = compareNumbers(source, most);
    if (order > 0 || (order === 0 && isStrict('exclusiveMaximum')))
      addFault(frame, 'maximum', `must be at most ${most}`);
  }
  if (resource.draft !== '4') {
    const [above, below] = [limit('exclusiveMinimum'), limit('exclusiveMaximum')];
    if (above !== undefined && compareNumbers(source, above) <= 0)
      addFault(frame, 'exclusiveMinimum', `must be more than ${above}`);
    if (below !== undefined && compareNumbers(source, below) >= 0)
      addFault(frame, 'exclusiveMaximum', `must be less than ${below}`);
  }
  const divisor = limit('multipleOf');
  if (divisor !== undefined && isMultipleOf(source, divisor) !== true)
    addFault(frame, 'multipleOf', `must be a multiple of ${divisor}`);
}

function checkCount(frame: Frame, count: number, name: 'Items' | 'Length' | 'Properties', unit: string): void {
  for (const kind of ['min', 'max'] as const) {
    const bound = frame.schema.get(kind + name);
    if (bound === undefined) continue;
    if (!(bound instanceof JsonNumber)) throw misuse(frame, kind + name, 'a number');
    const order = compareNumbers(String(count), bound.source);
    if (kind === 'min' ? order < 0 : order > 0) {
      addFault(
        frame,
        kind + name,
        `must have at ${kind === 'min' ? 'least' : 'most'} ${bound.source} ${unit}, has ${count}`,
      );
    }
  }
}

function checkObject(frame: Frame, value: JsonObject, rank: number): void {
  const { schema } = frame;
  checkCount(frame, value.size, 'Properties', 'properties');
  const required = schema.get('required');
  if (required !== undefined && typeof required !== 'boolean') {
    if (!isJsonArray(required)) throw misuse(frame, 'required', 'an array of names');
    for (const name of required) {
      if (typeof name === 'string' && !value.has(name))
        addFault(frame, 'required', `must have the property ${JSON.stringify(name)}`);
    }
  }
  const dependent = rank >= 3 ? schema.get('dependentRequired') : undefined;
  if (dependent !== undefined && isJsonObject(dependent)) {
    for (const [name, names] of dependent) checkDependency(frame, value, name, names, 'dependentRequired');
  }
}

/** `dependentRequired`, and `dependencies` where it lists names. */
export function checkDependency(
  frame: Frame,
  value: JsonObject,
  name: string,
  names: JsonValue,
  keyword: string,
): void {
  if (!value.has(name) || !isJsonArray(names)) return;
  for (const needed of names) {
    if (typeof needed === 'string' && !value.has(needed)) {
      addFault(frame, keyword, `must have the property ${JSON.stringify(needed)} where it has ${JSON.stringify(name)}`);
    }
  }
}
