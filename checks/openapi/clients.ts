import { writeFileSync } from 'node:fs';

import { inFolder, runCommand, say } from './processes.js';

const GENERATORS = [
  // Without the flag, properties that have a default would be required of the caller.
  [
    'openapi-typescript',
    './generated/openapi.json',
    '--output',
    'generated/openapi-typescript.ts',
    '--default-non-nullable=false',
  ],
  [
    'openapi-ts',
    '--input',
    './generated/openapi.json',
    '--output',
    'generated/hey-api',
    '--client',
    '@hey-api/client-fetch',
  ],
] as const;

const PROGRAMS = ['clients/with-openapi-typescript.ts', 'clients/with-hey-api.ts'];

/** What the packages of those who serve the models call a definition of a tool. */
const DEFINITIONS = [
  ['openai', 'openai/resources/chat/completions', 'ChatCompletionTool'],
  ['anthropic', '@anthropic-ai/sdk/resources/messages', 'Tool'],
] as const;

/** Writes the ready definitions down as values of those types, for the compiler to compare. */
async function writeDefinitions(origin: string): Promise<void> {
  for (const [format, module, type] of DEFINITIONS) {
    const response = await fetch(`${origin}/agents/tools.json?format=${format}`);
    const { tools } = (await response.json()) as { readonly tools: unknown };
    const source = `import type { ${type} } from '${module}';\n\nexport const tools: ${type}[] = ${JSON.stringify(tools)};\n`;
    writeFileSync(inFolder(`generated/${format}.ts`), source);
  }
}

/** Clients made from the description by others must compile under `strict` and run three tools. */
export async function proveClients(origin: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [command, ...args] of GENERATORS) {
    const { code, output } = await runCommand(command, ...args);
    if (code !== 0) faults.push(`${command}: ${output}`);
  }
  await writeDefinitions(origin);
  const { code, output } = await runCommand('tsc', '--project', 'tsconfig.json');
  if (code !== 0) faults.push(`tsc: ${output}`);
  if (faults.length > 0) return faults;
  for (const program of PROGRAMS) {
    const ran = await runCommand('tsx', program, origin);
    if (ran.code !== 0) faults.push(`${program}: ${ran.output}`);
  }
  say('openapi-typescript, hey-api: generated, compiled under strict, ran three tools each');
  say('definitions for tool calling: of the types of openai and @anthropic-ai/sdk');
  return faults;
}
