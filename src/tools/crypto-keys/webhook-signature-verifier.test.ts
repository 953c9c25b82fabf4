import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './webhook-signature-verifier.js';

interface Report {
  readonly valid?: boolean;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

async function webhook(input: string, options: Readonly<Record<string, unknown>>): Promise<Report> {
  const { data, message } = await runTool(tool, { input, options });
  if (data === undefined) throw new Error(message);
  return data as Report;
}

// api.slack.com/authentication/verifying-requests-from-slack
const SLACK_BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const SLACK = { provider: 'slack', secret: '8f742231b10e8888abcd99yyyzzz85a5' };

it('Slack: the published example, while it is fresh', async () => {
  const headers = [
    'X-Slack-Request-Timestamp: 1531420618',
    'X-Slack-Signature: v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  ].join('\r\n');
  expect(await webhook(SLACK_BODY, { ...SLACK, headers, at: '2018-07-12T18:38:20Z' })).toMatchObject({
    valid: true,
    reason: '',
  });
  expect((await webhook(SLACK_BODY, { ...SLACK, headers, at: '2018-07-12T18:43:20Z' })).reason).toBe(
    'The signature matches, but its time is 382 seconds away; 300 are allowed',
  );
  expect(await webhook(SLACK_BODY, { ...SLACK, headers, tolerance: 0 })).toMatchObject({ valid: true });
  expect((await webhook(`${SLACK_BODY}x`, { ...SLACK, headers, at: '2018-07-12T18:38:20Z' })).reason).toBe(
    'The signature does not match',
  );
});

it('Twilio: the published example, and a JSON body by its hash', async () => {
  const body = 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212';
  const twilio = { provider: 'twilio', secret: '12345', url: 'https://mycompany.com/myapp.php?foo=1&bar=2' };
  expect(await webhook(body, { ...twilio, headers: 'X-Twilio-Signature: RSOYDt4T1cUTdK1PDd93/VVr8B8=' })).toMatchObject(
    { valid: true },
  );
  const hash = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
  const byHash = { ...twilio, url: `https://example.com/?bodySHA256=${hash}` };
  const { headers } = await webhook('{}', byHash);
  const received = headers!['X-Twilio-Signature']!;
  expect(await webhook('{}', { ...byHash, headers: received })).toMatchObject({ valid: true });
  expect((await webhook('{"a":1}', { ...byHash, headers: received })).reason).toMatch(/bodySHA256/);
});

const SECRET = 'a-webhook-secret';
const hasOpenssl = hasProgram('openssl', ['version'], 'webhook-signature-verifier beside OpenSSL');

inRounds.skipIf(!hasOpenssl)('OpenSSL computes the same signatures', [8, 200], async (rounds: number) => {
  const chance = chanceOf(51);
  for (let round = 0; round < rounds; round++) {
    const body = Array.from({ length: chance(300) }, () => pick(chance, [...'{}":, \n', 'é', '😀', 'a', '1'])).join('');
    const provider = pick(chance, ['github', 'stripe', 'slack', 'shopify'] as const);
    const { headers } = await webhook(body, { provider, secret: SECRET, timestamp: '1700000000' });
    const before = { github: '', shopify: '', stripe: '1700000000.', slack: 'v0:1700000000:' }[provider];
    const mac = ['mac', '-digest', 'SHA256', '-macopt', `key:${SECRET}`, '-binary', 'HMAC'];
    const expected = runProgram('openssl', mac, before + body);
    const value = Object.values(headers!).join(' ');
    expect(value).toContain(provider === 'shopify' ? expected.toString('base64') : expected.toString('hex'));
  }
});

describe('what is computed is valid', () => {
  const body = '{"id": 1,\n "name": "Zoë"}';
  it.each(['github', 'stripe', 'slack', 'shopify', 'standard', 'twilio', 'generic'])('%s', async (provider) => {
    const options = {
      provider,
      secret: provider === 'standard' ? 'whsec_c2VjcmV0IHNlY3JldA' : SECRET,
      url: 'https://x.example/',
      messageId: 'm1',
    };
    const { headers } = await webhook(body, options);
    const received = Object.entries(headers!)
      .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
      .join('\n');
    expect(await webhook(body, { ...options, messageId: '', headers: received })).toMatchObject({
      valid: true,
      reason: '',
    });
    expect(await webhook(body, { ...options, secret: 'd3Jvbmch', headers: received })).toMatchObject({ valid: false });
    if (provider !== 'twilio')
      expect(await webhook(body.slice(1), { ...options, headers: received })).toMatchObject({ valid: false });
    expect((await webhook(body, { ...options, headers: 'Content-Type: text/plain' })).reason).toBe(
      'The headers have no signature of this provider',
    );
  });

  it('one of several signatures is enough', async () => {
    const { headers } = await webhook(body, { provider: 'stripe', secret: SECRET });
    const value = headers!['Stripe-Signature']!.replace('v1=', `v1=${'0'.repeat(64)},v0=abc,v1=`);
    expect(await webhook(body, { provider: 'stripe', secret: SECRET, headers: value })).toMatchObject({ valid: true });
    const old = headers!['Stripe-Signature']!.replace('v1=', 'v0=');
    expect(await webhook(body, { provider: 'stripe', secret: SECRET, headers: old })).toMatchObject({ valid: false });
  });

  it.each([
    ['\n', '', /with a line break at the end/],
    ['', '\n', /without the line break at the end/],
  ])('usual mistakes are named: sent with %j, checked with %j', async (sent, checked, said) => {
    const { headers } = await webhook(`${body}${sent}`, { secret: SECRET });
    const received = headers!['X-Hub-Signature-256']!;
    expect((await webhook(`${body}${checked}`, { secret: SECRET, headers: received })).reason).toMatch(said);
  });

  it('other mistakes are named', async () => {
    const sign = async (text: string, secret = SECRET) =>
      (await webhook(text, { secret })).headers!['X-Hub-Signature-256']!;
    const reason = async (text: string, headers: string, secret = SECRET) =>
      (await webhook(text, { secret, headers })).reason;
    expect(await reason(body, await sign('{"id":1,"name":"Zoë"}'))).toMatch(/JSON of the body written without spaces/);
    expect(await reason(body.replace('\n', '\r\n'), await sign(body))).toMatch(/line feeds alone/);
    expect(await reason(body, await sign(body), ` ${SECRET}\n`)).toMatch(/without white space around the secret/);
  });

  it('SHA-1 is accepted and warned of; a secret is in no message', async () => {
    const { headers } = await webhook(body, { provider: 'generic', digest: 'sha1', secret: SECRET });
    expect(
      await webhook(body, { secret: SECRET, headers: `X-Hub-Signature: sha1=${headers!['X-Signature']}` }),
    ).toMatchObject({
      valid: true,
      warnings: ['The signature is by SHA-1 (X-Hub-Signature); X-Hub-Signature-256 replaces it'],
    });
    for (const options of [{ provider: 'standard' }, { provider: 'generic', secretEncoding: 'hex' }])
      expect((await runTool(tool, { input: body, options: { ...options, secret: 'hunter2!' } })).message).not.toContain(
        'hunter',
      );
  });
});
