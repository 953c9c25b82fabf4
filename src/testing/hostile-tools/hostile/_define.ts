import type { Tool } from '../../../core/tool.js';

type Hostile = Pick<Tool, 'id' | 'run'> & Partial<Tool>;

/** A tool of the test catalog: what it declares besides its behaviour does not matter. Its class gives it a short time limit. */
export function defineHostile(tool: Hostile): Tool {
  return {
    title: tool.id,
    summary: 'Misbehaves for a test.',
    family: 'hostile',
    input: 'optional',
    options: {},
    result: 'text',
    notes: [],
    aliases: [],
    verified: [],
    examples: [],
    ...(tool.class === undefined ? { class: 'network', timeoutSeconds: 1 } : { class: tool.class }),
    ...tool,
  };
}
