/**
 * Writes a network as an ONNX model: the protobuf fields of onnx.proto3 that a float network needs, no more.
 * Field numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto (IR version 8, opset 17).
 */
export interface GraphInput {
  readonly name: string;
  readonly type: 'float32' | 'int64';
  /** A number, or a name for a size that differs from run to run. */
  readonly shape: readonly (number | string)[];
}

export interface GraphTensor {
  readonly name: string;
  readonly type: 'float32' | 'int64';
  readonly shape: readonly number[];
  /** Little-endian values in row order. */
  readonly bytes: Uint8Array;
}

export type AttributeValue = number | { readonly float: number } | readonly number[];

export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

export interface OnnxGraph {
  readonly inputs: readonly GraphInput[];
  readonly outputs: readonly GraphInput[];
  readonly tensors: readonly GraphTensor[];
  readonly nodes: readonly GraphNode[];
}

const IR_VERSION = 8;
const OPSET = 17;
const ELEMENT_TYPE = { float32: 1, int64: 7 } as const;

/** The graph as the bytes of an `.onnx` file. */
export function encodeOnnxModel(graph: OnnxGraph): Uint8Array {
  const body = message([
    ...graph.nodes.map((node) => bytesField(1, encodeNode(node))),
    textField(2, 'graph'),
    ...graph.tensors.map((tensor) => bytesField(5, encodeTensor(tensor))),
    ...graph.inputs.map((input) => bytesField(11, encodeValueInfo(input))),
    ...graph.outputs.map((output) => bytesField(12, encodeValueInfo(output))),
  ]);
  const opset = message([textField(1, ''), numberField(2, OPSET)]);
  return message([numberField(1, IR_VERSION), bytesField(7, body), bytesField(8, opset)]);
}

function encodeNode({ operator, inputs, outputs, attributes = {} }: GraphNode): Uint8Array {
  return message([
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, encodeAttribute(name, value))),
  ]);
}

// AttributeProto.type: FLOAT 1, INT 2, INTS 7
function encodeAttribute(name: string, value: AttributeValue): Uint8Array {
  if (typeof value === 'number') return message([textField(1, name), numberField(3, value), numberField(20, 2)]);
  if ('float' in value) return message([textField(1, name), floatField(2, value.float), numberField(20, 1)]);
  return message([textField(1, name), ...value.map((item) => numberField(8, item)), numberField(20, 7)]);
}

function encodeTensor({ name, type, shape, bytes }: GraphTensor): Uint8Array {
  return message([
    ...shape.map((size) => numberField(1, size)),
    numberField(2, ELEMENT_TYPE[type]),
    textField(8, name),
    bytesField(9, bytes),
  ]);
}

function encodeValueInfo({ name, type, shape }: GraphInput): Uint8Array {
  const dimensions = shape.map((size) =>
    bytesField(1, message([typeof size === 'number' ? numberField(1, size) : textField(2, size)])),
  );
  const tensorType = message([numberField(1, ELEMENT_TYPE[type]), bytesField(2, message(dimensions))]);
  return message([textField(1, name), bytesField(2, message([bytesField(1, tensorType)]))]);
}

type Parts = readonly Uint8Array[];

function message(fields: readonly Parts[]): Uint8Array {
  const parts = fields.flat();
  const result = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

// Protocol Buffers wire types: 0 varint, 2 length-delimited, 5 four bytes.
const numberField = (field: number, value: number): Parts => [varint(field * 8), varint(value)];
const bytesField = (field: number, value: Uint8Array): Parts => [varint(field * 8 + 2), varint(value.length), value];
const textField = (field: number, value: string): Parts => bytesField(field, new TextEncoder().encode(value));

function floatField(field: number, value: number): Parts {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [varint(field * 8 + 5), bytes];
}

/** Negative numbers take ten bytes, as two's complement of 64 bits. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
