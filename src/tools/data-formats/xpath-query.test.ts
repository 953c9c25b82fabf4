import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runPrograms } from '../../testing/programs.js';
import { runPython } from '../../testing/python.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './xpath-query.js';

const hasXmllint = hasProgram('xmllint', ['--version'], 'XPath by libxml2');
const hasPython = hasProgram('python3', ['--version'], 'XPath by ElementTree');

type Chance = (below: number) => number;

function randomXml(chance: Chance, depth = 0): string {
  const name = 'abc'.charAt(chance(3));
  const attributes = ['', ' k="1"', ' k="2" m="x"', ' m="y &amp; z"'][chance(4)];
  const parts = Array.from({ length: depth > 3 ? 0 : 1 + chance(4) }, () =>
    chance(3) === 0
      ? ['7', 'x', '12.5', 'é &lt;'][chance(4)]
      : chance(9) === 0
        ? '<!--n--><?go on?>'
        : randomXml(chance, depth + 1),
  );
  return `<${name}${attributes}>${parts.join('')}</${name}>`;
}

function randomXPath(chance: Chance): string {
  const axes = [
    '',
    '',
    '',
    './/',
    'child::',
    'descendant::',
    'ancestor::',
    'following-sibling::',
    'preceding::',
    'parent::',
    'following::',
  ];
  const tests = ['a', 'b', 'c', '*', '*', 'node()', 'text()'];
  const predicates = [
    '',
    '',
    '[1]',
    '[last()]',
    '[@k]',
    '[@k="1"]',
    '[b]',
    '[position() mod 2 = 1]',
    '[. > 7]',
    '[not(@m)]',
    '[count(*) > 1]',
    '[contains(., "x")]',
    '[starts-with(@m, "y")]',
    '[string-length() < 4]',
  ];
  const pick = (list: readonly string[]): string => list[chance(list.length)] ?? '';
  const steps = Array.from({ length: 1 + chance(3) }, () => `${pick(axes)}${pick(tests)}${pick(predicates)}`);
  const path = `//${steps
    .join('/')
    .replaceAll('/.//', '//')
    .replace(/^\.\/\//, '')}`;
  const wrap = ['', '', '', 'count', 'string', 'boolean', 'name', 'normalize-space'][chance(8)] ?? '';
  const end = wrap === '' && chance(4) === 0 ? '/@*' : '';
  return wrap === '' ? `${path}${end}` : `${wrap}(${path})`;
}

const answer = async (input: string, expression: string, options: object = {}) =>
  runTool(tool, { input, options: { expression, ...options } });

describe('xpath-query', () => {
  inRounds.skipIf(!hasXmllint)('gives what xmllint gives for random expressions', [40, 600], async (rounds) => {
    const chance = chanceOf(11);
    let filled = 0;
    const cases = Array.from({ length: rounds }, () => ({ xml: randomXml(chance), expression: randomXPath(chance) }));
    const ends = runPrograms(
      cases.map(({ xml, expression }) => ({ program: 'xmllint', args: ['--xpath', expression, '-'], input: xml })),
    );
    for (const [index, { xml, expression }] of cases.entries()) {
      const end = ends[index];
      const ours = await answer(xml, expression, { format: 'xml', limit: 10_000 });
      // 10: nothing is selected.
      const theirs = end?.status === 10 ? '' : end?.stdout;
      // The document has its declaration and a line more there.
      const plain = (theirs ?? '').replace(/<\?xml version="1.0" encoding="UTF-8"\?>\n(.*\n)\n?/g, '$1');
      const lines = plain.split('\n').map((line) => line.replace(/^ (?=[km]=")/, ''));
      expect(`${expression}\n${ours.text?.trimEnd()}`).toBe(`${expression}\n${lines.join('\n').trimEnd()}`);
      if (ours.text !== '') filled++;
    }
    expect(filled).toBeGreaterThan(rounds / 3);
  });

  inRounds.skipIf(!hasPython)('selects the elements that ElementTree selects', [60, 300], async (rounds) => {
    const chance = chanceOf(12);
    const steps = ['a', 'b', 'c', '*', 'a[@k]', 'b[@k="1"]', '*[b]', 'b[2]', 'c[last()]'];
    const cases = Array.from({ length: rounds }, () => {
      const path = Array.from({ length: 1 + chance(3) }, () => steps[chance(steps.length)]).join(
        chance(2) ? '/' : '//',
      );
      return { xml: randomXml(chance), path };
    });
    const theirs = runPython<string[][]>(
      `import xml.etree.ElementTree as E
print(json.dumps([["".join(e.itertext()) for e in E.fromstring(c["xml"]).findall(".//" + c["path"])] for c in data]))`,
      cases,
    );
    for (const [index, { xml, path }] of cases.entries()) {
      // ElementTree begins at the root element, and gives an element as often as ways lead to it.
      const { data } = await answer(xml, `/*//${path}`);
      const ours = (data as { nodes: { value: string }[] }).nodes.map(({ value }) => value);
      expect([path, [...new Set(ours)].sort()]).toEqual([path, [...new Set(theirs[index])].sort()]);
    }
    expect(theirs.filter((found) => found.length > 0).length).toBeGreaterThan(rounds / 3);
  });

  it('follows the examples of XPath 1.0, section 2.5', async () => {
    const xml =
      '<doc><chapter><title>Introduction</title><section/><para type="warning">w1</para><para>p2<footnote/></para></chapter><chapter/><chapter/><chapter/><chapter><section>s1</section><section>s2</section><title>Fifth</title></chapter><para type="warning">w3</para><employee secretary="a" assistant="b"/></doc>';
    const lines = async (expression: string) => (await answer(xml, expression, { format: 'lines' })).text;
    expect(await lines('/doc/chapter[5]/section[2]')).toBe('s2\n');
    expect(await lines('//para[@type="warning"][1]')).toBe('w1\nw3\n');
    expect(await lines('(//para[@type="warning"])[2]')).toBe('w3\n');
    expect(await lines('count(//chapter[title="Introduction"])')).toBe('1\n');
    expect(await lines('name(//*[@secretary and @assistant])')).toBe('employee\n');
    expect(await lines('/doc/chapter[last()]/title')).toBe('Fifth\n');
  });

  it('writes numbers as XPath 1.0, 4.2 says: never with an exponent', async () => {
    const of = async (expression: string) => (await answer('<a/>', expression, { format: 'lines' })).text;
    expect(await of('1000000 * 1000000 * 1000000 * 10000')).toBe('10000000000000000000000\n');
    expect(await of('1 div 4000000000')).toBe('0.00000000025\n');
    expect(await of('-1 div 0')).toBe('-Infinity\n');
    expect(await of('-0')).toBe('0\n');
    expect((await answer('<a/>', '0 div 0')).data).toMatchObject({ type: 'number', value: 'NaN' });
  });

  it('knows prefixes of the document, replaces entities and joins CDATA', async () => {
    const xml = '<!DOCTYPE r [<!ENTITY e "tea">]><r><p:i xmlns:p="urn:p" p:q="1">&e;<![CDATA[<&]]>!</p:i></r>';
    expect((await answer(xml, '//p:i/text()')).data).toMatchObject({ count: 1, nodes: [{ value: 'tea<&!' }] });
    expect((await answer(xml, '//p:i/@p:q')).data).toMatchObject({ nodes: [{ kind: 'attribute', name: 'p:q' }] });
    expect((await answer(xml, '//i/@q', { ignoreNamespaces: true })).data).toMatchObject({ nodes: [{ value: '1' }] });
    expect((await answer(xml, '//i')).data).toMatchObject({ count: 0, warnings: [] });
  });

  it('gives every kind of node its markup, and no more nodes than "limit"', async () => {
    const xml = '<a k="&quot;&lt;">t&amp;<!--c--><?p d?><b/></a>';
    const { text } = await answer(xml, '//@*|//node()', { format: 'xml' });
    expect(text).toBe(`${xml}\nk="&quot;&lt;"\nt&amp;\n<!--c-->\n<?p d?>\n<b/>\n`);
    expect((await answer(xml, '/', { format: 'xml' })).text).toBe(`${xml}\n`);
    const { data } = await answer(xml, '//node()', { limit: 2 });
    expect(data).toMatchObject({ count: 5, nodes: [{}, {}], warnings: ['Only the first 2 of 5 nodes are given'] });
  });

  it('reads HTML as browsers do, whatever stands in its names and comments', async () => {
    const page =
      '<HTML><body><table><tr><td o:x="1" @c=2 3=4>A<br>B</table><svg><a xlink:href="#k"/></svg><!-- a -- b- --><x"y>\u0001';
    const lines = async (expression: string, options: object = {}) =>
      (await answer(page, expression, { format: 'lines', ...options })).text;
    expect(await lines('/html/body/table/tbody/tr/td')).toBe('AB\n');
    expect(await lines('//td/@*')).toBe('1\n2\n4\n');
    expect(await lines('name(//td/@*[3])')).toBe('_3\n');
    expect(await lines('//svg/a/@xlink_href')).toBe('#k\n');
    expect(await lines('count(//comment())')).toBe('1\n');
    expect((await answer('<b>1<p>2', '//p', { from: 'html', format: 'lines' })).text).toBe('2\n');
    expect((await answer('<b>1<p>2', '//p')).code).toBe('INVALID_INPUT');
    const xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><p/></html>';
    expect((await answer(xhtml, 'count(//p)', { format: 'lines' })).text).toBe('0\n');
    const file = { name: 'p.html', bytes: Buffer.from('<p>f') };
    expect((await runTool(tool, { options: { expression: 'string(//p)', format: 'lines' }, files: [file] })).text).toBe(
      'f\n',
    );
  });

  it('refuses namespace nodes, whose memory is gone, and what is not of XPath 1.0', async () => {
    for (const [expression, told] of [
      ['//namespace::*', 'it selects namespace nodes, which can only be used within an expression, as in name()'],
      ['//a[', '"[" at character 4 is not closed'],
      ['//a)', '")" at character 4 closes nothing'],
      ["'a", '"\'" at character 1 is not closed'],
      ['lower-case("A")', 'unregistered function: lower-case'],
      ['$x', 'undefined variable: x'],
      ['for', undefined],
      ['//a//', 'it is not a valid XPath 1.0 expression'],
      [`${'('.repeat(4000)}1${')'.repeat(4000)}`, 'it is not a valid XPath 1.0 expression'],
    ] as const) {
      const { code, message } = await answer('<a xmlns:p="u"/>', expression);
      if (told === undefined) expect(code).toBeUndefined();
      else expect([code, message]).toEqual(['INVALID_INPUT', `Cannot evaluate option "expression": ${told}`]);
    }
  });

  exhaustive('ends an expression that takes longer than its seconds', async () => {
    const wide = `<r>${'<a/>'.repeat(20_000)}</r>`;
    const slow = await answer(wide, 'count(//a[count(//a[count(//a) > 1]) > 1])');
    expect([slow.code, slow.message]).toEqual([
      'LIMIT_EXCEEDED',
      'Option "expression" must be evaluated within 8 seconds on this document',
    ]);
  });

  it('refuses hostile documents', async () => {
    const deep = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    expect((await answer(deep(250), 'count(//a)')).data).toMatchObject({ value: 250 });
    expect((await answer(deep(251), 'count(//a)')).message).toBe(
      'Elements of property "input" must be nested at most 250 deep, got 251',
    );
    const font = '<i>'.repeat(900);
    expect((await answer(font, 'count(//i)', { from: 'html' })).data).toMatchObject({ value: 900 });
    expect((await answer('<i>'.repeat(1000), '//i', { from: 'html' })).code).toBe('LIMIT_EXCEEDED');
    const nested = '<a>'.repeat(240) + 'x'.repeat(200_000) + '</a>'.repeat(240);
    expect((await answer(nested, '//a')).message).toBe(
      'Cannot evaluate option "expression": what it selects must have at most 10000000 characters in all',
    );
    const bomb = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(9999)}"><!ENTITY b "${'&a;'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]><a>&c;</a>`;
    expect((await answer(bomb, '//a')).code).toBe('LIMIT_EXCEEDED');
  });
});
