import type { XmlDocument as LibxmlDocument, XmlNode } from 'libxml2-wasm';

import { invalid, overLimit, ToolError } from '../../core/errors.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { escapeXmlAttribute, escapeXmlText } from '../../lib/xml/references.js';

import { keepInstance, loadWatched } from '../kept-instance.js';
import { WorkTime } from '../work-time.js';

/** What libxml2 (2.15, as WebAssembly) says of a document. Its memory file system is empty: it can read no file and no address. */
export interface XmlFault {
  readonly line: number;
  readonly message: string;
}

export type XmlSchemaType = 'xsd' | 'relaxng' | 'dtd';

/**
 * Longest validation: what the automata of a schema make of a document is known only by trying. Chosen: below the 12 s of class
 * standard, so that its end is an answer.
 */
const VALIDATION_SECONDS = 8;

type Libxml = typeof import('libxml2-wasm');

const engine = keepInstance(() => loadWatched((): Promise<Libxml> => import('libxml2-wasm'), 'xmlInitParser'), {
  startsOnce: true,
});

async function load(): Promise<{ lib: Libxml; option: number }> {
  const lib = await engine.open();
  const { XML_PARSE_NONET, XML_PARSE_NO_XXE, XML_PARSE_BIG_LINES } = lib.ParseOption;
  return { lib, option: XML_PARSE_NONET | XML_PARSE_NO_XXE | XML_PARSE_BIG_LINES };
}

/** Faults of well-formedness and namespaces. */
export async function checkXml(text: string): Promise<XmlFault[]> {
  const { lib, option } = await load();
  try {
    lib.XmlDocument.fromString(text, { option }).dispose();
    return [];
  } catch (error) {
    return faultsOf(lib, error);
  }
}

/** A schema of a caller; empty where the document has a DTD of its own. */
interface XmlSchemaText {
  readonly text: string;
  /** What holds it, for messages. */
  readonly label: string;
  /** What its parts call it, where they refer back to it. */
  readonly name?: string;
  /** Schemas that it may include or import, by the last part of the location that it names. */
  readonly parts?: ReadonlyMap<string, string>;
}

/** Where schemas are for libxml2: nowhere. Locations are resolved against it, and only their last part counts. */
const PLACE = 'mem:/schemas/';

/** The last part of a location, without its escapes. */
export function locationName(location: string): string {
  const last = location.replace(/[?#].*$/s, '').replace(/^.*[/\\]/s, '');
  try {
    return decodeURIComponent(last);
  } catch {
    // A lone percent sign: it is the name as it stands.
    return last;
  }
}

/** While `act` runs, libxml2 can open the parts of a schema, and nothing else. */
function withParts<Result>(lib: Libxml, { parts }: XmlSchemaText, act: () => Result): Result {
  if (parts === undefined || parts.size === 0) return act();
  const find = (url: string): string | undefined => (url.startsWith(PLACE) ? parts.get(locationName(url)) : undefined);
  lib.xmlRegisterInputProvider({
    match: (url) => find(url) !== undefined,
    open: (url) => lib.openBuffer(Buffer.from(find(url) ?? '')),
    read: (fd, into) => lib.readBuffer(fd, into),
    close: (fd) => {
      lib.closeBuffer(fd);
      return true;
    },
  });
  try {
    return act();
  } finally {
    lib.xmlCleanupInputProvider();
  }
}

/**
 * Faults of validity, in the order in which they are found. Throws INVALID_INPUT naming a schema that libxml2 does not take, LimitFault
 * for patterns that take more steps than it allows itself, LIMIT_EXCEEDED.
 */
export async function validateXml(text: string, type: XmlSchemaType, schema: XmlSchemaText): Promise<XmlFault[]> {
  const { lib, option } = await load();
  const tooLong = () =>
    overLimit(`The document must be validated within ${VALIDATION_SECONDS} seconds: the schema is too complex for it`);
  const time = new WorkTime(VALIDATION_SECONDS, tooLong);
  try {
    return time.run(() => withParts(lib, schema, () => validated(lib, option, text, type, schema)));
  } finally {
    if (time.isUp) engine.discard();
  }
}

function validated(lib: Libxml, option: number, text: string, type: XmlSchemaType, schema: XmlSchemaText): XmlFault[] {
  const document = lib.XmlDocument.fromString(text, { option });
  try {
    const validator = openValidator(lib, option, type, schema, document);
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      return faultsOf(lib, error);
    } finally {
      if (schema.text !== '') validator.dispose();
    }
  } finally {
    document.dispose();
  }
}

interface Validator {
  validate(document: LibxmlDocument): void;
  dispose(): void;
}

function openValidator(
  lib: Libxml,
  option: number,
  type: XmlSchemaType,
  { text, label, name = 'schema' }: XmlSchemaText,
  document: LibxmlDocument,
): Validator {
  try {
    if (type === 'dtd') {
      const own = text === '' ? document.dtd : lib.XmlDtd.fromString(text);
      if (own === null) throw unusable(label, [{ line: 1, message: 'the document has no DOCTYPE' }]);
      return new lib.DtdValidator(own);
    }
    const schemaDocument = lib.XmlDocument.fromString(text, {
      option,
      url: `${PLACE}${encodeURIComponent(name)}`,
    });
    try {
      return type === 'xsd' ? lib.XsdValidator.fromDoc(schemaDocument) : lib.RelaxNGValidator.fromDoc(schemaDocument);
    } finally {
      schemaDocument.dispose();
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw unusable(label, faultsOf(lib, error), error);
  }
}

/** Characters of what libxml2 says of a schema that are told: it can be very much. */
const MAX_TOLD = 500;

function unusable(label: string, faults: readonly XmlFault[], cause?: unknown): ToolError {
  const told = faults.map(({ line, message }) => `line ${line}: ${message}`).join('\n');
  return invalid(`Cannot use the schema of ${label}: ${told.replace(/\.$/, '').slice(0, MAX_TOLD)}`, cause);
}

const WARNING = 1;

function faultsOf(lib: Libxml, error: unknown): XmlFault[] {
  if (!(error instanceof lib.XmlError)) throw error;
  // Without details it is the limit on the steps of its regular expressions.
  if (!(error instanceof lib.XmlLibError) || error.details.length === 0) {
    throw new LimitFault('the patterns of the schema take too many steps on it', undefined, { cause: error });
  }
  const faults = error.details.filter(({ level }) => level > WARNING);
  return (faults.length > 0 ? faults : error.details).map(({ line, message }) => ({ line, message: message.trim() }));
}

/** A node that an XPath expression has selected. */
export interface XPathNode {
  readonly kind: 'document' | 'element' | 'attribute' | 'text' | 'comment' | 'instruction';
  /** As written, with its prefix; the target of a processing instruction. Empty where a node has none. */
  readonly name: string;
  /** String value (XPath 1.0, 5). */
  readonly value: string;
  /** Attributes of an element as written, without declarations of namespaces. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface XPathQuery {
  readonly expression: string;
  /** Namespaces by their prefixes. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Most nodes to give. */
  readonly limit: number;
  /** The text was made here and declares no entities, so that elements may be nested more than 250 deep. */
  readonly isTrusted: boolean;
}

export interface XPathNodes {
  /** Of all that were selected. */
  readonly count: number;
  /** The first of them; `markup` writes one as XML. */
  readonly nodes: readonly XPathNode[];
  readonly markup: readonly string[];
}

const QUERY_SECONDS = 8;
/** Nodes inside one another repeat their text. Chosen: ten times the longest input. */
const MAX_SELECTED_CHARACTERS = 10_000_000;

/**
 * What an XPath 1.0 expression makes of a well-formed document whose entities are small. Throws ContentFault where it cannot be
 * evaluated, LimitFault, LIMIT_EXCEEDED.
 */
export async function queryXml(text: string, query: XPathQuery): Promise<XPathNodes | string | number | boolean> {
  const { lib, option } = await load();
  const { XML_PARSE_NOENT, XML_PARSE_NOCDATA, XML_PARSE_HUGE } = lib.ParseOption;
  const options = option | XML_PARSE_NOENT | XML_PARSE_NOCDATA | (query.isTrusted ? XML_PARSE_HUGE : 0);
  const time = new WorkTime(QUERY_SECONDS, () =>
    overLimit(`Option "expression" must be evaluated within ${QUERY_SECONDS} seconds on this document`),
  );
  try {
    return time.run(() => {
      const document = lib.XmlDocument.fromString(text, { option: options });
      try {
        return selected(lib, document, query);
      } finally {
        document.dispose();
      }
    });
  } finally {
    if (time.isUp) engine.discard();
  }
}

function selected(lib: Libxml, document: LibxmlDocument, { expression, namespaces, limit }: XPathQuery) {
  const found = evaluated(lib, document, expression, Object.fromEntries(namespaces));
  if (!Array.isArray(found)) return found;
  let characters = 0;
  const nodes: XPathNode[] = [];
  const markup: string[] = [];
  for (const node of found.slice(0, limit)) {
    const one = nodeOf(lib, node);
    const written = markupOf(lib, node, one);
    characters += one.value.length + written.length;
    if (characters > MAX_SELECTED_CHARACTERS)
      throw new LimitFault(`what it selects must have at most ${MAX_SELECTED_CHARACTERS} characters in all`);
    nodes.push(one);
    markup.push(written);
  }
  return { count: found.length, nodes, markup };
}

function evaluated(lib: Libxml, document: LibxmlDocument, expression: string, namespaces: Record<string, string>) {
  try {
    const [whole] = document.find('/');
    const found = whole?.eval(expression, namespaces) ?? [];
    // Their memory is freed before anybody can read it.
    if (Array.isArray(found) && found.some((node) => node.constructor.name === 'XmlNamespaceDeclNode'))
      throw new ContentFault('it selects namespace nodes, which can only be used within an expression, as in name()');
    return found;
  } catch (error) {
    if (!(error instanceof lib.XmlXPathError)) throw error;
    const reason = /': ([^']+)$/.exec(error.message.slice(-MAX_TOLD))?.[1];
    const told = reason === undefined ? 'it is not a valid XPath 1.0 expression' : lowered(reason);
    throw new ContentFault(told, told, undefined, { cause: error });
  }
}

const lowered = (reason: string): string => reason.charAt(0).toLowerCase() + reason.slice(1);

function nodeOf(lib: Libxml, node: XmlNode): XPathNode {
  const value = node.content;
  if (node instanceof lib.XmlElement) {
    const attributes = Object.create(null) as Record<string, string>;
    for (const one of node.attrs) attributes[nameOf(one)] = one.value;
    return { kind: 'element', name: nameOf(node), value, attributes };
  }
  if (node instanceof lib.XmlAttribute) return { kind: 'attribute', name: nameOf(node), value };
  if (node instanceof lib.XmlComment) return { kind: 'comment', name: '', value };
  if (node instanceof lib.XmlText || node instanceof lib.XmlCData) return { kind: 'text', name: '', value };
  if (node.constructor.name === 'XmlDocumentNode') return { kind: 'document', name: '', value };
  return { kind: 'instruction', name: String(node.eval('name()')), value };
}

const nameOf = ({ name, namespacePrefix }: { readonly name: string; readonly namespacePrefix: string }): string =>
  namespacePrefix === '' ? name : `${namespacePrefix}:${name}`;

function markupOf(lib: Libxml, node: XmlNode, { kind, name, value }: XPathNode): string {
  if (node instanceof lib.XmlElement) return node.toString({ format: false });
  if (kind === 'document') return node.doc.toString({ format: false, noDeclaration: true }).trimEnd();
  if (kind === 'attribute') return `${name}="${escapeXmlAttribute(value)}"`;
  if (kind === 'comment') return `<!--${value}-->`;
  if (kind === 'instruction') return `<?${name}${value === '' ? '' : ` ${value}`}?>`;
  return escapeXmlText(value);
}
