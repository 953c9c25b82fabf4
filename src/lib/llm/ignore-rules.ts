import { matchesWildcards } from '../archives/wildcards.js';
import { LimitFault } from '../faults.js';

/** Paths times rules: chosen, two seconds of work. */
const MAX_COMPARED = 20_000_000;
/** Ways that classes of one pattern can be spelled out; beyond it a class is any one character. */
const MAX_SPELLED = 128;

interface IgnoreRule {
  /** The folder of the file that has it, with its slash; empty for the root. */
  readonly base: string;
  readonly patterns: readonly string[];
  readonly isNegated: boolean;
  readonly foldersOnly: boolean;
  /** Compared with the path below `base`, not with the last name alone. */
  readonly isAnchored: boolean;
}

/** The rules of a `.gitignore` file as gitignore(5) has them. */
export function readIgnoreRules(text: string, base: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.split(/\r?\n/)) {
    const kept = line.replace(/(?<!\\)[ \t]+$/, '');
    if (kept === '' || kept.startsWith('#')) continue;
    const isNegated = kept.startsWith('!');
    const bare = (isNegated ? kept.slice(1) : kept).replace(/^\\(?=[#!])/, '');
    const foldersOnly = bare.endsWith('/');
    const path = foldersOnly ? bare.slice(0, -1) : bare;
    const isAnchored = path.includes('/');
    const pattern = path.startsWith('/') ? path.slice(1) : path;
    if (pattern === '') continue;
    rules.push({ base, patterns: spelled(pattern), isNegated, foldersOnly, isAnchored });
  }
  return rules;
}

/** `*.py[co]` as `*.pyc` and `*.pyo`: wildcards have no classes. */
function spelled(pattern: string): readonly string[] {
  let patterns = [''];
  for (const [part] of pattern.matchAll(/\[[^\]/]{1,100}\]|\\?[^[]|\[/g)) {
    const letters =
      part.length > 2 && part.startsWith('[') ? lettersOf(part.slice(1, -1)) : [part.replace(/^\\(?=.)/, '')];
    const fits = letters.length > 0 && letters.length * patterns.length <= MAX_SPELLED;
    patterns = patterns.flatMap((start) => (fits ? letters : ['?']).map((letter) => start + letter));
  }
  return patterns;
}

/** The characters of a class; none for one that says what it is not. */
function lettersOf(content: string): string[] {
  if (/^[!^]/.test(content)) return [];
  return [...content.matchAll(/(.)-(.)|(.)/gu)].flatMap(([, from, to, one]) => {
    if (one !== undefined) return [one];
    const [first, last] = [from?.codePointAt(0) ?? 0, to?.codePointAt(0) ?? 0];
    return Array.from({ length: Math.min(MAX_SPELLED + 1, Math.max(0, last - first + 1)) }, (_, i) =>
      String.fromCodePoint(first + i),
    );
  });
}

function matches({ base, patterns, foldersOnly, isAnchored }: IgnoreRule, path: string, isFolder: boolean): boolean {
  if ((foldersOnly && !isFolder) || !path.startsWith(base)) return false;
  const below = path.slice(base.length);
  if (!isAnchored) return matchesWildcards(below, patterns);
  // A pattern of one name is compared with names at its own level only.
  return patterns.some(
    (pattern) =>
      (pattern.includes('/') || pattern.includes('**') || !below.includes('/')) && matchesWildcards(below, [pattern]),
  );
}

/** Tells which paths the rules ignore. What is in an ignored folder is ignored. Throws LimitFault where there is too much to compare. */
export function ignoredBy(rules: readonly IgnoreRule[]): (path: string) => boolean {
  const folders = new Map<string, boolean>();
  let left = MAX_COMPARED;
  const judge = (path: string, isFolder: boolean): boolean => {
    left -= rules.reduce((sum, { patterns }) => sum + patterns.length, 1);
    if (left < 0) throw new LimitFault('too many paths and ignore rules to compare', MAX_COMPARED);
    // The last rule that matches counts.
    return rules.findLast((rule) => matches(rule, path, isFolder))?.isNegated === false;
  };
  const isIgnoredFolder = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const ignored = isInIgnored(path) || judge(path, true);
    folders.set(path, ignored);
    return ignored;
  };
  const isInIgnored = (path: string): boolean => {
    const slash = path.lastIndexOf('/');
    return slash > 0 && isIgnoredFolder(path.slice(0, slash));
  };
  return (path) => isInIgnored(path) || judge(path, false);
}
