import { expect, it } from 'vitest';

import { DIGEST_ALGORITHMS } from '../../lib/secrets/http-auth.js';
import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './basic-auth-generator.js';

async function auth(
  options: Readonly<Record<string, unknown>>,
  input = '',
): Promise<{ header: string; warnings: string[]; [key: string]: unknown }> {
  const { data, message } = await runTool(tool, { input, options });
  if (data === undefined) throw new Error(message);
  return data as { header: string; warnings: string[] };
}

const answerOf = (header: string): string => /response="(\w+)"/.exec(header)![1]!;
const MUFASA = { scheme: 'digest', username: 'Mufasa', password: 'Circle of Life', uri: '/dir/index.html' };
const RFC_7616 = {
  ...MUFASA,
  realm: 'http-auth@example.org',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

it('RFC 7616, section 3.9.1: the answers by MD5 and SHA-256', async () => {
  expect(answerOf((await auth(RFC_7616)).header)).toBe('8ca523f5e9506fed4657c9700eebdbec');
  expect(answerOf((await auth({ ...RFC_7616, algorithm: 'sha-256' })).header)).toBe(
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  );
});

it('RFC 2617, section 3.5: its answer', async () => {
  const header = `WWW-Authenticate: Digest
    realm="testrealm@host.com",
    qop="auth,auth-int",
    nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093",
    opaque="5ccc069c403ebaf9f0171e9517f40e41"`;
  const made = await auth({ ...MUFASA, password: 'Circle Of Life', challenge: header, cnonce: '0a4f113b' });
  expect(answerOf(made.header)).toBe('6629fae49393a05397450978507c4ef1');
  expect(made.header).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"');
  expect(made.warnings).toHaveLength(1);
});

it('RFC 7617, section 2.1: UTF-8', async () => {
  expect((await auth({ username: 'test', password: '123£' })).header).toBe('Authorization: Basic dGVzdDoxMjPCow==');
});

const PYTHON = `
import sys, json, hashlib
for line in sys.stdin:
    r = json.loads(line)
    name = r["algorithm"].replace("-sess", "")
    new = {"md5": "md5", "sha-256": "sha256", "sha-512-256": "sha512_256"}[name]
    h = lambda t: hashlib.new(new, t.encode()).hexdigest()
    a1 = h("%s:%s:%s" % (r["username"], r["realm"], r["password"]))
    if r["algorithm"].endswith("-sess"): a1 = h("%s:%s:%s" % (a1, r["nonce"], r["cnonce"]))
    a2 = h("%s:%s" % (r["method"], r["uri"]) + (":" + h(r["body"]) if r["qop"] == "auth-int" else ""))
    print(h("%s:%s:%s" % (a1, r["nonce"], a2)) if r["qop"] == "none" else h("%s:%s:%08x:%s:%s:%s" % (a1, r["nonce"], r["nonceCount"], r["cnonce"], r["qop"], a2)))
`;
const hasPython = hasProgram(
  '/usr/bin/python3',
  ['-c', 'import hashlib; hashlib.new("sha512_256")'],
  'basic-auth-generator beside Python',
);

inRounds.skipIf(!hasPython)('Python computes the same answers', [20, 200], async (rounds: number) => {
  const chance = chanceOf(71);
  const word = (): string => Array.from({ length: 1 + chance(12) }, () => pick(chance, [...'aZ9 "\\é😀=,'])).join('');
  const requests = Array.from({ length: rounds }, () => ({
    ...{
      username: word(),
      password: word(),
      realm: word(),
      nonce: word(),
      cnonce: word(),
      uri: `/${word()}`,
      body: word(),
    },
    ...{ method: pick(chance, ['GET', 'POST']), nonceCount: 1 + chance(2 ** 31) },
    ...{ algorithm: pick(chance, DIGEST_ALGORITHMS), qop: pick(chance, ['auth', 'auth-int', 'none']) },
  }));
  const expected = runProgram(
    '/usr/bin/python3',
    ['-c', PYTHON],
    requests.map((request) => JSON.stringify(request)).join('\n'),
  );
  const lines = expected.toString().trim().split('\n');
  for (const [i, { body, ...options }] of requests.entries()) {
    const { header } = await auth({ scheme: 'digest', ...options }, body);
    expect(answerOf(header), JSON.stringify(options)).toBe(lines[i]);
  }
});

it('what is made is decoded to what it was made of', async () => {
  const chance = chanceOf(72);
  for (let round = 0; round < 200; round++) {
    const username = Array.from({ length: chance(9) }, () => pick(chance, [...'aé😀"\' '])).join('');
    const password = Array.from({ length: chance(9) }, () => pick(chance, [...'a:é😀"\' '])).join('');
    const { header } = await auth({ username, password });
    expect(await auth({}, header)).toMatchObject({ scheme: 'basic', username, password });
    expect(await auth({}, header.split(' ')[2])).toMatchObject({ username, password });
  }
  expect(await auth({}, (await auth({ scheme: 'bearer', token: 'abc.def-_~+/=' })).header)).toMatchObject({
    token: 'abc.def-_~+/=',
  });
  const digest = (await auth(RFC_7616)).header;
  expect((await auth({}, digest)).parameters).toMatchObject({
    username: 'Mufasa',
    nc: '00000001',
    realm: 'http-auth@example.org',
  });
});

it('a user name beyond ASCII is written as RFC 8187 has it', async () => {
  const challenge = 'Digest realm="api@example.org", qop="auth", algorithm=SHA-256, nonce="x", userhash=false';
  const { header } = await auth({ ...MUFASA, username: 'Jäsøn Doe', challenge });
  expect(header).toContain("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe");
  const hashed = (await auth({ ...MUFASA, username: 'Jäsøn Doe', challenge: challenge.replace('false', 'true') }))
    .header;
  expect(hashed).toMatch(/^Authorization: Digest username="[0-9a-f]{64}", .*userhash=true$/);
});

it('line breaks do not get into a header', async () => {
  for (const options of [
    { username: 'a\r\nX: y' },
    { scheme: 'bearer', token: 'a\nb' },
    { scheme: 'digest', nonce: 'x', uri: '/\r\n' },
  ])
    expect((await runTool(tool, { options })).message).toMatch(/^Options must have no control characters/);
});

// curl 7.88: curl -u ann:secret sends the same header.
it('makes a header of a user name and password given as text', async () => {
  const { data } = await runTool(tool, { input: 'ann:secret' });
  expect(data).toMatchObject({ scheme: 'basic', header: 'Authorization: Basic YW5uOnNlY3JldA==' });
  expect((await runTool(tool, { input: 'ann:secret', options: { username: 'bob' } })).status).toBe(400);
  expect((await runTool(tool, { input: 'https://example.org' })).status).toBe(400);
});
