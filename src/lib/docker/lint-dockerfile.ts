import { type Dockerfile, type Instruction, readDockerfile } from './dockerfile.js';
import { runFindings } from './lint-run.js';

export type Severity = 'error' | 'warning' | 'info';

export interface DockerfileFinding {
  readonly line: number;
  /** That of Hadolint where it has the rule, else a name. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
}

/** What a rule says, before it has its line. */
export type Said = readonly [code: string, severity: Severity, message: string];

/** Instructions, and the fewest words that each needs. */
const KNOWN: Readonly<Record<string, number>> = {
  ADD: 2,
  ARG: 1,
  CMD: 1,
  COPY: 2,
  ENTRYPOINT: 1,
  ENV: 1,
  EXPOSE: 1,
  FROM: 1,
  HEALTHCHECK: 1,
  LABEL: 1,
  MAINTAINER: 1,
  ONBUILD: 1,
  RUN: 1,
  SHELL: 1,
  STOPSIGNAL: 1,
  USER: 1,
  VOLUME: 1,
  WORKDIR: 1,
};

/** A stage of the build: from one FROM to the next. */
interface Stage {
  readonly from: Instruction;
  readonly image: string;
  readonly alias: string | undefined;
  readonly instructions: Instruction[];
}

/** Reads and judges a Dockerfile. Findings are in the order of lines; those that a comment ignores are not among them. */
export function lintDockerfile(text: string): {
  readonly file: Dockerfile;
  readonly stages: readonly Stage[];
  readonly findings: readonly DockerfileFinding[];
} {
  const file = readDockerfile(text);
  const stages = stagesOf(file.instructions);
  const findings: DockerfileFinding[] = [];
  const add = (line: number, said: readonly Said[]): void => {
    const ignored = file.ignored.get(line);
    for (const [code, severity, message] of said)
      if (!ignored?.has(code.toUpperCase())) findings.push({ line, code, severity, message });
  };
  for (const line of file.openHeredocs)
    add(line, [['here-document', 'error', 'The here-document is not ended by its word on a line of its own']]);
  for (const instruction of file.instructions) add(instruction.line, syntaxOf(instruction));
  const [first] = file.instructions.filter(({ name }) => name !== 'ARG');
  if (first === undefined) add(1, [['no-from', 'error', 'A Dockerfile needs a FROM instruction']]);
  else if (first.name !== 'FROM')
    add(first.line, [['DL3061', 'error', 'A Dockerfile must begin with FROM, ARG or a comment']]);
  const args = new Set(file.instructions.filter(({ name }) => name === 'ARG').map(({ value }) => value.split('=')[0]));
  for (const [index, stage] of stages.entries()) {
    add(stage.from.line, fromFindings(stage, stages.slice(0, index), args));
    stageFindings(stage, stages.slice(0, index), index === stages.length - 1, add);
  }
  return { file, stages, findings: findings.sort((a, b) => a.line - b.line) };
}

function stagesOf(instructions: readonly Instruction[]): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') {
      const [image = '', as, alias] = instruction.value.split(/\s+/);
      const name = as?.toUpperCase() === 'AS' ? alias : undefined;
      stages.push({ from: instruction, image, alias: name, instructions: [] });
    } else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

function syntaxOf({ name, value, list, heredocs }: Instruction): Said[] {
  const least = KNOWN[name];
  if (least === undefined) return [['unknown-instruction', 'error', `"${name.slice(0, 40)}" is not an instruction`]];
  const words = list ?? value.split(/\s+/).filter((word) => word !== '');
  if (words.length < least && heredocs.length === 0)
    return [
      ['missing-arguments', 'error', `${name} needs at least ${least === 1 ? 'one argument' : `${least} arguments`}`],
    ];
  if (name === 'MAINTAINER') return [['DL4000', 'error', 'MAINTAINER is deprecated; LABEL maintainer=… replaces it']];
  if (name === 'SHELL' && list === undefined) return [['shell-form', 'error', 'SHELL needs a JSON array of texts']];
  if (name === 'ONBUILD' && /^(?:FROM|MAINTAINER|ONBUILD)\b/i.test(value))
    return [['DL3043', 'error', 'ONBUILD must not trigger ONBUILD, FROM or MAINTAINER']];
  if ((name === 'CMD' || name === 'ENTRYPOINT') && list === undefined)
    return [
      ['DL3025', 'warning', `${name} in JSON form, such as ["program", "argument"], gets signals and needs no shell`],
    ];
  if (name === 'WORKDIR' && !/^["']?(?:\/|\$|[A-Za-z]:)/.test(value))
    return [['DL3000', 'error', 'WORKDIR needs an absolute path']];
  if (name === 'EXPOSE') return exposeFindings(words);
  if (name === 'ENV' || name === 'ARG') return variableFindings(name, value);
  return [];
}

function exposeFindings(words: readonly string[]): Said[] {
  return words.flatMap((word): Said[] => {
    const [, low = '', high = low, , protocol = 'tcp'] = /^(\d+)(?:-(\d+))?(\/(\w+))?$/.exec(word) ?? [];
    if (word.includes('$')) return [];
    if (low === '' || !['tcp', 'udp', 'sctp'].includes(protocol.toLowerCase()))
      return [['DL3011', 'error', `"${word.slice(0, 40)}" is not a port such as 80 or 53/udp`]];
    if (Number(low) > 65_535 || Number(high) > 65_535)
      return [['DL3011', 'error', 'Ports are numbers from 0 to 65535']];
    return [];
  });
}

function variableFindings(name: string, value: string): Said[] {
  const pairs = [...value.matchAll(/([A-Za-z_]\w*)=("(?:\\.|[^"\\])*"|'[^']*'|(?:\\.|[^\s\\])*)/g)];
  const said: Said[] = [];
  const names = pairs.map(([, variable = '']) => variable);
  for (const [, variable = '', text = ''] of pairs) {
    const isSecret = /(?:password|passwd|secret|token|api_?key|private_?key|credential)/i.test(variable);
    const isGiven = !/^(?:"\s*"|'\s*'|)$/.test(text) && !/\$/.test(text) && !/_(?:file|path)$/i.test(variable);
    if (isSecret && isGiven)
      said.push(['secret-in-image', 'warning', `${variable} stays readable in the image; a build secret does not`]);
    const used = [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, one = '']) => one);
    const own = used.find((one) => one !== variable && names.includes(one));
    if (name === 'ENV' && own !== undefined)
      said.push([
        'DL3044',
        'error',
        `${variable} refers to ${own}, which is set in the same ENV and still has its old value`,
      ]);
  }
  return said;
}

function fromFindings(
  { from, image, alias }: Stage,
  before: readonly Stage[],
  args: ReadonlySet<string | undefined>,
): Said[] {
  const said: Said[] = [];
  const variable = /^\$\{?(\w+)/.exec(image)?.[1];
  const isStage = before.some((stage) => stage.alias?.toLowerCase() === image.toLowerCase());
  const [, , tag, digest] = /^(.*?)(?::([^/@:]+))?(@.+)?$/.exec(image) ?? [];
  if (!isStage && image !== 'scratch' && variable === undefined && digest === undefined) {
    if (tag === undefined)
      said.push(['DL3006', 'warning', `The image "${image.slice(0, 80)}" has no tag: its version is open`]);
    if (tag === 'latest') said.push(['DL3007', 'warning', 'The tag latest changes over time; a version does not']);
  }
  if (variable !== undefined && !args.has(variable))
    said.push(['undeclared-argument', 'warning', `No ARG declares ${variable}`]);
  const platform = from.flags.get('platform');
  if (platform !== undefined && !platform.includes('$'))
    said.push(['DL3029', 'warning', 'FROM with a fixed --platform cannot be built for another one']);
  if (alias !== undefined && before.some((stage) => stage.alias?.toLowerCase() === alias.toLowerCase()))
    said.push(['DL3024', 'error', `The stage "${alias.slice(0, 80)}" exists already`]);
  return said;
}

function stageFindings(
  stage: Stage,
  before: readonly Stage[],
  isLast: boolean,
  add: (line: number, said: readonly Said[]) => void,
): void {
  const { instructions } = stage;
  const shell = instructions.find(({ name }) => name === 'SHELL');
  let hasWorkdir = false;
  for (const [index, instruction] of instructions.entries()) {
    const { name, line, value, flags } = instruction;
    const inner = name === 'ONBUILD' ? undefined : name;
    if (inner === 'WORKDIR') hasWorkdir = true;
    if (inner === 'COPY' || inner === 'ADD') add(line, copyFindings(instruction, stage, before, hasWorkdir));
    if (inner === 'RUN') {
      const previous = instructions[index - 1];
      add(line, runFindings(instruction, { hasPipefail: /pipefail/.test(shell?.value ?? '') }));
      if (previous?.name === 'RUN' && flags.size === 0 && previous.flags.size === 0)
        add(line, [['DL3059', 'info', 'Several RUN instructions in a row: joined by &&, they make one layer']]);
    }
    const later = instructions.slice(index + 1).some((one) => one.name === name);
    if (later && (name === 'CMD' || name === 'ENTRYPOINT' || name === 'HEALTHCHECK')) {
      const code = { CMD: 'DL4003', ENTRYPOINT: 'DL4004', HEALTHCHECK: 'DL3012' }[name];
      add(line, [[code, name === 'CMD' ? 'warning' : 'error', `Only the last ${name} counts`]]);
    }
    if (name === 'USER' && isLast && !instructions.slice(index + 1).some((one) => one.name === 'USER'))
      if (/^(?:root|0)(?::|$)/.test(value)) add(line, [['DL3002', 'warning', 'The last USER must not be root']]);
  }
}

function copyFindings(
  { name, value, flags, list, heredocs }: Instruction,
  stage: Stage,
  before: readonly Stage[],
  hasWorkdir: boolean,
): Said[] {
  const said: Said[] = [];
  const words = list ?? value.split(/\s+/);
  const sources = words.slice(0, -1);
  const target = (words.at(-1) ?? '').replace(/^["']|["']$/g, '');
  const from = flags.get('from');
  if (
    name === 'ADD' &&
    heredocs.length === 0 &&
    !sources.some((source) => /^\w+:\/\/|^git@|\.(?:tar|tgz|gz|bz2|xz|zst)\b/i.test(source))
  )
    said.push(['DL3020', 'error', 'COPY copies files and folders; ADD is for archives and addresses']);
  if (
    name === 'COPY' &&
    words.length > 2 &&
    heredocs.length === 0 &&
    !/[/\\]$/.test(target) &&
    !/^\.{1,2}$/.test(target)
  )
    said.push(['DL3021', 'error', 'COPY of several sources needs a target that ends in /']);
  if (!hasWorkdir && heredocs.length === 0 && name === 'COPY' && !/^(?:\/|\$|[A-Za-z]:)/.test(target))
    said.push(['DL3045', 'warning', 'COPY to a relative target without WORKDIR ends wherever the base image says']);
  if (from !== undefined && !/[$/:.]/.test(from)) {
    const known = before.some(
      (one, index) => one.alias?.toLowerCase() === from.toLowerCase() || String(index) === from,
    );
    if (stage.alias?.toLowerCase() === from.toLowerCase())
      said.push(['DL3023', 'error', 'COPY --from cannot refer to its own stage']);
    else if (!known) said.push(['DL3022', 'warning', `No earlier stage is called "${from.slice(0, 80)}"`]);
  }
  return said;
}
