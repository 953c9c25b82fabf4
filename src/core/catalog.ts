import { dataJsonSchema, type JsonSchema } from './data-schema.js';
import {
  CLASS_LIMITS,
  FILE_MIME_CHARACTERS,
  FILE_NAME_CHARACTERS,
  INPUT_CHARACTERS,
  type ToolClass,
} from './limits.js';
import { type OptionJsonSchema, type OptionKind, optionJsonSchema, optionKind } from './options.js';
import { JSON_MIME, TEXT_MIME } from './results.js';
import type {
  Example,
  ExampleFile,
  FileRule,
  FilesForAll,
  Need,
  OptionSchema,
  ProgramName,
  Settings,
  Tool,
} from './tool.js';

/** Version of the API and of its description. */
export const API_VERSION = '1.0.0';

/** The path a tool is run at. */
export const runPath = (id: string): string => `/api/v1/tools/${id}/run`;

export interface CatalogOption {
  readonly name: string;
  readonly type: OptionJsonSchema['type'];
  readonly default: OptionJsonSchema['default'];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multiple_of?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly allowed?: readonly string[];
  /** What it is where its type does not say so, such as `color`, `secret` (not shown) or `pixels`. */
  readonly kind?: OptionKind;
  readonly description: string;
}

export interface CatalogExample {
  readonly title: string;
  readonly request: JsonSchema;
  readonly response: JsonSchema;
}

export interface CatalogLimits {
  readonly request_bytes: number;
  readonly input_characters: number;
  readonly files_bytes: number;
  readonly max_files: number;
  readonly timeout_seconds: number;
}

export interface CatalogFiles {
  readonly min: number;
  readonly max: number;
  readonly formats: readonly string[];
  /** Of tools where some of the uploads are for all others. */
  readonly for_all?: FilesForAll;
}

/** One tool as `GET /api/v1/tools/{tool}` answers it. */
export interface CatalogEntry {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly family: string;
  readonly class: ToolClass;
  readonly input: Tool['input'];
  readonly options: readonly CatalogOption[];
  readonly files: CatalogFiles | null;
  readonly limits: CatalogLimits;
  readonly result: Tool['result'];
  readonly notes: readonly string[];
  readonly examples: readonly CatalogExample[];
  readonly aliases: readonly string[];
  readonly verified: readonly string[];
  readonly input_schema: JsonSchema;
  readonly output_schema: JsonSchema;
  readonly run: { readonly method: 'POST'; readonly path: string };
}

/** A tool as the server and the runner know it without loading its code. */
export interface CatalogTool {
  readonly entry: CatalogEntry;
  readonly needs: readonly Need[];
  /** Names of the engines its module imports: a process that has them loaded is chosen first. */
  readonly engines: readonly string[];
  /** The installed program it stands on. */
  readonly program: ProgramName | null;
}

/** `catalog.json`: every tool, in order of family, then id. */
export interface Catalog {
  readonly version: string;
  readonly tools: readonly CatalogTool[];
}

const entriesOfCatalogs = new WeakMap<Catalog, readonly CatalogEntry[]>();

/** The tools of a catalog as they are listed; of one catalog always the same list. */
export function entriesOf(catalog: Catalog): readonly CatalogEntry[] {
  const entries = entriesOfCatalogs.get(catalog) ?? catalog.tools.map(({ entry }) => entry);
  entriesOfCatalogs.set(catalog, entries);
  return entries;
}

/** Where the settings say that a program is. */
const PROGRAM_SETTINGS = { chromium: 'chromiumPath', libreoffice: 'libreofficePath' } as const satisfies Record<
  ProgramName,
  keyof Settings
>;

/** The path of an installed program; `undefined` where there is none. */
export const programPath = (program: ProgramName, settings: Settings): string | undefined =>
  settings[PROGRAM_SETTINGS[program]];

/** The tools that can run here: those whose program is missing, or that open connections where none may, are not listed. */
export const connectedTools = (catalog: Catalog, settings: Settings): Catalog => ({
  ...catalog,
  tools: catalog.tools.filter(({ program, entry }) => isConnected({ program, class: entry.class }, settings)),
});

/** Whether a tool can run here. */
export const isConnected = (
  { program, class: toolClass }: { readonly program?: ProgramName | null | undefined; readonly class: ToolClass },
  settings: Settings,
): boolean =>
  (program === undefined || program === null || programPath(program, settings) !== undefined) &&
  (toolClass !== 'network' || settings.networkTools);

/** The catalog entry of a tool. `readFixture` gives the bytes of a file below `fixtures/`. */
export function catalogEntry(tool: Tool, readFixture: (path: string) => Uint8Array): CatalogEntry {
  const limits = CLASS_LIMITS[tool.class];
  return {
    id: tool.id,
    title: tool.title,
    summary: tool.summary,
    family: tool.family,
    class: tool.class,
    input: tool.input,
    options: Object.entries(tool.options).map(([name, schema]) => catalogOption(name, schema)),
    files: tool.files === undefined ? null : catalogFiles(tool.files),
    limits: {
      request_bytes: limits.requestBytes,
      input_characters: INPUT_CHARACTERS,
      files_bytes: limits.filesBytes,
      max_files: tool.files?.max ?? 0,
      timeout_seconds: tool.timeoutSeconds ?? limits.timeoutSeconds,
    },
    result: tool.result,
    notes: tool.notes,
    examples: tool.examples
      .map((example) => catalogExample(tool, example, readFixture))
      .filter((example) => example !== undefined),
    aliases: tool.aliases,
    verified: tool.verified,
    input_schema: inputSchema(tool),
    output_schema: outputSchema(tool),
    run: { method: 'POST', path: runPath(tool.id) },
  };
}

const catalogFiles = ({ forAll, ...rule }: FileRule): CatalogFiles => ({
  ...rule,
  ...(forAll === undefined ? {} : { for_all: forAll }),
});

function catalogOption(name: string, declared: OptionSchema): CatalogOption {
  const schema = optionJsonSchema(declared);
  const kind = optionKind(declared);
  return {
    name,
    type: schema.type,
    default: schema.default,
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(schema.multipleOf === undefined ? {} : { multiple_of: schema.multipleOf }),
    ...(schema.minLength === undefined ? {} : { min_length: schema.minLength }),
    ...(schema.maxLength === undefined ? {} : { max_length: schema.maxLength }),
    ...(schema.enum === undefined ? {} : { allowed: schema.enum }),
    ...(kind === undefined ? {} : { kind }),
    description: schema.description ?? '',
  };
}

/** Largest example file that is printed in the catalog; larger ones are tests only. */
const PRINTED_FILE_BYTES = 4096;
/** Longest example, request and response together, that is printed: of a text at its limit nobody learns more than of its message. */
const PRINTED_CHARACTERS = 8192;

/** The bytes of an example's file. */
export function exampleFileBytes(file: ExampleFile, readFixture: (path: string) => Uint8Array): Uint8Array {
  if ('text' in file) return new TextEncoder().encode(file.text);
  if ('base64' in file) return Buffer.from(file.base64, 'base64');
  return readFixture(file.fixture);
}

function catalogExample(
  tool: Tool,
  example: Example,
  readFixture: (path: string) => Uint8Array,
): CatalogExample | undefined {
  const request = exampleRequest(example, readFixture);
  if (request.files?.some(({ bytes }) => bytes > PRINTED_FILE_BYTES)) return undefined;
  const printed = { title: example.title, request: { ...request }, response: printedResponse(tool, example) };
  return JSON.stringify(printed).length > PRINTED_CHARACTERS ? undefined : printed;
}

/** The run body of an example. */
export interface ExampleRequest {
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly ExampleRequestFile[];
}

export interface ExampleRequestFile {
  readonly name: string;
  readonly mime?: string;
  readonly bytes: number;
  readonly base64: string;
}

export function exampleRequest(
  { input, options, files = [] }: Example,
  readFixture: (path: string) => Uint8Array,
): ExampleRequest {
  const printed = files.map((file) => printedFile(file.name, file.mime, exampleFileBytes(file, readFixture)));
  return {
    ...(input === undefined ? {} : { input }),
    ...(options === undefined ? {} : { options }),
    ...(printed.length === 0 ? {} : { files: printed }),
  };
}

const printedFile = (name: string, mime: string | undefined, bytes: Uint8Array): ExampleRequestFile => ({
  name,
  ...(mime === undefined ? {} : { mime }),
  bytes: bytes.length,
  base64: Buffer.from(bytes).toString('base64'),
});

function printedResponse(tool: Tool, example: Example): JsonSchema {
  if ('error' in example) return { error: example.error };
  const { output } = example;
  const isData = output.data !== undefined;
  const text = output.text === undefined ? (isData ? JSON.stringify(output.data, null, 2) : null) : output.text;
  // What a tool of mixed results calls a text (result.csv, result.yaml) its example does not say.
  const isNamed = text !== null && (isData || tool.result !== 'mixed');
  return {
    tool: tool.id,
    result: {
      text,
      ...(isData ? { data: output.data } : {}),
      ...(!isNamed ? {} : { name: isData ? 'result.json' : 'result.txt', mime: isData ? JSON_MIME : TEXT_MIME }),
      files: (output.files ?? []).map(({ text: content, ...file }) => ({
        ...file,
        ...(content === undefined ? {} : printedFile(file.name, file.mime, new TextEncoder().encode(content))),
      })),
    },
  };
}

/** JSON Schema 2020-12 of the run body. Measures the schema cannot say (base64 length, formats) stand in the descriptions. */
function inputSchema(tool: Tool): JsonSchema {
  const options = Object.fromEntries(
    Object.entries(tool.options).map(([name, schema]) => [name, optionJsonSchema(schema)]),
  );
  const needsFiles = tool.files !== undefined && tool.files.min > 0;
  const required = [...(tool.input === 'required' ? ['input'] : []), ...(needsFiles ? ['files'] : [])];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'string',
        default: '',
        ...(tool.input === 'required' ? { minLength: 1 } : {}),
        maxLength: INPUT_CHARACTERS,
        description: inputDescription(tool.input),
      },
      options: { type: 'object', properties: options, additionalProperties: false },
      ...(tool.files === undefined ? {} : { files: filesSchema(tool) }),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function inputDescription(input: Tool['input']): string {
  if (input === 'none') return 'Accepted and ignored.';
  return input === 'required' ? 'Text to work on, not empty.' : 'Text to work on.';
}

function filesSchema(tool: Tool): JsonSchema {
  const { min = 0, max = 0, formats = [] } = tool.files ?? {};
  const accepted = formats.includes('*') ? 'any format' : formats.join(', ');
  return {
    type: 'array',
    ...(min === 0 ? {} : { minItems: min }),
    maxItems: max,
    description: `Files of ${accepted}; ${CLASS_LIMITS[tool.class].filesBytes} bytes in total, decoded.`,
    items: {
      type: 'object',
      properties: {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: FILE_NAME_CHARACTERS,
          description: 'File name without a path; its ending tells the format.',
        },
        mime: { type: 'string', maxLength: FILE_MIME_CHARACTERS, description: 'What the content is said to be.' },
        bytes: { type: 'integer', minimum: 0, description: 'Decoded length; checked where given.' },
        base64: { type: 'string', contentEncoding: 'base64', description: 'Content as padded base64, RFC 4648 §4.' },
      },
      required: ['name', 'base64'],
      additionalProperties: false,
    },
  };
}

function outputSchema(tool: Tool): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      tool: { const: tool.id },
      result: {
        type: 'object',
        properties: {
          text: { type: ['string', 'null'], description: 'Text result, or null.' },
          ...(tool.data === undefined ? {} : { data: dataJsonSchema(tool.data) }),
          name: { type: 'string', description: 'File name for the text.' },
          mime: { type: 'string', description: 'MIME type of the text.' },
          files: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                mime: { type: 'string' },
                bytes: { type: 'integer', minimum: 0 },
                base64: { type: 'string', contentEncoding: 'base64' },
              },
              required: ['name', 'mime', 'bytes', 'base64'],
              additionalProperties: false,
            },
          },
        },
        required: ['text', 'files'],
        additionalProperties: false,
      },
    },
    required: ['tool', 'result'],
    additionalProperties: false,
  };
}

/** The schema of `result.data` in a tool's answers; `undefined` where the tool never has any. */
export function declaredData({ output_schema }: CatalogEntry): JsonSchema | undefined {
  // As `outputSchema` writes it.
  const { result } = output_schema.properties as { readonly result: { readonly properties: { data?: JsonSchema } } };
  return result.properties.data;
}
