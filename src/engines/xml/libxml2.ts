import type { XmlDocument as LibxmlDocument } from 'libxml2-wasm';

import { invalid, overLimit, ToolError } from '../../core/errors.js';
import { LimitFault } from '../../lib/faults.js';

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
