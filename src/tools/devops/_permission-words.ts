import { SPECIAL } from '../../lib/files/permissions.js';

/** What each of the three may do, and what the special bits mean. */
export function explain(mode: number, isDirectory: boolean): string[] {
  const words = isDirectory ? ['list it', 'add and remove entries', 'enter it'] : ['read', 'write', 'execute'];
  const lines = (['The owner', 'The group', 'Everyone else'] as const).map((who, index) => {
    const bits = (mode >> (6 - 3 * index)) & 7;
    const can = words.filter((_, at) => ((bits >> (2 - at)) & 1) === 1);
    return can.length === 0 ? `${who} has no access` : `${who} can ${listed(can)}`;
  });
  if (mode & SPECIAL.setuid && !isDirectory) lines.push('Set user ID: runs with the rights of its owner');
  if (mode & SPECIAL.setgid)
    lines.push(
      isDirectory ? 'Set group ID: new entries get its group' : 'Set group ID: runs with the rights of its group',
    );
  if (mode & SPECIAL.sticky && isDirectory)
    lines.push('Sticky: only the owner of an entry, or of the directory, may remove or rename it');
  return lines;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** What of a mode is risky or has no effect. */
export function warningsOf(mode: number, isDirectory: boolean): string[] {
  const warnings: string[] = [];
  if (mode & 0o002 && !(isDirectory && mode & SPECIAL.sticky)) warnings.push('Everyone can write to it');
  if (mode & SPECIAL.setuid && !isDirectory) warnings.push('Set user ID programs are a security risk');
  if (mode & SPECIAL.setuid && !(mode & 0o100))
    warnings.push('Set user ID has no effect without execute for the owner');
  if (mode & SPECIAL.setgid && !(mode & 0o010) && !isDirectory)
    warnings.push('Set group ID has no effect without execute for the group');
  if (mode & SPECIAL.sticky && !isDirectory) warnings.push('The sticky bit has no effect on files');
  for (const [who, shift] of [
    ['owner', 6],
    ['group', 3],
    ['others', 0],
  ] as const)
    if (isDirectory && ((mode >> shift) & 1) === 0 && ((mode >> shift) & 6) !== 0)
      warnings.push(`Without execute the directory is of little use to ${who === 'others' ? who : `the ${who}`}`);
  return warnings;
}
