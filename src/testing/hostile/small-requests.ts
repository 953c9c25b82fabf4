import { stream } from '../pdf-samples.js';

import { page } from './pdfs.js';

/** A request of a few bytes or kilobytes that asks for more work than a run may take. Most were a 500 or a 504 once; the others are of the same form. */
export interface SmallRequest {
  readonly attack: string;
  readonly tool: string;
  readonly body: object;
}

const file = (name: string, content: string | Buffer) => ({
  name,
  base64: Buffer.from(content).toString('base64'),
});

const RELAX_NG = 'xmlns="http://relaxng.org/ns/structure/1.0"';
const XSD = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/** Definitions, each of which names the next one twice. */
const doubling = (combined: string): string => {
  const defined = Array.from({ length: 30 }, (_, i) => {
    const next = `<ref name="a${i + 1}"/>`;
    return `<define name="a${i}"><${combined}>${next}${next}</${combined}></define>`;
  });
  const last = '<define name="a30"><element name="x"><empty/></element></define>';
  return `<grammar ${RELAX_NG}><start><ref name="a0"/></start>${defined.join('')}${last}</grammar>`;
};

const nestedChoice = `<element name="r" ${RELAX_NG}>${'<zeroOrMore><choice><element name="y"><empty/></element>'.repeat(25)}<element name="x"><empty/></element>${'</choice></zeroOrMore>'.repeat(25)}</element>`;

const groups = (): string => {
  const defined = Array.from({ length: 30 }, (_, i) => {
    const next = `<xs:group ref="g${i + 1}"/>`;
    return `<xs:group name="g${i}"><xs:sequence>${next}${next}</xs:sequence></xs:group>`;
  });
  const last = '<xs:group name="g30"><xs:sequence><xs:element name="x" minOccurs="0"/></xs:sequence></xs:group>';
  const element = '<xs:element name="r"><xs:complexType><xs:group ref="g0"/></xs:complexType></xs:element>';
  return `<xs:schema ${XSD}>${element}${defined.join('')}${last}</xs:schema>`;
};

const pattern = (value: string): string =>
  `<xs:schema ${XSD}><xs:element name="r"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${value}"/></xs:restriction></xs:simpleType></xs:element></xs:schema>`;

const validate = (attack: string, document: string, name: string, schema: string): SmallRequest => ({
  attack,
  tool: 'xml-validator',
  body: { files: [file('a.xml', document), file(name, schema)] },
});

/** A page that is painted with a pattern. */
const tiled = (entries: string): Buffer =>
  page(
    stream('/Pattern cs /P scn 0 0 200 200 re f'),
    {
      10: stream(
        '0 0 1 1 re f',
        `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /Resources << >> ${entries}`,
      ),
    },
    '/Resources << /Pattern << /P 10 0 R >> >>',
  );
const deep = `${'['.repeat(67_000)}${']'.repeat(67_000)}`;

export const SMALL_REQUESTS: readonly SmallRequest[] = [
  validate('definitions that double', '<r/>', 's.rng', doubling('group')),
  validate('interleaved definitions that double', '<r/>', 's.rng', doubling('interleave')),
  validate('choices within choices', `<r>${'<x/><y/>'.repeat(200)}<z/></r>`, 's.rng', nestedChoice),
  validate('groups that double', '<r/>', 's.xsd', groups()),
  validate('a pattern with many ways', `<r>${'a'.repeat(2000)}</r>`, 's.xsd', pattern('(|a)*(|a)*(|a)*b')),
  {
    attack: 'choices that double at each level',
    tool: 'json-schema-validator',
    body: {
      input: `${'['.repeat(40)}${']'.repeat(40)}`,
      options: { schema: '{"anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}},{"type":"string"}],"not":{}}' },
    },
  },
  {
    attack: 'a million messages',
    tool: 'jq-query',
    body: { input: '1', options: { filter: 'range(1e6)|debug|empty' } },
  },
  { attack: 'no end', tool: 'jq-query', body: { input: '1', options: { filter: 'def f: f; f' } } },
  ...[`${'a.'.repeat(2000)}a=1`, `[${'a.'.repeat(2000)}a]`].map((input) => ({
    attack: 'a dotted key 2,000 deep',
    tool: 'config-converter',
    body: { input, options: { from: 'toml', to: 'json' } },
  })),
  { attack: 'returns only', tool: 'json-repair', body: { input: '\r'.repeat(200_000) } },
  { attack: 'line separators only', tool: 'json-repair', body: { input: '\u2028'.repeat(200_000) } },
  { attack: 'returns in JSON', tool: 'json-repair', body: { input: `{"a":1${'\r'.repeat(200_000)}` } },
  ...['pdf-to-jpg', 'ocr-pdf', 'qr-code-reader', 'compare-pdf'].flatMap((tool) =>
    ['/XStep 0.001 /YStep 0.001', '/XStep 1 /YStep 1 /Matrix [0.001 0 0 0.001 0 0]'].map((entries) => {
      const pdf = file('a.pdf', tiled(entries));
      return {
        attack: 'a pattern of 40,000 million tiles',
        tool,
        body: { files: tool === 'compare-pdf' ? [pdf, pdf] : [pdf] },
      };
    }),
  ),
  ...['add-page-numbers', 'watermark-pdf', 'rotate-pdf', 'compress-pdf', 'pdf-to-text'].flatMap((tool) =>
    [
      page(stream(''), {}, `/PieceInfo ${deep}`),
      page(stream(''), { 10: deep }, '/PieceInfo 10 0 R'),
      page(stream(`${deep} TJ`)),
      page(stream(`/A <</B ${'<</C '.repeat(30_000)}1${'>>'.repeat(30_000)}>> BDC EMC`)),
    ].map((bytes) => ({
      attack: 'arrays and dictionaries 67,000 deep',
      tool,
      body: { files: [file('a.pdf', bytes)], ...(tool === 'watermark-pdf' ? { options: { text: 'x' } } : {}) },
    })),
  ),
];
