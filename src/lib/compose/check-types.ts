import { shown } from '../findings.js';
import type { JsonObject, JsonValue } from '../json/values.js';

import type { ComposeFindings } from './findings.js';
import { listOf, objectOf, type Project } from './project.js';

const OF_SERVICE = {
  boolean: [
    ['privileged'],
    ['read_only'],
    ['stdin_open'],
    ['tty'],
    ['init'],
    ['oom_kill_disable'],
    ['healthcheck', 'disable'],
  ],
  'whole number': [
    ['scale'],
    ['deploy', 'replicas'],
    ['deploy', 'update_config', 'parallelism'],
    ['deploy', 'rollback_config', 'parallelism'],
    ['deploy', 'restart_policy', 'max_attempts'],
    ['healthcheck', 'retries'],
    ['oom_score_adj'],
    ['pids_limit'],
  ],
  number: [['cpus'], ['deploy', 'resources', 'limits', 'cpus'], ['deploy', 'resources', 'reservations', 'cpus']],
} as const;

const IN_LISTS = [
  ['volumes', 'read_only', 'boolean'],
  ['secrets', 'mode', 'whole number'],
  ['configs', 'mode', 'whole number'],
] as const;

const OF_RESOURCES = [
  ['networks', ['external', 'internal', 'attachable', 'enable_ipv4', 'enable_ipv6']],
  ['volumes', ['external']],
  ['secrets', ['external']],
  ['configs', ['external']],
] as const;

const FORMS = {
  boolean: /^(?:true|false|yes|no|on|off|y|n)$/i,
  'whole number': /^-?\d+$/,
  number: /^\d+(?:\.\d+)?$|^\.\d+$/,
} as const;

/** The schema takes any text for what variables may stand for: what they make, or a text that has none, must be of the type all the same. */
export function checkTypes({ services, root }: Project, findings: ComposeFindings): void {
  const check = (value: JsonValue | undefined, type: keyof typeof FORMS, tokens: readonly string[]): void => {
    if (typeof value === 'string' && value !== '' && !FORMS[type].test(value))
      findings.addAt('value-type', `${shown(value)} must be a ${type}`, tokens);
  };
  for (const { value, tokens } of services.values()) {
    for (const type of ['boolean', 'whole number', 'number'] as const)
      for (const keys of OF_SERVICE[type]) check(deep(value, keys), type, [...tokens, ...keys]);
    for (const [list, key, type] of IN_LISTS)
      for (const [index, item] of listOf(value.get(list)).entries())
        check(objectOf(item).get(key), type, [...tokens, list, String(index), key]);
    for (const [name, limit] of objectOf(value.get('ulimits'))) {
      check(limit, 'whole number', [...tokens, 'ulimits', name]);
      for (const key of ['soft', 'hard'])
        check(objectOf(limit).get(key), 'whole number', [...tokens, 'ulimits', name, key]);
    }
  }
  for (const [section, keys] of OF_RESOURCES)
    for (const [name, value] of objectOf(root.get(section)))
      for (const key of keys) check(objectOf(value).get(key), 'boolean', [section, name, key]);
}

const deep = (value: JsonObject, keys: readonly string[]): JsonValue | undefined =>
  keys.reduce<JsonValue | undefined>((holder, key) => objectOf(holder).get(key), value);
