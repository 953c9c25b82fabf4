import { expect, it } from 'vitest';

import { openSvg } from '../../formats/svg-document.js';
import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import classificationMetrics from './classification-metrics.js';

async function measured(columns: Readonly<Record<string, readonly unknown[]>>, options = {}) {
  const names = Object.keys(columns);
  const rows = (columns[names[0] ?? ''] ?? []).map((_, i) => names.map((name) => columns[name]?.[i]).join(','));
  const answer = await runTool(classificationMetrics, { input: [names.join(','), ...rows].join('\n'), options });
  expect(answer.status, answer.message).toBe(200);
  return answer.data as Readonly<Record<string, unknown>>;
}

// The values are those of the examples in scikit-learn's documentation of each function.
it('has the values that scikit-learn documents', async () => {
  expect(await measured({ actual: [2, 0, 2, 2, 0, 1], predicted: [0, 0, 2, 2, 0, 2] })).toMatchObject({
    confusionMatrix: [
      [2, 0, 0],
      [0, 0, 1],
      [1, 0, 2],
    ],
  });
  expect(await measured({ actual: [0, 1, 0, 0, 1, 0], predicted: [0, 1, 0, 0, 0, 1] })).toMatchObject({
    balancedAccuracy: 0.625,
  });
  const kappa = {
    actual: ['negative', 'positive', 'negative', 'neutral', 'positive'],
    predicted: ['negative', 'positive', 'negative', 'neutral', 'negative'],
  };
  expect(await measured(kappa)).toMatchObject({ kappa: 0.6875 });
  expect(await measured({ actual: [1, 1, 1, -1], predicted: [1, -1, 1, 1] })).toMatchObject({ matthews: -0.333333 });
  expect(await measured({ actual: [0, 0, 1, 1], p: [0.1, 0.4, 0.35, 0.8] }, { score: 'p' })).toMatchObject({
    scores: { rocAuc: 0.75, averagePrecision: 0.833333 },
  });
  expect(
    await measured({ actual: ['spam', 'ham', 'ham', 'spam'], p: [0.9, 0.1, 0.2, 0.65] }, { score: 'p' }),
  ).toMatchObject({
    scores: { positive: 'spam', logLoss: 0.216162 },
  });
  expect(await measured({ actual: [0, 1, 1, 0], p: [0.1, 0.9, 0.8, 0.3] }, { score: 'p' })).toMatchObject({
    scores: { brierScore: 0.0375 },
  });
});

const SCRIPT = `
import json, sys, math
out = []
for t in json.load(sys.stdin):
    y, s, p = t["y"], t["s"], t["p"]
    pos = [b for a, b in zip(y, s) if a]; neg = [b for a, b in zip(y, s) if not a]
    auc = sum((a > b) + (a == b) / 2 for a in pos for b in neg) / (len(pos) * len(neg))
    ap, before = 0, 0
    for v in sorted(set(s), reverse=True):
        tp = sum(1 for a in pos if a >= v); fp = sum(1 for a in neg if a >= v)
        ap += (tp - before) / len(pos) * tp / (tp + fp); before = tp
    n = len(y)
    po = sum(a == b for a, b in zip(y, p)) / n
    pe = sum((sum(a == c for a in y) / n) * (sum(b == c for b in p) / n) for c in (0, 1))
    tp = sum(a and b for a, b in zip(y, p)); tn = sum(not a and not b for a, b in zip(y, p))
    fp = sum(not a and b for a, b in zip(y, p)); fn = sum(a and not b for a, b in zip(y, p))
    d = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    out.append([auc, ap, (po - pe) / (1 - pe) if pe != 1 else 0, (tp * tn - fp * fn) / d if d else 0, po])
print(json.dumps(out))`;

inRounds.skipIf(!hasProgram('python3', ['--version'], 'metrics against their definitions'))(
  'has the values of the definitions, ties included',
  [10, 200],
  async (rounds) => {
    const chance = chanceOf(11);
    const tables = Array.from({ length: rounds }, () => {
      const length = 4 + chance(60);
      const y = Array.from({ length }, (_, i) => (i < 2 ? i : chance(2)));
      return {
        y,
        s: y.map((label) => (chance(12) + 4 * label) / 16),
        p: y.map((label) => (chance(4) === 0 ? 1 - label : label)),
      };
    });
    const expected = JSON.parse(runProgram('python3', ['-c', SCRIPT], JSON.stringify(tables)).toString()) as number[][];
    for (const [index, { y, s, p }] of tables.entries()) {
      const data = await measured({ actual: y, predicted: p, score: s }, { score: 'score' });
      const { rocAuc, averagePrecision } = data.scores as {
        readonly rocAuc: number;
        readonly averagePrecision: number;
      };
      for (const [i, value] of [rocAuc, averagePrecision, data.kappa, data.matthews, data.accuracy].entries())
        expect(value as number, `table ${index}, value ${i}`).toBeCloseTo(expected[index]?.[i] ?? Number.NaN, 5);
    }
  },
);

it('reads spreadsheets as they are: semicolons, spaces, blank lines, quotes', async () => {
  const { data, files } = await runTool(classificationMetrics, {
    input: '\ufeffactual ; predicted\r\n"a<b"; c\r\n\r\nc;c\r\n',
  });
  expect(data).toMatchObject({ rows: 2, labels: ['a<b', 'c'], accuracy: 0.5 });
  const svg = files[0]?.bytes.toString() ?? '';
  expect(svg).toContain('a&lt;b');
  expect(() => openSvg({ text: svg, label: 'the picture' })).not.toThrow();
});

it('takes time by the rows, with many scores and classes', async () => {
  await expectLinear(3_000, (length) =>
    measured(
      { actual: Array.from({ length }, (_, i) => i % 2), score: Array.from({ length }, (_, i) => (i * 7919) % 10_007) },
      { score: 'score' },
    ),
  );
});
