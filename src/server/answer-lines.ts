import type { ServerResponse } from 'node:http';

import type { RunProgress } from '../core/run-progress.js';

import { UNCACHED_HEADERS } from './answers.js';
import type { Outgoing } from './outgoing.js';

const LF = 0x0a;
const SPACE = 0x20;

/**
 * An answer in lines of JSON: how far the run is, then the status and the body that it has without lines. Nothing is sent before the run
 * says something; one that says nothing is answered as ever.
 */
export class AnswerLines {
  /** Whether the head is sent, so that the answer can have no other form. */
  isBegun = false;

  constructor(private readonly response: ServerResponse) {}

  tell(progress: RunProgress): void {
    const { response } = this;
    // Who does not take what was told before is told no more.
    if (response.destroyed || response.writableNeedDrain) return;
    if (!this.isBegun) {
      this.isBegun = true;
      // Proxies that collect answers are asked not to.
      response.writeHead(200, {
        ...UNCACHED_HEADERS,
        'Content-Type': 'application/x-ndjson',
        'X-Accel-Buffering': 'no',
      });
    }
    response.write(`${JSON.stringify({ progress })}\n`);
  }

  /** The last line. Line breaks between values of the JSON in `body` become spaces, in place; within values there are none. */
  end(status: number, body: readonly Buffer[], outgoing: Outgoing): void {
    for (const chunk of body)
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) chunk[at] = SPACE;
    const out = outgoing.open(this.response);
    out.write([Buffer.from(`{"status":${status},"body":`), ...body, Buffer.from('}\n')]);
    out.end();
  }
}
