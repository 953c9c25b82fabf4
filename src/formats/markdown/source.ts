import { invalid, overLimit } from '../../core/errors.js';
import { extensionOf } from '../../core/files.js';
import type { InputFile } from '../../core/tool.js';
import { type MarkdownTree, readMarkdown } from '../../engines/markdown/tree.js';
import { frontMatter } from '../../lib/text/front-matter.js';
import { longestInvisibleRun, longestMarkRun } from '../../lib/unicode/mark-runs.js';
import { readTextSource, type TextSource } from '../text-source.js';

export const MARKDOWN_ENDINGS = ['.md', '.markdown', '.txt'] as const;
/** Longest document. Measured: 300,000 characters of prose take 4 s on a busy machine to typeset, of code 20 s. */
const MAX_MARKDOWN = 300_000;
/** On one letter: the time to set them grows with their square. Unicode Standard Annex 15, D3: 30 are plenty. */
const MAX_MARKS = 100;
/** In a row. Measured: the typesetter's stack ends between 16,000 and 30,000. */
const MAX_INVISIBLE = 1000;

export interface MarkdownSource extends MarkdownTree {
  readonly source: TextSource;
  /** Of its front matter. */
  readonly entries: ReadonlyMap<string, string>;
  /** The files that are not the text. */
  readonly images: readonly InputFile[];
}

/** The Markdown document of a run and the images sent beside it. Throws LIMIT_EXCEEDED where it is too long or nested too deep. */
export async function readMarkdownSource({
  input,
  files,
  math,
  change = (body) => body,
}: {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly math: boolean;
  /** What is done to the text after its front matter before it is read. */
  readonly change?: (body: string) => string;
}): Promise<MarkdownSource> {
  const isText = ({ name }: InputFile): boolean => (MARKDOWN_ENDINGS as readonly string[]).includes(extensionOf(name));
  const texts = files.filter(isText);
  if (texts.length > 1) throw invalid(`Files must include at most one Markdown file, got ${texts.length}`);
  const source = await readTextSource({ input, files: texts });
  if (source.text.length > MAX_MARKDOWN)
    throw overLimit(`A Markdown document must have at most ${MAX_MARKDOWN} characters, got ${source.text.length}`);
  const marks = longestMarkRun(source.text);
  if (marks > MAX_MARKS)
    throw overLimit(`A Markdown document must have at most ${MAX_MARKS} accents on a letter, got ${marks}`);
  const invisible = longestInvisibleRun(source.text);
  if (invisible > MAX_INVISIBLE)
    throw overLimit(
      `A Markdown document must have at most ${MAX_INVISIBLE} invisible characters in a row, got ${invisible}`,
    );
  const { body, entries } = frontMatter(source.text);
  return { source, entries, images: files.filter((file) => !isText(file)), ...readMarkdown(change(body), math) };
}

/** Examples of what is refused, for the tools that read Markdown so. */
export const MARKDOWN_REFUSALS = [
  {
    title: 'No text',
    error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
  },
  {
    title: 'Two texts',
    files: [
      { name: 'a.md', text: 'a' },
      { name: 'b.md', text: 'b' },
    ],
    error: { code: 'INVALID_INPUT', message: 'Files must include at most one Markdown file, got 2' },
  },
  {
    title: 'Quotes nested too deep',
    input: `${'> '.repeat(40)}deep`,
    error: { code: 'LIMIT_EXCEEDED', message: 'A Markdown document must be nested at most 18 deep' },
  },
  {
    title: 'A text that is too long',
    input: 'x'.repeat(MAX_MARKDOWN + 1),
    error: {
      code: 'LIMIT_EXCEEDED',
      message: 'A Markdown document must have at most 300000 characters, got 300001',
    },
  },
  {
    title: 'Too many accents on one letter',
    input: `a${'\u0301'.repeat(MAX_MARKS + 1)}`,
    error: {
      code: 'LIMIT_EXCEEDED',
      message: 'A Markdown document must have at most 100 accents on a letter, got 101',
    },
  },
  {
    title: 'Too many zero-width spaces in a row',
    input: `a${'\u200b'.repeat(MAX_INVISIBLE + 1)}b`,
    error: {
      code: 'LIMIT_EXCEEDED',
      message: 'A Markdown document must have at most 1000 invisible characters in a row, got 1001',
    },
  },
] as const;
