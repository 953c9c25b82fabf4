import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { openPage } from '../jsdom.js';
import { openRoom, type RoomTime } from '../script-room.js';
import { measurePage, PAGE_HEIGHT, PAGE_WIDTH } from './page.js';
import { ROOM_SURROUNDINGS } from './surroundings.js';

/** What the package says of a text. */
export type MermaidAnswer =
  | { readonly svg: string; readonly type: string; readonly theme: string }
  | {
      readonly fault: string;
      /** Of the error's kind: the package's own, or of JavaScript. */
      readonly name: string;
      readonly type: string;
      /** Of its grammars: the text at which it gave up, and its name for it. */
      readonly near: string | undefined;
      readonly token: string | undefined;
    };

const ID = 'diagram';

const WORK = `
  const mermaid = __esbuild_esm_mermaid_nm.mermaid.default;
  globalThis.work = async (expression, input) => {
    mermaid.initialize(JSON.parse(expression));
    let type = '';
    try {
      const { diagramType } = await mermaid.parse(input);
      type = diagramType;
      const { svg } = await mermaid.render('${ID}', input);
      return JSON.stringify({ svg, type, theme: String(mermaid.mermaidAPI.getConfig().theme) });
    } catch (error) {
      if (error instanceof RangeError) throw error;
      const { text, token } = error?.hash ?? {};
      const near = typeof text === 'string' ? text : undefined;
      return JSON.stringify({
        fault: String(error?.message ?? error),
        name: String(error?.name),
        type,
        near,
        token: token === undefined ? undefined : String(token),
      });
    } finally {
      isOver = true;
    }
  };
`;

/** What the package uses of a page, and has not of its own. */
const OF_PAGE = [
  'document',
  'location',
  'Node',
  'Element',
  'HTMLElement',
  'SVGElement',
  'HTMLTemplateElement',
  'HTMLFormElement',
  'HTMLCanvasElement',
  'DocumentFragment',
  'NodeFilter',
  'NamedNodeMap',
  'DOMParser',
  'XMLSerializer',
  'Event',
  'MutationObserver',
  'CSSStyleSheet',
] as const;

let room: ReturnType<typeof openRoom> | undefined;

/** The package as one script. Its name is a variable here, not one of the global object. */
function openPackage(): ReturnType<typeof openRoom> {
  const path = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');
  const code = readFileSync(path, 'utf8').replace(/globalThis\["mermaid"\]\s*=[^;]*;?\s*$/, '');
  return openRoom(`${ROOM_SURROUNDINGS}\n${code}\n${WORK}`);
}

/**
 * Draws a diagram as SVG by Mermaid. Nothing is fetched, and nothing of one text is left for the next. `depth` or `memory`: the
 * package has called itself too often, or a text has grown too long. Throws the fault of `time` where it is up.
 */
export async function drawMermaid(
  text: string,
  config: object,
  time: RoomTime,
): Promise<MermaidAnswer | 'depth' | 'memory'> {
  room ??= openPackage();
  const page = await openPage('<!DOCTYPE html><body></body>', { isLocated: false });
  try {
    measurePage(page, text);
    const { window } = page;
    const size = { width: PAGE_WIDTH, height: PAGE_HEIGHT, availWidth: PAGE_WIDTH, availHeight: PAGE_HEIGHT };
    const globals = {
      window,
      ...Object.fromEntries(OF_PAGE.map((name) => [name, window[name]])),
      getComputedStyle: (element: unknown) => window.getComputedStyle(element),
      navigator: { userAgent: '', platform: '', language: 'en' },
      screen: size,
      ...{ atob, btoa, URL, TextEncoder, TextDecoder },
    };
    const answer = room(JSON.stringify(config), text, { now: new Date(0), seed: 1 }, time, globals);
    if (!('fault' in answer)) return JSON.parse(answer.result ?? '') as MermaidAnswer;
    if (answer.fault.range !== undefined) return answer.fault.range;
    throw new Error(answer.fault.message);
  } finally {
    page.window.close();
  }
}
