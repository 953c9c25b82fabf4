import { shown } from '../findings.js';
import { isJsonObject } from '../json/values.js';
import { type ApiDocument, listOf, objectOf, textOf } from './document.js';
import type { Findings } from './findings.js';
import { placesBelow, referenceOf } from './kinds.js';

/** What is allowed, and worse than it could be. */
export function lint(api: ApiDocument, findings: Findings): void {
  lintInfo(api, findings);
  lintServers(api, findings);
  lintOperations(api, findings);
  for (const place of placesBelow({ value: api.root, kind: 'document', way: undefined })) {
    const { kind, value, way } = place;
    if (kind !== 'parameter' || referenceOf(place) !== undefined) continue;
    if (textOf(value.get('description')) === undefined)
      findings.add(
        'parameter-description',
        `The parameter ${shown(textOf(value.get('name')) ?? '')} has no description`,
        way,
      );
  }
}

function lintInfo({ root }: ApiDocument, findings: Findings): void {
  const info = objectOf(root.get('info'));
  for (const key of ['description', 'contact', 'license'] as const)
    if (!info.has(key)) findings.addAt(`info-${key}`, `"info" has no ${key}`, ['info']);
}

function lintServers({ root, version }: ApiDocument, findings: Findings): void {
  if (version === '2.0') {
    if (!root.has('host')) findings.addAt('servers-missing', 'The document names no host', []);
    const schemes = listOf(root.get('schemes'));
    if (schemes.includes('http') && !schemes.includes('https'))
      findings.addAt('server-https', 'The API is offered without TLS only', ['schemes']);
    return;
  }
  const servers = listOf(root.get('servers'));
  if (servers.length === 0) findings.addAt('servers-missing', 'The document names no server', []);
  for (const [index, server] of servers.entries()) {
    const url = textOf(objectOf(server).get('url')) ?? '';
    const at = ['servers', String(index), 'url'];
    if (/^[a-z]+:\/\/(?:[^/]*@)?(?:[^/]*\.)?example\.(?:com|org|net)(?:[:/]|$)/i.test(url))
      findings.addAt('server-example', `${shown(url)} is the address of an example`, at);
    else if (/^http:\/\/(?!localhost|127\.|\[::1\])/i.test(url))
      findings.addAt('server-https', `${shown(url)} is without TLS`, at);
  }
}

function lintOperations(api: ApiDocument, findings: Findings): void {
  const declared = new Set(listOf(api.root.get('tags')).map((tag) => objectOf(tag).get('name')));
  const hasSecurity = api.root.has('security');
  const operations = api.operations;
  if (operations.length === 0) findings.addAt('paths-empty', 'The document has no operations', []);
  for (const { value, way, isPath } of operations) {
    if (!value.has('operationId')) findings.add('operation-id-missing', 'The operation has no operationId', way);
    if (!value.has('summary') && !value.has('description'))
      findings.add('operation-summary', 'The operation has neither summary nor description', way);
    const tags = listOf(value.get('tags'));
    if (tags.length === 0) findings.add('operation-tags', 'The operation has no tags', way);
    for (const [index, tag] of tags.entries())
      if (typeof tag === 'string' && !declared.has(tag) && declared.size > 0)
        findings.add('tag-undeclared', `The tag ${shown(tag)} is not among "tags"`, way, 'tags', String(index));
    const responses = value.get('responses');
    if (
      responses !== undefined &&
      isJsonObject(responses) &&
      ![...responses.keys()].some((code) => /^(?:[123]|default$)/.test(code))
    )
      findings.add('operation-success', 'The operation has no response of success', way, 'responses');
    if (isPath && !hasSecurity && !value.has('security'))
      findings.add('operation-security', 'Nothing says who may call the operation: it has no "security"', way);
  }
}
