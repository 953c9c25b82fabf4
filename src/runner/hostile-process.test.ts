/** A service whose tool process was taken over and says what it likes: the run fails, the server and other runs do not. */

import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { callTool, codeOf, textOf } from '../testing/http.js';
import { openTestService, type TestService } from '../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('hostile');
});
afterAll(() => service.close());

/** The runs so far: their number is not secret, a process counts along. */
let runs = 0;

function call(id: string, body: unknown) {
  runs += 1;
  return callTool(service.origin, id, body);
}

/** Lets a process say something, made for the number of its run. */
const speak = (message: (run: number) => Buffer, times = 1, descriptor = 3) =>
  call('speak', { input: `${message(runs + 1).toString('base64')} ${times} ${descriptor}` });

/** A frame of any header, with a body that it announces but may not send. */
function frame(header: unknown, body = '', announced = body.length): Buffer {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(text.length, 0);
  prefix.writeUInt32LE(announced, 4);
  return Buffer.concat([prefix, text, Buffer.from(body)]);
}

/** An answer to the run under way that is right but for these fields. */
const answer =
  (fields: Record<string, unknown>, body = '{}', announced?: number) =>
  (run: number) =>
    frame({ type: 'answer', run, status: 200, phases: { checkMs: 0, toolMs: 0 }, ...fields }, body, announced);

const MESSAGES: readonly (readonly [string, (run: number) => Buffer])[] = [
  ...['abc', 0, 99_999, 100, null, {}].map(
    (code) => [`the code ${JSON.stringify(code)}`, answer({ status: code, code })] as const,
  ),
  ['a code for the server to say', answer({ code: 'SERVER_BUSY' })],
  ['phases that are not numbers', answer({ phases: { checkMs: 'x', toolMs: {} } })],
  ['no phases', answer({ phases: null })],
  ['an answer to another run', (run) => answer({})(run + 1)],
  ['a body of 4 GiB', answer({}, '', 0xffffffff)],
  ['an error of 100 KB', answer({ status: 400, code: 'INVALID_INPUT' }, 'x'.repeat(100_000))],
  ['a header of 4 GiB', () => Buffer.alloc(64, 0xff)],
  ['an empty header', () => Buffer.alloc(64)],
  ['a header that is not JSON', () => frame('{"type":')],
  ['ready again', () => frame({ type: 'ready' })],
  ['ready with a body', () => frame({ type: 'ready' }, 'x'.repeat(1000))],
  ['a report that does not exist', () => frame({ type: 'configure', settings: {} })],
  ['a call of a tool, from one that runs none', (run) => frame({ type: 'call', run, tool: 'wait-standard' }, '{}')],
  ['a crash without a cause', () => frame({ type: 'crash' })],
];

it.each(MESSAGES)('%s ends that process and nothing else', async (_, message) => {
  const before = service.runner.status.ended.protocol;
  const reply = await speak(message);
  expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
  expect(service.runner.status.ended.protocol).toBe(before + 1);
  expect(textOf(await call('wait-standard', { options: { ms: 0 } }))).toBe('waited');
});

it('an answer larger than the class allows is not collected', async () => {
  const residentMib = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) / 1024;
  const before = residentMib();
  const megabyte = Buffer.alloc(700_000);
  const reply = await speak((run) => Buffer.concat([answer({}, '', 2 ** 31)(run), megabyte]), 200);
  expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
  expect(residentMib() - before).toBeLessThan(64);
});

it('a flood on standard error is the end of it, and is not logged', async () => {
  const before = service.runner.status.ended.protocol;
  const reply = await speak(() => Buffer.alloc(500_000, 'x'), 100, 2);
  expect([reply.status, codeOf(reply)]).toEqual([500, 'EXECUTION_FAILED']);
  expect(service.runner.status.ended.protocol).toBe(before + 1);
  expect(JSON.stringify(service.lines)).not.toContain('xxxx');
});

it('a time that it cannot have taken does not reach the metrics', async () => {
  const reply = await speak(answer({ phases: { checkMs: 1e12, toolMs: 1e12 } }));
  // Its second answer ends it.
  expect(reply.status).toBe(200);
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  const seconds = [...metrics.matchAll(/phase="\w+"\} ([\d.e+]+)/g)].map(([, value]) => Number(value));
  expect(seconds).toHaveLength(2);
  expect(Math.max(...seconds)).toBeLessThan(1e6);
});
