import {
  Composer,
  type CST,
  type Document,
  isScalar,
  Lexer,
  type ParsedNode,
  Parser,
  type Scalar,
  type ScalarTag,
  type YAMLError,
} from 'yaml';

import { invalid, overLimit } from '../../core/errors.js';
import { refusing } from '../../core/refusing.js';
import { LimitFault } from '../../lib/faults.js';
import { describeFault } from '../../lib/text/text-position.js';

/** Deepest nesting that is read; far below what would exhaust the stack. */
const MAX_YAML_DEPTH = 500;

/** As many as `input` may have; the package takes some seconds for them. In UTF-16 units. */
const MAX_YAML_UNITS = 2_000_000;

const MAX_YAML_DOCUMENTS = 10_000;

/** What the lexer gives, spaces and line breaks too. Measured: 1,900,000 of anchors and texts take 3.8 s of one core. */
const MAX_YAML_LEXEMES = 1_400_000;

/** As many as anyone is told of; a text of a million commas has a million. */
const MAX_FAULTS = 1000;

export type YamlVersion = '1.1' | '1.2';

export interface YamlReading {
  /** Gives documents that are nothing but comments too. */
  readonly keepsComments?: boolean;
  readonly version?: YamlVersion;
  /** Options of the package, such as a schema of its own. */
  readonly schema?: 'failsafe' | 'core' | 'yaml-1.1';
  readonly customTags?: NonNullable<ConstructorParameters<typeof Composer>[0]>['customTags'];
}

type SchemaTag = Parameters<Extract<NonNullable<YamlReading['customTags']>, (...given: never) => unknown>>[0][number];

export type YamlDocument = Document.Parsed<ParsedNode, true>;

/** A fault of a YAML text. */
export interface YamlFault {
  readonly offset: number;
  readonly fault: string;
}

export interface YamlStream {
  readonly documents: readonly YamlDocument[];
  /** The first 1,000 of each kind. */
  readonly faults: readonly YamlFault[];
}

/**
 * Reads a stream of documents, with all its faults. Keys that stand twice and aliases without an anchor are left to whoever walks
 * the nodes: the package compares every key with every other. Throws LIMIT_EXCEEDED where it is nested too deep.
 */
export function readYamlStream(text: string, label: string, reading: YamlReading = {}): YamlStream {
  if (text.length > MAX_YAML_UNITS)
    throw overLimit(`The YAML of ${label} must have at most ${MAX_YAML_UNITS} characters, got ${text.length}`);
  const tokens = refusing(`Cannot read ${label} as YAML`, () => readTokens(text));
  const composer = new Composer({
    version: reading.version ?? '1.2',
    ...(reading.schema === undefined ? {} : { schema: reading.schema }),
    customTags: reading.customTags ?? ((tags) => tags.map(withoutThrowing)),
    uniqueKeys: false,
    intAsBigInt: true,
    prettyErrors: false,
    logLevel: 'silent',
    keepSourceTokens: false,
  });
  const documents = withoutStacks(() => [...composer.compose(tokens, true, text.length)]) as unknown as YamlDocument[];
  const faults = [...forbidden(text), ...firstErrors(documents), ...repeatedVersions(tokens)];
  return {
    documents: documents.filter(
      (document) => !isImplied(document) || (reading.keepsComments === true && hasComment(document)),
    ),
    faults: faults.map(({ offset, fault }) => ({ offset, fault: shortFault(fault) })),
  };
}

/** The package throws where an integer of YAML 1.1 has no digits but its prefix, as `0_` and `0x_` do. */
const withoutThrowing = (tag: SchemaTag): SchemaTag => {
  if (typeof tag === 'string' || !('resolve' in tag) || tag.tag !== 'tag:yaml.org,2002:int') return tag;
  const { resolve } = tag as ScalarTag;
  const safe: ScalarTag['resolve'] = (source, ...rest) => {
    if (!/[_]$/.test(source)) return resolve(source, ...rest);
    return /^[-+]?0_+$/.test(source) ? 0n : (unlessNoNumber(() => resolve(source, ...rest)) ?? source);
  };
  return { ...tag, resolve: safe } as ScalarTag;
};

function unlessNoNumber<Value>(resolve: () => Value): Value | undefined {
  try {
    return resolve();
  } catch (error) {
    // What is written is a text then.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** As `readYamlStream`. Throws INVALID_INPUT with line, column and pointer at the first fault. */
export function readYaml(text: string, label: string, reading: YamlReading = {}): readonly YamlDocument[] {
  const { documents, faults } = readYamlStream(text, label, reading);
  const [first] = faults;
  if (first !== undefined) throw yamlFault(text, label, first);
  return documents;
}

const MAX_FAULT = 300;

export const yamlFault = (text: string, label: string, { offset, fault }: YamlFault): Error =>
  invalid(`Cannot read ${label} as YAML: ${describeFault(text, Math.min(offset, text.length), shortFault(fault))}`);

/** Faults quote a whole token, however long: the middle of a long one is left out. */
export const shortFault = (fault: string): string =>
  fault.length <= MAX_FAULT ? fault : `${fault.slice(0, MAX_FAULT - 60)}…${fault.slice(-60)}`;

/** Comments, white space and `...` before the next document are given as a document of their own: they are none. */
function isImplied({ contents, directives }: YamlDocument): boolean {
  if (directives?.docStart === true) return false;
  return contents === null || (isScalar(contents) && isBare(contents) && !contents.tag && !contents.anchor);
}

/** Nothing at all; an empty text in quotes or a block is something. */
const isBare = ({ source, type }: Scalar): boolean => source === '' && (type === undefined || type === 'PLAIN');

const hasComment = ({ comment, commentBefore, contents }: YamlDocument): boolean =>
  Boolean(comment || commentBefore || contents?.comment || contents?.commentBefore);

function firstErrors(documents: readonly YamlDocument[]): YamlFault[] {
  const faults: YamlFault[] = [];
  for (const { errors } of documents) {
    if (faults.length >= MAX_FAULTS) break;
    const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
    for (const error of inOrder.slice(0, MAX_FAULTS - faults.length)) faults.push(faultOf(error));
  }
  return faults;
}

/** What is meant where the package's words are those of its grammar. */
const PLAIN_FAULTS: Readonly<Record<string, string>> = {
  'Nested mappings are not allowed in compact mappings':
    'a key must not follow in the value of another: put a value with ": " in quotes, or check the indentation below',
};

function faultOf(error: YAMLError): YamlFault {
  const plain = error.message.replace(/\.$/, '');
  const message = PLAIN_FAULTS[plain] ?? plain;
  const isWord = /^[A-Z][a-z]/.test(message);
  return { offset: error.pos[0], fault: isWord ? message.charAt(0).toLowerCase() + message.slice(1) : message };
}

/** YAML 1.2.2 §5.1: the package takes control characters for good. The first is enough. */
function forbidden(text: string): YamlFault[] {
  const offset = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  if (offset < 0) return [];
  const point = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  return [{ offset, fault: `the character U+${point} must not stand in YAML` }];
}

/** YAML 1.2.2 §6.8.1: one %YAML directive a document. The package lets the last one win. */
function repeatedVersions(tokens: readonly CST.Token[]): YamlFault[] {
  let count = 0;
  const faults: YamlFault[] = [];
  for (const token of tokens) {
    if (token.type === 'document') count = 0;
    if (token.type !== 'directive' || !token.source.startsWith('%YAML')) continue;
    if (++count > 1) faults.push({ offset: token.offset, fault: 'a document has at most one %YAML directive' });
  }
  return faults;
}

const tooManyDocuments = (): LimitFault =>
  new LimitFault(`it must have at most ${MAX_YAML_DOCUMENTS} documents`, MAX_YAML_DOCUMENTS);

/** The tokens of the text. The parser keeps open nodes on a stack: nesting is measured before anything walks by recursion. */
function readTokens(text: string): CST.Token[] {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let documents = 0;
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_YAML_LEXEMES)
      throw new LimitFault(
        `it must have at most ${MAX_YAML_LEXEMES} words, marks, spaces and line breaks`,
        MAX_YAML_LEXEMES,
      );
    for (const token of parser.next(lexeme)) {
      if (token.type === 'document' && ++documents > MAX_YAML_DOCUMENTS) throw tooManyDocuments();
      tokens.push(token);
    }
    if (parser.stack.length > MAX_YAML_DEPTH + 1) {
      throw LimitFault.at(text, parser.offset, `nested more than ${MAX_YAML_DEPTH} deep`, MAX_YAML_DEPTH);
    }
  }
  for (const token of parser.end()) tokens.push(token);
  if (tokens.filter(({ type }) => type === 'document').length > MAX_YAML_DOCUMENTS) throw tooManyDocuments();
  return tokens;
}

/** A text of a million faults makes a million errors: without their stacks it takes a fifth of the time (measured). */
function withoutStacks<Result>(make: () => Result): Result {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = before;
  }
}
