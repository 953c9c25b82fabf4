import { latin1 } from '../../../lib/bytes/latin1.js';
import type { PdfDocument } from '../document/document.js';
import type { CarryOver, Share } from '../document/share.js';
import { PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../syntax/objects.js';

interface Intents {
  readonly value: PdfValue;
  readonly pages: readonly PdfRef[];
  /** What the colours are meant for, in one word to compare. */
  readonly condition: string;
}

/**
 * Output intents: what device colours mean. Those of one file must not change the colours of another, so where the files differ
 * they go to the pages (ISO 32000-2, 7.7.3.3); older viewers then take the device's own colours, as most do anyway.
 */
export class OutputIntentCarryOver implements CarryOver {
  readonly #files: (Intents | undefined)[] = [];

  constructor(private readonly target: PdfDocument) {}

  collect(share: Share): void {
    const list = share.document.getArray(share.document.catalog, 'OutputIntents');
    const value = list === undefined ? undefined : share.copier.copy(list);
    if (list === undefined || value === undefined || list.length === 0) {
      this.#files.push(undefined);
      return;
    }
    share.copier.finish();
    this.#files.push({ value, pages: share.refs, condition: list.map((intent) => conditionOf(share, intent)).join() });
  }

  finish(catalog: PdfDict): void {
    const [first] = this.#files;
    if (first !== undefined && this.#files.every((file) => file?.condition === first.condition)) {
      catalog.set('OutputIntents', first.value);
      return;
    }
    for (const file of this.#files) {
      for (const ref of file?.pages ?? []) {
        const page = this.target.resolve(ref);
        if (file !== undefined && page instanceof PdfDict && !page.has('OutputIntents')) {
          page.set('OutputIntents', file.value);
        }
      }
    }
  }
}

function conditionOf({ document }: Share, intent: PdfValue): string {
  const dict = document.dictOf(intent);
  if (dict === undefined) return '';
  const condition = document.get(dict, 'OutputConditionIdentifier');
  const kind = document.get(dict, 'S');
  return `${kind instanceof PdfName ? kind.value : ''} ${condition instanceof PdfString ? latin1(condition.bytes) : ''}`;
}
