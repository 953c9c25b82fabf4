/**
 * Media that point elsewhere through the tools of sound and film, with Debian's FFmpeg and without the walls of a tool process: what
 * holds is what FFmpeg is told. A canary file is not read, and nobody calls at a listener.
 */

import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { CatalogEntry } from '../../core/catalog.js';
import { loadTool } from '../../generated/registry.js';
import { exhaustive } from '../exhaustive.js';
import { type LoopbackListeners, openListeners } from '../loopback-listeners.js';
import { hasMediaPrograms, runMedia } from '../media.js';
import type { RunToolRequest } from '../run-tool.js';
import { readCatalog } from '../service.js';

import type { HostileFile } from './hostile-file.js';
import { pointingMedia } from './pointing-media.js';
import { hostileRequests } from './requests.js';

const isMeasured = hasMediaPrograms('media that point elsewhere');
const SECRET = 'canary-that-nobody-reads';
const LONG_AGO = new Date('2001-01-01T00:00:00Z');

let folder: string;
let canary: string;
let listeners: LoopbackListeners;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canary-'));
  canary = join(folder, 'canary');
  // Whoever takes it for subtitles or a playlist would read on.
  writeFileSync(canary, `1\n00:00:00,000 --> 00:00:01,000\n${SECRET}\n`);
  listeners = await openListeners();
});
afterAll(() => {
  listeners.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether the canary was read since the last call; a file system without access times knows of no reading. */
function isRead(): boolean {
  const read = statSync(canary).atimeMs !== LONG_AGO.getTime();
  utimesSync(canary, LONG_AGO, new Date());
  return read;
}

interface Sent {
  readonly input?: string;
  readonly options?: Record<string, unknown>;
  readonly files: readonly { readonly name: string; readonly base64: string }[];
}
const decoded = (body: string): RunToolRequest => {
  const { files, ...rest } = JSON.parse(body) as Sent;
  return { ...rest, files: files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })) };
};

/** What went wrong for these tools, and how many runs there were. */
async function sweep(tools: readonly CatalogEntry[], isNative: boolean, share = 0) {
  const faults: string[] = [];
  let runs = 0;
  isRead();
  for (const { tool, file, bodies } of hostileRequests(tools, elsewhere(), share)) {
    const own = await loadTool(tool.id);
    if (own === undefined) throw new Error(tool.id);
    for (const body of bodies()) {
      const label = `${tool.id} of ${file.name} (${file.attack})`;
      const answer = await runMedia(own, decoded(body), isNative);
      runs += 1;
      if (![200, 400, 413].includes(answer.status)) faults.push(`${label}: ${answer.status} ${String(answer.cause)}`);
      const told = JSON.stringify(answer.body) + answer.files.map(({ bytes }) => bytes.toString('latin1')).join();
      if (told.includes(SECRET)) faults.push(`${label}: tells what is in another file`);
      if (isRead()) faults.push(`${label}: reads another file`);
      if (listeners.contacts.length > 0) faults.push(`${label}: reaches a host`);
      if (faults.length > 5) return { faults, runs };
    }
  }
  return { faults, runs };
}

const mediaTools = (): CatalogEntry[] =>
  readCatalog('product')
    .tools.map(({ entry }) => entry)
    .filter(({ family }) => family === 'audio' || family === 'video-subtitles');
const elsewhere = (): HostileFile[] => pointingMedia({ path: canary, port: listeners.tcp });

it('the canary tells that it was read', () => {
  isRead();
  expect(isRead()).toBe(false);
  readFileSync(canary);
  expect(isRead()).toBe(true);
});

it.skipIf(!isMeasured)('what points elsewhere leads a reader of media nowhere', async () => {
  const tools = mediaTools().filter(({ id }) => id === 'video-metadata');
  const { faults, runs } = await sweep(tools, true);
  expect(faults).toEqual([]);
  expect(runs).toBeGreaterThan(20);
});

/** Of the tools that take a file, every eighth and every fifth, others for each file; all of them with `EVERY_TOOL=1`. */
for (const [isNative, share, least] of [
  [true, 7, 50],
  [false, 4, 200],
] as const)
  exhaustive.skipIf(!isMeasured)(
    `tools of sound and film, ${isNative ? "with Debian's FFmpeg" : "with the package's FFmpeg"}`,
    async () => {
      const { faults, runs } = await sweep(mediaTools(), isNative, process.env.EVERY_TOOL === '1' ? 0 : share);
      expect(faults).toEqual([]);
      expect(runs).toBeGreaterThan(least);
    },
  );
