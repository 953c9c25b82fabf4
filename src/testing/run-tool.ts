import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NetworkWay } from '../core/network-way.js';
import { projectRoot } from '../core/project-files.js';
import type { InputFile, Settings, Tool } from '../core/tool.js';
import { loadTool } from '../generated/registry.js';
import { execute, NO_SETTINGS, type RunSurroundings } from '../runner/execute.js';
import { createOtherTools } from '../runner/other-tools.js';
import { answerChunks, type EncodedAnswer } from '../runner/response.js';

import { dataFaults } from './declared-data.js';

/** A run's answer as a client sees it, files decoded. */
export interface ClientAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly text: string | null;
  readonly data: unknown;
  readonly name: string | undefined;
  readonly mime: string | undefined;
  readonly files: readonly { readonly name: string; readonly mime: string; readonly bytes: Buffer }[];
  /** The failure behind EXECUTION_FAILED. */
  readonly cause: unknown;
  /** The whole body, parsed. */
  readonly body: unknown;
}

export interface RunToolRequest {
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly (Pick<InputFile, 'name' | 'bytes'> & { readonly mime?: string })[];
}

/** Settings under which tools may reach servers on loopback. */
export const REACHING_LOOPBACK: Settings = { ...NO_SETTINGS, networkAllowPrivate: true };

/** A network in which there is nobody: tests never reach other machines unless they bring them. */
const NO_NETWORK: NetworkWay = {
  resolver: async () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  dial() {
    const socket = new Socket();
    setImmediate(() => socket.destroy(Object.assign(new Error('no network'), { code: 'ENETUNREACH' })));
    return socket;
  },
  datagrams: () => ({ address: '127.0.0.1', port: 1 }),
  nameServers: ['192.0.2.53'],
};

/** What examples and tests run with, so that they can be repeated: a fixed clock and random bytes 0, 1, 2, … */
const FIXED_NOW = new Date('2026-01-02T03:04:05.678Z');

function countingRandom(): (length: number) => Uint8Array {
  let next = 0;
  return (length) => Uint8Array.from({ length }, () => next++ % 256);
}

export interface RunToolSurroundings {
  readonly scratch?: string;
  readonly settings?: Settings;
  readonly signal?: AbortSignal;
  readonly random?: (length: number) => Uint8Array;
  readonly now?: Date;
  readonly network?: NetworkWay;
}

/** Runs a tool in this process on a request as a client would send it, through the same decoding, checks and encoding. */
export function runTool(
  tool: Tool,
  request: RunToolRequest,
  surroundings?: RunToolSurroundings,
): Promise<ClientAnswer> {
  const files = request.files?.map(({ bytes, ...file }) => ({
    ...file,
    base64: Buffer.from(bytes).toString('base64'),
  }));
  return runBody(tool, JSON.stringify({ ...request, ...(files === undefined ? {} : { files }) }), surroundings);
}

/** The same for a body as it stands. Throws where the data that comes back is not what the tool declares. */
export async function runBody(
  tool: Tool,
  body: string | Buffer,
  {
    scratch,
    settings = NO_SETTINGS,
    signal = new AbortController().signal,
    random = countingRandom(),
    now = FIXED_NOW,
    network = settings.networkAllowPrivate ? {} : NO_NETWORK,
  }: RunToolSurroundings = {},
): Promise<ClientAnswer> {
  const tools = createOtherTools(settings, async (id, chunks) => {
    const { answer } = await executeOther(id, Buffer.concat(chunks), surroundings);
    return { isError: answer.code !== undefined, body: bytesOf(answer) };
  });
  const surroundings: RunSurroundings = { signal: () => signal, now, random, scratch, settings, tools, network };
  const { answer, cause } = await execute(tool, Buffer.from(body), surroundings);
  const bytes = bytesOf(answer);
  const read = readAnswer(answer.status, JSON.parse(bytes.toString()));
  const faults = dataFaults(tool, read.data);
  if (faults.length > 0) throw new Error(`${tool.id} returns data that it does not declare: ${faults.join(', ')}`);
  return { ...read, cause };
}

/** A run that another tool asked for, in this process too. */
async function executeOther(id: string, body: Buffer, surroundings: RunSurroundings) {
  const other = await loadTool(id);
  const isWriter = other.needs?.includes('scratch') === true;
  const scratch = isWriter ? mkdtempSync(join(tmpdir(), 'run-tool-')) : undefined;
  const execution = await execute(other, body, { ...surroundings, scratch }, { isParts: true });
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  return execution;
}

function bytesOf(answer: EncodedAnswer): Buffer {
  const bytes = Buffer.concat([...answerChunks(answer)]);
  if (bytes.length !== answer.length) throw new Error(`announced ${answer.length} bytes, made ${bytes.length}`);
  return bytes;
}

interface WireAnswer {
  readonly error?: { readonly code: string; readonly message: string };
  readonly result?: {
    readonly text: string | null;
    readonly data?: unknown;
    readonly name?: string;
    readonly mime?: string;
    readonly files: readonly { readonly name: string; readonly mime: string; readonly base64: string }[];
  };
}

function readAnswer(status: number, body: WireAnswer): Omit<ClientAnswer, 'cause'> {
  const { error, result } = body;
  return {
    status,
    code: error?.code,
    message: error?.message,
    text: result?.text ?? null,
    data: result?.data,
    name: result?.name,
    mime: result?.mime,
    files: (result?.files ?? []).map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') })),
    body,
  };
}

/** The bytes of a file below `fixtures/`. */
export const readFixture = (path: string): Buffer => readFileSync(join(projectRoot, 'fixtures', path));
