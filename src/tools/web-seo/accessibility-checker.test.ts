import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { WITHOUT_LAYOUT } from '../../engines/xml/accessibility.js';
import { hasBrowser, inBrowser } from '../../testing/browser.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds, inRows } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './accessibility-checker.js';

const page = (body: string, head = '<title>a</title>'): string =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

async function rulesOf(input: string): Promise<readonly string[]> {
  const { data, message } = await runTool(tool, { input, options: {} });
  expect(message).toBeUndefined();
  return (data as { readonly findings: readonly { readonly rule: string }[] }).findings.map(({ rule }) => rule);
}

/** By the techniques of WCAG: a rule, what breaks it, and the same corrected. */
const PAIRS: readonly (readonly [rule: string, faulty: string, right: string])[] = [
  ['image-alt', page('<img src="a.png">'), page('<img src="a.png" alt="A">')],
  ['input-image-alt', page('<input type="image" src="a">'), page('<input type="image" src="a" alt="Send">')],
  ['label', page('<input>'), page('<label>Name <input></label>')],
  ['label', page('<label for="b">A</label><input id="a">'), page('<label for="a">A</label><input id="a">')],
  ['select-name', page('<select></select>'), page('<select aria-label="A"></select>')],
  ['button-name', page('<button></button>'), page('<button>Go</button>')],
  ['link-name', page('<a href="/x"></a>'), page('<a href="/x"><img src="a" alt="Home"></a>')],
  ['html-has-lang', '<!DOCTYPE html><html><title>a</title></html>', page('a')],
  ['html-lang-valid', page('a').replace('en', 'xx-yy-zz'), page('a').replace('en', 'de-AT')],
  ['document-title', page('a', ''), page('a')],
  ['frame-title', page('<iframe src="x"></iframe>'), page('<iframe src="x" title="Map"></iframe>')],
  [
    'aria-allowed-attr',
    page('<p role="button" aria-checked="true">a</p>'),
    page('<p role="button" aria-pressed="true">a</p>'),
  ],
  ['aria-valid-attr', page('<p aria-lable="a">a</p>'), page('<p aria-hidden="false">a</p>')],
  ['list', page('<ul><p>a</p></ul>'), page('<ul><li>a</li></ul>')],
  ['meta-refresh', page('a', '<title>a</title><meta http-equiv="refresh" content="9; url=b">'), page('a')],
  ['meta-viewport', page('a', '<title>a</title><meta name="viewport" content="user-scalable=no">'), page('a')],
];

it.each(PAIRS)('%s is told of the faulty document alone, %#', async (rule, faulty, right) => {
  expect(await rulesOf(faulty)).toContain(rule);
  expect(await rulesOf(right)).toEqual([]);
});

it('scripts do not run, style sheets are not applied, inline styles are', async () => {
  expect(await rulesOf(page('<script>document.body.innerHTML = "<img src=x>"</script>'))).toEqual([]);
  expect(await rulesOf(page('<style>img { display: none }</style><img src="a">'))).toEqual(['image-alt']);
  expect(await rulesOf(page('<img src="a" style="display: none">'))).toEqual([]);
});

/** Parts of pages, right and wrong. None where it counts whether a file is loaded, such as <object>. */
const PARTS: readonly string[] = [
  '<img src="a.png">',
  '<img src="a.png" alt="">',
  '<img src="a.png" alt="A" style="display: none">',
  '<input type="image" src="a.png">',
  '<label>Name <input></label>',
  '<input placeholder="Name">',
  '<input title="Name" hidden>',
  '<select><option>a</option></select>',
  '<button></button>',
  '<button aria-label="Go"><img src="a.png" alt=""></button>',
  '<a href="/x"></a>',
  '<a href="/x">Next</a>',
  '<a>Nowhere</a>',
  '<ul><p>a</p></ul>',
  '<dl><p>a</p></dl>',
  '<li>a</li>',
  '<table><tr><th>a</th><td headers="x">b</td></tr></table>',
  '<table role="presentation"><caption>c</caption><tr><td>b</td></tr></table>',
  '<div role="button" tabindex="0"></div>',
  '<div role="checkbox" tabindex="0" aria-label="a"></div>',
  '<div role="listbox"><span>a</span></div>',
  '<div role="wrong">a</div>',
  '<div aria-lable="a">a</div>',
  '<div aria-hidden="true"><button>Go</button></div>',
  '<p lang="xx-y">a</p>',
  '<p lang="de">a</p>',
  '<iframe></iframe>',
  '<svg role="img"><path d="M0 0h9"/></svg>',
  '<video src="a.mp4"></video>',
  '<h1></h1>',
  '<h3>a</h3>',
  '<main>a</main>',
  '<nav aria-label="a"><a href="#b">b</a></nav>',
  '<span id="b"></span>',
  '<marquee>a</marquee>',
  '<blink>a</blink>',
  '<details><summary></summary>a</details>',
  '<meter value="1"></meter>',
  '<div role="progressbar"></div>',
  '<form><fieldset><legend>a</legend><input type="radio" name="r"></fieldset></form>',
  '<div style="overflow: hidden"><img src="a.png"></div>',
  '<map name="m"><area href="/x" shape="rect" coords="0,0,1,1"></map><img src="a.png" alt="a" usemap="#m">',
];

const randomPage = (chance: Chance): string => {
  const wrap = ['', '<section aria-label="s">', '<div style="visibility: hidden">', '<article><h2>t</h2>'];
  const body = Array.from({ length: 3 + chance(12) }, () => pick(chance, wrap) + pick(chance, PARTS)).join('\n');
  return page(body, chance(4) === 0 ? '' : '<title>a</title>').replace(
    'lang="en"',
    pick(chance, ['lang="en"', 'lang="e"', '']),
  );
};

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

inRounds.skipIf(!hasBrowser('accessibility in a browser'))(
  'axe in Chromium finds the same in pages',
  [2, 300],
  async (rounds) => {
    const chance = chanceOf(31);
    const pages = Array.from({ length: rounds }, () => randomPage(chance));
    const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
    const options = {
      runOnly: { type: 'tag', values: TAGS },
      rules: Object.fromEntries(WITHOUT_LAYOUT.map((rule) => [rule, { enabled: false }])),
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    };
    const theirs = inBrowser<string[][]>(
      `const found = [];
       for (const html of data.pages) {
         const frame = document.createElement('iframe');
         frame.style = 'width: 1200px; height: 800px';
         const loaded = new Promise((resolve) => { frame.onload = resolve; });
         frame.srcdoc = html;
         document.body.append(frame);
         await loaded;
         frame.contentWindow.eval(data.axe);
         const { violations } = await frame.contentWindow.axe.run(frame.contentDocument.documentElement, data.options);
         found.push(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.flat().join(' '))).sort());
         frame.remove();
       }
       return found;`,
      { pages, axe, options },
    );
    for (const [index, input] of pages.entries()) {
      const { data, message } = await runTool(tool, { input, options: { standard: 'wcag22aa', bestPractices: true } });
      expect(message).toBeUndefined();
      const { findings } = data as { findings: readonly { readonly rule: string; readonly selector: string }[] };
      expect(findings.map(({ rule, selector }) => `${rule} ${selector}`).sort(), input).toEqual(theirs[index]);
    }
    expect(new Set(theirs.flat().map((one) => one.split(' ')[0])).size).toBeGreaterThan(rounds > 100 ? 15 : 5);
  },
);

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** What must end in time, with a result or a refusal. */
const HOSTILE: readonly string[] = [
  `<table>${'<tr><td colspan=999999999 rowspan=999999999>a'.repeat(80)}</table>`,
  '<div>'.repeat(190),
  `<style>${'p{color:red}'.repeat(50_000)}</style><p style="${'color:red;'.repeat(30_000)}">a</p>`,
  `<p ${times(40_000, (i) => `a${i} `)}>`,
  '<b>'.repeat(1400),
  times(700, () => '<label for=x>a</label><input id=x>'),
  times(1400, (i) => `<div role="button" aria-labelledby="a${i} a${i + 1}" id="a${i}">x</div>`),
  times(500, (i) => `<ul aria-owns="${times(100, (j) => `l${j} `)}" id="l${i}"></ul>`),
];

inRows(
  1,
  HOSTILE.map((input) => [input] as const),
)('what is hostile ends in time, %#', async (input) => {
  const { status, message } = await runTool(tool, { input, options: {} });
  expect([200, 400, 413], message).toContain(status);
});
