import { expect } from 'vitest';

import { openTestService, type TestService } from './service.js';

/** Start of a bare request that runs `echo-files`. */
export const RUN = 'POST /api/v1/tools/echo-files/run HTTP/1.1\r\n';
export const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A service of the tools that misbehave whose clients must be quick: 2 s for headers, 4 s for a request. */
export const openEdge = (): Promise<TestService> =>
  openTestService('hostile', { timeouts: { headersMs: 2000, requestMs: 4000 } });

/** The `Host` line of a bare request to the service. */
export const hostLine = ({ port }: TestService): string => `Host: 127.0.0.1:${port}\r\n`;

/** Status and code of an answer on a bare connection; expects its body to be the error object. */
export function rawError(text: string): { status: number; code: string } {
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { error: { code: string; message: string } };
  expect(text.toLowerCase()).toContain('content-type: application/json');
  expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(body.error.message).not.toBe('');
  return { status: Number(text.split(' ')[1]), code: body.error.code };
}
