import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import { PAIRS, variable } from './_compose-pairs.js';
import tool from './docker-compose-validator.js';

const PYTHON = '/usr/bin/python3';
const hasCompose = hasProgram(PYTHON, ['-c', 'import compose'], 'Compose files judged by Docker Compose');

type Plain = Record<string, unknown>;

interface Report {
  readonly valid: boolean;
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly line: number;
    readonly pointer: string;
    readonly message: string;
  }[];
}

async function report(document: unknown, options: Record<string, unknown> = {}): Promise<Report> {
  const input = typeof document === 'string' ? document : JSON.stringify(document);
  const { data, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return data as Report;
}

const VARIABLES = { TAG: '1.27', PORT: '8080', EMPTY: '' };
const ENV = Object.entries(VARIABLES)
  .map(([name, value]) => `${name}=${value}\n`)
  .join('');

const SAMPLE: Plain = {
  services: {
    web: {
      image: `nginx:${variable('TAG:-1')}`,
      ports: [
        '8081:80',
        `127.0.0.1:${variable('PORT')}:81/udp`,
        '3000-3005:3000-3005',
        9000,
        { target: 90, published: 9090, protocol: 'tcp', mode: 'host' },
      ],
      depends_on: { api: { condition: 'service_healthy' }, db: { condition: 'service_started' } },
      networks: { front: { aliases: ['www'] }, back: null },
      volumes: [
        'data:/var/lib/data:ro',
        './conf:/etc/conf',
        '/cache',
        { type: 'volume', source: 'data', target: '/more', read_only: true },
      ],
      environment: { MODE: 'prod', COUNT: 3, NOTHING: null },
      restart: 'on-failure:3',
      labels: ['a=b', 'c=d'],
      secrets: ['key', { source: 'key', target: 'other', mode: 288 }],
      configs: ['conf'],
      deploy: {
        replicas: 2,
        resources: { limits: { cpus: '0.5', memory: '50M' } },
        update_config: { delay: '10s', parallelism: 2 },
      },
      logging: { driver: 'json-file', options: { 'max-size': '10m' } },
    },
    api: {
      build: { context: '.', dockerfile: 'Dockerfile', args: ['A=1'] },
      healthcheck: { test: ['CMD', 'true'], interval: '1m30s', timeout: '10s', retries: 3, start_period: '5s' },
      depends_on: ['db'],
      networks: ['back'],
      cap_add: ['NET_BIND_SERVICE'],
      stop_grace_period: '1m',
      ulimits: { nproc: 65535, nofile: { soft: 100, hard: 200 } },
      sysctls: { 'net.core.somaxconn': 1024 },
      extra_hosts: ['h:1.2.3.4'],
      command: ['a', '--b'],
      mem_limit: '512m',
      shm_size: '64M',
      tmpfs: ['/run'],
      init: true,
      user: '1000',
    },
    db: {
      image: 'postgres:16',
      container_name: 'db',
      expose: ['5432'],
      privileged: false,
      network_mode: 'bridge',
      env_file: [],
      profiles: ['a'],
    },
  },
  networks: {
    front: {},
    back: { driver: 'bridge', ipam: { config: [{ subnet: '10.0.0.0/24' }] } },
    out: { external: true, name: 'x' },
  },
  volumes: { data: null, old: { external: true } },
  secrets: { key: { file: './key' } },
  configs: { conf: { file: './conf' } },
};

function nodesOf(value: unknown, found: (Plain | unknown[])[] = []): (Plain | unknown[])[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Plain);
  for (const item of Object.values(value)) nodesOf(item, found);
  return found;
}

const VALUES: readonly unknown[] = [
  'x',
  '',
  5,
  -1,
  true,
  null,
  [],
  {},
  ['a'],
  [1],
  { a: 1 },
  'web',
  'db',
  'api',
  '80:80',
  '1:2:3:4',
  '70000',
  'a:b',
  '10s',
  'abc',
  '1x',
  'data:/x',
  'nope:/x',
  './a:/b:ro',
  '::',
  ['db'],
  ['nobody'],
  { db: { condition: 'service_started' } },
  'service:db',
  'host',
  variable('TAG'),
  variable('NONE?no'),
  variable('NONE:-8'),
  variable('EMPTY:?e'),
  variable('TAG:+9'),
  '$',
  '$$x',
  variable('1'),
  ['80:80', '80:80'],
  ['5-4:5-4'],
  ['1-3:1-2'],
  ['10-20:80'],
  'always',
  'sometimes',
  '1.5g',
  '12q',
  { external: true, driver: 'a' },
];
const KEYS = [
  'image',
  'build',
  'ports',
  'volumes',
  'depends_on',
  'networks',
  'environment',
  'restart',
  'foo',
  'x-foo',
  'links',
  'network_mode',
  'container_name',
  'command',
  'healthcheck',
  'secrets',
  'mem_limit',
  'driver',
  'external',
  'interval',
  'extends',
  'volumes_from',
  'privileged',
  'stop_grace_period',
];

function mutate(chance: Chance): Plain {
  const document = structuredClone(SAMPLE);
  for (let round = chance(2); round >= 0; round--) {
    const node = pick(chance, nodesOf(document).slice(1)) as Plain;
    const keys = Object.keys(node);
    const kind = chance(4);
    if (kind === 0 && keys.length > 0) delete node[pick(chance, keys)];
    else if (kind === 1 && keys.length > 0) node[pick(chance, keys)] = structuredClone(pick(chance, VALUES));
    else if (Array.isArray(node)) node.push(structuredClone(pick(chance, VALUES)));
    else node[pick(chance, KEYS)] = structuredClone(pick(chance, VALUES));
  }
  return JSON.parse(JSON.stringify(document)) as Plain;
}

/** What Docker Compose 1.29 says of each file; an empty text where it takes it. */
const judged = (documents: readonly Plain[]): string[] =>
  runPython<string[]>(
    `
import logging, os, tempfile
logging.disable(logging.CRITICAL)
from compose.config.config import ConfigDetails, ConfigFile, load
from compose.config.environment import Environment
from compose.config.errors import ConfigurationError
folder = tempfile.mkdtemp()
open(os.path.join(folder, 'Dockerfile'), 'w').close()
answers = []
for document in data['documents']:
    try:
        load(ConfigDetails(folder, [ConfigFile(os.path.join(folder, 'docker-compose.yml'), document)], Environment(data['variables'])))
        answers.append('')
    except ConfigurationError as error:
        answers.append('refused: ' + str(error.msg))
    except Exception as error:
        answers.append('failed: ' + repr(error))
os.remove(os.path.join(folder, 'Dockerfile'))
os.rmdir(folder)
print(json.dumps(answers))`,
    { documents, variables: VARIABLES },
    PYTHON,
  );

/** What Docker Compose 1.29 finds when it starts containers, or never. */
const LATER = new Set([
  'network-undeclared',
  'secret-undeclared',
  'config-undeclared',
  'volume-target',
  'restart-policy',
  'duration',
  'byte-size',
  'port-conflict',
  'container-name-scale',
  'container-name-duplicate',
  'external-conflict',
]);

/** Texts that 1.29 does not look into. */
const STRICTER = /"-1"|as its protocol|must have ports from 0 to 65535|The volume ""/;

/** What 1.29 refuses and the specification has taken since, or what asks for files. */
const NEWER =
  /neither an image nor a build context|build path|find env file|interpolation format .*:\+|depends_on contains unsupported option: '(?:x-|restart')|(?:build\.args|environment\.\w+) contains true|^refused: The Compose file .*configs\.\w+ value '|additional attributes \(name, x-|contains (?:an invalid type, it should be a boolean|false)/s;

inRounds.skipIf(!hasCompose)('files are judged as by Docker Compose 1.29', [4, 1000], async (rounds) => {
  const chance = chanceOf(13);
  const documents = Array.from({ length: rounds }, () => mutate(chance));
  const answers = judged(documents);
  let refused = 0;
  for (const [index, document] of documents.entries()) {
    const { findings } = await report(document, { env: ENV, lint: false });
    const theirs = answers[index] ?? '';
    if (NEWER.test(theirs)) continue;
    const isRefused = theirs !== '';
    const rules = findings
      .filter(({ severity, message }) => severity === 'error' && !STRICTER.test(message))
      .map(({ rule }) => rule);
    const isFaulty = isRefused
      ? findings.some(({ severity }) => severity === 'error')
      : rules.some((rule) => !LATER.has(rule));
    if (isRefused) refused++;
    expect(isFaulty, `${theirs} ${JSON.stringify(document)}`).toBe(isRefused);
  }
  expect(refused).toBeGreaterThan(rounds / 8);
});

it('the sample has no errors, in YAML as in JSON', async () => {
  expect((await report(SAMPLE, { env: ENV })).valid).toBe(true);
});

it.each(PAIRS)('%s is told of the faulty file alone, %#', async (rule, faulty, right) => {
  const rulesOf = async (document: unknown) =>
    (await report(document, { env: ENV })).findings.map((found) => found.rule);
  expect(await rulesOf(faulty)).toContain(rule);
  expect(await rulesOf(right)).not.toContain(rule);
});

const services = (count: number, make: (index: number) => string): string =>
  `services:\n${Array.from({ length: count }, (_, index) => `  s${index}: {image: "x:1", ${make(index)}}\n`).join('')}`;

inRows(5, [
  `services: {a: {image: "${variable('A:-').slice(0, -1).repeat(100_000)}"}}`,
  `services: {a: {image: "${variable('A:-x').repeat(100_000)}"}}`,
  `services: {a: {image: "${'$'.repeat(900_001)}"}}`,
  `services: {a: {image: x, ports: ["${'1:'.repeat(400_000)}"]}}`,
  `services: {a: {image: x, volumes: ["${'a:'.repeat(400_000)}"]}}`,
  `services: {a: {image: x, command: ${'['.repeat(480)}${']'.repeat(480)}}}`,
  `x-a0: &a0 ["$A"]\n${Array.from({ length: 8 }, (_, index) => `x-a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]\n`).join('')}services: {}\n`,
  `services: {a: {image: x, environment: [${'"A=$B",'.repeat(100_000)}]}}`,
  services(15_000, (index) => `depends_on: [s${(index + 1) % 15_000}]`),
  services(20_000, () => 'ports: ["80:80"]'),
])('what is hostile, %#', async (input) => {
  const { status, message } = await runTool(tool, { input, options: { env: `A=${'x'.repeat(50_000)}` } });
  expect([200, 400, 413], message).toContain(status);
});
