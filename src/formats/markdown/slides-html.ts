import { createHash } from 'node:crypto';

import { overLimit } from '../../core/errors.js';
import type { MarkdownNode } from '../../engines/markdown/tree.js';
import type { SlideColors } from '../../lib/slides/model.js';
import { escapeHtmlAttribute, escapeHtmlText, NOT_XML } from '../../lib/xml/references.js';
import type { PlacedPicture } from '../document-pictures.js';
import type { MarkdownDeck, MarkdownSlide } from './slides.js';

export interface HtmlSettings {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly colors: SlideColors;
  readonly font: string;
  readonly title: string;
  readonly language: string;
  readonly hasNumbers: boolean;
  /** Of the letters of each slide. */
  readonly scales: readonly number[];
}

/** Of all images as they are shown. */
const MAX_IMAGE_BYTES = 16 * 1024 * 1024;
const PIXELS_PER_POINT = 4 / 3;
/** Of the text of a slide that is as wide as its window. */
const ROOT_PIXELS = 32;
const UNWRITABLE = new RegExp(NOT_XML.source, 'gu');
const text = (value: string): string => escapeHtmlText(value.replace(UNWRITABLE, ''));
const attribute = (value: string): string => escapeHtmlAttribute(value.replace(UNWRITABLE, ''));

/** Keys that turn slides; N shows the notes. */
const SCRIPT = `'use strict';
const slides = [...document.querySelectorAll('section')];
const current = () => slides.reduce((best, slide, i) => Math.abs(slide.getBoundingClientRect().top) < Math.abs(slides[best].getBoundingClientRect().top) ? i : best, 0);
const show = (i) => slides[Math.max(0, Math.min(slides.length - 1, i))].scrollIntoView();
const steps = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'n' || event.key === 'N') document.body.classList.toggle('with-notes');
  else if (event.key === 'Home') show(0);
  else if (event.key === 'End') show(slides.length - 1);
  else if (event.key in steps) show(current() + (event.key === ' ' && event.shiftKey ? -1 : steps[event.key]));
  else return;
  event.preventDefault();
});
`;

function styleSheet({ colors, font, width, height }: HtmlSettings): string {
  const [w, h] = [Math.round(width * PIXELS_PER_POINT), Math.round(height * PIXELS_PER_POINT)];
  // A name in quotes; what could end it is gone.
  const family = font.replace(/["\\<>\n\r\f]/g, '');
  return `@page{size:${w}px ${h}px;margin:0}
*{box-sizing:border-box}
html{font-size:min(${(3200 / w).toFixed(3)}vw,${(3200 / h).toFixed(3)}vh);scroll-snap-type:y mandatory;background:#${colors.background};color:#${colors.text}}
body{margin:0;font-family:"${family}",system-ui,sans-serif;line-height:1.3}
section{position:relative;display:flex;flex-direction:column;height:100vh;padding:1.3rem 2rem 1.8rem;overflow:auto;scroll-snap-align:start}
h1{margin:0 0 .6rem;font-size:1.42rem;line-height:1.15}
section.opening{justify-content:center}
section.opening h1{font-size:1.9rem}
.body{flex:1;min-height:0;display:flex;flex-direction:column;font-size:calc(1rem*var(--scale))}
section.opening .body{flex:none}
.beside{flex-direction:row;gap:1rem}
.beside>div{flex:1;min-width:0;min-height:0;display:flex;flex-direction:column}
.body h2,.body h3,.body p,.body ul,.body ol,.body blockquote,.body pre,.body table,figure{margin:0 0 .45em}
h2,h3{font-size:1.08em}
a{color:#${colors.accent}}
code,pre{font-family:"Courier New",monospace;background:#${colors.surface};border-radius:.2em}
code{padding:0 .2em;font-size:.9em}
pre{padding:.5em .7em;font-size:.66em;line-height:1.25;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{padding:0;font-size:1em;background:none}
blockquote{padding-left:.7em;border-left:.15em solid #${colors.line};color:#${colors.muted}}
table{border-collapse:collapse;font-size:.75em}
th,td{padding:.25em .6em;border:1px solid #${colors.line};text-align:left}
th{background:#${colors.surface}}
li.task{list-style:none}
figure{flex:1 1 0;min-height:4rem;display:flex;align-items:center;justify-content:center}
img{max-width:100%;max-height:100%;object-fit:contain}
.footnote{font-size:.58em;color:#${colors.muted}}
.number{position:absolute;right:2rem;bottom:.6rem;font-size:.5rem;color:#${colors.muted}}
.notes{display:none;margin-top:auto;padding:.6rem;border-top:1px solid #${colors.line};font-size:.55rem;color:#${colors.muted};white-space:pre-wrap}
.with-notes .notes{display:block}
@media print{html{font-size:32px;scroll-snap-type:none}section{width:${w}px;height:${h}px;overflow:hidden;break-after:page;break-inside:avoid;print-color-adjust:exact;-webkit-print-color-adjust:exact}section:last-of-type{break-after:auto}.notes{display:none!important}}
`;
}

/** A deck as one HTML file that needs nothing else. Throws LIMIT_EXCEEDED where its images are too large. */
export function deckHtml(
  { slides, slideOf }: MarkdownDeck,
  pictures: ReadonlyMap<string, PlacedPicture>,
  settings: HtmlSettings,
): string {
  const writer = new SlideHtml(slideOf, pictures);
  const sections = slides.map((slide, i) => {
    const scale = `style="--scale:${settings.scales[i] ?? 1}"`;
    const number = settings.hasNumbers && !slide.isOpening ? `<div class="number">${i + 1}</div>` : '';
    const notes = slide.notes.length === 0 ? '' : `<aside class="notes">${text(slide.notes.join('\n\n'))}</aside>`;
    return `<section id="slide-${i + 1}"${slide.isOpening ? ' class="opening"' : ''} ${scale}>${writer.slide(slide)}${notes}${number}</section>\n`;
  });
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  return `<!DOCTYPE html>
<html lang="${attribute(settings.language === '' ? 'en' : settings.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${text(settings.title === '' ? 'Slides' : settings.title)}</title>
<style>
${styleSheet(settings)}</style>
</head>
<body>
${sections.join('')}<script>${SCRIPT}</script>
</body>
</html>
`;
}

class SlideHtml {
  readonly #slideOf: ReadonlyMap<string, number>;
  readonly #pictures: ReadonlyMap<string, PlacedPicture>;
  readonly #numbers = new Map<number, number>();
  #footnotes: string[] = [];
  #room = MAX_IMAGE_BYTES;

  constructor(slideOf: ReadonlyMap<string, number>, pictures: ReadonlyMap<string, PlacedPicture>) {
    this.#slideOf = slideOf;
    this.#pictures = pictures;
  }

  slide({ title, nodes }: MarkdownSlide): string {
    this.#footnotes = [];
    const heading = title.length === 0 ? '' : `<h1>${this.#all(title)}</h1>`;
    const isImage = (node: MarkdownNode): boolean => node.t === 'picture' && this.#pictures.has(node.file);
    const images = nodes.filter(isImage);
    const others = nodes.filter((node) => !isImage(node));
    const isBeside =
      images.length > 0 && others.length > 0 && others.every(({ t }) => !['codeblock', 'table'].includes(t));
    const content = isBeside ? `<div>${this.#all(others)}</div><div>${this.#all(images)}</div>` : this.#all(nodes);
    if (content === '') return heading;
    return `${heading}<div class="body${isBeside ? ' beside' : ''}">${content}</div>${this.#footnotes.join('')}`;
  }

  #all(nodes: readonly MarkdownNode[]): string {
    return nodes.map((node) => this.#one(node)).join('');
  }

  #one(node: MarkdownNode): string {
    switch (node.t) {
      case 'text':
        return text(node.v);
      case 'code':
        return `<code>${text(node.v)}</code>`;
      case 'codeblock':
        return `<pre><code>${text(node.v)}</code></pre>`;
      case 'break':
        return '<br>';
      case 'strong':
      case 'em':
      case 'sub':
      case 'sup':
      case 'p':
        return `<${node.t}>${this.#all(node.c)}</${node.t}>`;
      case 'strike':
        return `<s>${this.#all(node.c)}</s>`;
      case 'quote':
        return `<blockquote>${this.#all(node.c)}</blockquote>`;
      case 'heading':
        return node.level <= 2 ? `<h2>${this.#all(node.c)}</h2>` : `<h3>${this.#all(node.c)}</h3>`;
      case 'link':
        return `<a href="${attribute(node.to)}" rel="noreferrer">${this.#all(node.c)}</a>`;
      case 'anchor': {
        const slide = this.#slideOf.get(node.to);
        return slide === undefined ? this.#all(node.c) : `<a href="#slide-${slide}">${this.#all(node.c)}</a>`;
      }
      case 'list':
        return this.#list(node);
      case 'table':
        return this.#table(node);
      case 'image':
        return this.#image(node.file ?? '', node.alt);
      case 'picture':
        return this.#pictures.has(node.file)
          ? `<figure>${this.#image(node.file, node.alt)}</figure>`
          : `<p>${this.#image('', node.alt)}</p>`;
      case 'math':
        return `<code>${text(node.tex)}</code>`;
      case 'note':
        return this.#note(node);
      default:
        return 'c' in node ? this.#all(node.c) : '';
    }
  }

  #list({ start, c }: Extract<MarkdownNode, { readonly t: 'list' }>): string {
    const items = c.map((item) => {
      if (item.t !== 'item') return '';
      const isTask = item.checked !== null && item.checked !== undefined;
      const box = isTask ? `<input type="checkbox" disabled${item.checked === true ? ' checked' : ''}> ` : '';
      return `<li${isTask ? ' class="task"' : ''}>${box}${this.#all(item.c)}</li>`;
    });
    if (start !== null) return `<ol${start === 1 ? '' : ` start="${start}"`}>${items.join('')}</ol>`;
    return `<ul>${items.join('')}</ul>`;
  }

  #table({ align, rows }: Extract<MarkdownNode, { readonly t: 'table' }>): string {
    const row = (cells: readonly (readonly MarkdownNode[])[], tag: 'th' | 'td'): string =>
      `<tr>${align
        .map((side, i) => {
          const style = side === 'right' || side === 'center' ? ` style="text-align:${side}"` : '';
          return `<${tag}${style}>${this.#all(cells[i] ?? [])}</${tag}>`;
        })
        .join('')}</tr>`;
    const [header = [], ...body] = rows;
    return `<table><thead>${row(header, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
  }

  #image(file: string, alt: string): string {
    const picture = this.#pictures.get(file);
    if (picture === undefined) return `<em>[${text(alt)}]</em>`;
    this.#room -= picture.bytes.length;
    if (this.#room < 0)
      throw overLimit(
        `The images of HTML slides must have at most ${MAX_IMAGE_BYTES} bytes in all, each time they are shown`,
      );
    const mime = picture.ending === 'png' ? 'image/png' : 'image/jpeg';
    // As wide as in a presentation: at most twice its size.
    const width = ((2 * picture.width * PIXELS_PER_POINT) / ROOT_PIXELS).toFixed(2);
    return `<img src="data:${mime};base64,${Buffer.from(picture.bytes).toString('base64')}" alt="${attribute(alt)}" style="width:${width}rem">`;
  }

  #note(node: Extract<MarkdownNode, { readonly t: 'note' }>): string {
    const known = this.#numbers.get(node.id);
    if (known !== undefined) return `<sup>${known}</sup>`;
    const number = this.#numbers.size + 1;
    this.#numbers.set(node.id, number);
    this.#footnotes.push(`<div class="footnote"><sup>${number}</sup> ${this.#all(node.c)}</div>`);
    return `<sup>${number}</sup>`;
  }
}
