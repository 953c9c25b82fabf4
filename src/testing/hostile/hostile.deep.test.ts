/**
 * Hostile input of every family through tools of a service: 200, 400 or 413, and nothing of the service's inside. Each file meets
 * another part of the tools here; `checks/fuzz --hostile` sends every file to every tool that takes it.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type CatalogEntry, entriesOf } from '../../core/catalog.js';
import { faultOf, type SentRequest } from '../answer-faults.js';
import { EXHAUSTIVE } from '../exhaustive.js';
import { callTool, callToolWhenFree, codeOf } from '../http.js';
import { sampleOfTools } from '../sample.js';
import { openTestService, readCatalog, type TestService } from '../service.js';

import { hostileArchives } from './archives.js';
import { hostileDocuments } from './documents.js';
import { hostileFilms } from './films.js';
import type { HostileFile } from './hostile-file.js';
import { HOSTILE_NAMES, REFUSED_NAMES } from './names.js';
import { HOSTILE_PATTERNS, NEARLY_MATCHING } from './patterns.js';
import { hostilePdfs } from './pdfs.js';
import { hostilePictures } from './pictures.js';
import { pointingMedia } from './pointing-media.js';
import { hostileRequests } from './requests.js';
import { SMALL_REQUESTS } from './small-requests.js';
import { hostileSounds } from './sounds.js';
import { hostileTexts } from './texts.js';

/** Runs that are under way at once: the slots of native tools. */
const AT_ONCE = 2;
const TEST_MS = 240_000;

let service: TestService;
beforeAll(async () => {
  service = await openTestService('product');
});
afterAll(() => service.close());

const entries = entriesOf(readCatalog('product'));
const sample = new Set(sampleOfTools(entries));
/** Tools that read print and judge sentences take seconds a run: `checks/fuzz/run.ts --hostile` gives them these files. */
const SLOW = new Set(['ocr-image', 'ocr-pdf', 'semantic-deduplication', 'spell-checker', 'grammar-checker']);
const toolsOf = (...families: readonly string[]): CatalogEntry[] =>
  entries.filter(({ id, family }) => families.includes(family) && !SLOW.has(id));

const sentOf = (body: string): SentRequest => {
  const {
    input,
    options = {},
    files = [],
  } = JSON.parse(body) as {
    readonly input?: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly files?: readonly { readonly name: string; readonly base64: string }[];
  };
  return { input, options, files: files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })) };
};

/** What the log says of the last failures of a tool. */
const lastCauses = (id: string): string =>
  service.lines
    .filter(({ event, fields, level }) => level !== 'debug' && (event !== 'run-cause' || fields.tool === id))
    .slice(-3)
    .map(({ event, fields }) => `${event} ${JSON.stringify(fields)}`)
    .join('; ');

/** Runs all bodies; gives what was wrong, each with what it was for. */
async function faultsOf(
  runs: readonly { readonly label: string; readonly id: string; readonly bodies: () => readonly string[] }[],
): Promise<string[]> {
  const waiting = [...runs];
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
      for (const body of run.bodies()) {
        const reply = await callToolWhenFree(service.origin, run.id, body);
        const fault = faultOf(reply, sentOf(body));
        if (fault !== undefined) faults.push(`${run.label} for ${run.id}: ${fault}; ${lastCauses(run.id)}`);
        // The second body has other options; what was wrong with the file itself is known by now.
        if (!/^Option /.test((reply.json as { error?: { message?: string } }).error?.message ?? '')) break;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults;
}

describe(`hostile files ${EXHAUSTIVE}`, () => {
  it.each([
    ['pictures', hostilePictures, toolsOf('image', 'qr-barcode'), 11],
    ['PDF files', hostilePdfs, toolsOf('pdf'), 9],
    ['archives', hostileArchives, toolsOf('archives-files'), 2],
    ['workbooks and other zipped documents', hostileDocuments, toolsOf('data-formats', 'archives-files'), 2],
    ['sounds', hostileSounds, toolsOf('audio', 'archives-files'), 2],
    ['films', hostileFilms, toolsOf('audio', 'video-subtitles'), 9],
    ['media that point elsewhere', pointingMedia, toolsOf('audio', 'video-subtitles'), 3],
    ['texts', hostileTexts, toolsOf('data-formats', 'json', 'text', 'encoding', 'hashing'), 9],
  ] satisfies [string, () => HostileFile[], CatalogEntry[], number][])(
    '%s are read or refused',
    async (_, make, tools, share) => {
      const files = make();
      expect(hostileRequests(tools, files, share).length).toBeGreaterThan(0);
      // The sample may have no tool that takes them.
      const requests = hostileRequests(
        tools.filter((tool) => sample.has(tool)),
        files,
        share,
      );
      const runs = requests.map(({ tool, file, bodies }) => ({
        label: `${file.name} (${file.attack})`,
        id: tool.id,
        bodies,
      }));
      expect(await faultsOf(runs)).toEqual([]);
    },
    TEST_MS,
  );

  // Each was a 504 or a 500 once.
  it.each([
    ['table-converter', hostileTexts, 'directions.txt'],
    ['csv-sql-query', hostileDocuments, 'sheets.xlsx'],
    ['markdown-to-pdf', hostileTexts, 'marks.txt'],
    ['pdf-to-text', hostilePdfs, 'form-shared.pdf'],
    ['qr-code-reader', hostilePdfs, 'form-shared.pdf'],
    ['compress-pdf', hostilePdfs, 'arrays.pdf'],
    ['search-pdf', hostilePdfs, 'fields-shared.pdf'],
    ['svg-to-png', hostilePictures, 'filter.svg'],
    ['qr-code-reader', hostilePictures, 'wide.png'],
    ['ocr-image', hostilePictures, 'wide.png'],
  ])(
    '%s ends on what it did not end on',
    async (id, make, name) => {
      const file = make().find((one) => one.name === name)!;
      const body = JSON.stringify({
        ...(id === 'search-pdf' ? { options: { pattern: 'a' } } : {}),
        files: [{ name, base64: file.bytes.toString('base64') }],
      });
      expect(await faultsOf([{ label: name, id, bodies: () => [body] }])).toEqual([]);
    },
    TEST_MS,
  );
});

describe(`small requests for much work ${EXHAUSTIVE}`, () => {
  it(
    'are done or refused in time',
    async () => {
      const runs = SMALL_REQUESTS.map(({ attack, tool, body }) => ({
        label: attack,
        id: tool,
        bodies: () => [JSON.stringify(body)],
      }));
      expect(await faultsOf(runs)).toEqual([]);
    },
    TEST_MS,
  );
});

describe(`hostile patterns ${EXHAUSTIVE}`, () => {
  it(
    'are refused or end',
    async () => {
      const uses = [
        ['find-and-replace', (pattern: string) => ({ find: pattern, regex: true })],
        ['filter-lines', (pattern: string) => ({ pattern, regex: true })],
      ] as const;
      const runs = uses.flatMap(([id, options]) =>
        HOSTILE_PATTERNS.map((pattern) => ({
          label: pattern.slice(0, 40),
          id,
          bodies: () => [JSON.stringify({ input: NEARLY_MATCHING, options: options(pattern) })],
        })),
      );
      expect(await faultsOf(runs)).toEqual([]);
    },
    TEST_MS,
  );
});

describe(`hostile file names ${EXHAUSTIVE}`, () => {
  const file = (name: string) => ({ name, base64: Buffer.from('a,b\n1,2\n').toString('base64') });

  it('are refused where they are paths, controls, too long or none', async () => {
    for (const name of REFUSED_NAMES) {
      const reply = await callTool(service.origin, 'create-zip', { files: [file(name)] });
      expect([reply.status, codeOf(reply)], JSON.stringify(name.slice(0, 20))).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it(
    'come back as names that every system takes',
    async () => {
      const runs = ['create-zip', 'file-to-base64', 'decompress-file', 'csv-to-json', 'line-ending-converter'].flatMap(
        (id) =>
          HOSTILE_NAMES.map((name) => ({
            label: JSON.stringify(name),
            id,
            bodies: () => [JSON.stringify({ files: [file(`${name}.csv`)] })],
          })),
      );
      expect(await faultsOf(runs)).toEqual([]);
    },
    TEST_MS,
  );
});
