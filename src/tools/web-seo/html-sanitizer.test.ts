import { expect, it } from 'vitest';

import { hasBrowser, inBrowser } from '../../testing/browser.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { HTML_ATTACKS } from '../../testing/html-attacks.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-sanitizer.js';

const inBrowserToo = hasBrowser('that sanitised HTML runs nothing');
const PROFILES = ['strict', 'basic', 'rich'];

const sanitize = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message).toBeUndefined();
  return text ?? '';
};

/**
 * Which of the texts run something: each is put into two frames, as a document and as innerHTML, and everything in them is clicked,
 * focused and passed over. `HIT` in a text tells.
 */
const running = (texts: readonly string[]): readonly number[] =>
  inBrowser<number[]>(
    `const hits = new Set();
    window.hit = (number) => hits.add(number);
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const frames = [];
    for (const [number, text] of data.entries()) {
      const html = text.replaceAll('HIT', 'parent.hit(' + number + ')');
      const page = document.createElement('iframe');
      page.srcdoc = '<!doctype html><body>' + html;
      const part = document.createElement('iframe');
      document.body.append(page, part);
      part.contentDocument.body.innerHTML = html;
      frames.push(page, part);
    }
    await wait(3000);
    for (const frame of frames) {
      const inside = frame.contentDocument;
      if (inside === null) continue;
      for (const element of inside.querySelectorAll('*')) {
        for (const kind of ['mouseover', 'pointerover', 'focus', 'click'])
          element.dispatchEvent(new frame.contentWindow.MouseEvent(kind, { bubbles: true, cancelable: true }));
        if (element.focus) element.focus();
      }
    }
    await wait(3000);
    return [...hits];`,
    texts,
  );

exhaustive.skipIf(!inBrowserToo)('no attack runs in a browser; as they are, most do', async () => {
  expect(running(HTML_ATTACKS).length).toBeGreaterThan(HTML_ATTACKS.length / 2);
  for (const profile of PROFILES) {
    const texts = await Promise.all(HTML_ATTACKS.map((text) => sanitize(text, { profile, allowTags: 'table label' })));
    expect(running(texts).map((number) => HTML_ATTACKS[number])).toEqual([]);
  }
});

/** Pieces of attacks between blocks, cut and misnested. */
function randomAttack(chance: Chance): string {
  const pieces = HTML_ATTACKS.flatMap((text) => [text, ...text.split(/(?=<)|(?<=>)/)]);
  const more = [
    '<table>',
    '<tr><td>',
    '</table>',
    '<p>',
    '<b>',
    '<i>',
    '</b>',
    '<a href=/x>',
    '<ul><li>',
    '</p>',
    'text',
    '<!--',
    '-->',
    '<svg>',
    '<math>',
    '</svg>',
    '<h1>',
    '"',
    "'",
    '<td title="',
  ];
  return Array.from({ length: 2 + chance(12) }, () => pick(chance, chance(2) === 0 ? pieces : more)).join('');
}

const ALLOWED =
  /^(?:a|abbr|address|article|aside|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|col|colgroup|data|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hgroup|hr|i|img|ins|kbd|li|main|mark|nav|ol|p|pre|q|rp|rt|ruby|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)$/;

exhaustive.skipIf(!inBrowserToo)('random pieces of attacks: nothing runs, nothing else is left', async () => {
  const rounds = 300;
  const texts: string[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const chance = chanceOf(seed);
    const options = { profile: pick(chance, PROFILES), nofollow: chance(2) === 0 };
    const text = await sanitize(randomAttack(chance), options);
    if (text !== '') expect(await sanitize(text, options), `seed ${seed}`).toBe(text);
    texts.push(text);
  }
  expect(running(texts)).toEqual([]);
  const found = inBrowser<string[][]>(
    `return data.map((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html');
      return [...page.body.querySelectorAll('*')].flatMap((element) => [
        element.localName,
        ...[...element.attributes].map(({ name, value }) => name + '=' + value),
      ]);
    });`,
    texts,
  );
  for (const [index, names] of found.entries())
    for (const name of names)
      if (name.includes('='))
        expect(name, texts[index]).not.toMatch(
          /^(?:on|srcdoc|id=|name=|formaction|xlink)|^(?:href|src|cite)=\s*(?:java|vb)script/i,
        );
      else expect(name, texts[index]).toMatch(ALLOWED);
});

it.each<[string, Record<string, unknown>, string]>([
  ['<p>a<p>b', {}, '<p>a</p><p>b</p>'],
  [
    '<code class="language-js x">a</code><code class=language-c++>b</code>',
    {},
    '<code>a</code><code class="language-c++">b</code>',
  ],
  ['<a href="mailto:a@b.example">m</a><a href=/r>r</a>', { links: false }, 'mr'],
  [
    '<img src="data:image/png;base64,AAAA"><img src="data:image/svg+xml;base64,AA"><img alt=a>',
    {},
    '<img src="data:image/png;base64,AAAA">',
  ],
  ['<img src=a.png>', { images: false }, ''],
  ['<b style="color:red">x</b>', {}, '<b>x</b>'],
  [
    '<b style="COLOR: rgb(1, 2, 3); width: 50%; position: fixed; color: \\75rl(x); margin: 0 /* */">x</b>',
    { profile: 'rich' },
    '<b style="color: rgb(1, 2, 3); width: 50%">x</b>',
  ],
  ['<font constructor=x __proto__=y color=red>x', { profile: 'rich' }, '<font color="red">x</font>'],
  ['<title>t</title><p>&lt;b&gt; &amp;amp; \u00a0"', {}, '<p>&lt;b&gt; &amp;amp; &nbsp;"</p>'],
  ['<label>x</label>', { allowTags: '<label>' }, '<label>x</label>'],
])('%s %j', async (input, options, expected) => {
  expect(await sanitize(input, options)).toBe(expected);
});

exhaustive.each([
  ['<div>'.repeat(100_000)],
  ['<b>'.repeat(200_000)],
  [`<b style="${'rgb('.repeat(100_000)}">`],
  [`<a href="${' \u0001'.repeat(100_000)}">`],
  ['<'.repeat(300_000)],
  ['<table><tr><td>'.repeat(20_000)],
])('hostile: %s', async (input) => {
  const { status, message } = await runTool(tool, { input, options: { profile: 'rich' } });
  expect([200, 413], message).toContain(status);
});
