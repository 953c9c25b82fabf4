import { expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { seededBytes } from '../../testing/randomness.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './lorem-ipsum-generator.js';

const lorem = async (options: Readonly<Record<string, unknown>>, seed = 1): Promise<string> =>
  (await runTool(tool, { options }, { random: seededBytes(seed) })).text!;

it('as many as asked for', async () => {
  for (let round = 1; round <= 60; round++) {
    const of = (unit: string) => lorem({ unit, count: round, startWithLorem: round % 2 === 0 }, round);
    expect((await of('words')).match(/^[a-z]+(?: [a-z]+)*$/)?.[0].split(' ').length).toBe(round);
    const sentences = (await of('sentences')).match(/[A-Z][a-z]*,?(?: [a-z]+,?){5,18}\.(?: |$)/g) ?? [];
    expect(sentences.length).toBe(round);
    expect(sentences.join('')).toBe(await of('sentences'));
    const paragraphs = (await of('paragraphs')).split('\n\n');
    expect(paragraphs.length).toBe(round);
    for (const paragraph of paragraphs) expect([4, 5, 6, 7]).toContain(paragraph.match(/\./g)?.length);
    const items = (await of('items')).split('\n');
    expect(items.length).toBe(round);
    for (const item of items) expect(item).toMatch(/^[A-Z][a-z]*(?: [a-z]+){2,6}$/);
    expect((await of('characters')).length).toBe(round);
  }
});

it('200 lengths from 1 to 1,000 and the greatest', async () => {
  for (const count of [...Array.from({ length: 200 }, (_, i) => i * 5 + 1), 100_000]) {
    const text = await lorem({ unit: 'characters', count }, count);
    expect(text.length).toBe(count);
    expect(text).toMatch(/^[A-Z][A-Za-z., ]*$/);
    expect(text).not.toMatch(/[ .,][.,]/);
  }
});

it('no word directly twice, and most of the words occur', async () => {
  const words = (await lorem({ unit: 'words', count: 20_000 })).split(' ');
  expect(words.every((word, i) => word !== words[i - 1])).toBe(true);
  expect(new Set(words).size).toBeGreaterThan(180);
});

it('a seed gives the same again', async () => {
  expect(await lorem({ seed: 'a' }, 1)).toBe(await lorem({ seed: 'a' }, 2));
  expect(await lorem({ seed: 'a' })).not.toBe(await lorem({ seed: 'b' }));
  expect(await lorem({}, 1)).not.toBe(await lorem({}, 2));
});

const hasPython = hasProgram('/usr/bin/python3', ['--version'], 'lorem-ipsum-generator beside Python');

it.skipIf(!hasPython)('Python reads as many elements', async () => {
  const pages: string[] = [];
  for (let count = 1; count <= 20; count++)
    for (const unit of ['paragraphs', 'items']) pages.push(await lorem({ unit, count, format: 'html' }, count));
  const program = `
import html.parser,json,sys
class P(html.parser.HTMLParser):
  def __init__(s): super().__init__(); s.stack=[]; s.seen=0; s.text=0
  def handle_starttag(s,t,a): s.stack.append(t); s.seen+=t in('p','li')
  def handle_endtag(s,t): assert s.stack.pop()==t
for page in json.load(sys.stdin):
  p=P(); p.feed(page); p.close(); assert p.stack==[]; print(p.seen)`;
  const seen = runProgram('/usr/bin/python3', ['-c', program], JSON.stringify(pages)).toString().trim().split('\n');
  expect(seen.map(Number)).toEqual(pages.map((_, i) => Math.floor(i / 2) + 1));
});
