import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { readBase64 } from '../../lib/bytes/byte-text.js';
import { unlessFaulty } from '../../lib/faults.js';
import {
  authParameters,
  DIGEST_ALGORITHMS,
  type DigestChallenge,
  digestHeader,
  readDigestChallenge,
} from '../../lib/secrets/http-auth.js';

interface Values extends Omit<DigestChallenge, 'qop' | 'opaque' | 'userhash'> {
  readonly challenge: string;
  readonly qop: 'auth' | 'auth-int' | 'none';
}

/** The challenge as it was sent, or of the single options. */
function challengeOf({ challenge, realm, nonce, algorithm, qop }: Values): DigestChallenge {
  if (challenge.trim() === '') {
    if (nonce === '') throw invalid('Option "nonce" or "challenge" must be given for scheme digest');
    return { realm, nonce, algorithm, qop: qop === 'none' ? '' : qop, opaque: '', userhash: false };
  }
  const read = readDigestChallenge(challenge);
  if (read === undefined)
    throw invalid(`Option "challenge" must have one of the algorithms ${DIGEST_ALGORITHMS.join(', ')}`);
  if (read.nonce === '') throw invalid('Option "challenge" must have a nonce, as WWW-Authenticate: Digest does');
  return read;
}

/** `ann:secret`, which neither a header nor base64 is. */
const CREDENTIALS = /^(?!(?:(?:proxy-)?authorization|basic|bearer|digest|https?|wss?):)([^\s:]+):(\S+)$/i;

/** What an Authorization header says. */
function decodeHeader(text: string) {
  const [, scheme = '', rest = ''] =
    /^(?:(?:proxy-)?authorization\s*:\s*)?([A-Za-z]+)\s+([\s\S]+)$/i.exec(text.trim()) ?? [];
  const name = scheme.toLowerCase();
  if (name === 'bearer') return { scheme: name, token: rest.trim() };
  if (name === 'digest') return { scheme: name, parameters: Object.fromEntries(authParameters(rest)) };
  const bytes = unlessFaulty(() => readBase64(name === 'basic' ? rest : text, { strict: false }));
  const plain = bytes === undefined ? '' : Buffer.from(bytes).toString();
  const colon = plain.indexOf(':');
  if (colon < 0)
    throw invalid(
      'Cannot read property "input": it is neither an Authorization header of scheme Basic, Bearer or Digest nor the base64 of credentials',
    );
  return { scheme: 'basic', username: plain.slice(0, colon), password: plain.slice(colon + 1) };
}

/** RFC 6750 §2.1. */
function checkToken(token: string): string {
  if (/^[\w.~+/-]+=*$/.test(token)) return token;
  throw invalid('Option "token" must have letters, digits and - . _ ~ + / only, then = (RFC 6750)');
}

const made = (scheme: string, value: string, warnings: readonly string[]) =>
  json({
    scheme,
    header: `Authorization: ${value}`,
    curl: `-H 'Authorization: ${value.replaceAll("'", "'\\''")}'`,
    warnings,
  });

export default defineTool({
  id: 'basic-auth-generator',
  title: 'Basic Auth Generator',
  summary: 'Makes and decodes HTTP Authorization headers: Basic, Bearer and Digest by MD5 or SHA-256.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  options: {
    username: z.string().max(1000).default('').describe('User name.'),
    password: shared.password().describe('Password of the user.'),
    scheme: z.enum(['basic', 'bearer', 'digest']).default('basic').describe('Scheme of the header to make.'),
    token: ofKind('secret', z.string().max(10_000).default('').describe('Token of scheme bearer.')),
    challenge: z
      .string()
      .max(5000)
      .default('')
      .describe('WWW-Authenticate header of the server for digest; replaces realm, nonce, algorithm and qop.'),
    realm: z.string().max(1000).default('').describe('Realm for digest.'),
    nonce: z.string().max(1000).default('').describe('Nonce of the server for digest.'),
    algorithm: z.enum(DIGEST_ALGORITHMS).default('md5').describe('Digest algorithm of the server.'),
    qop: z
      .enum(['auth', 'auth-int', 'none'])
      .default('auth')
      .describe('Quality of protection; auth-int covers the body, which is the input; none as in RFC 2069.'),
    cnonce: z.string().max(200).default('').describe('Nonce of the client; empty for a new random one.'),
    nonceCount: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(0xffffffff)
      .default(1)
      .describe('How often the nonce has been used, this time included.'),
    method: z.string().max(20).default('GET').describe('Method of the request, for digest.'),
    uri: z.string().max(5000).default('/').describe('Path and query of the request, for digest.'),
  },
  result: 'data',
  data: z.object({
    scheme: z.string().describe('Scheme of the header.'),
    header: z.string().describe('The whole header line; empty where one was decoded.'),
    curl: z.string().describe('Options for curl; empty where a header was decoded.'),
    username: z.string().optional().describe('User name of a decoded Basic header.'),
    password: z.string().optional().describe('Password of a decoded Basic header.'),
    token: z.string().optional().describe('Token of a decoded Bearer header.'),
    parameters: z.record(z.string(), z.string()).optional().describe('Parameters of a decoded Digest header.'),
    warnings: z.array(z.string()).describe('What is weak.'),
  }),
  notes: [
    'An input that is a header, or the base64 of Basic alone, is decoded; without one, or with a user name and password such as ann:secret, a header is made. For digest with qop auth-int the input is the body.',
    'User names and passwords are encoded as UTF-8 (RFC 7617); a user name must not have a colon.',
    'Basic and Bearer are readable by everyone on the way: use them with TLS only. MD5 is what most servers ask for with Digest; SHA-256 replaces it.',
  ],
  aliases: [
    'authorization header',
    'http basic authentication',
    'base64 user password',
    'digest auth',
    'bearer token header',
    'www-authenticate',
  ],
  verified: [
    'RFC 7617 §2 and §2.1, RFC 7616 §3.9.1 (MD5 and SHA-256) and RFC 2617 §3.5: header or response',
    'Python 3.11 hashlib, after RFC 7616 §3.4: 200 random requests of 6 algorithms',
  ],
  examples: [
    {
      title: 'RFC 7617: Aladdin',
      options: { username: 'Aladdin', password: 'open sesame' },
      output: {
        data: {
          scheme: 'basic',
          header: 'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
          curl: "-H 'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='",
          warnings: [],
        },
      },
    },
    {
      title: 'A header decoded',
      input: 'Authorization: Basic dGVzdDoxMjPCow==',
      output: { data: { scheme: 'basic', header: '', curl: '', username: 'test', password: '123£', warnings: [] } },
    },
    {
      title: 'RFC 7616, section 3.9.1, SHA-256',
      options: {
        scheme: 'digest',
        username: 'Mufasa',
        password: 'Circle of Life',
        challenge:
          'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
        cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
        uri: '/dir/index.html',
      },
      output: {
        data: {
          scheme: 'digest',
          header:
            'Authorization: Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
          curl: '-H \'Authorization: Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"\'',
          warnings: [],
        },
      },
    },
    {
      title: 'A user name with a colon',
      options: { username: 'a:b' },
      error: { code: 'INVALID_INPUT', message: 'Option "username" must not have a colon for scheme basic' },
    },
    {
      title: 'Not a header',
      input: 'hello',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input": it is neither an Authorization header of scheme Basic, Bearer or Digest nor the base64 of credentials',
      },
    },
    {
      title: 'A token that is not one',
      options: { scheme: 'bearer', token: 'a b' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "token" must have letters, digits and - . _ ~ + / only, then = (RFC 6750)',
      },
    },
    {
      title: 'Digest without a nonce',
      options: { scheme: 'digest' },
      error: { code: 'INVALID_INPUT', message: 'Option "nonce" or "challenge" must be given for scheme digest' },
    },
  ],
  run({ input, options, random }) {
    const { scheme, token } = options;
    const [, name, secret] = (scheme === 'basic' && CREDENTIALS.exec(input.trim())) || [];
    if (name !== undefined && (options.username !== '' || options.password !== ''))
      throw invalid('Only one of property "input" and options "username" and "password" can be given');
    const [username, password] = [name ?? options.username, secret ?? options.password];
    if (input.trim() !== '' && name === undefined && scheme !== 'digest')
      return json({ header: '', curl: '', ...decodeHeader(input), warnings: [] });
    if (/[\u0000-\u001f\u007f]/.test(username + password + token + options.uri + options.method))
      throw invalid('Options must have no control characters: headers cannot hold them');
    if (scheme === 'bearer') return made(scheme, `Bearer ${checkToken(token.trim())}`, []);
    if (scheme === 'basic') {
      if (username.includes(':')) throw invalid('Option "username" must not have a colon for scheme basic');
      return made(scheme, `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, []);
    }
    const challenge = challengeOf(options);
    const cnonce = options.cnonce === '' ? Buffer.from(random(16)).toString('base64url') : options.cnonce;
    const header = digestHeader(challenge, { ...options, cnonce, body: Buffer.from(input) });
    return made(scheme, header, [
      ...(challenge.algorithm.startsWith('md5') ? ['MD5 is weak: a recorded answer lets passwords be tried fast'] : []),
      ...(challenge.qop === ''
        ? ['Without qop the answer can be used again, and a server can choose what is hashed']
        : []),
    ]);
  },
});
