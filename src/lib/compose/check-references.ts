import { shown } from '../findings.js';
import { isJsonObject } from '../json/values.js';

import type { ComposeFindings } from './findings.js';
import { listOf, namesIn, objectOf, type Project, type Service, textOf } from './project.js';
import { readMount } from './short-forms.js';

/** Names in services are declared, and services do not wait for each other in a circle. */
export function checkReferences(project: Project, findings: ComposeFindings): void {
  const needs = new Map<string, Need[]>();
  for (const service of project.services.values()) {
    needs.set(service.name, servicesOf(service, project, findings));
    checkNetworks(service, project, findings);
    checkDeclared(service, project, findings);
  }
  tellCycles(needs, findings);
}

/** A service that another needs, and where it says so. */
interface Need {
  readonly name: string;
  readonly tokens: readonly string[];
}

function servicesOf(service: Service, { services, isOpen }: Project, findings: ComposeFindings): Need[] {
  const { value, tokens } = service;
  const needs: Need[] = [];
  const need = (name: string, at: readonly string[], rule: 'depends-on-unknown' | 'service-unknown'): void => {
    if (services.has(name)) needs.push({ name, tokens: [...tokens, ...at] });
    else if (!isOpen) findings.addAt(rule, `No service is called ${shown(name)}`, [...tokens, ...at]);
  };
  for (const [name, token] of namesIn(value.get('depends_on'))) need(name, ['depends_on', token], 'depends-on-unknown');
  for (const [link, token] of namesIn(value.get('links')))
    need(link.split(':')[0] ?? '', ['links', token], 'service-unknown');
  for (const [from, token] of namesIn(value.get('volumes_from')))
    if (!from.startsWith('container:')) need(from.split(':')[0] ?? '', ['volumes_from', token], 'service-unknown');
  for (const key of ['network_mode', 'ipc', 'pid']) {
    const mode = textOf(value.get(key)) ?? '';
    if (mode.startsWith('service:')) need(mode.slice('service:'.length), [key], 'service-unknown');
  }
  const base = value.get('extends');
  const other = textOf(base) ?? textOf(objectOf(base).get('service'));
  if (base !== undefined && objectOf(base).has('file'))
    findings.addAt('file-not-read', 'The file that the service extends is not read', [...tokens, 'extends']);
  else if (other !== undefined) need(other, ['extends'], 'service-unknown');
  return needs;
}

function checkNetworks({ value, tokens }: Service, { root, isOpen }: Project, findings: ComposeFindings): void {
  const declared = objectOf(root.get('networks'));
  const networks = namesIn(value.get('networks'));
  if (value.has('network_mode') && networks.length > 0)
    findings.addAt('network-mode', 'A service has "network_mode" or "networks", not both', [...tokens, 'network_mode']);
  for (const [name, token] of networks)
    if (name !== 'default' && !declared.has(name) && !isOpen)
      findings.addAt('network-undeclared', `The network ${shown(name)} is not declared`, [
        ...tokens,
        'networks',
        token,
      ]);
}

const SECTIONS = [
  ['secrets', 'secret-undeclared', 'secret'],
  ['configs', 'config-undeclared', 'config'],
  ['models', 'model-undeclared', 'model'],
] as const;

function checkDeclared({ value, tokens }: Service, { root, isOpen }: Project, findings: ComposeFindings): void {
  if (isOpen) return;
  for (const [section, rule, word] of SECTIONS) {
    const declared = objectOf(root.get(section));
    for (const [name, token] of namesIn(value.get(section)))
      if (!declared.has(name))
        findings.addAt(rule, `The ${word} ${shown(name)} is not declared`, [...tokens, section, token]);
  }
  const build = objectOf(value.get('build'));
  const secrets = objectOf(root.get('secrets'));
  for (const [name, token] of namesIn(build.get('secrets')))
    if (!secrets.has(name))
      findings.addAt('secret-undeclared', `The secret ${shown(name)} is not declared`, [
        ...tokens,
        'build',
        'secrets',
        token,
      ]);
  const volumes = objectOf(root.get('volumes'));
  for (const [index, item] of listOf(value.get('volumes')).entries()) {
    const name = volumeName(item);
    if (name !== undefined && name !== '' && !volumes.has(name))
      findings.addAt('volume-undeclared', `The volume ${shown(name)} is not declared`, [
        ...tokens,
        'volumes',
        String(index),
      ]);
  }
}

/** The name of the volume that an entry mounts, where it mounts one. */
export function volumeName(item: Parameters<typeof textOf>[0]): string | undefined {
  if (typeof item === 'string') {
    const mount = readMount(item);
    return typeof mount === 'string' || !mount.isNamed ? undefined : mount.source;
  }
  if (item === undefined || !isJsonObject(item)) return undefined;
  return item.get('type') === 'volume' ? textOf(item.get('source')) : undefined;
}

/** Each circle once, at the need that closes it; without recursion. */
function tellCycles(needs: ReadonlyMap<string, readonly Need[]>, findings: ComposeFindings): void {
  const done = new Set<string>();
  for (const start of needs.keys()) {
    if (done.has(start)) continue;
    const path = [{ name: start, rest: [...(needs.get(start) ?? [])] }];
    const open = new Set([start]);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const next = last.rest.shift();
      if (next === undefined) {
        open.delete(last.name);
        done.add(last.name);
        path.pop();
      } else if (open.has(next.name)) {
        const names = path.slice(path.findIndex(({ name }) => name === next.name)).map(({ name }) => name);
        const shownNames = names.length > 6 ? [...names.slice(0, 6), '…'] : names;
        findings.addAt(
          'dependency-cycle',
          `Services need each other in a circle: ${[...shownNames, next.name].join(' → ').slice(0, 300)}`,
          next.tokens,
        );
      } else if (!done.has(next.name)) {
        open.add(next.name);
        path.push({ name: next.name, rest: [...(needs.get(next.name) ?? [])] });
      }
    }
  }
}
