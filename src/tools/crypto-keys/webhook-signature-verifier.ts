import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { readWebhookKey, whyUnsigned } from '../../formats/tokens/webhook-key.js';
import { isoOfSeconds } from '../../lib/secrets/iso-seconds.js';
import {
  hasTwilioBody,
  isSigned,
  needsTimestamp,
  readSignatureHeaders,
  WEBHOOK_PROVIDERS,
  webhookHeaders,
} from '../../lib/secrets/webhooks.js';

export default defineTool({
  id: 'webhook-signature-verifier',
  title: 'Webhook Signature Verifier',
  summary: 'Checks or computes webhook signatures of GitHub, Stripe, Slack, Shopify, Svix, Twilio and others.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    provider: z
      .enum(WEBHOOK_PROVIDERS)
      .default('github')
      .describe('Who signs: standard for Standard Webhooks and Svix, generic for a plain HMAC of the body.'),
    secret: ofKind('secret', z.string().max(10_000).default('').describe('Signing secret; of Twilio the auth token.')),
    headers: z
      .string()
      .max(20_000)
      .default('')
      .describe('Received headers, one per line, or only the signature; empty to compute a signature.'),
    timestamp: z
      .string()
      .max(20)
      .default('')
      .describe('Signed time in Unix seconds where no header has it; empty for the current time when computing.'),
    messageId: z.string().max(200).default('').describe('Signed message id (standard) where no header has it.'),
    url: z.string().max(5000).default('').describe('Address of the webhook as the provider calls it; Twilio signs it.'),
    tolerance: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(86_400)
      .default(300)
      .describe('Seconds by which the signed time may differ; 0 for any.'),
    digest: z.enum(['sha256', 'sha1', 'sha384', 'sha512', 'md5']).default('sha256').describe('Digest for generic.'),
    encoding: z.enum(['hex', 'base64']).default('hex').describe('Encoding of the signature for generic.'),
    secretEncoding: z
      .enum(['text', 'hex', 'base64'])
      .default('text')
      .describe('How the secret is written, for generic.'),
    at: shared.at(),
  },
  result: 'data',
  data: z.object({
    provider: z.enum(WEBHOOK_PROVIDERS).describe('Whose scheme was used.'),
    valid: z.boolean().optional().describe('Whether the signature is right; only where headers were given.'),
    reason: z.string().optional().describe('Why not, and what would make it right if that was found; empty if valid.'),
    signedAt: z.string().optional().describe('Signed time in ISO 8601; only where the scheme has one.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers to send; only where a signature was computed.'),
    warnings: z.array(z.string()).describe('What is weak.'),
  }),
  notes: [
    'The body is taken byte for byte: send the raw request body, as a file if it must not change. Parsed and rewritten JSON has another signature.',
    'Where a signature does not match, usual mistakes are tried (a line break at the end, other line ends, JSON written anew, spaces around the secret, a decoded secret) and the one that would match is named.',
    'Of several signatures in a header, as during rotation, one must match. Comparison takes constant time, and the expected signature is not told.',
    'Bitbucket, Gitea and many others sign as GitHub does; X-Hub-Signature with SHA-1 is accepted and warned of.',
  ],
  aliases: [
    'github webhook',
    'stripe webhook',
    'slack signing secret',
    'shopify hmac',
    'svix',
    'standard webhooks',
    'twilio signature',
    'x-hub-signature-256',
    'hmac signature check',
  ],
  verified: [
    'Examples in the documentation of GitHub, Slack, Twilio and Svix: the published signatures',
    'OpenSSL 3.0 (openssl mac): 200 random bodies and secrets for the schemes of GitHub, Stripe, Slack and Shopify',
  ],
  examples: [
    {
      title: 'The example of GitHub',
      input: 'Hello, World!',
      options: {
        secret: "It's a Secret to Everybody",
        headers: 'X-Hub-Signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      output: { data: { provider: 'github', valid: true, reason: '', warnings: [] } },
    },
    {
      title: 'The same with a line break that was not sent',
      input: 'Hello, World!\n',
      options: {
        secret: "It's a Secret to Everybody",
        headers: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      output: {
        data: {
          provider: 'github',
          valid: false,
          reason: 'The signature does not match; it would without the line break at the end of the body',
          warnings: [],
        },
      },
    },
    {
      title: 'The example of Svix, computed',
      input: '{"test": 2432232314}',
      options: {
        provider: 'standard',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: '1614265330',
      },
      output: {
        data: {
          provider: 'standard',
          signedAt: '2021-02-25T15:02:10Z',
          headers: {
            'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp': '1614265330',
            'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
          },
          warnings: [],
        },
      },
    },
    {
      title: 'No secret',
      input: '{}',
      error: { code: 'INVALID_INPUT', message: 'Option "secret" must not be empty' },
    },
    {
      title: 'Twilio without an address',
      input: 'Body=hi',
      options: { provider: 'twilio', secret: '12345' },
      error: { code: 'INVALID_INPUT', message: 'Option "url" must not be empty for Twilio, which signs it' },
    },
    {
      title: 'A time that is not one',
      input: '{}',
      options: { provider: 'slack', secret: 'x', timestamp: 'now' },
      error: { code: 'INVALID_INPUT', message: 'The signed time must be Unix seconds, such as 1767225600' },
    },
  ],
  run({ input, files, options, now }) {
    const { provider, secret, url, tolerance } = options;
    const [upload] = files;
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (secret === '') throw invalid('Option "secret" must not be empty');
    if (provider === 'twilio' && url === '') throw invalid('Option "url" must not be empty for Twilio, which signs it');
    const seconds = judgedAt(options.at, now).getTime() / 1000;
    const isCheck = options.headers.trim() !== '';
    const received = readSignatureHeaders(options, options.headers);
    const isTimed = needsTimestamp(provider);
    const timestamp = received.timestamp || options.timestamp || (isCheck ? '' : String(Math.floor(seconds)));
    if (isTimed && !/^\d{1,12}$/.test(timestamp) && timestamp !== '')
      throw invalid('The signed time must be Unix seconds, such as 1767225600');
    const facts = { body: upload?.bytes ?? Buffer.from(input), timestamp, id: received.id || options.messageId, url };
    const key = readWebhookKey(options);
    const time = isTimed && timestamp !== '' ? { signedAt: isoOfSeconds(Number(timestamp)) } : {};
    const warnings = received.isSha1
      ? ['The signature is by SHA-1 (X-Hub-Signature); X-Hub-Signature-256 replaces it']
      : [];
    if (!isCheck) return json({ provider, ...time, headers: webhookHeaders(options, key, facts), warnings });
    const age = Math.abs(seconds - Number(timestamp));
    const reason =
      received.signatures.length === 0
        ? 'The headers have no signature of this provider'
        : isTimed && timestamp === ''
          ? 'The headers have no time, which this provider signs'
          : !isSigned(options, key, facts, received)
            ? whyUnsigned(options, facts, received)
            : provider === 'twilio' && !hasTwilioBody(facts)
              ? 'The hash of the body in the address (bodySHA256) is not that of the body'
              : isTimed && tolerance > 0 && age > tolerance
                ? `The signature matches, but its time is ${Math.round(age)} seconds away; ${tolerance} are allowed`
                : '';
    return json({ provider, valid: reason === '', reason, ...time, warnings });
  },
});
