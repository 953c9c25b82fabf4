import { deflateSync } from 'node:zlib';

import { LimitFault } from '../../../lib/faults.js';
import type { PdfDocument } from '../document/document.js';
import { contentBytes } from '../pages/content.js';
import { type PdfPage, pageAttribute } from '../pages/pages.js';
import { numbersOf, StepBudget } from '../syntax/functions.js';
import { dictOf, isName, PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../syntax/objects.js';
import { type ContentTones, grayContent, UNCOLORED } from './gray-content.js';
import { grayImage, type ImageTones } from './gray-images.js';
import { grayShading, type ShadingTones } from './gray-shadings.js';
import { grayOfNumbers, type Tone } from './gray-spaces.js';

/** Content of a document, each piece as often as it is read. Chosen: it takes about half a minute. */
const MAX_CONTENT_BYTES = 192 * 2 ** 20;
/** Forms in forms: viewers stop at less. */
const MAX_DEPTH = 24;

export interface GrayRequest {
  readonly tone: Tone;
  readonly toneProgram: string;
  readonly isBilevel: boolean;
  /** White becomes black: the paper too. */
  readonly isInverted: boolean;
}

/** Blend modes that are each other's negative (ISO 32000-2, 11.3.5.2). */
const NEGATIVE: Readonly<Record<string, string>> = {
  Multiply: 'Screen',
  Screen: 'Multiply',
  Darken: 'Lighten',
  Lighten: 'Darken',
  ColorDodge: 'ColorBurn',
  ColorBurn: 'ColorDodge',
};

/** Makes the colours of a document gray, in place, object by object. */
export class GrayDocument {
  private readonly tones: ContentTones & ImageTones & ShadingTones;
  private readonly outcomes = new Map<PdfDict, boolean>();
  private readonly resourcesSeen = new Set<PdfDict>();
  private contentLeft = MAX_CONTENT_BYTES;
  private names = 0;
  private hasSoftMasks = false;

  constructor(
    private readonly document: PdfDocument,
    private readonly request: GrayRequest,
  ) {
    const newName = (): string => {
      this.names += 1;
      return `TonePicture${this.names}`;
    };
    const keepsGrays = !request.isInverted && !request.isBilevel;
    this.tones = { document, budget: new StepBudget(), ...request, keepsGrays, newName };
  }

  /** False where something on the page cannot be made gray: then it is only gray in parts. */
  async page(page: PdfPage): Promise<boolean> {
    const { document, request } = this;
    const { dict } = page;
    dict.delete('Thumb');
    grayGroup(document, dict);
    const found = document.resolve(pageAttribute(page, 'Resources'));
    const resources = found instanceof PdfDict ? found : new PdfDict();
    dict.set('Resources', pageAttribute(page, 'Resources') ?? resources);
    if (!(found instanceof PdfDict)) dict.set('Resources', resources);
    const source = this.source(dict.get('Contents'));
    const areResourcesGray = await this.resources(resources, 0);
    const content = source && (await this.content(source, resources, true));
    const areNotesGray = await this.annotations(dict);
    if (content === undefined) return false;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(document, pageAttribute(page, 'MediaBox')) ?? [];
    // A little beyond the edges, which viewers would smooth with the white behind them.
    const paper = `q 0 g ${Math.min(x0, x1) - 2} ${Math.min(y0, y1) - 2} ${Math.abs(x1 - x0) + 4} ${Math.abs(y1 - y0) + 4} re f Q 1 g 1 G\n`;
    const bytes = request.isInverted ? Buffer.concat([Buffer.from(paper, 'latin1'), content]) : content;
    dict.set('Contents', document.add(packed(new PdfDict(), bytes)));
    return areResourcesGray && areNotesGray;
  }

  /** What belongs to no page. To be called last. */
  finish(): void {
    const { document } = this;
    const form = document.getDict(document.catalog, 'AcroForm');
    if (form !== undefined) this.appearanceText(form);
    const pattern = [new PdfName('Pattern'), new PdfName('DeviceGray')];
    for (const resources of this.resourcesSeen) {
      const spaces = this.hasSoftMasks ? new PdfDict(document.getDict(resources, 'ColorSpace')) : new PdfDict();
      for (const name of ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']) spaces.delete(name);
      resources.set('ColorSpace', spaces.set(UNCOLORED, pattern));
    }
  }

  private source(contents: PdfValue | undefined): Buffer | undefined {
    const bytes = contentBytes(this.document, contents);
    this.contentLeft -= bytes?.length ?? 0;
    if (this.contentLeft < 0)
      throw new LimitFault(`its pages must have at most ${MAX_CONTENT_BYTES} bytes of content`, MAX_CONTENT_BYTES);
    return bytes;
  }

  private async content(
    source: Buffer,
    resources: PdfDict | undefined,
    startsGray: boolean,
  ): Promise<Buffer | undefined> {
    const made = grayContent(this.tones, source, { resources, startsGray });
    if (made === undefined) return undefined;
    for (const [name, picture] of made.pictures) {
      if (resources === undefined || !(await grayImage(this.tones, picture))) return undefined;
      const objects = this.document.getDict(resources, 'XObject') ?? new PdfDict();
      resources.set('XObject', objects.set(name, this.document.add(picture)));
    }
    return made.bytes;
  }

  /** Once for each object, whatever leads to it; a loop counts as done. */
  private async once(key: PdfDict, work: () => Promise<boolean>): Promise<boolean> {
    const known = this.outcomes.get(key);
    if (known !== undefined) return known;
    this.outcomes.set(key, true);
    const outcome = await work();
    this.outcomes.set(key, outcome);
    return outcome;
  }

  private resources(resources: PdfDict, depth: number): Promise<boolean> {
    return this.once(resources, async () => {
      if (depth > MAX_DEPTH) return false;
      const { document, tones } = this;
      this.resourcesSeen.add(resources);
      const listed = (kind: string): PdfValue[] =>
        [...(document.getDict(resources, kind)?.values() ?? [])].map((value) => document.resolve(value));
      let isGray = true;
      for (const value of listed('XObject')) {
        if (!(value instanceof PdfStream)) continue;
        const isImage = isName(document.get(value.dict, 'Subtype'), 'Image');
        const work = (): Promise<boolean> => (isImage ? this.image(value) : this.form(value, resources, depth, false));
        isGray = (await this.once(value.dict, work)) && isGray;
      }
      for (const value of listed('Pattern')) {
        const dict = document.dictOf(value);
        if (dict !== undefined)
          isGray = (await this.once(dict, () => this.pattern(value, dict, resources, depth))) && isGray;
      }
      for (const value of listed('Shading')) {
        const dict = document.dictOf(value);
        if (dict !== undefined) isGray = (await this.once(dict, async () => grayShading(tones, value))) && isGray;
      }
      for (const value of listed('Font')) {
        if (!(value instanceof PdfDict) || !isName(document.get(value, 'Subtype'), 'Type3')) continue;
        isGray = (await this.once(value, () => this.drawnFont(value, resources, depth))) && isGray;
      }
      for (const value of listed('ExtGState')) if (value instanceof PdfDict) this.state(value);
      return isGray;
    });
  }

  private async image(image: PdfStream): Promise<boolean> {
    return grayImage(this.tones, image);
  }

  private async form(
    form: PdfStream,
    outer: PdfDict | undefined,
    depth: number,
    startsGray: boolean,
  ): Promise<boolean> {
    const { document, request } = this;
    grayGroup(document, form.dict);
    const own = document.getDict(form.dict, 'Resources');
    const source = this.source(form);
    const isGray = own === undefined || (await this.resources(own, depth + 1));
    const content = source && (await this.content(source, own ?? outer, startsGray));
    if (content === undefined) return false;
    const isNegative = startsGray && request.isInverted;
    const { dict, bytes } = packed(
      form.dict,
      isNegative ? Buffer.concat([Buffer.from('1 g 1 G\n'), content]) : content,
    );
    form.bytes = bytes;
    for (const [key, value] of dict) form.dict.set(key, value);
    return isGray;
  }

  private async pattern(value: PdfValue, dict: PdfDict, outer: PdfDict, depth: number): Promise<boolean> {
    const { document, tones } = this;
    if (value instanceof PdfStream) {
      // Without colours of its own.
      if (document.get(dict, 'PaintType') === 2) return true;
      return this.form(value, outer, depth, true);
    }
    const state = document.getDict(dict, 'ExtGState');
    if (state !== undefined) this.state(state);
    const shading = document.get(dict, 'Shading');
    const key = document.dictOf(shading);
    return key !== undefined && this.once(key, async () => grayShading(tones, shading));
  }

  private async drawnFont(font: PdfDict, outer: PdfDict, depth: number): Promise<boolean> {
    const { document } = this;
    const own = document.getDict(font, 'Resources');
    let isGray = own === undefined || (await this.resources(own, depth + 1));
    for (const glyph of document.getDict(font, 'CharProcs')?.values() ?? []) {
      const stream = document.resolve(glyph);
      if (!(stream instanceof PdfStream)) continue;
      isGray = (await this.once(stream.dict, () => this.form(stream, own ?? outer, depth, false))) && isGray;
    }
    return isGray;
  }

  private state(state: PdfDict): void {
    const { document, request } = this;
    if (document.get(state, 'SMask') instanceof PdfDict) this.hasSoftMasks = true;
    for (const key of ['TR', 'TR2', 'BG', 'BG2', 'UCR', 'UCR2']) state.delete(key);
    const mode = document.getName(state, 'BM');
    if (!request.isInverted || this.outcomes.has(state)) return;
    this.outcomes.set(state, true);
    if (mode !== undefined && Object.hasOwn(NEGATIVE, mode)) state.set('BM', new PdfName(NEGATIVE[mode] ?? mode));
  }

  private async annotations(page: PdfDict): Promise<boolean> {
    const { document } = this;
    let isGray = true;
    for (const item of document.getArray(page, 'Annots') ?? []) {
      const note = document.resolve(item);
      if (!(note instanceof PdfDict)) continue;
      this.noteColors(note);
      for (const look of document.getDict(note, 'AP')?.values() ?? []) {
        const value = document.resolve(look);
        const streams = value instanceof PdfDict ? [...value.values()].map((one) => document.resolve(one)) : [value];
        for (const stream of streams) {
          if (!(stream instanceof PdfStream)) continue;
          isGray = (await this.once(stream.dict, () => this.form(stream, undefined, 0, true))) && isGray;
        }
      }
    }
    return isGray;
  }

  /** What viewers go by where a note has no appearance (ISO 32000-2, 12.5.2, 12.5.6.19). */
  private noteColors(note: PdfDict): void {
    const { document, request } = this;
    const parts = [note, document.getDict(note, 'MK')].filter((part) => part !== undefined);
    for (const part of parts) {
      for (const key of ['C', 'IC', 'BC', 'BG']) {
        const color = numbersOf(document, document.get(part, key));
        if (color?.length === 1 || color?.length === 3 || color?.length === 4)
          part.set(key, [request.tone(grayOfNumbers(color))]);
      }
    }
    this.appearanceText(note);
  }

  private appearanceText(dict: PdfDict): void {
    const text = this.document.get(dict, 'DA');
    if (!(text instanceof PdfString)) return;
    const made = grayContent(this.tones, Buffer.from(text.bytes), { resources: undefined, startsGray: true });
    if (made !== undefined) dict.set('DA', new PdfString(made.bytes));
  }
}

/** The space that transparent parts are mixed in. */
function grayGroup(document: PdfDocument, dict: PdfDict): void {
  const group = document.getDict(dict, 'Group');
  if (group?.has('CS')) group.set('CS', new PdfName('DeviceGray'));
}

function packed(dict: PdfDict, content: Uint8Array): PdfStream {
  for (const key of ['Filter', 'DecodeParms', 'F', 'DP', 'Length']) dict.delete(key);
  const filter = dictOf({ Filter: new PdfName('FlateDecode') });
  return new PdfStream(new PdfDict([...dict, ...filter]), deflateSync(content));
}
