import { isAlias, isMap, isPair, isScalar, type Node, type Pair, type Scalar, visit } from 'yaml';

import type { SchemaDocument } from '../json/json-schema.js';

import { checkAliases } from './aliases.js';
import { readYamlStream, type YamlDocument, type YamlFault, type YamlVersion } from './document.js';
import { schemaFaults } from './schema.js';

/** What is wrong, or likely to be read otherwise than meant; `rule` as yamllint calls it, or `syntax`, `anchors`, `schema`. */
export interface YamlFinding extends YamlFault {
  readonly rule: 'syntax' | 'key-duplicates' | 'anchors' | 'truthy' | 'octal-values' | 'colons' | 'schema';
  readonly isError: boolean;
}

export interface YamlFindings {
  readonly documents: number;
  readonly findings: readonly YamlFinding[];
}

/**
 * Everything that the nodes of a stream show, in the order of the text; `schema` is applied to each document that is free of other
 * errors. Throws LIMIT_EXCEEDED as `readYamlStream`, and as `schema` does.
 */
export function lintYamlNodes(
  { text, label }: { readonly text: string; readonly label: string },
  version: YamlVersion,
  schema?: SchemaDocument,
): YamlFindings {
  const { documents, faults } = readYamlStream(text, label, { version });
  checkAliases(documents, text, label);
  const findings = faults.map((fault): YamlFinding => ({ ...fault, rule: 'syntax', isError: true }));
  const sound: YamlDocument[] = [];
  for (const document of documents) {
    if (document.errors.length > 0) continue;
    const before = findings.length;
    lintDocument(document, text, findings);
    if (!findings.slice(before).some(({ isError }) => isError)) sound.push(document);
  }
  if (schema !== undefined) findings.push(...schemaFaults(sound, label, version, schema).map(ofSchema));
  return { documents: documents.length, findings: findings.sort((a, b) => a.offset - b.offset) };
}

const ofSchema = (fault: YamlFault): YamlFinding => ({ ...fault, rule: 'schema', isError: true });

function lintDocument(document: YamlDocument, text: string, findings: YamlFinding[]): void {
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
    else if (isScalar(node) && node.type === 'PLAIN' && node.tag === undefined) lintPlain(node, text, report);
  });
}

type Report = (node: Node | null, rule: YamlFinding['rule'], isError: boolean, fault: string) => void;

function lintPlain(node: Scalar, text: string, report: Report): void {
  const { source = '' } = node;
  if (TRUTHY.test(source))
    report(
      node,
      'truthy',
      false,
      `"${source}" is a boolean in some versions of YAML and text in others: write true or false, or put it in quotes`,
    );
  if (OCTAL.test(source))
    report(
      node,
      'octal-values',
      false,
      `"${source}" is octal in YAML 1.1 and decimal in 1.2: put it in quotes or write 0o`,
    );
  const [, key] = JOINED.exec(source) ?? [];
  if (key !== undefined && beginsLine(text, node.range?.[0] ?? 0))
    report(node, 'colons', false, `"${key}:" has no space after its colon, so this is text, not a key and its value`);
}

/** Whether nothing but blanks is before a place in its line: image: nginx:1.25 is no key without its space. */
function beginsLine(text: string, offset: number): boolean {
  let at = offset - 1;
  while (text[at] === ' ') at--;
  return at < 0 || text[at] === '\n' || text[at] === '\r';
}

function lintKeys(pairs: readonly Pair<Node | null, unknown>[], report: Report): void {
  const keys = new Set<string>();
  for (const { key } of pairs) {
    const name = keyName(key);
    if (name === undefined || name === '<<') continue;
    if (keys.has(name)) report(key, 'key-duplicates', true, `duplicate key ${JSON.stringify(name)}`);
    keys.add(name);
  }
}

// yamllint: every spelling of YAML 1.1 but true and false.
const TRUTHY = /^(?:YES|Yes|yes|NO|No|no|TRUE|True|FALSE|False|ON|On|on|OFF|Off|off)$/;
// No address and no path of Windows.
const JOINED = /^([A-Za-z_][\w.-]*):[^\s:/\\]/;
const OCTAL = /^0[0-7]+$/;

const keyName = (key: Node | null): string | undefined => {
  if (key === null || isPair(key)) return undefined;
  return isScalar(key) ? (typeof key.value === 'string' ? key.value : (key.source ?? '')) : undefined;
};
