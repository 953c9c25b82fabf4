import { shown } from '../findings.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/values.js';

import type { ComposeFindings } from './findings.js';
import { listOf, objectOf, type Project, textOf } from './project.js';
import { isByteSize, isDuration, isSubnet, type Port, readMount, readPort, readRange } from './short-forms.js';

/** Ports can be read, and no two services have the same one of the host. */
export function checkPorts({ services }: Project, findings: ComposeFindings): void {
  const taken = new Map<string, { readonly name: string; readonly address: string }[]>();
  for (const { name, value, tokens } of services.values()) {
    // Services of a profile need not run together.
    const isAlways = listOf(value.get('profiles')).length === 0;
    for (const [index, item] of listOf(value.get('ports')).entries()) {
      const at = [...tokens, 'ports', String(index)];
      const port = isJsonObject(item) ? longPort(item) : readPort(textOf(item) ?? '');
      if (typeof port === 'string') {
        findings.addAt(
          'port-syntax',
          `The port ${shown(textOf(item) ?? textOf(objectOf(item).get('published')) ?? '')} ${port}`,
          at,
        );
        continue;
      }
      if (port.host === undefined || !isAlways || port.host.first !== port.host.last || port.host.first === 0) continue;
      const key = `${port.host.first}/${port.protocol}`;
      const others = taken.get(key) ?? [];
      const other = others.find(({ address }) => isAny(address) || isAny(port.address) || address === port.address);
      if (other !== undefined)
        findings.addAt('port-conflict', `The port ${key} of the host is taken by the service ${shown(other.name)}`, at);
      taken.set(key, [...others.slice(0, 100), { name, address: port.address }]);
    }
  }
}

const isAny = (address: string): boolean => address === '' || address === '0.0.0.0';

function longPort(item: JsonObject): Port | string {
  const published = textOf(item.get('published'));
  const target = textOf(item.get('target'));
  const container = readRange(target ?? '');
  const host = published === undefined || published === '' ? undefined : readRange(published);
  if (target !== undefined && container === undefined) return 'must have a target from 0 to 65535';
  if (published !== undefined && published !== '' && host === undefined) return 'must have ports from 0 to 65535';
  const protocol = textOf(item.get('protocol')) ?? 'tcp';
  if (!/^(?:tcp|udp|sctp)$/i.test(protocol)) return 'must have tcp, udp or sctp as its protocol';
  const address = textOf(item.get('host_ip')) ?? '';
  return { address, host, container: container ?? { first: 0, last: 0 }, protocol: protocol.toLowerCase() };
}

/** Volumes can be read, and nothing is mounted over something else. */
export function checkVolumes({ services }: Project, findings: ComposeFindings): void {
  for (const { value, tokens } of services.values()) {
    const targets = new Set<string>();
    for (const [index, item] of listOf(value.get('volumes')).entries()) {
      const at = [...tokens, 'volumes', String(index)];
      const mount = typeof item === 'string' ? readMount(item) : undefined;
      if (typeof mount === 'string') {
        findings.addAt('volume-syntax', `The volume ${shown(textOf(item) ?? '')} ${mount}`, at);
        continue;
      }
      const target = mount?.target ?? textOf(objectOf(item).get('target'));
      if (target === undefined) continue;
      if (!/^(?:\/|[A-Za-z]:[\\/])/.test(target))
        findings.addAt('volume-target', `The target ${shown(target)} must be an absolute path of the container`, at);
      const unknown = mount?.unknown[0];
      if (unknown !== undefined)
        findings.addAt('volume-options', `The option ${shown(unknown)} of a volume is unknown`, at);
      const place = target.replace(/(?<=.)\/+$/, '');
      if (targets.has(place))
        findings.addAt('mount-duplicate', `Something else is mounted at ${shown(target)} already`, at);
      targets.add(place);
    }
  }
}

const DURATIONS = [
  ['stop_grace_period'],
  ['healthcheck', 'interval'],
  ['healthcheck', 'timeout'],
  ['healthcheck', 'start_period'],
  ['healthcheck', 'start_interval'],
  ['deploy', 'update_config', 'delay'],
  ['deploy', 'update_config', 'monitor'],
  ['deploy', 'rollback_config', 'delay'],
  ['deploy', 'rollback_config', 'monitor'],
  ['deploy', 'restart_policy', 'delay'],
  ['deploy', 'restart_policy', 'window'],
];

const SIZES = [
  ['mem_limit'],
  ['mem_reservation'],
  ['memswap_limit'],
  ['shm_size'],
  ['build', 'shm_size'],
  ['deploy', 'resources', 'limits', 'memory'],
  ['deploy', 'resources', 'reservations', 'memory'],
];

/** Times, sizes and restart policies are such. */
export function checkValues({ services }: Project, findings: ComposeFindings): void {
  for (const { value, tokens } of services.values()) {
    for (const keys of DURATIONS) {
      const text = deep(value, keys);
      if (typeof text === 'string' && text !== '' && !isDuration(text))
        findings.addAt('duration', `${shown(text)} must be a time such as 1m30s`, [...tokens, ...keys]);
    }
    for (const keys of SIZES) {
      const text = deep(value, keys);
      if (typeof text === 'string' && text !== '' && !isByteSize(text))
        findings.addAt('byte-size', `${shown(text)} must be a size such as 512m`, [...tokens, ...keys]);
    }
    const restart = value.get('restart');
    if (typeof restart === 'string' && !/^(?:no|always|unless-stopped|on-failure(?::\d+)?|)$/.test(restart))
      findings.addAt('restart-policy', `${shown(restart)} must be no, always, unless-stopped or on-failure[:times]`, [
        ...tokens,
        'restart',
      ]);
  }
}

/** Ports that are open to other services, health checks, limits and subnets have their form. */
export function checkForms({ services, root }: Project, findings: ComposeFindings): void {
  for (const { value, tokens } of services.values()) {
    for (const [index, item] of listOf(value.get('expose')).entries())
      if (!/^\d+(?:-\d+)?(?:\/[a-zA-Z]+)?$/.test(textOf(item) ?? '0'))
        findings.addAt('expose-syntax', `${shown(textOf(item) ?? '')} must be a port such as 8080 or 8080/udp`, [
          ...tokens,
          'expose',
          String(index),
        ]);
    const test = objectOf(value.get('healthcheck')).get('test');
    const [first] = listOf(test);
    if (test !== undefined && isJsonArray(test) && !/^(?:NONE|CMD|CMD-SHELL)$/.test(textOf(first) ?? ''))
      findings.addAt('healthcheck-test', 'A list must begin with NONE, CMD or CMD-SHELL', [
        ...tokens,
        'healthcheck',
        'test',
      ]);
    for (const [name, limit] of objectOf(value.get('ulimits'))) {
      const [soft, hard] = [objectOf(limit).get('soft'), objectOf(limit).get('hard')].map((one) =>
        Number(textOf(one) ?? Number.NaN),
      );
      if (soft !== undefined && hard !== undefined && hard >= 0 && soft > hard)
        findings.addAt('ulimit-order', `The soft limit ${soft} is above the hard limit ${hard}`, [
          ...tokens,
          'ulimits',
          name,
        ]);
    }
  }
  for (const [name, network] of objectOf(root.get('networks')))
    for (const [index, item] of listOf(objectOf(objectOf(network).get('ipam')).get('config')).entries()) {
      const subnet = objectOf(item).get('subnet');
      if (typeof subnet === 'string' && !isSubnet(subnet))
        findings.addAt('subnet-syntax', `${shown(subnet)} must be a subnet such as 10.0.0.0/24`, [
          'networks',
          name,
          'ipam',
          'config',
          String(index),
          'subnet',
        ]);
    }
}

const deep = (value: JsonObject, keys: readonly string[]): JsonValue | undefined =>
  keys.reduce<JsonValue | undefined>((holder, key) => objectOf(holder).get(key), value);
