import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../testing/exhaustive.js';
import { callTool, type Reply } from '../../testing/http.js';
import { readFixture } from '../../testing/run-tool.js';
import { openTestService, type TestService } from '../../testing/service.js';

let service: TestService;
beforeAll(async () => {
  service = await openTestService('product');
});
afterAll(() => service.close());

interface Result {
  readonly text: string | null;
  readonly data?: unknown;
  readonly name?: string;
  readonly mime?: string;
  readonly files: readonly { readonly name: string; readonly mime: string; readonly base64: string }[];
}

interface Step {
  readonly tool: string;
  readonly options?: object;
  readonly [property: string]: unknown;
}

const file = (name: string, path: string) => ({ name, base64: readFixture(path).toString('base64') });
const textFile = (name: string, text: string) => ({ name, base64: Buffer.from(text).toString('base64') });

const run = (id: string, body: object): Promise<Reply> => callTool(service.origin, id, body);
const pipeline = (steps: readonly Step[], more: object = {}): Promise<Reply> =>
  run('run-pipeline', { ...more, options: { steps: JSON.stringify(steps) } });

function resultOf(reply: Reply): Result {
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return (reply.json as { readonly result: Result }).result;
}

const messageOf = (reply: Reply): string =>
  (reply.json as { readonly error: { readonly message: string } }).error.message;

/** The same by separate calls: each gets the files of the one before, or its text. */
async function byCalls(steps: readonly Step[], first: object): Promise<Result> {
  let request: object = first;
  let result: Result = { text: null, files: [] };
  for (const { tool, options } of steps) {
    result = resultOf(await run(tool, { ...request, ...(options === undefined ? {} : { options }) }));
    const files = result.files.map(({ name, mime, base64 }) => ({ name, mime, base64 }));
    request = files.length > 0 ? { files } : { input: result.text };
  }
  return result;
}

describe('run-pipeline, beside separate calls', () => {
  const CASES: readonly (readonly [string, readonly Step[], object])[] = [
    [
      'images',
      [
        { tool: 'heic-to-jpg', options: { quality: 90 } },
        { tool: 'resize-image', options: { width: 40 } },
        { tool: 'rotate-image', options: { angle: 90 } },
        { tool: 'convert-image', options: { format: 'png' } },
      ],
      { files: [file('grid.heic', 'image/heic/grid.heic')] },
    ],
    [
      'PDF to images to PDF',
      [{ tool: 'split-pdf' }, { tool: 'merge-pdf' }],
      { files: [file('a.pdf', 'pdf/letter.pdf')] },
    ],
    ['PDF to text', [{ tool: 'rotate-pdf' }, { tool: 'pdf-to-text' }], { files: [file('a.pdf', 'pdf/article.pdf')] }],
    ['text', [{ tool: 'yaml-to-json' }, { tool: 'json-formatter' }, { tool: 'json-to-csv' }], { input: '- a: 1.00\n' }],
    [
      'numbers of many digits in data',
      [{ tool: 'json-minifier' }, { tool: 'json-sorter' }],
      { input: '{"b": 12345678901234567890.10, "a": "\u2028 \u0000"}' },
    ],
    ['text files', [{ tool: 'sort-lines' }, { tool: 'file-hash' }], { files: [textFile('b.txt', 'b\na\n')] }],
    [
      'a ZIP',
      [{ tool: 'create-zip' }, { tool: 'list-archive' }],
      { files: [textFile('é.txt', 'x'), textFile('y', '')] },
    ],
  ];

  it.each(CASES)('gives the same bytes: %s', async (_, steps, request) => {
    expect(resultOf(await pipeline(steps, request))).toEqual(await byCalls(steps, request));
  });

  it('runs a step once for every file, and texts of it become files', async () => {
    const files = [textFile('b.txt', 'b\na'), textFile('sub.tar.txt', 'd\nc')];
    const each = resultOf(await pipeline([{ tool: 'file-hash', each: true }], { files }));
    expect(each.text).toBeNull();
    expect(each.files.map(({ name }) => name)).toEqual(['b.json', 'sub.tar.json']);
    for (const [index, one] of files.entries()) {
      const alone = resultOf(await run('file-hash', { files: [one] }));
      expect(Buffer.from(each.files[index]?.base64 ?? '', 'base64').toString()).toBe(alone.text);
    }
  });

  it('works on the step that "from" names, and passes text as a file and a file as text', async () => {
    const steps = [
      { tool: 'case-converter', options: { mode: 'upper' } },
      { tool: 'case-converter', options: { mode: 'lower' }, from: 0 },
      { tool: 'create-zip', from: 1, as: 'files' },
      { tool: 'extract-archive' },
      { tool: 'case-converter', options: { mode: 'lower' }, as: 'input', each: true },
    ];
    const [only] = resultOf(await pipeline(steps, { input: 'Ab' })).files;
    expect([only?.name, Buffer.from(only?.base64 ?? '', 'base64').toString()]).toEqual(['result.txt', 'ab']);
    expect(resultOf(await pipeline(steps.slice(0, 2), { input: 'Ab' })).text).toBe('ab');
  });

  it('keeps what the steps before gave where asked', async () => {
    const steps = JSON.stringify([{ tool: 'case-converter', options: { mode: 'upper' } }, { tool: 'json-to-yaml' }]);
    const reply = await run('run-pipeline', { input: '{"a":1}', options: { steps, keepIntermediate: true } });
    const { text, files } = resultOf(reply);
    expect([text, files.map(({ name, base64 }) => [name, Buffer.from(base64, 'base64').toString()])]).toEqual([
      'A: 1\n',
      [['1-result.txt', '{"A":1}']],
    ]);
  });

  it('takes the pipeline from the first file', async () => {
    const steps = '\ufeff{"steps": [{"tool": "sort-lines"}]}';
    const files = [textFile('steps.json', steps), textFile('b.txt', 'b\na\n')];
    expect(resultOf(await run('run-pipeline', { files }))).toEqual(
      resultOf(await run('sort-lines', { files: files.slice(1) })),
    );
  });
});

describe('what run-pipeline refuses before anything runs', () => {
  const REFUSED: readonly (readonly [readonly unknown[], object, string])[] = [
    [[], {}, 'Cannot read option "steps" as a pipeline: it has no steps'],
    [
      Array(9).fill({ tool: 'sort-lines' }),
      {},
      'Cannot read option "steps" as a pipeline: it has 9 steps, the limit is 8',
    ],
    [['sort-lines'], {}, 'Step 1 must be an object, got string'],
    [[{ id: 'sort-lines' }], {}, 'Step 1: "tool" must be a tool id, got nothing'],
    [[{ tool: 'sort-lines', opts: {} }], {}, 'Step 1 ("sort-lines"): unknown property "opts", a step takes'],
    [[{ tool: 'sort-line' }], {}, 'Step 1 ("sort-line"): this service has no tool of that id'],
    [[{ tool: '__proto__' }], {}, 'Step 1 ("__proto__"): this service has no tool of that id'],
    [[{ tool: 'batch-run' }], {}, 'Step 1 ("batch-run"): it runs other tools, so it cannot be a step'],
    [
      [{ tool: 'sort-lines', from: 1 }],
      {},
      'Step 1 ("sort-lines"): "from" must be 0 (the request) or the number of an',
    ],
    [[{ tool: 'sort-lines', as: 'text' }], {}, 'Step 1 ("sort-lines"): "as" must be "input" or "files", got "text"'],
    [[{ tool: 'sort-lines', each: 1 }], {}, 'Step 1 ("sort-lines"): "each" must be true or false, got number'],
    [
      [{ tool: 'case-converter', options: [] }],
      {},
      'Step 1 ("case-converter"): "options" must be an object, got array',
    ],
    [[{ tool: 'merge-pdf' }], {}, 'Step 1 ("merge-pdf"): It takes files, the request gives none'],
    [
      [{ tool: 'case-converter' }, { tool: 'password-generator' }],
      { input: 'a' },
      'Step 2 ("password-generator"): it takes neither text nor files, so what step 1 gives would be lost: write "from": 0 if that is meant',
    ],
    [
      [{ tool: 'heic-to-jpg' }, { tool: 'case-converter' }],
      { files: [file('a.heic', 'image/heic/grid.heic')] },
      'Step 2 ("case-converter"): It takes text, step 1 gives only files: "as": "input" passes a text file as text',
    ],
    [
      [{ tool: 'heic-to-jpg' }],
      { files: [textFile('a.pdf', '')] },
      'Step 1 ("heic-to-jpg"): File "a.pdf" is not of a format that heic-to-jpg takes: .heic, .heif',
    ],
    [
      [{ tool: 'heic-to-jpg' }],
      { files: [textFile('a.heic', ''), textFile('b.heic', '')] },
      'Step 1 ("heic-to-jpg"): It takes 1 file, got 2: "each": true runs it for every file',
    ],
  ];

  it.each(REFUSED)('%j', async (steps, request, message) => {
    const before = service.lines.filter(({ event }) => event === 'run').length;
    const reply = await pipeline(steps as readonly Step[], request);
    expect([reply.status, messageOf(reply).slice(0, message.length)]).toEqual([400, message]);
    expect(service.lines.filter(({ event }) => event === 'run')).toHaveLength(before + 1);
  });

  it('names line and column of JSON that cannot be read', async () => {
    const reply = await run('run-pipeline', { input: '{"steps": [{"tool": "sort-lines",}]}' });
    expect(messageOf(reply)).toMatch(/^Cannot read property "input" as a pipeline: line 1, column 34: /);
  });
});

describe('run-pipeline, its steps', () => {
  it('names the step and the file of an error, with its code and message', async () => {
    const files = [textFile('good.json', '[1]'), textFile('bad.json', '[1')];
    const reply = await pipeline([{ tool: 'json-minifier', each: true }], { files });
    expect(reply.status).toBe(400);
    expect(messageOf(reply)).toMatch(
      /^Step 1 \("json-minifier"\): file "bad\.json": Cannot read file "bad\.json" as JSON: /,
    );
  });

  exhaustive('has four at once with native and model steps without a refusal', async () => {
    const csv = textFile('a.csv', 'text\nred car\nred automobile\n');
    const steps = [{ tool: 'clean-whitespace' }, { tool: 'semantic-deduplication' }, { tool: 'file-hash' }];
    const replies = await Promise.all(Array.from({ length: 4 }, () => pipeline(steps, { files: [csv] })));
    const [first, ...others] = replies.map((reply) => resultOf(reply));
    for (const other of others) expect(other).toEqual(first);
    expect(service.runner.status.busy).toEqual({ all: 0, native: 0, model: 0 });
  });
});
