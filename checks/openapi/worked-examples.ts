/** The worked examples of every declared tool, also those whose files are too large to be printed in the catalog. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { folder } from './processes.js';

export interface WorkedExample {
  readonly tool: string;
  readonly title: string;
  readonly request: RunBody;
  /** The code it must be refused with; `undefined` where it succeeds. */
  readonly code: string | undefined;
}

export interface RunBody {
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly RequestFile[];
}

export interface RequestFile {
  readonly name: string;
  readonly base64: string;
  readonly mime?: string;
  readonly bytes?: number;
}

// What is read of the declarations (src/core/tool.ts).
interface Declared {
  readonly examples: readonly DeclaredExample[];
}

interface DeclaredExample {
  readonly title: string;
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly DeclaredFile[];
  readonly error?: { readonly code: string };
}

interface DeclaredFile {
  readonly name: string;
  readonly mime?: string;
  readonly text?: string;
  readonly base64?: string;
  readonly fixture?: string;
}

const ROOT = join(folder, '../..');

export async function workedExamples(ids: readonly string[]): Promise<WorkedExample[]> {
  const path = join(ROOT, 'src/generated/registry.ts');
  const { loadTool } = (await import(path)) as { loadTool(id: string): Promise<Declared> };
  const all: WorkedExample[] = [];
  for (const tool of ids) {
    const { examples } = await loadTool(tool);
    for (const example of examples) {
      const { title, error } = example;
      all.push({ tool, title, request: bodyOf(example), code: error?.code });
    }
  }
  return all;
}

function bodyOf({ input, options, files }: DeclaredExample): RunBody {
  return {
    ...(input === undefined ? {} : { input }),
    ...(options === undefined ? {} : { options }),
    ...(files === undefined ? {} : { files: files.map(fileOf) }),
  };
}

function fileOf({ name, mime, text, base64, fixture }: DeclaredFile): RequestFile {
  const content = fixture === undefined ? Buffer.from(text ?? '') : readFileSync(join(ROOT, 'fixtures', fixture));
  return { name, ...(mime === undefined ? {} : { mime }), base64: base64 ?? content.toString('base64') };
}
