/** What makes a valid request an invalid one: by the published schema, by the contract's words, or as HTTP. */

import { gzipSync } from 'node:zlib';

import type { Schema } from './description.js';
import type { RequestFile, RunBody } from './worked-examples.js';

/** A body as it is sent, with its headers. */
export interface RawRequest {
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `undefined` where it does not apply to the tool. `isInSchema`: a validator must refuse it too. */
export interface Mutation {
  readonly name: string;
  readonly isInSchema: boolean;
  /** A mutation that costs megabytes is used sparingly. */
  readonly isLarge?: boolean;
  mutate(valid: RunBody, tool: ToolParts, pick: (count: number) => number): RawRequest | undefined;
}

/** The resolved schemas of a tool's run body. */
export interface ToolParts {
  readonly input: Schema;
  readonly options: Readonly<Record<string, Schema>>;
  readonly files: Schema | undefined;
  readonly required: readonly string[];
}

const WRONG_NAMES = ['inputs', 'Input', 'webhook', 'constructor', 'toString', ''];
const WRONG_TYPES: readonly unknown[] = [null, [], {}, 7, true, 'text'];

const sent = (value: unknown): RawRequest => ({ body: JSON.stringify(value) });

const inSchema = (
  name: string,
  change: (valid: RunBody, tool: ToolParts, pick: (count: number) => number) => unknown,
) => ({
  name,
  isInSchema: true,
  mutate(valid: RunBody, tool: ToolParts, pick: (count: number) => number) {
    const changed = change(valid, tool, pick);
    return changed === undefined ? undefined : sent(changed);
  },
});

const inContract = (
  name: string,
  change: (valid: RunBody, tool: ToolParts, pick: (count: number) => number) => unknown,
) => ({
  ...inSchema(name, change),
  isInSchema: false,
});

const raw = (name: string, change: (valid: RunBody) => RawRequest, isLarge = false) => ({
  name,
  isInSchema: false,
  isLarge,
  mutate: change,
});

/** One of a list, or `undefined` of an empty one. */
const one = <T>(list: readonly T[], pick: (count: number) => number): T | undefined => list[pick(list.length)];

function changeOption(
  matches: (option: Schema) => boolean,
  wrong: (option: Schema, pick: (count: number) => number) => unknown,
) {
  return (valid: RunBody, tool: ToolParts, pick: (count: number) => number) => {
    const found = one(
      Object.entries(tool.options).filter(([, option]) => matches(option)),
      pick,
    );
    if (found === undefined) return undefined;
    const [name, option] = found;
    return { ...valid, options: { ...valid.options, [name]: wrong(option, pick) } };
  };
}

function changeFile(change: (file: RequestFile, pick: (count: number) => number) => unknown) {
  return (valid: RunBody, { files }: ToolParts, pick: (count: number) => number) => {
    if (files === undefined) return undefined;
    const ending = files['x-formats']?.[0] ?? '*';
    const plain = { name: `a${ending === '*' ? '.bin' : ending}`, base64: 'AAAA' };
    const list = valid.files === undefined || valid.files.length === 0 ? [plain] : [...valid.files];
    const at = pick(list.length);
    return { ...valid, files: list.map((file, i) => (i === at ? change(file, pick) : file)) };
  };
}

const isNumber = (option: Schema): boolean => option.type === 'number' || option.type === 'integer';
const isText = (option: Schema): boolean => option.type === 'string' && option.enum === undefined;

export const MUTATIONS: readonly Mutation[] = [
  inSchema('unknown property', (valid, _, pick) => ({ ...valid, [one(WRONG_NAMES, pick) ?? 'x']: 1 })),
  inSchema('unknown option', (valid, _, pick) => ({
    ...valid,
    options: { ...valid.options, [one(WRONG_NAMES, pick) ?? 'x']: 1 },
  })),
  inSchema('input of another type', (valid, _, pick) => ({ ...valid, input: WRONG_TYPES[pick(5)] })),
  inSchema('options of another type', (valid, _, pick) => {
    const wrong = one([null, [], 7, true, 'text'], pick);
    return { ...valid, options: wrong };
  }),
  inSchema('required property left out', (valid, { required }, pick) => {
    const name = one(required, pick);
    return name === undefined ? undefined : { ...valid, [name]: undefined };
  }),
  inSchema('required input empty', (valid, { input }) => (input.minLength ? { ...valid, input: '' } : undefined)),
  inSchema(
    'option of another type',
    changeOption(
      () => true,
      (option, pick) =>
        one(
          WRONG_TYPES.filter((value) => typeof value !== option.type && !isNumberFor(value, option)),
          pick,
        ),
    ),
  ),
  inSchema(
    'quoted number',
    changeOption(isNumber, ({ minimum = 0 }) => String(minimum)),
  ),
  inSchema(
    'quoted boolean',
    changeOption(
      ({ type }) => type === 'boolean',
      () => 'true',
    ),
  ),
  inSchema(
    'number below its minimum',
    changeOption(
      ({ minimum }) => minimum !== undefined,
      ({ minimum = 0 }) => minimum - 1,
    ),
  ),
  inSchema(
    'number above its maximum',
    changeOption(
      ({ maximum }) => maximum !== undefined,
      ({ maximum = 0 }) => maximum + 1,
    ),
  ),
  inSchema(
    'number beside its steps',
    changeOption(
      ({ multipleOf }) => multipleOf !== undefined,
      ({ minimum = 0, multipleOf = 1 }) => minimum + multipleOf / 2,
    ),
  ),
  inSchema(
    'value that is not allowed',
    changeOption(
      (option) => option.enum !== undefined,
      () => 'no such value',
    ),
  ),
  inSchema(
    'option text over its maximum',
    changeOption(
      (option) => isText(option) && (option.maxLength ?? 1e9) <= 100_000,
      ({ maxLength = 0 }) => '😀'.repeat(maxLength + 1),
    ),
  ),
  inSchema('files of a tool that takes none', (valid, { files }) =>
    files === undefined ? { ...valid, files: [{ name: 'a.txt', base64: '' }] } : undefined,
  ),
  inSchema('files of another type', (valid, { files }, pick) =>
    files === undefined ? undefined : { ...valid, files: one([null, {}, 7, 'a.txt'], pick) },
  ),
  inSchema('too many files', (valid, { files }) => {
    if (files === undefined) return undefined;
    const ending = files['x-formats']?.[0] ?? '*';
    const file = { name: `a${ending === '*' ? '.bin' : ending}`, base64: 'AAAA' };
    return { ...valid, files: Array.from({ length: (files.maxItems ?? 20) + 1 }, () => file) };
  }),
  inSchema('too few files', (valid, { files }) => (files?.minItems ? { ...valid, files: [] } : undefined)),
  inSchema(
    'file without a name',
    changeFile(({ base64 }) => ({ base64 })),
  ),
  inSchema(
    'file without content',
    changeFile(({ name }) => ({ name })),
  ),
  inSchema(
    'file by address',
    changeFile((file) => ({ ...file, url: 'http://127.0.0.1/' })),
  ),
  inSchema(
    'file name with a path',
    changeFile((file, pick) => ({ ...file, name: `${one(['../', '/', 'a\\', 'C:/'], pick)}${file.name}` })),
  ),
  inSchema(
    'file name with a control character',
    changeFile((file) => ({ ...file, name: `a\n${file.name}` })),
  ),
  inSchema(
    'file name of dots',
    changeFile((file, pick) => ({ ...file, name: one(['.', '..'], pick) })),
  ),
  inSchema(
    'file name too long',
    changeFile((file) => ({ ...file, name: `${'n'.repeat(200)}${file.name}` })),
  ),
  inSchema(
    'file type too long',
    changeFile((file) => ({ ...file, mime: 'm'.repeat(151) })),
  ),
  inSchema(
    'length that is not a whole number',
    changeFile((file, pick) => ({ ...file, bytes: one([-1, 1.5, '3', null], pick) })),
  ),
  inSchema(
    'content that is not text',
    changeFile((file, pick) => ({ ...file, base64: WRONG_TYPES[pick(5)] })),
  ),
  inSchema(
    'file that is no object',
    changeFile((_, pick) => one([null, [], 'a.txt', 7], pick)),
  ),
  inContract(
    'length that is wrong',
    changeFile((file) => ({ ...file, bytes: 12_345_678 })),
  ),
  inContract(
    'base64 that is not strict',
    changeFile((file, pick) => ({
      ...file,
      base64: one(['AAA', 'AA-_', 'AB==', 'AA==AA==', ' AAAA', 'AAAA\n', 'data:;base64,AAAA', '====', 'é'], pick),
    })),
  ),
  inContract('format that is not accepted', (valid, { files }) => {
    const isAny = files?.['x-formats']?.includes('*') ?? true;
    return isAny ? undefined : { ...valid, files: [{ name: 'a.no-such-format', base64: 'AAAA' }] };
  }),
  inContract('lone surrogate', (valid) => ({ ...valid, input: 'a\ud800b' })),
  raw('no body', () => ({ body: '' })),
  raw('another content type', (valid) => ({ body: JSON.stringify(valid), headers: { 'content-type': 'text/plain' } })),
  raw('another character set', (valid) => ({
    body: JSON.stringify(valid),
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
  })),
  raw('compressed body', (valid) => ({
    body: gzipSync(JSON.stringify(valid)),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })),
  raw('JSON cut short', (valid) => ({ body: JSON.stringify(valid).slice(0, -1) })),
  raw('JSON with a comma too many', (valid) => ({ body: JSON.stringify(valid).replace(/\}$/, ',}') })),
  raw('byte order mark', (valid) => ({ body: `\ufeff${JSON.stringify(valid)}` })),
  raw('two values', (valid) => ({ body: `${JSON.stringify(valid)}{}` })),
  raw('no object', (valid) => ({ body: JSON.stringify([valid]) })),
  raw('a bare value', () => ({ body: 'null' })),
  raw('not a number', () => ({ body: '{"input":NaN}' })),
  raw('invalid UTF-8', () => ({ body: Buffer.from('{"input":"\xff"}', 'latin1') })),
  raw('prototype as a property', () => ({ body: '{"__proto__":{"input":"x"}}' })),
  raw('prototype as an option', () => ({ body: '{"options":{"__proto__":{}}}' })),
  raw('nested too deep', () => ({ body: `{"options":${'['.repeat(100)}${']'.repeat(100)}}` })),
  raw('input too long', () => ({ body: JSON.stringify({ input: 'x'.repeat(1_000_001) }) }), true),
  raw('body too large', () => ({ body: Buffer.alloc(32 * 2 ** 20, 0x20) }), true),
];

const isNumberFor = (value: unknown, option: Schema): boolean => typeof value === 'number' && isNumber(option);
