/** What the server and the thread that serves MCP over HTTP say to each other. Bodies are handed over, never copied. */

/** Server to thread. */
export type ToThread =
  | {
      readonly type: 'request';
      readonly call: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  | { readonly type: 'left'; readonly call: number }
  | { readonly type: 'answer'; readonly run: number; readonly status: number; readonly body: Uint8Array }
  | { readonly type: 'cancelled'; readonly run: number };

/** Thread to server. */
export type FromThread =
  | {
      readonly type: 'head';
      readonly call: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
    }
  | { readonly type: 'chunk'; readonly call: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly call: number }
  | {
      readonly type: 'run';
      /** The request that asks for it. */
      readonly call: number;
      readonly run: number;
      readonly tool: string;
      readonly body: Uint8Array;
    }
  | { readonly type: 'abort'; readonly run: number };
