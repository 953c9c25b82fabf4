import { unlessFaulty } from '../faults.js';
import { type ShellCommand, shellCommands } from '../shell/words.js';

import type { Instruction } from './dockerfile.js';
import type { Said } from './lint-dockerfile.js';

const POINTLESS: ReadonlySet<string> = new Set('free ifconfig kill mount ps service shutdown ssh top vim'.split(' '));

/** Options of package managers that take a word of their own. */
const VALUED =
  /^(?:-t|--target-release|-o|-c|-r|--requirement|-i|--index-url|--extra-index-url|--find-links|-f|--prefix|-X|--repository|-v|--version)$/;

/** What follows the verb of a package manager: options, and packages. */
function installed(words: readonly string[], verbs: readonly string[]) {
  const at = words.findIndex((word, index) => index > 0 && verbs.includes(word));
  if (at < 0) return undefined;
  const options = words.filter((word) => word.startsWith('-'));
  const packages = words
    .slice(at + 1)
    .filter((word, index, all) => !word.startsWith('-') && !VALUED.test(all[index - 1] ?? ''));
  return { options, packages: packages.filter((word) => !/^[<>$]|^\d?[<>]/.test(word)) };
}

/** A command without what is put before it, such as `sudo` or a variable. */
function plainWords({ words }: ShellCommand): readonly string[] {
  const first = words.findIndex((word) => !/^(?:[A-Za-z_]\w*=.*|sudo|env|exec|time|!)$/s.test(word));
  return first < 0 ? [] : words.slice(first);
}

const hasYes = (options: readonly string[]): boolean =>
  options.some((option) => /^(?:-[a-z]*y[a-z]*|--yes|--assume-yes|-qq|--quiet=2|-q=2)$/.test(option)) ||
  options.filter((option) => option === '-q' || option === '--quiet').length > 1;

/** What the commands of a RUN instruction do that they should not. Each rule is told once. */
export function runFindings(
  { value, list, heredocs, flags }: Instruction,
  { hasPipefail }: { hasPipefail: boolean },
): Said[] {
  const text = heredocs.length > 0 && /^<<-?["']?\w+["']?$/.test(value) ? heredocs.join('\n') : value;
  const commands =
    list === undefined ? unlessFaulty(() => shellCommands(text)) : [{ words: list, operator: '', start: 0 }];
  if (commands === undefined) return [['shell-syntax', 'error', 'A quote or a bracket of the command is not closed']];
  const said = new Map<string, Said>();
  const say = (...one: Said): void => void said.set(one[0], said.get(one[0]) ?? one);
  const calls = commands.map(plainWords);
  const isCached = (folder: string): boolean => (flags.get('mount') ?? '').includes(folder);
  for (const [index, words] of calls.entries()) {
    const [program = ''] = words;
    const command = commands[index];
    if (command?.words.includes('sudo') && command.words[0] === 'sudo')
      say('DL3004', 'error', 'sudo has no use in a build: it runs as root, or as the USER');
    if (POINTLESS.has(program)) say('DL3001', 'info', `"${program}" has no use in a container`);
    if (program === 'cd' && words.length > 1)
      say('DL3003', 'warning', 'WORKDIR changes the folder; cd holds for this RUN only');
    if (program === 'apt') say('DL3027', 'warning', 'apt is for people; apt-get and apt-cache are for scripts');
    if (program === 'apt-get' || program === 'apt') aptFindings(words, calls, isCached('/var'), say);
    if (program === 'apk') apkFindings(words, say);
    if (/^pip3?$/.test(program) || /\bpython3? -m pip\b/.test(words.slice(0, 3).join(' ')))
      pipFindings(words, isCached('pip'), say);
    if (program === 'npm') {
      const packages = installed(words, ['install', 'i', 'add'])?.packages ?? [];
      if (packages.some((one) => !/.@[^@]+$/.test(one) && !/^[./]|:\/\/|\.tgz$/.test(one)))
        say('DL3016', 'warning', 'npm install without versions (name@1.2.3) gives another result each time');
    }
    if (program === 'gem') {
      const found = installed(words, ['install', 'i']);
      const isPinned = words.some((word) => /^(?:-v|--version)/.test(word));
      if (found !== undefined && !isPinned && found.packages.some((one) => !one.includes(':')))
        say('DL3028', 'warning', 'gem install without versions (name:1.2.3) gives another result each time');
    }
    if (/^(?:yum|dnf|microdnf|zypper)$/.test(program) && installed(words, ['install', 'in']) !== undefined)
      if (!words.some((word) => /^(?:-y|--assumeyes|-n|--non-interactive)$/.test(word)))
        say('DL3030', 'warning', `${program} install asks a question unless it has -y`);
    if (command?.operator === '|' && !hasPipefail && !/set -[a-z]*o pipefail/.test(text))
      say('DL4006', 'warning', 'A failure before | is not noticed: SHELL with -o pipefail comes before it');
  }
  const programs = new Set(calls.map(([program]) => program));
  if (programs.has('wget') && programs.has('curl'))
    say('DL4001', 'warning', 'wget and curl do the same: one is enough');
  return [...said.values()];
}

type Say = (...said: Said) => void;

function aptFindings(
  words: readonly string[],
  calls: readonly (readonly string[])[],
  isCached: boolean,
  say: Say,
): void {
  if (words.some((word) => word === 'dist-upgrade'))
    say('DL3005', 'warning', 'dist-upgrade changes the release of the image');
  const found = installed(words, ['install']);
  if (found === undefined) return;
  if (!hasYes(found.options)) say('DL3014', 'warning', 'apt-get install asks a question unless it has -y');
  if (
    !found.options.includes('--no-install-recommends') &&
    !words.some((word) => /Install-Recommends=(?:false|0)/.test(word))
  )
    say('DL3015', 'info', 'apt-get install without --no-install-recommends installs more than asked for');
  if (found.packages.some((one) => !/[=/]/.test(one) && !/\.deb$|[$*]/.test(one)))
    say('DL3008', 'warning', 'apt-get install without versions (name=1.2.3) gives another result each time');
  const removes = calls.some(
    ([program, ...rest]) => program === 'rm' && rest.some((word) => word.startsWith('/var/lib/apt/lists')),
  );
  if (!removes && !isCached)
    say('DL3009', 'info', 'The lists of apt stay in the image: rm -rf /var/lib/apt/lists/* removes them');
}

function apkFindings(words: readonly string[], say: Say): void {
  if (words.includes('upgrade')) say('DL3017', 'error', 'apk upgrade changes the packages of the base image');
  const found = installed(words, ['add']);
  if (found === undefined) return;
  if (!found.options.includes('--no-cache'))
    say('DL3019', 'info', 'apk add without --no-cache leaves its index in the image');
  if (found.packages.some((one) => !/[=~<>@$]/.test(one) && !/^[./]/.test(one)))
    say('DL3018', 'warning', 'apk add without versions (name=1.2.3-r0) gives another result each time');
}

function pipFindings(words: readonly string[], isCached: boolean, say: Say): void {
  const found = installed(words, ['install']);
  if (found === undefined) return;
  const reads = found.options.some((option) => /^(?:-r|--requirement|-c|--constraint|-e|--editable)/.test(option));
  if (!reads && found.packages.some((one) => !/[=<>~!]=|[<>@]|^[.$/]|:\/\/|\.whl$|\.txt$/.test(one)))
    say('DL3013', 'warning', 'pip install without versions (name==1.2.3) gives another result each time');
  if (!found.options.includes('--no-cache-dir') && !isCached)
    say('DL3042', 'warning', 'pip install without --no-cache-dir leaves its cache in the image');
}
