import type { CatalogEntry } from '../core/catalog.js';

import { flagOf, offFlagOf, RUN_FLAGS } from './arguments.js';
import { CommandError } from './exit-codes.js';

export const COMMANDS = ['serve', 'list', 'show', 'run', 'mcp', 'completion', 'trim', 'help', 'version'] as const;

const SERVE_FLAGS = ['--port', '--host', '--host-name', '--log-level'];

/** A completion script for a shell, made from the catalog. */
export function completionScript(shell: string | undefined, entries: readonly CatalogEntry[]): string {
  if (shell === 'bash') return bash(entries);
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash(entries)}`;
  if (shell === 'fish') return fish(entries);
  throw new CommandError('completion needs the name of a shell: bash, zsh or fish');
}

const flagsOf = ({ options }: CatalogEntry): string[] =>
  options.flatMap(({ name, type }) => (type === 'boolean' ? [flagOf(name), offFlagOf(name)] : [flagOf(name)]));

/** Options whose values are words to choose from. */
const choicesOf = ({ options }: CatalogEntry) =>
  options.flatMap(({ name, allowed }) => (allowed === undefined ? [] : [{ flag: flagOf(name), allowed }]));

const familiesOf = (entries: readonly CatalogEntry[]): string[] => [...new Set(entries.map(({ family }) => family))];

function bash(entries: readonly CatalogEntry[]): string {
  const ids = entries.map(({ id }) => id).join(' ');
  const cases = entries.filter(({ options }) => options.length > 0);
  const choices = entries.flatMap((entry) =>
    choicesOf(entry).map(({ flag, allowed }) => `      '${entry.id} ${flag}') words='${allowed.join(' ')}' ;;`),
  );
  return `# bash completion for tool-execution-api
_tool_execution_api() {
  local word=\${COMP_WORDS[COMP_CWORD]} last=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} tool=\${COMP_WORDS[2]} words=
  if [ "$COMP_CWORD" = 1 ]; then
    words='${COMMANDS.join(' ')}'
  elif [ "$last" = --family ]; then
    words='${familiesOf(entries).join(' ')}'
  elif [ "$command" = list ]; then
    words='--family --search --json'
  elif [ "$command" = serve ]; then
    words='${SERVE_FLAGS.join(' ')}'
  elif [ "$COMP_CWORD" = 2 ]; then
    case $command in
      run|show) words='${ids}' ;;
      completion) words='bash zsh fish' ;;
    esac
  elif [ "$command" = run ]; then
    case "$tool $last" in
${choices.join('\n')}
      *)
        case $word in -*)
          words='${RUN_FLAGS.join(' ')}'
          case $tool in
${cases.map((entry) => `            ${entry.id}) words="$words ${flagsOf(entry).join(' ')}" ;;`).join('\n')}
          esac ;;
        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [ -n "$words" ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _tool_execution_api tool-execution-api
`;
}

function fish(entries: readonly CatalogEntry[]): string {
  const name = 'complete -c tool-execution-api';
  const lines = COMMANDS.map((word) => `${name} -n __fish_use_subcommand -f -a ${word}`);
  for (const entry of entries) {
    const about = entry.summary.replaceAll("'", "\\'");
    lines.push(`${name} -n '__fish_seen_subcommand_from run show' -a ${entry.id} -d '${about}'`);
    const choices = new Map(choicesOf(entry).map(({ flag, allowed }) => [flag, allowed]));
    for (const flag of flagsOf(entry)) {
      const words = choices.get(flag);
      const values = words === undefined ? '' : ` -x -a '${words.join(' ')}'`;
      lines.push(`${name} -n '__fish_seen_subcommand_from ${entry.id}' -l ${flag.slice(2)}${values}`);
    }
  }
  for (const family of familiesOf(entries))
    lines.push(`${name} -n '__fish_seen_subcommand_from list' -x -l family -a ${family}`);
  for (const flag of SERVE_FLAGS) lines.push(`${name} -n '__fish_seen_subcommand_from serve' -x -l ${flag.slice(2)}`);
  for (const flag of RUN_FLAGS) lines.push(`${name} -n '__fish_seen_subcommand_from run' -l ${flag.slice(2)}`);
  return `# fish completion for tool-execution-api\n${lines.join('\n')}\n`;
}
