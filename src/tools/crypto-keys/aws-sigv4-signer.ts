import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { presignUrl, scopeOfHost, signRequest, splitUrl } from '../../lib/secrets/sigv4.js';

/** Lines `name: value`. */
function readHeaders(text: string): [string, string][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name, value = ''] = /^\s{0,20}([\w!#$%&'*+.^`|~-]{1,100}):(.*)$/.exec(line) ?? [];
    if (name === undefined) throw invalid(`Option "headers" must have lines "name: value", got ${quote(line)}`);
    return [name, value];
  });
}

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export default defineTool({
  id: 'aws-sigv4-signer',
  title: 'AWS SigV4 Signer',
  summary: 'Signs requests with AWS Signature Version 4: headers or presigned address, with all steps to compare.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    method: z.string().max(20).default('GET').describe('HTTP method.'),
    url: z.string().max(10_000).default('').describe('Address of the request.'),
    region: z
      .string()
      .max(40)
      .default('')
      .describe('Region such as eu-central-1; empty for that of the host, else us-east-1.'),
    service: z.string().max(40).default('').describe('Service such as s3 or execute-api; empty for that of the host.'),
    accessKey: z.string().max(128).default('').describe('Access key id, AKIA… or ASIA….'),
    secretKey: ofKind('secret', z.string().max(200).default('').describe('Secret access key.')),
    sessionToken: ofKind(
      'secret',
      z.string().max(5000).default('').describe('Session token of temporary keys; empty for none.'),
    ),
    headers: z.string().max(20_000).default('').describe('Further headers to sign, one "name: value" per line.'),
    presign: z.boolean().default(false).describe('Puts the signature in the address instead of a header.'),
    expires: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(604_800)
      .default(3600)
      .describe('Seconds that a presigned address is valid; at most seven days.'),
    unsignedPayload: z.boolean().default(false).describe('Leaves the body unsigned, which S3 allows over TLS.'),
    at: shared.at().describe('Instant of the signature, such as 2026-01-31T12:00:00Z; empty for the current time.'),
  },
  result: 'data',
  data: z.object({
    url: z.string().describe('Address to call; with the signature where it is presigned.'),
    headers: z.record(z.string(), z.string()).describe('Headers to add; empty where it is presigned.'),
    curl: z.string().describe('The request as a curl command, without the body.'),
    signature: z.string().describe('Signature in lowercase hex.'),
    canonicalRequest: z.string().describe('The request as it is hashed; AWS shows its own where they differ.'),
    stringToSign: z.string().describe('What is signed.'),
    signedHeaders: z.string().describe('Names of the headers that are signed.'),
    credential: z.string().describe('Access key id and scope.'),
    service: z.string().describe('Service that was used.'),
    region: z.string().describe('Region that was used.'),
    warnings: z.array(z.string()).describe('What may be refused.'),
  }),
  notes: [
    'The input, or a file, is the body. Host and X-Amz-Date are always signed, for S3 also X-Amz-Content-Sha256; of the given headers all but those that proxies change.',
    'A path is sent as given, with what an address cannot hold percent-encoded. For S3 it is signed as it is; other services remove dots and double slashes and encode it once more.',
    'A signature in a header is accepted for five minutes, so the clock matters. The secret key is never part of the response.',
  ],
  aliases: ['aws signature v4', 'sigv4', 's3 presigned url', 'awscurl', 'canonical request', 'SignatureDoesNotMatch'],
  verified: [
    'AWS Signature Version 4 test suite: 16 of its requests, the published signatures',
    'Amazon S3 API reference: the 4 signed requests and the presigned address of its examples; IAM: ListUsers',
  ],
  examples: [
    {
      title: 'The ListUsers example of the AWS documentation',
      options: {
        url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
        headers: 'Content-Type: application/x-www-form-urlencoded; charset=utf-8',
        accessKey: 'AKIDEXAMPLE',
        secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
        at: '2015-08-30T12:36:00Z',
      },
      output: {
        data: {
          url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
          headers: {
            'X-Amz-Date': '20150830T123600Z',
            Authorization:
              'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
          },
          curl: "curl -X GET 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08' -H 'X-Amz-Date: 20150830T123600Z' -H 'Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7' -H 'Content-Type: application/x-www-form-urlencoded; charset=utf-8'",
          signature: '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
          canonicalRequest:
            'GET\n/\nAction=ListUsers&Version=2010-05-08\ncontent-type:application/x-www-form-urlencoded; charset=utf-8\nhost:iam.amazonaws.com\nx-amz-date:20150830T123600Z\n\ncontent-type;host;x-amz-date\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          stringToSign:
            'AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/iam/aws4_request\nf536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59',
          signedHeaders: 'content-type;host;x-amz-date',
          credential: 'AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request',
          service: 'iam',
          region: 'us-east-1',
          warnings: [],
        },
      },
    },
    {
      title: 'No address',
      options: { accessKey: 'AKIDEXAMPLE', secretKey: 'x' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "url": it must be an absolute http or https address without user name',
      },
    },
    {
      title: 'No keys',
      options: { url: 'https://s3.amazonaws.com/' },
      error: { code: 'INVALID_INPUT', message: 'Options "accessKey" and "secretKey" must not be empty' },
    },
    {
      title: 'A host that does not name its service',
      options: { url: 'https://minio.internal/', accessKey: 'a', secretKey: 'b' },
      error: { code: 'INVALID_INPUT', message: 'Option "service" must be given: the host does not name it' },
    },
    {
      title: 'A header without a name',
      options: { url: 'https://s3.amazonaws.com/', accessKey: 'a', secretKey: 'b', headers: 'gzip' },
      error: { code: 'INVALID_INPUT', message: 'Option "headers" must have lines "name: value", got "gzip"' },
    },
  ],
  run({ input, files, options, now }) {
    const { url, presign, expires, unsignedPayload, accessKey, secretKey, sessionToken } = options;
    const [upload] = files;
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    const { host } = refusing('Cannot read option "url"', () => splitUrl(url));
    if (accessKey === '' || secretKey === '') throw invalid('Options "accessKey" and "secretKey" must not be empty');
    const named = scopeOfHost(host);
    const service = options.service.trim().toLowerCase() || named.service;
    const region = options.region.trim() || named.region || 'us-east-1';
    if (service === '') throw invalid('Option "service" must be given: the host does not name it');
    const headers = readHeaders(options.headers);
    const method = options.method.trim().toUpperCase();
    const request = { method, url, headers, body: upload?.bytes ?? Buffer.from(input) };
    const scope = {
      ...{ region, service, sessionToken: sessionToken.trim(), at: judgedAt(options.at, now) },
      ...{ accessKey: accessKey.trim(), secretKey: secretKey.trim() },
    };
    const result = refusing('Cannot read option "url"', () =>
      presign ? presignUrl(request, scope, expires) : signRequest(request, scope, unsignedPayload),
    );
    const sent = [...Object.entries(result.headers), ...headers].map(([name, value]) => `${name}: ${value.trim()}`);
    const isTemporary = scope.accessKey.startsWith('ASIA');
    return json({
      ...{ url: result.url, headers: result.headers },
      curl: ['curl', '-X', method, inQuotes(result.url), ...sent.flatMap((line) => ['-H', inQuotes(line)])].join(' '),
      ...{ signature: result.signature, canonicalRequest: result.canonicalRequest, stringToSign: result.stringToSign },
      ...{ signedHeaders: result.signedHeaders, credential: result.credential, service, region },
      warnings: [
        ...(isTemporary && scope.sessionToken === ''
          ? ['Keys that begin with ASIA are temporary: they need a session token']
          : []),
        ...(unsignedPayload && service !== 's3' ? ['Only S3 accepts an unsigned body'] : []),
        ...(/[?&][^#]*\+/.test(url) ? ['A + in the query is signed as a plus sign; a space is %20'] : []),
        ...(/^http:/i.test(url.trim()) ? ['The address is not encrypted (http)'] : []),
      ],
    });
  },
});
