import { z } from 'zod';

import { overLimit } from '../../core/index.js';
import {
  CODE_LANGUAGES,
  CODE_THEMES,
  type CodeLanguage,
  type CodeTheme,
  openHighlighter,
} from '../../engines/code/highlighter.js';
import { WorkTime } from '../../engines/work-time.js';
import type { TextSource } from '../../formats/text-source.js';
import { guessCodeLanguage } from '../../lib/code/code-language.js';
import type { ColoredCode } from '../../lib/code/colored-code.js';

const WORK_SECONDS = 9;

export const languageOption = () =>
  z
    .enum(['auto', ...CODE_LANGUAGES])
    .default('auto')
    .describe('Language; auto tells it by the name of the file, or by signs in the text.');

export const themeOption = (initial: CodeTheme) =>
  z.enum(CODE_THEMES).default(initial).describe('Colours, as editors know them.');

export const codeTime = (): WorkTime =>
  new WorkTime(WORK_SECONDS, () =>
    overLimit(`Highlighting takes longer than ${WORK_SECONDS} seconds; a shorter text is faster`),
  );

/** The code in colours, line breaks as LF. */
export async function highlight(
  { text, file }: TextSource,
  { language, theme }: { language: CodeLanguage | 'auto'; theme: CodeTheme },
  time: WorkTime,
): Promise<ColoredCode & { readonly language: string }> {
  const code = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const known = language === 'auto' ? (guessCodeLanguage(code, file?.name) as CodeLanguage) : language;
  const highlighter = await openHighlighter(known, theme);
  return { ...highlighter(code, time), language: known };
}
