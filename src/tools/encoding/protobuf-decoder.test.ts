import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WireWriter } from '../../lib/protobuf/wire.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import protobufDecoder from './protobuf-decoder.js';

const run = async (input: string, options: Readonly<Record<string, unknown>>) => {
  const answer = await runTool(protobufDecoder, { input, options });
  expect(answer.status, `${answer.message} ${answer.cause}`).toBe(200);
  return answer;
};

const SCHEMA = `syntax = "proto3";
package shop.v1;
import "google/protobuf/timestamp.proto";
message Order {
  enum State { NEW = 0; SENT = 1; LOST = -3; }
  message Item { string name = 1; double price = 2; Item part = 3; }
  int32 i32 = 1; int64 i64 = 2; uint32 u32 = 3; uint64 u64 = 4; sint32 s32 = 5; sint64 s64 = 6;
  fixed32 f32 = 7; fixed64 f64 = 8; sfixed32 sf32 = 9; sfixed64 sf64 = 10;
  float fl = 11; double dbl = 12; bool flag = 13; string text = 14; bytes raw = 15; State state = 16;
  repeated sint64 packed_list = 17; repeated int32 plain_list = 18 [packed = false]; repeated Item items = 19;
  map<string, int32> by_name = 20; oneof choice { string a = 21; Item b = 22; }
  google.protobuf.Timestamp at = 536870911; repeated State states = 24; map<int32, Item> by_id = 25;
}`;

/** A value as JSON, and as the text format of protoc. */
type Made = readonly [json: unknown, text: string];

const whole = (chance: Chance, bits: number, signed: boolean): string => {
  const size = BigInt(1 + chance(bits - 1));
  const value = ((BigInt(chance(2 ** 32)) << 32n) | BigInt(chance(2 ** 32))) % (1n << size);
  return String(signed && chance(2) === 0 ? -value : value);
};
const octal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
const words = (chance: Chance): string => pick(chance, ['', 'a', 'größe', '日本', 'tab\tnew\n', '"quoted"', '😀']);

function item(chance: Chance, depth = 0): Made {
  const name = `n${words(chance)}`;
  const price = (1 + chance(10_000)) / 8;
  const inner = depth < 4 && chance(2) === 0 ? item(chance, depth + 1) : undefined;
  return [
    { name, price, ...(inner === undefined ? {} : { part: inner[0] }) },
    `name: "${octal(Buffer.from(name))}" price: ${price}${inner === undefined ? '' : ` part { ${inner[1]} }`}`,
  ];
}

/** JSON as a text, since its numbers have 64 bits, and the text format. */
function order(chance: Chance): readonly [json: string, text: string] {
  const json: string[] = [];
  const text: string[] = [];
  const add = (name: string, value: string, written = value): void => {
    json.push(`${JSON.stringify(name)}:${value}`);
    text.push(`${name}: ${written}`);
  };
  const maybe = (work: () => void): void => {
    if (chance(2) === 0) work();
  };
  const nonZero = (made: string): string => (made === '0' || made === '-0' ? '1' : made);
  for (const [name, bits, signed] of [
    ['i32', 31, true],
    ['i64', 63, true],
    ['u32', 32, false],
    ['u64', 64, false],
    ['s32', 31, true],
    ['s64', 63, true],
    ['f32', 32, false],
    ['f64', 64, false],
    ['sf32', 31, true],
    ['sf64', 63, true],
  ] as const)
    maybe(() => add(name, nonZero(whole(chance, bits, signed))));
  maybe(() => add('fl', String((1 + chance(99_999)) / 16)));
  maybe(() => add('dbl', String((1 + chance(2 ** 31)) / 1000)));
  maybe(() => add('flag', 'true'));
  maybe(() => {
    const value = `t${words(chance)}`;
    add('text', JSON.stringify(value), `"${octal(Buffer.from(value))}"`);
  });
  maybe(() => {
    const bytes = Uint8Array.from({ length: 1 + chance(20) }, () => chance(256));
    add('raw', JSON.stringify(Buffer.from(bytes).toString('base64')), `"${octal(bytes)}"`);
  });
  maybe(() => {
    const state = pick(chance, ['SENT', 'LOST']);
    add('state', `"${state}"`, state);
  });
  maybe(() => {
    const list = Array.from({ length: 1 + chance(5) }, () => whole(chance, 63, true).replace(/^-0$/, '0'));
    json.push(`"packed_list":[${list}]`);
    text.push(`packed_list: [${list.join(', ')}]`);
  });
  maybe(() => {
    const list = Array.from({ length: 1 + chance(5) }, () => whole(chance, 31, true).replace(/^-0$/, '0'));
    json.push(`"plain_list":[${list}]`);
    text.push(`plain_list: [${list.join(', ')}]`);
  });
  maybe(() => {
    const items = Array.from({ length: 1 + chance(3) }, () => item(chance));
    json.push(`"items":${JSON.stringify(items.map(([one]) => one))}`);
    text.push(...items.map(([, one]) => `items { ${one} }`));
  });
  maybe(() => {
    const value = 1 + chance(1000);
    json.push(`"by_name":{"k":${value}}`);
    text.push(`by_name { key: "k" value: ${value} }`);
  });
  maybe(() => {
    const [one, written] = item(chance);
    json.push(`"b":${JSON.stringify(one)}`);
    text.push(`b { ${written} }`);
  });
  maybe(() => {
    json.push('"states":["SENT","NEW"]');
    text.push('states: [SENT, NEW]');
  });
  maybe(() => {
    const [one, written] = item(chance);
    json.push(`"by_id":{"-5":${JSON.stringify(one)}}`);
    text.push(`by_id { key: -5 value { ${written} } }`);
  });
  maybe(() => {
    const seconds = 1 + chance(2 ** 31);
    json.push(`"at":{"seconds":${seconds},"nanos":5}`);
    text.push(`at { seconds: ${seconds} nanos: 5 }`);
  });
  return [`{${json.join(',')}}`, text.join('\n')];
}

/** Fields of every wire type with numbers of up to five bytes, texts, bytes, groups and messages within. */
function randomMessage(chance: Chance, depth: number): Uint8Array {
  const writer = new WireWriter();
  for (let count = 1 + chance(4); count > 0; count--) {
    const number = pick(chance, [1, 2, 15, 16, 2047, 2048, 536_870_911]);
    const type = depth > 3 ? pick(chance, [0, 1, 5]) : pick(chance, [0, 1, 2, 2, 2, 3, 5]);
    writer.tag(number, type);
    if (type === 0) writer.varint((BigInt(chance(2 ** 32)) << BigInt(chance(33))) | BigInt(chance(2)));
    if (type === 1) writer.raw(Uint8Array.from({ length: 8 }, () => chance(256)));
    if (type === 5) writer.raw(Uint8Array.from({ length: 4 }, () => chance(256)));
    if (type === 3) writer.raw(randomMessage(chance, depth + 1)).tag(number, 4);
    if (type === 2) {
      const text = Buffer.from(words(chance));
      writer.block(
        pick(chance, [
          text,
          randomMessage(chance, depth + 1),
          Uint8Array.from({ length: chance(6) }, () => chance(256)),
        ]),
      );
    }
  }
  return writer.finish();
}

const hasProtoc = hasProgram('protoc', ['--version'], 'protobuf-decoder against protoc');

inRounds.skipIf(!hasProtoc)(
  'messages are encoded to the bytes of protoc and decoded from them',
  [10, 250],
  async (rounds) => {
    const folder = mkdtempSync(join(tmpdir(), 'protobuf-'));
    writeFileSync(join(folder, 's.proto'), SCHEMA);
    mkdirSync(join(folder, 'google/protobuf'), { recursive: true });
    const timestamp =
      'syntax = "proto3"; package google.protobuf; message Timestamp { int64 seconds = 1; int32 nanos = 2; }';
    writeFileSync(join(folder, 'google/protobuf/timestamp.proto'), timestamp);
    const chance = chanceOf(3);
    for (let round = 0; round < rounds; round++) {
      const [json, text] = order(chance);
      const bytes = runProgram('protoc', ['--encode=shop.v1.Order', `-I${folder}`, 's.proto'], text);
      if (bytes.length === 0) continue;
      const options = { schema: SCHEMA, message: 'Order', encoding: 'hex' };
      expect((await run(json, { ...options, direction: 'encode' })).text, text).toBe(bytes.toString('hex'));
      const decoded = (await run(bytes.toString('hex'), { ...options, indent: 0 })).text;
      expect(JSON.parse(decoded ?? ''), text).toEqual(JSON.parse(json));
      // Digits beyond doubles, which JSON.parse loses.
      for (const digits of json.match(/\d{17,}/g) ?? []) expect(decoded).toContain(digits);
      const raw = runProgram('protoc', ['--decode_raw'], bytes).toString();
      expect((await run(bytes.toString('hex'), { to: 'text' })).text).toBe(raw);
    }
  },
);

inRounds.skipIf(!hasProtoc)(
  'random bytes are decoded without a schema as protoc does, or refused as it does',
  [40, 600],
  async (rounds) => {
    const chance = chanceOf(4);
    let read = 0;
    for (let round = 0; round < rounds; round++) {
      const made = randomMessage(chance, 0);
      const bytes = chance(3) > 0 || made.length === 0 ? made : made.with(chance(made.length), chance(256));
      let raw: string | undefined;
      try {
        raw = runProgram('protoc', ['--decode_raw'], bytes).toString();
      } catch {
        // It fails on what is not a message.
        raw = undefined;
      }
      const answer = await runTool(protobufDecoder, {
        input: Buffer.from(bytes).toString('hex'),
        options: { to: 'text', encoding: 'hex', framing: 'none' },
      });
      expect(answer.status === 200 ? answer.text : undefined, Buffer.from(bytes).toString('hex')).toBe(raw);
      if (raw !== undefined) read++;
    }
    expect(read).toBeGreaterThan(rounds / 2);
  },
);

it('proto2: groups, and lists that are not packed unless the field says so', async () => {
  const schema =
    'syntax = "proto2"; message A { repeated int32 n = 1; repeated int32 p = 2 [packed=true]; optional group G = 3 { optional string s = 1; } }';
  const json = '{"n":[1,2],"p":[1,2],"g":{"s":"x"}}';
  const hex = '0801080212020102' + '1b0a01781c';
  expect((await run(json, { schema, direction: 'encode' })).text).toBe(hex);
  expect((await run(hex, { schema })).data).toEqual(JSON.parse(json));
  // The other way round is read, too.
  expect((await run('0a0201021001', { schema })).data).toEqual({ n: [1, 2], p: [1] });
});

it('frames of gRPC and delimited messages are told apart', async () => {
  expect((await run('00000000020801' + '00000000020802', {})).data).toHaveLength(2);
  expect((await run('020801020802', { framing: 'delimited' })).data).toHaveLength(2);
  const { message } = await runTool(protobufDecoder, { input: '01000000020801', options: { framing: 'grpc' } });
  expect(message).toContain('compressed');
});

exhaustive('every truncation and 500 random changes of a message are 200, 400 or 413', async () => {
  const chance = chanceOf(9);
  const hex = (await run(order(chanceOf(12))[0], { schema: SCHEMA, direction: 'encode' })).text ?? '';
  const bytes = Buffer.from(hex, 'hex');
  const damaged = [...bytes.keys()].slice(1).map((end) => bytes.subarray(0, end));
  for (let change = 0; change < 500; change++) {
    const copy = Buffer.from(bytes);
    copy[chance(copy.length)] = chance(256);
    damaged.push(copy);
  }
  for (const [index, one] of damaged.entries()) {
    const options = index % 2 === 0 ? {} : { schema: SCHEMA };
    const { status } = await runTool(protobufDecoder, {
      input: one.toString('hex'),
      options: { ...options, encoding: 'hex' },
    });
    expect([200, 400, 413]).toContain(status);
  }
});

it('hostile schemas and messages are refused', async () => {
  const statuses = [
    `message A { ${'message B { '.repeat(5000)}`,
    `message A { optional int32 a = 1 [${'('.repeat(5000)}`,
    'message A { optional A a = 1; } }',
    'message A { optional Missing a = 1; }',
    'message __proto__ { optional int32 constructor = 1; }',
    'syntax = "proto9"; message A {}',
    'message A { optional int32 a = 99999999999; }',
    'enum E { A = 0; }',
  ].map(async (schema) => (await runTool(protobufDecoder, { input: '0801', options: { schema } })).status);
  for (const status of await Promise.all(statuses)) expect([200, 400, 413]).toContain(status);
  expect((await runTool(protobufDecoder, { input: '0b'.repeat(2000) })).status).toBe(413);
  const deep = `{"a":${'{"a":'.repeat(200)}{}${'}'.repeat(201)}`;
  const { status } = await runTool(protobufDecoder, {
    input: deep,
    options: { direction: 'encode', schema: 'message A { optional A a = 1; }' },
  });
  expect(status).toBe(413);
});

it('long messages take linear time', async () => {
  for (const part of ['0801', '0a020801', '0b0c', '0d00000000'])
    await expectLinear(2_000, (length) =>
      runTool(protobufDecoder, { input: part.repeat(length), options: { to: 'text' } }),
    );
}, 60_000);
