import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { projectRoot } from '../core/project-files.js';
import { createSearch } from '../core/search.js';
import { NO_SETTINGS } from '../runner/execute.js';
import { createRunner } from '../runner/runner.js';
import { readCatalog } from '../testing/service.js';

import { runCommand } from './command.js';

const catalog = readCatalog('hostile');
const entry = join(projectRoot, 'dist-test/product/runner/main.js');

/** One for all command lines: a tool process takes longer to start than most of them take. */
const runner = createRunner({ settings: NO_SETTINGS, log: () => undefined, entry });
afterAll(() => runner.close());

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | undefined;
  readonly out: Buffer;
  readonly err: string;
}

/** Carries out a command line; `piped` is what stands on standard input, a terminal where left out. */
async function command(line: readonly string[], piped?: string | Buffer): Promise<Outcome> {
  const chunks = { out: [] as Buffer[], err: [] as Buffer[] };
  const stdout = new PassThrough().on('data', (chunk: Buffer) => chunks.out.push(chunk));
  const stderr = new PassThrough().on('data', (chunk: Buffer) => chunks.err.push(chunk));
  const stdin = Object.assign(new PassThrough(), { isTTY: piped === undefined });
  stdin.end(piped);
  const code = await runCommand(line, {
    catalog,
    search: createSearch(catalog.tools.map((tool) => tool.entry)),
    openRunner: () => ({ ...runner, close: async () => undefined }),
    serve: async () => undefined,
    serveMcp: async () => undefined,
    stdin,
    stdout,
    stderr,
  });
  return { code, out: Buffer.concat(chunks.out), err: Buffer.concat(chunks.err).toString() };
}

const path = (name: string) => join(folder, name);

describe('run', () => {
  it('prints text, from an option or from a pipe', async () => {
    expect(await command(['run', 'echo-files', '--input', 'héllo'])).toMatchObject({
      code: 0,
      out: Buffer.from('héllo'),
    });
    expect(await command(['run', 'echo-files'], 'piped\n')).toMatchObject({ code: 0, out: Buffer.from('piped\n') });
    expect(await command(['run', 'echo-files', '--input', '-'], 'asked for')).toMatchObject({
      out: Buffer.from('asked for'),
    });
    expect((await command(['run', 'echo-files'], Buffer.from([0xff]))).err).toContain('not UTF-8');
  });

  it('saves files under their own name, a given one, or in a folder, and overwrites none', async () => {
    writeFileSync(path('in.bin'), Buffer.from([1, 2, 255]));
    const run = (...more: string[]) => command(['run', 'echo-files', path('in.bin'), ...more]);
    expect(await run('-o', path('out.bin'))).toMatchObject({ code: 0, err: `${path('out.bin')} (3 bytes)\n` });
    expect([...readFileSync(path('out.bin'))]).toEqual([1, 2, 255]);
    expect(await run('-o', path('out.bin'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force overwrites it'),
    });
    expect((await run('-o', path('out.bin'), '--force')).code).toBe(0);
    expect((await run('-o', folder)).err).toContain('in.bin exists');
    expect((await run('-o', '-')).out).toEqual(Buffer.from([1, 2, 255]));
    writeFileSync(path('b.bin'), 'b');
    const several = await command(['run', 'echo-files', path('in.bin'), path('b.bin'), '-o', path('none')]);
    expect(several).toMatchObject({ code: 1, err: expect.stringContaining('must be a folder that exists') });
    expect(readdirSync(folder).sort()).toEqual(['b.bin', 'in.bin', 'out.bin']);
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
    expect((await command(['run', 'wait-standard', path('x')])).err).toContain('takes no files');
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
    expect((await command(['list', '--family', 'nope'])).out.toString()).toBe('\n');
    expect((await command(['list', '--what'])).code).toBe(2);
    expect(JSON.parse((await command(['show', 'spin', '--json'])).out.toString())).toMatchObject({ id: 'spin' });
    expect((await command(['show', 'wait-standard'])).out.toString()).toContain('--ms 0..60000  (default 100)');
    expect(await command(['show', 'spinn'])).toMatchObject({ code: 4 });
    expect((await command([])).out.toString()).toContain('Usage');
    expect((await command(['fly'])).code).toBe(2);
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
    expect(complete('tool-execution-api run wait-native --m')).toEqual(['--ms']);
  });
});
