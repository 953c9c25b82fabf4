/** Draws pages of PDFs, apart from the page: a broken document stops nothing but its own preview. */

import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url';

import type { FromPdfThread, PageSize, PlacedBox, ToPdfThread } from './pdf-messages.js';

// fpdfview.h
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;
const OPAQUE_WHITE = 0xffffffff;
const ERROR_PASSWORD = 4;

interface OpenDocument {
  readonly document: number;
  readonly address: number;
  /** Fields of forms are drawn by a part of the engine of their own. */
  readonly form: number;
  readonly formInfo: number;
}

const engine = startEngine();
const documents = new Map<number, OpenDocument>();

async function startEngine(): Promise<WrappedPdfiumModule> {
  const response = await fetch(wasmUrl);
  const module = await init({ wasmBinary: await response.arrayBuffer() });
  module.PDFiumExt_Init();
  return module;
}

const tell = (message: FromPdfThread, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

self.addEventListener('message', ({ data }: MessageEvent<ToPdfThread>) => {
  void engine
    .then((module) => answer(module, data))
    .catch(() => tell({ type: 'failed', id: data.id, isLocked: false }));
});

async function answer(module: WrappedPdfiumModule, message: ToPdfThread): Promise<void> {
  if (message.type === 'open') open(module, message.id, new Uint8Array(message.bytes), message.password);
  else if (message.type === 'close') close(module, message.id);
  else if (message.type === 'place') place(module, message.id, message.index, message.rectangles);
  else await draw(module, message.id, message.index, message.width);
}

/** The engine's memory; asked for anew each time, because it moves when it grows. */
function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  const memory: unknown = Reflect.get(pdfium, 'HEAPU8');
  if (!(memory instanceof Uint8Array)) throw new Error('the rendering engine has no memory');
  return memory;
}

function open(module: WrappedPdfiumModule, id: number, bytes: Uint8Array, password: string): void {
  const address = module.pdfium.wasmExports.malloc(bytes.length);
  memoryOf(module).set(bytes, address);
  const document = module.FPDF_LoadMemDocument(address, bytes.length, password);
  if (document === 0) {
    module.pdfium.wasmExports.free(address);
    tell({ type: 'failed', id, isLocked: module.FPDF_GetLastError() === ERROR_PASSWORD });
    return;
  }
  const formInfo = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(document, formInfo);
  documents.set(id, { document, address, form, formInfo });
  const count = module.FPDF_GetPageCount(document);
  const pages: PageSize[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = module.FPDF_LoadPage(document, index);
    pages.push({ width: module.FPDF_GetPageWidthF(page), height: module.FPDF_GetPageHeightF(page) });
    module.FPDF_ClosePage(page);
  }
  tell({ type: 'opened', id, pages });
}

function close(module: WrappedPdfiumModule, id: number): void {
  const known = documents.get(id);
  if (known === undefined) return;
  documents.delete(id);
  module.PDFiumExt_ExitFormFillEnvironment(known.form);
  module.PDFiumExt_CloseFormFillInfo(known.formInfo);
  module.FPDF_CloseDocument(known.document);
  module.pdfium.wasmExports.free(known.address);
}

// ISO 32000-2, table 167.
const HIDDEN = 2;
const NO_VIEW = 32;

const isNear = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((side, at) => Math.abs(side - (b[at] ?? Number.NaN)) < 0.01);

/** Left, bottom, right and top of what a page has and does not show. */
function hiddenRectangles(module: WrappedPdfiumModule, page: number): number[][] {
  const rectangles: number[][] = [];
  const address = module.pdfium.wasmExports.malloc(16);
  const count = module.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const annotation = module.FPDFPage_GetAnnot(page, index);
    if ((module.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW)) !== 0) {
      module.FPDFAnnot_GetRect(annotation, address);
      // FS_RECTF: left, top, right, bottom.
      const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(memoryOf(module).buffer, address, 4);
      rectangles.push([left, Math.min(top, bottom), right, Math.max(top, bottom)]);
    }
    module.FPDFPage_CloseAnnot(annotation);
  }
  module.pdfium.wasmExports.free(address);
  return rectangles;
}

/** Units that a page's width and height are measured in: the engine answers in whole ones. */
const UNITS = 2 ** 20;

function place(
  module: WrappedPdfiumModule,
  id: number,
  index: number,
  rectangles: readonly (readonly number[])[],
): void {
  const known = documents.get(id);
  if (known === undefined) return;
  const page = module.FPDF_LoadPage(known.document, index);
  if (page === 0) throw new Error('the page is damaged');
  const address = module.pdfium.wasmExports.malloc(8);
  const pointOf = (x: number, y: number): readonly [number, number] => {
    module.FPDF_PageToDevice(page, 0, 0, UNITS, UNITS, 0, x, y, address, address + 4);
    const { buffer } = memoryOf(module);
    const [left = 0, top = 0] = new Int32Array(buffer, address, 2);
    return [left / UNITS, top / UNITS];
  };
  const hidden = hiddenRectangles(module, page);
  const boxes = rectangles.map(([left = 0, bottom = 0, right = 0, top = 0]): PlacedBox | null => {
    const isHidden = hidden.some((sides) => isNear(sides, [left, bottom, right, top]));
    if (isHidden) return null;
    const [x1, y1] = pointOf(left, top);
    const [x2, y2] = pointOf(right, bottom);
    return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  });
  module.pdfium.wasmExports.free(address);
  module.FPDF_ClosePage(page);
  tell({ type: 'placed', id, index, boxes });
}

async function draw(module: WrappedPdfiumModule, id: number, index: number, width: number): Promise<void> {
  const known = documents.get(id);
  if (known === undefined) return;
  const page = module.FPDF_LoadPage(known.document, index);
  if (page === 0) throw new Error('the page is damaged');
  const height = Math.max(1, Math.round((width * module.FPDF_GetPageHeightF(page)) / module.FPDF_GetPageWidthF(page)));
  const bitmap = module.FPDFBitmap_Create(width, height, 0);
  module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, OPAQUE_WHITE);
  const flags = DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER;
  module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  module.FORM_OnAfterLoadPage(page, known.form);
  module.FPDF_FFLDraw(known.form, bitmap, page, 0, 0, width, height, 0, flags);
  module.FORM_OnBeforeClosePage(page, known.form);
  const start = module.FPDFBitmap_GetBuffer(bitmap);
  const pixels = new Uint8ClampedArray(memoryOf(module).slice(start, start + 4 * width * height));
  // Without an alpha channel the fourth byte is filler.
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  module.FPDFBitmap_Destroy(bitmap);
  module.FPDF_ClosePage(page);
  const picture = await createImageBitmap(new ImageData(pixels, width, height));
  tell({ type: 'drawn', id, index, picture }, [picture]);
}
