import { z } from 'zod';

import { extensionOf } from '../../core/files.js';
import type { TextSource } from '../../formats/text-source.js';
import { unlessFaulty } from '../../lib/faults.js';
import { parseJson } from '../../lib/json/parse.js';
import { DIALECTS } from '../../lib/json/syntax.js';

type Dialect = 'json' | 'jsonc' | 'json5';

/** The option of every tool that reads a text as one of three dialects. */
export const dialectOption = () =>
  z
    .enum(['auto', 'json', 'jsonc', 'json5'])
    .default('auto')
    .describe(
      'Dialect of the input: json (RFC 8259), jsonc with comments and trailing commas, or json5 with single quotes, unquoted keys and more; auto decides by the file name or the text.',
    );

const BY_ENDING: ReadonlyMap<string, Dialect> = new Map([
  ['.jsonc', 'jsonc'],
  ['.code-workspace', 'jsonc'],
  ['.json5', 'json5'],
]);

const WIDER = ['jsonc', 'json5'] as const;

/** The dialect of the option; with `auto` that of the file's ending, `undefined` where it has none of its own. */
export const namedDialect = ({ file }: TextSource, option: Dialect | 'auto'): Dialect | undefined =>
  option === 'auto' ? BY_ENDING.get(extensionOf(file?.name ?? '')) : option;

/** For a text that is not JSON: the dialect that reads it; JSON, whose fault is told, where none does. */
export const readingDialect = ({ text }: TextSource): Dialect =>
  WIDER.find((dialect) => unlessFaulty(() => parseJson(text, DIALECTS[dialect])) !== undefined) ?? 'json';
