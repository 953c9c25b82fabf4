import type { CatalogEntry } from './catalog.js';
import type { ToolResult } from './results.js';
import type { RunPlace } from './run-progress.js';
import type { InputFile, Tool } from './tool.js';

/** What another tool is run on; left out is what a request leaves out. */
export interface ToolRequest {
  readonly input?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files?: readonly InputFile[];
}

/** The other tools of the service, for tools that find them or run them. */
export interface OtherTools {
  /** The catalog of the tools that are connected here, in order of family, then id. */
  list(): Promise<readonly CatalogEntry[]>;
  /** The declaration of a connected tool; `undefined` where there is none of that id. */
  find(id: string): Promise<Tool | undefined>;
  /**
   * Runs a tool in a process of its own, within the limits of its class, when a slot of its lane is free. For tools that declare
   * `needs: ['tools']`; one run at a time. `place` is told to callers that want to hear how far it is, while that run takes long. Rejects with the
   * `ToolError` that a caller of that tool would get.
   */
  run(tool: Tool, request: ToolRequest, place?: RunPlace): Promise<ToolResult>;
}
