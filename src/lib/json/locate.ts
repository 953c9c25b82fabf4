/** Where values stand in a text of JSON that was read before without a fault. */

/** A key or an index on the way to what is looked for; `wanted` are the places of those that end here. */
interface Branch {
  readonly below: Map<string, Branch>;
  readonly wanted: number[];
}

/**
 * The offset of each path: of the key that its last step names, of the item for an index, of the value for the empty path. Of a path that
 * leads nowhere, the last step that is there. Of a key that stands twice, the last one counts. One pass over the text.
 */
export function locateInJson(text: string, paths: readonly (readonly string[])[]): number[] {
  const offsets: number[] = paths.map(() => 0);
  const root: Branch = { below: new Map(), wanted: [] };
  for (const [index, path] of paths.entries()) {
    let branch = root;
    for (const token of path) {
      const next = branch.below.get(token) ?? { below: new Map(), wanted: [] };
      branch.below.set(token, next);
      branch = next;
    }
    branch.wanted.push(index);
  }
  new Walk(text, offsets).start(root);
  return offsets;
}

class Walk {
  #offset = 0;

  constructor(
    private readonly text: string,
    private readonly offsets: number[],
  ) {}

  start(root: Branch): void {
    this.#skip(/[\ufeff\s]*/y);
    this.#tell(root, this.#offset);
    this.#value(root);
  }

  /** A place holds for all that is below it, until something nearer is found. */
  #tell(branch: Branch, offset: number): void {
    const open = [branch];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const index of next.wanted) this.offsets[index] = offset;
      open.push(...next.below.values());
    }
  }

  #value(branch: Branch | undefined): void {
    const first = this.text.charAt(this.#offset);
    if (branch === undefined || branch.below.size === 0) this.#pass();
    else if (first === '{') this.#object(branch);
    else if (first === '[') this.#array(branch);
    else this.#pass();
  }

  #object(branch: Branch): void {
    this.#skip(/\{\s*/y);
    while (this.text.charAt(this.#offset) === '"') {
      const start = this.#offset;
      this.#skip(STRING);
      // The text was read without a fault, so this is a string of JSON.
      const key: unknown = JSON.parse(this.text.slice(start, this.#offset));
      const below = branch.below.get(String(key));
      if (below !== undefined) this.#tell(below, start);
      this.#skip(/\s*:\s*/y);
      this.#value(below);
      this.#skip(/\s*,?\s*/y);
    }
    this.#offset++;
  }

  #array(branch: Branch): void {
    this.#skip(/\[\s*/y);
    for (let index = 0; this.text.charAt(this.#offset) !== ']' && this.#offset < this.text.length; index++) {
      const below = branch.below.get(String(index));
      if (below !== undefined) this.#tell(below, this.#offset);
      this.#value(below);
      this.#skip(/\s*,?\s*/y);
    }
    this.#offset++;
  }

  /** Passes over a value in which nothing is looked for. */
  #pass(): void {
    let depth = 0;
    do {
      const first = this.text.charAt(this.#offset);
      if (first === '"') this.#skip(STRING);
      else if (first === '{' || first === '[') {
        depth++;
        this.#offset++;
      } else if (first === '}' || first === ']') {
        depth--;
        this.#offset++;
      } else this.#skip(depth === 0 ? /[^\s,\]}]+/y : /[^"[\]{}]+/y);
    } while (depth > 0 && this.#offset < this.text.length);
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#offset;
    this.#offset += pattern.exec(this.text)?.[0].length ?? 0;
  }
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
