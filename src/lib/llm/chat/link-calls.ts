import { type CallPart, type ChatLosses, type ChatMessage, quoted, type ResultPart } from './conversation.js';

/** Calls that wait for their result: by id, and by name in the order they came. */
class OpenCalls {
  readonly #byId = new Map<string, CallPart>();
  readonly #byName = new Map<string, { readonly ids: string[]; next: number }>();

  clear(): void {
    this.#byId.clear();
    this.#byName.clear();
  }

  add(id: string, call: CallPart): void {
    this.#byId.set(id, call);
    const waiting = this.#byName.get(call.name);
    if (waiting === undefined) this.#byName.set(call.name, { ids: [id], next: 0 });
    else waiting.ids.push(id);
  }

  /** The call that a result answers, by id, else by name, else the first that waits. */
  take({ id, name }: ResultPart): CallPart | undefined {
    const found = id !== undefined && id !== '' ? id : (this.#nextOf(name) ?? this.#byId.keys().next().value);
    const call = found === undefined ? undefined : this.#byId.get(found);
    if (found !== undefined) this.#byId.delete(found);
    return call;
  }

  #nextOf(name: string | undefined): string | undefined {
    const waiting = name === undefined ? undefined : this.#byName.get(name);
    // A queue: what was answered by its id is passed over once.
    while (waiting !== undefined && waiting.next < waiting.ids.length) {
      const id = waiting.ids[waiting.next++];
      if (id !== undefined && this.#byId.has(id)) return id;
    }
    return undefined;
  }
}

/**
 * Gives each call an id and each result the id and name of its call. A result that answers no call is told.
 */
export function linkCalls(messages: readonly ChatMessage[], losses: ChatLosses): readonly ChatMessage[] {
  const parts = messages.flatMap((message) => message.parts);
  const taken = new Set(parts.flatMap((part) => (part.type === 'call' && part.id !== undefined ? [part.id] : [])));
  let next = 1;
  const freshId = (): string => {
    while (taken.has(`call_${next}`)) next++;
    return `call_${next++}`;
  };
  const open = new OpenCalls();
  const linkedCall = (call: CallPart): CallPart => {
    const hasMadeId = call.id === undefined || call.id === '';
    const linked = { ...call, id: hasMadeId ? freshId() : call.id, hasMadeId };
    open.add(linked.id ?? '', linked);
    return linked;
  };
  const linkedResult = (result: ResultPart, place: string): ResultPart => {
    const call = open.take(result);
    if (call !== undefined) return { ...result, id: call.id, hasMadeId: call.hasMadeId === true, name: call.name };
    const hasMadeId = result.id === undefined || result.id === '';
    losses.tell(place, `the result${hasMadeId ? '' : ` ${quoted(result.id ?? '')}`} answers no call before it`);
    return { ...result, id: hasMadeId ? freshId() : result.id, hasMadeId, name: result.name ?? 'unknown' };
  };
  return messages.map((message, index) => {
    // A model that calls again later has given up what was not answered; calls of one turn may be several messages.
    const isLater = message.role === 'assistant' && messages[index - 1]?.role !== 'assistant';
    if (isLater && message.parts.some(({ type }) => type === 'call')) open.clear();
    const linked = message.parts.map((part) => {
      if (part.type === 'call') return linkedCall(part);
      return part.type === 'result' ? linkedResult(part, message.place) : part;
    });
    return { ...message, parts: linked };
  });
}
