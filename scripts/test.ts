/**
 * `npm test`: the tests, with a build first where they need one.
 *
 *     npm test                     everything but what is exhaustive
 *     npm test -- merge-pdf        what belongs to one tool: its declaration, its examples, its own tests
 *     npm test -- src/lib/csv      the tests below a path
 *     npm run test:deep            what is exhaustive: maximum inputs, hostile files, long random runs; of the tools' own a sample
 *                                  that differs with each commit, and what the last one changed
 *
 * Several ids and paths may be given; from the first word with a dash on, words go to vitest.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { build } from 'esbuild';

import { sampleOfTests } from '../src/testing/sample.js';

import { listExhaustiveTests, listFiles, listToolFiles, ROOT, type ToolFile } from './tool-files.js';

const tools = listToolFiles(join(ROOT, 'src/tools'));
const allTests = listFiles(join(ROOT, 'src'), '.test.ts').map((path) => `src/${path}`);

const words = process.argv.slice(2);
const isDeep = words[0] === '--deep';
const given = isDeep ? words.slice(1) : words;
const firstFlag = given.findIndex((word) => word.startsWith('-'));
const wanted = firstFlag < 0 ? given : given.slice(0, firstFlag);
const flags = firstFlag < 0 ? [] : given.slice(firstFlag);

const isOfTool = ({ family, id }: ToolFile, path: string): boolean =>
  path.startsWith(`src/tools/${family}/${id}.`) || path === `src/tools/${family}/declarations.test.ts`;

/** The test files of a word; throws for one that names none. */
function filesOf(word: string): string[] {
  const tool = tools.find(({ id }) => id === word);
  const found = allTests.filter((path) => (tool === undefined ? path.includes(word) : isOfTool(tool, path)));
  if (found.length === 0) throw new Error(`"${word}" is neither a tool nor a part of a test file's path`);
  return found;
}

const GENERATED = /\/generated\//;
const FROM_DECLARATIONS = /\/generated\/(registry|catalog|tool-types)\./;

/**
 * Whether any of the files reaches code that starts built files or reads the registry. Found from their imports, so that nobody has
 * to say it of a test.
 */
async function needsBuild(entryPoints: readonly string[]): Promise<boolean> {
  const { metafile, outputFiles } = await build({
    entryPoints: [...entryPoints],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    outdir: 'unused',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'generated',
        setup: ({ onResolve }) => onResolve({ filter: GENERATED }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path));
  if (imports.some((path) => FROM_DECLARATIONS.test(path))) return true;
  return outputFiles.some(({ text }) => /\bbuiltFile\d*\("/.test(text));
}

const exhaustiveTests = new Set(listExhaustiveTests());
const isMeant = (path: string): boolean => (isDeep ? exhaustiveTests.has(path) : !path.endsWith('.deep.test.ts'));
const files = wanted.flatMap(filesOf).filter(isMeant);
const ids = wanted.filter((word) => tools.some(({ id }) => id === word));
const entries = [
  ...files,
  ...tools.filter(({ id }) => ids.includes(id)).map(({ family, id }) => `src/tools/${family}/${id}.ts`),
];
const isWhole = wanted.length === 0;
if (!isWhole && files.length === 0) {
  console.log('no such tests');
  process.exit(0);
}

const sample = isWhole && isDeep ? sampleOfTests([...exhaustiveTests]) : { chosen: files, left: 0 };
if (sample.left > 0) console.log(`${sample.left} files of exhaustive tests are not in the sample of this commit`);

const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...sample.chosen, ...flags], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_DEEP: isDeep ? '1' : '',
    TEST_TOOLS: ids.join(','),
    TEST_BUILD: isWhole || (await needsBuild(entries)) ? 'all' : 'none',
  },
});
process.exit(status ?? 1);
