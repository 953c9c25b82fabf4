import { expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds, inRows } from '../../testing/exhaustive.js';
import { runProgram } from '../../testing/programs.js';
import { randomScript } from '../../testing/random-scripts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './run-javascript.js';

interface Report {
  readonly type: string;
  readonly value: unknown;
  readonly text: string;
  readonly output: string;
  readonly error: { readonly name: string | null; readonly message: string; readonly line: number | null } | null;
  readonly warnings: readonly string[];
}

async function evaluate(input: string, options: object = {}): Promise<Report> {
  const { data, message, cause } = await runTool(tool, { input, options: { ...options } });
  expect(message, `${input.slice(0, 200)} ${String(cause)}`).toBeUndefined();
  return data as Report;
}

/** What Node prints for each script, each in a context of its own. */
function printedByNode(scripts: readonly string[]): (string | null)[] {
  const program = `
const { createContext, runInContext } = require('node:vm');
const { format } = require('node:util');
const scripts = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const printed = scripts.map((script) => {
  const lines = [];
  const log = (...given) => lines.push(format(...given));
  try {
    runInContext(script, createContext({ console: { log } }));
  } catch (error) {
    // A class comes a second time.
    return null;
  }
  return lines.join('\\n').toWellFormed();
});
process.stdout.write(JSON.stringify(printed));`;
  return JSON.parse(runProgram(process.execPath, ['-e', program], JSON.stringify(scripts)).toString()) as (
    | string
    | null
  )[];
}

inRounds('prints what Node prints, of random programs', [3, 1000], async (rounds) => {
  const chance = chanceOf(77);
  const scripts = Array.from({ length: rounds }, () => randomScript(chance));
  const theirs = printedByNode(scripts);
  expect(theirs.filter((one) => one !== null).length).toBeGreaterThan(rounds / 2);
  for (const [index, script] of scripts.entries()) {
    if (theirs[index] === null) continue;
    const { output, error } = await evaluate(script);
    expect([output, error], script).toEqual([theirs[index], null]);
  }
});

/** Whose form in Node's console fits on one line. */
const SHOWN = [
  '[]',
  '{}',
  '[1, -0, 2.5, NaN, Infinity]',
  "['a', \"it's\", '\"', 'a\\nb', '\\u0001\\x7f', 'é😀']",
  "'it\\'s \"x\"'",
  '[[1, [2, [3, [4]]]]]',
  '({ a: { b: { c: { d: 1 } } } })',
  "({ a: 1, 'b-c': 'x', 3: null, [Symbol('s')]: undefined })",
  'new Map([[1, { a: 2 }], ["k", [3]]])',
  "new Set(['x', 2])",
  'new Map()',
  '[,1,,,2,]',
  'new Array(3)',
  'Array.from({ length: 3 }, (_, i) => i * i)',
  'new Date(0)',
  'new Date(NaN)',
  '/a[b]+/gi',
  'Symbol("q")',
  '10n ** 20n',
  '[1n, null, undefined, true]',
  'function named() {}',
  '(() => {})',
  'class Shape {}',
  '[class Shape { static x = 1 }]',
  'Object.assign(function f() {}, { a: 1 })',
  'new (class Point { constructor() { this.x = 1; } })()',
  'Object.create(null)',
  'Object.assign(Object.create(null), { a: 1 })',
  'new Uint8Array([1, 2, 3])',
  'new Float64Array(2)',
  '({ get a() { return 1; }, set b(x) {}, get c() { return 2; }, set c(x) {} })',
  'new Number(5)',
  'new String("x")',
  '[new Boolean(false)]',
  '[async () => {}, function* g() {}]',
  'Math.max',
  '({ f() {}, g: class {}, h: class A extends Array {} })',
  'Object.assign([1, 2], { k: 3 })',
  'Math',
  'JSON',
  'globalThis.undefined',
];

exhaustive('shows values as the console of Node does', async () => {
  const scripts = SHOWN.map((value) => `console.log(${value});`);
  const theirs = printedByNode([...scripts, ...FORMATS, CIRCLE]);
  for (const [index, script] of [...scripts, ...FORMATS, CIRCLE].entries())
    expect((await evaluate(script)).output, script).toBe(theirs[index]);
});

const CIRCLE = 'const o = { a: 1 }; o.self = o; console.log(o);';
const FORMATS = [
  "console.log('%s %s %d %i %f', 'a', 5, '7', '8.9', '1.5', 'more', { a: 1 });",
  "console.log('%j %% %c.', { a: [1] }, 'color: red');",
  "console.log('%s', 1n, '%s');",
  "console.log('100%', 5, 'x');",
  "console.log('%d %i %f', 10n, 'x', 'y');",
  'console.log();',
  "console.log('', 'a');",
  "console.log('%o %O', 1, [1]);",
  "console.log('%s', Symbol('a'), null, undefined);",
  "console.log('%x', 1);",
];

it.each([
  ['1 + 1', 'number', 2],
  ['"é😀\\ud800"', 'string', 'é😀\ud800'],
  ['undefined', 'undefined', null],
  ['null', 'null', null],
  ['(() => 1)', 'function', null],
  ['Symbol("a")', 'symbol', null],
  ['Promise.resolve({ a: [1] })', 'object', { a: [1] }],
  ['(async () => 5)()', 'number', 5],
  ['if (true) { 3 } else { 4 }', 'number', 3],
  ['let x = 1', 'undefined', null],
  ['"use strict"; this === globalThis', 'boolean', true],
  ['({ a: NaN, b: -Infinity, c: undefined, d: () => 1 })', 'object', { a: null, b: null }],
  ['new Map([[{}, 1n]])', 'object', [[{}, '1']]],
  ['new Date(0)', 'object', '1970-01-01T00:00:00.000Z'],
  ['({ toJSON() { return 7; } })', 'object', 7],
  ['"data" in globalThis && data', 'object', { list: [1, { a: null }] }],
  [
    'const seen = []; setTimeout(() => seen.push("b"), 20); setTimeout(() => seen.push("a"), 10); await new Promise((done) => setTimeout(done, 60000)); seen',
    'array',
    ['a', 'b'],
  ],
  [
    'let n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id); }, 5); await new Promise((done) => setTimeout(done, 100)); n',
    'number',
    3,
  ],
])('%s is %s', async (script, type, value) => {
  expect(await evaluate(script, { data: '{"list":[1,{"a":null}]}' })).toMatchObject({ type, value, error: null });
});

it.each([
  ['throw new RangeError("x")', 'RangeError', 'x', 1],
  ['\n\nthrow "text"', null, 'text', null],
  ['throw { a: 1 }', null, '{ a: 1 }', null],
  ['await Promise.reject(new Error("later"))', 'Error', 'later', 1],
  ['Promise.reject(new Error("last"))', 'Error', 'last', 1],
  ['setTimeout(() => {\nthrow new Error("timer");\n}); await new Promise(() => {})', 'Error', 'timer', 2],
  ['await new Promise(() => {})', null, 'The script waits for a promise that is never settled', null],
  ['eval("(")', 'SyntaxError', "unexpected token in expression: ''", 1],
  ['const odd = new Error("o"); odd.name = "Odd";\nthrow odd', 'Odd', 'o', 1],
  ['require("fs")', 'ReferenceError', 'require is not defined', 1],
  ['function f() { return f() + 1; } f()', 'RangeError', 'Maximum call stack size exceeded', 1],
])('%s ends with an error of its own', async (script, name, message, line) => {
  const { error } = await evaluate(script);
  expect([error?.name, error?.message, error?.line]).toEqual([name, message, line]);
});

it('goes on until no timer is left, as Node does', async () => {
  const script =
    'setTimeout(() => { console.log("b"); setTimeout(() => console.log("c")); }, 20); setTimeout(() => console.log("a"), 5); "value"';
  expect(await evaluate(script)).toMatchObject({ value: 'value', output: 'a\nb\nc', error: null });
  const { error } = await evaluate('setTimeout(() => { throw new Error("late"); }); 1');
  expect(error).toMatchObject({ name: 'Error', message: 'late' });
  const { status, message } = await runTool(tool, { input: 'setInterval(() => {}); 1', options: { timeoutMs: 50 } });
  expect([status, message]).toEqual([413, 'The script must end within 50 ms; option "timeoutMs" can be up to 10000']);
});

it.each([
  ['data.length', { data: JSON.stringify('x'.repeat(900_000)), memoryMb: 4 }],
  ['"x".repeat(3e6)', { memoryMb: 4 }],
  ['console.log("x".repeat(9e5)); console.log(data)', { data: JSON.stringify('y'.repeat(90_000)), memoryMb: 4 }],
])('little memory is enough or refused: %s', async (input, options) => {
  const { status, message, cause } = await runTool(tool, { input, options });
  expect([200, 413], `${message} ${String(cause)}`).toContain(status);
});

/** Each looks for a way out; `yes` is for what would be one. */
const ESCAPES = [
  'this.constructor.constructor("return typeof process")()',
  'Function("return typeof process + typeof require + typeof module + typeof Buffer")()',
  '(async () => {}).constructor("return typeof process")()',
  '(function* () {}).constructor("return typeof process")().next().value',
  'globalThis.constructor.constructor("return this.process")()',
  'console.log.constructor("return typeof process")()',
  'setTimeout.constructor("return typeof process")()',
  'console.log.call.constructor("return typeof globalThis.process")()',
  'let found; Error.prepareStackTrace = (e, frames) => { found = frames; return ""; }; new Error().stack; typeof found?.[0]?.getThis?.()?.process',
  'let found; try { null.x } catch (error) { found = error.constructor.constructor("return typeof process")() } found',
  'let found; try { (function f() { f(); })() } catch (error) { found = error.constructor.constructor("return typeof process")() } found',
  'await import("node:fs").then(() => "yes", (error) => error.name)',
  'await import("fs").then(() => "yes", () => "no")',
  'const trap = new Proxy(function () {}, { apply: (a, b, c) => typeof b?.process, get: (a, key) => trap, construct: () => ({}) }); console.log(trap); typeof trap.process',
  'console.log({ get a() { return arguments.callee.caller; }, toString: 1 }); typeof process',
  'Object.prototype.toJSON = function () { return typeof process; }; ({ a: 1 })',
  'Object.defineProperty(Object.prototype, "value", { get() { return "polluted"; }, configurable: true }); 1',
  'Array.prototype.map = () => { throw new Error("mine") }; String.prototype.split = null; 1',
  'Promise.prototype.then = function () { return "yes"; }; await 1; 2',
  'Symbol.iterator in Array.prototype && delete Array.prototype[Symbol.iterator]; 1',
  'JSON.stringify = () => "{}"; JSON.parse = () => "yes"; data',
  'typeof WebAssembly + typeof SharedArrayBuffer.prototype.grow + typeof Atomics.wait',
  'typeof std + typeof os + typeof bjson + typeof load + typeof print + typeof scriptArgs',
  'typeof fetch + typeof XMLHttpRequest + typeof WebSocket + typeof navigator',
  'new Function("return import.meta")()',
  'globalThis.__proto__.constructor === Object ? 1 : 2',
  'Reflect.ownKeys(globalThis).filter((key) => /write|host|tick|finish|prelude/i.test(String(key))).length',
  '[].constructor.constructor("return typeof process.binding")()',
  'class A extends Promise { static get [Symbol.species]() { return function (run) { run(() => {}, () => {}); return { then() { return "yes" } } } } } await new A((done) => done(1)); 3',
  'Object.setPrototypeOf(Object.prototype.__proto__ ?? {}, null); 1',
  'new Date().constructor.constructor("return typeof global")()',
];

inRows(40, ESCAPES)('nothing of the host is found: %s', async (input) => {
  const answer = await runTool(tool, { input, options: { data: '{"a":1}' } });
  expect([200, 400], `${answer.message} ${String(answer.cause)}`).toContain(answer.status);
  const { value, output } = (answer.data ?? {}) as Partial<Report>;
  expect(JSON.stringify([value ?? null, output ?? ''])).not.toMatch(/yes|"object"|node:|\/(?:src|dist|node_modules)\//);
});

/** Each ends in time, whatever it asks for. */
const HOSTILE = [
  'Promise.prototype.constructor = { get [Symbol.species]() { throw null; } }; 1',
  'JSON.parse("[".repeat(100000))',
  'eval("(".repeat(100000))',
  'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; o',
  'let a = []; for (let i = 0; i < 1000; i++) a = [a]; a',
  'for (;;) console.log("x".repeat(1000))',
  '/(a+)+$/.test("a".repeat(40) + "b")',
  'for (;;) { try { for (;;); } catch {} }',
  'const f = () => Promise.resolve().then(f); await f()',
  'setInterval(() => {}); await new Promise(() => {})',
  'const again = () => setTimeout(again); again(); await new Promise(() => {})',
  '10n ** 10000000n',
  'new Array(2 ** 32 - 1).fill(1)',
  '"x".repeat(2 ** 29)',
  'const all = []; for (;;) { try { for (;;) all.push(new ArrayBuffer(1e6)); } catch { all.length = 0; } }',
  'new RegExp("(".repeat(20000) + ")".repeat(20000))',
  'console.log(Array.from({ length: 1e5 }, (_, i) => ({ i })))',
  '"x".repeat(5e6)',
  'const o = {}; o.o = o; o',
  'console.log(new Proxy({}, { ownKeys() { for (;;); } }))',
  '({ toJSON() { for (;;); } })',
  'throw new Proxy({}, { get() { for (;;); } })',
  'new Error("x".repeat(1e6))',
  'Object.defineProperty(new Error("a"), "stack", { get() { throw 1; } })',
  'throw Object.defineProperty(new Error("a"), "name", { get() { throw 1; } })',
  'let s = new Set([1]); for (const x of s) { s.delete(x); s.add(x); }',
  '[..."ab".repeat(3000)].reduce((sum, c) => () => sum, 0)',
  'x'.repeat(999_000),
  '('.repeat(999_000),
  '`${'.repeat(300_000),
  '{'.repeat(500_000),
  '-'.repeat(500_000),
  'a=>'.repeat(300_000),
  '\u0000',
  '1 //\u2028\ud800',
];

inRows(10, HOSTILE)('ends in time: %s', async (input) => {
  const { status, message, cause } = await runTool(tool, { input, options: { timeoutMs: 300, memoryMb: 32 } });
  expect([200, 400, 413], `${message} ${String(cause)}`).toContain(status);
});
