/** An XML document without a loss: everything is kept as it was written, so that it can be written back letter by letter. */
export interface XmlDocument {
  /** `<?xml … ?>` as written. */
  readonly declaration: XmlDeclaration | undefined;
  /** What stands before the root element, white space left out. */
  readonly prolog: readonly (XmlMarkup | XmlDoctype)[];
  readonly root: XmlElement;
  /** What stands behind it. */
  readonly epilog: readonly XmlMarkup[];
}

export interface XmlDeclaration {
  readonly raw: string;
  /** As written, such as `ISO-8859-1`. */
  readonly encoding: string | undefined;
}

export type XmlNode = XmlElement | XmlText | XmlMarkup;

export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** Written as `<a/>`. */
  readonly isEmptyTag: boolean;
  readonly start: number;
}

export interface XmlAttribute {
  readonly name: string;
  /** The value as written between its quotes. */
  readonly raw: string;
  readonly quote: '"' | "'";
  readonly start: number;
}

/** Text as written, with its references. */
export interface XmlText {
  readonly kind: 'text';
  readonly raw: string;
  readonly start: number;
}

/** A comment, a CDATA section or a processing instruction, `raw` with its brackets. */
export interface XmlMarkup {
  readonly kind: 'comment' | 'cdata' | 'instruction';
  readonly raw: string;
  readonly start: number;
}

export interface XmlDoctype {
  readonly kind: 'doctype';
  readonly raw: string;
  readonly start: number;
}

/** The content of a CDATA section. */
export const cdataContent = ({ raw }: XmlMarkup): string => raw.slice('<![CDATA['.length, -']]>'.length);

/** XML 1.0 §2.11: parsers see every line break as one LF. */
export const normalizeLineBreaks = (text: string): string =>
  text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;

/** XML 1.0, S: other spaces of Unicode are letters to XML. */
export const isXmlSpace = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/** How deep the elements of a document are nested; 1 where the root has none inside. */
export function elementDepth({ root }: XmlDocument): number {
  let deepest = 0;
  const pending: [XmlElement, number][] = [[root, 1]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [element, depth] = next;
    deepest = Math.max(deepest, depth);
    for (const child of element.children) if (child.kind === 'element') pending.push([child, depth + 1]);
  }
  return deepest;
}
