/** A graph in the DOT language, laid out and drawn. */

import { overLimit } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { type GraphEngine, type GraphFormat, type LaidOut, openGraphviz } from '../engines/graphviz.js';
import { WorkTime } from '../engines/work-time.js';
import { ContentFault, LimitFault } from '../lib/faults.js';
import type { TextSource } from './text-source.js';

/** Chosen: far below the 90 s of class native, so that the answer says what was too much. */
const WORK_SECONDS = 30;
/** Nodes and edges that a reader could follow, many times over. */
const MAX_GRAPH_CHARACTERS = 500_000;
const MAX_MESSAGE = 200;
const MAX_WARNINGS = 20;

export interface GraphSettings {
  readonly engine: GraphEngine;
  readonly format: GraphFormat;
  /** As DOT writes it; empty for what the graph says. */
  readonly background: string;
}

export interface DrawnGraph {
  readonly content: string;
  readonly nodes: number;
  readonly edges: number;
  /** Pixels at 96 dots per inch. */
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
}

const cut = (text: string): string =>
  (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text).replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

const MERMAID = /^\s*(?:(?:graph|flowchart)\s+(?:TD|TB|LR|RL|BT)\b|sequenceDiagram\b)/;

/** Edges alone, a -> b, in a graph; lines keep their numbers. */
const withHead = (text: string): string => `${text.includes('->') ? 'digraph' : 'graph'} {${text}\n}`;

/** Throws INVALID_INPUT where it is not DOT, LIMIT_EXCEEDED where its layout takes more than 30 seconds or too much memory. */
export async function drawGraph({ text, label }: TextSource, settings: GraphSettings): Promise<DrawnGraph> {
  if (text.length > MAX_GRAPH_CHARACTERS)
    throw overLimit(`The graph of ${label} must have at most ${MAX_GRAPH_CHARACTERS} characters, got ${text.length}`);
  const draw = await openGraphviz();
  const work = new WorkTime(WORK_SECONDS, () =>
    overLimit(`The layout of ${label} must be done within ${WORK_SECONDS} seconds; another engine may be faster`),
  );
  return refusing(`Cannot read ${label} as DOT`, () => {
    const read = (dot: string) => {
      const { output, messages } = work.run(() => drawn(draw, dot, settings));
      return {
        output,
        messages,
        fault: messages.find((message) => /^(?:syntax error|memory exhausted)/.test(message)),
      };
    };
    if (MERMAID.test(text)) throw new ContentFault('it is Mermaid, which mermaid-diagram draws');
    const asWritten = read(text);
    // Never a graph with a head: there is none inside of another.
    const inHead = asWritten.fault?.startsWith('syntax') && /--|->/.test(text) ? read(withHead(text)) : asWritten;
    const { output, messages, fault } = inHead.fault === undefined ? inHead : asWritten;
    if (fault !== undefined || output === undefined) throw faultOf(fault ?? messages[0]);
    const lines = output.plain.split('\n');
    const [, , across, down] = lines[0]?.split(' ') ?? [];
    return {
      content: output.wanted,
      nodes: lines.filter((line) => line.startsWith('node ')).length,
      edges: lines.filter((line) => line.startsWith('edge ')).length,
      width: Math.round(Number(across) * 96),
      height: Math.round(Number(down) * 96),
      warnings: [...new Set(messages.map(cut))].slice(0, MAX_WARNINGS),
    };
  });
}

/** The compiled program ends with an error of WebAssembly or of JavaScript where its memory or its stack is not enough. */
function drawn(
  draw: Awaited<ReturnType<typeof openGraphviz>>,
  text: string,
  { engine, format, background }: GraphSettings,
): LaidOut {
  try {
    return draw(text.replaceAll('\0', '\ufffd'), engine, format, background);
  } catch (error) {
    if (isExit(error) || error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw new LimitFault('the graph is too large or too deep to lay out', MAX_GRAPH_CHARACTERS);
    throw error;
  }
}

/** What the compiled program throws when it ends itself; it is not an `Error`. */
const isExit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'ExitStatus';

function faultOf(message: string | undefined): ContentFault | LimitFault {
  if (message === undefined) return new ContentFault('it has no graph');
  if (message.startsWith('memory')) return new LimitFault('brackets are nested too deep', 0);
  if (!message.startsWith('syntax error')) return new ContentFault(cut(message));
  const [, line = '1', near] = /in line (\d+)(?: near '([\s\S]*)')?/.exec(message) ?? [];
  if (near === undefined) return new ContentFault(`line ${line}: the graph is not complete`);
  return new ContentFault(`line ${line}: syntax error near ${JSON.stringify(cut(near.slice(0, 60)))}`);
}
