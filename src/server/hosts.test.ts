import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { expect, it } from 'vitest';

import { ToolError } from '../core/errors.js';

import { createHostRules, type HostRulesConfig } from './hosts.js';

function verdict(config: HostRulesConfig, headers: IncomingHttpHeaders): string {
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  try {
    createHostRules(config).check({ headers, rawHeaders } as IncomingMessage);
    return 'served';
  } catch (error) {
    return error instanceof ToolError ? error.code : 'failed';
  }
}

const behindProxy = {
  port: 8080,
  allowedHosts: ['tools.example.org', 'other.example:9'],
  publicOrigin: 'https://tools.example.org',
};

it('serves the names that the operator allows, with the ports they may have', () => {
  for (const host of ['tools.example.org', 'TOOLS.example.org:8080', 'other.example:9', 'localhost:8080']) {
    expect(verdict(behindProxy, { host }), host).toBe('served');
  }
  for (const host of ['tools.example.org:81', 'other.example', 'evil.example', 'localhost', '']) {
    expect(verdict(behindProxy, { host }), host).toBe('HOST_REJECTED');
  }
});

it('takes the public origin as its own', () => {
  const host = 'tools.example.org';
  expect(verdict(behindProxy, { host, origin: 'https://tools.example.org' })).toBe('served');
  expect(verdict(behindProxy, { host, origin: 'https://tools.example.org:444' })).toBe('ORIGIN_REJECTED');
  expect(verdict({ ...behindProxy, publicOrigin: undefined }, { host, origin: 'https://tools.example.org' })).toBe(
    'ORIGIN_REJECTED',
  );
});

it('knows names without a port on port 80 only', () => {
  const plain = { port: 80, allowedHosts: [], publicOrigin: undefined };
  expect(verdict(plain, { host: 'localhost', origin: 'http://localhost' })).toBe('served');
});
