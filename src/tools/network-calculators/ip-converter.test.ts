import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './ip-converter.js';

type Row = Readonly<Record<string, string>>;

const rowsOf = async (input: string): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

describe('ip-converter', () => {
  const beside = it.skipIf(!hasProgram('python3', ['--version'], 'IP notations beside Python'));

  beside('reads IPv4 as inet_aton does', async () => {
    const chance = chanceOf(21);
    const write = (value: number) => [String(value), `0${value.toString(8)}`, `0x${value.toString(16)}`][chance(3)]!;
    const texts = Array.from({ length: 1500 }, () => {
      const count = 1 + chance(4);
      const room = 2 ** (8 * (5 - count));
      // Some are one too large.
      return [...Array.from({ length: count - 1 }, () => chance(chance(20) === 0 ? 300 : 256)), chance(room)]
        .map(write)
        .join('.');
    });
    const theirs = runPython<readonly (string | null)[]>(
      `
import socket
def read(t):
    try: return socket.inet_ntoa(socket.inet_aton(t))
    except OSError: return None
print(json.dumps([read(t) for t in data]))`,
      texts,
    );
    const rows = await rowsOf(texts.join('\n'));
    expect(rows.map(({ standard }) => standard ?? null)).toEqual(theirs);
  });

  beside('writes and reads the forms that Python writes', async () => {
    const chance = chanceOf(22);
    const texts = Array.from({ length: 600 }, (_, at) =>
      at % 2 === 0
        ? Array.from({ length: 4 }, () => chance(256)).join('.')
        : Array.from({ length: 8 }, () => (chance(2) === 0 ? '0' : chance(65_536).toString(16))).join(':'),
    );
    const theirs = runPython<readonly string[][]>(
      `
import ipaddress as i
print(json.dumps([[str(a), str(int(a)), a.exploded, a.reverse_pointer] for a in map(i.ip_address, data)]))`,
      texts,
    );
    const rows = await rowsOf(texts.join('\n'));
    expect(rows.map(({ standard, decimal, full, arpa }) => [standard, decimal, full ?? standard, arpa])).toEqual(
      theirs,
    );
    for (const form of ['hex', 'arpa', 'full', 'octal', 'hexDotted', 'url', 'binary'] as const) {
      const some = rows.filter((row) => row[form] !== undefined && !(form === 'binary' && row.full !== undefined));
      const back = await rowsOf(some.map((row) => row[form]).join('\n'));
      expect(back.map(({ standard }) => standard)).toEqual(some.map(({ standard }) => standard));
    }
  });

  it.each(['1.2.3.4.5', '256.1.1.1', '0x1ffffffff.1', '08.1.1.1', '0x', '::g', '1.2.3.4.in-addr.arpa.x'])(
    'refuses %s',
    async (input) => {
      expect((await runTool(tool, { input })).status).toBe(400);
    },
  );

  it('gives a file for a file', async () => {
    const file = { name: 'a.txt', bytes: Buffer.from('10.0.0.1\r\n\r\n::1') };
    const answer = await runTool(tool, { files: [file], options: { to: 'decimal' } });
    expect(answer.files[0]!.bytes.toString()).toBe('167772161\n\n1');
  });
});

it('reads addresses with spaces between', async () => {
  expect((await rowsOf('8.8.8.8 2001:db8::1')).length).toBe(2);
});
