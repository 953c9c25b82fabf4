import dotenv from 'dotenv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './env-file-tools.js';

const hasShell = hasProgram('sh', ['-c', 'true'], 'values of to-export in a shell');

const PIECES = [
  'A',
  'b_1',
  'x.y',
  '=',
  '=',
  ' = ',
  ': ',
  ' ',
  '"',
  "'",
  '`',
  '#',
  ' # c',
  '\n',
  '\n',
  '\r\n',
  '\\n',
  '\\"',
  '$X',
  '$(id)',
  'é',
  '😀',
  'export ',
  '\t',
  '\\',
  'word',
];

describe('env-file-tools', () => {
  exhaustive('reads what dotenv reads, where it reads at all', async () => {
    const chance = chanceOf(3);
    let accepted = 0;
    for (let round = 0; accepted < 2000 && round < 30_000; round++) {
      const input = Array.from({ length: 1 + chance(12) }, () => PIECES[chance(PIECES.length)]).join('');
      const { status, data, message } = await runTool(tool, { input });
      if (status !== 200) {
        expect(message).toMatch(/^Cannot read property "input": line \d+: |must not be empty/);
        continue;
      }
      accepted++;
      expect(data, JSON.stringify(input)).toEqual({ ...dotenv.parse(input) });
    }
    expect(accepted).toBe(2000);
  });

  it('writes YAML that reads as the file by 1.2 and 1.1', async () => {
    const values = ['yes', '1', '0o7', '1:30', '2001-01-01', 'two\nlines\n', 'a: b', '- x', '~', '', ' x ', 'é', '# c'];
    for (const value of values) {
      const input = `no=${JSON.stringify(value)}\nA=plain\n`;
      const { text } = await runTool(tool, { input, options: { action: 'to-yaml' } });
      const { data } = await runTool(tool, { input });
      for (const version of ['1.2', '1.1'] as const) expect(parse(text ?? '', { version }), text ?? '').toEqual(data);
    }
  });

  it('escapes the line separator, a line break to readers of YAML 1.1 (§5.4)', async () => {
    const { text } = await runTool(tool, { input: 'A="a\u2028b"\n', options: { action: 'to-yaml' } });
    expect(text).toBe('A: "a\\u2028b"\n');
  });

  it.skipIf(!hasShell)('gives values to a shell as they are', async () => {
    const chance = chanceOf(4);
    const letters = ["'", '"', '$', '`', '\\', '\n', ' ', 'x', '&', '*', '!', '#', '$(echo no)', 'é', '~', ';'];
    const lines: string[] = [];
    for (let index = 0; index < 300; index++) {
      const value = Array.from({ length: chance(8) }, () => letters[chance(letters.length)]).join('');
      const quote = ["'", '"', '`'].find((mark) => !value.includes(mark) && !value.endsWith('\\'));
      if (quote !== undefined) lines.push(`V${index}=${quote}${value}${quote}\n`);
    }
    const input = lines.join('');
    const { data } = await runTool(tool, { input });
    const { text: exports } = await runTool(tool, { input, options: { action: 'to-export' } });
    const { text: flags } = await runTool(tool, { input, options: { action: 'to-docker' } });
    const expected = Object.entries(data as Record<string, string>).map(([key, value]) => `${key}=${value}\0`);
    const names = Object.keys(data as object);
    const print = names.map((name) => `printf '%s=%s\\0' ${name} "$${name}"`).join('\n');
    expect(runProgram('sh', ['-s'], `${exports}${print}\n`).toString()).toBe(expected.join(''));
    const shown = runProgram('sh', ['-s'], `printf '%s\\0' ${flags}`).toString();
    expect(shown).toBe(expected.map((word) => `--env\0${word}`).join(''));
  });

  it('says no value in any message', async () => {
    for (const input of ['K="s3cret', "K='s3cret' s3cret", 's3cret']) {
      for (const action of ['to-json', 'lint', 'compare']) {
        const { text, message } = await runTool(tool, { input, options: { action } });
        expect(`${text}${message}`).not.toContain('s3cret');
      }
    }
  });
});
