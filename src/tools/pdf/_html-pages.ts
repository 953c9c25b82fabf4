import type { OutputFile } from '../../core/index.js';
import { infoOf } from '../../formats/pdf/document/metadata.js';
import type { OpenPdf } from '../../formats/pdf/document/open.js';
import { PdfString, stringText } from '../../formats/pdf/syntax/objects.js';
import { htmlOf } from '../../lib/page-text/html.js';
import { escapeHtmlText } from '../../lib/xml/references.js';
import { PagePictures, type StructuredPdf, unreadableNote } from './_page-pictures.js';

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
  const pictures = new PagePictures(document, stem);
  const parts = document.pages.map(({ page, items }) => {
    const html = htmlOf(items, (item) => {
      const file = images === 'embed' ? pictures.of(page, item) : undefined;
      if (file !== undefined) return `data:${file.mime};base64,${Buffer.from(file.bytes).toString('base64')}`;
      const name = images === 'embed' ? undefined : pictures.linked(page, item);
      return name === undefined ? undefined : encodeURIComponent(name);
    });
    const note = document.withoutText.includes(page) ? `<!-- page ${page}: no text layer -->\n` : '';
    return sections ? `<section id="page-${page}">\n${note}${html}\n</section>` : `${note}${html}`.trim();
  });
  parts.push(unreadableNote(document));
  const body = parts.filter((part) => part !== '').join('\n');
  const outputs = pictures.files;
  if (!wholeDocument) return { html: body === '' ? '' : `${body}\n`, outputs };
  const title = escapeHtmlText((infoOf(pdf.document).title ?? '').trim() || stem);
  const head = `<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${title}</title>\n<style>${STYLE}</style>`;
  const html = `<!doctype html>\n<html${languageOf(pdf)}>\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  return { html, outputs };
}
