import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { expectLinear } from '../../testing/growth.js';
import { runTool } from '../../testing/run-tool.js';

import textGenerationMetrics from './text-generation-metrics.js';

interface Measured {
  readonly meteor: number;
  readonly bleu: { readonly precisions: readonly number[]; readonly brevityPenalty: number };
  readonly chrf: number;
  readonly rougeL: { readonly precision: number };
  readonly wordErrorRate: object;
  readonly characterErrorRate: object;
}

const measured = async (request: object): Promise<Measured> => {
  const { data, status, message } = await runTool(textGenerationMetrics, request);
  expect(status, message).toBe(200);
  return data as Measured;
};

const table = (rows: readonly object[]) => ({ input: rows.map((row) => JSON.stringify(row)).join('\n') });

it("has the scores of the example in sacrebleu's README", async () => {
  // https://github.com/mjpost/sacrebleu: BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18); chrF2 = 59.73
  const data = await measured(
    table([
      { prediction: 'The dog bit the man.', reference: ['The dog bit the man.', 'The dog had bit the man.'] },
      { prediction: "It wasn't surprising.", reference: ['It was not unexpected.', 'No one was surprised.'] },
      {
        prediction: 'The man had just bitten him.',
        reference: ['The man bit him first.', 'The man had bitten the dog.'],
      },
    ]),
  );
  expect(data.bleu).toMatchObject({
    score: 48.530827,
    hypothesisLength: 17,
    referenceLength: 18,
    signature: 'nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp',
  });
  expect(data.bleu.precisions.map((value) => value.toFixed(1))).toEqual(['82.4', '50.0', '45.5', '37.5']);
  expect(data.bleu.brevityPenalty).toBeCloseTo(0.943, 3);
  expect(data.chrf).toBeCloseTo(59.73, 2);
});

it("has the word error rate of the example in jiwer's README", async () => {
  const data = await measured({ input: 'hello duck', options: { reference: 'hello world' } });
  expect(data.wordErrorRate).toEqual({ rate: 0.5, edits: 1, referenceLength: 2 });
});

it('compares answers as SQuAD does', async () => {
  const data = await measured(
    table([
      { prediction: 'The Cat!', reference: ['a dog', 'cat'] },
      { prediction: 'big red cat', reference: 'a red cat' },
    ]),
  );
  expect(data).toMatchObject({ exactMatch: 0.5, tokenF1: 0.9 });
});

/** The whole matrix, cell by cell. */
function matrix(a: readonly string[], b: readonly string[], isDistance: boolean): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => (isDistance ? j : 0));
  for (const [i, word] of a.entries()) {
    const next = [isDistance ? i + 1 : 0];
    for (const [j, other] of b.entries()) {
      const [left = 0, up = 0, corner = 0] = [next[j], row[j + 1], row[j]];
      const isSame = word === other;
      next.push(
        isDistance ? Math.min(left + 1, up + 1, corner + (isSame ? 0 : 1)) : isSame ? corner + 1 : Math.max(left, up),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

inRounds('edits and common words are those of the textbook', [20, 300], async (rounds) => {
  const chance = chanceOf(5);
  const words = ['a', 'b', 'c', 'dé', 'ж'];
  const random = () => Array.from({ length: 1 + chance(80) }, () => pick(chance, words));
  for (let round = 0; round < rounds; round++) {
    const [ours, theirs] = [random(), random()];
    const data = await measured({ input: ours.join(' '), options: { reference: theirs.join(' ') } });
    expect(data.wordErrorRate).toMatchObject({ edits: matrix(ours, theirs, true) });
    expect(data.characterErrorRate).toMatchObject({ edits: matrix([...ours.join(' ')], [...theirs.join(' ')], true) });
    expect(data.rougeL.precision).toBeCloseTo(matrix(ours, theirs, false) / ours.length, 5);
  }
});

it.each([
  // https://en.wikipedia.org/wiki/METEOR, "Examples", to four digits there.
  ['on the mat sat the cat', 0.5],
  ['the cat sat on the mat', 0.9977],
  ['the cat was sat on the mat', 0.9654],
  // Words of one stem: as the second.
  ['the cats sat on the mats', 0.9977],
  ['a dog', 0],
])('METEOR of "%s"', async (input, score) => {
  const { meteor } = await measured({ input, options: { reference: 'The cat sat on the mat.' } });
  expect(meteor).toBeCloseTo(score, 4);
});

it('METEOR takes the best reference, and the repeated word that is nearest', async () => {
  const best = await measured(table([{ prediction: 'the cat', reference: ['a dog', 'the cat'] }]));
  const alone = await measured(table([{ prediction: 'the cat', reference: 'the cat' }]));
  expect(best.meteor).toBe(alone.meteor);
  // "that" is before and after "ensures" in the reference: the one after makes one chunk of all.
  const { meteor } = await measured({ input: 'it ensures that x', options: { reference: 'that it ensures that x' } });
  const [precision, recall] = [1, 4 / 5];
  const mean = (10 * precision * recall) / (recall + 9 * precision);
  expect(meteor).toBeCloseTo(mean * (1 - 0.5 * (1 / 4) ** 3), 6);
});

it('a text is like itself, and not like another', async () => {
  const same = await measured({
    input: 'One, two; three four five.',
    options: { reference: 'One, two; three four five.' },
  });
  expect(same).toMatchObject({
    bleu: { score: 100 },
    chrf: 100,
    chrfPlusPlus: 100,
    rougeL: { f1: 1 },
    wordErrorRate: { rate: 0 },
    exactMatch: 1,
    tokenF1: 1,
  });
  const other = await measured({ input: 'xx yy', options: { reference: 'ab cd' } });
  expect(other).toMatchObject({
    bleu: { score: 0 },
    chrf: 0,
    rouge1: { f1: 0 },
    wordErrorRate: { rate: 1 },
    tokenF1: 0,
  });
});

it('reads two files line by line, and CSV', async () => {
  const files = [
    { name: 'out.txt', bytes: Buffer.from('a b\r\nc d\r\n') },
    { name: 'ref.txt', bytes: Buffer.from('a b\nc e') },
  ];
  expect(await measured({ files, options: { perLine: true } })).toMatchObject({
    pairCount: 2,
    wordErrorRate: { edits: 1 },
  });
  expect(await measured({ input: 'id;prediction;reference\n1;"a b";"a c"\n' })).toMatchObject({
    pairCount: 1,
    wordErrorRate: { edits: 1 },
  });
});

exhaustive('takes time by the pairs', async () => {
  await expectLinear(500, (length) =>
    measured(
      table(
        Array.from({ length }, (_, i) => ({ prediction: `the text ${i} is here`, reference: `a text ${i} was here` })),
      ),
    ),
  );
});

it('refuses texts whose comparison would take too long', async () => {
  const { status, message } = await runTool(textGenerationMetrics, {
    input: 'a '.repeat(400_000),
    options: { reference: 'b '.repeat(400_000) },
  });
  expect([status, message]).toEqual([413, expect.stringContaining('must be at most 20000000000')]);
});

it('refuses more text than is worked on in time', async () => {
  const row = JSON.stringify({ prediction: 'a'.repeat(2_000), reference: 'b' });
  const files = [{ name: 'a.jsonl', bytes: Buffer.from(`${row}\n`.repeat(2_000)) }];
  const { status, message } = await runTool(textGenerationMetrics, { files });
  expect([status, message]).toEqual([
    413,
    'Texts and references may have at most 4000000 characters in all, got 4002000',
  ]);
});
