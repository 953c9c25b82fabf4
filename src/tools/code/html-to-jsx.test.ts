import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';

import { bodyOf, type HtmlNode, isElement } from '../../engines/xml/html-document.js';
import { type Chance, chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './html-to-jsx.js';

const jsxOf = async (input: string, options: Record<string, unknown> = {}): Promise<string> => {
  const { text, message } = await runTool(tool, { input, options });
  expect(message, input).toBeUndefined();
  return text ?? '';
};

type Tree = string | { readonly name: string; readonly props: Record<string, unknown>; readonly children: Tree[] };

const joined = (children: readonly Tree[]): Tree[] => {
  const out: Tree[] = [];
  for (const child of children) {
    const last = out.at(-1);
    if (typeof child === 'string' && typeof last === 'string') out[out.length - 1] = last + child;
    else out.push(child);
  }
  return out;
};

/** Compiles and runs it. */
function treeOfJsx(code: string): Tree[] {
  const h = (name: unknown, props: Record<string, unknown> | null, ...children: Tree[]): unknown =>
    name === 'FRAGMENT'
      ? joined(children.flat() as Tree[])
      : { name, props: props ?? {}, children: joined(children.flat() as Tree[]) };
  const { code: script } = transformSync(`result = ${code.replace(/^\/\/.*\n/, '')}`, {
    loader: 'jsx',
    jsxFactory: 'h',
    jsxFragment: '"FRAGMENT"',
  });
  const result = new Function('h', `let result; ${script}; return result;`)(h);
  return Array.isArray(result) ? result : [result];
}

const NAMES: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  colspan: 'colSpan',
  'stroke-width': 'strokeWidth',
  'xlink:href': 'xlinkHref',
};

/** What must come out: white space as browsers show it. */
function treeOfHtml(nodes: readonly HtmlNode[], isPre = false): Tree[] {
  return joined(
    nodes.flatMap((node): Tree[] => {
      if (node.nodeName === '#text' && 'value' in node)
        return [isPre ? node.value : node.value.replace(/[\t\n\f\r ]+/g, ' ')];
      if (!isElement(node)) return [];
      const props = Object.fromEntries(
        node.attrs.map(({ name, value, prefix }) => {
          const full = prefix ? `${prefix}:${name}` : name;
          return [
            NAMES[full] ?? full,
            full === 'disabled' ? true : full === 'style' ? { color: 'red', WebkitTransform: 'none' } : value,
          ];
        }),
      );
      return [{ name: node.tagName, props, children: treeOfHtml(node.childNodes, isPre || node.tagName === 'pre') }];
    }),
  );
}

const BLOCK = new Set(['div', 'p', 'ul', 'li', 'table', 'tbody', 'tr', 'td', 'pre', 'svg', 'path', 'g', 'h1']);
const isBlock = (tree: Tree | undefined): boolean => typeof tree === 'object' && BLOCK.has(tree.name);

/** Spaces at the edges of blocks are not shown. */
function trimmed(trees: readonly Tree[], inBlock = true, isPre = false): Tree[] {
  if (isPre)
    return trees.map((tree) =>
      typeof tree === 'string' ? tree : { ...tree, children: trimmed(tree.children, false, true) },
    );
  return trees.flatMap((tree, index): Tree[] => {
    const [before, after] = [trees[index - 1], trees[index + 1]];
    if (typeof tree !== 'string')
      return [{ ...tree, children: trimmed(tree.children, isBlock(tree), tree.name === 'pre') }];
    let text = tree;
    if ((before === undefined && inBlock) || isBlock(before)) text = text.replace(/^ /, '');
    if ((after === undefined && inBlock) || isBlock(after)) text = text.replace(/ $/, '');
    return text === '' ? [] : [text];
  });
}

function randomHtml(chance: Chance, depth: number): string {
  const one = (): string => {
    const attribute = pick(chance, [
      '',
      '',
      ' class="a b"',
      ' title="it\'s &quot;{x}&quot; &lt;"',
      ' tabindex=1',
      ' data-x-y=1',
      ' style="color: red; -webkit-transform: none"',
      ' aria-label="é &amp;amp; \\n"',
      ' disabled',
    ]);
    switch (chance(depth > 0 ? 9 : 4)) {
      case 0:
      case 1:
        return pick(chance, [
          'word',
          ' two words ',
          '{x}',
          '&lt;a&gt;',
          '&amp;amp;',
          '\n  ',
          ' ',
          'é',
          '"q" \'s\'',
          '&nbsp;',
          '// no /* x */',
          '\\n',
        ]);
      case 2:
        return pick(chance, ['<br>', '<img src="a.png" alt="">', '<input type=text>']);
      case 3:
        return '<svg viewBox="0 0 1 1"><g stroke-width=2><path d="M0"/></g></svg>';
      case 4:
        return `<pre${attribute}> a\n  {b}\n</pre>`;
      case 5:
        return `<ul><li>${randomHtml(chance, depth - 1)}<li${attribute}>${randomHtml(chance, depth - 1)}</ul>`;
      case 6:
        return `<div${attribute}>${randomHtml(chance, depth - 1)}</div>`;
      default:
        return `<${pick(chance, ['b', 'span', 'a', 'i'])}${attribute}>${randomHtml(chance, 0)}</${'b'}>`.replace(
          /<(\w+)(.*)<\/b>$/s,
          '<$1$2</$1>',
        );
    }
  };
  return Array.from({ length: 1 + chance(5) }, one).join(pick(chance, ['', '', '\n', ' ']));
}

inRounds('compiled and run, it has the same elements, props and texts', [50, 1000], async (rounds) => {
  for (let seed = 1; seed <= rounds; seed++) {
    const html = randomHtml(chanceOf(seed), 3);
    const code = await jsxOf(html);
    expect(trimmed(treeOfJsx(code)), `${html}\n${code}`).toEqual(trimmed(treeOfHtml(bodyOf(html))));
  }
});

it.each([
  ['<select><option>a<option selected>b</select>', '<select defaultValue={"b"}>'],
  ['<textarea>a {b}</textarea>', '<textarea defaultValue={"a {b}"} />'],
  ['<input type=checkbox checked value=1>', '<input type="checkbox" defaultChecked defaultValue="1" />'],
  ['<script>if (a < b) {}</script>', '<script dangerouslySetInnerHTML={{ __html: "if (a < b) {}" }} />'],
  ['<p @click=x :a=1 v-if=y>z', '// Left out: @click, :a\n<p v-if="y">z</p>\n'],
  ['<!-- a */ b --><p>c', '{/* a * / b */}'],
  [
    '<div style="background: url(data:a;b); color:red">x</div>',
    'style={{ background: "url(data:a;b)", color: "red" }}',
  ],
])('%s', async (html, part) => {
  expect(await jsxOf(html)).toContain(part);
});

it.each([
  '<b>'.repeat(200_000),
  '<p>'.repeat(100_000),
  `<p style="${'('.repeat(500_000)}">`,
  `<p style="${';'.repeat(500_000)}">`,
  `<p ${'a '.repeat(100_000)}>`,
  '\0',
  `${'{'.repeat(900_000)}`,
  '<svg>'.repeat(250),
  '<template>'.repeat(290),
  '<table><a>'.repeat(3000),
])('HTML that is hostile, %#', async (input) => {
  expect([200, 413]).toContain((await runTool(tool, { input })).status);
});
