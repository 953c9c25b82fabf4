/** How a language writes comments and strings, as far as counting lines needs to know. */
export interface CodeSyntax {
  readonly name: string;
  /** Endings without the dot, in lower case, and whole names of files. */
  readonly endings: readonly string[];
  readonly names?: readonly string[];
  /** Programs behind `#!`. */
  readonly programs?: readonly string[];
  /** Marks of comments to the end of the line. */
  readonly line?: readonly string[];
  /** The same where only blanks stand before them. */
  readonly lineStart?: readonly string[];
  /** `#` is a comment at the start of a word only. */
  readonly isWordStart?: boolean;
  /** Pairs around comments. `^` before a mark: it is at the start of a line. */
  readonly block?: readonly (readonly [string, string])[];
  readonly isNested?: boolean;
  /** Strings of one line, with a backslash before what does not end them. */
  readonly quotes?: readonly string[];
  /** Strings over several lines, by their ends. `raw`: a backslash is a letter. */
  readonly long?: readonly (readonly [open: string, close: string, raw?: 'raw'])[];
  /** `'x'` is a character, and any other `'` is not a string. */
  readonly hasCharacters?: boolean;
  /** A slash may begin a regular expression. */
  readonly hasPatterns?: boolean;
  /** A long string that begins a line is a comment. */
  readonly hasDocstrings?: boolean;
}

const C_BLOCK = [['/*', '*/']] as const;
const C = { line: ['//'], block: C_BLOCK, quotes: ['"', "'"] } as const;
const SCRIPT = { ...C, long: [['`', '`']], hasPatterns: true } as const;
const HASH = { line: ['#'], quotes: ['"', "'"] } as const;
const XML = { block: [['<!--', '-->']] } as const;
const PLAIN = {} as const;
const LISP = { line: [';'], long: [['"', '"']] } as const;
const ML = { block: [['(*', '*)']], isNested: true, long: [['"', '"']], hasCharacters: true } as const;

const of = (name: string, endings: string, syntax: Omit<CodeSyntax, 'name' | 'endings'>, names = ''): CodeSyntax => ({
  ...syntax,
  name,
  endings: endings.split(' ').filter((part) => part !== ''),
  names: names.split(' ').filter((part) => part !== ''),
});

/** Named as cloc names them. */
export const CODE_LANGUAGES: readonly CodeSyntax[] = [
  of('Ada', 'ada adb ads', { line: ['--'], quotes: ['"'] }),
  of('Apex Class', 'cls', C),
  of('Assembly', 'asm s', { line: [';', '#', '//'], block: C_BLOCK, quotes: ['"'] }),
  of('awk', 'awk', { ...HASH, quotes: ['"'], programs: ['awk', 'gawk', 'mawk'] }),
  of('Bourne Again Shell', 'bash', {
    line: ['#'],
    isWordStart: true,
    long: [
      ["'", "'", 'raw'],
      ['"', '"'],
    ],
    programs: ['bash'],
  }),
  of('Bourne Shell', 'sh', {
    line: ['#'],
    isWordStart: true,
    long: [
      ["'", "'", 'raw'],
      ['"', '"'],
    ],
    programs: ['sh', 'dash', 'ash'],
  }),
  of('C', 'c ec pgc', C),
  of('C#', 'cs csx', {
    ...C,
    quotes: ['"'],
    hasCharacters: true,
    long: [
      ['"""', '"""', 'raw'],
      ['@"', '"', 'raw'],
      ['$@"', '"', 'raw'],
    ],
  }),
  of('C++', 'cpp cc cxx c++ ipp tpp inl', C),
  of('C/C++ Header', 'h hpp hh hxx h++', C),
  of('Clojure', 'clj cljs cljc edn', { ...LISP }),
  of('CMake', 'cmake', { line: ['#'], block: [['#[[', ']]']], long: [['"', '"']] }, 'CMakeLists.txt'),
  of('CoffeeScript', 'coffee', { line: ['#'], block: [['###', '###']], quotes: ['"', "'"] }),
  of('CSS', 'css', { block: C_BLOCK, quotes: ['"', "'"] }),
  of('CSV', 'csv tsv', PLAIN),
  of('CUDA', 'cu cuh', C),
  of('D', 'd', {
    ...C,
    block: [
      ['/+', '+/'],
      ['/*', '*/'],
    ],
    long: [['`', '`', 'raw']],
    quotes: ['"'],
    hasCharacters: true,
  }),
  of('Dart', 'dart', {
    ...C,
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  }),
  of('Dockerfile', 'dockerfile', { lineStart: ['#'] }, 'Dockerfile Containerfile'),
  of('DOS Batch', 'bat cmd', { lineStart: ['rem ', 'rem\t', '@rem ', '::'] }),
  of('Elixir', 'ex exs', {
    line: ['#'],
    quotes: ['"', "'"],
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  }),
  of('Elm', 'elm', {
    line: ['--'],
    block: [['{-', '-}']],
    isNested: true,
    quotes: ['"'],
    long: [['"""', '"""']],
    hasCharacters: true,
  }),
  of('Erlang', 'erl hrl', { line: ['%'], quotes: ['"', "'"] }),
  of('F#', 'fs fsi fsx', {
    line: ['//'],
    block: [['(*', '*)']],
    isNested: true,
    long: [
      ['"""', '"""', 'raw'],
      ['"', '"'],
    ],
    hasCharacters: true,
  }),
  of('Fish Shell', 'fish', {
    line: ['#'],
    isWordStart: true,
    long: [
      ["'", "'"],
      ['"', '"'],
    ],
    programs: ['fish'],
  }),
  of('Fortran 90', 'f90 f95 f03 f08', { line: ['!'], quotes: ['"', "'"] }),
  of('GLSL', 'glsl vert frag geom comp', { line: ['//'], block: C_BLOCK }),
  of('Go', 'go', { ...C, quotes: ['"'], hasCharacters: true, long: [['`', '`', 'raw']] }),
  of('Gradle', 'gradle', {
    ...C,
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  }),
  of('GraphQL', 'graphql gql graphqls', { line: ['#'], quotes: ['"'], long: [['"""', '"""']], hasDocstrings: true }),
  of(
    'Groovy',
    'groovy',
    {
      ...C,
      long: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
    },
    'Jenkinsfile',
  ),
  of('Haskell', 'hs lhs', { line: ['--'], block: [['{-', '-}']], isNested: true, quotes: ['"'], hasCharacters: true }),
  of('HCL', 'tf tfvars hcl', { line: ['#', '//'], block: C_BLOCK, quotes: ['"'] }),
  of('HTML', 'html htm xhtml', XML),
  of('INI', 'ini cfg conf editorconfig', { lineStart: [';', '#'] }),
  of('Java', 'java', { ...C, quotes: ['"'], hasCharacters: true, long: [['"""', '"""']] }),
  of('JavaScript', 'js mjs cjs', { ...SCRIPT, programs: ['node', 'deno', 'bun'] }),
  of('JSON', 'json jsonl geojson webmanifest', PLAIN),
  of('JSON5', 'json5 jsonc', C),
  of('JSX', 'jsx', SCRIPT),
  of('Julia', 'jl', {
    line: ['#'],
    block: [['#=', '=#']],
    isNested: true,
    long: [
      ['"""', '"""'],
      ['"', '"'],
    ],
    hasCharacters: true,
  }),
  of('Kotlin', 'kt kts', { ...C, isNested: true, quotes: ['"'], hasCharacters: true, long: [['"""', '"""', 'raw']] }),
  of('LESS', 'less', C),
  of('Lisp', 'lisp lsp el scm ss rkt', { ...LISP, block: [['#|', '|#']], isNested: true }),
  of('Lua', 'lua', {
    line: ['--'],
    block: [
      ['--[[', ']]'],
      ['--[=[', ']=]'],
      ['--[==[', ']==]'],
    ],
    quotes: ['"', "'"],
    long: [['[[', ']]', 'raw']],
    programs: ['lua'],
  }),
  of('make', 'mk mak make', { line: ['#'] }, 'Makefile makefile GNUmakefile'),
  of('Markdown', 'md markdown mdx', XML),
  of('MATLAB', 'm', { line: ['%'], block: [['^%{', '^%}']] }),
  of('Nim', 'nim', {
    line: ['#'],
    block: [['#[', ']#']],
    isNested: true,
    quotes: ['"'],
    long: [['"""', '"""', 'raw']],
    hasCharacters: true,
  }),
  of('Nix', 'nix', {
    line: ['#'],
    block: C_BLOCK,
    long: [
      ['"', '"'],
      ["''", "''"],
    ],
  }),
  of('Objective-C', 'mm', C),
  of('OCaml', 'ml mli', ML),
  of('Pascal', 'pas pp dpr', {
    line: ['//'],
    block: [
      ['{', '}'],
      ['(*', '*)'],
    ],
    quotes: ["'"],
  }),
  of('Perl', 'pl pm t', {
    line: ['#'],
    isWordStart: true,
    block: [['^=', '^=cut']],
    quotes: ['"', "'"],
    programs: ['perl'],
  }),
  of('PHP', 'php phtml', {
    line: ['//', '#'],
    block: C_BLOCK,
    long: [
      ['"', '"'],
      ["'", "'"],
    ],
    programs: ['php'],
  }),
  of('PowerShell', 'ps1 psm1 psd1', {
    line: ['#'],
    isWordStart: true,
    block: [['<#', '#>']],
    long: [
      ["'", "'", 'raw'],
      ['"', '"', 'raw'],
    ],
    programs: ['pwsh'],
  }),
  of('Properties', 'properties', { lineStart: ['#', '!'] }),
  of('Protocol Buffers', 'proto', C),
  of('Python', 'py pyw pyi', {
    ...HASH,
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    hasDocstrings: true,
    programs: ['python', 'python2', 'python3'],
  }),
  of('R', 'r', {
    ...HASH,
    quotes: [],
    long: [
      ['"', '"'],
      ["'", "'"],
    ],
    programs: ['Rscript'],
  }),
  of('reStructuredText', 'rst', PLAIN),
  of(
    'Ruby',
    'rb rake gemspec',
    { line: ['#'], isWordStart: true, block: [['^=begin', '^=end']], quotes: ['"', "'"], programs: ['ruby'] },
    'Rakefile Gemfile',
  ),
  of('Rust', 'rs', {
    line: ['//'],
    block: C_BLOCK,
    isNested: true,
    long: [
      ['r##"', '"##', 'raw'],
      ['r#"', '"#', 'raw'],
      ['"', '"'],
    ],
    hasCharacters: true,
  }),
  of('Sass', 'sass', { line: ['//'], block: C_BLOCK }),
  of('Scala', 'scala sc', { ...C, isNested: true, quotes: ['"'], hasCharacters: true, long: [['"""', '"""', 'raw']] }),
  of('SCSS', 'scss', C),
  of('Solidity', 'sol', C),
  of('SQL', 'sql', {
    line: ['--'],
    block: C_BLOCK,
    long: [
      ["'", "'", 'raw'],
      ['"', '"', 'raw'],
    ],
  }),
  of('Svelte', 'svelte', {
    block: [
      ['<!--', '-->'],
      ['/*', '*/'],
    ],
    lineStart: ['//'],
  }),
  of('SVG', 'svg', XML),
  of('Swift', 'swift', { ...C, isNested: true, quotes: ['"'], long: [['"""', '"""']] }),
  of('Tcl/Tk', 'tcl tk', { lineStart: ['#'], programs: ['tclsh', 'wish'] }),
  of('TeX', 'tex sty bst', { line: ['%'] }),
  of('Text', 'txt', PLAIN),
  of('TOML', 'toml', {
    ...HASH,
    long: [
      ['"""', '"""'],
      ["'''", "'''", 'raw'],
    ],
  }),
  of('TypeScript', 'ts mts cts tsx', SCRIPT),
  of('Verilog-SystemVerilog', 'v sv svh', { line: ['//'], block: C_BLOCK, quotes: ['"'] }),
  of('VHDL', 'vhd vhdl', { line: ['--'], block: C_BLOCK, quotes: ['"'] }),
  of('vim script', 'vim', { lineStart: ['"'] }),
  of('Visual Basic .NET', 'vb', { line: ["'"], quotes: ['"'] }),
  of('Vuejs Component', 'vue', {
    block: [
      ['<!--', '-->'],
      ['/*', '*/'],
    ],
    lineStart: ['//'],
  }),
  of('XAML', 'xaml', XML),
  of('XML', 'xml xsd wsdl rng plist csproj', XML),
  of('XSLT', 'xsl xslt', XML),
  of('YAML', 'yml yaml', { line: ['#'], isWordStart: true, quotes: ['"'] }),
  of('Zig', 'zig', { line: ['//'], quotes: ['"'], hasCharacters: true }),
];
