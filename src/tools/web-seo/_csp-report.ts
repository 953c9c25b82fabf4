import { type CspRuleFinding, type CspSeverity, evaluateCsp } from '../../engines/csp-evaluator.js';
import { DIRECTIVES } from '../../lib/csp/directives.data.js';
import { isKnownDirective, type Policy, parsePolicy, sourceMeaning } from '../../lib/csp/policy.js';
import type { FoundPolicy } from '../../lib/csp/read-policies.js';

export interface CspFinding {
  readonly severity: CspSeverity;
  readonly rule: string;
  readonly directive: string;
  readonly value: string;
  readonly message: string;
  readonly advice: string;
}

type Words = (finding: CspRuleFinding) => readonly [message: string, advice: string];

const STRICT = "script-src 'nonce-…' 'strict-dynamic'";

/** What each rule of the evaluator is about, and what to write instead. */
const WORDS: Readonly<Record<string, Words>> = {
  'missing-directives': ({ directive }) =>
    directive === 'base-uri'
      ? ['base-uri is missing: a <base> element that was put in changes where scripts come from', "base-uri 'none'"]
      : directive === 'object-src'
        ? ['object-src is missing: plug-ins that were put in can run scripts', "object-src 'none'"]
        : ['script-src is missing: scripts may come from anywhere', STRICT],
  'script-unsafe-inline': () => ['Scripts and event handlers in the page run, also those that were put in', STRICT],
  'script-unsafe-eval': () => ['Text can become code, as eval does', "No 'unsafe-eval'"],
  'script-unsafe-hashes': () => [
    'Event handlers run where their hash is listed; safer than all of them, but they can be put in again',
    'Event handlers in a script file',
  ],
  'plain-url-schemes': ({ value }) => [`Scripts or plug-ins may come from any address of ${value}`, STRICT],
  'plain-wildcard': () => ['Any host is allowed', 'The hosts that are needed, or a nonce'],
  'script-allowlist-bypass': ({ value, description }) => {
    if (value === "'self'") return ['The own origin is a hole if it serves JSONP, AngularJS or files of users', STRICT];
    const [, host = '', what = ''] = /^(\S+) is known to host (.+) which/.exec(description) ?? [];
    return host === ''
      ? ['A hole if this host serves JSONP, Angular or files of users', STRICT]
      : [`${host} is known to serve ${what}, which get round the policy`, STRICT];
  },
  'object-allowlist-bypass': () => ['This host may serve plug-ins that run scripts', "object-src 'none'"],
  'nonce-length': () => ['A nonce should have at least 8 characters', 'A new random nonce for each response'],
  'nonce-charset': () => ['A nonce should have the characters of Base64 only', 'A nonce in Base64'],
  'ip-source': ({ description }) =>
    /localhost/.test(description)
      ? ['This machine is allowed: leave it out in production', 'No local address']
      : ['Browsers ignore IP addresses other than 127.0.0.1', 'A host name'],
  'src-http': ({ directive }) =>
    directive === 'report-uri'
      ? ['Reports are sent without encryption', 'An address of https:']
      : ['What comes over HTTP can be changed on its way', 'An address of https:'],
  'deprecated-directive': ({ directive }) => [
    `${directive} is deprecated`,
    REPLACEMENTS.get(directive) ?? `No ${directive}`,
  ],
  'unknown-directive': ({ directive }) => [
    directive.endsWith(':') ? 'The name of a directive has no colon behind it' : 'Browsers do not know this directive',
    directive.endsWith(':') ? directive.slice(0, -1) : 'Check the spelling',
  ],
  'missing-semicolon': ({ value }) => [`${value} is a directive: a semicolon before it is missing`, `; ${value} …`],
  'invalid-keyword': ({ value }) =>
    value.startsWith("'")
      ? ['Browsers do not know this keyword', 'Check the spelling']
      : ['A keyword must be in single quotes: this is taken for a host', `'${value}'`],
  'strict-dynamic': () => ['Lists of hosts can often be got round', STRICT],
  'strict-dynamic-not-standalone': () => ["'strict-dynamic' without a nonce or hash blocks all scripts", STRICT],
  'unsafe-inline-fallback': () => [
    "Old browsers that do not know nonces and hashes block all inline scripts; those that know them ignore 'unsafe-inline'",
    "'unsafe-inline' beside the nonce",
  ],
  'allowlist-fallback': () => [
    "Old browsers that do not know 'strict-dynamic' block scripts of all hosts; those that know it ignore https:",
    "https: beside 'strict-dynamic'",
  ],
  'require-trusted-types-for-scripts': () => [
    'Trusted Types would keep text from becoming script in the page',
    "require-trusted-types-for 'script'",
  ],
  'reporting-destination-missing': () => ['Violations are not reported', 'report-uri and report-to'],
  'report-to-only': () => ['Some browsers send reports to report-uri only', 'report-uri beside report-to'],
  ignored: ({ value }) => [`Browsers ignore ${value} here: a nonce, a hash or 'strict-dynamic' comes first`, ''],
};

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['referrer', 'The header Referrer-Policy'],
  ['disown-opener', 'The header Cross-Origin-Opener-Policy'],
]);

/** Keywords that came after the evaluator was made. CSP Level 3, as of 2026. */
const NEW_KEYWORDS = new Set(["'trusted-types-eval'", "'report-sha256'", "'report-sha384'", "'report-sha512'"]);
const NEW_DIRECTIVES = new Set(['fenced-frame-src']);

const isNew = ({ rule, directive, value }: CspRuleFinding): boolean =>
  (rule === 'invalid-keyword' && NEW_KEYWORDS.has(value)) ||
  (rule === 'unknown-directive' && NEW_DIRECTIVES.has(directive));

/** CSP Level 3 §3.3: a meta element cannot set them. */
const NOT_IN_META = ['frame-ancestors', 'report-uri', 'sandbox'];

/** What the evaluator has no rule for. */
function ownFindings({ directives, repeated }: Policy, { source, reportOnly }: FoundPolicy): CspFinding[] {
  const names = new Set(directives.map(({ name }) => name));
  const found: CspFinding[] = repeated.map((name) => ({
    severity: 'syntax',
    rule: 'repeated-directive',
    directive: name,
    value: '',
    message: 'The directive comes again: browsers read the first one only',
    advice: 'One directive with all values',
  }));
  for (const { name, values } of directives) {
    if (!isKnownDirective(name) && name in {}) found.push({ ...UNKNOWN, directive: name });
    if (values.length > 1 && values.some((value) => value.toLowerCase() === "'none'"))
      found.push({
        severity: 'syntax',
        rule: 'none-among-others',
        directive: name,
        value: "'none'",
        message: "'none' means nothing beside other values: they are allowed",
        advice: "'none' alone, or without it",
      });
    if (source === 'meta' && NOT_IN_META.includes(name))
      found.push({
        severity: 'syntax',
        rule: 'ignored-in-meta',
        directive: name,
        value: '',
        message: 'Browsers ignore it in a <meta> element',
        advice: 'A header',
      });
  }
  if (reportOnly)
    found.push({
      severity: source === 'meta' ? 'syntax' : 'info',
      rule: 'report-only',
      directive: '',
      value: '',
      message:
        source === 'meta'
          ? 'Browsers ignore Report-Only in a <meta> element'
          : 'The policy is only reported: nothing is blocked',
      advice: 'Content-Security-Policy',
    });
  if (!names.has('frame-ancestors') || source === 'meta')
    found.push({
      severity: 'possibly-medium',
      rule: 'missing-frame-ancestors',
      directive: 'frame-ancestors',
      value: '',
      message: 'Any site may show the page in a frame (clickjacking), unless X-Frame-Options forbids it',
      advice: source === 'meta' ? "A header with frame-ancestors 'none'" : "frame-ancestors 'none'",
    });
  if (!names.has('form-action'))
    found.push({
      severity: 'info',
      rule: 'missing-form-action',
      directive: 'form-action',
      value: '',
      message: 'Forms may be sent anywhere: default-src does not apply to them',
      advice: "form-action 'self'",
    });
  return found;
}

const UNKNOWN = {
  severity: 'syntax',
  rule: 'unknown-directive',
  value: '',
  message: 'Browsers do not know this directive',
  advice: 'Check the spelling',
} as const;

/** The evaluator says some of them for script-src, script-src-elem and script-src-attr each. */
const keyOf = ({ rule, directive, value }: CspFinding): string => `${rule} ${directive} ${value}`;

/** A policy, each part of it in words, and its weak points, the worst first. `order` sorts severities. */
export async function reportPolicy(found: FoundPolicy, level: 1 | 2 | 3, order: readonly CspSeverity[]) {
  const policy = parsePolicy(found.text);
  const rules = await evaluateCsp(policy.directives, level);
  const findings = rules
    .filter((finding) => !isNew(finding))
    .map((finding): CspFinding => {
      const [message, advice] = WORDS[finding.rule]?.(finding) ?? [finding.description, ''];
      const { severity, rule, directive, value } = finding;
      return { severity, directive, value, message, advice, rule };
    });
  const each = new Map([...findings, ...ownFindings(policy, found)].map((finding) => [keyOf(finding), finding]));
  const all = [...each.values()].map(({ rule, ...rest }) => ({ ...rest, rule }));
  all.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const [worst] = all;
  return {
    source: found.source,
    reportOnly: found.reportOnly,
    worst: worst === undefined || worst.severity === 'ignored' ? ('none' as const) : worst.severity,
    directives: policy.directives.map(({ name, values }) => ({
      name,
      meaning: isKnownDirective(name) ? (DIRECTIVES[name] ?? '') : 'Not a directive that browsers know.',
      values: values.map((value) => ({ value, meaning: meaningOf(name, value) })),
    })),
    findings: all,
  };
}

const hasSources = (name: string): boolean =>
  name.endsWith('-src') || /^(?:script|style)-src-|^(?:base-uri|form-action|frame-ancestors|navigate-to)$/.test(name);

function meaningOf(name: string, value: string): string {
  if (hasSources(name) || value.startsWith("'")) return sourceMeaning(value);
  if (name === 'report-uri') return 'Address that reports are sent to.';
  if (name === 'report-to') return 'Name of an endpoint.';
  if (name === 'sandbox') return 'What the sandbox lets the page do.';
  return name === 'trusted-types' ? 'Name of a policy.' : '';
}
