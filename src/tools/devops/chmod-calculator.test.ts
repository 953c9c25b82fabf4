import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './chmod-calculator.js';

type Row = Readonly<Record<string, string>>;

const rowsOf = async (input: string, options: object = {}): Promise<readonly Row[]> => {
  const answer = await runTool(tool, { input, options: { ...options } });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { results: readonly Row[] }).results;
};

/** More lines than one run takes. */
const manyRows = async (lines: readonly string[], options: object = {}): Promise<readonly Row[]> => [
  ...(await rowsOf(lines.slice(0, 2048).join('\n'), options)),
  ...(await rowsOf(lines.slice(2048).join('\n'), options)),
];

const MODES = Array.from({ length: 0o10000 }, (_, mode) => mode.toString(8));

describe('chmod-calculator', () => {
  const lacksPython = !hasProgram('python3', ['--version'], 'permissions beside Python and chmod');
  const beside = it.skipIf(lacksPython);

  beside('writes and reads the letters of every mode', async () => {
    const theirs = runPython<readonly string[]>(
      'import stat\nprint(json.dumps([stat.filemode(int(m, 8))[1:] for m in data]))',
      MODES,
    );
    const rows = await manyRows(MODES);
    expect(rows.map(({ symbolic }) => symbolic)).toEqual(theirs);
    const back = await manyRows(theirs);
    expect(back.map(({ octal }) => octal)).toEqual(MODES.map((mode) => mode.padStart(4, '0')));
    const clauses = await manyRows(
      rows.map((row) => row.clauses!),
      { before: '7777' },
    );
    expect(clauses.map(({ octal }) => octal)).toEqual(back.map(({ octal }) => octal));
  });

  inRounds.skipIf(lacksPython)('changes modes as chmod does', [40, 400], async (rounds) => {
    const chance = chanceOf(44);
    const some = (letters: string, most: number) =>
      Array.from({ length: chance(most + 1) }, () => pick(chance, [...letters])).join('');
    const action = () =>
      `${pick(chance, ['+', '-', '='])}${chance(4) === 0 ? pick(chance, ['u', 'g', 'o']) : some('rwxXst', 3)}`;
    const clause = () => `${some('ugoa', 2)}${Array.from({ length: 1 + chance(2) }, action).join('')}`;
    const jobs = Array.from({ length: rounds }, (_, at) => ({
      change:
        at % 40 === 0 ? `+${chance(0o1000).toString(8)}` : Array.from({ length: 1 + chance(3) }, clause).join(','),
      before: chance(0o10000).toString(8),
      umask: pick(chance, ['22', '27', '77', '2']),
      directory: at % 2 === 1,
    }));
    const theirs = runPython<readonly string[]>(
      `
import os, stat, subprocess, tempfile
out = []
with tempfile.TemporaryDirectory() as folder:
    file, where = os.path.join(folder, 'f'), os.path.join(folder, 'd')
    open(file, 'w').close(); os.mkdir(where)
    for job in data:
        path = where if job['directory'] else file
        os.chmod(path, int(job['before'], 8))
        subprocess.run(['chmod', '--', job['change'], path], umask=int(job['umask'], 8), stderr=subprocess.DEVNULL)
        out.append(format(stat.S_IMODE(os.stat(path).st_mode), '04o'))
print(json.dumps(out))`,
      jobs,
    );
    for (const [index, { change, ...options }] of jobs.entries()) {
      const [row] = await rowsOf(change, options);
      expect(row!.octal, JSON.stringify(jobs[index])).toBe(theirs[index]);
    }
  });

  it('knows what a directory is', async () => {
    const [row] = await rowsOf('drwxrwxrwt');
    expect(row).toMatchObject({ octal: '1777', warnings: [] });
    expect(await rowsOf('a+X', { directory: true, before: '600' })).toMatchObject([{ octal: '0711' }]);
  });

  it.each(['rwxrwxrw', 'u+q', 'rwtrwxrwx', '77777', 'u=7', '+', 'u,g', ','.repeat(5000)])(
    'refuses or reads %s in time',
    async (input) => {
      const answer = await runTool(tool, { input });
      expect(answer.status, answer.text ?? '').toBe(input === '+' ? 200 : 400);
      expect(answer.message?.length ?? 0).toBeLessThan(300);
    },
  );
});

it('a permission is read in a command with its files, and in a line of ls -l', async () => {
  const input = [
    'chmod 4755 /usr/bin/thing',
    'sudo chmod -R u=rwX,go=rX dir file',
    '-rw-r--r-- 1 root root 220 Jan  1 2024 .bashrc',
    'drwxrwxrwt 12 root root 4096 Jan  1 10:00 tmp',
  ].join('\n');
  const { data } = await runTool(tool, { input });
  const { results } = data as { results: readonly { octal: string }[] };
  // stat -c %a of GNU coreutils 9.1 on files made so.
  expect(results.map(({ octal }) => octal)).toEqual(['4755', '0644', '0644', '1777']);
});
