import { ContentFault } from '../faults.js';

import type { RunCommand } from './read-run.js';
import { RUN_OPTIONS } from './run-options.js';

/** JSON with plain objects. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

type Service = Record<string, Plain>;

/** A service of Compose, and what it needs beside it. */
export interface ComposeService {
  readonly name: string;
  readonly service: Service;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly warnings: readonly string[];
}

const isTrue = (values: readonly string[]): boolean => !/^(?:false|0|f)$/i.test(values.at(-1) ?? '');

/** Order of keys as people write them; others follow. */
const FIRST = [
  'image',
  'container_name',
  'build',
  'platform',
  'restart',
  'hostname',
  'ports',
  'environment',
  'env_file',
  'volumes',
];

/** The service of a command. Throws ContentFault at a value that its option does not take. */
export function composeService({ options, image, command }: RunCommand): ComposeService {
  const service: Service = { image };
  const warnings: string[] = [];
  for (const [name, values] of options) {
    const { kind, key } = RUN_OPTIONS[name] ?? { kind: 'ignored', key: '' };
    if (kind === 'special') continue;
    if (kind === 'ignored') warnings.push(`--${name} has no place in a Compose file`);
    else if (kind === 'flag') put(service, key, isTrue(values));
    else if (kind === 'list')
      put(
        service,
        key,
        values.map((value) => escaped(key === 'volumes' ? fromHere(value) : value)),
      );
    else if (kind === 'map') put(service, key, pairs(values));
    else if (kind === 'text') put(service, key, escaped(values.at(-1) ?? ''));
    else put(service, key, numberOf(name, values.at(-1) ?? '', kind === 'integer'));
  }
  if (command.length > 0) service.command = command.map(escaped);
  if (typeof service.entrypoint === 'string')
    service.entrypoint = service.entrypoint === '' ? [] : [service.entrypoint];
  const networks = networkPart(options, service, warnings);
  special(options, service, warnings);
  return {
    name: serviceName(options.get('name')?.at(-1) ?? image),
    service: inOrder(service),
    volumes: volumeNames(service),
    networks,
    warnings,
  };
}

/** Compose puts values in the place of `$name`; `$$` is a dollar sign. */
const escaped = (value: string): string => value.replaceAll('$', '$$$$');

/** The working directory as shells name it, at the start of a path; Compose starts relative paths at its file. */
const fromHere = (path: string): string => path.replace(/^(?:\$\(pwd\)|`pwd`|\$\{PWD\}|\$PWD|%cd%)(?=[/\\:]|$)/i, '.');

function put(service: Service, key: string, value: Plain): void {
  const [outer = '', inner] = key.split('.');
  if (inner === undefined) service[outer] = value;
  else service[outer] = { ...((service[outer] as Service | undefined) ?? {}), [inner]: value };
}

function pairs(values: readonly string[]): Service {
  return Object.fromEntries(
    values.map((value) => {
      const at = value.indexOf('=');
      return at < 0 ? [value, ''] : [value.slice(0, at), escaped(value.slice(at + 1))];
    }),
  );
}

function numberOf(name: string, value: string, isInteger: boolean): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || (isInteger && !Number.isInteger(number)))
    throw new ContentFault(
      `option --${name} must be ${isInteger ? 'an integer' : 'a number'}, got ${JSON.stringify(value.slice(0, 80))}`,
    );
  return number;
}

function special(options: RunCommand['options'], service: Service, warnings: string[]): void {
  const stop = options.get('stop-timeout')?.at(-1);
  if (stop !== undefined) service.stop_grace_period = `${numberOf('stop-timeout', stop, true)}s`;
  const limits = options.get('ulimit');
  if (limits !== undefined) service.ulimits = Object.fromEntries(limits.map(ulimit));
  const gpus = options.get('gpus')?.at(-1);
  if (gpus !== undefined) service.deploy = { resources: { reservations: { devices: [gpuDevice(gpus)] } } };
  const mounts = options.get('mount');
  if (mounts !== undefined)
    service.volumes = [...((service.volumes as Plain[] | undefined) ?? []), ...mounts.map(mount)];
  if (options.has('publish-all'))
    warnings.push('--publish-all has no place in a Compose file; "ports" names each port');
  if (options.has('rm'))
    warnings.push('--rm is an option of docker compose run; docker compose down removes containers');
}

/** Networks that the service joins. `host`, `none` and `container:name` are modes. */
function networkPart(options: RunCommand['options'], service: Service, warnings: string[]): string[] {
  const given = (options.get('network') ?? []).map((value) => /^name=([^,]+)/.exec(value)?.[1] ?? value);
  const mode = given.find((value) => /^(?:host|none|bridge|default|container:.*)$/.test(value));
  const aliases = options.get('network-alias');
  const addresses: Service = {};
  for (const [name, key] of [
    ['ip', 'ipv4_address'],
    ['ip6', 'ipv6_address'],
  ] as const) {
    const address = options.get(name)?.at(-1);
    if (address !== undefined) addresses[key] = address;
  }
  if (mode !== undefined) {
    service.network_mode = mode;
    if (aliases !== undefined || Object.keys(addresses).length > 0)
      warnings.push(`Addresses and aliases need a network of one's own, not ${mode}`);
    return [];
  }
  if (given.length === 0) {
    if (aliases !== undefined || Object.keys(addresses).length > 0)
      warnings.push('Addresses and aliases need --network');
    return [];
  }
  const details: Service = { ...(aliases === undefined ? {} : { aliases: [...aliases] }), ...addresses };
  service.networks =
    Object.keys(details).length === 0
      ? given
      : Object.fromEntries(given.map((name, index) => [name, index === 0 ? details : null]));
  return given;
}

function ulimit(value: string): [string, Plain] {
  const [, name, soft = '', hard] = /^([a-z]+)=(-?\d+)(?::(-?\d+))?$/.exec(value) ?? [];
  if (name === undefined)
    throw new ContentFault(`option --ulimit must be name=soft:hard, got ${JSON.stringify(value.slice(0, 80))}`);
  return [name, hard === undefined ? Number(soft) : { soft: Number(soft), hard: Number(hard) }];
}

function gpuDevice(value: string): Plain {
  const capabilities = ['gpu'];
  if (value === 'all') return { driver: 'nvidia', count: 'all', capabilities };
  if (/^\d+$/.test(value)) return { driver: 'nvidia', count: Number(value), capabilities };
  const ids = /device=([^"]+)/.exec(value)?.[1];
  if (ids === undefined)
    throw new ContentFault(
      `option --gpus must be all, a number or device=…, got ${JSON.stringify(value.slice(0, 80))}`,
    );
  return { driver: 'nvidia', device_ids: ids.split(','), capabilities };
}

/** `type=bind,source=/a,target=/b,readonly` in the long form of Compose. */
function mount(text: string): Plain {
  const entry: Service = { type: 'volume' };
  for (const part of text.split(',')) {
    const [key = '', value = ''] = [
      part.split('=', 1)[0],
      part.includes('=') ? part.slice(part.indexOf('=') + 1) : undefined,
    ];
    if (key === 'type') entry.type = value;
    else if (key === 'source' || key === 'src') entry.source = escaped(fromHere(value));
    else if (key === 'target' || key === 'dst' || key === 'destination') entry.target = escaped(value);
    else if (key === 'readonly' || key === 'ro') entry.read_only = value !== 'false';
    else if (key === 'bind-propagation') entry.bind = { propagation: value };
    else if (key === 'volume-nocopy') entry.volume = { nocopy: value !== 'false' };
    else if (key === 'tmpfs-size') entry.tmpfs = { size: value };
    else throw new ContentFault(`option --mount has an unknown key ${JSON.stringify(key.slice(0, 80))}`);
  }
  if (entry.target === undefined) throw new ContentFault('option --mount needs a target');
  return entry;
}

/** Volumes with a name, which Compose wants declared. */
function volumeNames(service: Service): string[] {
  const names: string[] = [];
  for (const volume of (service.volumes as Plain[] | undefined) ?? []) {
    const source = typeof volume === 'string' ? /^([^:]+):./.exec(volume)?.[1] : namedSource(volume as Service);
    if (source !== undefined && /^[A-Za-z0-9][\w.-]+$/.test(source)) names.push(source);
  }
  return names;
}

const namedSource = ({ type, source }: Service): string | undefined =>
  type === 'volume' && typeof source === 'string' ? source : undefined;

/** Of an image: its last part, without tag and digest. */
function serviceName(text: string): string {
  const last = text.replace(/@.*$/, '').split('/').at(-1) ?? '';
  const name = last.replace(/:.*$/, '').replace(/[^A-Za-z0-9._-]/g, '-');
  return name === '' || name === '__proto__' ? 'service' : name;
}

function inOrder(service: Service): Service {
  const keys = [
    ...FIRST.filter((key) => key in service),
    ...Object.keys(service).filter((key) => !FIRST.includes(key)),
  ];
  return Object.fromEntries(keys.map((key) => [key, service[key] as Plain]));
}
