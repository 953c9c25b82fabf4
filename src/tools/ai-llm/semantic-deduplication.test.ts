import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import iconv from 'iconv-lite';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { NO_SETTINGS } from '../../runner/execute.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { type ClientAnswer, runTool } from '../../testing/run-tool.js';
import { writeSentenceModel } from '../../testing/sentence-model.js';
import { openTestService, type TestService } from '../../testing/service.js';
import { sharedPath } from '../../testing/untested.js';
import tool from './semantic-deduplication.js';

interface Summary {
  readonly model: string;
  readonly threshold: number;
  readonly rows: number;
  readonly groups: readonly {
    readonly id: number;
    readonly rows: number[];
    readonly representative: number;
    readonly similarity: number;
  }[];
}

const run = (
  content: string | Uint8Array,
  options: Readonly<Record<string, unknown>> = {},
  name = 'table.csv',
): Promise<ClientAnswer> =>
  runTool(tool, { options, files: [{ name, bytes: typeof content === 'string' ? Buffer.from(content) : content }] });

const groupsOf = (answer: ClientAnswer): number[][] => (answer.data as Summary).groups.map(({ rows }) => rows);

const outputOf = (answer: ClientAnswer): string => {
  expect(answer.status, answer.message).toBe(200);
  return answer.files[0]!.bytes.toString();
};

const table = (texts: readonly string[]): string =>
  ['text', ...texts.map((text) => `"${text.replaceAll('"', '""')}"`)].join('\n');

const CORPUS = sharedPath('corpus/text/similarity', 'pairs of sentences that people judged');

/** Columns of a tab-separated file of the corpus. */
const readTabs = (name: string): string[][] =>
  readFileSync(join(CORPUS, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

describe('semantic-deduplication', () => {
  it('groups paraphrases and leaves strangers alone', async () => {
    const answer = await run(
      table([
        'My package has not arrived',
        'The invoice was charged twice',
        'I have not received my package',
        'Great product, would buy again',
        'Great product, I would definitely buy it again',
      ]),
    );
    expect(groupsOf(answer)).toEqual([
      [1, 3],
      [4, 5],
    ]);
  });

  it.skipIf(!existsSync(CORPUS))('keeps every hand-made pair of different meaning apart', async () => {
    const pairs = readTabs('handpairs.tsv').slice(1);
    for (const [a = '', b = '', expected] of pairs) {
      if (expected === '0') expect(groupsOf(await run(table([a, b]))), `${a} | ${b}`).toEqual([]);
    }
  });

  inRounds.skipIf(!existsSync(CORPUS))(
    'joins pairs that people call equal more often than others',
    [1, 3],
    async (rounds) => {
      const pairs = readTabs('stsb-sts-dev.csv').filter((_, i) => i % 18 < 6 * rounds && i % 6 === 0);
      const joined = { equal: 0, different: 0 };
      const count = { equal: 0, different: 0 };
      // Strangers between the pairs would only be joined by chance; 60 pairs a run keep the test short.
      for (let start = 0; start < pairs.length; start += 60) {
        const part = pairs.slice(start, start + 60);
        const groups = groupsOf(await run(table(part.flatMap((cells) => [cells[5] ?? '', cells[6] ?? '']))));
        for (const [i, cells] of part.entries()) {
          const score = Number(cells[4]);
          if (score > 2 && score < 4.5) continue;
          const kind = score <= 2 ? 'different' : 'equal';
          count[kind]++;
          if (groups.some((rows) => rows.includes(2 * i + 1) && rows.includes(2 * i + 2))) joined[kind]++;
        }
      }
      expect(joined.equal / count.equal).toBeGreaterThan(0.6);
      expect(joined.different / count.different).toBeLessThan(0.03);
    },
  );

  it('keeps texts apart that the model cannot tell', async () => {
    const texts = [
      ...[
        'Die Rechnung wurde doppelt abgebucht',
        'Ich möchte mein Passwort zurücksetzen',
        'Wann wird meine Bestellung geliefert?',
      ],
      ...[
        'La facture a été débitée deux fois',
        'Quand est-ce que ma commande sera livrée ?',
        'El envío llegó tarde',
        'Quiero restablecer mi contraseña',
      ],
      ...[
        '今天天气很好',
        '我喜欢吃苹果',
        'Иванов не пришёл на работу',
        'Сегодня хорошая погода',
        '👍',
        '👎',
        '???',
        'SKU-8841-XZ',
        'SKU-8842-XZ',
      ],
    ];
    const answer = await run(table(texts));
    expect(groupsOf(answer)).toEqual([]);
    expect(outputOf(answer)).not.toMatch('semantic');
  });

  it('finds near copies in languages that the model does not know, and says how', async () => {
    const answer = await run(
      table(['Сегодня очень хорошая погода в Москве', 'сегодня очень хорошая погода в москве!', 'Иванов не пришёл']),
    );
    expect(groupsOf(answer)).toEqual([[1, 2]]);
    expect(outputOf(answer)).toMatch(/москве!",1,0\.9\d*,lexical/);
  });

  it("tells texts apart that differ only behind the model's window", async () => {
    const start = 'The parcel was late, the box was open and nobody of your team answered the phone for days. '.repeat(
      8,
    );
    const answer = await run(
      table([
        `${start}I keep it, all is well, many thanks!`,
        `${start}Order 17 must be refunded.`,
        `${start}Order 18 must be refunded.`,
      ]),
    );
    expect(groupsOf(answer).flat()).not.toContain(3);
  });

  it('gives groups whose every pair reaches the threshold', async () => {
    const next = chanceOf(5);
    const words = 'the app crashes often when people open it on a phone after an update'.split(' ');
    const texts = Array.from({ length: 60 }, () => words.filter(() => next(4) > 0).join(' '));
    const answer = await run(table(texts), { threshold: 0.9 });
    const { groups } = answer.data as Summary;
    expect(groups.length).toBeGreaterThan(0);
    for (const { rows, similarity, representative } of groups) {
      expect(similarity).toBeGreaterThanOrEqual(0.9);
      expect(rows).toContain(representative);
    }
    const grouped = groups.flatMap(({ rows }) => rows);
    expect(new Set(grouped).size).toBe(grouped.length);
  });

  it('gives the same answer whatever the order of the other rows', async () => {
    const texts = [
      'My package has not arrived',
      'I have not received my package',
      'Do you ship to Canada?',
      'Is shipping to Canada available?',
    ];
    const [there, back] = [await run(table(texts)), await run(table([...texts].reverse()))];
    expect(groupsOf(there)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(groupsOf(back)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect((there.data as Summary).groups[0]?.similarity).toBe((back.data as Summary).groups[1]?.similarity);
  });
});

describe('the file that semantic-deduplication returns', () => {
  it('keeps every byte of every row and adds three columns', async () => {
    const next = chanceOf(9);
    const letters = ['a', 'b c', '"', ';', ',', '\n', '=SUM(A1)', '@x', 'ß', '😀', ' '];
    const cell = (): string => {
      const value = Array.from({ length: next(5) }, () => letters[next(letters.length)]).join('');
      return next(2) === 0 || /[",\n]/.test(value) || /^\s|\s$/.test(value)
        ? `"${value.replaceAll('"', '""')}"`
        : value;
    };
    for (let round = 0; round < 25; round++) {
      const lines = ['id,text,x', ...Array.from({ length: 1 + next(6) }, (_, i) => `${i},${cell()},${cell()}`)];
      const output = outputOf(await run(lines.join('\r\n')));
      const before = Papa.parse<string[]>(lines.join('\r\n'), { delimiter: ',', newline: '\r\n' }).data;
      const after = Papa.parse<string[]>(output, { delimiter: ',', newline: '\r\n' }).data;
      expect(after[0]).toEqual(['id', 'text', 'x', 'group', 'similarity', 'method']);
      expect(after.map((cells) => cells.slice(0, 3))).toEqual(before);
      expect(after.every((cells) => cells.length === 6)).toBe(true);
      let position = 0;
      for (const line of lines) {
        position = output.indexOf(line, position);
        expect(position).toBeGreaterThanOrEqual(0);
        position += line.length;
      }
    }
  });

  it('keeps encoding, byte order mark, delimiter and line breaks', async () => {
    const text = 'Nr;text\r\n1;Größe\r\n\r\n2;"Größe\n"\r\n';
    const expected = 'Nr;text;group;similarity;method\r\n1;Größe;1;1;exact\r\n\r\n2;"Größe\n";1;1;exact\r\n';
    const encodings: readonly (readonly [string, boolean])[] = [
      ['utf-8', true],
      ['utf-8', false],
      ['utf-16le', true],
      ['utf-16be', true],
      ['windows-1252', false],
    ];
    for (const [encoding, addBOM] of encodings) {
      const answer = await run(iconv.encode(text, encoding, { addBOM }));
      outputOf(answer);
      expect(answer.files[0]!.bytes.equals(iconv.encode(expected, encoding, { addBOM })), encoding).toBe(true);
    }
  });

  it('fills ragged rows so that the new cells stand below their names', async () => {
    const output = outputOf(await run('id,text\n1\n2,a,extra\n3,a\n', {}));
    expect(output).toBe('id,text,,group,similarity,method\n1,,,,,\n2,a,extra,1,1,exact\n3,a,,1,1,exact\n');
  });

  it('quotes commas that a file of one column has without quotes', async () => {
    expect(outputOf(await run('text\nHello, world\nhello,  WORLD\nHe said "no", then left\n'))).toBe(
      'text,group,similarity,method\n"Hello, world",1,1,exact\n"hello,  WORLD",1,1,exact\n"He said ""no"", then left",,,semantic\n',
    );
  });

  it('takes strange, missing and repeated column names', async () => {
    expect(outputOf(await run('__proto__,constructor\na,b\na,c\n', { column: '__proto__' }))).toMatch('a,b,1,1,exact');
    expect(outputOf(await run('text,text\na,b\na,c\n'))).toMatch('a,c,1,1,exact');
    expect(outputOf(await run(' text ,\na,b\nA,c\n'))).toMatch('A,c,1,1,exact');
    expect((await run('a,,b\n1,2,3\n')).message).toBe(
      'Option "column" must be one of the columns "a", "", "b", got "text"',
    );
    expect((await run(`${Array.from({ length: 90 }, (_, i) => `c${i}`).join(',')}\n`)).message).toMatch(
      /"c\d+" and \d+ more, got "text"$/,
    );
  });

  it('can be given back to the tool', async () => {
    const once = outputOf(await run('text\na\nA\n'));
    expect(outputOf(await run(once))).toBe(
      'text,group,similarity,method,group_2,similarity_2,method_2\na,1,1,exact,1,1,exact\nA,1,1,exact,1,1,exact\n',
    );
  });

  it('keeps the directive for spreadsheet programs', async () => {
    expect(outputOf(await run('sep=|\nid|text\n1|a\n'))).toBe(
      'sep=|\nid|text|group|similarity|method\n1|a|||semantic\n',
    );
  });

  it('has a name of at most 200 characters', async () => {
    const { files } = await run('text\na\n', {}, `${'ü'.repeat(196)}.csv`);
    expect([...files[0]!.name]).toHaveLength(200);
    expect(files[0]!.name).toMatch(/ü-groups\.csv$/);
  });

  it('has no rows where there were none', async () => {
    const answer = await run('id,text\n');
    expect(outputOf(answer)).toBe('id,text,group,similarity,method\n');
    expect(answer.data).toEqual({ model: 'universal-sentence-encoder-lite', threshold: 0.85, rows: 0, groups: [] });
  });
});

describe('the limits of semantic-deduplication', () => {
  it('are met exactly', async () => {
    expect((await run(`text\n${'x\n'.repeat(500)}`)).status).toBe(200);
    expect((await run(`text\n${'😀'.repeat(1000)}\n`)).status).toBe(200);
    expect((await run(`text\n${'😀'.repeat(1001)}\n`)).message).toMatch('at most 1000 characters, got 1001');
    expect((await run(`text\n${'\n\n'.repeat(600)}x\n`)).status).toBe(200);
  });

  exhaustive('answer random bytes with a result or a refusal', async () => {
    const next = chanceOf(11);
    for (let round = 0; round < 200; round++) {
      const bytes = Uint8Array.from({ length: next(60) }, () =>
        next(3) === 0 ? next(256) : ',;"\n\rtex'.charCodeAt(next(9)) || 0,
      );
      const { status, cause } = await run(Buffer.concat([Buffer.from('text\n'), bytes]));
      expect([200, 400, 413], String(cause)).toContain(status);
    }
  });

  exhaustive('refuse hostile files of 19 MB', async () => {
    const size = 19 * 2 ** 20;
    for (const byte of [',', '\n']) {
      expect([400, 413], byte).toContain((await run(Buffer.alloc(size, byte))).status);
    }
  });
});

describe('semantic-deduplication of a service with MODEL_DIR', () => {
  exhaustive(
    'uses the sentence-transformers directory in it and names it, and says in the log what a damaged one lacks',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'models-'));
      const ask = async (service: TestService): Promise<{ status: number; body: unknown }> => {
        const base64 = Buffer.from('text\nHello world!\nthe parcel was late\nHELLO  world!\n').toString('base64');
        const response = await fetch(`${service.origin}/api/v1/tools/semantic-deduplication/run`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ files: [{ name: 'table.csv', base64 }] }),
        });
        return { status: response.status, body: await response.json() };
      };
      writeSentenceModel(join(folder, 'small-bert'));
      const service = await openTestService('product', { settings: { ...NO_SETTINGS, modelDir: folder } });
      try {
        expect(await ask(service)).toMatchObject({
          status: 200,
          body: { result: { data: { model: 'small-bert', rows: 3, groups: [{ rows: [1, 3], similarity: 1 }] } } },
        });
      } finally {
        await service.close();
      }
      rmSync(join(folder, 'small-bert/onnx'), { recursive: true });
      const broken = await openTestService('product', { settings: { ...NO_SETTINGS, modelDir: folder } });
      try {
        expect(await ask(broken)).toMatchObject({ status: 500, body: { error: { code: 'EXECUTION_FAILED' } } });
        expect(JSON.stringify(broken.lines)).toContain('has no ONNX network: onnx/model.onnx, model.onnx');
      } finally {
        await broken.close();
        rmSync(folder, { recursive: true });
      }
    },
  );
});
