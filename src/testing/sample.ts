/**
 * Which tools a sweep over all of them takes where there are too many for every run: all that have changed, and of the others another
 * part with each commit.
 */

import { spawnSync } from 'node:child_process';

import { projectRoot } from '../core/project-files.js';

import { chanceOf } from './chance.js';
import { noteUntested } from './untested.js';

interface SweptTool {
  readonly id: string;
  readonly family: string;
}

/** What is known of a checkout. */
interface Revision {
  /** The commit, in hexadecimal digits. */
  readonly commit: string;
  /** Files that differ from the last release, else from the branch this one came from, else from the commit before. */
  readonly changed: readonly string[];
}

/** As many as half an hour of CI on two cores has time for. */
const MAX_SWEPT = 48;
/** The same for files of exhaustive tests of tools and of what they are made of. */
const MAX_TESTS = 18;

/**
 * The tools to sweep over, in their order. All of them where they are few, where git is missing or has no history, or where
 * `EVERY_TOOL=1` asks for them.
 */
export function sampleOfTools<Swept extends SweptTool>(tools: readonly Swept[]): readonly Swept[] {
  if (process.env.EVERY_TOOL === '1') return tools;
  const revision = readRevision(projectRoot);
  const chosen = chooseTools(tools, revision, MAX_SWEPT);
  if (revision !== undefined && chosen.length < tools.length)
    noteUntested(
      `a place in the sample of commit ${revision.commit.slice(0, 8)}`,
      `${tools.length - chosen.length} tools`,
    );
  return chosen;
}

/** At most so many tools, but all that changed. */
export function chooseTools<Swept extends SweptTool>(
  tools: readonly Swept[],
  revision: Revision | undefined,
  most: number,
): readonly Swept[] {
  if (tools.length <= most || revision === undefined) return tools;
  const chance = chanceOf(Number.parseInt(revision.commit.slice(0, 8), 16));
  const chosen = new Set(tools.filter((tool) => revision.changed.some((path) => isOf(tool, path))));
  const others = tools.filter((tool) => !chosen.has(tool));
  while (chosen.size < most) {
    const [next] = others.splice(chance(others.length), 1);
    if (next !== undefined) chosen.add(next);
  }
  return tools.filter((tool) => chosen.has(tool));
}

/** Tools, and the parts they are made of: there are more of them with every tool. */
const isOfTools = (path: string): boolean => /^src\/(?:tools|engines|formats|lib)\//.test(path);

/** The files of exhaustive tests to run: of those of tools a sample, as of tools; all others. Says how many are left to other commits. */
export function sampleOfTests(paths: readonly string[]): { readonly chosen: readonly string[]; readonly left: number } {
  const revision = readRevision(projectRoot);
  const ofTools = paths.filter(isOfTools);
  if (process.env.EVERY_TOOL === '1' || revision === undefined || ofTools.length <= MAX_TESTS)
    return { chosen: paths, left: 0 };
  const chance = chanceOf(Number.parseInt(revision.commit.slice(0, 8), 16));
  const taken = new Set(ofTools.filter((path) => revision.changed.includes(path)));
  const others = ofTools.filter((path) => !taken.has(path));
  while (taken.size < MAX_TESTS && others.length > 0) {
    for (const next of others.splice(chance(others.length), 1)) taken.add(next);
  }
  const chosen = paths.filter((path) => taken.has(path) || !isOfTools(path));
  return { chosen, left: paths.length - chosen.length };
}

/** Whether a file belongs to a tool; what a family shares belongs to all of its tools. */
const isOf = ({ id, family }: SweptTool, path: string): boolean =>
  path.startsWith(`src/tools/${family}/${id}.`) || path.startsWith(`src/tools/${family}/_`);

/** The revision of a checkout; `undefined` without git, without a repository or without a commit to compare with. */
export function readRevision(folder: string): Revision | undefined {
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const commit = git('rev-parse', 'HEAD');
  if (commit === undefined) return;
  const branchedFrom = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main');
  const base =
    git('describe', '--tags', '--abbrev=0') ??
    (branchedFrom === commit ? undefined : branchedFrom) ??
    git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  if (base === undefined) return;
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  if (lists.includes(undefined)) return;
  return { commit, changed: lists.flatMap((list) => list?.split('\n') ?? []).filter((path) => path !== '') };
}
