import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import { variable } from './_compose-pairs.js';
import tool from './docker-run-to-compose.js';

const hasYaml = hasProgram('python3', ['-c', 'import yaml'], 'Compose files beside PyYAML');
const hasCompose = hasProgram('docker-compose', ['version'], 'Compose files beside Docker Compose');

const quoted = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

/** An option as it is typed, the key of the service, and what must be there. */
type Choice = readonly [typed: string, key: string, value: unknown];

const CHOICES: readonly ((chance: Chance) => Choice)[] = [
  (chance) => [
    pick(chance, ['-p 22:22', '-p22:22', '--publish=22:22', '--publish 22:22', '-p=22:22']),
    'ports',
    ['22:22'],
  ],
  (chance) => {
    const value = pick(chance, ['A=1', 'B=x y', 'C=it\'s "q"', 'D', 'E=a=b#c', 'F=no', 'G=é: [x]']);
    return [`${pick(chance, ['-e', '--env'])} ${quoted(value)}`, 'environment', [value]];
  },
  () => ['--env P=a\\$b', 'environment', ['P=a$$b']],
  (chance) => [pick(chance, ['-v /a:/b:ro', '--volume=/a:/b:ro']), 'volumes', ['/a:/b:ro']],
  (chance) => [pick(chance, ['-it', '-i -t', '-ti', '--tty --interactive', '-itd']), 'tty', true],
  () => ['--restart on-failure:3', 'restart', 'on-failure:3'],
  () => ['--user 1000:1000', 'user', '1000:1000'],
  () => ['-w "/a b"', 'working_dir', '/a b'],
  () => ['-h box', 'hostname', 'box'],
  () => ['-m 1g', 'mem_limit', '1g'],
  () => ['--cpus .5', 'cpus', 0.5],
  () => ['--cap-add NET_ADMIN --cap-add SYS_TIME', 'cap_add', ['NET_ADMIN', 'SYS_TIME']],
  () => ['--privileged', 'privileged', true],
  () => ['--read-only=false', 'read_only', false],
  () => ['--dns 1.1.1.1 --dns=8.8.8.8', 'dns', ['1.1.1.1', '8.8.8.8']],
  () => [
    '--log-driver json-file --log-opt max-size=10m --log-opt max-file=3',
    'logging',
    { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
  ],
  () => ['--ulimit nproc=65535', 'ulimits', { nproc: 65_535 }],
  () => ['--sysctl net.core.somaxconn=1024', 'sysctls', ['net.core.somaxconn=1024']],
  () => ['--label a.b=c -l d', 'labels', ['a.b=c', 'd']],
  () => ['--net host', 'network_mode', 'host'],
  () => ['--stop-timeout 30', 'stop_grace_period', '30s'],
  () => ['--add-host h:1.2.3.4', 'extra_hosts', ['h:1.2.3.4']],
  () => ['--shm-size 64m', 'shm_size', '64m'],
  () => ['--init', 'init', true],
  () => ['--pid host', 'pid', 'host'],
  () => ['--tmpfs /run:size=64m', 'tmpfs', ['/run:size=64m']],
  () => ['--security-opt no-new-privileges', 'security_opt', ['no-new-privileges']],
  () => [
    '--health-cmd "x || y" --health-interval 5s --health-retries 3',
    'healthcheck',
    { test: 'x || y', interval: '5s', retries: 3 },
  ],
];

exhaustive.skipIf(!hasYaml || !hasCompose)('PyYAML reads each value, and Docker Compose accepts it', async () => {
  const rounds = 100;
  const made: { text: string; choices: Choice[]; command: string[] }[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const keys = new Set<string>();
    const choices = Array.from({ length: 1 + chance(8) }, () => pick(chance, CHOICES)(chance)).filter(([, key]) => {
      const isNew = !keys.has(key);
      keys.add(key);
      return isNew;
    });
    const command = pick(chance, [[], ['sh', '-c', 'echo "a b"'], ['--flag', '-p', '1:2']]);
    const typed = ['docker run', ...choices.map(([text]) => text), 'app:1.0', ...command.map(quoted)];
    const { text, message } = await runTool(tool, { input: typed.join(pick(chance, [' ', ' \\\n  '])) });
    expect(message, typed.join(' ')).toBeUndefined();
    made.push({ text: text ?? '', choices, command });
  }
  const read = runPython<{ services: Record<string, Record<string, unknown>> }[]>(
    'import yaml\nprint(json.dumps([yaml.safe_load(one) for one in data]))',
    made.map(({ text }) => text),
  );
  for (const [index, { choices, command, text }] of made.entries()) {
    const service = read[index]?.services.app ?? {};
    expect(service.image).toBe('app:1.0');
    for (const [typed, key, value] of choices) expect(service[key], `${typed}\n${text}`).toEqual(value);
    expect(service.command ?? [], text).toEqual(command);
  }
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  const paths = made.map(({ text }, index) => {
    const path = join(folder, `${index}.yml`);
    writeFileSync(path, text);
    return path;
  });
  const refused = runPython<string[]>(
    `
import subprocess
faults = []
for path in data:
    done = subprocess.run(['docker-compose', '-f', path, 'config', '-q'], capture_output=True, text=True)
    if done.returncode != 0: faults.append(open(path).read() + done.stderr)
print(json.dumps(faults))`,
    paths,
  );
  rmSync(folder, { recursive: true });
  expect(refused).toEqual([]);
});

it.each([
  [
    'docker run --mount type=bind,src=/a,dst=/b,readonly x',
    '    volumes:\n      - type: bind\n        source: /a\n        target: /b\n        read_only: true\n',
  ],
  [
    'docker run --network net1 --ip 10.0.0.2 --network-alias a x',
    '    networks:\n      net1:\n        aliases:\n          - a\n        ipv4_address: "10.0.0.2"\nnetworks:\n  net1: {}\n',
  ],
  ['docker run a/b:1\ndocker run c/b@sha256:1', 'services:\n  b:\n    image: a/b:1\n  b-2:\n    image: c/b@sha256:1\n'],
  ['podman run --entrypoint "" x', '    entrypoint: []\n'],
])('%s', async (input, part) => {
  expect((await runTool(tool, { input })).text).toContain(part);
});

it.each([
  'docker run x\n'.repeat(501),
  `docker run ${'-e a '.repeat(150_000)}x`,
  `docker run -${'i'.repeat(900_000)} x`,
  `docker run ${'"'.repeat(900_000)}`,
  'docker run --__proto__ x',
  'docker run --constructor=1 x',
  'docker run --ulimit __proto__=1 x',
  'docker run --log-opt __proto__=1 x',
  'docker run --name __proto__ x',
])('what is hostile, %#', async (input) => {
  expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

it.each(['$(pwd)', '"$PWD"', `"${variable('PWD')}"`, '%cd%'])(
  '%s at the start of a volume is the folder of the file',
  async (here) => {
    const { text } = await runTool(tool, {
      input: `docker run -v ${here}:/app -v ${here}/data:/data --mount type=bind,src=${here},dst=/src alpine`,
    });
    expect(text).toContain('volumes:\n      - ".:/app"\n      - "./data:/data"\n');
    expect(text).toMatch(/source: "?\."?\n/);
  },
);

it.each(['^', '`'])('lines that end with %s go on', async (sign) => {
  const lines = ['docker run -d', '-p 80:80', '-e "A=b c"', 'nginx:1'];
  const posix = await runTool(tool, { input: lines.join(' ') });
  for (const end of ['\n', '\r\n'])
    expect((await runTool(tool, { input: lines.join(` ${sign}${end}  `) })).text).toBe(posix.text);
});
