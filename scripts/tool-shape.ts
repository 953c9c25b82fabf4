import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listToolFiles } from './tool-files.js';

/** Longest file of a tool: beyond it, the work belongs to `lib` or `formats`. */
const MAX_LINES = 250;
/** The properties of a declaration in their order; `run` is the last. */
const ORDER = [
  ...[
    'id',
    'title',
    'summary',
    'family',
    'class',
    'needs',
    'program',
    'timeoutSeconds',
    'input',
    'files',
    'options',
    'result',
    'data',
  ],
  ...['notes', 'aliases', 'verified', 'examples', 'run'],
];
const DECLARATION = 'export default defineTool({';
/** Factories of near-twins: `export default convertTool({`, a family's own. */
const DEFAULT = /^export default \w+\(/m;

/** What is wrong with the shape of the tools' files below `folder`: their length, the order of their declarations, what follows them. */
export const shapeFaults = (folder: string): string[] =>
  listToolFiles(folder).flatMap(({ family, id }) => {
    const path = `${family}/${id}.ts`;
    return shapeFaultsOf(readFileSync(join(folder, path), 'utf8')).map((fault) => `src/tools/${path}: ${fault}`);
  });

/** The faults of one file. */
export function shapeFaultsOf(source: string): string[] {
  const lines = source.trimEnd().split('\n');
  const faults = lines.length > MAX_LINES ? [`${lines.length} lines, the limit is ${MAX_LINES}`] : [];
  if (!DEFAULT.test(source)) return [...faults, 'it has no default export'];
  if (lines.at(-1) !== '});' && lines.at(-1) !== ');') faults.push('something follows the declaration');
  const start = lines.indexOf(DECLARATION);
  if (start === -1) return faults;
  // Formatted sources have the properties of the declaration, and nothing else, at an indentation of two.
  const end = lines.indexOf('});', start);
  const names = lines.slice(start + 1, end).flatMap((line) => /^ {2}(?:async )?(\w+)[:,(]/.exec(line)?.[1] ?? []);
  const unknown = names.filter((name) => !ORDER.includes(name));
  if (unknown.length > 0) return [...faults, `unknown property ${unknown.join(', ')}`];
  const sorted = [...names].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const place = names.findIndex((name, index) => name !== sorted[index]);
  if (place !== -1) faults.push(`property "${names[place]}" comes before "${sorted[place]}"`);
  return faults;
}
