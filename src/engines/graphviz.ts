/** Layouts of graphs by Graphviz, compiled to WebAssembly: no files, no fonts, no programs. */

export const GRAPH_ENGINES = ['dot', 'neato', 'fdp', 'sfdp', 'twopi', 'circo', 'osage', 'patchwork'] as const;

export type GraphEngine = (typeof GRAPH_ENGINES)[number];

export const GRAPH_FORMATS = ['svg', 'json', 'plain', 'dot'] as const;

export type GraphFormat = (typeof GRAPH_FORMATS)[number];

export interface LaidOut {
  /** The wanted format, and `plain`; `undefined` where the graph could not be laid out. */
  readonly output: { readonly wanted: string; readonly plain: string } | undefined;
  readonly messages: readonly string[];
}

/** Widths of texts are those of Helvetica where the graph names no font. */
const FONT = { fontname: 'Helvetica' };

/** Each call has an instance with memory of its own. Synchronous once it is open; throws what ends the instance. */
export async function openGraphviz() {
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  return (dot: string, engine: GraphEngine, format: GraphFormat, background: string): LaidOut => {
    const { output, errors } = viz.renderFormats(dot, ['plain', format], {
      engine,
      graphAttributes: { ...FONT, ...(background === '' ? {} : { bgcolor: background }) },
      nodeAttributes: FONT,
      edgeAttributes: FONT,
    });
    const [wanted, plain] = [output?.[format], output?.plain];
    return {
      output: wanted === undefined || plain === undefined ? undefined : { wanted, plain },
      messages: errors.map(({ message }) => message.trim()),
    };
  };
}
