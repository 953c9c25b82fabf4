import { ContentFault } from '../faults.js';
import { JsonNumber, type JsonObject, type JsonValue } from '../json/values.js';
import { cdataContent, isXmlSpace, normalizeLineBreaks, type XmlElement, type XmlNode } from './nodes.js';
import { resolveAttribute, resolveReferences } from './references.js';

export type XmlConvention = 'default' | 'badgerfish' | 'parker';

export interface XmlMapping {
  /** The document, for the places of faults. */
  readonly text: string;
  readonly convention: XmlConvention;
  readonly attributePrefix: string;
  readonly textKey: string;
  /** Texts that JSON would take for numbers, true and false become them. */
  readonly types: boolean;
  /** Every child element in an array, even where there is one. */
  readonly arrays: boolean;
  /** White space at the ends of texts goes. */
  readonly trim: boolean;
}

/** The JSON of a root element. Throws ContentFault where something has no place in JSON by the rules chosen. */
export function xmlToJson(root: XmlElement, mapping: XmlMapping): JsonValue {
  if (mapping.convention === 'parker') return parker(root, mapping);
  const value = mapping.convention === 'badgerfish' ? badgerfish(root, mapping, new Map()) : plain(root, mapping);
  return new Map([[root.name, value]]);
}

/** Children by name, in the order in which names come first. */
function groupChildren(children: readonly XmlNode[]): Map<string, XmlElement[]> {
  const groups = new Map<string, XmlElement[]>();
  for (const child of children) {
    if (child.kind !== 'element') continue;
    const group = groups.get(child.name);
    if (group === undefined) groups.set(child.name, [child]);
    else group.push(child);
  }
  return groups;
}

/** Pieces of text between elements; comments and instructions do not divide. White space between elements is none. */
function textPieces({ children }: XmlElement, { text, trim }: XmlMapping): string[] {
  const pieces: string[] = [];
  let current = '';
  const hasElements = children.some(({ kind }) => kind === 'element');
  const end = (): void => {
    const kept = trim || (hasElements && isXmlSpace(current)) ? trimSpace(current) : current;
    if (kept !== '') pieces.push(kept);
    current = '';
  };
  for (const node of children) {
    if (node.kind === 'element') end();
    else if (node.kind === 'cdata') current += normalizeLineBreaks(cdataContent(node));
    else if (node.kind === 'text') current += resolveReferences(node.raw, refuseEntity(node.start, text));
  }
  end();
  return pieces;
}

const trimSpace = (text: string): string => text.replace(/^[ \t\r\n]+/, '').replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '');

const refuseEntity = (start: number, text: string) => (name: string, index: number) => {
  throw ContentFault.at(text, start + index, `the entity "&${name};" is not expanded: write its text in its place`);
};

function scalar(text: string, types: boolean): JsonValue {
  if (!types) return text;
  if (text === 'true') return true;
  if (text === 'false') return false;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? new JsonNumber(text) : text;
}

const oneOrMore = (values: JsonValue[], isArray: boolean): JsonValue => {
  const [first] = values;
  return values.length === 1 && !isArray && first !== undefined ? first : values;
};

function plain(element: XmlElement, mapping: XmlMapping): JsonValue {
  const { attributePrefix, textKey, types, arrays, text } = mapping;
  const texts = textPieces(element, mapping).map((piece) => scalar(piece, types));
  const groups = groupChildren(element.children);
  if (element.attributes.length === 0 && groups.size === 0) return texts[0] ?? '';
  const result = new Map<string, JsonValue>();
  const put = (key: string, value: JsonValue, offset: number): void => {
    if (result.has(key))
      throw ContentFault.at(
        text,
        offset,
        `"${key}" would stand twice in <${element.name}>: choose other names in "attributePrefix" and "textKey"`,
      );
    result.set(key, value);
  };
  for (const { name, raw, start } of element.attributes)
    put(attributePrefix + name, scalar(resolveAttribute(raw, refuseEntity(start, text)), types), start);
  if (texts.length > 0) put(textKey, oneOrMore(texts, false), element.start);
  for (const [name, members] of groups) {
    put(
      name,
      oneOrMore(
        members.map((member) => plain(member, mapping)),
        arrays,
      ),
      members[0]?.start ?? element.start,
    );
  }
  return result;
}

/** badgerfish.ning.com: text in `$`, attributes with `@`, the namespaces in scope in `@xmlns`. */
function badgerfish(element: XmlElement, mapping: XmlMapping, inherited: JsonObject): JsonValue {
  const { types, arrays, text } = mapping;
  const result = new Map<string, JsonValue>();
  const own = new Map<string, JsonValue>();
  for (const { name, raw, start } of element.attributes) {
    const value = resolveAttribute(raw, refuseEntity(start, text));
    if (name === 'xmlns') own.set('$', value);
    else if (name.startsWith('xmlns:')) own.set(name.slice('xmlns:'.length), value);
    else result.set(`@${name}`, scalar(value, types));
  }
  // Objects in scope are shared: only what is declared anew is copied.
  const scope = own.size === 0 ? inherited : new Map([...inherited, ...own]);
  const texts = textPieces(element, mapping).map((piece) => scalar(piece, types));
  if (texts.length > 0) result.set('$', oneOrMore(texts, false));
  if (scope.size > 0) result.set('@xmlns', scope);
  for (const [name, members] of groupChildren(element.children)) {
    result.set(
      name,
      oneOrMore(
        members.map((member) => badgerfish(member, mapping, scope)),
        arrays,
      ),
    );
  }
  return result;
}

/** Parker: no root, no attributes, text beside elements is lost. */
function parker(element: XmlElement, mapping: XmlMapping): JsonValue {
  const groups = groupChildren(element.children);
  if (groups.size === 0) {
    const [text] = textPieces(element, mapping);
    return text === undefined ? null : scalar(text, mapping.types);
  }
  const result = new Map<string, JsonValue>();
  for (const [name, members] of groups) {
    result.set(
      name,
      oneOrMore(
        members.map((member) => parker(member, mapping)),
        mapping.arrays,
      ),
    );
  }
  return result;
}
