import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { isWhoisEmpty, whoisFacts, whoisFields, whoisReferral } from '../../lib/whois/answers.js';
import type { NetworkFailure } from '../../network/failures.js';
import { accessOf } from '../../network/session.js';
import { type HostTarget, hostPort, parseHost } from '../../network/targets.js';
import { anyFailureOf, failureData, failureOf, LIVE_NOTE, timeoutOption, told } from './_peer.js';
import { ANSWER_BYTES, ask, merged, readQuestion, wordsFor } from './_whois.js';

/** Knows who is responsible for every top-level domain and block of addresses. */
const ROOT = 'whois.iana.org';
const PORT = 43;
const SERVERS = 4;
const fact = (what: string) => z.string().nullable().describe(`${what}; null where the answer does not tell.`);

export default defineTool({
  id: 'whois-lookup',
  title: 'WHOIS Lookup',
  summary:
    'Asks WHOIS servers who holds a domain, IP address or AS number, follows their referrals and reads dates, registrar and name servers.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 45,
  input: 'required',
  options: {
    server: z
      .string()
      .max(300)
      .default('auto')
      .describe('WHOIS server to ask; auto begins at that of IANA and follows its referral.'),
    follow: z
      .boolean()
      .default(true)
      .describe('Follows referrals, such as that of a registry to a registrar, up to 4 servers.'),
    timeoutMs: timeoutOption(10_000, 10_000, 'each server'),
  },
  result: 'data',
  data: z.object({
    question: z.string().describe('What was asked, domains in Punycode.'),
    kind: z.enum(['domain', 'ip', 'asn']).describe('Whether it is a domain, an address or network, or an AS number.'),
    isFound: z.boolean().describe('Whether the last server that answered knows it.'),
    registrar: fact('Registrar'),
    created: fact('When it was registered: ISO 8601 where the form is known, else as written'),
    updated: fact('When it was changed last'),
    expires: fact('When it expires'),
    daysLeft: z.int().nullable().describe('Whole days until it expires; null where that is not known.'),
    status: z.array(z.string()).describe('Status codes, such as clientTransferProhibited.'),
    nameServers: z.array(z.string()).describe('Name servers.'),
    dnssec: fact('What it says of DNSSEC'),
    answers: z
      .array(
        z.object({
          server: z.string().describe('Server and port.'),
          fields: z
            .array(z.object({ name: z.string().describe('Name as written.'), value: z.string().describe('Value.') }))
            .describe('Lines with a name and a value, in their order.'),
          text: z.string().describe('Answer as it came.'),
        }),
      )
      .describe('One per server, in the order they were asked.'),
    failure: failureData('Why a server could not be asked; null if none failed.'),
  }),
  notes: [
    LIVE_NOTE,
    'A host name is asked as it is given: ask for the registered domain, such as example.com for www.example.com.',
    'WHOIS has no fixed form. Dates, registrar and the like are found by the names that registries use; the text of each answer comes with it. Of several answers the last that knows a fact counts.',
    'Referrals that go round in a circle end there. An answer of more than 200,000 bytes is refused.',
  ],
  aliases: [
    'whois',
    'domain owner',
    'domain expiry',
    'domain age',
    'registrar lookup',
    'who owns this ip',
    'asn whois',
    'domain availability',
    'who registered a domain',
    'when does a domain expire',
  ],
  verified: [
    'whois 5.5 of Debian: the same text for 40 questions to servers on loopback, UTF-8 and Latin-1, with and without referral',
    'Answers in the forms of twelve registries, typed after their manuals: dates, registrar, status and name servers',
  ],
  examples: [
    {
      title: 'A domain',
      input: 'example.com',
      output: {
        data: {
          question: 'example.com',
          kind: 'domain',
          isFound: true,
          registrar: 'Example Registrar, Inc.',
          created: '1995-08-14T04:00:00Z',
          updated: '2025-08-14T07:01:39Z',
          expires: '2026-08-13T04:00:00Z',
          daysLeft: 223,
          status: ['clientDeleteProhibited', 'clientTransferProhibited'],
          nameServers: ['ns1.example.com', 'ns2.example.com'],
          dnssec: 'signedDelegation',
          answers: [
            {
              server: 'whois.iana.org:43',
              fields: [
                { name: 'refer', value: 'whois.registry.example' },
                { name: 'domain', value: 'COM' },
                { name: 'organisation', value: 'Example Registry' },
                { name: 'status', value: 'ACTIVE' },
              ],
              text: '% IANA WHOIS server\n\nrefer:        whois.registry.example\n\ndomain:       COM\norganisation: Example Registry\nstatus:       ACTIVE\n',
            },
            {
              server: 'whois.registry.example:43',
              fields: [
                { name: 'Domain Name', value: 'EXAMPLE.COM' },
                { name: 'Registrar WHOIS Server', value: 'whois.registry.example' },
                { name: 'Updated Date', value: '2025-08-14T07:01:39Z' },
                { name: 'Creation Date', value: '1995-08-14T04:00:00Z' },
                { name: 'Registry Expiry Date', value: '2026-08-13T04:00:00Z' },
                { name: 'Registrar', value: 'Example Registrar, Inc.' },
                { name: 'Registrar IANA ID', value: '376' },
                { name: 'Domain Status', value: 'clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited' },
                {
                  name: 'Domain Status',
                  value: 'clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
                },
                { name: 'Name Server', value: 'NS1.EXAMPLE.COM' },
                { name: 'Name Server', value: 'NS2.EXAMPLE.COM' },
                { name: 'DNSSEC', value: 'signedDelegation' },
              ],
              text: '   Domain Name: EXAMPLE.COM\n   Registrar WHOIS Server: whois.registry.example\n   Updated Date: 2025-08-14T07:01:39Z\n   Creation Date: 1995-08-14T04:00:00Z\n   Registry Expiry Date: 2026-08-13T04:00:00Z\n   Registrar: Example Registrar, Inc.\n   Registrar IANA ID: 376\n   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited\n   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited\n   Name Server: NS1.EXAMPLE.COM\n   Name Server: NS2.EXAMPLE.COM\n   DNSSEC: signedDelegation\n>>> Last update of whois database: 2026-01-02T03:04:05Z <<<\n',
            },
          ],
          failure: null,
        },
      },
    },
    {
      title: 'A domain that nobody has',
      input: 'unheld.com',
      options: { server: 'whois.registry.example' },
      output: {
        data: {
          question: 'unheld.com',
          kind: 'domain',
          isFound: false,
          registrar: null,
          created: null,
          updated: null,
          expires: null,
          daysLeft: null,
          status: [],
          nameServers: [],
          dnssec: null,
          answers: [{ server: 'whois.registry.example:43', fields: [], text: 'No match for domain "UNHELD.COM".\n' }],
          failure: null,
        },
      },
    },
    {
      title: 'A server of the local network',
      input: 'example.com',
      options: { server: 'private.example.net' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot reach "private.example.net": it leads to an address that is not public',
      },
    },
    {
      title: 'A name that cannot be a domain',
      input: 'exa mple.com',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Input must be a domain, an IP address or an AS number, got "exa mple.com": it has an ASCII character other than letters, digits and hyphens',
      },
    },
  ],
  async run({ input, options: { server, follow, timeoutMs }, signal, settings, network, now }) {
    const { kind, text: question } = readQuestion(input);
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs, receivedBytes: ANSWER_BYTES * 2 });
    const named = server.trim() === 'auto' || server.trim() === '' ? ROOT : server;
    const asked = new Set<string>();
    const answers: { server: string; fields: ReturnType<typeof whoisFields>; text: string }[] = [];
    let failure: NetworkFailure | undefined;
    let next: HostTarget | undefined = parseHost(named, { label: 'Option "server"', defaultPort: PORT });
    while (next !== undefined && answers.length < SERVERS) {
      const target: HostTarget = next;
      next = undefined;
      asked.add(hostPort(target));
      try {
        const text = (await ask(target, wordsFor(target, kind, question), access)).replace(/\r\n?/g, '\n');
        const fields = whoisFields(text);
        answers.push({ server: hostPort(target), fields, text });
        const referral = follow ? whoisReferral(fields) : undefined;
        const to = referral === undefined ? undefined : parseHost(referral, { defaultPort: PORT });
        if (to !== undefined && !asked.has(hostPort(to))) next = to;
      } catch (error) {
        // A referral is the server's word: where it leads may be told. The caller's own server is refused.
        failure = answers.length === 0 ? failureOf(error) : anyFailureOf(error);
      }
    }
    const isOfRoot = (one: { server: string }): boolean =>
      one.server.startsWith(`${ROOT}:`) && kind === 'domain' && answers.length > 1;
    const known = answers.filter((one) => !isOfRoot(one)).map(({ fields }) => whoisFacts(fields));
    const last = answers.at(-1);
    return json({
      question,
      kind,
      isFound: last !== undefined && last.fields.length > 0 && !isWhoisEmpty(last.text),
      ...merged(known, now),
      answers,
      failure: failure === undefined ? null : told(failure),
    });
  },
});
