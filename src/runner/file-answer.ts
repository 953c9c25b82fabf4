import { byteSize } from '../core/byte-size.js';
import { CLASS_LIMITS, type ClassLimits } from '../core/limits.js';
import { type OutputFile, TEXT_MIME, type ToolResult } from '../core/results.js';
import type { Tool } from '../core/tool.js';
import { writeZip } from '../lib/archives/zip-writer.js';
import { portableName, withDistinctNames } from '../lib/files/portable-names.js';

import { checkFiles, type EncodedAnswer, tooLarge, tooLong } from './response.js';

/** The 200 answer of a run as a file: its text, its one file, or a ZIP archive of its files. Throws as `encodeResult`. */
export function encodeFile(
  tool: Tool,
  { text, name = 'result.txt', mime = TEXT_MIME, files }: ToolResult,
): EncodedAnswer {
  const limits = CLASS_LIMITS[tool.class];
  checkFiles(files, limits);
  const [only, ...more] = files;
  if (only !== undefined && more.length === 0) return fileAnswer(only, limits);
  if (only === undefined) {
    const bytes = Buffer.from(text ?? '');
    if (bytes.length > limits.resultBytes) throw tooLong(limits.resultBytes);
    return fileAnswer({ name, mime, bytes }, limits);
  }
  // As they are: images and PDF files hardly get smaller, and others took their time already.
  const bytes = writeZip(withDistinctNames(files), { level: 0 });
  return fileAnswer({ name: `${tool.id}.zip`, mime: 'application/zip', bytes }, limits);
}

function fileAnswer({ name, mime, bytes }: OutputFile, { resultBytes }: ClassLimits): EncodedAnswer {
  if (bytes.length > resultBytes) throw tooLarge(`The result has ${byteSize(bytes.length)}`, resultBytes);
  return { status: 200, file: { name: portableName(name), mime }, length: bytes.length, parts: [{ bytes }] };
}
