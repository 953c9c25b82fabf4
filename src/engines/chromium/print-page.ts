import { invalid, overLimit, ToolError } from '../../core/errors.js';
import { CLASS_LIMITS } from '../../core/limits.js';

import { type DevTools, DevToolsEnded, DevToolsError } from './devtools.js';

/** A file as a page may load it. */
export interface WebFile {
  readonly bytes: Uint8Array;
  /** Its `Content-Type`. */
  readonly type: string;
}

export interface PagePrint {
  /** How messages name the document. */
  readonly label: string;
  /** Its name, which links of its own start from. */
  readonly name: string;
  readonly document: WebFile;
  /** The file that a relative address leads to, by the path after the origin, as it is written there; `undefined` for none. */
  readonly find: (path: string) => WebFile | undefined;
  readonly layout: PrintLayout;
  readonly patienceMs: number;
}

/** Lengths in inches. What an `@page` rule of the document says comes before size and margins. */
export interface PrintLayout {
  readonly width: number;
  readonly height: number;
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** 1 as the document says. */
  readonly scale: number;
  /** Which style sheets count: those for print or those for screens. */
  readonly media: 'print' | 'screen';
  /** Draws background colours and pictures. */
  readonly background: boolean;
  /** HTML for the margins above and below, where there is any. */
  readonly header: string | undefined;
  readonly footer: string | undefined;
}

export interface PrintedPage {
  readonly pdf: Uint8Array;
  /** What the document says its title is; empty where it says nothing. */
  readonly title: string;
  /** Addresses that were asked for and not given, in order, each once. */
  readonly missing: readonly string[];
}

/** Where documents seem to come from (RFC 6761: `invalid` is nobody's). */
export const ORIGIN = 'http://document.invalid';
/** Most missing addresses that are kept, and their longest. */
const MAX_MISSING = 100;
const ADDRESS_CHARACTERS = 300;

interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  readonly frameId: string;
  readonly request: { readonly url: string; readonly method: string };
}

interface AttachedTarget {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string };
}

/**
 * Lays a document out and prints it. Scripts are not run. Nothing is loaded but what `find` gives. Throws LIMIT_EXCEEDED for a
 * document that takes too long or too much memory, OUTPUT_TOO_LARGE for a PDF that is too large.
 */
export async function printPage(devtools: DevTools, print: PagePrint): Promise<PrintedPage> {
  const trouble = troubleOf(devtools, print);
  try {
    return await trouble.during(printInTab(devtools, print));
  } finally {
    trouble.end();
  }
}

async function printInTab(devtools: DevTools, print: PagePrint): Promise<PrintedPage> {
  const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const attached = { targetId, flatten: true };
  const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', attached);
  const printed = await load(devtools, sessionId, print);
  await devtools.send('Target.closeTarget', { targetId });
  return printed;
}

/** What a document may not do, said to the browser in the way of the web: it holds for every frame in it, whatever its address. */
export const SCRIPT_POLICY = "sandbox allow-same-origin; script-src 'none'";

async function load(devtools: DevTools, session: string, print: PagePrint): Promise<PrintedPage> {
  const page = <Result>(method: string, params?: object): Promise<Result> => devtools.send(method, params, session);
  const missing = new Set<string>();
  answerRequests(devtools, print, missing);
  // All frames are in the process of the page; should something ever start in another one, it waits until it is held as the page is.
  devtools.on('Target.attachedToTarget', (params) => {
    const { sessionId, targetInfo } = params as unknown as AttachedTarget;
    if (targetInfo.type === 'page') return;
    const resumed = hold(devtools, sessionId).then(() =>
      devtools.send('Runtime.runIfWaitingForDebugger', {}, sessionId),
    );
    // What cannot be held is never resumed.
    void resumed.catch(() => undefined);
  });
  const loaded = new Promise<void>((resolve) => devtools.on('Page.loadEventFired', () => resolve()));
  await page('Page.enable');
  await page('Emulation.setEmulatedMedia', { media: print.layout.media });
  await hold(devtools, session);
  await page('Page.navigate', { url: `${ORIGIN}/${encodeURIComponent(print.name)}` });
  await devtools.during(loaded);
  const ready = { expression: 'document.fonts.ready.then(() => document.title)', awaitPromise: true };
  const { result } = await page<{ readonly result: { readonly value?: unknown } }>('Runtime.evaluate', ready);
  const printed = await page<{ readonly data: string }>('Page.printToPDF', printOptions(print.layout));
  const pdf = Buffer.from(printed.data, 'base64');
  return { pdf, title: typeof result.value === 'string' ? result.value : '', missing: [...missing] };
}

/** Takes scripts and the network from a page or one of its frames, and from what it will start. */
async function hold(devtools: DevTools, session: string): Promise<void> {
  const attached = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await devtools.send('Target.setAutoAttach', attached, session);
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true }, session);
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session);
}

/** Answers every request of a document and its frames from the files that were sent; the others are refused, and their addresses kept. */
function answerRequests(devtools: DevTools, print: PagePrint, missing: Set<string>): void {
  let isServed = false;
  const serve = async (paused: PausedRequest, session: string | undefined): Promise<void> => {
    const { requestId, request, resourceType } = paused;
    const path = request.url.startsWith(`${ORIGIN}/`) ? request.url.slice(ORIGIN.length + 1) : undefined;
    const isFirst = !isServed && resourceType === 'Document';
    isServed = true;
    const file = isFirst
      ? print.document
      : path === undefined || request.method !== 'GET'
        ? undefined
        : print.find(path);
    if (file === undefined) {
      // Chromium asks for it of itself.
      if (path !== 'favicon.ico' && missing.size < MAX_MISSING)
        missing.add((path ?? request.url).slice(0, ADDRESS_CHARACTERS));
      // `Aborted` keeps what is shown where a document would send its reader on.
      await devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, session);
      return;
    }
    const answer = {
      requestId,
      responseCode: 200,
      responseHeaders: [
        { name: 'Content-Type', value: file.type },
        { name: 'Content-Security-Policy', value: SCRIPT_POLICY },
        // Fonts are asked for as if from elsewhere where a document has an origin of its own.
        { name: 'Access-Control-Allow-Origin', value: '*' },
      ],
      body: Buffer.from(file.bytes).toString('base64'),
    };
    await devtools.send('Fetch.fulfillRequest', answer, session);
  };
  devtools.on('Fetch.requestPaused', (params, session) => {
    // A request of a page that is gone meanwhile needs no answer.
    void serve(params as unknown as PausedRequest, session).catch(() => undefined);
  });
}

function printOptions(layout: PrintLayout): object {
  const { width, height, margins, scale, background, header, footer } = layout;
  const hasTexts = header !== undefined || footer !== undefined;
  return {
    paperWidth: width,
    paperHeight: height,
    marginTop: margins.top,
    marginBottom: margins.bottom,
    marginLeft: margins.left,
    marginRight: margins.right,
    scale,
    printBackground: background,
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
    displayHeaderFooter: hasTexts,
    // An empty template would be replaced by Chromium's own: date, title and address.
    ...(hasTexts ? { headerTemplate: header ?? '<span></span>', footerTemplate: footer ?? '<span></span>' } : {}),
  };
}

/** What may come in between: a page that crashes, takes too long or makes too large a PDF. */
function troubleOf(devtools: DevTools, { label, patienceMs }: PagePrint) {
  let timer: NodeJS.Timeout | undefined;
  const crashed = new Promise<never>((_, reject) => {
    const isTooMuch = () => reject(tooMuchMemory(label));
    devtools.on('Inspector.targetCrashed', isTooMuch);
    devtools.on('Target.targetCrashed', isTooMuch);
    const isTooLong = () => reject(overLimit(`The layout of ${label} must be done within the time of a run`));
    timer = setTimeout(isTooLong, patienceMs);
  });
  crashed.catch(() => undefined);
  return {
    during: async <Value>(work: Promise<Value>): Promise<Value> => {
      work.catch(() => undefined);
      try {
        return await Promise.race([work, crashed]);
      } catch (error) {
        throw errorOf(error, label);
      }
    },
    end: () => clearTimeout(timer),
  };
}

const tooMuchMemory = (label: string): ToolError =>
  overLimit(`The layout of ${label} must fit into the memory of one page`);

/** What went wrong in the caller's words: nothing here depends on anything but the document. */
function errorOf(error: unknown, label: string): unknown {
  if (!(error instanceof DevToolsError)) return error;
  if (!(error instanceof DevToolsEnded)) {
    const why = 'its pages are too large, too many or without room to print on';
    return invalid(`Cannot print ${label}: ${why}`, error);
  }
  if (error.why === 'ended') return tooMuchMemory(label);
  const limit = CLASS_LIMITS.native.outputFileBytes;
  return new ToolError('OUTPUT_TOO_LARGE', `The PDF of ${label} would be larger than the limit of ${limit} bytes`);
}
