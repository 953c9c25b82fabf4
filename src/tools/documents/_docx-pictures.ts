import type { OutputFile } from '../../core/index.js';
import type { OpenDocx } from '../../lib/docx/read-docx.js';
import { LimitFault } from '../../lib/faults.js';

const MIMES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['emf', 'image/emf'],
  ['wmf', 'image/wmf'],
]);

/** What browsers show; a picture in SVG may hold scripts and is written as a file only. */
const SHOWN = /^image\/(?:png|jpeg|gif|bmp|webp)$/;

const MAX_PICTURES = 500;
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

interface Picture {
  readonly mime: string;
  readonly ending: string;
  readonly bytes: Buffer;
}

/** The pictures that a document shows, each once however often it does. */
export class DocxPictures {
  readonly #read = new Map<string, Picture | undefined>();
  readonly #sources = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly files: OutputFile[] = [];
  #room = MAX_PICTURE_BYTES;
  #shown = 0;

  constructor(readonly bytesOf: OpenDocx['bytesOf']) {}

  #picture(part: string): Picture | undefined {
    if (this.#read.has(part)) return this.#read.get(part);
    const ending = /\.(\w{1,5})$/.exec(part)?.[1]?.toLowerCase() ?? '';
    const mime = MIMES.get(ending);
    const bytes = mime === undefined ? undefined : this.bytesOf(part);
    const picture = mime === undefined || bytes === undefined ? undefined : { mime, ending, bytes };
    this.#read.set(part, picture);
    return picture;
  }

  #take(bytes: number): void {
    this.#room -= bytes;
    if (this.#room < 0)
      throw new LimitFault(`its pictures must have at most ${MAX_PICTURE_BYTES} bytes in all`, MAX_PICTURE_BYTES);
  }

  /** As a data URI; each use counts, as each is written. */
  source(part: string): string | undefined {
    const picture = this.#picture(part);
    if (picture === undefined || !SHOWN.test(picture.mime)) return undefined;
    this.#take(picture.bytes.length);
    this.#shown++;
    if (this.#shown > MAX_PICTURES) throw new LimitFault(`it must show at most ${MAX_PICTURES} pictures`, MAX_PICTURES);
    const source = this.#sources.get(part) ?? `data:${picture.mime};base64,${picture.bytes.toString('base64')}`;
    this.#sources.set(part, source);
    return source;
  }

  /** The name of the file that a picture is written to, begun with `stem`. */
  name(part: string, stem: string): string | undefined {
    const known = this.#names.get(part);
    const picture = this.#picture(part);
    if (known !== undefined || picture === undefined) return known;
    if (this.files.length >= MAX_PICTURES)
      throw new LimitFault(`it must show at most ${MAX_PICTURES} pictures`, MAX_PICTURES);
    this.#take(picture.bytes.length);
    const name = `${stem}-image-${this.files.length + 1}.${picture.ending}`;
    this.#names.set(part, name);
    this.files.push({ name, mime: picture.mime, bytes: picture.bytes });
    return name;
  }
}
