import { invalid, overLimit } from '../core/errors.js';
import { extensionOf } from '../core/files.js';
import type { InputFile } from '../core/tool.js';
import type { XmlSchemaType } from '../engines/xml/libxml2.js';
import type { XmlElement } from '../lib/xml/nodes.js';
import { schemaSize } from '../lib/xml/schema-size.js';
import type { TextSource } from './text-source.js';
import { readXml, readXmlFile } from './xml-document.js';

/** Chosen: libxml2 builds one automaton of all parts of a model. */
const MAX_SCHEMA_PARTS = 100_000;

const SCHEMA_ENDINGS: ReadonlyMap<string, XmlSchemaType> = new Map([
  ['.xsd', 'xsd'],
  ['.rng', 'relaxng'],
  ['.dtd', 'dtd'],
]);

/** What is checked, and against what. */
interface XmlSources {
  readonly document: TextSource;
  readonly schema: TextSource | undefined;
}

const given = (text: string, label: string): TextSource => ({
  text,
  label,
  file: undefined,
  encoding: undefined,
});

/** Which of the texts and files is the document, and which the schema. Throws INVALID_INPUT where there is none, or more than two. */
export async function readXmlSources(input: string, schema: string, files: readonly InputFile[]): Promise<XmlSources> {
  const isSchema = ({ name }: InputFile): boolean => SCHEMA_ENDINGS.has(extensionOf(name));
  const uploads = files.length === 2 && files[0] !== undefined && isSchema(files[0]) ? [...files].reverse() : files;
  const sources = await Promise.all(uploads.map(readXmlFile));
  const texts = [...(input === '' ? [] : [given(input, 'property "input"')]), ...sources];
  if (schema !== '') texts.push(given(schema, 'option "schema"'));
  const [document, second] = texts;
  if (document === undefined) throw invalid('Property "input" must not be empty where no file is given');
  if (texts.length > 2)
    throw invalid(
      'There must be at most one document and one schema: leave out property "input", option "schema" or a file',
    );
  return { document, schema: second };
}

/** What kind of schema it is: as asked for, as its file is called, or as it begins. Throws INVALID_INPUT where nothing tells. */
export function schemaTypeOf(schema: TextSource, asked: 'auto' | XmlSchemaType): XmlSchemaType {
  if (asked !== 'auto') return asked;
  const byName = SCHEMA_ENDINGS.get(extensionOf(schema.file?.name ?? ''));
  if (byName !== undefined) return byName;
  if (/^[ \t]*<!(ELEMENT|ATTLIST|ENTITY|NOTATION)\s/m.test(schema.text) && !schema.text.includes('<!DOCTYPE'))
    return 'dtd';
  const { root } = readXml(schema.text, schema.label);
  const namespaces = root.attributes.filter(({ name }) => name.startsWith('xmlns')).map(({ raw }) => raw);
  if (namespaces.some((name) => name.startsWith('http://relaxng.org/ns/structure/'))) return 'relaxng';
  if (namespaces.includes('http://www.w3.org/2001/XMLSchema')) return 'xsd';
  throw invalid(`Cannot tell what kind of schema ${schema.label} is: set option "schemaType"`);
}

/**
 * Nothing is fetched, so a schema must stand in one piece; and its models must end. Throws INVALID_INPUT and LIMIT_EXCEEDED where it is
 * not so.
 */
export function checkXmlSchema(schema: TextSource): void {
  const { root } = readXml(schema.text, schema.label);
  if (schemaSize(root, MAX_SCHEMA_PARTS) > MAX_SCHEMA_PARTS)
    throw overLimit(
      `Cannot use the schema of ${schema.label}: a model of content must have at most ${MAX_SCHEMA_PARTS} parts, what it refers to included`,
    );
  const pending: XmlElement[] = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const local = element.name.replace(/^.*:/, '');
    const place = element.attributes.find(({ name }) => name === 'schemaLocation' || name === 'href');
    if (place !== undefined && /^(include|import|redefine|override|externalRef)$/.test(local))
      throw invalid(
        `Cannot use the schema of ${schema.label}: <${element.name}> refers to another file, which is never read`,
      );
    for (const child of element.children) if (child.kind === 'element') pending.push(child);
  }
}
