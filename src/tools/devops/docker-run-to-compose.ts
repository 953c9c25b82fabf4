import { z } from 'zod';

import { defineTool, invalid, overLimit, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { readRunCommand } from '../../lib/docker/read-run.js';
import { composeService, type Plain } from '../../lib/docker/to-compose.js';
import { inPart } from '../../lib/faults.js';
import { writeYaml } from '../../lib/json/to-yaml.js';
import { fromPlain } from '../../lib/json/values.js';
import { posixText } from '../../lib/shell/windows-text.js';
import { shellCommands } from '../../lib/shell/words.js';

const MAX_COMMANDS = 500;

const isDocker = (words: readonly string[]): boolean =>
  words.some((word) => /(?:^|[/\\])(?:docker|podman|nerdctl)(?:\.exe)?$/.test(word));

/** Commands of the text; prompts such as `$ ` and `sudo` may come before them. */
function runCommands(text: string) {
  const commands = shellCommands(posixText(text.replace(/^[ \t]*[$#>][ \t]+/gm, ''))).filter(({ words }) =>
    isDocker(words),
  );
  const runs = commands.filter(({ words }) => words.some((word) => word === 'run' || word === 'create'));
  if (runs.length > MAX_COMMANDS)
    throw overLimit(`The text must have at most ${MAX_COMMANDS} commands, got ${runs.length}`);
  return runs;
}

function composeFile(text: string, project: string): string {
  const services: Record<string, Plain> = {};
  const volumes: Record<string, Plain> = {};
  const networks: Record<string, Plain> = {};
  const warnings: string[] = [];
  const runs = runCommands(text);
  if (runs.length === 0) throw invalid('The text must have a command that begins with docker run');
  for (const [index, { words }] of runs.entries()) {
    const made = inPart(`command ${index + 1}`, () => composeService(readRunCommand(words)));
    let { name } = made;
    for (let turn = 2; Object.hasOwn(services, name); turn++) name = `${made.name}-${turn}`;
    services[name] = made.service;
    for (const volume of made.volumes) volumes[volume] = {};
    for (const network of made.networks) networks[network] = {};
    warnings.push(...made.warnings);
  }
  const file: Plain = {
    ...(project === '' ? {} : { name: project }),
    services,
    ...(Object.keys(volumes).length === 0 ? {} : { volumes }),
    ...(Object.keys(networks).length === 0 ? {} : { networks }),
  };
  const comments = [...new Set(warnings)].map((warning) => `# ${warning}\n`).join('');
  return comments + writeYaml(fromPlain(file));
}

export default defineTool({
  id: 'docker-run-to-compose',
  title: 'Docker Run to Compose',
  summary: 'Turns docker run commands into a Compose file: one service per command, with its volumes and networks.',
  family: 'devops',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    project: z.string().max(100).default('').describe('Name of the project; empty for none.'),
  },
  result: 'mixed',
  notes: [
    'All options of docker run 27 are known, in their long, short and old spellings; podman run and nerdctl run are read, too. What has no place in a Compose file, such as --rm, is named in a comment at the top.',
    'Line breaks after a backslash, quotes and comments are those of a POSIX shell; carets of cmd.exe and backticks of PowerShell at the end of lines are read too. $(pwd) and $PWD at the start of a volume become the folder of the Compose file; other variables of the shell stay as text: $ becomes $$, which Compose reads as a dollar sign.',
    `Volumes and networks that have a name are declared; networks are made by Compose unless "external: true" is added. At most ${MAX_COMMANDS} commands.`,
  ],
  aliases: [
    'composerize',
    'docker run to docker compose',
    'docker-compose generator',
    'convert docker command to compose',
    'docker command to a compose file',
  ],
  verified: [
    'Docker Compose 1.29 (config): accepts 100 random commands as written here, with the same values for each option',
    'PyYAML 6.0: reads the same texts and numbers, ports such as 22:22, too',
  ],
  examples: [
    {
      title: 'A web server',
      input:
        'docker run -d --name web \\\n  -p 8080:80 -e MODE=prod -v data:/var/lib/data --restart unless-stopped \\\n  --network front nginx:1.27 nginx -g "daemon off;"',
      output: {
        text: 'services:\n  web:\n    image: nginx:1.27\n    container_name: web\n    restart: unless-stopped\n    ports:\n      - "8080:80"\n    environment:\n      - MODE=prod\n    volumes:\n      - data:/var/lib/data\n    command:\n      - nginx\n      - "-g"\n      - daemon off;\n    networks:\n      - front\nvolumes:\n  data: {}\nnetworks:\n  front: {}\n',
      },
    },
    {
      title: 'Limits, a health check, and an option without a place',
      input:
        '$ sudo docker run --rm -it -m 512m --cpus=1.5 --ulimit nofile=1024:2048 --gpus all --health-cmd "curl -f localhost" alpine',
      options: { project: 'demo' },
      output: {
        text: '# --rm is an option of docker compose run; docker compose down removes containers\nname: demo\nservices:\n  alpine:\n    image: alpine\n    stdin_open: true\n    tty: true\n    mem_limit: "512m"\n    cpus: 1.5\n    healthcheck:\n      test: curl -f localhost\n    ulimits:\n      nofile:\n        soft: 1024\n        hard: 2048\n    deploy:\n      resources:\n        reservations:\n          devices:\n            - driver: nvidia\n              count: all\n              capabilities:\n                - gpu\n',
      },
    },
    {
      title: 'A project in uppercase letters',
      input: 'docker run nginx',
      options: { project: 'Demo' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "project" must have lowercase letters, digits, - and _ only, got "Demo"',
      },
    },
    {
      title: 'An unknown option',
      input: 'docker run --port 80 nginx',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as docker run: command 1: docker run has no option --port',
      },
    },
    {
      title: 'No image',
      input: 'docker run -d',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as docker run: command 1: the image is missing',
      },
    },
    {
      title: 'A value is missing',
      input: 'docker run -p',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as docker run: command 1: option -p needs a value',
      },
    },
    {
      title: 'A number that is a word',
      input: 'docker run --cpus many nginx',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as docker run: command 1: option --cpus must be a number, got "many"',
      },
    },
    {
      title: 'Another command',
      input: 'docker ps',
      error: { code: 'INVALID_INPUT', message: 'The text must have a command that begins with docker run' },
    },
    {
      title: 'A quote is not closed',
      input: 'docker run "nginx',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as docker run: line 1, column 12: a quote is not closed\ndocker run "nginx\n           ^',
      },
    },
  ],
  async run({ input, files, options: { project } }) {
    if (project !== '' && !/^[a-z0-9][a-z0-9_-]*$/.test(project))
      throw invalid(`Option "project" must have lowercase letters, digits, - and _ only, got ${quote(project)}`);
    const source = await readTextSource({ input, files });
    const content = refusing(`Cannot read ${source.label} as docker run`, () => composeFile(source.text, project));
    return documentResult(source, content, KINDS.yaml);
  },
});
