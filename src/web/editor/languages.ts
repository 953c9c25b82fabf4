import { extensionOf } from '../../core/files.js';
import type { PageTool } from '../../core/pages.js';
import type { OptionValues } from '../options.js';

/** Languages with colours of their own; `plain` is code that has line numbers only. */
export type CodeLanguage =
  | 'css'
  | 'html'
  | 'javascript'
  | 'json'
  | 'markdown'
  | 'plain'
  | 'settings'
  | 'sql'
  | 'typescript'
  | 'xml'
  | 'yaml';

/** Names of languages, as options and ids of tools say them. */
const NAMES: Readonly<Record<CodeLanguage, string>> = {
  css: 'css scss less',
  html: 'html vue',
  javascript: 'javascript js jsx mjs json5',
  json: 'json jsonc jsonl ndjson geojson har',
  markdown: 'markdown md mdx',
  plain: 'dockerfile python',
  settings: 'toml ini env dotenv properties',
  sql: 'sql mysql postgresql sqlite',
  typescript: 'typescript ts tsx',
  xml: 'xml svg xhtml plist rss',
  yaml: 'yaml yml openapi',
};

const ENDINGS: Partial<Record<CodeLanguage, string>> = {
  css: '.css .scss .less',
  html: '.html .htm .xhtml',
  javascript: '.js .mjs .cjs',
  json: '.json .geojson .jsonl .ndjson',
  markdown: '.md .markdown .mdown .mkd',
  plain: '.dot .gv .mmd .mermaid .zone .db',
  sql: '.sql',
  xml: '.xml .svg .xsd',
  // JSON is YAML.
  yaml: '.yaml .yml .json',
};

/** Tools whose id and formats do not say what their text is. */
const BY_TOOL: Readonly<Record<string, CodeLanguage>> = {
  'accessibility-checker': 'html',
  'apply-patch': 'plain',
  'article-extractor': 'html',
  'batch-run': 'json',
  'code-highlighter': 'plain',
  'code-to-image': 'plain',
  'config-converter': 'plain',
  'css-selector-query': 'html',
  'curl-converter': 'plain',
  'docker-compose-validator': 'yaml',
  'fill-pdf-form': 'json',
  'graphql-formatter': 'plain',
  'invoice-generator': 'json',
  'mermaid-diagram': 'plain',
  'run-javascript': 'javascript',
  'tool-schema-converter': 'yaml',
  'toon-converter': 'plain',
  'xpath-query': 'xml',
};

const NOT_CODE = /^\.(?:txt|png|jpe?g|gif|webp|svg)$/;

const LANGUAGES = Object.keys(NAMES) as CodeLanguage[];

const named = (name: string): CodeLanguage | undefined =>
  LANGUAGES.find((language) => NAMES[language].split(' ').includes(name.toLowerCase()));

/** What the text of a tool is written in, as far as it is code. */
export function textLanguage(
  tool: Pick<PageTool, 'id' | 'family' | 'files'>,
  options: OptionValues,
): CodeLanguage | undefined {
  // Elsewhere a language is that of the result.
  const said = named(String((tool.family === 'code' ? options.language : undefined) ?? options.from ?? ''));
  if (said !== undefined) return said;
  const [first = ''] = tool.id.split('-');
  return (
    BY_TOOL[tool.id] ??
    named(first) ??
    ofFormats(tool.files?.formats ?? []) ??
    (tool.family === 'json' ? 'json' : undefined)
  );
}

/** The one language whose files a tool takes, beside plain text and images. */
function ofFormats(formats: readonly string[]): CodeLanguage | undefined {
  const endings = formats.map((format) => extensionOf(`a${format}`));
  const code = endings.filter((ending) => !NOT_CODE.test(ending));
  const left = code.length > 0 || !endings.every((ending) => ending === '.svg') ? code : endings;
  if (left.length === 0) return undefined;
  return LANGUAGES.find((language) => {
    const known = ENDINGS[language]?.split(' ') ?? [];
    return left.every((ending) => known.includes(ending));
  });
}

export interface TextPlace {
  readonly line: number;
  /** From 1. */
  readonly column?: number;
}

/** The place that a message speaks of: `line 3, column 5`. */
export function placeIn(message: string): TextPlace | undefined {
  const [, line, column] = /\bline (\d{1,9})(?:,? (?:at )?(?:column|character) (\d{1,9}))?/i.exec(message) ?? [];
  if (line === undefined || Number(line) === 0) return undefined;
  return { line: Number(line), ...(column === undefined ? {} : { column: Math.max(1, Number(column)) }) };
}

/** Longer texts, and longer lines, take too long to lay out in colours: 0.3 s a key at 10,000 characters in a line, half of it at 5,000. */
const EDITOR_CHARACTERS = 200_000;
const LINE_CHARACTERS = 5000;

/** Whether a text is quick to edit with line numbers and colours. */
export function fitsEditor(text: string): boolean {
  if (text.length > EDITOR_CHARACTERS) return false;
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (end - start > LINE_CHARACTERS) return false;
    start = end + 1;
  }
  return true;
}
