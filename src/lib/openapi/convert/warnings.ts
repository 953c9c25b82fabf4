import { writePointer } from '../../json/pointer.js';
import { tokensOf, type Way } from '../kinds.js';

const MAX_LISTED = 200;

/** What a conversion could not say in the other version, with places of the document that came in. */
export class Warnings {
  readonly #messages = new Set<string>();
  #unlisted = 0;

  add(message: string, way?: Way): void {
    const said = way === undefined ? message : `${writePointer(tokensOf(way))}: ${message}`;
    if (this.#messages.size < MAX_LISTED) this.#messages.add(said);
    else if (!this.#messages.has(said)) this.#unlisted += 1;
  }

  list(): string[] {
    return this.#unlisted === 0 ? [...this.#messages] : [...this.#messages, `${this.#unlisted} more are not listed`];
  }
}
