import { isAlias, isMap, isPair, isScalar, type Node, type Pair, type Scalar, visit } from 'yaml';

import { checkAliases } from './aliases.js';
import { readYamlStream, type YamlDocument, type YamlFault, type YamlVersion } from './document.js';

/** What is wrong, or likely to be read otherwise than meant; `rule` as yamllint calls it, or `syntax`, `anchors`. */
export interface YamlFinding extends YamlFault {
  readonly rule: 'syntax' | 'key-duplicates' | 'anchors' | 'truthy' | 'octal-values';
  readonly isError: boolean;
}

export interface YamlFindings {
  readonly documents: number;
  readonly findings: readonly YamlFinding[];
}

/** Everything that the nodes of a stream show, in the order of the text. Throws LIMIT_EXCEEDED as `readYamlStream`. */
export function lintYamlNodes(text: string, label: string, version: YamlVersion): YamlFindings {
  const { documents, faults } = readYamlStream(text, label, { version });
  checkAliases(documents, text, label);
  const findings = faults.map((fault): YamlFinding => ({ ...fault, rule: 'syntax', isError: true }));
  for (const document of documents) if (document.errors.length === 0) lintDocument(document, findings);
  return { documents: documents.length, findings: findings.sort((a, b) => a.offset - b.offset) };
}

function lintDocument(document: YamlDocument, findings: YamlFinding[]): void {
  const anchors = new Set<string>();
  const report: Report = (node, rule, isError, fault) => {
    findings.push({ offset: node?.range?.[0] ?? 0, rule, isError, fault });
  };
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      if (!anchors.has(node.source)) report(node, 'anchors', true, `the alias *${node.source} has no anchor before it`);
      return;
    }
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) anchors.add(anchor);
    if (isMap(node)) lintKeys(node.items as readonly Pair<Node | null, unknown>[], report);
    else if (isScalar(node) && node.type === 'PLAIN' && node.tag === undefined) lintPlain(node, report);
  });
}

type Report = (node: Node | null, rule: YamlFinding['rule'], isError: boolean, fault: string) => void;

function lintPlain(node: Scalar, report: Report): void {
  const { source = '' } = node;
  if (TRUTHY.test(source))
    report(
      node,
      'truthy',
      false,
      `"${source}" is true or false by some versions of YAML and a text by others: write true or false, or put it in quotes`,
    );
  if (OCTAL.test(source))
    report(
      node,
      'octal-values',
      false,
      `"${source}" is an octal number by YAML 1.1 and a decimal one by 1.2: put it in quotes or write 0o`,
    );
}

function lintKeys(pairs: readonly Pair<Node | null, unknown>[], report: Report): void {
  const keys = new Set<string>();
  for (const { key } of pairs) {
    const name = keyName(key);
    if (name === undefined || name === '<<') continue;
    if (keys.has(name)) report(key, 'key-duplicates', true, `the key ${JSON.stringify(name)} stands twice`);
    keys.add(name);
  }
}

// yamllint: every spelling of YAML 1.1 but true and false.
const TRUTHY = /^(?:YES|Yes|yes|NO|No|no|TRUE|True|FALSE|False|ON|On|on|OFF|Off|off)$/;
const OCTAL = /^0[0-7]+$/;

const keyName = (key: Node | null): string | undefined => {
  if (key === null || isPair(key)) return undefined;
  return isScalar(key) ? (typeof key.value === 'string' ? key.value : (key.source ?? '')) : undefined;
};
