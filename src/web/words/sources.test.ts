/** The sources of the pages have no words of their own: all are here, and are used when something is drawn. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');

/** What is the same in every language. */
const NAMES = new Set(['Tool Execution API', 'API', 'OpenAPI', 'llms.txt']);

/** Attributes that people read or hear; `label`, `title` and `of` are those of our own components too. */
const SPOKEN = new Set(['alt', 'aria-description', 'aria-label', 'label', 'of', 'placeholder', 'title']);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Texts that an expression may come to: literals, the texts of templates, and what is chosen among them. */
function textsOf(node: Node): string[] {
  if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateElement') return [String(Reflect.get(node.value as object, 'cooked'))];
  if (node.type === 'TemplateLiteral' || node.type === 'LogicalExpression') return childrenOf(node).flatMap(textsOf);
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].filter(isNode).flatMap(textsOf);
  }
  if (node.type === 'JSXExpressionContainer') return childrenOf(node).flatMap(textsOf);
  return [];
}

/** Words, not a unit such as `s` or the name of a key such as `K`. */
const isWorded = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.has(text.trim());

/** Begins as a sentence does. */
const isSentence = (text: string): boolean => /^[“]?\p{Lu}\p{Ll}* \p{Ll}/u.test(text);

const isFunction = ({ type }: Node): boolean => /^(?:Arrow)?Function/.test(type);

/** What a source says by itself, or takes from the words while it loads. */
function ownWords(name: string, source: string): string[] {
  const found: string[] = [];
  const look = (node: Node, isLoading: boolean): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      found.push(...(node.children as Node[]).flatMap(textsOf).filter(isWorded));
    }
    if (node.type === 'JSXAttribute' && SPOKEN.has(String((node.name as Node).name)) && isNode(node.value)) {
      found.push(...textsOf(node.value).filter(isWorded));
    }
    if (node.type === 'Literal' || node.type === 'TemplateElement') found.push(...textsOf(node).filter(isSentence));
    if (isLoading && node.type === 'Identifier' && ['words', 'english', 'language'].includes(String(node.name))) {
      found.push(`${String(node.name)} while it loads`);
    }
    for (const child of childrenOf(node)) look(child, isLoading && !isFunction(node));
  };
  look(parseSync(name, source).program as unknown as Node, true);
  return [...new Set(found.map((text) => text.trim()))];
}

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.data.ts') && path !== 'words/words.ts',
);

it('finds what it looks for', () => {
  const source = `
    const TITLE = 'Over a limit';
    const now = words.form.run;
    const later = () => words.form.run;
    export const View = ({ name, isOpen }: { name: string }) => (
      <p class="some words" title={isOpen ? 'Close' : words.form.run} aria-label={\`Remove \${name}\`}>
        Hello {isOpen && 'there'} <b>{name} s</b> <a href="/x">OpenAPI</a> {words.form.run} {name === 'other words' ? 1 : 2}
      </p>
    );`;
  expect(ownWords('view.tsx', source).toSorted()).toEqual([
    'Close',
    'Hello',
    'Over a limit',
    'Remove',
    'there',
    'words while it loads',
  ]);
});

it('looks at the sources of the pages', () => {
  expect(sources).toContain('app.tsx');
  expect(sources.length).toBeGreaterThan(60);
});

it.each(sources)('%s has no words of its own', (path) => {
  expect(ownWords(path, readFileSync(join(WEB, path), 'utf8'))).toEqual([]);
});
