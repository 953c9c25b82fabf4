import { describe, expect, it } from 'vitest';

import { scopeOfHost } from '../../lib/secrets/sigv4.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './aws-sigv4-signer.js';

interface Signed {
  readonly signature: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly canonicalRequest: string;
  readonly warnings: readonly string[];
}

async function sign(options: Readonly<Record<string, unknown>>, input = ''): Promise<Signed> {
  const { data, message } = await runTool(tool, { input, options });
  if (data === undefined) throw new Error(message);
  return data as Signed;
}

const SUITE = {
  ...{ accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
  ...{ region: 'us-east-1', service: 'service', at: '2015-08-30T12:36:00Z' },
};
const VANILLA = '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31';

/** aws-sig-v4-test-suite: name, target, headers, signature; POST where there is a body. */
const PUBLISHED: readonly (readonly [string, string, string, string, string?])[] = [
  ['get-vanilla', '/', '', VANILLA],
  ['get-slash', '//', '', VANILLA],
  ['get-slash-dot-slash', '/./', '', VANILLA],
  ['get-relative', '/example/..', '', VANILLA],
  ['get-relative-relative', '/example1/example2/../..', '', VANILLA],
  ['get-slashes', '//example//', '', '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84'],
  [
    'get-unreserved',
    '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    '',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  [
    'get-vanilla-query-order-key-case',
    '/?Param2=value2&Param1=value1',
    '',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-vanilla-query-order-value',
    '/?Param1=value2&Param1=value1',
    '',
    '5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694',
  ],
  ['get-vanilla-utf8-query', '/?\u1234=bar', '', '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04'],
  [
    'get-header-value-order',
    '/',
    'My-Header1:value4\nMy-Header1:value1\nMy-Header1:value3\nMy-Header1:value2',
    '08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01',
  ],
  [
    'get-header-key-duplicate',
    '/',
    'My-Header1:value2\nMy-Header1:value2\nMy-Header1:value1',
    'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
  ],
  [
    'get-header-value-trim',
    '/',
    'My-Header1: value1\nMy-Header2: "a   b   c"',
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'post-x-www-form-urlencoded',
    '/',
    'Content-Type:application/x-www-form-urlencoded',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    'Param1=value1',
  ],
];

describe('the AWS test suite', () => {
  it.each(PUBLISHED)('%s', async (_, target, headers, signature, body) => {
    const method = body === undefined ? 'get' : 'POST';
    const signed = await sign({ ...SUITE, method, url: `https://example.amazonaws.com${target}`, headers }, body);
    expect(signed.signature).toBe(signature);
  });

  it('post-sts-header-before', async () => {
    const sessionToken =
      'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
    const signed = await sign({ ...SUITE, method: 'POST', url: 'https://example.amazonaws.com/', sessionToken });
    expect(signed.signature).toBe('85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead');
  });

  it('a session token of its newer edition', async () => {
    const sessionToken = '6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267';
    const signed = await sign({ ...SUITE, url: 'https://example.amazonaws.com/', sessionToken });
    expect(signed.signature).toBe('07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8');
  });
});

describe('the examples of the S3 API reference', () => {
  const S3 = {
    ...{ accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    at: '2013-05-24T00:00:00Z',
  };
  const HOST = 'https://examplebucket.s3.amazonaws.com';

  it.each([
    ['GET', '/test.txt', 'Range: bytes=0-9', '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
    [
      'PUT',
      '/test$file.text',
      'Date: Fri, 24 May 2013 00:00:00 GMT\nx-amz-storage-class: REDUCED_REDUNDANCY',
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '?lifecycle', '', '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '?max-keys=2&prefix=J', '', '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('%s %s', async (method, target, headers, body, signature) => {
    expect((await sign({ ...S3, method, url: HOST + target, headers }, body)).signature).toBe(signature);
  });

  it('the presigned address', async () => {
    const { url, headers } = await sign({ ...S3, url: `${HOST}/test.txt`, presign: true, expires: 86_400 });
    expect(url).toBe(
      `${HOST}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
    );
    expect(headers).toEqual({});
  });
});

it('service and region are those of the host', () => {
  for (const [host, service, region] of [
    ['s3.amazonaws.com', 's3', ''],
    ['bucket.s3.eu-central-1.amazonaws.com', 's3', 'eu-central-1'],
    ['my.bucket.s3.us-gov-west-1.amazonaws.com', 's3', 'us-gov-west-1'],
    ['dynamodb.us-west-2.amazonaws.com', 'dynamodb', 'us-west-2'],
    ['abc123.execute-api.eu-west-1.amazonaws.com', 'execute-api', 'eu-west-1'],
    ['sts.amazonaws.com', 'sts', ''],
    ['ec2.cn-north-1.amazonaws.com.cn', 'ec2', 'cn-north-1'],
    ['s3-eu-west-1.amazonaws.com', 's3', 'eu-west-1'],
    ['b.s3.dualstack.eu-west-1.amazonaws.com', 's3', 'eu-west-1'],
    ['minio.internal', '', ''],
  ])
    expect(scopeOfHost(host!), host).toEqual({ service, region });
});

it('paths are signed as each service does, and sent as given', async () => {
  const at = async (service: string, path: string) => {
    const { canonicalRequest, url } = await sign({ ...SUITE, service, url: `https://h.example${path}` });
    return [canonicalRequest.split('\n')[1], url.slice('https://h.example'.length)];
  };
  expect(await at('s3', '/a b/../%2F/ü')).toEqual(['/a%20b/../%2F/%C3%BC', '/a%20b/../%2F/%C3%BC']);
  expect(await at('es', '/a b/./%2F/ü/')).toEqual(['/a%2520b/%252F/%25C3%25BC/', '/a%20b/./%2F/%C3%BC/']);
});

it('a secret key is in no answer; damaged addresses are refused', async () => {
  const { body } = await runTool(tool, { options: { ...SUITE, url: 'https://x.example/' } });
  expect(JSON.stringify(body)).not.toContain('wJalr');
  for (const url of ['x', 'ftp://a/', 'https://', 'https://a/?x=%ff', 'https://a:b@c/'])
    expect((await runTool(tool, { options: { ...SUITE, url } })).message).toMatch(/^Cannot read option "url": it /);
});
