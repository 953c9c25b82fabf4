import { renamed } from '../../core/files.js';
import { type InputFile, invalid, quote } from '../../core/index.js';
import type { TextSource } from '../../formats/text-source.js';
import { readXmlFile, readXmlSource } from '../../formats/xml-document.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

/** An SVG of a run and the name of what is made of it. */
export interface SvgSource {
  readonly source: TextSource;
  readonly name: string;
}

interface SvgRequest {
  readonly input: string;
  readonly files: readonly InputFile[];
}

/** The SVGs of `input` or of up to 20 files, in their order. Throws INVALID_INPUT where both or none are given, or a file is not text. */
export async function svgSources({ input, files }: SvgRequest, ending: string): Promise<SvgSource[]> {
  const [first] = files;
  if (first === undefined || input !== '') {
    return [{ source: await readXmlSource({ input, files }), name: `result${ending}` }];
  }
  const names = withDistinctNames(files.map(({ name }) => ({ name: renamed(name, ending) })));
  const sources: SvgSource[] = [];
  for (const [i, file] of files.entries()) {
    if (file.bytes[0] === 0x1f && file.bytes[1] === 0x8b) {
      throw invalid(`Cannot read file ${quote(file.name)} as SVG: it is compressed and must be unpacked first`);
    }
    sources.push({ source: await readXmlFile(file), name: names[i]?.name ?? file.name });
  }
  return sources;
}
