import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entriesOf } from '../core/catalog.js';

import { projectRoot } from '../core/project-files.js';
import { createSearch } from '../core/search.js';
import { NO_SETTINGS } from '../runner/execute.js';
import { createRunner } from '../runner/runner.js';
import { readCatalog } from '../testing/service.js';

import { runCommand } from './command.js';

const catalog = readCatalog('hostile');
const entry = join(projectRoot, 'dist-test/product/runner/main.js');

/** One for all command lines: a tool process takes longer to start than most of them take. */
const runner = createRunner({ catalog, settings: NO_SETTINGS, log: () => undefined, entry });
afterAll(() => runner.close());

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Settings of the last `serve`. */
let served: Readonly<Record<string, string>> = {};

interface Outcome {
  readonly code: number | undefined;
  readonly out: Buffer;
  readonly err: string;
}

/** Carries out a command line; `piped` is what stands on standard input, a terminal where left out. */
async function command(line: readonly string[], piped?: string | Buffer, closed?: PassThrough): Promise<Outcome> {
  const chunks = { out: [] as Buffer[], err: [] as Buffer[] };
  const stdout = closed ?? new PassThrough().on('data', (chunk: Buffer) => chunks.out.push(chunk));
  const stderr = new PassThrough().on('data', (chunk: Buffer) => chunks.err.push(chunk));
  const stdin = Object.assign(new PassThrough(), { isTTY: piped === undefined });
  stdin.end(piped);
  const code = await runCommand(line, {
    catalog,
    search: createSearch(entriesOf(catalog)),
    version: '1.2.3',
    folder,
    openRunner: () => ({ ...runner, close: async () => undefined }),
    serve: async (settings) => {
      served = settings;
    },
    serveMcp: async () => undefined,
    stdin,
    stdout,
    stderr,
  });
  return { code, out: Buffer.concat(chunks.out), err: Buffer.concat(chunks.err).toString() };
}

const path = (name: string) => join(folder, name);

describe('run', () => {
  it('prints text, from an option, a file or a pipe', async () => {
    expect(await command(['run', 'echo-files', '--input', 'héllo'])).toMatchObject({
      code: 0,
      out: Buffer.from('héllo'),
    });
    expect(await command(['run', 'echo-files'], 'piped\n')).toMatchObject({ code: 0, out: Buffer.from('piped\n') });
    expect(await command(['run', 'echo-files', '--input', '-'], 'asked for')).toMatchObject({
      out: Buffer.from('asked for'),
    });
    writeFileSync(path('note.txt'), '\ufeffa note');
    expect((await command(['run', 'echo-files', '--input', `@${path('note.txt')}`])).out.toString()).toBe('a note');
    expect((await command(['run', 'echo-files', '--input', '@@home'])).out.toString()).toBe('@home');
    expect((await command(['run', 'echo-files', '--input', '@'])).out.toString()).toBe('@');
    expect(await command(['run', 'echo-files', '--input', '@nowhere'])).toMatchObject({
      code: 1,
      err: 'tool-execution-api: --input: cannot read nowhere: ENOENT (write @@nowhere for the text itself)\n',
    });
    const bytes = ['run', 'echo-files', '--input', '-'];
    expect((await command(bytes, Buffer.from([0xff]))).err).toContain('not UTF-8');
  });

  it('reads a text file for a tool that takes text only', async () => {
    writeFileSync(path('note.txt'), 'a note');
    expect(await command(['run', 'wait-standard', path('note.txt'), '--ms', '0'])).toMatchObject({ code: 0 });
    const both = await command(['run', 'wait-standard', path('note.txt'), '--input', 'x']);
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--input and a file are both given') });
  });

  it('settles where results go before the run', async () => {
    writeFileSync(path('in.bin'), Buffer.from([1, 2, 255]));
    const run = (...more: string[]) => command(['run', 'echo-files', path('in.bin'), ...more]);
    expect(await run('-o', path('out.bin'))).toMatchObject({ code: 0, err: `${path('out.bin')} (3 bytes)\n` });
    expect([...readFileSync(path('out.bin'))]).toEqual([1, 2, 255]);
    // `spin` would run into its time: exit code 7.
    expect(await command(['run', 'spin', '-o', path('out.bin')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force overwrites it'),
    });
    expect((await run('-o', path('out.bin'), '--force')).code).toBe(0);
    expect((await run('-o', '-')).out).toEqual(Buffer.from([1, 2, 255]));
    expect(await run('-q', '-o', `${path('new/deep')}/`)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(path('new/deep'))).toEqual(['in.bin']);
    expect((await run('-o', path('out.bin/in'))).err).toContain('cannot write');
  });

  it('never loses a finished result', async () => {
    writeFileSync(path('in.bin'), 'a');
    writeFileSync(path('b.bin'), 'b');
    const run = (...more: string[]) => command(['run', 'echo-files', path('in.bin'), ...more]);
    expect(await run('-o', folder)).toMatchObject({ code: 0, err: `${path('in (2).bin')} (1 bytes)\n` });
    expect((await run(path('b.bin'), '-o', path('both'))).code).toBe(0);
    expect(readdirSync(path('both')).sort()).toEqual(['b.bin', 'in.bin']);
    const image = await command(['run', 'copy-each', path('in.bin').replace('in.bin', 'c.png'), '-o', path('c.txt')]);
    expect(image.err).toContain('cannot read');
    writeFileSync(path('c.txt'), 'c');
    const other = await command(['run', 'copy-each', path('c.txt'), '--format', 'png', '-o', path('d.gif')]);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('is a .png file and keeps that ending') });
    expect(readFileSync(path('d.png')).toString()).toBe('c');
  });

  it('takes the format from the ending of -o', async () => {
    writeFileSync(path('c.txt'), 'c');
    expect((await command(['run', 'copy-each', path('c.txt'), '-o', path('d.png')])).code).toBe(0);
    expect(readFileSync(path('d.png')).toString()).toBe('c');
  });

  it('runs once for each file where there are more than a run takes', async () => {
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(path(`${name}.txt`), name === 'c' ? '' : name);
    const all = ['a', 'b', 'c', 'd'].map((name) => path(`${name}.txt`));
    const saved = await command(['run', 'copy-each', ...all, '-q', '--jobs', '2', '-o', path('out')]);
    expect(saved).toMatchObject({
      code: 3,
      err: expect.stringContaining(`copy-each: ${all[2]}: File "c.txt" is empty`),
    });
    expect(readdirSync(path('out')).sort()).toEqual(['a.txt', 'b.txt', 'd.txt']);
    const told = await command(['run', 'copy-each', ...all, '--json']);
    const lines = told.out
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file }) => file)).toEqual(all);
    expect(lines[0].result.data.files[0]).toMatchObject({ name: 'a.txt', length: 1 });
    expect(lines[2].error.code).toBe('INVALID_INPUT');
    expect(saved.err).not.toContain('files failed');
    expect((await command(['run', 'copy-each', ...all, '-o', path('again')])).err).toContain(
      'copy-each: 1 of 4 files failed\n',
    );
    // Files that belong together are never split up.
    const many = Array.from({ length: 21 }, () => path('a.txt'));
    expect(await command(['run', 'echo-files', ...many])).toMatchObject({
      code: 3,
      err: 'tool-execution-api: echo-files works on all files together and takes at most 20, got 21\n',
    });
    expect(await command(['run', 'copy-each', ...all, '-o', path('a.txt'), '--force'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('need a folder'),
    });
    expect((await command(['run', 'copy-each', ...all, '--jobs', '9'])).err).toContain('from 1 to 4');
  });

  it('goes on where one of several files cannot be read', async () => {
    for (const name of ['a', 'c']) writeFileSync(path(`${name}.txt`), name);
    const all = ['a', 'b', 'c'].map((name) => path(`${name}.txt`));
    const { code, err } = await command(['run', 'copy-each', ...all, '-o', path('out')]);
    expect(code).toBe(1);
    expect(err).toContain(`copy-each: cannot read ${all[1]}: ENOENT\n`);
    expect(readdirSync(path('out')).sort()).toEqual(['a.txt', 'c.txt']);
  });

  it('takes more bytes where --max-bytes says so, and tells what it does not raise', async () => {
    // The class of echo-files takes and gives 20 MiB (the specification, section on limits).
    const bytes = Buffer.alloc(24 * 2 ** 20, 'tool');
    writeFileSync(path('big.bin'), bytes);
    const run = (...more: string[]) => command(['run', 'echo-files', path('big.bin'), '-o', path('out/'), ...more]);
    expect(await run()).toMatchObject({
      code: 3,
      err: `tool-execution-api: File "${path('big.bin')}" has 24 MiB (25165824 bytes): the limit is 20 MiB (20971520 bytes), which --max-bytes raises\n`,
    });
    expect(await run('--max-bytes', '23MiB')).toMatchObject({ code: 3, err: expect.stringContaining('is 23 MiB') });
    expect(await run('--max-bytes', '25165824')).toMatchObject({ code: 0 });
    expect(readFileSync(path('out/big.bin')).equals(bytes)).toBe(true);
    const text = await run('--max-bytes=25MiB', '--input', 'a'.repeat(1_000_001));
    expect(text).toMatchObject({
      code: 3,
      err: expect.stringContaining('a limit of echo-files or of texts, which --max-bytes does not raise'),
    });
    for (const wrong of ['0', '-1', '1.5MiB', '257MiB', '10MB', '1e6', ''])
      expect(await run('--max-bytes', wrong), wrong).toMatchObject({
        code: 2,
        err: expect.stringContaining('from 1 to 256MiB'),
      });
  });

  it('runs files one by one that are too many bytes for one run', async () => {
    for (const name of ['a', 'b']) writeFileSync(path(`${name}.txt`), Buffer.alloc(11 * 2 ** 20, name));
    const both = [path('a.txt'), path('b.txt')];
    expect(await command(['run', 'copy-each', ...both, '-o', path('out')])).toMatchObject({ code: 0 });
    expect(readFileSync(path('out/b.txt')).equals(readFileSync(path('b.txt')))).toBe(true);
    expect(await command(['run', 'echo-files', ...both, '-o', path('out')])).toMatchObject({
      code: 3,
      err: expect.stringContaining('2 files that are worked on together have 22 MiB'),
    });
    writeFileSync(path('long.txt'), Buffer.alloc(21 * 2 ** 20, 'a'));
    expect(await command(['run', 'wait-standard', path('long.txt'), '--max-bytes', '22MiB'])).toMatchObject({
      code: 3,
    });
    expect(await command(['run', 'wait-standard', path('long.txt')])).toMatchObject({
      code: 3,
      err: expect.stringContaining('a text has at most 1000000 characters, which --max-bytes does not raise'),
    });
  });

  it('prints texts of several runs under the names of their files', async () => {
    writeFileSync(path('a.txt'), 'a');
    writeFileSync(path('b.txt'), 'b');
    const { out } = await command(['run', 'wait-standard', path('a.txt'), path('b.txt'), '--ms', '0']);
    expect(out.toString()).toMatch(new RegExp(`^==> ${path('a.txt')} <==\n[^]*==> ${path('b.txt')} <==\n`));
  });

  it('names what is piped in', async () => {
    const png = Buffer.from('\x89PNG\r\n', 'latin1');
    const named = await command(['run', 'copy-each', '--json'], png);
    expect(JSON.parse(named.out.toString()).result.data.files[0].name).toBe('stdin.png');
    const given = await command(['run', 'copy-each', '-', '--stdin-name', 'a.txt', '--json'], 'text');
    expect(JSON.parse(given.out.toString()).result.data.files[0].name).toBe('a.txt');
    expect(await command(['run', 'copy-each', '-'], '%PDF-1.7')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--stdin-name'),
    });
  });

  it('takes what is not text as a file where the tool takes both', async () => {
    expect((await command(['run', 'echo-files', '-o', '-'], Buffer.from([0xff]))).out).toEqual(Buffer.from([0xff]));
  });

  it('ends quietly when nobody reads on', async () => {
    const stdout = new PassThrough();
    stdout.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    stdout.on('error', () => undefined);
    expect(await command(['run', 'echo-files', '--input', 'x'], undefined, stdout)).toMatchObject({
      code: 141,
      err: '',
    });
  });

  it('reads options by the types of the tool', async () => {
    expect((await command(['run', 'wait-standard', '--ms', '0'])).code).toBe(0);
    expect((await command(['run', 'wait-standard', '--ms=0'])).code).toBe(0);
    expect(await command(['run', 'wait-standard', '--ms', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--ms must be a number, got "x"'),
    });
    expect(await command(['run', 'wait-standard', '--ms'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--ms needs a value'),
    });
    expect(await command(['run', 'wait-standard', '--nope', '1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no option --nope; it has --ms'),
    });
    expect(await command(['run', 'wait-standard', '--ms', '-5'])).toMatchObject({
      code: 3,
      err: 'wait-standard: Option "ms" must be between 0 and 60000, got -5\n',
    });
  });

  it('tells failures apart by exit code', async () => {
    expect((await command(['run', 'nope'])).code).toBe(4);
    expect((await command(['run', 'crash'])).code).toBe(6);
    expect((await command(['run', 'spin'])).code).toBe(7);
    expect((await command(['run', 'echo-files', path('missing')])).code).toBe(1);
  });

  it('prints the whole response when asked', async () => {
    const { code, out } = await command(['run', 'crash', '--json']);
    expect(code).toBe(6);
    expect(JSON.parse(out.toString())).toMatchObject({ error: { code: 'EXECUTION_FAILED' } });
  });
});

describe('list, show, help and completion', () => {
  it('find tools', async () => {
    expect((await command(['list'])).out.toString()).toMatch(/^hostile\n {2}abort-itself +Misbehaves/);
    expect((await command(['list', '--search', 'spin'])).out.toString()).toContain('spin');
    expect(await command(['list', '--family', 'nope'])).toMatchObject({
      code: 2,
      err: 'tool-execution-api: no family "nope": the families are hostile\n',
    });
    expect(await command(['list', '--search', 'zzzzqqq'])).toMatchObject({
      code: 1,
      err: 'tool-execution-api: no tool matches\n',
    });
    expect((await command(['--version'])).out.toString()).toBe('1.2.3\n');
    expect((await command(['run', '--help'])).out.toString()).toContain('Usage');
    expect((await command(['run', 'spin', '--help'])).out.toString()).toContain('spin: Misbehaves');
    expect((await command(['list', '--what'])).code).toBe(2);
    expect(JSON.parse((await command(['show', 'spin', '--json'])).out.toString())).toMatchObject({ id: 'spin' });
    expect((await command(['show', 'wait-standard'])).out.toString()).toContain('--ms 0..60000  (default 100)');
    expect(await command(['show', 'spinn'])).toMatchObject({ code: 4 });
    expect((await command([])).out.toString()).toContain('Usage');
    expect((await command(['fly'])).code).toBe(2);
    expect(await command(['serve', '--prot', '1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("'--prot'"),
    });
  });

  it('hand settings to the service', async () => {
    await command(['serve', '--port', '0', '--host-name=a.example', '--host-name', 'b.example']);
    expect(served).toEqual({ PORT: '0', ALLOWED_HOSTS: 'a.example,b.example' });
  });

  it('complete in the shells that are known', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await command(['completion', shell]);
      expect(out.toString(), shell).toContain('wait-standard');
    }
    expect((await command(['completion', 'csh'])).code).toBe(2);
  });

  it('complete words as a shell asks for them', async () => {
    const script = (await command(['completion', 'bash'])).out.toString();
    const complete = (line: string) => {
      const words = line.split(' ');
      const ask = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
_tool_execution_api; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', ask]).toString().trim().split('\n');
    };
    expect(complete('tool-execution-api se')).toEqual(['serve']);
    expect(complete('tool-execution-api run wait-n')).toEqual(['wait-native']);
    expect(complete('tool-execution-api run wait-native --m')).toEqual(['--max-bytes', '--ms']);
    expect(complete('tool-execution-api run copy-each --format ')).toEqual(['txt', 'png']);
    expect(complete('tool-execution-api list --family h')).toEqual(['hostile']);
    expect(complete('tool-execution-api serve --po')).toEqual(['--port']);
  });
});
