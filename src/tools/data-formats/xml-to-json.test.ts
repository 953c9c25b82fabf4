import { describe, expect, it } from 'vitest';

import { parseXml } from '../../lib/xml/parse.js';
import { chanceOf } from '../../testing/chance.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import { randomXml } from '../../testing/xml-samples.js';

import tool from './xml-to-json.js';

const hasPython = hasProgram('python3', ['--version'], 'XML to JSON against ElementTree');

// http://www.sklar.com/badgerfish/
const BADGERFISH: readonly (readonly [string, unknown])[] = [
  ['<alice>bob</alice>', { alice: { $: 'bob' } }],
  [
    '<alice><bob>charlie</bob><david>edgar</david></alice>',
    { alice: { bob: { $: 'charlie' }, david: { $: 'edgar' } } },
  ],
  ['<alice><bob>charlie</bob><bob>david</bob></alice>', { alice: { bob: [{ $: 'charlie' }, { $: 'david' }] } }],
  ['<alice charlie="david">bob</alice>', { alice: { $: 'bob', '@charlie': 'david' } }],
  [
    '<alice xmlns="http://some-namespace">bob</alice>',
    { alice: { $: 'bob', '@xmlns': { $: 'http://some-namespace' } } },
  ],
  [
    '<alice xmlns="http://some-namespace" xmlns:charlie="http://some-other-namespace">bob</alice>',
    { alice: { $: 'bob', '@xmlns': { $: 'http://some-namespace', charlie: 'http://some-other-namespace' } } },
  ],
];

// http://wiki.open311.org/JSON_and_XML_Conversion/, "The Parker Convention"
const PARKER: readonly (readonly [string, unknown])[] = [
  ['<root>test</root>', 'test'],
  ['<root><name>Xml</name><encoding>ASCII</encoding></root>', { name: 'Xml', encoding: 'ASCII' }],
  ['<root><item>1</item><item>2</item><item>three</item></root>', { item: [1, 2, 'three'] }],
  ['<root attr="value"/>', null],
];

// The default convention once more, in Python. White space between elements is dropped, other text trimmed.
const SCRIPT = `
import json, sys
import xml.etree.ElementTree as E
SPACE = ' \\t\\r\\n'
def one(e):
    texts = [t.strip(SPACE) for t in [e.text or ''] + [c.tail or '' for c in e]]
    texts = [t for t in texts if t]
    groups = {}
    for c in e: groups.setdefault(c.tag, []).append(one(c))
    if not e.attrib and not groups: return texts[0] if texts else ''
    r = {'@' + k: v for k, v in e.attrib.items()}
    if texts: r['#text'] = texts[0] if len(texts) == 1 else texts
    for k, v in groups.items(): r[k] = v[0] if len(v) == 1 else v
    return r
out = []
for text in json.load(sys.stdin):
    root = E.fromstring(text)
    out.append({root.tag: one(root)})
json.dump(out, sys.stdout)
`;

describe('xml-to-json', () => {
  it.each(BADGERFISH)('BadgerFish: %s', async (input, expected) => {
    expect((await runTool(tool, { input, options: { convention: 'badgerfish' } })).data).toEqual(expected);
  });

  it.each(PARKER)('Parker: %s', async (input, expected) => {
    expect((await runTool(tool, { input, options: { convention: 'parker', types: true } })).data).toEqual(expected);
  });

  it.skipIf(!hasPython)('gives what ElementTree reads, for 300 random documents', async () => {
    const chance = chanceOf(21);
    const texts: string[] = [];
    while (texts.length < 300) {
      // ElementTree writes names of namespaces in full: names are kept free of them.
      const text = randomXml(chance)
        .replaceAll('xmlns:', 'xm-')
        .replaceAll('x:', 'x-')
        .replaceAll('xml:', 'xml-')
        .replaceAll('xmlns', 'xm');
      if (/&e;|<!DOCTYPE/.test(text)) continue;
      try {
        parseXml(text);
      } catch {
        // Renaming made two attributes one.
        continue;
      }
      texts.push(text);
    }
    const expected = JSON.parse(runProgram('python3', ['-c', SCRIPT], JSON.stringify(texts)).toString()) as unknown[];
    for (const [index, input] of texts.entries()) {
      expect((await runTool(tool, { input })).data, input).toEqual(expected[index]);
    }
  });

  it('stops before one part stands too many times', async () => {
    const names = Array.from({ length: 2000 }, (_, i) => `xmlns:n${i}="u"`).join(' ');
    const { status, message } = await runTool(tool, {
      input: `<a ${names}>${'<b/>'.repeat(20_000)}</a>`,
      options: { convention: 'badgerfish' },
    });
    expect({ status, message }).toEqual({
      status: 413,
      message: 'The result must have at most 5242880 characters: choose a smaller "indent"',
    });
  });
});
