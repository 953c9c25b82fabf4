import { isJsonArray, JsonNumber, type JsonValue, significantDigits } from './values.js';

/**
 * Numbers for values: the same for values that are equal, others for all others. Numbers are equal by value (1.0 is 1, -0 is 0),
 * objects whatever the order of their keys. Linear in the size of what is numbered; each object and array is looked at once.
 */
export class ValueIds {
  readonly #byContent = new Map<string, number>();
  readonly #byNode = new Map<object, number>();

  idOf(value: JsonValue): number {
    if (value === null || typeof value === 'boolean') return this.#idOfContent(String(value));
    if (typeof value === 'string') return this.#idOfContent(`"${value}`);
    const known = this.#byNode.get(value);
    if (known !== undefined) return known;
    const id = this.#idOfContent(this.#contentOf(value));
    this.#byNode.set(value, id);
    return id;
  }

  areEqual(a: JsonValue, b: JsonValue): boolean {
    return this.idOf(a) === this.idOf(b);
  }

  #contentOf(value: JsonNumber | Exclude<JsonValue, null | boolean | string>): string {
    if (value instanceof JsonNumber) return `#${significantDigits(value.source)}`;
    if (isJsonArray(value)) return `[${value.map((item) => this.idOf(item)).join()}`;
    const members = [...value].map(([key, item]) => [this.#idOfContent(`"${key}`), this.idOf(item)] as const);
    members.sort(([a], [b]) => a - b);
    return `{${members.map(([key, item]) => `${key}:${item}`).join()}`;
  }

  #idOfContent(content: string): number {
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    const id = this.#byContent.size;
    this.#byContent.set(content, id);
    return id;
  }
}
