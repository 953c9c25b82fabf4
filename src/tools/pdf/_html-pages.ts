import type { OutputFile } from '../../core/index.js';
import { infoOf } from '../../formats/pdf/document/metadata.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { PdfString, stringText } from '../../formats/pdf/syntax/objects.js';
import type { structuredPages } from '../../formats/pdf/text/structured-pages.js';
import { htmlOf } from '../../lib/page-text/html.js';
import { escapeHtmlText } from '../../lib/xml/references.js';

type StructuredPdf = Awaited<ReturnType<typeof structuredPages>>;

interface PageOptions {
  readonly images: 'embed' | 'files' | 'none';
  readonly sections: boolean;
  readonly wholeDocument: boolean;
}

/** Easy to read on screens of every width, light and dark, and in print. */
const STYLE = `
:root{color-scheme:light dark}
body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.55 system-ui,sans-serif}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.6em 0 .6em}
img{max-width:100%;height:auto}
table{border-collapse:collapse;margin:1em 0;display:block;overflow-x:auto}
th,td{border:1px solid #8888;padding:.3em .6em;text-align:start;vertical-align:top}
th{background:#8882}
pre{overflow-x:auto;padding:.8em;background:#8882;border-radius:4px}
section+section{margin-top:2rem;border-top:1px solid #8888}
`;

function languageOf({ document }: OpenPdf): string {
  const value = document.get(document.catalog, 'Lang');
  const language = value instanceof PdfString ? stringText(value).trim() : '';
  return /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,5}$/i.test(language) ? ` lang="${language}"` : '';
}

/** The pages as HTML, `stem` being the name of the pictures' files, which come with it. */
export function htmlPages(
  pdf: OpenPdf,
  document: StructuredPdf,
  stem: string,
  { images, sections, wholeDocument }: PageOptions,
): { readonly html: string; readonly outputs: readonly OutputFile[] } {
  const outputs: OutputFile[] = [];
  const parts = document.pages.map(({ page, items }) => {
    let number = 0;
    const html = htmlOf(items, (item) => {
      const picture = item.kind === 'picture' ? document.pictures.get(item.box) : undefined;
      if (picture === undefined) return undefined;
      number += 1;
      const { bytes, ending, mime } = picture.file;
      if (images === 'embed') return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
      const name = `${stem}-page-${page}-${number}.${ending}`;
      outputs.push({ name, mime, bytes });
      return encodeURIComponent(name);
    });
    const note = document.withoutText.includes(page) ? `<!-- page ${page}: no text layer -->\n` : '';
    return sections ? `<section id="page-${page}">\n${note}${html}\n</section>` : `${note}${html}`.trim();
  });
  if (document.unreadable > 0)
    parts.push(`<!-- ${document.unreadable} letters have no character in their fonts and are omitted -->`);
  const body = parts.filter((part) => part !== '').join('\n');
  if (!wholeDocument) return { html: body === '' ? '' : `${body}\n`, outputs };
  const title = escapeHtmlText((infoOf(pdf.document).title ?? '').trim() || stem);
  const head = `<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${title}</title>\n<style>${STYLE}</style>`;
  const html = `<!doctype html>\n<html${languageOf(pdf)}>\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  return { html, outputs };
}
