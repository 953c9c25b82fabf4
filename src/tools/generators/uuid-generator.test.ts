import { expect, it } from 'vitest';

import {
  gregorianTicks,
  isoOfTicks,
  NAMESPACES,
  namedUuid,
  orderedUuid,
  timedUuid,
  uuidOfBytes,
  uuidParts,
} from '../../lib/ids/uuid.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './uuid-generator.js';

interface Found {
  readonly inspected: readonly Readonly<Record<string, unknown>>[];
}

const inspect = async (input: string) =>
  ((await runTool(tool, { input, options: { action: 'inspect' } })).data as Found).inspected;

const made = async (options: Readonly<Record<string, unknown>>, input = '', seed = 1): Promise<string[]> => {
  const { text } = await runTool(tool, { input, options }, { random: seededBytes(seed) });
  return (text ?? '').trimEnd().split('\n');
};

// RFC 9562, appendices A and B: all of 22 February 2022, 14:22:22 GMT-05:00.
it('the vectors of RFC 9562', () => {
  const node = Buffer.from('9f6bdeced846', 'hex');
  const ticks = gregorianTicks(Date.parse('2022-02-22T14:22:22-05:00'));
  expect(ticks).toBe(0x1ec9414c232ab00n);
  expect(timedUuid(1, ticks, 0x33c8, node)).toBe('c232ab00-9414-11ec-b3c8-9f6bdeced846');
  expect(timedUuid(6, ticks, 0x33c8, node)).toBe('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
  expect(orderedUuid(0x17f22e279b0, (0xcc3n << 62n) | 0x18c4dc0c0c07398fn)).toBe(
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
  );
  expect(namedUuid(3, NAMESPACES.dns, 'www.example.com')).toBe('5df41881-3aed-3515-88a7-2f4a814cf09e');
  expect(namedUuid(5, NAMESPACES.dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  expect(namedUuid(8, NAMESPACES.dns, 'www.example.com')).toBe('5c146b14-3c52-8afd-938a-375d0df1fbf6');
  expect(uuidParts('919108f7-52d1-4320-9bac-f847db4148a8')).toMatchObject({ version: 4, variant: 'rfc9562' });
  expect(isoOfTicks(0n)).toBe('1582-10-15T00:00:00.0000000Z');
  expect(isoOfTicks(2n ** 60n - 1n)).toBe('5236-03-31T21:21:00.6846975Z');
});

const python = (program: string, lines: readonly string[]): string[] =>
  runProgram(
    '/usr/bin/python3',
    ['-c', `import sys,uuid\nfor l in sys.stdin.read().split("\\n"):\n${program}`],
    lines.join('\n'),
  )
    .toString()
    .trimEnd()
    .split('\n');

const hasPython = hasProgram('/usr/bin/python3', ['--version'], 'uuid-generator beside Python');

it.skipIf(!hasPython)('Python makes the same of names', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `${'ä€𝄞 x'.repeat(i % 3)}${i * i}.example/?q=${'z'.repeat(i)}`);
  for (const [namespace, named] of [
    ['dns', 'NAMESPACE_DNS'],
    ['url', 'NAMESPACE_URL'],
    ['oid', 'NAMESPACE_OID'],
    ['x500', 'NAMESPACE_X500'],
  ] as const)
    for (const version of [3, 5])
      expect(await made({ version: `v${version}`, namespace }, names.join('\n'))).toEqual(
        python(` print(uuid.uuid${version}(uuid.${named},l))`, names),
      );
});

it.skipIf(!hasPython)('Python reads the same fields', async () => {
  const random = seededBytes(9);
  const uuids = Array.from({ length: 300 }, (_, i) => {
    const bytes = random(16);
    // Every third of version 1, so that times are compared often.
    if (i % 3 === 0) [bytes[6], bytes[8]] = [0x10 | (bytes[6]! & 15), 0x80 | (bytes[8]! & 63)];
    return uuidOfBytes(bytes);
  });
  const lines = python(
    ' u=uuid.UUID(l);print(u.variant,u.version,u.int,u.time if u.version==1 else "-",u.clock_seq if u.version==1 else "-","%012x"%u.node if u.version in(1,2) else "-",sep="|")',
    uuids,
  );
  const variants: Readonly<Record<string, string>> = {
    'reserved for NCS compatibility': 'ncs',
    'specified in RFC 4122': 'rfc9562',
    'reserved for Microsoft compatibility': 'microsoft',
    'reserved for future definition': 'future',
  };
  const found = await inspect(uuids.join('\n'));
  expect(found.length).toBe(300);
  for (const [i, line] of lines.entries()) {
    const [variant = '', version, integer, time, clock, node] = line.split('|');
    const ours = found[i]!;
    expect(ours.variant).toBe(variants[variant]);
    expect(String(ours.version ?? 'None')).toBe(version);
    expect(ours.integer).toBe(integer);
    if (time !== '-') {
      expect(String(uuidParts(uuids[i]!).ticks)).toBe(time);
      expect(String(ours.clockSequence)).toBe(clock);
    }
    if (node !== '-') expect(String(ours.node).replaceAll(':', '')).toBe(node);
  }
});

it('every notation is read back', async () => {
  const uuids = await made({ count: 50 });
  for (const notation of ['standard', 'compact', 'braces', 'urn', 'base64url', 'integer'])
    for (const uppercase of [false, true]) {
      const written = await made({ count: 50, notation, uppercase });
      expect((await inspect(written.join('\r\n'))).map(({ uuid }) => uuid)).toEqual(uuids);
    }
  expect(
    (await inspect(`  "${uuids[0]}",\n'${uuids[0]}';\n(${uuids[0]})\n0x${uuids[0]!.replaceAll('-', '')}`)).map(
      ({ uuid }) => uuid,
    ),
  ).toEqual(Array.from({ length: 4 }, () => uuids[0]));
});

it('what is nearly a UUID is not one', async () => {
  const near = [
    '{919108f7-52d1-4320-9bac-f847db4148a8',
    '919108f7-52d1-4320-9bac-f847db4148a',
    '919108f7-52d1-4320-9bac-f847db4148ag',
    '919108f752d1-4320-9bac-f847db4148a8',
    '340282366920938463463374607431768211456',
    'international-shipments',
  ];
  expect((await inspect(near.join('\n'))).map(({ isValid }) => isValid)).toEqual(near.map(() => false));
});

it('version 7 ascends within a run, version 1 and 6 count', async () => {
  for (const version of ['v7', 'v6']) {
    const uuids = await made({ version, count: 10_000, at: '2026-01-31T12:00:00Z' });
    expect(uuids.every((uuid, i) => i === 0 || uuid > uuids[i - 1]!)).toBe(true);
    expect(uuidParts(uuids[0]!).milliseconds).toBe(Date.parse('2026-01-31T12:00:00Z'));
  }
  const [first, second] = (await made({ version: 'v1', count: 2 })).map(uuidParts);
  expect(second!.ticks! - first!.ticks!).toBe(1n);
  expect(Number.parseInt(first!.node!.slice(0, 2), 16) & 1).toBe(1);
});

it('every free bit of version 4 is even', async () => {
  const bits = (await made({ count: 4000 })).map((uuid) =>
    BigInt(`0x${uuid.replaceAll('-', '')}`)
      .toString(2)
      .padStart(128, '0'),
  );
  for (let bit = 0; bit < 128; bit++) {
    if ((bit >= 48 && bit < 52) || bit === 64 || bit === 65) continue;
    expect(
      unevenness(
        bits.map((text) => text[bit]!),
        '01',
      ),
    ).toBeLessThan(1);
  }
});

it('more than 10,000 lines are over the limit', async () => {
  const { status, message } = await runTool(tool, { input: 'a\n'.repeat(10_001), options: { version: 'v5' } });
  expect([status, message]).toEqual([413, 'The text of property "input" must have at most 10000 lines, got 10001']);
});
