/** Which tests there are, and what each is given. */

import { ContentFault, LimitFault } from '../faults.js';
import * as hypotheses from './hypotheses.js';

export const TESTS = [
  'welch',
  'student',
  'paired',
  'one-sample',
  'anova',
  'mann-whitney',
  'wilcoxon',
  'kruskal-wallis',
  'chi-square',
  'fisher',
  'proportion',
  'pearson',
  'spearman',
  'kendall',
] as const;
export type Test = (typeof TESTS)[number];
type TestOfCounts = 'chi-square' | 'fisher' | 'proportion';

const MAX_GROUPS = 1000;
const OF_PAIRS = new Set<Test>(['paired', 'wilcoxon', 'pearson', 'spearman', 'kendall']);
const OF_MANY = new Set<Test>(['anova', 'kruskal-wallis']);

export const takesCounts = (test: Test): test is TestOfCounts =>
  test === 'chi-square' || test === 'fisher' || test === 'proportion';
/** How its groups stand in a table. */
export const layoutOf = (test: Test): 'pairs' | 'groups' | 'columns' =>
  OF_PAIRS.has(test) ? 'pairs' : test === 'one-sample' ? 'columns' : 'groups';

/** As many as the test takes. Throws `ContentFault` where there are fewer, or more groups in a column than it takes. */
function checkGroups(groups: readonly hypotheses.Group[], test: Test): readonly [hypotheses.Group, hypotheses.Group] {
  const needed = test === 'one-sample' ? 1 : 2;
  const isSingle = test === 'wilcoxon' && groups.length === 1;
  if (groups.length < needed && !isSingle)
    throw new ContentFault(`${test} needs ${needed} columns or groups, got ${groups.length}`);
  if (groups.length > MAX_GROUPS) throw new LimitFault(`there must be fewer than ${MAX_GROUPS + 1} groups`, MAX_GROUPS);
  const used = OF_MANY.has(test) ? groups : groups.slice(0, needed);
  for (const { name, values } of used)
    if (values.length < 2) throw new ContentFault(`${JSON.stringify(name)} needs 2 values, got ${values.length}`);
  const [first = { name: '', values: [] }, second = { name: '', values: [] }] = groups;
  return [first, second];
}

/** Throws `ContentFault` where the table has not the shape of the test. */
export function testCounts(
  test: TestOfCounts,
  rows: readonly (readonly number[])[],
  question: hypotheses.Question,
): hypotheses.Outcome {
  const [height, width] = [rows.length, rows[0]?.length ?? 0];
  if (test === 'chi-square' ? height * width < 2 : height !== 2 || width !== 2)
    throw new ContentFault(
      `${test} needs ${test === 'chi-square' ? 'at least 2 counts' : '2 rows of 2 counts'}, got ${height} rows of ${width}`,
    );
  if (test === 'fisher') return hypotheses.fisherExact(rows, question.tail);
  return test === 'proportion'
    ? hypotheses.compareShares(rows, question)
    : hypotheses.chiSquareTest(rows, question.correction);
}

export interface TestedGroups {
  /** Those that were compared. */
  readonly groups: readonly hypotheses.Group[];
  readonly outcome: hypotheses.Outcome;
}

/** Throws `ContentFault` and `LimitFault` for groups that the test cannot compare. */
export function testGroups(
  test: Exclude<Test, TestOfCounts>,
  groups: readonly hypotheses.Group[],
  question: hypotheses.Question,
): TestedGroups {
  const pair = checkGroups(groups, test);
  const differences = () =>
    groups.length === 1 ? pair[0].values : pair[0].values.map((value, i) => value - (pair[1].values[i] ?? 0));
  const used = OF_MANY.has(test) ? groups : groups.slice(0, test === 'one-sample' ? 1 : 2);
  const run: Record<Exclude<Test, TestOfCounts>, () => hypotheses.Outcome> = {
    welch: () => hypotheses.compareMeans(pair, true, question),
    student: () => hypotheses.compareMeans(pair, false, question),
    paired: () => hypotheses.testMean('mean difference', differences(), question),
    'one-sample': () => hypotheses.testMean('mean', pair[0].values, question),
    anova: () => hypotheses.anova(groups),
    'kruskal-wallis': () => hypotheses.kruskalWallis(groups),
    'mann-whitney': () => hypotheses.mannWhitney(pair, question),
    wilcoxon: () => hypotheses.wilcoxon(differences(), question),
    pearson: () => hypotheses.correlate('pearson', pair, question),
    spearman: () => hypotheses.correlate('spearman', pair, question),
    kendall: () => hypotheses.correlate('kendall', pair, question),
  };
  const outcome = run[test]();
  if (used.length === groups.length || test === 'one-sample') return { groups: used, outcome };
  const left = `Only the first 2 of ${groups.length} groups were compared`;
  return { groups: used, outcome: { ...outcome, warnings: [...(outcome.warnings ?? []), left] } };
}
