import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';

import { overLimit } from '../../core/errors.js';
import { JsonNumber, type JsonValue } from '../../lib/json/values.js';

import { shortFault, type YamlDocument, type YamlFault, type YamlVersion, yamlFault } from './document.js';

export interface YamlMapping {
  readonly version: YamlVersion;
  readonly mergeKeys: boolean;
}

/** Keys that merging may copy in one document. */
const MAX_MERGED_KEYS = 1_000_000;

/** What JSON does not have, and where it stands; never leaves this file, since a place is looked for only where one is told. */
class YamlGap extends Error {
  override readonly name = 'YamlGap';

  constructor(
    readonly offset: number,
    readonly fault: string,
  ) {
    super(fault);
  }
}

/**
 * The values of a document. Numbers keep their digits as far as JSON can write them, timestamps their letters, sets become objects
 * of nulls, ordered maps arrays of objects of one key. What stands behind several aliases is one object.
 * Throws INVALID_INPUT, with line and column, for what JSON does not have: keys that are not scalars, keys that stand twice,
 * infinities, aliases inside their own anchor.
 */
export function yamlToJson(document: YamlDocument, text: string, label: string, mapping: YamlMapping): JsonValue {
  const read = yamlValue(document, label, mapping);
  if ('gap' in read) throw yamlFault(text, label, read.gap);
  return read.value;
}

/** As `yamlToJson`, but what JSON does not have is returned. */
export function yamlValue(
  document: YamlDocument,
  label: string,
  mapping: YamlMapping,
): { readonly value: JsonValue } | { readonly gap: YamlFault } {
  const version = document.directives?.yaml.version === '1.1' ? '1.1' : '1.2';
  try {
    return { value: new Converter(label, { ...mapping, version }).convert(document.contents as Node | null) };
  } catch (error) {
    // The gap is the answer.
    if (error instanceof YamlGap) return { gap: { offset: error.offset, fault: shortFault(error.fault) } };
    throw error;
  }
}

const PENDING = Symbol('an anchor whose node is not read to its end');

class Converter {
  readonly #label: string;
  readonly #mapping: YamlMapping;
  readonly #anchors = new Map<string, JsonValue | typeof PENDING>();
  #mergedKeys = 0;

  constructor(label: string, mapping: YamlMapping) {
    this.#label = label;
    this.#mapping = mapping;
  }

  convert(node: Node | null): JsonValue {
    if (node === null) return null;
    if (isAlias(node)) return this.#alias(node.source, node);
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, PENDING);
    const value = this.#value(node);
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #value(node: Node): JsonValue {
    if (isScalar(node)) return this.#scalar(node);
    if (isMap(node)) return this.#object(node.items as Pair<Node, Node | null>[]);
    if (!isSeq(node)) throw this.#fault(node, 'this node has no place in JSON');
    return node.items.map((item) =>
      isPair(item) ? this.#object([item as Pair<Node, Node | null>]) : this.convert(item as Node | null),
    );
  }

  #alias(name: string, node: Node): JsonValue {
    const value = this.#anchors.get(name);
    if (value === undefined) throw this.#fault(node, `the alias *${name} has no anchor before it`);
    if (value === PENDING) throw this.#fault(node, `the alias *${name} is inside its own anchor`);
    return value;
  }

  #object(pairs: readonly Pair<Node, Node | null>[]): JsonValue {
    const result = new Map<string, JsonValue>();
    const merged = new Set<string>();
    for (const { key, value } of pairs) {
      if (this.#mapping.mergeKeys && isMergeKey(key)) this.#merge(this.convert(value), result, merged, key);
      else this.#put(result, merged, key, value);
    }
    return result;
  }

  #put(result: Map<string, JsonValue>, merged: Set<string>, key: Node | null, value: Node | null): void {
    const name = this.#key(key);
    if (result.has(name) && !merged.delete(name))
      throw this.#fault(key ?? value, `duplicate key ${JSON.stringify(name)}`);
    result.set(name, this.convert(value));
  }

  // yaml.org/type/merge.html: keys of the map itself win, then those of earlier maps.
  #merge(value: JsonValue, result: Map<string, JsonValue>, merged: Set<string>, key: Node): void {
    const sources = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    for (const source of sources) {
      if (!(source instanceof Map)) throw this.#fault(key, '"<<" must have a map or a list of maps as its value');
      this.#mergedKeys += source.size;
      if (this.#mergedKeys > MAX_MERGED_KEYS)
        throw overLimit(`The merge keys of ${this.#label} must copy at most ${MAX_MERGED_KEYS} keys`);
      for (const [name, item] of source as ReadonlyMap<string, JsonValue>) {
        if (result.has(name)) continue;
        result.set(name, item);
        merged.add(name);
      }
    }
  }

  #key(key: Node | null): string {
    if (key === null) return '';
    if (isAlias(key)) {
      const value = this.#alias(key.source, key);
      if (typeof value === 'string') return value;
      if (value instanceof JsonNumber) return value.source;
      if (value === null || typeof value === 'boolean') return String(value);
      throw this.#fault(key, 'a key of a JSON object must be a scalar');
    }
    if (!isScalar(key)) throw this.#fault(key, 'a key of a JSON object must be a scalar');
    const value = this.convert(key);
    // As written: 1.0, yes and 2001-01-01 are their own names.
    return typeof value === 'string' ? value : (key.source ?? '');
  }

  #scalar(node: Scalar): JsonValue {
    const { value, source = '' } = node;
    if (typeof value === 'string' || typeof value === 'boolean') return isBinary(node) ? withoutSpace(source) : value;
    if (value === null) return null;
    if (this.#mapping.version === '1.1' && node.tag === undefined && isTextBefore12(source)) return source;
    if (typeof value === 'bigint') return new JsonNumber(String(value));
    if (typeof value === 'number') return this.#float(node, source, value);
    if (value instanceof Uint8Array) return withoutSpace(source);
    // A timestamp of YAML 1.1.
    return source;
  }

  #float(node: Scalar, source: string, value: number): JsonValue {
    if (!Number.isFinite(value) && !/\d/.test(source)) throw this.#fault(node, `JSON does not allow ${source}`);
    const decimal = /^([-+]?)(\d[\d_]*)?(?:\.([\d_]*))?([eE][-+]?\d+)?$/.exec(source);
    if (decimal === null) return new JsonNumber(String(value));
    const [, sign, whole = '', fraction = '', exponent = ''] = decimal;
    const left = whole.replaceAll('_', '').replace(/^0+(?=\d)/, '') || '0';
    const right = fraction.replaceAll('_', '');
    return new JsonNumber(`${sign === '-' ? '-' : ''}${left}${right === '' ? '' : `.${right}`}${exponent}`);
  }

  #fault(node: Node | null, fault: string): Error {
    return new YamlGap(node?.range?.[0] ?? 0, fault);
  }
}

export const isMergeKey = (key: Node | null): key is Scalar =>
  isScalar(key) && key.source === '<<' && key.type === 'PLAIN' && key.tag !== 'tag:yaml.org,2002:str';

/**
 * yaml.org/type/float.html and int.html: a float has a dot and a digit, its exponent a sign; 08 is not octal, 0:30 not in base 60. The
 * package is more liberal.
 */
const isTextBefore12 = (source: string): boolean =>
  /^[-+]?(?:0[0-9_]*[89][0-9_]*|0[0-9_]*(?::[0-5]?\d)+|[\d_.]*[eE]\d+|\d[\d_]*[eE].*|\.?[eE].*|\.(?:_.*)?)$/.test(
    source,
  );

const isBinary = ({ tag }: Scalar): boolean => tag === 'tag:yaml.org,2002:binary';

const withoutSpace = (source: string): string => source.replace(/\s+/g, '');
