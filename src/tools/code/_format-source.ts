import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { type FormatOptions, formatSource, type formatTime, type Grammar } from '../../engines/code/prettier.js';
import { type DocumentKind, documentResult, keptKind, type TextSource } from '../../formats/text-source.js';

/** What every formatter lets its caller choose. */
export const layoutOptions = {
  lineWidth: shared.lineWidth(),
  indent: shared.indent(1).describe('Spaces per indentation level, at least 1.'),
  tabs: shared.tabs(),
};

interface Layout {
  readonly lineWidth: number;
  readonly indent: number;
  readonly tabs: boolean;
}

/** No line of a text that can be formatted is longer. */
const MAX_LINE = 10_000_000;

/** The grammar that a text is read by, and what it is called. */
export interface NamedGrammar {
  readonly name: string;
  readonly grammar: Grammar;
  readonly kind: DocumentKind;
}

/** The formatted text of a source. Throws INVALID_INPUT where it is not of the grammar, LIMIT_EXCEEDED where it is too much. */
export function formatted(
  source: TextSource,
  { name, grammar, kind }: NamedGrammar,
  { lineWidth, indent, tabs }: Layout,
  options: FormatOptions,
  time: ReturnType<typeof formatTime>,
) {
  const layout = { printWidth: lineWidth === 0 ? MAX_LINE : lineWidth, tabWidth: indent, useTabs: tabs };
  const text = refusing(`Cannot format ${source.label} as ${name}`, () =>
    formatSource(source.text, grammar, { ...layout, ...options }, time),
  );
  return documentResult<never>(source, text, keptKind(source, kind));
}

/** Notes that hold for every formatter. */
export const LAYOUT_NOTE =
  'The layout is that of Prettier 3.10, so that a project formatted with it sees no other lines. Comments stay, and so does what follows a comment with prettier-ignore. Line breaks are LF. The result is formatted again until nothing changes any more.';
export const LAYOUT_LIMIT_NOTE =
  'At most 1,000,000 UTF-16 units per text, some 200 levels of nesting, and 9 seconds of work in all.';
