import { isAlias, isMap, isPair, isScalar, type Node, type Pair, Scalar, type ScalarTag, visit } from 'yaml';

import { invalid, overLimit, quote } from '../../core/errors.js';
import { compareCodePoints } from '../../lib/json/write.js';

import { checkAliases } from './aliases.js';
import { readYaml, type YamlDocument, type YamlReading, yamlFault } from './document.js';

export interface YamlLayout {
  readonly indent: number;
  /** 0 never breaks. */
  readonly lineWidth: number;
  readonly quotes: 'keep' | 'single' | 'double';
  readonly sortKeys: boolean;
}

/** Nothing at all: the failsafe schema would make an empty text of it and write quotes. */
const nothing: ScalarTag = {
  tag: 'tag:yaml.org,2002:null',
  identify: (value) => value === null,
  createNode: () => new Scalar(null),
  default: true,
  test: /^$/,
  resolve: () => null,
  stringify: () => '',
};

// Every plain scalar is a text by the failsafe schema, so numbers and words keep their letters.
const READING: YamlReading = { schema: 'failsafe', customTags: [nothing] };

/** Keys, values and collections that are laid out: each is read, written, read again and written again. Measured: 150,000 take 3 s of one core. */
const MAX_NODES = 120_000;

/** Lays YAML out anew. Throws INVALID_INPUT where it is none, or where the layout would say something else, LIMIT_EXCEEDED beyond 120,000 nodes. */
export function formatYaml(text: string, label: string, layout: YamlLayout): string {
  const documents = readYaml(text, label, { ...READING, keepsComments: true });
  checkAliases(documents, text, label);
  const nodes = countNodes(documents);
  if (nodes > MAX_NODES)
    throw overLimit(`The YAML of ${label} must have at most ${MAX_NODES} keys and values, got ${nodes}`);
  const before = layout.sortKeys ? '' : said(documents);
  for (const document of documents) prepare(document, text, label, layout);
  let written = write(documents, layout);
  for (let round = 0; ; round++) {
    const again = readYaml(written, `the layout of ${label}`, { ...READING, keepsComments: true });
    if (!layout.sortKeys && said(again) !== before)
      throw invalid(`Cannot format ${label}: this YAML has a form whose meaning a new layout would change`);
    // Lines that were broken may be broken otherwise when they are read again: what is given does not change any more.
    const settled = write(again, layout);
    if (settled === written || round === MAX_ROUNDS) return written;
    written = settled;
  }
}

/** Layouts that follow one another until nothing changes; two are enough for all that was seen. */
const MAX_ROUNDS = 4;

function write(documents: readonly YamlDocument[], { indent, lineWidth }: YamlLayout): string {
  return documents
    .map((document, index) => {
      if (index > 0 && document.directives !== undefined) document.directives.docStart = true;
      const part = document.toString({
        indent,
        lineWidth,
        minContentWidth: 0,
        flowCollectionPadding: true,
        indentSeq: true,
      });
      // A document of nothing would grow by an empty line every time.
      const settled = isNothing(document.contents) ? part.replace(/\n+$/, '\n') : part;
      return settled.replace(UNPRINTABLE, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`);
    })
    .join('');
}

/** YAML 1.2.2 §5.1: not printable, so written as escapes, which only double quotes know. The engine writes them as they are. */
const UNPRINTABLE = /[\u007f-\u0084\u0086-\u009f]/g;

const isNothing = (node: unknown): boolean =>
  node === null ||
  node === undefined ||
  (isScalar(node) && node.source === '' && node.value === null && !node.tag && !node.anchor);

function prepare(document: YamlDocument, text: string, label: string, { quotes, sortKeys }: YamlLayout): void {
  const anchors = new Set<string>();
  visit(document, {
    Scalar(_key, node) {
      if (quotes === 'single' && node.type === 'QUOTE_DOUBLE' && isPlainText(node.value)) node.type = 'QUOTE_SINGLE';
      if (quotes === 'double' && node.type === 'QUOTE_SINGLE') node.type = 'QUOTE_DOUBLE';
      if (typeof node.value === 'string' && node.value.search(UNPRINTABLE) >= 0) node.type = 'QUOTE_DOUBLE';
    },
    Map(_key, node) {
      if (!sortKeys) return;
      node.items.sort(byKey as (a: unknown, b: unknown) => number);
      // The blank line above a key that is the first now would stand inside the line above.
      const [first] = node.items;
      if (first !== undefined && typeof first.key === 'object' && first.key !== null)
        (first.key as { spaceBefore?: boolean }).spaceBefore = false;
    },
  });
  visit(document, (_key, node) => {
    if (isAlias(node) && !anchors.has(node.source))
      throw yamlFault(text, label, {
        offset: node.range?.[0] ?? 0,
        fault: sortKeys
          ? `sorted keys would put the alias *${node.source} before its anchor`
          : `the alias *${node.source} has no anchor before it`,
      });
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor === undefined) return;
    if (UNWRITABLE.test(anchor)) {
      const offset = (node as Node).range?.[0] ?? 0;
      throw yamlFault(text, label, {
        offset,
        fault: `the anchor ${quote(anchor)} has a character that cannot be written again`,
      });
    }
    anchors.add(anchor);
  });
}

/** YAML 1.2, rule 102, allows what only the Unicode standard calls a space; the engine reads such anchors and does not write them. */
const UNWRITABLE = /[\u0000-\u0019\s]/;

/** Single quotes know no escapes. */
const isPlainText = (value: unknown): boolean =>
  typeof value === 'string' &&
  !/[^\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u.test(value);

function byKey(a: Pair<Node, Node>, b: Pair<Node, Node>): number {
  return compareCodePoints(nameOf(a.key), nameOf(b.key));
}

const nameOf = (key: Node | null): string => (isScalar(key) ? String(key.value ?? '') : '');

/** Whether a plain text may be more than a text by any version's rules: only there quotes would say something else. */
const mayHaveType = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[-+]?\.?\d|[-+]?\.(?:inf|nan)$|~$|=$|<<$|[a-z]{1,5}$|$)/i.test(value);

function countNodes(documents: readonly YamlDocument[]): number {
  let count = 0;
  for (const document of documents) {
    visit(document, {
      Node() {
        count++;
      },
    });
  }
  return count;
}

/** What documents say, styles and comments aside: scalars with tag and text, collections, anchors, aliases. */
function said(documents: readonly YamlDocument[]): string {
  const parts: string[] = [];
  const say = (node: unknown): void => {
    if (isNothing(node)) {
      parts.push('~');
      return;
    }
    if (isPair(node)) {
      say(node.key);
      parts.push(':');
      say(node.value);
      return;
    }
    if (isAlias(node)) {
      parts.push(`*${node.source}`);
      return;
    }
    const { anchor = '', tag = '' } = node as { anchor?: string; tag?: string };
    parts.push(`&${anchor}!${tag}`);
    if (isScalar(node))
      parts.push(node.type === 'PLAIN' && mayHaveType(node.value) ? 'p' : 'q', JSON.stringify(node.value ?? ''));
    else {
      const { items } = node as { items: readonly unknown[] };
      parts.push(isMap(node) ? '{' : '[');
      for (const item of items) say(item);
      parts.push('}');
    }
  };
  for (const document of documents) {
    parts.push('---', document.directives?.yaml.explicit === true ? (document.directives.yaml.version ?? '') : '');
    say(document.contents);
  }
  return parts.join('\n');
}
