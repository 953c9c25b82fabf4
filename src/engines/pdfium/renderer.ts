import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

import { invalid, overLimit, quote } from '../../core/errors.js';
import type { PageContent } from '../../lib/page-text/glyphs.js';
import type { PageView } from '../../lib/page-text/upright.js';
import { WorkTime } from '../work-time.js';
import { hideText } from './drawn-objects.js';
import { memoryOf, pdfium } from './instance.js';
import { type ContentWanted, readPageContent } from './page-content.js';

/** A drawn page: `rgba` is width × height × 4, rows from the top, alpha not multiplied in; opaque white behind unless asked otherwise. */
export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

export interface RenderOptions {
  /** Dots per inch; a page of 612 × 792 points at 72 dpi has as many pixels. */
  readonly dpi: number;
  /** Notes, stamps and form fields too. */
  readonly hasAnnotations?: boolean;
  /** Nothing behind what the page draws, instead of white. */
  readonly isTransparent?: boolean;
  /** Without its letters. */
  readonly hidesText?: boolean;
}

/** Largest picture of one page: the limit of all pictures. */
export const MAX_RENDER_PIXELS = 50_000_000;
const POINTS_PER_INCH = 72;

/** Longest work of the engine on one document. Chosen: below the 90 s of class native, so that its failure is an answer. */
const WORK_SECONDS = 60;

// fpdf_flatten.h
const FLATTEN_AS_SHOWN = 0;
// fpdfview.h
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;
const OPAQUE_WHITE = 0xffffffff;

/** Clockwise degrees from what the engine says; it says a negative number where /Rotate makes no sense. */
const quarterTurns = (turns: number): PageView['rotate'] => ([0, 90, 180, 270] as const)[((turns % 4) + 4) % 4] ?? 0;

/** Draws the pages of one PDF; made by `withRenderer`. */
export class PdfRenderer {
  /** Pages whose content is known to have an end. */
  readonly #checked = new Set<number>();
  readonly #views = new Map<number, PageView>();

  constructor(
    private readonly module: WrappedPdfiumModule,
    private readonly loaded: Loaded,
    private readonly pdf: DrawnPdf,
    private readonly time: WorkTime,
  ) {}

  /** A page by its index from 0. Throws LIMIT_EXCEEDED naming the page when it would be too large. */
  render(
    index: number,
    { dpi, hasAnnotations = true, isTransparent = false, hidesText = false }: RenderOptions,
  ): RenderedPage {
    return this.withPage(index, (module, page) => {
      if (hidesText) hideText(module, page);
      const { width, height } = this.#sizeOf(page, dpi);
      if (width * height > MAX_RENDER_PIXELS) {
        throw overLimit(
          `Page ${index + 1} of PDF ${quote(this.pdf.name)} must have at most ${MAX_RENDER_PIXELS} pixels, got ${width} × ${height}`,
        );
      }
      return this.#draw(page, width, height, { hasAnnotations, isTransparent });
    });
  }

  /** Size in pixels that `render` would give a page. */
  size(index: number, dpi: number): { readonly width: number; readonly height: number } {
    return this.withPage(index, (_module, page) => this.#sizeOf(page, dpi));
  }

  /** What of a page is seen, in its own units, and by how much it is turned clockwise. */
  view(index: number): PageView {
    return this.#views.get(index) ?? this.withPage(index, (_module, page) => this.viewOf(index, page));
  }

  /** Makes the notes and form fields of a page a part of it, as they are shown. */
  flatten(index: number): void {
    this.withPage(index, (module, page) => {
      this.viewOf(index, page);
      module.FPDFPage_Flatten(page, FLATTEN_AS_SHOWN);
    });
  }

  /** The letters of a page, and what is drawn on it. Throws LIMIT_EXCEEDED naming the page. */
  content(index: number, wanted: ContentWanted): PageContent {
    return this.withPage(index, (module, page) =>
      readPageContent(module, page, index, this.viewOf(index, page), wanted),
    );
  }

  /** The same where the page's handle is there. What was seen first counts: making notes a part of the page may write other boxes. */
  viewOf(index: number, page: number): PageView {
    const { module } = this;
    const known = this.#views.get(index);
    if (known !== undefined) return known;
    const address = module.pdfium.wasmExports.malloc(16);
    try {
      module.FPDF_GetPageBoundingBox(page, address);
      const { buffer } = memoryOf(module);
      const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(buffer.slice(address, address + 16));
      const view = { left, top, right, bottom, rotate: quarterTurns(module.FPDFPage_GetRotation(page)) };
      this.#views.set(index, view);
      return view;
    } finally {
      module.pdfium.wasmExports.free(address);
    }
  }

  /** Runs `work` with the engine and its handle of a page, which is good for that long. Throws INVALID_INPUT for a page it cannot read. */
  withPage<T>(index: number, work: (module: WrappedPdfiumModule, page: number) => T): T {
    const { module, pdf } = this;
    if (!this.#checked.has(index)) pdf.checkPage(index);
    // Only what is good: a caller may try a page again, smaller.
    this.#checked.add(index);
    return this.time.run(() => {
      const page = module.FPDF_LoadPage(this.loaded.document, index);
      if (page === 0) throw invalid(`Cannot draw PDF ${quote(pdf.name)}: page ${index + 1} is damaged`);
      try {
        return work(module, page);
      } finally {
        module.FPDF_ClosePage(page);
      }
    });
  }

  #sizeOf(page: number, dpi: number): { readonly width: number; readonly height: number } {
    const { module } = this;
    return {
      width: this.#pixels(module.FPDF_GetPageWidthF(page), dpi),
      height: this.#pixels(module.FPDF_GetPageHeightF(page), dpi),
    };
  }

  /** The document as the engine holds it: what it drew without an appearance of its own has one now. */
  save(): Uint8Array {
    const { module } = this;
    const writer = module.PDFiumExt_OpenFileWriter();
    try {
      module.PDFiumExt_SaveAsCopy(this.loaded.document, writer);
      const length = module.PDFiumExt_GetFileWriterSize(writer);
      const address = module.pdfium.wasmExports.malloc(length);
      if (address === 0) throw new Error('the rendering engine is out of memory');
      try {
        module.PDFiumExt_GetFileWriterData(writer, address, length);
        return memoryOf(module).slice(address, address + length);
      } finally {
        module.pdfium.wasmExports.free(address);
      }
    } finally {
      module.PDFiumExt_CloseFileWriter(writer);
    }
  }

  #pixels(points: number, dpi: number): number {
    return Math.max(1, Math.round((points * dpi) / POINTS_PER_INCH) || 1);
  }

  #draw(
    page: number,
    width: number,
    height: number,
    { hasAnnotations, isTransparent }: { readonly hasAnnotations: boolean; readonly isTransparent: boolean },
  ): RenderedPage {
    const { module } = this;
    const flags = REVERSE_BYTE_ORDER | (hasAnnotations ? DRAW_ANNOTATIONS : 0);
    const bitmap = module.FPDFBitmap_Create(width, height, isTransparent ? 1 : 0);
    if (bitmap === 0) throw new Error('the rendering engine is out of memory');
    try {
      module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, isTransparent ? 0 : OPAQUE_WHITE);
      module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      if (hasAnnotations) this.#drawFields(page, bitmap, width, height, flags);
      const start = module.FPDFBitmap_GetBuffer(bitmap);
      const stride = module.FPDFBitmap_GetStride(bitmap);
      const rgba = new Uint8Array(4 * width * height);
      const memory = memoryOf(module);
      for (let y = 0; y < height; y += 1) {
        rgba.set(memory.subarray(start + y * stride, start + y * stride + 4 * width), 4 * width * y);
      }
      // Without an alpha channel the fourth byte is filler.
      if (!isTransparent) for (let i = 3; i < rgba.length; i += 4) rgba[i] = 255;
      return { width, height, rgba };
    } finally {
      module.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** Form fields are drawn by a part of the engine of their own. */
  #drawFields(page: number, bitmap: number, width: number, height: number, flags: number): void {
    const { module } = this;
    const { form } = this.loaded;
    module.FORM_OnAfterLoadPage(page, form);
    module.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    module.FORM_OnBeforeClosePage(page, form);
  }
}

/** A document in the engine's memory. */
interface Loaded {
  readonly document: number;
  readonly address: number;
  readonly form: number;
  readonly formInfo: number;
}

/** What of a PDF the engine is given, and what is asked before it draws. */
export interface DrawnPdf {
  /** As messages name it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** That opens the bytes; empty where they need none. */
  readonly password: string;
  readonly pageCount: number;
  /** The same document in other bytes, for an engine that cannot read these, or reads another number of pages. */
  readonly rewritten: () => Uint8Array;
  /** Throws where the content of a page has no end: the engine would go on with it, too. */
  readonly checkPage: (index: number) => void;
}

/** Runs `work` with a renderer of a PDF. Throws INVALID_INPUT where the engine crashes on it, LIMIT_EXCEEDED where it draws for too long. */
export async function withPdfium<T>(pdf: DrawnPdf, work: (renderer: PdfRenderer) => T | Promise<T>): Promise<T> {
  const module = await pdfium.open();
  const time = new WorkTime(WORK_SECONDS, () =>
    overLimit(`PDF ${quote(pdf.name)} must be drawn within ${WORK_SECONDS} seconds: its pages draw too much`),
  );
  const loaded = load(module, pdf, pdf.bytes) ?? load(module, pdf, pdf.rewritten());
  if (loaded === undefined) throw invalid(`Cannot draw PDF ${quote(pdf.name)}: it is damaged`);
  let isCrashed = false;
  try {
    return await work(new PdfRenderer(module, loaded, pdf, time));
  } catch (error) {
    isCrashed = time.isUp || error instanceof WebAssembly.RuntimeError;
    if (time.isUp || !isCrashed) throw error;
    throw invalid(`Cannot draw PDF ${quote(pdf.name)}: it is damaged, or takes more memory than there is`, error);
  } finally {
    // After a crash or in the middle of work the engine's memory is in disorder: nothing more may be asked of it.
    if (isCrashed) pdfium.discard();
    else unload(module, loaded);
  }
}

function load(module: WrappedPdfiumModule, pdf: DrawnPdf, bytes: Uint8Array): Loaded | undefined {
  const address = module.pdfium.wasmExports.malloc(bytes.length);
  if (address === 0) throw new Error('the rendering engine is out of memory');
  memoryOf(module).set(bytes, address);
  const document = module.FPDF_LoadMemDocument(address, bytes.length, pdf.password);
  if (document === 0 || module.FPDF_GetPageCount(document) !== pdf.pageCount) {
    if (document !== 0) module.FPDF_CloseDocument(document);
    module.pdfium.wasmExports.free(address);
    return undefined;
  }
  const formInfo = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(document, formInfo);
  // No colour behind the fields: that is for people who fill them in.
  module.FPDF_SetFormFieldHighlightAlpha(form, 0);
  return { document, address, form, formInfo };
}

function unload(module: WrappedPdfiumModule, { document, address, form, formInfo }: Loaded): void {
  module.PDFiumExt_ExitFormFillEnvironment(form);
  module.PDFiumExt_CloseFormFillInfo(formInfo);
  module.FPDF_CloseDocument(document);
  module.pdfium.wasmExports.free(address);
}
