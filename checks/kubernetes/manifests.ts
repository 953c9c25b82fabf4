/** Reads manifests and finds what Kubernetes would not take, or would silently leave out. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseAllDocuments } from 'yaml';

const HERE = import.meta.dirname;
const COMPILER = join(HERE, '../../node_modules/typescript/bin/tsc');

export interface Manifest {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** The documents of a YAML file. Throws where it is not YAML or a document has no kind. */
export function readManifests(file: string, text: string): Manifest[] {
  return parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    const content = document.toJS() as Record<string, unknown>;
    const { apiVersion, kind } = content;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') throw new Error(`${file}: no apiVersion or kind`);
    return { file, apiVersion, kind, content };
  });
}

/** The package that has the models of an API version. */
function moduleOf(apiVersion: string): string {
  const isKnative = /^[a-z.]*knative\.dev\//.test(apiVersion);
  return `${isKnative ? '@kubernetes-models/knative' : 'kubernetes-models'}/${apiVersion}`;
}

interface Model {
  validate(): void;
}

/** What the published schema of a manifest's kind says against its values. */
export async function schemaFaults({ file, apiVersion, kind, content }: Manifest): Promise<string[]> {
  const models = (await import(moduleOf(apiVersion))) as Record<string, new (data: unknown) => Model>;
  const Kind = models[kind];
  if (Kind === undefined) return [`${file}: no kind ${kind} in ${apiVersion}`];
  try {
    new Kind(content).validate();
    return [];
  } catch (error) {
    return [`${file}, ${kind}: ${error instanceof Error ? error.message : 'not valid'}`];
  }
}

/**
 * What the types say against the names: schemas of Kubernetes let unknown properties pass, and a misspelt one is left out without
 * a word. An object literal in TypeScript is refused for one.
 */
export function nameFaults(manifests: readonly Manifest[]): string[] {
  const folder = mkdtempSync(join(HERE, 'generated-'));
  const source = manifests.map(
    ({ apiVersion, kind, content }, i) =>
      `import type { I${kind} as Kind${i} } from '${moduleOf(apiVersion)}';\nexport const manifest${i}: Kind${i} = ${JSON.stringify(content)};\n`,
  );
  for (const [i, text] of source.entries()) writeFileSync(join(folder, `manifest${i}.ts`), text);
  const options =
    '--noEmit --ignoreConfig --strict --skipLibCheck --module nodenext --target es2022 --types node'.split(' ');
  try {
    const files = source.map((_, i) => join(folder, `manifest${i}.ts`));
    execFileSync(process.execPath, [COMPILER, ...options, ...files], { cwd: HERE, encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    const lines = stdout.split('\n').filter((line) => line.includes('error'));
    return lines.map((line) => {
      const manifest = manifests[Number(/manifest(\d+)\.ts/.exec(line)?.[1])];
      return `${manifest?.file}, ${manifest?.kind}: ${line.slice(line.indexOf('error')).slice(0, 400)}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
