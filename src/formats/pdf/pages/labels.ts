import { firstIndex } from '../../../lib/numbers/first-index.js';
import type { PdfDocument } from '../document/document.js';
import { type CarryOver, oncePerFile, type Share } from '../document/share.js';
import { isInteger, PdfDict, PdfName, PdfString, type PdfValue } from '../syntax/objects.js';
import { makeNumberTree, readNumberTree } from '../syntax/trees.js';

/** How a run of pages is labelled (ISO 32000-2, 12.4.2). */
interface LabelRun {
  /** First page of the run, from 0. */
  readonly start: number;
  readonly style: PdfValue | undefined;
  readonly prefix: PdfValue | undefined;
  /** Number of the first page of the run. */
  readonly first: number;
}

const labelRuns = oncePerFile(({ document, pages }): readonly LabelRun[] => {
  const runs: LabelRun[] = [];
  for (const [start, value] of readNumberTree(document, document.catalog.get('PageLabels'))) {
    const dict = document.resolve(value);
    if (!(dict instanceof PdfDict) || start < 0 || start >= pages.length) continue;
    const first = document.get(dict, 'St');
    const style = document.get(dict, 'S');
    const prefix = document.get(dict, 'P');
    runs.push({
      start,
      style: style instanceof PdfName ? style : undefined,
      prefix: prefix instanceof PdfString ? prefix : undefined,
      first: isInteger(first) && first >= 1 ? first : 1,
    });
  }
  return runs.sort((a, b) => a.start - b.start);
});

/** The label of one page, as a run of its own. */
function labelOf(runs: readonly LabelRun[], page: number): LabelRun | undefined {
  const run = runs[firstIndex(runs.length, (i) => (runs[i]?.start ?? 0) > page) - 1];
  return run && { ...run, start: page, first: run.first + page - run.start };
}

const DECIMAL = new PdfName('D');

/** A page that is put in has no label: it must not take that of another one. */
const blankLabel = ({ pdf }: Share, page: number) =>
  pdf.pages[page]?.isBlank ? { style: undefined, prefix: undefined, first: 1 } : undefined;

/** Page labels: each page keeps its own; pages without one are counted from the first page of all, as viewers do. */
export class LabelCarryOver implements CarryOver {
  readonly #labels: LabelRun[] = [];
  #hasLabels = false;

  constructor(private readonly target: PdfDocument) {}

  collect(share: Share): void {
    const runs = labelRuns(share.pdf);
    if (runs.length > 0) this.#hasLabels = true;
    for (const [i, page] of share.indexes.entries()) {
      const position = share.pagesBefore + i;
      const label = blankLabel(share, page) ??
        labelOf(runs, page) ?? { style: DECIMAL, prefix: undefined, first: position + 1 };
      this.#labels.push({ ...label, start: position });
    }
  }

  finish(catalog: PdfDict): void {
    if (!this.#hasLabels) return;
    const entries: [number, PdfValue][] = [];
    let previous: LabelRun | undefined;
    for (const label of this.#labels) {
      if (previous === undefined || !continues(previous, label)) {
        const dict = new PdfDict();
        if (label.style !== undefined) dict.set('S', label.style);
        if (label.prefix !== undefined) dict.set('P', label.prefix);
        if (label.first !== 1) dict.set('St', label.first);
        entries.push([label.start, dict]);
      }
      previous = label;
    }
    catalog.set('PageLabels', makeNumberTree(this.target, entries));
  }
}

const continues = (a: LabelRun, b: LabelRun): boolean =>
  a.style === b.style && a.prefix === b.prefix && b.first === a.first + b.start - a.start;
