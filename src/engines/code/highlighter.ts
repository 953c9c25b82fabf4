import { whenRunEnds } from '../../core/run-end.js';
import type { ColoredCode } from '../../lib/code/colored-code.js';
import type { WorkTime } from '../work-time.js';

/** Languages by the names of their grammars. */
export const CODE_LANGUAGES = [
  'text',
  'apache',
  'asciidoc',
  'asm',
  'awk',
  'bash',
  'bat',
  'c',
  'clojure',
  'cmake',
  'cobol',
  'cpp',
  'csharp',
  'css',
  'csv',
  'dart',
  'diff',
  'docker',
  'dotenv',
  'elixir',
  'elm',
  'erlang',
  'fish',
  'fortran-free-form',
  'fsharp',
  'gherkin',
  'glsl',
  'go',
  'graphql',
  'groovy',
  'haskell',
  'hcl',
  'html',
  'http',
  'ini',
  'java',
  'javascript',
  'json',
  'json5',
  'jsonl',
  'jsx',
  'julia',
  'kotlin',
  'latex',
  'less',
  'lisp',
  'log',
  'lua',
  'make',
  'markdown',
  'matlab',
  'mermaid',
  'nginx',
  'nix',
  'objective-c',
  'ocaml',
  'pascal',
  'perl',
  'php',
  'powershell',
  'prisma',
  'prolog',
  'proto',
  'python',
  'r',
  'ruby',
  'rust',
  'sass',
  'scala',
  'scheme',
  'scss',
  'solidity',
  'sql',
  'svelte',
  'swift',
  'toml',
  'tsx',
  'typescript',
  'vb',
  'verilog',
  'vhdl',
  'viml',
  'vue',
  'wasm',
  'xml',
  'yaml',
  'zig',
] as const;

export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

export const CODE_THEMES = [
  'github-light',
  'github-dark',
  'catppuccin-latte',
  'catppuccin-mocha',
  'dark-plus',
  'dracula',
  'gruvbox-dark-medium',
  'gruvbox-light-medium',
  'light-plus',
  'material-theme',
  'min-light',
  'monokai',
  'night-owl',
  'nord',
  'one-dark-pro',
  'one-light',
  'rose-pine',
  'rose-pine-dawn',
  'solarized-dark',
  'solarized-light',
  'tokyo-night',
  'vitesse-dark',
  'vitesse-light',
] as const;

export type CodeTheme = (typeof CODE_THEMES)[number];

/** A longer line is one token: grammars take a time that grows faster than its length. */
const MAX_LINE = 5000;

/**
 * Opens the grammar of a language and a theme. Patterns are matched by JavaScript's own engine: nothing in WebAssembly holds what a caller
 * sent. Synchronous once it is open; `time` is spent.
 */
export async function openHighlighter(language: CodeLanguage, theme: CodeTheme) {
  const [{ codeToTokensBase, createShikiPrimitive }, { createJavaScriptRegexEngine }, look, grammar] =
    await Promise.all([
      import('@shikijs/primitive'),
      import('@shikijs/engine-javascript'),
      import(`@shikijs/themes/${theme}`),
      language === 'text' ? { default: [] } : import(`@shikijs/langs/${language}`),
    ]);
  const primitive = createShikiPrimitive({
    langs: [grammar.default],
    themes: [look.default],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  whenRunEnds(() => primitive.dispose());
  const { fg, bg, type } = primitive.getTheme(theme);
  return (code: string, time: WorkTime): ColoredCode => {
    const tokens = time.run(() =>
      // No time limit for a line: the same code has the same colours on every machine.
      codeToTokensBase(primitive, code, {
        lang: language,
        theme,
        tokenizeMaxLineLength: MAX_LINE,
        tokenizeTimeLimit: 0,
      }),
    );
    const lines = tokens.map((line) =>
      line
        .filter(({ content }) => content !== '')
        .map(({ content, color, fontStyle = 0 }) => ({
          text: content,
          // Empty in a line that is too long.
          color: longColor(color || fg),
          // A set of bits; -1 for none.
          isItalic: fontStyle > 0 && (fontStyle & 1) !== 0,
          isBold: fontStyle > 0 && (fontStyle & 2) !== 0,
          isUnderlined: fontStyle > 0 && (fontStyle & 4) !== 0,
        })),
    );
    return { lines, foreground: longColor(fg), background: longColor(bg), isDark: type === 'dark' };
  };
}

/** `#abc` is `#aabbcc`. */
const longColor = (color: string): string =>
  (color.length <= 5 ? color.replace(/[\da-f]/gi, (digit) => digit + digit) : color).toLowerCase();
