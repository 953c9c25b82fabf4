import type { Directive } from '../lib/csp/policy.js';

/** Google's severities, the worst first. */
export const CSP_SEVERITIES = [
  'high',
  'syntax',
  'medium',
  'possibly-high',
  'strict-csp',
  'possibly-medium',
  'info',
  'ignored',
] as const;

export type CspSeverity = (typeof CSP_SEVERITIES)[number];

/** A finding of the rules that Google's CSP Evaluator has. */
export interface CspRuleFinding {
  /** Its name there in lower case, such as `script-unsafe-inline`. */
  readonly rule: string;
  readonly severity: CspSeverity;
  readonly directive: string;
  /** Empty where it is about the directive as a whole. */
  readonly value: string;
  /** Its own words; they name the hosts that are known to serve what bypasses a policy. */
  readonly description: string;
}

const SEVERITY_NAMES: Readonly<Record<number, CspSeverity>> = {
  10: 'high',
  20: 'syntax',
  30: 'medium',
  40: 'possibly-high',
  45: 'strict-csp',
  50: 'possibly-medium',
  60: 'info',
  100: 'ignored',
};

/** All findings in a policy, as a browser of that level of CSP reads it. Values that are no addresses at all are passed over. */
export async function evaluateCsp(directives: readonly Directive[], level: 1 | 2 | 3): Promise<CspRuleFinding[]> {
  const { Csp } = await import('csp_evaluator/dist/csp.js');
  const { CspEvaluator, DEFAULT_CHECKS, STRICTCSP_CHECKS } = await import('csp_evaluator/dist/evaluator.js');
  const { checkHasConfiguredReporting } = await import('csp_evaluator/dist/checks/security_checks.js');
  const { Type } = await import('csp_evaluator/dist/finding.js');
  const csp = new Csp(
    Object.fromEntries(directives.filter(isPlain).map(({ name, values }) => [name, readable(values)])),
  );
  // Advice towards a strict policy is about the policy as it stands, fallbacks for old browsers too.
  const found = new CspEvaluator(csp, level).evaluate(
    [...STRICTCSP_CHECKS, checkHasConfiguredReporting],
    DEFAULT_CHECKS,
  );
  return found.map((finding) => ({
    rule: (Type[finding.type] ?? '').toLowerCase().replaceAll('_', '-'),
    severity: SEVERITY_NAMES[finding.severity] ?? 'info',
    directive: finding.directive,
    value: finding.value ?? '',
    description: finding.description,
  }));
}

/** Its policies are plain objects: `constructor` would be there before it is set. */
const isPlain = ({ name }: Directive): boolean => !(name in {});

/** As its parser has them: keywords and schemes in lower case; and only what it can read as an address. */
function readable(values: readonly string[]): string[] {
  return values
    .map((value) => (/^'[a-z-]+'$/i.test(value) || /^[a-z][a-z\d+.-]*:$/i.test(value) ? value.toLowerCase() : value))
    .filter((value) => {
      const host = value.replace(/^\w[+\w.-]*:\/\//i, '').replace(/^\/\//, '');
      return URL.canParse(`https://${host.replace(':*', '').replace('*', 'wildcard_placeholder')}`);
    });
}
