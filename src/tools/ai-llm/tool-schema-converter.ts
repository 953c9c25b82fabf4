import { z } from 'zod';

import { defineTool, jsonText } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, count, warnings } from '../../core/shared-data.js';
import { writeDocument } from '../../formats/json-document.js';
import { readJsonOrYaml } from '../../formats/json-or-yaml.js';
import { readTextSource } from '../../formats/text-source.js';
import { fromPlain } from '../../lib/json/values.js';
import { Losses } from '../../lib/llm/schema-walk.js';
import { readTools } from '../../lib/llm/tool-schemas.js';
import { writeTools } from '../../lib/llm/tool-targets.js';

export default defineTool({
  id: 'tool-schema-converter',
  title: 'Tool Schema Converter',
  summary:
    'Converts tool definitions between OpenAI, Anthropic, Gemini, MCP and JSON Schema, and OpenAPI operations to them.',
  family: 'ai-llm',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.json', '.yaml', '.yml'] },
  options: {
    to: z
      .enum(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'])
      .default('openai')
      .describe('Notation to write: openai is for Chat Completions, openai-responses for the Responses API.'),
    strict: z
      .boolean()
      .default(false)
      .describe('For OpenAI: writes schemas for strict mode, with every property required and optional ones nullable.'),
  },
  result: 'data',
  data: z.object({
    from: z
      .enum(['openai', 'anthropic', 'gemini', 'mcp', 'json-schema', 'openapi'])
      .describe('Notation that was found.'),
    toolCount: count('Number of tools.'),
    tools: anyJson(
      'What goes into the request or answer: a list, for MCP an object with "tools", for one JSON Schema the schema.',
    ),
    warnings: warnings(),
  }),
  notes: [
    'The notation is found by itself: one tool, a list, or a whole request or answer with "tools"; for OpenAPI 3 and Swagger 2 (JSON or YAML) each operation becomes a tool with its parameters by name and its body as "body".',
    'What the target cannot say is dropped or replaced, and a warning names the tool and the keyword. Numbers keep their digits.',
    'Gemini: references are inlined, types in uppercase, null as nullable, const as enum, oneOf as anyOf; its other keywords are not supported there. Recursive schemas are cut at their second level.',
    'Names are fitted to what the target allows, with a warning. Descriptions are what models choose tools by: a missing one is a warning.',
    'References to other documents are not followed. At most 50,000 schemas, references followed.',
  ],
  aliases: [
    'function calling',
    'openai tools',
    'anthropic tools',
    'gemini function declarations',
    'mcp tools',
    'openapi to tools',
    'openapi to mcp',
    'json schema to openai function',
    'structured outputs strict',
    'tool use',
  ],
  verified: [
    "The vendors' documented weather tools (OpenAI, Anthropic, Gemini, MCP) convert into each other and back, for every pair",
    'JSON Schema: 200 random schemas to OpenAI, Anthropic and MCP and back are unchanged; as strict they accept the complete documents that the original accepts, checked by json-schema-validator',
  ],
  examples: [
    {
      title: 'An MCP tool for OpenAI',
      input:
        '{"tools":[{"name":"get_weather","description":"Current weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}]}',
      output: {
        data: {
          from: 'mcp',
          toolCount: 1,
          tools: [
            {
              type: 'function',
              function: {
                name: 'get_weather',
                description: 'Current weather',
                parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
              },
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'For Gemini, which has no additionalProperties',
      input:
        '{"name":"order","description":"Orders","input_schema":{"type":"object","properties":{"size":{"type":["string","null"],"enum":["S","M",null]},"kind":{"const":"tea"}},"additionalProperties":false}}',
      options: { to: 'gemini' },
      output: {
        data: {
          from: 'anthropic',
          toolCount: 1,
          tools: [
            {
              functionDeclarations: [
                {
                  name: 'order',
                  description: 'Orders',
                  parameters: {
                    type: 'OBJECT',
                    properties: { size: { nullable: true, type: 'STRING', enum: ['S', 'M'] }, kind: { enum: ['tea'] } },
                  },
                },
              ],
            },
          ],
          warnings: ['Tool "order": Gemini has nothing for "additionalProperties": dropped'],
        },
      },
    },
    {
      title: 'An OpenAPI operation in YAML, strict',
      input:
        'openapi: 3.1.0\npaths:\n  /pets/{id}:\n    get:\n      summary: Find a pet\n      parameters:\n        - {name: id, in: path, required: true, schema: {$ref: "#/components/schemas/Id"}}\n        - {name: full, in: query, schema: {type: boolean, default: false}}\ncomponents:\n  schemas:\n    Id: {type: integer}\n',
      options: { strict: true },
      output: {
        data: {
          from: 'openapi',
          toolCount: 1,
          tools: [
            {
              type: 'function',
              function: {
                name: 'get_pets_id',
                description: 'Find a pet',
                parameters: {
                  type: 'object',
                  properties: { id: { type: 'integer' }, full: { type: ['boolean', 'null'] } },
                  required: ['id', 'full'],
                  additionalProperties: false,
                },
                strict: true,
              },
            },
          ],
          warnings: ['Tool "get_pets_id": strict mode does not allow "default": dropped'],
        },
      },
    },
    {
      title: 'Not a tool',
      input: '[{"name":"a","description":"b"},{"foo":1}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read tools of property "input": tool 2 has neither a name nor a schema: "foo"',
      },
    },
    {
      title: 'An OpenAPI document without operations',
      input: '{"openapi":"3.1.0","paths":{}}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read tools of property "input": the OpenAPI document lacks operations',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files });
    const document = readJsonOrYaml(source);
    const losses = new Losses();
    const answer = refusing(`Cannot read tools of ${source.label}`, () => {
      const { from, tools } = readTools(document, losses);
      return {
        from,
        toolCount: tools.length,
        tools: writeTools(tools, options.to, options.strict, losses),
        warnings: losses.warnings,
      };
    });
    return jsonText(writeDocument(fromPlain(answer)));
  },
});
