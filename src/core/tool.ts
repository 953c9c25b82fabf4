import type { z } from 'zod';

import type { ErrorCode } from './errors.js';
import type { ToolClass } from './limits.js';
import type { NetworkWay } from './network-way.js';
import type { OtherTools } from './other-tools.js';
import type { ToolResult } from './results.js';
import type { TellSeconds } from './run-progress.js';

/** One option: a scalar zod schema with bounds, `.default(…)` and `.describe('…')`, in this order. */
export type OptionSchema = z.ZodDefault<z.ZodNumber | z.ZodBoolean | z.ZodString | z.ZodEnum>;

export type OptionShape = Readonly<Record<string, OptionSchema>>;

type OptionValues<Shape extends OptionShape> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> };

/** Which files a tool takes. */
export interface FileRule {
  /** 0 where files are optional. */
  readonly min: number;
  /** 1 to 20. */
  readonly max: number;
  /** Accepted endings with their dot, in lower case; `['*']` for any file. */
  readonly formats: readonly string[];
  readonly forAll?: FilesForAll;
}

/**
 * Uploads that a run needs for each of the others, such as a logo: where more files come than a run takes, each of several runs gets
 * them. `last`: the last file; `all`: every file, so that there can be one run only; or files with one of these endings.
 */
export interface FilesForAll {
  readonly which: 'last' | 'all' | readonly string[];
  /** Only where these options have these values. */
  readonly when?: Readonly<Record<string, string | number | boolean>>;
}

/** An uploaded file, decoded. `name` is a file name without a path; it says nothing sure about the content. */
export interface InputFile {
  readonly name: string;
  readonly mime: string | undefined;
  readonly bytes: Uint8Array;
}

export type InputFiles<Rule extends FileRule | undefined> = Rule extends FileRule
  ? Rule['min'] extends 0
    ? readonly InputFile[]
    : readonly [InputFile, ...InputFile[]]
  : readonly [];

/** What the operator of the service has set, as far as tools may know it. */
export interface Settings {
  readonly modelDir: string | undefined;
  readonly ffmpegPath: string | undefined;
  /** The program `soffice.bin` of an installed LibreOffice; `undefined` where none is found or wanted. */
  readonly libreofficePath: string | undefined;
  /** An installed Chromium or Chrome; `undefined` where none is found or wanted. */
  readonly chromiumPath: string | undefined;
  readonly networkAllowPrivate: boolean;
  /** Whether tools that open connections are there. */
  readonly networkTools: boolean;
}

/**
 * What a tool needs beyond its own process:
 * `scratch`: an empty folder on disk for the length of the run; `programs`: may start other programs;
 * `network`: may open connections; `tools`: runs other tools, one after another, each in a process and a slot of its own.
 * Without them the process has no writable folder, no children, no network, and asks nothing of the server.
 */
export type Need = 'scratch' | 'programs' | 'network' | 'tools';

/** Installed programs that a tool may stand on. None comes with the service. */
export type ProgramName = 'chromium' | 'libreoffice';

/** Everything a run may read. Time, chance and disk come with it, so that a run can be repeated exactly. */
export interface Run<Shape extends OptionShape, Rule extends FileRule | undefined> {
  readonly input: string;
  readonly options: OptionValues<Shape>;
  readonly files: InputFiles<Rule>;
  /** Aborted when the caller leaves; the process is killed soon after. */
  readonly signal: AbortSignal;
  /** Says how far it is; heard by callers that want to, at most a few times a second. */
  readonly progress: TellSeconds;
  readonly now: Date;
  /** As many random bytes as asked for. */
  readonly random: (length: number) => Uint8Array;
  /** The scratch folder of the run, where the tool declares `needs: ['scratch']`. */
  readonly scratch: string | undefined;
  readonly settings: Settings;
  readonly tools: OtherTools;
  /** How it reaches other machines, for `src/network`. */
  readonly network: NetworkWay;
}

/** A file of an example: its text, its base64, or a path below `fixtures/`. */
export type ExampleFile = { readonly name: string; readonly mime?: string } & (
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly fixture: string }
);

/** A file that an example must return; what is left out is not compared. */
export interface ExampleOutputFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes?: number;
  readonly base64?: string;
  readonly text?: string;
}

interface ExampleRequest {
  readonly title: string;
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly ExampleFile[];
}

/** A worked example: run as a test, printed in the catalog, the documents and the pages. */
export type Example = ExampleRequest &
  (
    | {
        readonly output: {
          /** `null` for a result of files only; left out where `data` says it. */
          readonly text?: string | null;
          readonly data?: unknown;
          readonly files?: readonly ExampleOutputFile[];
          /**
           * Made from chance or the time, so different on each run: `text` and `data` show what they may look like. Tests compare
           * the number of lines of the text, and of the data its keys, types and number of items. No secret is shown: `…` stands for it.
           */
          readonly varies?: true;
        };
      }
    | { readonly error: { readonly code: ErrorCode; readonly message: string } }
  );

/** A value as a tool may return it: what the schema says, its lists and objects read-only. */
export type Told<Value> = Value extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Told<Value[Key]> }
    : Value;

/** A tool as its file declares it. The order of the fields is the order to write them in. */
export interface ToolDeclaration<
  Shape extends OptionShape,
  Rule extends FileRule | undefined,
  Data extends z.ZodType = z.ZodType,
> {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly family: string;
  readonly class: ToolClass;
  readonly needs?: readonly Need[];
  /** An installed program that it cannot work without: where none is found, the tool is not listed. */
  readonly program?: ProgramName;
  /** Only for class `network`, at most 60. */
  readonly timeoutSeconds?: number;
  /** `required`: an empty `input` is refused; `none`: ignored. */
  readonly input: 'none' | 'optional' | 'required';
  readonly files?: Rule;
  readonly options: Shape;
  readonly result: 'text' | 'data' | 'files' | 'mixed';
  /** What `data` of the result holds, each key described; `anyJson` where the caller's content decides. Tests check every run against it. */
  readonly data?: Data;
  readonly notes: readonly string[];
  /** What people call it when they search. */
  readonly aliases: readonly string[];
  /** What the tool was checked against, and how. */
  readonly verified: readonly string[];
  readonly examples: readonly Example[];
  readonly run: (run: Run<Shape, Rule>) => ToolResult<Told<z.output<Data>>> | Promise<ToolResult<Told<z.output<Data>>>>;
}

/** A tool of any shape, as the registry holds it. */
export interface Tool extends Omit<ToolDeclaration<OptionShape, FileRule | undefined>, 'run'> {
  readonly run: (run: Run<OptionShape, FileRule | undefined>) => ToolResult | Promise<ToolResult>;
}

/** Declares a tool: `export default defineTool({ … })`, one a file, the file named after the id. */
export function defineTool<
  const Shape extends OptionShape,
  const Rule extends FileRule | undefined = undefined,
  Data extends z.ZodType = z.ZodUnknown,
>(declaration: ToolDeclaration<Shape, Rule, Data>): Tool {
  // The runner checks a request against this very declaration before it calls `run`, so the narrower types hold.
  return declaration as unknown as Tool;
}
