import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DICTIONARIES, type DictionaryName, openSpeller } from '../../engines/text/spelling.js';
import { chanceOf } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import spellChecker from './spell-checker.js';

const hasHunspell = hasProgram('hunspell', ['--version'], 'verdicts and suggestions compared with hunspell');
const folderOf = (name: DictionaryName): string => dirname(createRequire(import.meta.url).resolve(DICTIONARIES[name]));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spelling-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Words of a dictionary, every second with a letter lost, doubled, swapped or replaced. */
function sampleWords(name: DictionaryName): string[] {
  const lines = readFileSync(join(folderOf(name), 'index.dic'), 'utf8')
    .split('\n')
    .slice(1);
  const next = chanceOf(name.length * 7 + 1);
  const words = new Set<string>();
  for (let tries = 0; words.size < 2000 && tries < 20_000; tries++) {
    const word = (lines[next(lines.length)] ?? '').split(/[/\t ]/, 1)[0] ?? '';
    if (!/^[\p{L}]{2,30}$/u.test(word)) continue;
    const at = next(word.length - 1);
    const changes = [
      word,
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + word[at] + word.slice(at),
      word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    ];
    words.add((words.size % 2 === 0 ? word : changes[next(4)]) ?? word);
  }
  return [...words];
}

describe.skipIf(!hasHunspell)('hunspell', () => {
  exhaustive.each(Object.keys(DICTIONARIES) as DictionaryName[])(
    'has the same verdicts and mostly the same suggestions in %s',
    async (name) => {
      const base = join(folder, name);
      symlinkSync(join(folderOf(name), 'index.aff'), `${base}.aff`);
      symlinkSync(join(folderOf(name), 'index.dic'), `${base}.dic`);
      const words = sampleWords(name);
      const args = ['LC_ALL=C.UTF-8', 'hunspell', '-i', 'UTF-8', '-d', base];
      const wrong = runProgram('env', [...args, '-l'], words.join('\n'))
        .toString()
        .split('\n')
        .filter(Boolean);
      const speller = await openSpeller(name);
      const ours = words.filter((word) => !speller.isCorrect(word));
      expect(ours).toEqual(wrong);
      const asked = wrong.filter((_, index) => index % Math.ceil(wrong.length / 8) === 0).slice(0, 8);
      const answers = runProgram('env', [...args, '-a'], asked.map((word) => `^${word}`).join('\n'))
        .toString()
        .split('\n');
      const expected = answers
        .filter((line) => /^[&#]/.test(line))
        .map((line) => (line.startsWith('#') ? [] : line.slice(line.indexOf(': ') + 2).split(', ')));
      const same = asked.filter((word, index) => speller.suggest(word)[0] === expected[index]?.[0]);
      // Both look at the clock, so that they may stop at different places.
      process.stderr.write(
        `spell-checker ${name}: ${wrong.length} of ${words.length} wrong, first suggestion the same for ${same.length} of ${asked.length}\n`,
      );
      expect(same.length).toBeGreaterThanOrEqual(asked.length * 0.5);
    },
  );
});

it('a hyphenated word of the dictionary is right though its parts are not', async () => {
  const french = await runTool(spellChecker, { input: 'vis-à-vis de', options: { dictionary: 'fr' } });
  expect(french.data).toMatchObject({ words: 4, misspelled: 0 });
  const { data } = await runTool(spellChecker, { input: 'well-knwon e.g. HTML HTMLX 3rd 你好' });
  expect(data).toMatchObject({ misspelled: 1, items: [{ word: 'knwon', places: [{ line: 1, column: 6 }] }] });
});

exhaustive('a long text of nothing but misspelled words ends with what it may list', async () => {
  const next = chanceOf(3);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  let input = '';
  while (input.length < 200_000) {
    input += `${Array.from({ length: 4 + next(8) }, () => letters[next(26)]).join('')} `;
  }
  const { status, data } = await runTool(spellChecker, { input, options: { limit: 2000 } });
  expect(status).toBe(200);
  expect((data as { items: unknown[] }).items).toHaveLength(2000);
});

it('knows the accents of words that English has borrowed, and no others', async () => {
  for (const dictionary of ['en', 'en-gb']) {
    const input =
      'Café, naïve résumés: the clichés of a fiancée’s façade, naïvely sautéed jalapeños, déjà vu, née Brontë, cafés. Hóuse, thé, cafè.';
    const { data } = await runTool(spellChecker, { input, options: { dictionary, suggestions: 0 } });
    expect((data as { items: { word: string }[] }).items.map(({ word }) => word)).toEqual(['Hóuse', 'thé', 'cafè']);
  }
});

it('each of several files has its misspellings; a word in two of them has the same suggestions', async () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.from('I recieve.') },
    { name: 'b.md', bytes: Buffer.from('They recieve a leter.') },
  ];
  const { data } = await runTool(spellChecker, { files, options: { suggestions: 1 } });
  expect(data).toMatchObject({
    files: [
      { name: 'a.txt', words: 2, items: [{ word: 'recieve', suggestions: ['receive'] }] },
      {
        name: 'b.md',
        words: 4,
        distinct: 2,
        items: [{ word: 'recieve', suggestions: ['receive'] }, { word: 'leter' }],
      },
    ],
  });
});

it('two letters that changed places come first, in words with a capital letter too', async () => {
  const { data } = await runTool(spellChecker, { input: 'Teh cat adn Thier dog. Londn', options: { suggestions: 1 } });
  const { items } = data as { items: readonly { word: string; suggestions: readonly string[] }[] };
  expect(items.map(({ word, suggestions }) => [word, suggestions[0]])).toEqual([
    ['Teh', 'The'],
    ['adn', 'and'],
    ['Thier', 'Their'],
    ['Londn', 'London'],
  ]);
});
