import { spawnSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { drawText } from '../../testing/random-texts.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './sort-lines.js';

const hasSort = hasProgram('sort', ['--version'], 'sort-lines beside GNU sort');
const hasPython = hasProgram('python3', ['-c', 'import ipaddress'], 'IP addresses beside Python');

async function sorted(input: string, options: Readonly<Record<string, unknown>>): Promise<string> {
  const { text, message, cause } = await runTool(tool, { input, options });
  expect(message, String(cause)).toBeUndefined();
  return text ?? '';
}

const gnuSort = (input: string, ...args: string[]): string =>
  spawnSync('sort', args, { input, env: { LC_ALL: 'C' } }).stdout.toString();

describe.skipIf(!hasSort)('beside GNU sort', () => {
  exhaustive('gives the same order by code point, number and column', async () => {
    const below = chanceOf(21);
    const pieces = ['a', 'B', 'c', 'é', '😀', '日', ' ', '1', '-2', '3.5', '1e3', '\n', '\n', '.', '\uffee'];
    for (let round = 0; round < 15; round++) {
      const input = `${drawText(below, pieces, 1 + below(50))}\n`;
      expect(await sorted(input, { by: 'codepoint' })).toBe(gnuSort(input, '-s'));
      expect(await sorted(input, { by: 'codepoint', order: 'desc' })).toBe(gnuSort(input, '-s', '-r'));
      expect(await sorted(input, { by: 'codepoint', unique: true })).toBe(gnuSort(input, '-u'));
      const numbers = input
        .replace(/[^0-9.e\n-]/g, '')
        .replace(/^\D*$/gm, '7')
        .replace(/^-*/gm, '')
        .replace(/e+/g, 'e');
      const clean = `${numbers
        .split('\n')
        .map((line) => /^\d+(\.\d+)?(e\d+)?/.exec(line)?.[0] ?? '0')
        .join('\n')}\n`;
      expect(await sorted(clean, { by: 'number' })).toBe(gnuSort(clean, '-s', '-g'));
      const table = `${clean.trimEnd().replace(/^/gm, 'x,')}\n${input.replaceAll(' ', '').trimEnd()}\n`;
      const args = ['-s', '-t,', '-k2,2'];
      expect(await sorted(table, { by: 'codepoint', column: 2, columnSeparator: ',' })).toBe(gnuSort(table, ...args));
    }
  });

  inRounds('gives the same natural order as sort -V', [12, 50], async (rounds) => {
    const below = chanceOf(22);
    for (let round = 0; round < rounds; round++) {
      const names = Array.from({ length: 12 }, () => {
        const version = Array.from({ length: 1 + below(3) }, () => below(120)).join('.');
        return below(2) === 0 ? `file${below(200)}` : `v${version}`;
      });
      const input = `${names.join('\n')}\n`;
      expect(await sorted(input, { by: 'natural' })).toBe(gnuSort(input, '-s', '-V'));
    }
  });
});

it.skipIf(!hasPython)('puts IP addresses in the order of Python', async () => {
  const script = `import ipaddress,random
random.seed(5)
out=[]
for i in range(250):
  a=ipaddress.IPv4Address(random.getrandbits(32)&random.choice([0xffffffff,0xffff0000,0x0a0000ff]))
  out.append(str(a))
  s=ipaddress.IPv6Address(random.getrandbits(128)&random.getrandbits(128)&(random.choice([0,2**128-1,2**32-1])))
  out.append(random.choice([s.compressed,s.exploded,s.compressed.upper()]))
  out.append(str(ipaddress.ip_network((int(a),random.randrange(33)),strict=False)))
random.shuffle(out)
def key(t):
  n=ipaddress.ip_network(t); return (n.version,int(n.network_address),n.prefixlen if '/' in t else 999)
print("\\n".join(out)); print("==="); print("\\n".join(sorted(out,key=key)))`;
  const [input = '', expected = ''] = runProgram('python3', ['-c', script]).toString().split('===\n');
  expect(await sorted(input, { by: 'ip' })).toBe(expected);
});

describe('numbers', () => {
  it('are compared exactly, by the marks of the language', async () => {
    const big = ['10000000000000000000000000000002', '10000000000000000000000000000001', '-1e400', '1e400', '1e399'];
    expect(await sorted(big.join('\n'), { by: 'number' })).toBe([big[2], big[1], big[0], big[4], big[3]].join('\n'));
    expect(await sorted('1.234,5\n2,5\n1.000', { by: 'number', locale: 'de' })).toBe('2,5\n1.000\n1.234,5');
    expect(await sorted('1 234,5\n2,5\n1\u202f000', { by: 'number', locale: 'fr' })).toBe('2,5\n1\u202f000\n1 234,5');
    expect(await sorted('$5\n−7\n.5\n0.25\n-0\nx\n1,2', { by: 'number' })).toBe('−7\n-0\n0.25\n.5\n1,2\n$5\nx');
    expect(await sorted('2026-11\n2026-2\na-5\n-5', { by: 'number' })).toBe('-5\na-5\n2026-11\n2026-2');
  });
});

it('orders by the alphabet of a language', async () => {
  const input = 'z\nä\na\nö\nÅ\n';
  expect(await sorted(input, { locale: 'sv' })).toBe('a\nz\nÅ\nä\nö\n');
  expect(await sorted('z\nä\na\nö\nb', { locale: 'de' })).toBe('a\nä\nb\nö\nz');
  expect(await sorted('b\nA\na\nB', { caseSensitive: false })).toBe('A\na\nb\nB');
});

it('keeps the order of lines that compare as equal, in both orders', async () => {
  const input = '1 b\n2 a\n1 a\nx\n2 b\ny\n';
  expect(await sorted(input, { by: 'number' })).toBe('1 b\n1 a\n2 a\n2 b\nx\ny\n');
  expect(await sorted(input, { by: 'number', order: 'desc' })).toBe('2 a\n2 b\n1 b\n1 a\nx\ny\n');
});

it('by random gives every line once, each place as likely', async () => {
  const input = '1\n2\n3\n4\n5\n6\n7\n8';
  const { text } = await runTool(tool, { input, options: { by: 'random' } });
  expect(text?.split('\n').sort().join('\n')).toBe(input);
  expect(text).not.toBe(input);
});

exhaustive('grows with the number of lines, not its square, however it sorts', async () => {
  const below = chanceOf(23);
  const letters = Array.from({ length: 32_000 }, () => String.fromCharCode(0xc0 + below(0x200)));
  const numbers = Array.from({ length: 32_000 }, () => below(900_000) + 100_000);
  for (const by of ['text', 'natural', 'codepoint', 'number', 'length', 'ip', 'random']) {
    for (const lines of [letters, numbers]) {
      await expectLinear(4000, (length) => sorted(lines.slice(0, length).join('\n'), { by }));
    }
  }
});

it('a byte order mark pasted with the text does not move its first line to the end', async () => {
  expect(await sorted('\ufeffa\nb\n', {})).toBe('a\nb\n');
  expect(await sorted('\ufeffa\nb\na\n', { by: 'codepoint', unique: true })).toBe('a\nb\n');
});
