import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { writeDocument } from '../../formats/json-document.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { readXml, readXmlSource } from '../../formats/xml-document.js';
import { jsonUnits } from '../../lib/json/size.js';
import { xmlToJson } from '../../lib/xml/to-json.js';

const MAX_CHARACTERS = 5 * 2 ** 20;

export default defineTool({
  id: 'xml-to-json',
  title: 'XML to JSON',
  summary: 'Converts XML to JSON by one of three conventions, with attributes, repeated elements and mixed content.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    convention: z
      .enum(['default', 'badgerfish', 'parker'])
      .default('default')
      .describe('Rules of the mapping; "parker" drops attributes and the name of the root.'),
    attributePrefix: shared.attributePrefix(),
    textKey: shared.textKey(),
    types: z.boolean().default(false).describe('Converts text that is a JSON number, true or false to that value.'),
    arrays: z.boolean().default(false).describe('Always uses arrays for child elements, even for a single one.'),
    trim: z.boolean().default(true).describe('Trims whitespace from both ends of all text.'),
    indent: shared.indent(),
  },
  result: 'mixed',
  data: anyJson('The document, by the chosen convention.'),
  notes: [
    'Convention "default": an element without attributes and children is its text, an empty one "". Others are objects: attributes with "attributePrefix", the text under "textKey", child elements under their names; elements of one name become an array, at the place of the first.',
    'Text between child elements (mixed content) is a string, or an array of strings where there are several pieces; how pieces and elements follow each other is not kept.',
    'Convention "badgerfish": text is $, attributes have @, the namespaces in scope are in @xmlns of every element, empty elements are {}. Convention "parker": the root, attributes and text beside elements are omitted, empty elements are null. Both ignore "attributePrefix" and "textKey".',
    'With "types" a number keeps its digits; 007, +1, .5 and 0x1F stay texts. Element names keep their prefixes.',
    'Comments, processing instructions and the DOCTYPE are omitted; CDATA is text. Entities of a DTD are not expanded: a document that uses one is refused. Nothing is fetched.',
    'Elements may be nested 1,000 levels deep; the result may have 5,242,880 characters.',
  ],
  aliases: [
    'convert xml to json',
    'xml2json',
    'xml parser',
    'xmltodict',
    'badgerfish',
    'parker convention',
    'rss to json',
  ],
  verified: [
    'BadgerFish: seven examples of its author; Parker: four of its description (Open311, "JSON and XML Conversion")',
    'Python 3.11 (ElementTree): the same JSON of 300 random documents by a mapping of 12 lines written for the test',
  ],
  examples: [
    {
      title: 'Attributes, repeated elements, text',
      input: '<shop open="yes"><item id="1">Tea</item><item id="2"/><owner>Ann</owner></shop>',
      options: { indent: 0 },
      output: {
        text: '{"shop":{"@open":"yes","item":[{"@id":"1","#text":"Tea"},{"@id":"2"}],"owner":"Ann"}}',
      },
    },
    {
      title: 'Types, and an array even of one',
      input: '<a><n>12345678901234567890</n><b>true</b><zip>00501</zip></a>',
      options: { types: true, arrays: true, indent: 0 },
      output: { text: '{"a":{"n":[12345678901234567890],"b":[true],"zip":["00501"]}}' },
    },
    {
      title: 'Mixed content and CDATA',
      input: '<p>One <b>two</b> three <![CDATA[<four>]]></p>',
      output: { data: { p: { '#text': ['One', 'three <four>'], b: 'two' } } },
    },
    {
      title: 'BadgerFish with namespaces, as its author documents it',
      input:
        '<alice xmlns="http://some-namespace" xmlns:charlie="http://some-other-namespace"><bob>david</bob><charlie:edgar>frank</charlie:edgar></alice>',
      options: { convention: 'badgerfish' },
      output: {
        data: {
          alice: {
            bob: {
              $: 'david',
              '@xmlns': { charlie: 'http://some-other-namespace', $: 'http://some-namespace' },
            },
            'charlie:edgar': {
              $: 'frank',
              '@xmlns': { charlie: 'http://some-other-namespace', $: 'http://some-namespace' },
            },
            '@xmlns': { charlie: 'http://some-other-namespace', $: 'http://some-namespace' },
          },
        },
      },
    },
    {
      title: 'Parker',
      input: '<root><name attr="lost">Xml</name><item/><item>2</item></root>',
      options: { convention: 'parker', types: true },
      output: { data: { name: 'Xml', item: [null, 2] } },
    },
    {
      title: 'An attribute and an element of one name, without a prefix',
      input: '<a b="1"><b>2</b></a>',
      options: { attributePrefix: '' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot turn property "input" into JSON: line 1, column 10: "b" would stand twice in <a>: choose other names in "attributePrefix" and "textKey"\n<a b="1"><b>2</b></a>\n         ^',
      },
    },
    {
      title: 'An entity of its own',
      input: '<!DOCTYPE a [<!ENTITY me "Ann">]><a>by &me;</a>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot turn property "input" into JSON: line 1, column 40: the entity "&me;" is not expanded: write its text in its place\n<!DOCTYPE a [<!ENTITY me "Ann">]><a>by &me;</a>\n                                       ^',
      },
    },
    {
      title: 'Not well-formed',
      input: '<a><b></a>',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as XML: line 1, column 7: the end tag must be </b>, got </a>\n<a><b></a>\n      ^',
      },
    },
  ],
  async run({ input, options, files }) {
    const source = await readXmlSource({ input, files });
    const { root } = readXml(source.text, source.label);
    const value = refusing(`Cannot turn ${source.label} into JSON`, () =>
      xmlToJson(root, { ...options, text: source.text }),
    );
    if (jsonUnits(value, options.indent, MAX_CHARACTERS) > MAX_CHARACTERS)
      throw overLimit(`The result must have at most ${MAX_CHARACTERS} characters: choose a smaller "indent"`);
    return documentResult(source, writeDocument(value, { indent: ' '.repeat(options.indent) }), KINDS.json);
  },
});
