import { STATUS_CODES as NODE_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';

import { STATUS_CODES } from '../../lib/http/status-codes.data.js';
import { inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import httpStatusLookup from './http-status-lookup.js';

const hasPython = hasProgram('python3', ['--version'], 'http-status-lookup: http.HTTPStatus of Python');

interface Row {
  readonly codes?: readonly {
    readonly code: number;
    readonly name: string;
    readonly status: string;
    readonly class: string;
  }[];
  readonly treatedAs?: number;
  readonly error?: string;
}

async function look(input: string, options: Record<string, unknown> = {}): Promise<readonly Row[]> {
  const answer = await runTool(httpStatusLookup, { input, options });
  expect(answer.status, answer.message).toBe(200);
  return (answer.data as { readonly results: readonly Row[] }).results;
}

const found = async (line: string, options = {}): Promise<number[]> =>
  (await look(line, options))[0]!.codes!.map(({ code }) => code);

/** Letters and digits: "I'm a Teapot" and "I'm a teapot" are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** RFC 9110, B.2: renamed from RFC 7231 and RFC 4918. Node says "Bandwidth Limit Exceeded" for the unofficial 509. */
const RENAMED: Readonly<Record<string, string>> = {
  payloadtoolarge: 'contenttoolarge',
  requestentitytoolarge: 'contenttoolarge',
  requesturitoolong: 'uritoolong',
  requestedrangenotsatisfiable: 'rangenotsatisfiable',
  unprocessableentity: 'unprocessablecontent',
};
const current = (name: string): string => RENAMED[plain(name)] ?? plain(name);

describe('the list', () => {
  it('has every code of Node.js with its name', () => {
    const own = new Map(STATUS_CODES.map(({ code, name }) => [code, plain(name)]));
    for (const [code, name] of Object.entries(NODE_CODES)) expect(own.get(Number(code)), code).toBe(current(name!));
  });

  it.skipIf(!hasPython)('has every code of Python with its name', () => {
    const script = 'import http, json; print(json.dumps([[s.value, s.phrase] for s in http.HTTPStatus]))';
    const codes = JSON.parse(runProgram('python3', ['-c', script]).toString()) as [number, string][];
    const own = new Map(STATUS_CODES.map(({ code, name }) => [code, plain(name)]));
    expect(codes.length).toBeGreaterThan(60);
    for (const [code, name] of codes) expect(own.get(code), String(code)).toBe(current(name));
  });

  it('has no code twice, and beside the standard ones none that Node.js and the drafts of 2026 lack', () => {
    expect(new Set(STATUS_CODES.map(({ code }) => code)).size).toBe(STATUS_CODES.length);
    const registered = STATUS_CODES.filter(({ status }) => status !== 'unofficial').map(({ code }) => code);
    const known = [
      ...Object.keys(NODE_CODES)
        .map(Number)
        .filter((code) => code !== 509),
      104,
      306,
    ];
    expect(registered.sort((a, b) => a - b)).toEqual(known.sort((a, b) => a - b));
    expect(STATUS_CODES.length - registered.length).toBe(32);
  });

  it('lets caches keep those that RFC 9110, 15.1 names', () => {
    const kept = STATUS_CODES.filter(({ cacheable }) => cacheable).map(({ code }) => code);
    expect(kept).toEqual([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]);
  });
});

describe('questions', () => {
  it('find every code by its number and its name', async () => {
    for (const { code, name } of STATUS_CODES) {
      expect(await found(String(code))).toEqual([code]);
      expect(await found(name), name).toContain(code);
    }
  });

  it.each([
    ['HTTP/1.1 404 Not Found', [404]],
    ['HTTP/2 502', [502]],
    ['not found', [404]],
    ['what does http 418 mean', [418]],
    ["I'm a teapot", [418]],
    ['error 500', [500]],
    ['1XX', [100, 101, 102, 103, 104]],
    ['teapot', [418]],
  ])('%s', async (line, codes) => {
    expect(await found(line)).toEqual(codes);
  });

  it('of a class, of those who use a code, and of nothing known', async () => {
    expect(await found('cloudflare')).toEqual([520, 521, 522, 523, 524, 525, 526, 527, 530]);
    const classes = await Promise.all([1, 2, 3, 4, 5].map((hundreds) => found(`${hundreds}xx`)));
    expect(classes.flat()).toHaveLength(STATUS_CODES.length - 1);
    expect(await look('404\n1000\n99')).toMatchObject([
      {},
      { error: expect.any(String) },
      { error: expect.any(String) },
    ]);
    expect(await look('299\n777')).toMatchObject([{ treatedAs: 200, codes: [] }, { codes: [] }]);
  });

  it('among the registered or the unofficial alone', async () => {
    expect(await found('4xx', { source: 'standard' })).not.toContain(499);
    expect(await found('4xx', { source: 'unofficial' })).toEqual([
      419, 420, 430, 440, 444, 449, 450, 460, 463, 464, 494, 495, 496, 497, 498, 499,
    ]);
    expect(await found('404', { source: 'unofficial' })).toEqual([]);
  });

  inRows(1, ['4', 'HTTP/1', ' ', 'x4', 'not ', '.4'])('of a million characters of %s end soon', async (part) => {
    const answer = await runTool(httpStatusLookup, { input: part.repeat(Math.floor(1_000_000 / part.length)) });
    expect([200, 400]).toContain(answer.status);
  });
});
