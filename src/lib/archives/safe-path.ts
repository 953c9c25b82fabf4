import { portableName } from '../files/portable-names.js';

/** Longest path that is told apart from its parts; longer ones are cut. PATH_MAX of Linux. */
const MAX_FOLDERS = 64;

/**
 * The path of an entry as it can be written below a folder on any system: no `..`, no drive, not absolute, every name portable
 * (`portableName`). `/` and `\` both divide. The same for ordinary paths. A folder has no `/` at its end.
 */
export function safePath(path: string): string {
  const parts = path
    .replace(/^[A-Za-z]:(?=[\\/])/, '')
    .split(/[\\/]+/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return (parts.length === 0 ? ['_'] : parts.slice(-MAX_FOLDERS)).map(portableName).join('/');
}

/** What about a path would harm who unpacks it blindly, in words; empty for an ordinary path. */
export function pathProblems(path: string): string[] {
  const problems: string[] = [];
  const parts = path.split(/[\\/]+/);
  if (parts.includes('..')) problems.push('leads out of the folder with ".."');
  if (/^[\\/]/.test(path)) problems.push('is absolute');
  if (/^[A-Za-z]:/.test(path)) problems.push('names a drive');
  if (path.includes('\\')) problems.push('has backslashes');
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) problems.push('has control characters');
  if (/[\u202a-\u202e\u2066-\u2069]/.test(path)) problems.push('has characters that reverse the direction of text');
  if (parts.length > MAX_FOLDERS) problems.push(`has more than ${MAX_FOLDERS} folders`);
  const isRenamed = parts.some(
    (part) => part !== '' && part !== '.' && part !== '..' && !/^[A-Za-z]:$/.test(part) && portableName(part) !== part,
  );
  if (problems.length === 0 && isRenamed) problems.push('has a name that Windows refuses');
  return problems;
}

/** Whether a link at `path` leads outside of the folder that the archive is unpacked to. */
export function leadsOut(path: string, target: string): boolean {
  if (/^[\\/]|^[A-Za-z]:/.test(target)) return true;
  let depth = path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.').length - 1;
  for (const part of target.split(/[\\/]+/)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
