import type { XmlReader } from './reader.js';

/** Deepest nesting of a content model. */
const MAX_MODEL_DEPTH = 1000;

/**
 * Reads a DOCTYPE with its internal subset (XML 1.0 §2.8, §3.2, §3.3, §4.2, §4.7) and notes in the reader which entities it
 * declares. Nothing is fetched, no parameter entity is expanded.
 */
export function readDoctype(reader: XmlReader): void {
  const start = reader.offset;
  reader.offset += '<!DOCTYPE'.length;
  reader.needSpace();
  reader.readName('the name of the root element');
  const isApart = reader.skipSpace();
  if (isApart && readExternalId(reader, false)) {
    reader.hasUnreadDeclarations = true;
    reader.skipSpace();
  }
  if (reader.take('[')) {
    readSubset(reader, start);
    reader.skipSpace();
  }
  if (!reader.take('>')) throw reader.fault(`">" must end the DOCTYPE, got ${reader.here()}`);
}

function readSubset(reader: XmlReader, start: number): void {
  for (;;) {
    reader.skipSpace();
    if (reader.take(']')) return;
    if (reader.offset >= reader.text.length) throw reader.fault('the DOCTYPE that begins here has no end', start);
    if (reader.take('%')) {
      reader.readName('the name of a parameter entity');
      if (!reader.take(';')) throw reader.fault(`";" must end the reference, got ${reader.here()}`);
      reader.hasUnreadDeclarations = true;
    } else if (reader.startsWith('<!--')) reader.readComment();
    else if (reader.startsWith('<?')) reader.readInstruction();
    else readDeclaration(reader);
  }
}

function readDeclaration(reader: XmlReader): void {
  const start = reader.offset;
  if (reader.take('<!ELEMENT')) readElementType(reader);
  else if (reader.take('<!ATTLIST')) readAttributeList(reader);
  else if (reader.take('<!ENTITY')) readEntity(reader);
  else if (reader.take('<!NOTATION')) readNotation(reader);
  else throw reader.fault(`expected a declaration or "]", got ${reader.here()}`);
  reader.skipSpace();
  if (!reader.take('>')) {
    const fault = reader.offset >= reader.text.length ? 'the declaration that begins here has no end' : undefined;
    throw fault === undefined
      ? reader.fault(`">" must end the declaration, got ${reader.here()}`)
      : reader.fault(fault, start);
  }
}

// Production 75; with `isLax`, as in a NOTATION, a public identifier may stand alone.
function readExternalId(reader: XmlReader, isLax: boolean): boolean {
  if (reader.take('SYSTEM')) {
    reader.needSpace();
    reader.readQuoted();
    return true;
  }
  if (!reader.take('PUBLIC')) return false;
  reader.needSpace();
  const start = reader.offset + 1;
  const { value } = reader.readQuoted();
  const strange = value.search(/[^ \r\na-zA-Z0-9\-'()+,./:=?;!*#@$_%]/);
  if (strange >= 0) throw reader.fault('this character must not stand in a public identifier', start + strange);
  const isApart = reader.skipSpace();
  const hasSystem = reader.startsWith('"') || reader.startsWith("'");
  if (!hasSystem && isLax) return true;
  if (!isApart) throw reader.fault(`expected white space, got ${reader.here()}`);
  reader.readQuoted();
  return true;
}

function readElementType(reader: XmlReader): void {
  reader.needSpace();
  reader.readName('an element name');
  reader.needSpace();
  if (reader.take('EMPTY') || reader.take('ANY')) return;
  if (!reader.take('(')) throw reader.fault(`expected a content model, got ${reader.here()}`);
  reader.skipSpace();
  if (reader.take('#PCDATA')) readMixedModel(reader);
  else readChildrenModel(reader);
}

// Production 51.
function readMixedModel(reader: XmlReader): void {
  let count = 0;
  for (;;) {
    reader.skipSpace();
    if (reader.take(')')) break;
    if (!reader.take('|')) throw reader.fault(`expected "|" or ")", got ${reader.here()}`);
    reader.skipSpace();
    reader.readName('an element name');
    count++;
  }
  if (!reader.take('*') && count > 0) throw reader.fault('"*" must follow a model of text and elements');
}

// Productions 47 to 50, on a stack of our own.
function readChildrenModel(reader: XmlReader): void {
  const separators: string[] = [''];
  for (;;) {
    reader.skipSpace();
    if (reader.take('(')) {
      separators.push('');
      if (separators.length > MAX_MODEL_DEPTH) throw reader.fault(`a model must be at most ${MAX_MODEL_DEPTH} deep`);
      continue;
    }
    reader.readName('an element name or "("');
    takeOccurrence(reader);
    reader.skipSpace();
    while (reader.take(')')) {
      separators.pop();
      takeOccurrence(reader);
      if (separators.length === 0) return;
      reader.skipSpace();
    }
    const separator = reader.text.charAt(reader.offset);
    const known = separators.at(-1);
    if ((separator !== ',' && separator !== '|') || (known !== '' && known !== separator))
      throw reader.fault(`expected ${known === '' ? '"," or "|"' : `"${known}"`} or ")", got ${reader.here()}`);
    separators[separators.length - 1] = separator;
    reader.offset++;
  }
}

function takeOccurrence(reader: XmlReader): void {
  if (/[?*+]/.test(reader.text.charAt(reader.offset))) reader.offset++;
}

const ATTRIBUTE_TYPES = ['CDATA', 'IDREFS', 'IDREF', 'ID', 'ENTITY', 'ENTITIES', 'NMTOKENS', 'NMTOKEN'];

function readAttributeList(reader: XmlReader): void {
  reader.needSpace();
  reader.readName('an element name');
  for (;;) {
    const isApart = reader.skipSpace();
    if (reader.startsWith('>')) return;
    if (!isApart) throw reader.fault(`expected white space or ">", got ${reader.here()}`);
    reader.readName('an attribute name');
    reader.needSpace();
    readAttributeType(reader);
    reader.needSpace();
    readDefault(reader);
  }
}

function readAttributeType(reader: XmlReader): void {
  if (reader.take('NOTATION')) {
    reader.needSpace();
    if (!reader.take('(')) throw reader.fault(`expected "(", got ${reader.here()}`);
    readChoices(reader, () => reader.readName('a notation name'));
  } else if (reader.take('(')) readChoices(reader, () => reader.readNameToken());
  else if (!ATTRIBUTE_TYPES.some((type) => reader.take(type)))
    throw reader.fault(`expected an attribute type, got ${reader.here()}`);
}

function readChoices(reader: XmlReader, readChoice: () => string): void {
  do {
    reader.skipSpace();
    readChoice();
    reader.skipSpace();
  } while (reader.take('|'));
  if (!reader.take(')')) throw reader.fault(`expected "|" or ")", got ${reader.here()}`);
}

function readDefault(reader: XmlReader): void {
  if (reader.take('#REQUIRED') || reader.take('#IMPLIED')) return;
  if (reader.take('#FIXED')) reader.needSpace();
  const start = reader.offset + 1;
  const { value } = reader.readQuoted();
  const less = value.indexOf('<');
  if (less >= 0) throw reader.fault('"<" must not stand in an attribute value', start + less);
  reader.checkReferences(value, start, 'attribute');
}

function readEntity(reader: XmlReader): void {
  reader.needSpace();
  const isParameter = reader.take('%');
  if (isParameter) reader.needSpace();
  const name = reader.readName('an entity name');
  reader.needSpace();
  const note = (kind: 'internal' | 'external' | 'unparsed'): void => {
    // XML 1.0 §4.2: the first declaration counts.
    if (!isParameter && !reader.entities.has(name)) reader.entities.set(name, kind);
  };
  if (!readExternalId(reader, false)) {
    readEntityValue(reader);
    note('internal');
    return;
  }
  const isApart = reader.skipSpace();
  if (!isParameter && reader.startsWith('NDATA')) {
    if (!isApart) throw reader.fault('expected white space');
    reader.offset += 'NDATA'.length;
    reader.needSpace();
    reader.readName('a notation name');
    note('unparsed');
  } else note('external');
}

function readEntityValue(reader: XmlReader): void {
  const start = reader.offset + 1;
  const { value } = reader.readQuoted();
  const percent = value.indexOf('%');
  // §2.8, "PEs in Internal Subset"
  if (percent >= 0) throw reader.fault('"%" must not stand in the value of an entity here', start + percent);
  reader.checkReferences(value, start, 'entity');
}

function readNotation(reader: XmlReader): void {
  reader.needSpace();
  reader.readName('a notation name');
  reader.needSpace();
  if (!readExternalId(reader, true)) throw reader.fault(`expected SYSTEM or PUBLIC, got ${reader.here()}`);
}
