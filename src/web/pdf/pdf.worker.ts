/** Draws pages of PDFs, apart from the page: a broken document stops nothing but its own preview. */

import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url';

import type { FromPdfThread, PageSize, ToPdfThread } from './pdf-messages.js';

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
