import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Handles a request. `continues`: its client waits for a word before it sends the body. */
export type Handler = (request: IncomingMessage, response: ServerResponse, continues: boolean) => void;

/** Takes the requests of every connection one at a time, in order. */
export interface Turns {
  readonly take: Handler;
  /** The response a connection is busy with. */
  current(socket: Socket): ServerResponse | undefined;
  /**
   * To be called when a connection cannot be parsed any further. `true` where what was wrong follows a request that is whole: such requests
   * are answered, then the connection ends.
   */
  breaksOff(socket: Socket): boolean;
}

/**
 * Requests that wait for their turn, on all connections together. Node parses whatever it has read, 64 KiB at a time: up to 3,600 of the
 * shortest requests, at some KiB of memory each.
 */
const MAX_WAITING = 8192;

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly continues: boolean;
}

interface Connection {
  response: ServerResponse | undefined;
  readonly waiting: Turn[];
  isBroken: boolean;
}

/**
 * While requests of a connection wait, nothing more is read from it. A connection whose one request is open is still read from: that is how
 * the server notices a client that leaves.
 */
export function createTurns(handle: Handler, onCut: () => void): Turns {
  const connections = new WeakMap<Socket, Connection>();
  let waitingCount = 0;

  function open(socket: Socket): Connection {
    const connection: Connection = { response: undefined, waiting: [], isBroken: false };
    connections.set(socket, connection);
    // Node resumes reading after each answer, for the next request; here that one may have been read already.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      waitingCount -= connection.waiting.length;
      connection.waiting.length = 0;
    });
    return connection;
  }

  function take(request: IncomingMessage, response: ServerResponse, continues: boolean): void {
    const { socket } = request;
    // Cut off, and the parser still has some of what was read.
    if (socket.destroyed) return;
    const connection = connections.get(socket) ?? open(socket);
    if (connection.response === undefined) {
      begin(socket, connection, { request, response, continues });
      return;
    }
    waitingCount += 1;
    connection.waiting.push({ request, response, continues });
    if (waitingCount <= MAX_WAITING) {
      socket.pause();
      return;
    }
    onCut();
    socket.destroy();
  }

  function begin(socket: Socket, connection: Connection, { request, response, continues }: Turn): void {
    connection.response = response;
    response.on('close', () => {
      connection.response = undefined;
      next(socket, connection);
    });
    handle(request, response, continues);
  }

  function next(socket: Socket, connection: Connection): void {
    // An answer with `Connection: close` was the last, whatever was sent after its request.
    const turn = socket.writable ? connection.waiting.shift() : undefined;
    if (turn !== undefined) waitingCount -= 1;
    if (connection.isBroken && turn?.request.complete !== true) socket.destroy();
    else if (turn !== undefined) resume(socket, connection, turn);
  }

  function resume(socket: Socket, connection: Connection, turn: Turn): void {
    if (connection.waiting.length === 0) socket.resume();
    begin(socket, connection, turn);
  }

  function breaksOff(socket: Socket): boolean {
    const connection = connections.get(socket);
    if (connection?.response?.req.complete !== true) return false;
    connection.isBroken = true;
    return true;
  }

  return { take, current: (socket) => connections.get(socket)?.response, breaksOff };
}
