import { describe, expect, it } from 'vitest';

import { rankByRake } from '../../lib/keywords/rake.js';
import { readTerms } from '../../lib/keywords/terms.js';
import { rankByYake } from '../../lib/keywords/yake.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './keyword-extractor.js';

const hasPython = hasProgram('python3', ['--version'], 'scores of keywords against formulas in Python');

interface Report {
  readonly keywords: readonly { readonly text: string; readonly score: number; readonly count: number }[];
  readonly warnings: readonly string[];
}

async function report(input: string, options: Record<string, unknown> = {}): Promise<Report> {
  const answer = await runTool(tool, { input, options });
  expect(answer.status, answer.message ?? String(answer.cause)).toBe(200);
  return answer.data as Report;
}

/** Sentences with names, acronyms, figures and the stop words w0 to w3. */
function randomText(seed: number): string {
  const next = chanceOf(seed);
  const word = (): string => {
    const number = Math.min(next(24), next(24));
    const kind = next(12);
    return kind === 0
      ? `${next(90)}`
      : kind === 1
        ? `Name${'abcdef'[number % 6]}`
        : kind === 2
          ? 'NATO'
          : `${'abcdefghijklmnopqrstuvwxyz'[number]}ord`;
  };
  return Array.from({ length: 3 + next(9) }, () => {
    const words = Array.from({ length: 2 + next(12) }, () => word() + (next(7) === 0 ? ',' : ''));
    return `Xy${words.join(' ').replace(/,$/, '')}.`;
  }).join(' ');
}

const STOPS = new Set(['aord', 'bord', 'cord']);

// Terms are [key, kind, is a stop word]; formulas of the papers, written apart from ours.
const SCRIPT = `
from math import log
import statistics, itertools
def yake(sents, n):
    occ, L, R = {}, {}, {}
    for i, s in enumerate(sents):
        for ch in s:
            for j, (k, kind, stop) in enumerate(ch):
                occ.setdefault(k, []).append((i, kind, stop))
                if j and ch[j-1][1] not in ('number', 'odd') and kind not in ('number', 'odd'):
                    L.setdefault(k, []).append(ch[j-1][0]); R.setdefault(ch[j-1][0], []).append(k)
    tf = {k: len(v) for k, v in occ.items()}
    valid = [tf[k] for k, v in occ.items() if not v[0][2] and v[0][1] not in ('number', 'odd')]
    norm = (statistics.fmean(valid) + statistics.pstdev(valid)) or 1
    def H(k):
        v = occ[k]
        up = max(sum(x[1] == 'name' for x in v), sum(x[1] == 'acronym' for x in v))
        case = up / (1 + log(tf[k]))
        pos = log(log(3 + statistics.median([x[0] for x in v])))
        dl = len(set(L.get(k, []))) / len(L[k]) if k in L else 0
        dr = len(set(R.get(k, []))) / len(R[k]) if k in R else 0
        rel = 1 + (dl + dr) * tf[k] / max(tf.values())
        return pos * rel / (case + (tf[k] / norm) / rel + (len({x[0] for x in v}) / len(sents)) / rel)
    cands = {}
    for s in sents:
        for ch in s:
            for a, b in itertools.combinations(range(len(ch) + 1), 2):
                part = ch[a:b]
                if len(part) > n or part[0][2] or part[-1][2] or any(t[1] in ('number', 'odd') for t in part): continue
                cands.setdefault(' '.join(t[0] for t in part), []).append(part)
    out = {}
    for key, parts in cands.items():
        prod, total = 1, 0
        for j, (k, kind, stop) in enumerate(parts[0]):
            if not stop: prod *= H(k); total += H(k)
            else:
                p, q = parts[0][j-1][0], parts[0][j+1][0]
                pr = R.get(p, []).count(k) / tf[p] * R.get(k, []).count(q) / tf[k]
                prod *= 2 - pr; total -= 1 - pr
        out[key] = prod / (len(parts) * (1 + total))
    return out
def rake(sents, n):
    phrases = []
    for s in sents:
        for ch in s:
            for good, group in itertools.groupby(ch, key=lambda t: not t[2] and t[1] != 'number'):
                if good: phrases.append([t[0] for t in group])
    score = lambda w: sum(len(p) * p.count(w) for p in phrases) / sum(p.count(w) for p in phrases)
    return {' '.join(p): sum(score(w) for w in p) for p in phrases if len(p) <= n}
print(json.dumps([[yake(t, 3), rake(t, 3)] for t in data]))`;

describe('keyword-extractor', () => {
  it.skipIf(!hasPython)('scores as the formulas of the papers say', () => {
    const isStop = ({ key }: { readonly key: string }): boolean => STOPS.has(key);
    const texts = Array.from({ length: 40 }, (_, seed) => readTerms(randomText(seed + 1), 'en'));
    const theirs = runPython<[Record<string, number>, Record<string, number>][]>(
      SCRIPT,
      texts.map((sentences) =>
        sentences.map(({ chunks }) => chunks.map((chunk) => chunk.map((term) => [term.key, term.kind, isStop(term)]))),
      ),
    );
    for (const [index, sentences] of texts.entries()) {
      for (const [which, rank] of [rankByYake, rankByRake].entries()) {
        const ours = rank(sentences, { maxWords: 3, isStop, joiner: ' ' });
        const expected = theirs[index]?.[which] ?? {};
        expect(ours.map(({ text }) => text.toLowerCase()).toSorted()).toEqual(Object.keys(expected).toSorted());
        for (const { text, score } of ours) expect(score).toBeCloseTo(expected[text.toLowerCase()] ?? Number.NaN, 6);
      }
    }
  });

  // Rose, Engel, Cramer and Cowley 2010, figures 1.1 to 1.4: an abstract, and its phrases with their scores.
  it('finds the phrases of the paper on RAKE', async () => {
    const abstract =
      'Compatibility of systems of linear constraints over the set of natural numbers. Criteria of compatibility of a system of linear ' +
      'Diophantine equations, strict inequations, and nonstrict inequations are considered. Upper bounds for components of a minimal set ' +
      'of solutions and algorithms of construction of minimal generating sets of solutions for all types of systems are given. These ' +
      'criteria and the corresponding algorithms for constructing a minimal supporting set of solutions can be used in solving all the ' +
      'considered types of systems and systems of mixed types.';
    const { keywords } = await report(abstract, { method: 'rake', ignore: 'used given', limit: 9 });
    expect(keywords.map(({ text, score }) => `${text} ${score.toFixed(1)}`)).toEqual([
      'minimal generating sets 8.7',
      'linear Diophantine equations 8.5',
      'minimal supporting set 7.7',
      'minimal set 4.7',
      'linear constraints 4.5',
      'natural numbers 4.0',
      'strict inequations 4.0',
      'nonstrict inequations 4.0',
      'Upper bounds 4.0',
    ]);
  });

  it('every option has its effect', async () => {
    const input =
      'The Kaggle competition and Kaggle competitions. A data science competition is on Kaggle. NATO uses AI.';
    const texts = async (options: Record<string, unknown>): Promise<string[]> =>
      (await report(input, options)).keywords.map(({ text }) => text);
    expect((await texts({}))[0]).toBe('Kaggle competitions');
    expect((await texts({ method: 'rake' }))[0]).toBe('NATO uses AI');
    expect(await texts({ limit: 2 })).toHaveLength(2);
    expect((await texts({ maxWords: 1 })).every((text) => !text.includes(' '))).toBe(true);
    expect(await texts({ maxWords: 1 })).not.toContain('competition');
    expect(await texts({ maxWords: 1, threshold: 1 })).toContain('competition');
    expect(await texts({ ignore: 'kaggle' })).not.toContain('Kaggle');
    expect(await texts({})).toContain('AI');
    expect((await report('sana sana toinen', { locale: 'fi' })).warnings).toHaveLength(1);
    expect(
      (await report('猫追老鼠。狗追猫。老鼠怕猫。', { locale: 'zh', maxWords: 1, limit: 1 })).keywords[0]?.text,
    ).toBe('猫');
    expect((await report('... 12 a1', {})).keywords).toEqual([]);
  });

  it('each of several files has its keywords', async () => {
    const files = ['red apple', 'green pear'].map((content, index) => ({
      name: `${index}.txt`,
      bytes: Buffer.from(content),
    }));
    expect((await runTool(tool, { files })).data).toMatchObject({
      files: [{ name: '0.txt', keywords: [{ rank: 1 }, {}, {}] }, { name: '1.txt' }],
    });
    const lists = await runTool(tool, { files, options: { format: 'csv', method: 'rake' } });
    expect(lists.files.map(({ bytes }) => bytes.toString())).toEqual([
      'rank,text,score,count\n1,red apple,4,1\n',
      'rank,text,score,count\n1,green pear,4,1\n',
    ]);
  });

  exhaustive('is done with the longest texts', async () => {
    const many = Array.from(
      { length: 200_000 },
      (_, index) => `w${'abcdefghij'[index % 10]}${index.toString(26).replace(/\d/g, 'z')}`,
    );
    for (const part of [
      many.join(' '),
      many.join('. '),
      'abc '.repeat(500_000),
      'A-b'.repeat(600_000),
      '猫'.repeat(600_000),
    ])
      for (const method of ['yake', 'rake']) {
        const bytes = Buffer.from(part.slice(0, 1_990_000));
        const { status } = await runTool(tool, {
          files: [{ name: 'a.txt', bytes }],
          options: { method, limit: 500, maxWords: 6 },
        });
        expect(status).toBe(200);
      }
  });
});
