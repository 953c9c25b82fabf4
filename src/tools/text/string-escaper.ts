import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS } from '../../formats/text-source.js';
import { ESCAPE_LANGUAGES, type EscapeLanguage, escapeText, unescapeText } from '../../lib/text/string-escapes.js';

const NAMES: Readonly<Record<EscapeLanguage, string>> = {
  json: 'JSON',
  javascript: 'JavaScript',
  python: 'Python',
  java: 'Java',
  c: 'C',
  csharp: 'C#',
  go: 'Go',
  php: 'PHP',
  rust: 'Rust',
  sql: 'SQL',
  shell: 'shell',
  powershell: 'PowerShell',
  regex: 'regular expression',
  markup: 'XML',
  csv: 'CSV',
  latex: 'LaTeX',
  url: 'URL',
};

export default defineTool({
  id: 'string-escaper',
  title: 'String Escaper',
  summary: 'Escapes text for use in code or data of another language, and unescapes it.',
  family: 'text',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    direction: z.enum(['escape', 'unescape']).default('escape').describe('Escapes, or reads escapes back.'),
    language: z.enum(ESCAPE_LANGUAGES).default('json').describe('Language whose rules apply.'),
    addQuotes: z
      .boolean()
      .default(false)
      .describe('Writes or expects the quotes around the text; shell and powershell always have the quotes they need.'),
    ascii: z
      .boolean()
      .default(false)
      .describe(
        'Escapes everything beyond ASCII; for json, javascript, python, java, c, csharp, go, php, rust and markup.',
      ),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    '"json": RFC 8259. "javascript": for strings in single and double quotes and in backticks. python: str literals. java: controls in octal, because \\u000a would end the line. c: bytes of UTF-8 in octal of three digits, and never a bare ??.',
    '"csharp": regular string literals. go: interpreted string literals. php: strings in double quotes, with $ escaped. rust: string literals, not byte strings.',
    '"sql": standard quotes doubled, backslashes left alone, as PostgreSQL reads them; MySQL reads backslashes too unless NO_BACKSLASH_ESCAPES is set. Parameters are safer than any escaping.',
    "POSIX shell: one word in single quotes, or bare where nothing needs a quote; read are also double quotes, backslashes and $'…', and nothing is expanded. powershell: single quotes, typographic ones doubled too, as PowerShell takes them for quotes.",
    '"regex": matches the text itself in PCRE, RE2, Java, Python and JavaScript (with u too); not for use inside brackets, nor with a flag that ignores whitespace. markup: XML and HTML, for text and attribute values. csv: one cell (RFC 4180). latex: text direction. url: everything but unreserved characters of RFC 3986.',
    'Characters that cannot be written are refused: NUL in sql and shell, control characters in markup. Wrong or unknown escapes are refused when read, with their position; Python keeps the backslash of an unknown one, JavaScript drops it.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'escape string',
    'unescape string',
    'json escape',
    'backslash escape',
    'shell quote',
    'escape quotes',
    'sql escape',
    'regex escape',
    'latex escape',
    'string literal',
    'unicode escape',
  ],
  verified: [
    'xmllint (libxml2 2.9) reads attribute values back exactly, and pandoc writes the same LaTeX for 12 signs',
    'Node 20, Python 3.11, jq 1.6, bash 5.2, gcc 12 and, where they are installed, rustc, go and php: each reads the escaped text back exactly, for 200 random texts (bash for 60) with controls, quotes, marks and emoji',
    'The same 200 texts come back from "unescape" in all 17 languages; what bash printf %q, Python repr and jq write is read exactly',
  ],
  examples: [
    {
      title: 'JSON',
      input: 'say "hi"\n\tC:\\temp 😀',
      output: { text: 'say \\"hi\\"\\n\\tC:\\\\temp 😀' },
    },
    {
      title: 'Python in ASCII, with quotes',
      input: "it's é 😀",
      options: { language: 'python', addQuotes: true, ascii: true },
      output: { text: "'it\\'s \\xe9 \\U0001f600'" },
    },
    {
      title: 'An argument for a shell',
      input: "don't; rm *",
      options: { language: 'shell' },
      output: { text: "'don'\\''t; rm *'" },
    },
    {
      title: 'Read from Java',
      input: '\\u00fc\\t\\101',
      options: { direction: 'unescape', language: 'java' },
      output: { text: 'ü\tA' },
    },
    {
      title: 'A pattern that matches the text itself',
      input: '1+1=2? (yes)',
      options: { language: 'regex' },
      output: { text: '1\\+1=2\\? \\(yes\\)' },
    },
    {
      title: 'An XML attribute value with a tab and a line break',
      input: 'a "b"\t<c>\nd',
      options: { language: 'markup' },
      output: { text: 'a &quot;b&quot;&#x9;&lt;c&gt;&#xA;d' },
    },
    {
      title: 'LaTeX without dashes and quotes of its own',
      input: 'a -- "b" <<c>>',
      options: { language: 'latex' },
      output: {
        text: 'a -{}- \\textquotedbl{}b\\textquotedbl{} \\textless{}\\textless{}c\\textgreater{}\\textgreater{}',
      },
    },
    {
      title: 'A string for Rust, in ASCII',
      input: 'é\t😀',
      options: { language: 'rust', addQuotes: true, ascii: true },
      output: { text: '"\\u{e9}\\t\\u{1f600}"' },
    },
    {
      title: 'A wrong escape',
      input: 'ok\nbad \\u12',
      options: { direction: 'unescape', language: 'json' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON text: line 2, column 5: \\u must have four hexadecimal digits after it\nbad \\u12\n    ^',
      },
    },
    {
      title: 'A text that XML cannot hold',
      input: 'a\u0001',
      options: { language: 'markup' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as XML text: line 1, column 2: XML 1.0 has no way to write this control character\na \n ^',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { direction, language, addQuotes: quotes, ...others } = options;
    const style = { ...others, quotes };
    const write = direction === 'escape' ? escapeText : unescapeText;
    const verb = direction === 'escape' ? 'write' : 'read';
    return eachText({ input, files, signal }, (source) => {
      const what = `Cannot ${verb} ${source.label} as ${NAMES[language]} text`;
      return documentResult(
        source,
        refusing(what, () => write(source.text, language, style)),
        KINDS.text,
      );
    });
  },
});
