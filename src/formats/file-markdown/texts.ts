import { extensionOf } from '../../core/files.js';
import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import { notebookMarkdown } from '../../lib/documents/notebook.js';
import { parseJson } from '../../lib/json/parse.js';
import { codeBlock } from '../../lib/page-text/markdown.js';
import { compactMarkdown } from '../../lib/table/compact-markdown.js';
import { readCsvText } from '../table-text.js';
import { readTextFile } from '../text-source.js';
import type { FileMarkdown, MarkdownReader } from './file-markdown.js';
import { partsOfHtml } from './web.js';

const withoutProperties = { title: '', properties: [], warnings: [] } as const;

const linesOf = async (file: InputFile): Promise<string> =>
  (await readTextFile(file)).text.replace(/\r\n?/g, '\n').trimEnd();

/** Plain text and Markdown, as they are. */
export const readPlain: MarkdownReader = async (file): Promise<FileMarkdown> => {
  const text = await linesOf(file);
  return { kind: 'text', ...withoutProperties, markdown: text === '' ? '' : `${text}\n` };
};

/** JSON, XML and the like, as a block of code. */
export const readCode: MarkdownReader = async (file): Promise<FileMarkdown> => {
  const block = codeBlock(await linesOf(file), LANGUAGES.get(extensionOf(file.name)) ?? '');
  return { kind: 'data', ...withoutProperties, markdown: block === '' ? '' : `${block}\n` };
};

/** Endings of files that become a block of code, and the name of its language. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['.json', 'json'],
  ['.jsonl', 'json'],
  ['.xml', 'xml'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.toml', 'toml'],
]);

export const readTable: MarkdownReader = async (file, { options }): Promise<FileMarkdown> => {
  const source = await readTextFile(file);
  const { records } = readCsvText(source, extensionOf(file.name) === '.tsv' ? 'tab' : 'auto');
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  const table = compactMarkdown(records, width, options.maxCharacters);
  return { kind: 'table', ...withoutProperties, markdown: table === '' ? '' : `${table}\n` };
};

export const readNotebook: MarkdownReader = async (file): Promise<FileMarkdown> => {
  const { text, label } = await readTextFile(file);
  const markdown = refusing(`Cannot read ${label} as a notebook`, () =>
    notebookMarkdown(parseJson(text), partsOfHtml()),
  );
  return { kind: 'notebook', ...withoutProperties, markdown };
};
