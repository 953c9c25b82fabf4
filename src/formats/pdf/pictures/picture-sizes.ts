import { IDENTITY, type Matrix, multiply } from '../../../lib/page-text/matrix.js';
import type { PdfDocument } from '../document/document.js';
import { contentBytes, matrixOf, operationsOf } from '../pages/content.js';
import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { isName, PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../syntax/objects.js';
import { SyntaxReader } from '../syntax/syntax.js';

/** Operators of all pages that are looked at. Measured: two million take about 1 s. */
const MAX_OPERATIONS = 4_000_000;
const MAX_CONTENT_BYTES = 128 * 2 ** 20;
/** Forms in forms. */
const MAX_DEPTH = 8;

export interface DrawnSize {
  /** In points, the largest of all places. */
  readonly width: number;
  readonly height: number;
}

/** How large the picture objects of a document are drawn on its pages. */
export class PictureSizes {
  readonly #sizes = new Map<number, DrawnSize>();
  readonly #forms = new Set<number>();
  #operations = MAX_OPERATIONS;
  #bytes = MAX_CONTENT_BYTES;
  #isComplete = true;

  constructor(
    private readonly document: PdfDocument,
    pages: readonly PdfPage[],
  ) {
    for (const page of pages) {
      const unit = document.resolve(pageAttribute(page, 'UserUnit'));
      const scale = typeof unit === 'number' && unit > 0 ? unit : 1;
      this.#walk(page.dict.get('Contents'), pageAttribute(page, 'Resources'), [scale, 0, 0, scale, 0, 0], 0);
    }
    this.#forgetOthers(pages);
  }

  /** Of a picture by the number of its object; `undefined` where not all places are known. */
  get(number: number): DrawnSize | undefined {
    return this.#isComplete ? this.#sizes.get(number) : undefined;
  }

  #walk(contents: PdfValue | undefined, resources: PdfValue | undefined, base: Matrix, depth: number): void {
    const bytes = this.#bytes > 0 ? contentBytes(this.document, contents, this.#bytes) : undefined;
    if (bytes === undefined) {
      this.#isComplete = false;
      return;
    }
    this.#bytes -= bytes.length;
    const own = this.document.resolve(resources);
    const objects = own instanceof PdfDict ? this.document.getDict(own, 'XObject') : undefined;
    let matrix = base;
    const stack: Matrix[] = [];
    const reader = new SyntaxReader(bytes);
    for (const { operator, operands } of operationsOf(reader)) {
      this.#operations -= 1;
      if (this.#operations < 0) {
        this.#isComplete = false;
        return;
      }
      if (operator === 'q') stack.push(matrix);
      else if (operator === 'Q') matrix = stack.pop() ?? matrix;
      else if (operator === 'cm') matrix = multiply(matrixOf(operands) ?? IDENTITY, matrix);
      else if (operator === 'Do' && operands[0] instanceof PdfName) {
        this.#draw(objects?.get(operands[0].value), matrix, resources, depth);
      }
    }
    if (reader.position < bytes.length) this.#isComplete = false;
  }

  #draw(value: PdfValue | undefined, matrix: Matrix, resources: PdfValue | undefined, depth: number): void {
    const stream = this.document.resolve(value);
    if (!(stream instanceof PdfStream) || !(value instanceof PdfRef)) return;
    const subtype = this.document.get(stream.dict, 'Subtype');
    if (isName(subtype, 'Image')) {
      const [a, b, c, d] = matrix;
      const known = this.#sizes.get(value.number);
      this.#sizes.set(value.number, {
        width: Math.max(known?.width ?? 0, Math.hypot(a, b)),
        height: Math.max(known?.height ?? 0, Math.hypot(c, d)),
      });
      return;
    }
    if (!isName(subtype, 'Form')) return;
    if (depth >= MAX_DEPTH) {
      this.#isComplete = false;
      return;
    }
    this.#forms.add(value.number);
    const own = matrixOf(this.document.getArray(stream.dict, 'Matrix')) ?? IDENTITY;
    this.#walk(value, stream.dict.get('Resources') ?? resources, multiply(own, matrix), depth + 1);
  }

  /** Pictures in patterns, fonts, notes and forms that no page draws are of unknown size. */
  #forgetOthers(pages: readonly PdfPage[]): void {
    const ofPages = new Set(pages.map(({ dict }) => dict));
    for (const [number, value] of this.document.objects) {
      const dict = value instanceof PdfStream ? value.dict : value;
      if (!(dict instanceof PdfDict) || ofPages.has(dict) || this.#forms.has(number)) continue;
      const isNode = isName(dict.get('Type'), 'Pages');
      const resources = isNode ? undefined : this.document.getDict(dict, 'Resources');
      for (const item of (resources && this.document.getDict(resources, 'XObject'))?.values() ?? []) {
        if (item instanceof PdfRef) this.#sizes.delete(item.number);
      }
    }
  }
}
