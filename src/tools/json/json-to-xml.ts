import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { readJson } from '../../formats/json-document.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { writeXml } from '../../lib/json/to-xml.js';

export default defineTool({
  id: 'json-to-xml',
  title: 'JSON to XML',
  summary: 'Converts JSON to well-formed XML, with attributes, repeated elements for arrays and unchanged numbers.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    root: z
      .string()
      .max(200)
      .default('root')
      .describe('Name of the root element; empty takes the only key of the document for it.'),
    item: z.string().min(1).max(200).default('item').describe('Element name for items of an array that has no key.'),
    attributePrefix: shared
      .attributePrefix()
      .describe('Members whose names begin with this become attributes; empty makes none.'),
    textKey: shared.textKey().describe('Member that is the text of its element.'),
    indent: shared.indent(),
    declaration: z.boolean().default(true).describe('Starts with the XML declaration.'),
  },
  result: 'mixed',
  notes: [
    'A member is an element; an array is one element of that name for each of its elements; an empty array is none. Null and an empty string both are an empty element.',
    'What a name may not have in XML becomes "_": "1st item" is "_1st_item". Names with one colon, such as soap:Body, stay.',
    'Characters that XML 1.0 does not allow, such as U+0000, are refused with the place. Carriage returns, and tabs and line breaks in attributes, are written as references, so that readers keep them.',
    'An element that has a text beside other elements is written without indentation, for whitespace would become part of the text.',
    'Text input gives text, a file gives a file.',
  ],
  aliases: ['json2xml', 'convert json to xml', 'xml from json', 'json xml converter', 'json to soap'],
  verified: [
    'xmllint (libxml2 2.9.14): 500 random documents with random keys are well-formed',
    'Python 3.11 xml.etree: the texts of 500 random documents read back as they were, in their order',
  ],
  examples: [
    {
      title: 'Members, arrays, attributes and text',
      input: '{"note":{"@id":7,"to":["Ada","Bob"],"price":{"@currency":"EUR","#text":1.10},"seen":null}}',
      options: { root: '' },
      output: {
        text: '<?xml version="1.0" encoding="UTF-8"?>\n<note id="7">\n  <to>Ada</to>\n  <to>Bob</to>\n  <price currency="EUR">1.10</price>\n  <seen/>\n</note>\n',
      },
    },
    {
      title: 'Names and characters that XML writes in its own way',
      input: '{"1st item":"a < b & c","soap:Body":{"@q":"say \\"x\\"\\n"}}',
      options: { declaration: false, indent: 0 },
      output: {
        text: '<root><_1st_item>a &lt; b &amp; c</_1st_item><soap:Body q="say &quot;x&quot;&#10;"/></root>',
      },
    },
    {
      title: 'An array',
      input: '[1,[2,3],{"a":12345678901234567890}]',
      options: { declaration: false, root: 'list' },
      output: {
        text: '<list>\n  <item>1</item>\n  <item>\n    <item>2</item>\n    <item>3</item>\n  </item>\n  <item>\n    <a>12345678901234567890</a>\n  </item>\n</list>\n',
      },
    },
    {
      title: 'A character XML does not allow',
      input: '{"a":["x","\\u0000"]}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as XML: "/a/1" has the character U+0000, which XML 1.0 does not allow',
      },
    },
    {
      title: 'Attribute with several values',
      input: '{"a":{"@b":[1]}}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as XML: "/a/@b" must be a single value to be an attribute',
      },
    },
    {
      title: 'No key for the root',
      input: '{"a":1,"b":2}',
      options: { root: '' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as XML: the document must have exactly one key for the root element, or option "root" must name it',
      },
    },
    {
      title: 'Text with several values',
      input: '{"a":{"#text":{}}}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as XML: "/a/#text" must be a single value to be the text of an element',
      },
    },
    {
      title: 'Two attributes of one name',
      input: '{"@a b":1,"@a_b":2}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as XML: "/@a_b" is the second attribute "a_b" of its element',
      },
    },
  ],
  async run({ input, options, files }) {
    const source = await readTextSource({ input, files });
    const document = readJson(source.text, source.label);
    const content = refusing(`Cannot write ${source.label} as XML`, () => writeXml(document, options));
    return documentResult(source, content, KINDS.xml);
  },
});
