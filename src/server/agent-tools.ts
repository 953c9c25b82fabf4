/** `/agents/tools.json`: what an agent needs to choose and call a tool, and ready definitions for tool calling. */

import { API_VERSION, type CatalogEntry, runPath } from '../core/catalog.js';

type Json = Readonly<Record<string, unknown>>;

/** The forms that clients of language models take tool definitions in. */
export const AGENT_FORMATS = ['openai', 'anthropic'] as const;

export type AgentFormat = (typeof AGENT_FORMATS)[number];

/** The manifest, or with `format` definitions whose arguments are the run body as it stands. */
export function agentTools(entries: readonly CatalogEntry[], format?: AgentFormat): Json {
  return { ...agentHead(entries.length, format), tools: entries.map((entry) => agentTool(entry, format)) };
}

/** What the manifest says before its `count` tools. */
export function agentHead(count: number, format?: AgentFormat): Json {
  return {
    version: API_VERSION,
    ...(format === undefined ? {} : { format }),
    count,
    run: { method: 'POST', path: runPath('{id}') },
  };
}

/** One tool of the manifest. */
export const agentTool = (entry: CatalogEntry, format?: AgentFormat): Json =>
  format === undefined ? manifestTool(entry) : DEFINITIONS[format](entry);

function manifestTool(entry: CatalogEntry): Json {
  return {
    id: entry.id,
    title: entry.title,
    description: entry.summary,
    family: entry.family,
    class: entry.class,
    input_schema: entry.input_schema,
    output: entry.result,
    limits: entry.limits,
    notes: entry.notes,
    run: entry.run,
  };
}

const DEFINITIONS: Readonly<Record<AgentFormat, (entry: CatalogEntry) => Json>> = {
  // https://platform.openai.com/docs/guides/function-calling; not `strict`, which would make every option required.
  openai: (entry) => ({
    type: 'function',
    function: { name: entry.id, description: describe(entry), parameters: argumentsSchema(entry) },
  }),
  // https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use
  anthropic: (entry) => ({ name: entry.id, description: describe(entry), input_schema: argumentsSchema(entry) }),
};

function argumentsSchema({ input_schema }: CatalogEntry): Json {
  const { $schema: _, ...schema } = input_schema;
  return schema;
}

/** Longest description that all clients take: OpenAI's API refuses function descriptions over 1,024 characters. */
const DESCRIPTION_CHARACTERS = 1024;

/** The summary, and as many whole notes as fit. */
function describe({ summary, notes }: CatalogEntry): string {
  let description = summary;
  for (const note of notes) {
    const longer = `${description} ${note}`;
    if (longer.length > DESCRIPTION_CHARACTERS) break;
    description = longer;
  }
  return description;
}
