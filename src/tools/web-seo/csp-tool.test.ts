import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checkHasConfiguredReporting } from 'csp_evaluator/dist/checks/security_checks.js';
import { CspEvaluator, DEFAULT_CHECKS, STRICTCSP_CHECKS } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';

import { evaluateCsp } from '../../engines/csp-evaluator.js';
import { parsePolicy } from '../../lib/csp/policy.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import cspTool from './csp-tool.js';

interface Told {
  policies: {
    source: string;
    reportOnly: boolean;
    worst: string;
    directives: { name: string; values: { value: string; meaning: string }[] }[];
    findings: { severity: string; rule: string; directive: string; value: string; message: string }[];
  }[];
  high: number;
}

const evaluate = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<Told> => {
  const answer = await runTool(cspTool, { input, options });
  expect(answer.status, String(answer.message ?? answer.cause)).toBe(200);
  return answer.data as Told;
};

const rulesOf = async (input: string, options: Readonly<Record<string, unknown>> = {}): Promise<string[]> =>
  (await evaluate(input, options)).policies.flatMap(({ findings }) =>
    findings.map(({ severity, rule, directive }) => `${severity} ${rule} ${directive}`.trim()),
  );

const build = async (input: string, options: Readonly<Record<string, unknown>> = {}) =>
  runTool(cspTool, { input, options: { action: 'build', ...options } });

/** What the package finds by itself. */
const bare = (text: string, level: 1 | 2 | 3): string[] =>
  new CspEvaluator(new CspParser(text).csp, level)
    .evaluate([...STRICTCSP_CHECKS, checkHasConfiguredReporting], DEFAULT_CHECKS)
    .map(({ description, directive, value }) => `${directive} ${value ?? ''} ${description}`);

const ours = async (text: string, level: 1 | 2 | 3): Promise<string[]> =>
  (await evaluateCsp(parsePolicy(text).directives, level)).map(
    ({ description, directive, value }) => `${directive} ${value} ${description}`,
  );

describe('findings of the evaluator', () => {
  const tests = ['parser', 'security', 'strictcsp'].flatMap((name) => {
    const file = createRequire(import.meta.url).resolve(`csp_evaluator/dist/checks/${name}_checks_test.js`);
    return [...readFileSync(file, 'utf8').matchAll(/const (?:test|csp) = ('(?:[^'\\\n]|\\.)*');/g)].map(
      ([, literal = "''"]) => literal.slice(1, -1).replace(/\\(.)/g, '$1'),
    );
  });

  it('are those of the package for the policies of its own tests', async () => {
    expect(tests.length).toBeGreaterThan(50);
    for (const text of tests)
      for (const level of [1, 2, 3] as const) expect(await ours(text, level)).toEqual(bare(text, level));
  });

  it('are those of the package for random policies', async () => {
    const next = chanceOf(3);
    const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)]!;
    const names = [
      'default-src',
      'script-src',
      'SCRIPT-SRC-ELEM',
      'object-src',
      'base-uri',
      'style-src',
      'report-uri',
      'report-to',
      'foo',
      'img-src:',
      'require-trusted-types-for',
    ];
    const values = [
      "'self'",
      "'NONE'",
      "'unsafe-inline'",
      "'unsafe-eval'",
      "'strict-dynamic'",
      "'nonce-abc'",
      "'nonce-12345678'",
      "'sha256-1DCfk1NYWuHMfoobarfoobar='",
      'HTTPS:',
      'data:',
      '*',
      '*.google.com',
      'http://a.example',
      'ajax.googleapis.com',
      '127.0.0.1',
      '[::1]',
      'self',
      'script-src',
      "'script'",
      'www.google-analytics.com',
    ];
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 1 + next(5) }, () =>
        [pick(names), ...Array.from({ length: next(5) }, () => pick(values))].join(pick([' ', '  ', '\t'])),
      ).join(pick([';', '; ', ' ; ']));
      const level = pick([1, 2, 3] as const);
      expect(await ours(text, level), text).toEqual(bare(text, level));
    }
  });

  // https://github.com/google/csp-evaluator, checks/security_checks_test.ts: what its tests expect.
  it.each([
    ["default-src 'unsafe-inline'", 'high script-unsafe-inline default-src'],
    ["script-src 'unsafe-inline' 'nonce-invalid$'", 'high script-unsafe-inline script-src'],
    ["default-src 'unsafe-eval'", 'possibly-medium script-unsafe-eval default-src'],
    ['default-src https:', 'high plain-url-schemes default-src'],
    ['default-src *', 'high plain-wildcard default-src'],
    ["script-src 'none'", 'high missing-directives object-src'],
    ["script-src 'nonce-123' 'unsafe-inline' https:; object-src 'none'", 'high missing-directives base-uri'],
    ['default-src ajax.googleapis.com', 'high script-allowlist-bypass default-src'],
    ['report-uri http://foo.bar/csp', 'medium src-http report-uri'],
  ])('%s: %s', async (text, finding) => {
    expect(await rulesOf(text)).toContain(finding);
  });

  it('"cspLevel" says what the browser knows', async () => {
    const text = "script-src 'unsafe-inline' 'nonce-12345678'; object-src 'none'; base-uri 'none'";
    expect((await evaluate(text, { cspLevel: '1' })).policies[0]!.worst).toBe('high');
    expect((await evaluate(text)).high).toBe(0);
  });

  it('the hosts that serve a way round are named', async () => {
    const { policies } = await evaluate("script-src ajax.googleapis.com; object-src 'none'");
    expect(policies[0]!.findings[0]!.message).toBe(
      'ajax.googleapis.com is known to serve JSONP endpoints and Angular libraries, which get round the policy',
    );
  });
});

describe('own findings', () => {
  it('repeated directives, none among others, and what meta elements ignore', async () => {
    const rules = await rulesOf(
      `<html><meta charset=utf-8><META http-equiv=content-security-policy content="script-src 'self'; script-src *; img-src 'none' a.example; frame-ancestors &#39;self&#39;">`,
    );
    for (const rule of [
      'syntax repeated-directive script-src',
      'syntax none-among-others img-src',
      'syntax ignored-in-meta frame-ancestors',
      'info missing-form-action form-action',
    ])
      expect(rules).toContain(rule);
  });

  it('new keywords are no faults, and names of object prototypes are unknown directives', async () => {
    const rules = await rulesOf(
      "script-src 'report-sha256' 'trusted-types-eval'; fenced-frame-src a.example; constructor x; __proto__ y",
    );
    expect(rules.filter((rule) => rule.startsWith('syntax'))).toEqual([
      'syntax unknown-directive constructor',
      'syntax unknown-directive __proto__',
    ]);
  });

  it('values that are no addresses are told apart from faults of ours', async () => {
    const { policies } = await evaluate('script-src https:// http://[::1 a..b:c. %.com *.*.x');
    expect(policies[0]!.directives[0]!.values.length).toBe(5);
  });
});

describe('where policies stand', () => {
  const policy = "default-src 'self'; img-src *";
  it.each([
    [policy, 'policy'],
    [`Content-Security-Policy: ${policy}`, 'header'],
    [`HTTP/2 200\r\nserver: x\r\ncontent-security-policy: default-src 'self';\r\n  img-src *\r\nx-a: b\r\n`, 'header'],
    ["Content-Security-Policy: default-src 'self';\nimg-src *\nServer: x", 'header'],
    [`    add_header Content-Security-Policy "${policy}" always;`, 'header'],
    [`Header always set Content-Security-Policy "${policy}"`, 'header'],
    [`header("Content-Security-Policy: ${policy}");`, 'header'],
    ["header('Content-Security-Policy: default-src \\'self\\'; img-src *');", 'header'],
    [`res.setHeader('Content-Security-Policy', "${policy}");`, 'header'],
    [`{"Content-Security-Policy": "${policy}"}`, 'header'],
    [`<meta content="${policy}" http-equiv="Content-Security-Policy">`, 'meta'],
  ])('%s', async (text, source) => {
    const { policies } = await evaluate(text);
    expect(policies.map((found) => [found.source, found.reportOnly])).toEqual([[source, false]]);
    expect(
      policies[0]!.directives.map(({ name, values }) => [name, ...values.map(({ value }) => value)].join(' ')),
    ).toEqual(["default-src 'self'", 'img-src *']);
  });

  it('several, and those that only report', async () => {
    const { policies } = await evaluate(
      "Content-Security-Policy-Report-Only: default-src 'self', script-src 'none'\nContent-Security-Policy: img-src *\n",
    );
    expect(policies.map(({ reportOnly }) => reportOnly)).toEqual([true, true, false]);
  });

  it('what is too much is refused', async () => {
    const many = await runTool(cspTool, {
      input: `img-src ${Array.from({ length: 2000 }, (_, i) => `a${i}`).join(' ')}`,
    });
    expect([many.status, many.message]).toEqual([
      413,
      'The policies of property "input" must have at most 2000 words, got 2001',
    ]);
    const lists = await runTool(cspTool, { input: `${"img-src 'self',".repeat(101)}` });
    expect([lists.status, lists.message]).toEqual([
      413,
      'The text of property "input" must have at most 100 policies, got 101',
    ]);
  });
});

describe('building', () => {
  it('every format, and what it needs escaped', async () => {
    const input = 'img-src https://a.example/%20?a&b';
    const written = async (format: string) => (await build(input, { preset: 'empty', format })).text;
    expect(await written('policy')).toBe('img-src https://a.example/%20?a&b');
    expect(await written('header')).toBe('Content-Security-Policy: img-src https://a.example/%20?a&b');
    expect(await written('meta')).toBe(
      '<meta http-equiv="Content-Security-Policy" content="img-src https://a.example/%20?a&amp;b">',
    );
    expect(await written('nginx')).toBe(
      'add_header Content-Security-Policy "img-src https://a.example/%20?a&b" always;',
    );
    expect(await written('apache')).toBe(
      'Header always set Content-Security-Policy "img-src https://a.example/%%20?a&b"',
    );
    expect(await written('caddy')).toBe('header Content-Security-Policy "img-src https://a.example/%20?a&b"');
  });

  it('presets, and directives that take their place', async () => {
    expect((await build('', { preset: 'api', format: 'policy', reportOnly: true })).text).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect((await build('frame-ancestors https://a.example', { preset: 'api', reportOnly: true })).text).toBe(
      "Content-Security-Policy-Report-Only: default-src 'none'; frame-ancestors https://a.example",
    );
    expect((await build('', { preset: 'strict', format: 'meta' })).text).not.toContain('frame-ancestors');
  });

  it('a strict policy has no finding that is bad', async () => {
    const { text } = await build('', { preset: 'strict', reportUri: '/csp' });
    const rules = await rulesOf(text!.replace('{RANDOM}', 'R4nd0mR4nd0m'));
    expect(rules.filter((rule) => !/^(?:info|ignored) /.test(rule))).toEqual([]);
  });

  it('a policy that was pasted is written in another form', async () => {
    const answer = await build('Header set Content-Security-Policy "default-src \'self\'"', {
      preset: 'empty',
      format: 'caddy',
    });
    expect(answer.text).toBe('header Content-Security-Policy "default-src \'self\'"');
  });

  it.each([
    ['img-src a.example; img-src b.example', {}, 'directive "img-src" must come once'],
    ['img-src münchen.example', {}, 'a value must be of ASCII characters'],
    ['', { preset: 'empty' }, 'it has no directives'],
    ['', { format: 'meta', reportOnly: true }, 'browsers ignore a meta element that only reports'],
    ['', { format: 'meta', reportUri: '/x' }, 'browsers ignore report-uri in a meta element'],
    ['', { reportUri: '/a b' }, 'Option "reportUri"'],
    ['', { reportUri: '/a;script-src *' }, 'Option "reportUri"'],
  ])('%s %o is refused', async (input, options, message) => {
    const answer = await build(input, options);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });
});

exhaustive('hostile texts of full size end', async () => {
  for (const part of [
    'content-security-policy ',
    '<meta ',
    '<meta http-equiv=content-security-policy content="',
    '; ',
    'content-security-policy: "a ',
    'content-security-policy: a;\n',
    '<meta a="',
  ]) {
    const { status } = await runTool(cspTool, { input: part.repeat(Math.floor(1_000_000 / part.length)) });
    expect([200, 400, 413]).toContain(status);
  }
});
