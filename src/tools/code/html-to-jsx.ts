import { z } from 'zod';

import { defineTool, invalid, quote } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { bodyOf } from '../../engines/xml/html-document.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { jsxOf } from '../../formats/html/jsx.js';
import { documentResult } from '../../formats/text-source.js';

const JSX = { extension: '.jsx', mime: 'text/javascript;charset=utf-8' };

/** Of a page its body; of a part of one everything, scripts at its start too. */
const contentOf = (text: string) => bodyOf(/<(?:html|head|body)[\s>]/i.test(text) ? text : `<body>${text}`);

export default defineTool({
  id: 'html-to-jsx',
  title: 'HTML to JSX',
  summary: 'Converts HTML and SVG to JSX for React: names of props, style objects, closed elements, escaped braces.',
  family: 'code',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    component: z
      .string()
      .max(100)
      .default('')
      .describe('Name of a function component around the result, such as Card; empty for the elements alone.'),
    comments: z.boolean().default(true).describe('Keeps comments.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'The attribute class becomes className, for htmlFor, tabindex tabIndex, stroke-width strokeWidth and so on; style becomes an object. Values of fields become defaultValue and defaultChecked, so that they can be changed.',
    'Event handlers such as onclick, and attributes that JSX cannot hold, such as @click, are left out and named in a comment at the top. Contents of scripts and style sheets become dangerouslySetInnerHTML.',
    'The body of a page is converted as browsers read it: what is not closed is closed. White space that a page does not show is removed; other spaces stay. Elements may be nested 300 deep.',
    TEXT_FILES_NOTE,
  ],
  aliases: ['html2jsx', 'html to react', 'svg to jsx', 'svgr', 'convert html to react component', 'jsx converter'],
  verified: [
    'esbuild 0.28 and parse5: 1,000 random pages have the same elements, attributes and texts after the JSX is compiled and run',
  ],
  examples: [
    {
      title: 'A form',
      input:
        '<label for=name class="field">Name</label> <input id=name maxlength=5 disabled style="margin-top: 4px; --gap: 1px"><br>\n<p>Use {braces} &amp; <b>bold</b> text',
      output: {
        text: '<>\n  <label htmlFor="name" className="field">Name</label>\n  {" "}\n  <input id="name" maxLength="5" disabled style={{ marginTop: "4px", "--gap": "1px" }} />\n  <br />\n  <p>{"Use {braces} &"} <b>bold</b> text</p>\n</>\n',
      },
    },
    {
      title: 'A drawing as a component',
      input: '<svg viewBox="0 0 10 10" class=icon><path stroke-width=2 d="M0 0h10" onclick="go()"/></svg>',
      options: { component: 'Icon' },
      output: {
        text: '// Left out: onclick\nexport function Icon() {\n  return (\n    <svg viewBox="0 0 10 10" className="icon">\n      <path strokeWidth="2" d="M0 0h10" />\n    </svg>\n  );\n}\n',
      },
    },
    {
      title: 'Nested too deep',
      input: '<div>'.repeat(400),
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot convert property "input": nested more than 300 deep',
      },
    },
    {
      title: 'A component with a lowercase name',
      input: '<p>a',
      options: { component: 'card' },
      error: { code: 'INVALID_INPUT', message: 'Option "component" must be a name such as Card, got "card"' },
    },
  ],
  run({ input, files, signal, options }) {
    const { component } = options;
    if (component !== '' && !/^[A-Z]\w*$/.test(component))
      throw invalid(`Option "component" must be a name such as Card, got ${quote(component)}`);
    return eachText({ input, files, signal }, (source) => {
      const { code, dropped } = refusing(`Cannot convert ${source.label}`, () =>
        jsxOf(contentOf(source.text), options),
      );
      const names = dropped.slice(0, 50).map((name) => name.replace(/[^\w:@.#()[\]*-]/g, '?').slice(0, 60));
      return documentResult(source, (dropped.length === 0 ? '' : `// Left out: ${names.join(', ')}\n`) + code, JSX);
    });
  },
});
