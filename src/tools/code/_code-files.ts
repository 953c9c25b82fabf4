import { eachFile } from '../../core/each-file.js';
import type { InputFile } from '../../core/index.js';
import { type OutputFile, text, withFiles } from '../../core/results.js';
import { readTextFile, readTextSource, type TextSource } from '../../formats/text-source.js';

import { sizeReport } from './_minified.js';

/** What is made of one source: the result, its name, and files beside it, such as a source map. */
interface MadeCode<Report extends object> {
  readonly name: string;
  readonly content: string;
  readonly beside: readonly OutputFile[];
  readonly report: Report;
}

interface CodeRun {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
}

/**
 * Code made of code: a text gives a text, each file a file and a report with both sizes. `named` is the name that a text gets.
 * Throws as `readTextSource` and `eachFile`.
 */
export async function eachCode<Report extends object>(
  { input, files, signal }: CodeRun,
  { named, mime }: { readonly named: string; readonly mime: string },
  make: (source: TextSource, name: string) => Promise<MadeCode<Report>>,
) {
  if (files.length === 0 || input !== '') {
    const { name, content, beside } = await make(await readTextSource({ input, files }), named);
    return withFiles(text(content, { name, mime }), beside);
  }
  return eachFile({ files, signal }, async (file) => {
    const { name, content, beside, report } = await make(await readTextFile(file), file.name);
    const bytes = Buffer.from(content);
    return {
      report: { ...sizeReport(file.bytes.length, bytes.length), ...report },
      outputs: [{ name, mime, bytes }, ...beside],
    };
  });
}
