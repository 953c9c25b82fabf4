import { ContentFault, inPart } from '../faults.js';
import type { JsonValue } from '../json/values.js';
import type { OfficePackage } from '../office/package.js';
import { localName } from '../xml/content.js';
import type { TemplateNode } from './nodes.js';
import { type Delimiters, readTemplate } from './read-template.js';
import { type Filling, newFilling, renderTemplate, type TemplatePicture } from './render-template.js';
import { FilledPackage, TemplatePackage } from './template-package.js';

const TEXT_PARTS: ReadonlySet<string> = new Set(['header', 'footer', 'footnotes', 'endnotes']);

/** A template of either kind, read once and filled as often as wanted. */
export interface OfficeTemplate {
  /** Throws ContentFault naming the place, LimitFault. */
  fill(data: JsonValue, pictures: ReadonlyMap<string, TemplatePicture>, keepsMissing: boolean): FilledDocument;
}

/** With the placeholders that were filled or missing. */
export interface FilledDocument extends Filling {
  readonly bytes: Uint8Array;
}

interface Part {
  readonly path: string;
  readonly template: TemplateNode;
}

/** A Word document with placeholders. Throws ContentFault, LimitFault. */
export class DocxTemplate implements OfficeTemplate {
  readonly #parts: readonly Part[];
  readonly #package: TemplatePackage;

  constructor(archive: OfficePackage, delimiters: Delimiters) {
    this.#package = new TemplatePackage(archive);
    const main = this.#package.main ?? 'word/document.xml';
    const root = archive.xml(main);
    if (root === undefined || localName(root.name) !== 'document')
      throw new ContentFault('it has no part word/document.xml');
    const others = archive
      .relations(main)
      .filter(({ type, isExternal }) => TEXT_PARTS.has(type) && !isExternal)
      .map(({ target }) => target);
    this.#parts = [
      { path: main, template: readTemplate(root, delimiters) },
      ...[...new Set(others)].flatMap((path): Part[] => {
        const part = archive.xml(path);
        return part === undefined ? [] : [{ path, template: inPart(path, () => readTemplate(part, delimiters)) }];
      }),
    ];
  }

  fill(data: JsonValue, pictures: ReadonlyMap<string, TemplatePicture>, keepsMissing: boolean): FilledDocument {
    const filling = newFilling({ data, pictures, keepsMissing, spent: this.#package.spent });
    const made = new FilledPackage(this.#package, 'word/media/');
    for (const [i, { path, template }] of this.#parts.entries()) {
      const render = () => renderTemplate(template, filling, (name, picture) => made.relate(path, name, picture));
      made.set(path, i === 0 ? render() : inPart(path, render));
    }
    return { bytes: made.write(), ...filling };
  }
}
