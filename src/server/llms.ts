/** `/llms.txt` in the form of llmstxt.org: title, summary, text without headings, then sections that are lists of links. */

import type { CatalogEntry } from '../core/catalog.js';
import { ERRORS } from '../core/errors.js';

import { SUMMARY, TITLE } from './openapi.js';

const HOW_TO_RUN = `To run a tool, send POST /api/v1/tools/{id}/run with Content-Type: application/json.

\`\`\`
{ "input": "text",
  "options": { "name": "value" },
  "files": [{ "name": "a.pdf", "base64": "AAEC" }] }
\`\`\`

- Every property is optional unless the tool says otherwise; numbers and booleans are JSON numbers and booleans, never quoted.
- Unknown properties and options are refused. A tool that takes no files refuses "files".
- The answer is { "tool", "result": { "text", "data", "name", "mime", "files": [{ "name", "mime", "bytes", "base64" }] } }.
- "text" is null for results of files only; "data" is the text, parsed, where it is JSON. A returned file may be sent on as it is.
- GET /api/v1/tools?q=words finds tools, GET /api/v1/tools/{id} shows one with its options, limits and worked examples.
- Nothing is queued and nothing is kept. No key is needed.`;

const MCP = '- MCP clients connect to POST /mcp (streamable HTTP): search_tools, describe_tool, run_tool.';

/** `hasMcp`: the service also speaks the Model Context Protocol. */
export function llmsText(entries: readonly CatalogEntry[], hasMcp = false): string {
  const families = [...new Set(entries.map((entry) => entry.family))];
  const sections = families.map((family) =>
    section(family, entries.filter((entry) => entry.family === family).map(toolLine)),
  );
  const parts = [
    `# ${TITLE}`,
    `> ${SUMMARY}`,
    hasMcp ? `${HOW_TO_RUN}\n${MCP}` : HOW_TO_RUN,
    errorTable(),
    section('Descriptions', DOCUMENTS),
    ...sections,
  ];
  return `${parts.join('\n\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string => [`## ${title}`, '', ...lines].join('\n');

const DOCUMENTS = [
  '- [OpenAPI 3.1](/openapi.json): Every operation with its schema.',
  '- [Tool manifest](/agents/tools.json): The tools for agents; ?format=openai or ?format=anthropic gives definitions for tool calling, narrowed by ?family=, ?q= and ?limit=.',
  '- [Catalog](/api/v1/tools): Every tool with options, limits and schemas.',
];

const toolLine = ({ id, summary }: CatalogEntry): string => `- [${id}](/api/v1/tools/${id}): ${summary}`;

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, action }]) => `| ${status} | ${code} | ${action} |`);
  return [
    'Every other answer is { "error": { "code", "message" } }:',
    '',
    '| status | code | what to do |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}
