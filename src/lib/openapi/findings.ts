import { RuleFindings, type Severity } from '../findings.js';

import { tokensOf, type Way } from './kinds.js';

/** Rules by name, with how bad what they find is. */
const RULES = {
  structure: 'error',
  'reference-unresolved': 'error',
  'reference-kind': 'error',
  'reference-endless': 'error',
  'reference-outside': 'warning',
  'operation-id-unique': 'error',
  'path-parameter-undeclared': 'error',
  'path-parameter-unused': 'error',
  'path-parameter-repeated': 'error',
  'path-braces': 'error',
  'path-query': 'error',
  'path-duplicate': 'error',
  'parameter-duplicate': 'error',
  'body-parameters': 'error',
  'items-missing': 'error',
  'security-undeclared': 'error',
  'security-scopes': 'error',
  'security-scope-undeclared': 'warning',
  'server-variable': 'error',
  'server-default': 'error',
  'tag-duplicate': 'error',
  'link-operation': 'error',
  'discriminator-property': 'warning',
  'discriminator-mapping': 'error',
  'get-request-body': 'warning',
  'required-undeclared': 'warning',
  'component-unused': 'warning',
  'operation-id-missing': 'warning',
  'operation-summary': 'info',
  'operation-tags': 'info',
  'operation-success': 'warning',
  'operation-security': 'warning',
  'parameter-description': 'info',
  'tag-undeclared': 'warning',
  'info-description': 'info',
  'info-contact': 'info',
  'info-license': 'info',
  'servers-missing': 'warning',
  'server-https': 'warning',
  'server-example': 'warning',
  'path-trailing-slash': 'warning',
  'paths-empty': 'info',
} as const satisfies Record<string, Severity>;

type Rule = keyof typeof RULES;

/** Findings as rules tell them. */
export class Findings extends RuleFindings<Rule> {
  constructor(ignored: ReadonlySet<string>) {
    super(RULES, ignored);
  }

  add(rule: Rule, message: string, way: Way | undefined, ...more: string[]): void {
    if (this.takes(rule)) this.addAt(rule, message, [...tokensOf(way), ...more]);
  }
}
