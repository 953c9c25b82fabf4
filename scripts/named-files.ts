import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { ROOT } from './tool-files.js';

const IN_CODE = /`([^`\n]+)`/g;
const PATH = /(?<![\w./-])(?:src|bin|checks|bench|deploy|scripts|docs|assembly|fixtures)\/[\w./-]*\w(?:\/|\b)/g;
const LINK = /\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/g;

/** Files and folders that the project's own documents name, in code or in a link, and that are not there: `document: path`. */
export function missingFiles(): string[] {
  return documents().flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const inCode = [...text.matchAll(IN_CODE)].flatMap(([, code = '']) => code.match(PATH) ?? []);
    const linked = [...text.matchAll(LINK)].map(([, path = '']) => normalize(join(dirname(document), path)));
    const missing = [...inCode, ...linked].filter((path) => !existsSync(join(ROOT, path)));
    return missing.map((path) => `${document}: ${path}`);
  });
}

/** The documents that people wrote; those in docs/tools are made. */
function documents(): string[] {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const all = [...readdirSync(ROOT), ...inFolder('docs'), ...inFolder('deploy')];
  return all.filter((path) => path.endsWith('.md') && !path.startsWith(join('docs', 'tools')));
}
