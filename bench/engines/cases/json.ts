import diff from '../../../src/tools/json/json-diff.js';
import formatter from '../../../src/tools/json/json-formatter.js';
import minifier from '../../../src/tools/json/json-minifier.js';
import type { EngineCase } from '../engine-case.js';

/** Records as services send them: short texts, numbers, an array, an object within. */
const records = (count: number, shift = 0) =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    name: `User ${i} Ünï`,
    email: `user${i}@example.com`,
    active: i % 3 === 0,
    score: i * 1.37,
    tags: ['alpha', 'beta', `long tag ${i}`],
    address: { street: `Main Street ${i + (i % 500 === 7 ? shift : 0)}`, zip: String(10_000 + i) },
    note: i % 5 === 0 ? 'line "quoted"\nnext' : null,
  }));

const file = (text: string) => [{ name: 'records.json', bytes: Buffer.from(text) }];
/** A file in, a file out. */
const throughEngine = (text: string, indent: number): (() => Buffer) => {
  const bytes = Buffer.from(text);
  return () => Buffer.from(JSON.stringify(JSON.parse(bytes.toString()), null, indent));
};
const compact = JSON.stringify(records(12_000));
const pretty = JSON.stringify(records(12_000), null, 2);
const small = JSON.stringify(records(4200));
const [first, second] = [JSON.stringify(records(8000)), JSON.stringify(records(8000, 1))];

/** The least that a structural comparison does: every value of both looked at once, in step. */
function walk(a: unknown, b: unknown): number {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b ? 0 : 1;
  let count = 0;
  for (const key of Object.keys(a)) count += walk(Reflect.get(a, key), Reflect.get(b, key));
  return count;
}

interface JsonDiffPatch {
  create(options: object): { diff(left: unknown, right: unknown): unknown };
}

/** A package that is not there at type checking, which knows only the project's own. */
const load = (name: string): Promise<unknown> => import(name);
const { create } = (await load('jsondiffpatch')) as JsonDiffPatch;
const peer = create({ objectHash: ({ id }: { readonly id: number }) => id });

const twoRecords = {
  tool: diff,
  bytes: Buffer.byteLength(first) + Buffer.byteLength(second),
  options: {},
  files: [
    { name: 'first.json', bytes: Buffer.from(first) },
    { name: 'second.json', bytes: Buffer.from(second) },
  ],
} as const;
/** Both documents, from the bytes of their files. */
const parseBoth = (): readonly [unknown, unknown] => {
  const [a, b] = twoRecords.files;
  return [JSON.parse(a.bytes.toString()), JSON.parse(b.bytes.toString())];
};

const cases: readonly EngineCase[] = [
  {
    tool: formatter,
    title: 'JSON.parse and JSON.stringify, text',
    bytes: Buffer.byteLength(small),
    input: small,
    options: {},
    engine: () => JSON.stringify(JSON.parse(small), null, 2),
  },
  {
    tool: formatter,
    title: 'JSON.parse and JSON.stringify, file',
    bytes: Buffer.byteLength(compact),
    options: {},
    files: file(compact),
    engine: throughEngine(compact, 2),
  },
  {
    tool: minifier,
    title: 'JSON.parse and JSON.stringify, file',
    bytes: Buffer.byteLength(pretty),
    options: {},
    files: file(pretty),
    engine: throughEngine(pretty, 0),
  },
  {
    ...twoRecords,
    title: 'JSON.parse of both and jsondiffpatch, told what identifies a record, files',
    engine: () => peer.diff(...parseBoth()),
  },
  {
    ...twoRecords,
    title: 'JSON.parse of both and our own walk over equal records, which loses digits and finds no insertions, files',
    engine: () => walk(...parseBoth()),
  },
];

export default cases;
