import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { domainForms } from '../../engines/domain-names.js';
import { openDomainCheck } from '../../engines/public-suffixes.js';
import { readDmarc } from '../../lib/mail/dmarc.js';
import { accessOf } from '../../network/session.js';
import { readNameServer, resolverOption } from './_dns.js';
import { dkimKeysOf, mailServersOf, openMailDns } from './_mail-dns.js';
import { findingsOf, policyOf, walkSpf } from './_mail-policy.js';
import { mailReportData } from './_mail-report.js';
import { LIVE_NOTE, timeoutOption } from './_peer.js';

const SELECTORS = 20;

/** Selectors that large senders use; nobody can list those of a domain. */
const USUAL =
  'default,google,selector1,selector2,k1,k2,k3,s1,s2,mail,dkim,mxvault,zoho,protonmail,fm1,resend,mandrill,pm,smtp,key1';

export default defineTool({
  id: 'email-domain-check',
  title: 'Email Domain Check',
  summary:
    'Checks how a domain sends and receives mail: MX, SPF with everything it includes, DKIM, DMARC, MTA-STS, TLS reports and BIMI.',
  family: 'network-live',
  class: 'network',
  needs: ['network'],
  timeoutSeconds: 60,
  input: 'required',
  options: {
    selectors: z
      .string()
      .max(1_000)
      .default(USUAL)
      .describe('DKIM selectors to look for, with commas between; up to 20.'),
    resolver: resolverOption(),
    timeoutMs: timeoutOption(5_000, 10_000, 'each answer'),
  },
  result: 'data',
  data: mailReportData,
  notes: [
    LIVE_NOTE,
    'DKIM keys are found only under selectors that are named: those of the option are what large services use. A missing key proves nothing.',
    'The policy of MTA-STS is fetched over HTTPS. Mail servers are not connected to.',
    'Errors of SPF count the lookups of everything that is included, as receivers do (RFC 7208 §4.6.4). Records with macros are not followed.',
  ],
  aliases: [
    'mx toolbox',
    'spf check',
    'dmarc check',
    'dkim lookup',
    'email deliverability',
    'mail server check',
    'mta-sts check',
    'can this domain send email',
    'email security of a domain',
  ],
  verified: [
    'pyspf 2.0 (check2 with the same records): the number of lookups and whether they are too many, for 150 random trees of included records',
    'RFC 7489 B.2, RFC 6376 C.2, RFC 8463 A.2, RFC 8461 §3.2 and §4.1: the records, keys and policies of their examples',
  ],
  examples: [
    {
      title: 'A domain that protects itself',
      input: 'example.com',
      output: {
        data: {
          domain: 'example.com',
          mx: [{ preference: 10, host: 'mail.example.com', addresses: ['93.184.215.25'] }],
          acceptsMail: true,
          spf: {
            record: 'v=spf1 mx include:_spf.example.net -all',
            all: 'fail',
            lookups: 2,
            included: [
              { domain: 'example.com', record: 'v=spf1 mx include:_spf.example.net -all', depth: 0 },
              { domain: '_spf.example.net', record: 'v=spf1 ip4:198.51.100.0/24 ~all', depth: 1 },
            ],
            errors: [],
            warnings: [],
          },
          dkim: [
            {
              selector: 'selector1',
              record:
                'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmIWhdlxvrNU5ewRUw5kbPMJD8PfrkEX1kd2Dm5/wNrJa2szumm+45xxZI4CqsoHeQUm0cf5H1d1yZiOPUfbIQw6sk4XC1pflaJDHhdH+ZSTKKX4mw0Dl7yagYGRkzEXgtjp7bX4gEjZj8eGyPoLY3qIoiIVu8FQz94mgsY/WD8y53g9uHb/VbmWms4xuu6tf0m41uE6JVpnUS17L1FXNX0c0RFzxTPj8nLilB9nwvsCsO9tO9a78k4bAky08KJeBZBOLLsT8hxT6ZfyFeqSLPnXpSFRXYxbw6w/ISn5xcEMlawSiQWWL2dqoImWwUcciQV9bcVYjdLIwxiVHT7zdGQIDAQAB',
              keyType: 'rsa',
              bits: 2048,
              errors: [],
              warnings: [],
            },
          ],
          dmarc: {
            record: 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com',
            foundAt: '_dmarc.example.com',
            policy: 'reject',
            errors: [],
            warnings: [],
          },
          mtaSts: { record: 'v=STSv1; id=20260101000000', mode: 'enforce', mx: ['mail.example.com'], errors: [] },
          tlsReports: 'v=TLSRPTv1; rua=mailto:tls@example.com',
          bimi: null,
          findings: [],
        },
      },
    },
    {
      title: 'A domain that neither sends nor receives',
      input: 'example.org',
      options: { selectors: 'default' },
      output: {
        data: {
          domain: 'example.org',
          mx: [{ preference: 0, host: '.', addresses: [] }],
          acceptsMail: false,
          spf: {
            record: 'v=spf1 -all',
            all: 'fail',
            lookups: 0,
            included: [{ domain: 'example.org', record: 'v=spf1 -all', depth: 0 }],
            errors: [],
            warnings: [],
          },
          dkim: [],
          dmarc: { record: null, foundAt: null, policy: null, errors: [], warnings: [] },
          mtaSts: { record: null, mode: null, mx: [], errors: [] },
          tlsReports: null,
          bimi: null,
          findings: [
            {
              severity: 'high',
              message: 'There is no DMARC record: receivers do not know what to do with forged mail',
            },
          ],
        },
      },
    },
    {
      title: 'An address instead of a domain',
      input: 'ann@example.com x',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Input must be a domain such as example.com, got "ann@example.com x": it has an ASCII character other than letters, digits and hyphens',
      },
    },
    {
      title: 'A domain that does not exist',
      input: 'nowhere.example.com',
      error: { code: 'INVALID_INPUT', message: 'Cannot check "nowhere.example.com": the domain does not exist' },
    },
  ],
  async run({ input, options: { selectors: named, resolver, timeoutMs }, signal, settings, network }) {
    const text = input.trim().replace(/^[^\s@]+@(?=\S+$)/, '');
    const forms = domainForms(text, true);
    if ('fault' in forms)
      throw invalid(`Input must be a domain such as example.com, got ${quote(input.trim())}: ${forms.fault}`);
    const domain = forms.ascii.toLowerCase().replace(/\.$/, '');
    const selectors = [...new Set(named.split(/[\s,;]+/).filter((part) => part !== ''))].slice(0, SELECTORS);
    const access = accessOf({ signal, settings, network }, { totalMs: timeoutMs });
    const server = readNameServer(resolver, 'udp', access);
    const dns = openMailDns(domain, server, access);
    const { firstText } = dns;
    const { isThere, fields } = await dns.ask(domain, 'MX');
    if (!isThere) throw invalid(`Cannot check ${quote(domain)}: the domain does not exist`);

    const mx = await mailServersOf(dns, fields);
    const ownAddresses = mx.length === 0 ? await dns.addressesOf(domain) : [];
    const spf = await walkSpf(domain, dns.textsAt);
    const registered = (await openDomainCheck())(domain).registered ?? domain;
    const places = [...new Set([domain, registered])].map((name) => `_dmarc.${name}`);
    const found = await Promise.all(
      places.map(async (name) => ({ name, record: await firstText(name, /^\s*v\s*=\s*DMARC1/i) })),
    );
    const atName = found.find((one) => one.record !== null);
    const dmarc = atName?.record == null ? undefined : readDmarc(atName.record);
    const dkim = await dkimKeysOf(dns, domain, selectors, access);
    const [stsRecord, tlsReports, bimi] = await Promise.all([
      firstText(`_mta-sts.${domain}`, /^v=STSv1/),
      firstText(`_smtp._tls.${domain}`, /^v=TLSRPTv1/),
      firstText(`default._bimi.${domain}`, /^v=BIMI1/),
    ]);
    const mtaSts =
      stsRecord === null ? { mode: null, mx: [], errors: [] } : await policyOf(domain, mx, stsRecord, access);
    const facts = { mx, ownAddresses, spf, dmarc, dkim };
    return json({
      domain,
      mx,
      acceptsMail: mx.some(({ addresses }) => addresses.length > 0) || ownAddresses.length > 0,
      spf: {
        record: spf.record,
        all: spf.all,
        lookups: spf.lookups,
        included: spf.nodes,
        errors: spf.errors,
        warnings: spf.warnings,
      },
      dkim,
      dmarc: {
        record: atName?.record ?? null,
        foundAt: atName?.name ?? null,
        policy: dmarc?.policy ?? null,
        errors: dmarc?.errors ?? [],
        warnings: dmarc?.warnings ?? [],
      },
      mtaSts: { record: stsRecord, ...mtaSts },
      tlsReports,
      bimi,
      findings: findingsOf(facts, mtaSts),
    });
  },
});
