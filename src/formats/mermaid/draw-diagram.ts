/** A diagram in the language of Mermaid, drawn. */

import { drawMermaid } from '../../engines/mermaid/draw.js';
import { RoomTime } from '../../engines/script-room.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import type { CleanSvg } from '../../lib/svg/sanitize.js';
import { writableText } from '../../lib/svg/writable-text.js';
import { openSvg } from '../svg-document.js';
import { faultOfPackage } from './diagram-faults.js';
import { type DiagramText, nestingOf } from './diagram-texts.js';
import { DIAGRAM_TYPES } from './diagram-types.js';
import { type MendedDiagram, mendDiagram } from './mend-diagram.js';
import { DIAGRAM_FONTS } from './mend-style.js';

export const MERMAID_THEMES = ['default', 'dark', 'forest', 'neutral'] as const;

export type MermaidTheme = (typeof MERMAID_THEMES)[number];

/** Chosen: half of the 90 s of class native, for all diagrams of a run, so that the answer says what was too much. */
const WORK_SECONDS = 45;
const MAX_CHARACTERS = 50_000;
const MAX_LINES = 1_000;
/** Chosen: wrapping a label takes as much as its length squared; 5,000 letters take 20 s. */
const MAX_LINE = 2_000;
/** Bits of a packet: each row of 32 is drawn. */
const MAX_BITS = 10_000;
const MAX_SIDE = 100_000;
const MAX_EDGES = 500;
/** Chosen: each group in a group costs as much again as all before. */
const MAX_DEPTH = 12;

/** A run's time for its diagrams, whatever their number. */
export const diagramTime = (): RoomTime =>
  new RoomTime(WORK_SECONDS, () =>
    LimitFault.whole(
      `The layout of the diagrams must be done within ${WORK_SECONDS} seconds; fewer nodes and connections are faster`,
      WORK_SECONDS,
    ),
  );

/** What a diagram may not say of itself: whatever loosens a limit, writes letters that are not SVG text, or depends on the reader. */
const SECURE = [
  ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'dompurifyConfig'],
  ...[
    'htmlLabels',
    'textPlacement',
    'fontFamily',
    'altFontFamily',
    'themeCSS',
    'deterministicIds',
    'deterministicIDSeed',
  ],
  ...[
    'handDrawnSeed',
    'useMaxWidth',
    'useWidth',
    'forceLegacyMathML',
    'legacyMathML',
    'arrowMarkerAbsolute',
    'logLevel',
  ],
  ...['messageFontFamily', 'noteFontFamily', 'actorFontFamily', 'taskFontFamily'],
];

const configOf = (theme: MermaidTheme): object => ({
  theme,
  startOnLoad: false,
  securityLevel: 'strict',
  secure: SECURE,
  suppressErrorRendering: true,
  maxTextSize: MAX_CHARACTERS,
  maxEdges: MAX_EDGES,
  deterministicIds: true,
  handDrawnSeed: 1,
  fontFamily: DIAGRAM_FONTS,
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  class: { htmlLabels: false },
  sequence: { textPlacement: 'tspan' },
  journey: { textPlacement: 'tspan' },
  gantt: { useWidth: 1200 },
});

export interface DrawnDiagram extends MendedDiagram {
  readonly svg: CleanSvg;
  readonly type: string;
}

/** `background`: empty for none, `undefined` for that of the theme, which the diagram may choose. Throws ContentFault with the line of the whole text, LimitFault where the diagram is too large, too deep, or takes too long. */
export async function drawDiagram(
  { text, line: first }: DiagramText,
  { theme, background }: { readonly theme: MermaidTheme; readonly background: string | undefined },
  time: RoomTime,
): Promise<DrawnDiagram> {
  checkSize(text, first);
  const answer = await drawMermaid(writableText(text), configOf(theme), time);
  if (answer === 'depth') throw new LimitFault('it is nested deeper than can be followed');
  if (answer === 'memory') throw new LimitFault('a text or a list of it grows too long');
  const kind = DIAGRAM_TYPES.get(answer.type);
  if (answer.type !== '' && kind === undefined)
    throw new ContentFault(`diagrams of the kind ${answer.type} are not drawn`);
  if ('fault' in answer) {
    if (/^(?:Edges exceed|Too many edges|Maximum number of edges)/i.test(answer.fault) || /maxEdges/.test(answer.fault))
      throw new LimitFault(`it must have at most ${MAX_EDGES} connections`, MAX_EDGES);
    throw faultOfPackage(answer, text, first);
  }
  const written = answer.svg.replaceAll('&nbsp;', '\u00a0').replace(/(<\/?)fedropshadow/g, '$1feDropShadow');
  const svg = openSvg({ text: writableText(written), label: 'the diagram' });
  const ground = background ?? (answer.theme === 'dark' ? '#333333' : '#ffffff');
  const mended = mendDiagram(svg.root, { type: answer.type, kind: kind ?? answer.type, background: ground });
  if (!(mended.width > 0 && mended.height > 0)) throw new ContentFault('the diagram is empty');
  const side = Math.max(mended.width, mended.height);
  if (side > MAX_SIDE)
    throw new LimitFault(`the drawing must have at most ${MAX_SIDE} pixels a side, got ${side}`, MAX_SIDE);
  return { ...mended, svg: { ...svg, root: mended.root }, type: answer.type };
}

function checkSize(text: string, first: number): void {
  if (text.trim() === '') throw new ContentFault('it is empty');
  if (text.length > MAX_CHARACTERS)
    throw new LimitFault(
      `a diagram must have at most ${MAX_CHARACTERS} characters, got ${text.length}`,
      MAX_CHARACTERS,
    );
  const lines = text.split('\n');
  if (lines.length > MAX_LINES)
    throw new LimitFault(`a diagram must have at most ${MAX_LINES} lines, got ${lines.length}`, MAX_LINES);
  const long = lines.findIndex((line) => line.length > MAX_LINE);
  if (long >= 0)
    throw new LimitFault(
      `line ${long + first}: it must have at most ${MAX_LINE} characters, got ${lines[long]?.length}`,
      MAX_LINE,
    );
  for (const [i, each] of lines.entries()) {
    const end = /^\s*(?:\d+\s*-\s*|\+)?(\d+)\s*:/.exec(each)?.[1];
    if (Number(end) > MAX_BITS && /^\s*packet/m.test(text))
      throw new LimitFault(`line ${i + first}: a packet must have at most ${MAX_BITS} bits, got ${end}`, MAX_BITS);
  }
  const { depth, line } = nestingOf(text);
  if (depth > MAX_DEPTH)
    throw new LimitFault(`line ${line + first - 1}: groups must be nested at most ${MAX_DEPTH} deep`, MAX_DEPTH);
}
