import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that components follow. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls the listener after each change until what is returned is called. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The store's value; the component is drawn anew when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  useLayoutEffect(() => store.follow(() => redraw({})), [store]);
  return store.value;
}
