import type { CatalogEntry } from '../core/catalog.js';

import { flagOf } from './arguments.js';
import { CommandError } from './exit-codes.js';

const COMMANDS = ['serve', 'list', 'show', 'run', 'mcp', 'completion', 'help'];
const RUN_FLAGS = ['--input', '--output', '--force', '--json'];

/** A completion script for a shell, made from the catalog. */
export function completionScript(shell: string | undefined, entries: readonly CatalogEntry[]): string {
  if (shell === 'bash') return bash(entries);
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash(entries)}`;
  if (shell === 'fish') return fish(entries);
  throw new CommandError('completion needs the name of a shell: bash, zsh or fish');
}

const flagsOf = ({ options }: CatalogEntry): string[] =>
  options.flatMap(({ name, type }) => {
    const flag = flagOf(name);
    return type === 'boolean' ? [flag, `--no-${flag.slice(2)}`] : [flag];
  });

function bash(entries: readonly CatalogEntry[]): string {
  const ids = entries.map(({ id }) => id).join(' ');
  const cases = entries.filter(({ options }) => options.length > 0);
  return `# bash completion for tool-execution-api
_tool_execution_api() {
  local word=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} tool=\${COMP_WORDS[2]} words=
  if [ "$COMP_CWORD" = 1 ]; then
    words='${COMMANDS.join(' ')}'
  elif [ "$COMP_CWORD" = 2 ]; then
    case $command in
      run|show) words='${ids}' ;;
      completion) words='bash zsh fish' ;;
      list) words='--family --search --json' ;;
    esac
  elif [ "$command" = run ]; then
    case $word in -*)
      words='${RUN_FLAGS.join(' ')}'
      case $tool in
${cases.map((entry) => `        ${entry.id}) words="$words ${flagsOf(entry).join(' ')}" ;;`).join('\n')}
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
    for (const flag of flagsOf(entry))
      lines.push(`${name} -n '__fish_seen_subcommand_from ${entry.id}' -l ${flag.slice(2)}`);
  }
  for (const flag of RUN_FLAGS) lines.push(`${name} -n '__fish_seen_subcommand_from run' -l ${flag.slice(2)}`);
  return `# fish completion for tool-execution-api\n${lines.join('\n')}\n`;
}
