/**
 * What an option of `docker run` is in a service of Compose. `list` may be given several times; `map` is a list of `key=value`;
 * `ignored` has no place in a service.
 */
export interface RunOption {
  readonly kind: 'text' | 'integer' | 'number' | 'flag' | 'list' | 'map' | 'special' | 'ignored';
  /** Key of the service; with a dot one level deeper. */
  readonly key: string;
  readonly short?: string;
}

const option = (kind: RunOption['kind'], key = '', short?: string): RunOption =>
  short === undefined ? { kind, key } : { kind, key, short };

/** Options of `docker run` 27 by their long names. */
export const RUN_OPTIONS: Readonly<Record<string, RunOption>> = {
  'add-host': option('list', 'extra_hosts'),
  annotation: option('map', 'annotations'),
  attach: option('ignored', '', 'a'),
  'blkio-weight': option('integer', 'blkio_config.weight'),
  'cap-add': option('list', 'cap_add'),
  'cap-drop': option('list', 'cap_drop'),
  'cgroup-parent': option('text', 'cgroup_parent'),
  cgroupns: option('text', 'cgroup'),
  cidfile: option('ignored'),
  'cpu-count': option('integer', 'cpu_count'),
  'cpu-percent': option('integer', 'cpu_percent'),
  'cpu-period': option('integer', 'cpu_period'),
  'cpu-quota': option('integer', 'cpu_quota'),
  'cpu-rt-period': option('integer', 'cpu_rt_period'),
  'cpu-rt-runtime': option('integer', 'cpu_rt_runtime'),
  'cpu-shares': option('integer', 'cpu_shares', 'c'),
  cpus: option('number', 'cpus'),
  'cpuset-cpus': option('text', 'cpuset'),
  detach: option('special', '', 'd'),
  'detach-keys': option('ignored'),
  device: option('list', 'devices'),
  'device-cgroup-rule': option('list', 'device_cgroup_rules'),
  'disable-content-trust': option('special'),
  dns: option('list', 'dns'),
  'dns-option': option('list', 'dns_opt'),
  'dns-search': option('list', 'dns_search'),
  domainname: option('text', 'domainname'),
  entrypoint: option('text', 'entrypoint'),
  env: option('list', 'environment', 'e'),
  'env-file': option('list', 'env_file'),
  expose: option('list', 'expose'),
  gpus: option('special'),
  'group-add': option('list', 'group_add'),
  'health-cmd': option('text', 'healthcheck.test'),
  'health-interval': option('text', 'healthcheck.interval'),
  'health-retries': option('integer', 'healthcheck.retries'),
  'health-start-interval': option('text', 'healthcheck.start_interval'),
  'health-start-period': option('text', 'healthcheck.start_period'),
  'health-timeout': option('text', 'healthcheck.timeout'),
  hostname: option('text', 'hostname', 'h'),
  init: option('flag', 'init'),
  interactive: option('flag', 'stdin_open', 'i'),
  ip: option('special'),
  ip6: option('special'),
  ipc: option('text', 'ipc'),
  isolation: option('text', 'isolation'),
  label: option('list', 'labels', 'l'),
  'label-file': option('list', 'label_file'),
  link: option('list', 'links'),
  'log-driver': option('text', 'logging.driver'),
  'log-opt': option('map', 'logging.options'),
  'mac-address': option('text', 'mac_address'),
  memory: option('text', 'mem_limit', 'm'),
  'memory-reservation': option('text', 'mem_reservation'),
  'memory-swap': option('text', 'memswap_limit'),
  'memory-swappiness': option('integer', 'mem_swappiness'),
  mount: option('special'),
  name: option('text', 'container_name'),
  network: option('special'),
  'network-alias': option('special'),
  'no-healthcheck': option('flag', 'healthcheck.disable'),
  'oom-kill-disable': option('flag', 'oom_kill_disable'),
  'oom-score-adj': option('integer', 'oom_score_adj'),
  pid: option('text', 'pid'),
  'pids-limit': option('integer', 'pids_limit'),
  platform: option('text', 'platform'),
  privileged: option('flag', 'privileged'),
  publish: option('list', 'ports', 'p'),
  'publish-all': option('special', '', 'P'),
  pull: option('text', 'pull_policy'),
  quiet: option('special', '', 'q'),
  'read-only': option('flag', 'read_only'),
  restart: option('text', 'restart'),
  rm: option('special'),
  runtime: option('text', 'runtime'),
  'security-opt': option('list', 'security_opt'),
  'shm-size': option('text', 'shm_size'),
  'sig-proxy': option('special'),
  'stop-signal': option('text', 'stop_signal'),
  'stop-timeout': option('special'),
  'storage-opt': option('map', 'storage_opt'),
  sysctl: option('list', 'sysctls'),
  tmpfs: option('list', 'tmpfs'),
  tty: option('flag', 'tty', 't'),
  ulimit: option('special'),
  user: option('text', 'user', 'u'),
  userns: option('text', 'userns_mode'),
  uts: option('text', 'uts'),
  volume: option('list', 'volumes', 'v'),
  'volumes-from': option('list', 'volumes_from'),
  workdir: option('text', 'working_dir', 'w'),
};

/** Spellings of before. */
export const OLD_NAMES: Readonly<Record<string, string>> = {
  net: 'network',
  'net-alias': 'network-alias',
  'dns-opt': 'dns-option',
  'storage-opts': 'storage-opt',
};

/** Long name of each one-letter option. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(RUN_OPTIONS).flatMap(([name, { short }]) => (short === undefined ? [] : [[short, name] as const])),
);

/** Special options that take no value. */
const BARE: ReadonlySet<string> = new Set([
  'detach',
  'disable-content-trust',
  'publish-all',
  'quiet',
  'rm',
  'sig-proxy',
]);

export const isFlag = (name: string): boolean => RUN_OPTIONS[name]?.kind === 'flag' || BARE.has(name);
