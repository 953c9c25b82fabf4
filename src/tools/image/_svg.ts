import { renamed } from '../../core/files.js';
import { type InputFile, invalid, quote } from '../../core/index.js';
import type { TextSource } from '../../formats/text-source.js';
import { readXmlFile, readXmlSource } from '../../formats/xml-document.js';

/** An SVG of a run and the name of what is made of it. */
export interface SvgSource {
  readonly source: TextSource;
  readonly name: string;
}

interface SvgRequest {
  readonly input: string;
  readonly files: readonly InputFile[];
}

/** Whether the SVG is the text of `input`; where both are given, reading it refuses them. */
const isText = ({ input, files }: SvgRequest): boolean => files.length === 0 || input !== '';

/** What reports are about: the files, or `input`. */
export const svgUploads = (request: SvgRequest): readonly InputFile[] =>
  isText(request) ? [{ name: 'input', mime: undefined, bytes: new Uint8Array(0) }] : request.files;

/** The SVG of one of `svgUploads`. Throws INVALID_INPUT where `input` and files are given or none of them, or a file is not text. */
export async function svgSource(request: SvgRequest, file: InputFile, ending: string): Promise<SvgSource> {
  if (isText(request)) return { source: await readXmlSource(request), name: `result${ending}` };
  if (file.bytes[0] === 0x1f && file.bytes[1] === 0x8b) {
    throw invalid(`Cannot read file ${quote(file.name)} as SVG: it is compressed and must be unpacked first`);
  }
  return { source: await readXmlFile(file), name: renamed(file.name, ending) };
}
