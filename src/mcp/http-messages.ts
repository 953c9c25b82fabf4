/** What the server and a process that serves MCP over HTTP say to each other. A process has one request at a time. */

import type { RunProgress } from '../core/run-progress.js';

/** Server to process. */
export type ToProcess =
  | {
      readonly type: 'configure';
      /** The catalog as JSON. */
      readonly catalog: Uint8Array;
      readonly maxBodyBytes: number;
    }
  | {
      readonly type: 'request';
      readonly headers: readonly (readonly [string, string])[];
      readonly body: readonly Uint8Array[];
    }
  | { readonly type: 'left' }
  | { readonly type: 'answer'; readonly run: number; readonly status: number; readonly body: readonly Uint8Array[] }
  | { readonly type: 'progress'; readonly run: number; readonly progress: RunProgress }
  | { readonly type: 'cancelled'; readonly run: number };

/** Process to server. */
export type FromProcess =
  | { readonly type: 'ready' }
  | {
      readonly type: 'head';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'end' }
  | {
      readonly type: 'run';
      readonly run: number;
      readonly tool: string;
      readonly body: Uint8Array;
      readonly wantsProgress: boolean;
    }
  | { readonly type: 'abort'; readonly run: number };
