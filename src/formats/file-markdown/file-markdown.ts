import type { InputFile } from '../../core/tool.js';
import type { OcrLanguage } from '../../engines/tesseract.js';
import { languagesOf } from '../ocr/languages.js';
import { ReadingTime } from '../ocr/reading-time.js';
import { ReadBudget } from '../pdf/syntax/budget.js';
import { CharacterBudget } from '../pdf/text/page-contents.js';

/** What a document says of itself, such as its title; empty values are left out when it is written. */
export type Property = readonly [name: string, value: string | null | undefined];

/** A caller's file as Markdown. */
export interface FileMarkdown {
  /** What it was read as: `Word document`. */
  readonly kind: string;
  readonly title: string;
  readonly properties: readonly Property[];
  /** Longer than `mostCharacters` of the run where reading stopped early. */
  readonly markdown: string;
  readonly warnings: readonly string[];
}

export interface MarkdownOptions {
  readonly tables: boolean;
  readonly notes: boolean;
  readonly pageMarks: boolean;
  readonly language: string;
  readonly password: string;
  readonly maxCharacters: number;
}

/** After which no other file or chapter is begun. Measured: the largest document takes 9 s on a quiet machine, 38 s on a busy one. */
const WORK_SECONDS = 30;

/** What the files of one run have in common: what was asked for, and what room is left for them. */
export class MarkdownRun {
  readonly pdfBudget = new ReadBudget();
  readonly characters = new CharacterBudget();
  /** Of pictures. */
  readonly readingTime = new ReadingTime();
  /** Of everything else, a piece of which takes up to 40 s where the machine is busy. */
  readonly workTime = new ReadingTime(WORK_SECONDS);
  /** Of pictures that are read. */
  pixels = 0;
  marks = 0;

  /** Of text in pictures. */
  readonly languages: readonly OcrLanguage[];

  /** Throws INVALID_INPUT where the language is not known. */
  constructor(
    readonly options: MarkdownOptions,
    readonly signal: AbortSignal,
    modelDir: string | undefined,
  ) {
    this.languages = languagesOf(options.language, modelDir);
  }
}

export type MarkdownReader = (file: InputFile, run: MarkdownRun) => FileMarkdown | Promise<FileMarkdown>;
