import { invalid, overLimit } from '../core/errors.js';
import { extensionOf } from '../core/files.js';
import { refusal, refusing } from '../core/refusing.js';
import { xmlOfHtml } from '../engines/xml/html-as-xml.js';
import { parseHtml } from '../engines/xml/html-document.js';
import { checkXml, queryXml, type XPathNodes } from '../engines/xml/libxml2.js';
import { declaredNamespaces, withoutNamespaces } from '../lib/xml/namespaces.js';
import { elementDepth } from '../lib/xml/nodes.js';
import { checkXPathBrackets } from '../lib/xml/xpath-text.js';
import type { TextSource } from './text-source.js';
import { checkEntities, readXml, withoutEncoding } from './xml-document.js';

/** What libxml2 reads without giving up its protection against entities. */
const MAX_DEPTH = 250;

export interface XPathRequest {
  readonly expression: string;
  readonly namespaces: ReadonlyMap<string, string>;
  readonly ignoreNamespaces: boolean;
  readonly from: 'auto' | 'xml' | 'html';
  readonly limit: number;
}

export interface XPathAnswer {
  readonly result: XPathNodes | string | number | boolean;
  /** Why nothing was found, where it can be told. */
  readonly hint?: string;
}

interface Prepared {
  readonly text: string;
  readonly namespaces: ReadonlyMap<string, string>;
  readonly isTrusted: boolean;
}

/** Evaluates an XPath expression on a caller's XML or HTML. Throws INVALID_INPUT, LIMIT_EXCEEDED. */
export async function queryXPath(source: TextSource, request: XPathRequest): Promise<XPathAnswer> {
  const what = 'Cannot evaluate option "expression"';
  refusing(what, () => checkXPathBrackets(request.expression));
  const isPage = request.from === 'html' || (request.from === 'auto' && looksLikeHtml(source));
  const { text, namespaces, isTrusted } = isPage ? readPage(source) : await readDocument(source, request);
  const known = new Map([...namespaces, ...request.namespaces]);
  known.delete('');
  const { expression, limit } = request;
  const result = await queryXml(text, { expression, limit, namespaces: known, isTrusted }).catch((error: unknown) => {
    throw refusal(what, error);
  });
  const own = namespaces.get('');
  if (typeof result !== 'object' || result.count > 0 || own === undefined || own === '') return { result };
  const hint = `Elements of this document are in the namespace ${JSON.stringify(own.slice(0, 200))}: give it a prefix in "namespaces", or set "ignoreNamespaces"`;
  return { result, hint };
}

function looksLikeHtml({ text, file }: TextSource): boolean {
  const name = extensionOf(file?.name ?? '');
  if (name === '.html' || name === '.htm') return true;
  return /^\ufeff?\s*(?:<!doctype\s+html\s*>|<html(?![^>]*\sxmlns\s*=)[\s>])/i.test(text.slice(0, 2000));
}

function readPage({ text, label }: TextSource): Prepared {
  const page = refusing(`Cannot read ${label} as HTML`, () => xmlOfHtml(parseHtml(text)));
  return { text: page, namespaces: new Map(), isTrusted: true };
}

async function readDocument(source: TextSource, { ignoreNamespaces }: XPathRequest): Promise<Prepared> {
  const document = readXml(source.text, source.label);
  const depth = elementDepth(document);
  if (depth > MAX_DEPTH)
    throw overLimit(`Elements of ${source.label} must be nested at most ${MAX_DEPTH} deep, got ${depth}`);
  checkEntities(source);
  const text = ignoreNamespaces ? withoutNamespaces(document) : withoutEncoding(source.text, document);
  const [fault] = await checkXml(text);
  if (fault !== undefined)
    throw invalid(`Cannot read ${source.label} as XML: line ${fault.line}: ${fault.message.replace(/\.$/, '')}`);
  return { text, namespaces: ignoreNamespaces ? new Map() : declaredNamespaces(document), isTrusted: false };
}
