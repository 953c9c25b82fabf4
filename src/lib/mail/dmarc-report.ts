import { ContentFault, LimitFault } from '../faults.js';
import { childOf, childrenOf, elementsOf, localName, trimmedTextOf } from '../xml/content.js';
import type { XmlDocument, XmlElement } from '../xml/nodes.js';

/** A row of an aggregate report: messages of one sender that were treated alike. */
export interface DmarcRow {
  readonly sourceIp: string;
  readonly messages: number;
  /** What the receiver did: none, quarantine or reject. */
  readonly disposition: string;
  /** Whether DMARC was passed: by DKIM or by SPF, aligned with the domain of From. */
  readonly isPassed: boolean;
  readonly dkim: string;
  readonly spf: string;
  /** Why the receiver did not do as the policy says. */
  readonly reasons: readonly string[];
  readonly headerFrom: string;
  readonly envelopeFrom: string;
  readonly dkimResults: readonly { readonly domain: string; readonly selector: string; readonly result: string }[];
  readonly spfResults: readonly { readonly domain: string; readonly scope: string; readonly result: string }[];
}

export interface DmarcReport {
  readonly organization: string;
  readonly email: string;
  readonly reportId: string;
  /** ISO 8601; null where the report does not tell. */
  readonly begin: string | null;
  readonly end: string | null;
  readonly domain: string;
  readonly policy: string;
  readonly subdomainPolicy: string;
  readonly percent: number | null;
  readonly dkimAlignment: string;
  readonly spfAlignment: string;
  readonly rows: readonly DmarcRow[];
}

/** More than the largest receivers put in one report, and as many as a run has room for. */
export const MAX_ROWS = 100_000;
const MAX_MESSAGES = 2 ** 50;

/**
 * Reads an aggregate report: RFC 7489, appendix C, and its drafts and successors, which keep the names. Namespaces are not looked at,
 * since receivers write many. Throws ContentFault.
 */
export function readDmarcReport({ root }: XmlDocument): DmarcReport {
  if (localName(root.name) !== 'feedback')
    throw new ContentFault(`its root must be feedback, got ${JSON.stringify(root.name.slice(0, 80))}`);
  const metadata = childOf(root, 'report_metadata');
  const policy = childOf(root, 'policy_published');
  if (metadata === undefined || policy === undefined)
    throw new ContentFault(`it has no ${metadata === undefined ? 'report_metadata' : 'policy_published'}`);
  const range = childOf(metadata, 'date_range');
  const records = childrenOf(root, 'record');
  if (records.length > MAX_ROWS) throw new LimitFault(`it must have at most ${MAX_ROWS} records`, MAX_ROWS);
  const percent = textIn(policy, 'pct');
  return {
    organization: textIn(metadata, 'org_name'),
    email: textIn(metadata, 'email'),
    reportId: textIn(metadata, 'report_id'),
    begin: instant(range, 'begin'),
    end: instant(range, 'end'),
    domain: textIn(policy, 'domain'),
    policy: textIn(policy, 'p'),
    subdomainPolicy: textIn(policy, 'sp'),
    percent: /^\d{1,3}$/.test(percent) ? Number(percent) : null,
    dkimAlignment: textIn(policy, 'adkim') || 'r',
    spfAlignment: textIn(policy, 'aspf') || 'r',
    rows: records.map(rowOf),
  };
}

function rowOf(record: XmlElement, index: number): DmarcRow {
  const row = childOf(record, 'row');
  if (row === undefined) throw new ContentFault(`record ${index + 1} has no row`);
  const evaluated = childOf(row, 'policy_evaluated');
  const identifiers = childOf(record, 'identifiers') ?? childOf(record, 'identities');
  const results = childOf(record, 'auth_results');
  const written = textIn(row, 'count');
  const messages = Number(written);
  if (!/^\d+$/.test(written) || messages > MAX_MESSAGES)
    throw new ContentFault(
      `record ${index + 1} must have a whole number as its count, got ${JSON.stringify(written.slice(0, 40))}`,
    );
  const [dkim, spf] = [textIn(evaluated, 'dkim').toLowerCase(), textIn(evaluated, 'spf').toLowerCase()];
  return {
    sourceIp: textIn(row, 'source_ip'),
    messages,
    disposition: textIn(evaluated, 'disposition').toLowerCase() || 'none',
    isPassed: dkim === 'pass' || spf === 'pass',
    dkim,
    spf,
    reasons: (evaluated === undefined ? [] : childrenOf(evaluated, 'reason')).map((reason) =>
      [textIn(reason, 'type'), textIn(reason, 'comment')].filter((part) => part !== '').join(': '),
    ),
    headerFrom: textIn(identifiers, 'header_from').toLowerCase(),
    envelopeFrom: textIn(identifiers, 'envelope_from').toLowerCase(),
    dkimResults: named(results, 'dkim').map((one) => ({
      domain: textIn(one, 'domain'),
      selector: textIn(one, 'selector'),
      result: textIn(one, 'result'),
    })),
    spfResults: named(results, 'spf').map((one) => ({
      domain: textIn(one, 'domain'),
      scope: textIn(one, 'scope'),
      result: textIn(one, 'result'),
    })),
  };
}

const named = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element === undefined ? [] : elementsOf(element).filter((child) => localName(child.name) === name);

const textIn = (element: XmlElement | undefined, name: string): string => {
  const child = element === undefined ? undefined : childOf(element, name);
  return child === undefined ? '' : trimmedTextOf(child);
};

/** Seconds since 1970. */
function instant(range: XmlElement | undefined, name: string): string | null {
  const seconds = textIn(range, name);
  return /^\d{1,11}$/.test(seconds) ? new Date(1000 * Number(seconds)).toISOString() : null;
}

export interface DmarcSource {
  readonly sourceIp: string;
  readonly messages: number;
  readonly passed: number;
  readonly dkimPassed: number;
  readonly spfPassed: number;
  /** Domains in From, the most frequent first. */
  readonly domains: readonly string[];
}

/** Messages by sender, those with the most failures first. */
export function sendersOf(reports: readonly DmarcReport[]): DmarcSource[] {
  const senders = new Map<
    string,
    { messages: number; passed: number; dkim: number; spf: number; from: Map<string, number> }
  >();
  for (const row of reports.flatMap(({ rows }) => rows)) {
    const sender = senders.get(row.sourceIp) ?? { messages: 0, passed: 0, dkim: 0, spf: 0, from: new Map() };
    sender.messages += row.messages;
    if (row.isPassed) sender.passed += row.messages;
    if (row.dkim === 'pass') sender.dkim += row.messages;
    if (row.spf === 'pass') sender.spf += row.messages;
    sender.from.set(row.headerFrom, (sender.from.get(row.headerFrom) ?? 0) + row.messages);
    senders.set(row.sourceIp, sender);
  }
  return [...senders]
    .map(([sourceIp, { messages, passed, dkim, spf, from }]) => ({
      sourceIp,
      messages,
      passed,
      dkimPassed: dkim,
      spfPassed: spf,
      domains: [...from].sort((one, other) => other[1] - one[1]).map(([domain]) => domain),
    }))
    .sort((one, other) => other.messages - other.passed - (one.messages - one.passed) || other.messages - one.messages);
}
