import type { LocalLinter } from 'harper.js';

export type EnglishDialect = 'us' | 'gb' | 'ca' | 'au';

/** Something a checker of English found. Offsets count UTF-16 units. */
export interface GrammarProblem {
  readonly start: number;
  readonly end: number;
  /** Agreement, Punctuation, Spelling, Style, … */
  readonly kind: string;
  readonly message: string;
  readonly fixes: readonly GrammarFix[];
}

export interface GrammarFix {
  readonly action: 'replace' | 'remove' | 'insert-after';
  readonly text: string;
}

const ACTIONS = ['replace', 'remove', 'insert-after'] as const;

// Loading takes seconds and some 300 MB: the linter of the last dialect stays.
let current: { readonly dialect: EnglishDialect; readonly linter: LocalLinter } | undefined;

async function openLinter(dialect: EnglishDialect): Promise<LocalLinter> {
  if (current?.dialect === dialect) return current.linter;
  const [{ Dialect, LocalLinter: Linter }, { slimBinary }] = await Promise.all([
    import('harper.js'),
    import('harper.js/slimBinary'),
  ]);
  const dialects = { us: Dialect.American, gb: Dialect.British, ca: Dialect.Canadian, au: Dialect.Australian };
  if (current === undefined) {
    const linter = new Linter({ binary: slimBinary, dialect: dialects[dialect] });
    await linter.setup();
    current = { dialect, linter };
  } else {
    await current.linter.setDialect(dialects[dialect]);
    current = { dialect, linter: current.linter };
  }
  return current.linter;
}

// The time of the linter grows with the square of some texts: 20,000 characters of ". " took 19 s, 2,000 take 0.2 s, 1,000 half of that by the character.
const CHUNK = 1000;

/** Parts of a text that begin after a line break, or a full stop and a space, where one is near enough. */
function* chunksOf(text: string): Generator<string, void> {
  for (let start = 0; start < text.length; ) {
    let end = start + CHUNK;
    if (end < text.length) {
      const window = text.slice(start, end);
      const cut = [window.lastIndexOf('\n') + 1, window.lastIndexOf('. ') + 2, window.lastIndexOf(' ') + 1].find(
        (at) => at > CHUNK / 2,
      );
      end = start + (cut ?? CHUNK);
      const unit = text.charCodeAt(end - 1);
      if (unit >= 0xd800 && unit <= 0xdbff) end++;
    }
    yield text.slice(start, end);
    start = end;
  }
}

/** Checks English plain text. Problems are in order of their place. */
export async function checkGrammar(
  text: string,
  dialect: EnglishDialect,
  signal: AbortSignal,
): Promise<readonly GrammarProblem[]> {
  const linter = await openLinter(dialect);
  const problems: GrammarProblem[] = [];
  let from = 0;
  for (const chunk of chunksOf(text)) {
    signal.throwIfAborted();
    for (const lint of await linter.lint(chunk, { language: 'plaintext' })) {
      const { start, end } = lint.span();
      const fixes = lint.suggestions().map((fix) => ({
        action: ACTIONS[fix.kind()] ?? 'replace',
        text: fix.get_replacement_text(),
      }));
      problems.push({ start: from + start, end: from + end, kind: lint.lint_kind(), message: lint.message(), fixes });
      lint.free();
    }
    from += chunk.length;
  }
  return problems.sort((a, b) => a.start - b.start || a.end - b.end);
}
