/** The anchor of a heading on GitHub: each space one hyphen, letters of any script kept, other characters but _ and - dropped. */
export const githubAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** The names of a document's headings in links, as GitHub makes them: none twice. */
export class HeadingSlugs {
  readonly #taken = new Set<string>();
  /** How often a name was asked for, so that many headings of one name stay fast. */
  readonly #next = new Map<string, number>();

  get all(): ReadonlySet<string> {
    return this.#taken;
  }

  take(text: string): string {
    const base = githubAnchor(text);
    let number = this.#next.get(base) ?? 0;
    let slug = number === 0 ? base : `${base}-${number}`;
    while (this.#taken.has(slug)) slug = `${base}-${++number}`;
    this.#next.set(base, number + 1);
    this.#taken.add(slug);
    return slug;
  }
}
