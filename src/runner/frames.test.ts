import { PassThrough } from 'node:stream';

import { expect, it } from 'vitest';

import { DirectFrameReader, FrameReader } from './frame-readers.js';
import { ProtocolFault, readReport, writeFrame } from './frames.js';

interface Frame {
  readonly header: unknown;
  readonly body: string;
}

const EXPECTED: readonly Frame[] = [
  { header: { type: 'ready' }, body: '' },
  { header: { type: 'abort', run: 7 }, body: 'hello' },
  { header: { type: 'ready' }, body: 'x'.repeat(70_000) },
  { header: { type: 'ready' }, body: '' },
];

/** The bytes of these frames. */
function written(): Buffer {
  const stream = new PassThrough();
  writeFrame(stream, { type: 'ready' });
  writeFrame(stream, { type: 'abort', run: 7 }, 5, [Buffer.from('he'), Buffer.from('llo')]);
  const big = Buffer.alloc(70_000, 'x');
  writeFrame(stream, { type: 'ready' }, 70_000, [big.subarray(0, 1000), big.subarray(1000)]);
  writeFrame(stream, { type: 'ready' });
  return stream.read() as Buffer;
}

const anyHeader = (header: unknown) => ({ header, maxBodyBytes: 70_000 });

const SIZES = [1, 3, 7, 8, 9, 100, 39_999, 65_544, 65_545, 1_000_000];

it('reads frames however their bytes arrive', () => {
  const bytes = written();
  for (const size of SIZES) {
    const frames: Frame[] = [];
    const reader = new FrameReader(anyHeader, (header, body) => {
      frames.push({ header, body: Buffer.concat(body).toString() });
    });
    for (let i = 0; i < bytes.length; i += size) reader.push(bytes.subarray(i, i + size));
    expect(frames, String(size)).toEqual(EXPECTED);
  }
});

it('reads frames straight into their place, however their bytes arrive', () => {
  const bytes = written();
  for (const size of SIZES) {
    const frames: Frame[] = [];
    const reader = new DirectFrameReader((header, body) => frames.push({ header, body: body.toString() }));
    for (let i = 0; i < bytes.length; ) {
      const target = reader.target();
      const count = bytes.copy(target, 0, i, Math.min(bytes.length, i + size));
      if (count === 0) throw new Error('no room for the next byte');
      reader.filled(count);
      i += count;
    }
    expect(frames, String(size)).toEqual(EXPECTED);
  }
});

it('refuses a stream that is out of step', () => {
  const reader = new FrameReader(anyHeader, () => undefined);
  expect(() => reader.push(Buffer.alloc(8, 0xff))).toThrow(ProtocolFault);
  const direct = new DirectFrameReader(() => undefined);
  direct.target().fill(0xff);
  expect(() => direct.filled(8)).toThrow(ProtocolFault);
});

it('refuses a body over its bound before any of it is kept', () => {
  const reader = new FrameReader(anyHeader, () => undefined);
  const prefix = Buffer.alloc(10);
  prefix.writeUInt32LE(2, 0);
  prefix.writeUInt32LE(70_001, 4);
  prefix.write('{}', 8);
  expect(() => reader.push(prefix)).toThrow(ProtocolFault);
});

it('keeps a body that comes byte by byte in few chunks', () => {
  let chunks = 0;
  const reader = new FrameReader(anyHeader, (_, body) => {
    chunks = body.length;
  });
  const stream = new PassThrough();
  writeFrame(stream, { type: 'ready' }, 70_000, [Buffer.alloc(70_000)]);
  for (const byte of stream.read() as Buffer) reader.push(Buffer.from([byte]));
  expect(chunks).toBe(2);
});

const PHASES = { checkMs: 0.5, toolMs: 2 };

it('reads the three reports', () => {
  const reports = [
    { type: 'ready' },
    { type: 'crash', cause: 'Error\n    at run (/a/b.js:1:2)' },
    { type: 'answer', run: 3, code: undefined, cause: undefined, phases: PHASES, isSpent: false },
    { type: 'answer', run: 4, code: 'LIMIT_EXCEEDED', cause: 'Error', phases: PHASES, isSpent: false },
  ];
  for (const report of reports) expect(readReport(report)).toEqual(report);
});

it('refuses what no tool process says', () => {
  const answer = { type: 'answer', run: 1, phases: PHASES, isSpent: false };
  const refused: readonly unknown[] = [
    ...[
      null,
      1,
      'ready',
      [],
      [{ type: 'ready' }],
      {},
      { type: 'gone' },
      { type: 'crash' },
      { type: 'crash', cause: 7 },
    ],
    ...['abc', -1, Number.NaN, null, 2 ** 60].map((run) => ({ ...answer, run })),
    // Codes that are for the server to say, and words that only look like one.
    ...[
      'SERVER_BUSY',
      'SERVER_BUSY',
      'TOOL_NOT_FOUND',
      'ok',
      'toString',
      '__proto__',
      200,
      null,
      ['INVALID_INPUT'],
    ].map((code) => ({ ...answer, code })),
    ...[null, {}, [], 'fast', { checkMs: -1, toolMs: 0 }, { checkMs: 0, toolMs: '2' }, { checkMs: 0 }].map(
      (phases) => ({
        ...answer,
        phases,
      }),
    ),
  ];
  for (const header of refused) expect(() => readReport(header), JSON.stringify(header)).toThrow(ProtocolFault);
});

it('lets no cause write more into the log than a failure has to say', () => {
  const cause = `a\u0000b\u001b[31m\u202e\n${'x'.repeat(10_000)}\n${'line\n'.repeat(10_000)}`;
  const report = readReport({ type: 'crash', cause });
  const lines = report.type === 'crash' ? report.cause.split('\n') : [];
  expect(lines).toHaveLength(13);
  expect(lines[0]).toBe('a\ufffdb\ufffd[31m\ufffd');
  expect(Math.max(...lines.map(({ length }) => length))).toBe(600);
});
