import { invalid, overLimit, quote } from '../core/errors.js';
import { extensionOf } from '../core/files.js';
import type { InputFile } from '../core/tool.js';
import { locationName, type XmlSchemaType } from '../engines/xml/libxml2.js';
import type { XmlElement } from '../lib/xml/nodes.js';
import { schemaSize } from '../lib/xml/schema-size.js';
import type { TextSource } from './text-source.js';
import { checkEntities, readXml, readXmlFile, withoutEncoding } from './xml-document.js';

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
  /** Schemas that the schema may include or import. */
  readonly parts: readonly TextSource[];
}

const given = (text: string, label: string): TextSource => ({
  text,
  label,
  file: undefined,
  encoding: undefined,
});

/**
 * Which of the texts and files is the document, which the schema, and which are parts of it: of several schema files, the first that no
 * other refers to is the schema. Throws INVALID_INPUT where there is no document, or more than one.
 */
export async function readXmlSources(input: string, schema: string, files: readonly InputFile[]): Promise<XmlSources> {
  const isSchema = ({ name }: InputFile): boolean => SCHEMA_ENDINGS.has(extensionOf(name));
  const count = files.length + (input === '' ? 0 : 1) + (schema === '' ? 0 : 1);
  // A pair is a document and its schema, whatever their names are.
  const isPair = count <= 2;
  const named = files.filter((file) => (isPair ? false : isSchema(file)));
  const others = files.filter((file) => !named.includes(file));
  const uploads = others.length === 2 && others[0] !== undefined && isSchema(others[0]) ? others.reverse() : others;
  const sources = await Promise.all(uploads.map(readXmlFile));
  const texts = [...(input === '' ? [] : [given(input, 'property "input"')]), ...sources];
  if (schema !== '') texts.push(given(schema, 'option "schema"'));
  const [document, second] = texts;
  if (document === undefined) throw invalid('Property "input" must not be empty where no file is given');
  if (texts.length > (named.length > 0 && schema === '' ? 1 : 2))
    throw invalid(
      'There must be at most one document and one schema: leave out property "input", option "schema" or a file, or name further schemas .xsd, .rng or .dtd',
    );
  const schemas = await Promise.all(named.map(readXmlFile));
  if (second !== undefined || schemas.length === 0) return { document, schema: second, parts: schemas };
  const referred = new Set(schemas.flatMap((source) => [...locationsOf(source).map(({ name }) => name)]));
  const main = schemas.find(({ file }) => !referred.has(file?.name ?? '')) ?? schemas[0];
  return { document, schema: main, parts: schemas.filter((source) => source !== main) };
}

interface Location {
  /** As the schema writes its element. */
  readonly element: string;
  readonly name: string;
}

/** The other files that a schema refers to. A DTD is not XML, and refers to none that would be read. */
function locationsOf({ text, label, file }: TextSource): Location[] {
  if (extensionOf(file?.name ?? '') === '.dtd') return [];
  const found: Location[] = [];
  const pending: XmlElement[] = [readXml(text, label).root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const place = element.attributes.find(({ name }) => name === 'schemaLocation' || name === 'href');
    if (place !== undefined && /^(?:.*:)?(include|import|redefine|override|externalRef)$/.test(element.name))
      found.push({ element: element.name, name: locationName(place.raw.trim()) });
    for (const child of element.children) if (child.kind === 'element') pending.push(child);
  }
  return found;
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
 * Nothing is fetched, so what a schema refers to must be among its parts; and its models must end. Gives the parts by their names.
 * Throws INVALID_INPUT and LIMIT_EXCEEDED where it is not so.
 */
export function checkXmlSchema(schema: TextSource, parts: readonly TextSource[]): ReadonlyMap<string, string> {
  const texts = new Map(parts.map(({ file, text }) => [file?.name ?? '', withoutEncoding(text)]));
  const roots: XmlElement[] = [];
  for (const source of [schema, ...parts]) {
    checkEntities(source);
    if (extensionOf(source.file?.name ?? '') === '.dtd') continue;
    roots.push(readXml(source.text, source.label).root);
    for (const { element, name } of locationsOf(source))
      if (!texts.has(name) && name !== schema.file?.name)
        throw invalid(
          `Cannot use the schema of ${source.label}: <${element}> refers to ${quote(name)}, which is not among the files`,
        );
  }
  // Definitions of one may refer to those of another: together they are one schema.
  const whole: XmlElement = {
    kind: 'element',
    name: 'schema',
    attributes: [],
    children: roots,
    isEmptyTag: false,
    start: 0,
  };
  if (schemaSize(whole, MAX_SCHEMA_PARTS) > MAX_SCHEMA_PARTS)
    throw overLimit(
      `Cannot use the schema of ${schema.label}: a model of content must have at most ${MAX_SCHEMA_PARTS} parts, what it refers to included`,
    );
  // A part may refer back to the schema.
  if (schema.file !== undefined) texts.set(schema.file.name, withoutEncoding(schema.text));
  return texts;
}
