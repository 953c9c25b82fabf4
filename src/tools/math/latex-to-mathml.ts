import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { openTemml } from '../../engines/temml.js';
import { WorkTime } from '../../engines/work-time.js';
import { documentResult, readTextSource } from '../../formats/text-source.js';
import { inPart } from '../../lib/faults.js';
import { indentMathml, plainMathml } from '../../lib/formula/plain-mathml.js';
import { bareTex, checkTex } from '../../lib/formula/tex-limits.js';
import { filledLines } from './_numbers.js';

/** Chosen: below the 12 s of class standard. */
const WORK_SECONDS = 6;
const MAX_FORMULAS = 1000;

export default defineTool({
  id: 'latex-to-mathml',
  title: 'LaTeX to MathML',
  summary: 'Converts LaTeX formulas to MathML for web pages, e-books and word processors.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.tex', '.txt'] },
  options: {
    displayMode: z
      .boolean()
      .default(true)
      .describe('Display style, as in a line of its own; off for inline style, as in running text.'),
    annotation: z
      .boolean()
      .default(false)
      .describe('Keeps the LaTeX source inside the MathML, for copying and search.'),
    perLine: shared.perLine(),
    indent: shared.indent(),
  },
  result: 'mixed',
  notes: [
    'AMS mathematics with mhchem (\\ce), braket, cancel and color; \\newcommand and \\def define macros for the one formula. Links, images and styles (\\href, \\includegraphics, \\style) are refused.',
    'The result is MathML Core without a style sheet: alignment is in attributes and styles, so that Word, LibreOffice and all browsers take it.',
    'The signs around a formula may stay: $…$, $$…$$, \\(…\\), \\[…\\] or a code fence. Several lines are one formula, unless "perLine" is on.',
    'Formulas have up to 20,000 characters and 80 levels; up to 1,000 formulas with "perLine".',
  ],
  aliases: ['tex to mathml', 'equation to mathml', 'latex to word equation', 'mathml converter', 'temml', 'katex'],
  verified: [
    'More than 300 formulas over all of amsmath: identifiers, numbers and operators are those of MathJax 3.2.2, in the same order; exceptions are listed in the test',
    'xmllint of libxml2: the MathML of all of them is well-formed XML',
    'Hostile formulas: endless macros, 1,000 random ones and deep groups end as a result, 400 or 413',
  ],
  examples: [
    {
      title: 'A fraction',
      input: '\\frac{x^2}{2}',
      output: {
        text: '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">\n  <mfrac>\n    <msup>\n      <mi>x</mi>\n      <mn>2</mn>\n    </msup>\n    <mn>2</mn>\n  </mfrac>\n</math>',
      },
    },
    {
      title: 'Two inline formulas on one line each',
      input: '$a \\le b$\n\\(\\alpha\\)',
      options: { perLine: true, displayMode: false, indent: 0 },
      output: {
        text: '<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mi>a</mi><mo>≤</mo><mi>b</mi></mrow></math>\n<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>α</mi></math>',
      },
    },
    {
      title: 'A brace that is not closed',
      input: '\\sqrt{x',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as LaTeX: expected \'}\', got the end of it',
      },
    },
    {
      title: 'A link',
      input: '\\href{https://example.com}{x}',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as LaTeX: unsupported function name: \\href',
      },
    },
  ],
  async run({ input, files, options: { displayMode, annotation, perLine, indent } }) {
    const source = await readTextSource({ input, files });
    const convert = await openTemml();
    const formulas = perLine ? filledLines(source.text) : [{ line: 0, text: source.text }];
    if (formulas.length > MAX_FORMULAS)
      throw overLimit(`The text of ${source.label} must have at most ${MAX_FORMULAS} formulas, got ${formulas.length}`);
    const work = new WorkTime(WORK_SECONDS, () =>
      overLimit(`The formulas must be converted within ${WORK_SECONDS} seconds`),
    );
    const one = (text: string): string => {
      const tex = bareTex(text);
      checkTex(tex);
      const markup = plainMathml(work.run(() => convert(tex, { isDisplay: displayMode, isAnnotated: annotation })));
      return indent === 0 ? markup : indentMathml(markup, indent);
    };
    const written = refusing(`Cannot read ${source.label} as LaTeX`, () =>
      formulas.map(({ line, text }) => (perLine ? inPart(`line ${line}`, () => one(text)) : one(text))),
    );
    return documentResult(source, written.join('\n'), { extension: '.mml', mime: 'application/mathml+xml' });
  },
});
