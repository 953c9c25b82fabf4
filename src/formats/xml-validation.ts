import { overLimit } from '../core/errors.js';
import { refusal, refusing } from '../core/refusing.js';
import { checkXml, validateXml, type XmlSchemaType } from '../engines/xml/libxml2.js';
import { ContentFault } from '../lib/faults.js';
import { doctypeOf } from '../lib/xml/format.js';
import { elementDepth, type XmlDocument } from '../lib/xml/nodes.js';
import { parseXml } from '../lib/xml/parse.js';
import type { TextSource } from './text-source.js';
import { withoutEncoding } from './xml-document.js';

/** What libxml2 reads without giving up its protection against entities. */
const MAX_DEPTH = 250;

interface XmlFault {
  readonly kind: 'syntax' | 'namespace' | 'validity';
  /** From 1. */
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

interface XmlValidity {
  /** What it was checked against. */
  readonly schemaType: XmlSchemaType | 'none';
  readonly wellFormed: boolean;
  readonly faults: readonly XmlFault[];
}

/**
 * Checks a document, and against a schema of the given type: `schema`, or where there is none the document's own DOCTYPE, if it declares
 * elements or `type` is "dtd". `parts`: what the schema refers to, by name. Throws INVALID_INPUT where the schema cannot be used, LIMIT_EXCEEDED where elements are nested too deep or
 * it takes too long.
 */
export async function validateXmlSource(
  document: TextSource,
  schema: TextSource | undefined,
  type: XmlSchemaType | undefined,
  parts?: ReadonlyMap<string, string>,
): Promise<XmlValidity> {
  const read = readOrFault(document);
  if ('kind' in read) {
    const schemaType = schema === undefined ? undefined : type;
    return { schemaType: schemaType ?? 'none', wellFormed: false, faults: [read] };
  }
  const depth = elementDepth(read);
  if (depth > MAX_DEPTH)
    throw overLimit(
      `Cannot validate ${document.label}: its elements must be nested at most ${MAX_DEPTH} deep, got ${depth}`,
    );
  const ownDtd = /<!ELEMENT/.test(doctypeOf(read)?.raw ?? '') ? 'dtd' : undefined;
  const used = type ?? ownDtd;
  const text = withoutEncoding(document.text, read);
  const problems = await checkXml(text);
  // What the parser above passes over: names without a namespace, and what stands in entities.
  if (problems.length > 0) {
    const faults = problems.map((fault) => ({ kind: 'namespace', ...fault }) as const);
    return { schemaType: used ?? 'none', wellFormed: true, faults };
  }
  if (used === undefined) return { schemaType: 'none', wellFormed: true, faults: [] };
  const label = (schema ?? document).label;
  const name = schema?.file?.name;
  const own = {
    text: withoutEncoding(schema?.text ?? ''),
    label,
    ...(name === undefined ? {} : { name }),
    ...(parts === undefined ? {} : { parts }),
  };
  const found = await refusing(`Cannot validate ${document.label}`, () => validateXml(text, used, own));
  const faults = found.map((fault) => ({ kind: 'validity', ...fault }) as const);
  return { schemaType: used, wellFormed: true, faults };
}

function readOrFault({ text, label }: TextSource): XmlDocument | XmlFault {
  try {
    return parseXml(text);
  } catch (error) {
    // The fault is the answer.
    if (!(error instanceof ContentFault) || error.place === undefined)
      throw refusal(`Cannot read ${label} as XML`, error);
    const { line, column } = error.place;
    return { kind: 'syntax', line, column, message: error.what };
  }
}
