import type { Enum, Field, Namespace, ReflectionObject, Type } from 'protobufjs';

import { ContentFault, LimitFault } from '../lib/faults.js';
import {
  type EnumSchema,
  type FieldSchema,
  isMessage,
  type MessageSchema,
  type ScalarType,
} from '../lib/protobuf/schema.js';

const MAX_NESTING = 64;
const MAX_TYPES = 5_000;

const SCALARS =
  'double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes'.split(' ');
const isScalar = (type: string): type is ScalarType => SCALARS.includes(type);

/**
 * Reads a `.proto` text: its messages by their full name, in their order. Only the package's parser is used: its encoders are made of
 * source code with names of the schema in it. Imports are those of google/protobuf/. Throws ContentFault and LimitFault.
 */
export async function readProtoSchema(source: string): Promise<ReadonlyMap<string, MessageSchema>> {
  checkNesting(source);
  const { default: protobuf } = await import('protobufjs');
  const root = new protobuf.Root();
  const parse = (text: string): string[] => {
    try {
      return protobuf.parse(text, root, { keepCase: true }).imports ?? [];
    } catch (error) {
      // The parser throws plain errors, whose message is about the schema alone.
      throw new ContentFault(
        String(error instanceof Error ? error.message : error)
          .replace(/\s+/g, ' ')
          .slice(0, 200),
        undefined,
        undefined,
        { cause: error },
      );
    }
  };
  for (const name of new Set(parse(source))) {
    const common = protobuf.common.get(name);
    if (common === null)
      throw new ContentFault(
        `it imports ${JSON.stringify(name.slice(0, 80))}; only the well-known types of google/protobuf/ can be imported`,
      );
    if (common.nested !== undefined) root.addJSON(common.nested);
  }
  return schemasOf(root, protobuf, /^\s*(?:syntax\s*=\s*["']proto3|edition\s*=)/m.test(source));
}

/** Brackets within brackets, before the parser recurses; strings and comments may hold any. */
function checkNesting(source: string): void {
  let depth = 0;
  for (const { 0: token } of source.matchAll(
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|[[\]{}()<>]/g,
  )) {
    if (token.length > 1) continue;
    depth += '[{(<'.includes(token) ? 1 : -1;
    if (depth > MAX_NESTING) throw new LimitFault(`it is nested more than ${MAX_NESTING} deep`, MAX_NESTING);
  }
}

type Protobuf = typeof import('protobufjs');

function schemasOf(root: Namespace, protobuf: Protobuf, isPacked: boolean): ReadonlyMap<string, MessageSchema> {
  const types: Type[] = [];
  const visit = (space: Namespace): void => {
    for (const one of space.nestedArray) {
      if (one instanceof protobuf.Type) types.push(one);
      if (one instanceof protobuf.Namespace) visit(one);
    }
  };
  visit(root);
  if (types.length > MAX_TYPES) throw new LimitFault(`it has more than ${MAX_TYPES} messages`, MAX_TYPES);
  // Fields are added when all messages exist: they may refer to each other.
  const made = new Map<
    Type,
    MessageSchema & { readonly fields: Map<number, FieldSchema>; readonly names: Map<string, FieldSchema> }
  >();
  for (const type of types) made.set(type, { name: nameOf(type), fields: new Map(), names: new Map() });
  const enums = new Map<Enum, EnumSchema>();
  const find = (field: Field, name: string): FieldSchema['type'] => {
    if (isScalar(name)) return name;
    const found = field.parent?.lookup(name) ?? null;
    if (found instanceof protobuf.Type) return made.get(found) ?? unknownType(field, name);
    if (!(found instanceof protobuf.Enum)) return unknownType(field, name);
    const known = enums.get(found) ?? enumSchema(found);
    enums.set(found, known);
    return known;
  };
  for (const [type, schema] of made) {
    for (const field of type.fieldsArray) {
      const type_ = find(field, field.type);
      const keyType = field instanceof protobuf.MapField ? field.keyType : undefined;
      const told: FieldSchema = {
        name: field.name,
        number: field.id,
        type: type_,
        isRepeated: field.repeated,
        isPacked: field.repeated && !isMessage(type_) && packedOf(field, isPacked),
        isGroup: isGroup(field, type_, protobuf),
        keyType: keyType !== undefined && isScalar(keyType) ? keyType : undefined,
      };
      schema.fields.set(field.id, told);
      schema.names.set(field.name, told);
      schema.names.set(
        field.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        told,
      );
    }
  }
  return new Map([...made.values()].map((schema) => [schema.name, schema]));
}

const nameOf = (one: ReflectionObject): string => one.fullName.replace(/^\./, '');

function unknownType(field: Field, name: string): never {
  throw new ContentFault(
    `field ${field.name} has the type ${JSON.stringify(name.slice(0, 80))}, which is not declared`,
  );
}

const enumSchema = ({ values }: Enum): EnumSchema => ({
  // Of two names for a number, the first declared counts.
  names: new Map(
    Object.entries(values)
      .reverse()
      .map(([name, number]) => [number, name]),
  ),
  values: new Map(Object.entries(values)),
});

/** As the field says, else as its syntax or edition has it: proto2 does not pack. The well-known types have no lists of numbers. */
function packedOf(field: Field, isPacked: boolean): boolean {
  const told = (field.options as Readonly<Record<string, unknown>> | undefined)?.packed;
  return typeof told === 'boolean' ? told : isPacked;
}

/** A group is a message that is declared together with its field. */
const isGroup = (field: Field, type: FieldSchema['type'], protobuf: Protobuf): boolean => {
  const found = isMessage(type) ? (field.parent?.lookup(field.type) ?? null) : null;
  // Not among the types of the package.
  return found instanceof protobuf.Type && Reflect.get(found, 'group') === true;
};
