/** Text that was read from a picture, with the places of its words. */

import { escapeXmlText, NOT_XML } from '../xml/references.js';

/** Pixels from the left and the top; right and bottom lie outside. */
export interface OcrBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface OcrWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly box: OcrBox;
}

export interface OcrLine {
  /** From 1, over the page. */
  readonly block: number;
  /** From 1, in the block. */
  readonly paragraph: number;
  readonly box: OcrBox;
  readonly words: readonly OcrWord[];
}

export interface OcrPage {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly OcrLine[];
}

/** A page from tesseract's TSV without header: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function pageOfTsv(
  tsv: string,
  { width, height }: { readonly width: number; readonly height: number },
): OcrPage {
  const lines: { block: number; paragraph: number; box: OcrBox; words: OcrWord[] }[] = [];
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, , , left, top, wide, high, confidence, ...rest] = row.split('\t');
    const box = {
      left: Number(left),
      top: Number(top),
      right: Number(left) + Number(wide),
      bottom: Number(top) + Number(high),
    };
    if (level === '4') lines.push({ block: Number(block), paragraph: Number(paragraph), box, words: [] });
    if (level !== '5') continue;
    const text = rest.join('\t').trim();
    if (text === '') continue;
    lines.at(-1)?.words.push({ text, confidence: Math.round(Number(confidence) * 10) / 10, box });
  }
  return { width, height, lines: lines.filter(({ words }) => words.length > 0) };
}

/** The text: a line each, an empty line between paragraphs; ends with a line break unless it is empty. */
export function textOfPage({ lines }: OcrPage): string {
  let text = '';
  let before: OcrLine | undefined;
  for (const line of lines) {
    const isNew = before !== undefined && (before.block !== line.block || before.paragraph !== line.paragraph);
    text += `${isNew ? '\n' : ''}${line.words.map((word) => word.text).join(' ')}\n`;
    before = line;
  }
  return text;
}

/** A confidence of 0 to 100 as a share of 1. */
export const shareOf = (confidence: number): number => Math.round(10 * confidence) / 1000;

/** Mean confidence of the letters, 0 to 100; 0 for no text. */
export function confidenceOf({ lines }: OcrPage): number {
  let sum = 0;
  let letters = 0;
  for (const { words } of lines) {
    for (const { text, confidence } of words) {
      sum += confidence * text.length;
      letters += text.length;
    }
  }
  return letters === 0 ? 0 : Math.round((10 * sum) / letters) / 10;
}

/** The same page with every box through `map`, on a picture of another size. */
export function mapBoxes(
  page: OcrPage,
  size: { readonly width: number; readonly height: number },
  map: (box: OcrBox) => OcrBox,
): OcrPage {
  const clamped = (box: OcrBox): OcrBox => {
    const { left, top, right, bottom } = map(box);
    const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)));
    return {
      left: within(left, size.width),
      top: within(top, size.height),
      right: within(right, size.width),
      bottom: within(bottom, size.height),
    };
  };
  return {
    ...size,
    lines: page.lines.map((line) => ({
      ...line,
      box: clamped(line.box),
      words: line.words.map((word) => ({ ...word, box: clamped(word.box) })),
    })),
  };
}

const TSV_HEADER = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';

/** Words as tab-separated values with the columns of `tesseract … tsv`; only rows of words (level 5). */
export function tsvOfPage({ lines }: OcrPage): string {
  const rows = [TSV_HEADER];
  let at = { block: 0, paragraph: 0, line: 0 };
  for (const { block, paragraph, words } of lines) {
    const isSame = at.block === block && at.paragraph === paragraph;
    at = { block, paragraph, line: isSame ? at.line + 1 : 1 };
    for (const [i, { text, confidence, box }] of words.entries()) {
      const place = [box.left, box.top, box.right - box.left, box.bottom - box.top];
      rows.push([5, 1, block, paragraph, at.line, i + 1, ...place, confidence, text].join('\t'));
    }
  }
  return `${rows.join('\n')}\n`;
}

const UNWRITABLE = new RegExp(NOT_XML, 'gu');

const xmlText = (text: string): string => escapeXmlText(text.replace(UNWRITABLE, ''));

const titleOf = ({ left, top, right, bottom }: OcrBox): string => `bbox ${left} ${top} ${right} ${bottom}`;

/** hOCR 1.2 (kba.github.io/hocr-spec): a page, its paragraphs, lines and words with boxes and confidence. */
export function hocrOfPage(page: OcrPage, title: string, language: string): string {
  const body: string[] = [];
  let before: OcrLine | undefined;
  for (const line of page.lines) {
    if (before?.block !== line.block || before.paragraph !== line.paragraph) {
      if (before !== undefined) body.push('    </p>');
      body.push('    <p class="ocr_par">');
    }
    body.push(`      <span class="ocr_line" title="${titleOf(line.box)}">`);
    for (const { text, box, confidence } of line.words) {
      body.push(
        `        <span class="ocrx_word" title="${titleOf(box)}; x_wconf ${Math.round(confidence)}">${xmlText(text)}</span>`,
      );
    }
    body.push('      </span>');
    before = line;
  }
  if (before !== undefined) body.push('    </p>');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${language}" lang="${language}">
<head>
  <title>${xmlText(title)}</title>
  <meta http-equiv="Content-Type" content="text/html;charset=utf-8" />
  <meta name="ocr-capabilities" content="ocr_page ocr_par ocr_line ocrx_word" />
</head>
<body>
  <div class="ocr_page" title="bbox 0 0 ${page.width} ${page.height}; ppageno 0">
${body.join('\n')}
  </div>
</body>
</html>
`;
}
