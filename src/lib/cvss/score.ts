import { MACRO_VECTOR_SCORES } from './macro-vectors.data.js';
import type { CvssVersion } from './metrics.data.js';
import type { CvssVector } from './vector.js';

/** Scores from 0 to 10 with one decimal; those of groups that a vector has no metric of are not there. */
export interface CvssScores {
  readonly base: number;
  readonly temporal?: number;
  readonly environmental?: number;
  readonly impact?: number;
  readonly exploitability?: number;
}

type Weights = Readonly<Record<string, number>>;
type Get = (id: string) => string;

const weight = (weights: Weights, letter: string): number => weights[letter] ?? 1;

/** Far below the distance of two scores, far above the error of doubles: formulas are decimal, and halves must not be lost. */
const CLEAN = 1e9;
const clean = (value: number): number => Math.round(value * CLEAN) / CLEAN;

const nearest = (value: number): number => Math.round(clean(value * 10)) / 10;

/** CVSS v3.0, 8.1: the smallest number of one decimal that is not less. */
const roundUp30 = (value: number): number => Math.ceil(clean(value * 10)) / 10;

/** CVSS v3.1, appendix A: of five decimals. */
function roundUp31(value: number): number {
  const scaled = Math.round(value * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

const FACTORS_2 = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  impact: { N: 0, P: 0.275, C: 0.66 },
  E: { U: 0.85, POC: 0.9, F: 0.95 },
  RL: { OF: 0.87, TF: 0.9, W: 0.95 },
  RC: { UC: 0.9, UR: 0.95 },
  requirement: { L: 0.5, H: 1.51 },
  CDP: { ND: 0, N: 0, L: 0.1, LM: 0.3, MH: 0.4, H: 0.5 },
  TD: { N: 0, L: 0.25, M: 0.75 },
};

/** CVSS v2.0, "A Complete Guide", 3.2. */
function scores2(get: Get, has: (...ids: readonly string[]) => boolean): CvssScores {
  const part = (id: 'C' | 'I' | 'A', isAdjusted: boolean): number =>
    1 - FACTORS_2.impact[get(id) as 'N'] * (isAdjusted ? weight(FACTORS_2.requirement, get(`${id}R`)) : 1);
  const impactOf = (isAdjusted: boolean): number =>
    10.41 * (1 - part('C', isAdjusted) * part('I', isAdjusted) * part('A', isAdjusted));
  const exploitability =
    20 * weight(FACTORS_2.AV, get('AV')) * weight(FACTORS_2.AC, get('AC')) * weight(FACTORS_2.Au, get('Au'));
  const baseOf = (impact: number): number =>
    nearest((0.6 * impact + 0.4 * exploitability - 1.5) * (impact === 0 ? 0 : 1.176));
  const inTime = (base: number): number =>
    nearest(base * weight(FACTORS_2.E, get('E')) * weight(FACTORS_2.RL, get('RL')) * weight(FACTORS_2.RC, get('RC')));
  const impact = impactOf(false);
  const base = baseOf(impact);
  const adjusted = inTime(baseOf(Math.min(10, impactOf(true))));
  const damage = FACTORS_2.CDP[get('CDP') as 'ND'];
  return {
    base,
    ...(has('E', 'RL', 'RC') ? { temporal: inTime(base) } : {}),
    ...(has('CDP', 'TD', 'CR', 'IR', 'AR')
      ? { environmental: nearest((adjusted + (10 - adjusted) * damage) * weight(FACTORS_2.TD, get('TD'))) }
      : {}),
    impact: nearest(impact),
    exploitability: nearest(exploitability),
  };
}

const FACTORS_3 = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  /** Where the scope is changed. */
  PR_CHANGED: { N: 0.85, L: 0.68, H: 0.5 },
  UI: { N: 0.85, R: 0.62 },
  impact: { N: 0, L: 0.22, H: 0.56 },
  E: { U: 0.91, P: 0.94, F: 0.97 },
  RL: { O: 0.95, T: 0.96, W: 0.97 },
  RC: { U: 0.92, R: 0.96 },
  requirement: { L: 0.5, H: 1.5 },
};

/** CVSS v3.1 Specification Document, 7; of 3.0, 8. */
function scores3(get: Get, has: (...ids: readonly string[]) => boolean, version: CvssVersion): CvssScores {
  const roundUp = version === '3.0' ? roundUp30 : roundUp31;
  const modified: Get = (id) => (get(`M${id}`) === 'X' ? get(id) : get(`M${id}`));
  const reachOf = (of: Get): number =>
    8.22 *
    weight(FACTORS_3.AV, of('AV')) *
    weight(FACTORS_3.AC, of('AC')) *
    weight(of('S') === 'C' ? FACTORS_3.PR_CHANGED : FACTORS_3.PR, of('PR')) *
    weight(FACTORS_3.UI, of('UI'));
  const part = (of: Get, id: 'C' | 'I' | 'A'): number =>
    1 - weight(FACTORS_3.impact, of(id)) * (of === modified ? weight(FACTORS_3.requirement, get(`${id}R`)) : 1);
  const lost = (of: Get): number => 1 - part(of, 'C') * part(of, 'I') * part(of, 'A');
  const together = (impact: number, reach: number, scope: string): number =>
    impact <= 0 ? 0 : roundUp(Math.min((scope === 'C' ? 1.08 : 1) * (impact + reach), 10));
  const inTime = (score: number): number =>
    roundUp(score * weight(FACTORS_3.E, get('E')) * weight(FACTORS_3.RL, get('RL')) * weight(FACTORS_3.RC, get('RC')));
  const changed = (loss: number, tail: number): number => 7.52 * (loss - 0.029) - 3.25 * tail;
  const loss = lost(get);
  const impact = get('S') === 'C' ? changed(loss, (loss - 0.02) ** 15) : 6.42 * loss;
  const reach = reachOf(get);
  const base = together(impact, reach, get('S'));
  const modifiedLoss = Math.min(lost(modified), 0.915);
  const tail = version === '3.0' ? (modifiedLoss - 0.02) ** 15 : (modifiedLoss * 0.9731 - 0.02) ** 13;
  const modifiedImpact = modified('S') === 'C' ? changed(modifiedLoss, tail) : 6.42 * modifiedLoss;
  const environmental = inTime(together(modifiedImpact, reachOf(modified), modified('S')));
  const isModified = has('CR', 'IR', 'AR', 'MAV', 'MAC', 'MPR', 'MUI', 'MS', 'MC', 'MI', 'MA');
  return {
    base,
    ...(has('E', 'RL', 'RC') ? { temporal: inTime(base) } : {}),
    ...(isModified ? { environmental } : {}),
    impact: Math.max(0, nearest(impact)),
    exploitability: nearest(reach),
  };
}

/** Most severe first: the distance between two values is the difference of their places. */
const RANKS: Readonly<Record<string, string>> = {
  AV: 'NALP',
  PR: 'NLH',
  UI: 'NPA',
  AC: 'LH',
  AT: 'NP',
  VC: 'HLN',
  VI: 'HLN',
  VA: 'HLN',
  SC: 'SHLN',
  SI: 'SHLN',
  SA: 'SHLN',
  CR: 'HML',
  IR: 'HML',
  AR: 'HML',
};

interface Equivalence {
  readonly metrics: readonly string[];
  /** By level: the vectors of the highest severity in it, letters in the order of `metrics`. */
  readonly highest: Readonly<Record<string, string>>;
  /** By level: how many steps it is deep (v4.0, table 24 to 29). */
  readonly depth: Readonly<Record<string, number>>;
}

/** EQ1, EQ2, EQ3 with EQ6, EQ4; EQ5 has one metric and no depth. */
const EQUIVALENCES: readonly Equivalence[] = [
  {
    metrics: ['AV', 'PR', 'UI'],
    highest: { 0: 'NNN', 1: 'ANN NLN NNP', 2: 'PNN ALP' },
    depth: { 0: 1, 1: 4, 2: 5 },
  },
  { metrics: ['AC', 'AT'], highest: { 0: 'LN', 1: 'HN LP' }, depth: { 0: 1, 1: 2 } },
  {
    metrics: ['VC', 'VI', 'VA', 'CR', 'IR', 'AR'],
    highest: {
      '00': 'HHHHHH',
      '01': 'HHLMMH HHHMMM',
      10: 'LHHHHH HLHHHH',
      11: 'LHLHMH LHHHMM HLHMHM HLLMHH LLHHHM',
      21: 'LLLHHH',
    },
    depth: { '00': 7, '01': 6, 10: 8, 11: 8, 21: 10 },
  },
  { metrics: ['SC', 'SI', 'SA'], highest: { 0: 'HSS', 1: 'HHH', 2: 'LLL' }, depth: { 0: 6, 1: 5, 2: 4 } },
];

interface Levels {
  readonly eq1: number;
  readonly eq2: number;
  readonly eq3: number;
  readonly eq4: number;
  readonly eq5: number;
  readonly eq6: number;
}

/** What counts in 4.0: modified before plain, and the worst where nothing is defined. */
const effective =
  (get: Get): Get =>
  (id) => {
    const own = get(`M${id}`) === 'X' ? get(id) : get(`M${id}`);
    if (own !== 'X') return own;
    return id === 'E' ? 'A' : 'H';
  };

/** CVSS v4.0, tables 24 to 29. */
function levelsOf(of: Get): Levels {
  const is = (id: string, letter: string): boolean => of(id) === letter;
  const isHigh = (id: string): boolean => is(id, 'H');
  const free = ['AV', 'PR', 'UI'].filter((id) => is(id, 'N')).length;
  const needed = (['C', 'I', 'A'] as const).some((id) => isHigh(`${id}R`) && isHigh(`V${id}`));
  const isSafety = is('SI', 'S') || is('SA', 'S');
  return {
    eq1: free === 3 ? 0 : free > 0 && !is('AV', 'P') ? 1 : 2,
    eq2: is('AC', 'L') && is('AT', 'N') ? 0 : 1,
    eq3: isHigh('VC') && isHigh('VI') ? 0 : ['VC', 'VI', 'VA'].some(isHigh) ? 1 : 2,
    eq4: isSafety ? 0 : ['SC', 'SI', 'SA'].some(isHigh) ? 1 : 2,
    eq5: 'APU'.indexOf(of('E')),
    eq6: needed ? 0 : 1,
  };
}

/** The score of a macro vector; `undefined` where there is none. */
const scoreOf = ({ eq1, eq2, eq3, eq4, eq5, eq6 }: Levels): number | undefined => {
  const row = eq4 > 2 || eq5 > 2 ? undefined : MACRO_VECTOR_SCORES[`${eq1}${eq2}${eq3}${eq6}`];
  return row === undefined ? undefined : Number(row.split(' ')[eq4 * 3 + eq5]);
};

/** How many steps the vector is below the highest of its level. */
function stepsBelow({ metrics, highest }: Equivalence, level: string, of: Get): number {
  const distances = (letters: string): number[] =>
    metrics.map((id, at) => (RANKS[id] ?? '').indexOf(of(id)) - (RANKS[id] ?? '').indexOf(letters[at] ?? ''));
  const above = (highest[level] ?? '').split(' ').map(distances);
  const fitting = above.find((steps) => steps.every((step) => step >= 0)) ?? [];
  return fitting.reduce((sum, step) => sum + step, 0);
}

/** CVSS v4.0, 8.2: the macro vector's score less the mean of what lies between it and the next lower ones. */
function score4(of: Get): number {
  if (['VC', 'VI', 'VA', 'SC', 'SI', 'SA'].every((id) => of(id) === 'N')) return 0;
  const levels = levelsOf(of);
  const { eq1, eq2, eq3, eq4, eq5, eq6 } = levels;
  const own = scoreOf(levels) ?? 0;
  const lower = [
    scoreOf({ ...levels, eq1: eq1 + 1 }),
    scoreOf({ ...levels, eq2: eq2 + 1 }),
    nextOfJoined(levels),
    scoreOf({ ...levels, eq4: eq4 + 1 }),
    scoreOf({ ...levels, eq5: eq5 + 1 }),
  ];
  const names = [String(eq1), String(eq2), `${eq3}${eq6}`, String(eq4)];
  let sum = 0;
  for (const [at, next] of lower.entries()) {
    const equivalence = EQUIVALENCES[at];
    const level = names[at];
    if (next === undefined || equivalence === undefined || level === undefined) continue;
    sum += ((own - next) * stepsBelow(equivalence, level, of)) / (equivalence.depth[level] ?? 1);
  }
  const count = lower.filter((next) => next !== undefined).length;
  return Math.max(0, Math.min(10, nearest(own - (count === 0 ? 0 : sum / count))));
}

/** EQ3 and EQ6 go down together; from 0 and 0 there are two ways, and the higher counts. */
function nextOfJoined(levels: Levels): number | undefined {
  const { eq3, eq6 } = levels;
  const third = scoreOf({ ...levels, eq3: eq3 + 1 });
  const sixth = scoreOf({ ...levels, eq6: eq6 + 1 });
  if (eq3 === 0 && eq6 === 0) return Math.max(third ?? 0, sixth ?? 0);
  return eq6 === 1 ? third : sixth;
}

/** Six digits: the levels of EQ1 to EQ6, 0 the most severe. */
export function macroVector({ values }: CvssVector): string {
  const { eq1, eq2, eq3, eq4, eq5, eq6 } = levelsOf(effective((id) => values.get(id) ?? 'X'));
  return `${eq1}${eq2}${eq3}${eq4}${eq5}${eq6}`;
}

/** The scores of a vector, and the one that counts: the one of the most metrics. */
export function scoreVector({ version, values }: CvssVector): { readonly score: number; readonly scores: CvssScores } {
  const has = (...ids: readonly string[]): boolean => ids.some((id) => values.has(id));
  const get: Get = (id) => values.get(id) ?? (version === '2.0' ? 'ND' : 'X');
  if (version === '4.0') {
    // Base metrics have letters of their own; all others are left undefined.
    const base = score4(effective((id) => (/^(?:A[VCT]|PR|UI|[VS][CIA])$/.test(id) ? get(id) : 'X')));
    return { score: score4(effective(get)), scores: { base } };
  }
  const scores = version === '2.0' ? scores2(get, has) : scores3(get, has, version);
  return { score: scores.environmental ?? scores.temporal ?? scores.base, scores };
}

/** CVSS v3.1, 5, and v4.0, 6; for 2.0 as the NVD rates it, which has neither "none" nor "critical". */
export function severityOf(version: CvssVersion, score: number): 'none' | 'low' | 'medium' | 'high' | 'critical' {
  if (version === '2.0') return score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : score > 0 ? 'low' : 'none';
}
