import { fromBase64, toBase64 } from './base64.js';

/** A file of a request as it travels. */
export interface WireFile {
  readonly name: string;
  readonly mime?: string;
  readonly base64: string;
}

/** A file of a response as it travels. */
export interface WireResultFile extends WireFile {
  readonly mime: string;
  readonly bytes: number;
}

/** What can be given as an input file: a `File`, named bytes or a named `Blob`, a path (Node only), or a file that a run has returned. */
export type FileInput =
  | File
  | ResultFile
  | string
  | { readonly name: string; readonly mime?: string; readonly content: Blob | Uint8Array | ArrayBuffer | string };

/** A file that a run has returned. It can be given to another run as it is. */
export class ResultFile {
  readonly name: string;
  readonly mime: string;
  /** Length in bytes. */
  readonly size: number;
  readonly base64: string;

  constructor({ name, mime, bytes, base64 }: WireResultFile) {
    this.name = name;
    this.mime = mime;
    this.size = bytes;
    this.base64 = base64;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return fromBase64(this.base64);
  }

  blob(): Blob {
    return new Blob([this.bytes()], { type: this.mime });
  }

  /** Saves the file: in Node to `path` (its own name where left out), in a browser as a download. Resolves with the name. */
  async save(path: string = this.name): Promise<string> {
    const page = (globalThis as { document?: BrowserDocument }).document;
    if (page === undefined) {
      const { writeFile } = await import('node:fs/promises');
      await writeFile(path, this.bytes());
      return path;
    }
    const link = page.createElement('a');
    link.href = URL.createObjectURL(this.blob());
    link.download = path;
    link.click();
    URL.revokeObjectURL(link.href);
    return path;
  }
}

/** The little of a page that saving needs; this package is typed for Node and browsers alike. */
interface BrowserDocument {
  createElement(name: 'a'): { href: string; download: string; click(): void };
}

/** Reads an input file into the form that travels. */
export async function toWireFile(input: FileInput): Promise<WireFile> {
  if (input instanceof ResultFile) return { name: input.name, mime: input.mime, base64: input.base64 };
  if (typeof input === 'string') {
    const [{ readFile }, { basename }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
    return { name: basename(input), base64: toBase64(await readFile(input)) };
  }
  if ('content' in input) {
    const { name, mime, content } = input;
    return { name, ...(mime === undefined ? {} : { mime }), base64: toBase64(await bytesOf(content)) };
  }
  return {
    name: input.name,
    ...(input.type === '' ? {} : { mime: input.type }),
    base64: toBase64(await bytesOf(input)),
  };
}

async function bytesOf(content: Blob | Uint8Array | ArrayBuffer | string): Promise<Uint8Array> {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return content;
  return new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : content);
}
