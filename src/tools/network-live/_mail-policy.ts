import type { DmarcRecord } from '../../lib/mail/dmarc.js';
import { matchesMx, readMtaSts } from '../../lib/mail/mta-sts.js';
import { readSpf } from '../../lib/mail/spf.js';
import { readTags } from '../../lib/mail/tag-list.js';
import { NetworkFailure } from '../../network/failures.js';
import { fetchPublic } from '../../network/fetch-public.js';
import type { NetworkAccess } from '../../network/session.js';
import { parseUrl } from '../../network/targets.js';

/** A policy of MTA-STS: RFC 8461 §3.3. */
const POLICY_BYTES = 65_536;

/** RFC 7208 §4.6.4. */
const SPF_LOOKUPS = 10;
const VOID_LOOKUPS = 2;

/** Texts of TXT records at a name, their strings joined; `undefined` where the name does not exist. */
export type TextsAt = (name: string) => Promise<readonly string[] | undefined>;

interface SpfNode {
  readonly domain: string;
  readonly record: string | null;
  /** 0 for the domain itself. */
  readonly depth: number;
}

interface SpfWalk {
  readonly record: string | null;
  /** Records that were read, the domain's first, those that they include behind them. */
  readonly nodes: readonly SpfNode[];
  readonly lookups: number;
  readonly voidLookups: number;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** What all other senders get. */
  readonly all: 'pass' | 'neutral' | 'softfail' | 'fail' | null;
}

const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/** Reads the SPF record of a domain and all that it includes, and counts the look-ups as receivers do: RFC 7208 §4.6.4. */
export async function walkSpf(domain: string, textsAt: TextsAt): Promise<SpfWalk> {
  const nodes: SpfNode[] = [];
  const errors: string[] = [];
  const warnings: string[] = [];
  let [lookups, voidLookups] = [0, 0];
  async function follow(name: string, path: readonly string[]): Promise<SpfWalk['all']> {
    const texts = (await textsAt(name)) ?? [];
    const records = texts.filter(isSpf);
    const [record] = records;
    nodes.push({ domain: name, record: record ?? null, depth: path.length });
    if (path.length > 0 && texts.length === 0) voidLookups += 1;
    if (records.length > 1) errors.push(`${name} has ${records.length} SPF records; one is allowed`);
    if (record === undefined) {
      if (path.length > 0) errors.push(`${name} has no SPF record, yet ${path.at(-1)} includes it`);
      return null;
    }
    const report = readSpf(record);
    errors.push(...report.errors.map((error) => (path.length === 0 ? error : `${name}: ${error}`)));
    if (path.length === 0) warnings.push(...report.warnings);
    lookups += report.lookups;
    for (const { name: term, value } of report.terms) {
      const isRedirect = term === 'redirect';
      if ((term !== 'include' && !isRedirect) || value === '' || value.includes('%')) continue;
      const target = value.toLowerCase().replace(/\.$/, '');
      if (target === name || path.includes(target)) errors.push(`${name} includes ${target}, which includes it`);
      else if (lookups > SPF_LOOKUPS) break;
      else {
        const all = await follow(target, [...path, name]);
        if (isRedirect && !report.terms.some((one) => one.name === 'all')) return all;
      }
    }
    return report.terms.find((one) => one.name === 'all')?.result ?? (report.terms.length === 0 ? null : 'neutral');
  }
  const all = await follow(domain, []);
  if (lookups > SPF_LOOKUPS)
    errors.push(
      `SPF needs more than ${SPF_LOOKUPS} DNS lookups (${lookups} counted): receivers end with a permanent error`,
    );
  if (voidLookups > VOID_LOOKUPS)
    errors.push(`${voidLookups} included names have no TXT record; more than ${VOID_LOOKUPS} is a permanent error`);
  return { record: nodes[0]?.record ?? null, nodes, lookups, voidLookups, errors: [...new Set(errors)], warnings, all };
}

/** Fetches the policy that a record announces, and checks it against the mail servers. */
export async function policyOf(
  domain: string,
  mx: readonly { readonly host: string }[],
  record: string,
  access: NetworkAccess,
) {
  const errors = readTags(record).tags.get('id') === undefined ? ['The record has no id'] : [];
  try {
    const url = parseUrl(`https://mta-sts.${domain}/.well-known/mta-sts.txt`);
    const limits = { ...access.limits, bodyBytes: POLICY_BYTES, decodedBytes: POLICY_BYTES, redirects: 0 };
    const { status, bytes } = await fetchPublic(url, {}, { ...access, limits });
    if (status !== 200)
      return { mode: null, mx: [], errors: [...errors, `The policy cannot be read: the server answers ${status}`] };
    const policy = readMtaSts(Buffer.from(bytes).toString('utf8'));
    const outside = policy.mode === 'none' ? [] : mx.filter(({ host }) => !matchesMx(host, policy.mx));
    return {
      mode: policy.mode,
      mx: policy.mx,
      errors: [
        ...errors,
        ...policy.errors,
        ...outside.map(({ host }) => `${host} is not among the servers of the policy`),
      ],
    };
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    return { mode: null, mx: [], errors: [...errors, `The policy cannot be read: ${error.message}`] };
  }
}

interface Facts {
  readonly mx: readonly { readonly host: string; readonly addresses: readonly string[] }[];
  readonly ownAddresses: readonly string[];
  readonly spf: SpfWalk;
  readonly dmarc: DmarcRecord | undefined;
  readonly dkim: readonly { readonly selector: string; readonly errors: readonly string[] }[];
}

/** What to do first. */
export function findingsOf(
  { mx, ownAddresses, spf, dmarc, dkim }: Facts,
  mtaSts: { readonly mode: string | null; readonly errors: readonly string[] },
) {
  const findings: { severity: 'high' | 'medium' | 'low'; message: string }[] = [];
  const find = (severity: 'high' | 'medium' | 'low', message: string): void =>
    void findings.push({ severity, message });
  const isNullMx = mx.length === 1 && mx[0]?.host === '.';
  if (dmarc === undefined) find('high', 'There is no DMARC record: receivers do not know what to do with forged mail');
  else if (dmarc.errors.length > 0) find('high', `The DMARC record has an error: ${dmarc.errors[0]}`);
  else if (dmarc.policy === 'none') find('medium', 'The DMARC policy is none: forged mail is delivered');
  if (spf.record === null) find('high', 'There is no SPF record: anybody may send for the domain');
  for (const error of spf.errors) find('high', `SPF: ${error}`);
  if (spf.all === 'pass') find('high', 'SPF lets everybody send (+all)');
  if (spf.all === 'neutral') find('medium', 'SPF says nothing of other senders (?all)');
  for (const { selector, errors } of dkim) for (const error of errors) find('medium', `DKIM key ${selector}: ${error}`);
  if (dkim.length === 0 && !isNullMx && spf.all !== null && (spf.nodes.length > 1 || mx.length > 0))
    find('low', 'No DKIM key was found under the selectors that were tried');
  if (mx.length === 0)
    find(
      ownAddresses.length === 0 ? 'medium' : 'low',
      ownAddresses.length === 0
        ? 'There is no mail server'
        : 'There is no MX record: mail goes to the address of the domain itself',
    );
  for (const { host, addresses } of mx)
    if (host !== '.' && addresses.length === 0) find('high', `Mail server ${host} has no address`);
  for (const error of mtaSts.errors) find('medium', `MTA-STS: ${error}`);
  if (mtaSts.mode === null && mtaSts.errors.length === 0 && mx.length > 0 && !isNullMx)
    find('low', 'There is no MTA-STS policy: senders may be made to leave TLS out');
  const order = { high: 0, medium: 1, low: 2 };
  return findings.sort((a, b) => order[a.severity] - order[b.severity]);
}
