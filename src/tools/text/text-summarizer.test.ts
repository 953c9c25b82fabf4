import { describe, expect, it } from 'vitest';

import { METHODS, rankSentences } from '../../lib/summaries/rank.js';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './text-summarizer.js';

const hasPython = hasProgram('python3', ['--version'], 'scores of summaries against linear equations in Python');

interface Report {
  readonly summary: string;
  readonly sentences: readonly {
    readonly number: number;
    readonly text: string;
    readonly score: number;
    readonly rank: number;
  }[];
  readonly sentenceCount: number;
}
async function report(input: string, options: Record<string, unknown> = {}): Promise<Report> {
  const answer = await runTool(tool, { input, options: { format: 'json', ...options } });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Report;
}

/** Sentences of words w0 to w39, the first ones frequent. */
const randomSentences = (chance: Chance): string[][] =>
  Array.from({ length: 2 + chance(12) }, () =>
    Array.from({ length: 1 + chance(9) }, () => `w${Math.min(chance(40), chance(40))}x`),
  );

/** The ranks solve (I - d M) r = (1 - d) / n; Gauss with partial pivoting. */
const SCRIPT = `
from math import log, sqrt
from collections import Counter
D = 0.85
def solve(a, b):
    n = len(b)
    m = [row[:] + [v] for row, v in zip(a, b)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(m[r][c]))
        m[c], m[p] = m[p], m[c]
        for r in range(n):
            if r != c:
                f = m[r][c] / m[c][c]
                m[r] = [x - f * y for x, y in zip(m[r], m[c])]
    return [m[i][n] / m[i][i] for i in range(n)]
def ranks(s):
    n = len(s)
    cols = [sum(row) for row in s]
    a = [[(1 if i == j else 0) - D * (s[j][i] / cols[j] if cols[j] else 1 / n) for j in range(n)] for i in range(n)]
    return solve(a, [(1 - D) / n] * n)
def textrank(t):
    out = []
    for i, x in enumerate(t):
        row = []
        for j, y in enumerate(t):
            size = log(len(set(x))) + log(len(set(y)))
            row.append(len(set(x) & set(y)) / size if i != j and size else 0)
        out.append(row)
    return ranks(out)
def lexrank(t):
    n = len(t)
    df = Counter(w for x in t for w in set(x))
    vec = [{w: c * log(n / df[w]) for w, c in Counter(x).items()} for x in t]
    norm = [sqrt(sum(v * v for v in x.values())) for x in vec]
    return ranks([[sum(v * y.get(w, 0) for w, v in x.items()) / (norm[i] * norm[j]) if i != j and norm[i] * norm[j] else 0 for j, y in enumerate(vec)] for i, x in enumerate(vec)])
print(json.dumps([[textrank(t), lexrank(t)] for t in data]))`;

describe('text-summarizer', () => {
  it.skipIf(!hasPython)('ranks sentences as linear equations do', () => {
    const chance = chanceOf(6);
    const texts = Array.from({ length: 40 }, () => randomSentences(chance));
    const theirs = runPython<[number[], number[]][]>(SCRIPT, texts);
    for (const [i, text] of texts.entries()) {
      const counted = text.map((words) => {
        const counts = new Map<string, number>();
        for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
        return counts;
      });
      for (const [j, method] of (['textrank', 'lexrank'] as const).entries())
        for (const [k, score] of rankSentences(counted, method).entries())
          expect(score).toBeCloseTo(theirs[i]?.[j]?.[k] ?? -1, 6);
    }
  });

  it('quotes sentences word for word, in their order', async () => {
    const chance = chanceOf(9);
    for (let round = 0; round < 40; round++) {
      const text = randomSentences(chance)
        .map((words) => `${words.join(' ')}.`.replace('w', 'W'))
        .join(' ');
      const { sentences, summary } = await report(text, { sentences: 3, method: METHODS[round % 3] ?? 'lead' });
      let from = 0;
      for (const sentence of sentences) {
        const at = text.indexOf(sentence.text, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + sentence.text.length;
      }
      expect(summary).toBe(sentences.map((sentence) => sentence.text).join(' '));
      expect(sentences.map(({ rank }) => rank).toSorted()).toEqual(sentences.map((_, i) => i + 1));
    }
  });

  it('leaves out headings, repeated sentences and what is alone', async () => {
    const text =
      '# Cats and dogs\n\nCats chase mice. Cats chase mice. Dogs chase cats.\nThe moon is round. Mice fear cats and dogs.\n\n- cats\n- dogs';
    const { sentences, sentenceCount } = await report(text, { sentences: 3 });
    expect(sentences.map((sentence) => sentence.text)).toEqual([
      'Cats chase mice.',
      'Dogs chase cats.',
      'Mice fear cats and dogs.',
    ]);
    expect(sentenceCount).toBe(8);
  });

  it('takes a share, other languages, and text without full stops', async () => {
    expect((await report('A b. C d. E f. G h. I j. K l. M n. O p. Q r. S t.', { percent: 30 })).sentences).toHaveLength(
      3,
    );
    const chinese = await report('猫追老鼠。狗追猫。月亮是圆的。老鼠怕猫和狗。', { sentences: 1, locale: 'zh' });
    expect(chinese.summary).not.toBe('月亮是圆的。');
    expect((await report('only a heading')).summary).toBe('only a heading');
    const stems = await report('He walked home. Walking is fun. The sea is blue.', { sentences: 2 });
    expect(stems.sentences.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('says how long a text may be', async () => {
    expect((await runTool(tool, { input: 'A b. '.repeat(3_001) })).message).toBe(
      'Cannot summarize property "input": it must have at most 3000 sentences, got 3001',
    );
  });

  exhaustive('is done with the longest texts', async () => {
    const words = Array.from({ length: 80 }, (_, i) => `w${i}`).join(' ');
    for (const method of METHODS)
      for (const part of [`${words}. `, 'A b c d e f g h i j k l m n. ', 'a.b ', '猫追老鼠。']) {
        const bytes = Buffer.from(part.repeat(3_000).slice(0, 1_990_000));
        const { status } = await runTool(tool, { files: [{ name: 'a.txt', bytes }], options: { method } });
        expect([200, 413]).toContain(status);
      }
  });
});
