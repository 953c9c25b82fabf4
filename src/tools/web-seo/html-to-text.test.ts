import { expect, it } from 'vitest';

import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-to-text.js';

const textOf = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
};

const hasW3m = hasProgram('w3m', ['-version'], 'HTML as text beside w3m');
const hasLynx = hasProgram('lynx', ['-version'], 'HTML as text beside lynx');

/** A page of blocks whose words are numbered, so that none is like another; no text is longer than a line of the programs. */
class Page {
  #count = 0;
  constructor(readonly chance: Chance) {}

  get html(): string {
    return `<html><head><title>t</title><style>p{}</style></head><body>${this.#blocks(3)}</body></html>`;
  }

  #word(): string {
    return `w${++this.#count}${pick(this.chance, ['', '', 'é', '&amp;x', '日本'])}`;
  }

  #inline(depth: number): string {
    return Array.from({ length: 1 + this.chance(3) }, () => {
      if (depth === 0 || this.chance(2) === 0) return this.#word();
      if (this.chance(4) === 0) return `<a href="http://x.example/${this.#count}">${this.#word()}</a>`;
      const [before, after] = pick(this.chance, [
        ['<b>', '</b>'],
        ['<i> ', '</i>'],
        ['<span>', ' </span>'],
        ['<!-- no -->', '<script>no()</script>'],
        ['<code>', '</code>'],
      ]);
      return before + this.#inline(depth - 1) + after;
    }).join(pick(this.chance, [' ', '\n', '  \t', '']));
  }

  #blocks(depth: number): string {
    return Array.from({ length: 1 + this.chance(4) }, () => this.#block(depth)).join(pick(this.chance, ['', '\n ']));
  }

  #block(depth: number): string {
    const inner = (): string => (depth === 0 || this.chance(2) === 0 ? this.#inline(2) : this.#blocks(depth - 1));
    switch (this.chance(10)) {
      case 0:
        return `<h${1 + this.chance(6)}>${this.#inline(1)}</h1>`;
      case 1:
        return `<ul>${Array.from({ length: 1 + this.chance(3) }, () => `<li>${inner()}`).join('')}</ul>`;
      case 2:
        return `<ol start=${1 + this.chance(20)}>${Array.from({ length: 1 + this.chance(3) }, () => `<li>${inner()}</li>\n`).join('')}</ol>`;
      case 3:
        return `<blockquote>${inner()}</blockquote>`;
      case 4:
        return `<div>${inner()}</div>`;
      case 5:
        return `<pre>${this.#word()}\n  ${this.#word()} <b>${this.#word()}</b></pre>`;
      case 6:
        return `<table>${Array.from({ length: 1 + this.chance(3) }, () => `<tr><td>${this.#inline(0)}<td>${this.#inline(0)}<th>${this.#inline(0)}`).join('')}</table>`;
      case 7:
        return `<p>${this.#inline(1)}<br>${this.#inline(1)}</p>`;
      case 8:
        return `<dl><dt>${this.#inline(1)}<dd>${this.#inline(1)}</dl>`;
      default:
        return `<p>${this.#inline(2)}`;
    }
  }
}

/** The words of each line; marks of lists and quotes are none. */
const wordsByLine = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.match(/w\d+(?:é|&x|日本)?(?:w\d+(?:é|&x|日本)?)*/g) ?? [])
    .filter((words) => words.length > 0);

inRounds.skipIf(!hasW3m)('w3m has the same words in the same lines', [5, 300], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const { html } = new Page(chanceOf(seed));
    const shown = runProgram('w3m', ['-dump', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8', '-cols', '900'], html);
    expect(wordsByLine(await textOf(html)), `seed ${seed}: ${html}`).toEqual(wordsByLine(shown.toString()));
  }
});

inRounds.skipIf(!hasLynx)('lynx has the same words and the same links', [5, 300], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const { html } = new Page(chanceOf(seed));
    const options = ['-dump', '-stdin', '-width=900', '-assume_charset=utf-8', '-display_charset=utf-8'];
    const [body = '', links = ''] = runProgram('lynx', options, html).toString().split('\nReferences\n');
    expect(wordsByLine(await textOf(html)).flat(), `seed ${seed}: ${html}`).toEqual(
      wordsByLine(body.replace(/\[\d+\]/g, '')).flat(),
    );
    const found = [...links.matchAll(/^ +\d+\. (\S+)/gm)].map(([, address]) => address);
    const ours = await textOf(html, { links: 'numbered' });
    const own = [...ours.matchAll(/^\[\d+\] (\S+)/gm)].map(([, address]) => address);
    expect(own, `seed ${seed}`).toEqual(found);
  }
});

it.each([
  ['<ol start=9><li><p>a<p>b<li>c</ol>', ' 9. a\n\n    b\n\n10. c\n'],
  [
    '<blockquote>a<blockquote>b<pre>c\n\n d</pre></blockquote></blockquote>',
    '> a\n>\n> > b\n> >\n> > c\n> >\n> >  d\n',
  ],
  ['a<br><br>b<br>', 'a\n\nb\n'],
  ['<p>1&nbsp;000 co&shy;op', '1 000 coop\n'],
  ['<table><tr><td>a<br>b<td>日本<tr><td colspan=2>c<td>d</table>', 'a  日本\nb\nc        d\n'],
  ['<table><tr><td><p>only<td><p>laid out</table>', 'only\n\nlaid out\n'],
  ['<ul></ul><ul><li></ul><p> </p>', ''],
  ['<label><input type=checkbox checked>Yes</label> <button>Send</button><select><option>x</select>', '[x] Yes Send\n'],
])('%s', async (html, text) => {
  expect(await textOf(html)).toBe(text);
});

it('breaks lines between words and between Chinese letters', async () => {
  expect(
    await textOf(`<p>${'word '.repeat(8)}<p>${'海'.repeat(21)}<ul><li>${'list '.repeat(5)}`, { lineLength: 20 }),
  ).toBe(
    'word word word word\nword word word word\n\n海海海海海海海海海海\n海海海海海海海海海海\n海\n\n- list list list\n  list list\n',
  );
});

inRows(1, [
  ['<ul><li>'.repeat(40_000), undefined],
  ['<b>'.repeat(300_000), undefined],
  [
    `<table><tr>${`<td>${'x'.repeat(80)}`.repeat(1000)}${`<tr>${'<td colspan=100>'.repeat(10)}x`.repeat(5000)}`,
    'Cannot read property "input": a table with aligned columns must take at most 5000000 characters; option "tables" can be "tabs"',
  ],
])('text that is hostile, %#', async (html, refusal) => {
  const { message } = await runTool(tool, { input: html, options: { lineLength: 40, links: 'numbered' } });
  expect(message).toBe(refusal);
});
