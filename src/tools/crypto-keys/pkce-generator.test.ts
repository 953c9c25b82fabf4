import { expect, it } from 'vitest';

import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes, unevenness } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './pkce-generator.js';

const pkce = async (options: Readonly<Record<string, unknown>>, seed = 1) =>
  (await runTool(tool, { options }, { random: seededBytes(seed) })).data as Record<string, string> & {
    warnings: string[];
  };

inRounds.skipIf(!hasProgram('openssl', ['version'], 'pkce-generator beside OpenSSL'))(
  'OpenSSL computes the same challenges',
  [5, 200],
  async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const { codeVerifier, codeChallenge } = await pkce({ length: 43 + (round % 86) }, round);
      expect(codeVerifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
      expect(codeChallenge).toBe(
        runProgram('openssl', ['dgst', '-sha256', '-binary'], codeVerifier).toString('base64url'),
      );
    }
  },
);

it('every character of a verifier is equally often', async () => {
  const made: string[] = [];
  for (let seed = 0; seed < 100; seed++) made.push((await pkce({ length: 128 }, seed)).codeVerifier!);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
  expect(unevenness(made.join(''), alphabet)).toBeLessThan(1);
});

it('addresses keep their query and are encoded; requests are safe to paste', async () => {
  const { authorizationUrl, tokenRequest, state, codeChallenge, codeVerifier } = await pkce({
    authorizeUrl: 'https://id.example/auth?tenant=a%20b',
    tokenUrl: "https://id.example/token?x='$(id)'",
    clientId: "it's & me",
    redirectUri: 'https://app.example/cb?x=1',
    scope: 'read write',
  });
  const query = Object.fromEntries(new URL(authorizationUrl!).searchParams);
  expect(query).toEqual({
    ...{ tenant: 'a b', response_type: 'code', client_id: "it's & me", redirect_uri: 'https://app.example/cb?x=1' },
    ...{ scope: 'read write', state, code_challenge: codeChallenge, code_challenge_method: 'S256' },
  });
  expect(tokenRequest!.match(/'/g)).toHaveLength(4);
  expect(tokenRequest).toContain(`code_verifier=${encodeURIComponent(codeVerifier!)}`);
});

it('weak choices are warned of', async () => {
  const plain = await pkce({
    challengeMethod: 'plain',
    authorizeUrl: 'https://x.example',
    redirectUri: 'http://app.example/',
  });
  expect(plain.codeChallenge).toBe(plain.codeVerifier);
  expect(plain.warnings).toHaveLength(3);
  expect((await pkce({ challenge: 'x' })).reason).toBe('The challenge is not that of the verifier');
});
