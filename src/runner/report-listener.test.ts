/** What a tool process that was taken over can say to the server. */

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';

import type { RunPlace } from '../core/run-progress.js';
import { mutateBytes } from '../testing/byte-mutations.js';
import { type Chance, chanceOf, pick } from '../testing/chance.js';
import { exhaustive } from '../testing/exhaustive.js';
import { ProtocolFault, type Report, writeFrame } from './frames.js';
import { ReportListener } from './report-listener.js';

const PHASES = { checkMs: 0.25, toolMs: 12.5 };
const READY: Report = { type: 'ready' };
const CRASH: Report = { type: 'crash', cause: 'Error\n    at run (/a/b.js:1:2)' };
const answer = (run: number, code?: 'INVALID_INPUT'): Report => ({
  type: 'answer',
  run,
  code,
  phases: PHASES,
  isSpent: false,
});

const MAX_RESULT = 5000;

function frame(report: Report, body = Buffer.alloc(0)): Buffer {
  const stream = new PassThrough();
  writeFrame(stream, report, body.length, body.length === 0 ? [] : [body]);
  return stream.read() as Buffer;
}

interface Heard {
  readonly listener: ReportListener;
  readonly said: string[];
}

/** A listener that notes what it lets through, and expects the answer to run 7. */
function listen(): Heard {
  const said: string[] = [];
  const listener = new ReportListener({
    ready: () => void said.push('ready'),
    crash: () => void said.push('crash'),
    call: ({ run, tool, place }, body) =>
      void said.push(
        `${run} calls ${tool}: ${Buffer.concat(body).length} bytes${place === undefined ? '' : ` at ${JSON.stringify(place)}`}`,
      ),
    progress: ({ run, progress: { done, total } }) => void said.push(`${run} is at ${done} of ${total}`),
    answer: ({ run, code }, body) => {
      said.push(`answer to ${run}: ${code ?? 'ok'}, ${Buffer.concat(body).length} bytes`);
    },
  });
  listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT });
  return { listener, said };
}

it('lets through what the protocol allows', () => {
  const { listener, said } = listen();
  listener.push(Buffer.concat([frame(READY), frame(answer(7), Buffer.alloc(MAX_RESULT))]));
  listener.expectAnswer({ run: 8, maxBodyBytes: MAX_RESULT });
  listener.push(Buffer.concat([frame(answer(8, 'INVALID_INPUT'), Buffer.alloc(60_000)), frame(CRASH)]));
  expect(said).toEqual(['ready', 'answer to 7: ok, 5000 bytes', 'answer to 8: INVALID_INPUT, 60000 bytes', 'crash']);
});

const PROGRESS: Report = { type: 'progress', run: 7, progress: { done: 1.5, total: 6, unit: 'seconds' } };

it('lets through how far a run is, where somebody wants to hear it, a thousand times', () => {
  const { listener, said } = listen();
  listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, hasProgress: true });
  listener.push(frame(READY));
  for (let told = 0; told < 1000; told += 1) listener.push(frame(PROGRESS));
  expect(said.at(-1)).toBe('7 is at 1.5 of 6');
  expect(said).toHaveLength(1001);
  expect(() => listener.push(frame(PROGRESS))).toThrow(ProtocolFault);
});

it.each<[what: string, report: Report]>([
  ['that nobody asked for', PROGRESS],
  ['of another run', { ...PROGRESS, run: 8 }],
])('refuses progress %s', (what, report) => {
  const { listener } = listen();
  if (what === 'of another run') listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, hasProgress: true });
  expect(() => listener.push(Buffer.concat([frame(READY), frame(report)]))).toThrow(ProtocolFault);
});

it.each([
  { done: -1, total: 6, unit: 'seconds' },
  { done: 1, total: 'six', unit: 'seconds' },
  { done: 1, total: 6, unit: 'furlongs' },
  undefined,
])('refuses progress that is none: %j', (progress) => {
  const { listener } = listen();
  listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, hasProgress: true });
  const report = { type: 'progress', run: 7, progress } as Report;
  expect(() => listener.push(Buffer.concat([frame(READY), frame(report)]))).toThrow(ProtocolFault);
});

const CALL: Report = { type: 'call', run: 7, tool: 'some-tool' };

const PLACE: RunPlace = {
  done: 1,
  total: 2,
  unit: 'items',
  current: { done: 0, total: 3, unit: 'steps', current: { done: 4, total: 5, unit: 'files' } },
};

it('lets through where a run is that calls, made anew of what is known', () => {
  const { listener, said } = listen();
  listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, maxCallBytes: 1000 });
  listener.push(
    Buffer.concat([frame(READY), frame({ ...CALL, place: { ...PLACE, tool: 'other', more: 1 } } as Report)]),
  );
  expect(said.at(-1)).toBe(`7 calls some-tool: 0 bytes at ${JSON.stringify(PLACE)}`);
});

it.each([
  { done: 1, total: 6, unit: 'seconds' },
  { done: 6, total: 6, unit: 'steps' },
  { done: -1, total: 6, unit: 'steps' },
  { done: 0, total: '6', unit: 'steps' },
  { done: 0, total: 6, unit: 'steps', current: { done: 1, total: 60, unit: 'seconds' } },
  { done: 0, total: 6, unit: 'steps', current: PLACE },
  null,
])('refuses a place that is none: %j', (place) => {
  const { listener } = listen();
  listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, maxCallBytes: 1000 });
  expect(() => listener.push(Buffer.concat([frame(READY), frame({ ...CALL, place } as Report)]))).toThrow(
    ProtocolFault,
  );
});

it('lets through calls of a run that may make some, one at a time', () => {
  const { listener, said } = listen();
  listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, maxCallBytes: 1000 });
  listener.push(Buffer.concat([frame(READY), frame(CALL, Buffer.alloc(1000))]));
  listener.callAnswered();
  listener.push(frame(CALL));
  listener.callAnswered();
  listener.push(frame(answer(7)));
  expect(said).toEqual([
    'ready',
    '7 calls some-tool: 1000 bytes',
    '7 calls some-tool: 0 bytes',
    'answer to 7: ok, 0 bytes',
  ]);
  for (const frames of [
    [frame(CALL, Buffer.alloc(1001))],
    [frame(CALL), frame(CALL)],
    [frame(CALL), frame(answer(7))],
    [frame({ ...CALL, run: 8 })],
    [frame({ ...CALL, tool: '../other' })],
  ]) {
    const heard = listen();
    heard.listener.expectAnswer({ run: 7, maxBodyBytes: MAX_RESULT, maxCallBytes: 1000 });
    heard.listener.push(frame(READY));
    expect(() => heard.listener.push(Buffer.concat(frames))).toThrow(ProtocolFault);
  }
});

it('refuses reports out of turn, bodies where there are none, and bodies over the bound', () => {
  const refused: readonly (readonly Buffer[])[] = [
    [frame(answer(7))],
    [frame(READY), frame(READY)],
    [frame(READY), frame(answer(6))],
    [frame(READY), frame(CALL)],
    [frame(READY), frame(answer(7)), frame(answer(7))],
    [frame(CRASH), frame(READY)],
    [frame(READY), frame(CRASH), frame(CRASH)],
    [frame(READY, Buffer.alloc(1))],
    [frame(READY), frame(CRASH, Buffer.alloc(1))],
    [frame(READY), frame(answer(7), Buffer.alloc(MAX_RESULT + 1))],
    [frame(READY), frame(answer(7, 'INVALID_INPUT'), Buffer.alloc(65_537))],
  ];
  for (const [index, frames] of refused.entries()) {
    const { listener } = listen();
    expect(() => listener.push(Buffer.concat(frames)), `case ${index}`).toThrow(ProtocolFault);
  }
});

const TOKENS = [
  ...['"type"', '"answer"', '"ready"', '"crash"', '"run"', '"code"', '"cause"', '"phases"', '"checkMs"', '"toolMs"'],
  ...['"INVALID_INPUT"', '"SERVER_BUSY"', '"__proto__"', '{}', '[]', 'null', '1e999', '-1', '7', '"abc"', '\\u0000'],
].map((token) => Buffer.from(token));

/** Pushes bytes in pieces of chance. */
function pushInPieces(listener: ReportListener, bytes: Buffer, chance: Chance): void {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + chance(chance(4) === 0 ? 8 : 4096);
    listener.push(bytes.subarray(at, end));
    at = end;
  }
}

exhaustive('100,000 mutated conversations end in a fault, or in answers that are allowed', () => {
  const chance = chanceOf(18);
  const talk = Buffer.concat([frame(READY), frame(answer(7), Buffer.alloc(300, 'x')), frame(CRASH)]);
  const refusal = Buffer.concat([frame(READY), frame(answer(7, 'INVALID_INPUT'), Buffer.from('{"error":{}}'))]);
  const allowed =
    /^(ready|crash|answer to 7: (ok|INVALID_INPUT|LIMIT_EXCEEDED|EXECUTION_FAILED|OUTPUT_TOO_LARGE), \d+ bytes)$/;
  let faults = 0;
  let answers = 0;
  for (let i = 0; i < 100_000; i += 1) {
    const { listener, said } = listen();
    const original = pick(chance, [talk, refusal]);
    const bytes = mutateBytes(Buffer.from(original), { tokens: TOKENS, donor: talk }, chance);
    try {
      pushInPieces(listener, bytes, chance);
    } catch (error) {
      if (!(error instanceof ProtocolFault)) throw error;
      faults += 1;
    }
    const strange = said.filter((word) => !allowed.test(word));
    const given = said.filter((word) => word.startsWith('answer')).length;
    if (strange.length > 0 || given > 1) throw new Error(`mutation ${i}: ${said.join(' · ')}`);
    answers += given;
  }
  // Both ends are reached often, so the mutations are neither all broken nor all harmless.
  expect(faults).toBeGreaterThan(10_000);
  expect(answers).toBeGreaterThan(10_000);
});
