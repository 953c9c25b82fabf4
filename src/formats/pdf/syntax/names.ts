/** Names that are taken. */
export class Names {
  readonly #taken = new Set<string>();
  /** The number to try next: a file may hold a name ten thousand times. */
  readonly #next = new Map<string, number>();

  /** Takes `name`, or the first of `name-2`, `name-3`, … that is free. UTF-16 text stays UTF-16. */
  take(name: string): string {
    let free = name;
    if (this.#taken.has(name)) {
      let n = this.#next.get(name) ?? 2;
      do {
        free = numbered(name, n);
        n += 1;
      } while (this.#taken.has(free));
      this.#next.set(name, n);
    }
    this.#taken.add(free);
    return free;
  }
}

const numbered = (name: string, n: number): string =>
  name + (name.startsWith('\xfe\xff') ? `-${n}`.replace(/./g, '\0$&') : `-${n}`);
