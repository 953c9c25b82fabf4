import { type AnswerPace, createOutgoing, type Outgoing } from './outgoing.js';
import { createTurns, type Handler, type Turns } from './turns.js';
import { createUploads, type Uploads } from './uploads.js';

/**
 * The one place that admits, counts and cuts what clients make the server hold: requests that wait for their turn, bodies being received,
 * answers not yet taken. Runs are not among them: four at once, of bodies within their class's limit.
 */
export interface Traffic {
  readonly uploads: Uploads;
  readonly outgoing: Outgoing;
  /** Handles the requests of every connection one at a time. */
  turns(handle: Handler): Turns;
  /** What goes on, for the metrics. */
  readonly status: TrafficStatus;
}

export interface TrafficStatus {
  readonly uploads: number;
  /** Bytes reserved for bodies being received, and of answers that wait for their clients. */
  readonly trafficBytes: number;
  /** Clients cut off because they took their answers too slowly, or sent too many requests at once. */
  readonly cutOff: number;
}

export function createTraffic(pace: AnswerPace): Traffic {
  let cutOff = 0;
  const onCut = () => {
    cutOff += 1;
  };
  const uploads = createUploads();
  const outgoing = createOutgoing(pace, onCut);
  return {
    uploads,
    outgoing,
    turns: (handle) => createTurns(handle, onCut),
    get status() {
      const { count, reservedBytes } = uploads.status;
      return { uploads: count, trafficBytes: reservedBytes + outgoing.waitingBytes, cutOff };
    },
  };
}
