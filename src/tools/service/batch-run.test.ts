import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadTool } from '../../generated/registry.js';
import { runProgram } from '../../testing/programs.js';
import { type ClientAnswer, type RunToolRequest, readFixture, runTool } from '../../testing/run-tool.js';
import batchRun from './batch-run.js';

interface Report {
  readonly items: readonly {
    readonly name: string;
    readonly status: string;
    readonly text: string | null;
    readonly files: readonly string[];
    readonly error: string | null;
  }[];
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
}

const run = (options: object, request: RunToolRequest = {}): Promise<ClientAnswer> =>
  runTool(batchRun, { ...request, options: { ...options } });

const reportOf = (answer: ClientAnswer): Report => {
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Report;
};

/** The archive as unzip unpacks it. */
function unpacked({ files }: ClientAnswer): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'batch-run-'));
  writeFileSync(join(folder, 'batch.zip'), files[0]?.bytes ?? '');
  runProgram('unzip', ['-q', '-d', join(folder, 'out'), join(folder, 'batch.zip')]);
  const read = readdirSync(join(folder, 'out')).map((name) => [name, readFileSync(join(folder, 'out', name))] as const);
  rmSync(folder, { recursive: true });
  return new Map(read);
}

const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) });

describe('batch-run', () => {
  it('does for every file what a run of its own does', async () => {
    const files = ['scene.png', 'logo.png', 'product.png'].map((name) => ({
      name,
      bytes: readFixture(`image/edit/${name}`),
    }));
    const options = { width: 20 };
    const answer = await run({ tool: 'resize-image', options: JSON.stringify(options) }, { files });
    const report = reportOf(answer);
    const archive = unpacked(answer);
    expect([report.done, report.failed, archive.size]).toEqual([3, 0, 3]);
    const resize = await loadTool('resize-image');
    for (const [index, file] of files.entries()) {
      const alone = await runTool(resize, { options, files: [file] });
      const name = report.items[index]?.files[0] ?? '';
      expect(archive.get(name)?.equals(alone.files[0]?.bytes ?? Buffer.alloc(1)), name).toBe(true);
    }
  });

  it('goes on after an item that fails, or stops there', async () => {
    const files = [text('a.json', '[1]'), text('b.json', '[1'), text('c.json', '[2]')];
    const report = reportOf(await run({ tool: 'json-minifier' }, { files }));
    expect(report.items.map(({ status }) => status)).toEqual(['done', 'failed', 'done']);
    expect(report.items[1]?.error).toMatch(/^Cannot read file "b\.json" as JSON: line 1, column 3: /);
    const stopped = reportOf(await run({ tool: 'json-minifier', stopOnError: true }, { files }));
    expect(stopped.items.map(({ status }) => status)).toEqual(['done', 'failed', 'skipped']);
  });

  it('fills options from columns, numbers and switches by their type, and finds files by name', async () => {
    const csv = 'name,file,2.width,1.angle\nsmall,scene.png,8,90\nlarge,scene.png,16,\nnone,,4,\n';
    const files = [text('rows.csv', csv), { name: 'scene.png', bytes: readFixture('image/edit/scene.png') }];
    const steps = JSON.stringify([{ tool: 'rotate-image', options: { angle: 180 } }, { tool: 'resize-image' }]);
    const report = reportOf(await run({ steps, items: 'rows' }, { files }));
    expect(report.items.map(({ name, status }) => [name, status])).toEqual([
      ['small', 'done'],
      ['large', 'done'],
      ['none', 'failed'],
    ]);
  });

  it.each([
    [
      { tool: 'case-converter', items: 'rows' },
      'input,size\na,1\n',
      'Unknown column "size": a row for case-converter has',
    ],
    [
      { tool: 'case-converter', items: 'rows' },
      'input,3.mode\na,upper\n',
      'Unknown column "3.mode": there is no step 3',
    ],
    [{ tool: 'merge-pdf', items: 'rows' }, 'file\na.pdf\n', 'Line 2: no uploaded file is called "a.pdf"'],
    [{ tool: 'run-pipeline' }, 'a', 'Step 1 ("run-pipeline"): it runs other tools, so it cannot be a step'],
    [{ tool: 'case-converter', options: '{"mode": 1}' }, 'a', 'Option "mode" must be one of'],
    [{ tool: 'case-converter', options: '[1]' }, 'a', 'Option "options" holds no object of options, got array'],
    [{ tool: 'case-converter', options: '{' }, 'a', 'Cannot read option "options" as JSON: line 1, column 2'],
    [{ tool: 'case-converter', steps: '[]' }, 'a', 'Options "tool" and "steps" exclude each other'],
    [{ tool: 'case-converter' }, ' \n', 'Property "input" must not be empty where the batch has no files'],
  ])('refuses %j', async (options, input, message) => {
    const answer = await run(options, { input });
    expect([answer.status, answer.message?.slice(0, message.length)]).toEqual([400, message]);
  });

  it('takes 1,000 items and not more', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');
    expect(reportOf(await run({ tool: 'case-converter' }, { input: lines(1000) })).done).toBe(1000);
    const answer = await run({ tool: 'case-converter' }, { input: lines(1001) });
    expect([answer.status, answer.message]).toEqual([413, 'The batch has 1001 items, the limit is 1000']);
  });
});
