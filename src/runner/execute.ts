import { randomBytes } from 'node:crypto';

import { ToolError } from '../core/errors.js';
import { limitsOf } from '../core/limits.js';
import type { NetworkWay } from '../core/network-way.js';
import type { OtherTools } from '../core/other-tools.js';
import { refusalOfRun } from '../core/refusing.js';
import type { ToolResult } from '../core/results.js';
import { asRun } from '../core/run-end.js';
import type { TellSeconds } from '../core/run-progress.js';
import type { FileRule, OptionShape, Run, Settings, Tool } from '../core/tool.js';

import { readFormRequest } from './form-request.js';
import type { RunForm, RunPhases } from './frames.js';
import { encodeParts, readPartsRequest } from './parts.js';
import { type RunRequest, readRequest } from './request.js';
import { type EncodedAnswer, encodeError, encodeResult } from './response.js';

/** What surrounds a run: the time, chance and disk that it may use. */
export interface RunSurroundings {
  /** The run's signal, made when it is asked for. */
  readonly signal: () => AbortSignal;
  readonly now: Date;
  readonly random: (length: number) => Uint8Array;
  readonly scratch: string | undefined;
  readonly settings: Settings;
  readonly tools: OtherTools;
  /** Left out: the machine's own network, as far as its walls let a run. */
  readonly network?: NetworkWay;
  /** Left out: nobody wants to hear how far it is. */
  readonly progress?: TellSeconds | undefined;
}

type CheckedRequest = Pick<Run<OptionShape, FileRule | undefined>, 'input' | 'options' | 'files'>;

/** Settings of a service that has nothing optional. */
export const NO_SETTINGS: Settings = {
  modelDir: undefined,
  ffmpegPath: undefined,
  libreofficePath: undefined,
  chromiumPath: undefined,
  networkAllowPrivate: false,
  networkTools: true,
};

/** Cryptographically strong random bytes. */
export const secureRandom = (length: number): Uint8Array => randomBytes(length);

/** A run's answer, and for the log the failure behind it when it is not the caller's. */
export interface Execution {
  readonly answer: EncodedAnswer;
  readonly cause: unknown;
  readonly phases: RunPhases;
}

const tellNobody: TellSeconds = () => undefined;

/** What a tool gets. A class, because V8 makes a hidden class of an object literal with a getter anew for each run. */
class ToolRun implements Run<OptionShape, FileRule | undefined> {
  readonly input: string;
  readonly options: CheckedRequest['options'];
  readonly files: CheckedRequest['files'];
  readonly now: Date;
  readonly random: (length: number) => Uint8Array;
  readonly scratch: string | undefined;
  readonly settings: Settings;
  readonly tools: OtherTools;
  readonly network: NetworkWay;
  readonly progress: TellSeconds;
  readonly #signal: () => AbortSignal;

  constructor({ input, options, files }: CheckedRequest, surroundings: RunSurroundings) {
    this.input = input;
    this.options = options;
    this.files = files;
    this.now = surroundings.now;
    this.random = surroundings.random;
    this.scratch = surroundings.scratch;
    this.settings = surroundings.settings;
    this.tools = surroundings.tools;
    this.network = surroundings.network ?? {};
    this.progress = surroundings.progress ?? tellNobody;
    this.#signal = surroundings.signal;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}

/** A whole run, from the request's bytes to the encoded answer. Never throws. */
export async function execute(
  tool: Tool,
  body: Buffer,
  surroundings: RunSurroundings,
  form: RunForm = {},
): Promise<Execution> {
  const began = performance.now();
  let checked: number | undefined;
  const phases = (): RunPhases => {
    const now = performance.now();
    return { checkMs: (checked ?? now) - began, toolMs: now - (checked ?? now) };
  };
  try {
    const request = readBody(tool, body, form);
    checked = performance.now();
    // `readRequest` has checked options and files against the tool's own declaration.
    const run = new ToolRun(request as unknown as CheckedRequest, surroundings);
    const result = await asRun(async () => tool.run(run)).catch((error: unknown) => {
      throw refusalOfRun(error, run.files);
    });
    const after = phases();
    const answer = await encode(tool, result, form);
    return { answer, cause: undefined, phases: after };
  } catch (error) {
    const cause = error instanceof ToolError ? error.cause : error;
    return { answer: encodeError(error), cause, phases: phases() };
  }
}

function readBody(tool: Tool, body: Buffer, { boundary, isParts, maxBytes }: RunForm): RunRequest {
  if (isParts === true) return readPartsRequest(tool, body);
  return boundary === undefined
    ? readRequest(tool, body, limitsOf(tool.class, maxBytes))
    : readFormRequest(tool, body, boundary);
}

async function encode(tool: Tool, result: ToolResult, { isFile, isParts, maxBytes }: RunForm): Promise<EncodedAnswer> {
  if (isParts === true) return encodeParts(tool, result);
  // Loaded by need: most runs answer JSON, and names of files need a package.
  if (isFile === true) return (await import('./file-answer.js')).encodeFile(tool, result);
  return encodeResult(tool, result, limitsOf(tool.class, maxBytes));
}
