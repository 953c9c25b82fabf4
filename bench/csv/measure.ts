/** Runs one CSV tool once on a table and prints its seconds and peak memory: `measure.ts <id> <options> <file>…`. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { CLASS_LIMITS } from '../../src/core/limits.js';
import type { Tool } from '../../src/core/tool.js';
import { NO_SETTINGS } from '../../src/runner/execute.js';

const [id = '', options = '{}', ...paths] = process.argv.slice(2);
const { default: tool } = (await import(`../../src/tools/spreadsheets/${id}.js`)) as { readonly default: Tool };
const files = paths.map((path) => ({ name: basename(path), mime: undefined, bytes: readFileSync(path) }));
const defaults = Object.fromEntries(
  Object.entries(tool.options).map(([name, schema]) => [name, schema.parse(undefined)]),
);
const before = process.resourceUsage().maxRSS;
const started = performance.now();
const result = await tool.run({
  input: '',
  files: files as never,
  options: { ...defaults, ...(JSON.parse(options) as object) },
  signal: new AbortController().signal,
  progress: () => undefined,
  now: new Date(0),
  random: (length) => new Uint8Array(length),
  scratch: undefined,
  settings: NO_SETTINGS,
  tools: undefined as never,
  network: {},
});
const seconds = (performance.now() - started) / 1000;
const bytes = result.files.reduce((sum, file) => sum + file.bytes.length, 0);
if (bytes > CLASS_LIMITS.native.outputFilesBytes) throw new Error(`${bytes} bytes in all`);
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  `${JSON.stringify({ seconds, megabytes, loaded: before / 1024, bytes, text: result.text?.length })}\n`,
);
