/** What a `.proto` declares, as far as encoding needs it. */
export interface MessageSchema {
  /** With its package. */
  readonly name: string;
  readonly fields: ReadonlyMap<number, FieldSchema>;
  readonly names: ReadonlyMap<string, FieldSchema>;
}

export interface EnumSchema {
  readonly names: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<string, number>;
}

export type ScalarType =
  | 'double'
  | 'float'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'sint32'
  | 'sint64'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed32'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes';

export interface FieldSchema {
  readonly name: string;
  readonly number: number;
  readonly type: ScalarType | MessageSchema | EnumSchema;
  readonly isRepeated: boolean;
  readonly isPacked: boolean;
  readonly isGroup: boolean;
  /** Of a map; `type` is of its values. */
  readonly keyType: ScalarType | undefined;
}

export const isMessage = (type: FieldSchema['type']): type is MessageSchema =>
  typeof type === 'object' && 'fields' in type;
