/**
 * `npm run all -- http://127.0.0.1:PORT`: the inspector's command line against the service's `/mcp` and against the built command on standard
 * input and output: list, search, describe, run on a real file, a refusal. Exits 1 when an answer is not as expected.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const origin = process.argv[2] ?? 'http://127.0.0.1:8080';
const here = import.meta.dirname;
const inspector = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);
// The newer Node comes as a package where there is one; elsewhere this process must be new enough itself.
const ownNode = join(here, 'node_modules/.bin/node');
const node = existsSync(ownNode) ? ownNode : process.execPath;
const folder = mkdtempSync(join(tmpdir(), 'mcp-check-'));
writeFileSync(join(folder, 'hello.txt'), 'Hello');

const targets = {
  'standard input and output': [
    'node',
    join(here, '../../dist/bin/tool-execution-api.js'),
    'mcp',
    '--allow-dir',
    folder,
  ],
  HTTP: [`${origin}/mcp`, '--transport', 'http'],
};

/** The inspector prints the answer also when it is an error, and then ends with a code of its own. */
function inspect(target, method, ...rest) {
  const args = [inspector, '--cli', ...target, '--method', method, ...rest];
  return JSON.parse(spawnSync(node, args, { encoding: 'utf8', timeout: 60_000 }).stdout);
}
const call = (target, name, args) =>
  inspect(
    target,
    'tools/call',
    '--tool-name',
    name,
    ...Object.entries(args).flatMap(([key, value]) => [
      '--tool-arg',
      `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]),
  );

let failed = 0;
const expect = (what, isSo) => {
  if (!isSo) failed += 1;
  console.log(`${isSo ? 'as expected' : 'NOT AS EXPECTED'}: ${what}`);
};

for (const [name, target] of Object.entries(targets)) {
  const { tools } = inspect(target, 'tools/list');
  expect(
    `${name}: three tools`,
    tools
      .map((tool) => tool.name)
      .sort()
      .join() === 'describe_tool,run_tool,search_tools',
  );
  const found = call(target, 'search_tools', { query: 'zip files' });
  expect(`${name}: search finds create-zip first`, found.structuredContent.tools[0].id === 'create-zip');
  const described = call(target, 'describe_tool', { id: 'create-zip' });
  expect(`${name}: describe`, described.structuredContent.files.max === 20);
  const file = name === 'HTTP' ? { name: 'hello.txt', base64: 'SGVsbG8=' } : { path: join(folder, 'hello.txt') };
  const ran = call(target, 'run_tool', { id: 'create-zip', files: [file] });
  expect(
    `${name}: run on a file`,
    ran.content.some(({ text }) => text?.startsWith('archive.zip (application/zip')),
  );
  const misplaced = call(target, 'run_tool', { id: 'case-converter', input: 'a b', mode: 'snake' });
  expect(
    `${name}: a misplaced option is refused with the right form`,
    misplaced.isError && misplaced.content[0].text.includes('{"options":{"mode":"snake"}}'),
  );
  const refused = call(target, 'run_tool', {
    id: 'create-zip',
    options: { level: 99 },
    files: [{ name: 'a', base64: '' }],
  });
  expect(
    `${name}: a refusal says why`,
    refused.isError && /^INVALID_INPUT: Option "level"/.test(refused.content[0].text),
  );
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
