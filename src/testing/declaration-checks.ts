/** What every declared tool must keep, derived from its declaration; and every worked example, run. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listToolFiles } from '../../scripts/tool-files.js';
import { exampleFileBytes, programPath } from '../core/catalog.js';
import { dataJsonSchema, dataKeys } from '../core/data-schema.js';
import { MAX_FILES } from '../core/limits.js';
import { type OptionJsonSchema, optionJsonSchema, optionKind } from '../core/options.js';
import { projectRoot } from '../core/project-files.js';
import { shared } from '../core/shared-options.js';
import type { Example, ExampleOutputFile, OptionSchema, Settings, Tool } from '../core/tool.js';
import { NO_SETTINGS } from '../runner/execute.js';
import { findChromium, findLibreOffice } from '../runner/installed-programs.js';

import { dataFaults } from './declared-data.js';
import { type ExampleInternet, openExampleInternet } from './example-internet.js';
import { expectLike, withTimesOf } from './like-answers.js';
import { FFMPEG } from './media.js';
import { signsIn } from './plain-english.js';
import { type ClientAnswer, readFixture, runBody } from './run-tool.js';

const FOLDER = join(projectRoot, 'src/tools');

/** Ids that `npm test -- <id>` was asked for; none means all. */
const wanted = (process.env.TEST_TOOLS ?? '').split(',').filter((id) => id !== '');

let scratch = '';

/** What network tools meet; undefined where a family has none. */
let internet: ExampleInternet | undefined;

/** Programs that are installed here; tools whose program is missing are not run. */
const INSTALLED: Settings = {
  ...NO_SETTINGS,
  chromiumPath: findChromium(process.env),
  libreofficePath: findLibreOffice(process.env),
  ffmpegPath: existsSync(FFMPEG) ? FFMPEG : undefined,
};
let settings = INSTALLED;
const missingProgram = ({ program }: Tool) =>
  program !== undefined && programPath(program, settings) === undefined ? program : undefined;

const run = (tool: Tool, body: unknown): Promise<ClientAnswer> =>
  runBody(tool, JSON.stringify(body), {
    scratch,
    settings,
    ...(internet === undefined ? {} : { network: internet.way }),
  });

/** The request of an example as a client would send it. */
function requestOf(example: Example): Record<string, unknown> {
  const files = example.files?.map((file) => ({
    name: file.name,
    ...(file.mime === undefined ? {} : { mime: file.mime }),
    base64: Buffer.from(exampleFileBytes(file, readFixture)).toString('base64'),
  }));
  return {
    ...(example.input === undefined ? {} : { input: example.input }),
    ...(example.options === undefined ? {} : { options: example.options }),
    ...(files === undefined ? {} : { files }),
  };
}

/** A request that is refused for nothing but what a test adds to it. */
function plainRequest(tool: Tool): Record<string, unknown> {
  const example = tool.examples.find((candidate) => 'output' in candidate);
  return example === undefined ? {} : requestOf(example);
}

/**
 * Declares the tests of every tool in a family. `src/tools/<family>/declarations.test.ts` calls it, so that families are checked side by
 * side and one tool can be checked alone. `own` is in the place of programs that are installed.
 */
export async function checkDeclarations(family: string, own: Partial<Settings> = {}): Promise<void> {
  const files = listToolFiles(FOLDER).filter((file) => file.family === family);
  const chosen = files.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  beforeAll(() => {
    settings = { ...INSTALLED, ...own };
    scratch = mkdtempSync(join(tmpdir(), 'declarations-test-'));
  });
  afterAll(async () => {
    rmSync(scratch, { recursive: true, force: true });
    // Files share processes: the next family opens its own.
    const own = internet;
    internet = undefined;
    await own?.close();
  });
  for (const { id } of chosen) {
    const path = join(FOLDER, family, `${id}.ts`);
    const { default: tool } = (await import(pathToFileURL(path).href)) as { readonly default: Tool };
    describe(id, () => {
      if (tool.class === 'network') {
        beforeAll(async () => {
          internet ??= await openExampleInternet();
        });
      }
      it('is named after its file and its folder', () => {
        expect([tool.id, tool.family]).toEqual([id, family]);
        expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      });
      checkDeclaration(tool);
    });
  }
}

/** Names that one idea had in some tools, and has no more: vocabulary in `core/shared-options.ts`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  output: 'format or shape',
  mode: 'action, direction, format or by',
  operation: 'action',
  ignoreCase: 'caseSensitive',
  foldCase: 'caseSensitive',
  byteOrderMark: 'bom',
  keepEmptyLines: 'skipEmpty',
  gravity: 'position',
  assume: 'from',
  inputFormat: 'from',
  outputFormat: 'to',
  top: 'limit',
  tz: 'timezone',
  zone: 'timezone',
  lang: 'locale',
  text2: 'other',
  range: 'pages',
};

/** Tools whose options the API document gives. */
const IN_CONTRACT: ReadonlySet<string> = new Set([
  'case-converter',
  'create-zip',
  'heic-to-jpg',
  'heic-to-pdf',
  'hmac-generator',
  'karaoke-subtitles',
  'merge-pdf',
  'restore-old-photo',
  'semantic-deduplication',
  'split-pdf',
  'token-counter',
]);

function checkDeclaration(tool: Tool): void {
  it('has a declaration that reads well', () => {
    expect(tool.summary).toMatch(/^[A-Z].*[^.]\.$/s);
    expect(tool.summary).not.toMatch(/\. [A-Z]/);
    for (const note of tool.notes) expect(note).toMatch(/^[A-Z"].*\.$/s);
    expect(tool.aliases.length, 'aliases').toBeGreaterThanOrEqual(1);
    expect(tool.verified.length, 'verified').toBeGreaterThanOrEqual(1);
    expect(tool.examples.length, 'examples').toBeGreaterThanOrEqual(3);
    expect(new Set(tool.examples.map(({ title }) => title)).size, 'example titles').toBe(tool.examples.length);
    expect(tool.timeoutSeconds === undefined || (tool.class === 'network' && tool.timeoutSeconds <= 60)).toBe(true);
    expect(tool.needs?.includes('network') ?? false, 'needs the network').toBe(tool.class === 'network');
  });

  it('is in plain English', () => {
    const { title, summary, notes, verified, options, data, examples } = tool;
    const told = examples.flatMap((example) => [example.title, ...('error' in example ? [example.error.message] : [])]);
    const described = Object.values(options).map((schema) => optionJsonSchema(schema).description ?? '');
    const keys =
      data === undefined ? [] : dataKeys(dataJsonSchema(data)).map(({ schema }) => String(schema.description));
    expect([title, summary, ...notes, ...verified, ...told, ...described, ...keys].flatMap(signsIn)).toEqual([]);
  });

  it('names its options as every tool does', () => {
    if (IN_CONTRACT.has(tool.id)) return;
    for (const name of Object.keys(tool.options)) expect(OTHER_NAMES[name], `option ${name}`).toBeUndefined();
  });

  it('names secrets as such', () => {
    for (const [name, schema] of Object.entries(tool.options)) {
      const isText = optionJsonSchema(schema).type === 'string' && optionJsonSchema(schema).enum === undefined;
      if (isText && /(?:password|passphrase|secret|privateKey)$/i.test(name))
        expect(optionKind(schema), name).toBe('secret');
    }
  });

  it('declares its files within the contract', () => {
    if (tool.files === undefined) return;
    const { min, max, formats } = tool.files;
    expect(min).toBeLessThanOrEqual(max);
    expect(max).toBeGreaterThanOrEqual(1);
    expect(max).toBeLessThanOrEqual(MAX_FILES);
    for (const format of formats) expect(format).toMatch(/^(\*|\.[a-z0-9.]+)$/);
  });

  it('declares what its data holds', () => {
    for (const example of tool.examples) {
      if (!('output' in example) || example.output.data === undefined) continue;
      expect(tool.data, `declares no data: ${example.title}`).toBeDefined();
      expect(dataFaults(tool, example.output.data), example.title).toEqual([]);
    }
    if (tool.data === undefined) {
      expect(tool.result, 'a result of data that is not declared').not.toBe('data');
      return;
    }
    const schema = dataJsonSchema(tool.data);
    expect(JSON.stringify(schema), 'references are lost inside the schema of a response').not.toContain('"$ref"');
    for (const { path, schema: part } of dataKeys(schema)) {
      expect(part.description, path).toMatch(/^[A-Z0-9"].*\.$/s);
    }
  });

  it('refuses an unknown property', async () => {
    expectRefusal(await run(tool, { ...plainRequest(tool), nope: 1 }), 'Unknown property "nope"');
    expectRefusal(await runBody(tool, '{"__proto__":{"input":"x"}}'), 'Unknown property "__proto__"');
  });

  it('refuses an unknown option', async () => {
    expectRefusal(await run(tool, { ...plainRequest(tool), options: { nope: 1 } }), 'Unknown option "nope"');
    const inherited: unknown = JSON.parse('{"__proto__":1}');
    expectRefusal(await run(tool, { ...plainRequest(tool), options: inherited }), 'Unknown option "__proto__"');
  });

  it('refuses input and options of another type', async () => {
    for (const input of [5, null, [], {}, true]) expectRefusal(await run(tool, { input }), 'Property "input"');
    for (const options of [5, null, [], 'x', true]) {
      expectRefusal(await run(tool, { ...plainRequest(tool), options }), 'Property "options"');
    }
  });

  it('refuses a body that is not a JSON object', async () => {
    for (const body of ['', '{', '[]', 'null', '"x"', '5', '{"input":"x",}', '\ufeff{}', '{"input":NaN}']) {
      expectRefusal(await runBody(tool, body), 'Request body');
    }
  });

  if (tool.input === 'required') {
    it('needs input', async () => {
      expectRefusal(await run(tool, { ...plainRequest(tool), input: '' }), 'Property "input" must not be empty');
    });
  }

  if (tool.files === undefined) {
    it('takes no files, not even none', async () => {
      for (const files of [[], null, [{ name: 'a.txt', base64: '' }]]) {
        expectRefusal(await run(tool, { ...plainRequest(tool), files }), 'Unknown property "files"');
      }
    });
  } else {
    const { min, max, formats } = tool.files;
    const ending = formats[0] === '*' ? '.bin' : (formats[0] ?? '');
    const some = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, i) => ({ name: `f${i}${ending}`, base64: 'AAAA', ...more }));

    it('bounds the number of files', async () => {
      expectRefusal(await run(tool, { ...plainRequest(tool), files: some(max + 1) }), `at most ${max} file`);
      if (min > 0) expectRefusal(await run(tool, { ...plainRequest(tool), files: [] }), `at least ${min} file`);
    });

    it('refuses files that are not as the contract says', async () => {
      const { files: _, ...request } = plainRequest(tool);
      const count = Math.max(min, 1);
      const faults: readonly (readonly [object, string])[] = [
        [{ name: `a/b${ending}` }, 'name" must be a file name without a path'],
        [{ name: `a\nb${ending}` }, 'name" must have no control characters'],
        [{ name: `${'n'.repeat(200)}${ending}` }, 'at most 200 characters'],
        [{ mime: 'm'.repeat(151) }, 'mime" must have at most 150 characters'],
        [{ bytes: 4 }, 'must be the decoded length 3, got 4'],
        [{ bytes: '3' }, 'bytes" must be a whole number'],
        [{ base64: 'AAA' }, 'must be padded base64'],
        [{ base64: 'AA-_' }, 'must be padded base64'],
        [{ base64: 'AB==' }, 'must be padded base64'],
        [{ base64: 'data:text/plain;base64,AAAA' }, 'must be padded base64'],
        [{ base64: 5 }, 'base64" must be a string'],
        [{ url: 'http://127.0.0.1/' }, 'Unknown property "url" in "files[0]"'],
      ];
      for (const [fault, message] of faults) {
        expectRefusal(await run(tool, { ...request, files: some(count, fault) }), message);
      }
    });

    if (formats[0] !== '*') {
      it('refuses a file of another format', async () => {
        const { files: _, ...request } = plainRequest(tool);
        const files = [{ name: 'a.not-a-format', base64: 'AAAA' }, ...some(Math.max(min, 1) - 1)];
        expectRefusal(await run(tool, { ...request, files }), 'is not of a format that');
      });
    }
  }

  for (const [name, schema] of Object.entries(tool.options)) {
    const option = optionJsonSchema(schema);
    const runWith = (value: unknown) => run(tool, { ...plainRequest(tool), options: { [name]: value } });

    it(`declares option ${name} with default, bounds and description`, () => {
      expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
      expect(name, 'the runner cuts out texts of this name').not.toBe('base64');
      expect(option.description).toMatch(/^[A-Z].*\.$/s);
      expect(schema.safeParse(option.default).success, 'default').toBe(true);
      expect(hasBounds(option), 'bounds').toBe(true);
    });

    const expected = sharedOption(tool, name);
    if (expected !== undefined) {
      it(`has option ${name} as every tool has it`, () => {
        // A tool may ask for more than the least of all, YAML cannot be indented by 0, and for a shorter text than the longest.
        const { description: _, minimum, maxLength, ...rest } = expected;
        expect(option).toMatchObject(rest);
        if (minimum !== undefined) expect(option.minimum).toBeGreaterThanOrEqual(minimum);
        if (maxLength !== undefined) expect(option.maxLength).toBeLessThanOrEqual(maxLength);
      });
    }

    it(`refuses option ${name} of another type or out of bounds`, async () => {
      for (const wrong of wrongValues(option)) {
        expectRefusal(await runWith(wrong), `Option "${name}" must`);
      }
    });
  }

  for (const example of tool.examples) {
    it(`example: ${example.title}`, async ({ skip }) => {
      const missing = missingProgram(tool);
      if (missing !== undefined && 'output' in example) skip(`no ${missing} is installed`);
      for (const file of example.files ?? []) {
        if ('fixture' in file) expect(existsSync(join(projectRoot, 'fixtures', file.fixture)), file.fixture).toBe(true);
      }
      const answer = await run(tool, requestOf(example));
      if ('error' in example) {
        expect({ code: answer.code, message: answer.message }).toEqual(example.error);
        expect(messageFaults(example.error.message)).toEqual([]);
        return;
      }
      expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
      const { text, data, files = [], varies = false } = example.output;
      if (varies) expectLike(answer, example.output);
      else {
        if (text !== undefined) expect(answer.text).toBe(text);
        if (data !== undefined) expect(withTimesOf(data, answer.data)).toEqual(data);
      }
      if (answer.text !== null) expect([typeof answer.name, typeof answer.mime]).toEqual(['string', 'string']);
      expect(answer.files.map((file) => file.name)).toEqual(files.map((file) => file.name));
      for (const [index, expected] of files.entries()) expectFile(answer.files[index], expected);
    });
  }
}

function expectRefusal(answer: ClientAnswer, message: string): void {
  const { status, code, message: told = '' } = answer;
  expect({ status, code, message: told, faults: messageFaults(told) }).toEqual({
    status: 400,
    code: 'INVALID_INPUT',
    message: expect.stringContaining(message),
    faults: [],
  });
}

/** Style guide: sentence case, no full stop, no contraction, no "Error:", no "please". */
function messageFaults(message: string): string[] {
  const signs = [/^(?![A-Z0-9])/, /\.$/, /\b\w+n't\b|\b(?:it|that|there)'s\b|^Error|please/i];
  return signs.filter((sign) => sign.test(message)).map(String);
}

function expectFile(actual: ClientAnswer['files'][number] | undefined, expected: ExampleOutputFile): void {
  expect(actual?.mime).toBe(expected.mime);
  if (expected.bytes !== undefined) expect(actual?.bytes.length).toBe(expected.bytes);
  if (expected.base64 !== undefined) expect(actual?.bytes.toString('base64')).toBe(expected.base64);
  if (expected.text !== undefined) expect(actual?.bytes.toString()).toBe(expected.text);
}

/** An option that means the same in many tools, as `core/shared-options.ts` has it. */
function sharedOption({ family, id }: Pick<Tool, 'family' | 'id'>, name: string): OptionJsonSchema | undefined {
  // A document is searched, and its words are counted, as its readers do it.
  if (name === 'caseSensitive' && (family === 'pdf' || id === 'word-frequency'))
    return optionJsonSchema(shared.caseSensitive(false));
  // PEP 8 has four spaces, and Black wraps at 88.
  if (id === 'python-formatter' && name === 'lineWidth') return optionJsonSchema(shared.lineWidth(88));
  if (id === 'python-formatter' && name === 'indent') return optionJsonSchema(shared.indent(1, 4));
  const schema = (shared as Readonly<Record<string, () => OptionSchema>>)[name]?.();
  return schema === undefined ? undefined : optionJsonSchema(schema);
}

function hasBounds(option: OptionJsonSchema): boolean {
  if (option.type === 'number') return option.minimum !== undefined && option.maximum !== undefined;
  if (option.type === 'string') return option.enum !== undefined || option.maxLength !== undefined;
  return option.type === 'boolean';
}

function wrongValues(option: OptionJsonSchema): unknown[] {
  const others = [null, [], {}, ...(option.type === 'boolean' ? [1, 'true'] : [true])];
  if (option.type === 'number') {
    const { minimum = 0, maximum = 0, multipleOf } = option;
    return [
      ...others,
      String(option.default),
      minimum - 1,
      maximum + 1,
      ...(multipleOf ? [minimum + multipleOf / 2] : []),
    ];
  }
  if (option.type !== 'string') return others;
  if (option.enum !== undefined) return [...others, 5, '__proto__', 'no such choice', `${option.default} `];
  return [...others, 5, 'x'.repeat((option.maxLength ?? 0) + 1), '\ud800'];
}
