import { RuleFindings, type Severity } from '../findings.js';

/** Rules by name, with how bad what they find is. */
const RULES = {
  structure: 'error',
  interpolation: 'error',
  'variable-required': 'error',
  'variable-unset': 'warning',
  'image-missing': 'error',
  'depends-on-unknown': 'error',
  'service-unknown': 'error',
  'dependency-cycle': 'error',
  'network-undeclared': 'error',
  'volume-undeclared': 'error',
  'secret-undeclared': 'error',
  'config-undeclared': 'error',
  'model-undeclared': 'error',
  'network-mode': 'error',
  'external-conflict': 'error',
  'port-syntax': 'error',
  'port-conflict': 'error',
  'expose-syntax': 'error',
  'volume-syntax': 'error',
  'volume-target': 'error',
  'volume-options': 'warning',
  'mount-duplicate': 'error',
  'container-name-duplicate': 'error',
  'container-name-scale': 'error',
  duration: 'error',
  'byte-size': 'error',
  'value-type': 'error',
  'restart-policy': 'error',
  'healthcheck-test': 'error',
  'ulimit-order': 'error',
  'subnet-syntax': 'error',
  'file-not-read': 'info',
  'version-obsolete': 'warning',
  'image-untagged': 'warning',
  'image-latest': 'warning',
  privileged: 'warning',
  'docker-socket': 'warning',
  'host-namespace': 'warning',
  'capability-broad': 'warning',
  'secret-in-environment': 'warning',
  'resource-unused': 'info',
  'links-legacy': 'info',
} as const satisfies Record<string, Severity>;

export class ComposeFindings extends RuleFindings<keyof typeof RULES> {
  constructor(ignored: ReadonlySet<string>) {
    super(RULES, ignored);
  }
}
