import { createHash } from 'node:crypto';

import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { drawFrom, drawsFrom } from '../../lib/secrets/draw.js';

/** RFC 7636 §4.1. */
const UNRESERVED = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'];
const VERIFIER = /^[\w.~-]{43,128}$/;

function checkAddress(name: string, value: string): void {
  if (value !== '' && !URL.canParse(value))
    throw invalid(`Option "${name}" must be an absolute address, got ${quote(value)}`);
  if (/#/.test(value)) throw invalid(`Option "${name}" must not have a fragment (RFC 6749 §3.1)`);
}

export default defineTool({
  id: 'pkce-generator',
  title: 'PKCE Generator',
  summary: 'Makes OAuth 2 PKCE verifier, challenge, state and nonce, with authorization address and token request.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    length: z.number().multipleOf(1).min(43).max(128).default(64).describe('Characters of the verifier.'),
    challengeMethod: z
      .enum(['S256', 'plain'])
      .default('S256')
      .describe('S256 sends the SHA-256 of the verifier; plain sends it as it is, for servers without SHA-256.'),
    verifier: ofKind(
      'secret',
      z.string().max(200).default('').describe('Existing verifier to compute the challenge for; empty for a new one.'),
    ),
    challenge: z.string().max(200).default('').describe('Challenge to check the verifier against; empty for none.'),
    authorizeUrl: z.string().max(5000).default('').describe('Authorization endpoint; empty for no address.'),
    tokenUrl: z.string().max(5000).default('').describe('Token endpoint; empty for no token request.'),
    clientId: z.string().max(1000).default('').describe('Client id.'),
    redirectUri: z.string().max(5000).default('').describe('Redirect address.'),
    scope: z.string().max(2000).default('').describe('Scopes separated by spaces, such as openid email.'),
  },
  result: 'data',
  data: z.object({
    codeVerifier: z.string().describe('Verifier: the client keeps it and sends it with the code.'),
    codeChallenge: z.string().describe('Challenge: sent to the authorization endpoint.'),
    codeChallengeMethod: z.enum(['S256', 'plain']).describe('How the challenge was made.'),
    state: z.string().describe('New random value that ties the answer to the browser session.'),
    nonce: z.string().describe('New random value that ties an OpenID Connect id_token to the request.'),
    authorizationUrl: z.string().describe('Address to send the browser to; empty without authorizeUrl.'),
    tokenRequest: z.string().describe('A curl command that redeems the code; empty without tokenUrl.'),
    valid: z
      .boolean()
      .optional()
      .describe('Whether the verifier belongs to the given challenge; only where one was given.'),
    reason: z.string().optional().describe('Why it does not; empty if it does.'),
    warnings: z.array(z.string()).describe('What is weak or missing.'),
  }),
  notes: [
    'The verifier comes from the cryptographic random source of the system: 64 characters out of 66 have 386 bits. state and nonce have 128 bits each.',
    'The nonce is added to the address where the scope has openid. Other parameters in the query of the endpoint stay.',
    'Nothing that was made is stored: keep verifier, state and nonce in the session until the browser comes back.',
  ],
  aliases: ['code verifier', 'code challenge', 'oauth pkce', 'oauth 2.1', 's256', 'authorization code flow'],
  verified: [
    'RFC 7636, appendix B: the challenge of its verifier',
    'OpenSSL 3.0 (openssl dgst -sha256): the challenges of 200 random verifiers',
  ],
  examples: [
    {
      title: 'A new verifier and challenge',
      output: {
        varies: true,
        data: {
          codeVerifier: '…',
          codeChallenge: '…',
          codeChallengeMethod: 'S256',
          state: '…',
          nonce: '…',
          authorizationUrl: '',
          tokenRequest: '',
          warnings: [],
        },
      },
    },
    {
      title: 'The verifier and challenge of RFC 7636, appendix B',
      options: {
        verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        authorizeUrl: 'https://server.example.com/authorize',
        clientId: 's6BhdRkqt3',
        redirectUri: 'https://client.example.com/cb',
        scope: 'openid email',
      },
      output: {
        varies: true,
        data: {
          codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
          codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          codeChallengeMethod: 'S256',
          state: '…',
          nonce: '…',
          authorizationUrl:
            'https://server.example.com/authorize?response_type=code&client_id=s6BhdRkqt3&redirect_uri=https%3A%2F%2Fclient.example.com%2Fcb&scope=openid%20email&state=…&nonce=…&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
          tokenRequest: '',
          valid: true,
          reason: '',
          warnings: [],
        },
      },
    },
    {
      title: 'A verifier that is too short',
      options: { verifier: 'hunter2' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "verifier" must have 43 to 128 letters, digits, "-", ".", "_" or "~" (RFC 7636)',
      },
    },
    {
      title: 'An endpoint that is not an address',
      options: { authorizeUrl: 'example.com/authorize' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "authorizeUrl" must be an absolute address, got "example.com/authorize"',
      },
    },
    {
      title: 'A redirect address with a fragment',
      options: { redirectUri: 'https://example.com/#cb' },
      error: { code: 'INVALID_INPUT', message: 'Option "redirectUri" must not have a fragment (RFC 6749 §3.1)' },
    },
  ],
  run({ options, random }) {
    const { challengeMethod, authorizeUrl, tokenUrl, clientId, redirectUri, scope } = options;
    for (const name of ['authorizeUrl', 'tokenUrl', 'redirectUri'] as const) checkAddress(name, options[name]);
    const given = options.verifier.trim();
    if (given !== '' && !VERIFIER.test(given))
      throw invalid('Option "verifier" must have 43 to 128 letters, digits, "-", ".", "_" or "~" (RFC 7636)');
    const draw = drawsFrom(random);
    const verifier =
      given === '' ? Array.from({ length: options.length }, () => drawFrom(draw, UNRESERVED)).join('') : given;
    const [state = '', nonce = ''] = [random(16), random(16)].map((bytes) => Buffer.from(bytes).toString('base64url'));
    const challenge =
      challengeMethod === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
    const query = [
      ['response_type', 'code'],
      ['client_id', clientId],
      ['redirect_uri', redirectUri],
      ['scope', scope],
      ['state', state],
      ['nonce', /(?:^|\s)openid(?:\s|$)/.test(scope) ? nonce : ''],
      ['code_challenge', challenge],
      ['code_challenge_method', challengeMethod],
    ].flatMap(([name = '', value = '']) => (value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]));
    const form = [
      ['grant_type', 'authorization_code'],
      ['code', 'CODE'],
      ['redirect_uri', redirectUri],
      ['client_id', clientId],
      ['code_verifier', verifier],
    ].flatMap(([name = '', value = '']) => (value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]));
    const isSame = options.challenge.trim().replace(/=+$/, '') === challenge;
    const insecure = /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(redirectUri);
    return json({
      codeVerifier: verifier,
      codeChallenge: challenge,
      codeChallengeMethod: challengeMethod,
      state,
      nonce,
      authorizationUrl:
        authorizeUrl === '' ? '' : `${authorizeUrl}${authorizeUrl.includes('?') ? '&' : '?'}${query.join('&')}`,
      tokenRequest:
        tokenUrl === ''
          ? ''
          : `curl '${tokenUrl.replaceAll("'", '%27')}' -d '${form.join('&').replaceAll("'", '%27')}'`,
      ...(options.challenge === ''
        ? {}
        : { valid: isSame, reason: isSame ? '' : 'The challenge is not that of the verifier' }),
      warnings: [
        ...(challengeMethod === 'plain'
          ? ['plain does not protect the verifier from whoever sees the request; OAuth 2.1 asks for S256']
          : []),
        ...(authorizeUrl !== '' && clientId === '' ? ['The address has no client_id: set option "clientId"'] : []),
        ...(insecure ? ['The redirect address is not encrypted (http): the code can be read on the way'] : []),
      ],
    });
  },
});
