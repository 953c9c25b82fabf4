import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { checkEntities } from '../../formats/xml-document.js';
import { checkXmlSchema, readXmlSources, schemaTypeOf } from '../../formats/xml-schema.js';
import { validateXmlSource } from '../../formats/xml-validation.js';

const MAX_ERRORS = 1000;

export default defineTool({
  id: 'xml-validator',
  title: 'XML Validator',
  summary:
    'Checks whether XML is well-formed and valid against an XSD, RELAX NG schema or DTD, with the line of every error.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    schema: shared.schema().describe('XSD, RELAX NG (XML syntax) or DTD to validate against; empty for none.'),
    schemaType: z
      .enum(['auto', 'xsd', 'dtd', 'relaxng'])
      .default('auto')
      .describe('Kind of schema; "dtd" without a schema uses the DOCTYPE in the document.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether the document has no errors.'),
    wellFormed: z.boolean().describe('Whether the document is well-formed XML.'),
    schemaType: z.enum(['xsd', 'dtd', 'relaxng', 'none']).describe('Kind of schema it was checked against.'),
    errors: z
      .array(
        z.object({
          kind: z.enum(['syntax', 'namespace', 'validity']).describe('Kind of fault.'),
          line: place('Line of the fault.'),
          column: place('Column of the fault, where it is known.').optional(),
          message: z.string().describe('What is wrong.'),
        }),
      )
      .describe('The first faults.'),
  }),
  notes: [
    'Returns { valid, wellFormed, schemaType, errors }: every error has kind (syntax, namespace or validity), line and message, a fault of syntax its column too. At most 1,000 errors are listed.',
    'The document is "input" or the first file, the schema is "schema" or the other file; a file called .xsd, .rng or .dtd beside another is the schema. Further files called .xsd or .rng are what the schema includes or imports, found by the last part of the location: of several, the schema is the first that no other refers to. A document whose own DOCTYPE declares elements is checked against it where no other schema is given.',
    'Nothing is fetched and no file is read: external entities and DTDs are ignored, XInclude is not done, and a schema that includes or imports what is not among the files is refused. Entities that grow out of all proportion are a fault.',
    'XSD is version 1.0 as libxml2 knows it; RELAX NG stops at the first fault of an element. Values of type ID, IDREF and NMTOKEN in a DTD are reported as errors where they contain non-ASCII letters. Elements may be nested 250 levels deep.',
    'A model of content in a schema may have 100,000 parts, what it refers to included, and a validation takes at most 8 seconds.',
  ],
  aliases: [
    'validate xml',
    'xsd validator',
    'xml schema validation',
    'xml lint',
    'xmllint',
    'relax ng validator',
    'dtd validator',
    'check xml syntax',
    'is my xml well-formed',
  ],
  verified: [
    'xmllint (libxml2 2.9.14): same answer on 90 random documents against an XSD, a RELAX NG schema and a DTD; for XSD and DTD the same lines of faults',
    'xmllint (libxml2 2.9.14): same answer on 200 random documents against schemas of several files, XSD (include, import, redefine, a circle) and RELAX NG (include, externalRef)',
    'xmllint and Python 3.11 (expat): same decision on well-formedness for 4,000 random documents, most of them damaged, but for version "1.", which the specification does not allow and both take',
  ],
  examples: [
    {
      title: 'Valid document',
      input: '<price currency="EUR">12.50</price>',
      options: {
        schema:
          '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="price"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element></xs:schema>',
      },
      output: { data: { valid: true, wellFormed: true, schemaType: 'xsd', errors: [] } },
    },
    {
      title: 'A document with a fault',
      input: '<list>\n  <item>1</item>\n  <item>x</item>\n</list>',
      options: {
        schema:
          '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="list"><xs:complexType><xs:sequence><xs:element name="item" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element></xs:schema>',
      },
      output: {
        data: {
          valid: false,
          wellFormed: true,
          schemaType: 'xsd',
          errors: [
            {
              kind: 'validity',
              line: 3,
              message: "Element 'item': 'x' is not a valid value of the atomic type 'xs:int'.",
            },
          ],
        },
      },
    },
    {
      title: 'Not well-formed',
      input: '<a>\n  <b>\n</a>',
      output: {
        data: {
          valid: false,
          wellFormed: false,
          schemaType: 'none',
          errors: [{ kind: 'syntax', line: 3, column: 1, message: 'the end tag must be </b>, got </a>' }],
        },
      },
    },
    {
      title: 'Validation against the DOCTYPE',
      input: '<!DOCTYPE note [<!ELEMENT note (to)><!ELEMENT to (#PCDATA)>]>\n<note/>',
      output: {
        data: {
          valid: false,
          wellFormed: true,
          schemaType: 'dtd',
          errors: [
            {
              kind: 'validity',
              line: 2,
              message: 'Element note content does not follow the DTD, expecting (to), got',
            },
          ],
        },
      },
    },
    {
      title: 'Invalid schema',
      input: '<a/>',
      options: { schema: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element/></xs:schema>' },
      error: {
        code: 'INVALID_INPUT',
        message:
          "Cannot use the schema of option \"schema\": line 1: Element '{http://www.w3.org/2001/XMLSchema}element': The attribute 'name' is required but missing",
      },
    },
    {
      title: 'Schema that includes another file',
      input: '<a/>',
      options: {
        schema:
          '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="b.xsd"/></xs:schema>',
      },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot use the schema of option "schema": <xs:include> refers to "b.xsd", which is not among the files',
      },
    },
    {
      title: 'A schema of two files',
      files: [
        { name: 'order.xml', text: '<order><amount>x</amount></order>' },
        {
          name: 'types.xsd',
          text: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:simpleType name="amount"><xs:restriction base="xs:decimal"/></xs:simpleType></xs:schema>',
        },
        {
          name: 'order.xsd',
          text: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="common/types.xsd"/><xs:element name="order"><xs:complexType><xs:sequence><xs:element name="amount" type="amount"/></xs:sequence></xs:complexType></xs:element></xs:schema>',
        },
      ],
      output: {
        data: {
          valid: false,
          wellFormed: true,
          schemaType: 'xsd',
          errors: [
            {
              kind: 'validity',
              line: 1,
              message: "Element 'amount': 'x' is not a valid value of the atomic type 'amount'.",
            },
          ],
        },
      },
    },
    {
      title: 'Several files as a DTD',
      input: '<a/>',
      files: [
        { name: 'a.dtd', text: '<!ELEMENT a EMPTY>' },
        { name: 'b.dtd', text: '<!ELEMENT b EMPTY>' },
      ],
      error: { code: 'INVALID_INPUT', message: 'Cannot use several files as a DTD: it must be one file' },
    },
    {
      title: 'A schema of unknown kind',
      input: '<a/>',
      options: { schema: '<b/>' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot tell what kind of schema option "schema" is: set option "schemaType"',
      },
    },
    {
      title: 'Missing schema',
      input: '<a/>',
      options: { schemaType: 'xsd' },
      error: { code: 'INVALID_INPUT', message: 'Option "schema" must not be empty for schema type "xsd"' },
    },
    {
      title: 'Nothing to validate',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, options, files }) {
    const { document, schema, parts } = await readXmlSources(input, options.schema, files);
    checkEntities(document);
    if (schema !== undefined) checkEntities(schema);
    if (schema === undefined && options.schemaType !== 'auto' && options.schemaType !== 'dtd')
      throw invalid(`Option "schema" must not be empty for schema type "${options.schemaType}"`);
    const { schemaType: asked } = options;
    const type = schema === undefined ? undefined : schemaTypeOf(schema, asked);
    if (type === 'dtd' && parts.length > 0) throw invalid('Cannot use several files as a DTD: it must be one file');
    const texts = schema !== undefined && type !== 'dtd' ? checkXmlSchema(schema, parts) : undefined;
    const ownType = asked === 'dtd' ? asked : undefined;
    const { schemaType, wellFormed, faults } = await validateXmlSource(document, schema, type ?? ownType, texts);
    return json({ valid: faults.length === 0, wellFormed, schemaType, errors: faults.slice(0, MAX_ERRORS) });
  },
});
