import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { KINDS } from '../../formats/text-source.js';
import { readXmlSource } from '../../formats/xml-document.js';
import { queryXPath } from '../../formats/xpath-query.js';
import { splitLines } from '../../lib/text/lines.js';
import { xpathNumber } from '../../lib/xml/xpath-text.js';

/** Prefixes and addresses, one pair per line. Throws INVALID_INPUT. */
function readNamespaces(lines: string): Map<string, string> {
  const namespaces = new Map<string, string>();
  splitLines(lines).lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const at = line.indexOf('=');
    const [prefix, address] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    if (!/^[\p{L}_][\p{L}\p{N}._-]*$/u.test(prefix) || address === '')
      throw invalid(`Cannot read option "namespaces": line ${index + 1} must be a prefix, "=" and a namespace`);
    namespaces.set(prefix, address);
  });
  return namespaces;
}

export default defineTool({
  id: 'xpath-query',
  title: 'XPath Query',
  summary: 'Takes elements, attributes and text out of XML or HTML with an XPath expression, as JSON, lines or markup.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { ...TEXT_FILES, max: 1 },
  options: {
    expression: z
      .string()
      .min(1)
      .max(10_000)
      .default('/*/*')
      .describe('XPath 1.0 expression, such as //book[price>30]/title, //a/@href or count(//item).'),
    namespaces: z
      .string()
      .max(10_000)
      .default('')
      .describe(
        'Prefixes for the expression, one per line, such as atom=http://www.w3.org/2005/Atom. Those that the document declares are known already.',
      ),
    ignoreNamespaces: z
      .boolean()
      .default(false)
      .describe('Removes all namespaces and prefixes first, so that //item finds every item.'),
    from: z
      .enum(['auto', 'xml', 'html'])
      .default('auto')
      .describe('Kind of document; auto takes a page that begins with <!doctype html> or <html> for HTML.'),
    format: z
      .enum(['json', 'lines', 'xml'])
      .default('json')
      .describe('JSON with each node, one line of text per node, or the markup of the nodes.'),
    limit: z.number().multipleOf(1).min(1).max(10_000).default(1000).describe('Most nodes to give.'),
  },
  result: 'mixed',
  data: z.object({
    type: z.enum(['nodes', 'string', 'number', 'boolean']).describe('Type of the result.'),
    value: z
      .union([z.string(), z.number(), z.boolean()])
      .nullable()
      .describe('Result of an expression that selects no nodes; NaN and Infinity are strings. Null for nodes.'),
    count: count('Number of nodes selected, those beyond "limit" included.'),
    nodes: z
      .array(
        z.object({
          kind: z
            .enum(['document', 'element', 'attribute', 'text', 'comment', 'instruction'])
            .describe('Kind of node.'),
          name: z.string().describe('Name with its prefix; empty for text, comments and the document.'),
          value: z.string().describe('All text in it, as string() gives it.'),
          attributes: z.record(z.string(), z.string()).optional().describe('Attributes of an element.'),
        }),
      )
      .describe('The nodes in document order.'),
    warnings: warnings(),
  }),
  notes: [
    'XPath 1.0 with all its axes and functions: position(), contains(), starts-with(), normalize-space(), count(), sum(). Expressions of XPath 2.0 and later, such as lower-case() or "for … in", are refused. The context is the document.',
    'A name without a prefix is in no namespace. Where a document has a default namespace (xmlns="…"), give it a prefix of your own in "namespaces" and use it, or set "ignoreNamespaces".',
    'HTML is read as browsers read it: names are lower case, a missing <tbody> is there, and elements are in no namespace, those of SVG too. What XML does not allow in a name, a colon too, is "_".',
    'CDATA counts as text, entities are replaced by their values, and nothing is fetched. Markup is without the declarations of namespaces that stand further up.',
    'Elements may be nested 250 levels deep in XML, 1,000 in HTML. An evaluation takes at most 8 seconds.',
  ],
  aliases: [
    'xpath tester',
    'xpath evaluator',
    'xml query',
    'query xml',
    'xmllint xpath',
    'xmlstarlet',
    'get value from xml',
    'extract from xml',
    'xml path',
    'scrape html with xpath',
  ],
  verified: [
    'xmllint 2.9.14 (--xpath): the same result for 600 random expressions on random documents',
    'Python 3.11 (ElementTree, its part of XPath): the same elements for 300 random paths',
    'Examples of the XPath 1.0 recommendation, section 2 and 2.5, on a document made for them',
  ],
  examples: [
    {
      title: 'Titles of books over 30',
      input:
        '<shop><book id="a"><title>Tea</title><price>29.99</price></book><book id="b"><title>Milk &amp; Honey</title><price>39.95</price></book></shop>',
      options: { expression: '//book[price>30]/title' },
      output: {
        data: {
          type: 'nodes',
          value: null,
          count: 1,
          nodes: [{ kind: 'element', name: 'title', value: 'Milk & Honey', attributes: {} }],
          warnings: [],
        },
      },
    },
    {
      title: 'Links of a page, one per line',
      input: '<!doctype html><p><a href="/a">One</a><p><a href="b?x=1&y">Two</a><a>none</a>',
      options: { expression: '//a/@href', format: 'lines' },
      output: { text: '/a\nb?x=1&y\n' },
    },
    {
      title: 'A sum',
      input: '<order><line n="2" price="4.50"/><line n="1" price="10"/></order>',
      options: { expression: 'sum(//@price)' },
      output: { data: { type: 'number', value: 14.5, count: 0, nodes: [], warnings: [] } },
    },
    {
      title: 'Markup of a feed with a default namespace',
      input: '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id></entry><entry><id>2</id></entry></feed>',
      options: { expression: '//a:entry[2]', namespaces: 'a = http://www.w3.org/2005/Atom', format: 'xml' },
      output: { text: '<entry><id>2</id></entry>\n' },
    },
    {
      title: 'Nothing found because of a namespace',
      input: '<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>',
      options: { expression: '//entry' },
      output: {
        data: {
          type: 'nodes',
          value: null,
          count: 0,
          nodes: [],
          warnings: [
            'Elements of this document are in the namespace "http://www.w3.org/2005/Atom": give it a prefix in "namespaces", or set "ignoreNamespaces"',
          ],
        },
      },
    },
    {
      title: 'A bracket that is not closed',
      input: '<a/>',
      options: { expression: '//a[b' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot evaluate option "expression": "[" at character 4 is not closed',
      },
    },
    {
      title: 'A prefix that nobody declares',
      input: '<a/>',
      options: { expression: '//x:a' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot evaluate option "expression": undefined namespace prefix: x',
      },
    },
    {
      title: 'A namespace without a prefix',
      input: '<a/>',
      options: { namespaces: 'http://example.com' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "namespaces": line 1 must be a prefix, "=" and a namespace',
      },
    },
    {
      title: 'Not XML',
      input: '<a><b></a>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as XML: line 1, column 7: the end tag must be </b>, got </a>\n<a><b></a>\n      ^',
      },
    },
  ],
  async run({ input, files, options: { format, limit, ...options } }) {
    const namespaces = readNamespaces(options.namespaces);
    const source = await readXmlSource({ input, files });
    const { result, hint } = await queryXPath(source, { ...options, namespaces, limit });
    if (typeof result !== 'object') {
      const written = typeof result === 'number' ? xpathNumber(result) : String(result);
      if (format !== 'json') return text(`${written}\n`);
      const value = typeof result === 'number' && !Number.isFinite(result) ? written : result;
      const type = typeof result as 'string' | 'number' | 'boolean';
      return json({ type, value, count: 0, nodes: [], warnings: [] });
    }
    const lines = format === 'lines' ? result.nodes.map(({ value }) => value.replace(/[\r\n]+/g, ' ')) : result.markup;
    if (format !== 'json')
      return text(lines.map((line) => `${line}\n`).join(''), { name: 'result.txt', mime: KINDS.text.mime });
    const told = result.count > limit ? [`Only the first ${limit} of ${result.count} nodes are given`] : [];
    if (hint !== undefined) told.push(hint);
    return json({ type: 'nodes' as const, value: null, count: result.count, nodes: result.nodes, warnings: told });
  },
});
