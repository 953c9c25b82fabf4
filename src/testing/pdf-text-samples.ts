/** PDFs with text for tests, made without any of the code that reads or writes PDFs. */

import { pdfOf, stream } from './pdf-samples.js';

export interface TextPage {
  /** Operators of the page's content; fonts are /F1 (Helvetica), /F2 (Helvetica-Bold), /F3 (Courier) and /U, whose codes are letters. */
  readonly content: string;
  /** More entries of the page, such as /Rotate 90. */
  readonly entries?: string;
}

/** A PDF of pages of 612 × 792 points. `letters` are the characters of /U: code 1 is the first; each is half as wide as high. */
export function textPdf(
  pages: readonly TextPage[],
  letters = '',
  extra: Readonly<Record<number, string>> = {},
): Buffer {
  const points = [...letters];
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const utf16 = (letter: string): string => [...letter.split('')].map((unit) => hex(unit.charCodeAt(0), 4)).join('');
  const map = points.map((letter, i) => `<${hex(i + 1, 2)}> <${utf16(letter)}>`).join('\n');
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    6: `<< /Type /Font /Subtype /TrueType /BaseFont /Letters /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] /ToUnicode 7 0 R
 /FontDescriptor << /Type /FontDescriptor /FontName /Letters /Flags 4 /FontBBox [0 -200 500 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`,
    7: stream(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /L def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${points.length} beginbfchar
${map}
endbfchar endcmap end end`,
    ),
    ...extra,
  };
  const kids = pages.map(({ content, entries = '' }, i) => {
    objects[100 + 2 * i] = `<< /Type /Page /Parent 2 0 R /Contents ${101 + 2 * i} 0 R ${entries} >>`;
    objects[101 + 2 * i] = stream(content);
    return `${100 + 2 * i} 0 R`;
  });
  objects[2] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R /U 6 0 R >> >> >>`;
  return pdfOf(objects);
}

/** Text at a place from the lower left corner; `angle` is counterclockwise in degrees. */
export function textAt(x: number, y: number, text: string, { size = 12, font = 'F1', angle = 0 } = {}): string {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const escaped = text.replace(/[\\()]/g, (letter) => `\\${letter}`);
  return `BT /${font} ${size} Tf ${cos.toFixed(6)} ${sin.toFixed(6)} ${(-sin).toFixed(6)} ${cos.toFixed(6)} ${x} ${y} Tm (${escaped}) Tj ET`;
}

/** Letters of /U by their characters: the code of each. */
export const codesOf = (text: string, letters: string): string =>
  [...text].map((letter) => String.fromCharCode([...letters].indexOf(letter) + 1)).join('');

/** How many words of one text another has, each as often: a word is what stands between white space; marks of direction count for nothing. */
export function commonWords(
  a: string,
  b: string,
): { readonly common: number; readonly inA: number; readonly inB: number } {
  const left = countedWords(a);
  const right = countedWords(b);
  let common = 0;
  for (const [word, count] of left) common += Math.min(count, right.get(word) ?? 0);
  const sum = (words: ReadonlyMap<string, number>): number =>
    [...words.values()].reduce((all, count) => all + count, 0);
  return { common, inA: sum(left), inB: sum(right) };
}

function countedWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const words = text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFKC')
    .split(/\s+/u);
  for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
