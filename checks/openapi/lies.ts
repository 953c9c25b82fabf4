/**
 * `npm run lies`: a check that was never seen to fail proves nothing. Puts untruths into the description, one at a time, and
 * demands that a step finds a fault.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Json } from './description.js';
import { runCommand, say, startService } from './processes.js';

interface Lie {
  readonly name: string;
  readonly steps: readonly string[];
  tell(description: Json): void;
}

/** The part at a path, or an empty object where there is none. */
function at(json: Json, ...path: readonly string[]): Json {
  let part = json;
  for (const name of path) part = (part[name] ?? {}) as Json;
  return part;
}

const bodyOf = (description: Json, tool: string): Json =>
  at(description, 'paths', `/api/v1/tools/${tool}/run`, 'post', 'requestBody', 'content', 'application/json', 'schema');

const LIES: readonly Lie[] = [
  {
    name: 'a reference to nothing',
    steps: ['validators'],
    tell: (description) => delete at(description, 'components', 'schemas').OutputFile,
  },
  {
    name: 'an operation without a name',
    steps: ['clients'],
    tell: (description) => delete at(description, 'paths', '/api/v1/tools/create-zip/run', 'post').operationId,
  },
  {
    name: 'text results are numbers',
    steps: ['examples'],
    tell(description) {
      at(description, 'components', 'schemas', 'TextResult', 'properties', 'result', 'properties').text = {
        type: 'integer',
      };
    },
  },
  {
    name: 'one more choice than there is',
    steps: ['fuzz'],
    tell(description) {
      const mode = at(bodyOf(description, 'case-converter'), 'properties', 'options', 'properties', 'mode');
      mode.enum = [...(mode.enum as string[]), 'spongebob'];
    },
  },
  {
    name: 'unknown properties are welcome',
    steps: ['fuzz'],
    tell: (description) => delete bodyOf(description, 'hmac-generator').additionalProperties,
  },
];

// A lie about one tool is found where all are tried.
process.env.EVERY_TOOL = '1';
const service = await startService();
let missed = 0;
for (const lie of LIES) {
  const liar = createServer((request, response) => void forward(lie, request, response)).listen(0, '127.0.0.1');
  await once(liar, 'listening');
  const address = liar.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const { code } = await runCommand('tsx', 'run.ts', `http://127.0.0.1:${address.port}`, ...lie.steps);
  liar.closeAllConnections();
  liar.close();
  say(`${lie.name}: ${code === 0 ? 'NOT NOTICED' : 'noticed'} by ${lie.steps.join(', ')}`);
  if (code === 0) missed += 1;
}
await service.stop();
process.exitCode = missed === 0 ? 0 : 1;

async function forward(lie: Lie, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const type = request.headers['content-type'];
  const coding = request.headers['content-encoding'];
  const answer = await fetch(`${service.origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(coding === undefined ? {} : { 'content-encoding': coding }),
    },
    ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  const text = await answer.text();
  if (request.url !== '/openapi.json') {
    response.end(text);
    return;
  }
  const description = JSON.parse(text) as Json;
  lie.tell(description);
  response.end(JSON.stringify(description));
}
