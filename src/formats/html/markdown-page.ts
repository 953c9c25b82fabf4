import { type MarkdownHtmlRules, markdownHtml } from '../../engines/markdown/html.js';
import { isFault } from '../../lib/faults.js';
import { plainMathml } from '../../lib/formula/plain-mathml.js';
import { checkTex } from '../../lib/formula/tex-limits.js';
import { frontMatter } from '../../lib/text/front-matter.js';
import { escapeHtmlAttribute, escapeHtmlText } from '../../lib/xml/references.js';
import { sanitizeHtml } from './sanitize.js';

export interface MarkdownPageRules extends Pick<MarkdownHtmlRules, 'gfm' | 'headingIds'> {
  /** MathML of a formula; without it, dollar signs are text. */
  readonly mathml: ((tex: string, settings: { isDisplay: boolean; isAnnotated: boolean }) => string) | undefined;
  /** HTML in the Markdown is made safe. */
  readonly isSafe: boolean;
  /** A whole page with a style sheet, not only what is in its body. */
  readonly isPage: boolean;
}

/** Stand around the number of a formula while the HTML is made safe; they are noncharacters, which no text needs. */
const [OPEN, CLOSE] = ['\ufdd0', '\ufdd1'];

/** Markdown as HTML. Run it within a WorkTime. */
export function markdownPage(text: string, rules: MarkdownPageRules): string {
  const { body, entries } = rules.gfm ? frontMatter(text) : { body: text, entries: new Map<string, string>() };
  const formulas: string[] = [];
  const { mathml } = rules;
  const formula =
    mathml === undefined
      ? undefined
      : (tex: string, isDisplay: boolean): string =>
          `${OPEN}${formulas.push(formulaHtml(tex, isDisplay, mathml)) - 1}${CLOSE}`;
  const { html, isOwnId, title } = markdownHtml(body.replace(/[\ufdd0\ufdd1]/g, '\ufffd'), { ...rules, formula });
  const safe = rules.isSafe
    ? sanitizeHtml(html, {
        profile: 'rich',
        moreTags: new Set(),
        links: true,
        images: true,
        nofollow: false,
        isOwnId,
        checkboxes: rules.gfm,
      })
    : html;
  const content = safe.replace(/\ufdd0(\d+)\ufdd1/g, (_, index: string) => formulas[Number(index)] ?? '');
  return rules.isPage
    ? page(content, { title: entries.get('title') ?? title ?? '', language: entries.get('lang') ?? '' })
    : content;
}

/** A formula that cannot be read is shown as it was written. */
function formulaHtml(tex: string, isDisplay: boolean, mathml: NonNullable<MarkdownPageRules['mathml']>): string {
  try {
    checkTex(tex);
    return plainMathml(mathml(tex, { isDisplay, isAnnotated: false }));
  } catch (error) {
    if (!isFault(error)) throw error;
    return `<code>${escapeHtmlText(tex)}</code>`;
  }
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 2em 0 0.6em; }
h1 { margin-top: 0; }
img { max-width: 100%; height: auto; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { padding: 1em; overflow-x: auto; background: #8881; border-radius: 0.4em; }
blockquote { margin-inline: 0; padding-inline-start: 1em; border-inline-start: 0.25em solid #8886; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #8886; padding: 0.3em 0.7em; }
li:has(> input[type="checkbox"]) { list-style: none; }
hr { border: 0; border-top: 1px solid #8886; }
`;

function page(content: string, { title, language }: { readonly title: string; readonly language: string }): string {
  const lang = language === '' ? '' : ` lang="${escapeHtmlAttribute(language)}"`;
  return `<!doctype html>
<html${lang}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtmlText(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${content}</body>
</html>
`;
}
