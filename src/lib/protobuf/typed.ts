import { ContentFault, inPart, LimitFault } from '../faults.js';
import { isJsonArray, isJsonObject, JsonNumber, type JsonValue, jsonType, numberOf } from '../json/values.js';
import { rawTree, shortest, utf8Of } from './raw.js';
import { type EnumSchema, type FieldSchema, isMessage, type MessageSchema, type ScalarType } from './schema.js';
import { MAX_DEPTH, readFields, readPacked, type WireField, WireWriter } from './wire.js';

const FIXED_64: ReadonlySet<unknown> = new Set(['double', 'fixed64', 'sfixed64']);
const FIXED_32: ReadonlySet<unknown> = new Set(['float', 'fixed32', 'sfixed32']);

const wireOf = (type: FieldSchema['type']): 'varint' | 'fixed64' | 'fixed32' | 'length' => {
  if (FIXED_64.has(type)) return 'fixed64';
  if (FIXED_32.has(type)) return 'fixed32';
  return type === 'string' || type === 'bytes' || isMessage(type) ? 'length' : 'varint';
};

/**
 * A message by its schema, fields by their name in the order of the bytes; what the schema does not know is under `unknownFields` as
 * without one, and so is a field whose bytes are not of its type.
 */
export function decodeMessage(bytes: Uint8Array | readonly WireField[], schema: MessageSchema, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) throw new LimitFault(`it is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  const fields = bytes instanceof Uint8Array ? readFields(bytes) : bytes;
  const values = new Map<string, JsonValue>();
  const lists = new Map<string, JsonValue[]>();
  const maps = new Map<string, Map<string, JsonValue>>();
  const unknown: WireField[] = [];
  for (const field of fields) {
    const known = schema.fields.get(field.number);
    const read = known === undefined ? undefined : valuesOf(field, known, depth);
    if (known === undefined || read === undefined) {
      unknown.push(field);
      continue;
    }
    const { name } = known;
    if (known.keyType !== undefined) {
      const map = maps.get(name) ?? new Map<string, JsonValue>();
      for (const entry of read) if (isJsonObject(entry)) map.set(keyText(entry.get('key')), entry.get('value') ?? null);
      maps.set(name, map);
      values.set(name, map);
    } else if (known.isRepeated) {
      const list = lists.get(name) ?? [];
      for (const value of read) list.push(value);
      lists.set(name, list);
      values.set(name, list);
    } else values.set(name, read.at(-1) ?? null);
  }
  if (unknown.length > 0) values.set('unknownFields', rawTree(unknown));
  return values;
}

const keyText = (key: JsonValue | undefined): string => (key instanceof JsonNumber ? key.source : String(key ?? ''));

function valuesOf(field: WireField, known: FieldSchema, depth: number): JsonValue[] | undefined {
  const { type } = known;
  if (known.keyType !== undefined) {
    if (field.wire !== 'length') return undefined;
    const entry = decodeMessage(field.bytes, entrySchema(known), depth + 1);
    const zero = (one: FieldSchema['type']): JsonValue => defaultOf(one);
    if (isJsonObject(entry))
      return [
        new Map([
          ['key', entry.get('key') ?? zero(known.keyType)],
          ['value', entry.get('value') ?? zero(type)],
        ]),
      ];
    return undefined;
  }
  if (isMessage(type)) {
    if (field.wire === 'group') return [decodeMessage(field.fields, type, depth + 1)];
    return field.wire === 'length' ? [decodeMessage(field.bytes, type, depth + 1)] : undefined;
  }
  const wire = wireOf(type);
  if (field.wire === 'length') {
    if (type === 'bytes') return [Buffer.from(field.bytes).toString('base64')];
    if (type === 'string') {
      const text = utf8Of(field.bytes);
      return [text ?? Buffer.from(field.bytes).toString()];
    }
    // Readers take packed and unpacked for each other.
    if (wire === 'length' || !known.isRepeated) return undefined;
    return readPacked(field.bytes, wire).map((value) => scalar(value, type));
  }
  return field.wire !== 'group' && field.wire === wire ? [scalar(field.value, type)] : undefined;
}

function defaultOf(type: FieldSchema['type']): JsonValue {
  if (isMessage(type)) return new Map();
  if (type === 'string' || type === 'bytes') return '';
  return scalar(0n, type);
}

/** A map is a repeated message of a key and a value. */
function entrySchema({ name, type, keyType = 'string' }: FieldSchema): MessageSchema {
  const part = (partName: string, number: number, partType: FieldSchema['type']): FieldSchema => ({
    name: partName,
    number,
    type: partType,
    isRepeated: false,
    isPacked: false,
    isGroup: false,
    keyType: undefined,
  });
  const fields = [part('key', 1, keyType), part('value', 2, type)];
  return {
    name,
    fields: new Map(fields.map((one) => [one.number, one])),
    names: new Map(fields.map((one) => [one.name, one])),
  };
}

function scalar(value: bigint, type: ScalarType | EnumSchema): JsonValue {
  if (typeof type === 'object') {
    const number = Number(BigInt.asIntN(32, value));
    return type.names.get(number) ?? numberOf(number);
  }
  if (type === 'bool') return value !== 0n;
  if (type === 'double' || type === 'float') return float(value, type === 'double' ? 64 : 32);
  const size = type.endsWith('64') ? 64 : 32;
  if (type.startsWith('sint')) {
    const unsigned = BigInt.asUintN(size, value);
    return numberOf((unsigned >> 1n) ^ -(unsigned & 1n));
  }
  return numberOf(
    type.startsWith('u') || type.startsWith('fixed') ? BigInt.asUintN(size, value) : BigInt.asIntN(size, value),
  );
}

function float(bits: bigint, size: 32 | 64): JsonValue {
  const view = new DataView(new ArrayBuffer(8));
  if (size === 64) view.setBigUint64(0, bits);
  else view.setUint32(0, Number(bits));
  const value = size === 64 ? view.getFloat64(0) : view.getFloat32(0);
  if (!Number.isFinite(value)) return String(value);
  return Object.is(value, -0) ? new JsonNumber('-0') : numberOf(shortest(value, size));
}

/** A message out of JSON, fields by number. Throws ContentFault naming the field. */
export function encodeMessage(value: JsonValue, schema: MessageSchema, depth = 0): Uint8Array {
  if (depth > MAX_DEPTH) throw new LimitFault(`it is nested more than ${MAX_DEPTH} deep`, MAX_DEPTH);
  if (!isJsonObject(value)) throw new ContentFault(`message ${schema.name} is an object, got ${jsonType(value)}`);
  const given: (readonly [FieldSchema, JsonValue])[] = [];
  for (const [name, part] of value) {
    const field = schema.names.get(name);
    if (field === undefined)
      throw new ContentFault(`message ${schema.name} has no field ${JSON.stringify(name.slice(0, 80))}`);
    if (part !== null) given.push([field, part]);
  }
  const writer = new WireWriter();
  for (const [field, part] of given.sort(([a], [b]) => a.number - b.number))
    inPart(`field ${field.name}`, () => writeField(writer, field, part, depth));
  return writer.finish();
}

function writeField(writer: WireWriter, field: FieldSchema, value: JsonValue, depth: number): void {
  const { type, number } = field;
  if (field.keyType !== undefined) {
    if (!isJsonObject(value)) throw new ContentFault(`a map is an object, got ${jsonType(value)}`);
    const schema = entrySchema(field);
    for (const [key, part] of value) {
      const entry = new Map<string, JsonValue>([
        ['key', mapKey(key, field.keyType)],
        ['value', part],
      ]);
      writer.tag(number, 2).block(encodeMessage(entry, schema, depth + 1));
    }
    return;
  }
  if (field.isRepeated && !isJsonArray(value))
    throw new ContentFault(`a repeated field is an array, got ${jsonType(value)}`);
  const items = field.isRepeated && isJsonArray(value) ? value : [value];
  if (field.isPacked && !isMessage(type) && wireOf(type) !== 'length') {
    if (items.length === 0) return;
    const packed = new WireWriter();
    for (const item of items) writeNumber(packed, item, type);
    writer.tag(number, 2).block(packed.finish());
    return;
  }
  for (const item of items) {
    if (isMessage(type)) {
      const bytes = encodeMessage(item, type, depth + 1);
      if (field.isGroup) writer.tag(number, 3).raw(bytes).tag(number, 4);
      else writer.tag(number, 2).block(bytes);
    } else if (type === 'string' || type === 'bytes') {
      if (typeof item !== 'string') throw new ContentFault(`type ${type} needs a text, got ${jsonType(item)}`);
      writer.tag(number, 2).block(Buffer.from(item, type === 'bytes' ? 'base64' : 'utf8'));
    } else {
      writer.tag(number, { varint: 0, fixed64: 1, length: 2, fixed32: 5 }[wireOf(type)]);
      writeNumber(writer, item, type);
    }
  }
}

const mapKey = (key: string, type: ScalarType): JsonValue =>
  type === 'string' ? key : type === 'bool' ? key === 'true' : new JsonNumber(/^-?\d{1,20}$/.test(key) ? key : 'x');

function writeNumber(writer: WireWriter, value: JsonValue, type: ScalarType | EnumSchema): void {
  if (type === 'double' || type === 'float') {
    writeFloat(writer, value, type);
    return;
  }
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new ContentFault(`type bool needs true or false, got ${jsonType(value)}`);
    writer.varint(value ? 1n : 0n);
    return;
  }
  const named = typeof type === 'object' && typeof value === 'string' ? type.values.get(value) : undefined;
  const source = value instanceof JsonNumber ? value.source : typeof value === 'string' ? value : '';
  if (named === undefined && !/^-?\d{1,20}$/.test(source))
    throw new ContentFault(
      typeof type === 'object'
        ? `the enum has no value ${JSON.stringify(source.slice(0, 80))}`
        : `type ${type} needs a whole number of its size, got ${JSON.stringify(source.slice(0, 80))}`,
    );
  const number = named === undefined ? BigInt(source) : BigInt(named);
  const name = typeof type === 'object' ? 'int32' : type;
  const size = name.endsWith('64') ? 64 : 32;
  const isUnsigned = name.startsWith('u') || name.startsWith('fixed');
  if ((isUnsigned ? BigInt.asUintN(size, number) : BigInt.asIntN(size, number)) !== number)
    throw new ContentFault(`${number} does not fit in ${name}`);
  if (name.includes('fixed')) writer.fixed(number, size === 64 ? 8 : 4);
  else if (name.startsWith('sint')) writer.varint(BigInt.asUintN(size, (number << 1n) ^ (number >> 63n)));
  else writer.varint(number);
}

function writeFloat(writer: WireWriter, value: JsonValue, type: 'double' | 'float'): void {
  const isNamed = value === 'NaN' || value === 'Infinity' || value === '-Infinity';
  if (!(value instanceof JsonNumber) && !isNamed)
    throw new ContentFault(`type ${type} needs a number, got ${jsonType(value)}`);
  const number = Number(value instanceof JsonNumber ? value.source : value);
  const view = new DataView(new ArrayBuffer(8));
  if (type === 'double') {
    view.setFloat64(0, number);
    writer.fixed(view.getBigUint64(0), 8);
  } else {
    view.setFloat32(0, number);
    writer.fixed(BigInt(view.getUint32(0)), 4);
  }
}
