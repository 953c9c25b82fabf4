import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import { fontFiles } from '../../engines/fonts.js';
import { type Chance, chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './mermaid-diagram.js';

const hasChromium = hasProgram('chromium', ['--version'], 'diagrams beside Mermaid in Chromium');

const WORDS = ['Order', 'Invoice', 'Customer care', 'Ship', 'Pay the bill', 'Überweisung', 'a', 'Stock level', 'Retry'];

function some<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[chance(items.length)];
  if (item === undefined) throw new Error('there is none');
  return item;
}
const words = (chance: Chance): string => some(chance, WORDS);
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `  ${line(index)}`).join('\n');
const day = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

/** A diagram of each of the main kinds. */
const GENERATED: Readonly<Record<string, (chance: Chance) => string>> = {
  flowchart: (chance) => {
    const count = 3 + chance(6);
    const shapes = [
      ['[', ']'],
      ['(', ')'],
      ['{', '}'],
      ['([', '])'],
      ['[(', ')]'],
      ['((', '))'],
      ['{{', '}}'],
    ] as const;
    const nodes = lines(count, (i) => {
      const [open, close] = some(chance, shapes);
      return `n${i}${open}"${words(chance)} ${i}"${close}`;
    });
    const links = ['-->', '-.->', '==>', '---'] as const;
    const edges = lines(count, (i) => {
      const label = chance(2) === 0 ? '' : `|${words(chance)}|`;
      return `n${chance(count)} ${some(chance, links)}${label} n${(i + 1) % count}`;
    });
    return `flowchart ${some(chance, ['TD', 'LR'])}\n${nodes}\n${edges}`;
  },
  sequence: (chance) => {
    const names = ['Ann', 'Bob', 'Cleo'] as const;
    const arrows = ['->>', '-->>', '-x', '-)'] as const;
    const message = (): string =>
      `${some(chance, names)}${some(chance, arrows)}${some(chance, names)}: ${words(chance)}`;
    return `sequenceDiagram\n${lines(3 + chance(4), message)}\n  loop ${words(chance)}\n  ${message()}\n  end\n  Note over Ann,Bob: ${words(chance)}`;
  },
  class: (chance) =>
    `classDiagram\n${lines(3, (i) => `class C${i} {\n    +int field${chance(9)}\n    +act${chance(9)}(String text) bool\n  }`)}\n${lines(
      3,
      (i) => `C${i} ${some(chance, ['<|--', '*--', 'o--', '..>'])} C${(i + 1) % 3} : ${words(chance)}`,
    )}`,
  state: (chance) =>
    `stateDiagram-v2\n  [*] --> s0\n${lines(4 + chance(3), (i) => `s${chance(i + 1)} --> s${i + 1} : ${words(chance)}`)}\n  s1 --> [*]`,
  er: (chance) =>
    `erDiagram\n${lines(3, (i) => `E${i} {\n    string name${chance(9)} PK "${words(chance)}"\n    int size${chance(9)} "of it"\n  }`)}\n${lines(
      3,
      (i) =>
        `E${i} ${some(chance, ['||--o{', '}|..|{', '|o--||'])} E${(i + 1) % 3} : ${words(chance).replaceAll(' ', '-')}`,
    )}`,
  gantt: (chance) =>
    `gantt\n  title ${words(chance)}\n  dateFormat YYYY-MM-DD\n  section ${words(chance)}\n${lines(
      3 + chance(4),
      (i) => `${words(chance)} :t${i}, ${day(chance(40))}, ${1 + chance(20)}d`,
    )}`,
  pie: (chance) =>
    `pie showData\n  title ${words(chance)}\n${lines(2 + chance(5), (i) => `"${words(chance)} ${i}" : ${1 + chance(99)}`)}`,
};

async function svgOf(input: string): Promise<string> {
  const { files, message } = await runTool(tool, { input });
  expect(message, input).toBeUndefined();
  return Buffer.from(files[0]?.bytes ?? []).toString();
}

/** Drawn by Mermaid in a browser, with the configuration and the fonts of ours; then both are measured there. */
function inChromium(pairs: readonly { readonly text: string; readonly ours: string }[]): Measured[] {
  const folder = mkdtempSync(join(tmpdir(), 'mermaid-test-'));
  try {
    const [regular = '', bold = ''] = fontFiles('').filter((path) => !path.includes('Italic'));
    const script = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');
    const page = join(folder, 'page.html');
    writeFileSync(
      page,
      `<!DOCTYPE html><meta charset="utf-8"><style>
@font-face{font-family:'Noto Sans';src:url('${pathToFileURL(regular).href}')}
@font-face{font-family:'Noto Sans';font-weight:700;src:url('${pathToFileURL(bold).href}')}
body{margin:0;width:1200px}</style><body><script src="${pathToFileURL(script).href}"></script>
<script>const pairs=${JSON.stringify(pairs).replaceAll('<', '\\u003c')};${MEASURE}</script>`,
    );
    const { stdout, stderr } = spawnSync(
      'chromium',
      [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'],
        ...[`--user-data-dir=${folder}`, '--virtual-time-budget=120000', '--dump-dom', pathToFileURL(page).href],
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const found = /<pre>([^<]*)<\/pre>/.exec(stdout)?.[1];
    if (found === undefined) throw new Error(`Chromium gave no result: ${stderr.slice(-500)}`);
    return JSON.parse(Buffer.from(found, 'base64').toString()) as Measured[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly fault?: string;
  /** By kind of element, of theirs and of ours. */
  readonly counts: readonly [Record<string, number>, Record<string, number>];
  readonly texts: readonly [readonly string[], readonly string[]];
  /** Largest distance in pixels of an edge of a box to that of the browser's, and what has it. */
  readonly apart: number;
  readonly where: string;
}

const MEASURE = `
const config = {
  startOnLoad: false, securityLevel: 'strict', deterministicIds: true, handDrawnSeed: 1, htmlLabels: false,
  fontFamily: 'Noto Sans, Open Sans, Arial, sans-serif', flowchart: { htmlLabels: false }, class: { htmlLabels: false },
  sequence: { textPlacement: 'tspan' }, gantt: { useWidth: 1200 },
};
const KINDS = ['rect', 'circle', 'ellipse', 'polygon', 'path', 'line', 'text'];
const shown = (svg, kind) => [...svg.querySelectorAll(kind)].filter((element) =>
  !element.closest('defs,marker,.today') && element.getBBox().width + element.getBBox().height > 0);
const boxes = (svg, kind) => {
  const inverse = svg.getScreenCTM().inverse();
  return shown(svg, kind).map((element) => {
    const { x, y, width, height } = element.getBBox();
    const matrix = inverse.multiply(element.getScreenCTM());
    const [a, b] = [new DOMPoint(x, y).matrixTransform(matrix), new DOMPoint(x + width, y + height).matrixTransform(matrix)];
    return [a.x, a.y, b.x, b.y];
  });
};
const put = (svg) => {
  const box = document.createElement('div');
  box.innerHTML = svg;
  document.body.append(box);
  return box.querySelector('svg');
};
(async () => {
  await Promise.all([...document.fonts].map((font) => font.load()));
  const results = [];
  for (const { text, ours } of pairs) {
    try {
      mermaid.initialize(config);
      const { svg } = await mermaid.render('diagram', text);
      document.body.replaceChildren();
      const theirs = put(svg);
      theirs.removeAttribute('width');
      const [, , width, height] = theirs.getAttribute('viewBox').split(' ');
      theirs.setAttribute('width', width);
      theirs.setAttribute('height', height);
      const sizes = [theirs].map((drawn) => Object.fromEntries(KINDS.map((kind) => [kind, boxes(drawn, kind)])));
      const their = { boxes: sizes[0], texts: shown(theirs, 'text').map((t) => t.textContent.trim()) };
      document.body.replaceChildren();
      const own = put(ours);
      own.querySelector(':scope > rect')?.remove();
      const mine = { boxes: Object.fromEntries(KINDS.map((kind) => [kind, boxes(own, kind)])), texts: shown(own, 'text').map((t) => t.textContent.trim()) };
      document.body.replaceChildren();
      let [apart, where] = [0, ''];
      for (const kind of KINDS) for (const [i, box] of their.boxes[kind].entries()) {
        const far = Math.max(...box.map((edge, k) => Math.abs(edge - (mine.boxes[kind][i]?.[k] ?? Infinity))));
        if (far > apart) [apart, where] = [far, kind + ' ' + i + ' ' + box + ' | ' + mine.boxes[kind][i]];
      }
      const counts = [their, mine].map((side) => Object.fromEntries(KINDS.map((kind) => [kind, side.boxes[kind].length])));
      results.push({ counts, texts: [their.texts, mine.texts], apart: Number.isFinite(apart) ? apart : 1e9, where });
    } catch (error) {
      results.push({ fault: String(error), counts: [{}, {}], texts: [[], []], apart: 0, where: '' });
    }
  }
  const pre = document.createElement('pre');
  pre.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(results))));
  document.body.replaceChildren(pre);
})();
`;

describe('mermaid-diagram', () => {
  exhaustive.skipIf(!hasChromium)('draws what Mermaid draws in Chromium', async () => {
    const chance = chanceOf(5);
    const pairs: { kind: string; text: string; ours: string }[] = [];
    for (let round = 0; round < 20; round++)
      for (const [kind, make] of Object.entries(GENERATED)) {
        const text = make(chance);
        pairs.push({ kind, text, ours: await svgOf(text) });
      }
    const results = inChromium(pairs);
    expect(results).toHaveLength(pairs.length);
    for (const [i, { fault, counts, texts, apart, where }] of results.entries()) {
      const { kind, text } = pairs[i] ?? { kind: '', text: '' };
      expect(fault, text).toBeUndefined();
      expect(texts[1], text).toEqual(texts[0]);
      expect(counts[1], text).toEqual(counts[0]);
      expect(apart, `${kind}: ${where}\n${text}`).toBeLessThan(2);
    }
  });

  inRounds('draws slices of pies as large as their numbers', [2, 40], async (rounds) => {
    const chance = chanceOf(6);
    for (let round = 0; round < rounds; round++) {
      // Mermaid leaves out slices below one percent.
      const values = Array.from({ length: 2 + chance(6) }, () => 10 + chance(90));
      const svg = await svgOf(`pie\n${values.map((value, i) => `  "s${i}" : ${value}`).join('\n')}`);
      const total = values.reduce((sum, value) => sum + value, 0);
      const slices = [...svg.matchAll(/<path d="M([^"]*)A([^"]*)"[^>]*class="pieCircle"/g)].map(
        ([, from = '', to = '']) => {
          const [x = 0, y = 0] = from.split(',').map(Number);
          const [, , , , , endX = 0, endY = 0] = to.split(/[,L]/).map(Number);
          const turn = Math.atan2(endY, endX) - Math.atan2(y, x);
          return ((turn + 2 * Math.PI) % (2 * Math.PI)) / (2 * Math.PI);
        },
      );
      expect(slices).toHaveLength(values.length);
      const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b);
      for (const [i, share] of sorted(values.map((value) => value / total)).entries())
        expect(sorted(slices)[i]).toBeCloseTo(share, 3);
    }
  });

  inRounds('draws bars of Gantt charts from their first day to their last', [2, 40], async (rounds) => {
    const chance = chanceOf(7);
    for (let round = 0; round < rounds; round++) {
      const tasks = Array.from({ length: 2 + chance(6) }, () => ({ start: chance(300), days: 1 + chance(60) }));
      const svg = await svgOf(
        `gantt\n  dateFormat YYYY-MM-DD\n${tasks.map(({ start, days }, i) => `  T${i} :t${i}, ${day(start)}, ${days}d`).join('\n')}`,
      );
      const bars = tasks.map((_, i) => {
        const bar = new RegExp(`<rect id="[^"]*t${i}"[^>]*>`).exec(svg)?.[0] ?? '';
        const number = (name: string): number => Number(new RegExp(` ${name}="([^"]*)"`).exec(bar)?.[1]);
        return { x: number('x'), width: number('width') };
      });
      const first = Math.min(...tasks.map(({ start }) => start));
      const last = Math.max(...tasks.map(({ start, days }) => start + days));
      const [left, right] = [Math.min(...bars.map(({ x }) => x)), Math.max(...bars.map(({ x, width }) => x + width))];
      const scale = (right - left) / (last - first);
      for (const [i, { start, days }] of tasks.entries()) {
        // Mermaid rounds both to whole pixels.
        expect(Math.abs((bars[i]?.x ?? 0) - left - (start - first) * scale)).toBeLessThan(1.5);
        expect(Math.abs((bars[i]?.width ?? 0) - days * scale)).toBeLessThan(1.5);
      }
    }
  });

  exhaustive('gives the same bytes for the same text, whatever came before', async () => {
    const [mindmap, pie] = ['mindmap\n  root((a))\n    b\n    c\n      d', 'pie\n "a": 1\n "b": 2'];
    const first = await svgOf(mindmap);
    await svgOf(pie);
    expect(await svgOf(mindmap)).toBe(first);
  });

  it('keeps no script, link, font or picture from outside', async () => {
    const input = [
      '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(http://127.0.0.1/a.css);", "fontFamily": "Evil"}}%%',
      'flowchart TD',
      '  a["<img src=x onerror=alert(1)><b>bold</b>"] --> b@{ img: "http://127.0.0.1/x.png", label: "x" }',
      '  click a "javascript:alert(1)"',
      '  click b call alert(1)',
      '  classDef c fill:#f00,font-family:Evil',
      '  class a c',
    ].join('\n');
    const svg = await svgOf(input);
    expect(svg).not.toMatch(/javascript|<script|127\.0\.0\.1|onerror=|@import|foreignObject|Evil|undefined|NaN/);
  });

  it('names the line of the text, past front matter and comments', async () => {
    const input = '---\ntitle: A\n---\n%% note\nsequenceDiagram\n  %% note\n  A->>B: x\n  loop\n  A-B-C\n';
    expect((await runTool(tool, { input })).message).toMatch(/^Cannot read property "input" as Mermaid: line [89]: /);
    const fence = '# A\n\n```mermaid\npie\n  "a" 5\n```\n';
    const { message } = await runTool(tool, { files: [{ name: 'a.md', bytes: Buffer.from(fence) }] });
    expect(message).toMatch(/^Cannot read file "a.md" as Mermaid: line 5: /);
  });

  it('draws the letters of other scripts inside their boxes', async () => {
    const svg = await svgOf('flowchart LR\n  a[开始处理流程] --> b[データベース] --> c[한국어 텍스트] --> d[עברית]');
    const widths = [...svg.matchAll(/<rect class="basic label-container"[^>]* width="([\d.]+)"/g)].map(([, w]) =>
      Number(w),
    );
    expect(widths).toHaveLength(4);
    // Six and six full-width letters of 16 pixels, and the padding of 30 at both sides.
    for (const width of widths.slice(0, 2)) expect(Math.abs(width - 6 * 16 - 60)).toBeLessThan(2);
  });

  it.each([
    ['groups in groups', `flowchart TD\n${'subgraph s\n'.repeat(200)}a-->b\n${'end\n'.repeat(200)}`, 413],
    ['connections', `flowchart TD\n${'a-->b\n'.repeat(600)}`, 413],
    ['lines', `gitGraph\n${'commit\n'.repeat(3000)}`, 413],
    ['a long line', `flowchart TD\na${'['.repeat(20_000)}`, 413],
    [
      'a chart without a day',
      'gantt\nexcludes monday,tuesday,wednesday,thursday,friday,saturday,sunday\nA :2026-01-01, 5d',
      400,
    ],
    ['an unknown date', 'gantt\ndateFormat YYYY-MM-DD\nA :a, someday, 5d', 400],
    ['an end that is missing', 'sequenceDiagram\nloop x\nA->>B: y', 400],
    ['nothing', '   \n ', 400],
    ['names that all objects have', 'flowchart TD\n__proto__ --> constructor --> toString', 400],
  ])('answers %s in time', async (_name, input, status) => {
    expect((await runTool(tool, { input })).status).toBe(status);
  });
});
