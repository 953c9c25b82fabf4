/**
 * `npm run all`: `deploy/container/Containerfile` read by a linter, and what it promises looked up in it. Ends with files that were
 * spoilt on purpose. The image itself is built by hand: `deploy/container/README.md` says how, also where no registry can be reached.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DockerfileParser, type JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'deploy/container/Containerfile'), 'utf8');

function faultsOf(text: string): string[] {
  const faults = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
  const file = DockerfileParser.parse(text);
  const all = file.getInstructions();
  const last = (keyword: string) => all.filter((one) => one.getKeyword() === keyword).at(-1);
  // An image runs as whoever the last stage it was made from says.
  const users = all.filter((one) => one.getKeyword() === 'USER').map((one) => one.getArgumentsContent() ?? '');
  if (!/^[1-9]\d*:[1-9]\d*$/.test(users.at(-1) ?? '')) faults.push(`the last USER is ${users.at(-1)}`);
  for (const keyword of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) {
    const one = last(keyword) as JSONInstruction | undefined;
    const words = one?.getArgumentsContent() ?? '';
    if (!words.includes('["') || !words.endsWith('"]')) faults.push(`${keyword} goes through a shell, or is not there`);
  }
  for (const one of file.getCOPYs()) {
    const words = one.getArguments().map((argument) => argument.getValue());
    if (one.getFlags().some((flag) => flag.getName() === 'from')) continue;
    for (const source of words.slice(0, -1)) {
      if (!existsSync(join(ROOT, source))) faults.push(`COPY ${source}: there is no such file`);
    }
  }
  if (last('ADD') !== undefined) faults.push('ADD unpacks and downloads: COPY does neither');
  if (!text.includes('npm ci --ignore-scripts')) faults.push('packages run code while they are installed');
  return faults;
}

const SPOILT: readonly (readonly [from: string, to: string])[] = [
  ['USER 10001:10001\nENV CHROMIUM', 'ENV CHROMIUM'],
  ['ENTRYPOINT ["tini", "--", "node", "/app/dist/bin/tool-execution-api.js"]', 'ENTRYPOINT node /app'],
  ['COPY scripts scripts', 'COPY skripts scripts'],
  ['COPY bin bin', 'ADD bin bin'],
  ['npm ci --ignore-scripts', 'npm ci'],
  ['EXPOSE 8080', 'EXPOSE http-port-8080'],
  ['WORKDIR /app', 'WORKDIRS /app'],
];

const faults = faultsOf(TEXT);
let caught = 0;
for (const [from, to] of SPOILT) {
  const text = TEXT.replace(from, to);
  if (text !== TEXT && faultsOf(text).length > 0) caught += 1;
  else faults.push(`${to} in place of ${from} passes`);
}
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`Containerfile: ${faults.length} faults; ${caught} of ${SPOILT.length} spoilt ones caught`);
process.exitCode = faults.length === 0 ? 0 : 1;
